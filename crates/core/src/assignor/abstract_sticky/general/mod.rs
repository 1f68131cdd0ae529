//! Unequal subscriptions: claims are kept, the rest goes to whoever has least, then partitions move as long as that makes
//! the sizes more equal.
//!
//! Source: `AbstractStickyAssignor.GeneralAssignmentBuilder`. Kafka asks after each partition whether all is balanced, looking
//! at all members and partitions. Here this is asked only where the answer could matter, see [`reassign`].

mod balanced;
mod current;
mod movements;
mod potential;
mod previous;
mod reassign;
mod unassigned;

use std::collections::HashSet;

use self::{current::Current, movements::Movements, potential::Potential, previous::PreviousOwners};
use super::{Built, Claims, MemberOf, RackInfo};
use crate::{
    assignor::{
        AssignError, MaxGeneration,
        assignment::{MapOrder, walk_of_copy},
        explain::{Step, Steps},
        group::{GroupSubscription, PartitionRef, count},
    },
    java::{self, JavaStr},
};

/// Some partitions of a topic, ascending.
struct Run {
    topic: u32,
    /// Those that it doesn't have are no part of it; nothing = it has all.
    partitions: Option<Vec<i32>>,
    /// How many partitions it has.
    len: u32,
}

impl Run {
    fn all(group: &GroupSubscription, topic: u32) -> Self {
        Self { topic, partitions: None, len: group.topics[topic as usize].partitions }
    }

    fn some(topic: u32, partitions: Vec<i32>) -> Self {
        Self { topic, len: count(partitions.len()), partitions: Some(partitions) }
    }

    fn iter(&self) -> impl Iterator<Item = PartitionRef> + '_ {
        let partition = |index: u32| match &self.partitions {
            Some(partitions) => partitions[index as usize],
            None => index.cast_signed(),
        };
        (0..self.len).map(move |index| PartitionRef { topic: self.topic, partition: partition(index) })
    }
}

/// Assigns the partitions of members with unequal subscriptions.
pub(super) fn build(
    group: &GroupSubscription,
    claims: &Claims<'_>,
    max_generation: MaxGeneration,
    racks: &RackInfo<'_>,
    steps: &mut Steps,
) -> Result<Built, AssignError> {
    let mut builder = Builder {
        group,
        racks,
        steps,
        potential: Potential::new(group),
        previous: PreviousOwners::read(group, max_generation),
        shares: Current::new(group, claims),
        twice: HashSet::new(),
        frozen: vec![false; group.members.len()],
        some_are_frozen: false,
        revocation_required: false,
        movements: Movements::default(),
        before: None,
    };
    builder.keep_owned();
    let unassigned = builder.unassigned();
    let is_initial = builder.shares.are_empty();
    builder.assign_unassigned(&unassigned);
    builder.freeze();
    let reverted = builder.balance(unassigned, is_initial)?;
    let order = MapOrder::Known(builder.result_order(reverted));
    Ok(Built { shares: builder.shares.into_lists().into(), order, transfers: None })
}

struct Builder<'a> {
    group: &'a GroupSubscription,
    racks: &'a RackInfo<'a>,
    steps: &'a mut Steps,
    potential: Potential,
    previous: PreviousOwners,
    shares: Current<'a>,
    /// Partitions that are kept and were given to somebody once more, see [`Self::unassigned`].
    twice: HashSet<PartitionRef>,
    /// Members that take no part in moving partitions.
    frozen: Vec<bool>,
    some_are_frozen: bool,
    /// Whether a claim was dropped since the member no longer subscribes to the topic, or for its rack.
    revocation_required: bool,
    movements: Movements,
    /// The shares before partitions moved.
    before: Option<Vec<Vec<PartitionRef>>>,
}

impl<'a> Builder<'a> {
    /// Drops claims of topics that the member doesn't subscribe to, and those of other racks (`assignOwnedPartitions`).
    fn keep_owned(&mut self) {
        for member in self.group.member_numbers() {
            let (potential, racks) = (&self.potential, self.racks);
            let all_kept = self.shares.retain(member, |partition| {
                potential.is_subscribed(member, partition.topic) && !racks.mismatch(member, partition)
            });
            self.revocation_required |= !all_kept;
            for &partition in self.shares.of(member) {
                self.steps.note(partition, member, || Step::KeptOwned);
            }
        }
    }

    /// Takes members out that already have all they could have, and nothing that another could have.
    fn freeze(&mut self) {
        for (member, frozen) in (0..).zip(&mut self.frozen) {
            let has_all = self.shares.size(member) >= self.potential.most(member);
            let share = self.shares.of(member);
            *frozen = has_all && !share.iter().any(|partition| self.potential.is_movable(partition.topic));
            self.some_are_frozen |= *frozen;
        }
    }

    /// Moves partitions to make the sizes more equal; tells whether this was in vain and undone.
    fn balance(&mut self, mut unassigned: Vec<Run>, is_initial: bool) -> Result<bool, AssignError> {
        let score = self.balance_score();
        unassigned.retain(|run| self.potential.is_movable(run.topic));
        if !self.revocation_required {
            self.reassign(&unassigned)?;
        }
        let movable = self.potential.order.iter().filter(|&&topic| self.potential.is_movable(topic));
        let all: Vec<Run> = movable.map(|&topic| Run::all(self.group, topic)).collect();
        let moved = self.reassign(&all)?;
        let in_vain = !is_initial && moved && self.balance_score() >= score;
        if in_vain && let Some(before) = self.before.take() {
            self.shares.undo(before);
            self.steps.forget_moves();
        }
        Ok(in_vain)
    }

    /// The sum of the differences in size of all pairs of members, as a 32-bit number (`getBalanceScore`).
    #[expect(clippy::cast_possible_truncation, reason = "Java's sum overflows")]
    fn balance_score(&self) -> i32 {
        let mut sizes: Vec<i64> = self.active_members().map(|member| self.shares.size(member).into()).collect();
        sizes.sort_unstable();
        let (mut sum, mut score) = (0_i64, 0_i64);
        for (count, size) in (0..).zip(sizes) {
            score = score.wrapping_add(count * size - sum);
            sum += size;
        }
        score as i32
    }

    /// The members that are not frozen.
    fn active_members(&self) -> impl Iterator<Item = u32> + '_ {
        (0..).zip(&self.frozen).filter(|(_, frozen)| !**frozen).map(|(member, _)| member)
    }

    fn key(&self, member: u32) -> JavaStr<'a> {
        self.group.members[member as usize].key()
    }

    /// The map `currentAssignment` without the frozen members, and these in the order in which they were taken out of it.
    fn active_map(&self) -> (java::HashMap<JavaStr<'a>, u32>, Vec<u32>) {
        let members = || self.group.member_numbers().map(|member| (self.key(member), member));
        let mut current: java::HashMap<_, _> = members().collect();
        let mut by_potential_topics = java::HashMap::with_capacity(self.group.members.len());
        by_potential_topics.extend(members());
        let frozen = by_potential_topics.values().copied().filter(|&member| self.frozen[member as usize]);
        let frozen: Vec<u32> = frozen.collect();
        for &member in &frozen {
            current.remove(&self.key(member));
        }
        (current, frozen)
    }

    /// The order of the map `currentAssignment` at the end: frozen members are put back, and undoing moves fills it anew.
    fn result_order(&self, reverted: bool) -> Vec<u32> {
        let key = |member| self.key(member);
        let (mut current, frozen) = self.active_map();
        if reverted {
            let copy = walk_of_copy(self.group, &current.values().copied().collect::<Vec<_>>());
            current.clear();
            current.extend(copy.into_iter().map(|member| (key(member), member)));
        }
        current.extend(walk_of_copy(self.group, &frozen).into_iter().map(|member| (key(member), member)));
        current.values().copied().collect()
    }
}
