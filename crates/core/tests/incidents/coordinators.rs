//! G: coordinators that move or are not there.

use groupscope_core::{consumer::CallbackKind, protocol::ApiKey};
use serde_json::{Value, json};

use super::support::{Case, member, topic};

fn two_brokers() -> Value {
    json!({"cluster": {"brokers": [{"id": 1}, {"id": 2}]}, "coordinator.on": 1})
}

/// bsm/sarama-cluster#212
#[test]
fn g1_a_group_goes_on_with_the_same_generation_at_its_new_coordinator() {
    let consumers = json!([member("c1", 0, json!({})), member("c2", 0, json!({}))]);
    let actions = json!([{"at": 20_000, "do": "stopBroker", "broker": 1}, {"at": 40_000, "do": "startBroker", "broker": 1},
                         {"at": 60_000, "do": "stopBroker", "broker": 2}, {"at": 80_000, "do": "startBroker", "broker": 2}]);
    let case = Case::with(json!([topic("orders", 4, 4)]), consumers, actions, 120_000, two_brokers());
    assert_eq!(case.rebalances(15_000), []);
    assert!(case.called("c1", CallbackKind::Lost, 0).is_empty());
}

/// apache/kafka#9128 (KAFKA-7540)
#[test]
fn g2_a_goodbye_to_a_dead_coordinator_is_lost_and_the_others_wait_for_the_session() {
    // With automatic commits close() itself would look for the coordinator first, for up to 30 s.
    let settings = json!({"session.timeout.ms": 20_000, "enable.auto.commit": false});
    let consumers = json!([member("c1", 0, settings.clone()), member("c2", 0, settings)]);
    let actions = json!([{"at": 30_000, "do": "stopBroker", "broker": 1, "hard": true},
                         {"at": 30_500, "do": "close", "consumer": "c1"}]);
    let case = Case::with(json!([topic("orders", 4, 4)]), consumers, actions, 120_000, two_brokers());
    let next = case.rebalances(30_000);
    // Sessions begin anew when the group is loaded at the other broker.
    assert!(next.len() == 1 && next[0].1 == 1 && next[0].0 > 50_000, "{next:?}");
}

/// redpanda-data/redpanda#5008
#[test]
fn g3_without_a_coordinator_members_read_on_and_revoke_nothing() {
    let more = json!({"cluster": {"brokers": [{"id": 1}, {"id": 2}], "settings": {"offsets.topic.replication.factor": 1}},
        "coordinator.on": 1});
    let actions =
        json!([{"at": 30_000, "do": "stopBroker", "broker": 1}, {"at": 330_000, "do": "startBroker", "broker": 1}]);
    let case = Case::with(json!([topic("orders", 4, 4)]), json!([member("c1", 0, json!({}))]), actions, 360_000, more);
    assert!(case.callbacks("c1", 15_000).is_empty());
    let looked = case.sent("c1", ApiKey::FindCoordinator).iter().filter(|at| (40_000..330_000).contains(*at)).count();
    assert!(looked > 100, "{looked} lookups");
    let position = |at| case.run.frame(at).partitions[0].position.unwrap();
    assert!(position(300_000) > position(60_000) + 200, "it reads on");
    let committed = |at| case.run.frame(at).partitions[0].committed["g"];
    assert_eq!(committed(60_000), committed(329_000));
    assert!(committed(350_000) > committed(329_000));
}
