use std::collections::BTreeMap;

use groupscope_core::{report::Figures, simulation::GroupIx};

use crate::support::{Played, sizes};

const STORY: &str = "sticky-or-round-robin";
const STICKY: GroupIx = GroupIx(0);
const ROUND_ROBIN: GroupIx = GroupIx(1);

/// The owner's number of each partition in a plan.
fn owners(played: &Played, group: GroupIx, plan: usize) -> BTreeMap<String, String> {
    let plans = played.plans_of(group);
    let pairs = plans[plan].iter().flat_map(|(name, share)| {
        let number = name.rsplit('-').next().unwrap().to_string();
        share.iter().map(move |partition| (partition.clone(), number.clone()))
    });
    pairs.collect()
}

fn moved(played: &Played, group: GroupIx) -> usize {
    let (before, after) = (owners(played, group, 0), owners(played, group, 1));
    before.iter().filter(|(partition, owner)| after[*partition] != **owner).count()
}

#[test]
fn s45_both_begin_with_the_same_plan() {
    let played = Played::of(STORY);
    let start = [
        ("orders-0", "1"),
        ("orders-1", "2"),
        ("payments-0", "3"),
        ("payments-1", "1"),
        ("refunds-0", "2"),
        ("refunds-1", "3"),
        ("shipments-0", "1"),
        ("shipments-1", "2"),
    ];
    let start: BTreeMap<_, _> = start.map(|(partition, owner)| (partition.to_string(), owner.to_string())).into();
    assert_eq!(owners(&played, STICKY, 0), start);
    assert_eq!(owners(&played, ROUND_ROBIN, 0), start);
}

#[test]
fn s46_when_one_leaves_round_robin_moves_five_and_sticky_three() {
    let played = Played::of(STORY);
    let after = owners(&played, ROUND_ROBIN, 1);
    assert!(after.iter().all(|(partition, owner)| partition.ends_with("-0") == (owner == "1")), "{after:?}");
    assert_eq!((moved(&played, ROUND_ROBIN), moved(&played, STICKY)), (5, 3));
    let (before, after) = (owners(&played, STICKY, 0), owners(&played, STICKY, 1));
    assert!(before.iter().all(|(partition, owner)| owner == "2" || after[partition] == *owner), "they keep all theirs");
    let of = |owner: &str| {
        let mine = after.iter().filter(|(partition, now)| *now == owner && before[*partition] == "2");
        mine.map(|(partition, _)| partition.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(
        (of("1"), of("3")),
        (vec!["orders-1"], vec!["refunds-0", "shipments-1"]),
        "as Kafka's own assignor does"
    );
}

#[test]
fn s47_balance_first_then_keep_then_spread_the_rest() {
    let played = Played::of(STORY);
    let sizes: Vec<_> = played.plans_of(STICKY).iter().map(|plan| sizes(plan)).collect();
    assert_eq!(sizes, [vec![3, 3, 2], vec![4, 4]]);
    // One comes back: it takes from the fullest what balance needs, and no more.
    let back = Played::trying(STORY, "back");
    let (before, after) = (owners(&back, STICKY, 1), owners(&back, STICKY, 2));
    let changed: Vec<_> = before.iter().filter(|(partition, owner)| after[*partition] != **owner).collect();
    assert!(changed.len() == 2 && changed.iter().all(|(partition, _)| after[*partition] == "2"), "{changed:?}");
}

#[test]
fn s48_fewer_moves_mean_fewer_hand_overs() {
    let played = Played::of(STORY);
    let figures = Figures::new(&played.run);
    assert_eq!((figures.groups["billing"].moved, figures.groups["ledger"].moved), (3, 5));
    // What is read twice after a crash without commits: with cooperative-sticky only what moved.
    let mut scenario = Played::trying(STORY, "cooperative").run.scenario.as_ref().clone();
    for consumer in &mut scenario.consumers {
        consumer.commit = groupscope_core::scenario::CommitMode::None;
        consumer.settings.insert("auto.offset.reset".into(), "earliest".into());
    }
    let played = Played::with(played.story.clone(), scenario);
    let again = played.narration.moments().iter().filter(|it| it.say == groupscope_core::report::Say::Replayed);
    let again = again.filter(|it| it.group == Some(STICKY)).count();
    assert_eq!(again, 3, "the three partitions of the one that left");
}
