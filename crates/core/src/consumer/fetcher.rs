//! Fetching records ahead of poll(), and returning them.
//!
//! Source: `AbstractFetch`, `FetchCollector`, `FetchBuffer`, `FetchSessionHandler`.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
};

use super::{
    Consumer,
    detail::Detail,
    exception::Exception,
    io::{ConnectionId, Note},
    network::Outcome,
    request::Purpose,
    subscription::{FetchPosition, PartitionState},
};
use crate::{
    config::AutoOffsetReset,
    protocol::{
        BrokerId, ErrorCode, FetchPartition, FetchRequest, FetchedPartition, Request, Response, TopicPartition,
    },
};

/// Records of one partition that poll() returns: `first .. first + count`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Records {
    pub(super) partition: TopicPartition,
    pub(super) first: i64,
    pub(super) count: u32,
}

/// What one fetch brought of one partition.
#[derive(Debug)]
struct CompletedFetch {
    fetched: FetchedPartition,
    /// The next offset to return; before it is looked at, the offset that was asked for.
    next: i64,
    initialized: bool,
}

/// A broker's fetch session: what it reads.
#[derive(Debug, Default)]
struct Session {
    partitions: Arc<[FetchPartition]>,
    /// A fetch is under way or not looked at yet.
    pending: bool,
}

/// Fetches of one consumer.
#[derive(Debug, Default)]
pub(super) struct Fetcher {
    sessions: BTreeMap<BrokerId, Session>,
    buffer: VecDeque<CompletedFetch>,
    /// The fetch whose records are being returned.
    next_in_line: Option<CompletedFetch>,
    /// Reused for each round of fetches.
    wanted: Vec<(BrokerId, FetchPartition)>,
}

impl Fetcher {
    fn is_buffered(&self, of: &TopicPartition) -> bool {
        let unread = |it: &CompletedFetch| it.fetched.partition == *of && (!it.initialized || it.next < it.end());
        self.next_in_line.iter().chain(&self.buffer).any(unread)
    }

    fn buffered(&self) -> impl Iterator<Item = &TopicPartition> {
        let unread = |it: &&CompletedFetch| !it.initialized || it.next < it.end();
        self.next_in_line.iter().chain(&self.buffer).filter(unread).map(|it| &it.fetched.partition)
    }
}

impl CompletedFetch {
    fn end(&self) -> i64 {
        self.fetched.first_offset + i64::from(self.fetched.count)
    }
}

impl Consumer {
    /// Whether a fetch that can be returned waits (`hasAvailableFetches`).
    pub(super) fn has_available_fetches(&self) -> bool {
        self.fetcher.buffer.iter().any(|it| self.subscription.is_fetchable(&it.fetched.partition))
    }

    /// Sends a fetch to each broker that leads a partition to be read and has none under way; none to a broker of whose
    /// partitions something is buffered (`sendFetches`, `prepareFetchRequests`).
    pub(super) fn send_fetches(&mut self) {
        self.compare_positions_with_metadata();
        let mut wanted = std::mem::take(&mut self.fetcher.wanted);
        wanted.clear();
        let mut leaderless = false;
        for (of, state) in self.subscription.fetchable() {
            let Some(position) = state.position else { continue };
            if self.fetcher.is_buffered(of) {
                continue;
            }
            let Some(node) = self.read_replica(state, position) else {
                leaderless = true;
                continue;
            };
            let busy = self.fetcher.sessions.get(&node).is_some_and(|session| session.pending);
            if !busy && !self.network.is_unavailable(self.now, ConnectionId::ordinary(node)) {
                let max_bytes = self.config.max_partition_fetch_bytes;
                let fetch_offset = position.offset;
                wanted.push((node, FetchPartition { partition: of.clone(), fetch_offset, max_bytes }));
            }
        }
        if leaderless {
            self.metadata.request_update(false);
        }
        if !wanted.is_empty() {
            self.drop_nodes_with_buffered(&mut wanted);
            wanted.sort_by_key(|(node, _)| *node);
            wanted.chunk_by(|(one, _), (other, _)| one == other).for_each(|chunk| self.send_fetch(chunk));
        }
        self.fetcher.wanted = wanted;
    }

    fn drop_nodes_with_buffered(&self, wanted: &mut Vec<(BrokerId, FetchPartition)>) {
        for of in self.fetcher.buffered() {
            if let Some(state) = self.subscription.partitions.get(of)
                && self.subscription.is_fetchable(of)
                && let Some(node) = state.position.and_then(|position| self.read_replica(state, position))
            {
                wanted.retain(|(of_node, _)| *of_node != node);
            }
        }
    }

    /// The broker to read from: the replica that the leader named, while that holds, else the leader (`selectReadReplica`).
    fn read_replica(&self, state: &PartitionState, position: FetchPosition) -> Option<BrokerId> {
        let leader = position.leader.leader?;
        let preferred = state.preferred_replica.filter(|(node, until)| self.now < *until && self.metadata.knows(*node));
        Some(preferred.map_or(leader, |(node, _)| node))
    }

    fn send_fetch(&mut self, wanted: &[(BrokerId, FetchPartition)]) {
        let Some((node, _)) = wanted.first() else { return };
        let session = self.fetcher.sessions.entry(*node).or_default();
        session.pending = true;
        let unmoved = |it: &FetchPartition| {
            let place = wanted.binary_search_by(|(_, other)| other.partition.cmp(&it.partition));
            place.is_ok_and(|place| wanted[place].1 == *it)
        };
        let same = session.partitions.len() == wanted.len() && session.partitions.iter().all(unmoved);
        if !same {
            session.partitions = in_session_order(&session.partitions, wanted);
        }
        let request = Request::Fetch(FetchRequest {
            max_wait_ms: i32::try_from(self.config.fetch_max_wait_ms).unwrap_or(i32::MAX),
            min_bytes: self.config.fetch_min_bytes,
            max_bytes: self.config.fetch_max_bytes,
            rack_id: self.config.client_rack.clone(),
            partitions: session.partitions.clone(),
            close_session: false,
        });
        self.enqueue(ConnectionId::ordinary(*node), request, Purpose::Fetch(*node));
    }

    /// `handleFetchSuccess`, `handleFetchFailure`
    pub(super) fn on_fetch(&mut self, node: BrokerId, outcome: Outcome) {
        let Some(session) = self.fetcher.sessions.get_mut(&node) else { return };
        session.pending = false;
        let asked = session.partitions.clone();
        let Outcome::Answer(Response::Fetch(answer)) = outcome else {
            for it in asked.iter() {
                if let Some(state) = self.subscription.partitions.get_mut(&it.partition) {
                    state.preferred_replica = None;
                }
            }
            return;
        };
        for fetched in answer.partitions {
            if let Some(it) = asked.iter().find(|it| it.partition == fetched.partition) {
                self.tell_fetched(it, &fetched);
                self.fetcher.buffer.push_back(CompletedFetch { fetched, next: it.fetch_offset, initialized: false });
            }
        }
    }

    /// Tells what came, unless the position has moved on meanwhile: then it will be dropped.
    fn tell_fetched(&mut self, asked: &FetchPartition, fetched: &FetchedPartition) {
        let position = self.subscription.partitions.get(&asked.partition).and_then(|state| state.position);
        if fetched.count > 0 && position.is_some_and(|position| position.offset == asked.fetch_offset) {
            let end = fetched.first_offset + i64::from(fetched.count);
            self.note(Note::Fetched { partition: asked.partition.clone(), end });
        }
    }

    /// Takes what poll() may return now, `max.poll.records` at most (`collectFetch`).
    pub(super) fn collect(&mut self, records: &mut Vec<Records>) -> Result<(), Exception> {
        let mut room = self.config.max_poll_records;
        let mut paused = Vec::new();
        let mut result = Ok(());
        while room > 0 {
            let Some(fetch) = self.fetcher.next_in_line.take().filter(|it| it.next < it.end()) else {
                let Some(completed) = self.fetcher.buffer.pop_front() else { break };
                match if completed.initialized { Ok(Some(completed)) } else { self.initialize(completed) } {
                    Ok(fetch) => self.fetcher.next_in_line = fetch,
                    Err(exception) => {
                        result = if records.is_empty() { Err(exception) } else { Ok(()) };
                        break;
                    }
                }
                continue;
            };
            if self.subscription.partitions.get(&fetch.fetched.partition).is_some_and(|state| state.paused) {
                paused.push(fetch);
            } else {
                room -= self.return_records(fetch, room, records);
            }
        }
        self.fetcher.buffer.extend(paused);
        result
    }

    /// Returns records if the position still is where they begin, else drops them (`fetchRecords`).
    fn return_records(&mut self, mut fetch: CompletedFetch, room: u32, records: &mut Vec<Records>) -> u32 {
        let of = &fetch.fetched.partition;
        if !self.subscription.is_fetchable(of) {
            return 0;
        }
        let Some(state) = self.subscription.partitions.get_mut(of) else { return 0 };
        let Some(position) = state.position.as_mut().filter(|it| it.offset == fetch.next) else { return 0 };
        let first = fetch.next.max(fetch.fetched.first_offset);
        let left = u32::try_from(fetch.end() - first).unwrap_or(u32::MAX);
        let count = left.min(room);
        fetch.next = first + i64::from(count);
        position.offset = fetch.next;
        position.offset_epoch = Some(fetch.fetched.leader_epoch);
        let partition = of.clone();
        self.note(Note::Returned { partition: partition.clone(), first, count });
        records.push(Records { partition, first, count });
        self.fetcher.next_in_line = Some(fetch);
        count
    }

    /// A fetch is looked at for the first time when its turn comes (`FetchCollector.initialize`).
    fn initialize(&mut self, mut completed: CompletedFetch) -> Result<Option<CompletedFetch>, Exception> {
        let fetched = &completed.fetched;
        let Some(state) = self.subscription.partitions.get_mut(&fetched.partition) else { return Ok(None) };
        if !state.has_valid_position() {
            return Ok(None);
        }
        if !fetched.error.is_none() {
            return self.fetch_error(&completed).map(|()| None);
        }
        if state.position.is_none_or(|position| position.offset != completed.next) {
            return Ok(None);
        }
        if let Some(replica) = fetched.preferred_read_replica {
            state.preferred_replica = Some((replica, self.now.saturating_add(self.config.metadata_max_age_ms)));
        }
        completed.initialized = true;
        Ok((fetched.count > 0).then_some(completed))
    }

    /// `FetchCollector.handleInitializeErrors`
    fn fetch_error(&mut self, completed: &CompletedFetch) -> Result<(), Exception> {
        let of = &completed.fetched.partition;
        let policy = self.config.auto_offset_reset;
        match completed.fetched.error {
            ErrorCode::OffsetOutOfRange => {
                let Some(state) = self.subscription.partitions.get_mut(of) else { return Ok(()) };
                let stale = state.position.is_none_or(|position| position.offset != completed.next);
                if state.preferred_replica.take().is_some() || stale {
                    return Ok(());
                }
                let (offset, resets) = (completed.next, policy != AutoOffsetReset::None);
                if resets {
                    state.request_reset(policy);
                }
                self.detail(Detail::OutOfRange { partition: of.clone(), offset, resets });
                if resets { Ok(()) } else { Err(Exception::Response(ErrorCode::OffsetOutOfRange)) }
            }
            ErrorCode::NotLeaderOrFollower
            | ErrorCode::KafkaStorageError
            | ErrorCode::FencedLeaderEpoch
            | ErrorCode::UnknownTopicOrPartition
            | ErrorCode::UnknownTopicId => {
                self.metadata.request_update(false);
                if let Some(state) = self.subscription.partitions.get_mut(of) {
                    state.preferred_replica = None;
                }
                Ok(())
            }
            ErrorCode::UnknownLeaderEpoch | ErrorCode::UnknownServerError => Ok(()),
            ErrorCode::TopicAuthorizationFailed => Err(Exception::Response(ErrorCode::TopicAuthorizationFailed)),
            _ => Err(Exception::IllegalState),
        }
    }

    /// Ends the fetch sessions at every broker that can be reached (`maybeCloseFetchSessions`).
    pub(super) fn close_fetch_sessions(&mut self) {
        for node in std::mem::take(&mut self.fetcher.sessions).into_keys() {
            let connection = ConnectionId::ordinary(node);
            if !self.metadata.knows(node) || self.network.is_unavailable(self.now, connection) {
                continue;
            }
            let request = Request::Fetch(FetchRequest {
                max_wait_ms: i32::try_from(self.config.fetch_max_wait_ms).unwrap_or(i32::MAX),
                min_bytes: self.config.fetch_min_bytes,
                max_bytes: self.config.fetch_max_bytes,
                rack_id: self.config.client_rack.clone(),
                partitions: Arc::from([]),
                close_session: true,
            });
            self.enqueue(connection, request, Purpose::CloseFetchSession);
            self.sessions_closing += 1;
        }
    }
}

/// The session's partitions in the order in which the broker serves them: what stayed where it was first, then what moved
/// on, so that everybody gets a turn (`FetchSessionHandler.Builder.build`).
fn in_session_order(before: &[FetchPartition], wanted: &[(BrokerId, FetchPartition)]) -> Arc<[FetchPartition]> {
    let place = |of: &TopicPartition| wanted.binary_search_by(|(_, it)| it.partition.cmp(of)).ok();
    let mut taken = vec![false; wanted.len()];
    let mut in_order = Vec::with_capacity(wanted.len());
    for moved in [false, true] {
        for it in before {
            if let Some(index) = place(&it.partition)
                && !taken[index]
                && (moved || wanted[index].1 == *it)
            {
                taken[index] = true;
                in_order.push(wanted[index].1.clone());
            }
        }
    }
    in_order.extend(wanted.iter().zip(taken).filter(|(_, taken)| !taken).map(|((_, it), _)| it.clone()));
    in_order.into()
}
