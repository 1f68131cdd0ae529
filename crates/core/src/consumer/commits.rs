//! Committing offsets.
//!
//! Source: `ConsumerCoordinator` (`commitOffsetsSync`, `commitOffsetsAsync`, `sendOffsetCommitRequest`,
//! `OffsetCommitResponseHandler`, `maybeAutoCommitOffsetsAsync`).

use std::{collections::VecDeque, sync::Arc};

use super::{
    Consumer,
    detail::{Detail, LostCause},
    exception::Exception,
    io::{CommitMode, Note},
    member::Generation,
    network::Outcome,
    request::{Commit, CommitFor, Purpose},
    thread::{Block, Step},
};
use crate::{
    config::ConsumerConfig,
    protocol::{
        ApiKey, ErrorCode, NO_LEADER_EPOCH, Name, OffsetCommitPartition, OffsetCommitRequest, Request, Response,
        TopicPartition,
    },
    simulation::frame::MemberState,
};

/// Offsets to commit.
pub(super) type Offsets = Arc<[OffsetCommitPartition]>;

/// A commit's number, and how it ended if it did.
pub(super) type Begun = (u32, Option<Result<(), Exception>>);

/// The commits of one consumer.
#[derive(Debug)]
pub(super) struct Commits {
    next_id: u32,
    /// When poll() commits next, ms.
    pub(super) next_auto: u64,
    interval: u64,
    in_flight_async: usize,
    /// commitAsync() calls that wait for the coordinator.
    waiting: Vec<(CommitFor, Offsets)>,
    /// What commitAsync() is to try again after the next one (`"commit": "async.retry"`).
    pub(super) to_retry: Vec<Offsets>,
    /// Ended commits whose callbacks wait for the application's next call.
    ended: VecDeque<(CommitFor, Offsets, Result<(), Exception>)>,
    /// A commitAsync() found the member fenced: every later call throws.
    fenced: bool,
    call: Option<Call>,
}

/// commitSync() in progress.
#[derive(Debug)]
struct Call {
    offsets: Offsets,
    end: u64,
    attempts: u32,
    step: CallStep,
}

#[derive(Debug)]
enum CallStep {
    Coordinator,
    Waiting(u32, Option<Result<(), Exception>>),
    Sleep(u64),
}

impl Commits {
    pub(super) fn new(config: &ConsumerConfig) -> Self {
        Self {
            next_id: 0,
            next_auto: 0,
            interval: config.auto_commit_interval_ms,
            in_flight_async: 0,
            waiting: Vec::new(),
            to_retry: Vec::new(),
            ended: VecDeque::new(),
            fenced: false,
            call: None,
        }
    }

    /// Whether commits wait for the coordinator to be found.
    pub(super) fn has_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }
}

impl Consumer {
    /// The positions of all partitions that are being read (`SubscriptionState.allConsumed`).
    pub(super) fn all_consumed(&self) -> Offsets {
        let consumed = self.subscription.partitions.iter().filter(|(_, state)| state.has_valid_position());
        let offset = |of: &TopicPartition, offset, epoch: Option<i32>| OffsetCommitPartition {
            partition: of.clone(),
            committed_offset: offset,
            committed_leader_epoch: epoch.unwrap_or(NO_LEADER_EPOCH),
            committed_metadata: Name::default(),
        };
        consumed.filter_map(|(of, state)| state.position.map(|it| offset(of, it.offset, it.offset_epoch))).collect()
    }

    /// The auto-commit timer begins anew.
    pub(super) fn restart_auto_commit_timer(&mut self) {
        self.commits.next_auto = self.now.saturating_add(self.commits.interval);
    }

    /// Commits if the interval has passed; the next interval begins now (`maybeAutoCommitOffsetsAsync`).
    pub(super) fn maybe_auto_commit(&mut self) {
        if self.config.enable_auto_commit && self.now >= self.commits.next_auto {
            self.restart_auto_commit_timer();
            let offsets = self.all_consumed();
            self.commit_async(CommitFor::Interval, offsets);
        }
    }

    /// Commits without waiting; `None` = it waits for the coordinator (`commitOffsetsAsync`).
    pub(super) fn commit_async(&mut self, why: CommitFor, offsets: Offsets) -> Option<Begun> {
        let ready = offsets.is_empty() || self.ensure_coordinator_now().unwrap_or(false);
        let begun = if ready {
            Some(self.begin_async(why, offsets))
        } else if self.lookup_coordinator().is_ok() {
            self.commits.waiting.push((why, offsets));
            None
        } else {
            self.commits.ended.push_back((why, offsets, Err(Exception::RetriableCommitFailed)));
            None
        };
        self.pass();
        begun
    }

    fn begin_async(&mut self, why: CommitFor, offsets: Offsets) -> Begun {
        let begun = self.send_commit(why, offsets.clone());
        match begun.1 {
            None => self.commits.in_flight_async += 1,
            Some(result) => self.end_async(why, offsets, result),
        }
        begun
    }

    fn end_async(&mut self, why: CommitFor, offsets: Offsets, result: Result<(), Exception>) {
        if result == Err(Exception::Response(ErrorCode::FencedInstanceId)) {
            self.commits.fenced = true;
        }
        let wrapped = |it: Exception| if it.is_retriable() { Exception::RetriableCommitFailed } else { it };
        self.commits.ended.push_back((why, offsets, result.map_err(wrapped)));
    }

    /// A lookup ended: what waited for it goes on or fails.
    pub(super) fn resume_async_commits(&mut self, found: Result<(), Exception>) {
        for (why, offsets) in std::mem::take(&mut self.commits.waiting) {
            if found.is_ok() {
                self.begin_async(why, offsets);
            } else {
                self.commits.ended.push_back((why, offsets, Err(Exception::RetriableCommitFailed)));
            }
        }
    }

    /// Runs the callbacks of commits that ended (`invokeCompletedOffsetCommitCallbacks`).
    pub(super) fn run_commit_callbacks(&mut self) -> Result<(), Exception> {
        if self.commits.fenced {
            return Err(Exception::Response(ErrorCode::FencedInstanceId));
        }
        while let Some((why, offsets, result)) = self.commits.ended.pop_front() {
            match (why, result) {
                (_, Ok(())) => {}
                (CommitFor::Async, Err(Exception::RetriableCommitFailed))
                    if self.application.commit == CommitMode::AsyncRetry =>
                {
                    self.commits.to_retry.push(offsets);
                }
                (CommitFor::Async | CommitFor::Call, Err(_)) => self.detail(Detail::AsyncCommitFailed { offsets }),
                (_, Err(Exception::RetriableCommitFailed)) => {
                    self.commits.next_auto = self.now.saturating_add(self.config.retry_backoff_ms);
                }
                (_, Err(exception)) => {
                    self.detail(Detail::AutoCommitFailed { in_close: false, offsets, error: exception.code() });
                }
            }
        }
        Ok(())
    }

    /// Sends offsets to the coordinator, unless that cannot be (`sendOffsetCommitRequest`).
    fn send_commit(&mut self, why: CommitFor, offsets: Offsets) -> Begun {
        let id = self.commits.next_id;
        self.commits.next_id += 1;
        if offsets.is_empty() {
            return (id, Some(Ok(())));
        }
        let refused = |consumer: &mut Self, exception: Exception| {
            consumer.note_commit(&offsets, exception.code());
            (id, Some(Err(exception)))
        };
        let Some(coordinator) = self.coordinator() else {
            return refused(self, Exception::Response(ErrorCode::CoordinatorNotAvailable));
        };
        let automatic = self.subscription.is_automatic();
        if automatic && self.member.generation_if_stable().is_none() {
            self.detail(Detail::CommitRefused);
            let rebalancing = self.member.is_rebalancing();
            let error = Exception::Response(ErrorCode::RebalanceInProgress);
            return refused(self, if rebalancing { error } else { Exception::CommitFailed });
        }
        // Whoever assigns its partitions itself commits as nobody.
        let generation = if automatic { self.member.generation.clone() } else { Generation::default() };
        let request = Request::OffsetCommit(OffsetCommitRequest {
            group_id: self.group_id(),
            generation_id: generation.id,
            member_id: generation.member_id.clone(),
            group_instance_id: self.config.group_instance_id.clone().filter(|_| automatic),
            retention_time_ms: -1,
            partitions: offsets.to_vec(),
        });
        self.enqueue(coordinator, request, Purpose::Commit(Commit { id, why, offsets, generation }));
        (id, None)
    }

    fn note_commit(&mut self, offsets: &Offsets, error: ErrorCode) {
        let offsets = offsets.iter().map(|it| (it.partition.clone(), it.committed_offset)).collect();
        self.note(Note::Committed { offsets, error });
    }

    /// A commit was answered, or its connection ended.
    pub(super) fn on_offset_commit(&mut self, commit: Commit, outcome: Outcome) {
        let result = match outcome {
            Outcome::Answer(Response::OffsetCommit(answer)) => {
                answer.partitions.iter().try_for_each(|(of, error)| self.commit_error(of, *error, &commit))
            }
            Outcome::Expired => Err(Exception::Timeout),
            _ => {
                self.mark_coordinator_unknown(LostCause::Disconnect, true);
                Err(Exception::Disconnect)
            }
        };
        let error = result.err().map_or(ErrorCode::None, Exception::code);
        self.note_commit(&commit.offsets, error);
        match commit.why {
            CommitFor::Call => self.end_call_commit(commit.id, result),
            why => {
                self.commits.in_flight_async = self.commits.in_flight_async.saturating_sub(1);
                self.join_prepare.on_commit(commit.id, result);
                self.end_async(why, commit.offsets, result);
            }
        }
    }

    /// What one partition's error means (`OffsetCommitResponseHandler`).
    fn commit_error(&mut self, of: &TopicPartition, error: ErrorCode, commit: &Commit) -> Result<(), Exception> {
        if let Some(it) = commit.offsets.iter().find(|it| it.partition == *of && !error.is_none()) {
            self.detail(Detail::CommitFailed { partition: of.clone(), offset: it.committed_offset, error });
        }
        let unchanged = commit.generation == self.member.generation;
        let preparing = self.member.state == MemberState::PreparingRebalance;
        let rebalancing = Err(Exception::Response(ErrorCode::RebalanceInProgress));
        match error {
            ErrorCode::None => Ok(()),
            ErrorCode::CoordinatorNotAvailable | ErrorCode::NotCoordinator | ErrorCode::RequestTimedOut => {
                self.mark_coordinator_unknown_by(error);
                Err(Exception::Response(error))
            }
            ErrorCode::FencedInstanceId if unchanged => Err(Exception::Response(error)),
            ErrorCode::FencedInstanceId if preparing => rebalancing,
            ErrorCode::FencedInstanceId => Err(Exception::CommitFailed),
            ErrorCode::RebalanceInProgress => {
                self.request_rejoin("offset commit failed since group is already rebalancing");
                rebalancing
            }
            ErrorCode::UnknownMemberId | ErrorCode::IllegalGeneration if !unchanged && preparing => rebalancing,
            ErrorCode::UnknownMemberId | ErrorCode::IllegalGeneration => {
                self.reset_on_error(ApiKey::OffsetCommit, error, error == ErrorCode::UnknownMemberId);
                Err(Exception::CommitFailed)
            }
            error => Err(Exception::Response(error)),
        }
    }

    /// Begins commitSync().
    pub(super) fn begin_commit_sync(&mut self, offsets: Offsets, timeout: u64) {
        let end = self.now.saturating_add(timeout);
        self.commits.call = Some(Call { offsets, end, attempts: 0, step: CallStep::Coordinator });
    }

    fn end_call_commit(&mut self, id: u32, result: Result<(), Exception>) {
        if let Some(Call { step: CallStep::Waiting(waited_for, ended), .. }) = &mut self.commits.call
            && *waited_for == id
        {
            *ended = Some(result);
        }
    }

    /// Goes on with commitSync(); false = its time ran out (`commitOffsetsSync`).
    pub(super) fn commit_sync(&mut self) -> Step<Result<bool, Exception>> {
        loop {
            if let Err(exception) = self.run_commit_callbacks() {
                self.commits.call = None;
                return Step::Done(Err(exception));
            }
            let Some(Call { offsets, end, attempts, step }) = &mut self.commits.call else {
                return Step::Done(Ok(true));
            };
            let (end, offsets) = (*end, offsets.clone());
            if offsets.is_empty() {
                return self.await_async_commits(end);
            }
            match step {
                CallStep::Coordinator => match self.ensure_coordinator(end) {
                    Step::Blocked => return Step::Blocked,
                    Step::Done(Ok(true)) => {
                        let (id, ended) = self.send_commit(CommitFor::Call, offsets);
                        self.set_call_step(CallStep::Waiting(id, ended));
                    }
                    Step::Done(other) => return self.end_commit_sync(other),
                },
                CallStep::Waiting(_, ended) => match *ended {
                    None => {
                        self.pass();
                        if self.call_commit_ended() {
                            continue;
                        } else if self.now >= end {
                            return self.end_commit_sync(Ok(false));
                        }
                        return self.block(Block { until: end, reads: true, holds_monitor: false });
                    }
                    Some(Ok(())) => return self.end_commit_sync(Ok(true)),
                    Some(Err(exception)) if !exception.is_retriable() => return self.end_commit_sync(Err(exception)),
                    Some(Err(_)) => {
                        let attempt = *attempts;
                        *attempts += 1;
                        let until = self.now.saturating_add(self.retry_backoff(attempt)).min(end);
                        self.set_call_step(CallStep::Sleep(until));
                    }
                },
                CallStep::Sleep(until) if self.now < *until => {
                    let until = *until;
                    return self.block(Block { until, reads: false, holds_monitor: false });
                }
                CallStep::Sleep(_) if self.now >= end => return self.end_commit_sync(Ok(false)),
                CallStep::Sleep(_) => self.set_call_step(CallStep::Coordinator),
            }
        }
    }

    fn set_call_step(&mut self, step: CallStep) {
        if let Some(call) = &mut self.commits.call {
            call.step = step;
        }
    }

    fn call_commit_ended(&self) -> bool {
        matches!(&self.commits.call, Some(Call { step: CallStep::Waiting(_, Some(_)), .. }))
    }

    fn end_commit_sync(&mut self, result: Result<bool, Exception>) -> Step<Result<bool, Exception>> {
        self.commits.call = None;
        Step::Done(result)
    }

    /// commitSync() of nothing waits for the commits under way (`invokePendingAsyncCommits`).
    fn await_async_commits(&mut self, end: u64) -> Step<Result<bool, Exception>> {
        self.pass();
        let done = self.commits.in_flight_async == 0;
        if done || self.now >= end {
            let callbacks = self.run_commit_callbacks();
            return self.end_commit_sync(callbacks.map(|()| done));
        }
        self.block(Block { until: end, reads: true, holds_monitor: false })
    }
}
