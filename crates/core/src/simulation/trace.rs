//! What happened in a run, event by event, each with its cause.
//!
//! Events are small and of one size; what they speak of stands once in the trace's tables. Nothing here is text: names are
//! places in the [`Cast`](super::Cast), and words are made when somebody reads them.

use std::{collections::BTreeMap, sync::Arc};

use super::{
    cast::{BrokerIx, ConsumerIx, GroupIx, PartitionIx, TopicIx},
    frame::{GroupState, MemberState, MessageKind, Process, TimerKind},
    intervals::{Intervals, OPEN},
};
use crate::{
    consumer::{CallbackKind, PositionFrom},
    protocol::{ApiKey, ErrorCode, Name, Request, Response},
};

/// The number of an event: its place in the trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventId(pub u32);

/// The number of an exchange: its place in [`Trace::exchanges`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExchangeId(pub u32);

/// The number of a message: twice that of its exchange, and one more if it is the reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MessageId(pub u32);

/// The number of a member of a group: its place in the group's lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MemberIx(pub u32);

/// The number of something in a table of the trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entry(pub u32);

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
    /// The event without which this one would not have happened, or not now; `None` = the scenario itself.
    #[must_use]
    pub const fn cause(&self) -> Option<EventId> {
        if self.cause == NO_CAUSE { None } else { Some(EventId(self.cause)) }
    }
}

/// Why somebody is no longer a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Removal {
    /// It left (LeaveGroup).
    Left,
    /// Its session ended.
    SessionExpired,
    /// It did not rejoin in time.
    NotRejoined,
    /// It did not send SyncGroup in time.
    NotSynced,
    /// A new process with its instance id took its place.
    Replaced,
    /// It was refused (GROUP_MAX_SIZE_REACHED).
    Refused,
    /// The coordinator moved, and the new one does not know it.
    Forgotten,
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EventKind {
    /// The scenario's action of this number is done.
    Action { action: Entry },
    /// A process starts.
    ProcessStarted { consumer: ConsumerIx },
    /// A process stops as a whole, or runs on.
    ProcessFrozen { consumer: ConsumerIx, frozen: bool },
    /// A process has ended: `Closed`, `Killed` or `Failed`.
    ProcessEnded { consumer: ConsumerIx, process: Process },

    /// A connection stands.
    Connected { consumer: ConsumerIx, broker: BrokerIx },
    /// A connection ended, or could not be made.
    Disconnected { consumer: ConsumerIx, broker: BrokerIx },
    /// A request leaves.
    RequestSent { exchange: ExchangeId },
    /// A request reaches its broker.
    RequestArrived { exchange: ExchangeId },
    /// The coordinator will answer later.
    RequestParked { exchange: ExchangeId },
    /// A reply leaves.
    ReplySent { exchange: ExchangeId },
    /// A reply reaches its consumer.
    ReplyArrived { exchange: ExchangeId },
    /// A whole fetch, from its request to its reply: one event, at the time of the reply's arrival.
    Fetched { exchange: ExchangeId },
    /// A message is lost on its way.
    MessageLost { message: MessageId },

    /// A group is in another state.
    GroupState { group: GroupIx, state: GroupState },
    /// The coordinator handed out a member id; the member has to join again with it.
    MemberPending { group: GroupIx, member: MemberIx },
    /// Somebody became a member.
    MemberAdded { group: GroupIx, member: MemberIx },
    /// Somebody is a member no more.
    MemberRemoved { group: GroupIx, member: MemberIx, why: Removal },
    /// A rebalance begins; why, is told by [`Trace::texts`].
    RebalanceStarted { group: GroupIx, reason: Entry },
    /// The join phase ended: a new generation.
    JoinPhaseCompleted { group: GroupIx, rebalance: Entry },
    /// A timer of the coordinator ran out.
    TimerFired { group: GroupIx, timer: TimerKind, member: Option<MemberIx> },
    /// The coordinator begins to write records to `__consumer_offsets`.
    RecordsAppended { group: GroupIx, records: u32 },
    /// A write is committed, or has failed.
    RecordsCommitted { group: GroupIx, error: ErrorCode },
    /// A committed offset is stored.
    OffsetCommitted { group: GroupIx, partition: PartitionIx, offset: i64 },
    /// A committed offset was deleted: its time was over.
    OffsetExpired { group: GroupIx, partition: PartitionIx },
    /// A broker begins to load a group, or has loaded it, or gives it up.
    CoordinatorLoading { group: GroupIx, broker: BrokerIx, load: Load },

    /// A broker stopped, or runs again.
    BrokerAlive { broker: BrokerIx, alive: bool },
    /// A partition has another leader, or none.
    LeaderChanged { partition: PartitionIx, leader: Option<BrokerIx> },
    /// A topic has more partitions.
    PartitionsAdded { topic: TopicIx, partitions: u32 },

    /// A client's state or generation changed.
    MemberState { consumer: ConsumerIx, state: MemberState, generation: i32 },
    /// A client will rejoin; why, is told by [`Trace::texts`].
    RejoinNeeded { consumer: ConsumerIx, reason: Entry },
    /// The rebalance listener was called.
    Callback { consumer: ConsumerIx, callback: Entry },
    /// The leader computed a plan.
    PlanComputed { consumer: ConsumerIx, plan: Entry },
    /// A position was set.
    PositionSet { consumer: ConsumerIx, partition: PartitionIx, from: PositionFrom, offset: i64 },
    /// poll() returned records.
    RecordsReturned { consumer: ConsumerIx, partition: PartitionIx, records: Entry },
    /// The application has finished records.
    RecordsProcessed { consumer: ConsumerIx, partition: PartitionIx, records: Entry },
    /// A commit was answered, or failed before it was sent.
    CommitCompleted { consumer: ConsumerIx, commit: Entry },
    /// Other partitions are paused now.
    PausedChanged { consumer: ConsumerIx, partitions: Entry },
    /// An exception reached the application; its class name is in [`Trace::texts`].
    ExceptionThrown { consumer: ConsumerIx, exception: Entry },
}

/// How far a broker is with a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Load {
    /// It reads the group's records.
    Begun,
    /// It is the group's coordinator.
    Done,
    /// It gave the group up.
    Unloaded,
}

/// A request and its reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Exchange {
    /// The request's kind.
    pub api: ApiKey,
    /// The error in the reply; [`ErrorCode::None`] as long as there is none.
    pub error: ErrorCode,
    /// Who asks.
    pub consumer: ConsumerIx,
    /// Who is asked.
    pub broker: BrokerIx,
    /// Whether it went over the connection that the client keeps for its coordinator.
    pub to_coordinator: bool,
    /// Whether the request, or the reply, was lost.
    pub lost: Option<MessageKind>,
    sent: u32,
    arrived: u32,
    answered: u32,
    received: u32,
    payload: u32,
    /// How many records the reply brought.
    pub records: u32,
}

const fn known(at: u32) -> Option<u64> {
    if at == OPEN { None } else { Some(at as u64) }
}

impl Exchange {
    /// When the request left, ms.
    #[must_use]
    pub const fn sent(&self) -> u64 {
        self.sent as u64
    }

    /// When the request reached the broker, or would have.
    #[must_use]
    pub const fn arrived(&self) -> Option<u64> {
        known(self.arrived)
    }

    /// When the reply left.
    #[must_use]
    pub const fn answered(&self) -> Option<u64> {
        known(self.answered)
    }

    /// When the reply reached the client, or would have.
    #[must_use]
    pub const fn received(&self) -> Option<u64> {
        known(self.received)
    }
}

/// What an exchange said. Fetches are told apart by their offsets alone and keep none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payload {
    /// The version of the request's schema.
    pub api_version: i16,
    /// The request's number in its connection.
    pub correlation_id: u32,
    /// The request.
    pub request: Arc<Request>,
    /// The reply, once it was sent.
    pub response: Option<Arc<Response>>,
}

/// A join phase that ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rebalance {
    /// The new generation.
    pub generation: i32,
    /// The chosen assignor; none if nobody is left.
    pub protocol: Option<Name>,
    /// The leader.
    pub leader: Option<ConsumerIx>,
    /// The members in the coordinator's order.
    pub members: Vec<ConsumerIx>,
    /// Why it began, in the words of the broker's log.
    pub reason: Name,
    /// When it began, ms.
    pub began: u64,
}

/// A call of the rebalance listener.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Callback {
    /// Which method.
    pub kind: CallbackKind,
    /// Its argument.
    pub partitions: Arc<[PartitionIx]>,
}

/// A commit as the client sees it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Commit {
    /// The offsets.
    pub offsets: Vec<(PartitionIx, i64)>,
    /// How it ended.
    pub error: ErrorCode,
}

/// A leader's plan.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Plan {
    /// The assignor.
    pub protocol: Name,
    /// Each member's share.
    pub assignments: Vec<(ConsumerIx, Arc<[PartitionIx]>)>,
}

/// Records `first .. first + count` of a partition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Records {
    /// The first one's offset.
    pub first: i64,
    /// How many.
    pub count: u32,
}

/// Everything that happened.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    pub(crate) events: Vec<Event>,
    pub(crate) exchanges: Vec<Exchange>,
    pub(crate) payloads: Vec<Payload>,
    /// The ways of messages: what is in flight.
    pub(crate) flights: Intervals,
    pub(crate) flight_messages: Vec<MessageId>,
    /// Requests that the coordinator keeps.
    pub(crate) parked: Intervals,
    pub(crate) parked_exchanges: Vec<ExchangeId>,
    /// The events of an exchange's sending and arriving, as far as they are in the trace.
    pub(crate) rebalances: Vec<Rebalance>,
    pub(crate) callbacks: Vec<Callback>,
    pub(crate) commits: Vec<Commit>,
    pub(crate) plans: Vec<Plan>,
    pub(crate) records: Vec<Records>,
    pub(crate) partition_lists: Vec<Arc<[PartitionIx]>>,
    pub(crate) texts: Vec<Name>,
    text_entries: BTreeMap<Name, Entry>,
}
