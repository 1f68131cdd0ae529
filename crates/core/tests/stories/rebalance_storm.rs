use groupscope_core::report::Figures;

use crate::support::Played;

const STORY: &str = "rebalance-storm";

#[test]
fn a_batch_that_takes_longer_than_the_poll_interval_counts_for_nothing_and_never_ends() {
    let played = Played::of(STORY);
    assert!(played.run.trace.rebalances.len() >= 8);
    let cured = Played::trying(STORY, "records");
    assert_eq!(cured.run.trace.rebalances.len(), 1, "ten records a poll: 4 s");
    let failed = |played: &Played| Figures::new(&played.run).consumers["billing-3"].failed_commits;
    let twice = |played: &Played| Figures::new(&played.run).groups["billing"].twice;
    assert!(failed(&played) >= 5, "every commit that billing-3 makes");
    assert!(twice(&played) > 0 && failed(&cured) == 0 && twice(&cured) == 0);
}
