//! One partition: who leads it, who has copies, and its log.

use super::{Growth, Schedule};
use crate::protocol::BrokerId;

/// Who leads a partition (`LeaderAndIsr`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leadership {
    /// The brokers with a copy, the preferred leader first.
    pub replicas: Vec<BrokerId>,
    /// The leader; `None` = none of the live brokers has a copy.
    pub leader: Option<BrokerId>,
    /// The leader's epoch, from 0.
    pub epoch: i32,
}

impl Leadership {
    /// Partition number p is led by the broker at place p mod N of the list; its copies are on the next ones round it.
    #[must_use]
    pub fn new(partition: usize, copies: usize, brokers: &[BrokerId]) -> Self {
        let ring = brokers.iter().cycle().skip(partition % brokers.len().max(1));
        let replicas: Vec<_> = ring.take(copies.min(brokers.len())).copied().collect();
        Self { leader: replicas.first().copied(), replicas, epoch: 0 }
    }

    /// Gives the partition another leader, and with it a new epoch. Whether anything changed.
    pub fn elect(&mut self, leader: Option<BrokerId>) -> bool {
        let changed = self.leader != leader;
        if changed {
            self.leader = leader;
            self.epoch += 1;
        }
        changed
    }

    /// The replica to lead next: the first `fit` one (`PartitionChangeBuilder.electLeader`).
    #[must_use]
    pub fn successor(&self, fit: impl Fn(BrokerId) -> bool) -> Option<BrokerId> {
        self.replicas.iter().copied().find(|broker| fit(*broker))
    }
}

/// A partition of a topic.
#[derive(Clone, Debug)]
pub struct Partition {
    /// Who leads it.
    pub leadership: Leadership,
    /// How its log grows by the producer's schedule, whether or not it is readable now.
    planned: Growth,
    /// By what schedules it grew before, the oldest first.
    past: Vec<Growth>,
    /// How the readable log grows: as planned, or not at all while there is no leader or a copy is missing.
    pub log: Growth,
    /// The oldest offset there is.
    pub log_start: i64,
    /// The first offsets of its segments after the oldest one, ascending; rolled when the log is looked at.
    pub(super) segments: Vec<i64>,
    /// The size of a record.
    pub record_bytes: u32,
    /// The epochs of its leaders with the offset at which each begins, ascending.
    pub epochs: Vec<(i32, i64)>,
}

impl Partition {
    /// A partition with `records` records and a producer.
    #[must_use]
    pub fn new(leadership: Leadership, number: u32, records: i64, schedule: Schedule, record_bytes: u32) -> Self {
        let planned = match schedule.rate {
            0 => Growth::Still { end: records },
            _ => Growth::Steady { base: records, partition: number, schedule },
        };
        Self {
            leadership,
            planned,
            past: Vec::new(),
            log: planned,
            log_start: 0,
            segments: Vec::new(),
            record_bytes,
            epochs: vec![(0, 0)],
        }
    }

    /// The offset behind the last readable record.
    #[must_use]
    pub fn end(&self, now: u64) -> i64 {
        self.log.end(now)
    }

    /// Whether new records can be read; if not, those that are produced meanwhile come all at once afterwards.
    pub fn set_open(&mut self, open: bool, now: u64) {
        self.log = if open { self.planned } else { Growth::Still { end: self.log.end(now) } };
    }

    /// From `now` on the producer follows another schedule.
    pub fn reschedule(&mut self, number: u32, schedule: Schedule, now: u64) {
        let open = self.log == self.planned;
        let base = self.planned.end(now);
        self.past.push(self.planned);
        self.planned = match schedule.rate {
            0 => Growth::Still { end: base },
            _ => Growth::Steady { base, partition: number, schedule },
        };
        if open {
            self.log = self.planned;
        }
    }

    /// Makes another broker the leader. Whether anything changed.
    pub fn elect(&mut self, leader: Option<BrokerId>, now: u64) -> bool {
        let changed = self.leadership.elect(leader);
        if changed {
            self.epochs.push((self.leadership.epoch, self.end(now)));
        }
        changed
    }

    /// The epoch of the leader that wrote the record at an offset.
    #[must_use]
    pub fn epoch_of(&self, offset: i64) -> i32 {
        let after = self.epochs.partition_point(|(_, start)| *start <= offset);
        after.checked_sub(1).map_or(0, |index| self.epochs[index].0)
    }

    /// The largest epoch not above `epoch`, and the offset at which it ends (`LeaderEpochFileCache.endOffsetFor`).
    #[must_use]
    pub fn end_of_epoch(&self, epoch: i32, now: u64) -> Option<(i32, i64)> {
        let after = self.epochs.partition_point(|(known, _)| *known <= epoch);
        let (found, _) = *self.epochs.get(after.checked_sub(1)?)?;
        let end = self.epochs.get(after).map_or_else(|| self.end(now), |(_, start)| *start);
        Some((found, end))
    }

    /// The timestamp of the record at an offset. Records that were there before the run have timestamp 0.
    #[must_use]
    pub fn timestamp(&self, offset: i64) -> u64 {
        let growths = [&self.planned].into_iter().chain(self.past.iter().rev());
        growths.filter_map(|growth| growth.written(offset)).next().unwrap_or_default()
    }

    /// The first readable record whose timestamp is `time` or later, with its timestamp.
    #[must_use]
    pub fn first_since(&self, time: u64, now: u64) -> Option<(i64, u64)> {
        let (mut low, mut high) = (self.log_start, self.end(now));
        while low < high {
            let middle = low + (high - low) / 2;
            if self.timestamp(middle) < time {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        (low < self.end(now)).then(|| (low, self.timestamp(low)))
    }
}
