//! Coordinators on their brokers: who is in charge of what, and what becomes of what they say.

use super::{
    cast::{BrokerIx, ConsumerIx, GroupIx},
    draw::{member_id, number_of},
    engine::{Happening, Simulation},
    network::{ConnectionIx, Serving},
    recorder::Recorder,
    seat::{Pending, Seat, SeatIx},
    trace::{EventId, EventKind, ExchangeId},
};
use crate::{
    broker::{LeaderChange, Standing},
    coordinator::{GroupRequest, Input, MemberIds, Note, Output, Token, WriteId},
    protocol::{GroupId, MemberId, RequestContext},
    scenario::Scenario,
};

/// From the choice of a new leader to its begin to load, ms: the metadata travel from the controller. Recorded: 10 to 50.
const ELECTION_MS: u64 = 20;
/// How long a broker reads a group's partition, ms. Recorded: 8 to 23.
const LOADING_MS: u64 = 15;
/// How long a write takes to reach the other replicas, ms.
const REPLICATION_MS: u64 = 2;
/// What member ids are made for, among all that is drawn from the seed.
const MEMBER: u64 = 2;

/// Hands out member ids: first those of the scenario, then made ones.
struct Ids<'a> {
    scenario: &'a Scenario,
    recorder: &'a mut Recorder,
    /// How many ids were made for the consumer so far.
    used: &'a mut u32,
    consumer: ConsumerIx,
}

impl MemberIds for Ids<'_> {
    fn new_member_id(&mut self, prefix: &str) -> MemberId {
        let role = &self.recorder.run.cast.consumers[self.consumer.index()];
        let (name, group) = (role.name.clone(), role.group);
        let listed = self.scenario.consumer(&name).and_then(|it| it.member_ids.get(*self.used as usize).cloned());
        let what_for = [MEMBER, number_of(&name), u64::from(*self.used)];
        let id = listed.unwrap_or_else(|| member_id(prefix, self.scenario.seed, &what_for).into());
        *self.used += 1;
        self.recorder.member_id_made(group, &id, self.consumer);
        id
    }
}

impl Simulation {
    /// Everything is led as the cluster was made, and all coordinators are loaded.
    pub(super) fn first_leaders(&mut self) {
        let groups = self.recorder.run.cast.groups.clone();
        for (index, id) in groups.iter().enumerate() {
            let partition = self.cluster.offsets_partition(id);
            self.offsets[partition as usize].groups.push(GroupIx::at(index));
            let lanes = &mut self.recorder.run.lanes.groups[index];
            lanes.offsets_partition = partition;
            lanes.offsets_partitions = self.cluster.offsets_partitions();
        }
        for partition in 0..self.cluster.offsets_partitions() {
            let leader = self.offsets_leader(partition);
            let epoch = self.offsets_epoch(partition);
            for group in self.offsets[partition as usize].groups.clone() {
                self.recorder.coordinator(group, (leader, epoch), false, EventId(0));
            }
            if let Some(broker) = leader.filter(|_| !self.offsets[partition as usize].groups.is_empty()) {
                let seat = self.seat(partition, broker);
                for input in [Input::Elected, Input::Loaded(Vec::new())] {
                    self.tell_coordinator(seat, input, None);
                }
                self.schedule_expiry(seat);
            }
        }
        let partitions = self.recorder.run.cast.partitions.clone();
        for (index, partition) in partitions.iter().enumerate() {
            self.note_partition(super::PartitionIx::at(index), partition, None);
        }
    }

    fn offsets_leader(&self, partition: i32) -> Option<BrokerIx> {
        self.recorder.run.cast.broker(self.cluster.offsets_leadership(partition)?.leader?)
    }

    fn offsets_epoch(&self, partition: i32) -> i32 {
        self.cluster.offsets_leadership(partition).map_or(0, |leadership| leadership.epoch)
    }

    /// A broker's coordinator of a partition of `__consumer_offsets`; made when it is first needed.
    fn seat(&mut self, partition: i32, broker: BrokerIx) -> SeatIx {
        let found = self.seats.iter().position(|seat| seat.partition == partition && seat.broker == broker);
        let place = found.unwrap_or_else(|| {
            self.seats.push(Seat::new(partition, broker, &self.cluster.config));
            self.seats.len() - 1
        });
        SeatIx(place as u32)
    }

    fn at(&mut self, seat: SeatIx) -> &mut Seat {
        &mut self.seats[seat.0 as usize]
    }

    fn is_in_charge(&self, seat: SeatIx) -> bool {
        let seat = &self.seats[seat.0 as usize];
        self.offsets_leader(seat.partition) == Some(seat.broker)
    }

    // --- Requests and timers ---

    /// A group request reaches the coordinator on its broker.
    pub(super) fn ask_coordinator(
        &mut self,
        ix: ConnectionIx,
        exchange: ExchangeId,
        (context, request): (RequestContext, GroupRequest),
        arrival: Option<EventId>,
    ) {
        let broker = self.network.connection(ix).broker;
        let group = request.group_id().cloned().unwrap_or_default();
        let seat = self.seat(self.cluster.offsets_partition(&group), broker);
        let input = Input::Request { token: Token(exchange.0.into()), context, request };
        self.tell_coordinator(seat, input, arrival);
    }

    fn tell_coordinator(&mut self, seat: SeatIx, input: Input, cause: Option<EventId>) {
        let consumer = match &input {
            Input::Request { token, .. } => self.recorder.run.trace.exchanges[token.0 as usize].consumer,
            _ => ConsumerIx(0),
        };
        let mut nobody = 0;
        let used = self.processes.get_mut(consumer.index()).map_or(&mut nobody, |process| &mut process.ids);
        let mut ids = Ids { scenario: &self.scenario, recorder: &mut self.recorder, used, consumer };
        let now = ids.recorder.now;
        let coordinator = &mut self.seats[seat.0 as usize].coordinator;
        coordinator.handle(now, input, &mut ids, &mut self.from_coordinator);
        self.coordinator_outputs(seat, cause);
    }

    pub(super) fn wake_coordinator(&mut self, seat: SeatIx) {
        let now = self.now();
        let it = &mut self.seats[seat.0 as usize];
        if it.alarm.rings(now, &mut self.queue, Happening::WakeCoordinator(seat)) {
            it.coordinator.on_deadline(now, &mut self.from_coordinator);
            self.coordinator_outputs(seat, None);
        }
    }

    fn coordinator_outputs(&mut self, seat: SeatIx, cause: Option<EventId>) {
        let mut cause = cause;
        let mut changed = Changed::default();
        let mut outputs = std::mem::take(&mut self.from_coordinator);
        let it = &self.seats[seat.0 as usize];
        let home = (self.home(it.partition), it.broker);
        for output in outputs.drain(..) {
            match output {
                Output::Reply { token, response } => {
                    let exchange = ExchangeId(token.0 as u32);
                    self.recorder.unparked(exchange);
                    let ix = self.recorder.connection_of(exchange);
                    let connection = self.network.connection(ix);
                    // The client may have hung up meanwhile.
                    if connection.broker_open && matches!(connection.serving, Serving::Group(it) if it == exchange) {
                        self.send_reply(ix, exchange, response, cause);
                    }
                }
                Output::Append { write, records } => self.append(seat, write, records, cause),
                Output::Note(note) => {
                    changed.see(&note);
                    match &note {
                        Note::Parked { token, .. } => self.recorder.parked(ExchangeId(token.0 as u32)),
                        Note::Forgotten { token } => self.recorder.unparked(ExchangeId(token.0 as u32)),
                        _ => {}
                    }
                    cause = self.recorder.coordinator_note(home, note, cause).or(cause);
                }
            }
        }
        self.from_coordinator = outputs;
        self.follow(seat, &changed, cause);
    }

    /// Brings alarm and lanes in line with a coordinator after something happened in it.
    fn follow(&mut self, seat: SeatIx, changed: &Changed, cause: Option<EventId>) {
        let event = cause.unwrap_or(self.recorder.latest());
        let in_charge = self.is_in_charge(seat);
        let it = &mut self.seats[seat.0 as usize];
        if in_charge {
            if changed.all {
                let groups = &self.offsets[it.partition as usize].groups;
                self.recorder.sync_groups(groups, &it.coordinator, event);
            } else {
                for id in &changed.groups {
                    if let Some(group) = self.recorder.run.cast.group(id) {
                        self.recorder.sync_group(group, it.coordinator.group(id), event);
                    }
                }
            }
        }
        it.alarm.set(it.coordinator.next_deadline(), &mut self.queue, Happening::WakeCoordinator(seat));
    }

    // --- Writes ---

    /// A coordinator writes records: they join the open batch, or open one.
    fn append(
        &mut self,
        seat: SeatIx,
        write: WriteId,
        records: Vec<crate::coordinator::Record>,
        cause: Option<EventId>,
    ) {
        let linger = self.cluster.config.group_coordinator_append_linger_ms;
        let now = self.now();
        let it = &mut self.seats[seat.0 as usize];
        let waiting: usize = it.pending.iter().map(|pending| pending.records.len()).sum();
        let offset = self.offsets[it.partition as usize].end() + waiting as i64;
        let append = self.recorder.appended((it.partition, it.broker), offset, &records, cause);
        it.pending.push_back(Pending { write, records, cause, append });
        let opens = !std::mem::replace(&mut it.batch_open, true);
        let term = it.term;
        if opens {
            self.queue.push(now + linger, Happening::BatchWritten(seat, term));
        }
    }

    pub(super) fn batch_written(&mut self, seat: SeatIx, term: u32) {
        let it = self.at(seat);
        if it.term != term {
            return;
        }
        it.batch_open = false;
        let Some(write) = it.pending.back().map(|pending| pending.write) else { return };
        let partition = it.partition;
        let alone = self.cluster.offsets_leadership(partition).is_none_or(|it| it.replicas.len() == 1);
        let replication = if alone { 0 } else { REPLICATION_MS };
        self.queue.push(self.now() + replication, Happening::BatchReplicated(seat, term, write));
    }

    pub(super) fn batch_replicated(&mut self, seat: SeatIx, term: u32, write: WriteId) {
        let it = self.at(seat);
        if it.term != term {
            return;
        }
        it.flushed = Some(write);
        self.commit(seat);
    }

    /// Makes durable what all replicas in sync have.
    fn commit(&mut self, seat: SeatIx) {
        let it = &mut self.seats[seat.0 as usize];
        let open =
            self.cluster.offsets_leadership(it.partition).is_some_and(|leadership| self.cluster.is_open(leadership));
        let Some(write) = it.flushed.filter(|_| open) else { return };
        it.flushed = None;
        let mut cause = None;
        while let Some(pending) = it.pending.pop_front_if(|pending| pending.write <= write) {
            cause = pending.cause;
            self.recorder.append_ended(pending.append, true);
            for record in pending.records {
                self.recorder.record_committed(&record, cause);
                self.offsets[it.partition as usize].append(record);
            }
        }
        self.tell_coordinator(seat, Input::Committed(write), cause);
    }

    // --- Who is in charge ---

    /// Follows changes of leaders: events, lanes, coordinators, and fetches that wait.
    pub(super) fn leaders_changed(&mut self, changes: Vec<LeaderChange>, cause: Option<EventId>) {
        for change in changes {
            match change {
                LeaderChange::Offsets(partition) => self.coordinator_changed(partition, cause),
                LeaderChange::Partition(partition) => {
                    if let Some(place) = self.recorder.place(&partition) {
                        let leader = self.cluster.partition(&partition).and_then(|it| it.leadership.leader);
                        let leader = leader.and_then(|id| self.recorder.run.cast.broker(id));
                        let event = self.recorder.event(cause, EventKind::LeaderChanged { partition: place, leader });
                        self.note_partition(place, &partition, Some(event));
                    }
                }
            }
        }
        for seat in 0..self.seats.len() {
            self.commit(SeatIx(seat as u32));
        }
        self.note_logs(cause);
        self.reconsider_fetches();
    }

    fn coordinator_changed(&mut self, partition: i32, cause: Option<EventId>) {
        let (leader, epoch) = (self.offsets_leader(partition), self.offsets_epoch(partition));
        let groups = self.offsets[partition as usize].groups.clone();
        for seat in 0..self.seats.len() {
            let it = &self.seats[seat];
            if it.partition == partition && Some(it.broker) != leader {
                self.resign(SeatIx(seat as u32), cause);
            }
        }
        for group in &groups {
            let event = self.recorder.event(cause, EventKind::CoordinatorChanged { group: *group, broker: leader });
            self.recorder.coordinator(*group, (leader, epoch), leader.is_some(), event);
            self.recorder.timers_gone(*group, event);
        }
        if let Some(broker) = leader.filter(|_| !groups.is_empty()) {
            let seat = self.seat(partition, broker);
            let term = self.at(seat).next_term();
            self.queue.push(self.now() + ELECTION_MS, Happening::Elected(seat, term));
        }
    }

    /// A broker's coordinator learns that it is in charge no more.
    fn resign(&mut self, seat: SeatIx, cause: Option<EventId>) {
        let it = &mut self.seats[seat.0 as usize];
        it.next_term();
        for pending in it.pending.drain(..) {
            self.recorder.append_ended(pending.append, false);
        }
        let runs = self.cluster.brokers()[self.seats[seat.0 as usize].broker.index()].answers();
        if runs {
            self.tell_coordinator(seat, Input::Resigned, cause);
        }
    }

    pub(super) fn elected(&mut self, seat: SeatIx, term: u32) {
        if self.at(seat).term == term {
            self.tell_coordinator(seat, Input::Elected, None);
            self.queue.push(self.now() + LOADING_MS, Happening::Loaded(seat, term));
        }
    }

    pub(super) fn loaded(&mut self, seat: SeatIx, term: u32) {
        let it = self.at(seat);
        if it.term != term {
            return;
        }
        let (partition, broker) = (it.partition, it.broker);
        let epoch = self.offsets_epoch(partition);
        let records = self.offsets[partition as usize].read();
        self.tell_coordinator(seat, Input::Loaded(records), None);
        let event = self.recorder.latest();
        for group in self.offsets[partition as usize].groups.clone() {
            self.recorder.coordinator(group, (Some(broker), epoch), false, event);
        }
        self.schedule_expiry(seat);
    }

    fn schedule_expiry(&mut self, seat: SeatIx) {
        let interval = self.cluster.config.offsets_retention_check_interval_ms;
        let term = self.at(seat).term;
        self.queue.push(self.now() + interval, Happening::ExpireOffsets(seat, term));
    }

    pub(super) fn expire_offsets(&mut self, seat: SeatIx, term: u32) {
        if self.at(seat).term == term {
            self.tell_coordinator(seat, Input::ExpireOffsets, None);
            self.schedule_expiry(seat);
        }
    }

    /// A broker's process is gone, with all its coordinators.
    pub(super) fn seats_gone(&mut self, broker: BrokerIx) {
        for seat in self.seats.iter_mut().filter(|seat| seat.broker == broker) {
            for pending in seat.pending.drain(..) {
                self.recorder.append_ended(pending.append, false);
            }
            let (partition, term, alarm) = (seat.partition, seat.term + 1, seat.alarm);
            *seat = Seat { term, alarm, ..Seat::new(partition, broker, &self.cluster.config) };
        }
        for (place, seat) in (0..).zip(&mut self.seats) {
            seat.alarm.set(
                seat.coordinator.next_deadline(),
                &mut self.queue,
                Happening::WakeCoordinator(SeatIx(place)),
            );
        }
    }

    /// Whether a broker's process runs.
    pub(super) fn broker_runs(&self, broker: BrokerIx) -> bool {
        self.cluster.brokers()[broker.index()].standing == Standing::Running
    }
}

/// Which groups have changed in more than a timer.
#[derive(Default)]
struct Changed {
    groups: Vec<GroupId>,
    all: bool,
}

impl Changed {
    fn see(&mut self, note: &Note) {
        match note {
            Note::TimerArmed { .. }
            | Note::TimerCancelled { .. }
            | Note::TimerFired { .. }
            | Note::Committed { .. } => {}
            note => match super::record_group::group_of(note) {
                Some(group) if self.groups.contains(group) => {}
                Some(group) => self.groups.push(group.clone()),
                None => self.all = true,
            },
        }
    }
}
