//! Coordinators on their brokers, and what becomes of their writes.

use std::collections::{BTreeMap, VecDeque};

use super::{
    cast::{BrokerIx, GroupIx},
    queue::Alarm,
    trace::{AppendId, EventId},
};
use crate::{
    config::BrokerConfig,
    coordinator::{Config, Coordinator, OffsetCommitKey, Record, WriteId},
    protocol::GroupId,
};

/// A broker's coordinator of one partition of `__consumer_offsets`.
#[derive(Clone, Debug)]
pub(super) struct Seat {
    pub(super) partition: i32,
    pub(super) broker: BrokerIx,
    pub(super) coordinator: Coordinator,
    pub(super) alarm: Alarm,
    /// Writes that are not durable yet, the oldest first.
    pub(super) pending: VecDeque<Pending>,
    /// Whether a batch is open: it is written when it has lingered long enough.
    pub(super) batch_open: bool,
    /// Up to which write all is on the leader's disk, and waits for replicas only.
    pub(super) flushed: Option<WriteId>,
    /// Grows with each election and resignation: what was scheduled for an earlier term is void.
    pub(super) term: u32,
}

/// Records that are not durable yet.
#[derive(Clone, Debug)]
pub(super) struct Pending {
    pub(super) write: WriteId,
    pub(super) records: Vec<Record>,
    /// What made the coordinator write.
    pub(super) cause: Option<EventId>,
    /// The batch in the trace.
    pub(super) append: AppendId,
}

/// The place of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SeatIx(pub(super) u32);

/// One partition of `__consumer_offsets` as its replicas hold it.
#[derive(Clone, Debug, Default)]
pub(super) struct OffsetsLog {
    /// The latest record of each key, by when it was written.
    records: BTreeMap<u64, Record>,
    places: BTreeMap<Key, u64>,
    written: u64,
    /// The scenario's groups in it.
    pub(super) groups: Vec<GroupIx>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Group(GroupId),
    Offset(OffsetCommitKey),
}

impl OffsetsLog {
    /// Appends a record; of one key only the latest record is kept, as after compaction.
    pub(super) fn append(&mut self, record: Record) {
        let key = match &record {
            Record::GroupMetadata { group, .. } => Key::Group(group.clone()),
            Record::OffsetCommit { key, .. } => Key::Offset(key.clone()),
        };
        self.written += 1;
        if let Some(old) = self.places.insert(key, self.written) {
            self.records.remove(&old);
        }
        self.records.insert(self.written, record);
    }

    /// The offset of the next record that will be durable.
    pub(super) fn end(&self) -> i64 {
        self.written as i64
    }

    /// All records, the oldest first.
    pub(super) fn read(&self) -> Vec<Record> {
        self.records.values().cloned().collect()
    }
}

impl Seat {
    pub(super) fn new(partition: i32, broker: BrokerIx, config: &BrokerConfig) -> Self {
        Self {
            partition,
            broker,
            coordinator: Coordinator::new(coordinator_config(config)),
            alarm: Alarm::default(),
            pending: VecDeque::new(),
            batch_open: false,
            flushed: None,
            term: 0,
        }
    }

    /// A new term begins: what was scheduled for the old one is void.
    pub(super) fn next_term(&mut self) -> u32 {
        self.term += 1;
        self.batch_open = false;
        self.flushed = None;
        self.term
    }
}

fn coordinator_config(config: &BrokerConfig) -> Config {
    let ms = |value: u64| i32::try_from(value).unwrap_or(i32::MAX);
    Config {
        initial_rebalance_delay_ms: ms(config.group_initial_rebalance_delay_ms),
        min_session_timeout_ms: ms(config.group_min_session_timeout_ms),
        max_session_timeout_ms: ms(config.group_max_session_timeout_ms),
        max_size: ms(config.group_max_size.into()),
        offset_metadata_max_bytes: ms(config.offset_metadata_max_bytes.into()),
        offsets_commit_timeout_ms: Some(config.offsets_commit_timeout_ms),
        offsets_retention_minutes: ms(config.offsets_retention_minutes),
    }
}
