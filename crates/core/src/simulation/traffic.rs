//! Messages and connections on their way, and what brokers do with what arrives.

use std::sync::Arc;

use super::{
    cast::{BrokerIx, ConsumerIx},
    engine::{Happening, Simulation},
    frame::MessageKind,
    network::{ConnectionIx, Parcel, Serving, Travel, Waiting, Way},
    trace::{EventId, ExchangeId, Payload},
};
use crate::{
    broker::Fetching,
    consumer::{ConnectionId, Input},
    coordinator::GroupRequest,
    protocol::{FetchRequest, FetchResponse, Request, RequestContext, Response},
};

/// A message on its way.
#[derive(Clone, Debug)]
pub(super) struct Letter {
    exchange: ExchangeId,
    connection: ConnectionIx,
    body: Body,
    /// The event of its sending.
    sent: Option<EventId>,
}

#[derive(Clone, Debug)]
enum Body {
    /// What it asks is in the trace.
    Request,
    Fetch(FetchRequest),
    Reply(u32, Arc<Response>),
    Fetched(u32, FetchResponse),
}

/// Something that waits behind a cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Held {
    connection: ConnectionIx,
    way: Way,
    what: Happening,
}

/// What a message's frame takes, bytes, roughly: sizes matter only where bandwidth does.
const OVERHEAD_BYTES: u64 = 100;
/// What the part of a partition takes.
const PARTITION_BYTES: u64 = 40;

impl Simulation {
    // --- Sending ---

    /// A client sends a request.
    pub(super) fn send_request(
        &mut self,
        consumer: ConsumerIx,
        id: ConnectionId,
        (correlation_id, api_version, request): (u32, i16, Request),
        cause: Option<EventId>,
    ) {
        let process = &mut self.processes[consumer.index()];
        let Some(ix) = process.connection(id) else { return };
        let broker = self.network.connection(ix).broker;
        let api = request.api();
        let (body, payload) = match request {
            Request::Fetch(fetch) => (Body::Fetch(fetch), None),
            request => {
                let request = process.shared(request);
                (Body::Request, Some(Payload { api_version, correlation_id, request, response: None }))
            }
        };
        let coordinator = id == ConnectionId::coordinator(self.broker_id(broker));
        let what = (api, coordinator, correlation_id);
        let travel = self.network.send(self.recorder.now, ix, Way::Up, Parcel::Message(api), (OVERHEAD_BYTES, None));
        let (exchange, sent) = self.recorder.request_sent((consumer, broker), what, payload, travel.end(), cause);
        self.post(Letter { exchange, connection: ix, body, sent }, Way::Up, travel);
    }

    /// A broker sends a reply, and turns to the next request of the connection.
    pub(super) fn send_reply(
        &mut self,
        ix: ConnectionIx,
        exchange: ExchangeId,
        response: Response,
        cause: Option<EventId>,
    ) {
        let connection = self.network.connection(ix);
        connection.serving = Serving::Nothing;
        if !connection.waiting.is_empty() {
            self.queue.push(self.recorder.now, Happening::NextRequest(ix));
        }
        let (api, error, bytes) = (response.api(), response.error(), self.size(&response));
        let correlation = self.recorder.correlation_of(exchange);
        let (body, kept, records) = match response {
            Response::Fetch(fetched) => {
                let records = fetched.partitions.iter().map(|partition| partition.count).sum();
                (Body::Fetched(correlation, fetched), None, records)
            }
            response => {
                let response = Arc::new(response);
                (Body::Reply(correlation, response.clone()), Some(response), 0)
            }
        };
        let window = self.processes[self.network.connection(ix).consumer.index()].window;
        let travel = self.network.send(self.recorder.now, ix, Way::Down, Parcel::Message(api), (bytes, window));
        let sent = self.recorder.reply_sent(exchange, kept, (error, records), travel.end(), cause);
        self.post(Letter { exchange, connection: ix, body, sent }, Way::Down, travel);
    }

    fn post(&mut self, letter: Letter, way: Way, travel: Travel) {
        let connection = letter.connection;
        let key = self.letters.insert(letter) as u32;
        match travel {
            Travel::Arrives(at) => self.queue.push(at, Happening::Arrival(key)),
            Travel::Lost(at) => self.queue.push(at, Happening::Loss(key)),
            Travel::Held => self.held.push(Held { connection, way, what: Happening::Arrival(key) }),
        }
    }

    /// Sends word of a connection's beginning or end.
    pub(super) fn send_word(&mut self, ix: ConnectionIx, way: Way, what: Happening) {
        match self.network.send(self.now(), ix, way, Parcel::Connection, (OVERHEAD_BYTES, None)) {
            Travel::Arrives(at) | Travel::Lost(at) => self.queue.push(at, what),
            Travel::Held => self.held.push(Held { connection: ix, way, what }),
        }
    }

    /// Whether what arrives now has to wait behind a cut.
    fn is_held(&mut self, ix: ConnectionIx, way: Way, what: Happening) -> bool {
        let cut = self.network.is_cut(ix, way);
        if cut {
            self.held.push(Held { connection: ix, way, what });
        }
        cut
    }

    /// A cut is healed: what waited behind it goes on.
    pub(super) fn release(&mut self, ends: (ConsumerIx, BrokerIx), way: Way) {
        let on_link = |held: &mut Held, network: &super::network::Network| {
            let connection = &network.connections[held.connection.0 as usize];
            held.way == way && (connection.consumer, connection.broker) == ends
        };
        let network = &self.network;
        let freed: Vec<_> = self.held.extract_if(.., |held| on_link(held, network)).collect();
        for held in freed {
            let (parcel, exchange) = match held.what {
                Happening::Arrival(key) => {
                    let exchange = self.letters[key as usize].exchange;
                    (Parcel::Message(self.recorder.run.trace.exchange(exchange).api), Some(exchange))
                }
                _ => (Parcel::Connection, None),
            };
            let at = self.network.resend(self.now(), held.connection, way, parcel);
            if let Some(exchange) = exchange {
                self.recorder.under_way_until(exchange, at);
            }
            self.queue.push(at, held.what);
        }
    }

    // --- Connections ---

    /// A client opens a connection.
    pub(super) fn connect(&mut self, consumer: ConsumerIx, id: ConnectionId, cause: Option<EventId>) {
        self.disconnect(consumer, id);
        let Some(broker) = self.broker_behind(id) else { return };
        let ix = self.network.open(consumer, broker, id);
        self.processes[consumer.index()].connections.push((id, ix));
        self.network.connection(ix).cause = cause;
        self.send_word(ix, Way::Up, Happening::ConnectionAsked(ix));
    }

    /// The broker that a connection's id stands for.
    fn broker_behind(&self, id: ConnectionId) -> Option<BrokerIx> {
        let brokers = &self.recorder.run.cast.brokers;
        if id.0 < 0 {
            let place = usize::try_from(-i64::from(id.0) - 1).ok()?;
            return (place < brokers.len()).then_some(BrokerIx::at(place));
        }
        let place = brokers
            .iter()
            .position(|it| id == ConnectionId::ordinary(it.id) || id == ConnectionId::coordinator(it.id))?;
        Some(BrokerIx::at(place))
    }

    /// A client closes a connection: what it has sent still arrives, what comes back finds nobody.
    pub(super) fn disconnect(&mut self, consumer: ConsumerIx, id: ConnectionId) {
        if let Some(ix) = self.processes[consumer.index()].forget_connection(id) {
            self.hang_up(ix);
        }
    }

    pub(super) fn hang_up(&mut self, ix: ConnectionIx) {
        let connection = self.network.connection(ix);
        if std::mem::take(&mut connection.client_open) {
            self.send_word(ix, Way::Up, Happening::BrokerLearnsEnd(ix));
        }
    }

    pub(super) fn connection_asked(&mut self, ix: ConnectionIx) {
        if self.is_held(ix, Way::Up, Happening::ConnectionAsked(ix)) {
            return;
        }
        let broker = self.network.connection(ix).broker;
        let answers = self.cluster.brokers()[broker.index()].answers();
        self.network.connection(ix).broker_open = answers;
        let word = if answers { Happening::ConnectionMade(ix) } else { Happening::ClientLearnsEnd(ix) };
        self.send_word(ix, Way::Down, word);
    }

    pub(super) fn connection_made(&mut self, ix: ConnectionIx) {
        if self.is_held(ix, Way::Down, Happening::ConnectionMade(ix)) {
            return;
        }
        let connection = self.network.connection(ix);
        let (consumer, broker, id, cause) = (connection.consumer, connection.broker, connection.id, connection.cause);
        if connection.client_open {
            let event = self.recorder.event(cause, super::trace::EventKind::Connected { consumer, broker });
            self.tell_client(consumer, Input::Connected(id), Some(event));
        }
    }

    pub(super) fn client_learns_end(&mut self, ix: ConnectionIx) {
        if self.is_held(ix, Way::Down, Happening::ClientLearnsEnd(ix)) {
            return;
        }
        let connection = self.network.connection(ix);
        let (consumer, broker, id, cause) = (connection.consumer, connection.broker, connection.id, connection.cause);
        if std::mem::take(&mut connection.client_open) {
            self.processes[consumer.index()].forget_connection(id);
            let event = self.recorder.event(cause, super::trace::EventKind::Disconnected { consumer, broker });
            self.tell_client(consumer, Input::Disconnected(id), Some(event));
        }
    }

    pub(super) fn broker_learns_end(&mut self, ix: ConnectionIx) {
        if self.is_held(ix, Way::Up, Happening::BrokerLearnsEnd(ix)) {
            return;
        }
        let connection = self.network.connection(ix);
        connection.broker_open = false;
        connection.waiting.clear();
        connection.serving = Serving::Nothing;
    }

    // --- Arriving ---

    pub(super) fn arrival(&mut self, key: u32) {
        let letter = &self.letters[key as usize];
        let (ix, exchange) = (letter.connection, letter.exchange);
        let way = match letter.body {
            Body::Request | Body::Fetch(_) => Way::Up,
            Body::Reply(..) | Body::Fetched(..) => Way::Down,
        };
        if self.is_held(ix, way, Happening::Arrival(key)) {
            self.recorder.held_up(exchange);
            return;
        }
        let Letter { exchange, body, sent, .. } = self.letters.remove(key as usize);
        match body {
            Body::Request => self.request_arrived(ix, exchange, None, sent),
            Body::Fetch(fetch) => self.request_arrived(ix, exchange, Some(fetch), sent),
            Body::Reply(correlation, response) => {
                let response = Arc::try_unwrap(response).unwrap_or_else(|shared| (*shared).clone());
                self.reply_arrived(ix, exchange, (correlation, response), sent);
            }
            Body::Fetched(correlation, fetched) => {
                self.reply_arrived(ix, exchange, (correlation, Response::Fetch(fetched)), sent);
            }
        }
    }

    pub(super) fn loss(&mut self, key: u32) {
        let letter = self.letters.remove(key as usize);
        let kind = match letter.body {
            Body::Request | Body::Fetch(_) => MessageKind::Request,
            Body::Reply(..) | Body::Fetched(..) => MessageKind::Reply,
        };
        self.recorder.lost(letter.exchange, kind, letter.sent);
    }

    fn request_arrived(
        &mut self,
        ix: ConnectionIx,
        exchange: ExchangeId,
        fetch: Option<FetchRequest>,
        sent: Option<EventId>,
    ) {
        if !self.network.connection(ix).broker_open {
            self.recorder.lost(exchange, MessageKind::Request, sent);
            return;
        }
        let arrival = self.recorder.request_arrived(exchange, sent);
        let connection = self.network.connection(ix);
        connection.waiting.push_back(Waiting { exchange, fetch, arrival });
        self.next_request(ix);
    }

    fn reply_arrived(
        &mut self,
        ix: ConnectionIx,
        exchange: ExchangeId,
        (correlation_id, response): (u32, Response),
        sent: Option<EventId>,
    ) {
        let connection = self.network.connection(ix);
        let (consumer, id) = (connection.consumer, connection.id);
        if !connection.client_open {
            self.recorder.lost(exchange, MessageKind::Reply, sent);
            return;
        }
        let cause = sent.or(self.processes[consumer.index()].causes.assigned());
        let event = self.recorder.reply_arrived(exchange, cause);
        self.tell_client(consumer, Input::Response { connection: id, correlation_id, response }, Some(event));
    }

    // --- Serving ---

    /// A broker takes the next request of a connection, if it is not busy with one.
    pub(super) fn next_request(&mut self, ix: ConnectionIx) {
        let connection = self.network.connection(ix);
        if !matches!(connection.serving, Serving::Nothing) {
            return;
        }
        let Some(Waiting { exchange, fetch, arrival }) = connection.waiting.pop_front() else { return };
        match fetch {
            Some(request) => {
                let since = self.now();
                self.serve_fetch(ix, exchange, request, since);
            }
            None => self.serve(ix, exchange, arrival),
        }
    }

    fn serve(&mut self, ix: ConnectionIx, exchange: ExchangeId, arrival: Option<EventId>) {
        let Some(payload) = self.recorder.payload(exchange) else { return };
        let (api_version, request) = (payload.api_version, payload.request.clone());
        let (broker, now) = (self.broker_id(self.network.broker_of(ix)), self.now());
        let response = match &*request {
            Request::ApiVersions => Response::ApiVersions,
            Request::Metadata(it) => Response::Metadata(self.cluster.metadata(it)),
            Request::FindCoordinator(it) => Response::FindCoordinator(self.cluster.find_coordinator(it)),
            Request::ListOffsets(it) => Response::ListOffsets(self.cluster.list_offsets(broker, it, now)),
            Request::OffsetForLeaderEpoch(it) => {
                Response::OffsetForLeaderEpoch(self.cluster.offset_for_leader_epoch(broker, it, now))
            }
            group => {
                if let Ok(request) = GroupRequest::try_from(group.clone()) {
                    self.network.connection(ix).serving = Serving::Group(exchange);
                    let process = &self.processes[self.network.connection(ix).consumer.index()];
                    let context = RequestContext {
                        api_version,
                        client_id: process.client_id.clone(),
                        client_host: process.host.clone(),
                    };
                    self.ask_coordinator(ix, exchange, (context, request), arrival);
                }
                return;
            }
        };
        self.send_reply(ix, exchange, response, arrival);
    }

    fn serve_fetch(&mut self, ix: ConnectionIx, exchange: ExchangeId, request: FetchRequest, since: u64) {
        let (broker, now) = (self.broker_id(self.network.broker_of(ix)), self.now());
        match self.cluster.fetch(broker, &request, since, now) {
            Fetching::Answer(response) => self.send_reply(ix, exchange, Response::Fetch(response), None),
            Fetching::WaitUntil(at) => {
                self.network.connection(ix).serving = Serving::Fetch { exchange, request, since };
                self.queue.push(at, Happening::FetchDue(ix, exchange));
            }
        }
    }

    pub(super) fn fetch_due(&mut self, ix: ConnectionIx, exchange: ExchangeId) {
        let serving = &mut self.network.connection(ix).serving;
        if !matches!(serving, Serving::Fetch { exchange: waiting, .. } if *waiting == exchange) {
            return;
        }
        if let Serving::Fetch { exchange, request, since } = std::mem::take(serving) {
            self.serve_fetch(ix, exchange, request, since);
        }
    }

    /// Leaders or logs have changed: fetches that wait are looked at again.
    pub(super) fn reconsider_fetches(&mut self) {
        let now = self.now();
        for (index, connection) in (0..).zip(&self.network.connections) {
            if let Serving::Fetch { exchange, .. } = connection.serving {
                self.queue.push(now, Happening::FetchDue(ConnectionIx(index), exchange));
            }
        }
    }

    /// How many bytes a reply takes, roughly.
    fn size(&self, response: &Response) -> u64 {
        let parts: u64 = match response {
            Response::Fetch(it) => it
                .partitions
                .iter()
                .map(|part| {
                    let record = self.cluster.partition(&part.partition).map_or(0, |log| u64::from(log.record_bytes));
                    PARTITION_BYTES + u64::from(part.count) * record
                })
                .sum(),
            Response::JoinGroup(it) => it.members.iter().map(|it| PARTITION_BYTES + it.metadata.len() as u64).sum(),
            Response::SyncGroup(it) => it.assignment.len() as u64,
            _ => 0,
        };
        OVERHEAD_BYTES + parts
    }
}
