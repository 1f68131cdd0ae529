//! A group's coordinator moves to another broker.

use crate::{
    coordinator::Note,
    simulation::{
        BrokerIx, GroupIx, Run,
        lane::Change,
        trace::{Event, EventId, EventKind},
    },
};

/// A change of the broker that coordinates a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Takeover {
    /// Who coordinated before.
    pub from: Option<BrokerIx>,
    /// Since when that broker was down, ms; `None` = it ran.
    pub down: Option<u64>,
    /// When it had given the group up, ms; `None` = it went without a word.
    pub unloaded: Option<u64>,
    /// Who leads the partition of `__consumer_offsets` now.
    pub to: Option<BrokerIx>,
    /// The epoch of that leadership.
    pub epoch: i32,
    /// Since when, ms.
    pub elected: u64,
    /// What that broker has loaded; `None` = it still loads, or nobody leads.
    pub loaded: Option<Loaded>,
}

/// What a broker read when it became the coordinator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// When it was done, ms.
    pub at: u64,
    /// How many records there were in the partition.
    pub records: usize,
    /// How many members of the group; `None` = it knows no such group.
    pub members: Option<usize>,
}

impl Takeover {
    /// The latest one by `at` (ms). `None` = the first coordinator is still in charge.
    #[must_use]
    pub fn latest(run: &Run, group: GroupIx, at: u64) -> Option<Self> {
        let lanes = &run.lanes.groups[group.index()];
        let known: Vec<&Change<_>> = lanes.coordinator.changes().iter().filter(|change| change.at <= at).collect();
        let [.., before, change] = known[..] else { return None };
        let is_down = |broker: BrokerIx| run.lanes.brokers[broker.index()].at(at.min(change.at)).filter(|it| !it.value);
        let epoch = lanes.epoch.at(change.at).map_or(0, |epoch| epoch.value);
        Some(Self {
            from: before.value,
            down: before.value.and_then(is_down).map(|down| down.at),
            unloaded: before.value.and_then(|broker| unloaded(run, group, broker, change.at)),
            to: change.value,
            epoch,
            elected: change.at,
            loaded: change.value.and_then(|broker| loaded(run, group, broker, (change.at, at))),
        })
    }
}

/// The notes of a broker's coordinator from `from` to `to` (ms, inclusive).
fn notes(run: &Run, broker: BrokerIx, (from, to): (u64, u64)) -> impl Iterator<Item = (&Event, GroupIx, &Note)> {
    let EventId(first) = run.trace.first_from(from);
    let events = run.trace.events[first as usize..].iter().take_while(move |event| event.at <= to);
    events.filter_map(move |event| match event.kind {
        EventKind::Coordinator { group, broker: of, note } if of == broker => {
            Some((event, group, &run.trace.coordinator_notes[note.index()]))
        }
        _ => None,
    })
}

fn is_here(run: &Run, one: GroupIx, other: GroupIx) -> bool {
    let lanes = &run.lanes.groups;
    lanes[one.index()].offsets_partition == lanes[other.index()].offsets_partition
}

fn unloaded(run: &Run, group: GroupIx, broker: BrokerIx, at: u64) -> Option<u64> {
    let mut notes = notes(run, broker, (at, at));
    notes.find_map(|(event, of, note)| (matches!(note, Note::Unloaded) && is_here(run, of, group)).then_some(event.at))
}

fn loaded(run: &Run, group: GroupIx, broker: BrokerIx, span: (u64, u64)) -> Option<Loaded> {
    let mut members = None;
    for (event, of, note) in notes(run, broker, span) {
        match note {
            Note::GroupLoaded { members: count, .. } if of == group => members = Some(*count),
            Note::Loaded { records, .. } if is_here(run, of, group) => {
                return Some(Loaded { at: event.at, records: *records, members });
            }
            _ => {}
        }
    }
    None
}
