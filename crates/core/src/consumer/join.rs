//! Joining the group: JoinGroup, SyncGroup, LeaveGroup.
//!
//! Source: `AbstractCoordinator` (`joinGroupIfNeeded`, `JoinGroupResponseHandler`, `SyncGroupResponseHandler`),
//! `ConsumerCoordinator.metadata`, `rejoinNeededOrPending`.

use super::{
    Consumer,
    detail::{Detail, LostCause},
    exception::Exception,
    io::ConnectionId,
    member::{Generation, Joining},
    network::Outcome,
    request::Purpose,
    thread::{Block, Step},
};
use crate::{
    config::Assignor,
    protocol::{
        ApiKey, Bytes, CONSUMER_PROTOCOL_TYPE, ErrorCode, JoinGroupProtocol, JoinGroupRequest, JoinGroupResponse,
        LeaveGroupRequest, LeavingMember, Name, Request, Response, SyncGroupAssignment, SyncGroupRequest,
        SyncGroupResponse, consumer_protocol::Subscription,
    },
    simulation::frame::MemberState,
};

/// How much longer than the rebalance timeout JoinGroup is waited for, ms (`JOIN_GROUP_TIMEOUT_LAPSE`).
const JOIN_GROUP_TIMEOUT_LAPSE: u64 = 5_000;

/// The longest reason that is sent, in characters (`JoinGroupRequest.maybeTruncateReason`).
const MAX_REASON: usize = 255;

impl Consumer {
    /// Whether the member is to join, or is joining (`rejoinNeededOrPending`).
    pub(super) fn rejoin_needed_or_pending(&mut self) -> bool {
        let snapshot = &self.metadata_snapshot;
        if self.member.assignment_snapshot.as_ref().is_some_and(|it| !it.matches(snapshot)) {
            self.request_rejoin_if_necessary("cached metadata has changed");
        }
        if self.member.joined_topics.as_ref().is_some_and(|it| *it != self.subscription.topics) {
            self.request_rejoin_if_necessary("subscription has changed");
        }
        self.member.rejoin_needed || self.member.joining.is_some()
    }

    /// Takes the join as far as it goes without waiting; whether the member is in its group (`ensureActiveGroup`,
    /// `joinGroupIfNeeded`).
    pub(super) fn join_if_needed(&mut self) -> Step<Result<bool, Exception>> {
        loop {
            if self.now < self.listener_until {
                let until = self.listener_until;
                return self.block(Block { until, reads: false, holds_monitor: false });
            }
            self.end_listener();
            match self.join_step() {
                Ok(None) => {}
                Ok(Some(joined)) => return Step::Done(Ok(joined)),
                Err(exception) => return Step::Done(Err(exception)),
            }
        }
    }

    /// As far as it goes until the rebalance listener was called; `None` = it goes on after that.
    fn join_step(&mut self) -> Result<Option<bool>, Exception> {
        while self.now >= self.listener_until {
            if !self.rejoin_needed_or_pending() {
                return Ok(Some(true));
            }
            if !self.ensure_coordinator_now()? {
                return Ok(Some(false));
            }
            if self.member.needs_join_prepare {
                self.member.needs_join_prepare = false;
                if !self.on_join_prepare()? {
                    self.member.needs_join_prepare = true;
                    return Ok(Some(false));
                }
                continue;
            }
            self.initiate_join();
            self.pass();
            match self.member.joining.clone() {
                None | Some(Joining::Pending) => return Ok(Some(false)),
                Some(Joining::Synced(bytes)) => self.complete_join(&bytes)?,
                Some(Joining::Failed(exception)) => {
                    self.member.joining = None;
                    if exception != Exception::Response(ErrorCode::MemberIdRequired) {
                        self.request_rejoin(format!("rebalance failed due to {}", exception.class()));
                    }
                    if !joins_again_at_once(exception) {
                        return if exception.is_retriable() { Ok(Some(false)) } else { Err(exception) };
                    }
                }
            }
        }
        Ok(None)
    }

    /// Whether the coordinator is known, after one look and no wait.
    pub(super) fn ensure_coordinator_now(&mut self) -> Result<bool, Exception> {
        match self.ensure_coordinator(self.now) {
            Step::Done(result) => result,
            Step::Blocked => Ok(false),
        }
    }

    fn complete_join(&mut self, bytes: &Bytes) -> Result<(), Exception> {
        if self.member.generation.is_reset() || self.member.state != MemberState::Stable {
            self.reset_and_rejoin("rebalance failed since the generation/state was modified by heartbeat thread", true);
        } else {
            if !self.on_join_complete(bytes)? {
                return Ok(());
            }
            self.member.needs_join_prepare = true;
        }
        self.member.joining = None;
        Ok(())
    }

    fn initiate_join(&mut self) {
        if self.member.joining.is_some() {
            return;
        }
        let Some(coordinator) = self.coordinator() else { return };
        self.member.joining = Some(Joining::Pending);
        self.set_state(MemberState::PreparingRebalance);
        self.detail(Detail::Joining);
        let generation = self.member.generation.clone();
        let rebalance = self.config.max_poll_interval_ms;
        let request = Request::JoinGroup(JoinGroupRequest {
            group_id: self.group_id(),
            session_timeout_ms: i32::try_from(self.config.session_timeout_ms).unwrap_or(i32::MAX),
            rebalance_timeout_ms: i32::try_from(rebalance).unwrap_or(i32::MAX),
            member_id: generation.member_id.clone(),
            group_instance_id: self.config.group_instance_id.clone(),
            protocol_type: CONSUMER_PROTOCOL_TYPE.into(),
            protocols: self.join_protocols(),
            reason: Some(truncated(&self.member.rejoin_reason)),
        });
        let timeout = self.config.request_timeout_ms.max(rebalance.saturating_add(JOIN_GROUP_TIMEOUT_LAPSE));
        self.network.enqueue(self.now, coordinator, timeout, request, Purpose::JoinGroup(generation));
    }

    /// What the member tells the leader, for each of its assignors (`ConsumerCoordinator.metadata`).
    fn join_protocols(&mut self) -> Vec<JoinGroupProtocol> {
        self.member.joined_topics = Some(self.subscription.topics.clone());
        let rack = &self.config.client_rack;
        let subscription = Subscription {
            topics: self.subscription.topics.to_vec(),
            user_data: None,
            owned_partitions: self.subscription.owned(),
            generation_id: self.member.generation.id,
            rack_id: (!rack.is_empty()).then(|| rack.clone()),
        };
        let protocol = |assignor: &Assignor| {
            let subscription = Subscription { user_data: self.assignor_user_data(*assignor), ..subscription.clone() };
            JoinGroupProtocol { name: assignor.name().into(), metadata: subscription.encode() }
        };
        self.config.partition_assignment_strategy.iter().map(protocol).collect()
    }

    fn end_joining(&mut self, how: Joining) {
        if self.member.joining.is_some() {
            self.member.joining = Some(how);
        }
    }

    pub(super) fn fail_joining(&mut self, exception: Exception) {
        self.end_joining(Joining::Failed(exception));
    }

    /// `JoinGroupResponseHandler`
    pub(super) fn on_join_group(&mut self, sent: &Generation, outcome: Outcome) {
        let answer = match outcome {
            Outcome::Answer(Response::JoinGroup(answer)) => answer,
            other => return self.fail_joining_by(other),
        };
        if answer.error.is_none() {
            return self.on_joined(answer);
        }
        self.detail(Detail::JoinFailed { error: answer.error });
        match answer.error {
            ErrorCode::UnknownMemberId if *sent == self.member.generation => {
                self.reset_on_error(ApiKey::JoinGroup, answer.error, true);
            }
            ErrorCode::CoordinatorNotAvailable | ErrorCode::NotCoordinator => {
                self.mark_coordinator_unknown_by(answer.error);
            }
            ErrorCode::MemberIdRequired => {
                self.set_generation(Generation { member_id: answer.member_id.clone(), ..Generation::default() });
                self.request_rejoin(format!("need to re-join with the given member-id: {}", answer.member_id));
            }
            _ => {}
        }
        self.fail_joining(Exception::Response(answer.error));
    }

    fn on_joined(&mut self, answer: JoinGroupResponse) {
        if answer.protocol_type.as_ref().is_some_and(|it| *it != CONSUMER_PROTOCOL_TYPE) {
            return self.fail_joining(Exception::Response(ErrorCode::InconsistentGroupProtocol));
        }
        if self.member.state != MemberState::PreparingRebalance {
            return self.fail_joining(Exception::UnjoinedGroup);
        }
        self.member.state = MemberState::CompletingRebalance;
        self.enable_heartbeats();
        self.set_generation(Generation {
            id: answer.generation_id,
            member_id: answer.member_id.clone(),
            protocol: answer.protocol_name.clone(),
        });
        self.detail(Detail::Joined { protocol: answer.protocol_name.clone().unwrap_or_default() });
        if answer.leader == answer.member_id {
            if let Err(exception) = self.on_leader_elected(answer) {
                self.fail_joining(exception);
            }
        } else {
            self.send_sync_group(Vec::new());
        }
    }

    fn fail_joining_by(&mut self, outcome: Outcome) {
        if let Outcome::Expired = outcome {
            self.fail_joining(Exception::Timeout);
        } else {
            self.mark_coordinator_unknown(LostCause::Disconnect, true);
            self.fail_joining(Exception::Disconnect);
        }
    }

    /// Asks for the own share; the leader brings the plan with it.
    pub(super) fn send_sync_group(&mut self, assignments: Vec<SyncGroupAssignment>) {
        let Some(coordinator) = self.coordinator() else {
            return self.fail_joining(Exception::Response(ErrorCode::CoordinatorNotAvailable));
        };
        let generation = self.member.generation.clone();
        let request = Request::SyncGroup(SyncGroupRequest {
            group_id: self.group_id(),
            generation_id: generation.id,
            member_id: generation.member_id.clone(),
            group_instance_id: self.config.group_instance_id.clone(),
            protocol_type: Some(CONSUMER_PROTOCOL_TYPE.into()),
            protocol_name: generation.protocol.clone(),
            assignments,
        });
        self.enqueue(coordinator, request, Purpose::SyncGroup(generation));
    }

    /// `SyncGroupResponseHandler`
    pub(super) fn on_sync_group(&mut self, sent: &Generation, outcome: Outcome) {
        let answer = match outcome {
            Outcome::Answer(Response::SyncGroup(answer)) => answer,
            other => return self.fail_joining_by(other),
        };
        if answer.error.is_none() {
            return self.on_synced(answer);
        }
        self.detail(Detail::SyncFailed { error: answer.error });
        match answer.error {
            ErrorCode::UnknownMemberId | ErrorCode::IllegalGeneration if *sent == self.member.generation => {
                self.reset_on_error(ApiKey::SyncGroup, answer.error, answer.error == ErrorCode::UnknownMemberId);
            }
            ErrorCode::CoordinatorNotAvailable | ErrorCode::NotCoordinator => {
                self.mark_coordinator_unknown_by(answer.error);
            }
            _ => {}
        }
        self.fail_joining(match answer.error {
            ErrorCode::CoordinatorLoadInProgress => Exception::Kafka,
            error => Exception::Response(error),
        });
    }

    fn on_synced(&mut self, answer: SyncGroupResponse) {
        let inconsistent = Exception::Response(ErrorCode::InconsistentGroupProtocol);
        if answer.protocol_type.as_ref().is_some_and(|it| *it != CONSUMER_PROTOCOL_TYPE) {
            return self.fail_joining(inconsistent);
        }
        if self.member.generation.is_reset() || self.member.state != MemberState::CompletingRebalance {
            self.detail(Detail::GenerationCleared { state: self.member.state });
            return self.fail_joining(Exception::Response(ErrorCode::IllegalGeneration));
        }
        if answer.protocol_name.is_some() && answer.protocol_name != self.member.generation.protocol {
            return self.fail_joining(inconsistent);
        }
        self.set_state(MemberState::Stable);
        self.member.rejoin_reason = Name::default();
        self.member.rejoin_needed = false;
        self.detail(Detail::Synced);
        self.end_joining(Joining::Synced(answer.assignment));
    }

    /// Says goodbye; nobody waits for the answer but close().
    pub(super) fn send_leave_group(&mut self, coordinator: ConnectionId, generation: Generation, reason: &str) {
        self.detail(Detail::Leaving(reason.into()));
        let member = LeavingMember {
            member_id: generation.member_id.clone(),
            group_instance_id: self.config.group_instance_id.clone(),
            reason: Some(reason.into()),
        };
        let request = Request::LeaveGroup(LeaveGroupRequest { group_id: self.group_id(), members: vec![member] });
        self.enqueue(coordinator, request, Purpose::LeaveGroup);
        self.pass();
    }

    /// `LeaveGroupResponseHandler`
    pub(super) fn on_leave_group(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Answer(response) if !response.error().is_none() => {
                self.detail(Detail::LeaveFailed { error: response.error() });
            }
            Outcome::Disconnected => self.mark_coordinator_unknown(LostCause::Disconnect, true),
            _ => {}
        }
    }
}

/// Failures after which the member joins again without a pause (`joinGroupIfNeeded`).
fn joins_again_at_once(exception: Exception) -> bool {
    matches!(
        exception,
        Exception::Response(
            ErrorCode::UnknownMemberId
                | ErrorCode::IllegalGeneration
                | ErrorCode::RebalanceInProgress
                | ErrorCode::MemberIdRequired
        )
    )
}

fn truncated(reason: &Name) -> Name {
    match reason.char_indices().nth(MAX_REASON) {
        Some((end, _)) => reason[..end].into(),
        None => reason.clone(),
    }
}
