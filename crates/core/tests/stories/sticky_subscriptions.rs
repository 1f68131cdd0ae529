use groupscope_core::simulation::GroupIx;

use crate::support::{Played, written};

const STORY: &str = "sticky-subscriptions";

/// The plan of a group, each share in the order of names.
fn plan(group: u16, number: usize) -> String {
    let mut plan = Played::of(STORY).plans_of(GroupIx(group)).swap_remove(number);
    plan.iter_mut().for_each(|(_, share)| share.sort());
    written(&plan)
}

#[test]
fn s43_sticky_with_different_subscriptions() {
    assert_eq!(
        plan(0, 0),
        "billing-1: audit-0 | billing-2: invoices-0 invoices-1 | billing-3: refunds-0 refunds-1 refunds-2"
    );
}

#[test]
fn s44_the_first_leaves_that_group() {
    assert_eq!(plan(0, 1), "billing-2: audit-0 invoices-0 invoices-1 | billing-3: refunds-0 refunds-1 refunds-2");
    assert_eq!(plan(1, 1), "ledger-2: audit-0 invoices-1 | ledger-3: invoices-0 refunds-0 refunds-1 refunds-2");
}
