//! Fetch: what is there, or when enough will be (`ReplicaManager.fetchMessages`, `DelayedFetch`).

use super::{Cluster, Partition};
use crate::{
    config::ReplicaSelector,
    protocol::{BrokerId, ErrorCode, FetchPartition, FetchRequest, FetchResponse, FetchedPartition, NO_LEADER_EPOCH},
};

/// What a broker does with a fetch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fetching {
    /// It answers now.
    Answer(FetchResponse),
    /// It waits: nothing can change before this time (ms), unless leaders or schedules do.
    WaitUntil(u64),
}

impl Cluster {
    /// Serves a fetch that arrived at `broker` at `since`, as of `now`.
    ///
    /// It is answered at once if it asks for no wait, if there are errors or other news, or as soon as `fetch.min.bytes` are
    /// there; else after `fetch.max.wait.ms` with what there is.
    #[must_use]
    pub fn fetch(&self, broker: BrokerId, request: &FetchRequest, since: u64, now: u64) -> Fetching {
        let deadline = since + u64::try_from(request.max_wait_ms).unwrap_or_default();
        let min_bytes = u64::try_from(request.min_bytes).unwrap_or_default();
        let reads: Vec<_> = request.partitions.iter().map(|it| self.read(broker, request, it, now)).collect();
        let news = reads.iter().any(|read| matches!(read.found, Found::News(_)));
        if now >= deadline || news || reads.is_empty() || bytes(&reads, now) >= min_bytes {
            let most = request.max_bytes.min(self.config.fetch_max_bytes);
            return Fetching::Answer(answer(reads, u64::try_from(most).unwrap_or_default(), now));
        }
        Fetching::WaitUntil(enough_at(&reads, min_bytes, now, deadline))
    }

    fn read<'a>(&'a self, broker: BrokerId, request: &FetchRequest, it: &'a FetchPartition, now: u64) -> Read<'a> {
        Read { it, found: self.find(broker, request, it, now) }
    }

    fn find(&self, broker: BrokerId, request: &FetchRequest, it: &FetchPartition, now: u64) -> Found<'_> {
        let news = |error| Found::News(FetchedPartition { error, ..fetched_nothing(it) });
        let Some(log) = self.partition(&it.partition) else { return news(ErrorCode::UnknownTopicOrPartition) };
        let leads = log.leadership.leader == Some(broker);
        let follows = self.reads_from_followers() && log.leadership.replicas.contains(&broker);
        if !leads && !follows {
            return news(ErrorCode::NotLeaderOrFollower);
        }
        if let Some(nearer) = self.nearer_replica(broker, request, log).filter(|_| leads) {
            let preferred_read_replica = Some(nearer);
            return Found::News(FetchedPartition { preferred_read_replica, ..fetched(it, log, 0, now) });
        }
        if (log.log_start..=log.end(now)).contains(&it.fetch_offset) {
            return Found::Log(log);
        }
        Found::News(FetchedPartition { error: ErrorCode::OffsetOutOfRange, ..fetched(it, log, 0, now) })
    }

    fn reads_from_followers(&self) -> bool {
        self.config.replica_selector_class == Some(ReplicaSelector::RackAware)
    }

    /// The replica in the client's rack that it should read from, if the leader is in another
    /// (`RackAwareReplicaSelector`, KIP-392).
    fn nearer_replica(&self, leader: BrokerId, request: &FetchRequest, log: &Partition) -> Option<BrokerId> {
        let near = |id: &BrokerId| {
            let broker = self.broker(*id).filter(|broker| broker.answers());
            broker.and_then(|broker| broker.rack.as_deref()) == Some(&*request.rack_id)
        };
        if request.rack_id.is_empty() || !self.reads_from_followers() || near(&leader) {
            return None;
        }
        log.leadership.replicas.iter().copied().find(near)
    }
}

/// A partition of a fetch, looked up.
struct Read<'a> {
    it: &'a FetchPartition,
    found: Found<'a>,
}

enum Found<'a> {
    /// The log to read, from the offset asked for or later.
    Log(&'a Partition),
    /// Something that the client must learn at once.
    News(FetchedPartition),
}

impl Read<'_> {
    /// The log, and how many records of it are there.
    fn records(&self, now: u64) -> Option<(&Partition, u64)> {
        let Found::Log(log) = self.found else { return None };
        Some((log, (log.end(now) - self.it.fetch_offset) as u64))
    }
}

/// How many bytes are there for a fetch, each partition up to its own limit.
fn bytes(reads: &[Read<'_>], now: u64) -> u64 {
    let all = reads.iter().filter_map(|read| {
        let (log, records) = read.records(now)?;
        let limit = u64::try_from(read.it.max_bytes).unwrap_or_default().max(log.record_bytes.into());
        Some(records.saturating_mul(log.record_bytes.into()).min(limit))
    });
    all.sum()
}

/// When `min_bytes` will be there, at the latest at `deadline`.
fn enough_at(reads: &[Read<'_>], min_bytes: u64, now: u64, deadline: u64) -> u64 {
    let logs = || reads.iter().filter_map(|read| read.records(now));
    let next = logs().filter_map(|(log, _)| log.log.next_record(now)).min();
    let Some(first) = next.filter(|next| *next < deadline) else { return deadline };
    if logs().all(|(log, _)| u64::from(log.record_bytes) >= min_bytes) {
        return first;
    }
    if bytes(reads, deadline) < min_bytes {
        return deadline;
    }
    let (mut low, mut high) = (first, deadline);
    while low < high {
        let middle = low + (high - low) / 2;
        if bytes(reads, middle) < min_bytes {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

fn answer(reads: Vec<Read<'_>>, max_bytes: u64, now: u64) -> FetchResponse {
    let mut left = max_bytes;
    let mut empty = true;
    let mut partitions = Vec::new();
    for read in reads {
        let it = read.it;
        let Some((log, there)) = read.records(now) else {
            if let Found::News(news) = read.found {
                partitions.push(news);
            }
            continue;
        };
        let limit = left.min(u64::try_from(it.max_bytes).unwrap_or_default());
        let fit = limit / u64::from(log.record_bytes.max(1));
        // The first record of an answer comes even if it is larger than the limits (KIP-74).
        let fit = if empty { fit.max(1) } else { fit };
        let count = fit.min(there);
        if count > 0 {
            empty = false;
            left = left.saturating_sub(count.saturating_mul(log.record_bytes.into()));
            partitions.push(fetched(it, log, count, now));
        }
    }
    FetchResponse { partitions }
}

fn fetched(it: &FetchPartition, log: &Partition, count: u64, now: u64) -> FetchedPartition {
    FetchedPartition {
        count: u32::try_from(count).unwrap_or(u32::MAX),
        leader_epoch: log.epoch_of(it.fetch_offset),
        high_watermark: log.end(now),
        log_start_offset: log.log_start,
        ..fetched_nothing(it)
    }
}

fn fetched_nothing(it: &FetchPartition) -> FetchedPartition {
    FetchedPartition {
        partition: it.partition.clone(),
        error: ErrorCode::None,
        first_offset: it.fetch_offset,
        count: 0,
        leader_epoch: NO_LEADER_EPOCH,
        high_watermark: -1,
        log_start_offset: -1,
        preferred_read_replica: None,
    }
}
