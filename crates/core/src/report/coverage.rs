//! Which records a group processed, how often, and which it passed over.

use std::collections::BTreeMap;

use super::summary::notes;
use crate::{
    consumer::{Note, PositionFrom},
    simulation::{GroupIx, PartitionIx, Run, lanes::NO_GROUP, trace::EventKind},
};

/// Offsets `from .. to`, as often as they were processed.
pub(super) type Stretches = Vec<(i64, i64)>;

/// What stretches of offsets cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Coverage {
    /// The lowest offset.
    pub(super) first: i64,
    /// The highest offset.
    pub(super) last: i64,
    /// How often a record is covered, all together.
    pub(super) records: u64,
    /// How many records are covered more than once.
    pub(super) twice: u64,
    /// How many records between the first and the last are not covered.
    pub(super) skipped: u64,
}

/// What each group processed of each partition; under [`NO_GROUP`] what consumers without one did.
pub(super) fn processed(run: &Run) -> BTreeMap<(GroupIx, PartitionIx), Stretches> {
    let mut stretches: BTreeMap<_, Stretches> = BTreeMap::new();
    for event in &run.trace.events {
        if let EventKind::RecordsProcessed { consumer, partition, records } = event.kind {
            let role = &run.cast.consumers[consumer.index()];
            let group = if role.grouped { role.group } else { NO_GROUP };
            let records = run.trace.records[records.index()];
            stretches.entry((group, partition)).or_default().push((records.first, records.end()));
        }
    }
    stretches
}

/// Counts what stretches cover; `None` if there are none.
pub(super) fn cover(stretches: &Stretches) -> Option<Coverage> {
    let mut sorted = stretches.clone();
    sorted.sort_unstable();
    let first = sorted.first()?.0;
    let records = sorted.iter().map(|(from, to)| to - from).sum::<i64>() as u64;
    // Below `once` all that comes has been seen, below `again` it has been counted as seen twice.
    let (mut once, mut again, mut twice, mut skipped) = (first, first, 0, 0);
    for (from, to) in sorted {
        skipped += (from - once).max(0) as u64;
        let repeated = from.max(again)..to.min(once);
        if !repeated.is_empty() {
            twice += (repeated.end - repeated.start) as u64;
            again = repeated.end;
        }
        once = once.max(to);
    }
    Some(Coverage { first, last: once - 1, records, twice, skipped })
}

/// From which offset on each partition is the group's to read: the first position anybody had, of a partition that was added
/// during the run its first record.
pub(super) fn starts(run: &Run, group: GroupIx) -> BTreeMap<PartitionIx, i64> {
    let mut starts = BTreeMap::new();
    for (_, consumer, note) in notes(run) {
        let Note::Position { partition, offset, from, .. } = note else { continue };
        let place = run.cast.partition(&partition.topic, partition.partition);
        let role = &run.cast.consumers[consumer.index()];
        let mine = role.grouped && role.group == group;
        if let Some(place) = place.filter(|_| mine && *from != PositionFrom::Seek) {
            let added = run.lanes.partitions[place.index()].leader.changes().first().is_some_and(|it| it.at > 0);
            starts.entry(place).or_insert(if added { 0 } else { *offset });
        }
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_counted_each_time_those_seen_again_once_and_holes_too() {
        assert_eq!(cover(&vec![]), None);
        let plain = Coverage { first: 5, last: 19, records: 15, twice: 0, skipped: 0 };
        assert_eq!(cover(&vec![(10, 20), (5, 10)]), Some(plain));
        let thrice = Coverage { first: 0, last: 11, records: 10 + 6 + 8, twice: 6 + 2, skipped: 0 };
        assert_eq!(cover(&vec![(0, 10), (2, 8), (4, 12)]), Some(thrice));
        let holes = Coverage { first: 0, last: 9, records: 5, twice: 0, skipped: 5 };
        assert_eq!(cover(&vec![(0, 2), (5, 6), (8, 10)]), Some(holes));
    }
}
