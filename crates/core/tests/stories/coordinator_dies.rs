use groupscope_core::{protocol::ApiKey, report::Say};

use crate::support::Played;

const STORY: &str = "coordinator-dies";

#[test]
fn a_group_moves_to_another_broker_without_a_rebalance() {
    let played = Played::of(STORY);
    assert_eq!(played.run.trace.rebalances.len(), 1);
    let (down, moved) = (played.at("down"), played.at("moved"));
    assert!((9_000..9_200).contains(&(moved - down)), "broker.session.timeout.ms, an election and a load");
    let lanes = &played.run.lanes.groups[0];
    assert_eq!(lanes.generation.at(moved).unwrap().value, 1);
    // Nobody's session ends, although no heartbeat was answered for 9 s.
    assert!(played.narration.moments().iter().all(|it| it.say != Say::SessionExpired));
    let commits = played.run.trace.exchanges.iter().filter(|it| it.api == ApiKey::OffsetCommit && it.error.is_none());
    let between = commits.filter(|it| it.answered().is_some_and(|at| (down..moved).contains(&at)));
    assert_eq!(between.count(), 0, "nobody can commit meanwhile");
}

#[test]
fn a_newcomer_cannot_join_a_group_without_a_coordinator() {
    let played = Played::trying(STORY, "rejoin");
    let joined = played.narration.moments().iter().find(|it| it.say == Say::Newcomer).unwrap();
    assert!(joined.at > played.at("moved"));
}
