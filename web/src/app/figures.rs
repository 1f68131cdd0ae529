//! The figures of the run.

use std::rc::Rc;

use groupscope_core::report::{Figures, GroupFigures};
use groupscope_view::{clock, words::Words};
use yew::prelude::*;

use super::PartProps;
use crate::session::film::Film;

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

/// The figures of the scenario's group. While a run is being computed those of the run before stay.
#[component]
pub(super) fn FiguresPanel(PartProps { session }: &PartProps) -> Html {
    let sight = Sight { film: session.film.clone(), is_complete: session.film.is_complete() };
    let last = use_mut_ref(|| Rc::new(GroupFigures::default()));
    let figures = {
        let group = session.scenario().group.clone();
        use_memo(sight, move |sight| {
            if sight.is_complete {
                let mut figures = Figures::new(&sight.film.run());
                *last.borrow_mut() = Rc::new(figures.groups.remove(&group).unwrap_or_default());
            }
            last.borrow().clone()
        })
    };
    let words = &session.words;
    let then = session.ghost.as_ref().or(session.before.as_ref()).filter(|film| film.is_complete()).cloned();
    let then = use_memo((then, session.scenario().group.clone()), |(film, group)| {
        Some(Figures::new(&film.as_ref()?.run()).groups.remove(group).unwrap_or_default())
    });
    let then = (*then).as_ref();
    // What stood there before the last change, where it is another.
    let was = |of: fn(&GroupFigures) -> u64, show: &dyn Fn(u64) -> String| {
        let then = then.map(of).filter(|then| *then != of(&figures))?;
        Some(words.say("fig-was", &[("figure", (&show(then)).into())]))
    };
    let time = |ms: u64| words.duration(ms);
    let count = |key: &str, of: fn(&GroupFigures) -> u64| {
        let number = |count: u64| clock::number(count as i64);
        let label = words.say(key, &[("count", (of(&figures) as i64).into())]);
        tile(number(of(&figures)), label, words.text(&format!("{key}.about")), was(of, &number))
    };
    html! {
        <section class="costs">
            <h2>{ words.text("ui-figures") }</h2>
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
        </section>
    }
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
