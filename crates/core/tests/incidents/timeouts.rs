//! F and H: timeouts, heartbeats, joining.

use groupscope_core::{
    consumer::CallbackKind,
    log::Level,
    protocol::{ApiKey, ErrorCode},
    report::Logs,
};
use serde_json::json;

use super::support::{Case, member, topic};

/// dpkp/kafka-python#837
#[test]
fn f1_a_session_outside_the_brokers_range_is_fatal_and_disturbs_nobody() {
    let of = |name, at, session: u64| {
        member(name, at, json!({"session.timeout.ms": session, "heartbeat.interval.ms": 1_000}))
    };
    let consumers =
        json!([of("c1", 0, 30_000), of("c2", 15_000, 35_000), of("c3", 15_000, 5_000), of("c4", 15_000, 6_000)]);
    let more = json!({"cluster": {"settings": {"group.max.session.timeout.ms": 30_000}}});
    let case = Case::with(json!([topic("orders", 2, 0)]), consumers, json!([]), 40_000, more);
    for refused in ["c2", "c3"] {
        assert_eq!(case.errors(refused), ["InvalidSessionTimeoutException"]);
    }
    assert_eq!(case.summary.rebalances.last().unwrap().members.len(), 2, "the limits are within");
}

/// dpkp/kafka-python#1672
#[test]
fn f2_a_pause_below_the_session_timeout_is_nothing_and_a_longer_one_costs_the_membership() {
    let paused = |ms: u64| {
        let consumers = json!([member("c1", 0, json!({})), member("c2", 0, json!({}))]);
        let actions = json!([{"at": 20_000, "do": "freeze", "consumer": "c1"},
                             {"at": 20_000 + ms, "do": "thaw", "consumer": "c1"}]);
        Case::new(json!([topic("orders", 2, 2)]), consumers, actions, 300_000)
    };
    let short = paused(30_000);
    assert!(short.rebalances(15_000).is_empty() && short.called("c1", CallbackKind::Lost, 0).is_empty());
    let long = paused(218_000);
    let last = *long.sent("c1", ApiKey::Heartbeat).iter().rfind(|at| **at <= 20_000).unwrap();
    let evicted = long.run.trace.rebalances[1].clone();
    let began = long.run.trace.event(evicted.began).at;
    assert!((last + 45_000..last + 45_100).contains(&began), "{last}, {began}");
    let lost = long.called("c1", CallbackKind::Lost, 0);
    assert!(lost.len() == 1 && lost[0] >= 238_000);
    assert_eq!(long.rebalances(238_000).len(), 1);
}

/// confluentinc/librdkafka#1374: there the broker closed the connection, after 600 s. The Java client does it itself, after 540.
#[test]
fn f3_a_join_that_is_parked_longer_than_connections_may_be_idle_is_sent_again() {
    let parked = |idle: u64, busy: u64| {
        let settings = json!({"max.poll.interval.ms": 900_000, "max.poll.records": 1, "connections.max.idle.ms": idle});
        let consumers = json!([member("c1", 0, settings.clone()), member("c2", 0, settings)]);
        let actions = json!([{"at": 20_000, "do": "slow", "consumer": "c1", "process.ms": busy},
                             {"at": 21_500, "do": "slow", "consumer": "c1", "process.ms": 1},
                             {"at": 30_000, "do": "enforceRebalance", "consumer": "c2"}]);
        let case = Case::new(json!([topic("orders", 2, 2)]), consumers, actions, 800_000);
        let joins: Vec<_> = case.sent("c2", ApiKey::JoinGroup).into_iter().filter(|at| *at >= 30_000).collect();
        (case, joins)
    };
    let (closed, joins) = parked(540_000, 700_000);
    assert_eq!(joins.len(), 2, "{joins:?}");
    assert!((joins[0] + 540_000..joins[0] + 541_000).contains(&joins[1]), "{joins:?}");
    // It keeps its id, so there is no ghost of it.
    let after = closed.rebalances(30_000);
    assert!(after.len() == 1 && after[0].1 == 2 && after[0].0 > 700_000, "{after:?}");
    for (_, joins) in [parked(540_000, 500_000), parked(800_000, 700_000)] {
        assert_eq!(joins.len(), 1, "{joins:?}");
    }
}

/// tulios/kafkajs#691, #1032, aio-libs/aiokafka#860: error 27 is news, not a failure.
#[test]
fn f4_a_heartbeat_that_tells_of_a_rebalance_is_no_error_and_the_next_poll_joins() {
    let consumers = json!([member("c1", 0, json!({})), member("c2", 20_000, json!({}))]);
    let case = Case::new(json!([topic("orders", 2, 2)]), consumers, json!([]), 60_000);
    assert!(case.summary.errors.is_empty());
    let told = case
        .run
        .trace
        .exchanges
        .iter()
        .find(|it| it.api == ApiKey::Heartbeat && it.error == ErrorCode::RebalanceInProgress);
    let told = told.and_then(|it| it.received()).unwrap();
    let join = *case.sent("c1", ApiKey::JoinGroup).last().unwrap();
    assert!((told..=told + 100).contains(&join), "told at {told}, joins at {join}: within one poll()");
    let logs = Logs::of(&case.run);
    let said: Vec<_> = logs.entries().iter().filter(|it| it.line.message.contains("rebalancing")).collect();
    assert!(!said.is_empty() && said.iter().all(|it| it.line.level == Level::Info), "{said:?}");
}

/// aio-libs/aiokafka#118: not so the Java client.
#[test]
fn f5_a_leader_waits_for_metadata_before_it_assigns() {
    let more = json!({"cluster": {"settings": {"group.initial.rebalance.delay.ms": 0}}});
    let one = json!([member("c1", 0, json!({}))]);
    let case = Case::with(json!([topic("orders", 4, 0)]), one, json!([]), 60_000, more);
    assert_eq!(case.callbacks("c1", 0), ["assigned 0,1,2,3"]);
}

/// confluentinc/librdkafka#2735
#[test]
fn h1_a_start_takes_two_joins_and_the_initial_delay() {
    let more = json!({"network": {"latency.ms": [40, 40]}});
    let case = Case::with(json!([topic("orders", 1, 1)]), json!([member("c1", 0, json!({}))]), json!([]), 20_000, more);
    let joins = case.sent("c1", ApiKey::JoinGroup);
    assert_eq!(joins.len(), 2);
    assert_eq!(joins[1] - joins[0], 80, "the id is asked for: one round trip");
    // Each way once more, and the delay.
    assert_eq!(case.rebalances(0)[0].0, joins[1] + 40 + 3_000);
    // Look-up and metadata before: the connections too.
    assert!(joins[0] >= 2 * 80 && joins[0] <= 7 * 80, "{}", joins[0]);
}
