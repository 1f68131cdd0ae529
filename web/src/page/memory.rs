//! What is remembered from visit to visit: the language and the theme. A browser that remembers nothing is fine.

use web_sys::Storage;

use super::{document, window};
use crate::session::{Session, address::Theme};

const LANG: &str = "groupscope.lang";
const THEME: &str = "groupscope.theme";

/// What was chosen on an earlier visit.
pub(crate) struct Memory {
    pub(crate) lang: Option<String>,
    pub(crate) theme: Option<Theme>,
}

/// Reads what is remembered.
pub(crate) fn recall() -> Memory {
    let read = |key| storage()?.get_item(key).ok()?;
    Memory { lang: read(LANG), theme: read(THEME).as_deref().and_then(Theme::of) }
}

/// Keeps the choices, and lets the document show them. Inside another page they are that page's, not the reader's.
pub(super) fn remember(session: &Session) {
    if let Some(storage) = storage().filter(|_| !session.embed) {
        let _ = storage.set_item(LANG, session.words.lang());
        let _ = match session.theme {
            Some(theme) => storage.set_item(THEME, theme.word()),
            None => storage.remove_item(THEME),
        };
    }
    dress(session);
}

/// Gives the document the language and the theme.
pub(super) fn dress(session: &Session) {
    let Some(root) = document().and_then(|document| document.document_element()) else { return };
    let _ = root.set_attribute("lang", session.words.lang());
    let _ = match session.theme {
        Some(theme) => root.set_attribute("data-theme", theme.word()),
        None => root.remove_attribute("data-theme"),
    };
}

fn storage() -> Option<Storage> {
    window()?.local_storage().ok()?
}
