//! LeaveGroup.
//!
//! Source: `GroupMetadataManager.classicGroupLeaveToClassicGroup`.

use super::{
    Group, GroupState, Note, Operation, Reason, Removal,
    effects::Effects,
    join_group::refused,
    shard::Shard,
    write::{Outcome, Write},
};
use crate::protocol::{ErrorCode, LeaveGroupMember, LeaveGroupRequest, LeaveGroupResponse, LeavingMember, MemberId};

impl Shard {
    /// Handles a LeaveGroup: whoever can be removed is, then there is one rebalance at most.
    pub(super) fn leave_group(
        &mut self,
        request: &LeaveGroupRequest,
        fx: &mut Effects<'_>,
    ) -> Result<(LeaveGroupResponse, Option<Write>), ErrorCode> {
        let group = self.group_mut(&request.group_id).ok_or(ErrorCode::UnknownMemberId)?;
        let mut members = Vec::with_capacity(request.members.len());
        for leaving in &request.members {
            members.push(LeaveGroupMember {
                member_id: leaving.member_id.clone(),
                group_instance_id: leaving.group_instance_id.clone(),
                error: group.leave(leaving, fx).err().unwrap_or_default(),
            });
        }
        let gone = members.iter().filter(|member| member.error.is_none()).map(|member| member.member_id.clone());
        let write = group.members_left(gone.collect(), fx)?;
        Ok((LeaveGroupResponse { error: ErrorCode::None, members }, write))
    }
}

impl Group {
    fn leave(&mut self, leaving: &LeavingMember, fx: &mut Effects<'_>) -> Result<(), ErrorCode> {
        let (id, instance) = (&leaving.member_id, leaving.group_instance_id.as_ref());
        let reason = leaving.reason.clone();
        if id.is_empty() {
            // An administrator removes a static member.
            let held_by = instance.and_then(|instance| self.static_members.get(instance)).cloned();
            self.remove_leaving(&held_by.ok_or(ErrorCode::UnknownMemberId)?, Removal::Left(reason), fx);
        } else if self.pending_join.contains(id) {
            self.remove_leaving(id, Removal::PendingLeft(reason), fx);
        } else {
            self.validate_member(id, instance, Operation::LeaveGroup, fx)?;
            self.remove_leaving(id, Removal::Left(reason), fx);
        }
        Ok(())
    }

    /// A parked JoinGroup is answered; a parked SyncGroup never will be.
    fn remove_leaving(&mut self, id: &MemberId, why: Removal, fx: &mut Effects<'_>) {
        fx.cancel_session(&self.id, id);
        fx.note(Note::MembersRemoved { group: self.id.clone(), members: vec![id.clone()], why });
        self.complete_join(id, refused(ErrorCode::UnknownMemberId, MemberId::default()), fx);
        self.remove(id, fx);
    }

    /// Also the leave of an id that was handed out makes the others rebalance.
    fn members_left(&mut self, members: Vec<MemberId>, fx: &mut Effects<'_>) -> Outcome {
        match self.state {
            _ if members.is_empty() => Ok(None),
            GroupState::Stable | GroupState::CompletingRebalance => {
                self.rebalance_or_complete_join(Reason::Left { members }, fx)
            }
            GroupState::PreparingRebalance => self.maybe_complete_join_phase(fx),
            GroupState::Empty | GroupState::Dead => Ok(None),
        }
    }
}
