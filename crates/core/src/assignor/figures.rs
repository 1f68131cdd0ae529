//! How good an assignment is.

use std::collections::HashSet;

use super::{
    GroupAssignment,
    group::{PartitionRef, count},
};
use crate::protocol::{MemberId, TopicName, TopicPartition};

/// How equal shares are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spread {
    /// The least that somebody has.
    pub least: u32,
    /// The most that somebody has.
    pub most: u32,
}

/// Figures of an assignment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// How many partitions the members have, over all topics.
    pub shares: Spread,
    /// How many partitions of a topic its subscribers have, in the order of the topics' names.
    pub topics: Vec<(TopicName, Spread)>,
    /// Partitions that stay with their members.
    pub kept: u32,
    /// Partitions that go from one member to another, those that are withheld for now included.
    pub moved: u32,
    /// Partitions that nobody had.
    pub new: u32,
    /// Partitions that a member in one of their racks has.
    pub rack_matches: u32,
    /// Partitions that have racks and whose member has one, so that they could match.
    pub rack_chances: u32,
}

impl Spread {
    fn of(sizes: impl Iterator<Item = u32> + Clone) -> Self {
        Self { least: sizes.clone().min().unwrap_or(0), most: sizes.max().unwrap_or(0) }
    }

    /// The difference of the two.
    #[must_use]
    pub const fn width(self) -> u32 {
        self.most - self.least
    }
}

impl GroupAssignment<'_> {
    /// Figures of this assignment against an earlier one.
    #[must_use]
    pub fn figures(&self, before: &[(MemberId, Vec<TopicPartition>)]) -> Figures {
        let moves = self.moves(before);
        let taken = moves.iter().filter(|it| it.from.is_some()).count();
        let given: Vec<(PartitionRef, u32)> = self.given().collect();
        let with_racks = given.iter().filter(|&&(it, member)| self.could_match(it, member));
        Figures {
            shares: Spread::of(self.group.member_numbers().map(|member| self.shares.len(member))),
            topics: self.topic_spreads(),
            kept: count(given.len() + self.withheld.len() - moves.len()),
            moved: count(taken),
            new: count(moves.len() - taken),
            rack_matches: count(with_racks.clone().filter(|&&(it, member)| self.matches(it, member)).count()),
            rack_chances: count(with_racks.count()),
        }
    }

    fn given(&self) -> impl Iterator<Item = (PartitionRef, u32)> + '_ {
        self.group.member_numbers().flat_map(|it| self.shares.of(it).iter().map(move |&partition| (partition, it)))
    }

    fn topic_spreads(&self) -> Vec<(TopicName, Spread)> {
        let group = self.group;
        let mut sizes = vec![vec![0; group.members.len()]; group.topics.len()];
        for (partition, member) in self.given() {
            sizes[partition.topic as usize][member as usize] += 1;
        }
        let topics: Vec<HashSet<u32>> = group.subscriptions.iter().map(|it| it.iter().copied().collect()).collect();
        let spread = |topic: u32| {
            let subscribes = |it: &u32| topics[group.members[*it as usize].subscription as usize].contains(&topic);
            let subscribers = group.member_numbers().filter(subscribes);
            let sizes = subscribers.map(|member| sizes[topic as usize][member as usize]);
            (group.topics[topic as usize].name.clone(), Spread::of(sizes))
        };
        group.known_topics().map(spread).collect()
    }

    fn racks_of(&self, partition: PartitionRef) -> &[u32] {
        self.group.number(partition).map_or(&[], |number| self.group.racks.of(number))
    }

    fn could_match(&self, partition: PartitionRef, member: u32) -> bool {
        self.group.members[member as usize].rack.is_some() && !self.racks_of(partition).is_empty()
    }

    fn matches(&self, partition: PartitionRef, member: u32) -> bool {
        let rack = self.group.members[member as usize].rack;
        rack.is_some_and(|rack| self.racks_of(partition).contains(&rack))
    }
}
