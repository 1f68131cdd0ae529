//! Owners of an earlier generation.

use super::MemberOf;
use crate::{
    assignor::{
        MaxGeneration,
        group::{GroupSubscription, PartitionRef},
    },
    protocol::NO_GENERATION,
};

/// For partitions that were claimed in an older generation than the newest: the latest of those who did
/// (`prepopulateCurrentAssignments`).
pub(super) struct PreviousOwners {
    members: MemberOf,
    generations: Vec<i32>,
}

impl PreviousOwners {
    pub(super) fn read(group: &GroupSubscription, max_generation: MaxGeneration) -> Self {
        let mut previous = Self { members: MemberOf::new(group.partitions), generations: Vec::new() };
        for (number, member) in (0..).zip(&group.members) {
            let generation = member.generation.unwrap_or(NO_GENERATION);
            if generation < max_generation.0 {
                for partition in member.owned.iter().filter_map(|&partition| group.number(partition)) {
                    previous.add(group, partition, number, generation);
                }
            }
        }
        previous
    }

    fn add(&mut self, group: &GroupSubscription, partition: u32, member: u32, generation: i32) {
        if self.generations.is_empty() {
            self.generations = vec![NO_GENERATION; group.partitions as usize];
        }
        let known = &mut self.generations[partition as usize];
        if self.members.get(partition).is_none() || generation > *known {
            *known = generation;
            self.members.put(partition, member);
        }
    }

    /// Whether there are none.
    pub(super) const fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The member that owned the partition before.
    pub(super) fn of(&self, group: &GroupSubscription, partition: PartitionRef) -> Option<u32> {
        if self.is_empty() { None } else { self.members.get(group.number(partition)?) }
    }
}
