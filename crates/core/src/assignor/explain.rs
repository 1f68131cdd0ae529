//! Why each partition is where it is: the steps of the algorithms, as data.

use super::group::PartitionRef;
use crate::protocol::{MemberId, TopicPartition};

/// The step of an algorithm that put a partition to its member, or kept it from it.
///
/// Members and generations are named where the step depends on them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Range: within the partitions that each subscriber of the topic gets, which are one after another.
    RangeShare,
    /// Range: the one more that the first subscribers get if the topic's partitions can't be shared out evenly.
    RangeExtra,
    /// Range: the member has a replica of this partition in its rack (KIP-881).
    RackMatch,
    /// Range: all topics with the same subscribers and as many partitions give this number to the same member (KIP-881).
    CoPartitioned,
    /// Round robin: it was the member's turn, after `passed_over` others that don't subscribe to the topic.
    RoundRobinTurn {
        /// How many members were passed over.
        passed_over: u32,
    },
    /// Sticky: the member owned it before and keeps it.
    KeptOwned,
    /// Sticky, equal subscriptions: the member had fewer partitions than each member gets at least.
    UnderMinQuota {
        /// Whether it was chosen since it has a replica in its rack.
        in_rack: bool,
    },
    /// Sticky, equal subscriptions: all have the least that each gets; the member is one of those that get one more.
    OverMinQuota {
        /// Whether it was chosen since it has a replica in its rack.
        in_rack: bool,
    },
    /// Sticky, unequal subscriptions: of the topic's subscribers the member had least.
    LeastLoaded {
        /// Whether only members with a replica in their rack were looked at.
        in_rack: bool,
    },
    /// Sticky, unequal subscriptions: it moved on since its owner had at least two partitions more.
    MovedForBalance {
        /// Its owner until then.
        from: MemberId,
    },
    /// Sticky, unequal subscriptions: it moved to who owned it in an older generation, having at least two less.
    MovedToPreviousOwner {
        /// Its owner until then.
        from: MemberId,
    },
    /// Sticky, unequal subscriptions: it moved in place of another partition of its topic, since it had moved the other way.
    MovedInstead {
        /// Its owner until then.
        from: MemberId,
        /// The other partition.
        of: TopicPartition,
    },
}

impl Step {
    const fn is_move(&self) -> bool {
        matches!(self, Self::MovedForBalance { .. } | Self::MovedToPreviousOwner { .. } | Self::MovedInstead { .. })
    }
}

/// A partition that a member got, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The partition.
    pub partition: TopicPartition,
    /// The member.
    pub member: MemberId,
    /// The step that put it there.
    pub step: Step,
}

/// Collects placements, if somebody asks for them.
pub(super) struct Steps(Option<Vec<(PartitionRef, u32, Step)>>);

impl Steps {
    pub(super) const fn new(wanted: bool) -> Self {
        Self(if wanted { Some(Vec::new()) } else { None })
    }

    /// Notes why a member, by its number, got a partition.
    pub(super) fn note(&mut self, partition: PartitionRef, member: u32, step: impl FnOnce() -> Step) {
        if let Some(steps) = &mut self.0 {
            steps.push((partition, member, step()));
        }
    }

    /// All moves were undone.
    pub(super) fn forget_moves(&mut self) {
        if let Some(steps) = &mut self.0 {
            steps.retain(|(_, _, step)| !step.is_move());
        }
    }
}
