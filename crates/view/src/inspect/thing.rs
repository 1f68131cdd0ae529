//! Members, partitions, timers, groups, brokers.

use groupscope_core::{
    protocol::TopicPartition,
    simulation::{
        ConsumerIx,
        frame::{ConsumerFrame, GroupFrame, GroupMemberFrame, GroupState, MemberState, Process, TimerKind},
        lane::Lane,
        trace::EventId,
    },
};

use super::{Inspector, Row, Sheet, Tone};
use crate::clock;

/// More partitions than this are counted.
const LISTED: usize = 6;

/// A member, or a consumer that is none.
pub(super) fn member(inspector: &Inspector<'_>, place: usize) -> Option<Sheet> {
    let it = inspector.frame.consumers.get(place)?;
    let mut rows = vec![state(inspector, it), seen(inspector, it)];
    if !it.member_id.is_empty() {
        rows.push(inspector.row("ins-member-id", it.member_id.as_str()));
        rows.push(inspector.row("ins-generation", it.generation.to_string()));
    }
    rows.extend(it.instance.as_ref().map(|instance| inspector.row("ins-instance", &**instance)));
    rows.extend(session_end(inspector, it));
    rows.extend(it.poll_deadline.map(|at| inspector.row("ins-poll-due", clock::moment(at))));
    rows.extend(it.next_heartbeat.map(|at| inspector.row("ins-heartbeat-due", clock::moment(at))));
    rows.extend(holdings(inspector, it));
    let lanes = inspector.run.lanes.consumers.get(place)?;
    let at = inspector.frame.at;
    let events =
        [event(&lanes.process, at), event(&lanes.member, at), event(&lanes.owned, at), event(&lanes.fenced, at)];
    let title = inspector.title("ins-member", &it.name);
    Some(Sheet { title, rows, event: events.into_iter().flatten().max(), settings: Vec::new() })
}

/// The event of a lane's present value.
fn event<T>(lane: &Lane<T>, at: u64) -> Option<EventId> {
    lane.at(at).map(|change| EventId(change.event))
}

/// What the client says of itself.
fn state(inspector: &Inspector<'_>, it: &ConsumerFrame) -> Row {
    let gone = match it.process {
        Process::Running | Process::Closing if it.fenced => Some("pic-is-fenced"),
        Process::Running => None,
        Process::Closing => Some("pic-is-closing"),
        Process::Absent => Some("pic-is-absent"),
        Process::Frozen => Some("pic-is-frozen"),
        Process::Closed => Some("pic-is-closed"),
        Process::Killed | Process::Failed => Some("pic-is-dead"),
    };
    let client = match it.state {
        MemberState::Unjoined => "UNJOINED",
        MemberState::PreparingRebalance => "PREPARING_REBALANCE",
        MemberState::CompletingRebalance => "COMPLETING_REBALANCE",
        MemberState::Stable => "STABLE",
    };
    match gone {
        Some(key) => {
            let bad = it.fenced || matches!(it.process, Process::Killed | Process::Failed | Process::Frozen);
            inspector.toned("ins-client", inspector.words.text(key), if bad { Tone::Bad } else { Tone::Data })
        }
        None => inspector.row("ins-client", client),
    }
}

/// What the coordinator has of it.
fn seen(inspector: &Inspector<'_>, it: &ConsumerFrame) -> Row {
    let member = membership(inspector, it).map(|(_, member)| member);
    let key = match member {
        None => "ins-no-member",
        Some(member) if member.pending => "ins-pending",
        Some(member) if member.joined => "ins-joined",
        Some(member) if member.synced => "ins-synced",
        Some(_) => "ins-is-member",
    };
    inspector.row("ins-coordinator", inspector.words.text(key))
}

fn membership<'a>(inspector: &Inspector<'a>, it: &ConsumerFrame) -> Option<(&'a GroupFrame, &'a GroupMemberFrame)> {
    inspector.frame.groups.iter().find_map(|group| {
        let member = group.members.iter().find(|member| member.consumer == it.name)?;
        Some((group, member))
    })
}

fn session_end(inspector: &Inspector<'_>, it: &ConsumerFrame) -> Option<Row> {
    let (group, _) = membership(inspector, it)?;
    let of_it = |kind: TimerKind, member: Option<&str>| kind == TimerKind::Session && member == Some(&*it.name);
    let timer = group.timers.iter().find(|timer| of_it(timer.kind, timer.member.as_deref()))?;
    Some(inspector.row("ins-session-end", clock::moment(timer.deadline)))
}

/// A row for each partition that it holds, with where it reads and what is committed.
fn holdings(inspector: &Inspector<'_>, it: &ConsumerFrame) -> Vec<Row> {
    let words = inspector.words;
    // Without a process, what the coordinator still keeps for it.
    let held = if it.alive { &it.owned } else { &it.assigned };
    if held.is_empty() {
        return vec![inspector.row("ins-partitions", words.text("pic-no-partition"))];
    }
    let mut rows: Vec<_> = held.iter().take(LISTED).map(|partition| holding(inspector, it, partition)).collect();
    if held.len() > LISTED {
        let rest = words.say("pic-partitions", &[("count", (held.len() - LISTED).into())]);
        rows.push(inspector.row("ins-and", rest));
    }
    rows
}

fn holding(inspector: &Inspector<'_>, it: &ConsumerFrame, partition: &TopicPartition) -> Row {
    let words = inspector.words;
    let frames = &inspector.frame.partitions;
    let place = frames.iter().find(|other| other.topic == partition.topic && other.partition == partition.partition);
    let committed = place.zip(it.group.as_ref()).and_then(|(place, group)| place.committed.get(group));
    let said =
        [("pic-position-short", place.and_then(|place| place.position)), ("pic-committed-short", committed.copied())];
    let said = said.into_iter().filter_map(|(key, offset)| Some(words.say(key, &[("offset", offset?.into())])));
    Row {
        label: partition.to_string(),
        value: said.collect::<Vec<_>>().join(" · "),
        tone: Tone::Data,
        changed: false,
        at: None,
    }
}

/// A partition.
pub(super) fn partition(inspector: &Inspector<'_>, partition: &TopicPartition) -> Option<Sheet> {
    let (words, frame) = (inspector.words, inspector.frame);
    let place = frame
        .partitions
        .iter()
        .position(|other| other.topic == partition.topic && other.partition == partition.partition)?;
    let it = &frame.partitions[place];
    let owner = it.owners.iter().map(|name| &**name).collect::<Vec<_>>().join(", ");
    let mut rows = vec![match it.unread_since {
        None => inspector.row("pic-column-owner", inspector.or_nobody(Some(&*owner).filter(|owner| !owner.is_empty()))),
        Some(since) => {
            let text = words.say("ins-nobody-since", &[("time", (&clock::moment(since)).into())]);
            inspector.toned("pic-column-owner", text, Tone::Bad)
        }
    }];
    rows.extend(it.last_owner.as_ref().map(|last| inspector.row("ins-last-owner", &**last)));
    let leader = it.leader.map(|leader| format!("broker-{leader}"));
    rows.push(inspector.row("ins-leader", inspector.or_nobody(leader.as_deref())));
    rows.push(inspector.row("pic-column-log-end", clock::number(it.log_end)));
    rows.extend(it.position.map(|position| inspector.row("ins-position", clock::number(position))));
    for (group, committed) in &it.committed {
        let of = if it.committed.len() > 1 { format!(" ({})", &**group) } else { String::new() };
        rows.push(inspector.row("pic-column-committed", format!("{}{of}", clock::number(*committed))));
        let lag = it.lag.get(group).copied();
        rows.extend(lag.map(|lag| inspector.row("pic-column-lag", format!("{}{of}", clock::number(lag)))));
    }
    let lanes = inspector.run.lanes.partitions.get(place)?;
    let events = lanes.ownership.values().filter_map(|lane| event(lane, frame.at));
    let title = inspector.title("ins-partition", &partition.to_string());
    Some(Sheet { title, rows, event: events.max(), settings: Vec::new() })
}

/// A member's session at the coordinator.
pub(super) fn session(inspector: &Inspector<'_>, place: usize) -> Option<Sheet> {
    let it = inspector.frame.consumers.get(place)?;
    let (group, member) = membership(inspector, it)?;
    let of_it = |kind: TimerKind, member: Option<&str>| kind == TimerKind::Session && member == Some(&*it.name);
    let timer = group.timers.iter().find(|timer| of_it(timer.kind, timer.member.as_deref()))?;
    let rows = vec![
        inspector.row("ins-renewed", clock::moment(timer.armed)),
        inspector.row("ins-session-end", clock::moment(timer.deadline)),
        inspector.toned("ins-then", inspector.words.text("ins-then-session"), Tone::Prose),
    ];
    let lanes = inspector.run.lanes.groups.iter().flat_map(|group| &group.members);
    let lane = lanes.filter(|lanes| lanes.id == member.member_id).map(|lanes| &lanes.session).next();
    let event = lane.and_then(|lane| event(lane, inspector.frame.at));
    let title = inspector.title("ins-session", &it.name);
    Some(Sheet { title, rows, event, settings: vec!["session.timeout.ms"] })
}

/// A consumer's poll interval.
pub(super) fn poll(inspector: &Inspector<'_>, place: usize) -> Option<Sheet> {
    let it = inspector.frame.consumers.get(place)?;
    let mut rows: Vec<_> =
        it.last_poll.map(|at| inspector.row("ins-last-poll", clock::moment(at))).into_iter().collect();
    rows.push(inspector.row("ins-poll-due", clock::moment(it.poll_deadline?)));
    rows.push(inspector.toned("ins-then", inspector.words.text("ins-then-poll"), Tone::Prose));
    let lanes = inspector.run.lanes.consumers.get(place)?;
    let title = inspector.title("ins-poll", &it.name);
    Some(Sheet { title, rows, event: event(&lanes.polled, inspector.frame.at), settings: vec!["max.poll.interval.ms"] })
}

/// A timer of a group's coordinator.
pub(super) fn timer(inspector: &Inspector<'_>, place: usize, kind: TimerKind) -> Option<Sheet> {
    let group = inspector.frame.groups.get(place)?;
    let timer = group.timers.iter().find(|timer| timer.kind == kind)?;
    let (name, then, setting) = match kind {
        TimerKind::InitialDelay => ("pic-timer-initial", "ins-then-initial", "group.initial.rebalance.delay.ms"),
        TimerKind::Join => ("pic-timer-join", "ins-then-join", "max.poll.interval.ms"),
        TimerKind::Sync => ("pic-timer-sync", "ins-then-sync", "max.poll.interval.ms"),
        TimerKind::Session => ("ins-session", "ins-then-session", "session.timeout.ms"),
    };
    let rows = vec![
        inspector.row("ins-since", clock::moment(timer.armed)),
        inspector.row("ins-ends", clock::moment(timer.deadline)),
        inspector.toned("ins-then", inspector.words.text(then), Tone::Prose),
    ];
    let lanes = inspector.run.lanes.groups.get(place)?;
    let lane = if kind == TimerKind::Sync { &lanes.sync } else { &lanes.join };
    let title = inspector.title("ins-timer", &inspector.words.text(name));
    Some(Sheet { title, rows, event: event(lane, inspector.frame.at), settings: vec![setting] })
}

/// A group at its coordinator.
pub(super) fn group(inspector: &Inspector<'_>, place: usize) -> Option<Sheet> {
    let it = inspector.frame.groups.get(place)?;
    let lanes = inspector.run.lanes.groups.get(place)?;
    let is_known = lanes.state.at(inspector.frame.at).is_some();
    let mut rows =
        vec![inspector.row("pic-column-state", if is_known { it.state.name() } else { GroupState::Empty.name() })];
    rows.push(inspector.row("ins-generation", it.generation.to_string()));
    rows.push(inspector.row("pic-column-coordinator", &*it.coordinator));
    rows.push(inspector.row("pic-column-leader", inspector.or_nobody(it.leader.as_deref())));
    rows.extend(it.protocol.as_ref().map(|protocol| inspector.row("pic-column-protocol", &**protocol)));
    rows.push(inspector.row("ins-members", it.members.iter().filter(|member| !member.pending).count().to_string()));
    let joined = it.members.iter().filter(|member| member.joined).count();
    if it.state == GroupState::PreparingRebalance {
        rows.push(inspector.row("ins-have-joined", joined.to_string()));
    }
    let title = inspector.title("ins-group", &it.id);
    Some(Sheet { title, rows, event: event(&lanes.state, inspector.frame.at), settings: Vec::new() })
}

/// A broker.
pub(super) fn broker(inspector: &Inspector<'_>, place: usize) -> Option<Sheet> {
    let it = inspector.frame.brokers.get(place)?;
    let name = format!("broker-{}", it.id);
    let state = if it.alive {
        inspector.row("pic-column-state", inspector.words.text("ins-running"))
    } else {
        inspector.toned("pic-column-state", inspector.words.text("pic-broker-down"), Tone::Bad)
    };
    let mut rows = vec![state];
    rows.extend(it.rack.as_ref().map(|rack| inspector.row("ins-rack", &**rack)));
    let leads = inspector.frame.partitions.iter().filter(|partition| partition.leader == Some(it.id)).count();
    rows.push(inspector.row("ins-leads", inspector.words.say("pic-partitions", &[("count", leads.into())])));
    let groups = inspector.frame.groups.iter().filter(|group| group.coordinator == name).map(|group| &*group.id);
    let groups = groups.collect::<Vec<_>>().join(", ");
    if !groups.is_empty() {
        rows.push(inspector.row("ins-coordinates", groups));
    }
    let event = inspector.run.lanes.brokers.get(place).and_then(|lane| event(lane, inspector.frame.at));
    Some(Sheet { title: inspector.title("ins-broker", &name), rows, event, settings: Vec::new() })
}

/// The consumer at a place, as runs call it.
pub(super) fn consumer_name<'a>(inspector: &Inspector<'a>, consumer: ConsumerIx) -> &'a str {
    &inspector.run.cast.consumers[consumer.index()].name
}
