//! Equal subscriptions: each member gets the least that all get, and some get one more.
//!
//! Source: `AbstractStickyAssignor.ConstrainedAssignmentBuilder`.

mod in_rack;

use std::collections::{HashSet, VecDeque};

use super::{Built, Claims, MemberOf, RackInfo};
use crate::{
    assignor::{
        AssignError,
        assignment::walk_of_copy,
        explain::{Step, Steps},
        group::{GroupSubscription, PartitionRef},
        order,
    },
    java,
};

/// Assigns the partitions of members with equal subscriptions.
pub(super) fn build(
    group: &GroupSubscription,
    claims: Claims,
    racks: &RackInfo<'_>,
    steps: &mut Steps,
) -> Result<Built, AssignError> {
    let members = u32::try_from(group.members.len()).unwrap_or(u32::MAX);
    if members == 0 {
        return Err(AssignError::Arithmetic("/ by zero"));
    }
    let mut builder = Builder {
        group,
        racks,
        steps,
        min_quota: group.partitions / members,
        max_quota: group.partitions.div_ceil(members),
        expected_over_min: group.partitions % members,
        over_min: 0,
        under_min: Vec::new(),
        exactly_min: VecDeque::new(),
        shares: claims.owned,
        contested: claims.contested,
        revoked: MemberOf::new(group.partitions),
        transfers: MemberOf::new(group.partitions),
    };
    let mut kept = Kept::default();
    for &member in &claims.order {
        builder.assign_owned(member, &mut kept);
    }
    let mut unassigned = kept.unassigned(group);
    order::sort_by_id(group, &mut builder.under_min);
    order::sort_by_id(group, builder.exactly_min.make_contiguous());
    racks.sort_by_rack_members(&mut unassigned);
    if racks.is_rack_aware {
        builder.assign_in_racks(&mut unassigned);
    }
    builder.assign_round_robin(&unassigned)?;
    builder.verify_unfilled()?;
    Ok(Built { shares: builder.shares, order: result_order(group, &claims.order), transfers: Some(builder.transfers) })
}

struct Builder<'a> {
    group: &'a GroupSubscription,
    racks: &'a RackInfo<'a>,
    steps: &'a mut Steps,
    min_quota: u32,
    max_quota: u32,
    /// How many members get more than the minimum (`expectedNumMembersWithOverMinQuotaPartitions`); 0 if all get the same.
    expected_over_min: u32,
    /// How many have it by now.
    over_min: u32,
    /// Who has less than the minimum.
    under_min: Vec<u32>,
    /// Who has the minimum and may get one more.
    exactly_min: VecDeque<u32>,
    /// By the members' numbers.
    shares: Vec<Vec<PartitionRef>>,
    contested: HashSet<PartitionRef>,
    /// The former owners of partitions that they may not keep (`maybeRevokedPartitions`).
    revoked: MemberOf,
    transfers: MemberOf,
}

impl Builder<'_> {
    /// Leaves a member what it owned, up to its quota. What comes first by partition number stays, so that of several topics
    /// as much is shed of each.
    fn assign_owned(&mut self, member: u32, kept: &mut Kept) {
        let mut owned = std::mem::take(&mut self.shares[member as usize]);
        owned.retain(|&partition| {
            let mismatch = self.racks.mismatch(member, partition);
            if mismatch {
                self.revoke(partition, member);
            }
            !mismatch
        });
        owned.sort_unstable_by_key(|it| (it.partition, it.topic));
        if !self.contested.is_empty() {
            owned.retain(|partition| !self.contested.contains(partition));
        }
        let count = u32::try_from(owned.len()).unwrap_or(u32::MAX);
        if count < self.min_quota {
            self.under_min.push(member);
        } else if count >= self.max_quota && self.over_min < self.expected_over_min {
            self.one_more_over_min();
            self.shed(&mut owned, self.max_quota, member);
        } else {
            self.shed(&mut owned, self.min_quota, member);
            if self.over_min < self.expected_over_min {
                self.exactly_min.push_back(member);
            }
        }
        for &partition in &owned {
            kept.add(self.group, partition);
            self.steps.note(partition, member, || Step::KeptOwned);
        }
        owned.reserve_exact((self.max_quota as usize).saturating_sub(owned.len()));
        self.shares[member as usize] = owned;
    }

    /// Takes from a member what is beyond its quota.
    fn shed(&mut self, owned: &mut Vec<PartitionRef>, quota: u32, member: u32) {
        for partition in owned.drain(quota as usize..) {
            self.revoke(partition, member);
        }
    }

    fn revoke(&mut self, partition: PartitionRef, member: u32) {
        if let Some(number) = self.group.number(partition) {
            self.revoked.put(number, member);
        }
    }

    /// One more member has more than the minimum. If it is the last of them nobody else may get more.
    fn one_more_over_min(&mut self) {
        self.over_min += 1;
        if self.over_min == self.expected_over_min {
            self.exactly_min.clear();
        }
    }

    /// Gives what is left in turn to those who have less than the minimum, then one more to some who have it.
    fn assign_round_robin(&mut self, unassigned: &[PartitionRef]) -> Result<(), AssignError> {
        let mut unassigned = unassigned.iter().copied();
        let mut circle = std::mem::take(&mut self.under_min);
        while !circle.is_empty() && unassigned.len() > 0 {
            circle.retain(|&member| {
                let Some(partition) = unassigned.next() else { return true };
                let filled = self.give(partition, member, Step::UnderMinQuota { in_rack: false }) == self.min_quota;
                if filled {
                    self.exactly_min.push_back(member);
                }
                !filled
            });
        }
        self.under_min = circle;
        for partition in unassigned {
            let member = self.exactly_min.pop_front();
            let member = member.ok_or(AssignError::IllegalState("No more unfilled consumers to be assigned."))?;
            if self.give(partition, member, Step::OverMinQuota { in_rack: false }) == self.max_quota {
                self.over_min += 1;
            }
        }
        Ok(())
    }

    /// Gives a partition to a member, which had not owned it, and tells how many it has now (`assignNewPartition`).
    fn give(&mut self, partition: PartitionRef, member: u32, step: Step) -> u32 {
        let share = &mut self.shares[member as usize];
        share.push(partition);
        let count = u32::try_from(share.len()).unwrap_or(u32::MAX);
        self.steps.note(partition, member, || step);
        if let Some(number) = self.group.number(partition) {
            let from_another = self.revoked.get(number).is_some_and(|owner| owner != member);
            if from_another || (!self.contested.is_empty() && self.contested.contains(&partition)) {
                self.transfers.put(number, member);
            }
        }
        count
    }

    /// Members that have less than the others: there must be as many with more as were expected.
    fn verify_unfilled(&self) -> Result<(), AssignError> {
        let at_minimum = |&member: &u32| self.shares[member as usize].len() == self.min_quota as usize;
        if self.under_min.is_empty() {
            Ok(())
        } else if self.over_min != self.expected_over_min {
            Err(AssignError::IllegalState(
                "We haven't reached the expected number of members with more than the minQuota partitions, but no more \
                 partitions to be assigned",
            ))
        } else if self.under_min.iter().all(at_minimum) {
            Ok(())
        } else {
            Err(AssignError::IllegalState(
                "A consumer doesn't reach minQuota partitions, and no more partitions to be assigned",
            ))
        }
    }
}

/// The partitions that members keep.
#[derive(Default)]
struct Kept {
    /// By the partitions' numbers; empty as long as nobody keeps one.
    is_kept: Vec<bool>,
    /// The first that doesn't exist, by topic and partition.
    first_phantom: Option<PartitionRef>,
}

impl Kept {
    fn add(&mut self, group: &GroupSubscription, partition: PartitionRef) {
        match group.number(partition) {
            Some(number) => {
                if self.is_kept.is_empty() {
                    self.is_kept = vec![false; group.partitions as usize];
                }
                self.is_kept[number as usize] = true;
            }
            None => self.first_phantom = Some(self.first_phantom.map_or(partition, |first| first.min(partition))),
        }
    }

    /// All partitions but those that are kept, by topic and partition (`getUnassignedPartitions`).
    ///
    /// Kafka walks through all partitions and the kept ones side by side. A kept one that doesn't exist is never met, so all
    /// behind it count as unassigned, even if somebody keeps them.
    fn unassigned(&self, group: &GroupSubscription) -> Vec<PartitionRef> {
        let is_kept = |number: u32| self.is_kept.get(number as usize).is_some_and(|&kept| kept);
        let mut unassigned = Vec::with_capacity(group.partitions as usize);
        for topic in group.known_topics() {
            let first = group.topics[topic as usize].first;
            let partitions = (0..).take(group.topics[topic as usize].partitions as usize);
            let all = partitions
                .map(|partition: u32| (first + partition, PartitionRef { topic, partition: partition.cast_signed() }));
            let lost = |partition: PartitionRef| self.first_phantom.is_some_and(|phantom| partition > phantom);
            let left = all.filter(|&(number, partition)| !is_kept(number) || lost(partition));
            unassigned.extend(left.map(|(_, partition)| partition));
        }
        unassigned
    }
}

/// The order of the resulting map: a copy, of the size that it needs, of a map of all members.
fn result_order(group: &GroupSubscription, order: &[u32]) -> Vec<u32> {
    let order = walk_of_copy(group, order);
    let mut map = java::HashMap::with_capacity_for(order.len());
    map.extend(order.into_iter().map(|member| (group.members[member as usize].key(), member)));
    map.values().copied().collect()
}
