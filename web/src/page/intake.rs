//! What comes from outside while the page stands: a file that is dropped, a text that is pasted, the browser's back and
//! forward.

use std::rc::Rc;

use wasm_bindgen::{JsCast, JsValue, prelude::Closure};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{ClipboardEvent, DragEvent, Element, Event, File};

use super::{
    address_bar,
    loader::{self, Refused},
    store::Store,
    window,
};
use crate::{
    lab,
    session::{Action, Opening, Place, address::Address},
};

/// Listens as long as the page stands.
pub fn listen(store: &Rc<Store>) {
    on("dragover", |event| event.prevent_default());
    let dropped = store.clone();
    on("drop", move |event| {
        event.prevent_default();
        if let Some(file) = first_file(&event) {
            open_file(dropped.clone(), file);
        }
    });
    let pasted = store.clone();
    on("paste", move |event| {
        if let Some(text) = pasted_scenario(&event) {
            event.prevent_default();
            take(&pasted, loader::text(&pasted.session().words.text("ui-pasted"), &text));
        }
    });
    let returned = store.clone();
    on("popstate", move |_| come_back(returned.clone()));
}

fn on(kind: &str, act: impl FnMut(Event) + 'static) {
    let Some(window) = window() else { return };
    let closure = Closure::<dyn FnMut(Event)>::new(act);
    let _ = window.add_event_listener_with_callback(kind, closure.as_ref().unchecked_ref());
    closure.forget();
}

fn first_file(event: &Event) -> Option<File> {
    event.dyn_ref::<DragEvent>()?.data_transfer()?.files()?.item(0)
}

/// Opens a file that somebody chose or dropped.
pub(crate) fn open_file(store: Rc<Store>, file: File) {
    spawn_local(async move {
        let name = file.name();
        let text = JsFuture::from(file.text()).await;
        let text = text.as_ref().map(|text| text.as_string().unwrap_or_default()).map_err(JsValue::clone);
        take(&store, text.map_or_else(|_| Err(loader::unreadable(&name)), |text| loader::text(&name, &text)));
    });
}

/// A pasted text that may be a scenario; what is pasted into a field is the field's.
fn pasted_scenario(event: &Event) -> Option<String> {
    let is_field = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    if is_field.is_some_and(|target| target.matches("input, textarea").unwrap_or(false)) {
        return None;
    }
    let text = event.dyn_ref::<ClipboardEvent>()?.clipboard_data()?.get_data("text").ok()?;
    text.trim_start().starts_with('{').then_some(text)
}

/// Opens what was read, or says what is wrong with it and leaves the screen as it is.
pub(crate) fn take(store: &Store, read: Result<Opening, Refused>) {
    match read {
        Ok(opening) => store.dispatch(Action::Open(Box::new(opening))),
        Err(refused) => store.refuse(refused.source, refused.error),
    }
}

/// Shows the page of an address, if it is another one than that of the run.
pub(crate) fn enter_page(store: &Store, address: &Address) -> bool {
    if address.conformance {
        store.return_to(Action::Go(Place::Conformance));
        return true;
    }
    match loader::lab(address) {
        Some(Ok(lab)) => store.return_to(Action::Lab(lab::Action::Open(Rc::new(lab)))),
        Some(Err(refused)) => {
            store.return_to(Action::Go(Place::Lab));
            store.refuse(refused.source, refused.error);
        }
        None => return false,
    }
    true
}

/// The reader went back or forward: to the lab, another moment, another version, or another scenario.
fn come_back(store: Rc<Store>) {
    let address = address_bar::read();
    if enter_page(&store, &address) {
        return;
    }
    if store.session().place != Place::Run {
        store.return_to(Action::Go(Place::Run));
    }
    if let Some(version) = store.version_of(&address) {
        if version != store.session().history.number() {
            store.return_to(Action::Show(version));
        }
        store.return_to(Action::Seek(address.at.unwrap_or_default()));
        show_records(&store, &address);
        return show_versus(&store, &address);
    }
    spawn_local(async move {
        match loader::open(&store.session().catalogue, &address, store.session().words.lang()).await {
            Ok(opening) => {
                store.return_to(Action::Open(Box::new(opening)));
                show_records(&store, &address);
                show_versus(&store, &address);
            }
            Err(refused) => store.refuse(refused.source, refused.error),
        }
    });
}

/// One run or two, as an address asks for.
pub(crate) fn show_versus(store: &Store, address: &Address) {
    let session = store.session();
    match loader::versus(address, session.story.as_deref()) {
        Some(Ok(scenario)) if session.versus.as_ref().is_none_or(|versus| versus.scenario != scenario) => {
            store.return_to(Action::Compare(Some(scenario)));
        }
        Some(Ok(_)) => {}
        Some(Err(refused)) => store.refuse(refused.source, refused.error),
        None if session.versus.is_some() => store.return_to(Action::Compare(None)),
        None => {}
    }
}

/// The stage or the records, as an address asks for.
fn show_records(store: &Store, address: &Address) {
    let asked = store.session().reading_asked(address);
    if asked != store.session().records {
        store.return_to(Action::Records(asked));
    }
}
