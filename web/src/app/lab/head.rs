//! The head of the lab: which example, run or lab, undo.

use std::rc::Rc;

use yew::prelude::*;

use super::{
    super::{
        PartProps,
        header::{Language, ThemeButton},
        icons::{Icon, icon},
        menu::{Choice, Dropdown},
        player::{ActionButton, Does},
        use_store,
    },
    does,
};
use crate::{
    lab::{self, Lab, presets},
    session::{Action, Layout, Place},
};

/// The head.
#[component]
pub(super) fn LabHead(PartProps { session }: &PartProps) -> Html {
    let words = &session.words;
    let Some(lab) = session.lab.clone() else { return Html::default() };
    let is_phone = session.layout == Layout::Phone;
    let step = |back: bool, key: &str, shortcut: &'static str, picture: Icon| {
        html! {
            <ActionButton
                class="btn square" label={words.text(key)} {shortcut} disabled={!lab.can_undo(back)}
                action={does(lab::Action::Undo(back))}
            >
                { icon(picture) }
            </ActionButton>
        }
    };
    html! {
        <header>
            <h1 class={if is_phone { "sr" } else { "logo" }}>{ "GroupScope" }</h1>
            <Presets session={session.clone()} />
            <ViewSwitch session={session.clone()} />
            <span class="grow" />
            if !is_phone {
                <div class="group" role="group" aria-label={words.text("ui-history")}>
                    { step(true, "ui-undo", "Ctrl Z", Icon::Undo) }
                    { step(false, "ui-redo", "Ctrl Y", Icon::Redo) }
                </div>
            }
            <Language session={session.clone()} />
            <ThemeButton session={session.clone()} />
        </header>
    }
}

/// The examples.
#[component]
fn Presets(PartProps { session }: &PartProps) -> Html {
    let store = use_store();
    let words = &session.words;
    let now = session.lab.as_ref().and_then(|lab| lab.preset().map(str::to_owned));
    let ids: Vec<String> = presets::all().into_iter().map(|preset| preset.id).collect();
    let title = |id: &str| words.text(&format!("lab-preset-{id}"));
    let choices = ids.iter().map(|id| Choice { is_on: now.as_ref() == Some(id), ..Choice::new(title(id)) });
    let choices: Vec<_> = choices.collect();
    let on_choose = Callback::from(move |place: usize| {
        if let Some(preset) = presets::all().into_iter().nth(place) {
            store.dispatch(Action::Lab(lab::Action::Open(Rc::new(Lab::of_preset(preset)))));
        }
    });
    let label = words.text("lab-presets");
    if session.layout == Layout::Phone {
        return html! { <Dropdown class="square" {label} {choices} {on_choose}>{ icon(Icon::Menu) }</Dropdown> };
    }
    html! {
        <Dropdown class="pick" {label} {choices} {on_choose}>
            <small>{ words.text("lab-preset") }</small>
            <b>{ now.map_or_else(|| words.text("lab-own"), |id| title(&id)) }</b>
            { icon(Icon::Down) }
        </Dropdown>
    }
}

/// The run, or the lab.
#[component]
pub(in crate::app) fn ViewSwitch(PartProps { session }: &PartProps) -> Html {
    let words = &session.words;
    let is_run = session.place == Place::Run;
    let is_compared = session.versus.is_some();
    // Pressed again it does nothing.
    let other = session.versus.as_ref().map_or_else(|| session.found_as(), |versus| versus.scenario.clone());
    let choices = [
        ("lab-single", is_run && !is_compared, Action::Compare(None)),
        ("cmp-compare", is_run && is_compared, Action::Compare(Some(other))),
        ("lab-lab", session.place == Place::Lab, Action::Go(Place::Lab)),
    ];
    let buttons = choices.map(|(key, is_on, action)| {
        html! {
            <ActionButton
                class={classes!("btn", is_on.then_some("on"))} label={words.text(key)} pressed={Some(is_on)}
                action={Does(action)}
            >
                { words.text(key) }
            </ActionButton>
        }
    });
    html! { <div class="segments" role="group" aria-label={words.text("lab-switch")}>{ for buttons }</div> }
}
