//! The assignment lab: the group on one side, the four results beside each other.

mod card;
mod figures;
mod head;
mod inputs;
mod legend;
mod map;
mod matrix;
mod member;
mod panel;
mod tallies;
mod topic;

use std::rc::Rc;

use groupscope_core::protocol::MemberId;
use yew::prelude::*;

use self::{
    card::ResultCard,
    figures::FiguresTable,
    head::LabHead,
    inputs::{Inputs, Reading},
    panel::WhyPanel,
};
use super::{
    PartProps, Shown,
    player::{ActionButton, Does},
    refusal::RefusalPanel,
};
use crate::{
    lab::{self, Lab, View, document::Change, matrix::differences},
    session::{Action, Layout},
};

pub(super) use head::ViewSwitch;

/// The page of the lab.
#[component]
pub(super) fn LabPage(PartProps { session }: &PartProps) -> Html {
    let Some(lab) = session.lab.clone() else { return Html::default() };
    let words = &session.words;
    let is_phone = session.layout == Layout::Phone;
    let matrices = lab.matrices();
    let differ: Rc<[bool]> = differences(&matrices).into();
    let columns = differ.len();
    let width = match columns {
        0..=8 => "half",
        9..=14 => "tall",
        _ if lab::is_dense(&matrices[0]) => "tall",
        _ => "whole",
    };
    let cards = lab.outcomes().cloned().zip(matrices).map(|(outcome, matrix)| {
        let key = outcome.assignor.name();
        let tallies = matrix.tallies(&differ).into();
        let outcome = card::Result { outcome: Rc::new(outcome), matrix: Rc::new(matrix), tallies };
        html! { <ResultCard {key} session={session.clone()} {outcome} differ={differ.clone()} /> }
    });
    let change = happened(session, &lab, lab.at);
    let differing = differ.iter().filter(|&&it| it).count();
    let note = match lab.view {
        View::Differences => words.say("lab-differing", &[("count", differing.into()), ("all", columns.into())]),
        _ => words.say("lab-title", &[("count", columns.into())]),
    };
    html! {
        <div class={classes!("page", "lab", is_phone.then_some("phone"))}>
            <LabHead session={session.clone()} />
            <Inputs session={session.clone()} />
            <main>
                <RefusalPanel session={session.clone()} />
                <div class="bar">
                    <h2 aria-live="polite">{ change }{ " " }<span class="soft">{ note }</span></h2>
                    <Views session={session.clone()} />
                </div>
                if lab.view == View::Figures {
                    <FiguresTable session={session.clone()} />
                } else {
                    <div class={classes!("cards", width)}>{ for cards }</div>
                }
                <WhyPanel session={session.clone()} />
            </main>
            if is_phone { <Reading session={session.clone()} /> }
        </div>
    }
}

/// What the tables show.
#[component]
fn Views(PartProps { session }: &PartProps) -> Html {
    let words = &session.words;
    let now = session.lab.as_ref().map(|lab| lab.view);
    let views = [
        (View::Moves, "lab-view-moves"),
        (View::Differences, "lab-view-differences"),
        (View::Figures, "lab-view-figures"),
    ];
    let buttons = views.into_iter().map(|(view, key)| {
        let is_on = now == Some(view);
        html! {
            <ActionButton
                class={classes!("btn", is_on.then_some("on"))} label={words.text(key)} pressed={Some(is_on)}
                action={does(lab::Action::View(view))}
            >
                { words.text(key) }
            </ActionButton>
        }
    });
    html! { <div class="segments" role="group" aria-label={words.text("lab-view")}>{ for buttons }</div> }
}

/// What an action on the lab does to the session.
fn does(action: lab::Action) -> Does {
    Does(Action::Lab(action))
}

/// What happened in a generation.
fn happened(session: &Shown, lab: &Lab, at: usize) -> String {
    let words = &session.words;
    let Some(change) = at.checked_sub(1).and_then(|place| lab.changes().get(place)) else {
        return words.text("lab-starts");
    };
    let member = |key: &str, id: &MemberId| words.say(key, &[("member", short(id).into())]);
    match change {
        Change::Leave(id) => member("lab-leaves", id),
        Change::Join(it) => {
            let was_there = lab.document().members.iter().any(|member| member.id == it.id)
                || lab.changes()[..at - 1]
                    .iter()
                    .any(|change| matches!(change, Change::Join(other) if other.id == it.id));
            member(if was_there { "lab-returns" } else { "lab-joins" }, &it.id)
        }
        Change::Member(it) => member("lab-changes", &it.id),
        Change::Topic(topic) => {
            let args = [("topic", topic.name.as_str().into()), ("count", i64::from(topic.partitions).into())];
            words.say("lab-grows", &args)
        }
    }
}

/// The class of a member's colour; a ninth has none of its own.
fn colour(place: usize) -> &'static str {
    const CLASSES: [&str; 8] = ["m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8"];
    CLASSES.get(place).copied().unwrap_or("mx")
}

/// The class of the colour of who had it before.
fn old_colour(place: usize) -> &'static str {
    const CLASSES: [&str; 8] = ["f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8"];
    CLASSES.get(place).copied().unwrap_or("fx")
}

/// An id without the random part that a coordinator adds to a name.
fn short(id: &str) -> &str {
    const UUID: usize = 36;
    let cut = id.len().checked_sub(UUID + 1).filter(|&cut| cut > 0 && id.is_char_boundary(cut));
    let Some((name, rest)) = cut.map(|cut| id.split_at(cut)) else { return id };
    let is_uuid = rest.bytes().all(|byte| byte == b'-' || byte.is_ascii_hexdigit());
    if rest.starts_with('-') && is_uuid { name } else { id }
}
