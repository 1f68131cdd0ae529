//! Events, told with names.

use super::event::{Choice, EventLine, Removed, What};
use crate::{
    consumer,
    coordinator::{self, LeaderChoice, Removal, Which},
    protocol::{MemberId, Name, TopicName, consumer_protocol::Assignment},
    simulation::{
        BrokerIx, ConsumerIx, GroupIx, PartitionIx, Run,
        frame::MessageKind,
        trace::{EventId, EventKind, Exchange, ExchangeId, MessageId},
    },
};

impl Run {
    /// An event with names in place of numbers.
    #[must_use]
    pub fn event_line(&self, id: EventId) -> EventLine<'_> {
        let event = self.trace.event(id);
        let cause = event.cause().map(|cause| cause.0);
        EventLine { id: id.0, at: event.at, cause, what: Teller(self).what(event.kind) }
    }

    /// All events with names in place of numbers.
    pub fn event_lines(&self) -> impl Iterator<Item = EventLine<'_>> {
        (0..self.trace.events.len() as u32).map(|id| self.event_line(EventId(id)))
    }
}

#[derive(Clone, Copy)]
struct Teller<'a>(&'a Run);

impl<'a> Teller<'a> {
    fn what(self, kind: EventKind) -> What<'a> {
        let run = self.0;
        match kind {
            EventKind::Begun => What::Begun,
            EventKind::Action { action } => What::Action { action: &run.scenario.actions[action as usize] },
            EventKind::ProcessStarted { consumer } => What::ProcessStarted { consumer: self.consumer(consumer) },
            EventKind::ProcessFrozen { consumer, frozen: true } => {
                What::ProcessFrozen { consumer: self.consumer(consumer) }
            }
            EventKind::ProcessFrozen { consumer, frozen: false } => {
                What::ProcessThawed { consumer: self.consumer(consumer) }
            }
            EventKind::ProcessEnded { consumer, process } => {
                What::ProcessEnded { consumer: self.consumer(consumer), process }
            }
            EventKind::Connected { consumer, broker } => {
                What::Connected { consumer: self.consumer(consumer), broker: self.broker(broker) }
            }
            EventKind::Disconnected { consumer, broker } => {
                What::Disconnected { consumer: self.consumer(consumer), broker: self.broker(broker) }
            }
            EventKind::RequestSent { exchange }
            | EventKind::RequestArrived { exchange }
            | EventKind::ReplySent { exchange }
            | EventKind::ReplyArrived { exchange }
            | EventKind::Fetched { exchange } => self.traffic(kind, exchange),
            EventKind::MessageLost { message } => self.lost(message),
            EventKind::Coordinator { group, note, .. } => {
                self.coordinator(group, &run.trace.coordinator_notes[note.index()])
            }
            EventKind::Client { consumer, note } => {
                self.client(self.consumer(consumer), &run.trace.client_notes[note.index()])
            }
            kind => self.cluster(kind),
        }
    }

    fn traffic(self, kind: EventKind, id: ExchangeId) -> What<'a> {
        let exchange = self.0.trace.exchange(id);
        let (client, broker) = (self.consumer(exchange.consumer), self.broker(exchange.broker));
        let Exchange { api, error, .. } = *exchange;
        let (request, reply) = (MessageId::request(id).0, MessageId::reply(id).0);
        let payload = self.0.trace.payload(exchange);
        match (kind, payload) {
            (EventKind::RequestSent { .. }, Some(payload)) => What::RequestSent {
                message: request,
                api,
                from: client,
                to: broker,
                api_version: payload.api_version,
                correlation_id: payload.correlation_id,
                request: &payload.request,
            },
            (EventKind::RequestArrived { .. }, _) => {
                What::RequestArrived { message: request, api, from: client, to: broker }
            }
            (EventKind::ReplySent { .. }, payload) => What::ReplySent {
                message: reply,
                api,
                from: broker,
                to: client,
                error,
                response: payload.and_then(|payload| payload.response.as_deref()),
            },
            (EventKind::ReplyArrived { .. }, _) => {
                What::ReplyArrived { message: reply, api, from: broker, to: client, error }
            }
            _ => What::Fetched {
                message: request,
                consumer: client,
                broker,
                sent: exchange.sent(),
                arrived: exchange.arrived(),
                answered: exchange.answered(),
                records: exchange.records,
                error,
            },
        }
    }

    fn lost(self, message: MessageId) -> What<'a> {
        let exchange = self.0.trace.exchange(message.exchange());
        let (client, broker) = (self.consumer(exchange.consumer), self.broker(exchange.broker));
        let (from, to) = match message.kind() {
            MessageKind::Request => (client, broker),
            MessageKind::Reply => (broker, client),
        };
        What::MessageLost { message: message.0, api: exchange.api, message_kind: message.kind(), from, to }
    }

    fn cluster(self, kind: EventKind) -> What<'a> {
        let run = self.0;
        let id = |broker: BrokerIx| run.cast.brokers[broker.index()].id;
        match kind {
            EventKind::OffsetCommitted { group, partition, offset } => {
                let (topic, partition) = self.partition(partition);
                What::OffsetCommitted { group: run.cast.groups[group.index()].clone(), topic, partition, offset }
            }
            EventKind::OffsetDeleted { group, partition } => {
                let (topic, partition) = self.partition(partition);
                What::OffsetDeleted { group: run.cast.groups[group.index()].clone(), topic, partition }
            }
            EventKind::BrokerAlive { broker, alive: true } => What::BrokerStarted { broker: id(broker) },
            EventKind::BrokerAlive { broker, alive: false } => What::BrokerStopped { broker: id(broker) },
            EventKind::LeaderChanged { partition, leader } => {
                let (topic, partition) = self.partition(partition);
                What::LeaderChanged { topic, partition, leader: leader.map(id) }
            }
            EventKind::CoordinatorChanged { group, broker } => {
                What::CoordinatorChanged { group: run.cast.groups[group.index()].clone(), coordinator: broker.map(id) }
            }
            EventKind::PartitionsAdded { topic, partitions } => {
                What::PartitionsAdded { topic: run.cast.topics[topic.index()].name.clone(), partitions }
            }
            EventKind::RecordsDeleted { partition, log_start } => {
                let (topic, partition) = self.partition(partition);
                What::RecordsDeleted { topic, partition, log_start }
            }
            EventKind::RecordsReturned { consumer, partition, records } => {
                let (records, (topic, partition)) = (run.trace.records[records.index()], self.partition(partition));
                let (first, count) = (records.first, records.count);
                What::RecordsReturned { consumer: self.consumer(consumer), topic, partition, first, count }
            }
            EventKind::RecordsProcessed { consumer, partition, records } => {
                let (records, (topic, partition)) = (run.trace.records[records.index()], self.partition(partition));
                let (first, count) = (records.first, records.count);
                What::RecordsProcessed { consumer: self.consumer(consumer), topic, partition, first, count }
            }
            _ => What::Other { consumer: None },
        }
    }

    fn coordinator(self, home: GroupIx, note: &'a coordinator::Note) -> What<'a> {
        use coordinator::Note;
        let group = self.0.cast.groups[home.index()].clone();
        let behind = |id: &MemberId| self.behind(home, id);
        match note.clone() {
            Note::GroupCreated { group, simple } => What::GroupCreated { group, simple },
            Note::Transition { group, from, to, generation, members, reason } => {
                let reason = reason.map(|reason| reason.to_string());
                What::GroupState { group, from, to, generation, members, reason }
            }
            Note::MemberIdHandedOut { group, member, .. } => {
                What::MemberIdHandedOut { group, consumer: behind(&member), member_id: member }
            }
            Note::MemberAdded { group, member, instance, kind, .. } => What::MemberAdded {
                group,
                consumer: behind(&member),
                member_id: member,
                group_instance_id: instance,
                joining: kind,
            },
            Note::MembersRemoved { group, members, why } => {
                let consumers = members.iter().filter_map(behind).collect();
                let (why, reason) = removed(why);
                What::MembersRemoved { group, member_ids: members, consumers, why, reason }
            }
            Note::StaticMemberReplaced { group, instance, old, new, .. } => What::StaticMemberReplaced {
                group,
                group_instance_id: instance,
                old_member_id: old,
                consumer: behind(&new),
                member_id: new,
            },
            Note::RebalanceSpared { group } => What::RebalanceSpared { group },
            Note::StaticMemberReverted { group, instance, old, new, error } => What::StaticMemberReverted {
                group,
                group_instance_id: instance,
                member_id: old,
                lost_member_id: new,
                error,
            },
            Note::Fenced { group, member, instance, by, operation } => What::MemberFenced {
                group,
                consumer: behind(&member),
                member_id: member,
                group_instance_id: instance,
                by,
                operation,
            },
            Note::Parked { group, member, token, operation } => What::RequestParked {
                group,
                consumer: behind(&member),
                member_id: member,
                operation,
                message: message(token),
            },
            Note::Forgotten { token } => What::RequestForgotten { message: message(token) },
            Note::LeaderChosen { group, leader, why } => {
                What::LeaderChosen { group, consumer: leader.as_ref().and_then(behind), leader, why: choice(&why) }
            }
            Note::NobodyRejoined { group, leader, .. } => What::NobodyRejoined { group, leader },
            Note::ProtocolChosen { group, ballot } => What::ProtocolChosen {
                group,
                candidates: ballot.candidates,
                votes: ballot.votes.into_iter().collect(),
                protocol_name: ballot.winner,
            },
            Note::AssignmentReceived { group, generation, leader, missing, .. } => {
                What::AssignmentReceived { group, generation, leader, missing }
            }
            Note::AssignmentStored { group, generation, shares } => {
                let share = |bytes: &[u8]| Assignment::decode(bytes).unwrap_or_default().partitions;
                let assignment = shares.into_iter().map(|(member, bytes)| (member, share(&bytes))).collect();
                What::AssignmentStored { group, generation, assignment }
            }
            Note::AssignmentsCleared { group } => What::AssignmentsCleared { group },
            Note::TimerFired { timer, armed } => {
                let (member_id, kind) = match timer.which {
                    Which::Session(member) => (Some(member), coordinator::TimerKind::Session),
                    Which::Sync => (None, coordinator::TimerKind::Sync),
                    Which::Join => (None, coordinator::TimerKind::Join),
                };
                let consumer = member_id.as_ref().and_then(behind);
                What::TimerFired { group: timer.group, timer: kind, member_id, consumer, armed }
            }
            Note::WriteFailed { error, .. } => What::WriteFailed { group, error },
            Note::EmptyGroupNotWritten { group, error } => What::EmptyGroupNotWritten { group, error },
            Note::ExpiredOffsets { tombstones } => What::ExpiredOffsets { tombstones },
            Note::GroupsDeleted { groups, offsets } => What::GroupsDeleted { groups, offsets },
            Note::Loading => What::CoordinatorLoading { group },
            Note::GroupLoaded { group, members } => What::GroupLoaded { group, members },
            Note::Loaded { records, .. } => What::CoordinatorLoaded { group, records },
            Note::Unloading => What::CoordinatorUnloading { group },
            Note::GroupUnloaded { group, generation } => What::GroupUnloaded { group, generation },
            Note::Unloaded => What::CoordinatorUnloaded { group },
            Note::TimerArmed { .. } | Note::TimerCancelled { .. } | Note::Committed { .. } => {
                What::Other { consumer: None }
            }
        }
    }

    fn client(self, consumer: Name, note: &'a consumer::Note) -> What<'a> {
        use consumer::Note;
        match note {
            Note::Member { state, member_id, generation } => {
                What::MemberState { consumer, state: *state, member_id: member_id.clone(), generation: *generation }
            }
            Note::Callback { kind, partitions, owned } => {
                What::Callback { consumer, callback: *kind, partitions, owned }
            }
            Note::Assigned(partitions) => What::Assigned { consumer, partitions },
            Note::RejoinNeeded(reason) => What::RejoinNeeded { consumer, reason: reason.clone() },
            Note::Position { partition, offset, from, .. } => What::PositionSet {
                consumer,
                topic: partition.topic.clone(),
                partition: partition.partition,
                offset: *offset,
                from: *from,
            },
            Note::Committed { offsets, error } => What::CommitCompleted { consumer, offsets, error: *error },
            Note::Thrown(exception) => What::ExceptionThrown { consumer, exception: exception.clone() },
            Note::Plan { protocol, assignments } => What::PlanComputed {
                consumer,
                protocol: protocol.clone(),
                assignment: assignments.iter().cloned().collect(),
            },
            Note::Paused(partitions) => What::PartitionsPaused { consumer, partitions },
            Note::Detail(detail) => What::ClientLogged { consumer, detail },
            // These are lanes, or events of their own.
            Note::Doing(_)
            | Note::Polled { .. }
            | Note::HeartbeatDue(_)
            | Note::Fetched { .. }
            | Note::Returned { .. }
            | Note::Processed { .. } => What::Other { consumer: Some(consumer) },
        }
    }

    fn consumer(self, consumer: ConsumerIx) -> Name {
        self.0.cast.consumers[consumer.index()].name.clone()
    }

    fn broker(self, broker: BrokerIx) -> Name {
        self.0.cast.brokers[broker.index()].name.clone()
    }

    fn partition(self, partition: PartitionIx) -> (TopicName, i32) {
        let partition = &self.0.cast.partitions[partition.index()];
        (partition.topic.clone(), partition.partition)
    }

    /// The consumer behind a member id.
    fn behind(self, group: GroupIx, id: &MemberId) -> Option<Name> {
        let members = &self.0.lanes.groups[group.index()].members;
        let consumer = members.iter().find(|member| member.id == *id)?.consumer?;
        Some(self.consumer(consumer))
    }
}

fn message(token: coordinator::Token) -> u32 {
    MessageId::request(ExchangeId(token.0 as u32)).0
}

fn removed(why: Removal) -> (Removed, Option<Name>) {
    match why {
        Removal::SessionExpired => (Removed::SessionExpired, None),
        Removal::PendingExpired => (Removed::PendingExpired, None),
        Removal::Left(reason) => (Removed::Left, reason),
        Removal::PendingLeft(reason) => (Removed::PendingLeft, reason),
        Removal::NotRejoined => (Removed::NotRejoined, None),
        Removal::NotSynced => (Removed::NotSynced, None),
        Removal::GroupFull => (Removed::GroupFull, None),
    }
}

fn choice(why: &LeaderChoice) -> Choice {
    match why {
        LeaderChoice::FirstMember => Choice::FirstMember,
        LeaderChoice::LeaderRemoved => Choice::LeaderRemoved,
        LeaderChoice::LeaderReplaced => Choice::LeaderReplaced,
        LeaderChoice::LeaderDidNotRejoin { .. } => Choice::LeaderDidNotRejoin,
    }
}
