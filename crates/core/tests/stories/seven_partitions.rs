use groupscope_core::simulation::Run;

use crate::support::{Played, sizes, story, written};

/// The story with another number of partitions, and its first consumers only.
fn shared(partitions: i32, members: usize) -> String {
    let story = story("seven-partitions");
    let mut scenario = story.scenario.clone();
    scenario.topics[0].partitions = partitions;
    scenario.consumers.truncate(members);
    let played = Played::with(story, scenario);
    written(&played.last_plan())
}

#[test]
fn s1_members_read_different_partitions_and_more_of_them_spread_the_load() {
    let played = Played::of("seven-partitions");
    let mut most = usize::MAX;
    for plan in played.plans() {
        let mut all: Vec<_> = plan.iter().flat_map(|(_, share)| share.clone()).collect();
        let mut once = all.clone();
        all.sort();
        once.sort();
        once.dedup();
        assert!(all == once && all.len() == 7, "each partition has one reader");
        let largest = sizes(&plan).into_iter().max().unwrap();
        assert!(largest <= most);
        most = largest;
    }
    assert_eq!(most, 1);
}

#[test]
fn s33_range_gives_the_first_members_in_order_of_id_one_more() {
    let played = Played::of("seven-partitions");
    for plan in played.plans() {
        let (n, m) = (7 / plan.len(), 7 % plan.len());
        let expected: Vec<_> = (0..plan.len()).map(|member| n + usize::from(member < m)).collect();
        assert_eq!(sizes(&plan), expected, "members stand in the order of their ids: billing-1, billing-2, …");
        let order: Vec<_> = plan.iter().flat_map(|(_, share)| share.clone()).collect();
        assert!(order.is_sorted(), "consecutive ranges");
    }
}

#[test]
fn s34_seven_partitions_over_one_to_eight_members() {
    let played = Played::of("seven-partitions");
    let shares: Vec<_> = played.plans().iter().map(|plan| sizes(plan)).collect();
    assert_eq!(
        shares,
        [
            vec![7],
            vec![4, 3],
            vec![3, 2, 2],
            vec![2, 2, 2, 1],
            vec![2, 2, 1, 1, 1],
            vec![2, 1, 1, 1, 1, 1],
            vec![1, 1, 1, 1, 1, 1, 1],
            vec![1, 1, 1, 1, 1, 1, 1, 0],
        ]
    );
    let last = played.last_plan();
    assert!(*last[7].0 == *"billing-8" && last[7].1.is_empty(), "the eighth idles");
}

#[test]
fn s35_more_members_than_partitions_idle() {
    let played = Played::of("seven-partitions");
    let idle = played.found("idle").unwrap();
    assert_eq!(played.name(idle.args.who().unwrap()), "billing-8");
    let consumer = played.consumer("billing-8");
    let late = |exchange: &&groupscope_core::simulation::trace::Exchange| {
        exchange.consumer == consumer && exchange.sent() > idle.at
    };
    let requests: Vec<_> = played.run.trace.exchanges.iter().filter(late).map(|exchange| exchange.api.name()).collect();
    assert!(requests.contains(&"Heartbeat") && !requests.contains(&"Fetch"), "{requests:?}");
    // Room for it comes when somebody leaves.
    let closed = Played::trying("seven-partitions", "close-one");
    assert_eq!(sizes(&closed.last_plan()), [1; 7]);
}

#[test]
fn s39_three_partitions_over_two_members() {
    assert_eq!(shared(3, 2), "billing-1: orders-0 orders-1 | billing-2: orders-2");
}

#[test]
fn s40_five_partitions_over_three_members() {
    assert_eq!(shared(5, 3), "billing-1: orders-0 orders-1 | billing-2: orders-2 orders-3 | billing-3: orders-4");
}

#[test]
fn s88_three_partitions_and_one_consumer_that_takes_all() {
    assert_eq!(shared(3, 1), "billing-1: orders-0 orders-1 orders-2");
}

#[test]
fn a_moved_knob_keeps_the_moments_right() {
    // With heartbeats every second all newcomers are in sooner, and the same moments are found.
    let story = story("seven-partitions");
    let scenario = story
        .scenario
        .with_setting(groupscope_core::scenario::edit::Whose::Everybody, "heartbeat.interval.ms", &1000.into())
        .unwrap();
    let (before, after) = (Played::of("seven-partitions"), Played::with(story, scenario));
    assert!(after.found.iter().all(Option::is_some) && after.at("two") < before.at("two"));
    assert!(Run::new(after.run.scenario.clone()) == after.run);
}
