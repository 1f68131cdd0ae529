use groupscope_core::simulation::{ConsumerIx, trace::EventKind};

use crate::support::{Played, written};

const STORY: &str = "racks";

/// The node ids of the brokers that a consumer has had records from.
fn sources(played: &Played, name: &str) -> Vec<i32> {
    let of: ConsumerIx = played.consumer(name);
    let mut brokers: Vec<_> = played
        .events()
        .filter_map(|event| match event.kind {
            EventKind::Fetched { exchange } => Some(played.run.trace.exchange(exchange)),
            _ => None,
        })
        .filter(|it| it.consumer == of && it.records > 0)
        .map(|it| played.run.cast.brokers[it.broker.index()].id.0)
        .collect();
    brokers.dedup();
    brokers
}

#[test]
fn s84_client_rack_steers_range_and_with_the_selector_the_replica_that_is_read() {
    let played = Played::of(STORY);
    // K11: racks c, b, a of the members meet replicas in a, b, c.
    let plans: Vec<_> = played.plans().iter().map(|plan| written(plan)).collect();
    assert_eq!(plans[0], "billing-1: orders-2 | billing-2: orders-1 | billing-3: orders-0");
    // Nobody is left in rack a: balance first.
    let sizes: Vec<_> = played.plans()[1].iter().map(|(_, share)| share.len()).collect();
    assert_eq!((plans.len(), sizes), (2, vec![2, 1]));
    assert_eq!(sources(&played, "ledger-1"), [2], "the replica in its own rack");
    let none = Played::trying(STORY, "no-rack");
    assert_eq!(written(&none.plans()[0]), "billing-1: orders-0 | billing-2: orders-1 | billing-3: orders-2");
    assert_eq!(sources(&none, "ledger-1"), [1]);
}

#[test]
fn s85_by_default_a_consumer_reads_from_the_leader() {
    let default = groupscope_core::config::BrokerConfig::default();
    assert_eq!(default.replica_selector_class, None);
    let played = Played::trying(STORY, "leader-only");
    assert_eq!(sources(&played, "ledger-1"), [1]);
    // Even with the selector the first fetch goes there, and brings no records but the better address.
    let played = Played::of(STORY);
    let first = played.events().find_map(|event| match event.kind {
        EventKind::Fetched { exchange } => {
            let fetch = played.run.trace.exchange(exchange);
            (fetch.consumer == played.consumer("ledger-1")).then_some(fetch)
        }
        _ => None,
    });
    let first = first.unwrap();
    assert_eq!((played.run.cast.brokers[first.broker.index()].id.0, first.records), (1, 0));
}
