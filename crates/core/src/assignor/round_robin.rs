//! `roundrobin`: all partitions of all topics in turn.
//!
//! Source: `RoundRobinAssignor`.

use super::{
    AssignError, GroupAssignment,
    assignment::walk_of_copy,
    explain::{Step, Steps},
    group::{GroupSubscription, PartitionRef},
    order,
};

/// Assigns the partitions of the group.
pub(super) fn assign<'a>(group: &'a GroupSubscription, steps: &mut Steps) -> Result<GroupAssignment<'a>, AssignError> {
    let members = order::by_member_info(group);
    if members.is_empty() {
        return Err(AssignError::IllegalArgument("CircularIterator can only be used on non-empty lists"));
    }
    let subscribers = places_of_subscribers(group, &members);
    let mut shares = vec![Vec::new(); members.len()];
    let mut turn = 0;
    for topic in group.known_topics() {
        let places = &subscribers[topic as usize];
        let mut next = places.partition_point(|&place| place < turn) % places.len();
        for partition in 0..group.topics[topic as usize].partitions {
            let place = places[next];
            let given = PartitionRef { topic, partition: partition.cast_signed() };
            let member = members[place as usize];
            shares[member as usize].push(given);
            let count = u32::try_from(members.len()).unwrap_or(u32::MAX);
            steps.note(given, member, || Step::RoundRobinTurn { passed_over: (place + count - turn) % count });
            turn = if place + 1 == count { 0 } else { place + 1 };
            next = if next + 1 == places.len() { 0 } else { next + 1 };
        }
    }
    let members: Vec<u32> = (0..).take(group.members.len()).collect();
    Ok(GroupAssignment::new(group, shares, walk_of_copy(group, &members)))
}

/// For each topic the places of its subscribers in the circle of members, ascending.
fn places_of_subscribers(group: &GroupSubscription, members: &[u32]) -> Vec<Vec<u32>> {
    let mut subscribers = vec![Vec::new(); group.topics.len()];
    for (place, &member) in (0..).zip(members) {
        for &topic in &group.members[member as usize].topics {
            let places: &mut Vec<u32> = &mut subscribers[topic as usize];
            // a topic that a member names twice counts once
            if places.last() != Some(&place) {
                places.push(place);
            }
        }
    }
    subscribers
}
