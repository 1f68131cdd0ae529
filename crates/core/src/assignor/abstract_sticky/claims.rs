//! What members claim to own, and whose claim counts.

use std::collections::{HashMap, HashSet};

use super::MemberOf;
use crate::{
    assignor::{
        MaxGeneration,
        assignment::walk_of_copy,
        group::{GroupSubscription, PartitionRef},
    },
    protocol::NO_GENERATION,
};

/// The claims that count, and whether all members subscribe to the same topics (`allSubscriptionsEqual`).
pub(super) struct Claims {
    pub(super) all_subscriptions_equal: bool,
    /// What each member keeps of its claims, in the order in which it claims them, by the members' numbers.
    pub(super) owned: Vec<Vec<PartitionRef>>,
    /// The members in the order of the map `consumerToOwnedPartitions`.
    pub(super) order: Vec<u32>,
    /// Partitions that two members claimed in one generation (`partitionsWithMultiplePreviousOwners`).
    pub(super) contested: HashSet<PartitionRef>,
}

impl Claims {
    /// Looks at the members in the order of the leader's map, at their claims in the order in which they are made.
    pub(super) fn read(group: &GroupSubscription, max_generation: &mut MaxGeneration) -> Self {
        let mut equality = Equality::new(group);
        let mut contest = Contest::new(group);
        for (number, member) in (0..).zip(&group.members) {
            equality.look_at(&member.topics);
            let generation = member.generation.unwrap_or(NO_GENERATION);
            max_generation.0 = max_generation.0.max(generation);
            contest.claim_all(number, generation);
        }
        let members: Vec<u32> = (0..).take(group.members.len()).collect();
        Self {
            all_subscriptions_equal: equality.holds,
            order: walk_of_copy(group, &members),
            contested: std::mem::take(&mut contest.contested),
            owned: contest.finish(),
        }
    }
}

/// Whether all subscriptions are equal to the first one that is not empty. An empty one before it doesn't count.
struct Equality<'a> {
    reference: &'a [u32],
    in_reference: Vec<bool>,
    /// How many different topics the reference has.
    count: usize,
    holds: bool,
}

impl<'a> Equality<'a> {
    fn new(group: &GroupSubscription) -> Self {
        Self { reference: &[], in_reference: vec![false; group.topics.len()], count: 0, holds: true }
    }

    fn look_at(&mut self, topics: &'a [u32]) {
        if self.count == 0 {
            self.reference = topics;
            for &topic in topics {
                self.count += usize::from(!std::mem::replace(&mut self.in_reference[topic as usize], true));
            }
        } else if self.holds {
            let same = || topics == self.reference || topics.iter().all(|&topic| self.in_reference[topic as usize]);
            self.holds = topics.len() == self.count && same();
        }
    }
}

/// Sorts out partitions that several members claim (KIP-792).
struct Contest<'a> {
    group: &'a GroupSubscription,
    owned: Vec<Vec<PartitionRef>>,
    /// Who claims a partition, for the next claim of it: it need not own it.
    holders: MemberOf,
    /// The same for partitions that don't exist.
    phantom_holders: HashMap<PartitionRef, u32>,
    contested: HashSet<PartitionRef>,
    /// What was taken from members that had been looked at already.
    lost: HashSet<(u32, PartitionRef)>,
}

impl<'a> Contest<'a> {
    fn new(group: &'a GroupSubscription) -> Self {
        Self {
            group,
            owned: vec![Vec::new(); group.members.len()],
            holders: MemberOf::new(group.partitions),
            phantom_holders: HashMap::new(),
            contested: HashSet::new(),
            lost: HashSet::new(),
        }
    }

    fn claim_all(&mut self, member: u32, generation: i32) {
        let group = self.group;
        let claims = &group.members[member as usize].owned;
        let mut owned = Vec::with_capacity(claims.len());
        for &partition in claims {
            let Some(other) = self.hold(partition, member) else {
                owned.push(partition);
                continue;
            };
            // The other's generation is the one in the subscription itself, even if its claims come with another.
            let other_generation = group.members[other as usize].subscription_generation.unwrap_or(NO_GENERATION);
            if generation < other_generation {
                self.hold(partition, other);
                continue;
            }
            if generation == other_generation {
                self.contested.insert(partition);
            } else {
                owned.push(partition);
            }
            if other == member {
                // it claims one twice: the first of the two goes
                if let Some(first) = owned.iter().position(|&it| it == partition) {
                    owned.remove(first);
                }
            } else {
                self.lost.insert((other, partition));
            }
        }
        self.owned[member as usize] = owned;
    }

    /// Makes a member the holder of a partition and gives the one before.
    fn hold(&mut self, partition: PartitionRef, member: u32) -> Option<u32> {
        match self.group.number(partition) {
            Some(number) => self.holders.put(number, member),
            None => self.phantom_holders.insert(partition, member),
        }
    }

    fn finish(mut self) -> Vec<Vec<PartitionRef>> {
        let losers: HashSet<u32> = self.lost.iter().map(|&(member, _)| member).collect();
        for member in losers {
            self.owned[member as usize].retain(|&partition| !self.lost.contains(&(member, partition)));
        }
        self.owned
    }
}
