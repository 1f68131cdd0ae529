//! Connections and the requests on them.
//!
//! Source: `NetworkClient`, `ClusterConnectionStates`, `ConsumerNetworkClient`. What arrives is read by whoever passes over
//! the network next, so it waits here until then.

use std::collections::{BTreeMap, VecDeque};

use super::{
    detail::{Cancelled, Detail, DisconnectedBy},
    io::{ConnectionId, Output},
    random::{Random, What},
    request::{Purpose, version},
};
use crate::{
    config::ConsumerConfig,
    protocol::{ApiKey, Request, Response},
};

/// How many requests may be under way on a connection (`max.in.flight.requests.per.connection`, a constant here).
const MAX_IN_FLIGHT: usize = 100;

/// What came from the network and was not read yet.
#[derive(Debug)]
pub(super) enum Arrival {
    Connected(ConnectionId),
    Disconnected(ConnectionId),
    Response(ConnectionId, u32, Response),
}

/// How a request ended.
#[derive(Debug)]
pub(super) enum Outcome {
    Answer(Response),
    /// The connection ended, or the answer took too long.
    Disconnected,
    /// It could not even be sent in time.
    Expired,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Disconnected,
    Connecting,
    CheckingVersions,
    Ready,
}

#[derive(Debug)]
struct InFlight {
    correlation_id: u32,
    api: ApiKey,
    sent: u64,
    /// When its answer is overdue, ms.
    deadline: u64,
    purpose: Purpose,
}

#[derive(Debug)]
struct Connection {
    state: State,
    /// When it was tried or ended last, ms.
    last_attempt: u64,
    /// When something went over it last, ms.
    last_active: u64,
    failed_attempts: u32,
    failed_connects: u32,
    reconnect_backoff: u64,
    setup_timeout: u64,
    in_flight: VecDeque<InFlight>,
}

#[derive(Debug)]
struct Unsent {
    connection: ConnectionId,
    request: Request,
    purpose: Purpose,
    created: u64,
    timeout: u64,
}

/// The connections of one client.
#[derive(Debug)]
pub(super) struct Network {
    connections: BTreeMap<ConnectionId, Connection>,
    unsent: Vec<Unsent>,
    inbox: VecDeque<Arrival>,
    ended: VecDeque<(Purpose, Outcome)>,
    /// Connections that ended and were not told yet.
    log: Vec<Detail>,
    to_disconnect: Vec<ConnectionId>,
    next_correlation_id: u32,
    backoff: (u64, u64),
    setup_timeout: (u64, u64),
    /// After how long without use a connection is closed, ms; `None` = never.
    max_idle: Option<u64>,
}

/// What reading the network found out.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reading {
    /// Something was read or ended.
    pub(super) anything: bool,
    /// Connections ended on their own, so metadata may be out of date.
    pub(super) disconnected: bool,
}

impl Network {
    pub(super) fn new(config: &ConsumerConfig) -> Self {
        Self {
            connections: BTreeMap::new(),
            unsent: Vec::new(),
            inbox: VecDeque::new(),
            ended: VecDeque::new(),
            log: Vec::new(),
            to_disconnect: Vec::new(),
            next_correlation_id: 0,
            backoff: (config.reconnect_backoff_ms, config.reconnect_backoff_max_ms),
            setup_timeout: (config.socket_connection_setup_timeout_ms, config.socket_connection_setup_timeout_max_ms),
            max_idle: u64::try_from(config.connections_max_idle_ms).ok(),
        }
    }

    /// Something arrived; it is read at the next pass.
    pub(super) fn arrive(&mut self, arrival: Arrival) {
        self.inbox.push_back(arrival);
    }

    /// Whether something waits to be read.
    pub(super) fn has_arrivals(&self) -> bool {
        !self.inbox.is_empty()
    }

    /// Queues a request; it leaves once its connection is ready.
    pub(super) fn enqueue(
        &mut self,
        now: u64,
        connection: ConnectionId,
        timeout: u64,
        request: Request,
        purpose: Purpose,
    ) {
        self.unsent.push(Unsent { connection, request, purpose, created: now, timeout });
    }

    /// Closes a connection at the next pass (`disconnectAsync`).
    pub(super) fn disconnect_later(&mut self, connection: ConnectionId) {
        self.to_disconnect.push(connection);
    }

    /// The next request that ended.
    pub(super) fn next_ended(&mut self) -> Option<(Purpose, Outcome)> {
        self.ended.pop_front()
    }

    /// Connections that ended since this was asked last.
    pub(super) fn take_log(&mut self) -> Vec<Detail> {
        std::mem::take(&mut self.log)
    }

    /// Whether the connection stands, its versions are known, and it can take one more request.
    pub(super) fn can_send(&self, id: ConnectionId) -> bool {
        let ready = |it: &Connection| it.state == State::Ready && it.in_flight.len() < MAX_IN_FLIGHT;
        self.connections.get(&id).is_some_and(ready)
    }

    /// Whether the broker's versions are known, and the connection stands (`apiVersions.get`).
    pub(super) fn is_ready(&self, id: ConnectionId) -> bool {
        self.connections.get(&id).is_some_and(|it| it.state == State::Ready)
    }

    /// Whether the connection is being set up.
    pub(super) fn is_preparing(&self, id: ConnectionId) -> bool {
        let preparing = |it: &Connection| matches!(it.state, State::Connecting | State::CheckingVersions);
        self.connections.get(&id).is_some_and(preparing)
    }

    fn can_connect(&self, now: u64, id: ConnectionId) -> bool {
        self.connections.get(&id).is_none_or(|it| it.state == State::Disconnected && now >= it.back_off_until())
    }

    /// Whether the connection has failed and is in back-off (`NetworkClientUtils.isUnavailable`).
    pub(super) fn is_unavailable(&self, now: u64, id: ConnectionId) -> bool {
        self.connections.get(&id).is_some_and(|it| it.state == State::Disconnected && now < it.back_off_until())
    }

    /// How many requests wait or are under way on a connection.
    pub(super) fn pending_on(&self, id: ConnectionId) -> usize {
        let under_way = self.connections.get(&id).map_or(0, |it| it.in_flight.len());
        under_way + self.unsent.iter().filter(|it| it.connection == id).count()
    }

    /// Whether any request is under way.
    pub(super) fn has_in_flight(&self) -> bool {
        self.connections.values().any(|it| !it.in_flight.is_empty())
    }

    /// The node with the fewest requests under way, or one that could be connected (`leastLoadedNode`).
    pub(super) fn least_loaded(&self, now: u64, nodes: &[ConnectionId], random: &mut Random) -> Option<ConnectionId> {
        let offset = random.below(What::LeastLoadedNode, nodes.len());
        let (mut ready, mut connecting, mut connectable) = (None, None, None);
        for id in nodes[offset..].iter().chain(&nodes[..offset]).copied() {
            let under_way = self.connections.get(&id).map_or(0, |it| it.in_flight.len());
            let last_attempt = self.connections.get(&id).map_or(0, |it| it.last_attempt);
            if self.can_send(id) {
                if under_way == 0 {
                    return Some(id);
                }
                if ready.is_none_or(|(least, _)| under_way < least) {
                    ready = Some((under_way, id));
                }
            } else if self.is_preparing(id) {
                connecting = Some(id);
            } else if self.can_connect(now, id) && connectable.is_none_or(|(first, _)| last_attempt < first) {
                connectable = Some((last_attempt, id));
            }
        }
        ready.map(|(_, id)| id).or(connecting).or(connectable.map(|(_, id)| id))
    }

    /// Opens a connection unless it stands, is being opened or is in back-off.
    pub(super) fn connect(&mut self, now: u64, id: ConnectionId, random: &mut Random, out: &mut Vec<Output>) {
        if !self.can_connect(now, id) {
            return;
        }
        let (setup, setup_max) = self.setup_timeout;
        let connection = self.connections.entry(id).or_insert_with(|| Connection {
            state: State::Connecting,
            last_attempt: now,
            last_active: now,
            failed_attempts: 0,
            failed_connects: 0,
            reconnect_backoff: 0,
            setup_timeout: random.backoff(What::ConnectionSetup, setup, setup_max, 0),
            in_flight: VecDeque::new(),
        });
        connection.state = State::Connecting;
        (connection.last_attempt, connection.last_active) = (now, now);
        out.push(Output::Connect(id));
    }

    /// Sends what can be sent, unless metadata go first, and opens the connections that the rest needs (`trySend`).
    pub(super) fn send_queued(&mut self, now: u64, held: bool, random: &mut Random, out: &mut Vec<Output>) {
        let mut index = 0;
        while index < self.unsent.len() {
            let connection = self.unsent[index].connection;
            if !held && self.can_send(connection) {
                let Unsent { request, purpose, timeout, .. } = self.unsent.remove(index);
                self.send_now(now, connection, timeout, request, purpose, out);
            } else {
                self.connect(now, connection, random, out);
                index += 1;
            }
        }
    }

    /// Puts a request on a connection that stands.
    pub(super) fn send_now(
        &mut self,
        now: u64,
        connection: ConnectionId,
        timeout: u64,
        request: Request,
        purpose: Purpose,
        out: &mut Vec<Output>,
    ) {
        let correlation_id = self.next_correlation_id;
        self.next_correlation_id += 1;
        if let Some(it) = self.connections.get_mut(&connection) {
            let (api, deadline) = (request.api(), now.saturating_add(timeout));
            it.in_flight.push_back(InFlight { correlation_id, api, sent: now, deadline, purpose });
            it.last_active = now;
        }
        out.push(Output::Send { connection, correlation_id, api_version: version(request.api()), request });
    }

    /// Reads what arrived, closes what is to be closed, and ends what took too long (`NetworkClient.poll`).
    pub(super) fn read(
        &mut self,
        now: u64,
        request_timeout: u64,
        random: &mut Random,
        out: &mut Vec<Output>,
    ) -> Reading {
        let mut reading = Reading::default();
        for id in std::mem::take(&mut self.to_disconnect) {
            self.fail_unsent(id);
            reading.anything |= self.disconnect(now, id, DisconnectedBy::Client, random, Some(out));
        }
        while let Some(arrival) = self.inbox.pop_front() {
            reading.anything = true;
            match arrival {
                Arrival::Connected(id) => self.check_versions(now, id, request_timeout, out),
                Arrival::Disconnected(id) => {
                    reading.disconnected |= self.disconnect(now, id, DisconnectedBy::Peer, random, None)
                }
                Arrival::Response(id, correlation_id, response) => {
                    self.answer(now, id, (correlation_id, response), random);
                }
            }
        }
        if let Some(id) = self.idle(now) {
            reading.anything = true;
            reading.disconnected |= self.disconnect(now, id, DisconnectedBy::Idle, random, Some(out));
        }
        for id in self.overdue(now) {
            reading.anything = true;
            reading.disconnected |= self.disconnect(now, id, DisconnectedBy::RequestTimeout, random, Some(out));
        }
        self.fail_unsent_of_failed(now);
        reading.anything |= !self.ended.is_empty();
        reading
    }

    fn check_versions(&mut self, now: u64, id: ConnectionId, timeout: u64, out: &mut Vec<Output>) {
        let Some(it) = self.connections.get_mut(&id) else { return };
        if it.state == State::Connecting {
            it.state = State::CheckingVersions;
            it.failed_connects = 0;
            self.send_now(now, id, timeout, Request::ApiVersions, Purpose::ApiVersions, out);
        }
    }

    fn answer(&mut self, now: u64, id: ConnectionId, (correlation_id, response): (u32, Response), random: &mut Random) {
        let Some(it) = self.connections.get_mut(&id) else { return };
        it.last_active = now;
        let Some(index) = it.in_flight.iter().position(|request| request.correlation_id == correlation_id) else {
            return;
        };
        let Some(request) = it.in_flight.remove(index) else { return };
        if matches!(request.purpose, Purpose::ApiVersions) {
            it.state = State::Ready;
            it.failed_attempts = 0;
            it.reconnect_backoff = random.backoff(What::ReconnectBackoff, self.backoff.0, self.backoff.1, 0);
        } else {
            self.ended.push_back((request.purpose, Outcome::Answer(response)));
        }
    }

    /// Ends a connection with all that is under way on it; tells the other side if `out` is given.
    fn disconnect(
        &mut self,
        now: u64,
        id: ConnectionId,
        why: DisconnectedBy,
        random: &mut Random,
        out: Option<&mut Vec<Output>>,
    ) -> bool {
        let Some(it) = self.connections.get_mut(&id).filter(|it| it.state != State::Disconnected) else { return false };
        it.last_attempt = now;
        it.reconnect_backoff =
            random.backoff(What::ReconnectBackoff, self.backoff.0, self.backoff.1, it.failed_attempts);
        it.failed_attempts += 1;
        it.failed_connects = if it.state == State::Connecting { it.failed_connects + 1 } else { 0 };
        let (setup, setup_max) = self.setup_timeout;
        it.setup_timeout = random.backoff(What::ConnectionSetup, setup, setup_max, it.failed_connects);
        let why = match why {
            DisconnectedBy::Peer if it.state == State::Connecting => DisconnectedBy::Refused,
            DisconnectedBy::RequestTimeout if it.state == State::Connecting => DisconnectedBy::SetupTimeout,
            why => why,
        };
        let cancelled = it.in_flight.iter().map(|request| Cancelled {
            api: request.api,
            correlation_id: request.correlation_id,
            elapsed: now - request.sent,
            timeout: request.deadline - request.sent,
        });
        self.log.push(Detail::Disconnected { connection: id, why, cancelled: cancelled.collect() });
        it.state = State::Disconnected;
        self.ended.extend(it.in_flight.drain(..).map(|request| (request.purpose, Outcome::Disconnected)));
        if let Some(out) = out {
            out.push(Output::Disconnect(id));
        }
        true
    }

    /// Connections that are not set up, or on which a request is not answered, in time.
    fn overdue(&self, now: u64) -> Vec<ConnectionId> {
        let late = |it: &Connection| it.deadline().is_some_and(|deadline| now >= deadline);
        self.connections.iter().filter(|(_, it)| late(it)).map(|(id, _)| *id).collect()
    }

    /// The connection that has not been used for longest, if that is too long: one at a time, and whether or not an answer is
    /// outstanding (`Selector.maybeCloseOldestConnection`).
    fn idle(&self, now: u64) -> Option<ConnectionId> {
        let open = self.connections.iter().filter(|(_, it)| it.state != State::Disconnected);
        let (id, oldest) = open.min_by_key(|(_, it)| it.last_active)?;
        (now >= oldest.last_active.saturating_add(self.max_idle?)).then_some(*id)
    }

    fn fail_unsent(&mut self, id: ConnectionId) {
        let ended = &mut self.ended;
        for unsent in self.unsent.extract_if(.., |unsent| unsent.connection == id) {
            ended.push_back((unsent.purpose, Outcome::Disconnected));
        }
    }

    /// Requests whose connection has failed end at once (`checkDisconnects`), those that waited too long too
    /// (`failExpiredRequests`).
    fn fail_unsent_of_failed(&mut self, now: u64) {
        let (connections, ended) = (&self.connections, &mut self.ended);
        let failed = |id| connections.get(&id).is_some_and(|it: &Connection| it.state == State::Disconnected);
        for unsent in self.unsent.extract_if(.., |it| failed(it.connection) || now > it.created + it.timeout) {
            let outcome = if failed(unsent.connection) { Outcome::Disconnected } else { Outcome::Expired };
            ended.push_back((unsent.purpose, outcome));
        }
    }

    /// When something is overdue, or a connection that is needed leaves its back-off, ms.
    pub(super) fn deadline(&self) -> Option<u64> {
        let overdue = self.connections.values().filter_map(Connection::deadline).min();
        let queued = self.unsent.iter().map(|it| match self.connections.get(&it.connection) {
            Some(connection) if connection.state == State::Disconnected => connection.back_off_until(),
            _ => it.created + it.timeout + 1,
        });
        let idle = self.max_idle.and_then(|max| {
            let open = self.connections.values().filter(|it| it.state != State::Disconnected);
            open.map(|it| it.last_active.saturating_add(max)).min()
        });
        overdue.into_iter().chain(queued).chain(idle).min()
    }
}

impl Connection {
    fn back_off_until(&self) -> u64 {
        self.last_attempt.saturating_add(self.reconnect_backoff)
    }

    fn deadline(&self) -> Option<u64> {
        let setup = (self.state == State::Connecting).then(|| self.last_attempt.saturating_add(self.setup_timeout));
        let answers = self.in_flight.iter().map(|request| request.deadline);
        setup.into_iter().chain(answers).min()
    }
}
