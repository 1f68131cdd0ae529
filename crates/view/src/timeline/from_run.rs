//! Takes a window of a run's lanes.

use std::ops::Range;

use groupscope_core::{
    protocol::{ApiKey, Name, TopicPartition},
    scenario::Do,
    simulation::{
        ConsumerIx, Run,
        frame::GroupState,
        lane::Lane,
        lanes::{ConsumerLanes, GroupLanes, MemberLanes, Ownership, PartitionLanes, Standing},
    },
};

use super::history::{ConsumerTrack, Event, EventKind, GroupTrack, History, PartitionTrack, Stretch};
use crate::{condition::Condition, words::Words};

/// Heartbeats and parked requests of more consumers than this are not shown, so not looked for.
const FEW: usize = 12;

impl History {
    /// The window (ms) of a run.
    #[must_use]
    pub fn of(run: &Run, window: Range<u64>, words: &Words) -> Self {
        let (from, to) = (window.start, window.end.max(window.start + 1));
        let known = to.min(run.computed + 1);
        let mut history = Self { from, to, ..Self::default() };
        let groups = run.lanes.groups.iter().zip(&run.cast.groups);
        history.groups =
            groups.map(|(lanes, id)| GroupTrack { id: id.clone(), phases: phases(lanes, from, known) }).collect();
        for (index, (lanes, role)) in run.lanes.consumers.iter().zip(&run.cast.consumers).enumerate() {
            let consumer = ConsumerIx(index as u16);
            let group = &run.lanes.groups[role.group.index()];
            let members: Vec<_> = group.members.iter().filter(|member| member.consumer == Some(consumer)).collect();
            history.consumers.push(ConsumerTrack {
                name: role.name.clone(),
                is_static: lanes.instance.changes().iter().any(|change| change.value.is_some()),
                conditions: conditions(lanes, &members, from, known),
                leads: leads(group, consumer, from, known),
                sessions: sessions(&members, from, known),
                ..ConsumerTrack::default()
            });
        }
        if history.consumers.len() <= FEW {
            add_exchanges(&mut history, run, known);
        }
        history.partitions = partitions(run, from, known);
        history.events = events(run, words);
        history
    }
}

impl History {
    /// Nothing of a window (ms) of a run but what was done to it.
    pub(crate) fn events_of(run: &Run, window: Range<u64>, words: &Words) -> Self {
        let (from, to) = (window.start, window.end.max(window.start + 1));
        Self { from, to, events: events(run, words), ..Self::default() }
    }
}

fn phases(lanes: &GroupLanes, from: u64, to: u64) -> Vec<Stretch<(GroupState, i32)>> {
    let spans = lanes.state.spans(from, to).filter_map(|span| Some((span.from, span.to, span.change.value?)));
    let generation = |at| lanes.generation.at(at).map_or(0, |change| change.value);
    spans.map(|(from, to, state)| Stretch { from, to, value: (state, generation(to.saturating_sub(1))) }).collect()
}

/// What a consumer is, from change to change of what decides it.
fn conditions(lanes: &ConsumerLanes, members: &[&MemberLanes], from: u64, to: u64) -> Vec<Stretch<Condition>> {
    let mut edges = vec![from];
    add_edges(&mut edges, &lanes.process, from, to);
    add_edges(&mut edges, &lanes.member, from, to);
    add_edges(&mut edges, &lanes.fenced, from, to);
    members.iter().for_each(|member| add_edges(&mut edges, &member.standing, from, to));
    edges.sort_unstable();
    edges.dedup();
    let is_member = |at| {
        let standings = members.iter().filter_map(|member| member.standing.at(at));
        standings.into_iter().any(|standing| matches!(standing.value, Standing::Member { .. }))
    };
    let at = |at: u64| {
        let process = lanes.process.at(at).map(|change| change.value).unwrap_or_default();
        let state = lanes.member.at(at).map(|change| change.value.state).unwrap_or_default();
        let fenced = lanes.fenced.at(at).is_some_and(|change| change.value);
        Condition::new(process, state, fenced, is_member(at))
    };
    let mut stretches: Vec<Stretch<Condition>> = Vec::new();
    for (index, edge) in edges.iter().enumerate() {
        let (value, end) = (at(*edge), edges.get(index + 1).copied().unwrap_or(to));
        match stretches.last_mut() {
            Some(last) if last.value == value => last.to = end,
            _ => stretches.push(Stretch { from: *edge, to: end, value }),
        }
    }
    stretches
}

fn add_edges<T>(edges: &mut Vec<u64>, lane: &Lane<T>, from: u64, to: u64) {
    edges.extend(lane.spans(from, to).map(|span| span.from));
}

fn leads(group: &GroupLanes, consumer: ConsumerIx, from: u64, to: u64) -> Vec<Stretch<()>> {
    let spans = group.leader.spans(from, to).filter(|span| span.change.value == Some(consumer));
    spans.map(|span| Stretch { from: span.from, to: span.to, value: () }).collect()
}

/// The sessions of which more than two thirds ran off.
fn sessions(members: &[&MemberLanes], from: u64, to: u64) -> Vec<Stretch<()>> {
    let mut sessions = Vec::new();
    for span in members.iter().flat_map(|member| member.session.spans(from, to)) {
        let Some(timer) = &span.change.value else { continue };
        let gone = span.to.min(timer.deadline).saturating_sub(timer.armed);
        if gone * 3 > timer.deadline.saturating_sub(timer.armed) * 2 {
            sessions.push(Stretch { from: timer.armed, to: timer.deadline, value: () });
        }
    }
    sessions
}

/// Heartbeats, and requests that had to wait for their answers.
fn add_exchanges(history: &mut History, run: &Run, known: u64) {
    let exchanges = &run.trace.exchanges;
    let end = exchanges.partition_point(|exchange| exchange.sent() < known);
    // A parked request may have been sent long before the window.
    for exchange in &exchanges[..end] {
        let track = &mut history.consumers[exchange.consumer.index()];
        match exchange.api {
            ApiKey::Heartbeat if exchange.sent() >= history.from => track.heartbeats.push(exchange.sent()),
            ApiKey::JoinGroup | ApiKey::SyncGroup => {
                let Some(arrived) = exchange.arrived() else { continue };
                let to = exchange.answered().or(exchange.lost()).unwrap_or(known);
                if to > arrived && to > history.from {
                    track.parked.push(Stretch { from: arrived, to, value: () });
                }
            }
            _ => {}
        }
    }
}

/// Each partition's readers, of the first group that ever held it.
fn partitions(run: &Run, from: u64, to: u64) -> Vec<PartitionTrack> {
    let readers = |lane: &Lane<Ownership>| {
        let spans = lane.spans(from, to).filter_map(|span| {
            let value = match (span.change.value.reader, span.change.value.last_reader) {
                (Some(reader), _) => Some(reader.index()),
                (None, Some(_)) => None,
                (None, None) => return None,
            };
            Some(Stretch { from: span.from, to: span.to, value })
        });
        joined(spans)
    };
    let lanes = run.lanes.partitions.iter().zip(&run.cast.partitions);
    let track = |(lanes, partition): (&PartitionLanes, &TopicPartition)| PartitionTrack {
        partition: partition.clone(),
        readers: lanes.ownership.values().next().map(readers).unwrap_or_default(),
    };
    lanes.map(track).collect()
}

/// Stretches of one value in a row are one.
fn joined<T: PartialEq>(spans: impl Iterator<Item = Stretch<T>>) -> Vec<Stretch<T>> {
    let mut stretches: Vec<Stretch<T>> = Vec::new();
    for span in spans {
        match stretches.last_mut() {
            Some(last) if last.value == span.value && last.to == span.from => last.to = span.to,
            _ => stretches.push(span),
        }
    }
    stretches
}

fn events(run: &Run, words: &Words) -> Vec<Event> {
    let actions = run.scenario.actions.iter();
    actions.map(|action| Event { at: action.at, kind: kind(&action.what), name: deed(words, &action.what) }).collect()
}

/// Whether something is broken or held up, rather than asked for.
fn kind(what: &Do) -> EventKind {
    let fault = matches!(
        what,
        Do::Kill { .. }
            | Do::Freeze { .. }
            | Do::Slow { .. }
            | Do::Cut { .. }
            | Do::SlowLink { .. }
            | Do::Drop { .. }
            | Do::Delay { .. }
            | Do::StopBroker { .. }
    );
    if fault { EventKind::Fault } else { EventKind::Action }
}

/// What was done, in a few words.
#[must_use]
pub fn deed(words: &Words, what: &Do) -> String {
    let say = |key: &str, args: &[(&str, &str)]| {
        let args: Vec<_> = args.iter().map(|(name, text)| (*name, (*text).into())).collect();
        words.say(key, &args)
    };
    let of = |key: &str, consumer: &Name| say(key, &[("consumer", consumer)]);
    let link = |key: &str, from: &Name, to: &Name| say(key, &[("from", from), ("to", to)]);
    let sent = |key: &str, from: &Name, api: &ApiKey| say(key, &[("from", from), ("api", api.name())]);
    let broker = |key: &str, id: &dyn ToString| say(key, &[("broker", &id.to_string())]);
    match what {
        Do::Start { consumer } | Do::Thaw { consumer } => {
            of(if matches!(what, Do::Start { .. }) { "pic-do-start" } else { "pic-do-thaw" }, consumer)
        }
        Do::Close { consumer } | Do::RemoveConsumer { consumer } => of("pic-do-close", consumer),
        Do::Kill { consumer } => of("pic-do-kill", consumer),
        Do::Freeze { consumer } => of("pic-do-freeze", consumer),
        Do::Slow { consumer, .. } => of("pic-do-slow", consumer),
        Do::Restart { consumer, .. } => of("pic-do-restart", consumer),
        Do::Cut { from, to } => link("pic-do-cut", from, to),
        Do::Heal { from, to } => link("pic-do-heal", from, to),
        Do::SlowLink { from, to, .. } => link("pic-do-slow-link", from, to),
        Do::Drop { from, api, .. } => sent("pic-do-drop", from, api),
        Do::Delay { from, api, .. } => sent("pic-do-delay", from, api),
        Do::Set { settings, .. } => settings.keys().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        Do::AddConsumer { consumer } => of("pic-do-add", &consumer.name),
        Do::AddTopic { topic } => say("pic-do-topic", &[("topic", &topic.name)]),
        Do::Subscribe { consumer, .. } | Do::Assign { consumer, .. } => of("pic-do-subscribe", consumer),
        Do::Unsubscribe { consumer } => of("pic-do-unsubscribe", consumer),
        Do::EnforceRebalance { consumer } => of("pic-do-enforce", consumer),
        Do::AddPartitions { topic, .. } => say("pic-do-partitions", &[("topic", topic)]),
        Do::Seek { consumer, .. } => of("pic-do-seek", consumer),
        Do::SeekToBeginning { consumer, .. } => of("pic-do-seek-beginning", consumer),
        Do::SeekToEnd { consumer, .. } => of("pic-do-seek-end", consumer),
        Do::Pause { consumer, .. } => of("pic-do-pause", consumer),
        Do::Resume { consumer, .. } => of("pic-do-resume", consumer),
        Do::MoveCoordinator { to } => broker("pic-do-move", to),
        Do::StopBroker { broker: id, .. } => broker("pic-do-stop-broker", id),
        Do::StartBroker { broker: id } => broker("pic-do-start-broker", id),
        Do::RollingRestart { .. } => words.text("pic-do-rolling"),
        Do::Plan { consumer, .. } => of("pic-do-plan", consumer),
    }
}
