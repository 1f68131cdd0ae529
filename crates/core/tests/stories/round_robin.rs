use groupscope_core::{config::Assignor, simulation::GroupIx};

use crate::support::{Played, sizes, written};

const STORY: &str = "round-robin";

fn plan(played: &Played, group: u16) -> String {
    written(&played.plans_of(GroupIx(group))[0])
}

#[test]
fn s32_four_assignors_come_with_kafka() {
    assert_eq!(Assignor::ALL.map(Assignor::name), ["range", "roundrobin", "sticky", "cooperative-sticky"]);
    // K4: unless told otherwise range wins.
    let mut scenario = Played::of(STORY).story.scenario.clone();
    for consumer in &mut scenario.consumers {
        consumer.settings.clear();
    }
    let played = Played::with(Played::of(STORY).story.clone(), scenario);
    assert!(played.run.trace.rebalances.iter().all(|it| it.protocol.as_deref() == Some("range")));
    assert_eq!(sizes(&played.plans()[0]), [4, 2]);
    assert_eq!(sizes(&Played::trying(STORY, "sticky").plans()[0]), [3, 3]);
}

#[test]
fn s41_equal_subscriptions_are_dealt_out_in_turn() {
    assert_eq!(
        plan(&Played::of(STORY), 0),
        "billing-1: orders-0 orders-2 payments-1 | billing-2: orders-1 payments-0 payments-2"
    );
}

#[test]
fn s42_with_different_subscriptions_one_gets_most() {
    assert_eq!(
        plan(&Played::of(STORY), 1),
        "ledger-1: audit-0 | ledger-2: invoices-0 | ledger-3: invoices-1 refunds-0 refunds-1 refunds-2"
    );
}
