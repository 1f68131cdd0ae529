//! The leader's view of its group, with names made numbers.

use std::collections::{HashMap, HashSet};

use super::{Cluster, member_data};
use crate::{
    config::Assignor,
    java::{self, JavaStr},
    protocol::{InstanceId, MemberId, Name, TopicName, TopicPartition, consumer_protocol::Subscription},
};

/// A member as its leader hears of it in the answer to JoinGroup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupMember {
    /// Its id.
    pub id: MemberId,
    /// Its instance id, if it is a static member.
    pub instance: Option<InstanceId>,
    /// What it sent for the chosen assignor.
    pub subscription: Subscription,
}

/// What an assignor works on: Kafka's `GroupSubscription` together with the `Cluster`, names interned.
///
/// Topics and their partitions are numbered in the order of the topics' names, so the order of the numbers is Kafka's order
/// by topic and partition. Members are numbered in the order in which the leader's `HashMap` is walked.
#[derive(Clone, Debug)]
pub struct GroupSubscription {
    pub(super) assignor: Assignor,
    pub(super) topics: Vec<Topic>,
    /// The different lists of topics that members subscribe to, in the order and as often as they name them.
    pub(super) subscriptions: Vec<Vec<u32>>,
    pub(super) members: Vec<Member>,
    /// How many partitions the topics have together.
    pub(super) partitions: u32,
    pub(super) racks: PartitionRacks,
}

/// A topic that a member subscribes to.
#[derive(Clone, Debug)]
pub(super) struct Topic {
    pub(super) name: TopicName,
    /// The name's Java hash code.
    pub(super) hash: i32,
    /// How many partitions it has; 0 = there is no metadata.
    pub(super) partitions: u32,
    /// The number of its first partition.
    pub(super) first: u32,
}

/// A member.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub(super) id: MemberId,
    /// The id's Java hash code.
    pub(super) hash: i32,
    pub(super) instance: Option<InstanceId>,
    pub(super) rack: Option<u32>,
    /// Which of the group's subscriptions is its own.
    pub(super) subscription: u32,
    /// What it claims to own, as far as somebody subscribes to the topic and there is metadata.
    pub(super) owned: Vec<PartitionRef>,
    /// The generation of its claims, as the assignor reads it (`MemberData.generation`).
    pub(super) generation: Option<i32>,
    /// The generation in the subscription itself.
    pub(super) subscription_generation: Option<i32>,
}

impl Topic {
    /// The name as a key of Java's maps.
    pub(super) fn key(&self) -> JavaStr<'_> {
        JavaStr::with_hash(&self.name, self.hash)
    }
}

impl Member {
    /// The id as a key of Java's maps.
    pub(super) fn key(&self) -> JavaStr<'_> {
        JavaStr::with_hash(&self.id, self.hash)
    }
}

/// A partition by its topic's number; a claim may be of a partition that does not exist.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct PartitionRef {
    pub(super) topic: u32,
    pub(super) partition: i32,
}

/// The racks of each partition's replicas; nothing if no member has a rack.
#[derive(Clone, Debug, Default)]
pub(super) struct PartitionRacks {
    /// How many racks there are, with those of the members.
    pub(super) count: u32,
    ends: Vec<u32>,
    racks: Vec<u32>,
}

impl PartitionRacks {
    /// The racks of a partition, each once.
    pub(super) fn of(&self, partition: u32) -> &[u32] {
        let index = partition as usize;
        let Some(&end) = self.ends.get(index) else { return &[] };
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.racks[start as usize..end as usize]
    }
}

impl GroupSubscription {
    /// The group of `members`, in the order of the answer to JoinGroup. Of two members with one id the second counts, as in
    /// Kafka's map.
    #[must_use]
    pub fn new(assignor: Assignor, cluster: &Cluster, members: &[GroupMember]) -> Self {
        let ids: Vec<JavaStr<'_>> = members.iter().map(|member| JavaStr::new(&member.id)).collect();
        let map: java::HashMap<_, _> = ids.into_iter().zip(members).collect();
        let members: Vec<&GroupMember> = map.values().copied().collect();
        let (topics, partitions) = intern_topics(cluster, &members);
        let mut interner = Interner::new(assignor, &topics);
        let interned: Vec<Member> = members.iter().map(|member| interner.member(member)).collect();
        let Interner { subscriptions, racks, .. } = interner;
        let mut lists = vec![Vec::new(); subscriptions.len()];
        for (list, number) in subscriptions {
            lists[number as usize] = list;
        }
        let racks = intern_racks(cluster, &topics, racks);
        Self { assignor, topics, subscriptions: lists, members: interned, partitions, racks }
    }

    /// How many members there are.
    #[must_use]
    pub const fn member_count(&self) -> usize {
        self.members.len()
    }

    /// The numbers of all members.
    pub(super) fn member_numbers(&self) -> impl ExactSizeIterator<Item = u32> + Clone + use<> {
        0..count(self.members.len())
    }

    /// The topics that a member subscribes to.
    pub(super) fn topics_of(&self, member: u32) -> &[u32] {
        &self.subscriptions[self.members[member as usize].subscription as usize]
    }

    pub(super) fn name(&self, partition: PartitionRef) -> TopicPartition {
        let topic = self.topics[partition.topic as usize].name.clone();
        TopicPartition { topic, partition: partition.partition }
    }

    /// The number of a partition, or nothing if there is none such.
    pub(super) fn number(&self, partition: PartitionRef) -> Option<u32> {
        let topic = &self.topics[partition.topic as usize];
        let within = u32::try_from(partition.partition).ok().filter(|&within| within < topic.partitions)?;
        Some(topic.first + within)
    }

    /// The numbers of the topics that there is metadata of.
    pub(super) fn known_topics(&self) -> impl Iterator<Item = u32> + Clone + '_ {
        (0..).zip(&self.topics).filter(|(_, topic)| topic.partitions > 0).map(|(number, _)| number)
    }
}

/// The topics that the members subscribe to, in the order of their names, and how many partitions they have.
fn intern_topics(cluster: &Cluster, members: &[&GroupMember]) -> (Vec<Topic>, u32) {
    let names: HashSet<&TopicName> = members.iter().flat_map(|member| &member.subscription.topics).collect();
    let mut names: Vec<&TopicName> = names.into_iter().collect();
    names.sort_by(|a, b| java::compare(a, b));
    let mut first = 0;
    let topics = names.into_iter().map(|name| {
        let partitions = cluster.topic(name).map_or(0, |topic| topic.partitions);
        let topic = Topic { name: name.clone(), hash: java::string_hash(name), partitions, first };
        first += partitions;
        topic
    });
    (topics.collect(), first)
}

/// Makes numbers of members' names.
struct Interner<'a> {
    assignor: Assignor,
    topics: &'a [Topic],
    topic_numbers: HashMap<&'a str, u32>,
    subscriptions: HashMap<Vec<u32>, u32>,
    racks: RackNames<'a>,
}

impl<'a> Interner<'a> {
    fn new(assignor: Assignor, topics: &'a [Topic]) -> Self {
        let topic_numbers = topics.iter().map(|topic| topic.name.as_str()).zip(0..).collect();
        Self { assignor, topics, topic_numbers, subscriptions: HashMap::new(), racks: RackNames::default() }
    }

    fn member(&mut self, member: &'a GroupMember) -> Member {
        let subscription = &member.subscription;
        let data = member_data(self.assignor, subscription);
        let topic = |name: &TopicName| self.topic_numbers.get(name.as_str()).copied();
        let topics: Vec<u32> = subscription.topics.iter().filter_map(topic).collect();
        let mut owned = Vec::with_capacity(data.partitions.len());
        for claims in data.partitions.chunk_by(|a, b| a.topic == b.topic) {
            if let Some(topic) = topic(&claims[0].topic).filter(|&topic| self.topics[topic as usize].partitions > 0) {
                owned.extend(claims.iter().map(|claim| PartitionRef { topic, partition: claim.partition }));
            }
        }
        let next = count(self.subscriptions.len());
        Member {
            id: member.id.clone(),
            hash: java::string_hash(&member.id),
            instance: member.instance.clone(),
            rack: subscription.rack_id.as_ref().filter(|it| !it.is_empty()).map(|it| self.racks.number(it)),
            subscription: *self.subscriptions.entry(topics).or_insert(next),
            owned,
            generation: data.generation,
            subscription_generation: Some(subscription.generation_id).filter(|&generation| generation >= 0),
        }
    }
}

/// A length as a number of members, topics or partitions.
pub(super) fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

#[derive(Default)]
struct RackNames<'a>(HashMap<&'a Name, u32>);

impl<'a> RackNames<'a> {
    fn number(&mut self, rack: &'a Name) -> u32 {
        let next = count(self.0.len());
        *self.0.entry(rack).or_insert(next)
    }
}

/// As `RackInfo` does, looks at the partitions' racks only if a member has one.
fn intern_racks<'a>(cluster: &'a Cluster, topics: &[Topic], mut names: RackNames<'a>) -> PartitionRacks {
    let mut racks = PartitionRacks::default();
    if names.0.is_empty() {
        return racks;
    }
    for topic in topics.iter().filter_map(|topic| cluster.topic(&topic.name)) {
        for partition in 0..topic.partitions as usize {
            let start = racks.racks.len();
            for name in topic.racks.get(partition).into_iter().flatten() {
                let rack = names.number(name);
                if !racks.racks[start..].contains(&rack) {
                    racks.racks.push(rack);
                }
            }
            racks.ends.push(count(racks.racks.len()));
        }
    }
    racks.count = count(names.0.len());
    racks
}
