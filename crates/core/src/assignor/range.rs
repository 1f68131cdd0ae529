//! `range`: each topic by itself, in consecutive shares. Rack-aware since KIP-881.
//!
//! Source: `RangeAssignor`.

mod racks;

use super::{
    GroupAssignment,
    assignment::{MapOrder, Shares},
    explain::{Step, Steps},
    group::{GroupSubscription, PartitionRef, count},
    order::{self, Subscribers},
};

/// A topic and the members that subscribe to it, in the order in which they get their shares.
struct TopicShares<'a> {
    topic: u32,
    partitions: u32,
    subscribers: &'a [u32],
}

impl TopicShares<'_> {
    /// How many partitions each subscriber gets, and how many get one more.
    fn quota(&self) -> (u32, u32) {
        let subscribers = count(self.subscribers.len()).max(1);
        (self.partitions / subscribers, self.partitions % subscribers)
    }

    /// Without racks: how many partitions each subscriber gets, as long as there are any.
    fn ranges(&self) -> impl Iterator<Item = (u32, u32)> {
        let (quota, extra) = self.quota();
        let getting = if quota > 0 { self.subscribers.len() } else { extra as usize };
        (0..).zip(&self.subscribers[..getting]).map(move |(place, &member)| (member, quota + u32::from(place < extra)))
    }

    const fn partition(&self, partition: u32) -> PartitionRef {
        PartitionRef { topic: self.topic, partition: partition.cast_signed() }
    }
}

/// Assigns the partitions of the group.
pub(super) fn assign<'a>(group: &'a GroupSubscription, steps: &mut Steps) -> GroupAssignment<'a> {
    let subscribers = Subscribers::new(group, &order::by_member_info(group), false);
    let topics: Vec<TopicShares<'_>> = order::of_topic_map(group)
        .into_iter()
        .map(|topic| TopicShares {
            topic,
            partitions: group.topics[topic as usize].partitions,
            subscribers: subscribers.of(topic),
        })
        .collect();
    let shares = racks::assign(group, &topics, steps).unwrap_or_else(|| assign_ranges(group, &topics, steps));
    GroupAssignment::new(group, shares, MapOrder::New)
}

/// Without racks: the first subscribers get one more if the partitions can't be shared out evenly.
fn assign_ranges(group: &GroupSubscription, topics: &[TopicShares<'_>], steps: &mut Steps) -> Shares {
    let mut sizes = vec![0; group.members.len()];
    for (member, size) in topics.iter().flat_map(TopicShares::ranges) {
        sizes[member as usize] += size;
    }
    let mut shares = Shares::with_room(sizes.into_iter());
    for topic in topics {
        let (quota, _) = topic.quota();
        let mut next = 0;
        for (member, size) in topic.ranges() {
            for place in 0..size {
                let partition = topic.partition(next + place);
                shares.push(member, partition);
                steps.note(partition, member, || if place == quota { Step::RangeExtra } else { Step::RangeShare });
            }
            next += size;
        }
    }
    shares
}
