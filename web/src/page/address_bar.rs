//! The address follows what is shown.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    sync::Arc,
};

use groupscope_core::scenario::{Scenario, share};
use wasm_bindgen::{JsCast, JsValue, prelude::Closure};

use super::window;
use crate::session::{Session, address::Address};

/// Writes addresses. Not more often than browsers allow: while somebody scrubs, only the last one counts.
#[derive(Clone, Default)]
pub struct AddressBar {
    inner: Option<Rc<Inner>>,
}

struct Inner {
    /// What the visit began with: a language and a theme that stood in the address stay there.
    first: Address,
    pending: RefCell<Option<Address>>,
    timer: Cell<Option<i32>>,
    write: RefCell<Option<Closure<dyn FnMut()>>>,
    /// The scenarios that were packed last, and how.
    packed: RefCell<Vec<(Arc<Scenario>, String)>>,
    is_hushed: Cell<bool>,
}

/// So long the address rests before it is written, ms.
const REST: i32 = 250;

impl AddressBar {
    /// The bar of the browser's window, on a visit that began with `first`.
    #[must_use]
    pub fn new(first: Address) -> Self {
        let inner = Rc::new_cyclic(|inner: &std::rc::Weak<Inner>| {
            let inner = inner.clone();
            let write = Closure::new(move || {
                if let Some(inner) = inner.upgrade() {
                    inner.timer.set(None);
                    inner.write_pending();
                }
            });
            Inner {
                first,
                pending: RefCell::default(),
                timer: Cell::default(),
                write: RefCell::new(Some(write)),
                packed: RefCell::default(),
                is_hushed: Cell::default(),
            }
        });
        Self { inner: Some(inner) }
    }

    /// One that writes nothing, for tests.
    #[must_use]
    pub fn silent() -> Self {
        Self::default()
    }

    /// Writes nothing while `act` runs.
    pub(super) fn hush(&self, act: impl FnOnce()) {
        let hush = |on| self.inner.iter().for_each(|inner| inner.is_hushed.set(on));
        hush(true);
        act();
        hush(false);
    }

    /// Says where the reader is: as a new place to come back to, or in place of the last one.
    pub(super) fn follow(&self, session: &Session, new: bool) {
        let Some(inner) = self.inner.as_ref().filter(|inner| !inner.is_hushed.get()) else { return };
        let address = inner.address(session);
        // The history is that of the page around.
        if new && !session.embed {
            inner.write_pending();
            *inner.pending.borrow_mut() = None;
            inner.put(&address, true);
        } else {
            *inner.pending.borrow_mut() = Some(address);
            inner.rest();
        }
    }
}

/// The address of what a session shows, in a visit that began with `first`.
fn address_of(session: &Session, first: &Address, pack: impl Fn(&Arc<Scenario>) -> String) -> Address {
    let lang = first.lang.as_ref().map(|_| session.words.lang().to_owned());
    let theme = first.theme.and(session.theme);
    Address { lang, theme, ..session.address(pack) }
}

impl Inner {
    fn address(&self, session: &Session) -> Address {
        address_of(session, &self.first, |scenario| {
            let mut packed = self.packed.borrow_mut();
            if let Some((_, text)) = packed.iter().find(|(known, _)| Arc::ptr_eq(known, scenario)) {
                return text.clone();
            }
            let text = share::encode(scenario);
            // Two may be compared.
            packed.insert(0, (scenario.clone(), text.clone()));
            packed.truncate(2);
            text
        })
    }

    fn rest(&self) {
        let (Some(window), None) = (window(), self.timer.get()) else { return };
        if let Some(write) = &*self.write.borrow() {
            let write = write.as_ref().unchecked_ref();
            self.timer.set(window.set_timeout_with_callback_and_timeout_and_arguments_0(write, REST).ok());
        }
    }

    fn write_pending(&self) {
        if let Some(address) = self.pending.take() {
            self.put(&address, false);
        }
    }

    fn put(&self, address: &Address, new: bool) {
        let Some(history) = window().and_then(|window| window.history().ok()) else { return };
        let text = address.write();
        // An empty reference would keep the old fragment.
        let text = if text.is_empty() { "?" } else { &text };
        let _ = if new {
            history.push_state_with_url(&JsValue::NULL, "", Some(text))
        } else {
            history.replace_state_with_url(&JsValue::NULL, "", Some(text))
        };
    }
}

/// What the window's address says now.
pub(crate) fn read() -> Address {
    let Some(location) = window().map(|window| window.location()) else { return Address::default() };
    Address::read(&location.search().unwrap_or_default(), &location.hash().unwrap_or_default())
}
