//! A long press asks what can be done with a thing, where the browser does not ask by itself.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    time::Duration,
};

use web_sys::{Element, PointerEvent};
use yew::{platform, prelude::*};

use super::{Drawing, Pointed, group::key_of};

/// So long is long.
const LONG: Duration = Duration::from_millis(500);
/// A finger that moves farther than this does not press, px.
const STILL: i32 = 10;

/// What a finger does.
#[derive(Default)]
pub(super) struct Press {
    /// Goes on with every touch and its end: a timer of an older number is void.
    number: Cell<u32>,
    begun: Cell<(i32, i32)>,
    /// Whether the press was long: its end is no click.
    pub(super) was_long: Cell<bool>,
    /// What the picture shows now.
    drawing: RefCell<Option<Drawing>>,
}

impl Press {
    /// The picture has changed.
    pub(super) fn show(&self, drawing: &Drawing) {
        *self.drawing.borrow_mut() = Some(drawing.clone());
    }

    /// A finger touches something.
    pub(super) fn begin(self: &Rc<Self>, event: &PointerEvent, tell: &Callback<Pointed>) {
        self.end();
        self.was_long.set(false);
        let key = event.target_dyn_into::<Element>().and_then(|target| key_of(&target));
        let Some(key) = key.filter(|_| event.pointer_type() == "touch" && event.is_primary()) else { return };
        let at = (event.client_x(), event.client_y());
        self.begun.set(at);
        let (press, tell, number) = (self.clone(), tell.clone(), self.number.get());
        platform::spawn_local(async move {
            platform::time::sleep(LONG).await;
            let mark = press.drawing.borrow().as_ref().and_then(|drawing| drawing.mark_of(key));
            if let Some(mark) = mark.filter(|_| press.number.get() == number) {
                press.was_long.set(true);
                tell.emit(Pointed { mark, at });
            }
        });
    }

    /// The finger moves.
    pub(super) fn go(&self, event: &PointerEvent) {
        let (x, y) = self.begun.get();
        if (event.client_x() - x).abs().max((event.client_y() - y).abs()) > STILL {
            self.end();
        }
    }

    /// The finger is lifted, or the browser asks by itself.
    pub(super) fn end(&self) {
        self.number.set(self.number.get().wrapping_add(1));
    }
}
