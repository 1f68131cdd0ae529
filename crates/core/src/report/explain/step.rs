//! What an event says in a chain of causes.

use super::{Decided, Step, Why, back};
use crate::{
    consumer::{self, Detail, PositionFrom},
    coordinator::{self, GroupState, Reason, Removal, Which},
    protocol::{ApiKey, MemberId},
    report::{
        narration::{Arg, Args},
        settings::{broker_config, consumer_config},
    },
    simulation::{
        ConsumerIx, GroupIx, Run,
        frame::Process,
        trace::{EventId, EventKind, Exchange},
    },
};

/// A poll that comes so soon is no delay, ms.
const AT_ONCE: u64 = 100;

/// The step that an event is; none = it is only technical.
pub(super) fn of(run: &Run, id: EventId) -> Option<Step> {
    let writer = Writer { run, id, at: run.trace.event(id).at };
    match run.trace.event(id).kind {
        EventKind::Action { action } => writer.step(Why::Action, [("what", Arg::Action(action))]),
        EventKind::ProcessStarted { consumer } if run.trace.event(id).cause().is_none() => {
            writer.step(Why::Starts, [("client", consumer.into())])
        }
        EventKind::ProcessEnded { consumer, process } => {
            let why = match process {
                Process::Killed => Why::Killed,
                Process::Failed => Why::Failed,
                _ => Why::Closed,
            };
            writer.about(why, consumer)
        }
        EventKind::ProcessFrozen { consumer, frozen: true } => writer.about(Why::Frozen, consumer),
        EventKind::Coordinator { group, note, .. } => {
            writer.coordinator(group, &run.trace.coordinator_notes[note.index()])
        }
        EventKind::Client { consumer, note } => writer.client(consumer, &run.trace.client_notes[note.index()]),
        EventKind::RequestSent { exchange } => writer.sent(run.trace.exchange(exchange)),
        EventKind::RecordsReturned { consumer, records, .. } => {
            writer.busy(consumer, run.trace.records[records.index()].count)
        }
        EventKind::OffsetCommitted { partition, offset, .. } => writer.committed(partition, offset),
        EventKind::OffsetDeleted { .. } => {
            let minutes = broker_config(run, writer.at).offsets_retention_minutes;
            let step = writer.step(Why::OffsetsKept, [("retention", Arg::Span(minutes * 60_000))]);
            writer.decided_by_brokers(step, "offsets.retention.minutes")
        }
        EventKind::RecordsDeleted { partition, .. } => {
            let step = writer.step(Why::RecordsKept, [("partition", Arg::Partition(partition))]);
            writer.decided_by_topic(step, partition)
        }
        EventKind::BrokerAlive { broker, alive: false } => {
            writer.step(Why::BrokerDown, [("broker", Arg::Broker(broker))])
        }
        EventKind::MessageLost { message } => {
            let exchange = run.trace.exchange(message.exchange());
            let api = ("api", Arg::Text(exchange.api.name().into()));
            writer.step(Why::Lost, [("client", exchange.consumer.into()), api])
        }
        _ => None,
    }
}

/// Writes the step of one event.
#[derive(Clone, Copy)]
struct Writer<'a> {
    run: &'a Run,
    id: EventId,
    at: u64,
}

impl Writer<'_> {
    #[expect(clippy::unnecessary_wraps, reason = "all steps are written through it")]
    fn step(self, why: Why, args: impl Into<Args>) -> Option<Step> {
        Some(Step { event: self.id, at: self.at, why, args: args.into(), settings: Vec::new() })
    }

    fn about(self, why: Why, member: ConsumerIx) -> Option<Step> {
        self.step(why, [("member", member.into())])
    }

    fn decided(self, step: Option<Step>, name: &'static str, whose: ConsumerIx) -> Option<Step> {
        let started = self.run.lanes.consumers[whose.index()].process.changes().iter().rev();
        let started = started.filter(|change| change.value == Process::Running).map(|change| change.at);
        let at = started.into_iter().find(|at| *at <= self.at).unwrap_or(0);
        let value = consumer_config(self.run, whose, at).get(name);
        let decided = value.map(|value| Decided { name, value, whose: Some(whose) });
        step.map(|step| Step { settings: decided.into_iter().collect(), ..step })
    }

    fn decided_by_brokers(self, step: Option<Step>, name: &'static str) -> Option<Step> {
        let value = broker_config(self.run, self.at).get(name);
        let decided = value.map(|value| Decided { name, value, whose: None });
        step.map(|step| Step { settings: decided.into_iter().collect(), ..step })
    }

    fn decided_by_topic(self, step: Option<Step>, partition: crate::simulation::PartitionIx) -> Option<Step> {
        let name = &self.run.cast.partitions[partition.index()].topic;
        let topic = self.run.scenario.topics.iter().find(|topic| topic.name == *name);
        let value = topic.and_then(|topic| topic.config().ok()).and_then(|config| config.get("retention.ms"));
        let decided = value.map(|value| Decided { name: "retention.ms", value, whose: None });
        step.map(|step| Step { settings: decided.into_iter().collect(), ..step })
    }

    fn consumer_of(self, group: GroupIx, member: &MemberId) -> Option<ConsumerIx> {
        self.run.lanes.groups[group.index()].members.iter().find(|it| it.id == *member)?.consumer
    }

    fn coordinator(self, group: GroupIx, note: &coordinator::Note) -> Option<Step> {
        use coordinator::Note;
        match note {
            Note::TimerFired { timer, armed } => self.timer(group, &timer.which, self.at - armed),
            Note::Transition { to: GroupState::PreparingRebalance, reason: Some(reason), .. } => {
                self.rebalance(group, reason)
            }
            Note::Transition { to: GroupState::CompletingRebalance, .. } => {
                let last = self.asker().filter(|exchange| exchange.api == ApiKey::JoinGroup)?;
                self.about(Why::AllJoined, last.consumer)
            }
            Note::Transition { to: GroupState::Stable, .. } => {
                let leader = self.asker().filter(|exchange| exchange.api == ApiKey::SyncGroup)?;
                self.about(Why::Planned, leader.consumer)
            }
            Note::Transition { to: GroupState::Empty, .. } => {
                self.step(Why::BecameEmpty, [("group", Arg::Group(group))])
            }
            Note::StaticMemberReplaced { instance, new, .. } => {
                let client = ("client", self.consumer_of(group, new)?.into());
                self.step(Why::TakenOver, [client, ("instance", Arg::Text((**instance).into()))])
            }
            Note::RebalanceSpared { .. } => self.kept(),
            Note::MemberAdded { instance: Some(instance), .. } => {
                back::end_of_membership(self.run, self.id, group, instance)?;
                self.step(Why::NotKept, [("instance", Arg::Text((**instance).into()))])
            }
            // Who leaves by itself says so.
            Note::MembersRemoved { why: Removal::Left(_) | Removal::PendingLeft(_), .. } => None,
            Note::MembersRemoved { members, .. } => {
                self.about(Why::Removed, self.consumer_of(group, members.first()?)?)
            }
            _ => None,
        }
    }

    /// A membership that was still there when its static member came back.
    fn kept(self) -> Option<Step> {
        let consumer = self.asker()?.consumer;
        let instance = self.run.lanes.consumers[consumer.index()].instance.at(self.at)?.value.clone()?;
        let timeout = consumer_config(self.run, consumer, self.at).session_timeout_ms;
        let args = [("instance", Arg::Text((*instance).into())), ("timeout", Arg::Seconds(timeout))];
        self.decided(self.step(Why::Kept, args), "session.timeout.ms", consumer)
    }

    /// The exchange whose request brought this about.
    fn asker(self) -> Option<Exchange> {
        match self.run.trace.event(self.run.trace.event(self.id).cause()?).kind {
            EventKind::RequestArrived { exchange } => Some(*self.run.trace.exchange(exchange)),
            _ => None,
        }
    }

    fn timer(self, group: GroupIx, which: &Which, ran: u64) -> Option<Step> {
        let timeout = ("timeout", Arg::Seconds(ran));
        match which {
            Which::Session(member) => {
                let member = self.consumer_of(group, member)?;
                let step = self.step(Why::Session, [("member", member.into()), timeout]);
                self.decided(step, "session.timeout.ms", member)
            }
            Which::Join => {
                let began = back::last_transition(self.run, self.id, group, GroupState::PreparingRebalance)?;
                let EventKind::Coordinator { note, .. } = self.run.trace.event(began).kind else { return None };
                let from = match &self.run.trace.coordinator_notes[note.index()] {
                    coordinator::Note::Transition { from, .. } => *from,
                    _ => return None,
                };
                if from == GroupState::Empty {
                    let step = self.step(Why::InitialDelay, [("delay", Arg::Seconds(ran))]);
                    return self.decided_by_brokers(step, "group.initial.rebalance.delay.ms");
                }
                let step = self.step(Why::RebalanceTimeout, [timeout]);
                self.decided_by_the_slowest(step, group)
            }
            Which::Sync => {
                let step = self.step(Why::SyncTimeout, [timeout]);
                self.decided_by_the_slowest(step, group)
            }
        }
    }

    /// The group's largest max.poll.interval.ms decided.
    fn decided_by_the_slowest(self, step: Option<Step>, group: GroupIx) -> Option<Step> {
        let members = (0..self.run.cast.consumers.len() as u16).map(ConsumerIx);
        let mine = members.filter(|it| self.run.cast.consumers[it.index()].group == group);
        let slowest = mine.max_by_key(|it| consumer_config(self.run, *it, self.at).max_poll_interval_ms)?;
        self.decided(step, "max.poll.interval.ms", slowest)
    }

    fn rebalance(self, group: GroupIx, reason: &Reason) -> Option<Step> {
        const REVOKED: &str = "need to revoke partitions and re-join";
        let about = |why, member| self.about(why, self.consumer_of(group, member)?);
        match reason {
            Reason::AddingMember { member, .. } => about(Why::NewMember, member),
            Reason::LeaderRejoining { client: Some(client), leader: member, .. }
            | Reason::MetadataChanged { client: Some(client), member, .. }
                if **client == *REVOKED =>
            {
                about(Why::GaveUp, member)
            }
            Reason::LeaderRejoining { leader, .. } => about(Why::LeaderRejoined, leader),
            Reason::MetadataChanged { member, .. } => about(Why::Changed, member),
            Reason::StaticMemberReplaced { instance, .. } | Reason::SelectedProtocolChanges { instance, .. } => {
                self.step(Why::StaticBack, [("instance", Arg::Text((**instance).into()))])
            }
            Reason::SessionExpired { member } => about(Why::SessionRebalance, member),
            Reason::SyncExpired { .. } => self.step(Why::SyncMissing, []),
            Reason::Left { members } => about(Why::Left, members.first()?),
            Reason::AssignmentNotWritten { error, .. } => {
                self.step(Why::WriteFailed, [("error", Arg::Text(error.name().into()))])
            }
            Reason::OverCapacity { .. } => None,
        }
    }

    fn client(self, consumer: ConsumerIx, note: &consumer::Note) -> Option<Step> {
        use consumer::Note;
        let member = ("member", Arg::Consumer(consumer));
        // How long after what explains it.
        let late = || {
            let cause = back::from(self.run, self.id)?;
            Some(("late", Arg::Span(self.at - self.run.trace.event(cause).at)))
        };
        match note {
            Note::RejoinNeeded(reason) => match &**reason {
                "group is already rebalancing" => {
                    self.decided(self.step(Why::Told, [member, late()?]), "heartbeat.interval.ms", consumer)
                }
                "need to revoke partitions and re-join" => self.about(Why::MustRevoke, consumer),
                "cached metadata has changed" => {
                    let EventKind::PartitionsAdded { topic, .. } =
                        self.run.trace.event(back::from(self.run, self.id)?).kind
                    else {
                        return None;
                    };
                    let step = self.step(Why::SeesMetadata, [member, ("topic", Arg::Topic(topic)), late()?]);
                    self.decided(step, "metadata.max.age.ms", consumer)
                }
                _ => None,
            },
            Note::Detail(Detail::PollExpired) => {
                let timeout = consumer_config(self.run, consumer, self.at).max_poll_interval_ms;
                let step = self.step(Why::PollExpired, [member, ("timeout", Arg::Seconds(timeout))]);
                self.decided(step, "max.poll.interval.ms", consumer)
            }
            Note::Position { partition, from: PositionFrom::Reset, .. } => {
                let place = self.run.cast.partition(&partition.topic, partition.partition)?;
                let policy = consumer_config(self.run, consumer, self.at).get("auto.offset.reset")?;
                let policy = ("policy", Arg::Text(policy.to_string().trim_matches('"').into()));
                let step = self.step(Why::NoCommit, [("partition", Arg::Partition(place)), policy]);
                self.decided(step, "auto.offset.reset", consumer)
            }
            _ => None,
        }
    }

    fn sent(self, exchange: &Exchange) -> Option<Step> {
        let consumer = exchange.consumer;
        match exchange.api {
            ApiKey::LeaveGroup => self.about(Why::Leaves, consumer),
            ApiKey::OffsetCommit if back::is_due_commit(self.run, self.id) => {
                self.decided(self.about(Why::AutoCommit, consumer), "auto.commit.interval.ms", consumer)
            }
            ApiKey::JoinGroup => {
                let wanted = self.run.trace.event(self.run.trace.event(self.id).cause()?);
                let late = self.at - wanted.at;
                let rejoins = matches!(wanted.kind, EventKind::Client { .. });
                if !rejoins || late <= AT_ONCE {
                    return None;
                }
                self.step(Why::JoinsLate, [("member", consumer.into()), ("late", Arg::Span(late))])
            }
            _ => None,
        }
    }

    fn busy(self, consumer: ConsumerIx, count: u32) -> Option<Step> {
        let scenario = self.run.scenario.consumer(&self.run.cast.consumers[consumer.index()].name)?;
        let slowed = self.run.scenario.actions.iter().rev().find_map(|action| match &action.what {
            crate::scenario::Do::Slow { consumer, process_ms }
                if *consumer == scenario.name && action.at <= self.at =>
            {
                Some(*process_ms)
            }
            _ => None,
        });
        let process = ("process", Arg::Millis(slowed.unwrap_or(scenario.process_ms)));
        let count = ("count", Arg::Number(count.into()));
        self.decided(self.step(Why::Busy, [("member", consumer.into()), count, process]), "max.poll.records", consumer)
    }

    fn committed(self, partition: crate::simulation::PartitionIx, offset: i64) -> Option<Step> {
        let consumer = self.asker()?.consumer;
        let args = [("member", consumer.into()), ("partition", Arg::Partition(partition)), ("offset", offset.into())];
        self.step(Why::Committed, args)
    }
}
