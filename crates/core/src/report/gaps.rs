//! Times in which nobody of a group reads a partition.

use crate::simulation::{ConsumerIx, GroupIx, PartitionIx, Run};

/// A time in which nobody reads a partition that was read before: nobody of the group holds it, or only processes that are
/// dead or frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap {
    /// Its beginning, ms.
    pub from: u64,
    /// Its end, ms; `None` = it is still open at the run's end.
    pub to: Option<u64>,
    /// Who reads on.
    pub next: Option<ConsumerIx>,
}

/// The times in which nobody of a group reads a partition, from its first reader on.
#[must_use]
pub fn gaps_of(run: &Run, group: GroupIx, partition: PartitionIx) -> Vec<Gap> {
    let mut gaps = Vec::new();
    let mut open: Option<u64> = None;
    let lane = run.lanes.partitions[partition.index()].ownership.get(&group);
    for change in lane.into_iter().flat_map(|lane| lane.changes()) {
        match (change.value.reader, open) {
            (Some(next), Some(from)) => {
                open = None;
                gaps.push(Gap { from, to: Some(change.at), next: Some(next) });
            }
            (None, None) if change.value.last_reader.is_some() => open = Some(change.value.unread_since),
            _ => {}
        }
    }
    gaps.extend(open.map(|from| Gap { from, to: None, next: None }));
    gaps
}
