//! B: static membership.

use groupscope_core::{consumer::CallbackKind, protocol::ApiKey};
use serde_json::json;

use super::support::{Case, member, member_with, topic};

/// karafka/karafka#1173
#[test]
fn b3_consumers_that_share_an_instance_id_fence_each_other_until_one_is_left() {
    let run = |suffixed: bool| {
        let of = |number: u64| {
            let id = if suffixed { format!("i-{number}") } else { "i".into() };
            member(&format!("c{number}"), number * 5_000, json!({"group.instance.id": id}))
        };
        Case::new(json!([topic("orders", 6, 6)]), json!([of(1), of(2), of(3)]), json!([]), 60_000)
    };
    let shared = run(false);
    assert!(shared.summary.rebalances.iter().all(|it| it.members.len() == 1));
    for fenced in ["c1", "c2"] {
        assert_eq!(shared.errors(fenced), ["FencedInstanceIdException"]);
    }
    assert_eq!(run(true).summary.rebalances.last().unwrap().members.len(), 3);
}

/// c1 of two members hangs in one record for so long, from its poll() at about 30 s on.
fn hangs(instance: bool, ms: u64) -> (Case, u64) {
    let settings = |name: &str| {
        let mut settings = json!({"session.timeout.ms": 60_000, "max.poll.records": 1});
        if instance {
            settings["group.instance.id"] = name.into();
        }
        settings
    };
    let consumers =
        json!([member_with("c1", 0, settings("c1"), json!({"process.ms": 1})), member("c2", 0, settings("c2"))]);
    let actions = json!([{"at": 30_000, "do": "slow", "consumer": "c1", "process.ms": ms},
                         {"at": 32_000, "do": "slow", "consumer": "c1", "process.ms": 1}]);
    let case = Case::new(json!([topic("orders", 2, 2)]), consumers, actions, 450_000);
    let polled = case.run.frame(40_000).consumers[0].last_poll.unwrap();
    (case, polled)
}

/// apache/kafka#7048
#[test]
fn b6_a_dynamic_member_that_does_not_poll_leaves_and_a_static_one_waits_for_its_sessions_end() {
    let (case, polled) = hangs(false, 400_000);
    let moved = case.rebalances(100_000)[0].0;
    assert!((polled + 300_000..polled + 303_500).contains(&moved), "{polled}, {moved}");
    let (case, polled) = hangs(true, 400_000);
    assert!(case.sent("c1", ApiKey::LeaveGroup).is_empty());
    let moved = case.rebalances(100_000)[0].0;
    assert!((polled + 356_000..polled + 363_500).contains(&moved), "{polled}, {moved}");
}

#[test]
fn b6_a_static_member_that_polls_again_in_time_disturbs_nobody_but_has_lost_all() {
    let (case, polled) = hangs(true, 330_000);
    assert_eq!(case.rebalances(100_000), []);
    assert_eq!(case.callbacks("c1", 100_000), ["lost 0", "assigned 0"]);
    assert!(case.called("c1", CallbackKind::Lost, 100_000)[0] > polled + 329_000);
    assert!(case.callbacks("c2", 100_000).is_empty());
}
