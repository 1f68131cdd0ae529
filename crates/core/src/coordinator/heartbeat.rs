//! Heartbeat.
//!
//! Source: `GroupMetadataManager.classicGroupHeartbeatToClassicGroup`.

use super::{GroupState, Operation, effects::Effects, shard::Shard};
use crate::protocol::{ErrorCode, HeartbeatRequest, HeartbeatResponse};

impl Shard {
    /// Handles a heartbeat: the session begins anew. While the leader's plan is awaited all is well; only a join phase calls
    /// the members in. Errors that are thrown leave at once, answers wait for earlier writes.
    pub(super) fn heartbeat(
        &self,
        request: &HeartbeatRequest,
        fx: &mut Effects<'_>,
    ) -> Result<HeartbeatResponse, ErrorCode> {
        let group = self.group(&request.group_id).ok_or(ErrorCode::UnknownMemberId)?;
        let id = &request.member_id;
        group.validate_member(id, request.group_instance_id.as_ref(), Operation::Heartbeat, fx)?;
        if request.generation_id != group.generation {
            return Err(ErrorCode::IllegalGeneration);
        }
        let member = group.members.get(id).ok_or(ErrorCode::UnknownMemberId)?;
        fx.arm_session(&group.id, id, member.timeouts.session_ms);
        let preparing = group.state == GroupState::PreparingRebalance;
        Ok(HeartbeatResponse { error: if preparing { ErrorCode::RebalanceInProgress } else { ErrorCode::None } })
    }
}
