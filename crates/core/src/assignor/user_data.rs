//! What a member's assignor adds to its subscription, and what the leader's makes of it.
//!
//! Source: `StickyAssignor`, `CooperativeStickyAssignor` (`subscriptionUserData`, `memberData`).

use crate::{
    config::Assignor,
    java::HashMap,
    protocol::{
        Bytes, NO_GENERATION, TopicName, TopicPartition,
        consumer_protocol::{Reader, Subscription, Writer},
    },
};

/// What a member's assignor remembers of its last assignment (`onAssignment`).
#[derive(Clone, Copy, Debug)]
pub struct LastAssignment<'a> {
    /// The member's share.
    pub partitions: &'a [TopicPartition],
    /// The group's generation.
    pub generation: i32,
}

/// What a member claims to own (`AbstractStickyAssignor.MemberData`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemberData {
    /// The partitions, in the order in which they are claimed.
    pub partitions: Vec<TopicPartition>,
    /// The generation they come from, if it says one.
    pub generation: Option<i32>,
}

/// The user data that a member's assignor puts into its subscription.
///
/// `last` is `None` until the assignor has got its first assignment.
#[must_use]
pub fn subscription_user_data(assignor: Assignor, last: Option<LastAssignment<'_>>) -> Option<Bytes> {
    match assignor {
        Assignor::Range | Assignor::RoundRobin => None,
        Assignor::Sticky => last.map(sticky_user_data),
        Assignor::CooperativeSticky => {
            Some(last.map_or(NO_GENERATION, |last| last.generation).to_be_bytes().as_slice().into())
        }
    }
}

/// What a subscription claims, as the leader's assignor reads it.
#[must_use]
pub fn member_data(assignor: Assignor, subscription: &Subscription) -> MemberData {
    match assignor {
        Assignor::Range | Assignor::RoundRobin => MemberData::default(),
        Assignor::Sticky => sticky_member_data(subscription.user_data.as_deref()),
        Assignor::CooperativeSticky => cooperative_member_data(subscription),
    }
}

/// Version 1: the partitions by topic, then the generation. Topics stand in the order of a `HashMap`
/// (`CollectionUtils.groupPartitionsByTopic`).
fn sticky_user_data(last: LastAssignment<'_>) -> Bytes {
    let mut by_topic: HashMap<TopicName, Vec<i32>> = HashMap::new();
    for partition in last.partitions {
        by_topic.compute_if_absent(partition.topic.clone(), Vec::new).push(partition.partition);
    }
    let topics: Vec<_> = by_topic.iter().collect();
    let mut out = Writer::default();
    out.topics(&topics);
    out.i32(last.generation);
    out.finish()
}

/// An eager member has revoked all it had before it joins, so only the user data tell what that was: version 1, or version 0
/// without a generation. What can't be read claims nothing in generation −1.
fn sticky_member_data(user_data: Option<&[u8]>) -> MemberData {
    let Some(bytes) = user_data.filter(|bytes| !bytes.is_empty()) else { return MemberData::default() };
    let mut input = Reader(bytes);
    let Ok(partitions) = input.partitions_by_topic() else {
        return MemberData { partitions: Vec::new(), generation: Some(NO_GENERATION) };
    };
    MemberData { partitions, generation: input.i32().ok() }
}

/// A generation in the subscription itself (version 2 and later) goes before the one in the user data.
fn cooperative_member_data(subscription: &Subscription) -> MemberData {
    let generation = if subscription.generation_id >= 0 {
        Some(subscription.generation_id)
    } else {
        subscription.user_data.as_deref().map(|bytes| Reader(bytes).i32().unwrap_or(NO_GENERATION))
    };
    MemberData { partitions: subscription.owned_partitions.clone(), generation }
}
