//! Finding the group's coordinator, and losing it.
//!
//! Source: `AbstractCoordinator` (`ensureCoordinatorReady`, `lookupCoordinator`, `markCoordinatorUnknown`).

use super::{
    Consumer,
    detail::{Detail, LostCause},
    exception::Exception,
    io::ConnectionId,
    network::Outcome,
    request::Purpose,
    thread::{Block, Step},
};
use crate::protocol::{BrokerId, ErrorCode, FindCoordinatorRequest, Request, Response};

/// What is known of the coordinator.
#[derive(Debug, Default)]
pub(super) struct Coordinator {
    broker: Option<BrokerId>,
    /// When it was lost, ms.
    lost_at: u64,
    /// The lookup that a new caller joins: its number and how it ended.
    lookup: Option<(u32, Option<Result<(), Exception>>)>,
    lookups: u32,
    /// A call that waits for the coordinator.
    discovery: Option<Discovery>,
}

/// `ensureCoordinatorReady` in progress.
#[derive(Clone, Copy, Debug, Default)]
struct Discovery {
    attempts: u32,
    step: DiscoveryStep,
}

#[derive(Clone, Copy, Debug, Default)]
enum DiscoveryStep {
    #[default]
    Look,
    /// A back-off, and whether a metadata update is awaited after it.
    Sleep { until: u64, then_metadata: bool },
    /// An update beyond this version is awaited.
    Metadata(u32),
    /// The lookup is forgotten; if time remains and the coordinator is unknown, another begins.
    Over,
}

impl Consumer {
    /// The coordinator's connection, if it is known and usable (`checkAndGetCoordinator`).
    pub(super) fn coordinator(&mut self) -> Option<ConnectionId> {
        let connection = ConnectionId::coordinator(self.coordinator.broker?);
        if self.network.is_unavailable(self.now, connection) {
            self.mark_coordinator_unknown(LostCause::Unavailable, true);
            return None;
        }
        Some(connection)
    }

    /// Whether the coordinator is known, usable or not.
    pub(super) fn knows_coordinator(&self) -> bool {
        self.coordinator.broker.is_some()
    }

    /// The coordinator is not there, or not the coordinator any more (`markCoordinatorUnknown`).
    pub(super) fn mark_coordinator_unknown(&mut self, cause: LostCause, is_disconnected: bool) {
        let Some(broker) = self.coordinator.broker.take() else {
            let lost_for = self.now - self.coordinator.lost_at;
            if lost_for > self.config.max_poll_interval_ms {
                self.detail(Detail::CoordinatorOutage { ms: lost_for });
            }
            return;
        };
        self.coordinator.lost_at = self.now;
        self.detail(Detail::CoordinatorLost { broker, cause, is_disconnected });
        if !is_disconnected {
            self.network.disconnect_later(ConnectionId::coordinator(broker));
        }
    }

    /// Marks it unknown since a response said so.
    pub(super) fn mark_coordinator_unknown_by(&mut self, error: ErrorCode) {
        self.mark_coordinator_unknown(LostCause::Error(error), false);
    }

    /// The lookup under way, or a new one (`lookupCoordinator`).
    pub(super) fn lookup_coordinator(&mut self) -> Result<(), Exception> {
        if self.coordinator.lookup.is_some() {
            return Ok(());
        }
        let nodes = self.metadata.nodes();
        let node = self.network.least_loaded(self.now, nodes, &mut self.random).ok_or(Exception::NoBrokersAvailable)?;
        let key = self.config.group_id.clone().unwrap_or_default();
        let id = self.coordinator.lookups;
        self.coordinator.lookups += 1;
        self.coordinator.lookup = Some((id, None));
        let request = Request::FindCoordinator(FindCoordinatorRequest { key });
        self.enqueue(node, request, Purpose::FindCoordinator(id));
        Ok(())
    }

    /// Forgets a lookup; its request stays on its way.
    pub(super) fn forget_lookup(&mut self) {
        self.coordinator.lookup = None;
    }

    /// Whether a lookup is under way that a caller would join.
    pub(super) fn has_lookup(&self) -> bool {
        self.coordinator.lookup.is_some()
    }

    /// `FindCoordinatorResponseHandler`: late answers count too.
    pub(super) fn on_find_coordinator(&mut self, id: u32, outcome: Outcome) {
        let result = match outcome {
            Outcome::Answer(Response::FindCoordinator(found)) if found.error.is_none() => {
                self.coordinator.broker = Some(found.node_id);
                self.detail(Detail::CoordinatorFound { broker: found.node_id });
                let connection = ConnectionId::coordinator(found.node_id);
                self.network.connect(self.now, connection, &mut self.random, &mut self.out);
                self.heartbeat.reset_session(self.now);
                Ok(())
            }
            Outcome::Answer(Response::FindCoordinator(refused)) => Err(Exception::Response(refused.error)),
            Outcome::Expired => Err(Exception::Timeout),
            _ => Err(Exception::Disconnect),
        };
        if let Some((current, ended)) = &mut self.coordinator.lookup
            && *current == id
        {
            *ended = Some(result);
        }
        self.resume_async_commits(result);
    }

    /// Waits for the coordinator until `end`; whether it is known then (`ensureCoordinatorReady`). The heartbeat side has
    /// to wait meanwhile.
    pub(super) fn ensure_coordinator(&mut self, end: u64) -> Step<Result<bool, Exception>> {
        let mut discovery = match self.coordinator.discovery.take() {
            Some(discovery) => discovery,
            None if self.coordinator().is_some() => return Step::Done(Ok(true)),
            None => Discovery::default(),
        };
        loop {
            match discovery.step {
                DiscoveryStep::Look => match self.look() {
                    None if self.now < end => {
                        self.coordinator.discovery = Some(discovery);
                        return self.block(Block { until: end, reads: true, holds_monitor: true });
                    }
                    None => return Step::Done(Ok(self.coordinator().is_some())),
                    Some(Ok(())) if self.found_usable() => discovery.step = DiscoveryStep::Over,
                    Some(Err(exception)) if !exception.is_retriable() => {
                        self.forget_lookup();
                        return Step::Done(Err(exception));
                    }
                    Some(result) => {
                        let until = self.now + self.retry_backoff(discovery.attempts);
                        discovery.attempts += 1;
                        discovery.step = DiscoveryStep::Sleep { until: until.min(end), then_metadata: result.is_err() };
                    }
                },
                DiscoveryStep::Sleep { until, .. } if self.now < until => {
                    self.coordinator.discovery = Some(discovery);
                    return self.block(Block { until, reads: false, holds_monitor: true });
                }
                DiscoveryStep::Sleep { then_metadata, .. } => {
                    let wanted = then_metadata.then(|| self.metadata.request_update(false));
                    discovery.step = wanted.map_or(DiscoveryStep::Over, DiscoveryStep::Metadata);
                }
                DiscoveryStep::Metadata(version) => {
                    self.pass();
                    if self.metadata.version == version && self.now < end {
                        self.coordinator.discovery = Some(discovery);
                        return self.block(Block { until: end, reads: true, holds_monitor: true });
                    }
                    discovery.step = DiscoveryStep::Over;
                }
                DiscoveryStep::Over => {
                    self.forget_lookup();
                    let known = self.coordinator().is_some();
                    if known || self.now >= end {
                        return Step::Done(Ok(known));
                    }
                    discovery.step = DiscoveryStep::Look;
                }
            }
        }
    }

    /// Whether the coordinator that was found can be connected; else it is none.
    fn found_usable(&mut self) -> bool {
        let connection = self.coordinator.broker.map(ConnectionId::coordinator);
        let usable = connection.is_none_or(|connection| !self.network.is_unavailable(self.now, connection));
        if !usable {
            self.mark_coordinator_unknown(LostCause::Unavailable, false);
        }
        usable
    }

    /// One look at the lookup: `None` = it goes on.
    fn look(&mut self) -> Option<Result<(), Exception>> {
        let begun = self.lookup_coordinator();
        self.pass();
        begun.map_or_else(|exception| Some(Err(exception)), |()| self.coordinator.lookup.and_then(|(_, ended)| ended))
    }
}
