//! The leader's work: which member gets which partition.
//!
//! The four assignors give what Kafka 4.1's give, list by list and in the same order, where this depends on Java's hash maps
//! too. [`assign`] is the way in for a consumer that leads its group; [`GroupSubscription`] is the same in two steps, with
//! names made numbers once.

mod abstract_sticky;
mod assignment;
mod cluster;
mod cooperative_sticky;
mod explain;
mod group;
mod order;
mod racks;
mod range;
mod round_robin;
mod sticky;
mod user_data;

pub use assignment::GroupAssignment;
pub use cluster::{Cluster, TopicMetadata};
pub use explain::{Placement, Step};
pub use group::{GroupMember, GroupSubscription};
pub use user_data::{LastAssignment, MemberData, member_data, subscription_user_data};

use crate::{
    config::Assignor,
    protocol::{MemberId, TopicPartition},
};

/// Kafka's own assignor throws here; the members' rebalance fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AssignError {
    /// `IllegalStateException`, with its message.
    #[error("IllegalStateException: {0}")]
    IllegalState(&'static str),
    /// `IllegalArgumentException`, with its message.
    #[error("IllegalArgumentException: {0}")]
    IllegalArgument(&'static str),
    /// `NullPointerException`
    #[error("NullPointerException")]
    NullPointer,
    /// `ArithmeticException`, with its message.
    #[error("ArithmeticException: {0}")]
    Arithmetic(&'static str),
    /// No exception: Kafka's assignor moves the same partitions to and fro for ever.
    #[error("the assignment never ends")]
    Endless,
}

impl AssignError {
    /// The exception's simple class name.
    #[must_use]
    pub const fn class_name(self) -> &'static str {
        match self {
            Self::IllegalState(_) => "IllegalStateException",
            Self::IllegalArgument(_) => "IllegalArgumentException",
            Self::NullPointer => "NullPointerException",
            Self::Arithmetic(_) => "ArithmeticException",
            Self::Endless => "Endless",
        }
    }
}

/// What an assignor object remembers from one call to the next (`AbstractStickyAssignor.maxGeneration`): the highest
/// generation that a member ever claimed partitions of. A consumer keeps it for its whole life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaxGeneration(i32);

impl Default for MaxGeneration {
    fn default() -> Self {
        Self(crate::protocol::NO_GENERATION)
    }
}

/// Each member's share, in the order in which the leader sends them in SyncGroup.
///
/// `members` come in the order of the answer to JoinGroup.
///
/// # Errors
/// If Kafka's assignor throws.
pub fn assign(
    assignor: Assignor,
    cluster: &Cluster,
    members: &[GroupMember],
    max_generation: &mut MaxGeneration,
) -> Result<Vec<(MemberId, Vec<TopicPartition>)>, AssignError> {
    let group = GroupSubscription::new(assignor, cluster, members);
    let assignment = group.assign(max_generation)?;
    Ok(assignment.iter().map(|(member, share)| (member.clone(), share.collect())).collect())
}

impl GroupSubscription {
    /// Runs the assignor.
    ///
    /// # Errors
    /// If Kafka's assignor throws.
    pub fn assign(&self, max_generation: &mut MaxGeneration) -> Result<GroupAssignment<'_>, AssignError> {
        let mut steps = explain::Steps::new(false);
        match self.assignor {
            Assignor::Range => Ok(range::assign(self, &mut steps)),
            Assignor::RoundRobin => round_robin::assign(self, &mut steps),
            Assignor::Sticky => sticky::assign(self, max_generation, &mut steps),
            Assignor::CooperativeSticky => cooperative_sticky::assign(self, max_generation, &mut steps),
        }
    }
}
