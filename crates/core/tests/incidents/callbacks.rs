//! C: eager and cooperative, revoked and lost.

use groupscope_core::{consumer::CallbackKind, protocol::ApiKey};
use serde_json::{Value, json};

use super::support::{Case, member, member_with, topic};

fn strategy(list: &Value) -> Value {
    json!({"partition.assignment.strategy": list})
}

fn cooperative() -> Value {
    strategy(&json!("cooperative-sticky"))
}

/// confluentinc/confluent-kafka-go#605
#[test]
fn c1_a_mixed_list_is_accepted_and_a_list_without_a_common_assignor_is_refused() {
    let consumers = json!([
        member("c1", 0, json!({})),
        member("c2", 20_000, cooperative()),
        member("c3", 30_000, strategy(&json!(["range", "cooperative-sticky"])))
    ]);
    let case = Case::new(json!([topic("orders", 4, 0)]), consumers, json!([]), 60_000);
    assert_eq!(case.errors("c2"), ["InconsistentGroupProtocolException"]);
    let after: Vec<_> = case.rebalances(15_000);
    assert!(after.len() == 1 && after[0].1 == 2 && after[0].0 > 30_000, "{after:?}");
}

/// apache/kafka#7516 (KIP-429): both rolling bounces, one member at a time.
#[test]
fn c2_two_rolling_bounces_lead_from_range_to_cooperative_sticky_without_two_owners() {
    let list = |name: &str, at: u64, list: Value| json!({"at": at, "do": "set", "consumer": name, "settings": strategy(&list)});
    let mut actions = Vec::new();
    for (bounce, assignors) in [(20_000, json!(["range", "cooperative-sticky"])), (80_000, json!("cooperative-sticky"))]
    {
        for (place, name) in ["c1", "c2", "c3"].into_iter().enumerate() {
            let at = bounce + place as u64 * 15_000;
            actions.push(list(name, at, assignors.clone()));
            actions.push(json!({"at": at, "do": "restart", "consumer": name, "after": 1_000}));
        }
    }
    let consumers = json!([
        member("c1", 0, json!({})),
        member("c2", 0, json!({})),
        member("c3", 0, json!({})),
        member("c4", 140_000, cooperative())
    ]);
    let case = Case::new(json!([topic("orders", 6, 6)]), consumers, actions.into(), 170_000);
    let protocol = |from: u64, to: u64| {
        let some = case.summary.rebalances.iter().filter(move |it| (from..to).contains(&it.at));
        some.filter_map(|it| it.protocol.as_deref()).collect::<Vec<_>>()
    };
    assert!(protocol(0, 80_000).iter().all(|it| *it == "range"));
    assert!(protocol(130_000, 170_000).iter().all(|it| *it == "cooperative-sticky"));
    assert!(!case.has_two_owners());
    for name in ["c1", "c2", "c3"] {
        let revoked = case.callbacks(name, 140_000).into_iter().filter(|it| it.starts_with("revoked"));
        assert!(revoked.into_iter().all(|it| it.matches(',').count() == 0), "two at once of two: all");
    }
}

/// twmb/franz-go#686
#[test]
fn c3_the_survivor_of_the_first_bounce_takes_all_and_reads_on() {
    let consumers =
        json!([member("c1", 0, json!({})), member("c2", 0, strategy(&json!(["cooperative-sticky", "range"])))]);
    let actions = json!([{"at": 20_000, "do": "close", "consumer": "c1"}]);
    let case = Case::new(json!([topic("orders", 4, 40)]), consumers, actions, 60_000);
    assert_eq!(case.summary.rebalances.last().unwrap().protocol.as_deref(), Some("cooperative-sticky"));
    assert_eq!(case.callbacks("c2", 20_000), ["revoked 2,3", "assigned 0,1,2,3"]);
    let lag: i64 = case.run.frame(59_000).partitions.iter().map(|it| it.log_end - it.position.unwrap()).sum();
    assert!(lag < 20, "{lag}");
}

/// twmb/franz-go#1367, #384, #366: clients that change with the group's protocol. The Java client is eager for life with such a
/// list.
#[test]
fn c4_an_eager_member_that_joins_leaves_no_partition_with_two_owners() {
    let both = strategy(&json!(["cooperative-sticky", "range"]));
    let consumers =
        json!([member("c1", 0, both.clone()), member("c2", 0, both), member("c3", 20_000, strategy(&json!("range")))]);
    let case = Case::new(json!([topic("orders", 6, 60)]), consumers, json!([]), 60_000);
    let protocols: Vec<_> = case.summary.rebalances.iter().filter_map(|it| it.protocol.as_deref()).collect();
    assert_eq!(protocols, ["cooperative-sticky", "range"], "one round");
    for name in ["c1", "c2"] {
        let called = case.callbacks(name, 20_000);
        assert!(called.len() == 2 && called[0].matches(',').count() == 2, "{name} gives up all three: {called:?}");
    }
    assert!(!case.has_two_owners());
}

/// spring-projects/spring-kafka#1448
#[test]
fn c5_eager_callbacks_carry_all_and_cooperative_ones_what_changes() {
    let case = |settings: Value| {
        let consumers = json!([member("c1", 0, settings.clone()), member("c2", 20_000, settings)]);
        Case::new(json!([topic("orders", 4, 4)]), consumers, json!([]), 60_000)
    };
    let eager = case(json!({}));
    assert_eq!(eager.callbacks("c1", 0), ["assigned 0,1,2,3", "revoked 0,1,2,3", "assigned 0,1"]);
    assert_eq!(eager.callbacks("c2", 0), ["assigned 2,3"]);
    let cooperative = case(cooperative());
    let [all, round1, none, round2] = &cooperative.callbacks("c1", 0)[..] else { panic!() };
    assert_eq!([all.as_str(), none, round2], ["assigned 0,1,2,3", "assigned ", "assigned "]);
    let delta = round1.strip_prefix("revoked ").unwrap();
    assert_eq!(cooperative.callbacks("c2", 0), ["assigned ", &format!("assigned {delta}")]);
}

/// atleon/atleon#422
#[test]
fn c7_pauses_and_positions_end_with_an_eager_rebalance_and_survive_a_cooperative_one() {
    let paused: Value = (0..12).map(|number| json!(["orders", number])).collect();
    let case = |settings: Value| {
        let slow = json!({"auto.commit.interval.ms": 3_600_000});
        let mut own = settings.clone();
        own.as_object_mut().unwrap().extend(slow.as_object().cloned().unwrap());
        let consumers =
            json!([member("c1", 0, own), member_with("c2", 20_000, settings, json!({"subscribe": ["bills"]}))]);
        let actions = json!([{"at": 10_000, "do": "pause", "consumer": "c1", "partitions": paused}]);
        Case::new(json!([topic("orders", 12, 12), topic("bills", 1, 0)]), consumers, actions, 40_000)
    };
    let paused_at = |case: &Case, at: u64| case.run.frame(at).consumers[0].paused.len();
    let eager = case(json!({}));
    assert_eq!((paused_at(&eager, 19_000), paused_at(&eager, 39_000)), (12, 0));
    let kept = case(cooperative());
    assert_eq!((paused_at(&kept, 19_000), paused_at(&kept, 39_000)), (12, 12));
    let position = |at| kept.run.frame(at).partitions[0].position;
    assert_eq!(position(19_000), position(39_000));
    assert!(kept.summary.rebalances.len() > 1);
}

/// confluentinc/librdkafka#3450
#[test]
fn c8_an_answer_that_tells_of_a_rebalance_keeps_the_session() {
    let settings = json!({"session.timeout.ms": 25_000, "partition.assignment.strategy": "cooperative-sticky"});
    let consumers = json!([member("c1", 0, settings.clone()), member("c2", 22_000, settings)]);
    let actions = json!([{"at": 20_000, "do": "slow", "consumer": "c1", "process.ms": 60_000},
                         {"at": 21_500, "do": "slow", "consumer": "c1", "process.ms": 1}]);
    let case = Case::new(json!([topic("orders", 4, 1)]), consumers, actions, 120_000);
    assert!(case.called("c1", CallbackKind::Lost, 0).is_empty());
    let joined = case.rebalances(22_000)[0];
    assert!(joined.1 == 2 && joined.0 > 75_000, "{joined:?}: when it polls again");
}

/// confluentinc/librdkafka#5604
#[test]
fn c9_two_causes_at_once_mean_lost_and_nothing_is_committed() {
    let settings = json!({"max.poll.interval.ms": 20_000});
    let consumers = json!([member("c1", 0, settings.clone()), member("c2", 25_000, settings)]);
    let actions = json!([{"at": 20_000, "do": "slow", "consumer": "c1", "process.ms": 60_000},
                         {"at": 21_500, "do": "slow", "consumer": "c1", "process.ms": 1}]);
    let case = Case::new(json!([topic("orders", 4, 4)]), consumers, actions, 120_000);
    assert_eq!(case.callbacks("c1", 30_000)[0], "lost 0,1,2,3");
    let lost = case.called("c1", CallbackKind::Lost, 0)[0];
    let left = case.sent("c1", ApiKey::LeaveGroup)[0];
    let commits = case.sent("c1", ApiKey::OffsetCommit);
    assert!(!commits.iter().any(|at| (left..=lost).contains(at)), "{left}, {lost}: {commits:?}");
}
