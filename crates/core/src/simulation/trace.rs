//! What happened in a run, event by event, each with its cause.
//!
//! Events are small and of one size; what they speak of stands once in the trace's tables. Nothing here is text: names are
//! places in the [`Cast`](super::Cast), and words are made when somebody reads them.

use std::sync::Arc;

use super::{
    cast::{BrokerIx, ConsumerIx, GroupIx, PartitionIx, TopicIx},
    frame::{MessageKind, Process},
    intervals::{Intervals, OPEN},
};
use crate::{
    consumer, coordinator,
    protocol::{ApiKey, ErrorCode, Name, Request, Response},
};

macro_rules! numbers {
    ($($(#[$doc:meta])* $type:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $type(pub u32);

        impl $type {
            /// The number as an index.
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

numbers! {
    /// The number of an event: its place in [`Trace::events`].
    EventId;
    /// The number of an exchange: its place in [`Trace::exchanges`].
    ExchangeId;
    /// The number of a message: twice that of its exchange, and one more if it is the reply.
    MessageId;
    /// The place of a coordinator's note in [`Trace::coordinator_notes`].
    CoordinatorNoteId;
    /// The place of a client's note in [`Trace::client_notes`].
    ClientNoteId;
    /// The place of some records in [`Trace::records`].
    RecordsId;
    /// The place of a batch in [`Trace::appends`].
    AppendId;
}

impl MessageId {
    /// The request of an exchange.
    #[must_use]
    pub const fn request(exchange: ExchangeId) -> Self {
        Self(exchange.0 * 2)
    }

    /// The reply of an exchange.
    #[must_use]
    pub const fn reply(exchange: ExchangeId) -> Self {
        Self(exchange.0 * 2 + 1)
    }

    /// The exchange that it belongs to.
    #[must_use]
    pub const fn exchange(self) -> ExchangeId {
        ExchangeId(self.0 / 2)
    }

    /// Request or reply.
    #[must_use]
    pub const fn kind(self) -> MessageKind {
        if self.0.is_multiple_of(2) { MessageKind::Request } else { MessageKind::Reply }
    }
}

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Event {
    /// When, ms.
    pub at: u64,
    cause: u32,
    /// What.
    pub kind: EventKind,
}

const NO_CAUSE: u32 = u32::MAX;

impl Event {
    pub(crate) fn new(at: u64, cause: Option<EventId>, kind: EventKind) -> Self {
        Self { at, cause: cause.map_or(NO_CAUSE, |cause| cause.0), kind }
    }

    /// The event without which this one would not have happened, or not now; `None` = the scenario itself.
    #[must_use]
    pub const fn cause(&self) -> Option<EventId> {
        if self.cause == NO_CAUSE { None } else { Some(EventId(self.cause)) }
    }
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EventKind {
    /// The run begins: always the first event.
    Begun,
    /// An action of the scenario is done.
    Action {
        /// Its place in the scenario's list.
        action: u32,
    },
    /// A process starts.
    ProcessStarted {
        /// Whose.
        consumer: ConsumerIx,
    },
    /// A process stops as a whole, or runs on.
    ProcessFrozen {
        /// Whose.
        consumer: ConsumerIx,
        /// Whether it stops.
        frozen: bool,
    },
    /// A process has ended.
    ProcessEnded {
        /// Whose.
        consumer: ConsumerIx,
        /// How: `Closed`, `Killed` or `Failed`.
        process: Process,
    },
    /// A connection stands.
    Connected {
        /// The client.
        consumer: ConsumerIx,
        /// The other end.
        broker: BrokerIx,
    },
    /// A connection ended, or could not be made.
    Disconnected {
        /// The client.
        consumer: ConsumerIx,
        /// The other end.
        broker: BrokerIx,
    },
    /// A request leaves.
    RequestSent {
        /// The exchange it begins.
        exchange: ExchangeId,
    },
    /// A request reaches its broker.
    RequestArrived {
        /// Its exchange.
        exchange: ExchangeId,
    },
    /// A reply leaves.
    ReplySent {
        /// The exchange it ends.
        exchange: ExchangeId,
    },
    /// A reply reaches its client.
    ReplyArrived {
        /// Its exchange.
        exchange: ExchangeId,
    },
    /// A whole fetch, from its request to its reply: one event, when the reply reaches the client.
    Fetched {
        /// The exchange.
        exchange: ExchangeId,
    },
    /// A message is lost on its way.
    MessageLost {
        /// Which.
        message: MessageId,
    },
    /// Something inside a coordinator; what, is in [`Trace::coordinator_notes`].
    Coordinator {
        /// The group it is about; of what is about a whole partition of `__consumer_offsets` the first group in it.
        group: GroupIx,
        /// Whose coordinator it is.
        broker: BrokerIx,
        /// What.
        note: CoordinatorNoteId,
    },
    /// A committed offset is stored.
    OffsetCommitted {
        /// Whose.
        group: GroupIx,
        /// Of which partition.
        partition: PartitionIx,
        /// The offset to be read next.
        offset: i64,
    },
    /// A committed offset is deleted: its time was over, or somebody asked for it.
    OffsetDeleted {
        /// Whose.
        group: GroupIx,
        /// Of which partition.
        partition: PartitionIx,
    },
    /// A broker stopped, or runs again.
    BrokerAlive {
        /// Which.
        broker: BrokerIx,
        /// Whether it runs.
        alive: bool,
    },
    /// A partition has another leader, or none.
    LeaderChanged {
        /// Which.
        partition: PartitionIx,
        /// The leader.
        leader: Option<BrokerIx>,
    },
    /// A group's partition of `__consumer_offsets`, and so the group, has another coordinator, or none.
    CoordinatorChanged {
        /// The group.
        group: GroupIx,
        /// The broker.
        broker: Option<BrokerIx>,
    },
    /// A topic has more partitions.
    PartitionsAdded {
        /// Which.
        topic: TopicIx,
        /// How many it has now.
        partitions: u32,
    },
    /// The oldest records of a partition are deleted.
    RecordsDeleted {
        /// Which partition.
        partition: PartitionIx,
        /// The oldest offset there is now.
        log_start: i64,
    },
    /// Something inside a client; what, is in [`Trace::client_notes`].
    Client {
        /// Which.
        consumer: ConsumerIx,
        /// What.
        note: ClientNoteId,
    },
    /// poll() returned records.
    RecordsReturned {
        /// To whom.
        consumer: ConsumerIx,
        /// Of which partition.
        partition: PartitionIx,
        /// Which ones.
        records: RecordsId,
    },
    /// The application has finished records.
    RecordsProcessed {
        /// Which application.
        consumer: ConsumerIx,
        /// Of which partition.
        partition: PartitionIx,
        /// Which ones.
        records: RecordsId,
    },
}

/// A request and its reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Exchange {
    /// The request's kind.
    pub api: ApiKey,
    /// The error in the reply; [`ErrorCode::None`] as long as there is no reply.
    pub error: ErrorCode,
    /// Who asks.
    pub consumer: ConsumerIx,
    /// Who is asked.
    pub broker: BrokerIx,
    /// Whether it goes over the connection that the client keeps for its coordinator.
    pub to_coordinator: bool,
    /// How many records a fetch brought.
    pub records: u32,
    pub(crate) sent: u32,
    pub(crate) arrived: u32,
    pub(crate) answered: u32,
    pub(crate) received: u32,
    pub(crate) lost: u32,
    pub(crate) payload: u32,
}

pub(crate) const fn known(at: u32) -> Option<u64> {
    if at == OPEN { None } else { Some(at as u64) }
}

impl Exchange {
    /// When the request left, ms.
    #[must_use]
    pub const fn sent(&self) -> u64 {
        self.sent as u64
    }

    /// When the request reached its broker.
    #[must_use]
    pub const fn arrived(&self) -> Option<u64> {
        known(self.arrived)
    }

    /// When the reply left.
    #[must_use]
    pub const fn answered(&self) -> Option<u64> {
        known(self.answered)
    }

    /// When the reply reached the client.
    #[must_use]
    pub const fn received(&self) -> Option<u64> {
        known(self.received)
    }

    /// When the request, or its reply if it was answered, was lost.
    #[must_use]
    pub const fn lost(&self) -> Option<u64> {
        known(self.lost)
    }
}

/// What an exchange said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payload {
    /// The version of the request's schema.
    pub api_version: i16,
    /// The request's number in its client's life.
    pub correlation_id: u32,
    /// The request.
    pub request: Arc<Request>,
    /// The reply, once it was sent.
    pub response: Option<Arc<Response>>,
}

/// A join phase that ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rebalance {
    /// The group.
    pub group: GroupIx,
    /// The coordinator's transition that ended it.
    pub event: EventId,
    /// The transition that began it.
    pub began: EventId,
    /// The new generation.
    pub generation: i32,
    /// The chosen assignor; none if nobody is left.
    pub protocol: Option<Name>,
    /// The leader.
    pub leader: Option<ConsumerIx>,
    /// The members in the coordinator's order.
    pub members: Vec<ConsumerIx>,
}

/// Records `first .. first + count` of a partition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Records {
    /// The first one's offset.
    pub first: i64,
    /// How many.
    pub count: u32,
}

impl Records {
    /// The offset behind the last one.
    #[must_use]
    pub const fn end(&self) -> i64 {
        self.first + self.count as i64
    }
}

/// Records that a coordinator appended to its partition of `__consumer_offsets` as one batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Append {
    /// The partition's number.
    pub partition: i32,
    /// The broker that leads it.
    pub broker: BrokerIx,
    /// The offset of the first record.
    pub offset: i64,
    /// The records.
    pub records: Box<[coordinator::Record]>,
    /// The event that made the coordinator write; `None` = nothing but time.
    pub cause: Option<EventId>,
    pub(crate) at: u32,
    pub(crate) ended: u32,
    pub(crate) is_committed: bool,
}

impl Append {
    /// When they were appended, ms.
    #[must_use]
    pub const fn at(&self) -> u64 {
        self.at as u64
    }

    /// When they were durable: all replicas in sync had them.
    #[must_use]
    pub const fn committed(&self) -> Option<u64> {
        if self.is_committed { known(self.ended) } else { None }
    }

    /// When they were lost: the broker led the partition no longer before they were durable.
    #[must_use]
    pub const fn lost(&self) -> Option<u64> {
        if self.is_committed { None } else { known(self.ended) }
    }
}

/// Everything that happened.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// The events, in the order in which they happened.
    pub events: Vec<Event>,
    /// All requests, each with its reply, in the order of their sending.
    pub exchanges: Vec<Exchange>,
    /// The join phases that ended.
    pub rebalances: Vec<Rebalance>,
    /// What coordinators wrote to `__consumer_offsets`.
    pub appends: Vec<Append>,
    /// What happened inside coordinators.
    pub coordinator_notes: Vec<coordinator::Note>,
    /// What happened inside clients.
    pub client_notes: Vec<consumer::Note>,
    /// Records that were returned or processed.
    pub records: Vec<Records>,
    pub(crate) payloads: Vec<Payload>,
    pub(crate) flights: Flights<MessageId>,
    pub(crate) parked: Flights<ExchangeId>,
}

/// Things that last for a while, by when.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Flights<T> {
    pub(crate) times: Intervals,
    pub(crate) items: Vec<T>,
}

impl<T> Default for Flights<T> {
    fn default() -> Self {
        Self { times: Intervals::default(), items: Vec::new() }
    }
}

impl<T> Flights<T> {
    pub(crate) fn push(&mut self, from: u32, to: u32, item: T) -> u32 {
        self.items.push(item);
        self.times.push(from, to)
    }
}

impl Trace {
    /// An event.
    #[must_use]
    pub fn event(&self, id: EventId) -> &Event {
        &self.events[id.index()]
    }

    /// An exchange.
    #[must_use]
    pub fn exchange(&self, id: ExchangeId) -> &Exchange {
        &self.exchanges[id.index()]
    }

    /// What an exchange said. Fetches keep nothing but their numbers.
    #[must_use]
    pub fn payload(&self, exchange: &Exchange) -> Option<&Payload> {
        self.payloads.get(exchange.payload as usize)
    }

    /// The first event at or after `at` (ms), by its number; that of the end, if none is.
    #[must_use]
    pub fn first_from(&self, at: u64) -> EventId {
        EventId(self.events.partition_point(|event| event.at < at) as u32)
    }

    /// The event of an exchange's beginning: of its request's sending, of a fetch its only one.
    #[must_use]
    pub fn sending_of(&self, id: ExchangeId) -> Option<EventId> {
        let is = |kind: EventKind| matches!(kind, EventKind::RequestSent { exchange } | EventKind::Fetched { exchange } if exchange == id);
        let exchange = self.exchange(id);
        let at = if exchange.api == ApiKey::Fetch { exchange.received()? } else { exchange.sent() };
        let first = self.first_from(at);
        let moment = self.events[first.index()..].iter().take_while(|event| event.at == at);
        moment.zip(first.0..).find_map(|(event, number)| is(event.kind).then_some(EventId(number)))
    }
}

const _: () = assert!(size_of::<Event>() == 32 && size_of::<Exchange>() == 36);
