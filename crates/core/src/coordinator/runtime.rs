//! The coordinator of one partition: takes its inputs one at a time, keeps what waits for the log, and tells the rules of
//! groups when something is due.
//!
//! Source: `CoordinatorRuntime`. Requests, timers and the ends of writes run one at a time. A reply that is returned leaves
//! when every record written before it is durable; an error that is thrown leaves at once; JoinGroup and SyncGroup are
//! answered by the rules themselves.

use std::collections::VecDeque;

use super::{
    Config, Group, GroupRequest, Input, MemberIds, Note, OffsetCommitKey, Output, Record, RunningTimer, TimerKey,
    Token, Which, WriteId,
    effects::{Effects, OpenRequests},
    join_group::refused,
    offsets::View,
    service::{early_failure, failure, group_metadata_error, refuse_early},
    shard::Shard,
    timers::{Action, Fired, Timers},
    write::{Outcome, Then, Write},
    writes::{Waiting, Writes},
};
use crate::protocol::{DeleteGroupsRequest, ErrorCode, GroupId, MemberId, RequestContext, Response, TopicPartition};

/// Whether the coordinator is in charge of its partition (`CoordinatorState`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Phase {
    #[default]
    NotCoordinator,
    Loading,
    Active,
    ShutDown,
}

/// The group coordinator of one partition of `__consumer_offsets`, with all groups in it.
///
/// It starts as a broker that is not in charge: [`Input::Elected`] and [`Input::Loaded`] make it active.
#[derive(Clone, Debug, Default)]
pub struct Coordinator {
    pub(super) config: Config,
    pub(super) phase: Phase,
    /// When the load began, ms.
    pub(super) elected_at: u64,
    /// The latest time seen: time never goes back.
    pub(super) clock: u64,
    pub(super) shard: Shard,
    pub(super) timers: Timers,
    pub(super) open: OpenRequests,
    pub(super) writes: Writes,
    /// Deletions whose first half is done: it waits for earlier writes and was made for share groups.
    pub(super) deletions: VecDeque<(Token, DeleteGroupsRequest)>,
}

/// What an operation leaves behind.
struct Done {
    answer: Answer,
    write: Option<Write>,
}

/// What becomes of a request when its operation and the writes before it have succeeded.
#[derive(Clone, Debug)]
pub(super) enum Answer {
    /// The rules answer it, or have done so; only a failure is still to be told.
    Parked,
    /// This is the answer.
    Response(Response),
    /// Its second half begins.
    Delete(DeleteGroupsRequest),
}

impl Coordinator {
    /// A coordinator that is not in charge of its partition yet.
    #[must_use]
    pub fn new(config: Config) -> Self {
        Self { config, ..Self::default() }
    }

    /// Takes an input at `now` (ms) and appends what comes of it to `out`, in order. `ids` is asked for an id only if a new
    /// member needs one. Timers that are due by `now` are to be run before, with [`Self::on_deadline`].
    pub fn handle(&mut self, now: u64, input: Input, ids: &mut dyn MemberIds, out: &mut Vec<Output>) {
        self.clock = self.clock.max(now);
        match input {
            Input::Request { token, context, request } => self.request(token, &context, request, ids, out),
            Input::Committed(write) => self.committed(write, out),
            Input::WriteFailed { write, error } => self.write_failed(write, error, out),
            Input::Elected => self.elected(out),
            Input::Loaded(records) => self.load(records, out),
            Input::Resigned => self.unload(Phase::NotCoordinator, out),
            Input::ShutDown => self.unload(Phase::ShutDown, out),
            Input::ExpireOffsets => self.run_timer(|shard, fx| Ok(shard.expire_offsets(fx)), out),
        }
        self.run_deletions(out);
        if self.writes.is_idle() {
            self.shard.sweep();
        }
    }

    /// When the next timer is due, ms. That is never in the past, even if a negative time-out has armed it for then.
    #[must_use]
    pub fn next_deadline(&self) -> Option<u64> {
        self.timers.next_deadline().map(|deadline| deadline.max(self.clock))
    }

    /// Runs all timers that are due by `now`, the earliest first, those of one deadline in the order in which they were armed.
    /// A timer with no delay at all still needs this call.
    pub fn on_deadline(&mut self, now: u64, out: &mut Vec<Output>) {
        self.clock = self.clock.max(now);
        while let Some(fired) = self.timers.pop_due(self.clock) {
            match fired {
                Fired::Timer { key, armed, action } => {
                    out.push(Output::Note(Note::TimerFired { timer: key.clone(), armed }));
                    self.run_timer(|shard, fx| fire(shard, &key, action, fx), out);
                }
                Fired::Operation(operation) => {
                    if let Some(waiting) = self.writes.take(operation) {
                        self.complete(waiting, ErrorCode::RequestTimedOut, out);
                    }
                }
            }
        }
    }

    /// A group by its id.
    #[must_use]
    pub fn group(&self, id: &GroupId) -> Option<&Group> {
        self.shard.group(id)
    }

    /// All groups, sorted by id.
    pub fn groups(&self) -> impl Iterator<Item = &Group> {
        self.shard.groups()
    }

    /// The running timers of a group, and those that will fire without effect.
    pub fn timers(&self, group: &GroupId) -> impl Iterator<Item = RunningTimer<'_>> {
        self.timers.of_group(group)
    }

    /// Whether the coordinator is reading its partition.
    #[must_use]
    pub fn is_loading(&self) -> bool {
        self.phase == Phase::Loading
    }

    /// The committed offset of a partition: the one that other readers see.
    #[must_use]
    pub fn committed_offset(&self, group: &GroupId, partition: &TopicPartition) -> Option<i64> {
        let TopicPartition { topic, partition } = partition.clone();
        let key = OffsetCommitKey { group: group.clone(), topic, partition };
        self.shard.offsets.get(&key, View::At(self.writes.committed())).map(|committed| committed.offset)
    }

    pub(super) fn effects<'a>(&'a mut self, out: &'a mut Vec<Output>) -> (&'a mut Shard, Effects<'a>) {
        let Self { config, clock, shard, timers, open, .. } = self;
        (shard, Effects { now: *clock, config, timers, open, out })
    }

    fn request(
        &mut self,
        token: Token,
        context: &RequestContext,
        request: GroupRequest,
        ids: &mut dyn MemberIds,
        out: &mut Vec<Output>,
    ) {
        let refusal = match self.phase {
            Phase::ShutDown => Some(early_failure(&request, ErrorCode::CoordinatorNotAvailable)),
            phase => refuse_early(&request, &self.config).or_else(|| match phase {
                Phase::Active => None,
                Phase::Loading => Some(failure(&request, ErrorCode::CoordinatorLoadInProgress)),
                _ => Some(failure(&request, ErrorCode::NotCoordinator)),
            }),
        };
        if matches!(request, GroupRequest::JoinGroup(_) | GroupRequest::SyncGroup(_)) {
            self.open.insert(token, context.api_version);
        }
        if let Some(response) = refusal {
            return self.answer(token, response, out);
        }
        let view = View::At(self.writes.committed());
        if let GroupRequest::OffsetFetch(fetch) = &request
            && !fetch.require_stable
        {
            // A read of what is durable: it waits for nothing.
            let response = self.shard.offset_fetch(fetch, view);
            return self.answer(token, Response::OffsetFetch(response), out);
        }
        let (shard, mut fx) = self.effects(out);
        match operate(shard, token, context, &request, ids, &mut fx) {
            Ok(done) => self.append(done.write, Some((token, request, done.answer)), out),
            Err(error) => self.answer(token, failure(&request, error), out),
        }
    }

    fn answer(&mut self, token: Token, response: Response, out: &mut Vec<Output>) {
        let (_, mut fx) = self.effects(out);
        match response {
            Response::JoinGroup(response) => fx.answer_join(token, response),
            Response::SyncGroup(response) => fx.answer_sync(token, response),
            response => fx.reply(token, response),
        }
    }

    /// Runs an operation that nobody asked for. If Kafka throws in it, that is all that happens.
    fn run_timer(&mut self, rule: impl FnOnce(&mut Shard, &mut Effects<'_>) -> Outcome, out: &mut Vec<Output>) {
        if self.phase != Phase::Active {
            return;
        }
        let (shard, mut fx) = self.effects(out);
        if let Ok(Some(write)) = rule(shard, &mut fx) {
            self.append(Some(write), None, out);
        }
    }

    /// The second half of deletions: the check and the tombstones.
    fn run_deletions(&mut self, out: &mut Vec<Output>) {
        while let Some((token, request)) = self.deletions.pop_front() {
            let (shard, mut fx) = self.effects(out);
            let (response, write) = shard.delete_groups(&request, &mut fx);
            let answer = Answer::Response(Response::DeleteGroups(response));
            self.append(write, Some((token, GroupRequest::DeleteGroups(request), answer)), out);
        }
    }

    /// Writes what an operation wants written. Its reply, and with it everything it waits for, comes when this write and all
    /// before it are durable; without any that is now.
    fn append(&mut self, write: Option<Write>, request: Option<(Token, GroupRequest, Answer)>, out: &mut Vec<Output>) {
        let then = match write {
            None => Then::Nothing,
            Some(Write { records, then }) => {
                // A group's own record describes what its object already holds.
                for record in records.iter().filter(|record| is_replayed(record)) {
                    let _only_groups_fail = self.shard.replay(record, self.clock);
                }
                let write = self.writes.begin();
                self.shard.snapshot(write);
                out.push(Output::Append { write, records });
                then
            }
        };
        let waiting = Waiting::new(then, request);
        if self.writes.is_idle() {
            return self.complete(waiting, ErrorCode::None, out);
        }
        let timeout = self.config.offsets_commit_timeout_ms;
        let timers = &mut self.timers;
        self.writes.wait(waiting, |operation| timeout.map(|ms| timers.arm_operation(self.clock, ms, operation)));
    }

    /// An operation has ended: with the writes it waited for, or with an error.
    pub(super) fn complete(&mut self, waiting: Waiting, error: ErrorCode, out: &mut Vec<Output>) {
        if let Some(place) = waiting.timeout {
            self.timers.cancel_operation(place);
        }
        let (shard, mut fx) = self.effects(out);
        written(shard, waiting.then, error, &mut fx);
        let Some((token, request, answer)) = waiting.request else { return };
        match answer {
            _ if !error.is_none() => self.answer(token, failure(&request, error), out),
            Answer::Parked => {}
            Answer::Response(response) => self.answer(token, response, out),
            Answer::Delete(request) => self.deletions.push_back((token, request)),
        }
    }

    fn committed(&mut self, write: WriteId, out: &mut Vec<Output>) {
        let Some(write) = self.writes.commit(write) else { return };
        self.shard.forget_before(write);
        out.push(Output::Note(Note::Committed { write }));
        while let Some(waiting) = self.writes.take_done() {
            self.complete(waiting, ErrorCode::None, out);
        }
    }

    /// First the map of groups and the offsets go back, then everything that waited hears of it in the order of arrival.
    fn write_failed(&mut self, write: WriteId, error: ErrorCode, out: &mut Vec<Output>) {
        let Some((write, failed)) = self.writes.fail(write) else { return };
        self.shard.revert_to(self.writes.last());
        out.push(Output::Note(Note::WriteFailed { write, error }));
        for waiting in failed {
            self.complete(waiting, error, out);
        }
    }
}

/// Runs a request's operation (`CoordinatorWriteEvent.run`).
fn operate(
    shard: &mut Shard,
    token: Token,
    context: &RequestContext,
    request: &GroupRequest,
    ids: &mut dyn MemberIds,
    fx: &mut Effects<'_>,
) -> Result<Done, ErrorCode> {
    let done = |response, write| Done { answer: Answer::Response(response), write };
    Ok(match request {
        GroupRequest::JoinGroup(it) => {
            Done { answer: Answer::Parked, write: shard.join_group(it, context, token, ids, fx)? }
        }
        GroupRequest::SyncGroup(it) => Done { answer: Answer::Parked, write: shard.sync_group(it, token, fx)? },
        GroupRequest::Heartbeat(it) => done(Response::Heartbeat(shard.heartbeat(it, fx)?), None),
        GroupRequest::LeaveGroup(it) => {
            let (response, write) = shard.leave_group(it, fx)?;
            done(Response::LeaveGroup(response), write)
        }
        GroupRequest::OffsetCommit(it) => {
            let (response, write) = shard.offset_commit(it, context.api_version, fx)?;
            done(Response::OffsetCommit(response), write)
        }
        GroupRequest::OffsetFetch(it) => done(Response::OffsetFetch(shard.offset_fetch(it, View::Latest)), None),
        GroupRequest::OffsetDelete(it) => {
            let (response, write) = shard.offset_delete(it)?;
            done(Response::OffsetDelete(response), write)
        }
        GroupRequest::DeleteGroups(it) => Done { answer: Answer::Delete(it.clone()), write: None },
    })
}

/// What a timer does. It may fire for a group that is gone, or that is another one by now.
fn fire(shard: &mut Shard, key: &TimerKey, action: Action, fx: &mut Effects<'_>) -> Outcome {
    let Some(group) = shard.group_mut(&key.group) else { return Ok(None) };
    match (action, &key.which) {
        (Action::Session, Which::Session(member)) => group.session_expired(member, fx),
        (Action::InitialDelay { delay, remaining }, _) => group.initial_delay_over(delay, remaining, fx),
        (Action::Sync { generation }, _) => group.sync_expired(generation, fx),
        (Action::Join | Action::Session, _) => group.complete_join_phase(fx),
    }
}

/// A write has ended: what a group waits for, beside the reply to the request.
fn written(shard: &mut Shard, then: Then, error: ErrorCode, fx: &mut Effects<'_>) {
    match then {
        Then::Nothing => {}
        Then::EmptyGroup(group) => {
            if !error.is_none() {
                fx.note(Note::EmptyGroupNotWritten { group, error: group_metadata_error(error) });
            }
        }
        Then::NewGroup(group, join) => {
            if !error.is_none() {
                fx.note(Note::EmptyGroupNotWritten { group, error });
                fx.answer_join(join, refused(group_metadata_error(error), MemberId::default()));
            }
        }
        Then::Assignment { group, leader, generation, plan } => {
            if let Some(group) = shard.object_mut(group) {
                group.plan_written(leader, generation, &plan, error, fx);
            }
        }
        Then::Replacement(replacement) => {
            if let Some(group) = shard.object_mut(replacement.group) {
                group.replacement_written(*replacement, error, fx);
            }
        }
    }
}

/// Group records are written by rules that have changed the group already; only offsets and deletions are replayed.
const fn is_replayed(record: &Record) -> bool {
    !matches!(record, Record::GroupMetadata { value: Some(_), .. })
}
