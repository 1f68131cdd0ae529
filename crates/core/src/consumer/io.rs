//! What goes into a consumer and what comes out of it.
//!
//! The consumer is driven like this: [`Input`]s are handled at the time they happen, `next_deadline()` says when it wants to
//! be woken, and each call appends [`Output`]s in the order in which they happen. A frozen process is simply not driven:
//! what came meanwhile is handed in when it thaws.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::detail::Detail;
use crate::{
    config::AutoOffsetReset,
    protocol::{BrokerId, ErrorCode, MemberId, Name, Request, Response, TopicName, TopicPartition},
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
    /// From the start of its process to its first call of poll(), ms.
    pub start_up_ms: u64,
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
    /// seekToBeginning() or seekToEnd(); no partitions = all that it holds.
    SeekToReset(Vec<TopicPartition>, AutoOffsetReset),
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
    /// A fetch brought records of a partition: what lies before `end` and behind the position is in the client now.
    Fetched {
        /// The partition.
        partition: TopicPartition,
        /// The offset behind the last one.
        end: i64,
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
