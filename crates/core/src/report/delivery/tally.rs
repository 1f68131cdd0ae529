//! How many records came twice, how many were passed over.

use serde::Serialize;

use super::{Delivery, Painted, Replay, is_held};
use crate::simulation::Run;

/// Figures of a partition's records.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Tally {
    /// Records that poll() returned more than once: stretches `from .. to`.
    pub delivered_twice: Vec<(i64, i64)>,
    /// Records that were processed more than once.
    pub processed_twice: Vec<(i64, i64)>,
    /// Records that were passed over: below what is committed or processed, never processed, and no process that runs has
    /// them before it.
    pub skipped: Vec<(i64, i64)>,
}

impl Tally {
    /// How many records some stretches hold.
    #[must_use]
    pub fn count(stretches: &[(i64, i64)]) -> i64 {
        stretches.iter().map(|(from, to)| to - from).sum()
    }
}

impl Delivery {
    /// The figures at `at` (ms); those of the whole run at [`Run::computed`].
    #[must_use]
    pub fn tally(&self, run: &Run, at: u64) -> Tally {
        self.tally_of(run, at, &self.replay(at))
    }

    pub(super) fn tally_of(&self, run: &Run, at: u64, replay: &Replay) -> Tally {
        Tally {
            delivered_twice: replay.returned.where_is(|count| *count > 1),
            processed_twice: replay.processed.where_is(|count| *count > 1),
            skipped: self.skipped(run, at, replay),
        }
    }

    fn skipped(&self, run: &Run, at: u64, replay: &Replay) -> Vec<(i64, i64)> {
        let Some(start) = self.start else { return Vec::new() };
        let processed = replay.processed.stretches();
        let horizon = self.committed_at(run, at).max(processed.last().map(|(_, to, _)| *to)).unwrap_or(start);
        let mut passed: Painted<bool> = Painted::default();
        passed.paint(start, horizon, |_| true);
        let held = replay.readers.iter().flat_map(|(_, own)| own.where_is(is_held));
        for (from, to) in processed.iter().map(|(from, to, _)| (*from, *to)).chain(held) {
            passed.paint(from, to, |_| false);
        }
        passed.where_is(|is_passed| *is_passed)
    }

    pub(super) fn committed_at(&self, run: &Run, at: u64) -> Option<i64> {
        run.lanes.partitions[self.partition.index()].committed.get(&self.group)?.at(at)?.value
    }
}
