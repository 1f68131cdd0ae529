use groupscope_core::{
    protocol::ApiKey,
    report::{
        Say, Takeover,
        offsets_topic::{Fate, OffsetsChange, OffsetsPartition},
    },
    simulation::{BrokerIx, GroupIx},
};

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

#[test]
fn the_new_coordinator_reads_what_the_old_one_wrote() {
    let played = Played::of(STORY);
    let run = &played.run;
    let (down, moved) = (played.at("down"), played.at("moved"));
    assert_eq!(Takeover::latest(run, GroupIx(0), moved - 1000), None);
    let takeover = Takeover::latest(run, GroupIx(0), moved).unwrap();
    assert_eq!((takeover.from, takeover.to, takeover.epoch), (Some(BrokerIx(0)), Some(BrokerIx(1)), 1));
    assert_eq!((takeover.down, takeover.unloaded), (Some(down), None), "it went without a word");
    let loaded = takeover.loaded.unwrap();
    assert_eq!((loaded.at, loaded.members), (moved, Some(3)));

    let log = OffsetsPartition::of(run, GroupIx(0));
    let records = log.entries.iter().filter_map(|entry| match &entry.what {
        OffsetsChange::Appended(it) if entry.at < down => Some(it),
        _ => None,
    });
    let kept = records.filter(|it| it.fate(run, moved) == Fate::Committed).count();
    assert_eq!(kept, loaded.records, "the latest record of each key");
    let offsets = log.entries.iter().filter_map(|entry| match &entry.what {
        OffsetsChange::Appended(it) if it.fate(run, run.scenario.until) != Fate::Lost => Some(it.offset),
        _ => None,
    });
    assert!(offsets.eq(0..run.trace.appends.iter().map(|append| append.records.len() as i64).sum()));
}

#[test]
fn a_coordinator_that_shuts_down_gives_its_groups_up_first() {
    let played = Played::trying(STORY, "clean");
    let takeover = Takeover::latest(&played.run, GroupIx(0), 14_000).unwrap();
    assert_eq!((takeover.down, takeover.unloaded), (None, Some(takeover.elected)));
}
