//! D: assignors, as whole groups see them.

use serde_json::{Value, json};

use super::support::{Case, member_with, topic};

fn of(name: &str, at: u64, assignor: &str, topics: Value) -> Value {
    let settings = json!({"partition.assignment.strategy": assignor});
    member_with(name, at, settings, json!({"subscribe": topics, "memberIds": [format!("{name}-0")]}))
}

/// How many partitions each of c1, c2, … has at 20 s.
fn counts(case: &Case, members: usize) -> Vec<usize> {
    (1..=members).map(|number| case.owned(&format!("c{number}"), 20_000).len()).collect()
}

/// apache/kafka#15416 (KAFKA-16277)
#[test]
fn d1_cooperative_sticky_shares_topics_out_evenly() {
    let topics = json!([topic("t1", 4, 0), topic("t2", 4, 0)]);
    let both = json!(["t1", "t2"]);
    let late =
        json!([of("c1", 0, "cooperative-sticky", both.clone()), of("c2", 20_000, "cooperative-sticky", both.clone())]);
    let case = Case::new(topics.clone(), late, json!([]), 60_000);
    assert_eq!(case.owned("c1", 59_000), ["t1-0", "t1-1", "t2-0", "t2-1"]);
    assert_eq!(case.owned("c2", 59_000), ["t1-2", "t1-3", "t2-2", "t2-3"]);
    let fresh = json!([of("c1", 0, "cooperative-sticky", both.clone()), of("c2", 0, "cooperative-sticky", both)]);
    let case = Case::new(topics, fresh, json!([]), 30_000);
    assert_eq!(case.owned("c1", 20_000), ["t1-0", "t1-2", "t2-0", "t2-2"]);
    assert_eq!(case.owned("c2", 20_000), ["t1-1", "t1-3", "t2-1", "t2-3"]);
}

/// confluentinc/confluent-kafka-go#622
#[test]
fn d2_a_join_costs_two_rounds_and_a_leave_one() {
    let list = |name, at| of(name, at, "cooperative-sticky", json!(["t"]));
    let consumers = json!([list("c1", 0), list("c2", 20_000), list("c3", 40_000)]);
    let actions = json!([{"at": 60_000, "do": "close", "consumer": "c3"}]);
    let case = Case::new(json!([topic("t", 10, 0)]), consumers, actions, 80_000);
    assert_eq!(case.summary.rebalances.iter().map(|it| it.generation).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
    assert_eq!(case.callbacks("c1", 0)[..2], ["assigned 0,1,2,3,4,5,6,7,8,9", "revoked 5,6,7,8,9"]);
    assert_eq!(case.callbacks("c2", 0)[..2], ["assigned ", "assigned 5,6,7,8,9"]);
    assert_eq!(case.callbacks("c3", 0)[..2], ["assigned ", "assigned 4,8,9"]);
    assert_eq!(case.owned("c1", 79_000).len() + case.owned("c2", 79_000).len(), 10);
    assert_eq!(case.owned("c1", 79_000), ["t-0", "t-1", "t-2", "t-3", "t-4"]);
}

/// confluentinc/librdkafka#3170
#[test]
fn d3_range_is_skewed_over_many_topics() {
    let shares = |assignor: &str, topics: u32, partitions: u32, members: usize| {
        let names: Vec<_> = (0..topics).map(|it| format!("t{it}")).collect();
        let consumers: Value = (1..=members).map(|it| of(&format!("c{it}"), 0, assignor, json!(names))).collect();
        let topics: Value = names.iter().map(|name| topic(name, partitions, 0)).collect();
        counts(&Case::new(topics, consumers, json!([]), 21_000), members)
    };
    assert_eq!((shares("range", 10, 1, 4), shares("roundrobin", 10, 1, 4)), (vec![10, 0, 0, 0], vec![3, 3, 2, 2]));
    assert_eq!((shares("range", 5, 3, 2), shares("roundrobin", 5, 3, 2)), (vec![10, 5], vec![8, 7]));
}

/// confluentinc/librdkafka#3159, apache/kafka#1475
#[test]
fn d4_round_robin_is_skewed_by_different_subscriptions_and_sticky_is_not() {
    let shares = |assignor: &str, topics: &[(&str, u32)], wanted: &[&[&str]]| {
        let member = |(place, topics): (usize, &&[&str])| of(&format!("c{}", place + 1), 0, assignor, json!(topics));
        let consumers: Value = wanted.iter().enumerate().map(member).collect();
        let topics: Value = topics.iter().map(|(name, count)| topic(name, *count, 0)).collect();
        counts(&Case::new(topics, consumers, json!([]), 21_000), wanted.len())
    };
    let topics = [("A", 9), ("B", 6), ("C", 6)];
    let wanted: [&[&str]; 4] = [&["A"], &["A"], &["B"], &["B", "C"]];
    assert_eq!(shares("roundrobin", &topics, &wanted), [5, 4, 3, 9]);
    assert_eq!(shares("sticky", &topics, &wanted), [5, 4, 6, 6]);
    let topics = [("t0", 1), ("t1", 2), ("t2", 3)];
    let wanted: [&[&str]; 3] = [&["t0"], &["t0", "t1"], &["t0", "t1", "t2"]];
    assert_eq!(shares("roundrobin", &topics, &wanted), [1, 1, 4]);
    assert_eq!(shares("sticky", &topics, &wanted), [1, 2, 3]);
}

/// tulios/kafkajs#1679: not so the Java client.
#[test]
fn d5_a_leader_assigns_topics_that_only_others_subscribe_to() {
    let consumers = json!([of("c1", 0, "range", json!(["A"])), of("c2", 1_000, "range", json!(["B"]))]);
    let case = Case::new(json!([topic("A", 2, 0), topic("B", 2, 0)]), consumers, json!([]), 30_000);
    assert_eq!(case.summary.rebalances[0].leader.as_deref(), Some("c1"));
    assert_eq!(
        (case.owned("c1", 20_000), case.owned("c2", 20_000)),
        (vec!["A-0".to_string(), "A-1".to_string()], vec!["B-0".to_string(), "B-1".to_string()],)
    );
}

/// tulios/kafkajs#1361
#[test]
fn d6_a_surplus_member_stays_and_takes_over_in_one_round() {
    let list = |name| of(name, 0, "range", json!(["t"]));
    let actions = json!([{"at": 80_000, "do": "close", "consumer": "c1"}]);
    let case = Case::new(json!([topic("t", 2, 2)]), json!([list("c1"), list("c2"), list("c3")]), actions, 100_000);
    assert_eq!(counts(&case, 3), [1, 1, 0]);
    assert_eq!(case.rebalances(20_000).iter().map(|(_, members)| *members).collect::<Vec<_>>(), [2]);
    assert_eq!(case.owned("c3", 99_000).len(), 1);
}

/// apache/kafka#5291 (KIP-341)
#[test]
fn d7_a_member_that_returns_does_not_get_back_what_others_have_since() {
    for assignor in ["sticky", "cooperative-sticky"] {
        let list = |name| {
            let settings = json!({"partition.assignment.strategy": assignor, "session.timeout.ms": 6_000,
                "heartbeat.interval.ms": 2_000});
            member_with(name, 0, settings, json!({"subscribe": ["t"]}))
        };
        let actions =
            json!([{"at": 20_000, "do": "freeze", "consumer": "c1"}, {"at": 50_000, "do": "thaw", "consumer": "c1"}]);
        let case = Case::new(json!([topic("t", 6, 0)]), json!([list("c1"), list("c2"), list("c3")]), actions, 90_000);
        let before = case.owned("c1", 19_000);
        let (second, third) = (case.owned("c2", 49_000), case.owned("c3", 49_000));
        assert_eq!((second.len(), third.len()), (3, 3));
        let after: Vec<_> = ["c1", "c2", "c3"].iter().map(|name| case.owned(name, 89_000)).collect();
        assert!(after.iter().all(|it| it.len() == 2), "{assignor}: {after:?}");
        // The others give up one each, and keep the rest.
        assert!(after[1].iter().all(|it| second.contains(it)) && after[2].iter().all(|it| third.contains(it)));
        assert_eq!(case.callbacks("c1", 20_000)[0].matches("lost").count(), 1, "{before:?}");
    }
}
