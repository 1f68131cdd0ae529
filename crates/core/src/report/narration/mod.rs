//! What happens in a run, told in sentences: which sentence, when, by which event, and about whom. The words are the
//! languages' (`say-…`); here is only what they are said of.
//!
//! One pass over the trace finds every [`Moment`]. A run that still grows is read on from where the reading stopped.

mod args;
mod calm;
mod client;
mod group;
mod message;
mod offsets;
mod say;
mod tale;
#[cfg(test)]
mod tests;

pub use args::{Arg, Args};
pub use say::{Say, Weight};

use std::borrow::Cow;

use tale::Teller;

use crate::simulation::{ConsumerIx, GroupIx, Run, trace::EventId};

/// A sentence about an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// When, ms.
    pub at: u64,
    /// The event that it tells of.
    pub event: EventId,
    /// The group it is about.
    pub group: Option<GroupIx>,
    /// The consumer it is about.
    pub who: Option<ConsumerIx>,
    /// The sentence.
    pub say: Say,
    /// What stands in its placeholders.
    pub args: Args,
    /// Whether the run has not said this before: then the full sentence is due, otherwise the short form.
    pub first: bool,
}

/// A run in sentences.
#[derive(Debug, Default)]
pub struct Narration {
    teller: Teller,
    read: usize,
}

/// A line for a moment of the run.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<'a> {
    /// The sentence.
    pub say: Say,
    /// What stands in its placeholders.
    pub args: Cow<'a, Args>,
    /// Whether the full sentence is due; otherwise the short form.
    pub full: bool,
    /// The event that it tells of; none = it tells what holds.
    pub event: Option<EventId>,
}

/// What is to be read at a moment: one or two lines, and until when they hold (ms, exclusive).
#[derive(Clone, Debug, PartialEq)]
pub struct Now<'a> {
    /// The lines, in the order in which they are read.
    pub lines: Vec<Line<'a>>,
    /// When to ask again, ms of virtual time.
    pub until: u64,
}

/// How many sentences are read at once.
const LINES: usize = 2;

impl Narration {
    /// Reads a whole run.
    #[must_use]
    pub fn of(run: &Run) -> Self {
        let mut narration = Self::default();
        narration.read_on(run);
        narration
    }

    /// Reads what is new of a run that has grown. It must always be the same run.
    pub fn read_on(&mut self, run: &Run) {
        let known = run.trace.first_from(run.computed).index();
        while self.read < known {
            self.teller.hear(run, EventId(self.read as u32));
            self.read += 1;
        }
        self.teller.settle();
    }

    /// All that was told so far, by time.
    #[must_use]
    pub fn moments(&self) -> &[Moment] {
        &self.teller.moments
    }

    /// What is to be read at `at` (ms): what has just happened, or what holds while nothing does.
    #[must_use]
    pub fn now<'a>(&'a self, run: &Run, at: u64) -> Now<'a> {
        let moments = self.moments();
        let told = moments.partition_point(|moment| moment.at <= at);
        let next = moments[told..].iter().find(|moment| moment.is_worth_a_line()).map_or(u64::MAX, |moment| moment.at);
        let latest = moments[..told].iter().rev().find(|moment| moment.is_worth_a_line());
        match latest.filter(|latest| at < latest.at + latest.lasts()) {
            Some(latest) => Now { lines: lines(moments, latest.at), until: next.min(latest.at + latest.lasts()) },
            None => {
                let (line, until) = calm::line(run, at);
                Now { lines: vec![line], until: next.min(until) }
            }
        }
    }
}

/// The weightiest of what is told at one instant, in the order in which it happened.
fn lines(moments: &[Moment], at: u64) -> Vec<Line<'_>> {
    let from = moments.partition_point(|moment| moment.at < at);
    let instant = moments[from..].iter().take_while(|moment| moment.at == at);
    let mut chosen: Vec<(usize, &Moment)> = Vec::new();
    for moment in instant.filter(|moment| moment.is_worth_a_line()) {
        // What several do at once is told of the first.
        if chosen.iter().all(|(_, other)| other.say != moment.say) {
            chosen.push((chosen.len(), moment));
        }
    }
    chosen.sort_by_key(|(_, moment)| std::cmp::Reverse((moment.first, moment.say.weight())));
    chosen.truncate(LINES);
    chosen.sort_by_key(|(order, _)| *order);
    chosen.into_iter().map(|(_, moment)| Line::from(moment)).collect()
}

impl Moment {
    /// How long it is what there is to read, if nothing else happens, ms of virtual time.
    const fn lasts(&self) -> u64 {
        match self.say.weight() {
            Weight::News => 4000,
            Weight::Step | Weight::Everyday => 1500,
        }
    }

    /// Everyday life is worth a line at first sight only.
    fn is_worth_a_line(&self) -> bool {
        self.first || self.say.weight() > Weight::Everyday
    }
}

impl<'a> From<&'a Moment> for Line<'a> {
    fn from(moment: &'a Moment) -> Self {
        Self { say: moment.say, args: Cow::Borrowed(&moment.args), full: moment.first, event: Some(moment.event) }
    }
}
