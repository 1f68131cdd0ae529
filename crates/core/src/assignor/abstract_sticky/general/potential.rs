//! Who could have which partitions.

use crate::assignor::{
    group::GroupSubscription,
    order::{self, Subscribers},
};

/// Subscriptions from both sides, as far as there is metadata (`topic2AllPotentialConsumers`,
/// `consumer2AllPotentialTopics`), and the orders that follow from them.
pub(super) struct Potential {
    /// The topics by how many candidates they have, then by name.
    pub(super) order: Vec<u32>,
    /// Each topic's candidates, in the order of the leader's map.
    candidates: Subscribers,
    /// How many candidates a topic has; one that names it twice counts twice.
    counts: Vec<u32>,
    /// For each subscription its topics, bit by bit.
    subscribed: Vec<u64>,
    words: usize,
    /// How many partitions a member could have at most, for each subscription.
    most: Vec<u32>,
    /// Each member's subscription.
    subscriptions: Vec<u32>,
    /// The members by id.
    by_id: Vec<u32>,
    /// Each member's place in `by_id`.
    ranks: Vec<u32>,
}

impl Potential {
    pub(super) fn new(group: &GroupSubscription) -> Self {
        let members: Vec<u32> = group.member_numbers().collect();
        let mut by_id = members.clone();
        order::sort_by_id(group, &mut by_id);
        let mut ranks = vec![0; by_id.len()];
        for (rank, &member) in (0..).zip(&by_id) {
            ranks[member as usize] = rank;
        }
        let words = group.topics.len().div_ceil(64);
        let mut potential = Self {
            order: group.known_topics().collect(),
            candidates: Subscribers::new(group, &members, false),
            counts: vec![0; group.topics.len()],
            subscribed: vec![0; words * group.subscriptions.len()],
            words,
            most: Vec::with_capacity(group.subscriptions.len()),
            subscriptions: group.members.iter().map(|member| member.subscription).collect(),
            by_id,
            ranks,
        };
        potential.count(group);
        potential.order.sort_by_key(|&topic| potential.counts[topic as usize]);
        potential
    }

    fn count(&mut self, group: &GroupSubscription) {
        let mut subscribers = vec![0; group.subscriptions.len()];
        for &subscription in &self.subscriptions {
            subscribers[subscription as usize] += 1;
        }
        for (subscription, topics) in group.subscriptions.iter().enumerate() {
            let (mut known, mut most) = (0, 0_u32);
            for &topic in topics.iter().filter(|&&topic| group.topics[topic as usize].partitions > 0) {
                known += 1;
                most = most.saturating_add(group.topics[topic as usize].partitions);
                self.counts[topic as usize] += subscribers[subscription];
                self.subscribed[subscription * self.words + topic as usize / 64] |= 1 << (topic % 64);
            }
            // as Kafka counts, even if a topic is there twice and another isn't
            self.most.push(if known == self.order.len() { group.partitions } else { most });
        }
    }

    /// Whether the member subscribes to a topic that there is metadata of.
    pub(super) fn is_subscribed(&self, member: u32, topic: u32) -> bool {
        let subscription = self.subscriptions[member as usize] as usize;
        self.subscribed[subscription * self.words + topic as usize / 64] >> (topic % 64) & 1 == 1
    }

    /// A topic's candidates, in the order of the leader's map.
    pub(super) fn candidates(&self, topic: u32) -> &[u32] {
        self.candidates.of(topic)
    }

    /// How many candidates the topics' order counts.
    pub(super) fn count_of(&self, topic: u32) -> u32 {
        self.counts[topic as usize]
    }

    /// Whether a topic's partitions could move (`canTopicParticipateInReassignment`).
    pub(super) fn is_movable(&self, topic: u32) -> bool {
        self.count_of(topic) >= 2
    }

    /// How many partitions the member could have at most (`getMaxAssignmentSize`).
    pub(super) fn most(&self, member: u32) -> u32 {
        self.most[self.subscriptions[member as usize] as usize]
    }

    /// A number whose order is that of sizes, then of ids.
    pub(super) fn size_key(&self, size: u32, member: u32) -> u64 {
        u64::from(size) << 32 | u64::from(self.ranks[member as usize])
    }

    /// Size and member of a key.
    #[expect(clippy::cast_possible_truncation, reason = "takes the two halves apart")]
    pub(super) fn of_size_key(&self, key: u64) -> (u32, u32) {
        ((key >> 32) as u32, self.by_id[(key as u32) as usize])
    }
}
