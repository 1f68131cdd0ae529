//! What only the client's own log tells.

use std::sync::Arc;

use serde::Serialize;

use super::io::{CallbackKind, ConnectionId};
use crate::{
    protocol::{ApiKey, BrokerId, ErrorCode, Name, OffsetCommitPartition, TopicName, TopicPartition},
    simulation::frame::MemberState,
};

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
    /// JoinGroup was answered: the member is in the generation that the last [`Note::Member`](super::Note::Member) told.
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
    /// A partition is to be read from one end of its log on.
    Seeking {
        /// The partition.
        partition: TopicPartition,
        /// From its end; otherwise from its beginning.
        latest: bool,
    },
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
    /// The client, since it was not used for so long.
    Idle,
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
