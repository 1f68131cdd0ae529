use groupscope_core::report::Summary;

use crate::support::{Played, written};

const STORY: &str = "own-assignor";

#[test]
fn s11_the_coordinator_stores_whatever_plan_the_users_assignor_makes() {
    let played = Played::of(STORY);
    let plans: Vec<String> = played.plans().iter().map(|plan| written(plan)).collect();
    let even = "billing-1: orders-0 orders-1 | billing-2: orders-2 | billing-3: orders-3";
    let own = "billing-1: orders-0 orders-1 | billing-2: orders-1 orders-2 | billing-3:";
    assert_eq!(plans, [even, own, even]);
    let frame = played.run.frame(25_000);
    let owners = frame.partitions.iter().map(|partition| partition.owners.len());
    assert_eq!(owners.collect::<Vec<_>>(), [1, 2, 1, 0], "an overlap and a gap");
    assert!(Summary::new(&played.run).errors.is_empty(), "nobody notices");
}

#[test]
fn an_overlap_is_read_twice_and_a_gap_is_read_late() {
    let summary = Summary::new(&Played::of(STORY).run);
    let orders = &summary.processed["orders"];
    let twice: Vec<bool> = orders.values().map(|partition| partition.twice > 10).collect();
    assert_eq!(twice, [false, true, false, false]);
    let unread: Vec<u64> = summary.gaps["orders"].get(&3).into_iter().flatten().map(|gap| gap.ms).collect();
    assert!(unread.iter().any(|ms| *ms > 12_000), "orders-3 lay unread from one plan to the next: {unread:?}");
}

#[test]
fn a_member_that_the_plan_does_not_name_gets_an_empty_share() {
    let played = Played::trying(STORY, "everything");
    let plan = written(&played.plans()[1]);
    assert!(plan.starts_with("billing-1: orders-0 orders-1 orders-2 orders-3"), "{plan}");
    let held = played.run.frame(25_000);
    assert!(held.partitions.iter().all(|partition| partition.owners.len() == 1));
}
