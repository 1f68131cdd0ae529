//! Whatever the run, the size and the language: no two labels overlap, none is cut off, nothing is lost.

mod common;

use groupscope_core::{
    protocol::{ApiKey, BrokerId, ErrorCode, TopicPartition},
    simulation::frame::{
        BrokerFrame, Doing, Frame, GroupFrame, GroupMemberFrame, GroupState, MemberState, MessageKind, ParkedFrame,
        Process, TimerFrame, TimerKind,
    },
};
use groupscope_view::{
    condition::Condition,
    geometry::Size,
    mark::Mark,
    scene::{Form, Group, Scene},
    stage,
    timeline::{self, ConsumerTrack, Event, EventKind, GroupTrack, History, PartitionTrack, Stretch},
    token::Theme,
    words::Words,
};
use proptest::prelude::*;

fn check_labels(scene: &Scene, at: u64) -> Result<(), TestCaseError> {
    common::check_labels(scene, at).map_err(TestCaseError::fail)
}

fn has(scene: &Scene, is: impl Fn(&Mark) -> bool) -> bool {
    scene.groups.iter().any(|group| is(&group.mark))
}

fn check_nothing_lost(scene: &Scene, frame: &Frame, size: Size) -> Result<(), TestCaseError> {
    for place in 0..frame.consumers.len() {
        let found = has(scene, |mark| match mark {
            Mark::Consumer(other) => *other == place,
            Mark::Consumers(places) => places.contains(&place),
            _ => false,
        });
        prop_assert!(found, "consumer {place} is lost");
    }
    for (index, group) in frame.groups.iter().enumerate() {
        prop_assert!(has(scene, |mark| *mark == Mark::State(index, group.state)), "the state of group {index} is lost");
    }
    // As many consumers as the layouts are made for.
    if size.w >= 760.0 && size.h >= 420.0 && frame.consumers.len() <= 50 {
        for partition in &frame.partitions {
            let partition = TopicPartition::new(partition.topic.clone(), partition.partition);
            let found = has(scene, |mark| {
                *mark == Mark::Partition(partition.clone())
                    || matches!(mark, Mark::Partitions(_, _, n) if *n == frame.partitions.len())
            });
            prop_assert!(found, "{partition} is lost");
        }
    }
    Ok(())
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "[a-z]{1,8}-[0-9]{1,3}",
        1 => "[a-z.]{10,40}",
        1 => "[가-힣]{1,12}",
        1 => Just("payment-service-consumer-7d9f8b6c5d-x2x4z".to_owned()),
    ]
}

fn state() -> impl Strategy<Value = GroupState> {
    use GroupState::{CompletingRebalance, Dead, Empty, PreparingRebalance, Stable};
    prop::sample::select(vec![Empty, PreparingRebalance, CompletingRebalance, Stable, Dead])
}

/// Numbers from which the details of a consumer are made.
type Seeds = (u8, u8, u8, bool, u32);

#[derive(Debug, Clone)]
struct Plot {
    names: Vec<String>,
    seeds: Vec<Seeds>,
    groups: Vec<(String, GroupState)>,
    brokers: u8,
    topics: Vec<(String, u16)>,
    messages: Vec<(u8, u8, u8)>,
    at: u64,
}

fn plot() -> impl Strategy<Value = Plot> {
    let count = prop_oneof![4 => 1..9_usize, 1 => 9..61_usize];
    let groups = prop::collection::vec((name(), state()), 1..4);
    let topics = prop::collection::vec((name(), prop_oneof![3 => 1..10_u16, 1 => 1..250_u16]), 1..3);
    let seeds = || prop::collection::vec(any::<Seeds>(), 61);
    let messages = prop::collection::vec(any::<(u8, u8, u8)>(), 0..12);
    (prop::collection::vec(name(), 61), count, seeds(), groups, 1..6_u8, topics, messages, 0..4_000_000_u64).prop_map(
        |(mut names, count, seeds, groups, brokers, topics, messages, at)| {
            names.truncate(count);
            names.iter_mut().enumerate().for_each(|(index, name)| name.push_str(&format!("{index}")));
            Plot { names, seeds, groups, brokers, topics, messages, at }
        },
    )
}

fn frame(plot: &Plot) -> Frame {
    let mut frame = Frame { at: plot.at, until: plot.at + 10_000, brokers: brokers(plot.brokers), ..Frame::default() };
    for (topic, count) in &plot.topics {
        for number in 0..*count {
            let owner = plot.names.get(usize::from(number) % (plot.names.len() + 1)).map(String::as_str);
            let last = (owner.is_none()).then(|| plot.names[0].as_str());
            let lag = i64::from(number) * 37 % 5000;
            let mut partition = common::partition(topic, i32::from(number), owner, last, lag);
            partition.unread_since = last.map(|_| plot.at.saturating_sub(5_000));
            frame.partitions.push(partition);
        }
    }
    for (index, (id, state)) in plot.groups.iter().enumerate() {
        frame.groups.push(GroupFrame {
            id: format!("{id}{index}").as_str().into(),
            coordinator: format!("broker-{}", index % usize::from(plot.brokers) + 1),
            offsets_partition: 49,
            offsets_partitions: 50,
            state: *state,
            generation: 1000 * index as i32,
            protocol: Some("cooperative-sticky".into()),
            leader: plot.names.get(index).map(|name| name.as_str().into()),
            timers: vec![TimerFrame {
                kind: TimerKind::Join,
                member: None,
                armed: plot.at,
                deadline: plot.at + 300_000,
            }],
            ..GroupFrame::default()
        });
    }
    for (index, name) in plot.names.iter().enumerate() {
        add_consumer(&mut frame, plot, index, name);
    }
    add_messages(&mut frame, plot);
    frame
}

fn brokers(count: u8) -> Vec<BrokerFrame> {
    (1..=count).map(|id| BrokerFrame { id: BrokerId(id.into()), rack: Some("rack-a".into()), alive: id != 2 }).collect()
}

fn add_consumer(frame: &mut Frame, plot: &Plot, index: usize, name: &str) {
    use Process::{Absent, Closed, Closing, Failed, Frozen, Killed, Running};
    let (process, state, doing, flag, number) = plot.seeds[index];
    let mut consumer = common::consumer(name, &[]);
    let processes = [Running, Running, Running, Running, Absent, Closed, Closing, Failed, Frozen, Killed];
    consumer.process = processes[usize::from(process) % processes.len()];
    let states =
        [MemberState::Stable, MemberState::PreparingRebalance, MemberState::CompletingRebalance, MemberState::Unjoined];
    consumer.state = states[usize::from(state) % states.len()];
    consumer.doing = [Doing::Polling, Doing::Processing, Doing::Committing][usize::from(doing) % 3];
    consumer.instance = flag.then(|| format!("instance-{number}").as_str().into());
    consumer.fenced = number % 13 == 0;
    consumer.last_poll = Some(plot.at.saturating_sub(u64::from(number) % 400_000));
    consumer.poll_deadline = consumer.last_poll.map(|last| last + 300_000);
    consumer.next_heartbeat = (number % 3 == 0).then_some(plot.at + 3_000);
    let owned = frame.partitions.iter().filter(|partition| partition.owner.as_deref() == Some(name));
    consumer.owned = owned.map(|p| TopicPartition::new(p.topic.clone(), p.partition)).collect();
    consumer.assigned = consumer.owned.clone();
    let groups = frame.groups.len();
    let group = &mut frame.groups[index % groups];
    consumer.group = Some(group.id.clone());
    if number % 5 != 0 {
        let member = GroupMemberFrame {
            consumer: name.into(),
            pending: number % 11 == 0,
            joined: flag,
            synced: flag,
            ..GroupMemberFrame::default()
        };
        group.members.push(member);
        let armed = plot.at.saturating_sub(u64::from(number) % 45_000);
        group.timers.push(common::session(name, armed, armed + 45_000));
    }
    if number % 4 == 0 {
        let parked = ParkedFrame {
            api: if flag { ApiKey::JoinGroup } else { ApiKey::SyncGroup },
            member: name.into(),
            group: group.id.clone(),
            since: plot.at.saturating_sub(2_000),
            message: number,
        };
        frame.parked.push(parked);
    }
    frame.consumers.push(consumer);
}

fn add_messages(frame: &mut Frame, plot: &Plot) {
    use ApiKey::{Fetch, FindCoordinator, Heartbeat, JoinGroup, OffsetCommit, SyncGroup};
    let apis = [Heartbeat, JoinGroup, SyncGroup, OffsetCommit, FindCoordinator, Fetch];
    let errors =
        [None, Some(ErrorCode::None), Some(ErrorCode::RebalanceInProgress), Some(ErrorCode::InconsistentGroupProtocol)];
    for (id, (who, what, how)) in plot.messages.iter().enumerate() {
        let name = &plot.names[usize::from(*who) % plot.names.len().min(4)];
        let kind = if how % 2 == 0 { MessageKind::Request } else { MessageKind::Reply };
        let api = apis[usize::from(*what) % apis.len()];
        let mut message = common::message(id as u32, api, kind, name, plot.at.saturating_sub(20));
        if kind == MessageKind::Reply {
            message.error = errors[usize::from(*how) % errors.len()];
        }
        message.lost = (how % 7 == 0).then_some(plot.at.saturating_sub(1));
        frame.in_flight.push(message);
    }
}

fn languages() -> [Words; 2] {
    [common::english(), common::korean()]
}

const SIZES: [(f32, f32); 11] = [
    (390.0, 492.0),
    (390.0, 640.0),
    (360.0, 300.0),
    (540.0, 285.0),
    (760.0, 285.0),
    (760.0, 420.0),
    (704.0, 560.0),
    (1024.0, 768.0),
    (1068.0, 546.0),
    (1440.0, 900.0),
    (1920.0, 1080.0),
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn labels_of_the_stage_neither_overlap_nor_leave_their_boxes(plot in plot(), size in prop::sample::select(SIZES.to_vec()), still: bool) {
        let frame = frame(&plot);
        let size = Size { w: size.0, h: size.1 };
        let options = stage::Options { still, ..stage::Options::default() };
        for words in languages() {
            let scene = stage::stage(&frame, size, &words, &options);
            prop_assert!(scene.until > frame.at);
            for at in [frame.at, scene.until - 1] {
                check_labels(&scene, at)?;
            }
            check_nothing_lost(&scene, &frame, size)?;
        }
    }

    #[test]
    fn labels_of_the_strip_neither_overlap_nor_leave_their_boxes(plot in plot(), w in prop::sample::select(vec![640.0_f32, 1068.0, 1548.0])) {
        let frame = frame(&plot);
        for words in languages() {
            let scene = stage::stage(&frame, Size { w, h: 98.0 }, &words, &stage::Options::default());
            check_labels(&scene, frame.at)?;
        }
    }

    #[test]
    fn places_do_not_depend_on_what_happens(plot in plot(), other in plot(), size in prop::sample::select(SIZES.to_vec())) {
        prop_assume!(plot.names.len() <= 8);
        let same = |(own, other): (&(String, GroupState), &(String, GroupState))| (own.0.clone(), other.1);
        let changed = Plot { names: plot.names.clone(), groups: plot.groups.iter().zip(other.groups.iter().cycle()).map(same).collect(), brokers: plot.brokers, topics: plot.topics.clone(), ..other };
        let size = Size { w: size.0, h: size.1 };
        let words = common::english();
        let of = |plot: &Plot| {
            let scene = stage::stage(&frame(plot), size, &words, &stage::Options::default());
            // Tiles are grouped by what their consumers do: only cards keep their places, and what stands below them.
            let is_card = |group: &Group| match (&group.mark, group.shapes.first().map(|shape| &shape.form)) {
                (Mark::Consumer(_), Some(Form::Rect(_, radius))) => *radius > 8.0,
                _ => false,
            };
            let cards = scene.groups.iter().any(is_card);
            let keeps = |group: &&Group| match &group.mark {
                Mark::Desk(_) => true,
                Mark::Partition(_) => cards,
                _ => is_card(group),
            };
            scene.groups.iter().filter(keeps).map(|group| (group.mark.clone(), group.shapes[0].form.clone())).collect::<Vec<_>>()
        };
        prop_assert_eq!(of(&plot), of(&changed));
    }
}

#[test]
fn every_text_stands_out_from_its_ground() {
    let frames = [
        common::crash(),
        common::static_restart(),
        common::many(50, 500),
        common::many(90, 30),
        common::many(12, 24),
        common::two_groups(),
        common::eight(),
    ];
    let (words, options) = (common::english(), stage::Options::default());
    for theme in [Theme::Light, Theme::Dark] {
        for frame in &frames {
            for (w, h) in SIZES {
                let scene = stage::stage(frame, Size { w, h }, &words, &options);
                common::check_contrast(&scene, theme).unwrap_or_else(|error| panic!("{w} × {h}: {error}"));
            }
        }
        for history in [common::crash_history(), common::rolling_history(50, 500)] {
            let options = timeline::Options { at: Some(221_900), playhead: true, ..timeline::Options::default() };
            let scene = timeline::timeline(&history, Size { w: 1068.0, h: 262.0 }, &words, &options);
            common::check_contrast(&scene, theme).unwrap();
        }
    }
}

fn history(plot: &Plot, length: u64) -> History {
    use Condition::{Away, Closed, Closing, Completing, Fenced, Frozen, NoProcess, Preparing, Stable, Unjoined};
    let kinds = [Stable, Stable, Preparing, Completing, NoProcess, Closed, Unjoined, Away, Fenced, Frozen, Closing];
    let states = [GroupState::Stable, GroupState::PreparingRebalance, GroupState::CompletingRebalance];
    let pieces = |seed: Seeds| (u64::from(seed.0) % 40 + 1, usize::from(seed.1));
    let spans = |seed: Seeds| {
        let (count, offset) = pieces(seed);
        (0..count).map(move |piece| (length * piece / count, length * (piece + 1) / count, offset + piece as usize))
    };
    let consumers = plot.names.iter().zip(&plot.seeds).map(|(name, seed)| ConsumerTrack {
        name: name.as_str().into(),
        is_static: seed.3,
        conditions: spans(*seed).map(|(from, to, n)| Stretch { from, to, value: kinds[n % kinds.len()] }).collect(),
        leads: spans(*seed).filter(|(.., n)| n % 3 == 0).map(|(from, to, _)| Stretch { from, to, value: () }).collect(),
        heartbeats: (0..length).step_by(3000).take(500).collect(),
        sessions: spans(*seed).take(1).map(|(from, to, _)| Stretch { from, to, value: () }).collect(),
        parked: spans(*seed).take(2).map(|(from, to, _)| Stretch { from, to, value: () }).collect(),
    });
    let groups = plot.groups.iter().zip(&plot.seeds).map(|((id, _), seed)| GroupTrack {
        id: id.as_str().into(),
        phases: spans(*seed).map(|(from, to, n)| Stretch { from, to, value: (states[n % 3], n as i32) }).collect(),
    });
    let places = plot.names.len();
    let partitions = plot.topics.iter().flat_map(|(topic, count)| (0..*count).map(move |number| (topic, number)));
    let partitions = partitions.map(|(topic, number)| PartitionTrack {
        partition: TopicPartition::new(topic.as_str(), number.into()),
        readers: spans(plot.seeds[usize::from(number) % 61])
            .map(|(from, to, n)| Stretch { from, to, value: (n % 4 > 0).then_some(n % places) })
            .collect(),
    });
    let events = plot.messages.iter().map(|(at, what, how)| Event {
        at: length * u64::from(*at) / 256,
        kind: [EventKind::Action, EventKind::Fault, EventKind::Parting][usize::from(*how) % 3],
        name: plot.names[usize::from(*what) % places].clone(),
    });
    History {
        from: 0,
        to: length,
        groups: groups.collect(),
        consumers: consumers.collect(),
        partitions: partitions.collect(),
        events: events.collect(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn labels_of_the_timeline_neither_overlap_nor_leave_the_picture(
        plot in plot(),
        size in prop::sample::select(vec![(390.0_f32, 492.0_f32), (704.0, 260.0), (1068.0, 262.0), (1068.0, 360.0), (1548.0, 400.0)]),
        length in prop::sample::select(vec![40_u64, 2_000, 60_000, 600_000, 7_200_000]),
        share in 0.0..1.0_f64,
    ) {
        let history = history(&plot, length);
        let at = (length as f64 * share) as u64;
        for words in languages() {
            let options = timeline::Options { at: Some(at), playhead: true, ..timeline::Options::default() };
            let scene = timeline::timeline(&history, Size { w: size.0, h: size.1 }, &words, &options);
            check_labels(&scene, at)?;
            for place in 0..plot.names.len() {
                let found = has(&scene, |mark| *mark == Mark::ConsumerLane(place) || matches!(mark, Mark::Consumers(places) if places.contains(&place)));
                prop_assert!(found, "the lane of consumer {} is lost", place);
            }
        }
    }
}
