use groupscope_core::report::Figures;

use crate::support::Played;

const STORY: &str = "one-slow-member";

#[test]
fn the_rebalance_waits_for_one_member_and_the_figures_say_for_whom() {
    let played = Played::of(STORY);
    let figures = &Figures::new(&played.run).groups["billing"];
    let waited = figures.waited_for_ms["billing-3"];
    assert!(
        waited > 7_000 && figures.rebalancing_ms > waited && figures.rebalancing_ms < waited + 2_000,
        "{figures:?}"
    );
    assert_eq!(played.at("stable") - played.at("comes"), 127, "three messages of 40 ms, and 7 to write the plan");
}

#[test]
fn a_cooperative_group_waits_as_long_and_reads_on() {
    let (eager, cooperative) = (Played::of(STORY), Played::trying(STORY, "cooperative"));
    let unread = |played: &Played| Figures::new(&played.run).groups["billing"].unread_ms;
    assert!(cooperative.found("waits").is_some() && cooperative.found("gives-up").is_none());
    assert!(unread(&cooperative) * 3 < unread(&eager), "{} against {} ms", unread(&cooperative), unread(&eager));
}
