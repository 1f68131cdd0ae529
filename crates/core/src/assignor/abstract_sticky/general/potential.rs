//! Who could have which partitions.

use crate::assignor::{group::GroupSubscription, order};

/// Subscriptions from both sides, as far as there is metadata (`topic2AllPotentialConsumers`,
/// `consumer2AllPotentialTopics`), and the orders that follow from them.
pub(super) struct Potential {
    /// The topics by how many candidates they have, then by name.
    pub(super) order: Vec<u32>,
    /// Each topic's candidates, in the order of the leader's map.
    candidates: Vec<Vec<u32>>,
    /// How many candidates a topic has; one that names it twice counts twice.
    counts: Vec<usize>,
    /// For each member its topics, bit by bit.
    subscribed: Vec<u64>,
    words: usize,
    /// How many partitions each member could have at most.
    most: Vec<u32>,
    /// The members by id.
    by_id: Vec<u32>,
    /// Each member's place in `by_id`.
    ranks: Vec<u32>,
}

impl Potential {
    pub(super) fn new(group: &GroupSubscription) -> Self {
        let topics = group.topics.len();
        let words = topics.div_ceil(64);
        let mut by_id: Vec<u32> = (0..).take(group.members.len()).collect();
        order::sort_by_id(group, &mut by_id);
        let mut ranks = vec![0; by_id.len()];
        for (rank, &member) in (0..).zip(&by_id) {
            ranks[member as usize] = rank;
        }
        let mut potential = Self {
            order: group.known_topics().collect(),
            candidates: vec![Vec::new(); topics],
            counts: vec![0; topics],
            subscribed: vec![0; words * group.members.len()],
            words,
            most: Vec::with_capacity(group.members.len()),
            by_id,
            ranks,
        };
        for member in (0..).take(group.members.len()) {
            potential.add(group, member);
        }
        potential.order.sort_by_key(|&topic| potential.counts[topic as usize]);
        potential
    }

    fn add(&mut self, group: &GroupSubscription, member: u32) {
        let (mut topics, mut most) = (0, 0_u32);
        for &topic in &group.members[member as usize].topics {
            let partitions = group.topics[topic as usize].partitions;
            if partitions == 0 {
                continue;
            }
            topics += 1;
            most = most.saturating_add(partitions);
            self.counts[topic as usize] += 1;
            if !self.is_subscribed(member, topic) {
                self.candidates[topic as usize].push(member);
                self.subscribed[member as usize * self.words + topic as usize / 64] |= 1 << (topic % 64);
            }
        }
        // as Kafka counts, even if a topic is there twice and another isn't
        self.most.push(if topics == self.order.len() { group.partitions } else { most });
    }

    /// Whether the member subscribes to a topic that there is metadata of.
    pub(super) fn is_subscribed(&self, member: u32, topic: u32) -> bool {
        self.subscribed[member as usize * self.words + topic as usize / 64] >> (topic % 64) & 1 == 1
    }

    /// A topic's candidates, in the order of the leader's map.
    pub(super) fn candidates(&self, topic: u32) -> &[u32] {
        &self.candidates[topic as usize]
    }

    /// How many candidates the topics' order counts.
    pub(super) fn count(&self, topic: u32) -> usize {
        self.counts[topic as usize]
    }

    /// Whether a topic's partitions could move (`canTopicParticipateInReassignment`).
    pub(super) fn is_movable(&self, topic: u32) -> bool {
        self.count(topic) >= 2
    }

    /// How many partitions the member could have at most (`getMaxAssignmentSize`).
    pub(super) fn most(&self, member: u32) -> u32 {
        self.most[member as usize]
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
