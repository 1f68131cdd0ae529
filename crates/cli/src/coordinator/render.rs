//! Replies, writes and groups as scripts show them.

use base64::{Engine, engine::general_purpose::STANDARD};
use groupscope_core::{
    coordinator::{Coordinator, Group, Record, Which},
    protocol::{ErrorCode, GroupId, JoinGroupResponse, OffsetFetchPartition, Response, TopicPartition},
};
use serde_json::{Map, Value, json};

use super::request::TopicSize;

/// A reply to the request of step `of`, which named these topics.
pub(super) fn reply(of: usize, at: u64, response: &Response, topics: &[TopicSize]) -> Value {
    let (error, mut fields) = match response {
        Response::JoinGroup(it) => (it.error, joined(it)),
        Response::SyncGroup(it) => (
            it.error,
            json!({
                "protocolType": it.protocol_type,
                "protocolName": it.protocol_name,
                "assignment": STANDARD.encode(&it.assignment),
            }),
        ),
        Response::LeaveGroup(it) => {
            let member = |member: &groupscope_core::protocol::LeaveGroupMember| json!({"member": member.member_id, "instance": member.group_instance_id, "error": member.error});
            (it.error, json!({"members": it.members.iter().map(member).collect::<Vec<_>>()}))
        }
        Response::OffsetCommit(it) => (shared_error(&it.partitions), with_errors(&it.partitions, topics)),
        Response::OffsetDelete(it) => (it.error, with_errors(&it.partitions, topics_unless(it.error, topics))),
        Response::OffsetFetch(it) => {
            let sizes =
                if topics.is_empty() { topics_of(&it.partitions) } else { topics_unless(it.error, topics).to_vec() };
            (it.error, by_topic(&it.partitions, &sizes, |offset| (&offset.partition, fetched(offset))))
        }
        Response::DeleteGroups(it) => (it.results.first().map(|(_, error)| *error).unwrap_or_default(), json!({})),
        other => (other.error(), json!({})),
    };
    let mut reply = object(json!({"reply": of, "at": at, "error": error}));
    reply.append(fields.as_object_mut().unwrap_or(&mut Map::new()));
    Value::Object(reply)
}

fn object(value: Value) -> Map<String, Value> {
    if let Value::Object(object) = value { object } else { Map::new() }
}

fn joined(it: &JoinGroupResponse) -> Value {
    let member = |member: &groupscope_core::protocol::JoinGroupMember| {
        json!({
            "member": member.member_id,
            "instance": member.group_instance_id,
            "metadata": STANDARD.encode(&member.metadata),
        })
    };
    json!({
        "generation": it.generation_id,
        "protocolType": it.protocol_type,
        "protocolName": it.protocol_name,
        "leader": it.leader,
        "memberId": it.member_id,
        "skipAssignment": it.skip_assignment,
        "members": it.members.iter().map(member).collect::<Vec<_>>(),
    })
}

/// The one error that all partitions share, else none.
fn shared_error(partitions: &[(TopicPartition, ErrorCode)]) -> ErrorCode {
    let first = partitions.first().map(|(_, error)| *error).unwrap_or_default();
    if partitions.iter().all(|(_, error)| *error == first) { first } else { ErrorCode::None }
}

/// An error of the whole request comes without topics.
const fn topics_unless(error: ErrorCode, topics: &[TopicSize]) -> &[TopicSize] {
    if error.is_none() { topics } else { &[] }
}

fn with_errors(partitions: &[(TopicPartition, ErrorCode)], topics: &[TopicSize]) -> Value {
    by_topic(partitions, topics, |(partition, error)| {
        (partition, json!({"partition": partition.partition, "error": error}))
    })
}

fn fetched(offset: &OffsetFetchPartition) -> Value {
    json!({
        "partition": offset.partition.partition,
        "offset": offset.committed_offset,
        "leaderEpoch": offset.committed_leader_epoch,
        "metadata": offset.metadata,
        "error": offset.error,
    })
}

/// The items topic by topic.
fn by_topic<T>(items: &[T], topics: &[TopicSize], part: impl Fn(&T) -> (&TopicPartition, Value)) -> Value {
    let mut rest = items;
    let mut rendered = Vec::with_capacity(topics.len());
    for TopicSize { topic, partitions } in topics {
        let Some((of_topic, behind)) = rest.split_at_checked(*partitions) else { break };
        rest = behind;
        let parts: Vec<Value> = of_topic.iter().map(|item| part(item).1).collect();
        rendered.push(json!({"topic": topic, "partitions": parts}));
    }
    json!({"topics": rendered})
}

/// The topics of an answer to "all". A topic that a failed deletion doubled stands there twice, each time
/// with all its partitions, which are doubled as well.
fn topics_of(partitions: &[OffsetFetchPartition]) -> Vec<TopicSize> {
    let of_topic = partitions.chunk_by(|a, b| a.partition.topic == b.partition.topic);
    of_topic
        .flat_map(|of_topic| {
            let times = occurrences(of_topic);
            let topic = of_topic[0].partition.topic.clone();
            std::iter::repeat_n(TopicSize { topic, partitions: of_topic.len() / times }, times)
        })
        .collect()
}

fn occurrences(of_topic: &[OffsetFetchPartition]) -> usize {
    let number = |it: &OffsetFetchPartition| it.partition.partition;
    let ascending_runs = of_topic.chunk_by(|a, b| number(a) <= number(b)).count();
    if ascending_runs > 1 {
        return ascending_runs;
    }
    // One partition alone: it stands as often in each occurrence as there are occurrences.
    let count = of_topic.len();
    let one_partition = of_topic.iter().all(|it| number(it) == number(&of_topic[0]));
    (1..=count)
        .filter(|times| one_partition && times * times <= count && count.is_multiple_of(*times))
        .max()
        .unwrap_or(1)
}

/// A write begun in step `of`.
pub(super) fn append(of: usize, at: u64, records: &[Record]) -> Value {
    json!({"append": of, "at": at, "records": records})
}

/// A group as it is now; null if there is none.
pub(super) fn group(coordinator: &Coordinator, id: &GroupId) -> Value {
    let Some(group) = coordinator.group(id) else { return Value::Null };
    let ids = |parked: fn(&groupscope_core::coordinator::Member) -> bool| -> Vec<Value> {
        group.members().filter(|member| parked(member)).map(|member| json!(member.id())).collect()
    };
    json!({
        "state": group.state(),
        "generation": group.generation(),
        "protocolType": group.protocol_type(),
        "protocolName": group.protocol_name(),
        "leader": group.leader(),
        "members": ids(|_| true),
        "awaitingJoin": ids(|member| member.parked_join().is_some()),
        "awaitingSync": ids(|member| member.parked_sync().is_some()),
        "pendingJoin": group.pending_members().collect::<Vec<_>>(),
        "timers": timers(coordinator, group),
    })
}

fn timers(coordinator: &Coordinator, group: &Group) -> Value {
    let timers = coordinator.timers(group.id()).map(|timer| {
        let name = match &timer.key.which {
            Which::Session(member) => format!("heartbeat {member}"),
            Which::Join => "join".into(),
            Which::Sync => "sync".into(),
        };
        (name, json!(timer.deadline))
    });
    Value::Object(timers.collect())
}
