//! How a rebalance begins, waits and ends: the join phase and what becomes of the leader's plan.
//!
//! Source: `GroupMetadataManager.prepareRebalance`, `maybeCompleteJoinPhase`, `completeClassicGroupJoin`,
//! `tryCompleteInitialRebalanceElseSchedule`, `expirePendingSync`, `propagateAssignment`; `ClassicGroup.initNextGeneration`.

use super::{
    Group, GroupState, LeaderChoice, Note, Reason, Removal, Which,
    effects::Effects,
    timers::Action,
    write::{Outcome, Plan, Then, Write},
};
use crate::java::HashSet;
use crate::protocol::{Bytes, ErrorCode, MemberId, SyncGroupResponse};

impl Group {
    /// Begins a rebalance if the group is in no join phase, else ends the join phase if that is possible
    /// (`maybePrepareRebalanceOrCompleteJoin`).
    pub(super) fn rebalance_or_complete_join(&mut self, reason: Reason, fx: &mut Effects<'_>) -> Outcome {
        if self.can_rebalance() { self.prepare_rebalance(reason, fx) } else { self.maybe_complete_join_phase(fx) }
    }

    /// Begins a rebalance. An empty group waits for more members first: the initial delay. Its length depends on the first
    /// member's rebalance timeout alone.
    pub(super) fn prepare_rebalance(&mut self, reason: Reason, fx: &mut Effects<'_>) -> Outcome {
        if self.state == GroupState::CompletingRebalance {
            self.abort_assignment(ErrorCode::RebalanceInProgress, fx);
        }
        self.pending_sync.clear();
        fx.cancel(&self.id, Which::Sync);

        let is_initial = self.is_empty();
        if is_initial {
            let delay = fx.config.initial_rebalance_delay_ms;
            let remaining = self.rebalance_timeout_ms().wrapping_sub(delay).max(0);
            fx.arm(&self.id, Which::Join, delay, Action::InitialDelay { delay, remaining });
        }
        self.transition_to(GroupState::PreparingRebalance, Some(reason), fx)?;
        if is_initial {
            Ok(None)
        } else if self.has_all_members_joined() {
            self.complete_join_phase(fx)
        } else {
            // The deadline stands: later joiners with longer timeouts don't move it.
            fx.arm(&self.id, Which::Join, self.rebalance_timeout_ms(), Action::Join);
            Ok(None)
        }
    }

    /// A window of the initial delay is over: another one follows if a member was added in it and time remains.
    pub(super) fn initial_delay_over(&mut self, delay: i32, remaining: i32, fx: &mut Effects<'_>) -> Outcome {
        if !self.new_member_added || remaining == 0 {
            return self.complete_join_phase(fx);
        }
        self.new_member_added = false;
        let next = fx.config.initial_rebalance_delay_ms.min(remaining);
        let remaining = remaining.wrapping_sub(delay).max(0);
        fx.arm(&self.id, Which::Join, next, Action::InitialDelay { delay: next, remaining });
        Ok(None)
    }

    /// Ends the join phase after a JoinGroup or LeaveGroup, if everybody is there. They can't end the initial delay.
    pub(super) fn maybe_complete_join_phase(&mut self, fx: &mut Effects<'_>) -> Outcome {
        if self.state == GroupState::PreparingRebalance && self.previous_state != GroupState::Empty {
            self.complete_join_phase_if_all_joined(fx)
        } else {
            Ok(None)
        }
    }

    /// Ends the join phase after a session ended, if everybody else is there. That can end the initial delay as well.
    pub(super) fn complete_join_phase_if_all_joined(&mut self, fx: &mut Effects<'_>) -> Outcome {
        if self.state == GroupState::PreparingRebalance && self.has_all_members_joined() {
            self.complete_join_phase(fx)
        } else {
            Ok(None)
        }
    }

    /// Ends the join phase: dynamic members that did not come are out, static ones stay, and the next generation begins.
    pub(super) fn complete_join_phase(&mut self, fx: &mut Effects<'_>) -> Outcome {
        fx.cancel(&self.id, Which::Join);
        self.remove_dynamic_no_shows(fx);
        if !self.elect_joined_leader(fx) && !self.members.is_empty() {
            // With no time at all the clock would never move on.
            fx.arm(&self.id, Which::Join, self.rebalance_timeout_ms().max(1), Action::Join);
            return Ok(None);
        }
        self.begin_next_generation(fx)?;
        if self.is_empty() {
            let then = Then::EmptyGroup(self.id.clone());
            return Ok(Some(Write { records: vec![self.record(&Plan::new())?], then }));
        }
        self.answer_joins(fx)?;
        let generation = self.generation;
        fx.arm(&self.id, Which::Sync, self.rebalance_timeout_ms(), Action::Sync { generation });
        Ok(None)
    }

    fn remove_dynamic_no_shows(&mut self, fx: &mut Effects<'_>) {
        let mut absent: HashSet<MemberId> = HashSet::new();
        for member in self.members.values().filter(|member| member.parked_join.is_none() && !member.is_static()) {
            absent.insert(member.id.clone());
        }
        if absent.is_empty() {
            return;
        }
        let members: Vec<MemberId> = absent.iter().cloned().collect();
        for member in &members {
            self.remove(member, fx);
            fx.cancel_session(&self.id, member);
        }
        fx.note(Note::MembersRemoved { group: self.id.clone(), members, why: Removal::NotRejoined });
    }

    /// Makes sure that the leader is one that has rejoined; `false` if nobody has (`ClassicGroup.maybeElectNewJoinedLeader`).
    fn elect_joined_leader(&mut self, fx: &mut Effects<'_>) -> bool {
        let Some(current) = self.leader.as_ref().and_then(|leader| self.members.get(leader)) else { return false };
        if current.parked_join.is_some() {
            return true;
        }
        let (previous, instance) = (current.id.clone(), current.instance.clone());
        let Some(elected) = self.members.values().find(|member| member.parked_join.is_some()) else {
            fx.note(Note::NobodyRejoined { group: self.id.clone(), leader: previous, instance });
            return false;
        };
        let leader = elected.id.clone();
        let elected = Box::new(elected.describe());
        self.set_leader(Some(leader), LeaderChoice::LeaderDidNotRejoin { previous, instance, elected }, fx);
        true
    }

    /// The next generation, also if nobody is left (`ClassicGroup.initNextGeneration`). Where Kafka throws in the middle, the
    /// number has been raised all the same.
    fn begin_next_generation(&mut self, fx: &mut Effects<'_>) -> Result<(), ErrorCode> {
        self.generation = self.generation.wrapping_add(1);
        let next = if self.members.is_empty() {
            self.protocol_name = None;
            GroupState::Empty
        } else {
            let ballot = self.select_protocol()?;
            self.protocol_name = Some(ballot.winner.clone());
            fx.note(Note::ProtocolChosen { group: self.id.clone(), ballot: Box::new(ballot) });
            GroupState::CompletingRebalance
        };
        self.subscribed_topics = self.compute_subscribed_topics()?;
        self.transition_to(next, None, fx)?;
        self.pending_sync.clear();
        Ok(())
    }

    /// Answers every JoinGroup. All sessions begin anew, also those of static members that are away.
    fn answer_joins(&mut self, fx: &mut Effects<'_>) -> Result<(), ErrorCode> {
        let ids: Vec<MemberId> = self.members.keys().cloned().collect();
        for id in &ids {
            let members = if self.is_leader(id) { self.current_members()? } else { Vec::new() };
            let response = self.joined(id, members);
            self.complete_join(id, response, fx);
            if let Some(member) = self.members.get_mut(id) {
                fx.arm_session(&self.id, id, member.timeouts.session_ms);
                member.is_new = false;
            }
            self.pending_sync.insert(id.clone());
        }
        Ok(())
    }

    /// Members whose SyncGroup did not come in time are out, static ones too (KAFKA-12890). The timer runs on in Stable.
    pub(super) fn sync_expired(&mut self, generation: i32, fx: &mut Effects<'_>) -> Outcome {
        let waiting = matches!(self.state, GroupState::CompletingRebalance | GroupState::Stable);
        if generation != self.generation || !waiting || self.pending_sync.is_empty() {
            return Ok(None);
        }
        let members: Vec<MemberId> = self.pending_sync.iter().cloned().collect();
        for member in &members {
            self.remove(member, fx);
            fx.cancel_session(&self.id, member);
        }
        fx.note(Note::MembersRemoved { group: self.id.clone(), members: members.clone(), why: Removal::NotSynced });
        self.prepare_rebalance(Reason::SyncExpired { members }, fx)
    }

    /// Puts the leader's plan into force and hands out the shares (`setAndPropagateAssignment`).
    pub(super) fn store_assignment(&mut self, plan: &Plan, fx: &mut Effects<'_>) {
        self.members.for_each_mut(|id, member| member.assignment = plan.get(id).cloned().unwrap_or_default());
        let shares = self.members.iter().map(|(id, member)| (id.clone(), member.assignment.clone())).collect();
        fx.note(Note::AssignmentStored { group: self.id.clone(), generation: self.generation, shares });
        self.answer_syncs(ErrorCode::None, fx);
    }

    /// Nobody has a share any more, and who waits for one hears why not (`resetAndPropagateAssignmentWithError`).
    pub(super) fn abort_assignment(&mut self, error: ErrorCode, fx: &mut Effects<'_>) {
        self.members.for_each_mut(|_, member| member.assignment = Bytes::default());
        fx.note(Note::AssignmentsCleared { group: self.id.clone() });
        self.answer_syncs(error, fx);
    }

    /// Answers every parked SyncGroup; the sessions of those answered begin anew (`propagateAssignment`).
    fn answer_syncs(&mut self, error: ErrorCode, fx: &mut Effects<'_>) {
        let ids: Vec<MemberId> = self.members.keys().cloned().collect();
        for id in &ids {
            let Some(member) = self.members.get(id) else { continue };
            let session_ms = member.timeouts.session_ms;
            let response = if error.is_none() {
                self.synced(member.assignment.clone())
            } else {
                SyncGroupResponse { error, protocol_type: None, protocol_name: None, assignment: Bytes::default() }
            };
            if self.complete_sync(id, response, fx) {
                fx.arm_session(&self.id, id, session_ms);
            }
        }
    }

    /// The answer to a SyncGroup that succeeded.
    pub(super) fn synced(&self, assignment: Bytes) -> SyncGroupResponse {
        SyncGroupResponse {
            error: ErrorCode::None,
            protocol_type: self.protocol_type.clone(),
            protocol_name: self.protocol_name.clone(),
            assignment,
        }
    }
}
