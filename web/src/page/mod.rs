//! The browser around the session: the store that holds it, the motor that plays it, what is loaded and remembered.

pub mod address_bar;
pub mod api;
pub mod embed;
pub mod intake;
pub mod loader;
pub mod memory;
pub mod motor;
pub mod store;

use web_sys::{Document, Window};

/// The browser's window.
pub(crate) fn window() -> Option<Window> {
    web_sys::window()
}

/// The document.
pub(crate) fn document() -> Option<Document> {
    window()?.document()
}

/// ms since the page began.
pub(crate) fn now() -> f64 {
    window().and_then(|window| window.performance()).map_or(0.0, |clock| clock.now())
}

/// Whether the reader's system asks for something, as `(prefers-reduced-motion: reduce)`.
pub(crate) fn prefers(query: &str) -> bool {
    window().and_then(|window| window.match_media(query).ok()?).is_some_and(|media| media.matches())
}
