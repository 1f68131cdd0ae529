//! close(): the last commit, the goodbye, and the end of the fetch sessions.
//!
//! Source: `ClassicKafkaConsumer.close`, `ConsumerCoordinator.close`, `AbstractCoordinator.close`.

use super::{
    Consumer,
    application::Place,
    detail::Detail,
    exception::Exception,
    io::{Note, Output},
    thread::{Block, Step},
};
use crate::simulation::frame::Doing;

/// close()'s own time-out, ms (`ConsumerUtils.DEFAULT_CLOSE_TIMEOUT_MS`).
const CLOSE_TIMEOUT: u64 = 30_000;

/// How far close() came.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CloseCall {
    began: u64,
    /// When the coordinator's part ends, then when the fetch sessions' does, ms.
    end: u64,
    step: CloseStep,
    /// What it throws at its end.
    thrown: Option<Exception>,
}

#[derive(Clone, Copy, Debug, Default)]
enum CloseStep {
    #[default]
    Commit,
    /// Commits that wait for the coordinator.
    Commits,
    Leave,
    /// The rebalance listener, then LeaveGroup.
    Listener,
    /// The coordinator's answers.
    Answers,
    Sessions,
}

impl Consumer {
    /// close() is called.
    pub(super) fn begin_close(&mut self) {
        self.place = Place::Closing;
        self.set_doing(Doing::Closing);
        let end = self.now.saturating_add(CLOSE_TIMEOUT.min(self.config.request_timeout_ms));
        self.close_call = CloseCall { began: self.now, end, step: CloseStep::Commit, thrown: None };
        if self.config.enable_auto_commit && self.config.group_id.is_some() {
            self.begin_commit_sync(self.all_consumed(), end - self.now);
        }
    }

    pub(super) fn go_on_closing(&mut self) -> Step<()> {
        loop {
            let end = self.close_call.end;
            self.close_call.step = match self.close_call.step {
                CloseStep::Commit => {
                    match self.commit_sync() {
                        Step::Blocked => return Step::Blocked,
                        Step::Done(Err(exception)) => {
                            let (offsets, error) = (self.all_consumed(), exception.code());
                            self.detail(Detail::AutoCommitFailed { in_close: true, offsets, error });
                        }
                        Step::Done(Ok(_)) => {}
                    }
                    CloseStep::Commits
                }
                CloseStep::Commits => {
                    self.pass();
                    if self.commits.has_waiting() && self.now < end {
                        return self.block(Block { until: end, reads: true, holds_monitor: false });
                    }
                    CloseStep::Leave
                }
                CloseStep::Leave => {
                    self.disable_heartbeats();
                    if let Err(exception) = self.on_leave_prepare() {
                        // Then nobody is told that it leaves.
                        self.close_call.thrown = Some(exception);
                        self.begin_closing_sessions();
                        CloseStep::Sessions
                    } else {
                        CloseStep::Listener
                    }
                }
                CloseStep::Listener => {
                    if self.now < self.listener_until {
                        let until = self.listener_until;
                        return self.block(Block { until, reads: false, holds_monitor: false });
                    }
                    if self.config.group_id.is_some() {
                        self.leave_group("the consumer is being closed");
                    }
                    CloseStep::Answers
                }
                CloseStep::Answers => {
                    self.pass();
                    let pending = self.coordinator().map_or(0, |coordinator| self.network.pending_on(coordinator));
                    if pending > 0 && self.now < end {
                        return self.block(Block { until: end, reads: true, holds_monitor: true });
                    }
                    if pending > 0 {
                        self.detail(Detail::CloseTimedOut { pending });
                    }
                    self.begin_closing_sessions();
                    CloseStep::Sessions
                }
                CloseStep::Sessions => {
                    self.pass();
                    if self.sessions_closing > 0 && self.now < end {
                        return self.block(Block { until: end, reads: true, holds_monitor: true });
                    }
                    if let Some(exception) = self.close_call.thrown {
                        self.note(Note::Thrown(exception.class().into()));
                    }
                    self.place = Place::Nowhere;
                    self.set_doing(Doing::Nothing);
                    self.out.push(Output::Exit);
                    return Step::Done(());
                }
            };
        }
    }

    fn begin_closing_sessions(&mut self) {
        let left = CLOSE_TIMEOUT.saturating_sub(self.now - self.close_call.began).min(self.config.request_timeout_ms);
        self.close_call.end = self.now.saturating_add(left);
        self.close_fetch_sessions();
    }
}
