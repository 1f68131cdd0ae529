//! The player: its buttons, the clock, the speed.

use std::{cell::RefCell, rc::Rc};

use groupscope_view::clock;
use web_sys::{Element, InputEvent, MouseEvent};
use yew::prelude::*;

use super::{
    PartProps, Shown,
    icons::{Icon, icon},
    record::RecordSwitch,
    records::ViewSwitch,
    use_store,
};
use crate::{
    page::store::{Mover, Store},
    session::{
        Action,
        pace::{self, Tempo},
    },
};

/// The player of a wide page.
#[component]
pub(super) fn PlayerBar(PartProps { session }: &PartProps) -> Html {
    html! {
        <div class="player" role="group" aria-label={session.words.text("ui-player")}>
            <PlayerButtons session={session.clone()} />
            <Clock />
            <Speed session={session.clone()} />
            <span class="soft note">{ note(session) }</span>
            if session.versus.is_some() {
                <span class="soft">{ session.words.text(clock_note(session)) }</span>
            } else {
                <ViewSwitch session={session.clone()} />
                <RecordSwitch session={session.clone()} />
            }
        </div>
    }
}

/// Back, play, on.
#[component]
pub(super) fn PlayerButtons(PartProps { session }: &PartProps) -> Html {
    let words = &session.words;
    let play = if session.player.playing {
        ("ui-pause", "Space", Action::Pause, Icon::Pause)
    } else {
        ("ui-play", "Space", Action::Play, Icon::Play)
    };
    let buttons = [
        ("ui-last-rebalance", "[", Action::Rebalance(false), Icon::LastRebalance),
        ("ui-back", "←", Action::Step(false), Icon::Back),
        play,
        ("ui-next", "→", Action::Step(true), Icon::Next),
        ("ui-next-rebalance", "]", Action::Rebalance(true), Icon::NextRebalance),
    ];
    let buttons = buttons.into_iter().enumerate().map(|(place, (key, shortcut, action, picture))| {
        let class = classes!("btn", "square", (place == 2).then_some("on"));
        let action = Does(action);
        html! { <ActionButton {class} label={words.text(key)} {shortcut} {action}>{ icon(picture) }</ActionButton> }
    });
    html! { <div class="buttons">{ for buttons }</div> }
}

/// What two runs share.
fn clock_note(session: &Shown) -> &'static str {
    let is_same = session.versus.as_ref().is_some_and(|versus| versus.scenario.seed == session.scenario().seed);
    if is_same { "cmp-clock" } else { "cmp-clock-only" }
}

/// "3 messages in flight, 1 parked"
fn note(session: &Shown) -> String {
    let words = &session.words;
    let parts = [
        ("ui-in-flight", session.frame.in_flight.iter().filter(|message| message.lost.is_none()).count()),
        ("ui-parked", session.frame.parked.len()),
    ];
    let said = parts
        .into_iter()
        .filter(|(_, count)| *count > 0)
        .map(|(key, count)| words.say(key, &[("count", count.into())]));
    said.collect::<Vec<_>>().join(", ")
}

/// An action as a property: no two are the same.
#[derive(Clone)]
pub(super) struct Does(pub(super) Action);

impl PartialEq for Does {
    fn eq(&self, _: &Self) -> bool {
        false
    }
}

#[derive(Clone, PartialEq, Properties)]
pub(super) struct ActionButtonProps {
    pub(super) label: String,
    #[prop_or_default]
    pub(super) shortcut: &'static str,
    pub(super) action: Does,
    #[prop_or_default]
    pub(super) class: Classes,
    #[prop_or_default]
    pub(super) disabled: bool,
    /// What it means, where its label is short.
    #[prop_or_default]
    pub(super) title: Option<String>,
    /// Whether it is on, if it is one that stays.
    #[prop_or_default]
    pub(super) pressed: Option<bool>,
    pub(super) children: Html,
}

/// A button that does something to the session. A click leaves the focus where it was, so that keys go on working.
#[component]
pub(super) fn ActionButton(props: &ActionButtonProps) -> Html {
    let store = use_store();
    let action = props.action.0.clone();
    let onclick = Callback::from(move |_| store.dispatch(action.clone()));
    let title = props.title.clone().unwrap_or_else(|| props.label.clone());
    let title = if props.shortcut.is_empty() { title } else { format!("{title} ({})", props.shortcut) };
    html! {
        <button
            type="button" class={props.class.clone()} aria-label={props.label.clone()} {title} {onclick}
            disabled={props.disabled} aria-pressed={props.pressed.map(|on| on.to_string())} onmousedown={keep_focus}
        >
            { props.children.clone() }
        </button>
    }
}

/// A press with the pointer does not take the focus.
pub(super) fn keep_focus(event: MouseEvent) {
    event.prevent_default();
}

/// A text that runs with the clock.
struct RunningText<F> {
    node: NodeRef,
    write: F,
    written: RefCell<String>,
}

impl<F: Fn(f64) -> String> Mover for RunningText<F> {
    fn move_to(&self, at: f64) {
        let text = (self.write)(at);
        if *self.written.borrow() == text {
            return;
        }
        if let Some(element) = self.node.cast::<Element>() {
            element.set_text_content(Some(&text));
            *self.written.borrow_mut() = text;
        }
    }
}

/// Lets a text at `node` run with the clock.
#[hook]
fn use_running_text(store: &Rc<Store>, node: &NodeRef, write: impl Fn(f64) -> String + 'static) {
    let (store, node) = (store.clone(), node.clone());
    use_effect_with((), move |()| {
        let mover: Rc<dyn Mover> = Rc::new(RunningText { node, write, written: RefCell::default() });
        store.add_mover(&mover);
        move || drop(mover)
    });
}

/// `00:52.256`
#[component]
pub(super) fn Clock() -> Html {
    let store = use_store();
    let node = use_node_ref();
    use_running_text(&store, &node, |at| clock::clock(at as u64));
    html! { <span class="clock mono" role="timer" aria-live="off" ref={node} /> }
}

/// The speed, and what it is chosen with.
#[component]
pub(super) fn Speed(PartProps { session }: &PartProps) -> Html {
    let store = use_store();
    let words = &session.words;
    let node = use_node_ref();
    {
        let shown = store.clone();
        use_running_text(&store, &node, move |at| {
            let session = shown.session();
            match session.player.tempo {
                Tempo::Automatic => pace::speed_text(session.pace.speed_at(at)),
                Tempo::Plain(speed) => pace::speed_text(speed),
            }
        });
    }
    let automatic = session.player.tempo == Tempo::Automatic;
    let other = if automatic { Tempo::Plain(session.player.plain) } else { Tempo::Automatic };
    let oninput = Callback::from(move |event: InputEvent| {
        let input: Option<web_sys::HtmlInputElement> = event.target_dyn_into();
        let share = input.map_or(0.0, |input| input.value_as_number()) / SPEEDS;
        let (slow, fast) = pace::LIMITS;
        store.dispatch(Action::Tempo(Tempo::Plain(slow * (fast / slow).powf(share))));
    });
    let (slow, fast) = pace::LIMITS;
    let place = (session.player.plain / slow).ln() / (fast / slow).ln() * SPEEDS;
    html! {
        <div class="speed">
            <ActionButton
                class={classes!("btn", automatic.then_some("on"))} label={words.text("ui-auto")} shortcut="0"
                title={words.text("ui-automatic")} pressed={Some(automatic)} action={Does(Action::Tempo(other))}
            >
                { words.text("ui-auto") }
            </ActionButton>
            <span class="now mono" ref={node} aria-live="off" />
            <input
                type="range" min="0" max={SPEEDS.to_string()} step="1" value={place.round().to_string()}
                aria-label={words.text("ui-speed")} aria-valuetext={pace::speed_text(session.player.plain)} {oninput}
            />
        </div>
    }
}

/// Steps of the speed's slider.
const SPEEDS: f64 = 80.0;
