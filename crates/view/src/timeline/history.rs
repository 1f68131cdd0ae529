//! What a timeline shows: a stretch of a run as spans, lane by lane.

use groupscope_core::{
    protocol::{GroupId, Name, TopicPartition},
    simulation::frame::GroupState,
};

use crate::{
    clock,
    condition::Condition,
    token::{Hue, Token},
    words::Words,
};

/// From `from` to `to` (ms, exclusive) something holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Stretch<T> {
    /// Its beginning, ms.
    pub from: u64,
    /// Its end, ms, exclusive.
    pub to: u64,
    /// What holds.
    pub value: T,
}

impl<T> Stretch<T> {
    /// Whether it holds at `at`.
    #[must_use]
    pub fn holds_at(&self, at: u64) -> bool {
        self.from <= at && at < self.to
    }
}

/// A stretch of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    /// The window's beginning, ms.
    pub from: u64,
    /// The window's end, ms, exclusive.
    pub to: u64,
    /// The groups, in the order of the frame.
    pub groups: Vec<GroupTrack>,
    /// The consumers, in the order of the frame.
    pub consumers: Vec<ConsumerTrack>,
    /// The partitions, in the order of the frame.
    pub partitions: Vec<PartitionTrack>,
    /// What is done to the run.
    pub events: Vec<Event>,
}

/// A group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GroupTrack {
    /// `group.id`
    pub id: GroupId,
    /// Its states, each with the generation it has then.
    pub phases: Vec<Stretch<(GroupState, i32)>>,
}

/// A consumer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ConsumerTrack {
    /// Its name.
    pub name: Name,
    /// Whether it is a static member.
    pub is_static: bool,
    /// What it is.
    pub conditions: Vec<Stretch<Condition>>,
    /// When it leads its group.
    pub leads: Vec<Stretch<()>>,
    /// When it sent heartbeats, ms.
    pub heartbeats: Vec<u64>,
    /// The sessions that ran out or were close to it: from the last sign of life to their end.
    pub sessions: Vec<Stretch<()>>,
    /// Its requests that the coordinator let wait.
    pub parked: Vec<Stretch<()>>,
}

/// A partition.
#[derive(Clone, Debug, PartialEq)]
pub struct PartitionTrack {
    /// Which.
    pub partition: TopicPartition,
    /// Who reads it: a consumer's place, or `None` = nobody, though somebody did before.
    pub readers: Vec<Stretch<Option<usize>>>,
}

/// Something done to the run.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// When, ms.
    pub at: u64,
    /// What kind of thing.
    pub kind: EventKind,
    /// Its name in the reader's language.
    pub name: String,
}

/// What kind of thing is done to a run. Those that are drawn in a stronger colour are greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EventKind {
    /// Asked for: a start, a close, a change of settings.
    Action,
    /// From here on two runs that are compared differ.
    Parting,
    /// Something breaks or is held up.
    Fault,
}

impl EventKind {
    /// The colour of its line and name.
    #[must_use]
    pub const fn ink(self) -> Token {
        match self {
            Self::Action => Token::Ink,
            Self::Parting => Token::Text(Hue::Member(4)),
            Self::Fault => Token::Text(Hue::Bad),
        }
    }
}

impl History {
    /// Marks the moment (ms) from which on this run differs from the one it is compared with; what is done just then bears the
    /// mark.
    #[must_use]
    pub fn parting_at(mut self, at: u64, words: &Words) -> Self {
        if let Some(event) = self.events.iter_mut().find(|event| event.at == at) {
            event.kind = EventKind::Parting;
            return self;
        }
        let name = words.say("pic-runs-part", &[("time", (&clock::moment(at)).into())]);
        self.events.push(Event { at, kind: EventKind::Parting, name });
        self
    }

    /// The part of `spans` within the window.
    pub(super) fn within<'a, T>(&'a self, spans: &'a [Stretch<T>]) -> impl Iterator<Item = (u64, u64, &'a T)> {
        let (from, to) = (self.from, self.to);
        let inside = move |span: &&Stretch<T>| span.to > from && span.from < to;
        spans.iter().filter(inside).map(move |span| (span.from.max(from), span.to.min(to), &span.value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    fn kinds(at: u64) -> Vec<(u64, EventKind)> {
        let kill = Event { at: 44_000, kind: EventKind::Fault, name: "kill c2".into() };
        let history = History { to: 60_000, events: vec![kill], ..History::default() };
        let parted = history.parting_at(at, &testing::english());
        parted.events.iter().map(|event| (event.at, event.kind)).collect()
    }

    #[test]
    fn where_runs_part_is_an_event_of_its_own_unless_something_is_done_just_then() {
        assert_eq!(kinds(50_000), [(44_000, EventKind::Fault), (50_000, EventKind::Parting)]);
        assert_eq!(kinds(44_000), [(44_000, EventKind::Parting)]);
    }
}
