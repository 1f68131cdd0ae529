//! What a rule wants written, and what shall happen when it is.

use std::collections::BTreeMap;

use super::{
    Group, Record, Token,
    member::{Protocols, Timeouts},
    record::{GroupMetadataValue, MemberMetadata},
    shard::GroupKey,
};
use crate::protocol::{Bytes, ErrorCode, GroupId, InstanceId, MemberId};

/// What comes of a rule: perhaps records to write, or an error where Kafka throws an exception.
pub(super) type Outcome = Result<Option<Write>, ErrorCode>;

/// Each member's share.
pub(super) type Plan = BTreeMap<MemberId, Bytes>;

/// Records of one batch (`CoordinatorResult`).
#[derive(Clone, Debug)]
pub(super) struct Write {
    pub(super) records: Vec<Record>,
    pub(super) then: Then,
}

/// What happens when a write has ended, well or badly, beside the reply (`CoordinatorResult.appendFuture`).
#[derive(Clone, Debug)]
pub(super) enum Then {
    /// Nothing.
    Nothing,
    /// The record of a group that became empty.
    EmptyGroup(GroupId),
    /// The first record of a group that this JoinGroup created.
    NewGroup(GroupId, Token),
    /// The leader's plan.
    Assignment { group: GroupKey, leader: MemberId, generation: i32, plan: Plan },
    /// A static member with its new id.
    Replacement(Box<Replacement>),
}

/// A static member was replaced without a rebalance; its record is being written.
#[derive(Clone, Debug)]
pub(super) struct Replacement {
    pub(super) group: GroupKey,
    pub(super) instance: InstanceId,
    pub(super) old: MemberId,
    pub(super) new: MemberId,
    pub(super) old_protocols: Protocols,
    pub(super) old_timeouts: Timeouts,
    /// Who led before.
    pub(super) old_leader: Option<MemberId>,
    /// The JoinGroup that replaced it.
    pub(super) join: Token,
    pub(super) version: i16,
}

impl Group {
    /// The group with its members and their shares (`GroupCoordinatorRecordHelpers.newGroupMetadataRecord`).
    pub(super) fn record(&self, plan: &Plan) -> Result<Record, ErrorCode> {
        let members = self.members.values().map(|member| {
            let protocol = self.protocol_name.as_deref().ok_or(ErrorCode::UnknownServerError)?;
            Ok(MemberMetadata {
                member_id: member.id.clone(),
                group_instance_id: member.instance.clone(),
                client_id: member.client_id.clone(),
                client_host: member.client_host.clone(),
                rebalance_timeout: member.timeouts.rebalance_ms,
                session_timeout: member.timeouts.session_ms,
                subscription: member.metadata(protocol).ok_or(ErrorCode::UnknownServerError)?.clone(),
                assignment: plan.get(&member.id).ok_or(ErrorCode::UnknownServerError)?.clone(),
            })
        });
        let value = GroupMetadataValue {
            protocol_type: self.protocol_type.clone().unwrap_or_default(),
            generation: self.generation,
            protocol: self.protocol_name.clone(),
            leader: self.leader.clone(),
            current_state_timestamp: self.state_timestamp.unwrap_or(-1),
            members: members.collect::<Result<_, ErrorCode>>()?,
        };
        Ok(Record::GroupMetadata { group: self.id.clone(), value: Some(value) })
    }

    /// A group that has just come into being (`GroupCoordinatorRecordHelpers.newEmptyGroupMetadataRecord`).
    pub(super) fn first_record(&self) -> Record {
        let value = GroupMetadataValue {
            protocol_type: "".into(),
            generation: 0,
            protocol: None,
            leader: None,
            current_state_timestamp: self.state_timestamp.unwrap_or(-1),
            members: Vec::new(),
        };
        Record::GroupMetadata { group: self.id.clone(), value: Some(value) }
    }
}
