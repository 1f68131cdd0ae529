//! The end of a session.
//!
//! Source: `GroupMetadataManager.expireClassicGroupMemberHeartbeat`, `removeMemberAndUpdateClassicGroup`,
//! `removePendingMemberAndUpdateClassicGroup`.

use super::{Group, GroupState, Note, Reason, Removal, effects::Effects, join_group::refused, write::Outcome};
use crate::protocol::{ErrorCode, MemberId};

impl Group {
    /// A session ended. An id that was handed out is dropped; a member is removed, unless it waits for the coordinator itself.
    /// In that case the timer is not armed again until the wait ends.
    pub(super) fn session_expired(&mut self, id: &MemberId, fx: &mut Effects<'_>) -> Outcome {
        if self.pending_join.contains(id) {
            self.note_expired(id, Removal::PendingExpired, fx);
            self.remove(id, fx);
            return self.complete_join_phase_if_all_joined(fx);
        }
        if self.members.get(id).is_none_or(super::Member::is_excused) {
            return Ok(None);
        }
        self.note_expired(id, Removal::SessionExpired, fx);
        self.complete_join(id, refused(ErrorCode::UnknownMemberId, MemberId::default()), fx);
        self.remove(id, fx);
        if matches!(self.state, GroupState::Stable | GroupState::CompletingRebalance) {
            self.rebalance_or_complete_join(Reason::SessionExpired { member: id.clone() }, fx)
        } else {
            self.complete_join_phase_if_all_joined(fx)
        }
    }

    fn note_expired(&self, id: &MemberId, why: Removal, fx: &mut Effects<'_>) {
        fx.note(Note::MembersRemoved { group: self.id.clone(), members: vec![id.clone()], why });
    }
}
