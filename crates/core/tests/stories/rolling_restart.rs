use groupscope_core::{
    protocol::ApiKey,
    report::{Figures, gaps_of},
    simulation::{GroupIx, PartitionIx},
};

use crate::support::Played;

const STORY: &str = "rolling-restart";
const RESTARTS: usize = 2;

fn rebalances(played: &Played, group: &str) -> usize {
    let group = played.run.cast.group(group).unwrap();
    // The first one is the group's start.
    played.run.trace.rebalances.iter().filter(|it| it.group == group).count() - 1
}

fn group(played: &Played, name: &str) -> GroupIx {
    played.run.cast.group(name).unwrap()
}

/// Which of its topic's four partitions a group left unread from one moment to another.
fn unread(played: &Played, name: &str, from: u64, to: u64) -> Vec<u32> {
    let first = 4 * group(played, name).0 as u32;
    let gapped = |place: &u32| {
        let gaps = gaps_of(&played.run, group(played, name), PartitionIx(first + *place));
        gaps.iter().any(|gap| (from..to).contains(&gap.from))
    };
    (0..4).filter(gapped).collect()
}

#[test]
fn dynamic_and_eager_costs_two_rebalances_a_process_and_all_stop() {
    let played = Played::of(STORY);
    assert_eq!(rebalances(&played, "billing"), 2 * RESTARTS);
    let (leaves, stranger) = (played.at("leaves"), played.at("stranger"));
    assert_eq!(unread(&played, "billing", leaves - 200, stranger), [0, 1, 2, 3], "when it goes");
    assert_eq!(unread(&played, "billing", stranger, stranger + 3000), [0, 1, 2, 3], "when it comes back");
}

#[test]
fn static_members_restart_without_a_rebalance_and_their_own_partitions_wait() {
    let played = Played::of(STORY);
    assert_eq!(rebalances(&played, "ledger"), 0);
    let ledger = |name: &str| name.starts_with("ledger");
    let left = played.run.trace.exchanges.iter().filter(|it| it.api == ApiKey::LeaveGroup);
    assert_eq!(left.filter(|it| ledger(played.name(it.consumer))).count(), 0);
    let (away, back) = (played.at("static-away"), played.at("static-back"));
    assert_eq!(unread(&played, "ledger", away - 1000, back), [0, 1], "what ledger-1 has");
    let figures = Figures::new(&played.run);
    assert!(figures.groups["ledger"].unread_ms > figures.groups["billing"].unread_ms, "each waits the whole restart");
    assert_eq!(figures.groups["ledger"].moved, 0);
}

#[test]
fn dynamic_and_cooperative_costs_up_to_three_and_only_what_moves_lies_unread() {
    let played = Played::of(STORY);
    assert_eq!(rebalances(&played, "audit"), 3 * RESTARTS);
    let (leaves, takes) = (played.at("coop-leaves"), played.at("coop-takes"));
    let during = unread(&played, "audit", leaves - 100, takes);
    assert!(!during.is_empty() && during.len() < 4, "{during:?}");
    assert!(unread(&played, "billing", leaves, takes).is_empty());
}

#[test]
fn without_ids_the_second_deployment_pays_like_the_first() {
    let played = Played::trying(STORY, "no-ids");
    assert_eq!(rebalances(&played, "ledger"), 2 * RESTARTS);
    let cooperative = Played::trying(STORY, "all-cooperative");
    assert_eq!(rebalances(&cooperative, "ledger"), 0);
    let leaves = cooperative.at("leaves");
    assert!(unread(&cooperative, "billing", leaves, leaves + 2000).len() < 4);
}
