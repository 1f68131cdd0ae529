//! Responses, with the fields that decide something.

use serde::Serialize;

use super::{
    ApiKey, BrokerId, Bytes, ErrorCode, InstanceId, MemberId, Name, TopicName, TopicPartition,
    requests::{base64_text, nothing},
};

/// Any response.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[expect(missing_docs, reason = "each variant is named after the structure it holds")]
pub enum Response {
    #[serde(serialize_with = "nothing")]
    ApiVersions,
    Metadata(MetadataResponse),
    FindCoordinator(FindCoordinatorResponse),
    JoinGroup(JoinGroupResponse),
    SyncGroup(SyncGroupResponse),
    Heartbeat(HeartbeatResponse),
    LeaveGroup(LeaveGroupResponse),
    OffsetCommit(OffsetCommitResponse),
    OffsetFetch(OffsetFetchResponse),
    OffsetDelete(OffsetDeleteResponse),
    DeleteGroups(DeleteGroupsResponse),
    ListOffsets(ListOffsetsResponse),
    OffsetForLeaderEpoch(OffsetForLeaderEpochResponse),
    Fetch(FetchResponse),
}

impl Response {
    /// The kind of the request it answers.
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

    /// The first error it carries, at its top or in a part; [`ErrorCode::None`] if it carries none.
    #[must_use]
    pub fn error(&self) -> ErrorCode {
        match self {
            Self::ApiVersions => ErrorCode::None,
            Self::Metadata(it) => first(it.topics.iter().map(|topic| topic.error)),
            Self::FindCoordinator(it) => it.error,
            Self::JoinGroup(it) => it.error,
            Self::SyncGroup(it) => it.error,
            Self::Heartbeat(it) => it.error,
            Self::LeaveGroup(it) => it.error.or(first(it.members.iter().map(|member| member.error))),
            Self::OffsetCommit(it) => first(it.partitions.iter().map(|(_, error)| *error)),
            Self::OffsetFetch(it) => it.error.or(first(it.partitions.iter().map(|partition| partition.error))),
            Self::OffsetDelete(it) => it.error.or(first(it.partitions.iter().map(|(_, error)| *error))),
            Self::DeleteGroups(it) => first(it.results.iter().map(|(_, error)| *error)),
            Self::ListOffsets(it) => first(it.partitions.iter().map(|partition| partition.error)),
            Self::OffsetForLeaderEpoch(it) => first(it.partitions.iter().map(|partition| partition.error)),
            Self::Fetch(it) => first(it.partitions.iter().map(|partition| partition.error)),
        }
    }
}

fn first(mut errors: impl Iterator<Item = ErrorCode>) -> ErrorCode {
    errors.find(|error| !error.is_none()).unwrap_or_default()
}

/// A broker as clients see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MetadataBroker {
    /// Its node id.
    pub id: BrokerId,
    /// `broker.rack`
    pub rack: Option<Name>,
}

/// A partition as clients see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MetadataPartition {
    /// Its leader; `None` = no leader now.
    pub leader: Option<BrokerId>,
    /// The leader's epoch.
    pub leader_epoch: i32,
    /// The brokers that hold a copy, the preferred leader first.
    pub replicas: Vec<BrokerId>,
}

/// A topic as clients see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MetadataTopic {
    /// `UNKNOWN_TOPIC_OR_PARTITION` if there is no such topic.
    pub error: ErrorCode,
    /// Its name.
    pub name: TopicName,
    /// Its partitions by number.
    pub partitions: Vec<MetadataPartition>,
}

/// Brokers, topics and leaders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MetadataResponse {
    /// The live brokers.
    pub brokers: Vec<MetadataBroker>,
    /// The topics asked for.
    pub topics: Vec<MetadataTopic>,
}

/// Which broker coordinates the group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FindCoordinatorResponse {
    /// `COORDINATOR_NOT_AVAILABLE` if the group's partition has no leader.
    pub error: ErrorCode,
    /// The broker; −1 with an error.
    pub node_id: BrokerId,
}

/// A member in the leader's list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct JoinGroupMember {
    /// Its id.
    pub member_id: MemberId,
    /// Its instance id.
    pub group_instance_id: Option<InstanceId>,
    /// Its subscription, as it offered it for the chosen assignor.
    #[serde(serialize_with = "base64_text")]
    pub metadata: Bytes,
}

/// The answer to JoinGroup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct JoinGroupResponse {
    /// The error, or [`ErrorCode::None`].
    pub error: ErrorCode,
    /// The new generation; −1 with an error.
    pub generation_id: i32,
    /// The group's protocol type.
    pub protocol_type: Option<Name>,
    /// The assignor that won the vote.
    pub protocol_name: Option<Name>,
    /// The leader's id; empty with an error.
    pub leader: MemberId,
    /// Whether the returning leader shall leave the plan as it is (KIP-814).
    pub skip_assignment: bool,
    /// The member's own id.
    pub member_id: MemberId,
    /// All members; empty unless the receiver leads.
    pub members: Vec<JoinGroupMember>,
}

/// The answer to SyncGroup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SyncGroupResponse {
    /// The error, or [`ErrorCode::None`].
    pub error: ErrorCode,
    /// The group's protocol type.
    pub protocol_type: Option<Name>,
    /// The assignor that won the vote.
    pub protocol_name: Option<Name>,
    /// The member's share.
    #[serde(serialize_with = "base64_text")]
    pub assignment: Bytes,
}

/// The answer to Heartbeat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HeartbeatResponse {
    /// The error, or [`ErrorCode::None`].
    pub error: ErrorCode,
}

/// What became of one leaving member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LeaveGroupMember {
    /// The member's id as it was sent.
    pub member_id: MemberId,
    /// Its instance id as it was sent.
    pub group_instance_id: Option<InstanceId>,
    /// The error, or [`ErrorCode::None`].
    pub error: ErrorCode,
}

/// The answer to LeaveGroup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LeaveGroupResponse {
    /// The error, or [`ErrorCode::None`].
    pub error: ErrorCode,
    /// One entry for each entry of the request.
    pub members: Vec<LeaveGroupMember>,
}

/// The answer to OffsetCommit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OffsetCommitResponse {
    /// Each partition with its error.
    pub partitions: Vec<(TopicPartition, ErrorCode)>,
}

/// One committed offset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OffsetFetchPartition {
    /// The partition.
    pub partition: TopicPartition,
    /// The offset to be read next; −1 = none was committed.
    pub committed_offset: i64,
    /// The epoch of the leader the last record came from, or −1.
    pub committed_leader_epoch: i32,
    /// Free text.
    pub metadata: Name,
    /// The error, or [`ErrorCode::None`].
    pub error: ErrorCode,
}

/// The answer to OffsetFetch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OffsetFetchResponse {
    /// The error, or [`ErrorCode::None`].
    pub error: ErrorCode,
    /// The offsets.
    pub partitions: Vec<OffsetFetchPartition>,
}

/// The answer to OffsetDelete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OffsetDeleteResponse {
    /// The error, or [`ErrorCode::None`].
    pub error: ErrorCode,
    /// Each partition with its error.
    pub partitions: Vec<(TopicPartition, ErrorCode)>,
}

/// The answer to DeleteGroups.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DeleteGroupsResponse {
    /// Each group with its error.
    pub results: Vec<(super::GroupId, ErrorCode)>,
}

/// One partition's offset for a time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ListOffsetsPartition {
    /// The partition.
    pub partition: TopicPartition,
    /// The error, or [`ErrorCode::None`].
    pub error: ErrorCode,
    /// The offset; −1 = no record is that young.
    pub offset: i64,
    /// The record's timestamp, or −1.
    pub timestamp: i64,
    /// The epoch of the record's leader, or −1.
    pub leader_epoch: i32,
}

/// The answer to ListOffsets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ListOffsetsResponse {
    /// One entry for each partition asked for.
    pub partitions: Vec<ListOffsetsPartition>,
}

/// The end of a leader epoch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EpochEndOffset {
    /// The partition.
    pub partition: TopicPartition,
    /// The error, or [`ErrorCode::None`].
    pub error: ErrorCode,
    /// The largest epoch not above the one asked for.
    pub leader_epoch: i32,
    /// The offset at which it ends.
    pub end_offset: i64,
}

/// The answer to OffsetForLeaderEpoch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OffsetForLeaderEpochResponse {
    /// One entry for each partition asked for.
    pub partitions: Vec<EpochEndOffset>,
}

/// What a fetch brings of one partition. Records have no content here: they are the offsets
/// `first_offset .. first_offset + count`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FetchedPartition {
    /// The partition.
    pub partition: TopicPartition,
    /// The error, or [`ErrorCode::None`].
    pub error: ErrorCode,
    /// The offset of the first record.
    pub first_offset: i64,
    /// How many records.
    pub count: u32,
    /// The epoch of the leader that wrote them.
    pub leader_epoch: i32,
    /// The offset up to which consumers may read.
    pub high_watermark: i64,
    /// The offset of the oldest record there is.
    pub log_start_offset: i64,
    /// The replica to read from instead (KIP-392).
    pub preferred_read_replica: Option<BrokerId>,
}

/// The answer to Fetch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FetchResponse {
    /// The partitions with records or news.
    pub partitions: Vec<FetchedPartition>,
}
