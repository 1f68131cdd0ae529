//! How long a group was in rebalances, and for whom it waited.

use std::collections::BTreeMap;

use crate::{
    protocol::Name,
    simulation::{
        GroupIx, Run,
        frame::GroupState,
        lane::Span,
        lanes::{GroupLanes, Standing},
    },
};

/// The rebalances of a group, all together. That of an empty group is not counted: it interrupts nobody.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Waits {
    /// From the begin of each join phase until its plan is in force, ms.
    pub(super) rebalancing_ms: u64,
    /// How long all others had joined and waited for this one, ms.
    pub(super) waited_for_ms: BTreeMap<Name, u64>,
}

impl Waits {
    pub(super) fn of(run: &Run, group: GroupIx) -> Self {
        let lanes = &run.lanes.groups[group.index()];
        let mut waits = Self::default();
        let mut interrupts = false;
        for span in lanes.state.spans(0, run.computed) {
            match span.change.value {
                Some(GroupState::Stable) => interrupts = true,
                Some(state @ (GroupState::PreparingRebalance | GroupState::CompletingRebalance)) if interrupts => {
                    waits.rebalancing_ms += span.to - span.from;
                    if state == GroupState::PreparingRebalance {
                        waits.add(run, lanes, &span);
                    }
                }
                Some(GroupState::Empty | GroupState::Dead) | None => interrupts = false,
                _ => {}
            }
        }
        waits
    }

    /// Adds a join phase in which one member came after all others.
    fn add<T>(&mut self, run: &Run, lanes: &GroupLanes, phase: &Span<'_, T>) {
        let mut joined: Vec<_> = lanes
            .members
            .iter()
            .filter_map(|member| Some((joined_at(&member.standing, phase)?, member.consumer?)))
            .collect();
        joined.sort_unstable();
        if let [.., (before, _), (last, member)] = joined[..]
            && before < last
        {
            let name = run.cast.consumers[member.index()].name.clone();
            *self.waited_for_ms.entry(name).or_default() += last - before;
        }
    }
}

/// When a member joined in a join phase: its end, if it did not; `None` = it was no member.
fn joined_at<T>(standing: &crate::simulation::lane::Lane<Standing>, phase: &Span<'_, T>) -> Option<u64> {
    let mut member = false;
    for span in standing.spans(phase.from, phase.to) {
        if let Standing::Member { joined, .. } = span.change.value {
            if joined {
                return Some(span.from);
            }
            member = true;
        }
    }
    member.then_some(phase.to)
}
