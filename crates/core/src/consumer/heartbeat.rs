//! The heartbeat thread, as rounds.
//!
//! The Java client's thread wakes every `retry.backoff.ms`, or when the application thread wakes it. A round in which
//! nothing can happen is not run here: [`Consumer::heartbeat_wake`] finds the first one that matters, in the same phase.
//!
//! Source: `AbstractCoordinator.HeartbeatThread`, `HeartbeatResponseHandler`, `Heartbeat`.

use super::{
    Consumer,
    detail::{Detail, LostCause},
    exception::Exception,
    io::Note,
    member::Generation,
    network::Outcome,
    request::Purpose,
};
use crate::{
    config::ConsumerConfig,
    protocol::{ApiKey, ErrorCode, HeartbeatRequest, Request, Response},
    simulation::frame::MemberState,
};

/// The timers and the thread that looks at them.
#[derive(Debug)]
pub(super) struct Heartbeat {
    enabled: bool,
    /// Why the thread ended; the next poll() throws it.
    failed: Option<Exception>,
    /// When the next heartbeat is due, ms.
    due: u64,
    /// When the coordinator counts as lost, ms.
    session_end: u64,
    /// When the application has stayed away from poll() too long, ms.
    poll_end: u64,
    attempts: u32,
    /// When the thread was last woken out of turn, ms, and how many rounds it has run since.
    woken: u64,
    rounds: u64,
    interval: u64,
    session: u64,
    poll_interval: u64,
    round: u64,
}

impl Heartbeat {
    pub(super) fn new(config: &ConsumerConfig) -> Self {
        Self {
            enabled: false,
            failed: None,
            due: 0,
            session_end: 0,
            poll_end: 0,
            attempts: 0,
            woken: 0,
            rounds: 0,
            interval: config.heartbeat_interval_ms,
            session: config.session_timeout_ms,
            poll_interval: config.max_poll_interval_ms,
            round: config.retry_backoff_ms.max(1),
        }
    }

    /// The coordinator gave a sign of life.
    pub(super) fn reset_session(&mut self, now: u64) {
        self.session_end = now.saturating_add(self.session);
    }

    /// The application called poll(); when it must call again, ms.
    pub(super) fn reset_poll(&mut self, now: u64) -> u64 {
        self.poll_end = now.saturating_add(self.poll_interval);
        self.poll_end
    }

    /// When the next heartbeat is due, ms.
    pub(super) fn due(&self) -> u64 {
        self.due
    }

    /// The thread is told to look at once.
    pub(super) fn wake(&mut self, now: u64) {
        (self.woken, self.rounds) = (now, 0);
    }

    /// When it runs a round, by the round's number. A wait of the original ends half a millisecond late on average: in the
    /// recordings heartbeats at an interval of 2000 ms are 2001 to 2015 ms apart while the application works, and 2000
    /// while it polls, since that wakes the thread in time.
    fn round_time(&self, number: u64) -> u64 {
        self.woken + number * self.round + number / 2
    }

    /// The number of the first round at or after a time.
    fn round_number_at(&self, time: u64) -> u64 {
        let number = (2 * time.saturating_sub(self.woken)).div_ceil(2 * self.round + 1);
        self.rounds.max(if self.round_time(number) < time { number + 1 } else { number })
    }

    /// The first round at or after a time.
    fn round_at(&self, time: u64) -> u64 {
        self.round_time(self.round_number_at(time))
    }

    /// The thread waits until its next round.
    fn end_round(&mut self, now: u64) {
        let number = self.round_number_at(now);
        let in_turn = self.round_time(number) == now;
        (self.woken, self.rounds) = if in_turn { (self.woken, number + 1) } else { (now, 1) };
    }

    /// The error that ended the thread, once (the next join makes a new thread).
    pub(super) fn take_failure(&mut self) -> Option<Exception> {
        self.failed.take()
    }
}

impl Consumer {
    /// Heartbeats begin; all three timers start anew (`enable`).
    pub(super) fn enable_heartbeats(&mut self) {
        let now = self.now;
        self.heartbeat.enabled = true;
        self.heartbeat.attempts = 0;
        self.heartbeat.reset_session(now);
        self.heartbeat.reset_poll(now);
        self.heartbeat.wake(now);
        self.set_heartbeat_due(now.saturating_add(self.heartbeat.interval));
    }

    /// Heartbeats end until the next JoinGroup succeeds.
    pub(super) fn disable_heartbeats(&mut self) {
        if self.heartbeat.enabled {
            self.heartbeat.enabled = false;
            self.note(Note::HeartbeatDue(None));
        }
    }

    fn set_heartbeat_due(&mut self, due: u64) {
        self.heartbeat.due = due;
        self.note(Note::HeartbeatDue(Some(due)));
    }

    /// When the thread's next round matters; `None` while it sleeps, or has to wait for the application thread.
    pub(super) fn heartbeat_wake(&self) -> Option<u64> {
        let it = &self.heartbeat;
        if !it.enabled || it.failed.is_some() || self.monitor_is_held() {
            return None;
        }
        if self.member.has_not_joined() || !self.knows_coordinator() {
            return Some(it.round_at(0));
        }
        let timers = it.due.min(it.session_end).min(it.poll_end);
        let network = match self.network.has_arrivals() {
            _ if self.is_reading() => None,
            true => Some(0),
            false => self.network.deadline(),
        };
        Some(it.round_at(network.map_or(timers, |network| network.min(timers))))
    }

    /// poll() tells the thread that a heartbeat is due (`pollHeartbeat`); it takes the thread a moment to wake.
    pub(super) fn poll_heartbeat(&mut self) {
        let next = self.now + 1;
        if self.now >= self.heartbeat.due && self.heartbeat_wake().is_some_and(|wake| wake > next) {
            self.heartbeat.wake(next);
        }
    }

    /// One round of the thread (`HeartbeatThread.run`).
    pub(super) fn heartbeat_round(&mut self) {
        loop {
            if self.member.has_not_joined() || self.heartbeat.failed.is_some() {
                self.disable_heartbeats();
                return;
            }
            self.pass();
            if self.coordinator().is_none() {
                if self.has_lookup() {
                    self.forget_lookup();
                } else {
                    // Without a node to ask it tries again at the next round but one.
                    let _ = self.lookup_coordinator();
                    self.pass();
                }
                break;
            } else if self.now >= self.heartbeat.session_end {
                self.mark_coordinator_unknown(LostCause::Session, false);
            } else if self.now >= self.heartbeat.poll_end {
                self.detail(Detail::PollExpired);
                self.leave_group("consumer poll timeout has expired.");
            } else if self.now < self.heartbeat.due {
                break;
            } else {
                self.set_heartbeat_due(self.now.saturating_add(self.heartbeat.interval.max(1)));
                self.send_heartbeat();
            }
        }
        self.heartbeat.end_round(self.now);
    }

    fn send_heartbeat(&mut self) {
        let Some(coordinator) = self.coordinator() else { return };
        let generation = self.member.generation.clone();
        let request = Request::Heartbeat(HeartbeatRequest {
            group_id: self.group_id(),
            generation_id: generation.id,
            member_id: generation.member_id.clone(),
            group_instance_id: self.config.group_instance_id.clone(),
        });
        self.enqueue(coordinator, request, Purpose::Heartbeat(generation));
    }

    /// `HeartbeatResponseHandler`, and what the thread makes of its result.
    pub(super) fn on_heartbeat(&mut self, sent: &Generation, outcome: Outcome) {
        let error = match outcome {
            Outcome::Answer(Response::Heartbeat(answer)) => answer.error,
            Outcome::Expired => return self.fail_heartbeat(),
            _ => {
                self.mark_coordinator_unknown(LostCause::Disconnect, true);
                return self.fail_heartbeat();
            }
        };
        let unchanged = *sent == self.member.generation;
        match error {
            ErrorCode::None => self.receive_heartbeat(),
            ErrorCode::CoordinatorNotAvailable | ErrorCode::NotCoordinator => {
                self.detail(Detail::HeartbeatFailed { error, stale: false });
                self.mark_coordinator_unknown_by(error);
                self.fail_heartbeat();
            }
            ErrorCode::RebalanceInProgress => {
                if self.member.state == MemberState::Stable {
                    self.request_rejoin("group is already rebalancing");
                }
                self.receive_heartbeat();
            }
            ErrorCode::IllegalGeneration | ErrorCode::UnknownMemberId | ErrorCode::FencedInstanceId => {
                self.detail(Detail::HeartbeatFailed { error, stale: !unchanged });
                if unchanged {
                    self.reset_on_error(ApiKey::Heartbeat, error, error != ErrorCode::IllegalGeneration);
                    if error == ErrorCode::FencedInstanceId {
                        self.detail(Detail::HeartbeatFenced);
                        self.heartbeat.failed = Some(Exception::Response(error));
                    } else {
                        self.fail_heartbeat();
                    }
                } else {
                    self.receive_heartbeat();
                }
            }
            _ => self.fail_heartbeat(),
        }
    }

    fn receive_heartbeat(&mut self) {
        self.heartbeat.attempts = 0;
        self.heartbeat.reset_session(self.now);
    }

    fn fail_heartbeat(&mut self) {
        let pause = self.retry_backoff(self.heartbeat.attempts);
        self.heartbeat.attempts += 1;
        if self.heartbeat.enabled {
            self.set_heartbeat_due(self.now.saturating_add(pause));
        }
    }

    /// Goes away now, if that can be said and is wanted, and is no member any more (`maybeLeaveGroup`).
    pub(super) fn leave_group(&mut self, reason: &str) {
        let dynamic = self.config.group_instance_id.is_none();
        let generation = self.member.generation.clone();
        let member = self.member.state != MemberState::Unjoined && !generation.member_id.is_empty();
        if dynamic
            && member
            && let Some(coordinator) = self.coordinator()
        {
            self.send_leave_group(coordinator, generation, reason);
        }
        self.reset_and_rejoin("consumer pro-actively leaving the group", true);
    }
}
