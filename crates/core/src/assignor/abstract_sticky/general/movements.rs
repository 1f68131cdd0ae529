//! Which partitions moved from whom to whom, so that two of one topic don't move past each other.
//!
//! Source: `AbstractStickyAssignor.PartitionMovements`.

use std::{cmp::Ordering, collections::HashMap};

use crate::{
    assignor::group::{GroupSubscription, PartitionRef},
    java,
    protocol::TopicPartition,
};

/// The moves so far. A partition that came back to where it was has not moved.
#[derive(Default)]
pub(super) struct Movements {
    /// Where each partition that moved was first.
    sources: HashMap<PartitionRef, u32>,
    /// Partitions of a topic by where they were first and where they are.
    by_pair: HashMap<(u32, u32, u32), java::HashSet<Moved>>,
}

impl Movements {
    /// Notes a move.
    pub(super) fn add(&mut self, group: &GroupSubscription, partition: PartitionRef, from: u32, to: u32) {
        let moved = Moved::new(group, partition);
        let source = self.sources.remove(&partition);
        if let Some(source) = source {
            let pair = (partition.topic, source, from);
            if let Some(partitions) = self.by_pair.get_mut(&pair) {
                partitions.remove(&moved);
                if partitions.is_empty() {
                    self.by_pair.remove(&pair);
                }
            }
        }
        let source = source.unwrap_or(from);
        if source != to {
            self.sources.insert(partition, source);
            self.by_pair.entry((partition.topic, source, to)).or_default().insert(moved);
        }
    }

    /// The partition to be moved in place of this one: one that moved the other way
    /// (`getTheActualPartitionToBeMoved`).
    pub(super) fn to_be_moved(&self, partition: PartitionRef, from: u32, to: u32) -> PartitionRef {
        let source = self.sources.get(&partition).copied().unwrap_or(from);
        let other_way = self.by_pair.get(&(partition.topic, to, source));
        other_way.and_then(|partitions| partitions.iter().next()).map_or(partition, |moved| moved.partition)
    }
}

/// A partition as a key of Java's sets.
#[derive(Clone, PartialEq, Eq)]
struct Moved {
    partition: PartitionRef,
    hash: i32,
}

impl Moved {
    fn new(group: &GroupSubscription, partition: PartitionRef) -> Self {
        let topic_hash = group.topics[partition.topic as usize].hash;
        Self { partition, hash: TopicPartition::hash_of(topic_hash, partition.partition) }
    }
}

impl java::Key for Moved {
    fn hash_code(&self) -> i32 {
        self.hash
    }

    fn compare_to(&self, _: &Self) -> Option<Ordering> {
        None
    }
}
