//! The assignor case: what a group's leader is given, and what it should answer.

use std::collections::{BTreeMap, BTreeSet};

use groupscope_core::{
    assignor::{Cluster, GroupMember, LastAssignment, TopicMetadata, subscription_user_data},
    config::Assignor,
    protocol::{InstanceId, MemberId, NO_GENERATION, Name, TopicName, TopicPartition, consumer_protocol::Subscription},
};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::jsonl::Fields;

/// More partitions than this would only fill the memory.
const MOST_PARTITIONS: u64 = 10_000_000;

const CASE: &[&str] = &["id", "kafka", "assignor", "note", "topics", "members", "expect"];
const TOPIC: &[&str] = &["name", "partitions", "racks"];
const MEMBER: &[&str] = &["id", "instance", "rack", "topics", "owned", "generation"];
const EXPECT: &[&str] = &["assignment", "error"];

/// A case, ready to be assigned.
pub(super) struct Case {
    pub(super) assignor: Assignor,
    pub(super) cluster: Cluster,
    pub(super) members: Vec<GroupMember>,
    pub(super) expected: Option<Expected>,
}

/// What Kafka's assignor did.
pub(super) enum Expected {
    Assignment(Vec<(MemberId, Vec<TopicPartition>)>),
    /// The simple name of the exception that it threw.
    Error(String),
}

#[derive(Deserialize)]
struct WrittenCase {
    assignor: String,
    topics: Vec<WrittenTopic>,
    members: Vec<WrittenMember>,
    expect: Option<WrittenExpect>,
}

#[derive(Deserialize)]
struct WrittenTopic {
    name: TopicName,
    partitions: u32,
    racks: Option<Vec<Vec<Name>>>,
}

#[derive(Deserialize)]
struct WrittenMember {
    id: MemberId,
    instance: Option<InstanceId>,
    rack: Option<Name>,
    topics: Vec<TopicName>,
    /// A map that keeps its order: topics and partitions in the order in which they are claimed.
    owned: Option<Map<String, Value>>,
    generation: Option<i32>,
}

#[derive(Deserialize)]
struct WrittenExpect {
    assignment: Option<BTreeMap<MemberId, Vec<TopicPartition>>>,
    error: Option<String>,
}

impl Case {
    /// Reads a case and warns of unknown fields.
    pub(super) fn read(value: &Value, fields: &mut Fields) -> Result<Self, String> {
        check_fields(value, fields);
        let written = WrittenCase::deserialize(value).map_err(|error| error.to_string())?;
        let assignor = Assignor::ALL.into_iter().find(|assignor| assignor.name() == written.assignor);
        let assignor = assignor.ok_or_else(|| {
            let known = Assignor::ALL.map(Assignor::name).join(", ");
            format!("unknown assignor \"{}\", known are {known}", written.assignor)
        })?;
        let members = written.members.into_iter().map(|member| read_member(assignor, member));
        let members: Vec<GroupMember> = members.collect::<Result<_, _>>()?;
        check_unique("members", members.iter().map(|member| member.id.as_str()))?;
        let expected = written.expect.map(read_expected).transpose()?;
        Ok(Self { assignor, cluster: read_cluster(written.topics)?, members, expected })
    }
}

fn check_fields(value: &Value, fields: &mut Fields) {
    let list = |name| value.get(name).and_then(Value::as_array).into_iter().flatten();
    fields.check("an assignor case", value, CASE);
    list("topics").for_each(|topic| fields.check("a topic", topic, TOPIC));
    list("members").for_each(|member| fields.check("a member", member, MEMBER));
    fields.check("what is expected", &value["expect"], EXPECT);
}

fn check_unique<'a>(what: &str, mut names: impl Iterator<Item = &'a str>) -> Result<(), String> {
    let mut seen = BTreeSet::new();
    match names.find(|name| !seen.insert(*name)) {
        Some(name) => Err(format!("{what}: \"{name}\" is there twice")),
        None => Ok(()),
    }
}

fn read_cluster(topics: Vec<WrittenTopic>) -> Result<Cluster, String> {
    check_unique("topics", topics.iter().map(|topic| topic.name.as_str()))?;
    let partitions: u64 = topics.iter().map(|topic| u64::from(topic.partitions)).sum();
    if partitions > MOST_PARTITIONS {
        return Err(format!("topics: {partitions} partitions are more than the {MOST_PARTITIONS} that are allowed"));
    }
    let read = |topic: WrittenTopic| {
        let racks = topic.racks.unwrap_or_default();
        if !racks.is_empty() && racks.len() != topic.partitions as usize {
            let (name, partitions) = (topic.name, topic.partitions);
            return Err(format!("topic \"{name}\": racks of {} partitions, but there are {partitions}", racks.len()));
        }
        Ok(TopicMetadata { name: topic.name, partitions: topic.partitions, racks })
    };
    Ok(Cluster::new(topics.into_iter().map(read).collect::<Result<_, _>>()?))
}

/// The member as its leader hears of it: its consumer's subscription after a trip over the wire.
fn read_member(assignor: Assignor, member: WrittenMember) -> Result<GroupMember, String> {
    let owned = member.owned.as_ref().map(|owned| read_owned(&member.id, owned)).transpose()?;
    // The sticky assignor has been told an assignment only if it claims one, the cooperative one if it knows a generation too.
    let told = owned.is_some() || (assignor != Assignor::Sticky && member.generation.is_some());
    let generation = member.generation.unwrap_or(NO_GENERATION);
    let partitions = owned.unwrap_or_default();
    let last = told.then_some(LastAssignment { partitions: &partitions, generation });
    let user_data = subscription_user_data(assignor, last);
    // An eager consumer of the sticky assignor has revoked everything before it joins.
    let owned_partitions = if assignor == Assignor::Sticky { Vec::new() } else { partitions };
    let subscription = Subscription {
        topics: member.topics,
        user_data,
        owned_partitions,
        generation_id: generation,
        rack_id: member.rack,
    };
    let subscription = Subscription::decode(&subscription.encode())
        .map_err(|error| format!("member \"{}\" does not fit into the protocol: {error}", member.id))?;
    Ok(GroupMember { id: member.id, instance: member.instance, subscription })
}

fn read_owned(member: &MemberId, owned: &Map<String, Value>) -> Result<Vec<TopicPartition>, String> {
    let mut partitions = Vec::new();
    for (topic, numbers) in owned {
        let numbers = Vec::<i32>::deserialize(numbers)
            .map_err(|error| format!("member \"{member}\": owned partitions of \"{topic}\": {error}"))?;
        let topic = TopicName::from(topic.as_str());
        partitions.extend(numbers.into_iter().map(|partition| TopicPartition { topic: topic.clone(), partition }));
    }
    Ok(partitions)
}

fn read_expected(expect: WrittenExpect) -> Result<Expected, String> {
    match (expect.assignment, expect.error) {
        (Some(assignment), None) => Ok(Expected::Assignment(assignment.into_iter().collect())),
        (None, Some(error)) => Ok(Expected::Error(error)),
        _ => Err("expect: either \"assignment\" or \"error\" is needed".into()),
    }
}
