//! The inputs on which Kafka's own assignors were timed (`tests/golden/assignor/BENCH.md`).

use std::{collections::HashMap, fmt};

use groupscope_core::{
    assignor::{
        Cluster, GroupMember, GroupSubscription, LastAssignment, MaxGeneration, TopicMetadata, assign,
        subscription_user_data,
    },
    config::Assignor,
    protocol::{MemberId, NO_GENERATION, TopicName, TopicPartition, consumer_protocol::Subscription},
};

/// One input.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Point {
    pub(crate) assignor: Assignor,
    pub(crate) members: u32,
    pub(crate) topics: u32,
    /// Per topic.
    pub(crate) partitions: u32,
    pub(crate) heterogeneous: bool,
    pub(crate) incremental: bool,
}

impl Point {
    /// The group, ready to be assigned.
    pub(crate) fn group(self) -> GroupSubscription {
        let topics: Vec<TopicName> = (0..self.topics).map(|topic| format!("topic-{topic:03}").into()).collect();
        let metadata =
            |name: &TopicName| TopicMetadata { name: name.clone(), partitions: self.partitions, racks: Vec::new() };
        let cluster = Cluster::new(topics.iter().map(metadata).collect());
        let owned = if self.incremental { self.owned(&cluster, &topics) } else { HashMap::new() };
        let members: Vec<GroupMember> = (0..self.members).map(|member| self.member(member, &topics, &owned)).collect();
        GroupSubscription::new(self.assignor, &cluster, &members)
    }

    /// What all members but the last own after an assignment without it.
    fn owned(self, cluster: &Cluster, topics: &[TopicName]) -> HashMap<MemberId, Vec<TopicPartition>> {
        let members: Vec<GroupMember> =
            (0..self.members - 1).map(|member| self.member(member, topics, &HashMap::new())).collect();
        assign(self.assignor, cluster, &members, &mut MaxGeneration::default()).unwrap().into_iter().collect()
    }

    /// A member, as its subscription arrives over the wire.
    fn member(self, member: u32, topics: &[TopicName], owned: &HashMap<MemberId, Vec<TopicPartition>>) -> GroupMember {
        let bucket = |place: u32, of: u32| place * 5 / of;
        let subscribed = (0..)
            .zip(topics)
            .filter(|&(topic, _)| !self.heterogeneous || bucket(member, self.members) == bucket(topic, self.topics));
        let id = MemberId::from(format!("consumer-{member:05}"));
        let last = owned.get(&id).map(|partitions| LastAssignment { partitions, generation: 1 });
        let is_eager = self.assignor == Assignor::Sticky;
        let subscription = Subscription {
            topics: subscribed.map(|(_, topic)| topic.clone()).collect(),
            user_data: subscription_user_data(self.assignor, last),
            owned_partitions: last.filter(|_| !is_eager).map_or_else(Vec::new, |last| last.partitions.to_vec()),
            generation_id: last.map_or(NO_GENERATION, |last| last.generation),
            rack_id: None,
        };
        GroupMember { id, instance: None, subscription: Subscription::decode(&subscription.encode()).unwrap() }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let subscriptions = if self.heterogeneous { "heterogeneous" } else { "homogeneous" };
        let kind = if self.incremental { "incremental" } else { "full" };
        let Self { members, topics, partitions, .. } = self;
        write!(f, "{} {subscriptions} {kind} {members} members, {topics} × {partitions}", self.assignor.name())
    }
}
