//! Events worth a stop: where stepping through a run pauses.

use crate::{
    consumer,
    coordinator::Note,
    protocol::{ApiKey, ErrorCode},
    simulation::{
        Run,
        trace::{EventId, EventKind},
    },
};

impl Run {
    /// The events worth a stop, one for each moment that has any: the first of that moment.
    ///
    /// These are: actions; what begins and ends processes, brokers and connections' messages that are lost; requests to find a
    /// coordinator, to join, to sync and to leave, when they leave; replies with an error, when they arrive; what a coordinator
    /// does with members, leaders, plans, timers and states; callbacks, exceptions, failed commits, and why a client rejoins;
    /// other leaders, coordinators and partitions. Not worth a stop are fetches, records, positions, commits that succeed,
    /// heartbeats answered NONE, and connections.
    #[must_use]
    pub fn stops(&self) -> Vec<EventId> {
        let mut stops: Vec<EventId> = Vec::new();
        let mut last = None;
        for (id, event) in (0..).map(EventId).zip(&self.trace.events) {
            if last != Some(event.at) && self.is_worth_a_stop(event.kind) {
                last = Some(event.at);
                stops.push(id);
            }
        }
        stops
    }

    /// Whether an event of this kind is worth a stop.
    #[must_use]
    pub fn is_worth_a_stop(&self, kind: EventKind) -> bool {
        match kind {
            EventKind::Action { .. }
            | EventKind::ProcessStarted { .. }
            | EventKind::ProcessFrozen { .. }
            | EventKind::ProcessEnded { .. }
            | EventKind::MessageLost { .. }
            | EventKind::OffsetDeleted { .. }
            | EventKind::BrokerAlive { .. }
            | EventKind::LeaderChanged { .. }
            | EventKind::CoordinatorChanged { .. }
            | EventKind::PartitionsAdded { .. }
            | EventKind::RecordsDeleted { .. } => true,
            EventKind::RequestSent { exchange } => matches!(
                self.trace.exchange(exchange).api,
                ApiKey::FindCoordinator | ApiKey::JoinGroup | ApiKey::SyncGroup | ApiKey::LeaveGroup
            ),
            EventKind::ReplyArrived { exchange } => self.trace.exchange(exchange).error != ErrorCode::None,
            EventKind::Coordinator { note, .. } => !matches!(
                self.trace.coordinator_notes[note.index()],
                Note::Parked { .. }
                    | Note::Forgotten { .. }
                    | Note::GroupCreated { .. }
                    | Note::Unloading
                    | Note::Unloaded
            ),
            EventKind::Client { note, .. } => match &self.trace.client_notes[note.index()] {
                consumer::Note::Callback { .. }
                | consumer::Note::Thrown(_)
                | consumer::Note::RejoinNeeded(_)
                | consumer::Note::Plan { .. } => true,
                consumer::Note::Committed { error, .. } => !error.is_none(),
                _ => false,
            },
            EventKind::Begun
            | EventKind::Connected { .. }
            | EventKind::Disconnected { .. }
            | EventKind::RequestArrived { .. }
            | EventKind::ReplySent { .. }
            | EventKind::Fetched { .. }
            | EventKind::OffsetCommitted { .. }
            | EventKind::RecordsReturned { .. }
            | EventKind::RecordsProcessed { .. } => false,
        }
    }
}
