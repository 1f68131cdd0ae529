use groupscope_core::{
    consumer::{CallbackKind, Note as ClientNote},
    protocol::{ApiKey, Request, consumer_protocol::Subscription},
    report::{Figures, gaps_of},
    simulation::{GroupIx, PartitionIx, trace::EventKind},
};

use crate::support::{Played, sizes, written};

const STORY: &str = "eager-or-cooperative";
const COOPERATIVE: GroupIx = GroupIx(0);
const EAGER: GroupIx = GroupIx(1);

/// The calls of a consumer's listener from a moment on: when, which, how many partitions.
fn callbacks(played: &Played, name: &str, from: u64) -> Vec<(u64, CallbackKind, usize)> {
    let consumer = played.consumer(name);
    let calls = played.events().filter_map(|event| match event.kind {
        EventKind::Client { consumer: who, note } if who == consumer && event.at >= from => {
            match &played.run.trace.client_notes[note.index()] {
                ClientNote::Callback { kind, partitions, .. } => Some((event.at, *kind, partitions.len())),
                _ => None,
            }
        }
        _ => None,
    });
    calls.collect()
}

/// Which of six partitions lay unread from a moment on.
fn unread(played: &Played, group: GroupIx, from: u64) -> Vec<u32> {
    let first = if group == COOPERATIVE { 0 } else { 6 };
    let gapped = |place: &u32| gaps_of(&played.run, group, PartitionIx(*place)).iter().any(|gap| gap.from >= from);
    (first..first + 6).filter(gapped).collect()
}

/// How many partitions each JoinGroup of a consumer says it owns, from a moment on.
fn claimed(played: &Played, name: &str, from: u64) -> Vec<usize> {
    let consumer = played.consumer(name);
    let joins = played.exchanges(ApiKey::JoinGroup).filter(|(it, ..)| it.consumer == consumer && it.sent() >= from);
    joins
        .map(|(_, request, _)| {
            let Request::JoinGroup(request) = request else { panic!() };
            Subscription::decode(&request.protocols[0].metadata).unwrap().owned_partitions.len()
        })
        .collect()
}

#[test]
fn s14_listener_callbacks_run_inside_poll() {
    let played = Played::of(STORY);
    for (name, from) in [("ledger-1", 0), ("billing-1", 0)] {
        let consumer = played.consumer(name);
        let polls = &played.run.lanes.consumers[consumer.index()].polled;
        let calls = callbacks(&played, name, from);
        assert!(calls.len() >= 3);
        for (at, ..) in calls {
            let polled = polls.at(at).unwrap().at;
            assert!(at - polled <= 500, "{name}: called at {at}, in the poll() that began at {polled}");
        }
    }
}

#[test]
fn s49_cooperative_members_give_up_only_what_moves_and_a_second_round_hands_it_out() {
    let played = Played::of(STORY);
    let from = played.at("newcomer");
    // 1: all join with what they own. 5: those who gave up join again, with what is left to them.
    assert_eq!(claimed(&played, "billing-1", from), [3, 2]);
    // 2, 3: the leader withholds what must move.
    let plans: Vec<_> = played.plans_of(COOPERATIVE).iter().map(|plan| written(plan)).collect();
    assert_eq!(
        plans,
        [
            "billing-1: orders-0 orders-2 orders-4 | billing-2: orders-1 orders-3 orders-5",
            "billing-1: orders-0 orders-2 | billing-2: orders-1 orders-3 | billing-3:",
            "billing-1: orders-0 orders-2 | billing-2: orders-1 orders-3 | billing-3: orders-4 orders-5",
        ]
    );
    // 4: they revoke just that. 6, 7: the second round hands it out.
    let calls: Vec<_> = callbacks(&played, "billing-1", from).iter().map(|(_, kind, count)| (*kind, *count)).collect();
    assert_eq!(calls, [(CallbackKind::Revoked, 1), (CallbackKind::Assigned, 0), (CallbackKind::Assigned, 0)]);
    assert_eq!(unread(&played, COOPERATIVE, from), [4, 5], "orders-4 and orders-5; the others never stop");
    let rebalances = played.run.trace.rebalances.iter().filter(|it| it.group == COOPERATIVE).count();
    assert_eq!(rebalances, 3);
}

#[test]
fn s50_eager_members_all_stop_give_up_all_and_join() {
    let played = Played::of(STORY);
    let from = played.at("newcomer");
    assert_eq!(claimed(&played, "ledger-1", from), [0], "nothing is left to claim");
    let calls: Vec<_> = callbacks(&played, "ledger-1", from).iter().map(|(_, kind, count)| (*kind, *count)).collect();
    assert_eq!(calls, [(CallbackKind::Revoked, 3), (CallbackKind::Assigned, 2)], "two steps");
    assert_eq!(unread(&played, EAGER, from), [6, 7, 8, 9, 10, 11], "all of payments");
    let (before, after) = (&played.plans_of(EAGER)[0], &played.plans_of(EAGER)[1]);
    assert_eq!((sizes(before), sizes(after)), (vec![3, 3], vec![2, 2, 2]));
    // How long it takes depends on the group: one busy member holds all.
    let figures = |played: &Played| Figures::new(&played.run).groups["ledger"].clone();
    let slow = Played::trying(STORY, "slow-member");
    assert!(figures(&slow).rebalancing_ms > figures(&played).rebalancing_ms);
}

#[test]
fn s51_cooperative_is_not_the_default() {
    // K4: the default list begins with range, and a member that has range in its list is eager.
    let default = Played::trying(STORY, "default");
    let from = default.at("newcomer");
    assert_eq!(unread(&default, COOPERATIVE, from), [0, 1, 2, 3, 4, 5]);
    assert!(default.run.trace.rebalances.iter().all(|it| it.protocol.as_deref() == Some("range")));
    let config = groupscope_core::config::ConsumerConfig::default();
    let names: Vec<_> = config.partition_assignment_strategy.iter().map(|assignor| assignor.name()).collect();
    assert_eq!(names, ["range", "cooperative-sticky"]);
}
