//! The simulation: a clock, a queue of what is going to happen, and everybody to whom it happens.

use std::sync::Arc;

use slab::Slab;

use super::{
    Run,
    actions::Rolling,
    cast::{BrokerIx, ConsumerIx, GroupIx},
    network::{ConnectionIx, Network},
    process::Process,
    queue::Queue,
    recorder::Recorder,
    seat::{OffsetsLog, Seat, SeatIx},
    trace::{EventId, EventKind, ExchangeId},
    traffic::Letter,
};
use crate::{
    broker::{Cluster, TopicPlan},
    consumer, coordinator,
    coordinator::WriteId,
    scenario::{Rate, Scenario, Topic},
};

/// What is going to happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Happening {
    /// An action of the scenario.
    Action(u32),
    /// A process starts.
    Start(ConsumerIx, Option<EventId>),
    /// The next one of a rolling restart.
    Roll(u32),
    /// A client's deadline.
    WakeClient(ConsumerIx),
    /// A coordinator's deadline.
    WakeCoordinator(SeatIx),
    /// A client's wish for a connection reaches the broker.
    ConnectionAsked(ConnectionIx),
    /// A connection stands.
    ConnectionMade(ConnectionIx),
    /// The client learns that a connection ended, or that there will be none.
    ClientLearnsEnd(ConnectionIx),
    /// The broker learns that a connection ended.
    BrokerLearnsEnd(ConnectionIx),
    /// A message reaches its end.
    Arrival(u32),
    /// A message is lost.
    Loss(u32),
    /// A broker takes the next request of a connection.
    NextRequest(ConnectionIx),
    /// Enough may be there for a fetch that waits.
    FetchDue(ConnectionIx, ExchangeId),
    /// A coordinator's open batch is written.
    BatchWritten(SeatIx, u32),
    /// A coordinator's writes are on all replicas.
    BatchReplicated(SeatIx, u32, WriteId),
    /// A broker begins to load a partition of `__consumer_offsets`.
    Elected(SeatIx, u32),
    /// A broker has loaded it.
    Loaded(SeatIx, u32),
    /// The job for expired offsets.
    ExpireOffsets(SeatIx, u32),
    /// A broker that shuts down ends.
    BrokerEnds(BrokerIx),
    /// The controller counts a broker out that is silent.
    BrokerFenced(BrokerIx),
    /// Brokers look for records that are too old.
    Retention,
}

/// How much a run may cost before it is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Steps of the queue.
    pub steps: u64,
    /// Events in the trace, and exchanges.
    pub events: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self { steps: 40_000_000, events: 6_000_000 }
    }
}

/// A run in the making: it can be computed piece by piece.
#[derive(Debug)]
pub struct Simulation {
    pub(super) recorder: Recorder,
    pub(super) scenario: Arc<Scenario>,
    pub(super) queue: Queue<Happening>,
    pub(super) network: Network,
    pub(super) letters: Slab<Letter>,
    /// Messages that wait behind a cut.
    pub(super) held: Vec<super::traffic::Held>,
    pub(super) cluster: Cluster,
    pub(super) seats: Vec<Seat>,
    /// By partition of `__consumer_offsets`.
    pub(super) offsets: Vec<OffsetsLog>,
    pub(super) processes: Vec<Process>,
    pub(super) rolling: Vec<Rolling>,
    pub(super) from_client: Vec<consumer::Output>,
    pub(super) from_coordinator: Vec<coordinator::Output>,
    budget: Budget,
    steps: u64,
    finished: bool,
}

impl Simulation {
    /// A run of which nothing is computed yet. The scenario has been checked: what cannot be read of its settings counts as
    /// not set.
    #[must_use]
    pub fn new(scenario: Arc<Scenario>) -> Self {
        let recorder = Recorder::new(scenario.clone());
        let cast = &recorder.run.cast;
        let network = Network::new(scenario.seed, scenario.network, cast);
        let cluster = cluster(&scenario);
        let offsets = vec![OffsetsLog::default(); usize::try_from(cluster.offsets_partitions()).unwrap_or_default()];
        let processes = (0..cast.consumers.len()).map(Process::new).collect();
        let mut simulation = Self {
            recorder,
            queue: Queue::new(),
            network,
            letters: Slab::new(),
            held: Vec::new(),
            cluster,
            seats: Vec::new(),
            offsets,
            processes,
            rolling: Vec::new(),
            from_client: Vec::new(),
            from_coordinator: Vec::new(),
            budget: Budget::default(),
            steps: 0,
            finished: false,
            scenario,
        };
        simulation.begin();
        simulation
    }

    /// The same, to be given up when it costs more than that.
    #[must_use]
    pub fn with_budget(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }

    fn begin(&mut self) {
        let scenario = self.scenario.clone();
        self.recorder.event(None, EventKind::Begun);
        self.first_leaders();
        for (index, action) in (0..).zip(&scenario.actions) {
            self.queue.push(action.at, Happening::Action(index));
        }
        for consumer in &scenario.consumers {
            if let (Some(at), Some(ix)) = (consumer.at, self.recorder.run.cast.consumer(&consumer.name)) {
                self.queue.push(at, Happening::Start(ix, None));
            }
        }
        self.schedule_retention();
    }

    /// What is known of the run so far.
    #[must_use]
    pub const fn run(&self) -> &Run {
        &self.recorder.run
    }

    /// Whether the run is complete, or was given up.
    #[must_use]
    pub const fn is_finished(&self) -> bool {
        self.finished
    }

    /// The run as far as it is known.
    #[must_use]
    pub fn into_run(self) -> Run {
        self.recorder.run
    }

    /// Computes all that happens up to `at` (ms, inclusive; at most the scenario's end).
    pub fn run_until(&mut self, at: u64) {
        while !self.finished && self.recorder.run.computed <= at {
            self.advance(u64::MAX, at);
        }
    }

    /// Computes at most so many steps further. Whether the run is complete now.
    pub fn run_steps(&mut self, steps: u64) -> bool {
        self.advance(steps, u64::MAX);
        self.finished
    }

    fn advance(&mut self, steps: u64, until: u64) {
        let end = self.scenario.until;
        let until = until.min(end);
        for _ in 0..steps {
            match self.queue.next_at().filter(|next| *next <= until) {
                Some(_) if self.is_too_much() => return self.give_up(),
                Some(_) => self.step(),
                None => {
                    self.recorder.run.computed = until + 1;
                    if until == end {
                        self.finish(end);
                    }
                    return;
                }
            }
        }
        // All before the present moment is final.
        self.recorder.run.computed = self.recorder.run.computed.max(self.recorder.now);
    }

    fn is_too_much(&self) -> bool {
        let trace = &self.recorder.run.trace;
        self.steps >= self.budget.steps || trace.events.len() + trace.exchanges.len() >= self.budget.events
    }

    fn give_up(&mut self) {
        self.recorder.run.given_up = true;
        self.recorder.run.computed = self.recorder.now;
        self.finished = true;
    }

    fn finish(&mut self, end: u64) {
        self.recorder.now = end;
        for index in 0..self.processes.len() {
            self.settle(ConsumerIx::at(index));
        }
        self.finished = true;
    }

    fn step(&mut self) {
        let Some((at, happening)) = self.queue.pop() else { return };
        self.steps += 1;
        self.recorder.now = at;
        match happening {
            Happening::Action(index) => self.action(index),
            Happening::Start(consumer, cause) => self.start(consumer, cause),
            Happening::Roll(rolling) => self.roll(rolling),
            Happening::WakeClient(consumer) => self.wake_client(consumer),
            Happening::WakeCoordinator(seat) => self.wake_coordinator(seat),
            Happening::ConnectionAsked(connection) => self.connection_asked(connection),
            Happening::ConnectionMade(connection) => self.connection_made(connection),
            Happening::ClientLearnsEnd(connection) => self.client_learns_end(connection),
            Happening::BrokerLearnsEnd(connection) => self.broker_learns_end(connection),
            Happening::Arrival(letter) => self.arrival(letter),
            Happening::Loss(letter) => self.loss(letter),
            Happening::NextRequest(connection) => self.next_request(connection),
            Happening::FetchDue(connection, exchange) => self.fetch_due(connection, exchange),
            Happening::BatchWritten(seat, term) => self.batch_written(seat, term),
            Happening::BatchReplicated(seat, term, write) => self.batch_replicated(seat, term, write),
            Happening::Elected(seat, term) => self.elected(seat, term),
            Happening::Loaded(seat, term) => self.loaded(seat, term),
            Happening::ExpireOffsets(seat, term) => self.expire_offsets(seat, term),
            Happening::BrokerEnds(broker) => self.broker_ends(broker),
            Happening::BrokerFenced(broker) => self.broker_fenced(broker),
            Happening::Retention => self.retention(),
        }
    }

    pub(super) fn now(&self) -> u64 {
        self.recorder.now
    }

    pub(super) fn broker_id(&self, broker: BrokerIx) -> crate::protocol::BrokerId {
        self.recorder.run.cast.brokers[broker.index()].id
    }

    /// The first group of a partition of `__consumer_offsets`, under which its coordinator's events stand.
    pub(super) fn home(&self, partition: i32) -> GroupIx {
        let groups = usize::try_from(partition).ok().and_then(|index| self.offsets.get(index));
        groups.and_then(|log| log.groups.first()).copied().unwrap_or(GroupIx(0))
    }
}

impl Run {
    /// Computes a scenario from beginning to end.
    #[must_use]
    pub fn new(scenario: impl Into<Arc<Scenario>>) -> Self {
        let mut simulation = Simulation::new(scenario.into());
        simulation.run_until(u64::MAX);
        simulation.into_run()
    }
}

fn cluster(scenario: &Scenario) -> Cluster {
    let brokers = scenario.cluster.brokers.iter().map(|broker| (broker.id, broker.rack.clone()));
    let mut cluster = Cluster::new(brokers, scenario.cluster.config().unwrap_or_default());
    for topic in &scenario.topics {
        cluster.create(topic_plan(topic, scenario.cluster.brokers.len()), 0);
    }
    if let Some(broker) = scenario.coordinator_on {
        let partition = cluster.offsets_partition(&scenario.group);
        cluster.move_offsets(partition, broker);
    }
    cluster
}

pub(super) fn topic_plan(topic: &Topic, brokers: usize) -> TopicPlan {
    let Rate(rate) = topic.produce_per_second;
    TopicPlan {
        name: topic.name.clone(),
        partitions: usize::try_from(topic.partitions).unwrap_or_default(),
        replication: topic.copies(brokers),
        rate,
        records: topic.records,
        keys: topic.keys.clone(),
        record_bytes: topic.record_bytes,
        config: topic.config().unwrap_or_default(),
    }
}
