//! What the scenario does to consumers, links and brokers.

use super::{
    cast::{BrokerIx, ConsumerIx, PartitionIx},
    engine::{Happening, Simulation, topic_plan},
    frame::{self, MessageKind},
    network::{ConnectionIx, Fate, Way},
    trace::{EventId, EventKind},
};
use crate::{
    broker::Standing,
    config::{AutoOffsetReset, BrokerConfig, Scope},
    consumer::{Subscribe, Task},
    protocol::{BrokerId, Name, TopicName, TopicPartition},
    scenario::{self, Do, Settings, scope_of},
};

/// How long a broker that shuts down goes on answering, ms. Recorded: about 2 s.
const SHUTDOWN_MS: u64 = 2000;

/// A rolling restart under way.
#[derive(Clone, Debug)]
pub(super) struct Rolling {
    consumers: Vec<ConsumerIx>,
    next: usize,
    after: u64,
    every: u64,
    cause: EventId,
}

impl Simulation {
    pub(super) fn action(&mut self, index: u32) {
        let scenario = self.scenario.clone();
        let what = &scenario.actions[index as usize].what;
        let event = self.recorder.event(None, EventKind::Action { action: index });
        if let Some(consumer) = what.consumer().and_then(|name| self.recorder.run.cast.consumer(name)) {
            return self.do_to_consumer(consumer, what, event);
        }
        match what {
            Do::Cut { from, to } => self.on_link((from, to), |network, ends, way| network.cut(ends, way)),
            Do::SlowLink { from, to, latency } => {
                self.on_link((from, to), |network, ends, way| network.slow(ends, way, *latency));
            }
            Do::Heal { from, to } => {
                self.on_link((from, to), |network, ends, way| network.heal(ends, way));
                if let Some((ends, way)) = self.link(from, to) {
                    self.release(ends, way);
                }
            }
            Do::Drop { from, to, api, kind, nth } => self.fault((from, to), *kind, |network, ends, way| {
                network.strike(ends, way, (*api, *nth), Fate::Lost);
            }),
            Do::Delay { from, to, api, kind, nth, ms } => self.fault((from, to), *kind, |network, ends, way| {
                network.strike(ends, way, (*api, *nth), Fate::Late(*ms));
            }),
            Do::Set { settings, .. } => self.set_for_all(settings),
            Do::AddPartitions { topic, partitions } => self.add_partitions(topic, *partitions, event),
            Do::AddTopic { topic } => {
                self.cluster.create(topic_plan(topic, scenario.cluster.brokers.len()), self.now());
                self.note_grown(&topic.name, topic.partitions, event);
            }
            Do::MoveCoordinator { to } => self.move_coordinator(*to, event),
            Do::StopBroker { broker, hard } => self.stop_broker(*broker, *hard, event),
            Do::StartBroker { broker } => self.start_broker(*broker, event),
            Do::RollingRestart { consumers, after, every } => {
                self.rolling_restart(consumers.as_deref(), (*after, *every), event);
            }
            _ => {}
        }
    }

    // --- Consumers ---

    fn do_to_consumer(&mut self, ix: ConsumerIx, what: &Do, event: EventId) {
        match what {
            Do::Start { .. } => self.start(ix, Some(event)),
            Do::AddConsumer { consumer } => {
                let at = consumer.at.unwrap_or_default();
                if at > self.now() {
                    self.queue.push(at, Happening::Start(ix, Some(event)));
                } else {
                    self.start(ix, Some(event));
                }
            }
            Do::Close { .. } | Do::RemoveConsumer { .. } => self.task(ix, Task::Close, event),
            Do::Kill { .. } => self.kill(ix, event),
            Do::Freeze { .. } => self.freeze(ix, true, event),
            Do::Thaw { .. } => self.freeze(ix, false, event),
            Do::Slow { process_ms, .. } => self.task(ix, Task::Slow(*process_ms), event),
            Do::Restart { after, .. } => self.restart(ix, *after, event),
            Do::Set { settings, .. } => self.processes[ix.index()].changed.extend(settings.clone()),
            Do::Seek { topic, partition, offset, time, .. } => {
                let partition = TopicPartition::new(topic.clone(), *partition);
                let task = match (offset, time) {
                    (Some(offset), _) => Task::Seek(partition, *offset),
                    (None, time) => Task::SeekToTime(partition, time.unwrap_or_default()),
                };
                self.task(ix, task, event);
            }
            Do::SeekToBeginning { partitions, .. } => {
                self.task(ix, Task::SeekToReset(partitions.clone(), AutoOffsetReset::Earliest), event);
            }
            Do::SeekToEnd { partitions, .. } => {
                self.task(ix, Task::SeekToReset(partitions.clone(), AutoOffsetReset::Latest), event);
            }
            Do::Pause { partitions, .. } => self.task(ix, Task::Pause(partitions.clone()), event),
            Do::Resume { partitions, .. } => self.task(ix, Task::Resume(partitions.clone()), event),
            Do::Subscribe { topics, pattern, .. } => {
                let wanted = pattern.clone().map_or_else(|| Subscribe::Topics(topics.clone()), Subscribe::Pattern);
                self.task(ix, Task::Subscribe(wanted), event);
            }
            Do::Assign { partitions, .. } => {
                self.task(ix, Task::Subscribe(Subscribe::Partitions(scenario::partitions(partitions))), event);
            }
            Do::Unsubscribe { .. } => self.task(ix, Task::Unsubscribe, event),
            Do::EnforceRebalance { .. } => self.task(ix, Task::EnforceRebalance, event),
            Do::Plan { assignment, .. } => {
                self.processes[ix.index()].plan = Some((assignment.clone(), event));
            }
            _ => {}
        }
    }

    fn kill(&mut self, ix: ConsumerIx, event: EventId) {
        if self.processes[ix.index()].machine.is_some() {
            self.settle(ix);
            self.end(ix, frame::Process::Killed, Some(event));
            self.processes[ix.index()].restart = None;
        }
    }

    /// close(), and a start when its end has come; of a process that does not run the start only.
    fn restart(&mut self, ix: ConsumerIx, after: u64, event: EventId) {
        if self.processes[ix.index()].machine.is_some() {
            self.processes[ix.index()].restart = Some((after, event));
            self.task(ix, Task::Close, event);
        } else {
            self.queue.push(self.now() + after, Happening::Start(ix, Some(event)));
        }
    }

    fn rolling_restart(&mut self, names: Option<&[Name]>, (after, every): (u64, u64), cause: EventId) {
        let cast = &self.recorder.run.cast;
        let consumers = match names {
            Some(names) => names.iter().filter_map(|name| cast.consumer(name)).collect(),
            None => (0..cast.consumers.len())
                .map(ConsumerIx::at)
                .filter(|ix| self.processes[ix.index()].machine.is_some())
                .collect(),
        };
        self.rolling.push(Rolling { consumers, next: 0, after, every, cause });
        self.roll(self.rolling.len() as u32 - 1);
    }

    pub(super) fn roll(&mut self, index: u32) {
        let now = self.now();
        let rolling = &mut self.rolling[index as usize];
        let Some(ix) = rolling.consumers.get(rolling.next).copied() else { return };
        rolling.next += 1;
        self.queue.push(now + rolling.every, Happening::Roll(index));
        let (after, cause) = (rolling.after, rolling.cause);
        self.restart(ix, after, cause);
    }

    fn set_for_all(&mut self, settings: &Settings) {
        for (name, value) in settings {
            match scope_of(name) {
                Ok(Scope::Consumer) => {
                    for process in &mut self.processes {
                        process.changed.insert(name.clone(), value.clone());
                    }
                }
                Ok(Scope::Broker) => {
                    let config: &mut BrokerConfig = &mut self.cluster.config;
                    // The scenario was checked: it can be read.
                    let _ = config.set(name, value);
                }
                _ => {}
            }
        }
    }

    // --- Links ---

    fn link(&self, from: &str, to: &str) -> Option<((ConsumerIx, BrokerIx), Way)> {
        let cast = &self.recorder.run.cast;
        match (cast.consumer(from), cast.broker_named(to)) {
            (Some(consumer), Some(broker)) => Some(((consumer, broker), Way::Up)),
            _ => Some(((cast.consumer(to)?, cast.broker_named(from)?), Way::Down)),
        }
    }

    fn on_link(
        &mut self,
        (from, to): (&str, &str),
        act: impl FnOnce(&mut super::network::Network, (ConsumerIx, BrokerIx), Way),
    ) {
        if let Some((ends, way)) = self.link(from, to) {
            act(&mut self.network, ends, way);
        }
    }

    /// A fault of a kind of message: a request from its client, or a reply from its broker. The other way there is none.
    fn fault(
        &mut self,
        ends: (&str, &str),
        kind: MessageKind,
        act: impl FnOnce(&mut super::network::Network, (ConsumerIx, BrokerIx), Way),
    ) {
        self.on_link(ends, |network, ends, way| {
            if way == Way::from(kind) {
                act(network, ends, way);
            }
        });
    }

    // --- Brokers and topics ---

    fn add_partitions(&mut self, topic: &TopicName, total: i32, cause: EventId) {
        if self.cluster.add_partitions(topic, usize::try_from(total).unwrap_or_default(), self.now()) {
            self.note_grown(topic, total, cause);
        }
    }

    /// Writes down that a topic has so many partitions now.
    fn note_grown(&mut self, topic: &TopicName, total: i32, cause: EventId) {
        let Some(ix) = self.recorder.run.cast.topic(topic) else { return };
        let kind = EventKind::PartitionsAdded { topic: ix, partitions: u32::try_from(total).unwrap_or_default() };
        let event = self.recorder.event(Some(cause), kind);
        for number in 0..total {
            if let Some(place) = self.recorder.run.cast.partition(topic, number) {
                self.note_partition(place, &TopicPartition::new(topic.clone(), number), Some(event));
            }
        }
        self.reconsider_fetches();
    }

    fn move_coordinator(&mut self, to: BrokerId, cause: EventId) {
        let partition = self.cluster.offsets_partition(&self.scenario.group);
        if self.cluster.move_offsets(partition, to) {
            self.leaders_changed(vec![crate::broker::LeaderChange::Offsets(partition)], Some(cause));
        }
    }

    fn stop_broker(&mut self, id: BrokerId, hard: bool, cause: EventId) {
        let Some(broker) = self.recorder.run.cast.broker(id).filter(|broker| self.broker_runs(*broker)) else { return };
        let now = self.now();
        if hard {
            let changes = self.cluster.set_standing(id, Standing::Silent, now);
            let session = self.cluster.config.broker_session_timeout_ms;
            self.queue.push(now + session, Happening::BrokerFenced(broker));
            let event = self.broker_is_gone(broker, Some(cause));
            self.leaders_changed(changes, Some(event));
        } else {
            let changes = self.cluster.set_standing(id, Standing::ShuttingDown, now);
            self.queue.push(now + SHUTDOWN_MS, Happening::BrokerEnds(broker));
            self.leaders_changed(changes, Some(cause));
        }
    }

    pub(super) fn broker_ends(&mut self, broker: BrokerIx) {
        let id = self.broker_id(broker);
        if self.cluster.broker(id).is_some_and(|it| it.standing == Standing::ShuttingDown) {
            let changes = self.cluster.set_standing(id, Standing::Fenced, self.now());
            let event = self.broker_is_gone(broker, None);
            self.leaders_changed(changes, Some(event));
        }
    }

    pub(super) fn broker_fenced(&mut self, broker: BrokerIx) {
        let id = self.broker_id(broker);
        if self.cluster.broker(id).is_some_and(|it| it.standing == Standing::Silent) {
            let changes = self.cluster.set_standing(id, Standing::Fenced, self.now());
            let cause = self.recorder.run.lanes.brokers[broker.index()].last().map(|change| EventId(change.event));
            self.leaders_changed(changes, cause);
        }
    }

    fn broker_is_gone(&mut self, broker: BrokerIx, cause: Option<EventId>) -> EventId {
        let event = self.recorder.event(cause, EventKind::BrokerAlive { broker, alive: false });
        self.recorder.run.lanes.brokers[broker.index()].push(self.recorder.now, event.0, false);
        self.seats_gone(broker);
        for index in 0..self.network.connections.len() {
            let ix = ConnectionIx(index as u32);
            let connection = self.network.connection(ix);
            if connection.broker == broker && std::mem::take(&mut connection.broker_open) {
                connection.cause = Some(event);
                connection.waiting.clear();
                connection.serving = super::network::Serving::Nothing;
                self.send_word(ix, Way::Down, Happening::ClientLearnsEnd(ix));
            }
        }
        event
    }

    fn start_broker(&mut self, id: BrokerId, cause: EventId) {
        let Some(broker) = self.recorder.run.cast.broker(id) else { return };
        let standing = self.cluster.broker(id).map(|it| it.standing);
        if matches!(standing, Some(Standing::Silent | Standing::Fenced)) {
            let event = self.recorder.event(Some(cause), EventKind::BrokerAlive { broker, alive: true });
            self.recorder.run.lanes.brokers[broker.index()].push(self.recorder.now, event.0, true);
            let mut changes = self.cluster.set_standing(id, Standing::Running, self.now());
            if standing == Some(Standing::Silent) {
                // Nobody noticed that it was gone, but its coordinators have forgotten everything.
                changes.extend(self.led_offsets(id));
            }
            self.leaders_changed(changes, Some(event));
        }
    }

    fn led_offsets(&self, id: BrokerId) -> Vec<crate::broker::LeaderChange> {
        let leads = |partition: &i32| self.cluster.offsets_leadership(*partition).and_then(|it| it.leader) == Some(id);
        (0..self.cluster.offsets_partitions()).filter(leads).map(crate::broker::LeaderChange::Offsets).collect()
    }

    // --- Logs ---

    pub(super) fn schedule_retention(&mut self) {
        let at = self.now() + self.cluster.config.log_retention_check_interval_ms;
        self.queue.push(at, Happening::Retention);
    }

    /// Brokers delete records that are too old or too many.
    pub(super) fn retention(&mut self) {
        for (index, log_start) in self.cluster.delete_old_records(self.now()) {
            let Some(partition) = self.recorder.place(&index) else { continue };
            let event = self.recorder.event(None, EventKind::RecordsDeleted { partition, log_start });
            self.note_partition(partition, &index, Some(event));
        }
        self.reconsider_fetches();
        self.schedule_retention();
    }

    /// Writes down how a partition stands.
    pub(super) fn note_partition(&mut self, place: PartitionIx, partition: &TopicPartition, event: Option<EventId>) {
        let Some(it) = self.cluster.partition(partition) else { return };
        let leader = it.leadership.leader.and_then(|id| self.recorder.run.cast.broker(id));
        let (now, event) = (self.recorder.now, event.unwrap_or(self.recorder.latest()).0);
        let lanes = &mut self.recorder.run.lanes.partitions[place.index()];
        lanes.leader.push(now, event, leader);
        lanes.log.push(now, event, it.log);
        lanes.log_start.push(now, event, it.log_start);
    }

    /// Writes down how all logs grow now.
    pub(super) fn note_logs(&mut self, cause: Option<EventId>) {
        for index in 0..self.recorder.run.cast.partitions.len() {
            let partition = self.recorder.run.cast.partitions[index].clone();
            self.note_partition(PartitionIx::at(index), &partition, cause);
        }
    }
}
