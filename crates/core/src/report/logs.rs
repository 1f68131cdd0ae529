//! What brokers and clients log during a run, in Kafka's own words.

use std::fmt::{self, Write};

use crate::{
    consumer::ClientLog,
    coordinator::log::{Place, log_lines},
    log::LogLine,
    protocol::Name,
    scenario::Settings,
    simulation::{
        BrokerIx, Cast, ConsumerIx, GroupIx, Run,
        trace::{Event, EventId, EventKind},
    },
};

/// Whose log it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LogSource {
    /// A broker: what its group coordinator says.
    Broker(BrokerIx),
    /// A consumer: what the Java client says.
    Consumer(ConsumerIx),
}

impl LogSource {
    /// All that there are: the brokers first.
    pub fn all(cast: &Cast) -> impl Iterator<Item = Self> {
        let brokers = (0..cast.brokers.len()).map(|index| Self::Broker(BrokerIx::at(index)));
        brokers.chain((0..cast.consumers.len()).map(|index| Self::Consumer(ConsumerIx::at(index))))
    }

    /// The source of that name: `broker-1`, or a consumer's.
    #[must_use]
    pub fn named(cast: &Cast, name: &str) -> Option<Self> {
        let broker = cast.broker_named(name).map(Self::Broker);
        broker.or_else(|| cast.consumer(name).map(Self::Consumer))
    }

    /// Its name.
    #[must_use]
    pub fn name(self, cast: &Cast) -> &Name {
        match self {
            Self::Broker(broker) => &cast.brokers[broker.index()].name,
            Self::Consumer(consumer) => &cast.consumers[consumer.index()].name,
        }
    }
}

/// A line of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// When it was written, ms.
    pub at: u64,
    /// The event that it tells of.
    pub event: EventId,
    /// Whose log it stands in.
    pub source: LogSource,
    /// What it says.
    pub line: LogLine,
}

/// Prints as a file has it: `[1970-01-01 00:00:14,256] INFO …`. Virtual time counts from the epoch.
impl fmt::Display for LogEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seconds, ms) = (self.at / 1000, self.at % 1000);
        let (days, hours) = (seconds / 86_400, seconds / 3600 % 24);
        let (minutes, seconds) = (seconds / 60 % 60, seconds % 60);
        let day = days + 1;
        write!(f, "[1970-01-{day:02} {hours:02}:{minutes:02}:{seconds:02},{ms:03}] {}", self.line)
    }
}

/// All logs of a run, line by line in the order of time. Of a run that still grows the reading goes on where it stopped.
#[derive(Debug, Default)]
pub struct Logs {
    entries: Vec<LogEntry>,
    /// By consumer: the log of its latest process.
    clients: Vec<Option<ClientLog>>,
    read: usize,
}

impl Logs {
    /// Reads a whole run.
    #[must_use]
    pub fn of(run: &Run) -> Self {
        let mut logs = Self::default();
        logs.read_on(run);
        logs
    }

    /// Reads what has come to the run since.
    pub fn read_on(&mut self, run: &Run) {
        self.clients.resize(run.cast.consumers.len(), None);
        let events = &run.trace.events;
        for (event, id) in events.iter().zip(0..).skip(self.read) {
            self.read_event(run, event, EventId(id));
        }
        self.read = events.len();
    }

    /// All lines.
    #[must_use]
    pub fn entries(&self) -> &[LogEntry] {
        &self.entries
    }

    /// One log as a file has it; without a source all of them, each line behind its source's name.
    #[must_use]
    pub fn text(&self, cast: &Cast, only: Option<LogSource>) -> String {
        let width = LogSource::all(cast).map(|source| source.name(cast).len()).max().unwrap_or_default();
        let mut text = String::new();
        for entry in self.entries.iter().filter(|entry| only.is_none_or(|only| entry.source == only)) {
            let _ = match only {
                Some(_) => writeln!(text, "{entry}"),
                None => writeln!(text, "{:width$} | {entry}", &**entry.source.name(cast)),
            };
        }
        text
    }

    fn read_event(&mut self, run: &Run, event: &Event, id: EventId) {
        let (source, lines) = match event.kind {
            EventKind::Coordinator { group, broker, note } => {
                let note = &run.trace.coordinator_notes[note.index()];
                (LogSource::Broker(broker), log_lines(note, &place(run, group, broker, event.at)))
            }
            EventKind::Client { consumer, note } => {
                let note = &run.trace.client_notes[note.index()];
                let log = self.clients[consumer.index()].as_mut();
                (LogSource::Consumer(consumer), log.map(|log| log.lines(note)).unwrap_or_default())
            }
            EventKind::ProcessStarted { consumer } => {
                self.clients[consumer.index()] = Some(begun(run, consumer, event.at));
                return;
            }
            _ => return,
        };
        self.entries.extend(lines.into_iter().map(|line| LogEntry { at: event.at, event: id, source, line }));
    }
}

fn place(run: &Run, group: GroupIx, broker: BrokerIx, at: u64) -> Place {
    let lanes = &run.lanes.groups[group.index()];
    Place {
        broker: run.cast.brokers[broker.index()].id,
        partition: lanes.offsets_partition,
        epoch: lanes.epoch.at(at).map_or(0, |change| change.value),
    }
}

/// The log of a process that has just begun.
fn begun(run: &Run, ix: ConsumerIx, at: u64) -> ClientLog {
    let role = &run.cast.consumers[ix.index()];
    let config = run.scenario.consumer(&role.name).and_then(|it| run.scenario.config_of(it, &Settings::new()).ok());
    let client_id = config.map_or_else(|| role.name.clone(), |config| config.client_id);
    let instance = run.lanes.consumers[ix.index()].instance.at(at).and_then(|change| change.value.clone());
    ClientLog::new(&client_id, &run.cast.groups[role.group.index()], instance)
}
