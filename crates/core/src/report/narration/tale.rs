//! What must be remembered of a run to tell it.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use super::{Args, Moment, Say};
use crate::{
    config::ConsumerConfig,
    coordinator::GroupState,
    protocol::{InstanceId, MemberId, NO_GENERATION, Name},
    report::settings::consumer_config,
    simulation::{
        BrokerIx, ConsumerIx, GroupIx, PartitionIx, Run, TopicIx,
        frame::Doing,
        trace::{EventId, EventKind, ExchangeId},
    },
};

/// Hears the events of a run in their order and tells what is to be told.
#[derive(Debug, Default)]
pub(super) struct Teller {
    pub(super) moments: Vec<Moment>,
    said: BTreeSet<Say>,
    groups: BTreeMap<GroupIx, GroupTale>,
    consumers: BTreeMap<ConsumerIx, ConsumerTale>,
    pub(super) partitions: BTreeMap<(GroupIx, PartitionIx), PartitionTale>,
    /// How many partitions each topic had before it grew.
    pub(super) grown: BTreeMap<TopicIx, (u32, u32)>,
    /// Alike sentences of one instant, about several partitions: told as one.
    pub(super) batch: Option<Batch>,
    members: BTreeMap<MemberId, ConsumerIx>,
    /// How many members of each group are among [`Self::members`].
    members_known: BTreeMap<GroupIx, usize>,
}

/// Where a sentence belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) at: u64,
    pub(super) event: EventId,
    pub(super) group: Option<GroupIx>,
}

/// What is remembered of a group.
#[derive(Debug)]
pub(super) struct GroupTale {
    pub(super) state: GroupState,
    /// Whether the join phase is that of an empty group.
    pub(super) initial: bool,
    /// When the join phase began.
    pub(super) began: u64,
    /// The initial delay, and its limit, ms.
    pub(super) delay: (u64, u64),
    /// Who came last.
    pub(super) newest: Option<ConsumerIx>,
    /// How many have come since the initial delay was last prolonged, the first member not counted.
    pub(super) arrivals: u32,
    /// Whether the initial delay has run out.
    pub(super) delay_over: bool,
    pub(super) members: BTreeSet<ConsumerIx>,
    /// Who of them has joined in this join phase.
    pub(super) joined: BTreeSet<ConsumerIx>,
    /// A wait that may be worth telling.
    pub(super) slow: Option<Slow>,
    pub(super) leader: Option<ConsumerIx>,
    /// The first member, until it is told that it leads.
    pub(super) first_leader: Option<ConsumerIx>,
    pub(super) protocol: Option<Name>,
    /// Whether the leader's plan has come.
    pub(super) planned: bool,
    pub(super) idle: BTreeSet<ConsumerIx>,
    /// The time that the timer which fired last had run, ms.
    pub(super) timeout: u64,
    /// Instances whose session has ended, and how long it was.
    pub(super) expired: BTreeMap<InstanceId, u64>,
    /// An instance that has just come back, and how long it was away.
    pub(super) back: Option<(ConsumerIx, InstanceId, u64)>,
    /// Whose coming was told already in other words.
    pub(super) announced: Option<ConsumerIx>,
    /// The broker that coordinated it before.
    pub(super) coordinator: Option<BrokerIx>,
    /// The requests that were parked.
    pub(super) parked: BTreeSet<ExchangeId>,
}

/// A join phase that has all but some members that are busy.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slow {
    pub(super) place: Place,
    pub(super) member: ConsumerIx,
    /// How long it may last yet, ms.
    pub(super) left: u64,
}

/// A wait is worth a sentence when it lasts so long, ms.
const SLOW_MS: u64 = 500;

/// What is remembered of a consumer.
#[derive(Debug)]
pub(super) struct ConsumerTale {
    /// Its settings since its process started.
    pub(super) config: Arc<ConsumerConfig>,
    /// Whether its next FindCoordinator is news.
    pub(super) seeking: bool,
    /// When its process ended.
    pub(super) ended: Option<u64>,
    /// The generation it holds.
    pub(super) generation: i32,
    /// The generation in which it was last told of a rebalance.
    pub(super) told: Option<i32>,
    /// The generation in which it gave partitions up to others.
    pub(super) gave: Option<i32>,
    /// Whether it has waited for a fetch.
    pub(super) fetch_waited: bool,
    /// When the client itself refused a commit.
    pub(super) refused: Option<u64>,
}

/// What is remembered of a partition in a group.
#[derive(Debug, Default)]
pub(super) struct PartitionTale {
    /// What was processed: stretches of offsets in order, none touching another.
    pub(super) processed: Vec<(i64, i64)>,
    /// Below it nothing was to be processed.
    pub(super) floor: Option<i64>,
    pub(super) committed: Option<i64>,
    /// Who was told of to finish what others have processed, as long as the owners stay.
    pub(super) late: Option<(ConsumerIx, u64)>,
}

/// One sentence about several partitions of a consumer.
#[derive(Debug)]
pub(super) struct Batch {
    pub(super) place: Place,
    pub(super) who: ConsumerIx,
    pub(super) say: Say,
    /// The first partition and its offset.
    pub(super) partition: PartitionIx,
    pub(super) offset: i64,
    pub(super) policy: Option<Name>,
    pub(super) count: usize,
}

impl Default for GroupTale {
    fn default() -> Self {
        Self {
            state: GroupState::Empty,
            initial: false,
            began: 0,
            delay: (0, 0),
            newest: None,
            arrivals: 0,
            delay_over: false,
            members: BTreeSet::new(),
            joined: BTreeSet::new(),
            slow: None,
            leader: None,
            first_leader: None,
            protocol: None,
            planned: false,
            idle: BTreeSet::new(),
            timeout: 0,
            expired: BTreeMap::new(),
            back: None,
            announced: None,
            coordinator: None,
            parked: BTreeSet::new(),
        }
    }
}

impl Default for ConsumerTale {
    fn default() -> Self {
        Self {
            config: Arc::default(),
            seeking: true,
            ended: None,
            generation: NO_GENERATION,
            told: None,
            gave: None,
            fetch_waited: false,
            refused: None,
        }
    }
}

impl Teller {
    /// Hears the next event.
    pub(super) fn hear(&mut self, run: &Run, id: EventId) {
        let event = run.trace.event(id);
        self.look_at_waits(run, event.at);
        if self.batch.as_ref().is_some_and(|batch| batch.place.at < event.at) {
            self.settle();
        }
        let place = Place { at: event.at, event: id, group: None };
        match event.kind {
            EventKind::Coordinator { group, note, .. } => {
                let note = &run.trace.coordinator_notes[note.index()];
                self.coordinator(run, Place { group: Some(group), ..place }, group, note);
            }
            EventKind::Client { consumer, note } => {
                self.client(run, place.of(run, consumer), consumer, &run.trace.client_notes[note.index()]);
            }
            EventKind::RequestSent { exchange } => self.request_sent(run, place, exchange),
            EventKind::ReplySent { exchange } => self.reply_sent(run, place, exchange),
            EventKind::Fetched { exchange } => self.fetched(run, id, exchange),
            EventKind::MessageLost { message } => self.lost(run, place, message.exchange()),
            EventKind::Action { action } => self.action(run, place, action),
            EventKind::ProcessStarted { consumer } => self.started(run, place.of(run, consumer), consumer),
            EventKind::ProcessFrozen { consumer, frozen } => {
                let say = if frozen { Say::Frozen } else { Say::Thawed };
                self.tell(place.of(run, consumer), Some(consumer), say, [("member", consumer.into())]);
            }
            EventKind::ProcessEnded { consumer, process } => {
                self.ended(run, place.of(run, consumer), consumer, process);
            }
            EventKind::BrokerAlive { broker, alive } => self.broker(run, place, broker, alive),
            EventKind::CoordinatorChanged { group, broker } => self.coordinator_changed(run, group, broker),
            EventKind::PartitionsAdded { topic, partitions } => self.grown(run, place, topic, partitions),
            EventKind::OffsetCommitted { group, partition, offset } => {
                self.offset_stored(run, Place { group: Some(group), ..place }, group, partition, offset);
            }
            EventKind::OffsetDeleted { group, partition } => {
                self.offset_deleted(run, Place { group: Some(group), ..place }, group, partition);
            }
            EventKind::RecordsDeleted { partition, log_start } => self.deleted(place, partition, log_start),
            EventKind::RecordsProcessed { consumer, partition, records } => {
                self.processed(run, place.of(run, consumer), consumer, (partition, run.trace.records[records.index()]));
            }
            _ => {}
        }
    }

    /// Nothing more comes of this instant: what was held back to be told as one is told.
    pub(super) fn settle(&mut self) {
        if let Some(batch) = self.batch.take() {
            self.tell(batch.place, Some(batch.who), batch.say, batch.args());
        }
    }

    pub(super) fn tell(&mut self, place: Place, who: Option<ConsumerIx>, say: Say, args: impl Into<Args>) {
        let Place { at, event, group } = place;
        let moment = Moment { at, event, group, who, say, args: args.into(), first: self.said.insert(say) };
        let end = self.moments.partition_point(|told| told.at <= at);
        self.moments.insert(end, moment);
    }

    pub(super) fn group(&mut self, group: GroupIx) -> &mut GroupTale {
        self.groups.entry(group).or_default()
    }

    pub(super) fn consumer(&mut self, consumer: ConsumerIx) -> &mut ConsumerTale {
        self.consumers.entry(consumer).or_default()
    }

    pub(super) fn partition(&mut self, group: GroupIx, partition: PartitionIx) -> &mut PartitionTale {
        self.partitions.entry((group, partition)).or_default()
    }

    /// The consumer behind a member id.
    pub(super) fn member(&mut self, run: &Run, group: GroupIx, id: &MemberId) -> Option<ConsumerIx> {
        if let Some(consumer) = self.members.get(id) {
            return Some(*consumer);
        }
        let known = self.members_known.entry(group).or_default();
        for member in &run.lanes.groups[group.index()].members[*known..] {
            *known += 1;
            if let Some(consumer) = member.consumer {
                self.members.insert(member.id.clone(), consumer);
            }
        }
        self.members.get(id).copied()
    }

    /// The settings that a consumer's process runs with.
    pub(super) fn configure(&mut self, run: &Run, consumer: ConsumerIx, at: u64) {
        self.consumer(consumer).config = Arc::new(consumer_config(run, consumer, at));
    }

    /// Tells of the waits for busy members that have become long.
    fn look_at_waits(&mut self, run: &Run, now: u64) {
        let long = |tale: &mut GroupTale| tale.slow.take_if(|slow| now >= slow.place.at + SLOW_MS);
        let waits: Vec<_> = self.groups.values_mut().filter_map(long).collect();
        for Slow { place, member, left } in waits {
            let doing = run.lanes.consumers[member.index()].doing.at(place.at + SLOW_MS);
            if doing.is_none_or(|doing| doing.value != Doing::Processing || doing.at > place.at) {
                continue;
            }
            let args = [("member", member.into()), ("left", super::Arg::Seconds(left))];
            self.tell(place, Some(member), Say::WaitingSlow, args);
        }
    }
}

impl Place {
    pub(super) fn of(self, run: &Run, consumer: ConsumerIx) -> Self {
        Self { group: Some(run.cast.consumers[consumer.index()].group), ..self }
    }
}
