//! `sticky`: as balanced as can be, moving as little as possible. Members give everything up before they join (eager).
//!
//! Source: `StickyAssignor`.

use super::{AssignError, GroupAssignment, MaxGeneration, abstract_sticky, explain::Steps, group::GroupSubscription};

/// Assigns the partitions of the group.
pub(super) fn assign<'a>(
    group: &'a GroupSubscription,
    max_generation: &mut MaxGeneration,
    steps: &mut Steps,
) -> Result<GroupAssignment<'a>, AssignError> {
    let built = abstract_sticky::assign(group, max_generation, steps)?;
    Ok(GroupAssignment::new(group, built.shares, built.order))
}
