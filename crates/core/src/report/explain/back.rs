//! From an event to the one that explains it.

use super::before;
use crate::{
    consumer::{self, Detail, PositionFrom},
    coordinator::{self, GroupState, Reason, Which},
    protocol::{ApiKey, ErrorCode, InstanceId, MemberId, TopicPartition},
    report::settings::consumer_config,
    scenario::Do,
    simulation::{
        ConsumerIx, GroupIx, Run,
        frame::Process,
        trace::{EventId, EventKind, Exchange},
    },
};

/// The event that explains this one; mostly its cause.
pub(super) fn from(run: &Run, id: EventId) -> Option<EventId> {
    let event = run.trace.event(id);
    let instead = match event.kind {
        EventKind::Coordinator { group, note, .. } => match &run.trace.coordinator_notes[note.index()] {
            coordinator::Note::TimerFired { timer, .. } => match &timer.which {
                Which::Session(member) => silence(run, id, (group, member)),
                _ => None,
            },
            coordinator::Note::RebalanceSpared { .. } => last_note(run, id, |of, note| {
                of == group && matches!(note, coordinator::Note::StaticMemberReplaced { .. })
            }),
            coordinator::Note::MemberAdded { instance: Some(instance), .. } => {
                end_of_membership(run, id, group, instance)
            }
            coordinator::Note::Transition { reason: Some(reason), .. } => match &**reason {
                Reason::AddingMember { member, .. } => late_return(run, id, group, member),
                _ => None,
            },
            _ => None,
        },
        EventKind::Client { consumer, note } => client(run, id, consumer, &run.trace.client_notes[note.index()]),
        // What came of the last poll() is no reason for the next.
        EventKind::RequestSent { .. } if is_due_commit(run, id) => return None,
        EventKind::ReplySent { exchange } | EventKind::ReplyArrived { exchange } => {
            refusal(run, id, run.trace.exchange(exchange))
        }
        EventKind::RecordsReturned { consumer, .. } => {
            last_action(run, id, |what| matches!(what, Do::Slow { consumer: slow, .. } if is(run, consumer, slow)))
        }
        EventKind::OffsetDeleted { group, .. } => last_transition(run, id, group, GroupState::Empty),
        _ => None,
    };
    instead.or_else(|| event.cause())
}

/// Whether a request is an automatic commit that was made since its time had come.
pub(super) fn is_due_commit(run: &Run, sent: EventId) -> bool {
    let event = run.trace.event(sent);
    let EventKind::RequestSent { exchange } = event.kind else { return false };
    let exchange = run.trace.exchange(exchange);
    let reads = |cause: EventId| match run.trace.event(cause).kind {
        EventKind::Fetched { .. } | EventKind::RecordsReturned { .. } | EventKind::RecordsProcessed { .. } => true,
        EventKind::ReplyArrived { exchange } => run.trace.exchange(exchange).error.is_none(),
        _ => false,
    };
    let automatic = || consumer_config(run, exchange.consumer, event.at).enable_auto_commit;
    exchange.api == ApiKey::OffsetCommit && event.cause().is_some_and(reads) && automatic()
}

fn is(run: &Run, consumer: ConsumerIx, name: &str) -> bool {
    *run.cast.consumers[consumer.index()].name == *name
}

/// The end of the session that a static member had before it was added anew.
pub(super) fn end_of_membership(run: &Run, added: EventId, of: GroupIx, instance: &InstanceId) -> Option<EventId> {
    let is_its = |id: &MemberId| {
        let mut members = run.lanes.groups[of.index()].members.iter();
        members.any(|it| it.id == *id && it.instance.as_ref() == Some(instance))
    };
    last_note(run, added, |group, note| match note {
        coordinator::Note::TimerFired { timer, .. } => {
            group == of && matches!(&timer.which, Which::Session(member) if is_its(member))
        }
        _ => false,
    })
}

/// That a member was added since its membership had ended while it was away.
fn late_return(run: &Run, id: EventId, of: GroupIx, who: &MemberId) -> Option<EventId> {
    let added = last_note(
        run,
        id,
        |group, note| matches!(note, coordinator::Note::MemberAdded { member, .. } if group == of && member == who),
    )?;
    let EventKind::Coordinator { note, .. } = run.trace.event(added).kind else { return None };
    match &run.trace.coordinator_notes[note.index()] {
        coordinator::Note::MemberAdded { instance: Some(instance), .. } => {
            end_of_membership(run, added, of, instance).map(|_| added)
        }
        _ => None,
    }
}

/// Why a member gave no sign of life until its session ended.
fn silence(run: &Run, fired: EventId, (group, member): (GroupIx, &MemberId)) -> Option<EventId> {
    let at = run.trace.event(fired).at;
    let member = run.lanes.groups[group.index()].members.iter().find(|it| it.id == *member)?;
    let consumer = member.consumer?;
    let process = run.lanes.consumers[consumer.index()].process.at(at)?;
    if !matches!(process.value, Process::Running | Process::Closing) {
        return Some(EventId(process.event));
    }
    let armed = run.trace.event(fired).cause()?;
    let quiet = before(run, fired).take_while(|(id, _)| *id > armed).find(|(_, kind)| match *kind {
        EventKind::Client { consumer: who, note } if who == consumer => {
            matches!(run.trace.client_notes[note.index()], consumer::Note::Detail(Detail::PollExpired))
        }
        EventKind::ProcessEnded { consumer: who, .. } | EventKind::ProcessFrozen { consumer: who, .. } => {
            who == consumer
        }
        EventKind::MessageLost { message } => run.trace.exchange(message.exchange()).consumer == consumer,
        _ => false,
    });
    let cut = || {
        last_action(run, fired, |what| match what {
            Do::Cut { from, to } | Do::SlowLink { from, to, .. } => is(run, consumer, from) || is(run, consumer, to),
            _ => false,
        })
    };
    quiet.map(|(id, _)| id).or_else(cut)
}

fn client(run: &Run, id: EventId, consumer: ConsumerIx, note: &consumer::Note) -> Option<EventId> {
    use consumer::Note;
    let group = run.cast.consumers[consumer.index()].group;
    match note {
        Note::RejoinNeeded(reason) => match &**reason {
            "group is already rebalancing" => last_transition(run, id, group, GroupState::PreparingRebalance),
            "cached metadata has changed" => {
                before(run, id).find(|(_, kind)| matches!(kind, EventKind::PartitionsAdded { .. })).map(|(id, _)| id)
            }
            _ => None,
        },
        Note::Position { partition, from: PositionFrom::Committed, .. } => last_commit(run, id, group, partition),
        Note::Detail(Detail::PollExpired) => {
            let returned = |(_, kind): &(EventId, EventKind)| matches!(kind, EventKind::RecordsReturned { consumer: who, .. } if *who == consumer);
            before(run, id).find(returned).map(|(id, _)| id)
        }
        Note::Thrown(error) if **error == *"FencedInstanceIdException" => {
            let at = run.trace.event(id).at;
            let instance = run.lanes.consumers[consumer.index()].instance.at(at)?.value.clone()?;
            last_replacement(run, id, &instance)
        }
        _ => None,
    }
}

/// What the coordinator knew when it refused a request.
fn refusal(run: &Run, id: EventId, exchange: &Exchange) -> Option<EventId> {
    let group = run.cast.consumers[exchange.consumer.index()].group;
    match (exchange.error, exchange.api) {
        (ErrorCode::RebalanceInProgress, ApiKey::Heartbeat) => {
            last_transition(run, id, group, GroupState::PreparingRebalance)
        }
        (ErrorCode::RebalanceInProgress, ApiKey::OffsetCommit) => {
            last_transition(run, id, group, GroupState::CompletingRebalance)
        }
        (ErrorCode::IllegalGeneration, _) => last_transition(run, id, group, GroupState::CompletingRebalance),
        (ErrorCode::UnknownMemberId, _) => last_removal(run, id, group, exchange.consumer),
        (ErrorCode::FencedInstanceId, _) => {
            let at = run.trace.event(id).at;
            let instance = run.lanes.consumers[exchange.consumer.index()].instance.at(at)?.value.clone()?;
            last_replacement(run, id, &instance)
        }
        _ => None,
    }
}

/// The latest note of a group's coordinator that is such.
fn last_note(run: &Run, id: EventId, is: impl Fn(GroupIx, &coordinator::Note) -> bool) -> Option<EventId> {
    let found = before(run, id).find(|(_, kind)| match *kind {
        EventKind::Coordinator { group, note, .. } => is(group, &run.trace.coordinator_notes[note.index()]),
        _ => false,
    });
    found.map(|(id, _)| id)
}

pub(super) fn last_transition(run: &Run, id: EventId, of: GroupIx, state: GroupState) -> Option<EventId> {
    last_note(run, id, |group, note| {
        group == of && matches!(note, coordinator::Note::Transition { to, .. } if *to == state)
    })
}

fn last_replacement(run: &Run, id: EventId, of: &InstanceId) -> Option<EventId> {
    last_note(
        run,
        id,
        |_, note| matches!(note, coordinator::Note::StaticMemberReplaced { instance, .. } if instance == of),
    )
}

fn last_removal(run: &Run, id: EventId, of: GroupIx, consumer: ConsumerIx) -> Option<EventId> {
    let members = &run.lanes.groups[of.index()].members;
    let is_its = |id: &MemberId| members.iter().any(|it| it.id == *id && it.consumer == Some(consumer));
    last_note(run, id, |group, note| {
        group == of && matches!(note, coordinator::Note::MembersRemoved { members, .. } if members.iter().any(is_its))
    })
}

fn last_commit(run: &Run, id: EventId, of: GroupIx, partition: &TopicPartition) -> Option<EventId> {
    let place = run.cast.partition(&partition.topic, partition.partition)?;
    let stored = |(_, kind): &(EventId, EventKind)| matches!(kind, EventKind::OffsetCommitted { group, partition, .. } if *group == of && *partition == place);
    before(run, id).find(stored).map(|(id, _)| id)
}

fn last_action(run: &Run, id: EventId, is: impl Fn(&Do) -> bool) -> Option<EventId> {
    let done = |(_, kind): &(EventId, EventKind)| match kind {
        EventKind::Action { action } => run.scenario.actions.get(*action as usize).is_some_and(|it| is(&it.what)),
        _ => false,
    };
    before(run, id).find(done).map(|(id, _)| id)
}
