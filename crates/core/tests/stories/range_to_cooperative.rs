use groupscope_core::{
    consumer::{CallbackKind, Note as ClientNote},
    protocol::{ApiKey, ErrorCode},
    report::{Say, gaps_of},
    simulation::{GroupIx, PartitionIx, trace::EventKind},
};

use crate::support::Played;

const STORY: &str = "range-to-cooperative";
const BILLING: GroupIx = GroupIx(0);
const LEDGER: GroupIx = GroupIx(1);

/// The assignor of each generation of a group, from the first on.
fn protocols(played: &Played, group: GroupIx) -> Vec<String> {
    let rebalances = played.run.trace.rebalances.iter().filter(|it| it.group == group);
    rebalances.map(|it| it.protocol.as_deref().unwrap_or("-").to_string()).collect()
}

/// How many partitions each call of onPartitionsRevoked took from a consumer, from a moment on, and how many it had.
fn revoked(played: &Played, name: &str, from: u64) -> Vec<(usize, usize)> {
    let consumer = played.consumer(name);
    let owned = &played.run.lanes.consumers[consumer.index()].owned;
    let calls = played.events().filter_map(|event| match event.kind {
        EventKind::Client { consumer: who, note } if who == consumer && event.at >= from => {
            match &played.run.trace.client_notes[note.index()] {
                ClientNote::Callback { kind: CallbackKind::Revoked, partitions, .. } => {
                    Some((partitions.len(), owned.at(event.at - 1).unwrap().value.len()))
                }
                _ => None,
            }
        }
        _ => None,
    });
    calls.collect()
}

#[test]
fn range_stays_elected_until_one_member_no_longer_lists_it() {
    let played = Played::of(STORY);
    let protocols = protocols(&played, BILLING);
    // The start, and two rebalances for each restart of the first bounce; then billing-1 leaves for its second one.
    assert_eq!(protocols[..8], ["range"; 8]);
    assert!(protocols[8..].iter().all(|it| it == "cooperative-sticky") && protocols.len() > 12);
    let elected = played.narration.moments().iter().find(|it| it.say == Say::Vote && it.at == played.at("elected"));
    assert_eq!(elected.unwrap().args.get("votes"), elected.unwrap().args.get("count"));
}

#[test]
fn a_member_with_range_in_its_list_gives_up_all_whoever_is_elected_and_a_pure_one_does_not() {
    let played = Played::of(STORY);
    let from = played.at("elected");
    let mixed = revoked(&played, "billing-3", from);
    assert!(mixed.len() >= 3 && mixed.iter().all(|(given, had)| given == had), "{mixed:?}");
    let pure = revoked(&played, "billing-1", from);
    assert!(!pure.is_empty() && pure.iter().all(|(given, had)| given < had), "{pure:?}");
}

#[test]
fn no_partition_ever_has_two_owners() {
    let played = Played::of(STORY);
    for lanes in &played.run.lanes.partitions {
        for lane in lanes.ownership.values() {
            assert!(lane.changes().iter().all(|change| change.value.owners.len() <= 1));
        }
    }
}

#[test]
fn after_the_second_bounce_only_what_moves_lies_unread() {
    let played = Played::of(STORY);
    let done = played.at("second-done");
    // The last restart's rounds: what billing-3 had and got again.
    let gapped = |place: &u32| {
        let gaps = gaps_of(&played.run, BILLING, PartitionIx(*place));
        gaps.iter().any(|gap| gap.from > done - 4500 && gap.from < done)
    };
    assert_eq!((0..6).filter(gapped).collect::<Vec<_>>(), [3, 5]);
}

#[test]
fn in_one_bounce_the_newcomer_is_refused_and_the_group_is_not_disturbed() {
    let played = Played::of(STORY);
    let refused: Vec<_> =
        played.run.trace.exchanges.iter().filter(|it| it.error == ErrorCode::InconsistentGroupProtocol).collect();
    assert_eq!(refused.len(), 1);
    assert_eq!((played.name(refused[0].consumer), refused[0].api), ("ledger-1", ApiKey::JoinGroup));
    // Two who never met: range of the one, then, when the group was empty, cooperative-sticky of the others.
    assert_eq!(protocols(&played, LEDGER), ["range", "range", "-", "cooperative-sticky"]);
    let gaps = gaps_of(&played.run, LEDGER, PartitionIx(6));
    assert!(gaps.iter().any(|gap| gap.from >= played.at("emptied") - 200 && gap.to > Some(played.at("anew"))));
    let again = Played::trying(STORY, "again");
    let refusals = again.run.trace.exchanges.iter().filter(|it| it.error == ErrorCode::InconsistentGroupProtocol);
    assert_eq!(refusals.count(), 2);
}

#[test]
fn from_the_default_list_one_bounce_is_enough() {
    let played = Played::trying(STORY, "default");
    assert!(played.found("refused").is_none() && played.found("emptied").is_none());
    assert_eq!(protocols(&played, LEDGER), ["range", "cooperative-sticky", "cooperative-sticky"]);
}
