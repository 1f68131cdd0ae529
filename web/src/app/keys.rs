//! The keys of the whole page.

use std::rc::Rc;

use wasm_bindgen::{JsCast, prelude::Closure};
use web_sys::{Element, KeyboardEvent};
use yew::prelude::*;

use crate::{
    lab,
    page::{store::Store, window},
    session::{Action, Dialog, Place, Session, pace::Tempo},
};

/// Plain speeds of the keys 1 to 9.
pub(super) const SPEEDS: [f64; 9] = [0.01, 0.02, 0.05, 0.1, 0.25, 1.0, 4.0, 16.0, 64.0];

/// What each key does, for the list of keys: the keys and the word's key.
pub(super) const HELP: [(&str, &str); 19] = [
    ("Space", "ui-key-play"),
    ("← →", "ui-key-step"),
    ("[ ]", "ui-key-rebalance"),
    ("N P", "ui-key-moment"),
    ("Home End", "ui-key-edge"),
    ("1 … 9", "ui-key-speed"),
    ("0", "ui-key-automatic"),
    ("S", "ui-key-skip"),
    ("L", "ui-key-loop"),
    ("+ −", "ui-key-zoom"),
    ("Shift & ← →", "ui-key-pan"),
    ("Tab", "ui-key-things"),
    ("Shift & F10", "ui-key-act"),
    ("Ctrl & Z , Ctrl & Y", "ui-key-undo"),
    ("C", "ui-key-share"),
    ("T", "ui-key-tables"),
    ("R", "ui-key-records"),
    ("Esc", "ui-key-escape"),
    ("?", "ui-key-help"),
];

/// Listens to the keys as long as the page stands.
#[hook]
pub(super) fn use_keys(store: &Rc<Store>) {
    let store = store.clone();
    use_effect_with((), move |()| {
        let listen = Closure::<dyn FnMut(KeyboardEvent)>::new(move |event: KeyboardEvent| {
            let session = store.session();
            if event.default_prevented()
                || belongs_to_field(&event)
                || session.dialog.is_some() && event.key() != "Escape"
            {
                return;
            }
            if let Some(action) = action(&session, &event) {
                event.prevent_default();
                store.dispatch(action);
            }
        });
        let target = window();
        if let Some(window) = &target {
            let _ = window.add_event_listener_with_callback("keydown", listen.as_ref().unchecked_ref());
        }
        move || {
            if let Some(window) = target {
                let _ = window.remove_event_listener_with_callback("keydown", listen.as_ref().unchecked_ref());
            }
        }
    });
}

/// Whether the key means something to what has the focus: a letter to a text, an arrow to a slider, Space to a button.
fn belongs_to_field(event: &KeyboardEvent) -> bool {
    let Some(target) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) else { return false };
    let fits = |selector| target.matches(selector).unwrap_or(false);
    let key = event.key();
    match &*key {
        _ if fits("textarea, select, [contenteditable], input:not([type=range]):not([type=checkbox])") => {
            key != "Escape"
        }
        " " | "Enter" => fits("button, a, summary, input, [role=button], [role^=menuitem]"),
        "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown" | "Home" | "End" => {
            fits("input[type=range], [role^=menuitem], [role=tab], dialog *")
        }
        _ => false,
    }
}

fn action(session: &Session, event: &KeyboardEvent) -> Option<Action> {
    let key = event.key();
    match session.place {
        Place::Run => {}
        Place::Lab => return lab_action(session, event),
        Place::Conformance => return (key == "Escape").then_some(Action::Go(Place::Run)),
    }
    if event.ctrl_key() || event.meta_key() {
        let history = &session.history;
        let back = key.eq_ignore_ascii_case("z") && !event.shift_key();
        let forth = key.eq_ignore_ascii_case("y") || key.eq_ignore_ascii_case("z") && event.shift_key();
        return match (back, forth) {
            (true, _) => history.undo().map(Action::Show),
            (_, true) => history.redo().map(Action::Show),
            _ => None,
        };
    }
    if event.alt_key() {
        return None;
    }
    let (window, end) = (session.window, session.end());
    let zoom = |factor| Some(Action::Look(window.zoomed(session.moment as f64, factor, end)));
    let pan = |share: f64| Some(Action::Look(window.panned(window.length() as f64 * share, end)));
    match (&*key, event.shift_key()) {
        (" ", _) => Some(if session.player.playing { Action::Pause } else { Action::Play }),
        ("ArrowLeft", true) => pan(-0.25),
        ("ArrowRight", true) => pan(0.25),
        ("ArrowLeft", _) => Some(Action::Step(false)),
        ("ArrowRight", _) => Some(Action::Step(true)),
        ("[", _) => Some(Action::Rebalance(false)),
        ("]", _) => Some(Action::Rebalance(true)),
        ("Home", _) => Some(Action::Edge(false)),
        ("End", _) => Some(Action::Edge(true)),
        ("0", _) => Some(Action::Tempo(Tempo::Automatic)),
        ("+" | "=", _) => zoom(0.6),
        ("-" | "−", _) => zoom(1.0 / 0.6),
        ("s" | "S", _) => Some(Action::Skipping(!session.player.skipping)),
        ("l" | "L", _) => Some(Action::Looping(!session.player.looping)),
        ("n" | "N", _) => Some(Action::Moment(true)),
        ("p" | "P", _) => Some(Action::Moment(false)),
        ("c" | "C", _) => Some(Action::Dialog(Some(Dialog::Share))),
        ("t" | "T", _) => Some(Action::Dialog(Some(Dialog::Tables))),
        ("r" | "R", _) if session.versus.is_none() => Some(session.other_view()),
        ("?", _) => Some(Action::Dialog(Some(Dialog::Help))),
        ("Escape", _) => escape(session),
        _ => {
            let number: usize = key.parse().ok()?;
            Some(Action::Tempo(Tempo::Plain(*SPEEDS.get(number.checked_sub(1)?)?)))
        }
    }
}

/// What each key does in the lab.
pub(super) const LAB_HELP: [(&str, &str); 5] = [
    ("← → ↑ ↓", "lab-key-cells"),
    ("[ ]", "lab-key-generation"),
    ("Ctrl & Z , Ctrl & Y", "ui-key-undo"),
    ("Esc", "ui-key-escape"),
    ("?", "ui-key-help"),
];

fn lab_action(session: &Session, event: &KeyboardEvent) -> Option<Action> {
    let lab = session.lab.as_ref()?;
    let key = event.key();
    let control = event.ctrl_key() || event.meta_key();
    let action = match (&*key, control) {
        ("z" | "Z", true) => lab::Action::Undo(!event.shift_key()),
        ("y" | "Y", true) => lab::Action::Undo(false),
        ("[", false) => lab::Action::At(lab.at.saturating_sub(1)),
        ("]", false) => lab::Action::At(lab.at + 1),
        ("?", false) => return Some(Action::Dialog(Some(Dialog::Help))),
        ("Escape", _) if session.dialog.is_none() && session.refusal.is_none() && lab.chosen.is_some() => {
            lab::Action::Choose(None)
        }
        ("Escape", _) => return escape(session),
        _ => return None,
    };
    Some(Action::Lab(action))
}

/// Closes what lies on top: a dialog, a refusal, a choice.
fn escape(session: &Session) -> Option<Action> {
    if session.dialog.is_some() {
        Some(Action::Dialog(None))
    } else if session.refusal.is_some() {
        Some(Action::Forgive)
    } else {
        session.selected.is_some().then_some(Action::Select(None))
    }
}
