//! A: storms and loops.

use groupscope_core::{consumer::CallbackKind, protocol::ApiKey};
use serde_json::{Value, json};

use super::support::{Case, member, member_with, topic};

/// zendesk/ruby-kafka#941: a client that waits for its answer joins once.
#[test]
fn a2_a_client_that_waits_joins_in_one_generation_within_the_slower_heartbeat() {
    let of = |name, at, interval: u64| {
        member(name, at, json!({"session.timeout.ms": 60_000, "heartbeat.interval.ms": interval}))
    };
    let consumers = json!([of("c1", 0, 15_000), of("c2", 1_000, 10_000), of("c3", 21_000, 15_000)]);
    let case = Case::new(json!([topic("orders", 4, 0)]), consumers, json!([]), 60_000);
    let after = case.rebalances(20_000);
    assert!(after.len() == 1 && after[0].1 == 3 && after[0].0 < 21_000 + 15_100, "{after:?}");
}

fn one_long_record(process_ms: u64) -> Case {
    let of = |name, at| member_with(name, at, json!({}), json!({"process.ms": process_ms, "commit": "sync"}));
    let topics = json!([{"name": "orders", "partitions": 1, "records": 1}]);
    let broker = json!({"cluster": {"settings": {"group.initial.rebalance.delay.ms": 0}}});
    Case::with(topics, json!([of("c1", 0), of("c2", 0)]), json!([]), 1_800_000, broker)
}

/// aio-libs/aiokafka#848
#[test]
fn a3_a_record_longer_than_the_poll_interval_is_read_for_ever_by_one_owner_after_the_other() {
    let case = one_long_record(420_000);
    assert!(case.summary.committed.is_empty());
    let attempts: Vec<u64> = ["c1", "c2"].iter().flat_map(|it| case.called(it, CallbackKind::Lost, 0)).collect();
    assert!(attempts.len() >= 3, "{attempts:?}");
    assert!(
        case.errors("c1").contains(&"CommitFailedException") && case.errors("c2").contains(&"CommitFailedException")
    );
    // Leave and return close as one generation, about every 300 s.
    let starts: Vec<u64> = case.rebalances(10_000).iter().map(|(at, _)| *at).collect();
    assert!(starts.windows(2).all(|pair| (290_000..310_000).contains(&(pair[1] - pair[0]))), "{starts:?}");
}

/// The same with 280 s a record.
#[test]
fn a3_a_record_within_the_poll_interval_is_read_once() {
    let case = one_long_record(280_000);
    assert_eq!(case.summary.committed["orders"][&0], 1);
    assert_eq!((case.twice(), case.rebalances(10_000).len()), (0, 0));
}

/// confluentinc/confluent-kafka-python#552
#[test]
fn a4_the_way_back_after_the_poll_interval_is_that_of_a_new_member() {
    let slow = json!({"process.ms": 10_000, "settings": {"auto.offset.reset": "earliest", "max.poll.interval.ms": 6_000,
        "max.poll.records": 1, "partition.assignment.strategy": "range"}});
    let consumers = json!([member_with("c1", 0, json!({}), slow), member("c2", 0, json!({}))]);
    let topics = json!([{"name": "orders", "partitions": 2, "records": 100}]);
    let case = Case::new(topics, consumers, json!([]), 40_000);
    let assigned = case.called("c1", CallbackKind::Assigned, 0)[0];
    let left = case.sent("c1", ApiKey::LeaveGroup)[0];
    // Its last poll() returned the record.
    assert!((assigned + 6_000..assigned + 6_300).contains(&left), "{assigned}, {left}");
    let joins: Vec<u64> = case.sent("c1", ApiKey::JoinGroup).into_iter().filter(|at| *at > left).collect();
    assert!(joins[0] >= assigned + 10_000, "not before it polls again");
    assert!(joins[1] < joins[0] + 10, "a new id, in two steps");
    assert_eq!(case.callbacks("c1", left)[0], "lost 0");
}

/// elixir-broadway/broadway_kafka#109
#[test]
fn a8_a_plain_rolling_deploy_costs_up_to_two_rebalances_a_member() {
    let consumers: Value = (0..40).map(|it| member(&format!("c{it}"), 0, json!({}))).collect();
    let roll = json!([{"at": 30_000, "do": "rollingRestart", "after": 3_000, "every": 8_000}]);
    let case = Case::new(json!([topic("orders", 200, 0)]), consumers, roll, 400_000);
    let rebalances = case.rebalances(30_000).len();
    assert!((40..=80).contains(&rebalances), "{rebalances}");
}

#[test]
fn a8_static_members_cost_none_if_they_are_back_in_time_else_two_each() {
    let names = ["c0", "c1", "c2"];
    let rebalances = |session: u64| {
        let of = |name: &&str| member(name, 0, json!({"session.timeout.ms": session, "group.instance.id": *name}));
        let consumers: Value = names.iter().map(of).collect();
        let roll = json!([{"at": 30_000, "do": "rollingRestart", "after": 35_000, "every": 70_000}]);
        Case::new(json!([topic("orders", 6, 0)]), consumers, roll, 250_000).rebalances(30_000).len()
    };
    assert_eq!((rebalances(60_000), rebalances(30_000)), (0, 2 * names.len()));
}

/// numaproj/numaflow#3355: the policy "rejoin and go on".
#[test]
fn a9_a_client_that_goes_on_after_a_failed_commit_costs_one_round() {
    let rounds = |assignor: &str| {
        let of = |name: &str, at: u64| {
            let settings = json!({"partition.assignment.strategy": assignor});
            member_with(name, at, settings, json!({"commit": "sync", "process.ms": 20}))
        };
        let names = ["c1", "c2", "c3", "c4"];
        let consumers: Value = names.iter().map(|name| of(name, 0)).chain([of("c5", 20_000)]).collect();
        Case::new(json!([topic("orders", 20, 100)]), consumers, json!([]), 60_000).rebalances(20_000).len()
    };
    assert_eq!((rounds("range"), rounds("cooperative-sticky")), (1, 2));
}

/// confluentinc/confluent-kafka-python#1090
#[test]
fn a10_a_round_that_revokes_nothing_asks_for_no_other() {
    let cooperative = json!({"partition.assignment.strategy": "cooperative-sticky"});
    let consumers: Value = (0..30)
        .map(|it| member(&format!("c{it}"), 0, cooperative.clone()))
        .chain([member("late", 20_000, cooperative.clone())])
        .collect();
    let case = Case::new(json!([topic("orders", 90, 0)]), consumers, json!([]), 120_000);
    assert_eq!(case.rebalances(20_000).len(), 2);
}

/// How often partitions were revoked of 40 consumers with a topic each, when one more joins.
fn forty_strangers(assignor: &str, groups: bool) -> usize {
    let of = |it: usize, at: u64| {
        let group = if groups { format!("g{it}") } else { "g".into() };
        let settings = json!({"partition.assignment.strategy": assignor});
        member_with(&format!("c{it}"), at, settings, json!({"subscribe": [format!("t{it}")], "group": group}))
    };
    let consumers: Value = (0..40).map(|it| of(it, 0)).chain([of(40, 20_000)]).collect();
    let topics: Value = (0..41).map(|it| topic(&format!("t{it}"), 1, 0)).collect();
    let case = Case::new(topics, consumers, json!([]), 40_000);
    for it in 0..40 {
        let topic = format!("t{it}-0");
        assert_eq!(case.owned(&format!("c{it}"), 39_000), [topic], "its own topic as before");
    }
    let revoked = case.summary.callbacks.iter().filter(|it| it.at > 20_000 && it.kind == CallbackKind::Revoked);
    revoked.filter(|it| !it.partitions.is_empty()).count()
}

/// confluentinc/confluent-kafka-dotnet#1945
#[test]
fn a11_strangers_under_one_group_id_stop_each_other_for_nothing() {
    assert_eq!(forty_strangers("range", false), 40);
    assert_eq!(forty_strangers("cooperative-sticky", false), 0);
    assert_eq!(forty_strangers("range", true), 0);
}

/// confluentinc/confluent-kafka-python#1770
#[test]
fn a12_the_ghost_of_a_killed_member_holds_its_successor_up_for_the_rest_of_its_session() {
    let ends = |word: &str| {
        let of = |name: &str, at: u64| member(name, at, json!({}));
        let consumers = json!([of("c1", 0), of("c2", 0), of("c3", 0), of("c4", 62_000)]);
        let actions = json!([{"at": 60_000, "do": word, "consumer": "c1"}]);
        let case = Case::new(json!([topic("orders", 6, 6)]), consumers, actions, 130_000);
        let last = *case.sent("c1", ApiKey::Heartbeat).last().unwrap();
        (case.rebalances(60_000).last().unwrap().0, last)
    };
    let (end, last) = ends("kill");
    assert!((last + 45_000..last + 45_100).contains(&end), "{last}, {end}");
    assert!(ends("close").0 < 66_000);
}

/// tulios/kafkajs#1720, #1527, #375: heartbeats end with the thread that works. Of the Java client's process that is true only
/// when it stops as a whole.
#[test]
fn a5_whoever_says_nothing_during_a_batch_is_evicted_and_evicts_the_others_in_turn() {
    let settings = json!({"session.timeout.ms": 30_000, "max.poll.interval.ms": 60_000, "max.poll.records": 1});
    let consumers = json!([member("c1", 0, settings.clone()), member("c2", 25_000, settings)]);
    let topics = json!([topic("orders", 2, 2)]);
    let silent = json!([{"at": 20_000, "do": "freeze", "consumer": "c1"}, {"at": 70_000, "do": "thaw", "consumer": "c1"},
                        {"at": 60_000, "do": "freeze", "consumer": "c2"}, {"at": 110_000, "do": "thaw", "consumer": "c2"}]);
    let case = Case::new(topics.clone(), consumers.clone(), silent, 160_000);
    let last = *case.sent("c1", ApiKey::Heartbeat).iter().rfind(|at| **at <= 20_000).unwrap();
    let alone = case.rebalances(25_000)[0];
    assert!(alone.1 == 1 && (last + 30_000..last + 30_010).contains(&alone.0), "{alone:?}, silent since {last}");
    for (name, thawed) in [("c1", 70_000), ("c2", 110_000)] {
        let lost = case.called(name, CallbackKind::Lost, 0);
        assert!(lost.len() == 1 && (thawed..thawed + 4_000).contains(&lost[0]), "{name}: {lost:?}");
    }
    // The Java client's heartbeats go on, and the same load converges: c1 rejoins when its batch ends.
    let busy = json!([{"at": 20_000, "do": "slow", "consumer": "c1", "process.ms": 50_000},
                      {"at": 21_500, "do": "slow", "consumer": "c1", "process.ms": 1}]);
    let case = Case::new(topics, consumers, busy, 160_000);
    let joined = case.rebalances(25_000);
    assert!(joined.len() == 1 && joined[0].1 == 2 && joined[0].0 > 70_000, "{joined:?}");
    assert!(["c1", "c2"].iter().all(|name| case.called(name, CallbackKind::Lost, 0).is_empty()));
}
