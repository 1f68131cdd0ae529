//! `roundrobin`: all partitions of all topics in turn.
//!
//! Source: `RoundRobinAssignor`.

use super::{
    AssignError, GroupAssignment,
    assignment::{MapOrder, Shares},
    explain::{Step, Steps},
    group::{GroupSubscription, PartitionRef, count},
    order::{self, Subscribers},
};

/// Assigns the partitions of the group.
pub(super) fn assign<'a>(group: &'a GroupSubscription, steps: &mut Steps) -> Result<GroupAssignment<'a>, AssignError> {
    let circle = Circle::new(group)?;
    let mut sizes = vec![0; group.members.len()];
    circle.walk(|_, _, member| sizes[member as usize] += 1);
    let mut shares = Shares::with_room(sizes.into_iter());
    circle.walk(|partition, passed_over, member| {
        shares.push(member, partition);
        steps.note(partition, member, || Step::RoundRobinTurn { passed_over });
    });
    Ok(GroupAssignment::new(group, shares, MapOrder::New))
}

/// The members in a circle, and for each topic the places of its subscribers in it.
struct Circle<'a> {
    group: &'a GroupSubscription,
    members: Vec<u32>,
    places: Subscribers,
}

impl<'a> Circle<'a> {
    fn new(group: &'a GroupSubscription) -> Result<Self, AssignError> {
        let members = order::by_member_info(group);
        if members.is_empty() {
            return Err(AssignError::IllegalArgument("CircularIterator can only be used on non-empty lists"));
        }
        let places = Subscribers::new(group, &members, true);
        Ok(Self { group, members, places })
    }

    /// Deals all partitions out: `give` is told a partition, how many members were passed over, and who gets it.
    fn walk(&self, mut give: impl FnMut(PartitionRef, u32, u32)) {
        let members = count(self.members.len());
        let mut turn = 0;
        for topic in self.group.known_topics() {
            let places = self.places.of(topic);
            let mut next = places.partition_point(|&place| place < turn);
            for partition in 0..self.group.topics[topic as usize].partitions.cast_signed() {
                if next == places.len() {
                    next = 0;
                }
                let place = places[next];
                let passed_over = if place < turn { place + members - turn } else { place - turn };
                give(PartitionRef { topic, partition }, passed_over, self.members[place as usize]);
                turn = place + 1;
                next += 1;
            }
        }
    }
}
