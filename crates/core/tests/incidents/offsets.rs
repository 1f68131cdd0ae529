//! E: offsets.

use groupscope_core::{consumer::CallbackKind, protocol::ApiKey};
use serde_json::{Value, json};

use super::support::{Case, member, member_with, topic};

/// A batch takes 20 s, and its consumer may stay away for 10 s; another one is there to take over.
fn evicted_in_a_batch() -> Case {
    let slow = json!({"process.ms": 400, "commit": "sync"});
    let settings = json!({"max.poll.interval.ms": 10_000, "max.poll.records": 50});
    let consumers =
        json!([member_with("c1", 0, settings, slow), member_with("c2", 5_000, json!({}), json!({"commit": "sync"}))]);
    let topics = json!([{"name": "orders", "partitions": 2, "records": 200}]);
    Case::new(topics, consumers, json!([]), 60_000)
}

/// akka/alpakka-kafka#750
#[test]
fn e1_a_commit_after_the_partition_has_gone_fails_and_its_batch_is_read_twice() {
    let case = evicted_in_a_batch();
    assert!(case.errors("c1").contains(&"CommitFailedException"));
    assert!(case.twice() > 0);
    assert!(case.summary.processed["orders"].values().all(|it| it.first == 0 && it.last == 99));
}

/// spring-projects/spring-kafka#2489
#[test]
fn e4_the_commit_fails_before_the_partitions_count_as_lost() {
    let case = evicted_in_a_batch();
    let failed = case.summary.errors.iter().find(|it| it.consumer == *"c1").unwrap().at;
    let lost = case.called("c1", CallbackKind::Lost, 0)[0];
    assert!(failed <= lost, "{failed}, {lost}");
}

/// twmb/franz-go#409, apache/kafka#7312 (KAFKA-8421)
#[test]
fn e3_members_that_lose_nothing_fail_a_commit_and_succeed_with_the_next() {
    let cooperative = json!({"partition.assignment.strategy": "cooperative-sticky", "metadata.max.age.ms": 20_000});
    let each = json!({"commit": "sync", "process.ms": 2});
    let consumers: Value =
        (1..=4).map(|it| member_with(&format!("c{it}"), 0, cooperative.clone(), each.clone())).collect();
    let actions = json!([{"at": 30_000, "do": "addPartitions", "topic": "orders", "partitions": 5}]);
    let case = Case::new(json!([topic("orders", 4, 400)]), consumers, actions, 80_000);
    let failed: Vec<usize> = (1..=4).map(|it| case.errors(&format!("c{it}")).len()).collect();
    assert!(failed.iter().filter(|failed| **failed > 0).count() >= 3, "{failed:?}");
    assert!(case.summary.errors.iter().all(|it| it.error == *"RebalanceInProgressException"));
    assert_eq!(case.twice(), 0);
    let lag: i64 = case.run.frame(79_000).partitions.iter().map(|it| it.lag["g"]).sum();
    assert!(lag < 400, "{lag}: less than a second's records");
}

/// confluentinc/librdkafka#2933: a client that sent such a commit again and again. Not so the Java client.
#[test]
fn e11_a_commit_that_a_rebalance_refuses_is_not_sent_again_and_reading_goes_on() {
    let cooperative = json!({"partition.assignment.strategy": "cooperative-sticky"});
    let each = json!({"commit": "sync", "process.ms": 2});
    let consumers =
        json!([member_with("c1", 0, cooperative.clone(), each.clone()), member_with("c2", 20_000, cooperative, each)]);
    let case = Case::new(json!([topic("orders", 4, 400)]), consumers, json!([]), 60_000);
    let refused: Vec<_> = case.summary.errors.iter().filter(|it| it.consumer == *"c1").collect();
    assert!(!refused.is_empty() && refused.iter().all(|it| it.error == *"RebalanceInProgressException"));
    let commits = case.sent("c1", ApiKey::OffsetCommit);
    for error in &refused {
        assert!(!commits.contains(&error.at), "refused at home, at {}", error.at);
    }
    let lag: i64 = case.run.frame(59_000).partitions.iter().map(|it| it.lag["g"]).sum();
    assert!(lag < 400, "{lag}: less than a second's records");
}

/// apache/kafka#10167
#[test]
fn e7_latest_skips_the_first_records_of_partitions_that_are_added() {
    let skipped = |reset: &str| {
        let consumers = json!([member("c1", 0, json!({"auto.offset.reset": reset, "metadata.max.age.ms": 30_000}))]);
        let actions = json!([{"at": 40_000, "do": "addPartitions", "topic": "orders", "partitions": 2}]);
        let case = Case::new(json!([topic("orders", 1, 20)]), consumers, actions, 100_000);
        case.summary.processed["orders"][&1].first
    };
    let latest = skipped("latest");
    assert!((1..=10 * 31).contains(&latest), "{latest}: 10 a second until the client knows, 30 s at most");
    assert_eq!((skipped("earliest"), skipped("by_duration:PT1H")), (0, 0));
}

/// smallrye/smallrye-reactive-messaging#1403
#[test]
fn e8_what_waits_in_a_queue_across_a_rebalance_is_processed_twice() {
    let workers = json!({"workers": 1, "process.ms": 200});
    let settings = json!({"max.poll.records": 100, "auto.commit.interval.ms": 3_600_000, "enable.auto.commit": false});
    let consumers = json!([member_with("c1", 0, settings, workers), member("c2", 8_000, json!({}))]);
    let topics = json!([{"name": "orders", "partitions": 2, "records": 100}]);
    let case = Case::new(topics, consumers, json!([]), 60_000);
    assert!(case.callbacks("c1", 8_000).contains(&"assigned 0".to_string()), "the same partition comes back");
    assert!(case.summary.processed["orders"][&0].twice > 0);
}

/// kafka4beam/brod#649
#[test]
fn e9_a_zombie_reads_on_until_it_hears_that_it_is_none() {
    let settings = json!({"session.timeout.ms": 6_000, "heartbeat.interval.ms": 2_000});
    let consumers: Value = (1..=3).map(|it| member(&format!("c{it}"), 0, settings.clone())).collect();
    let actions = json!([{"at": 20_000, "do": "cut", "from": "c1", "to": "broker-1"},
                         {"at": 20_000, "do": "cut", "from": "broker-1", "to": "c1"},
                         {"at": 45_000, "do": "heal", "from": "c1", "to": "broker-1"},
                         {"at": 45_000, "do": "heal", "from": "broker-1", "to": "c1"}]);
    let topics = json!([{"name": "orders", "partitions": 6, "produce.per.second": 60, "replication": 1}]);
    let more = json!({"cluster": {"brokers": [{"id": 1}, {"id": 2}]}, "coordinator.on": 1});
    let case = Case::with(topics, consumers, actions, 80_000, more);
    let two = case.run.frame(40_000).partitions.into_iter().filter(|it| it.owners.len() == 2).count();
    assert!(two > 0 && case.twice() > 0, "{two} partitions with two owners, {} records twice", case.twice());
    let lost = case.called("c1", CallbackKind::Lost, 0);
    assert!(lost.len() == 1 && (45_000..52_000).contains(&lost[0]), "{lost:?}");
}

/// Netdata's guide on auto-commit: 40 records, a kill in the middle.
#[test]
fn e10_auto_commit_outruns_what_is_handed_to_other_threads_only() {
    let run = |workers: u32| {
        let settings = json!({"auto.commit.interval.ms": 1_000, "max.poll.records": 10, "session.timeout.ms": 6_000,
            "heartbeat.interval.ms": 1_000});
        let one = member_with("c1", 0, settings, json!({"process.ms": 300, "workers": workers}));
        let actions =
            json!([{"at": 8_000, "do": "kill", "consumer": "c1"}, {"at": 9_000, "do": "start", "consumer": "c1"}]);
        let topics = json!([{"name": "orders", "partitions": 1, "records": 40}]);
        let case = Case::new(topics, json!([one]), actions, 60_000);
        let processed = case.summary.processed["orders"][&0];
        let lag = case.run.frame(59_000).partitions[0].lag["g"];
        (processed.records - processed.twice, processed.twice, lag)
    };
    let (in_the_loop, repeated, _) = run(0);
    assert!(in_the_loop == 40 && repeated > 0, "{in_the_loop}, {repeated}");
    let (handed_over, repeated, lag) = run(1);
    assert!(handed_over < 40 && repeated == 0 && lag == 0, "{handed_over}, {repeated}, {lag}");
}

/// Nobody commits at the cooperative revocation itself.
#[test]
fn e8_records_polled_during_a_cooperative_rebalance_come_again_elsewhere() {
    let cooperative = json!({"partition.assignment.strategy": "cooperative-sticky"});
    let consumers = json!([member("c1", 0, cooperative.clone()), member("c2", 20_000, cooperative)]);
    let case = Case::new(json!([topic("orders", 4, 2_000)]), consumers, json!([]), 40_000);
    let commits = case.sent("c1", ApiKey::OffsetCommit).len();
    assert!(case.twice() < 2_000 && commits > 0, "{}", case.twice());
}
