//! The figures of the run.

use std::rc::Rc;

use groupscope_core::{
    protocol::GroupId,
    report::{Figures, GroupFigures},
    simulation::Run,
};
use groupscope_view::{clock, mark::Mark, words::Words};
use wasm_bindgen::JsCast;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::{
    PartProps,
    player::{ActionButton, Does},
};
use crate::session::{Action, film::Film};

/// What the figures depend on.
#[derive(Clone)]
struct Sight {
    film: Film,
    is_complete: bool,
}

impl PartialEq for Sight {
    fn eq(&self, other: &Self) -> bool {
        self.film == other.film && self.is_complete == other.is_complete
    }
}

/// The figures of one group: the one that was chosen here, or else that of what is selected. While a run is being computed those
/// of the run before stay.
#[component]
pub(super) fn FiguresPanel(PartProps { session }: &PartProps) -> Html {
    let sight = Sight { film: session.film.clone(), is_complete: session.film.is_complete() };
    let last = use_mut_ref(|| Rc::new(Figures::default()));
    let all = use_memo(sight, move |sight| {
        if sight.is_complete {
            *last.borrow_mut() = Rc::new(Figures::new(&sight.film.run()));
        }
        last.borrow().clone()
    });
    let chosen = use_state_eq(|| None::<GroupId>);
    let own = &session.scenario().group;
    let of_selected = session.selected.as_ref().and_then(|mark| group_of(&session.film.run(), mark));
    let group = chosen.as_ref().filter(|group| all.groups.contains_key(*group)).cloned();
    let group = group.or(of_selected).unwrap_or_else(|| own.clone());
    let figures = all.groups.get(&group).cloned().unwrap_or_default();
    let onchange = {
        let chosen = chosen.setter();
        Callback::from(move |event: Event| {
            if let Some(select) = event.target().and_then(|target| target.dyn_into::<HtmlSelectElement>().ok()) {
                chosen.set(Some(select.value().into()));
            }
        })
    };
    let options = all.groups.keys().map(|id| {
        html! { <option value={id.to_string()} selected={*id == group}>{ &**id }</option> }
    });
    let choice = (all.groups.len() > 1).then(|| {
        let label = session.words.text("ui-figures-group");
        html! { <select class="mono" aria-label={label} {onchange}>{ for options }</select> }
    });
    let words = &session.words;
    let then = session.ghost.as_ref().or(session.before.as_ref()).filter(|film| film.is_complete()).cloned();
    let then = use_memo((then, group.clone()), |(film, group)| {
        Some(Figures::new(&film.as_ref()?.run()).groups.remove(group).unwrap_or_default())
    });
    let then = (*then).as_ref();
    // What stood there before the last change, where it is another.
    let was = |of: fn(&GroupFigures) -> u64, show: &dyn Fn(u64) -> String| {
        let then = then.map(of).filter(|then| *then != of(&figures))?;
        Some(words.say("fig-was", &[("figure", (&show(then)).into())]))
    };
    let other = session.ghost.as_ref().or(session.before.as_ref()).map(|film| film.run().scenario.clone());
    let other = other.filter(|other| other != session.scenario() && !session.embed);
    let is_known = !all.groups.is_empty();
    let known = |text: String| if is_known { text } else { "…".to_owned() };
    let time = |ms: u64| known(words.duration(ms));
    let count = |key: &str, of: fn(&GroupFigures) -> u64| {
        let number = |count: u64| known(clock::number(count as i64));
        let label = words.say(key, &[("count", (of(&figures) as i64).into())]);
        tile(number(of(&figures)), label, words.text(&format!("{key}.about")), was(of, &number))
    };
    html! {
        <section class="costs">
            <h2>{ words.text("ui-figures") }{ choice }</h2>
            <ul class="tiles wide">
                { tile(
                    time(figures.unread_ms), unread(words, &figures), words.text("fig-unread.about"), was(|it| it.unread_ms, &time),
                ) }
                { tile(
                    time(figures.rebalancing_ms), waiting(words, &figures), words.text("fig-rebalancing.about"),
                    was(|it| it.rebalancing_ms, &time),
                ) }
            </ul>
            <ul class="tiles">
                { count("fig-rebalances", |it| it.rebalances.into()) }
                { count("fig-moved", |it| it.moved.into()) }
                { count("fig-twice", |it| it.twice) }
                { count("fig-skipped", |it| it.skipped) }
            </ul>
            if let Some(other) = other {
                <ActionButton
                    class="btn compare-before" label={words.text("cmp-before")} action={Does(Action::Compare(Some(other)))}
                >
                    { words.text("cmp-before") }
                </ActionButton>
            }
        </section>
    }
}

/// The group that a thing belongs to.
fn group_of(run: &Run, mark: &Mark) -> Option<GroupId> {
    let group = match mark {
        Mark::Desk(group) | Mark::State(group, _) | Mark::Timer(group, _) | Mark::Record { group, .. } => *group,
        Mark::Consumer(consumer)
        | Mark::Link(consumer)
        | Mark::Session(consumer)
        | Mark::Poll(consumer)
        | Mark::Chip(consumer, _)
        | Mark::Held(consumer) => {
            let role = run.cast.consumers.get(*consumer).filter(|role| role.grouped)?;
            role.group.index()
        }
        _ => return None,
    };
    run.cast.groups.get(group).cloned()
}

/// "unread, 3.1 s of it orders-1"
fn unread(words: &Words, figures: &GroupFigures) -> String {
    let topics = figures.unread_by_partition.iter();
    let partitions = topics.flat_map(|(topic, them)| them.iter().map(move |(number, ms)| (topic, number, *ms)));
    match partitions.max_by_key(|(.., ms)| *ms) {
        Some((topic, number, ms)) => {
            let (time, partition) = (words.duration(ms), format!("{topic}-{number}"));
            words.say("fig-unread-of", &[("time", (&time).into()), ("partition", (&partition).into())])
        }
        None => words.text("fig-unread"),
    }
}

/// "in rebalances, 4.0 s of it waiting for billing-2"
fn waiting(words: &Words, figures: &GroupFigures) -> String {
    match figures.waited_for_ms.iter().max_by_key(|(_, ms)| **ms).filter(|(_, ms)| **ms > 0) {
        Some((member, ms)) => {
            let time = words.duration(*ms);
            words.say("fig-rebalancing-waiting", &[("time", (&time).into()), ("member", (&**member).into())])
        }
        None => words.text("fig-rebalancing"),
    }
}

/// A number, what it counts, and what it was before the last change.
fn tile(number: String, label: String, about: String, was: Option<String>) -> Html {
    let was = was.map(|was| html! { <small class="was">{ was }</small> });
    html! { <li title={about}><span><b class="mono">{ number }</b>{ was }</span><span>{ label }</span></li> }
}
