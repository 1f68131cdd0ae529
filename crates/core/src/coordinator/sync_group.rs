//! SyncGroup.
//!
//! Source: `GroupMetadataManager.classicGroupSync`, `validateSyncGroup`, `classicGroupSyncToClassicGroup`.

use super::{
    Group, GroupState, Note, Operation, Reason, Token, Which,
    effects::Effects,
    service::group_metadata_error,
    shard::{GroupKey, Shard},
    static_membership::refused_sync,
    write::{Outcome, Plan, Then, Write},
};
use crate::protocol::{Bytes, ErrorCode, MemberId, Name, SyncGroupRequest};

impl Shard {
    /// Handles a SyncGroup.
    pub(super) fn sync_group(&mut self, request: &SyncGroupRequest, token: Token, fx: &mut Effects<'_>) -> Outcome {
        let key = self.key_of(&request.group_id);
        let group = key.and_then(|key| Some((key, self.object_mut(key).filter(|group| !group.is_empty())?)));
        let Some((key, group)) = group else {
            fx.answer_sync(token, refused_sync(ErrorCode::UnknownMemberId));
            return Ok(None);
        };
        if let Err(error) = group.validate_sync(request, fx) {
            fx.answer_sync(token, refused_sync(error));
            return Ok(None);
        }
        group.sync(key, request, token, fx)
    }
}

impl Group {
    fn validate_sync(&self, request: &SyncGroupRequest, fx: &mut Effects<'_>) -> Result<(), ErrorCode> {
        let instance = request.group_instance_id.as_ref();
        self.validate_member(&request.member_id, instance, Operation::SyncGroup, fx)?;
        let differs = |sent: &Option<Name>, own: &Option<Name>| sent.is_some() && own.is_some() && sent != own;
        if request.generation_id != self.generation {
            Err(ErrorCode::IllegalGeneration)
        } else if differs(&request.protocol_type, &self.protocol_type)
            || differs(&request.protocol_name, &self.protocol_name)
        {
            Err(ErrorCode::InconsistentGroupProtocol)
        } else if self.state == GroupState::PreparingRebalance {
            Err(ErrorCode::RebalanceInProgress)
        } else {
            Ok(())
        }
    }

    /// In Completing the request is parked until the leader's plan is durable. In Stable the share is there; that does not
    /// begin the session anew.
    fn sync(&mut self, key: GroupKey, request: &SyncGroupRequest, token: Token, fx: &mut Effects<'_>) -> Outcome {
        let id = &request.member_id;
        if self.state == GroupState::Stable {
            self.remove_pending_sync(id, fx);
            let assignment = self.members.get(id).map(|member| member.assignment.clone()).unwrap_or_default();
            fx.answer_sync(token, self.synced(assignment));
            return Ok(None);
        }
        self.park_sync(id, token, fx);
        self.remove_pending_sync(id, fx);
        if self.is_leader(id) { self.receive_plan(key, request, fx).map(Some) } else { Ok(None) }
    }

    fn park_sync(&mut self, id: &MemberId, token: Token, fx: &mut Effects<'_>) {
        let Some(member) = self.members.get_mut(id) else { return };
        let before = member.parked_sync.replace(token);
        fx.forget(before);
        let operation = Operation::SyncGroup;
        fx.note(Note::Parked { group: self.id.clone(), member: id.clone(), token, operation });
    }

    fn remove_pending_sync(&mut self, id: &MemberId, fx: &mut Effects<'_>) {
        self.pending_sync.remove(id);
        if self.pending_sync.is_empty() {
            fx.cancel(&self.id, Which::Sync);
        }
    }

    /// Writes the leader's plan. Members without a share get an empty one, shares of others are dropped.
    fn receive_plan(
        &mut self,
        key: GroupKey,
        request: &SyncGroupRequest,
        fx: &mut Effects<'_>,
    ) -> Result<Write, ErrorCode> {
        let mut plan = Plan::new();
        for share in &request.assignments {
            plan.insert(share.member_id.clone(), share.assignment.clone());
        }
        let absent = self.members.keys().filter(|id| !plan.contains_key(*id));
        let missing: Vec<MemberId> = absent.cloned().collect();
        for id in &missing {
            plan.insert(id.clone(), Bytes::default());
        }
        let (leader, generation) = (request.member_id.clone(), self.generation);
        fx.note(Note::AssignmentReceived {
            group: self.id.clone(),
            generation,
            leader: leader.clone(),
            members: self.members.len(),
            static_members: self.static_members.len(),
            missing,
        });
        let record = self.record(&plan)?;
        Ok(Write { records: vec![record], then: Then::Assignment { group: key, leader, generation, plan } })
    }

    /// The plan was written, or not. If a rebalance began meanwhile, that is of no interest any more.
    pub(super) fn plan_written(
        &mut self,
        leader: MemberId,
        generation: i32,
        plan: &Plan,
        error: ErrorCode,
        fx: &mut Effects<'_>,
    ) {
        if self.state != GroupState::CompletingRebalance || generation != self.generation {
            return;
        }
        // What Kafka returns or throws inside this callback goes nowhere.
        let _nowhere = if error.is_none() {
            self.store_assignment(plan, fx);
            self.transition_to(GroupState::Stable, None, fx).map(|()| None)
        } else {
            let error = group_metadata_error(error);
            self.abort_assignment(error, fx);
            self.rebalance_or_complete_join(Reason::AssignmentNotWritten { error, leader }, fx)
        };
    }
}
