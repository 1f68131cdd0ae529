//! An assignor's result.

use super::group::{GroupSubscription, PartitionRef};
use crate::{
    java,
    protocol::{MemberId, TopicPartition},
};

/// Who gets what: Kafka's `GroupAssignment`. Each member has its share, which may be empty.
#[derive(Clone, Debug)]
pub struct GroupAssignment<'a> {
    group: &'a GroupSubscription,
    /// By the members' numbers.
    pub(super) shares: Vec<Vec<PartitionRef>>,
    /// The members in the order of the map that the algorithm gives back.
    order: Vec<u32>,
}

impl<'a> GroupAssignment<'a> {
    pub(super) fn new(group: &'a GroupSubscription, shares: Vec<Vec<PartitionRef>>, order: Vec<u32>) -> Self {
        Self { group, shares, order }
    }

    /// Each member's share, in the order in which the leader sends them in SyncGroup. A share's order is the assignor's.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&'a MemberId, impl ExactSizeIterator<Item = TopicPartition>)> {
        // AbstractPartitionAssignor and ConsumerCoordinator each put the shares into a new map.
        let order = walk_of_copy(self.group, &self.order);
        let order = walk_of_copy(self.group, &order);
        order.into_iter().map(|member| {
            let share = self.shares[member as usize].iter().map(|&partition| self.group.name(partition));
            (&self.group.members[member as usize].id, share)
        })
    }
}

/// The order in which a new `HashMap` is walked that got the members in this order.
pub(super) fn walk_of_copy(group: &GroupSubscription, order: &[u32]) -> Vec<u32> {
    let ids = order.iter().map(|&member| (group.members[member as usize].key(), member));
    let map: java::HashMap<_, _> = ids.collect();
    map.values().copied().collect()
}
