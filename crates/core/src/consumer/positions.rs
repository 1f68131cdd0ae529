//! Where to begin in each partition: committed offsets, resets and validation.
//!
//! Source: `ClassicKafkaConsumer.updateFetchPositions`, `ConsumerCoordinator` (`initWithCommittedOffsetsIfNeeded`,
//! `fetchCommittedOffsets`), `OffsetFetcher`, `OffsetFetcherUtils`.

use std::collections::BTreeMap;

use super::{
    Consumer,
    detail::{Detail, LostCause},
    exception::Exception,
    io::{ConnectionId, Note, PositionFrom},
    member::Generation,
    network::Outcome,
    request::Purpose,
    subscription::{FetchPosition, FetchState},
    thread::{Block, Step},
};
use crate::{
    config::AutoOffsetReset,
    protocol::{
        BrokerId, EARLIEST_TIMESTAMP, EpochEndOffset, ErrorCode, LATEST_TIMESTAMP, ListOffsetsPartition,
        ListOffsetsRequest, OffsetFetchPartition, OffsetFetchRequest, OffsetForLeaderEpochRequest, Request, Response,
        TopicPartition,
    },
};

/// Looking positions up.
#[derive(Debug, Default)]
pub(super) struct Positions {
    /// All partitions had a position when it was last looked at.
    pub(super) all_known: bool,
    /// The metadata that positions were last compared with.
    seen_metadata: u32,
    next_id: u32,
    /// The OffsetFetch that a later call can take over.
    pending: Option<Pending>,
    /// The call that waits for committed offsets.
    call: Option<CommittedCall>,
    /// What the next poll() throws.
    failed: Option<Exception>,
}

#[derive(Debug)]
struct Pending {
    id: u32,
    partitions: Vec<TopicPartition>,
    generation: Option<Generation>,
    ended: Option<Result<Vec<OffsetFetchPartition>, Exception>>,
}

/// `fetchCommittedOffsets` in progress.
#[derive(Clone, Copy, Debug, Default)]
struct CommittedCall {
    attempts: u32,
    sleep: Option<u64>,
}

impl Consumer {
    /// Sees to it that every partition gets a position; false = the time ran out first (`updateFetchPositions`).
    pub(super) fn update_positions(&mut self, end: u64) -> Step<Result<bool, Exception>> {
        if self.positions.call.is_none() {
            if let Some(exception) = self.positions.failed.take() {
                return Step::Done(Err(exception));
            }
            self.validate_positions();
            self.positions.all_known = self.subscription.has_all_positions();
            if self.positions.all_known {
                return Step::Done(Ok(true));
            }
        }
        if self.config.group_id.is_none() {
            return Step::Done(self.reset_positions().map(|()| true));
        }
        match self.fetch_committed(end) {
            Step::Blocked => Step::Blocked,
            Step::Done(Ok(false)) => Step::Done(Ok(false)),
            Step::Done(Err(exception)) => Step::Done(Err(exception)),
            Step::Done(Ok(true)) => Step::Done(self.reset_positions().map(|()| true)),
        }
    }

    /// Asks for the committed offsets of partitions without a position, and waits until `end`.
    fn fetch_committed(&mut self, end: u64) -> Step<Result<bool, Exception>> {
        let mut call = self.positions.call.take().unwrap_or_default();
        let partitions: Vec<_> = self.subscription.in_state(FetchState::Initializing).cloned().collect();
        if partitions.is_empty() {
            return Step::Done(Ok(true));
        }
        let generation = self.member.generation_if_stable().cloned();
        let same = |it: &Pending| it.partitions == partitions && it.generation == generation;
        self.positions.pending = self.positions.pending.take().filter(same);
        loop {
            if let Some(until) = call.sleep {
                if self.now < until {
                    self.positions.call = Some(call);
                    return self.block(Block { until, reads: false, holds_monitor: false });
                }
                call.sleep = None;
                if self.now >= end {
                    return Step::Done(Ok(false));
                }
            }
            match self.ensure_coordinator(end) {
                Step::Blocked => {
                    self.positions.call = Some(call);
                    return Step::Blocked;
                }
                Step::Done(Ok(true)) => {}
                Step::Done(other) => return Step::Done(other),
            }
            if self.positions.pending.is_none() {
                self.send_offset_fetch(partitions.clone(), generation.clone());
            }
            self.pass();
            match self.positions.pending.as_mut().and_then(|it| it.ended.take()) {
                None if self.now >= end => return Step::Done(Ok(false)),
                None => {
                    self.positions.call = Some(call);
                    return self.block(Block { until: end, reads: true, holds_monitor: false });
                }
                Some(Ok(offsets)) => {
                    self.positions.pending = None;
                    self.take_committed(&offsets);
                    return Step::Done(Ok(true));
                }
                Some(Err(exception)) => {
                    self.positions.pending = None;
                    if !exception.is_retriable() {
                        return Step::Done(Err(exception));
                    }
                    let until = self.now.saturating_add(self.retry_backoff(call.attempts)).min(end);
                    call = CommittedCall { attempts: call.attempts + 1, sleep: Some(until) };
                }
            }
        }
    }

    fn send_offset_fetch(&mut self, partitions: Vec<TopicPartition>, generation: Option<Generation>) {
        let id = self.positions.next_id;
        self.positions.next_id += 1;
        let request = Request::OffsetFetch(OffsetFetchRequest {
            group_id: self.group_id(),
            partitions: Some(partitions.clone()),
            require_stable: true,
        });
        let coordinator = self.coordinator();
        let ended = coordinator.is_none().then_some(Err(Exception::Response(ErrorCode::CoordinatorNotAvailable)));
        self.positions.pending = Some(Pending { id, partitions, generation, ended });
        if let Some(coordinator) = coordinator {
            self.enqueue(coordinator, request, Purpose::OffsetFetch(id));
        }
    }

    /// `OffsetFetchResponseHandler`
    pub(super) fn on_offset_fetch(&mut self, id: u32, outcome: Outcome) {
        let result = match outcome {
            Outcome::Answer(Response::OffsetFetch(answer)) => {
                let unstable = |it: &OffsetFetchPartition| it.error == ErrorCode::UnstableOffsetCommit;
                let unknown = |it: &OffsetFetchPartition| !it.error.is_none();
                if matches!(answer.error, ErrorCode::NotCoordinator | ErrorCode::CoordinatorNotAvailable) {
                    self.mark_coordinator_unknown_by(answer.error);
                }
                if !answer.error.is_none() {
                    Err(Exception::Response(answer.error))
                } else if answer.partitions.iter().any(unstable) {
                    Err(Exception::Response(ErrorCode::UnstableOffsetCommit))
                } else if answer.partitions.iter().any(unknown) {
                    Err(Exception::Kafka)
                } else {
                    Ok(answer.partitions)
                }
            }
            Outcome::Expired => Err(Exception::Timeout),
            _ => {
                self.mark_coordinator_unknown(LostCause::Disconnect, true);
                Err(Exception::Disconnect)
            }
        };
        if let Some(pending) = self.positions.pending.as_mut().filter(|it| it.id == id) {
            pending.ended = Some(result);
        }
    }

    /// `ConsumerUtils.refreshCommittedOffsets`
    fn take_committed(&mut self, offsets: &[OffsetFetchPartition]) {
        for found in offsets {
            if found.committed_offset < 0 {
                self.detail(Detail::NoCommittedOffset(found.partition.clone()));
                continue;
            }
            let epoch = (found.committed_leader_epoch >= 0).then_some(found.committed_leader_epoch);
            if let Some(epoch) = epoch {
                self.metadata.see_epoch(&found.partition, epoch);
            }
            let leader = self.metadata.current_leader(&found.partition);
            let position = FetchPosition { offset: found.committed_offset, offset_epoch: epoch, leader };
            if let Some(state) = self.subscription.partitions.get_mut(&found.partition) {
                state.seek_unvalidated(position);
                self.note_position(&found.partition, position, PositionFrom::Committed);
            }
        }
    }

    pub(super) fn note_position(&mut self, of: &TopicPartition, position: FetchPosition, from: PositionFrom) {
        let FetchPosition { offset, offset_epoch, leader } = position;
        let leader = (leader.leader, leader.epoch);
        self.note(Note::Position { partition: of.clone(), offset, from, offset_epoch, leader });
    }

    /// Partitions without a committed offset are reset, if a policy says how (`resetInitializingPositions`,
    /// `resetPositionsIfNeeded`).
    fn reset_positions(&mut self) -> Result<(), Exception> {
        let policy = self.config.auto_offset_reset;
        if policy == AutoOffsetReset::None && self.subscription.in_state(FetchState::Initializing).next().is_some() {
            return Err(Exception::NoOffsetForPartition);
        }
        for state in self.subscription.partitions.values_mut().filter(|it| it.fetch == FetchState::Initializing) {
            state.request_reset(policy);
        }
        let mut by_leader: BTreeMap<BrokerId, Vec<_>> = BTreeMap::new();
        for (of, state) in &self.subscription.partitions {
            let Some(how) = state.reset.filter(|_| self.now >= state.next_retry) else { continue };
            match self.metadata.current_leader(of).leader {
                None => drop(self.metadata.request_update(true)),
                Some(leader) if self.network.is_unavailable(self.now, ConnectionId::ordinary(leader)) => {}
                Some(leader) => by_leader.entry(leader).or_default().push((of.clone(), how)),
            }
        }
        for (leader, partitions) in by_leader {
            self.send_reset(leader, partitions);
        }
        Ok(())
    }

    fn send_reset(&mut self, leader: BrokerId, partitions: Vec<(TopicPartition, AutoOffsetReset)>) {
        let retry = self.now.saturating_add(self.config.request_timeout_ms);
        for (of, _) in &partitions {
            self.retry_not_before(of, retry);
        }
        let now = i64::try_from(self.now).unwrap_or(i64::MAX);
        let timestamp = |how: AutoOffsetReset| match how {
            AutoOffsetReset::Earliest => EARLIEST_TIMESTAMP,
            AutoOffsetReset::ByDuration(ms) => now.saturating_sub(i64::try_from(ms).unwrap_or(i64::MAX)).max(0),
            AutoOffsetReset::Latest | AutoOffsetReset::None => LATEST_TIMESTAMP,
        };
        let wanted = partitions.iter().map(|(of, how)| (of.clone(), timestamp(*how))).collect();
        let request = Request::ListOffsets(ListOffsetsRequest { partitions: wanted });
        self.enqueue(ConnectionId::ordinary(leader), request, Purpose::Reset(partitions));
    }

    fn retry_not_before(&mut self, of: &TopicPartition, time: u64) {
        if let Some(state) = self.subscription.partitions.get_mut(of) {
            state.next_retry = time;
        }
    }

    /// `onSuccessfulResponseForResettingPositions`, `onFailedResponseForResettingPositions`
    pub(super) fn on_reset(&mut self, asked: &[(TopicPartition, AutoOffsetReset)], outcome: Outcome) {
        let retry = self.now.saturating_add(self.config.retry_backoff_ms);
        let Outcome::Answer(Response::ListOffsets(answer)) = outcome else {
            asked.iter().for_each(|(of, _)| self.retry_not_before(of, retry));
            self.metadata.request_update(false);
            return;
        };
        for found in answer.partitions {
            let Some((_, how)) = asked.iter().find(|(of, _)| *of == found.partition) else { continue };
            if !found.error.is_none() {
                self.retry_not_before(&found.partition, retry);
                self.metadata.request_update(false);
            } else if found.offset >= 0 {
                self.apply_reset(&found, *how);
            }
        }
    }

    fn apply_reset(&mut self, found: &ListOffsetsPartition, how: AutoOffsetReset) {
        let leader = self.metadata.current_leader(&found.partition);
        if found.leader_epoch >= 0 {
            self.metadata.see_epoch(&found.partition, found.leader_epoch);
        }
        let Some(state) = self.subscription.partitions.get_mut(&found.partition) else { return };
        if state.fetch == FetchState::AwaitReset && state.reset == Some(how) {
            let position = FetchPosition { offset: found.offset, offset_epoch: None, leader };
            state.seek_unvalidated(position);
            self.note_position(&found.partition, position, PositionFrom::Reset);
        }
    }

    /// Positions whose leader changed are compared with its epochs (`validatePositionsIfNeeded`).
    fn validate_positions(&mut self) {
        self.compare_positions_with_metadata();
        let mut by_leader: BTreeMap<BrokerId, Vec<_>> = BTreeMap::new();
        for (of, state) in &self.subscription.partitions {
            let due = state.fetch == FetchState::AwaitValidation && self.now >= state.next_retry;
            if let Some(position) = state.position.filter(|_| due)
                && let Some(leader) = position.leader.leader
            {
                by_leader.entry(leader).or_default().push((of.clone(), position));
            }
        }
        for (leader, positions) in by_leader {
            let connection = ConnectionId::ordinary(leader);
            if !self.network.is_ready(connection) {
                self.network.connect(self.now, connection, &mut self.random, &mut self.out);
                continue;
            }
            let retry = self.now.saturating_add(self.config.request_timeout_ms);
            positions.iter().for_each(|(of, _)| self.retry_not_before(of, retry));
            let epochs = positions.iter().map(|(of, it)| (of.clone(), it.offset_epoch.unwrap_or(-1))).collect();
            let request = Request::OffsetForLeaderEpoch(OffsetForLeaderEpochRequest { partitions: epochs });
            self.enqueue(connection, request, Purpose::Validate(positions));
        }
    }

    /// `validatePositionsOnMetadataChange`
    pub(super) fn compare_positions_with_metadata(&mut self) {
        if std::mem::replace(&mut self.positions.seen_metadata, self.metadata.version) != self.metadata.version {
            for (of, state) in &mut self.subscription.partitions {
                state.maybe_validate_for(self.metadata.current_leader(of));
            }
        }
    }

    /// `onSuccessfulResponseForValidatingPositions`, `onFailedResponseForValidatingPositions`
    pub(super) fn on_validated(&mut self, asked: &[(TopicPartition, FetchPosition)], outcome: Outcome) {
        let retry = self.now.saturating_add(self.config.retry_backoff_ms);
        let Outcome::Answer(Response::OffsetForLeaderEpoch(answer)) = outcome else {
            asked.iter().for_each(|(of, _)| self.retry_not_before(of, retry));
            self.metadata.request_update(false);
            return;
        };
        for end in answer.partitions {
            let Some((_, position)) = asked.iter().find(|(of, _)| *of == end.partition) else { continue };
            if end.error.is_none() {
                self.complete_validation(*position, &end);
            } else {
                self.retry_not_before(&end.partition, retry);
                self.metadata.request_update(false);
            }
        }
    }

    /// The log may have lost what was read (`maybeCompleteValidation`).
    fn complete_validation(&mut self, asked: FetchPosition, end: &EpochEndOffset) {
        let policy = self.config.auto_offset_reset;
        let Some(state) = self.subscription.partitions.get_mut(&end.partition) else { return };
        if state.fetch != FetchState::AwaitValidation || state.position != Some(asked) {
            return;
        }
        let undefined = end.end_offset < 0 || end.leader_epoch < 0;
        if !undefined && end.end_offset >= asked.offset {
            state.fetch = FetchState::Fetching;
            return;
        }
        let diverging = (!undefined).then_some(end.end_offset);
        if policy == AutoOffsetReset::None {
            self.positions.failed = Some(Exception::LogTruncation);
        } else if undefined {
            state.request_reset(policy);
        } else {
            let position = FetchPosition { offset: end.end_offset, offset_epoch: Some(end.leader_epoch), ..asked };
            state.fetch = FetchState::Fetching;
            state.position = Some(position);
            self.note_position(&end.partition, position, PositionFrom::Reset);
        }
        let resets = policy != AutoOffsetReset::None;
        self.detail(Detail::Truncated { partition: end.partition.clone(), offset: asked.offset, diverging, resets });
    }
}
