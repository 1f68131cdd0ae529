//! How a partition's log grows: its end as a function of time, so that no record has to exist.

/// Records of a topic over time. Record number k (from 0) of the whole topic is written as soon as k + 1 records are due,
/// and goes to partition k mod P.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Schedule {
    /// Thousandths of a record a second.
    pub rate: u64,
    /// Among how many partitions the records take turns.
    pub partitions: u32,
    /// The number of the first record that is shared out like this.
    pub from: u64,
}

/// Milliseconds a second, times thousandths a record.
const DUE: u64 = 1_000_000;

impl Schedule {
    /// How many records of the whole topic are due by `at` (ms).
    #[must_use]
    pub const fn due(&self, at: u64) -> u64 {
        at.saturating_mul(self.rate) / DUE
    }

    /// When record number `k` of the topic is written, ms; the rate is not 0.
    const fn written(&self, k: u64) -> u64 {
        ((k + 1) * DUE).div_ceil(self.rate)
    }
}

/// The end of a partition's log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Growth {
    /// Nothing is written.
    Still {
        /// The offset that the next record will get.
        end: i64,
    },
    /// Records come by a schedule.
    Steady {
        /// The offset that the schedule's first record for this partition has.
        base: i64,
        /// The partition's number.
        partition: u32,
        /// The schedule.
        schedule: Schedule,
    },
}

impl Growth {
    /// The offset that the next record after `at` (ms) gets.
    #[must_use]
    pub const fn end(&self, at: u64) -> i64 {
        match *self {
            Self::Still { end } => end,
            Self::Steady { base, partition, schedule } => {
                let due = schedule.due(at);
                let due = if due > schedule.from { due } else { schedule.from };
                base + (turns(due, partition, &schedule) - turns(schedule.from, partition, &schedule)) as i64
            }
        }
    }

    /// When the record with this offset is written (ms); `None` = not by this growth.
    #[must_use]
    pub const fn written(&self, offset: i64) -> Option<u64> {
        match *self {
            Self::Steady { base, partition, schedule } if offset >= base && schedule.rate > 0 => {
                let turn = turns(schedule.from, partition, &schedule) + (offset - base) as u64;
                Some(schedule.written(turn * schedule.partitions as u64 + partition as u64))
            }
            _ => None,
        }
    }

    /// When the log grows next after `at` (ms).
    #[must_use]
    pub const fn next_record(&self, at: u64) -> Option<u64> {
        self.written(self.end(at))
    }
}

/// How many of a topic's first `due` records are this partition's.
const fn turns(due: u64, partition: u32, schedule: &Schedule) -> u64 {
    let partitions = schedule.partitions as u64;
    (due + partitions - 1 - partition as u64) / partitions
}

impl Default for Growth {
    fn default() -> Self {
        Self::Still { end: 0 }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn seventy_records_a_second_take_turns_over_seven_partitions() {
        let schedule = Schedule { rate: 70_000, partitions: 7, from: 0 };
        let log = |partition| Growth::Steady { base: 0, partition, schedule };
        assert_eq!((log(0).end(14), log(0).end(15), log(1).end(28), log(1).end(29)), (0, 1, 0, 1));
        assert_eq!((0..7).map(|partition| log(partition).end(1000)).sum::<i64>(), 70);
        assert_eq!(log(0).next_record(15), Some(115));
        assert_eq!(log(6).written(9), Some(1000));
    }

    proptest! {
        #[test]
        fn each_record_is_written_when_the_log_passes_its_offset(
            rate in 1_u64..5_000_000, partitions in 1_u32..20, from in 0_u64..1000, base in 0_i64..50, at in 0_u64..100_000,
            partition in 0_u32..20,
        ) {
            let schedule = Schedule { rate, partitions, from };
            let log = Growth::Steady { base, partition: partition % partitions, schedule };
            let end = log.end(at);
            let next = log.next_record(at).unwrap();
            prop_assert!(next > at);
            prop_assert!(log.end(next) > end && log.end(next - 1) == end);
            prop_assert_eq!(log.written(end), Some(next));
        }

        #[test]
        fn no_record_is_lost_or_doubled(rate in 1_u64..5_000_000, partitions in 1_u32..20, at in 0_u64..100_000) {
            let schedule = Schedule { rate, partitions, from: 0 };
            let all = (0..partitions).map(|partition| Growth::Steady { base: 0, partition, schedule }.end(at));
            prop_assert_eq!(all.sum::<i64>() as u64, schedule.due(at));
        }
    }
}
