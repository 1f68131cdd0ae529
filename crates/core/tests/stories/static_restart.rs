use groupscope_core::{
    coordinator::Note,
    protocol::{ApiKey, ErrorCode},
    report::{Say, explain, explain::Why, gaps_of},
    simulation::{GroupIx, PartitionIx, trace::EventKind},
};

use crate::support::{Played, written};

const STORY: &str = "static-restart";

#[test]
fn s25_a_fixed_id_lets_the_coordinator_recognise_who_returns() {
    let played = Played::of(STORY);
    let replaced = played.notes().find_map(|(at, _, note)| match note {
        Note::StaticMemberReplaced { instance, old, new, .. } => Some((at, instance.to_string(), old != new)),
        _ => None,
    });
    assert_eq!(replaced, Some((played.at("back"), "b".to_string(), true)), "the name stays, the member id is new");
}

#[test]
fn s26_a_static_member_does_not_announce_its_leaving() {
    let played = Played::of(STORY);
    assert_eq!(played.run.trace.exchanges.iter().filter(|it| it.api == ApiKey::LeaveGroup).count(), 0);
    let dynamic = Played::trying(STORY, "dynamic");
    let left = dynamic.run.trace.exchanges.iter().filter(|it| it.api == ApiKey::LeaveGroup).count();
    assert_eq!(left, 2, "the same restarts without a fixed id");
    assert!(dynamic.run.trace.rebalances.len() > played.run.trace.rebalances.len());
}

#[test]
fn s27_it_stays_a_member_until_its_session_ends() {
    let played = Played::of(STORY);
    let heard = played.run.trace.exchanges.iter().filter(|it| {
        it.consumer == played.consumer("billing-2")
            && matches!(it.api, ApiKey::Heartbeat | ApiKey::OffsetCommit)
            && it.arrived().is_some_and(|at| at < played.at("expired"))
    });
    let last = heard.map(|it| it.arrived().unwrap()).max().unwrap();
    assert_eq!(played.at("expired") - last, 15_000);
    // Longer than the restart: nothing happens. Shorter: the restart costs what it was to spare.
    let shorter = Played::trying(STORY, "shorter-session");
    assert!(shorter.found("back").is_none() && shorter.found("expired").is_some());
    // Longer still: the second absence is bridged too, and the partitions lie unread all the while.
    let longer = Played::trying(STORY, "longer-session");
    assert!(longer.found("expired").is_none() && longer.found("late").is_none());
    let unread = |played: &Played| {
        let gaps = gaps_of(&played.run, GroupIx(0), PartitionIx(2));
        gaps.iter().filter_map(|gap| Some(gap.to? - gap.from)).max().unwrap()
    };
    assert!(unread(&longer) > 21_000 && unread(&played) < 19_000);
}

#[test]
fn s28_back_in_time_it_gets_the_same_partitions_without_a_rebalance() {
    let played = Played::of(STORY);
    let (away, back) = (played.at("away"), played.at("back"));
    let rebalances = played.run.trace.rebalances.iter().map(|it| played.run.trace.event(it.event).at);
    assert_eq!(rebalances.filter(|at| (away..played.at("away-again")).contains(at)).count(), 0);
    let owned = &played.run.lanes.consumers[played.consumer("billing-2").index()].owned;
    assert_eq!(owned.at(away - 1000).unwrap().value, owned.at(back + 1000).unwrap().value);
    assert_eq!(played.run.lanes.groups[0].generation.at(back + 1000).unwrap().value, 1);
}

#[test]
fn s29_of_two_with_one_id_the_newcomer_wins_and_the_first_is_fenced() {
    // K5: the classic protocol refuses the first one, not the second.
    let played = Played::of(STORY);
    let fenced = played.run.trace.exchanges.iter().find(|it| it.error == ErrorCode::FencedInstanceId).unwrap();
    assert_eq!(played.name(fenced.consumer), "billing-2");
    let refused =
        played.run.trace.exchanges.iter().filter(|it| {
            it.consumer == played.consumer("billing-4") && !it.error.is_none() && it.api == ApiKey::JoinGroup
        });
    assert_eq!(refused.count(), 0);
    assert!(played.at("taken-over") < played.at("fenced"));
    // Between the two both read the same partitions.
    let ownership = &played.run.lanes.partitions[2].ownership[&GroupIx(0)];
    assert_eq!(ownership.at(played.at("fenced") - 1000).unwrap().value.owners.len(), 2);
}

#[test]
fn s30_the_cache_of_a_member_that_is_back_in_time_still_fits_that_of_the_others_does_not_have_to_change() {
    let played = Played::of(STORY);
    let plans: Vec<_> = played.plans().iter().map(|plan| written(plan)).collect();
    let three = "billing-1: orders-0 orders-1 | billing-2: orders-2 orders-3 | billing-3: orders-4 orders-5";
    assert_eq!(plans[0], three);
    // Too late: both others get partitions that they have no cache of, and give them back soon after.
    assert_eq!(plans[1], "billing-1: orders-0 orders-1 orders-2 | billing-3: orders-3 orders-4 orders-5");
    assert_eq!((plans[2].as_str(), plans.len()), (three, 3));
}

#[test]
fn s31_on_return_the_backlog_is_caught_up() {
    let played = Played::of(STORY);
    let frame = |at: u64| {
        let partitions = played.run.frame(at).partitions;
        let of = |partition: i32| partitions.iter().find(|it| it.partition == partition).unwrap();
        of(2).log_end - of(2).committed.values().next().unwrap()
    };
    let (away, back) = (played.at("away"), played.at("back"));
    assert!(frame(back) > frame(away) + 10, "about 8 s at 2 records a second");
    let first = played.events().find_map(|event| match event.kind {
        EventKind::RecordsReturned { partition: PartitionIx(2), records, .. } if event.at > back => {
            Some(played.run.trace.records[records.index()].count)
        }
        _ => None,
    });
    assert!(first.unwrap() > 10, "one poll brings what has come meanwhile");
    assert!(frame(back + 7000) < 15, "and the next commit covers it");
    assert!(played.narration.moments().iter().any(|it| it.say == Say::StaticBack));
}

#[test]
fn why_no_rebalance_and_why_one_are_both_answered_by_the_session() {
    let played = Played::of(STORY);
    let chain = |moment: &str| explain(&played.run, played.found(moment).unwrap().event);
    let back = chain("back");
    assert_eq!(back.iter().map(|step| step.why).collect::<Vec<_>>(), [Why::Kept, Why::TakenOver, Why::Action]);
    let late = chain("late");
    assert_eq!(late.iter().map(|step| step.why).take(3).collect::<Vec<_>>(), [Why::NotKept, Why::Session, Why::Closed]);
    for step in [&back[0], &late[1]] {
        assert_eq!((step.settings[0].name, step.settings[0].value.to_string()), ("session.timeout.ms", "15000".into()));
    }
}
