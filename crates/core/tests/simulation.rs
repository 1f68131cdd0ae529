//! Properties that every run has, whatever the scenario.

use groupscope_core::{
    config::Value,
    consumer::{CommitMode, Note},
    coordinator,
    protocol::{ApiKey, BrokerId, MemberId, Name, TopicPartition},
    report::{Narration, explain},
    scenario::{Action, Broker, Cluster, Consumer, Do, Latency, Network, Rate, Scenario, Settings, Topic, share},
    simulation::{
        Budget, Run, Simulation,
        frame::{Frame, GroupState, MessageKind},
        trace::{EventId, EventKind},
    },
};
use proptest::{collection::vec, option, prelude::*, sample::select};

const UNTIL: u64 = 20_000;
const CONSUMERS: [&str; 4] = ["c1", "c2", "c3", "c4"];

fn settings(pairs: &[(&str, Value)]) -> Settings {
    pairs.iter().map(|(name, value)| ((*name).to_string(), value.clone())).collect()
}

fn consumer(name: &'static str) -> impl Strategy<Value = Consumer> {
    let assignors = select(vec!["range", "roundrobin", "sticky", "cooperative-sticky", "cooperative-sticky,range"]);
    let commits =
        select(vec![CommitMode::Auto, CommitMode::Sync, CommitMode::SyncEach, CommitMode::Async, CommitMode::None]);
    let strategy = (option::weighted(0.9, 0_u64..5000), assignors, commits, any::<bool>(), 0_u64..400, any::<bool>());
    strategy.prop_map(move |(at, assignor, commit, is_static, process_ms, other_group)| {
        let mut own = settings(&[
            ("session.timeout.ms", Value::Int(6000)),
            ("heartbeat.interval.ms", Value::Int(1500)),
            ("max.poll.interval.ms", Value::Int(4000)),
            ("auto.commit.interval.ms", Value::Int(1000)),
            ("auto.offset.reset", "earliest".into()),
            ("partition.assignment.strategy", assignor.into()),
        ]);
        if is_static {
            own.insert("group.instance.id".into(), "i".into());
        }
        Consumer {
            name: name.into(),
            at,
            group: other_group.then(|| "other".into()),
            member_ids: Vec::new(),
            subscribe: vec!["orders".into(), "bills".into()],
            subscribe_pattern: None,
            assign: None,
            process_ms,
            poll_ms: 100,
            commit,
            workers: 0,
            restore_ms: 0,
            revoke_ms: 0,
            listener_throws: None,
            settings: own,
        }
    })
}

fn one() -> impl Strategy<Value = Name> {
    select(CONSUMERS.to_vec()).prop_map(Name::from)
}

fn broker() -> impl Strategy<Value = BrokerId> {
    (1..=2).prop_map(BrokerId)
}

fn link() -> impl Strategy<Value = (Name, Name)> {
    (one(), broker(), any::<bool>()).prop_map(|(consumer, broker, up)| {
        let broker = Name::from(format!("broker-{broker}"));
        if up { (consumer, broker) } else { (broker, consumer) }
    })
}

fn message() -> impl Strategy<Value = (ApiKey, MessageKind, u32)> {
    let apis = vec![ApiKey::Heartbeat, ApiKey::JoinGroup, ApiKey::SyncGroup, ApiKey::Fetch, ApiKey::OffsetCommit];
    (select(apis), select(vec![MessageKind::Request, MessageKind::Reply]), 1_u32..4)
}

fn what() -> impl Strategy<Value = Do> {
    let orders = |partition| TopicPartition::new("orders", partition);
    prop_oneof![
        one().prop_map(|consumer| Do::Start { consumer }),
        one().prop_map(|consumer| Do::Close { consumer }),
        one().prop_map(|consumer| Do::Kill { consumer }),
        one().prop_map(|consumer| Do::Freeze { consumer }),
        one().prop_map(|consumer| Do::Thaw { consumer }),
        (one(), 0_u64..6000).prop_map(|(consumer, process_ms)| Do::Slow { consumer, process_ms }),
        (one(), 0_u64..3000).prop_map(|(consumer, after)| Do::Restart { consumer, after }),
        link().prop_map(|(from, to)| Do::Cut { from, to }),
        link().prop_map(|(from, to)| Do::Heal { from, to }),
        (link(), 0_u64..500, 0_u64..500).prop_map(|((from, to), min, more)| Do::SlowLink {
            from,
            to,
            latency: Latency { min, max: min + more },
        }),
        (link(), message()).prop_map(|((from, to), (api, kind, nth))| Do::Drop { from, to, api, kind, nth }),
        (link(), message(), 0_u64..9000).prop_map(|((from, to), (api, kind, nth), ms)| Do::Delay {
            from,
            to,
            api,
            kind,
            nth,
            ms
        }),
        (one(), select(vec!["range", "cooperative-sticky"])).prop_map(|(consumer, assignor)| Do::Set {
            consumer: Some(consumer),
            settings: settings(&[("partition.assignment.strategy", assignor.into())]),
        }),
        (3..6).prop_map(|partitions| Do::AddPartitions { topic: "orders".into(), partitions }),
        (one(), 0..3, 0_i64..40).prop_map(|(consumer, partition, offset)| Do::Seek {
            consumer,
            topic: "orders".into(),
            partition,
            offset: Some(offset),
            time: None,
        }),
        (one(), 0..3)
            .prop_map(move |(consumer, partition)| Do::Pause { consumer, partitions: vec![orders(partition)] }),
        (one(), 0..3)
            .prop_map(move |(consumer, partition)| Do::Resume { consumer, partitions: vec![orders(partition)] }),
        broker().prop_map(|to| Do::MoveCoordinator { to }),
        (broker(), any::<bool>()).prop_map(|(broker, hard)| Do::StopBroker { broker, hard }),
        broker().prop_map(|broker| Do::StartBroker { broker }),
        (0_u64..2000, 0_u64..2000).prop_map(|(after, every)| Do::RollingRestart { consumers: None, after, every }),
        one().prop_map(move |consumer| Do::Plan {
            assignment: [(consumer.clone(), vec![orders(0), orders(0), orders(2)])].into(),
            consumer,
        }),
    ]
}

fn scenario() -> impl Strategy<Value = Scenario> {
    let consumers = (consumer("c1"), consumer("c2"), consumer("c3"), consumer("c4"));
    let actions = vec((3000..UNTIL, what()).prop_map(|(at, what)| Action { at, what }), 0..8);
    (0_u64..1000, 0_u64..60, consumers, 1_usize..=4, actions, 0_u64..40_000).prop_map(
        |(seed, latency, (c1, c2, c3, c4), count, mut actions, rate)| {
            actions.sort_by_key(|action| action.at);
            let topic = |name: &str, partitions| Topic {
                name: name.into(),
                partitions,
                produce_per_second: Rate(rate),
                records: 10,
                record_bytes: 100,
                keys: std::collections::BTreeMap::new(),
                replication: None,
                settings: Settings::new(),
            };
            let mut consumers = vec![c1, c2, c3, c4];
            for unused in &mut consumers[count..] {
                unused.at = None;
            }
            Scenario {
                groupscope: 1,
                title: String::new(),
                seed,
                cluster: Cluster {
                    brokers: (1..=2).map(|id| Broker { id: BrokerId(id), rack: None }).collect(),
                    settings: settings(&[("group.initial.rebalance.delay.ms", Value::Int(1000))]),
                },
                network: Network {
                    latency: Latency { min: latency, max: latency + 5 },
                    bandwidth_kbit_per_second: None,
                },
                topics: vec![topic("orders", 3), topic("bills", 2)],
                group: "g".into(),
                coordinator_on: None,
                consumers,
                actions,
                until: UNTIL,
            }
        },
    )
}

/// Times go forward, causes come first, and messages leave before they arrive.
fn check_trace(run: &Run) {
    let mut last = 0;
    for (id, event) in (0..).zip(&run.trace.events) {
        assert!(event.at >= last, "event {id} goes back in time");
        last = event.at;
        if let Some(cause) = event.cause() {
            assert!(cause.0 < id, "event {id} comes before its cause {cause:?}");
        }
    }
    for exchange in &run.trace.exchanges {
        let times = [Some(exchange.sent()), exchange.arrived(), exchange.answered(), exchange.received()];
        let known: Vec<_> = times.iter().flatten().collect();
        assert!(known.is_sorted(), "{exchange:?}");
        assert!(times.iter().skip_while(|time| time.is_some()).all(Option::is_none), "{exchange:?}");
    }
}

/// What a replay of the events up to `at` knows.
#[derive(Default)]
struct Replay {
    states: Vec<GroupState>,
    generations: Vec<i32>,
    owned: Vec<Vec<TopicPartition>>,
    members: Vec<MemberId>,
}

fn replay(run: &Run, at: u64) -> Replay {
    let (groups, consumers) = (run.cast.groups.len(), run.cast.consumers.len());
    let mut replay = Replay {
        states: vec![GroupState::Empty; groups],
        generations: vec![0; groups],
        owned: vec![Vec::new(); consumers],
        members: vec![MemberId::default(); consumers],
    };
    for event in run.trace.events.iter().take_while(|event| event.at <= at) {
        match event.kind {
            EventKind::Coordinator { group, note, .. } => {
                if let coordinator::Note::Transition { to, generation, .. } = &run.trace.coordinator_notes[note.index()]
                    && *to != GroupState::Dead
                {
                    replay.states[group.index()] = *to;
                    replay.generations[group.index()] = *generation;
                }
            }
            EventKind::Client { consumer, note } => match &run.trace.client_notes[note.index()] {
                Note::Callback { owned, .. } => replay.owned[consumer.index()].clone_from(owned),
                Note::Member { member_id, .. } => replay.members[consumer.index()] = member_id.clone(),
                _ => {}
            },
            EventKind::ProcessEnded { consumer, .. } => replay.owned[consumer.index()].clear(),
            _ => {}
        }
    }
    replay
}

fn check_frame(run: &Run, at: u64) {
    let (frame, replay) = (run.frame(at), replay(run, at));
    // A coordinator that moved goes on with what it loaded.
    let moved = run.scenario.actions.iter().any(|action| {
        matches!(action.what, Do::MoveCoordinator { .. } | Do::StopBroker { .. } | Do::StartBroker { .. })
    });
    for (index, group) in frame.groups.iter().enumerate().filter(|_| !moved) {
        assert_eq!((group.state, group.generation), (replay.states[index], replay.generations[index]), "{at}");
    }
    for (index, consumer) in frame.consumers.iter().enumerate() {
        let mut owned = consumer.owned.clone();
        owned.sort();
        assert_eq!(owned, replay.owned[index], "{} at {at}", consumer.name);
        assert_eq!(consumer.member_id, replay.members[index], "{} at {at}", consumer.name);
    }
    for partition in &frame.partitions {
        let holds = |name: &Name| {
            let consumer = frame.consumers.iter().find(|consumer| consumer.name == *name).unwrap();
            consumer.alive
                && consumer.owned.contains(&TopicPartition::new(partition.topic.clone(), partition.partition))
        };
        assert!(partition.owners.iter().all(holds));
        let owners = frame.consumers.iter().filter(|consumer| holds(&consumer.name)).count();
        assert_eq!(partition.owners.len(), owners);
    }
    let flying = run.trace.exchanges.iter().flat_map(|it| {
        let end = |to: Option<u64>| to.or(it.lost().map(|lost| lost + groupscope_core::simulation::LOST_SHOWN_MS));
        [(Some(it.sent()), end(it.arrived())), (it.answered(), end(it.received()))]
    });
    let now =
        |(from, to): &(Option<u64>, Option<u64>)| from.is_some_and(|from| from <= at) && to.is_none_or(|to| at < to);
    assert_eq!(frame.in_flight.len(), flying.filter(now).count(), "in flight at {at}");
    check_until(run, &frame);
}

/// Nothing changes before `until`, and something does then, or the run ends.
fn check_until(run: &Run, frame: &Frame) {
    assert!(frame.until > frame.at);
    let same = |at: u64| Frame { at: frame.at, until: frame.until, ..run.frame(at) } == *frame;
    for at in [frame.at + 1, frame.until.midpoint(frame.at), frame.until - 1] {
        assert!(!(frame.at..frame.until).contains(&at) || same(at), "{} is not like {}", at, frame.at);
    }
}

/// What is told has its time and its arguments, and a chain of causes goes back in time.
fn check_told(run: &Run) {
    let narration = Narration::of(run);
    assert!(narration.moments().is_sorted_by_key(|moment| moment.at));
    for moment in narration.moments() {
        let names: Vec<_> = moment.args.iter().map(|(name, _)| name).collect();
        assert_eq!(names, moment.say.placeholders(), "{:?}", moment.say);
    }
    for at in (0..run.computed).step_by(500) {
        let now = narration.now(run, at);
        assert!(now.until > at && !now.lines.is_empty() && now.lines.len() <= 2);
    }
    for id in run.stops() {
        let steps = explain(run, id);
        assert!(steps.is_sorted_by(|one, next| next.event < one.event) && steps.iter().all(|step| step.event <= id));
        for step in &steps {
            let names: Vec<_> = step.args.iter().map(|(name, _)| name).collect();
            assert_eq!(names, step.why.placeholders(), "{:?}", step.why);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn any_scenario_runs_and_its_frames_agree_with_its_trace(
        scenario in scenario(), ats in vec(0..UNTIL + 1, 12),
    ) {
        let text = scenario.to_json();
        prop_assert_eq!(&Scenario::parse(&text).unwrap().scenario, &scenario);
        prop_assert_eq!(&share::decode(&share::encode(&scenario)).unwrap().scenario, &scenario);
        let run = Run::new(scenario);
        prop_assert!(!run.given_up);
        check_trace(&run);
        for at in ats {
            check_frame(&run, at);
        }
        check_told(&run);
        let last = EventId(run.trace.events.len() as u32 - 1);
        prop_assert!(serde_json::to_string(&run.event_line(last)).is_ok());
    }

    #[test]
    fn the_same_text_gives_the_same_run_also_in_slices(scenario in scenario(), slice in 1_u64..5000) {
        let whole = Run::new(scenario.clone());
        let mut simulation = Simulation::new(scenario.into());
        let mut known = 0;
        let mut narration = Narration::default();
        while !simulation.run_steps(slice) {
            narration.read_on(simulation.run());
            let computed = simulation.run().computed;
            prop_assert!(computed >= known);
            known = computed;
        }
        let sliced = simulation.into_run();
        prop_assert_eq!(sliced.digest(), whole.digest());
        prop_assert!(sliced == whole);
        narration.read_on(&sliced);
        let at_once = Narration::of(&whole);
        prop_assert_eq!(narration.moments(), at_once.moments());
    }

    #[test]
    fn what_is_known_of_a_run_in_the_making_does_not_change(scenario in scenario(), at in 0..UNTIL) {
        let mut simulation = Simulation::new(scenario.clone().into());
        simulation.run_until(at);
        prop_assert!(simulation.run().computed > at);
        let (mut part, mut whole) = (simulation.run().frame(at), Run::new(scenario).frame(at));
        (part.until, whole.until) = (0, 0);
        // When what is under way will arrive, and whether it is lost, only the future tells.
        (part.in_flight, whole.in_flight) = (Vec::new(), Vec::new());
        prop_assert_eq!(part, whole);
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in "\\PC{0,80}", cut in 0_usize..400) {
        let _ = Scenario::parse(&text);
        let _ = share::decode(&text);
        let whole = r#"{"groupscope":1,"topics":[{"name":"t","partitions":3,"produce.per.second":1e400}],"group":"g","consumers":[{"name":"é","subscribe":["t"],"settings":{"session.timeout.ms":"x"}}],"actions":[{"at":1,"do":"seek","consumer":"é"}],"until":-1}"#;
        let _ = Scenario::parse(whole.get(..cut).unwrap_or(whole));
    }
}

#[test]
fn a_run_that_costs_too_much_is_given_up() {
    let text = r#"{"groupscope":1,"topics":[{"name":"t","partitions":1,"produce.per.second":1000}],"group":"g",
        "consumers":[{"name":"c","at":0,"subscribe":["t"]}],"until":60000}"#;
    let scenario = Scenario::parse(text).unwrap().scenario;
    let mut simulation = Simulation::new(scenario.into()).with_budget(Budget { steps: 1000, ..Budget::default() });
    simulation.run_until(60_000);
    let run = simulation.into_run();
    assert!(run.given_up && run.computed < 60_000);
}
