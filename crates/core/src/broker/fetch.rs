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
        let news = request.partitions.iter().any(|it| matches!(self.look(broker, request, it, now), Found::News(_)));
        if now >= deadline || news || request.partitions.is_empty() || self.bytes(broker, request, now) >= min_bytes {
            return Fetching::Answer(self.answer(broker, request, now));
        }
        Fetching::WaitUntil(self.enough_at(broker, request, min_bytes, now, deadline))
    }

    /// When `min_bytes` will be there, at the latest at `deadline`.
    fn enough_at(&self, broker: BrokerId, request: &FetchRequest, min_bytes: u64, now: u64, deadline: u64) -> u64 {
        if self.bytes(broker, request, deadline) < min_bytes {
            return deadline;
        }
        let (mut low, mut high) = (now + 1, deadline);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.bytes(broker, request, middle) < min_bytes {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    /// How many bytes are there for a fetch, each partition up to its own limit.
    fn bytes(&self, broker: BrokerId, request: &FetchRequest, now: u64) -> u64 {
        let all = request.partitions.iter().map(|it| match self.look(broker, request, it, now) {
            Found::Records(log) => {
                let records = (log.end(now) - it.fetch_offset) as u64;
                let limit = u64::try_from(it.max_bytes).unwrap_or_default().max(log.record_bytes.into());
                records.saturating_mul(log.record_bytes.into()).min(limit)
            }
            Found::Nothing | Found::News(_) => 0,
        });
        all.sum()
    }

    fn answer(&self, broker: BrokerId, request: &FetchRequest, now: u64) -> FetchResponse {
        let most = request.max_bytes.min(self.config.fetch_max_bytes);
        let mut left = u64::try_from(most).unwrap_or_default();
        let mut empty = true;
        let mut partitions = Vec::new();
        for it in request.partitions.iter() {
            match self.look(broker, request, it, now) {
                Found::Nothing => {}
                Found::News(news) => partitions.push(news),
                Found::Records(log) => {
                    let limit = left.min(u64::try_from(it.max_bytes).unwrap_or_default());
                    let fit = limit / u64::from(log.record_bytes.max(1));
                    // The first record of an answer comes even if it is larger than the limits (KIP-74).
                    let fit = if empty { fit.max(1) } else { fit };
                    let count = fit.min((log.end(now) - it.fetch_offset) as u64);
                    if count > 0 {
                        empty = false;
                        left = left.saturating_sub(count.saturating_mul(log.record_bytes.into()));
                        partitions.push(fetched(it, log, count, now));
                    }
                }
            }
        }
        FetchResponse { partitions }
    }

    fn look<'a>(&'a self, broker: BrokerId, request: &FetchRequest, it: &FetchPartition, now: u64) -> Found<'a> {
        let news = |error| Found::News(FetchedPartition { error, ..fetched_nothing(it) });
        let Some(log) = self.partition(&it.partition) else { return news(ErrorCode::UnknownTopicOrPartition) };
        let leads = log.leadership.leader == Some(broker);
        if !leads && !log.leadership.replicas.contains(&broker) {
            return news(ErrorCode::NotLeaderOrFollower);
        }
        if !leads && !self.reads_from_followers() {
            return news(ErrorCode::NotLeaderOrFollower);
        }
        if let Some(nearer) = self.nearer_replica(broker, request, log).filter(|_| leads) {
            let preferred_read_replica = Some(nearer);
            return Found::News(FetchedPartition { preferred_read_replica, ..fetched(it, log, 0, now) });
        }
        let end = log.end(now);
        if it.fetch_offset < log.log_start || it.fetch_offset > end {
            return Found::News(FetchedPartition { error: ErrorCode::OffsetOutOfRange, ..fetched(it, log, 0, now) });
        }
        if it.fetch_offset == end { Found::Nothing } else { Found::Records(log) }
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

enum Found<'a> {
    /// Records from the offset asked for.
    Records(&'a Partition),
    /// The offset asked for is the log's end.
    Nothing,
    /// Something that the client must learn at once.
    News(FetchedPartition),
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
