//! What a coordinator writes to `__consumer_offsets`, in Kafka's own words.
//!
//! Source: `GroupCoordinatorRecordHelpers`, `GroupMetadataValue.json`, `OffsetCommitValue.json`.

use base64::{Engine, engine::general_purpose::STANDARD};
use serde::{Serialize, Serializer, ser::SerializeStruct};

use crate::protocol::{Bytes, GroupId, InstanceId, MemberId, Name, TopicName};

/// The version in which group records are written.
const GROUP_METADATA_VERSION: i16 = 3;
/// The version of an offset record with an expiry of its own: it has no leader epoch.
const OFFSET_COMMIT_VERSION_WITH_EXPIRY: i16 = 1;
/// The version of all other offset records.
const OFFSET_COMMIT_VERSION: i16 = 4;

/// A record: a key with a value, or a tombstone. Serialized as `{"type":…,"key":{…},"value":{…}|null}` with Kafka's JSON
/// names, bytes as base64.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Record {
    /// A group: who is in it and who got what.
    GroupMetadata {
        /// The group.
        group: GroupId,
        /// `None` deletes the group.
        value: Option<GroupMetadataValue>,
    },
    /// A committed offset.
    OffsetCommit {
        /// Whose offset.
        key: OffsetCommitKey,
        /// `None` deletes the offset.
        value: Option<OffsetCommitValue>,
    },
}

/// A group as it is written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GroupMetadataValue {
    /// Empty as long as the group never had a member.
    pub protocol_type: Name,
    /// The generation.
    pub generation: i32,
    /// The chosen assignor; none of an empty group.
    pub protocol: Option<Name>,
    /// The leader; none of an empty group.
    pub leader: Option<MemberId>,
    /// Since when the group is in its state, ms; −1 = unknown (old records).
    pub current_state_timestamp: i64,
    /// The members, in the order of the coordinator's map.
    pub members: Vec<MemberMetadata>,
}

/// A member as it is written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MemberMetadata {
    /// Its id.
    pub member_id: MemberId,
    /// Its instance id.
    pub group_instance_id: Option<InstanceId>,
    /// Its client id.
    pub client_id: Name,
    /// Its address.
    pub client_host: Name,
    /// Its rebalance timeout, ms; −1 = its session timeout (old records).
    pub rebalance_timeout: i32,
    /// Its session timeout, ms.
    pub session_timeout: i32,
    /// What it offered for the chosen assignor.
    #[serde(serialize_with = "base64_text")]
    pub subscription: Bytes,
    /// Its share.
    #[serde(serialize_with = "base64_text")]
    pub assignment: Bytes,
}

/// Whose offset.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct OffsetCommitKey {
    /// The group.
    pub group: GroupId,
    /// The topic.
    pub topic: TopicName,
    /// The partition's number.
    pub partition: i32,
}

/// A committed offset as it is written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OffsetCommitValue {
    /// The offset to be read next.
    pub offset: i64,
    /// The epoch of the leader the last record came from, or −1. A record with an expiry of its own has no place for it.
    pub leader_epoch: i32,
    /// Free text.
    pub metadata: Name,
    /// When it was committed, ms.
    pub commit_timestamp: i64,
    /// When it expires, ms, if the request said so (versions 2 to 4 of OffsetCommit).
    pub expire_timestamp: Option<i64>,
}

impl Record {
    /// Whether it deletes something.
    #[must_use]
    pub const fn is_tombstone(&self) -> bool {
        matches!(self, Self::GroupMetadata { value: None, .. } | Self::OffsetCommit { value: None, .. })
    }
}

/// What a batch of one record has beside its key and value, at least (`DefaultRecordBatch`, `DefaultRecord`).
const BATCH_OVERHEAD: usize = 61 + 5;

impl Record {
    /// How much room it takes in the log, uncompressed, in a batch of its own.
    #[must_use]
    pub fn size_in_bytes(&self) -> usize {
        let (key, value) = match self {
            Self::GroupMetadata { group, value } => {
                (2 + string(group), value.as_ref().map(GroupMetadataValue::size_in_bytes))
            }
            Self::OffsetCommit { key, value } => {
                let key = 2 + string(&key.group) + string(&key.topic) + 4;
                (key, value.as_ref().map(OffsetCommitValue::size_in_bytes))
            }
        };
        let body = varint(key) + key + value.map_or(1, |value| varint(value) + value);
        BATCH_OVERHEAD + varint(body) - 1 + body
    }
}

impl GroupMetadataValue {
    fn size_in_bytes(&self) -> usize {
        let nullable = |text: Option<&str>| string(text.unwrap_or(""));
        let members = self.members.iter().map(|member| {
            let names = [&*member.member_id, &member.client_id, &member.client_host].map(string).iter().sum::<usize>();
            let instance = nullable(member.group_instance_id.as_deref());
            names + instance + 4 + 4 + 4 + member.subscription.len() + 4 + member.assignment.len()
        });
        let names = string(&self.protocol_type) + nullable(self.protocol.as_deref()) + nullable(self.leader.as_deref());
        2 + names + 4 + 8 + 4 + members.sum::<usize>()
    }
}

impl OffsetCommitValue {
    fn size_in_bytes(&self) -> usize {
        let metadata = self.metadata.len();
        match self.expire_timestamp {
            Some(_) => 2 + 8 + 2 + metadata + 8 + 8,
            // The last byte counts the tagged fields.
            None => 2 + 8 + 4 + 1 + metadata + 8 + 1,
        }
    }
}

/// A string of the classic encoding.
const fn string(text: &str) -> usize {
    2 + text.len()
}

/// A signed number of variable length.
const fn varint(number: usize) -> usize {
    match number {
        0..64 => 1,
        64..8192 => 2,
        _ => 3,
    }
}

fn base64_text<S: Serializer>(bytes: &Bytes, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&STANDARD.encode(bytes))
}

#[derive(Serialize)]
struct GroupMetadataKey<'a> {
    group: &'a GroupId,
}

/// A value with its version behind its own fields.
#[derive(Serialize)]
struct Versioned<'a, T> {
    #[serde(flatten)]
    value: &'a T,
    version: i16,
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut record = serializer.serialize_struct("Record", 3)?;
        match self {
            Self::GroupMetadata { group, value } => {
                record.serialize_field("type", "GroupMetadata")?;
                record.serialize_field("key", &GroupMetadataKey { group })?;
                let value = value.as_ref().map(|value| Versioned { value, version: GROUP_METADATA_VERSION });
                record.serialize_field("value", &value)?;
            }
            Self::OffsetCommit { key, value } => {
                record.serialize_field("type", "OffsetCommit")?;
                record.serialize_field("key", key)?;
                record.serialize_field("value", value)?;
            }
        }
        record.end()
    }
}

impl Serialize for OffsetCommitValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut value = serializer.serialize_struct("OffsetCommitValue", 5)?;
        value.serialize_field("offset", &self.offset)?;
        if self.expire_timestamp.is_none() {
            value.serialize_field("leaderEpoch", &self.leader_epoch)?;
        }
        value.serialize_field("metadata", &self.metadata)?;
        value.serialize_field("commitTimestamp", &self.commit_timestamp)?;
        match self.expire_timestamp {
            Some(expires) => {
                value.serialize_field("expireTimestamp", &expires)?;
                value.serialize_field("version", &OFFSET_COMMIT_VERSION_WITH_EXPIRY)?;
            }
            None => value.serialize_field("version", &OFFSET_COMMIT_VERSION)?,
        }
        value.end()
    }
}
