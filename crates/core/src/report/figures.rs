//! The figures of a run: what it cost, in numbers that two runs can be compared by.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{
    ByPartition,
    coverage::{cover, processed, starts},
    gaps_of,
    summary::{insert, notes},
    waits::Waits,
};
use crate::{
    consumer::Note,
    protocol::{GroupId, Name},
    simulation::{ConsumerIx, GroupIx, PartitionIx, Run, frame::MemberState, trace::EventKind},
};

/// The figures of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Figures {
    /// Those of each group.
    pub groups: BTreeMap<GroupId, GroupFigures>,
    /// Those of each consumer.
    pub consumers: BTreeMap<Name, ConsumerFigures>,
}

/// The figures of a group.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GroupFigures {
    /// How many join phases ended.
    pub rebalances: u32,
    /// How long rebalances took, ms: from the begin of each join phase until its plan was in force. That of an empty group is
    /// not counted.
    pub rebalancing_ms: u64,
    /// How long of that all others had joined and waited for this one, ms.
    pub waited_for_ms: BTreeMap<Name, u64>,
    /// How long partitions lay unread after their first reader, all together, ms.
    pub unread_ms: u64,
    /// How long each of them did, ms; those that never did are left out.
    pub unread_by_partition: ByPartition<u64>,
    /// How often a partition was read on by another consumer than before.
    pub moved: u32,
    /// How many records were processed more than once.
    pub twice: u64,
    /// How many records were passed over: below what is committed or processed, and never processed.
    pub skipped: u64,
    /// The most records that a partition had behind its committed offset.
    pub max_lag: i64,
}

/// The figures of a consumer.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ConsumerFigures {
    /// How long its client was in PREPARING_REBALANCE or COMPLETING_REBALANCE, ms.
    pub rebalancing_ms: u64,
    /// How many of its commits failed.
    pub failed_commits: u32,
    /// How many exceptions reached its application.
    pub exceptions: u32,
    /// How many records it processed.
    pub records: u64,
    /// How many requests it sent.
    pub requests: u32,
}

impl Figures {
    /// The figures of a run.
    #[must_use]
    pub fn new(run: &Run) -> Self {
        let groups = run.cast.groups.iter().enumerate();
        let consumers = run.cast.consumers.iter().enumerate();
        let mut figures = Self {
            groups: groups.map(|(ix, id)| (id.clone(), GroupFigures::new(run, GroupIx::at(ix)))).collect(),
            consumers: consumers
                .map(|(ix, role)| (role.name.clone(), ConsumerFigures::new(run, ConsumerIx::at(ix))))
                .collect(),
        };
        figures.count_events(run);
        figures
    }

    fn count_events(&mut self, run: &Run) {
        let name = |consumer: ConsumerIx| &run.cast.consumers[consumer.index()].name;
        for exchange in &run.trace.exchanges {
            if let Some(consumer) = self.consumers.get_mut(name(exchange.consumer)) {
                consumer.requests += 1;
            }
        }
        for event in &run.trace.events {
            if let EventKind::RecordsProcessed { consumer, records, .. } = event.kind
                && let Some(consumer) = self.consumers.get_mut(name(consumer))
            {
                consumer.records += u64::from(run.trace.records[records.index()].count);
            }
        }
        for (_, consumer, note) in notes(run) {
            let Some(consumer) = self.consumers.get_mut(name(consumer)) else { continue };
            match note {
                Note::Committed { error, .. } if !error.is_none() => consumer.failed_commits += 1,
                Note::Thrown(_) => consumer.exceptions += 1,
                _ => {}
            }
        }
    }
}

impl ConsumerFigures {
    fn new(run: &Run, consumer: ConsumerIx) -> Self {
        let lane = &run.lanes.consumers[consumer.index()].member;
        let joins = |state| matches!(state, MemberState::PreparingRebalance | MemberState::CompletingRebalance);
        let spans = lane.spans(0, run.computed).filter(|span| joins(span.change.value.state));
        Self { rebalancing_ms: spans.map(|span| span.to - span.from).sum(), ..Self::default() }
    }
}

impl GroupFigures {
    fn new(run: &Run, group: GroupIx) -> Self {
        let Waits { rebalancing_ms, waited_for_ms } = Waits::of(run, group);
        let rebalances = run.trace.rebalances.iter().filter(|rebalance| rebalance.group == group).count() as u32;
        let mut figures = Self { rebalances, rebalancing_ms, waited_for_ms, ..Self::default() };
        for place in (0..run.cast.partitions.len()).map(PartitionIx::at) {
            figures.add_partition(run, group, place);
        }
        figures.add_records(run, group);
        figures
    }

    fn add_records(&mut self, run: &Run, group: GroupIx) {
        let mut processed = processed(run);
        for (place, start) in starts(run, group) {
            let mut stretches = processed.remove(&(group, place)).unwrap_or_default();
            let committed =
                run.lanes.partitions[place.index()].committed.get(&group).and_then(|lane| lane.last()?.value);
            // Empty stretches, so that what is missing at both ends counts as a hole.
            stretches.extend([Some(start), committed].into_iter().flatten().map(|edge| (edge, edge)));
            if let Some(coverage) = cover(&stretches) {
                self.twice += coverage.twice;
                self.skipped += coverage.skipped;
            }
        }
    }

    fn add_partition(&mut self, run: &Run, group: GroupIx, place: PartitionIx) {
        let lanes = &run.lanes.partitions[place.index()];
        let gaps = gaps_of(run, group, place);
        let unread = gaps.iter().map(|gap| gap.to.unwrap_or(run.computed.max(gap.from)) - gap.from).sum();
        if unread > 0 {
            self.unread_ms += unread;
            insert(&mut self.unread_by_partition, &run.cast.partitions[place.index()], unread);
        }
        let readers = lanes.ownership.get(&group).into_iter().flat_map(|lane| lane.changes());
        let readers: Vec<_> = readers.filter_map(|change| change.value.reader).collect();
        self.moved += readers.windows(2).filter(|pair| pair[0] != pair[1]).count() as u32;
        let commits = lanes.committed.get(&group).map(|lane| lane.changes()).unwrap_or_default();
        for (index, commit) in commits.iter().enumerate() {
            let Some(offset) = commit.value else { continue };
            // Just before the next commit the lag is largest.
            let until = commits.get(index + 1).map_or(run.computed, |next| next.at).saturating_sub(1).max(commit.at);
            let end = lanes.log.at(until).map_or(0, |log| log.value.end(until));
            self.max_lag = self.max_lag.max(end - offset);
        }
    }
}
