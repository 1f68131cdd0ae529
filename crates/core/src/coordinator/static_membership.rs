//! Static members: the same member under a new id (KIP-345, KIP-814).
//!
//! Source: `ClassicGroup.replaceStaticMember`, `GroupMetadataManager.updateStaticMemberThenRebalanceOrCompleteJoin`.

use super::{
    Group, GroupState, LeaderChoice, Note, Reason,
    effects::Effects,
    join_group::{Joiner, refused},
    service::group_metadata_error,
    shard::GroupKey,
    write::{Outcome, Plan, Replacement, Then, Write},
};
use crate::protocol::{Bytes, ErrorCode, InstanceId, JoinGroupResponse, MemberId, SyncGroupResponse};

/// From this version of JoinGroup on a returning leader is told to leave the plan as it is
/// (`JoinGroupRequest.supportsSkippingAssignment`).
const SKIPS_ASSIGNMENT: i16 = 9;

impl Group {
    /// A static member comes back without its id: the newer one wins. In Stable that needs no rebalance as long as the same
    /// assignor wins the vote, whatever the subscription; the reply waits until the new id is durable.
    pub(super) fn replace_and_join(
        &mut self,
        key: GroupKey,
        instance: &InstanceId,
        old: MemberId,
        new: MemberId,
        joiner: Joiner<'_>,
        fx: &mut Effects<'_>,
    ) -> Outcome {
        fx.note(Note::StaticMemberReplaced {
            group: self.id.clone(),
            instance: instance.clone(),
            old: old.clone(),
            new: new.clone(),
            state: self.state,
        });
        let old_leader = self.leader.clone();
        let Some((old_timeouts, old_protocols)) = self.replace_static_member(instance, &old, new.clone(), fx) else {
            return Err(ErrorCode::UnknownServerError);
        };
        // The timer of the old id is left to fire without effect. Its timeout is still the one that holds.
        fx.arm_session(&self.id, &new, old_timeouts.session_ms);
        self.update(&new, joiner.protocols.clone(), joiner.timeouts, Some(joiner.token), fx);

        let (member, instance, client) = (new.clone(), instance.clone(), joiner.reason());
        match self.state {
            GroupState::Stable if self.keeps_protocol()? => {
                fx.note(Note::RebalanceSpared { group: self.id.clone() });
                let (join, version) = (joiner.token, joiner.version);
                let then = Then::Replacement(Box::new(Replacement {
                    group: key,
                    instance,
                    old,
                    new,
                    old_protocols,
                    old_timeouts,
                    old_leader,
                    join,
                    version,
                }));
                let record = self.record(&self.current_plan())?;
                self.replacements_in_flight += 1;
                Ok(Some(Write { records: vec![record], then }))
            }
            GroupState::Stable => {
                self.rebalance_or_complete_join(Reason::SelectedProtocolChanges { member, instance, client }, fx)
            }
            // The leader may already have seen the old id.
            GroupState::CompletingRebalance => {
                self.prepare_rebalance(Reason::StaticMemberReplaced { member, instance, client }, fx)
            }
            GroupState::PreparingRebalance => self.maybe_complete_join_phase(fx),
            GroupState::Empty | GroupState::Dead => Err(ErrorCode::UnknownServerError),
        }
    }

    fn keeps_protocol(&self) -> Result<bool, ErrorCode> {
        Ok(self.protocol_name.as_deref().unwrap_or("") == &*self.select_protocol()?.winner)
    }

    fn current_plan(&self) -> Plan {
        self.members.values().map(|member| (member.id.clone(), member.assignment.clone())).collect()
    }

    /// Gives a static member another id. What the old one has parked is answered FENCED_INSTANCE_ID at once; everything else
    /// passes on, but its place among those whose SyncGroup is awaited. `None` if there is no such member.
    fn replace_static_member(
        &mut self,
        instance: &InstanceId,
        old: &MemberId,
        new: MemberId,
        fx: &mut Effects<'_>,
    ) -> Option<(super::member::Timeouts, super::member::Protocols)> {
        self.complete_join(old, refused(ErrorCode::FencedInstanceId, old.clone()), fx);
        self.complete_sync(old, refused_sync(ErrorCode::FencedInstanceId), fx);
        let removed = self.members.remove(old)?;
        self.remember_departed(removed.clone());
        let kept = (removed.timeouts, removed.protocols.clone());
        self.members.insert(new.clone(), removed.renamed(new.clone()));
        if self.is_leader(old) {
            self.set_leader(Some(new.clone()), LeaderChoice::LeaderReplaced, fx);
        }
        self.static_members.insert(instance.clone(), new);
        Some(kept)
    }

    /// The record of a replacement was written, or not.
    pub(super) fn replacement_written(&mut self, it: Replacement, error: ErrorCode, fx: &mut Effects<'_>) {
        if error.is_none() {
            self.replacement_succeeded(&it, fx);
        } else {
            self.replacement_failed(it, error, fx);
        }
        self.replacements_in_flight -= 1;
        if self.replacements_in_flight == 0 {
            self.departed.clear();
        }
    }

    fn replacement_succeeded(&mut self, it: &Replacement, fx: &mut Effects<'_>) {
        if self.departed.iter().any(|member| member.id == it.new) {
            // Its join was answered when it went; if the id is back, what it has parked is another one.
            return;
        }
        let leads = self.is_leader(&it.new);
        let response = if it.version >= SKIPS_ASSIGNMENT {
            let members = if leads { self.current_members() } else { Ok(Vec::new()) };
            // In a join phase there is no list yet: the leader stays parked until the phase ends.
            let Ok(members) = members else { return };
            JoinGroupResponse { skip_assignment: leads, ..self.joined(&it.new, members) }
        } else {
            // Older clients must not compute a plan: they are told that the old id leads.
            let leader = it.old_leader.clone().unwrap_or_default();
            JoinGroupResponse { leader, ..self.joined(&it.new, Vec::new()) }
        };
        self.complete_join(&it.new, response, fx);
    }

    /// The old id is the member again, even if a rebalance has given the new one the next generation meanwhile.
    fn replacement_failed(&mut self, it: Replacement, error: ErrorCode, fx: &mut Effects<'_>) {
        fx.note(Note::StaticMemberReverted {
            group: self.id.clone(),
            instance: it.instance.clone(),
            old: it.old.clone(),
            new: it.new.clone(),
            error,
        });
        if let Some(at) = self.departed.iter().position(|member| member.id == it.new) {
            // Kafka changes the counts although this member object is gone.
            let departed = self.departed.remove(at);
            self.count_protocols(&departed.protocols, -1);
            self.count_protocols(&it.old_protocols, 1);
        } else {
            self.update(&it.new, it.old_protocols, it.old_timeouts, None, fx);
        }
        // A later replacement that failed as well may have brought the id back: what it offers and its timeouts pass on.
        let Some((timeouts, _)) = self.replace_static_member(&it.instance, &it.new, it.old.clone(), fx) else { return };
        fx.arm_session(&self.id, &it.old, timeouts.session_ms);
        let leader = it.old_leader.unwrap_or_default();
        let current = self.joined(&MemberId::default(), Vec::new());
        fx.answer_join(it.join, JoinGroupResponse { error: group_metadata_error(error), leader, ..current });
    }
}

/// A SyncGroup that failed.
pub(super) fn refused_sync(error: ErrorCode) -> SyncGroupResponse {
    SyncGroupResponse { error, protocol_type: None, protocol_name: None, assignment: Bytes::default() }
}
