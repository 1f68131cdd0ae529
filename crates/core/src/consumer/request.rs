//! What each request was for: its answer comes back with it.

use std::sync::Arc;

use super::{member::Generation, subscription::FetchPosition};
use crate::{
    config::AutoOffsetReset,
    protocol::{ApiKey, BrokerId, OffsetCommitPartition, TopicPartition},
};

/// Why offsets are committed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CommitFor {
    /// poll() does it from time to time.
    Interval,
    /// Before partitions are given up; the rebalance waits for it.
    JoinPrepare,
    /// commitSync(), that of close() too: the call waits for it.
    Call,
    /// commitAsync()
    Async,
}

/// Offsets on their way to the coordinator.
#[derive(Clone, Debug)]
pub(super) struct Commit {
    /// Its number in this consumer's life.
    pub(super) id: u32,
    pub(super) why: CommitFor,
    pub(super) offsets: Arc<[OffsetCommitPartition]>,
    /// What the member was when it was sent.
    pub(super) generation: Generation,
}

/// What a request was for.
#[derive(Clone, Debug)]
pub(super) enum Purpose {
    ApiVersions,
    Metadata,
    /// The lookup of this number.
    FindCoordinator(u32),
    /// What the member was when it was sent; that of the next two too.
    JoinGroup(Generation),
    SyncGroup(Generation),
    Heartbeat(Generation),
    LeaveGroup,
    Commit(Commit),
    /// The committed offsets of the request of this number.
    OffsetFetch(u32),
    /// Positions to be reset.
    Reset(Vec<(TopicPartition, AutoOffsetReset)>),
    /// Positions to be compared with the leader's epochs.
    Validate(Vec<(TopicPartition, FetchPosition)>),
    /// offsetsForTimes() of one partition.
    OffsetForTime(TopicPartition),
    Fetch(BrokerId),
    CloseFetchSession,
}

/// The version of each request that this client speaks with a 4.1 broker.
pub(super) const fn version(api: ApiKey) -> i16 {
    match api {
        ApiKey::ApiVersions | ApiKey::Heartbeat | ApiKey::OffsetForLeaderEpoch => 4,
        ApiKey::Metadata => 13,
        ApiKey::FindCoordinator => 6,
        ApiKey::JoinGroup | ApiKey::OffsetCommit | ApiKey::OffsetFetch => 9,
        ApiKey::SyncGroup | ApiKey::LeaveGroup => 5,
        ApiKey::ListOffsets => 10,
        ApiKey::Fetch => 17,
        ApiKey::DeleteGroups => 2,
        ApiKey::OffsetDelete => 0,
    }
}
