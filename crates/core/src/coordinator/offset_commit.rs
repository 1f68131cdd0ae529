//! OffsetCommit.
//!
//! Source: `OffsetMetadataManager.validateOffsetCommit`, `commitOffset`; `ClassicGroup.validateOffsetCommit`.

use super::{
    Group, GroupState, OffsetCommitKey, OffsetCommitValue, Operation, Record,
    effects::Effects,
    group::timestamp,
    shard::Shard,
    write::{Then, Write},
};
use crate::protocol::{ErrorCode, NO_LEADER_EPOCH, OffsetCommitRequest, OffsetCommitResponse};

/// "As the broker is set" (`OffsetCommitRequest.DEFAULT_RETENTION_TIME`).
const DEFAULT_RETENTION: i64 = -1;
/// From this version on an unknown group is called so.
const KNOWS_GROUP_ID_NOT_FOUND: i16 = 9;

impl Shard {
    /// Handles an OffsetCommit. In Stable and PreparingRebalance it begins the session anew.
    pub(super) fn offset_commit(
        &mut self,
        request: &OffsetCommitRequest,
        version: i16,
        fx: &mut Effects<'_>,
    ) -> Result<(OffsetCommitResponse, Option<Write>), ErrorCode> {
        let id = &request.group_id;
        if self.key_of(id).is_none() {
            if request.generation_id >= 0 {
                let named = version >= KNOWS_GROUP_ID_NOT_FOUND;
                return Err(if named { ErrorCode::GroupIdNotFound } else { ErrorCode::IllegalGeneration });
            }
            self.get_or_create(id, true, fx);
        }
        let group = self.group(id).ok_or(ErrorCode::GroupIdNotFound)?;
        group.validate_offset_commit(request, fx)?;
        if let Some(member) = group.members.get(&request.member_id)
            && matches!(group.state, GroupState::Stable | GroupState::PreparingRebalance)
        {
            fx.arm_session(id, &member.id, member.timeouts.session_ms);
        }
        Ok(store(request, fx))
    }
}

impl Group {
    /// Without a generation only an empty group takes offsets: no member's position may be overwritten.
    fn validate_offset_commit(&self, request: &OffsetCommitRequest, fx: &mut Effects<'_>) -> Result<(), ErrorCode> {
        if request.generation_id < 0 && self.is_empty() {
            return Ok(());
        }
        let instance = request.group_instance_id.as_ref();
        if request.generation_id < 0 && request.member_id.is_empty() && instance.is_none() {
            return Err(ErrorCode::UnknownMemberId);
        }
        self.validate_member(&request.member_id, instance, Operation::OffsetCommit, fx)?;
        if request.generation_id != self.generation {
            return Err(ErrorCode::IllegalGeneration);
        }
        if self.state == GroupState::CompletingRebalance { Err(ErrorCode::RebalanceInProgress) } else { Ok(()) }
    }
}

fn store(request: &OffsetCommitRequest, fx: &Effects<'_>) -> (OffsetCommitResponse, Option<Write>) {
    let now = timestamp(fx.now);
    let expire_timestamp =
        (request.retention_time_ms != DEFAULT_RETENTION).then(|| now.wrapping_add(request.retention_time_ms));
    let mut records = Vec::with_capacity(request.partitions.len());
    let mut partitions = Vec::with_capacity(request.partitions.len());
    for commit in &request.partitions {
        let length = i32::try_from(commit.committed_metadata.encode_utf16().count()).unwrap_or(i32::MAX);
        if length > fx.config.offset_metadata_max_bytes {
            partitions.push((commit.partition.clone(), ErrorCode::OffsetMetadataTooLarge));
            continue;
        }
        partitions.push((commit.partition.clone(), ErrorCode::None));
        let key = OffsetCommitKey {
            group: request.group_id.clone(),
            topic: commit.partition.topic.clone(),
            partition: commit.partition.partition,
        };
        let value = OffsetCommitValue {
            offset: commit.committed_offset,
            leader_epoch: commit.committed_leader_epoch,
            metadata: commit.committed_metadata.clone(),
            commit_timestamp: now,
            expire_timestamp,
        };
        records.push(Record::OffsetCommit { key, value: Some(value) });
    }
    let write = (!records.is_empty()).then_some(Write { records, then: Then::Nothing });
    (OffsetCommitResponse { partitions }, write)
}

/// An offset as a record of the log gives it back: the version with an expiry has no leader epoch, and −1 is no expiry.
pub(super) fn as_read(value: OffsetCommitValue) -> OffsetCommitValue {
    match value.expire_timestamp {
        Some(DEFAULT_RETENTION) => OffsetCommitValue { expire_timestamp: None, leader_epoch: NO_LEADER_EPOCH, ..value },
        Some(_) => OffsetCommitValue { leader_epoch: NO_LEADER_EPOCH, ..value },
        None => value,
    }
}
