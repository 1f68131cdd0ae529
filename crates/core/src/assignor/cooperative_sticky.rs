//! `cooperative-sticky`: as `sticky`, but members keep what they have until they are told to give it up. So a partition that
//! moves is given to nobody in this generation, and to its new member in the next one (KIP-429).
//!
//! Source: `CooperativeStickyAssignor`.

use super::{
    AssignError, GroupAssignment, MaxGeneration,
    abstract_sticky::{self, MemberOf},
    assignment::Shares,
    explain::Steps,
    group::{GroupSubscription, PartitionRef},
};

/// Assigns the partitions of the group.
pub(super) fn assign<'a>(
    group: &'a GroupSubscription,
    max_generation: &mut MaxGeneration,
    steps: &mut Steps,
) -> Result<GroupAssignment<'a>, AssignError> {
    let mut built = abstract_sticky::assign(group, max_generation, steps)?;
    let transfers = built.transfers.take();
    let transfers = transfers.unwrap_or_else(|| transfers_of(group, &built.shares, &built.order.members(group)));
    withhold(group, &mut built.shares, transfers);
    Ok(GroupAssignment::new(group, built.shares, built.order))
}

/// Takes what is on its way from the shares of those who shall have it (`adjustAssignment`).
fn withhold(group: &GroupSubscription, shares: &mut Shares, mut transfers: MemberOf) {
    if transfers.is_empty() {
        return;
    }
    for member in group.member_numbers() {
        // of two of the same only the first is withheld
        shares.retain(member, |partition| !group.number(partition).is_some_and(|it| transfers.remove_if(it, member)));
    }
}

/// What one member gets without having owned it, and another owned without getting it
/// (`computePartitionsTransferringOwnership`).
fn transfers_of(group: &GroupSubscription, shares: &Shares, order: &[u32]) -> MemberOf {
    let mut added = MemberOf::new(group.partitions);
    let mut revoked = vec![false; group.partitions as usize];
    let mut owned = MemberOf::new(group.partitions);
    let mut assigned = MemberOf::new(group.partitions);
    let numbers = |partitions| <[PartitionRef]>::iter(partitions).filter_map(|&partition| group.number(partition));
    for &member in order {
        let (claims, share) = (&group.members[member as usize].owned, shares.of(member));
        for partition in numbers(claims) {
            owned.put(partition, member);
        }
        for partition in numbers(share) {
            assigned.put(partition, member);
        }
        for partition in numbers(share).filter(|&it| owned.get(it) != Some(member)) {
            added.put(partition, member);
        }
        for partition in numbers(claims).filter(|&it| assigned.get(it) != Some(member)) {
            revoked[partition as usize] = true;
        }
    }
    added.retain(|partition| revoked[partition as usize]);
    added
}
