//! Looks a moment up in the lanes.

use std::collections::BTreeMap;

use super::{
    Run,
    cast::{ConsumerIx, GroupIx, PartitionIx},
    frame::{
        BrokerFrame, ConsumerFrame, Frame, GroupFrame, GroupMemberFrame, MessageFrame, MessageKind, ParkedFrame,
        PartitionFrame, Process, TimerFrame,
    },
    lane::Lane,
    lanes::{ConsumerLanes, GroupLanes, MemberLanes, Partitions, Standing, Timer},
    trace::{MessageId, known},
};
use crate::protocol::{Name, TopicPartition};

/// How long a lost message is still shown where it was lost, ms.
pub const LOST_SHOWN_MS: u64 = 400;

impl Run {
    /// The moment `at`: what every view shows of it.
    #[must_use]
    pub fn frame(&self, at: u64) -> Frame {
        let mut moment = Moment { run: self, at, until: self.computed.max(at + 1) };
        let groups = (0..self.lanes.groups.len()).map(|group| moment.group(GroupIx::at(group))).collect();
        let brokers = moment.brokers();
        let consumers = (0..self.lanes.consumers.len()).map(|ix| moment.consumer(ConsumerIx::at(ix))).collect();
        let in_flight = moment.in_flight();
        let parked = moment.parked();
        let places = 0..self.lanes.partitions.len();
        let partitions = places.filter_map(|place| moment.partition(PartitionIx::at(place))).collect();
        Frame { at, until: moment.until, groups, brokers, consumers, in_flight, parked, partitions }
    }
}

/// A moment being looked up, and until when what was seen so far holds.
struct Moment<'a> {
    run: &'a Run,
    at: u64,
    until: u64,
}

impl<'a> Moment<'a> {
    fn see<T>(&mut self, lane: &'a Lane<T>) -> Option<&'a T> {
        Some(&self.change(lane)?.value)
    }

    fn change<T>(&mut self, lane: &'a Lane<T>) -> Option<&'a super::lane::Change<T>> {
        let (now, next) = lane.look(self.at);
        if let Some(next) = next {
            self.until = self.until.min(next.at);
        }
        now
    }

    fn at_most(&mut self, until: Option<u64>) {
        self.until = self.until.min(until.unwrap_or(u64::MAX));
    }

    fn name(&self, consumer: ConsumerIx) -> Name {
        self.run.cast.consumers[consumer.index()].name.clone()
    }

    fn names(&self, partitions: Option<&Partitions>) -> Vec<TopicPartition> {
        let all = &self.run.cast.partitions;
        partitions.map(|some| some.iter().map(|it| all[it.index()].clone()).collect()).unwrap_or_default()
    }

    fn group(&mut self, group: GroupIx) -> GroupFrame {
        let run = self.run;
        let lanes = &run.lanes.groups[group.index()];
        let coordinator = self.see(&lanes.coordinator).copied().flatten();
        let mut members: Vec<_> = lanes.members.iter().filter_map(|member| self.member(member)).collect();
        members.sort_by_key(|(consumer, _)| *consumer);
        GroupFrame {
            id: run.cast.groups[group.index()].clone(),
            coordinator: coordinator
                .map(|broker| run.cast.brokers[broker.index()].name.to_string())
                .unwrap_or_default(),
            offsets_partition: lanes.offsets_partition,
            offsets_partitions: lanes.offsets_partitions,
            loading: self.see(&lanes.loading).copied().unwrap_or_default(),
            state: self.see(&lanes.state).copied().flatten().unwrap_or_default(),
            generation: self.see(&lanes.generation).copied().unwrap_or_default(),
            leader: self.see(&lanes.leader).copied().flatten().map(|leader| self.name(leader)),
            protocol: self.see(&lanes.protocol).cloned().flatten(),
            timers: self.timers(lanes),
            members: members.into_iter().map(|(_, member)| member).collect(),
        }
    }

    fn member(&mut self, member: &'a MemberLanes) -> Option<(Option<ConsumerIx>, GroupMemberFrame)> {
        let standing = *self.see(&member.standing)?;
        let (pending, joined, synced) = match standing {
            Standing::Gone => return None,
            Standing::Pending => (true, false, false),
            Standing::Member { joined, synced } => (false, joined, synced),
        };
        let frame = GroupMemberFrame {
            consumer: member.consumer.map(|consumer| self.name(consumer)).unwrap_or_default(),
            member_id: member.id.clone(),
            instance: member.instance.clone(),
            pending,
            joined,
            synced,
        };
        Some((member.consumer, frame))
    }

    fn timers(&mut self, lanes: &'a GroupLanes) -> Vec<TimerFrame> {
        let mut timers = Vec::new();
        let frame = |timer: &Timer, member| TimerFrame {
            kind: timer.kind,
            member,
            armed: timer.armed,
            deadline: timer.deadline,
        };
        for lane in [&lanes.join, &lanes.sync] {
            timers.extend(self.see(lane).and_then(Option::as_ref).map(|timer| frame(timer, None)));
        }
        for member in &lanes.members {
            let timer = self.see(&member.session).and_then(Option::as_ref);
            let name = || member.consumer.map(|consumer| self.name(consumer));
            timers.extend(timer.map(|timer| frame(timer, name())));
        }
        timers
    }

    fn brokers(&mut self) -> Vec<BrokerFrame> {
        let run = self.run;
        let all = run.cast.brokers.iter().zip(&run.lanes.brokers);
        all.map(|(role, alive)| BrokerFrame {
            id: role.id,
            rack: role.rack.clone(),
            alive: self.see(alive).copied().unwrap_or(true),
        })
        .collect()
    }

    fn consumer(&mut self, consumer: ConsumerIx) -> ConsumerFrame {
        let run = self.run;
        let (role, lanes) = (&run.cast.consumers[consumer.index()], &run.lanes.consumers[consumer.index()]);
        let process = self.change(&lanes.process);
        let member = self.see(&lanes.member).cloned().unwrap_or_default();
        let polled = self.change(&lanes.polled);
        let kind = process.map(|change| change.value).unwrap_or_default();
        let alive = matches!(kind, Process::Running | Process::Closing | Process::Frozen);
        ConsumerFrame {
            name: role.name.clone(),
            group: role.grouped.then(|| run.cast.groups[role.group.index()].clone()),
            member_id: member.member_id,
            instance: self.see(&lanes.instance).cloned().flatten(),
            generation: member.generation,
            state: member.state,
            alive,
            process: kind,
            doing: self.see(&lanes.doing).copied().unwrap_or_default(),
            fenced: self.see(&lanes.fenced).copied().unwrap_or_default(),
            assigned: {
                let it = self.see(&lanes.assigned);
                self.names(it)
            },
            owned: {
                let it = self.see(&lanes.owned);
                self.names(it)
            },
            paused: {
                let it = self.see(&lanes.paused);
                self.names(it)
            },
            last_poll: polled.filter(|_| alive).map(|change| change.at),
            poll_deadline: polled.filter(|_| alive).map(|change| change.value),
            next_heartbeat: self.see(&lanes.heartbeat).copied().flatten(),
            since: process.map(|change| change.at).unwrap_or_default(),
        }
    }
}

impl Moment<'_> {
    fn in_flight(&mut self) -> Vec<MessageFrame> {
        let run = self.run;
        let at = clamp(self.at);
        let flights = &run.trace.flights;
        let mut messages = Vec::new();
        let mut ends = u32::MAX;
        flights.times.at(at, &mut |index| {
            ends = ends.min(flights.times.end(index));
            messages.push(self.message(flights.items[index as usize], flights.times.start(index)));
        });
        self.at_most(known(ends));
        self.at_most(flights.times.next_start(at).map(u64::from));
        messages
    }

    fn message(&self, id: MessageId, sent: u32) -> MessageFrame {
        let (cast, exchange) = (&self.run.cast, self.run.trace.exchange(id.exchange()));
        let client = cast.consumers[exchange.consumer.index()].name.clone();
        let broker = cast.brokers[exchange.broker.index()].name.clone();
        let kind = id.kind();
        let ((from, to), arrives) = match kind {
            MessageKind::Request => ((client, broker), exchange.arrived()),
            MessageKind::Reply => ((broker, client), exchange.received()),
        };
        MessageFrame {
            id: id.0,
            api: exchange.api,
            kind,
            from,
            to,
            sent: sent.into(),
            arrives: arrives.or(exchange.lost()).unwrap_or(self.run.computed),
            error: Some(exchange.error).filter(|error| kind == MessageKind::Reply && !error.is_none()),
            lost: exchange.lost().filter(|_| arrives.is_none()),
        }
    }

    fn parked(&mut self) -> Vec<ParkedFrame> {
        let run = self.run;
        let at = clamp(self.at);
        let parked = &run.trace.parked;
        let mut requests = Vec::new();
        let mut ends = u32::MAX;
        parked.times.at(at, &mut |index| {
            ends = ends.min(parked.times.end(index));
            let id = parked.items[index as usize];
            let exchange = run.trace.exchange(id);
            let role = &run.cast.consumers[exchange.consumer.index()];
            requests.push(ParkedFrame {
                api: exchange.api,
                member: role.name.clone(),
                group: run.cast.groups[role.group.index()].clone(),
                since: parked.times.start(index).into(),
                message: MessageId::request(id).0,
            });
        });
        self.at_most(known(ends));
        self.at_most(parked.times.next_start(at).map(u64::from));
        requests
    }

    fn partition(&mut self, place: PartitionIx) -> Option<PartitionFrame> {
        let run = self.run;
        let (role, lanes) = (&run.cast.partitions[place.index()], &run.lanes.partitions[place.index()]);
        let leader = *self.see(&lanes.leader)?;
        let log = self.see(&lanes.log).copied().unwrap_or_default();
        let log_end = log.end(self.at);
        self.at_most(log.next_record(self.at));
        let held: Vec<_> = lanes.ownership.values().filter_map(|lane| self.see(lane)).collect();
        // What several groups hold is shown as the first one's.
        let main = held.iter().find(|held| !held.owners.is_empty()).or(held.first());
        let owner = main.and_then(|held| held.owners.last().copied());
        let unread = main.filter(|held| held.reader.is_none() && held.last_reader.is_some());
        let groups = lanes.committed.iter();
        let committed: BTreeMap<_, _> = groups
            .filter_map(|(group, lane)| {
                Some((run.cast.groups[group.index()].clone(), self.see(lane).copied().flatten()?))
            })
            .collect();
        Some(PartitionFrame {
            topic: role.topic.clone(),
            partition: role.partition,
            owner: owner.map(|owner| self.name(owner)),
            owners: held.iter().flat_map(|held| &*held.owners).map(|owner| self.name(*owner)).collect(),
            last_owner: unread.and_then(|held| held.last_reader).map(|last| self.name(last)),
            unread_since: unread.map(|held| held.unread_since),
            leader: leader.map(|broker| run.cast.brokers[broker.index()].id),
            log_start: self.see(&lanes.log_start).copied().unwrap_or_default(),
            log_end,
            position: owner.and_then(|owner| self.position(owner, place)),
            lag: committed.iter().map(|(group, offset)| (group.clone(), log_end - offset)).collect(),
            committed,
        })
    }

    fn position(&mut self, consumer: ConsumerIx, partition: PartitionIx) -> Option<i64> {
        let lanes: &ConsumerLanes = &self.run.lanes.consumers[consumer.index()];
        self.see(lanes.positions.get(&partition)?).copied().flatten()
    }
}

fn clamp(at: u64) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX - 1)
}
