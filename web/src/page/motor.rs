//! The one loop that runs with the display: it computes the run further, plays it, and moves what moves.

use std::{cell::Cell, rc::Weak};

use wasm_bindgen::{JsCast, prelude::Closure};

use super::{now, store::Store, window};
use crate::session::{Session, pace::Tempo};

/// Runs as long as there is something to do.
pub(super) struct Motor {
    frame: Closure<dyn FnMut(f64)>,
    is_running: Cell<bool>,
}

/// Of each frame so much goes into computing the run further, ms.
const COMPUTING: f64 = 6.0;
/// While it grows, the page is told so often, ms.
const TELLING: f64 = 200.0;
/// A frame that comes later than this is taken as so late, ms: the page was hidden or busy.
const LATEST: f64 = 100.0;
/// With reduced motion each event is shown at least so long, ms.
const STILL: f64 = 700.0;

/// What one frame leaves for the next.
#[derive(Default)]
struct Gears {
    last: Option<f64>,
    /// How long the present event has been shown, where nothing may move.
    shown: f64,
    /// When the page was told last that more of the run is known.
    told: f64,
}

impl Motor {
    pub(super) fn new(store: Weak<Store>) -> Self {
        let mut gears = Gears::default();
        let frame = Closure::new(move |time: f64| {
            if let Some(store) = store.upgrade() {
                store.motor().is_running.set(false);
                if gears.turn(&store, time) {
                    store.motor().wake();
                } else {
                    gears = Gears::default();
                }
            }
        });
        Self { frame, is_running: Cell::new(false) }
    }

    /// Runs from the next frame on, until there is nothing more to do.
    pub(super) fn wake(&self) {
        if !self.is_running.replace(true) {
            let asked = window().map(|window| window.request_animation_frame(self.frame.as_ref().unchecked_ref()));
            self.is_running.set(matches!(asked, Some(Ok(_))));
        }
    }
}

impl Gears {
    /// One frame. Whether there is more to do.
    fn turn(&mut self, store: &Store, time: f64) -> bool {
        store.apply_drag();
        let wall = self.last.map_or(0.0, |last| (time - last).clamp(0.0, LATEST));
        self.last = Some(time);
        let session = store.session();
        let is_growing = self.grow(store, &session, time);
        if session.player.playing {
            self.play(store, &session, wall);
        } else {
            // The moment may have been chosen: what runs with the clock goes there.
            store.move_all();
        }
        is_growing || store.session().player.playing
    }

    /// Computes the run further. Whether there is more of it.
    fn grow(&mut self, store: &Store, session: &Session, time: f64) -> bool {
        let Some(film) = session.growing() else { return false };
        let until = now() + COMPUTING;
        let is_complete = film.go_on(|| now() < until);
        if is_complete || time - self.told > TELLING {
            self.told = time;
            store.grown();
        }
        session.growing().is_some()
    }

    fn play(&mut self, store: &Store, session: &Session, wall: f64) {
        if session.still {
            return self.play_still(store, session, wall);
        }
        let at = advance(session, store.clock(), wall);
        let end = session.end() as f64;
        store.set_clock(at.min(end));
        session.film.reach(at as u64);
        let is_page_over = session.window.paged(at as u64, session.end()) != session.window;
        if at >= end || at >= store.until() as f64 || is_page_over {
            store.reach(at as u64);
        }
        store.move_all();
    }

    /// From event to event, each long enough to be read.
    fn play_still(&mut self, store: &Store, session: &Session, wall: f64) {
        self.shown += wall;
        if self.shown < STILL {
            return;
        }
        self.shown = 0.0;
        session.film.finish();
        let next = session.film.notables().step(session.moment, true).unwrap_or(session.end());
        store.set_clock(next as f64);
        store.reach(next);
        store.move_all();
    }
}

/// Where `wall` ms of playing lead to.
fn advance(session: &Session, at: f64, wall: f64) -> f64 {
    let at = if session.player.skipping { session.pace.skip(at).unwrap_or(at) } else { at };
    match session.player.tempo {
        Tempo::Automatic => session.pace.advance(at, wall),
        Tempo::Plain(speed) => at + wall * speed,
    }
}
