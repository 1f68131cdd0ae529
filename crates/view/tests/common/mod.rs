//! Hand-built moments.
#![allow(dead_code, unreachable_pub, reason = "each test uses some of them")]

use groupscope_core::{
    protocol::{ApiKey, BrokerId, ErrorCode, GroupId, Name, TopicPartition},
    simulation::frame::{
        BrokerFrame, ConsumerFrame, Doing, Frame, GroupFrame, GroupMemberFrame, GroupState, MemberState, MessageFrame,
        MessageKind, ParkedFrame, PartitionFrame, Process, TimerFrame, TimerKind,
    },
};
use groupscope_view::{
    condition::Condition,
    geometry::{Rect, rect},
    scene::{Fill, Form, Group, Scene, Text},
    timeline::{ConsumerTrack, Event, EventKind, GroupTrack, History, PartitionTrack, Stretch},
    token::Theme,
    words::Words,
};

pub fn english() -> Words {
    Words::parse("en", include_str!("../../../../web/i18n/en.ftl")).unwrap()
}

pub fn korean() -> Words {
    Words::parse("ko", include_str!("../../../../web/i18n/ko.ftl")).unwrap()
}

/// Labels that share more than this in both directions overlap, px.
const TOUCH: f32 = 1.0;

/// No two labels overlap, none leaves the picture, and those of a box stay in it.
pub fn check_labels(scene: &Scene, at: u64) -> Result<(), String> {
    let whole = rect(0.0, 0.0, scene.size.w, scene.size.h);
    let label = |(group, text): (_, &Text)| (group, text.bounds(at), text.content.at(at).into_owned());
    let boxes: Vec<(&Group, Rect, String)> = scene.texts().map(label).collect();
    for (group, area, text) in &boxes {
        if !whole.holds(*area, 0.5) {
            return Err(format!("{text:?} leaves the picture: {area:?} in {:?}", scene.size));
        }
        let frame = group.shapes.first().map(|shape| &shape.form);
        match (group.boxed, frame) {
            (true, Some(Form::Rect(frame, _))) if frame.holds(*area, 0.5) => {}
            (true, frame) => return Err(format!("{text:?} {area:?} leaves its box {frame:?}, {:?}", group.mark)),
            (false, _) => {}
        }
    }
    for (index, (_, area, text)) in boxes.iter().enumerate() {
        if let Some((_, other, what)) = boxes[index + 1..].iter().find(|(_, other, _)| area.meets(*other, TOUCH)) {
            return Err(format!("{text:?} {area:?} overlaps {what:?} {other:?}"));
        }
    }
    Ok(())
}

/// Every text stands out from what it lies on (WCAG AA), and none lies on a hatch.
pub fn check_contrast(scene: &Scene, theme: Theme) -> Result<(), String> {
    let mut grounds: Vec<(Rect, Fill)> = Vec::new();
    for shape in scene.groups.iter().flat_map(|group| &group.shapes) {
        match &shape.form {
            Form::Rect(area, _) if shape.paint.fill != Fill::None && shape.paint.opacity.0 > 0.95 => {
                grounds.push((*area, shape.paint.fill));
            }
            Form::Text(text) => {
                let center = text.bounds(scene.at).center();
                let spot = rect(center.x, center.y, 0.0, 0.0);
                let under = grounds.iter().rev().find(|(area, _)| area.holds(spot, 0.0)).map(|(_, fill)| *fill);
                let ground = shape.paint.halo.map(Fill::Token).or(under).unwrap_or(Fill::Token(scene.ground));
                let (Fill::Token(ink), Fill::Token(ground)) = (shape.paint.fill, ground) else {
                    return Err(format!("{:?} lies on a hatch", text.content));
                };
                let contrast = ink.color(theme).contrast(ground.color(theme));
                let large = text.face.size >= 18.66 && text.face.weight >= 600;
                if contrast < if large { 3.0 } else { 4.5 } {
                    return Err(format!("{:?}: {ink} on {ground} is {contrast:.2} in {theme:?}", text.content));
                }
            }
            _ => {}
        }
    }
    Ok(())
}

pub fn consumer(name: &str, owned: &[(&str, i32)]) -> ConsumerFrame {
    let owned: Vec<_> = owned.iter().map(|(topic, partition)| TopicPartition::new(*topic, *partition)).collect();
    let digit = name.len() % 10;
    ConsumerFrame {
        name: name.into(),
        group: Some("billing".into()),
        member_id: format!("{name}-{digit}f0c9e21-5d1a-4c5b-9d5e-0123456789ab").as_str().into(),
        generation: 1,
        state: MemberState::Stable,
        alive: true,
        process: Process::Running,
        doing: Doing::Polling,
        assigned: owned.clone(),
        owned,
        ..ConsumerFrame::default()
    }
}

pub fn member(name: &str, joined: bool) -> GroupMemberFrame {
    GroupMemberFrame { consumer: name.into(), joined, ..GroupMemberFrame::default() }
}

pub fn session(name: &str, armed: u64, deadline: u64) -> TimerFrame {
    TimerFrame { kind: TimerKind::Session, member: Some(name.into()), armed, deadline }
}

pub fn partition(topic: &str, number: i32, owner: Option<&str>, last: Option<&str>, lag: i64) -> PartitionFrame {
    let owner: Option<Name> = owner.map(Into::into);
    let group: GroupId = "billing".into();
    PartitionFrame {
        topic: topic.into(),
        partition: number,
        owners: owner.iter().cloned().collect(),
        owner,
        last_owner: last.map(Into::into),
        unread_since: last.map(|_| 48_900),
        leader: Some(BrokerId(2)),
        log_end: 120 + lag,
        position: Some(120),
        committed: [(group.clone(), 120)].into(),
        lag: [(group, lag)].into(),
        ..PartitionFrame::default()
    }
}

pub fn message(id: u32, api: ApiKey, kind: MessageKind, with: &str, sent: u64) -> MessageFrame {
    let (from, to) = if kind == MessageKind::Request { (with, "broker-2") } else { ("broker-2", with) };
    let (from, to) = (from.into(), to.into());
    MessageFrame { id, api, kind, from, to, sent, arrives: sent + 40, error: None, lost: None }
}

pub fn brokers(count: i32) -> Vec<BrokerFrame> {
    (1..=count).map(|id| BrokerFrame { id: BrokerId(id), rack: None, alive: true }).collect()
}

/// A crash, and a newcomer whose JoinGroup is parked (mock `light`).
pub fn crash() -> Frame {
    let mut consumers = vec![
        consumer("billing-1", &[("orders", 0), ("orders", 3), ("refunds", 0)]),
        consumer("billing-2", &[("orders", 1), ("orders", 4), ("refunds", 1)]),
        consumer("billing-3", &[("orders", 2), ("orders", 5)]),
        consumer("billing-4", &[]),
    ];
    consumers[1].alive = false;
    consumers[1].process = Process::Killed;
    consumers[1].owned.clear();
    consumers[3].state = MemberState::PreparingRebalance;
    let mut reply = message(2, ApiKey::Heartbeat, MessageKind::Reply, "billing-1", 52_236);
    reply.error = Some(ErrorCode::RebalanceInProgress);
    let lags = [2, 34, 1, 4, 31, 0];
    let owner = |p: usize| ["billing-1", "billing-2", "billing-3"][p % 3];
    let read = |p: usize| (p % 3 != 1).then(|| owner(p));
    let lost = |p: usize| (p % 3 == 1).then_some("billing-2");
    let mut partitions: Vec<_> = (0..6).map(|p| partition("orders", p as i32, read(p), lost(p), lags[p])).collect();
    partitions.push(partition("refunds", 0, Some("billing-1"), None, 1));
    partitions.push(partition("refunds", 1, None, Some("billing-2"), 9));
    Frame {
        at: 52_256,
        until: 52_264,
        groups: vec![GroupFrame {
            id: "billing".into(),
            coordinator: "broker-2".into(),
            offsets_partition: 9,
            offsets_partitions: 50,
            state: GroupState::PreparingRebalance,
            generation: 1,
            leader: Some("billing-1".into()),
            protocol: Some("cooperative-sticky".into()),
            timers: vec![
                TimerFrame { kind: TimerKind::Join, member: None, armed: 52_080, deadline: 352_080 },
                session("billing-1", 52_236, 62_236),
                session("billing-2", 46_410, 56_410),
                session("billing-3", 52_240, 62_240),
            ],
            members: vec![
                member("billing-1", false),
                member("billing-2", false),
                member("billing-3", false),
                member("billing-4", true),
            ],
            ..GroupFrame::default()
        }],
        brokers: brokers(1),
        consumers,
        in_flight: vec![
            reply,
            message(3, ApiKey::OffsetCommit, MessageKind::Reply, "billing-3", 52_240),
            message(4, ApiKey::Heartbeat, MessageKind::Request, "billing-3", 52_240),
            message(5, ApiKey::Fetch, MessageKind::Request, "billing-1", 52_240),
        ],
        parked: vec![ParkedFrame {
            api: ApiKey::JoinGroup,
            member: "billing-4".into(),
            group: "billing".into(),
            since: 52_080,
            message: 1,
        }],
        partitions,
    }
}

/// A static member comes back within its session (mock `embed`).
pub fn static_restart() -> Frame {
    let mut consumers = vec![
        consumer("billing-1", &[("orders", 0), ("orders", 3)]),
        consumer("billing-2", &[("orders", 1), ("orders", 4)]),
        consumer("billing-3", &[("orders", 2), ("orders", 5)]),
    ];
    for (index, consumer) in consumers.iter_mut().enumerate() {
        consumer.instance = Some(format!("i{}", index + 1).as_str().into());
        consumer.next_heartbeat = Some(42_460);
    }
    consumers[1].state = MemberState::PreparingRebalance;
    let mut reply = message(2, ApiKey::JoinGroup, MessageKind::Reply, "billing-2", 41_240);
    reply.error = Some(ErrorCode::None);
    let partitions = (0..6)
        .map(|p| partition("orders", p, Some(["billing-1", "billing-2", "billing-3"][p as usize % 3]), None, 3))
        .collect();
    Frame {
        at: 41_260,
        until: 41_280,
        groups: vec![GroupFrame {
            id: "billing".into(),
            coordinator: "broker-2".into(),
            offsets_partition: 9,
            offsets_partitions: 50,
            state: GroupState::Stable,
            generation: 1,
            leader: Some("billing-1".into()),
            protocol: Some("range".into()),
            timers: vec![
                session("billing-1", 38_160, 83_160),
                session("billing-2", 41_240, 86_240),
                session("billing-3", 28_260, 73_260),
            ],
            members: ["billing-1", "billing-2", "billing-3"].map(|name| member(name, false)).into(),
            ..GroupFrame::default()
        }],
        brokers: brokers(1),
        consumers,
        in_flight: vec![message(1, ApiKey::Heartbeat, MessageKind::Request, "billing-1", 41_240), reply],
        parked: vec![],
        partitions,
    }
}

/// A group of `count` in the middle of a rolling restart (mock `fifty`).
pub fn many(count: usize, partition_count: i32) -> Frame {
    let names: Vec<String> = (1..=count).map(|n| format!("worker-{n:02}")).collect();
    let topics =
        [("events", partition_count * 3 / 5), ("orders", partition_count * 3 / 10), ("refunds", partition_count / 10)];
    let mut partitions = Vec::new();
    let mut owned = vec![Vec::new(); count];
    for (topic, size) in topics {
        for p in 0..size {
            let place = partitions.len() % count;
            let down = place == 16;
            let owner = (!down).then(|| names[place].as_str());
            partitions.push(partition(topic, p, owner, down.then(|| names[place].as_str()), i64::from(p * 7 % 40)));
            owned[place].push((topic, p));
        }
    }
    let mut consumers: Vec<_> = names.iter().zip(&owned).map(|(name, owned)| consumer(name, owned)).collect();
    let joined = |place: usize| place * 7 % 10 < 6;
    for (place, consumer) in consumers.iter_mut().enumerate() {
        if joined(place) {
            consumer.state = MemberState::PreparingRebalance;
        }
        if place == 16 {
            consumer.process = Process::Killed;
            consumer.alive = false;
        }
        if place == 41 {
            consumer.process = Process::Frozen;
        }
    }
    let timers =
        names.iter().enumerate().map(|(i, name)| session(name, 221_000 + i as u64 * 9, 231_000 + i as u64 * 9));
    Frame {
        at: 221_900,
        until: 222_000,
        groups: vec![GroupFrame {
            id: "billing".into(),
            coordinator: "broker-3".into(),
            offsets_partition: 9,
            offsets_partitions: 50,
            state: GroupState::PreparingRebalance,
            generation: 49,
            leader: Some("worker-07".into()),
            protocol: Some("cooperative-sticky".into()),
            timers: timers
                .chain([TimerFrame { kind: TimerKind::Join, member: None, armed: 220_000, deadline: 520_000 }])
                .collect(),
            members: names.iter().enumerate().map(|(place, name)| member(name, joined(place))).collect(),
            ..GroupFrame::default()
        }],
        brokers: brokers(1),
        consumers,
        in_flight: vec![],
        parked: vec![],
        partitions,
    }
}

/// Two groups on two brokers of three (story 1's second part).
pub fn two_groups() -> Frame {
    let mut frame = crash();
    frame.brokers = brokers(3);
    let mut second = frame.groups[0].clone();
    second.id = "audit".into();
    second.coordinator = "broker-1".into();
    second.state = GroupState::Stable;
    second.generation = 2;
    second.leader = Some("audit-1".into());
    second.timers = vec![session("audit-1", 51_000, 61_000)];
    second.members = vec![member("audit-1", false), member("audit-2", false)];
    frame.groups.push(second);
    for name in ["audit-1", "audit-2"] {
        let mut consumer = consumer(name, &[("orders", i32::from(name == "audit-2"))]);
        consumer.group = Some("audit".into());
        frame.consumers.push(consumer);
    }
    let mut find = message(9, ApiKey::FindCoordinator, MessageKind::Request, "audit-2", 52_240);
    find.to = "broker-3".into();
    frame.in_flight.push(find);
    frame
}

/// Eight consumers on seven partitions (story 2).
pub fn eight() -> Frame {
    let mut frame = crash();
    frame.parked.clear();
    frame.partitions.clear();
    frame.in_flight.clear();
    let names: Vec<String> = (1..=8).map(|n| format!("c{n}")).collect();
    frame.consumers = names
        .iter()
        .enumerate()
        .map(|(place, name)| if place < 7 { consumer(name, &[("orders", place as i32)]) } else { consumer(name, &[]) })
        .collect();
    for (place, name) in (0..7).zip(&names) {
        frame.partitions.push(partition("orders", place, Some(name), None, i64::from(place)));
    }
    let group = &mut frame.groups[0];
    group.state = GroupState::Stable;
    group.leader = Some("c1".into());
    group.timers = names.iter().enumerate().map(|(i, name)| session(name, 50_000 + i as u64 * 290, 60_000)).collect();
    group.members = names.iter().map(|name| member(name, false)).collect();
    frame.in_flight.push(message(1, ApiKey::Heartbeat, MessageKind::Request, "c2", 52_240));
    frame.in_flight.push(message(2, ApiKey::Heartbeat, MessageKind::Reply, "c6", 52_240));
    frame.in_flight.push(message(3, ApiKey::OffsetCommit, MessageKind::Request, "c6", 52_240));
    frame
}

fn stretch<T>(from: u64, to: u64, value: T) -> Stretch<T> {
    Stretch { from, to, value }
}

/// The run around [`crash`].
pub fn crash_history() -> History {
    use Condition::{NoProcess, Preparing, Stable};
    let (from, to) = (30_000, 62_000);
    let state = |from, to, state, generation| stretch(from, to, (state, generation));
    let consumer = |name: &str, conditions: Vec<Stretch<Condition>>, heartbeats: Vec<u64>| ConsumerTrack {
        name: name.into(),
        conditions,
        heartbeats,
        ..ConsumerTrack::default()
    };
    let beats = |first: u64, last: u64| (first..last).step_by(5000).collect::<Vec<_>>();
    let mut consumers = vec![
        consumer(
            "billing-1",
            vec![stretch(0, 52_360, Stable), stretch(52_360, 56_535, Preparing), stretch(56_535, 99_000, Stable)],
            [beats(32_200, 52_300), vec![61_450]].concat(),
        ),
        consumer(
            "billing-2",
            vec![stretch(0, 48_900, Stable), stretch(48_900, 56_410, NoProcess)],
            beats(31_390, 48_000),
        ),
        consumer(
            "billing-3",
            vec![stretch(0, 52_400, Stable), stretch(52_400, 56_535, Preparing), stretch(56_535, 99_000, Stable)],
            [beats(32_240, 52_300), vec![61_450]].concat(),
        ),
        consumer("billing-4", vec![stretch(52_000, 56_535, Preparing), stretch(56_535, 99_000, Stable)], vec![]),
    ];
    consumers[0].leads = vec![stretch(0, 99_000, ())];
    consumers[1].sessions = vec![stretch(46_410, 56_410, ())];
    consumers[2].is_static = true;
    for (place, since) in [(0, 52_380), (2, 52_420), (3, 52_080)] {
        consumers[place].parked = vec![stretch(since, 56_410, ())];
    }
    let readers = |p: usize| match p % 3 {
        1 => vec![stretch(0, 48_900, Some(1)), stretch(48_900, 56_615, None), stretch(56_615, 99_000, Some(3))],
        place => vec![stretch(0, 99_000, Some(place))],
    };
    let mut partitions: Vec<_> = (0..6)
        .map(|p| PartitionTrack { partition: TopicPartition::new("orders", p), readers: readers(p as usize) })
        .collect();
    partitions.extend(
        (0..2).map(|p| PartitionTrack { partition: TopicPartition::new("refunds", p), readers: readers(p as usize) }),
    );
    History {
        from,
        to,
        groups: vec![GroupTrack {
            id: "billing".into(),
            phases: vec![
                state(0, 52_080, GroupState::Stable, 1),
                state(52_080, 56_410, GroupState::PreparingRebalance, 1),
                state(56_410, 56_495, GroupState::CompletingRebalance, 2),
                state(56_495, 99_000, GroupState::Stable, 2),
            ],
        }],
        consumers,
        partitions,
        events: vec![Event { at: 48_900, kind: EventKind::Fault, name: "kill −9 billing-2".into() }],
    }
}

/// A rolling restart of `count` consumers over ten minutes (mock `fifty`).
pub fn rolling_history(count: usize, partition_count: usize) -> History {
    use Condition::{Closed, Preparing, Stable};
    let down = |place: usize| 60_000 + place as u64 * 10_000;
    let consumers = (0..count)
        .map(|place| ConsumerTrack {
            name: format!("worker-{:02}", place + 1).as_str().into(),
            conditions: vec![
                stretch(0, down(place), Stable),
                stretch(down(place), down(place) + 5_000, if place == 16 { Condition::NoProcess } else { Closed }),
                stretch(down(place) + 5_000, down(place) + 9_000, Preparing),
                stretch(down(place) + 9_000, 600_000, Stable),
            ],
            ..ConsumerTrack::default()
        })
        .collect();
    let mut phases = vec![stretch(0, 60_000, (GroupState::Stable, 1))];
    for place in 0..count {
        let (start, generation) = (down(place), place as i32 * 3);
        phases.push(stretch(start, start + 9_000, (GroupState::PreparingRebalance, generation + 1)));
        phases.push(stretch(start + 9_000, start + 9_400, (GroupState::CompletingRebalance, generation + 2)));
        phases.push(stretch(start + 9_400, start + 10_000, (GroupState::Stable, generation + 2)));
    }
    phases.push(stretch(down(count), 700_000, (GroupState::Stable, count as i32 * 3)));
    let partitions = (0..partition_count)
        .map(|p| {
            let place = p % count;
            PartitionTrack {
                partition: TopicPartition::new("events", p as i32),
                readers: vec![
                    stretch(0, down(place), Some(place)),
                    stretch(down(place), down(place) + 9_400, None),
                    stretch(down(place) + 9_400, 700_000, Some((place + 1) % count)),
                ],
            }
        })
        .collect();
    let events = (0..count)
        .map(|place| Event {
            at: down(place),
            kind: EventKind::Action,
            name: format!("restart worker-{:02}", place + 1),
        })
        .collect();
    let groups = vec![GroupTrack { id: "workers".into(), phases }];
    History { from: 0, to: 600_000, groups, consumers, partitions, events }
}
