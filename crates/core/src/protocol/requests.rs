//! Requests, with the fields that decide something.

use std::sync::Arc;

use base64::{Engine, engine::general_purpose::STANDARD};
use serde::{Serialize, Serializer, ser::SerializeMap};

use super::{BrokerId, Bytes, GroupId, InstanceId, MemberId, Name, TopicName, TopicPartition};

/// The kind of a request (`ApiKeys`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ApiKey {
    /// Records from given offsets.
    Fetch,
    /// Offsets for times: earliest, latest, or the first at or after a timestamp.
    ListOffsets,
    /// Brokers, topics and partition leaders.
    Metadata,
    /// Stores the offset to read next for each partition.
    OffsetCommit,
    /// Reads the committed offsets back.
    OffsetFetch,
    /// Asks which broker coordinates a group.
    FindCoordinator,
    /// Asks to take part in the next generation.
    JoinGroup,
    /// A sign of life.
    Heartbeat,
    /// Tells the coordinator that members go now.
    LeaveGroup,
    /// Brings the leader's plan and fetches the own share.
    SyncGroup,
    /// Asks which versions of each request the broker knows.
    ApiVersions,
    /// The end offset of a leader epoch, to find a truncated log.
    OffsetForLeaderEpoch,
    /// Deletes groups that are empty.
    DeleteGroups,
    /// Deletes committed offsets.
    OffsetDelete,
}

impl ApiKey {
    /// How many kinds there are.
    pub const COUNT: usize = Self::OffsetDelete as usize + 1;

    /// Kafka's name, such as `JoinGroup`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fetch => "Fetch",
            Self::ListOffsets => "ListOffsets",
            Self::Metadata => "Metadata",
            Self::OffsetCommit => "OffsetCommit",
            Self::OffsetFetch => "OffsetFetch",
            Self::FindCoordinator => "FindCoordinator",
            Self::JoinGroup => "JoinGroup",
            Self::Heartbeat => "Heartbeat",
            Self::LeaveGroup => "LeaveGroup",
            Self::SyncGroup => "SyncGroup",
            Self::ApiVersions => "ApiVersions",
            Self::OffsetForLeaderEpoch => "OffsetForLeaderEpoch",
            Self::DeleteGroups => "DeleteGroups",
            Self::OffsetDelete => "OffsetDelete",
        }
    }
}

/// A request's header, and what the broker knows of the connection it came on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestContext {
    /// The version of the request's schema.
    pub api_version: i16,
    /// `client.id`; empty if the client gave none.
    pub client_id: Name,
    /// The client's address as Java prints it: `/10.0.0.1`.
    pub client_host: Name,
}

/// Any request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[expect(missing_docs, reason = "each variant is named after the structure it holds")]
pub enum Request {
    #[serde(serialize_with = "nothing")]
    ApiVersions,
    Metadata(MetadataRequest),
    FindCoordinator(FindCoordinatorRequest),
    JoinGroup(JoinGroupRequest),
    SyncGroup(SyncGroupRequest),
    Heartbeat(HeartbeatRequest),
    LeaveGroup(LeaveGroupRequest),
    OffsetCommit(OffsetCommitRequest),
    OffsetFetch(OffsetFetchRequest),
    OffsetDelete(OffsetDeleteRequest),
    DeleteGroups(DeleteGroupsRequest),
    ListOffsets(ListOffsetsRequest),
    OffsetForLeaderEpoch(OffsetForLeaderEpochRequest),
    Fetch(FetchRequest),
}

impl Request {
    /// The request's kind.
    #[must_use]
    pub const fn api(&self) -> ApiKey {
        match self {
            Self::ApiVersions => ApiKey::ApiVersions,
            Self::Metadata(_) => ApiKey::Metadata,
            Self::FindCoordinator(_) => ApiKey::FindCoordinator,
            Self::JoinGroup(_) => ApiKey::JoinGroup,
            Self::SyncGroup(_) => ApiKey::SyncGroup,
            Self::Heartbeat(_) => ApiKey::Heartbeat,
            Self::LeaveGroup(_) => ApiKey::LeaveGroup,
            Self::OffsetCommit(_) => ApiKey::OffsetCommit,
            Self::OffsetFetch(_) => ApiKey::OffsetFetch,
            Self::OffsetDelete(_) => ApiKey::OffsetDelete,
            Self::DeleteGroups(_) => ApiKey::DeleteGroups,
            Self::ListOffsets(_) => ApiKey::ListOffsets,
            Self::OffsetForLeaderEpoch(_) => ApiKey::OffsetForLeaderEpoch,
            Self::Fetch(_) => ApiKey::Fetch,
        }
    }
}

/// Asks for brokers, topics and leaders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MetadataRequest {
    /// The topics wanted; `None` = all.
    pub topics: Option<Vec<TopicName>>,
}

/// Asks which broker coordinates a group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FindCoordinatorRequest {
    /// The group's id.
    pub key: GroupId,
}

/// One assignor that the member supports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct JoinGroupProtocol {
    /// The assignor's name.
    pub name: Name,
    /// The subscription, for the leader's eyes.
    #[serde(serialize_with = "base64_text")]
    pub metadata: Bytes,
}

/// Asks to take part in the next generation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct JoinGroupRequest {
    /// The group's id.
    pub group_id: GroupId,
    /// `session.timeout.ms`
    pub session_timeout_ms: i32,
    /// `max.poll.interval.ms`; −1 below version 1.
    pub rebalance_timeout_ms: i32,
    /// The member's id; empty if it has none yet.
    pub member_id: MemberId,
    /// `group.instance.id`, version 5 and later.
    pub group_instance_id: Option<InstanceId>,
    /// Always `consumer` for consumers.
    pub protocol_type: Name,
    /// The assignors it supports, best first.
    pub protocols: Vec<JoinGroupProtocol>,
    /// Why it joins, version 8 and later.
    pub reason: Option<Name>,
}

/// One member's share in the leader's plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SyncGroupAssignment {
    /// The member.
    pub member_id: MemberId,
    /// Its share.
    #[serde(serialize_with = "base64_text")]
    pub assignment: Bytes,
}

/// Brings the leader's plan and fetches the own share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SyncGroupRequest {
    /// The group's id.
    pub group_id: GroupId,
    /// The generation it speaks for.
    pub generation_id: i32,
    /// The member's id.
    pub member_id: MemberId,
    /// `group.instance.id`, version 3 and later.
    pub group_instance_id: Option<InstanceId>,
    /// Version 5 and later.
    pub protocol_type: Option<Name>,
    /// The assignor the group chose; version 5 and later.
    pub protocol_name: Option<Name>,
    /// The plan; empty unless the leader sends it.
    pub assignments: Vec<SyncGroupAssignment>,
}

/// A sign of life.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HeartbeatRequest {
    /// The group's id.
    pub group_id: GroupId,
    /// The generation it speaks for.
    pub generation_id: i32,
    /// The member's id.
    pub member_id: MemberId,
    /// `group.instance.id`, version 3 and later.
    pub group_instance_id: Option<InstanceId>,
}

/// One member that leaves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LeavingMember {
    /// Its id; empty when an administrator removes a static member by its instance id.
    pub member_id: MemberId,
    /// Its instance id.
    pub group_instance_id: Option<InstanceId>,
    /// Why it leaves, version 5 and later.
    pub reason: Option<Name>,
}

/// Tells the coordinator that members go now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LeaveGroupRequest {
    /// The group's id.
    pub group_id: GroupId,
    /// Who goes.
    pub members: Vec<LeavingMember>,
}

/// One offset to be committed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OffsetCommitPartition {
    /// The partition.
    pub partition: TopicPartition,
    /// The offset to be read next.
    pub committed_offset: i64,
    /// The epoch of the leader the last record came from, or −1.
    pub committed_leader_epoch: i32,
    /// Free text.
    pub committed_metadata: Name,
}

/// Stores the offset to read next for each partition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OffsetCommitRequest {
    /// The group's id.
    pub group_id: GroupId,
    /// The generation it speaks for; −1 = a simple consumer.
    pub generation_id: i32,
    /// The member's id; empty = a simple consumer.
    pub member_id: MemberId,
    /// `group.instance.id`, version 7 and later.
    pub group_instance_id: Option<InstanceId>,
    /// How long to keep the offsets, ms; −1 = as the broker is set. Versions 2 to 4 only.
    pub retention_time_ms: i64,
    /// The offsets.
    pub partitions: Vec<OffsetCommitPartition>,
}

/// Reads the committed offsets of a group back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OffsetFetchRequest {
    /// The group's id.
    pub group_id: GroupId,
    /// The partitions wanted; `None` = all.
    pub partitions: Option<Vec<TopicPartition>>,
    /// Whether to wait until no transaction is open on them.
    pub require_stable: bool,
}

/// Deletes committed offsets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OffsetDeleteRequest {
    /// The group's id.
    pub group_id: GroupId,
    /// The partitions whose offsets go.
    pub partitions: Vec<TopicPartition>,
}

/// Deletes groups that are empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DeleteGroupsRequest {
    /// The groups.
    pub group_ids: Vec<GroupId>,
}

/// The timestamp that asks for the log end offset (`ListOffsetsRequest.LATEST_TIMESTAMP`).
pub const LATEST_TIMESTAMP: i64 = -1;

/// The timestamp that asks for the log start offset (`ListOffsetsRequest.EARLIEST_TIMESTAMP`).
pub const EARLIEST_TIMESTAMP: i64 = -2;

/// Asks for offsets by time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ListOffsetsRequest {
    /// Each partition with a timestamp in ms, [`LATEST_TIMESTAMP`] or [`EARLIEST_TIMESTAMP`].
    pub partitions: Vec<(TopicPartition, i64)>,
}

/// Asks for the end offset of a leader epoch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OffsetForLeaderEpochRequest {
    /// Each partition with the epoch of the position's record.
    pub partitions: Vec<(TopicPartition, i32)>,
}

/// One partition to read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FetchPartition {
    /// The partition.
    pub partition: TopicPartition,
    /// The offset of the first record wanted.
    pub fetch_offset: i64,
    /// `max.partition.fetch.bytes`
    pub max_bytes: i32,
}

/// Asks for records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FetchRequest {
    /// `fetch.max.wait.ms`
    pub max_wait_ms: i32,
    /// `fetch.min.bytes`
    pub min_bytes: i32,
    /// `fetch.max.bytes`
    pub max_bytes: i32,
    /// `client.rack`; empty = none.
    pub rack_id: Name,
    /// What the fetch session reads. An empty list with `close_session` only ends the session.
    pub partitions: Arc<[FetchPartition]>,
    /// Whether this fetch ends the fetch session.
    pub close_session: bool,
}

/// What has no fields as JSON.
pub(super) fn nothing<S: Serializer>(serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_map(Some(0))?.end()
}

/// Bytes as JSON: base64.
pub(super) fn base64_text<S: Serializer>(bytes: &Bytes, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&STANDARD.encode(bytes))
}

/// The node id of the connection that a client keeps to its coordinator, apart from that for fetches.
#[must_use]
pub const fn coordinator_connection(broker: BrokerId) -> i32 {
    i32::MAX - broker.0
}
