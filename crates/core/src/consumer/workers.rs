//! Worker threads behind one consumer: the polling thread hands records over and polls again.
//!
//! This is the application's own doing; the client knows nothing of it, and commits what poll() returned, worked on or not.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::{
    Consumer,
    commits::Offsets,
    fetcher::Records,
    io::{Application, CommitMode, Note},
};
use crate::protocol::{NO_LEADER_EPOCH, Name, OffsetCommitPartition, TopicPartition};

/// How many records the queue holds; the polling thread waits until there is room again.
const QUEUE: u64 = 1000;

/// The workers and their queue.
#[derive(Debug, Default)]
pub(super) struct Workers {
    /// What waits, in the order in which poll() returned it.
    queue: VecDeque<Records>,
    waiting: u64,
    /// What each busy worker works on, and until when, ms.
    busy: Vec<(u64, TopicPartition, i64)>,
    /// How far each partition is finished, if that is to be committed.
    progress: BTreeMap<TopicPartition, Progress>,
}

/// What is finished of a partition.
#[derive(Debug, Default)]
struct Progress {
    /// All records before this one are finished.
    to: i64,
    /// What is finished beyond it.
    beyond: BTreeSet<i64>,
    /// Where the next records to come begin.
    end: i64,
    committed: i64,
}

impl Workers {
    /// Takes records over.
    pub(super) fn take(&mut self, now: u64, records: &[Records], application: &Application) {
        for it in records {
            self.waiting += u64::from(it.count);
            self.queue.push_back(it.clone());
            if application.commit == CommitMode::SyncEach {
                let progress = self.progress.entry(it.partition.clone()).or_default();
                if progress.end != it.first {
                    *progress = Progress { to: it.first, committed: it.first, ..Progress::default() };
                }
                progress.end = it.first + i64::from(it.count);
            }
        }
        self.begin(now, application);
    }

    /// Free workers take what waits.
    fn begin(&mut self, now: u64, application: &Application) {
        while self.busy.len() < application.workers as usize
            && let Some(next) = self.queue.front_mut()
        {
            self.busy.push((now.saturating_add(application.process_ms), next.partition.clone(), next.first));
            self.waiting -= 1;
            next.first += 1;
            next.count -= 1;
            if next.count == 0 {
                self.queue.pop_front();
            }
        }
    }

    /// When the next worker is finished, ms; `None` = nobody works.
    pub(super) fn wake(&self) -> Option<u64> {
        self.busy.iter().map(|(until, ..)| *until).min()
    }

    /// When the polling thread may look for room again, ms; `None` = there is room.
    pub(super) fn room_at(&self) -> Option<u64> {
        if self.waiting < QUEUE { None } else { self.wake() }
    }

    /// A record that is finished by now.
    fn next_finished(&mut self, now: u64) -> Option<(TopicPartition, i64)> {
        let index = self.busy.iter().position(|(until, ..)| *until <= now)?;
        let (_, partition, offset) = self.busy.remove(index);
        if let Some(progress) = self.progress.get_mut(&partition) {
            progress.finish(offset);
        }
        Some((partition, offset))
    }
}

impl Progress {
    fn finish(&mut self, offset: i64) {
        if offset < self.to {
            return;
        }
        self.beyond.insert(offset);
        while self.beyond.remove(&self.to) {
            self.to += 1;
        }
    }
}

impl Consumer {
    /// Whether a worker is finished by now.
    pub(super) fn workers_are_due(&self) -> bool {
        self.workers.wake().is_some_and(|wake| wake <= self.now)
    }

    /// Workers finish records and take the next ones. What ends in one millisecond is told together where it is in a row.
    pub(super) fn run_workers(&mut self) {
        let mut finished: Vec<Records> = Vec::new();
        // With nothing to do for each, the whole queue is finished at once.
        while self.workers_are_due() {
            while let Some((partition, first)) = self.workers.next_finished(self.now) {
                let next = |it: &&mut Records| it.partition == partition && it.first + i64::from(it.count) == first;
                match finished.iter_mut().rev().find(next) {
                    Some(row) => row.count += 1,
                    None => finished.push(Records { partition, first, count: 1 }),
                }
            }
            self.workers.begin(self.now, &self.application);
        }
        for Records { partition, first, count } in finished {
            self.note(Note::Processed { partition, first, count });
        }
    }

    /// With `"commit": "sync.each"`: what is finished without a gap and not committed yet.
    pub(super) fn finished_offsets(&mut self) -> Option<Offsets> {
        let owned = &self.subscription.partitions;
        let moved = self.workers.progress.iter_mut().filter(|(of, it)| it.to > it.committed && owned.contains_key(*of));
        let offset = |(of, it): (&TopicPartition, &mut Progress)| {
            it.committed = it.to;
            OffsetCommitPartition {
                partition: of.clone(),
                committed_offset: it.to,
                committed_leader_epoch: NO_LEADER_EPOCH,
                committed_metadata: Name::default(),
            }
        };
        let offsets: Vec<_> = moved.map(offset).collect();
        (!offsets.is_empty()).then(|| offsets.into())
    }
}
