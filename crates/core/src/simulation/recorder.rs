//! Writes the run down: events into the trace, and what they change into the lanes.

use std::{collections::BTreeMap, sync::Arc};

use super::{
    Run,
    cast::{BrokerIx, Cast, ConsumerIx, GroupIx, PartitionIx},
    frame::{MessageKind, Process},
    intervals::OPEN,
    lane::Lane,
    lanes::{ConsumerLanes, GroupLanes, Lanes, NO_GROUP, Ownership, PartitionLanes, Partitions},
    network::ConnectionIx,
    trace::{Event, EventId, EventKind, Exchange, ExchangeId, MessageId, Payload, Records, RecordsId, Trace},
};
use crate::{
    protocol::{ApiKey, ErrorCode, MemberId, Response, TopicPartition},
    scenario::Scenario,
};

/// A run being written.
#[derive(Clone, Debug)]
pub(super) struct Recorder {
    pub(super) run: Run,
    pub(super) now: u64,
    /// The place of each exchange's latest way in the trace's flights.
    flights: Vec<u32>,
    /// Over which connection each request came, and the number that its client gave to it.
    senders: Vec<(ConnectionIx, u32)>,
    /// The requests that are parked now, with their places.
    parked: Vec<(ExchangeId, u32)>,
    /// The places of each group's members.
    pub(super) members: Vec<BTreeMap<MemberId, usize>>,
    /// The event with which each group's latest rebalance began.
    pub(super) began: Vec<EventId>,
    /// Join phases that ended, of which the group is still to be looked at.
    pub(super) completed: Vec<(GroupIx, EventId)>,
}

/// "No payload is kept".
const NO_PAYLOAD: u32 = u32::MAX;

impl Recorder {
    pub(super) fn new(scenario: Arc<Scenario>) -> Self {
        let cast = Cast::new(&scenario);
        let empty: Partitions = Arc::new([]);
        let mut lanes = Lanes {
            groups: cast.groups.iter().map(|_| GroupLanes::default()).collect(),
            brokers: cast.brokers.iter().map(|_| Lane::default()).collect(),
            consumers: cast.consumers.iter().map(|_| ConsumerLanes::default()).collect(),
            partitions: cast.partitions.iter().map(|_| PartitionLanes::default()).collect(),
        };
        for lane in &mut lanes.brokers {
            lane.push(0, 0, true);
        }
        for consumer in &mut lanes.consumers {
            consumer.process.push(0, 0, Process::Absent);
            consumer.owned.push(0, 0, empty.clone());
        }
        let groups = cast.groups.len();
        let run = Run { scenario, cast, trace: Trace::default(), lanes, computed: 0, given_up: false };
        Self {
            run,
            now: 0,
            flights: Vec::new(),
            senders: Vec::new(),
            parked: Vec::new(),
            members: vec![BTreeMap::new(); groups],
            began: vec![EventId(0); groups],
            completed: Vec::new(),
        }
    }

    pub(super) fn event(&mut self, cause: Option<EventId>, kind: EventKind) -> EventId {
        let events = &mut self.run.trace.events;
        let id = EventId(events.len() as u32);
        events.push(Event::new(self.now, cause, kind));
        id
    }

    /// The latest event; of an empty trace the one to come.
    pub(super) fn latest(&self) -> EventId {
        EventId(self.run.trace.events.len().saturating_sub(1) as u32)
    }

    pub(super) fn place(&self, partition: &TopicPartition) -> Option<PartitionIx> {
        self.run.cast.partition(&partition.topic, partition.partition)
    }

    pub(super) fn places<'a>(&self, partitions: impl IntoIterator<Item = &'a TopicPartition>) -> Partitions {
        let mut places: Vec<_> = partitions.into_iter().filter_map(|partition| self.place(partition)).collect();
        places.sort_unstable();
        places.into()
    }

    // --- Exchanges ---

    /// A request leaves, and is under way until `end` if that is known. `payload` is kept of all but fetches, which are one
    /// event when they end.
    pub(super) fn request_sent(
        &mut self,
        (consumer, broker): (ConsumerIx, BrokerIx),
        (api, to_coordinator, sender): (ApiKey, bool, (ConnectionIx, u32)),
        payload: Option<Payload>,
        end: Option<u64>,
        cause: Option<EventId>,
    ) -> (ExchangeId, Option<EventId>) {
        let trace = &mut self.run.trace;
        let id = ExchangeId(trace.exchanges.len() as u32);
        let place = match payload {
            Some(payload) => {
                trace.payloads.push(payload);
                trace.payloads.len() as u32 - 1
            }
            None => NO_PAYLOAD,
        };
        trace.exchanges.push(Exchange {
            api,
            error: ErrorCode::None,
            consumer,
            broker,
            to_coordinator,
            records: 0,
            sent: clock(self.now),
            arrived: OPEN,
            answered: OPEN,
            received: OPEN,
            lost: OPEN,
            payload: place,
        });
        let end = end.map_or(OPEN, clock);
        self.flights.push(trace.flights.push(clock(self.now), end, MessageId::request(id)));
        self.senders.push(sender);
        let event = (api != ApiKey::Fetch).then(|| self.event(cause, EventKind::RequestSent { exchange: id }));
        (id, event)
    }

    /// A request reaches its broker.
    pub(super) fn request_arrived(&mut self, id: ExchangeId, cause: Option<EventId>) -> Option<EventId> {
        let exchange = &mut self.run.trace.exchanges[id.index()];
        exchange.arrived = clock(self.now);
        let api = exchange.api;
        self.landed(id);
        (api != ApiKey::Fetch).then(|| self.event(cause, EventKind::RequestArrived { exchange: id }))
    }

    /// The reply leaves, and is under way until `end` if that is known.
    pub(super) fn reply_sent(
        &mut self,
        id: ExchangeId,
        response: Option<Arc<Response>>,
        (error, records): (ErrorCode, u32),
        end: Option<u64>,
        cause: Option<EventId>,
    ) -> Option<EventId> {
        let trace = &mut self.run.trace;
        let exchange = &mut trace.exchanges[id.index()];
        exchange.answered = clock(self.now);
        exchange.error = error;
        exchange.records = records;
        let api = exchange.api;
        if let Some(payload) = trace.payloads.get_mut(exchange.payload as usize) {
            payload.response = response;
        }
        let end = end.map_or(OPEN, clock);
        self.flights[id.index()] = trace.flights.push(clock(self.now), end, MessageId::reply(id));
        (api != ApiKey::Fetch).then(|| self.event(cause, EventKind::ReplySent { exchange: id }))
    }

    /// The reply reaches its client. A fetch becomes an event only now.
    pub(super) fn reply_arrived(&mut self, id: ExchangeId, cause: Option<EventId>) -> EventId {
        let exchange = &mut self.run.trace.exchanges[id.index()];
        exchange.received = clock(self.now);
        let kind = match exchange.api {
            ApiKey::Fetch => EventKind::Fetched { exchange: id },
            _ => EventKind::ReplyArrived { exchange: id },
        };
        self.landed(id);
        self.event(cause, kind)
    }

    /// When the message under way will arrive, as far as is known now.
    pub(super) fn under_way_until(&mut self, id: ExchangeId, arrives: u64) {
        self.run.trace.flights.times.set_end(self.flights[id.index()], clock(arrives));
    }

    /// A message waits behind a cut: nobody knows for how long.
    pub(super) fn held_up(&mut self, id: ExchangeId) {
        self.run.trace.flights.times.set_end(self.flights[id.index()], OPEN);
    }

    /// A message is lost on its way.
    pub(super) fn lost(&mut self, id: ExchangeId, kind: MessageKind, cause: Option<EventId>) -> EventId {
        self.run.trace.exchanges[id.index()].lost = clock(self.now);
        let shown = self.now + super::LOST_SHOWN_MS;
        self.run.trace.flights.times.set_end(self.flights[id.index()], clock(shown));
        let message = match kind {
            MessageKind::Request => MessageId::request(id),
            MessageKind::Reply => MessageId::reply(id),
        };
        self.event(cause, EventKind::MessageLost { message })
    }

    fn landed(&mut self, id: ExchangeId) {
        self.run.trace.flights.times.set_end(self.flights[id.index()], clock(self.now));
    }

    /// What a request said, if it is kept.
    pub(super) fn payload(&self, id: ExchangeId) -> Option<&Payload> {
        self.run.trace.payload(self.run.trace.exchange(id))
    }

    /// The number that its client gave to a request.
    pub(super) fn correlation_of(&self, id: ExchangeId) -> u32 {
        self.senders[id.index()].1
    }

    /// The connection over which a request came.
    pub(super) fn connection_of(&self, id: ExchangeId) -> ConnectionIx {
        self.senders[id.index()].0
    }

    /// The coordinator keeps a request.
    pub(super) fn parked(&mut self, id: ExchangeId) {
        let place = self.run.trace.parked.push(clock(self.now), OPEN, id);
        self.parked.push((id, place));
    }

    /// The coordinator keeps a request no longer.
    pub(super) fn unparked(&mut self, id: ExchangeId) {
        if let Some(index) = self.parked.iter().position(|(parked, _)| *parked == id) {
            let (_, place) = self.parked.swap_remove(index);
            self.run.trace.parked.times.set_end(place, clock(self.now));
        }
    }

    pub(super) fn records(&mut self, first: i64, count: u32) -> RecordsId {
        let records = &mut self.run.trace.records;
        records.push(Records { first, count });
        RecordsId(records.len() as u32 - 1)
    }

    // --- Processes and what they hold ---

    pub(super) fn process(&mut self, consumer: ConsumerIx, event: EventId, process: Process) {
        let lanes = &mut self.run.lanes.consumers[consumer.index()];
        lanes.process.push(self.now, event.0, process);
        if matches!(process, Process::Closed | Process::Killed | Process::Failed) {
            lanes.doing.push(self.now, event.0, super::frame::Doing::Nothing);
            lanes.heartbeat.push(self.now, event.0, None);
            if lanes.paused.last().is_some_and(|paused| !paused.value.is_empty()) {
                lanes.paused.push(self.now, event.0, Arc::from([]));
            }
            self.owned(consumer, event, &Arc::from([]));
        } else {
            for partition in &*self.owned_by(consumer) {
                self.ownership(*partition, event, consumer, true);
            }
        }
    }

    pub(super) fn process_of(&self, consumer: ConsumerIx) -> Process {
        let last = self.run.lanes.consumers[consumer.index()].process.last();
        last.map(|change| change.value).unwrap_or_default()
    }

    fn owned_by(&self, consumer: ConsumerIx) -> Partitions {
        let last = self.run.lanes.consumers[consumer.index()].owned.last();
        last.map(|change| change.value.clone()).unwrap_or_else(|| Arc::from([]))
    }

    /// A consumer holds these partitions now.
    pub(super) fn owned(&mut self, consumer: ConsumerIx, event: EventId, owned: &Partitions) {
        let before = self.owned_by(consumer);
        if before == *owned {
            return;
        }
        for partition in before.iter().filter(|partition| owned.binary_search(partition).is_err()) {
            self.ownership(*partition, event, consumer, false);
            self.position(consumer, *partition, event, None);
            self.fetched(consumer, *partition, event, None);
        }
        for partition in owned.iter().filter(|partition| before.binary_search(partition).is_err()) {
            self.ownership(*partition, event, consumer, true);
        }
        self.run.lanes.consumers[consumer.index()].owned.push(self.now, event.0, owned.clone());
    }

    pub(super) fn position(
        &mut self,
        consumer: ConsumerIx,
        partition: PartitionIx,
        event: EventId,
        offset: Option<i64>,
    ) {
        let positions = &mut self.run.lanes.consumers[consumer.index()].positions;
        positions.entry(partition).or_default().push(self.now, event.0, offset);
    }

    pub(super) fn position_of(&self, consumer: ConsumerIx, partition: PartitionIx) -> Option<i64> {
        self.run.lanes.consumers[consumer.index()].positions.get(&partition)?.last()?.value
    }

    /// Up to where `consumer` has fetched; `None` = what it had fetched is dropped.
    pub(super) fn fetched(&mut self, consumer: ConsumerIx, partition: PartitionIx, event: EventId, end: Option<i64>) {
        let fetched = &mut self.run.lanes.consumers[consumer.index()].fetched;
        if end.is_some() || fetched.contains_key(&partition) {
            fetched.entry(partition).or_default().push(self.now, event.0, end);
        }
    }

    /// `consumer` holds a partition, or holds it no more; or its process has become another.
    fn ownership(&mut self, partition: PartitionIx, event: EventId, consumer: ConsumerIx, holds: bool) {
        let role = &self.run.cast.consumers[consumer.index()];
        let group = if role.grouped { role.group } else { NO_GROUP };
        let lane = self.run.lanes.partitions[partition.index()].ownership.get(&group);
        let before = lane.and_then(Lane::last).map(|change| change.value.clone()).unwrap_or_default();
        let mut owners = before.owners.to_vec();
        if !holds {
            owners.retain(|owner| *owner != consumer);
        } else if !owners.contains(&consumer) {
            owners.push(consumer);
        }
        let reads = |owner: &ConsumerIx| self.process_of(*owner) != Process::Frozen;
        let reader = owners.iter().copied().rev().find(reads);
        let loses = before.reader.is_some() && reader.is_none();
        let after = Ownership {
            owners: if *owners == *before.owners { before.owners } else { owners.into() },
            reader,
            last_reader: reader.or(before.last_reader),
            unread_since: if loses { self.now } else { before.unread_since },
        };
        let lanes = &mut self.run.lanes.partitions[partition.index()].ownership;
        lanes.entry(group).or_default().push(self.now, event.0, after);
    }
}

pub(super) fn clock(at: u64) -> u32 {
    u32::try_from(at).unwrap_or(OPEN - 1).min(OPEN - 1)
}
