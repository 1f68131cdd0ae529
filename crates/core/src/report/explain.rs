//! Why something happened: the chain of its causes, each with the setting that decided when.

use crate::{
    consumer,
    coordinator::{Note, TimerKind, Which},
    protocol::ApiKey,
    simulation::{
        ConsumerIx, Run,
        trace::{EventId, EventKind},
    },
};

/// One link of a chain of causes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The event.
    pub event: EventId,
    /// How long after its cause it happened, ms.
    pub after: u64,
    /// The setting that decided so, by its Kafka name or, of the network and the application, by the scenario's.
    pub setting: Option<&'static str>,
}

impl Run {
    /// Why an event happened: itself first, then its cause, the cause's cause, and so on to an action, a start that the
    /// scenario sets, or the beginning.
    #[must_use]
    pub fn explain(&self, event: EventId) -> Vec<Step> {
        let mut chain = Vec::new();
        let mut next = Some(event);
        while let Some(id) = next {
            let event = self.trace.event(id);
            next = event.cause();
            let after = next.map_or(0, |cause| event.at - self.trace.event(cause).at);
            chain.push(Step { event: id, after, setting: self.deciding_setting(event.kind) });
        }
        chain
    }

    /// The setting that decides when such an event follows its cause.
    fn deciding_setting(&self, kind: EventKind) -> Option<&'static str> {
        match kind {
            EventKind::RequestSent { exchange } => {
                let exchange = self.trace.exchange(exchange);
                match exchange.api {
                    ApiKey::Heartbeat => Some("heartbeat.interval.ms"),
                    ApiKey::OffsetCommit if self.commits_by_itself(exchange.consumer) => {
                        Some("auto.commit.interval.ms")
                    }
                    _ => None,
                }
            }
            EventKind::RequestArrived { .. } | EventKind::ReplyArrived { .. } | EventKind::Connected { .. } => {
                Some("latency.ms")
            }
            EventKind::Fetched { .. } => Some("fetch.max.wait.ms"),
            EventKind::RecordsProcessed { .. } => Some("process.ms"),
            EventKind::OffsetCommitted { .. } => Some("group.coordinator.append.linger.ms"),
            EventKind::OffsetDeleted { .. } => Some("offsets.retention.minutes"),
            EventKind::RecordsDeleted { .. } => Some("retention.ms"),
            EventKind::Coordinator { note, .. } => self.timer_setting(&self.trace.coordinator_notes[note.index()]),
            EventKind::Client { note, .. } => match &self.trace.client_notes[note.index()] {
                consumer::Note::Detail(consumer::Detail::PollExpired) => Some("max.poll.interval.ms"),
                _ => None,
            },
            _ => None,
        }
    }

    fn timer_setting(&self, note: &Note) -> Option<&'static str> {
        let Note::TimerFired { timer, armed } = note else { return None };
        match timer.which {
            Which::Session(_) => Some("session.timeout.ms"),
            Which::Sync => Some("max.poll.interval.ms"),
            Which::Join => {
                let group = self.cast.group(&timer.group)?;
                let changes = self.lanes.groups[group.index()].join.changes();
                let fired = changes.iter().filter_map(|change| change.value).find(|timer| timer.armed == *armed)?;
                match fired.kind {
                    TimerKind::InitialDelay => Some("group.initial.rebalance.delay.ms"),
                    _ => Some("max.poll.interval.ms"),
                }
            }
        }
    }

    fn commits_by_itself(&self, consumer: ConsumerIx) -> bool {
        let name = &self.cast.consumers[consumer.index()].name;
        self.scenario.consumer(name).is_some_and(|consumer| consumer.commit == consumer::CommitMode::Auto)
    }
}
