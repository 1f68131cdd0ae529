//! Going elsewhere in a partition: seek(), and offsetsForTimes() before it.

use super::{
    Consumer,
    application::Place,
    detail::Detail,
    exception::Exception,
    io::{ConnectionId, PositionFrom},
    network::Outcome,
    request::Purpose,
    subscription::FetchPosition,
    thread::{Block, Step},
};
use crate::{
    config::AutoOffsetReset,
    protocol::{ErrorCode, ListOffsetsRequest, Request, Response, TopicPartition},
};

/// offsetsForTimes() and what follows it.
#[derive(Debug)]
pub(super) struct Lookup {
    partition: TopicPartition,
    timestamp: i64,
    end: u64,
    sent: bool,
    found: Option<Result<Option<i64>, Exception>>,
}

impl Consumer {
    pub(super) fn seek(&mut self, of: &TopicPartition, offset: i64) {
        let leader = self.metadata.current_leader(of);
        let Some(state) = self.subscription.partitions.get_mut(of) else { return };
        let position = FetchPosition { offset, offset_epoch: None, leader };
        state.seek_unvalidated(position);
        self.note_position(of, position, PositionFrom::Seek);
    }

    /// The positions are looked up by the next poll(), and not before (`SubscriptionState.requestOffsetReset`).
    pub(super) fn seek_to_reset(&mut self, partitions: Vec<TopicPartition>, how: AutoOffsetReset) {
        let all = || self.subscription.partitions.keys().cloned().collect();
        let partitions = if partitions.is_empty() { all() } else { partitions };
        for partition in partitions {
            if let Some(state) = self.subscription.partitions.get_mut(&partition) {
                state.request_reset(how);
                self.detail(Detail::Seeking { partition, latest: how == AutoOffsetReset::Latest });
            }
        }
    }

    pub(super) fn begin_lookup(&mut self, partition: TopicPartition, time: u64) {
        self.place = Place::LookingUp;
        let end = self.now.saturating_add(self.config.default_api_timeout_ms);
        let timestamp = i64::try_from(time).unwrap_or(i64::MAX);
        self.lookup = Some(Lookup { partition, timestamp, end, sent: false, found: None });
    }

    /// `OffsetFetcher.offsetsForTimes` of one partition, then seek(); a time after the last record seeks nothing.
    pub(super) fn go_on_looking_up(&mut self) -> Step<()> {
        loop {
            let Some(lookup) = &mut self.lookup else {
                self.place = Place::Between;
                return Step::Done(());
            };
            let end = lookup.end;
            match lookup.found.take() {
                Some(Ok(offset)) => {
                    let partition = lookup.partition.clone();
                    self.lookup = None;
                    if let Some(offset) = offset {
                        self.seek(&partition, offset);
                    }
                }
                Some(Err(_)) => {
                    lookup.sent = false;
                    self.metadata.request_update(false);
                    self.pass();
                    let until = self.now.saturating_add(self.config.retry_backoff_ms.max(1)).min(end);
                    return self.block(Block { until, reads: false, holds_monitor: false });
                }
                None if self.now >= end => {
                    self.lookup = None;
                    self.throw(Exception::Timeout);
                    return Step::Done(());
                }
                None if lookup.sent => {
                    if !self.pass() {
                        return self.block(Block { until: end, reads: true, holds_monitor: false });
                    }
                }
                None => self.send_lookup(),
            }
        }
    }

    fn send_lookup(&mut self) {
        let Some(lookup) = &mut self.lookup else { return };
        lookup.sent = true;
        let of = lookup.partition.clone();
        match self.metadata.current_leader(&of).leader {
            None => lookup.found = Some(Err(Exception::Response(ErrorCode::LeaderNotAvailable))),
            Some(leader) => {
                let request = ListOffsetsRequest { partitions: vec![(of.clone(), lookup.timestamp)] };
                let request = Request::ListOffsets(request);
                self.enqueue(ConnectionId::ordinary(leader), request, Purpose::OffsetForTime(of));
            }
        }
    }

    /// The answer to offsetsForTimes().
    pub(super) fn on_offset_for_time(&mut self, of: &TopicPartition, outcome: Outcome) {
        let Some(lookup) = self.lookup.as_mut().filter(|it| it.partition == *of) else { return };
        let answer = match outcome {
            Outcome::Answer(Response::ListOffsets(answer)) => {
                answer.partitions.into_iter().find(|it| it.partition == *of)
            }
            _ => None,
        };
        lookup.found = Some(match answer {
            Some(found) if found.error.is_none() => Ok((found.offset >= 0).then_some(found.offset)),
            Some(found) => Err(Exception::Response(found.error)),
            None => Err(Exception::Disconnect),
        });
    }
}
