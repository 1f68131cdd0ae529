//! What each action does to a run.

use groupscope_core::{
    consumer::Note,
    protocol::{ApiKey, BrokerId, ErrorCode, TopicPartition},
    report::Summary,
    scenario::Scenario,
    simulation::{
        Run,
        frame::{ConsumerFrame, GroupState, PartitionFrame, Process},
        trace::{EventKind, Exchange},
    },
};
use serde_json::{Value, json};

const UNTIL: u64 = 40_000;

fn consumer(name: &str, settings: Value) -> Value {
    let mut all = json!({"session.timeout.ms": 6000, "heartbeat.interval.ms": 1500, "auto.offset.reset": "earliest"});
    all.as_object_mut().unwrap().extend(settings.as_object().cloned().unwrap_or_default());
    json!({"name": name, "at": 0, "subscribe": ["orders"], "settings": all})
}

/// Two brokers, six partitions, 20 records a second, a group that starts at once.
fn run(consumers: Value, actions: Value) -> Run {
    with(consumers, actions, json!({}))
}

fn with(consumers: Value, actions: Value, more: Value) -> Run {
    let mut scenario = json!({
        "groupscope": 1,
        "cluster": {"brokers": [{"id": 1}, {"id": 2}], "settings": {"group.initial.rebalance.delay.ms": 0}},
        "network": {"latency.ms": [2, 2]},
        "topics": [{"name": "orders", "partitions": 6, "produce.per.second": 20, "record.bytes": 1000}],
        "group": "g", "coordinator.on": 1,
        "consumers": consumers, "actions": actions, "until": UNTIL,
    });
    scenario.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap());
    Run::new(Scenario::from_value(scenario).unwrap_or_else(|error| panic!("{error}")).scenario)
}

fn two() -> Value {
    json!([consumer("c1", json!({})), consumer("c2", json!({}))])
}

fn of<'a>(run: &'a Run, consumer: &str, api: ApiKey) -> Vec<&'a Exchange> {
    let ix = run.cast.consumer(consumer).unwrap();
    run.trace.exchanges.iter().filter(|exchange| exchange.consumer == ix && exchange.api == api).collect()
}

fn consumer_at(run: &Run, name: &str, at: u64) -> ConsumerFrame {
    run.frame(at).consumers.into_iter().find(|consumer| consumer.name == *name).unwrap()
}

fn partition_at(run: &Run, number: i32, at: u64) -> PartitionFrame {
    run.frame(at).partitions.into_iter().find(|partition| partition.partition == number).unwrap()
}

fn rebalances(run: &Run) -> Vec<(u64, usize)> {
    Summary::new(run).rebalances.iter().map(|rebalance| (rebalance.at, rebalance.members.len())).collect()
}

#[test]
fn listed_member_ids_are_handed_out_in_order_and_then_made_from_the_seed() {
    let mut c1 = consumer("c1", json!({}));
    c1["memberIds"] = json!(["first", "second"]);
    let restart = |at: u64| json!({"at": at, "do": "restart", "consumer": "c1", "after": 100});
    let run = run(json!([c1]), json!([restart(8000), restart(16_000)]));
    assert_eq!(&*consumer_at(&run, "c1", 7000).member_id, "first");
    assert_eq!(&*consumer_at(&run, "c1", 15_000).member_id, "second");
    let made = consumer_at(&run, "c1", 25_000).member_id;
    assert!(made.starts_with("c1-") && made.len() == 3 + 36, "{made}");
}

#[test]
fn a_killed_member_stays_one_until_its_session_ends() {
    let run = run(two(), json!([{"at": 10_000, "do": "kill", "consumer": "c2"}]));
    let last = of(&run, "c2", ApiKey::Heartbeat).last().unwrap().arrived().unwrap();
    assert_eq!(consumer_at(&run, "c2", 10_000).process, Process::Killed);
    let members = |at: u64| run.frame(at).groups[0].members.len();
    assert_eq!((members(last + 5999), members(last + 6000)), (2, 1));
    assert_eq!(partition_at(&run, 5, 11_000).unread_since, Some(10_000));
    assert_eq!(partition_at(&run, 5, 11_000).last_owner.as_deref(), Some("c2"));
    assert_eq!(partition_at(&run, 5, 30_000).owner.as_deref(), Some("c1"));
}

#[test]
fn a_frozen_process_reads_nothing_though_it_holds_its_partitions() {
    let actions =
        json!([{"at": 10_000, "do": "freeze", "consumer": "c2"}, {"at": 13_000, "do": "thaw", "consumer": "c2"}]);
    let run = run(two(), actions);
    let frozen = partition_at(&run, 5, 12_000);
    assert_eq!((frozen.owner.as_deref(), frozen.unread_since), (Some("c2"), Some(10_000)));
    assert!(consumer_at(&run, "c2", 12_000).alive);
    let sent = run.trace.exchanges.iter().filter(|it| it.consumer == run.cast.consumer("c2").unwrap());
    assert!(sent.map(|it| it.sent()).all(|at| !(10_001..13_000).contains(&at)));
    assert_eq!(partition_at(&run, 5, 13_500).unread_since, None);
    assert_eq!(rebalances(&run).len(), rebalances(&run_untouched()).len());
}

fn run_untouched() -> Run {
    run(two(), json!([]))
}

#[test]
fn what_is_sent_into_a_cut_arrives_when_it_is_healed() {
    let link = |at: u64, what: &str| json!({"at": at, "do": what, "from": "c2", "to": "broker-1"});
    let run = run(two(), json!([link(10_000, "cut"), link(12_000, "heal")]));
    let held: Vec<_> =
        of(&run, "c2", ApiKey::Heartbeat).into_iter().filter(|it| (10_000..12_000).contains(&it.sent())).collect();
    assert!(!held.is_empty());
    assert!(held.iter().all(|it| it.arrived() == Some(12_002)), "{held:?}");
    let flying = run.frame(11_900).in_flight;
    assert!(flying.iter().any(|it| it.api == ApiKey::Heartbeat && it.from == "c2" && it.arrives == 12_002));
}

#[test]
fn a_cut_that_outlasts_the_session_costs_the_membership() {
    let cut = json!([{"at": 10_000, "do": "cut", "from": "c2", "to": "broker-1"}]);
    assert_eq!(rebalances(&run(two(), cut)).last().unwrap().1, 1);
}

#[test]
fn the_nth_message_of_a_kind_is_lost_or_late_and_no_other() {
    let on = |what: &str, more: Value| {
        let mut action = json!({"at": 5000, "do": what, "from": "c1", "to": "broker-1", "api": "Heartbeat", "nth": 2});
        action.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap());
        run(two(), json!([action]))
    };
    let beats = |run: &Run| -> Vec<(Option<u64>, Option<u64>)> {
        let all = of(run, "c1", ApiKey::Heartbeat);
        let late = all.into_iter().filter(|it| it.sent() > 5000).take(3);
        late.map(|it| (it.arrived().map(|at| at - it.sent()), it.lost().map(|at| at - it.sent()))).collect()
    };
    let arrives = (Some(2), None);
    assert_eq!(beats(&on("drop", json!({}))), [arrives, (None, Some(1)), arrives]);
    assert_eq!(beats(&on("delay", json!({"ms": 700}))), [arrives, (Some(702), None), arrives]);
}

#[test]
fn a_slow_link_has_its_own_latency_until_it_is_healed() {
    let run = run(
        two(),
        json!([
            {"at": 10_000, "do": "slowLink", "from": "broker-1", "to": "c1", "latency.ms": [50, 60]},
            {"at": 20_000, "do": "heal", "from": "broker-1", "to": "c1"},
        ]),
    );
    for beat in of(&run, "c1", ApiKey::Heartbeat) {
        let (Some(answered), Some(received)) = (beat.answered(), beat.received()) else { continue };
        let latency = received - answered;
        let slow = (10_000..20_000).contains(&answered);
        assert!(if slow { (50..=60).contains(&latency) } else { latency == 2 }, "{beat:?}");
    }
}

#[test]
fn settings_of_a_consumer_change_at_its_next_start() {
    let set = json!({"at": 5000, "do": "set", "consumer": "c1", "settings": {"heartbeat.interval.ms": 500}});
    let run = run(
        json!([consumer("c1", json!({}))]),
        json!([set, {"at": 10_000, "do": "restart", "consumer": "c1", "after": 0}]),
    );
    let beats = |from: u64, to: u64| {
        of(&run, "c1", ApiKey::Heartbeat).iter().filter(|it| (from..to).contains(&it.sent())).count()
    };
    assert!((3..=4).contains(&beats(5000, 10_000)), "{}", beats(5000, 10_000));
    assert!((17..=20).contains(&beats(11_000, 21_000)), "{}", beats(11_000, 21_000));
}

#[test]
fn an_added_consumer_starts_at_once_or_when_it_says() {
    let mut late = consumer("c3", json!({}));
    late["at"] = 9000.into();
    let mut now = consumer("c2", json!({}));
    now.as_object_mut().unwrap().remove("at");
    let run = run(
        json!([consumer("c1", json!({}))]),
        json!([{"at": 5000, "do": "addConsumer", "consumer": now}, {"at": 5000, "do": "addConsumer", "consumer": late}]),
    );
    let began = |name: &str| {
        let ix = run.cast.consumer(name).unwrap();
        let started = |kind| matches!(kind, EventKind::ProcessStarted { consumer } if consumer == ix);
        run.trace.events.iter().find(|event| started(event.kind)).unwrap().at
    };
    assert_eq!((began("c2"), began("c3")), (5000, 9000));
    assert_eq!(rebalances(&run).last().unwrap().1, 3);
}

#[test]
fn a_rolling_restart_takes_one_after_another() {
    let run = run(two(), json!([{"at": 10_000, "do": "rollingRestart", "after": 500, "every": 4000}]));
    let running = |at: u64| {
        let frame = run.frame(at);
        frame.consumers.iter().map(|consumer| consumer.process == Process::Running).collect::<Vec<_>>()
    };
    assert_eq!((running(10_300), running(13_000)), (vec![false, true], vec![true, true]));
    assert_eq!((running(14_300), running(18_000)), (vec![true, false], vec![true, true]));
}

#[test]
fn the_leader_finds_added_partitions_when_it_refreshes_its_metadata() {
    let settings = json!({"metadata.max.age.ms": 5000});
    let run = run(
        json!([consumer("c1", settings.clone()), consumer("c2", settings)]),
        json!([{"at": 10_000, "do": "addPartitions", "topic": "orders", "partitions": 8}]),
    );
    assert_eq!((run.frame(9999).partitions.len(), run.frame(10_000).partitions.len()), (6, 8));
    assert_eq!(partition_at(&run, 7, 10_000).owner, None);
    let last = rebalances(&run).last().unwrap().0;
    assert!((10_000..17_000).contains(&last), "{last}");
    assert!(partition_at(&run, 7, 20_000).owner.is_some());
}

#[test]
fn seek_sets_the_position_to_an_offset_or_to_a_time() {
    let seek = |at: u64, partition: i32, to: Value| {
        let mut action = json!({"at": at, "do": "seek", "consumer": "c1", "topic": "orders", "partition": partition});
        action.as_object_mut().unwrap().extend(to.as_object().cloned().unwrap());
        action
    };
    let actions = json!([seek(20_000, 0, json!({"offset": 3})), seek(20_000, 1, json!({"time": 10_000}))]);
    let run = run(json!([consumer("c1", json!({}))]), actions);
    let set = run.trace.client_notes.iter().filter_map(|note| match note {
        Note::Position { partition, offset, from: groupscope_core::consumer::PositionFrom::Seek, .. } => {
            Some((partition.partition, *offset))
        }
        _ => None,
    });
    // Records are written every 50 ms in turn: partition 1 gets its nth (from 0) at 100 + 300 n.
    assert_eq!(set.collect::<Vec<_>>(), [(0, 3), (1, 33)]);
    assert!(Summary::new(&run).processed["orders"][&0].twice > 50);
}

#[test]
fn a_paused_partition_is_not_read_until_it_is_resumed() {
    let on = |at: u64, what: &str| json!({"at": at, "do": what, "consumer": "c1", "partitions": [["orders", 2]]});
    let run = run(json!([consumer("c1", json!({}))]), json!([on(10_000, "pause"), on(20_000, "resume")]));
    let paused = consumer_at(&run, "c1", 15_000).paused;
    assert_eq!(paused, [TopicPartition::new("orders", 2)]);
    let position = |at: u64| partition_at(&run, 2, at).position.unwrap();
    assert!(position(19_000) - position(11_000) <= 1 && position(25_000) - position(19_000) > 30);
}

#[test]
fn a_group_goes_on_with_its_generation_at_another_coordinator() {
    let run = run(two(), json!([{"at": 10_000, "do": "moveCoordinator", "to": 2}]));
    let group = |at: u64| run.frame(at).groups.remove(0);
    let (before, loading, after) = (group(9000), group(10_001), group(20_000));
    assert_eq!((&*before.coordinator, &*after.coordinator), ("broker-1", "broker-2"));
    assert!(loading.loading && !after.loading);
    assert_eq!((after.state, after.generation), (GroupState::Stable, before.generation));
    assert!(run.trace.exchanges.iter().any(|exchange| exchange.error == ErrorCode::NotCoordinator));
    assert_eq!(rebalances(&run).len(), rebalances(&run_untouched()).len());
}

#[test]
fn a_broker_that_stops_hands_its_partitions_over_first() {
    let run = run(
        two(),
        json!([{"at": 10_000, "do": "stopBroker", "broker": 2}, {"at": 30_000, "do": "startBroker", "broker": 2}]),
    );
    assert_eq!(partition_at(&run, 1, 10_000).leader, Some(BrokerId(1)));
    assert_eq!([11_000, 13_000, 31_000].map(|at| run.frame(at).brokers[1].alive), [true, false, true]);
    let processed = &Summary::new(&run).processed["orders"][&1];
    assert_eq!((processed.first, processed.twice), (0, 0));
    assert!(processed.last > 120, "{processed:?}");
}

#[test]
fn after_a_broker_died_new_records_are_hidden_until_it_is_fenced() {
    let run = run(two(), json!([{"at": 10_000, "do": "stopBroker", "broker": 2, "hard": true}]));
    assert!(!run.frame(10_000).brokers[1].alive);
    let leader = |at: u64| partition_at(&run, 1, at).leader;
    assert_eq!((leader(18_999), leader(19_000)), (Some(BrokerId(2)), Some(BrokerId(1))));
    let end = |at: u64| partition_at(&run, 0, at).log_end;
    assert_eq!(end(10_000), end(18_999));
    assert!(end(19_000) > end(18_999) + 25);
}

#[test]
fn a_plan_of_ones_own_is_in_force_as_it_is() {
    let leader = run_untouched().frame(9000).groups[0].leader.clone().unwrap();
    let follower = if leader == "c1" { "c2" } else { "c1" };
    // Gaps and overlaps too: the coordinator stores what the leader sends.
    let plan = json!({&*leader: [["orders", 0], ["orders", 1]], follower: [["orders", 1]], "c3": [["orders", 2]]});
    let mut third = consumer("c3", json!({}));
    third["at"] = 12_000.into();
    let consumers = json!([consumer("c1", json!({})), consumer("c2", json!({})), third]);
    let run = run(consumers, json!([{"at": 10_000, "do": "plan", "consumer": leader, "assignment": plan}]));
    let owners = |number| partition_at(&run, number, 16_000).owners.len();
    assert_eq!([0, 1, 2, 3].map(owners), [1, 2, 1, 0]);
}

#[test]
fn bandwidth_bounds_how_fast_records_come() {
    let slow = json!({"network": {"latency.ms": [2, 2], "bandwidth.kbit.per.second": 80}});
    let run = with(json!([consumer("c1", json!({"fetch.max.bytes": 10_000}))]), json!([]), slow);
    // 80 kbit/s are 10 bytes a ms: a record of 1000 bytes takes 100 ms.
    let fetched = of(&run, "c1", ApiKey::Fetch).into_iter().filter(|it| it.records > 0);
    let enough = fetched.filter_map(|it| Some((it.received()? - it.answered()?, it.records)));
    assert!(enough.clone().count() > 20);
    assert!(enough.into_iter().all(|(ms, records)| ms >= 100 * u64::from(records)));
}

#[test]
fn each_group_has_its_own_coordinator_and_reads_everything() {
    let mut other = consumer("x1", json!({}));
    other["group"] = "other".into();
    let run = run(json!([consumer("c1", json!({})), other]), json!([]));
    let frame = run.frame(20_000);
    assert_eq!(frame.groups.iter().map(|group| &*group.id).collect::<Vec<_>>(), ["g", "other"]);
    assert_eq!(partition_at(&run, 0, 20_000).owners.len(), 2);
    assert_eq!(partition_at(&run, 0, 20_000).committed.len(), 2);
    let summary = Summary::new(&run);
    assert_eq!(summary.rebalances.len(), 1);
    assert_eq!(summary.groups["other"].processed["orders"][&0].first, 0);
}

#[test]
fn another_consumer_leaves_every_draw_of_the_first_as_it_was() {
    let network = json!({"network": {"latency.ms": [1, 50]}});
    let mut late = consumer("c2", json!({}));
    late["at"] = 3000.into();
    let alone = with(json!([consumer("c1", json!({}))]), json!([]), network.clone());
    let both = with(json!([consumer("c1", json!({})), late]), json!([]), network);
    let latencies = |run: &Run| -> Vec<_> {
        let beats = of(run, "c1", ApiKey::Heartbeat);
        beats
            .iter()
            .take(8)
            .map(|it| (it.arrived().unwrap() - it.sent(), it.received().unwrap() - it.answered().unwrap()))
            .collect()
    };
    assert_eq!(latencies(&alone), latencies(&both));
}

#[test]
fn seeking_to_an_end_of_the_log_is_done_by_the_next_poll() {
    let consumers = json!([consumer("c1", json!({}))]);
    let seek = |what: &str, partitions: Value| {
        let actions = json!([{"at": 12_000, "do": what, "consumer": "c1", "partitions": partitions}]);
        run(consumers.clone(), actions)
    };
    let position = |run: &Run, number: i32, at: u64| partition_at(run, number, at).position.unwrap_or_default();
    let back = seek("seekToBeginning", json!([]));
    assert!(Summary::new(&back).processed["orders"].values().all(|it| it.twice > 0), "all that it holds");
    let one = seek("seekToBeginning", json!([["orders", 2]]));
    let again: Vec<_> =
        Summary::new(&one).processed["orders"].iter().filter(|(_, it)| it.twice > 0).map(|it| *it.0).collect();
    assert_eq!(again, [2]);
    let end = seek("seekToEnd", json!([]));
    let partition = partition_at(&end, 0, 12_500);
    assert!(partition.position.unwrap() >= position(&end, 0, 11_900));
    assert!(partition.log_end - partition.position.unwrap() <= 10, "at the end, or what came since");
    let log = groupscope_core::report::Logs::of(&back).text(&back.cast, None);
    assert!(log.contains("Seeking to AutoOffsetResetStrategy{type=earliest} offset of partition orders-0"));
}
