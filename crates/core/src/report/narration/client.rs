//! What is told of processes and of what happens inside clients.

use super::{
    Arg, Say,
    tale::{Place, Teller},
};
use crate::{
    config::{Assignor, ConsumerConfig, RebalanceProtocol},
    consumer::{CallbackKind, Detail, Note},
    protocol::{Name, TopicPartition},
    simulation::{
        BrokerIx, ConsumerIx, Run, TopicIx,
        frame::Process,
        lanes::{Partitions, Standing},
    },
};

/// Why a member joins again (`AbstractCoordinator`, `ConsumerCoordinator`).
const REBALANCING: &str = "group is already rebalancing";
const METADATA_CHANGED: &str = "cached metadata has changed";

/// Whether such a consumer gives up only what moves (`ConsumerCoordinator`'s constructor).
fn is_cooperative(config: &ConsumerConfig) -> bool {
    let assignors = &config.partition_assignment_strategy;
    let cooperative = |assignor: &Assignor| assignor.supports(RebalanceProtocol::Cooperative);
    !assignors.is_empty() && assignors.iter().all(cooperative)
}

impl Teller {
    pub(super) fn client(&mut self, run: &Run, place: Place, consumer: ConsumerIx, note: &Note) {
        let member = ("member", Arg::Consumer(consumer));
        match note {
            Note::Member { generation, .. } => self.consumer(consumer).generation = *generation,
            Note::RejoinNeeded(reason) if **reason == *REBALANCING => {
                let tale = self.consumer(consumer);
                let generation = Some(tale.generation);
                if std::mem::replace(&mut tale.told, generation) != generation {
                    self.tell(place, Some(consumer), Say::Told, [member]);
                }
            }
            Note::RejoinNeeded(reason) if **reason == *METADATA_CHANGED => self.leader_sees(run, place, consumer),
            Note::Callback { kind, partitions, .. } if !partitions.is_empty() => {
                self.callback(run, place, consumer, (*kind, partitions));
            }
            Note::Plan { protocol, assignments } => {
                let total: usize = assignments.iter().map(|(_, share)| share.len()).sum();
                let protocol = ("protocol", Arg::Text(protocol.clone()));
                let args = [member, protocol, ("total", total.into()), ("count", assignments.len().into())];
                self.tell(place, Some(consumer), Say::Compute, args);
            }
            Note::Thrown(error) => self.thrown(run, place, consumer, error),
            Note::Position { partition, offset, from, .. } => {
                self.position(run, place, consumer, (partition, *offset, *from));
            }
            Note::Committed { offsets, error } => self.commit_answered(run, place, consumer, (offsets, *error)),
            Note::Detail(detail) => self.detail(run, place, consumer, detail),
            _ => {}
        }
    }

    fn detail(&mut self, run: &Run, place: Place, consumer: ConsumerIx, detail: &Detail) {
        let member = ("member", Arg::Consumer(consumer));
        match detail {
            Detail::CoordinatorLost { .. } => self.consumer(consumer).seeking = true,
            Detail::PollExpired => {
                let config = self.consumer(consumer).config.clone();
                if config.group_instance_id.is_some() {
                    self.tell(place, Some(consumer), Say::StaticPollExpired, [member]);
                } else {
                    let timeout = ("timeout", Arg::Seconds(config.max_poll_interval_ms));
                    self.tell(place, Some(consumer), Say::PollExpired, [member, timeout]);
                }
            }
            Detail::Reset { reason, .. } if reason.contains("UNKNOWN_MEMBER_ID") => {
                self.tell(place, Some(consumer), Say::Unknown, [member]);
            }
            Detail::CommitRefused => self.consumer(consumer).refused = Some(place.at),
            Detail::OutOfRange { partition, offset, .. } => {
                if let Some(ix) = run.cast.partition(&partition.topic, partition.partition) {
                    let args = [("partition", Arg::Partition(ix)), ("offset", (*offset).into())];
                    self.tell(place, Some(consumer), Say::OutOfRange, args);
                }
            }
            _ => {}
        }
    }

    fn callback(
        &mut self,
        run: &Run,
        place: Place,
        consumer: ConsumerIx,
        (kind, partitions): (CallbackKind, &[TopicPartition]),
    ) {
        let process = run.lanes.consumers[consumer.index()].process.at(place.at).map(|change| change.value);
        if process == Some(Process::Closing) {
            return;
        }
        let member = ("member", Arg::Consumer(consumer));
        let tale = self.consumer(consumer);
        let (cooperative, generation) = (is_cooperative(&tale.config), tale.generation);
        match (kind, cooperative) {
            (CallbackKind::Revoked, false) => {
                let args = [member, ("count", partitions.len().into())];
                self.tell(place, Some(consumer), Say::EagerRevoke, args);
            }
            (CallbackKind::Revoked, true) => {
                tale.gave = Some(generation);
                let args = [member, ("partitions", Arg::Partitions(places(run, partitions)))];
                self.tell(place, Some(consumer), Say::CoopGive, args);
            }
            (CallbackKind::Assigned, true) => {
                let group = run.cast.consumers[consumer.index()].group;
                let mut others = (0..run.cast.consumers.len() as u16).map(ConsumerIx);
                let given = others.any(|other| {
                    let same = run.cast.consumers[other.index()].group == group;
                    same && self.consumer(other).gave.is_some_and(|gave| gave + 1 == generation)
                });
                if given {
                    let args = [member, ("partitions", Arg::Partitions(places(run, partitions)))];
                    self.tell(place, Some(consumer), Say::CoopTake, args);
                }
            }
            _ => {}
        }
    }

    fn thrown(&mut self, run: &Run, place: Place, consumer: ConsumerIx, error: &Name) {
        let instance = run.lanes.consumers[consumer.index()].instance.at(place.at).and_then(|it| it.value.clone());
        if let (true, Some(instance)) = (**error == *"FencedInstanceIdException", instance) {
            let args = [("member", consumer.into()), ("instance", Arg::Text((*instance).into()))];
            self.tell(place, Some(consumer), Say::Fenced, args);
        } else {
            let args = [("client", consumer.into()), ("error", Arg::Text(error.clone()))];
            self.tell(place, Some(consumer), Say::Thrown, args);
        }
    }

    // --- Topics that grow ---

    pub(super) fn grown(&mut self, run: &Run, place: Place, topic: TopicIx, new: u32) {
        let name = &run.cast.topics[topic.index()].name;
        let first = run.scenario.topics.iter().find(|it| it.name == *name).map_or(0, |it| it.partitions as u32);
        let old = self.grown.get(&topic).map_or(first, |(_, new)| *new);
        self.grown.insert(topic, (old, new));
        self.tell(place, None, Say::PartitionsGrown, growth(topic, (old, new)));
    }

    /// The leader has seen that a topic is another than it was.
    fn leader_sees(&mut self, run: &Run, place: Place, leader: ConsumerIx) {
        let subscribed = run.scenario.consumer(&run.cast.consumers[leader.index()].name).map(|it| &it.subscribe);
        let reads =
            |topic: &TopicIx| subscribed.is_some_and(|topics| topics.contains(&run.cast.topics[topic.index()].name));
        if let Some((topic, counts)) = self.grown.iter().rev().find(|(topic, _)| reads(topic)) {
            let args = growth(*topic, *counts);
            self.tell(place, Some(leader), Say::PartitionsAdded, args);
        }
    }

    // --- Processes ---

    pub(super) fn started(&mut self, run: &Run, place: Place, consumer: ConsumerIx) {
        self.configure(run, consumer, place.at);
        let tale = self.consumer(consumer);
        tale.seeking = true;
        tale.told = None;
        tale.gave = None;
        tale.fetch_waited = false;
        self.tell(place, Some(consumer), Say::Start, [("client", consumer.into())]);
    }

    pub(super) fn ended(&mut self, run: &Run, place: Place, consumer: ConsumerIx, how: Process) {
        self.consumer(consumer).ended = Some(place.at);
        let group = run.cast.consumers[consumer.index()].group;
        let members = run.lanes.groups[group.index()].members.iter().rev();
        let session = members.filter(|member| member.consumer == Some(consumer)).find_map(|member| {
            let is_member = matches!(member.standing.at(place.at)?.value, Standing::Member { .. });
            member.session.at(place.at)?.value.filter(|_| is_member)
        });
        let Some(session) = session else { return };
        let left = ("left", Arg::Seconds(session.deadline.saturating_sub(place.at)));
        let lanes = &run.lanes.consumers[consumer.index()];
        let instance = lanes.instance.at(place.at).and_then(|change| change.value.clone());
        match (how, instance) {
            (Process::Killed, _) => {
                // What it held just before.
                let held = lanes.owned.at(place.at.saturating_sub(1)).map(|change| change.value.clone());
                let member = ("member", Arg::Consumer(consumer));
                match held.filter(|held| !held.is_empty()) {
                    Some(held) => {
                        let args = [member, left, ("partitions", Arg::Partitions(held))];
                        self.tell(place, Some(consumer), Say::Crash, args);
                    }
                    None => self.tell(place, Some(consumer), Say::CrashIdle, [member, left]),
                }
            }
            (Process::Closed, Some(instance)) => {
                let share = lanes.assigned.at(place.at).map(|change| change.value.clone());
                let share = ("partitions", Arg::Partitions(share.unwrap_or_else(|| Partitions::from([]))));
                let args = [("member", consumer.into()), ("instance", Arg::Text((*instance).into())), left, share];
                self.tell(place, Some(consumer), Say::StaticAway, args);
            }
            _ => {}
        }
    }

    pub(super) fn broker(&mut self, run: &Run, place: Place, broker: BrokerIx, alive: bool) {
        let coordinates = |lanes: &crate::simulation::lanes::GroupLanes| {
            lanes.coordinator.at(place.at.saturating_sub(1)).is_some_and(|change| change.value == Some(broker))
        };
        let group = run.lanes.groups.iter().position(coordinates).map(|group| crate::simulation::GroupIx(group as u16));
        let say = if alive { Say::BrokerUp } else { Say::BrokerDown };
        self.tell(Place { group, ..place }, None, say, [("broker", Arg::Broker(broker))]);
    }
}

fn growth(topic: TopicIx, (old, new): (u32, u32)) -> [(&'static str, Arg); 3] {
    [("topic", Arg::Topic(topic)), ("old", Arg::Number(old.into())), ("new", Arg::Number(new.into()))]
}

fn places(run: &Run, partitions: &[TopicPartition]) -> Partitions {
    partitions.iter().filter_map(|it| run.cast.partition(&it.topic, it.partition)).collect()
}
