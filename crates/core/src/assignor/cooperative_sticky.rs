//! `cooperative-sticky`: as `sticky`, but members keep what they have until they are told to give it up. So a partition that
//! moves is given to nobody in this generation, and to its new member in the next one (KIP-429).
//!
//! Source: `CooperativeStickyAssignor`.

use super::{AssignError, GroupAssignment, MaxGeneration, abstract_sticky, explain::Steps, group::GroupSubscription};

/// Assigns the partitions of the group.
pub(super) fn assign<'a>(
    group: &'a GroupSubscription,
    max_generation: &mut MaxGeneration,
    steps: &mut Steps,
) -> Result<GroupAssignment<'a>, AssignError> {
    let mut built = abstract_sticky::assign(group, max_generation, steps)?;
    if !built.transfers.is_empty() {
        for (member, share) in (0..).zip(&mut built.shares) {
            share.retain(|&partition| {
                let number = group.number(partition);
                // only the first of two of the same is withheld
                !number.is_some_and(|number| built.transfers.remove_if(number, member))
            });
        }
    }
    Ok(GroupAssignment::new(group, built.shares, built.order))
}
