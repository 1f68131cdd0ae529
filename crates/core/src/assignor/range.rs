//! `range`: each topic by itself, in consecutive shares. Rack-aware since KIP-881.
//!
//! Source: `RangeAssignor`.

mod racks;

use super::{
    GroupAssignment,
    assignment::walk_of_copy,
    explain::{Step, Steps},
    group::{GroupSubscription, PartitionRef},
    order,
};

/// A topic and the members that subscribe to it, in the order in which they get their shares.
struct TopicShares {
    topic: u32,
    partitions: u32,
    subscribers: Vec<u32>,
}

impl TopicShares {
    /// How many partitions each subscriber gets, and how many get one more.
    fn quota(&self) -> (u32, u32) {
        let subscribers = u32::try_from(self.subscribers.len()).unwrap_or(u32::MAX).max(1);
        (self.partitions / subscribers, self.partitions % subscribers)
    }

    const fn partition(&self, partition: u32) -> PartitionRef {
        PartitionRef { topic: self.topic, partition: partition.cast_signed() }
    }
}

/// Assigns the partitions of the group.
pub(super) fn assign<'a>(group: &'a GroupSubscription, steps: &mut Steps) -> GroupAssignment<'a> {
    let topics = shares(group);
    let mut shares = vec![Vec::new(); group.members.len()];
    if !racks::assign(group, &topics, &mut shares, steps) {
        for topic in &topics {
            assign_ranges(topic, &mut shares, steps);
        }
    }
    let members: Vec<u32> = (0..).take(group.members.len()).collect();
    GroupAssignment::new(group, shares, walk_of_copy(group, &members))
}

/// The topics in the order in which they are assigned.
fn shares(group: &GroupSubscription) -> Vec<TopicShares> {
    let mut subscribers = vec![Vec::new(); group.topics.len()];
    for member in order::by_member_info(group) {
        for &topic in &group.members[member as usize].topics {
            let subscribers: &mut Vec<u32> = &mut subscribers[topic as usize];
            // a topic that a member names twice counts once
            if subscribers.last() != Some(&member) {
                subscribers.push(member);
            }
        }
    }
    let shares = order::of_topic_map(group).into_iter().map(|topic| TopicShares {
        topic,
        partitions: group.topics[topic as usize].partitions,
        subscribers: std::mem::take(&mut subscribers[topic as usize]),
    });
    shares.collect()
}

/// Without racks: the first subscribers get one more if the partitions can't be shared out evenly.
fn assign_ranges(topic: &TopicShares, shares: &mut [Vec<PartitionRef>], steps: &mut Steps) {
    let (quota, extra) = topic.quota();
    let mut next = 0;
    for (place, &member) in (0..).zip(&topic.subscribers) {
        let end = next + quota + u32::from(place < extra);
        shares[member as usize].extend((next..end).map(|partition| topic.partition(partition)));
        for partition in next..end {
            let is_extra = partition - next == quota;
            steps.note(
                topic.partition(partition),
                member,
                || if is_extra { Step::RangeExtra } else { Step::RangeShare },
            );
        }
        next = end;
    }
}
