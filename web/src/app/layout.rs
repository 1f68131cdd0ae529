//! How much room there is.

use std::rc::Rc;

use wasm_bindgen::{JsCast, prelude::Closure};
use yew::prelude::*;

use crate::{
    page::{store::Store, window},
    session::{Action, Layout},
};

/// Tells the session of the window's width, whenever it is another layout's.
#[hook]
pub(super) fn use_layout(store: &Rc<Store>) {
    let store = store.clone();
    use_effect_with((), move |()| {
        let fit = move || {
            let width = window().and_then(|window| window.inner_width().ok()?.as_f64());
            let layout = width.map_or(Layout::Wide, |width| Layout::of(width as u32));
            if store.session().layout != layout {
                store.dispatch(Action::Fit(layout));
            }
        };
        fit();
        let listen = Closure::<dyn FnMut()>::new(fit);
        let target = window();
        let listener = listen.as_ref().unchecked_ref::<js_sys::Function>().clone();
        if let Some(window) = &target {
            let _ = window.add_event_listener_with_callback("resize", &listener);
        }
        move || {
            if let Some(window) = target {
                let _ = window.remove_event_listener_with_callback("resize", &listener);
            }
            drop(listen);
        }
    });
}
