//! Equal subscriptions: each member gets the least that all get, and some get one more.
//!
//! Source: `AbstractStickyAssignor.ConstrainedAssignmentBuilder`.

mod in_rack;

use std::collections::{HashSet, VecDeque};

use super::{Built, Claims, MemberOf, RackInfo};
use crate::assignor::{
    AssignError,
    assignment::{MapOrder, Shares},
    explain::{Step, Steps},
    group::{GroupSubscription, PartitionRef, Topic, count},
    order,
};

/// The shares lie far apart in memory, so as much is written to each at a time as fits into a line of the cache.
const ROUNDS_AT_A_TIME: usize = 8;

/// Assigns the partitions of members with equal subscriptions.
pub(super) fn build(
    group: &GroupSubscription,
    claims: &Claims<'_>,
    racks: &RackInfo<'_>,
    steps: &mut Steps,
) -> Result<Built, AssignError> {
    let members = count(group.members.len());
    if members == 0 {
        return Err(AssignError::Arithmetic("/ by zero"));
    }
    let mut builder = Builder::new(group, claims, racks, steps, members);
    let mut kept = Kept::default();
    if claims.are_made {
        for member in MapOrder::New.members(group) {
            builder.assign_owned(member, &mut kept);
        }
    } else if builder.min_quota > 0 {
        builder.under_min = group.member_numbers().collect();
    } else if builder.expected_over_min > 0 {
        builder.exactly_min = group.member_numbers().collect();
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
    Ok(Built { shares: builder.shares, order: MapOrder::CopyOfCopy, transfers: Some(builder.transfers) })
}

struct Builder<'a> {
    group: &'a GroupSubscription,
    claims: &'a Claims<'a>,
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
    shares: Shares,
    contested: &'a HashSet<PartitionRef>,
    /// The former owners of partitions that they may not keep (`maybeRevokedPartitions`).
    revoked: MemberOf,
    transfers: MemberOf,
    /// A member's claims, while they are looked at.
    owned: Vec<PartitionRef>,
}

impl<'a> Builder<'a> {
    fn new(
        group: &'a GroupSubscription,
        claims: &'a Claims<'a>,
        racks: &'a RackInfo<'a>,
        steps: &'a mut Steps,
        members: u32,
    ) -> Self {
        let max_quota = group.partitions.div_ceil(members);
        Self {
            group,
            claims,
            racks,
            steps,
            min_quota: group.partitions / members,
            max_quota,
            expected_over_min: group.partitions % members,
            over_min: 0,
            under_min: Vec::new(),
            exactly_min: VecDeque::new(),
            // one more than the maximum goes to a member if partitions are given twice, see [`Kept::unassigned`]
            shares: Shares::with_room(group.members.iter().map(|_| max_quota + 1)),
            contested: &claims.contested,
            revoked: MemberOf::new(group.partitions),
            transfers: MemberOf::new(group.partitions),
            owned: Vec::new(),
        }
    }

    /// Leaves a member what it owned, up to its quota. What comes first by partition number stays, so that of several topics
    /// as much is shed of each.
    fn assign_owned(&mut self, member: u32, kept: &mut Kept) {
        let mut owned = std::mem::take(&mut self.owned);
        owned.clear();
        for &partition in self.claims.owned(member) {
            if self.racks.mismatch(member, partition) {
                self.revoke(partition, member);
            } else if self.contested.is_empty() || !self.contested.contains(&partition) {
                owned.push(partition);
            }
        }
        owned.sort_unstable_by_key(|it| (it.partition, it.topic));
        let quota = self.quota_for(member, count(owned.len()));
        let (keep, shed) = owned.split_at(owned.len().min(quota as usize));
        for &partition in keep {
            self.shares.push(member, partition);
            kept.add(self.group, partition);
            self.steps.note(partition, member, || Step::KeptOwned);
        }
        shed.iter().for_each(|&partition| self.revoke(partition, member));
        self.owned = owned;
    }

    /// How many of its partitions a member may keep; notes what it may get besides.
    fn quota_for(&mut self, member: u32, owned: u32) -> u32 {
        let more_over_min = self.over_min < self.expected_over_min;
        if owned < self.min_quota {
            self.under_min.push(member);
        } else if owned >= self.max_quota && more_over_min {
            self.one_more_over_min();
            return self.max_quota;
        } else if more_over_min {
            self.exactly_min.push_back(member);
        }
        self.min_quota
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
        let mut unassigned = unassigned;
        while !self.under_min.is_empty() && !unassigned.is_empty() {
            unassigned = self.assign_rounds(unassigned);
            let shares = &self.shares;
            let (under_min, filled) = self.under_min.iter().partition(|&&it| shares.len(it) < self.min_quota);
            self.under_min = under_min;
            self.exactly_min.extend::<Vec<u32>>(filled);
        }
        for &partition in unassigned {
            let member = self.exactly_min.pop_front();
            let member = member.ok_or(AssignError::IllegalState("No more unfilled consumers to be assigned."))?;
            self.steps.note(partition, member, || Step::OverMinQuota { in_rack: false });
            if self.give(partition, member) == self.max_quota {
                self.over_min += 1;
            }
        }
        Ok(())
    }

    /// Gives partitions in turn to those who have less than the minimum, until one of them has it; returns the rest.
    fn assign_rounds<'p>(&mut self, unassigned: &'p [PartitionRef]) -> &'p [PartitionRef] {
        let circle = std::mem::take(&mut self.under_min);
        let missing = circle.iter().map(|&member| self.min_quota - self.shares.len(member)).min().unwrap_or(0);
        let (dealt, rest) = unassigned.split_at(unassigned.len().min(missing as usize * circle.len()));
        for rounds in dealt.chunks(ROUNDS_AT_A_TIME * circle.len()) {
            for (place, &member) in circle.iter().enumerate() {
                for &partition in rounds.iter().skip(place).step_by(circle.len()) {
                    self.steps.note(partition, member, || Step::UnderMinQuota { in_rack: false });
                    self.give(partition, member);
                }
            }
        }
        self.under_min = circle;
        rest
    }

    /// Gives a partition to a member, which had not owned it, and tells how many it has now (`assignNewPartition`).
    fn give(&mut self, partition: PartitionRef, member: u32) -> u32 {
        self.shares.push(member, partition);
        if !self.revoked.is_empty() || !self.contested.is_empty() {
            self.note_transfer(partition, member);
        }
        self.shares.len(member)
    }

    fn note_transfer(&mut self, partition: PartitionRef, member: u32) {
        let Some(number) = self.group.number(partition) else { return };
        let from_another = self.revoked.get(number).is_some_and(|owner| owner != member);
        if from_another || self.contested.contains(&partition) {
            self.transfers.put(number, member);
        }
    }

    /// Members that have less than the others: there must be as many with more as were expected.
    fn verify_unfilled(&self) -> Result<(), AssignError> {
        let at_minimum = |&member: &u32| self.shares.len(member) == self.min_quota;
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
        let capacity = if self.is_kept.is_empty() { group.partitions as usize } else { 0 };
        let mut unassigned = Vec::with_capacity(capacity);
        for topic in group.known_topics() {
            let Topic { first, partitions, .. } = group.topics[topic as usize];
            let all = (0..partitions.cast_signed()).map(|partition| PartitionRef { topic, partition });
            if self.is_kept.is_empty() {
                unassigned.extend(all);
                continue;
            }
            let is_kept = &self.is_kept[first as usize..(first + partitions) as usize];
            let lost = |partition| self.first_phantom.is_some_and(|phantom| partition > phantom);
            let left = all.zip(is_kept).filter(|&(partition, is_kept)| !is_kept || lost(partition));
            unassigned.extend(left.map(|(partition, _)| partition));
        }
        unassigned
    }
}
