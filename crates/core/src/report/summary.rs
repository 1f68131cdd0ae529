//! The summary of a run, as the text formats fix it: member ids replaced by names, times in ms from the start.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{
    coverage::{Coverage, cover, processed},
    gaps_of,
};
use crate::{
    consumer::{CallbackKind, Note},
    coordinator,
    protocol::{GroupId, Name, TopicName, TopicPartition},
    simulation::{ConsumerIx, GroupIx, PartitionIx, Run, lanes::NO_GROUP, trace::EventKind, trace::Rebalance},
};

/// What came of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// The join phases of the scenario's group that ended.
    pub rebalances: Vec<RebalanceLine>,
    /// All calls of rebalance listeners.
    pub callbacks: Vec<CallbackLine>,
    /// How many requests of each kind each consumer sent.
    pub requests: BTreeMap<Name, BTreeMap<&'static str, u32>>,
    /// What the scenario's group committed last.
    pub committed: ByPartition<i64>,
    /// The exceptions that were thrown to applications.
    pub errors: Vec<ErrorLine>,
    /// When nobody of the scenario's group read a partition; what is open at the end is not here.
    pub gaps: ByPartition<Vec<GapLine>>,
    /// The partitions that nobody of the scenario's group reads at the end, though somebody did before.
    pub unowned_at_end: Vec<TopicPartition>,
    /// What the scenario's group processed.
    pub processed: ByPartition<Processed>,
    /// The parts of the other groups; under an empty id that of consumers that read without a group.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub groups: BTreeMap<GroupId, GroupPart>,
}

/// A value for each partition that has one.
pub type ByPartition<T> = BTreeMap<TopicName, BTreeMap<i32, T>>;

/// What is told of each group by itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GroupPart {
    /// The join phases that ended.
    pub rebalances: Vec<RebalanceLine>,
    /// What it committed last.
    pub committed: ByPartition<i64>,
    /// When nobody read a partition.
    pub gaps: ByPartition<Vec<GapLine>>,
    /// The partitions that nobody reads at the end, though somebody did before.
    pub unowned_at_end: Vec<TopicPartition>,
    /// What it processed.
    pub processed: ByPartition<Processed>,
}

/// A join phase that ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RebalanceLine {
    /// When, at the coordinator.
    pub at: u64,
    /// The new generation.
    pub generation: i32,
    /// The chosen assignor; none if nobody is left.
    pub protocol: Option<Name>,
    /// The leader; none if nobody is left.
    pub leader: Option<Name>,
    /// The members in the coordinator's order.
    pub members: Vec<Name>,
    /// Why it began, in the words of the broker's log.
    pub reason: String,
}

/// A call of a rebalance listener.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CallbackLine {
    /// When.
    pub at: u64,
    /// Whose.
    pub consumer: Name,
    /// Which method.
    pub kind: CallbackKind,
    /// Its argument.
    pub partitions: Vec<TopicPartition>,
}

/// An exception that was thrown to an application.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ErrorLine {
    /// When.
    pub at: u64,
    /// Whose.
    pub consumer: Name,
    /// Its simple class name.
    pub error: Name,
}

/// A time in which nobody read a partition.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GapLine {
    /// Its beginning.
    pub from: u64,
    /// Its end.
    pub to: u64,
    /// How long it lasted.
    pub ms: u64,
    /// Who read on.
    pub next: Name,
}

/// What was processed of a partition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Processed {
    /// The lowest offset.
    pub first: i64,
    /// The highest offset.
    pub last: i64,
    /// How often a record was processed.
    pub records: u64,
    /// How many records were processed more than once.
    pub twice: u64,
}

impl Summary {
    /// The summary of a run.
    #[must_use]
    pub fn new(run: &Run) -> Self {
        let mut processed = by_group(run);
        let mut parts = (0..run.cast.groups.len()).map(GroupIx::at).map(|group| {
            let part = GroupPart::new(run, group, processed.remove(&group).unwrap_or_default());
            (run.cast.groups[group.index()].clone(), part)
        });
        let (_, main) = parts.next().unwrap_or_default();
        let mut groups: BTreeMap<_, _> = parts.collect();
        if let Some(alone) = processed.remove(&NO_GROUP) {
            groups.insert(GroupId::default(), GroupPart::new(run, NO_GROUP, alone));
        }
        Self {
            rebalances: main.rebalances,
            callbacks: callbacks(run),
            requests: requests(run),
            committed: main.committed,
            errors: errors(run),
            gaps: main.gaps,
            unowned_at_end: main.unowned_at_end,
            processed: main.processed,
            groups,
        }
    }
}

impl GroupPart {
    fn new(run: &Run, group: GroupIx, processed: ByPartition<Processed>) -> Self {
        let rebalances = run.trace.rebalances.iter().filter(|it| it.group == group).map(|it| line(run, it)).collect();
        let mut part = Self { rebalances, processed, ..Self::default() };
        for place in (0..run.cast.partitions.len()).map(PartitionIx::at) {
            let partition = &run.cast.partitions[place.index()];
            let committed = run.lanes.partitions[place.index()].committed.get(&group).and_then(|lane| lane.last());
            if let Some(offset) = committed.and_then(|change| change.value) {
                insert(&mut part.committed, partition, offset);
            }
            let (closed, open): (Vec<_>, Vec<_>) =
                gaps_of(run, group, place).into_iter().partition(|gap| gap.to.is_some());
            if !closed.is_empty() {
                let lines = closed.iter().filter_map(|gap| {
                    let (to, next) = (gap.to?, name(run, gap.next?));
                    Some(GapLine { from: gap.from, to, ms: to - gap.from, next })
                });
                insert(&mut part.gaps, partition, lines.collect());
            }
            part.unowned_at_end.extend(open.iter().map(|_| partition.clone()));
        }
        part
    }
}

pub(super) fn insert<T>(all: &mut ByPartition<T>, partition: &TopicPartition, value: T) {
    all.entry(partition.topic.clone()).or_default().insert(partition.partition, value);
}

fn name(run: &Run, consumer: ConsumerIx) -> Name {
    run.cast.consumers[consumer.index()].name.clone()
}

fn line(run: &Run, rebalance: &Rebalance) -> RebalanceLine {
    RebalanceLine {
        at: run.trace.event(rebalance.event).at,
        generation: rebalance.generation,
        protocol: rebalance.protocol.clone(),
        leader: rebalance.leader.map(|leader| name(run, leader)),
        members: rebalance.members.iter().map(|member| name(run, *member)).collect(),
        reason: reason(run, rebalance),
    }
}

/// Why a rebalance began, with consumers' names in place of member ids.
fn reason(run: &Run, rebalance: &Rebalance) -> String {
    let EventKind::Coordinator { note, .. } = run.trace.event(rebalance.began).kind else { return String::new() };
    let coordinator::Note::Transition { reason: Some(reason), .. } = &run.trace.coordinator_notes[note.index()] else {
        return String::new();
    };
    let members = &run.lanes.groups[rebalance.group.index()].members;
    members.iter().fold(reason.to_string(), |text, member| match member.consumer {
        Some(consumer) => text.replace(member.id.as_str(), &name(run, consumer)),
        None => text,
    })
}

fn callbacks(run: &Run) -> Vec<CallbackLine> {
    notes(run)
        .filter_map(|(at, consumer, note)| match note {
            Note::Callback { kind, partitions, .. } => {
                Some(CallbackLine { at, consumer: name(run, consumer), kind: *kind, partitions: partitions.clone() })
            }
            _ => None,
        })
        .collect()
}

fn errors(run: &Run) -> Vec<ErrorLine> {
    notes(run)
        .filter_map(|(at, consumer, note)| match note {
            Note::Thrown(error) => Some(ErrorLine { at, consumer: name(run, consumer), error: error.clone() }),
            _ => None,
        })
        .collect()
}

/// The clients' notes with their times.
pub(super) fn notes(run: &Run) -> impl Iterator<Item = (u64, ConsumerIx, &Note)> {
    run.trace.events.iter().filter_map(|event| match event.kind {
        EventKind::Client { consumer, note } => Some((event.at, consumer, &run.trace.client_notes[note.index()])),
        _ => None,
    })
}

fn requests(run: &Run) -> BTreeMap<Name, BTreeMap<&'static str, u32>> {
    let mut counts: BTreeMap<Name, BTreeMap<&'static str, u32>> = BTreeMap::new();
    for exchange in &run.trace.exchanges {
        let consumer = &run.cast.consumers[exchange.consumer.index()].name;
        if !counts.contains_key(consumer) {
            counts.insert(consumer.clone(), BTreeMap::new());
        }
        if let Some(mine) = counts.get_mut(consumer) {
            *mine.entry(exchange.api.name()).or_default() += 1;
        }
    }
    counts
}

fn by_group(run: &Run) -> BTreeMap<GroupIx, ByPartition<Processed>> {
    let mut groups: BTreeMap<GroupIx, ByPartition<Processed>> = BTreeMap::new();
    for ((group, partition), stretches) in processed(run) {
        if let Some(Coverage { first, last, records, twice, .. }) = cover(&stretches) {
            let processed = Processed { first, last, records, twice };
            insert(groups.entry(group).or_default(), &run.cast.partitions[partition.index()], processed);
        }
    }
    groups
}
