//! What members claim to own, and whose claim counts.

use std::collections::{HashMap, HashSet};

use super::MemberOf;
use crate::{
    assignor::{
        MaxGeneration,
        group::{GroupSubscription, PartitionRef},
    },
    protocol::NO_GENERATION,
};

/// The claims that count (`allSubscriptionsEqual`).
pub(super) struct Claims<'a> {
    group: &'a GroupSubscription,
    /// Whether anybody claims anything.
    pub(super) are_made: bool,
    /// What each member keeps of its claims, by the members' numbers; nothing if no partition is claimed twice.
    sorted_out: Option<Vec<Vec<PartitionRef>>>,
    /// Partitions that two members claimed in one generation (`partitionsWithMultiplePreviousOwners`).
    pub(super) contested: HashSet<PartitionRef>,
}

impl<'a> Claims<'a> {
    /// Looks at the members in the order of the leader's map, at their claims in the order in which they are made.
    pub(super) fn read(group: &'a GroupSubscription, max_generation: &mut MaxGeneration) -> Self {
        for member in &group.members {
            max_generation.0 = max_generation.0.max(member.generation.unwrap_or(NO_GENERATION));
        }
        let are_made = group.members.iter().any(|member| !member.owned.is_empty());
        if !are_made || !is_any_claimed_twice(group) {
            return Self { group, are_made, sorted_out: None, contested: HashSet::new() };
        }
        let mut contest = Contest::new(group);
        group.member_numbers().for_each(|member| contest.claim_all(member));
        let contested = std::mem::take(&mut contest.contested);
        Self { group, are_made, sorted_out: Some(contest.finish()), contested }
    }

    /// What a member keeps of its claims, in the order in which it claims them.
    pub(super) fn owned(&self, member: u32) -> &[PartitionRef] {
        match &self.sorted_out {
            Some(owned) => &owned[member as usize],
            None => &self.group.members[member as usize].owned,
        }
    }
}

/// Whether all subscriptions are equal to the first one that is not empty. An empty one before it doesn't count.
pub(super) fn all_subscriptions_equal(group: &GroupSubscription) -> bool {
    let mut subscriptions = group.members.iter().map(|member| member.subscription);
    let is_empty = |&subscription: &u32| group.subscriptions[subscription as usize].is_empty();
    let Some(reference) = subscriptions.by_ref().find(|it| !is_empty(it)) else { return true };
    let topics: HashSet<u32> = group.subscriptions[reference as usize].iter().copied().collect();
    let is_equal = |subscription: &u32| {
        let others = &group.subscriptions[*subscription as usize];
        others.len() == topics.len() && others.iter().all(|topic| topics.contains(topic))
    };
    let mut different: HashSet<u32> = subscriptions.filter(|&it| it != reference).collect();
    if group.subscriptions[reference as usize].len() != topics.len() {
        // One that names a topic twice is not even equal to itself, if a second member has it.
        let same = group.members.iter().filter(|member| member.subscription == reference).count();
        different.extend((same > 1).then_some(reference));
    }
    different.iter().all(is_equal)
}

fn is_any_claimed_twice(group: &GroupSubscription) -> bool {
    let mut claimed = vec![false; group.partitions as usize];
    let mut phantoms = HashSet::new();
    group.members.iter().flat_map(|member| &member.owned).any(|&partition| match group.number(partition) {
        Some(number) => std::mem::replace(&mut claimed[number as usize], true),
        None => !phantoms.insert(partition),
    })
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
            owned: Vec::with_capacity(group.members.len()),
            holders: MemberOf::new(group.partitions),
            phantom_holders: HashMap::new(),
            contested: HashSet::new(),
            lost: HashSet::new(),
        }
    }

    fn claim_all(&mut self, member: u32) {
        let group = self.group;
        let generation = group.members[member as usize].generation.unwrap_or(NO_GENERATION);
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
        self.owned.push(owned);
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
