//! The page inside another page: it stands while it is out of sight, and speaks with the page around it.
//!
//! It posts `{groupscope: "height", height}` (px) to its parent whenever it would like to be so high, and takes
//! `{groupscope: "theme", theme: "light" | "dark" | null}` and `{groupscope: "pause"}` from it.

use std::rc::Rc;

use js_sys::{Array, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue, prelude::Closure};
use web_sys::{Element, IntersectionObserver, IntersectionObserverEntry, MessageEvent, Window};

use super::{store::Store, window};
use crate::session::{Action, address::Theme};

/// Listens as long as the page stands. `root` is what is seen or not.
pub fn listen(store: &Rc<Store>, root: &Element) {
    stand_out_of_sight(store, root);
    let Some(window) = window() else { return };
    let store = store.clone();
    let hear = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let is_parent = parent().zip(event.source()).is_some_and(|(parent, source)| Object::is(&parent, &source));
        if let Some(action) = is_parent.then(|| action(&event.data())).flatten() {
            store.dispatch(action);
        }
    });
    let _ = window.add_event_listener_with_callback("message", hear.as_ref().unchecked_ref());
    hear.forget();
}

/// The window around this one, if there is one.
fn parent() -> Option<Window> {
    let own = window()?;
    own.parent().ok().flatten().filter(|parent| *parent != own)
}

/// What a message asks for.
fn action(message: &JsValue) -> Option<Action> {
    let field = |name: &str| Reflect::get(message, &name.into()).ok();
    match field("groupscope")?.as_string()?.as_str() {
        "theme" => {
            let theme = field("theme")?.as_string();
            let known = theme.as_deref().and_then(Theme::of);
            (theme.is_none() || known.is_some()).then_some(Action::Dress(known))
        }
        "pause" => Some(Action::Pause),
        _ => None,
    }
}

/// Tells the page around this one how high it would like to be, px.
pub fn wish_height(height: u32) {
    let Some(parent) = parent() else { return };
    let message = Object::new();
    let set = |name: &str, value: JsValue| Reflect::set(&message, &name.into(), &value);
    let told = set("groupscope", "height".into()).and(set("height", height.into()));
    // Nothing in it is a secret, so it may be told to any page.
    let _ = told.and_then(|_| parent.post_message(&message, "*").map(|()| true));
}

fn stand_out_of_sight(store: &Rc<Store>, root: &Element) {
    let store = store.clone();
    let seen = Closure::<dyn FnMut(Array)>::new(move |entries: Array| {
        let last = entries.iter().last().and_then(|entry| entry.dyn_into::<IntersectionObserverEntry>().ok());
        if let Some(entry) = last {
            store.dispatch(Action::Hold(!entry.is_intersecting()));
        }
    });
    if let Ok(observer) = IntersectionObserver::new(seen.as_ref().unchecked_ref()) {
        observer.observe(root);
        seen.forget();
    }
}
