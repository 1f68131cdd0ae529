//! An assignor's result.

use std::ops::Range;

use super::group::{GroupSubscription, PartitionRef, count};
use crate::{
    java,
    protocol::{MemberId, TopicPartition},
};

/// Who gets what: Kafka's `GroupAssignment`. Each member has its share, which may be empty.
#[derive(Clone, Debug)]
pub struct GroupAssignment<'a> {
    group: &'a GroupSubscription,
    shares: Shares,
    order: MapOrder,
}

/// The shares of all members, in one piece.
#[derive(Clone, Debug, Default)]
pub(super) struct Shares {
    partitions: Vec<PartitionRef>,
    /// Where each member's share is, by the members' numbers.
    spans: Vec<Range<u32>>,
}

/// The order of the map in which the algorithm gives the shares back.
#[derive(Clone, Debug)]
pub(super) enum MapOrder {
    /// A new map that got all members in the order of their numbers.
    New,
    /// A copy, of the size that it needs, of a copy of such a map.
    CopyOfCopy,
    /// This one.
    Known(Vec<u32>),
}

impl Shares {
    /// Empty shares with room for so many partitions each.
    pub(super) fn with_room(rooms: impl Iterator<Item = u32>) -> Self {
        let mut end = 0;
        let spans = rooms.map(|room| {
            let start = end;
            end += room;
            start..start
        });
        let spans = spans.collect();
        Self { partitions: vec![PartitionRef::default(); end as usize], spans }
    }

    /// Adds a partition to a member's share, within its room.
    pub(super) fn push(&mut self, member: u32, partition: PartitionRef) {
        let span = &mut self.spans[member as usize];
        self.partitions[span.end as usize] = partition;
        span.end += 1;
    }

    pub(super) fn of(&self, member: u32) -> &[PartitionRef] {
        let span = &self.spans[member as usize];
        &self.partitions[span.start as usize..span.end as usize]
    }

    pub(super) fn len(&self, member: u32) -> u32 {
        let span = &self.spans[member as usize];
        span.end - span.start
    }

    /// Keeps some of a member's partitions.
    pub(super) fn retain(&mut self, member: u32, mut keep: impl FnMut(PartitionRef) -> bool) {
        let span = &mut self.spans[member as usize];
        let mut end = span.start;
        for place in span.clone() {
            let partition = self.partitions[place as usize];
            if keep(partition) {
                self.partitions[end as usize] = partition;
                end += 1;
            }
        }
        span.end = end;
    }
}

impl From<Vec<Vec<PartitionRef>>> for Shares {
    fn from(lists: Vec<Vec<PartitionRef>>) -> Self {
        let mut shares = Self { partitions: Vec::with_capacity(lists.iter().map(Vec::len).sum()), spans: Vec::new() };
        for mut list in lists {
            let start = count(shares.partitions.len());
            shares.partitions.append(&mut list);
            shares.spans.push(start..count(shares.partitions.len()));
        }
        shares
    }
}

impl<'a> GroupAssignment<'a> {
    pub(super) fn new(group: &'a GroupSubscription, shares: Shares, order: MapOrder) -> Self {
        Self { group, shares, order }
    }

    /// Each member's share, in the order in which the leader sends them in SyncGroup. A share's order is the assignor's.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&'a MemberId, impl ExactSizeIterator<Item = TopicPartition>)> {
        let order = self.order.members(self.group);
        // AbstractPartitionAssignor and ConsumerCoordinator each put the shares into a new map.
        let order = walk_of_copy(self.group, &order);
        let order = walk_of_copy(self.group, &order);
        order.into_iter().map(|member| {
            let share = self.shares.of(member).iter().map(|&partition| self.group.name(partition));
            (&self.group.members[member as usize].id, share)
        })
    }
}

impl MapOrder {
    /// The members in this order.
    pub(super) fn members(&self, group: &GroupSubscription) -> Vec<u32> {
        let new = || walk_of_copy(group, &group.member_numbers().collect::<Vec<_>>());
        match self {
            Self::New => new(),
            Self::CopyOfCopy => {
                let order = walk_of_copy(group, &new());
                let mut map = java::HashMap::with_capacity_for(order.len());
                map.extend(order.into_iter().map(|member| (group.members[member as usize].key(), member)));
                map.values().copied().collect()
            }
            Self::Known(order) => order.clone(),
        }
    }
}

/// The order in which a new `HashMap` is walked that got the members in this order.
pub(super) fn walk_of_copy(group: &GroupSubscription, order: &[u32]) -> Vec<u32> {
    let ids = order.iter().map(|&member| (group.members[member as usize].key(), member));
    let map: java::HashMap<_, _> = ids.collect();
    map.values().copied().collect()
}
