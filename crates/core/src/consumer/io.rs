//! What goes into a consumer and what comes out of it.
//!
//! The consumer is driven like this: [`Input`]s are handled at the time they happen, `next_deadline()` says when it wants to
//! be woken, and each call appends [`Output`]s in the order in which they happen. A frozen process is simply not driven:
//! what came meanwhile is handed in when it thaws.

use std::{collections::BTreeSet, sync::Arc};

use serde::{Deserialize, Serialize};

use crate::{
    protocol::{
        ApiKey, BrokerId, ErrorCode, MemberId, Name, OffsetCommitPartition, Request, Response, TopicName,
        TopicPartition,
    },
    simulation::frame::{Doing, MemberState},
};

/// A connection, by the node id that the Java client keeps it under: −1, −2, … for the bootstrap servers in their order, a
/// broker's id for its ordinary connection, `2147483647 − id` for the one to the coordinator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct ConnectionId(pub i32);

impl ConnectionId {
    /// The ordinary connection to a broker.
    #[must_use]
    pub const fn ordinary(broker: BrokerId) -> Self {
        Self(broker.0)
    }

    /// The connection to a broker as the coordinator.
    #[must_use]
    pub const fn coordinator(broker: BrokerId) -> Self {
        Self(i32::MAX - broker.0)
    }
}

/// How the application commits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum CommitMode {
    /// poll() does (`enable.auto.commit`).
    #[default]
    #[serde(rename = "auto")]
    Auto,
    /// commitSync() after each non-empty poll.
    #[serde(rename = "sync")]
    Sync,
    /// commitSync() after each record.
    #[serde(rename = "sync.each")]
    SyncEach,
    /// commitAsync() after each non-empty poll.
    #[serde(rename = "async")]
    Async,
    /// commitAsync() after each non-empty poll, and again from its callback after a failure that may pass: then the older
    /// offsets can arrive after newer ones.
    #[serde(rename = "async.retry")]
    AsyncRetry,
    /// Never.
    #[serde(rename = "none")]
    None,
}

/// What a consumer reads, by which of its methods (`SubscriptionState.SubscriptionType`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subscribe {
    /// subscribe() to topics.
    Topics(Vec<TopicName>),
    /// subscribe() to all topics that match a pattern.
    Pattern(Name),
    /// assign(): these partitions, without being a member of any group.
    Partitions(Vec<TopicPartition>),
}

/// The application around the consumer: a loop of poll, process, commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Application {
    /// What it reads.
    pub subscribe: Subscribe,
    /// The argument of poll(), ms.
    pub poll_ms: u64,
    /// How long it works on a record, ms; read when the record's turn comes.
    pub process_ms: u64,
    /// How it commits.
    pub commit: CommitMode,
    /// How many threads work on the records that the polling thread hands over; 0 = it works on them itself.
    pub workers: u32,
    /// What its rebalance listener does.
    pub listener: Listener,
}

/// What an application's rebalance listener does, besides being told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listener {
    /// How long `onPartitionsAssigned` rebuilds what the application keeps for a partition that it did not hold last, ms.
    pub restore_ms: u64,
    /// How long `onPartitionsRevoked` and `onPartitionsLost` take, ms.
    pub revoke_ms: u64,
    /// The method that throws each time it is called.
    pub throws: Option<CallbackKind>,
    /// The partitions for which something is kept from before: it outlives the process.
    pub kept: BTreeSet<TopicPartition>,
}

/// What the user asks of a running application; it is done between two of its calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// Ends the loop and calls close().
    Close,
    /// From the next record on it works so long on each, ms.
    Slow(u64),
    /// seek() to an offset.
    Seek(TopicPartition, i64),
    /// offsetsForTimes() and seek(): to the first record at or after a time, ms of virtual time.
    SeekToTime(TopicPartition, u64),
    /// pause()
    Pause(Vec<TopicPartition>),
    /// resume()
    Resume(Vec<TopicPartition>),
    /// subscribe() or assign(), in place of what it reads now.
    Subscribe(Subscribe),
    /// unsubscribe(); it does not poll until it reads something again.
    Unsubscribe,
    /// enforceRebalance()
    EnforceRebalance,
    /// As leader it sends this plan next, instead of an assignor's result: consumer ids are already member ids.
    Plan(Vec<(MemberId, Vec<TopicPartition>)>),
}

/// What happens to a consumer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// The process begins: the consumer is constructed, subscribes, and the loop starts.
    Start,
    /// A connection that it asked for stands.
    Connected(ConnectionId),
    /// A connection was refused, or ended.
    Disconnected(ConnectionId),
    /// A response can be read.
    Response {
        /// The connection it came on.
        connection: ConnectionId,
        /// The request's number.
        correlation_id: u32,
        /// What it says.
        response: Response,
    },
    /// The user asks something of the application.
    Task(Task),
}

/// What a consumer does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Opens a connection.
    Connect(ConnectionId),
    /// Closes a connection: what is under way on it is lost to both sides.
    Disconnect(ConnectionId),
    /// Sends a request on an open connection.
    Send {
        /// The connection.
        connection: ConnectionId,
        /// The request's number, unique in this consumer's life.
        correlation_id: u32,
        /// The version of the request's schema.
        api_version: i16,
        /// What it asks.
        request: Request,
    },
    /// Something that only the trace and the logs need to know.
    Note(Note),
    /// The process ends: after close(), or since an error was thrown that the application does not survive.
    Exit,
}

/// Which of the rebalance listener's methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum CallbackKind {
    /// `onPartitionsAssigned`
    Assigned,
    /// `onPartitionsRevoked`
    Revoked,
    /// `onPartitionsLost`
    Lost,
}

/// What the trace and the logs need to know of a consumer's inside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// The member's state, id or generation changed.
    Member {
        /// The client's state.
        state: MemberState,
        /// Its member id; empty = none.
        member_id: MemberId,
        /// Its generation; −1 = none.
        generation: i32,
    },
    /// The application thread does something else now.
    Doing(Doing),
    /// poll() was called: if it is not called again until then, ms, the member leaves.
    Polled {
        /// When `max.poll.interval.ms` runs out.
        deadline: u64,
    },
    /// The heartbeat timer was set; `None` = heartbeats are off.
    HeartbeatDue(Option<u64>),
    /// The rebalance listener was called; afterwards the consumer owns `owned`.
    Callback {
        /// Which method.
        kind: CallbackKind,
        /// Its argument, sorted.
        partitions: Vec<TopicPartition>,
        /// All that the consumer holds now.
        owned: Vec<TopicPartition>,
    },
    /// assign() was called: all that the consumer holds now.
    Assigned(Vec<TopicPartition>),
    /// The consumer will rejoin, for this reason (`requestRejoin`).
    RejoinNeeded(Name),
    /// A partition's position was set: by a commit, a reset or a seek.
    Position {
        /// The partition.
        partition: TopicPartition,
        /// The offset it reads next.
        offset: i64,
        /// Where the position comes from.
        from: PositionFrom,
        /// The epoch of the record before it, if known.
        offset_epoch: Option<i32>,
        /// The partition's leader and its epoch, if known.
        leader: (Option<BrokerId>, Option<i32>),
    },
    /// poll() returned records: `first .. first + count` of a partition, whose position is now behind them.
    Returned {
        /// The partition.
        partition: TopicPartition,
        /// The first offset.
        first: i64,
        /// How many.
        count: u32,
    },
    /// The application has finished the records `first .. first + count`.
    Processed {
        /// The partition.
        partition: TopicPartition,
        /// The first offset.
        first: i64,
        /// How many.
        count: u32,
    },
    /// A commit was answered, or failed before it was sent.
    Committed {
        /// The offsets it should store.
        offsets: Vec<(TopicPartition, i64)>,
        /// The error, or none.
        error: ErrorCode,
    },
    /// An exception reached the application, by its simple class name.
    Thrown(Name),
    /// A member became the group's leader and computed this plan.
    Plan {
        /// The assignor.
        protocol: Name,
        /// Each member's share.
        assignments: Vec<(MemberId, Vec<TopicPartition>)>,
    },
    /// Partitions were paused or resumed; all that are paused now.
    Paused(Vec<TopicPartition>),
    /// What only the client's own log tells.
    Detail(Detail),
}

/// What the client logs beyond the notes that others need.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Detail {
    /// The application subscribed.
    Subscribed(Vec<TopicName>),
    /// It subscribed to a pattern.
    SubscribedToPattern(Name),
    /// It took partitions by assign().
    AssignedTo(Vec<TopicPartition>),
    /// It unsubscribed.
    Unsubscribed,
    /// The rebalance listener threw.
    ListenerFailed {
        /// In which method.
        kind: CallbackKind,
        /// Its argument.
        partitions: Vec<TopicPartition>,
    },
    /// Partitions that were paused are given up: they will not be paused any more.
    PauseForgotten {
        /// Whether they are lost.
        lost: bool,
        /// Which.
        partitions: Vec<TopicPartition>,
    },
    /// The first metadata came.
    FirstMetadata,
    /// FindCoordinator found the coordinator.
    CoordinatorFound {
        /// The broker.
        broker: BrokerId,
    },
    /// The coordinator is unknown now.
    CoordinatorLost {
        /// The broker that it was.
        broker: BrokerId,
        /// Why.
        cause: LostCause,
        /// Whether the connection had ended by itself.
        is_disconnected: bool,
    },
    /// JoinGroup is sent.
    Joining,
    /// JoinGroup was answered: the member is in the generation that the last [`Note::Member`] told.
    Joined {
        /// The assignor that won the vote.
        protocol: Name,
    },
    /// JoinGroup was answered with an error.
    JoinFailed {
        /// The error.
        error: ErrorCode,
    },
    /// The leader leaves the assignment as it is (KIP-814).
    AssignmentSkipped,
    /// SyncGroup was answered.
    Synced,
    /// SyncGroup was answered with an error.
    SyncFailed {
        /// The error.
        error: ErrorCode,
    },
    /// A cooperative member compares what it has with what it gets.
    UpdatingAssignment {
        /// What it has, sorted.
        owned: Vec<TopicPartition>,
        /// What it gets, sorted.
        assigned: Vec<TopicPartition>,
    },
    /// The assignor hears of the member's share, in the leader's order.
    NotifyingAssignor(Vec<TopicPartition>),
    /// Generation and perhaps member id are gone.
    Reset {
        /// Why.
        reason: Name,
        /// Whether the member id went too.
        member_id: bool,
    },
    /// What was owned counts as lost.
    GivingAway,
    /// Heartbeat was answered with an error.
    HeartbeatFailed {
        /// The error.
        error: ErrorCode,
        /// Whether it spoke for an older generation: the error is ignored.
        stale: bool,
    },
    /// The heartbeat thread ended since the member was fenced; the next poll() throws.
    HeartbeatFenced,
    /// The application stayed away from poll() too long.
    PollExpired,
    /// LeaveGroup is sent, for this reason.
    Leaving(Name),
    /// LeaveGroup was answered with an error.
    LeaveFailed {
        /// The error.
        error: ErrorCode,
    },
    /// A commit was refused by the client itself: it is no member.
    CommitRefused,
    /// A commit was answered with an error for a partition.
    CommitFailed {
        /// The partition.
        partition: TopicPartition,
        /// The offset that was to be stored.
        offset: i64,
        /// The error.
        error: ErrorCode,
    },
    /// An automatic commit failed for good.
    AutoCommitFailed {
        /// Whether it was the last one, in close().
        in_close: bool,
        /// What was to be stored.
        offsets: Arc<[OffsetCommitPartition]>,
        /// The error.
        error: ErrorCode,
    },
    /// A commitAsync() failed.
    AsyncCommitFailed {
        /// What was to be stored.
        offsets: Arc<[OffsetCommitPartition]>,
    },
    /// close() gave up waiting for the coordinator.
    CloseTimedOut {
        /// How many requests were not answered.
        pending: usize,
    },
    /// There is no committed offset for a partition.
    NoCommittedOffset(TopicPartition),
    /// The position is outside the log.
    OutOfRange {
        /// The partition.
        partition: TopicPartition,
        /// The position.
        offset: i64,
        /// Whether it is reset; otherwise an error is thrown.
        resets: bool,
    },
    /// The log has lost what was read.
    Truncated {
        /// The partition.
        partition: TopicPartition,
        /// The position.
        offset: i64,
        /// Where the log parts from what was read, if the leader knows.
        diverging: Option<i64>,
        /// Whether the position is set anew; otherwise an error is thrown.
        resets: bool,
    },
    /// A share holds a topic that the member does not want: none of it is taken.
    NotSubscribed {
        /// The first such partition.
        partition: TopicPartition,
        /// What it subscribes to.
        topics: Vec<TopicName>,
    },
    /// The commit before a join failed for good, or took longer than the rebalance may; it joins all the same.
    JoinCommitFailed {
        /// The error; none = it took too long.
        error: Option<ErrorCode>,
    },
    /// SyncGroup was answered after the heartbeat thread had reset the generation.
    GenerationCleared {
        /// What the member is now.
        state: MemberState,
    },
    /// The coordinator has been away for longer than the rebalance timeout.
    CoordinatorOutage {
        /// How long, ms.
        ms: u64,
    },
    /// A connection ended.
    Disconnected {
        /// Which.
        connection: ConnectionId,
        /// Why.
        why: DisconnectedBy,
        /// The requests on it that get no answer.
        cancelled: Vec<Cancelled>,
    },
    /// No broker that is known can be used: the bootstrap servers are asked again.
    Rebootstrapping,
}

/// What ended a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum DisconnectedBy {
    /// The client.
    Client,
    /// The other side, or the network.
    Peer,
    /// It could not be made.
    Refused,
    /// An answer took too long.
    RequestTimeout,
    /// It took too long to be made.
    SetupTimeout,
}

/// A request that gets no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Cancelled {
    /// Its kind.
    pub api: ApiKey,
    /// Its number.
    pub correlation_id: u32,
    /// How long it was under way, ms.
    pub elapsed: u64,
    /// How long it would have been waited for, ms.
    pub timeout: u64,
}

/// Why the coordinator is unknown (`AbstractCoordinator.markCoordinatorUnknown`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum LostCause {
    /// A response said so.
    Error(ErrorCode),
    /// Its connection failed and is in back-off.
    Unavailable,
    /// The session ran out on the client's side.
    Session,
    /// The connection ended, or an answer took too long.
    Disconnect,
}

/// Where a position comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PositionFrom {
    /// The committed offset.
    Committed,
    /// `auto.offset.reset`
    Reset,
    /// seek()
    Seek,
}
