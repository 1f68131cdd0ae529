//! A consumer's process: whether it runs, what it was told meanwhile, and which event brought about what it does.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use super::{frame::Doing, network::ConnectionIx, queue::Alarm, trace::EventId};
use crate::{
    consumer::{CallbackKind, ConnectionId, Consumer, Input, Note, Output, Task},
    protocol::{ApiKey, Name, Request, TopicPartition},
    scenario::Settings,
};

/// A consumer's process.
#[derive(Debug)]
pub(super) struct Process {
    /// The client; none while there is no process.
    pub(super) machine: Option<Consumer>,
    pub(super) alarm: Alarm,
    /// What came while it was frozen.
    pub(super) kept: Vec<(Input, Option<EventId>)>,
    pub(super) frozen: bool,
    /// Its connections, by the ids under which the client keeps them.
    pub(super) connections: Vec<(ConnectionId, ConnectionIx)>,
    /// Settings that were changed for its next start.
    pub(super) changed: Settings,
    /// How often it has started.
    pub(super) starts: u32,
    /// How many member ids were made for it.
    pub(super) ids: u32,
    /// The plan that it sends next as leader, by consumers: their member ids are known only when it leads.
    pub(super) plan: Option<(BTreeMap<Name, Vec<TopicPartition>>, EventId)>,
    /// When its end comes: the pause after which it is to start again.
    pub(super) restart: Option<(u64, EventId)>,
    pub(super) causes: Causes,
    /// The partitions for which its application keeps something on its disk, while it does not run.
    pub(super) cache: BTreeSet<TopicPartition>,
    pub(super) client_id: Name,
    pub(super) host: Name,
    /// `receive.buffer.bytes`; none = as the operating system likes.
    pub(super) window: Option<u64>,
    /// The latest heartbeat: the next one mostly says the same.
    heartbeat: Option<Arc<Request>>,
}

impl Process {
    pub(super) fn new(index: usize) -> Self {
        Self {
            machine: None,
            alarm: Alarm::default(),
            kept: Vec::new(),
            frozen: false,
            connections: Vec::new(),
            changed: Settings::new(),
            starts: 0,
            ids: 0,
            plan: None,
            restart: None,
            causes: Causes::default(),
            cache: BTreeSet::new(),
            client_id: Name::default(),
            host: format!("/10.0.{}.{}", (index + 1) / 250, (index + 1) % 250).into(),
            window: None,
            heartbeat: None,
        }
    }

    /// The connection that the client keeps under an id.
    pub(super) fn connection(&self, id: ConnectionId) -> Option<ConnectionIx> {
        self.connections.iter().find(|(known, _)| *known == id).map(|(_, ix)| *ix)
    }

    pub(super) fn forget_connection(&mut self, id: ConnectionId) -> Option<ConnectionIx> {
        let place = self.connections.iter().position(|(known, _)| *known == id)?;
        Some(self.connections.swap_remove(place).1)
    }

    /// A request to be kept in the trace; equal heartbeats in a row are kept once.
    pub(super) fn shared(&mut self, request: Request) -> Arc<Request> {
        if let Some(last) = self.heartbeat.as_ref().filter(|last| ***last == request) {
            return last.clone();
        }
        let request = Arc::new(request);
        if request.api() == ApiKey::Heartbeat {
            self.heartbeat = Some(request.clone());
        }
        request
    }
}

/// The events that a client acts upon later than they happen.
///
/// A client does most things within some call of poll(), long after what made it do them. So what brings about an output is
/// remembered here by what the output is, not by which input came last.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Causes {
    /// The input being handled; none while a deadline is.
    input: Option<EventId>,
    /// The latest of all inputs.
    latest: Option<EventId>,
    /// What made it want to join.
    rejoin: Option<EventId>,
    /// The answer that brought its share.
    synced: Option<EventId>,
    /// What set the heartbeat's timer.
    heartbeat: Option<EventId>,
    /// What made it look for a coordinator.
    lookup: Option<EventId>,
    /// What gave it the partitions it reads.
    assigned: Option<EventId>,
    /// What told it to end.
    close: Option<EventId>,
    closing: bool,
}

impl Causes {
    /// The process starts.
    pub(super) fn started(event: EventId) -> Self {
        let event = Some(event);
        Self { input: event, latest: event, rejoin: event, lookup: event, ..Self::default() }
    }

    /// An input is handled now.
    pub(super) fn input(&mut self, input: &Input, event: Option<EventId>) {
        self.input = event;
        self.latest = event.or(self.latest);
        match input {
            Input::Response { response, .. } if response.api() == ApiKey::SyncGroup => self.synced = event,
            Input::Disconnected(_) => self.lookup = event,
            Input::Task(Task::Close) => self.close = event,
            _ => {}
        }
        if let Input::Response { response, .. } = input
            && !response.error().is_none()
        {
            self.lookup = event;
        }
    }

    /// What gave the client the partitions it reads.
    pub(super) const fn assigned(&self) -> Option<EventId> {
        self.assigned
    }

    /// A deadline is handled now.
    pub(super) fn deadline(&mut self) {
        self.input = None;
    }

    /// What brought an output about.
    pub(super) fn of(&self, output: &Output) -> Option<EventId> {
        let fallback = self.input.or(self.latest);
        match output {
            Output::Send { request, .. } => match request.api() {
                ApiKey::JoinGroup => self.rejoin,
                ApiKey::Heartbeat => self.heartbeat,
                ApiKey::FindCoordinator => self.lookup,
                ApiKey::Fetch | ApiKey::OffsetFetch | ApiKey::ListOffsets => self.assigned,
                ApiKey::LeaveGroup => self.close,
                _ => None,
            }
            .or(fallback),
            Output::Note(Note::Callback { kind, .. }) => match kind {
                CallbackKind::Assigned => self.synced,
                _ => self.close.or(self.rejoin),
            }
            .or(fallback),
            Output::Exit => self.close.or(fallback),
            _ => fallback,
        }
    }

    /// What a note tells about later outputs.
    pub(super) fn mark(&mut self, note: &Note) -> Mark {
        match note {
            Note::RejoinNeeded(_) => Mark::Rejoin,
            Note::HeartbeatDue(Some(_)) => Mark::Heartbeat,
            Note::Callback { kind: CallbackKind::Assigned, .. } => Mark::Assigned,
            Note::Doing(Doing::Closing) => Mark::Closing,
            _ => Mark::Nothing,
        }
    }

    /// A note has become an event, or belongs to one.
    pub(super) fn happened(&mut self, mark: Mark, event: EventId) {
        match mark {
            Mark::Rejoin => self.rejoin = Some(event),
            // Its later timers follow from the first one: the chain would only get longer.
            Mark::Heartbeat => self.heartbeat = self.input.or(self.heartbeat).or(Some(event)),
            Mark::Assigned => self.assigned = Some(event),
            Mark::Closing => self.closing = true,
            Mark::Nothing => {}
        }
    }

    /// Whether the application is in close().
    pub(super) const fn is_closing(&self) -> bool {
        self.closing
    }

    /// Whether it is there since somebody asked for it, not since an error was thrown.
    pub(super) const fn was_asked_to_close(&self) -> bool {
        self.closing && self.close.is_some()
    }
}

/// What a note tells about later outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Rejoin,
    Heartbeat,
    Assigned,
    Closing,
    Nothing,
}
