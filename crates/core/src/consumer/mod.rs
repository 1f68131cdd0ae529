//! The client's side of a group: one `KafkaConsumer` with its application, as a state machine without I/O.
//!
//! The Java client has two threads. The application thread calls poll(), works on the records and commits; it is run until
//! it waits (`thread::Block` says for what). The heartbeat thread is run in rounds, whenever one matters. Both read the
//! network only when they pass over it, so an answer that arrives while the application works is read at the next round of
//! the heartbeat thread or the next call, as in the original. Nothing here takes time but waiting and working on records.
//!
//! Source: the Java client 4.1 (`ClassicKafkaConsumer`, `ConsumerCoordinator`, `AbstractCoordinator`, `Heartbeat`).

mod application;
mod close;
mod commits;
mod coordinator;
mod detail;
mod exception;
mod fetcher;
mod heartbeat;
mod io;
mod join;
mod leader;
mod log;
mod member;
mod metadata;
mod network;
mod poll;
mod positions;
mod random;
mod rebalance;
mod request;
mod seek;
mod subscribe;
mod subscription;
#[cfg(test)]
mod tests;
mod thread;
mod workers;

use std::collections::{BTreeSet, VecDeque};

pub use detail::{Cancelled, Detail, DisconnectedBy, LostCause};
pub use io::{
    Application, CallbackKind, CommitMode, ConnectionId, Input, Listener, Note, Output, PositionFrom, Subscribe, Task,
};
pub use log::ClientLog;
pub use subscription::TopicPattern;

use self::{
    application::{Batch, Place},
    close::CloseCall,
    commits::Commits,
    coordinator::Coordinator,
    fetcher::Fetcher,
    heartbeat::Heartbeat,
    leader::{AssignorMemories, LeaderStep},
    member::Member,
    metadata::{Metadata, Snapshot},
    network::{Arrival, Network, Outcome},
    poll::PollCall,
    positions::Positions,
    random::{Random, What},
    rebalance::JoinPrepare,
    request::Purpose,
    seek::Lookup,
    subscription::Subscription,
    thread::{Block, Step},
    workers::Workers,
};
use crate::{
    config::ConsumerConfig,
    protocol::{GroupId, MemberId, Request, Response, TopicPartition},
    simulation::frame::Doing,
};

/// How often the threads may turn within one millisecond before the rest waits for the next one: nothing takes time here,
/// so a loop that the original runs a thousand times a second would never end.
const MAX_TURNS: u32 = 200;

/// One consumer process: the client and its application.
#[derive(Debug)]
pub struct Consumer {
    config: ConsumerConfig,
    application: Application,
    /// The time of the call under way, ms, and what it puts out.
    now: u64,
    out: Vec<Output>,
    random: Random,
    network: Network,
    metadata: Metadata,
    /// The subscription's metadata as the member last looked at it.
    metadata_snapshot: Snapshot,
    coordinator: Coordinator,
    member: Member,
    is_leader: bool,
    leader_step: Option<LeaderStep>,
    assignor_memories: AssignorMemories,
    /// The user's plan for the next assignment.
    next_plan: Option<Vec<(MemberId, Vec<TopicPartition>)>>,
    join_prepare: JoinPrepare,
    heartbeat: Heartbeat,
    subscription: Subscription,
    positions: Positions,
    fetcher: Fetcher,
    commits: Commits,
    // The application thread.
    place: Place,
    block: Block,
    doing: Doing,
    tasks: VecDeque<Task>,
    last_turn: Option<u64>,
    /// How often the threads turned within this millisecond.
    turns: u32,
    batch: Batch,
    workers: Workers,
    /// Until when the rebalance listener holds the thread up, ms; and whether it does so in the middle of taking a share.
    listener_until: u64,
    listener_goes_on: bool,
    poll_call: PollCall,
    close_call: CloseCall,
    lookup: Option<Lookup>,
    /// Brokers that did not confirm yet that a fetch session ends.
    sessions_closing: usize,
}

impl Consumer {
    /// A process that has not begun: [`Input::Start`] begins it. `bootstrap` is the number of bootstrap servers; `seed`
    /// decides all that is left to chance.
    #[must_use]
    pub fn new(config: ConsumerConfig, application: Application, bootstrap: usize, seed: u64) -> Self {
        let metadata = Metadata::new(&config, bootstrap);
        Self {
            now: 0,
            out: Vec::new(),
            random: Random::new(seed),
            network: Network::new(&config),
            metadata_snapshot: metadata.snapshot(&[], false),
            metadata,
            coordinator: Coordinator::default(),
            member: Member::default(),
            is_leader: false,
            leader_step: None,
            assignor_memories: AssignorMemories::new(),
            next_plan: None,
            join_prepare: JoinPrepare::default(),
            heartbeat: Heartbeat::new(&config),
            subscription: Subscription::default(),
            positions: Positions::default(),
            fetcher: Fetcher::default(),
            commits: Commits::new(&config),
            place: Place::Nowhere,
            block: Block { until: u64::MAX, reads: false, holds_monitor: false },
            doing: Doing::Nothing,
            tasks: VecDeque::new(),
            last_turn: None,
            turns: 0,
            batch: Batch::default(),
            workers: Workers::default(),
            listener_until: 0,
            listener_goes_on: false,
            poll_call: PollCall::default(),
            close_call: CloseCall::default(),
            lookup: None,
            sessions_closing: 0,
            config,
            application,
        }
    }

    /// Something happened at `now`, ms. What the consumer does about it is appended to `out`.
    pub fn handle(&mut self, now: u64, input: Input, out: &mut Vec<Output>) {
        self.with(now, out, |consumer| {
            match input {
                Input::Start => {
                    consumer.start();
                    consumer.block.until = now.saturating_add(consumer.application.start_up_ms);
                }
                Input::Connected(id) => consumer.network.arrive(Arrival::Connected(id)),
                Input::Disconnected(id) => consumer.network.arrive(Arrival::Disconnected(id)),
                Input::Response { connection, correlation_id, response } => {
                    consumer.network.arrive(Arrival::Response(connection, correlation_id, response));
                }
                Input::Task(task) => consumer.take_task(task),
            }
            consumer.run();
        });
    }

    /// When the consumer wants to be woken next, ms: always after the last call. `None` = only by an input.
    #[must_use]
    pub fn next_deadline(&self) -> Option<u64> {
        if self.place == Place::Nowhere {
            return None;
        }
        let application = if self.leader_step.is_some() { u64::MAX } else { self.block.until };
        let network = if self.is_reading() { self.network_deadline() } else { u64::MAX };
        let heartbeat = self.heartbeat_wake().unwrap_or(u64::MAX);
        let workers = self.workers.wake().unwrap_or(u64::MAX);
        let next = application.min(network).min(heartbeat).min(workers);
        (next < u64::MAX).then(|| next.max(self.now + 1))
    }

    /// The time is `now`, ms: does what is due.
    pub fn on_deadline(&mut self, now: u64, out: &mut Vec<Output>) {
        self.with(now, out, Self::run);
    }

    /// A frozen process runs on at `now`, ms: what it works on has not been worked on meanwhile.
    pub fn thaw(&mut self, now: u64) {
        self.batch.record_end = self.batch.record_end.max(now);
        if self.place == Place::Processing {
            self.block.until = self.processing_wake();
        }
    }

    /// Tells which records were finished by `now`, ms, since that was told last: before the process is killed or frozen, and
    /// at the end of a run.
    pub fn settle(&mut self, now: u64, out: &mut Vec<Output>) {
        self.with(now, out, Self::settle_processing);
    }

    /// The partitions for which the application keeps something on its disk: what its process leaves behind.
    #[must_use]
    pub fn into_cache(self) -> BTreeSet<TopicPartition> {
        self.application.listener.kept
    }

    /// The member's id; empty if it has none.
    #[must_use]
    pub fn member_id(&self) -> &MemberId {
        &self.member.generation.member_id
    }

    fn with(&mut self, now: u64, out: &mut Vec<Output>, act: impl FnOnce(&mut Self)) {
        if self.now != now {
            self.now = now;
            self.turns = 0;
        }
        std::mem::swap(&mut self.out, out);
        act(self);
        std::mem::swap(&mut self.out, out);
    }

    /// Runs both threads until both wait.
    fn run(&mut self) {
        self.catch_up_polls();
        while self.place != Place::Nowhere && !self.is_spinning() {
            let arrived = self.is_reading() && self.network.has_arrivals();
            if self.workers_are_due() {
                self.run_workers();
            } else if self.leader_step.is_some() {
                if !self.continue_leader_step() {
                    return;
                }
            } else if arrived || self.now >= self.block.until {
                self.run_application();
            } else if self.heartbeat_wake().is_some_and(|wake| wake <= self.now) {
                self.heartbeat_round();
            } else if self.is_reading() && self.network_deadline() <= self.now {
                self.run_application();
            } else {
                return;
            }
        }
    }

    /// Whether the threads have turned often enough within this millisecond; then they wait for the next one.
    fn is_spinning(&mut self) -> bool {
        self.turns += 1;
        let spinning = self.turns > MAX_TURNS;
        if spinning {
            self.block = Block { until: self.now + 1, reads: false, ..self.block };
        }
        spinning
    }

    /// Whether the application is in poll().
    fn is_polling(&self) -> bool {
        self.place == Place::Polling
    }

    /// Whether the application thread reads the network while it waits.
    fn is_reading(&self) -> bool {
        self.leader_step.is_some() || self.block.reads
    }

    /// Whether the heartbeat thread has to wait for the application thread.
    fn monitor_is_held(&self) -> bool {
        self.leader_step.is_some() || self.block.holds_monitor
    }

    fn block<T>(&mut self, block: Block) -> Step<T> {
        self.block = block;
        Step::Blocked
    }

    fn note(&mut self, note: Note) {
        self.out.push(Output::Note(note));
    }

    fn detail(&mut self, detail: Detail) {
        self.note(Note::Detail(detail));
    }

    fn set_doing(&mut self, doing: Doing) {
        if self.doing != doing {
            self.doing = doing;
            self.note(Note::Doing(doing));
        }
    }

    fn group_id(&self) -> GroupId {
        self.config.group_id.clone().unwrap_or_default()
    }

    fn retry_backoff(&mut self, attempts: u32) -> u64 {
        let (first, most) = (self.config.retry_backoff_ms, self.config.retry_backoff_max_ms);
        self.random.backoff(What::RetryBackoff, first, most, attempts)
    }

    /// Queues a request with the ordinary time-out.
    fn enqueue(&mut self, connection: ConnectionId, request: Request, purpose: Purpose) {
        self.network.enqueue(self.now, connection, self.config.request_timeout_ms, request, purpose);
    }

    /// Goes over the network once without waiting: sends, reads, and handles what was read. Whether there was anything.
    fn pass(&mut self) -> bool {
        let mut anything = false;
        loop {
            self.update_metadata();
            let held = self.metadata.is_due(self.now);
            self.network.send_queued(self.now, held, &mut self.random, &mut self.out);
            let timeout = self.config.request_timeout_ms;
            let reading = self.network.read(self.now, timeout, &mut self.random, &mut self.out);
            self.network.take_log().into_iter().for_each(|ended| self.detail(ended));
            if reading.disconnected {
                if self.metadata.is_due(self.now) {
                    self.metadata.fail(self.now, &mut self.random);
                }
                self.metadata.request_update(false);
            }
            while let Some((purpose, outcome)) = self.network.next_ended() {
                self.dispatch(purpose, outcome);
            }
            if !reading.anything {
                return anything;
            }
            anything = true;
        }
    }

    /// Hands an ended request to whom it was for.
    fn dispatch(&mut self, purpose: Purpose, outcome: Outcome) {
        match purpose {
            Purpose::ApiVersions => {}
            Purpose::Metadata => match outcome {
                Outcome::Answer(Response::Metadata(answer)) => {
                    if self.metadata.version == 0 {
                        self.detail(Detail::FirstMetadata);
                    }
                    self.metadata.update(self.now, answer, &mut self.random);
                }
                _ => self.metadata.fail(self.now, &mut self.random),
            },
            Purpose::FindCoordinator(id) => self.on_find_coordinator(id, outcome),
            Purpose::JoinGroup(sent) => self.on_join_group(&sent, outcome),
            Purpose::SyncGroup(sent) => self.on_sync_group(&sent, outcome),
            Purpose::Heartbeat(sent) => self.on_heartbeat(&sent, outcome),
            Purpose::LeaveGroup => self.on_leave_group(outcome),
            Purpose::Commit(commit) => self.on_offset_commit(commit, outcome),
            Purpose::OffsetFetch(id) => self.on_offset_fetch(id, outcome),
            Purpose::Reset(asked) => self.on_reset(&asked, outcome),
            Purpose::Validate(asked) => self.on_validated(&asked, outcome),
            Purpose::OffsetForTime(of) => self.on_offset_for_time(&of, outcome),
            Purpose::Fetch(node) => self.on_fetch(node, outcome),
            Purpose::CloseFetchSession => self.sessions_closing = self.sessions_closing.saturating_sub(1),
        }
    }
}
