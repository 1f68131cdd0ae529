//! What holds while nothing happens.

use std::borrow::Cow;

use super::{Arg, Args, Line, Say};
use crate::simulation::{
    ConsumerIx, GroupIx, Run,
    frame::{GroupState, Process, TimerKind},
    lanes::{GroupLanes, Partitions, Standing, Timer},
};

/// What holds at `at`, and until when at least the sentence says it rightly.
pub(super) fn line(run: &Run, at: u64) -> (Line<'static>, u64) {
    let groups = (0..run.lanes.groups.len() as u16).map(GroupIx);
    let lines = groups.map(|group| of_group(run, group, at));
    // A group where something is going on comes before one that rests.
    let chosen = lines.min_by_key(|(say, ..)| matches!(say, Say::CalmStable | Say::CalmEmpty | Say::CalmBefore));
    let (say, args, until) = chosen.unwrap_or((Say::CalmBefore, Args::default(), u64::MAX));
    (Line { say, args: Cow::Owned(args), full: true, event: None }, until)
}

fn of_group(run: &Run, group: GroupIx, at: u64) -> (Say, Args, u64) {
    let lanes = &run.lanes.groups[group.index()];
    let name = ("group", Arg::Group(group));
    let until = next_change(run, group, at);
    let Some(broker) = lanes.coordinator.at(at).and_then(|change| change.value) else {
        return (Say::CalmNobody, [name].into(), until);
    };
    let running = &run.lanes.brokers[broker.index()];
    if running.at(at).is_some_and(|change| !change.value) {
        return (Say::CalmDown, [name, ("broker", Arg::Broker(broker))].into(), until);
    }
    let state = lanes.state.at(at).and_then(|change| change.value).unwrap_or_default();
    let members = members(lanes, at);
    let generation = ("generation", lanes.generation.at(at).map_or(0, |change| change.value).into());
    match state {
        GroupState::PreparingRebalance => preparing(lanes, at, &members, until),
        GroupState::CompletingRebalance => (Say::CalmSyncing, [generation].into(), until),
        GroupState::Stable => match silent(run, group, at) {
            Some((member, timer, unread)) => {
                let args = [("member", member.into()), end(timer.deadline), ("partitions", Arg::Partitions(unread))];
                (Say::CalmSilent, args.into(), until)
            }
            None => {
                let total = shares(run, group, at);
                let args = [("count", members.len().into()), ("total", total.into()), generation];
                (Say::CalmStable, args.into(), until)
            }
        },
        GroupState::Empty | GroupState::Dead => {
            let started =
                run.lanes.consumers.iter().any(|it| it.process.changes().get(1).is_some_and(|it| it.at <= at));
            let say = if started { Say::CalmEmpty } else { Say::CalmBefore };
            let args = if started { [name].into() } else { Args::default() };
            (say, args, until)
        }
    }
}

fn preparing(lanes: &GroupLanes, at: u64, members: &[(ConsumerIx, bool)], until: u64) -> (Say, Args, u64) {
    let timer = lanes.join.at(at).and_then(|change| change.value);
    let end_of_phase = end(timer.map_or(at, |timer| timer.deadline));
    let count = ("count", members.len().into());
    let joined = ("joined", members.iter().filter(|(_, joined)| *joined).count().into());
    if timer.is_some_and(|timer| timer.kind == TimerKind::InitialDelay) {
        (Say::CalmDelay, [count, end_of_phase].into(), until)
    } else if let Some((client, session)) = pending(lanes, at).filter(|_| members.iter().all(|(_, joined)| *joined)) {
        let end = session.map_or(end_of_phase, |session| end(session.deadline));
        (Say::CalmPending, [("client", client.into()), end].into(), until)
    } else {
        (Say::CalmJoining, [joined, count, end_of_phase].into(), until)
    }
}

/// A client that was handed an id and has not joined with it, and how long the id is kept.
fn pending(lanes: &GroupLanes, at: u64) -> Option<(ConsumerIx, Option<Timer>)> {
    let mut pending =
        lanes.members.iter().filter(|it| it.standing.at(at).is_some_and(|it| it.value == Standing::Pending));
    pending.find_map(|it| Some((it.consumer?, it.session.at(at).and_then(|change| change.value))))
}

/// When a wait ends. What is left of it is seen at its gauge: a sentence that counted down would be read out each second.
const fn end(deadline: u64) -> (&'static str, Arg) {
    ("end", Arg::Moment(deadline))
}

/// The members, and whether each has joined in this join phase.
fn members(lanes: &GroupLanes, at: u64) -> Vec<(ConsumerIx, bool)> {
    let standing = lanes.members.iter().filter_map(|member| match member.standing.at(at)?.value {
        Standing::Member { joined, .. } => Some((member.consumer?, joined)),
        _ => None,
    });
    standing.collect()
}

/// A member whose process is gone or stands still, its session, and what nobody reads for its sake.
fn silent(run: &Run, group: GroupIx, at: u64) -> Option<(ConsumerIx, Timer, Partitions)> {
    let members = run.lanes.groups[group.index()].members.iter();
    members
        .filter(|member| matches!(member.standing.at(at).map(|it| it.value), Some(Standing::Member { .. })))
        .find_map(|member| {
            let consumer = member.consumer?;
            let lanes = &run.lanes.consumers[consumer.index()];
            let process = lanes.process.at(at)?.value;
            let silent = matches!(process, Process::Killed | Process::Closed | Process::Failed | Process::Frozen);
            let share = lanes.assigned.at(at).map(|change| change.value.clone());
            let unread = share.filter(|share| silent && !share.is_empty())?;
            Some((consumer, member.session.at(at)?.value?, unread))
        })
}

/// How many partitions the members have been given.
fn shares(run: &Run, group: GroupIx, at: u64) -> usize {
    let all = run.lanes.consumers.iter().zip(&run.cast.consumers);
    let shares = all.filter(|(_, role)| role.group == group).filter_map(|(lanes, _)| lanes.assigned.at(at));
    shares.map(|change| change.value.len()).sum()
}

/// When something changes next that such a sentence speaks of, ms.
fn next_change(run: &Run, group: GroupIx, at: u64) -> u64 {
    let lanes = &run.lanes.groups[group.index()];
    let members = lanes.members.iter().flat_map(|it| [it.standing.next_change(at), it.session.next_change(at)]);
    let processes = run.lanes.consumers.iter().flat_map(|it| [it.process.next_change(at), it.assigned.next_change(at)]);
    let brokers = run.lanes.brokers.iter().map(|running| running.next_change(at));
    let own = [lanes.state.next_change(at), lanes.coordinator.next_change(at), lanes.join.next_change(at)];
    own.into_iter().chain(brokers).chain(members).chain(processes).flatten().min().unwrap_or(u64::MAX)
}
