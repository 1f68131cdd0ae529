//! What lies between clients and brokers: links with a latency and their faults, and connections on them.

use std::collections::VecDeque;

use super::{
    cast::{BrokerIx, Cast, ConsumerIx},
    draw::{between, draw, number_of},
    frame::MessageKind,
    trace::{EventId, ExchangeId},
};
use crate::{
    consumer::ConnectionId,
    protocol::{ApiKey, FetchRequest},
    scenario::{Latency, Network as Settings},
};

/// The number of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ConnectionIx(pub(super) u32);

/// What is sent over a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parcel {
    /// A request or a reply.
    Message(ApiKey),
    /// A connection is opened or closed.
    Connection,
}

const KINDS: usize = ApiKey::COUNT + 1;

impl Parcel {
    const fn number(self) -> usize {
        match self {
            Self::Message(api) => api as usize,
            Self::Connection => ApiKey::COUNT,
        }
    }
}

/// Which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// From the client to the broker.
    Up,
    /// From the broker to the client.
    Down,
}

impl From<MessageKind> for Way {
    fn from(kind: MessageKind) -> Self {
        match kind {
            MessageKind::Request => Self::Up,
            MessageKind::Reply => Self::Down,
        }
    }
}

/// What a fault does to its message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It is lost.
    Lost,
    /// It travels longer, ms.
    Late(u64),
}

#[derive(Clone, Copy, Debug)]
struct Fault {
    api: ApiKey,
    /// How many messages of this kind still pass before it strikes, that one included.
    left: u32,
    fate: Fate,
}

/// One direction between a client and a broker.
#[derive(Clone, Debug)]
struct Link {
    number: u64,
    latency: Option<Latency>,
    cut: bool,
    counts: [u32; KINDS],
    faults: Vec<Fault>,
    busy_until: u64,
}

/// A connection. Each side keeps its own view of whether it stands.
#[derive(Clone, Debug)]
pub(super) struct Connection {
    pub(super) consumer: ConsumerIx,
    pub(super) broker: BrokerIx,
    pub(super) id: ConnectionId,
    /// Whether the client has not closed it, and knows of no end.
    pub(super) client_open: bool,
    /// Whether the broker has accepted it, and knows of no end.
    pub(super) broker_open: bool,
    /// What the broker works on; it takes one request of a connection at a time.
    pub(super) serving: Serving,
    /// Requests that wait for their turn.
    pub(super) waiting: VecDeque<Waiting>,
    /// What made the client open it, or what ended it.
    pub(super) cause: Option<EventId>,
    /// When the latest message of each direction arrives: none overtakes another.
    last_arrival: [u64; 2],
}

/// A request that has arrived at its broker.
#[derive(Clone, Debug)]
pub(super) struct Waiting {
    pub(super) exchange: ExchangeId,
    pub(super) fetch: Option<FetchRequest>,
    pub(super) arrival: Option<EventId>,
}

/// What a broker does with a connection.
#[derive(Clone, Debug, Default)]
pub(super) enum Serving {
    #[default]
    Nothing,
    /// A request that its coordinator answers later.
    Group(ExchangeId),
    /// A fetch that waits for records, since when.
    Fetch { exchange: ExchangeId, request: FetchRequest, since: u64 },
}

/// How a message travels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Travel {
    /// It arrives, ms.
    Arrives(u64),
    /// It is lost on its way, ms.
    Lost(u64),
    /// The link is cut: it waits.
    Held,
}

impl Travel {
    /// When it is no longer under way, as far as is known now.
    pub(super) const fn end(self) -> Option<u64> {
        match self {
            Self::Arrives(at) | Self::Lost(at) => Some(at),
            Self::Held => None,
        }
    }
}

/// All links and connections.
#[derive(Clone, Debug)]
pub(super) struct Network {
    seed: u64,
    settings: Settings,
    brokers: usize,
    links: Vec<Link>,
    pub(super) connections: Vec<Connection>,
}

impl Network {
    pub(super) fn new(seed: u64, settings: Settings, cast: &Cast) -> Self {
        let link = |from: &str, to: &str| Link {
            number: draw(number_of(from), &[number_of(to)]),
            latency: None,
            cut: false,
            counts: [0; KINDS],
            faults: Vec::new(),
            busy_until: 0,
        };
        let ends = cast.consumers.iter().flat_map(|consumer| cast.brokers.iter().map(move |broker| (consumer, broker)));
        let links = ends
            .flat_map(|(consumer, broker)| [link(&consumer.name, &broker.name), link(&broker.name, &consumer.name)]);
        Self { seed, settings, brokers: cast.brokers.len(), links: links.collect(), connections: Vec::new() }
    }

    fn link(&mut self, (consumer, broker): (ConsumerIx, BrokerIx), way: Way) -> &mut Link {
        &mut self.links[(consumer.index() * self.brokers + broker.index()) * 2 + way as usize]
    }

    pub(super) fn open(&mut self, consumer: ConsumerIx, broker: BrokerIx, id: ConnectionId) -> ConnectionIx {
        self.connections.push(Connection {
            consumer,
            broker,
            id,
            client_open: true,
            broker_open: false,
            serving: Serving::Nothing,
            waiting: VecDeque::new(),
            cause: None,
            last_arrival: [0; 2],
        });
        ConnectionIx(self.connections.len() as u32 - 1)
    }

    pub(super) fn connection(&mut self, ix: ConnectionIx) -> &mut Connection {
        &mut self.connections[ix.0 as usize]
    }

    pub(super) fn broker_of(&self, ix: ConnectionIx) -> BrokerIx {
        self.connections[ix.0 as usize].broker
    }

    /// Sends something of so many bytes over a connection. `window` = the receiver's buffer, which bounds what is under way
    /// at once.
    pub(super) fn send(
        &mut self,
        now: u64,
        ix: ConnectionIx,
        way: Way,
        parcel: Parcel,
        (bytes, window): (u64, Option<u64>),
    ) -> Travel {
        let ends = self.ends(ix);
        let latency = self.draw_latency(ends, way, parcel);
        let kbit = self.settings.bandwidth_kbit_per_second;
        let link = self.link(ends, way);
        let fate = link.strike(parcel);
        link.busy_until = link.busy_until.max(now) + kbit.map_or(0, |kbit| (bytes * 8).div_ceil(kbit));
        let rounds = window.filter(|window| *window > 0).map_or(0, |window| bytes.saturating_sub(1) / window);
        let arrives = link.busy_until + latency + rounds * 2 * latency;
        match fate {
            Some(Fate::Lost) => Travel::Lost(now + latency / 2),
            _ if link.cut => Travel::Held,
            Some(Fate::Late(ms)) => Travel::Arrives(self.in_order(ix, way, arrives + ms)),
            None => Travel::Arrives(self.in_order(ix, way, arrives)),
        }
    }

    /// When what was held up by a cut arrives once it is healed.
    pub(super) fn resend(&mut self, now: u64, ix: ConnectionIx, way: Way, parcel: Parcel) -> u64 {
        let latency = self.draw_latency(self.ends(ix), way, parcel);
        self.in_order(ix, way, now + latency)
    }

    fn ends(&self, ix: ConnectionIx) -> (ConsumerIx, BrokerIx) {
        let connection = &self.connections[ix.0 as usize];
        (connection.consumer, connection.broker)
    }

    fn draw_latency(&mut self, ends: (ConsumerIx, BrokerIx), way: Way, parcel: Parcel) -> u64 {
        let (seed, usual) = (self.seed, self.settings.latency);
        let link = self.link(ends, way);
        let count = &mut link.counts[parcel.number()];
        *count += 1;
        let value = draw(seed, &[link.number, parcel.number() as u64, u64::from(*count)]);
        let range = link.latency.unwrap_or(usual);
        between(value, range.min, range.max)
    }

    /// TCP: nothing overtakes on a connection.
    fn in_order(&mut self, ix: ConnectionIx, way: Way, arrives: u64) -> u64 {
        let last = &mut self.connection(ix).last_arrival[way as usize];
        *last = arrives.max(*last);
        *last
    }

    /// Whether a link is cut now.
    pub(super) fn is_cut(&mut self, ix: ConnectionIx, way: Way) -> bool {
        let ends = self.ends(ix);
        self.link(ends, way).cut
    }

    pub(super) fn cut(&mut self, ends: (ConsumerIx, BrokerIx), way: Way) {
        self.link(ends, way).cut = true;
    }

    pub(super) fn heal(&mut self, ends: (ConsumerIx, BrokerIx), way: Way) {
        let link = self.link(ends, way);
        link.cut = false;
        link.latency = None;
    }

    pub(super) fn slow(&mut self, ends: (ConsumerIx, BrokerIx), way: Way, latency: Latency) {
        self.link(ends, way).latency = Some(latency);
    }

    pub(super) fn strike(&mut self, ends: (ConsumerIx, BrokerIx), way: Way, (api, nth): (ApiKey, u32), fate: Fate) {
        self.link(ends, way).faults.push(Fault { api, left: nth, fate });
    }
}

impl Link {
    /// What the faults that wait on this link do to a message; of several that strike the same one the first.
    fn strike(&mut self, parcel: Parcel) -> Option<Fate> {
        let Parcel::Message(api) = parcel else { return None };
        let mut struck = None;
        self.faults.retain_mut(|fault| {
            if fault.api == api {
                fault.left -= 1;
                if fault.left == 0 {
                    struck = struck.or(Some(fault.fate));
                }
            }
            fault.left > 0
        });
        struck
    }
}
