use groupscope_core::{
    protocol::ApiKey,
    report::{Say, narration::Arg},
    simulation::{GroupIx, PartitionIx, trace::EventKind},
};

use crate::support::Played;

const STORY: &str = "seek";

/// The number in a placeholder of a moment.
fn number(played: &Played, moment: &str, name: &str) -> i64 {
    match played.found(moment).unwrap().args.get(name) {
        Some(Arg::Number(number)) => *number,
        other => panic!("{moment}.{name}: {other:?}"),
    }
}

/// The first offset of orders-0 that poll() returned from a moment on.
fn returned(played: &Played, from: u64) -> i64 {
    let first = played.events().find_map(|event| match event.kind {
        EventKind::RecordsReturned { partition: PartitionIx(0), records, .. } if event.at >= from => {
            Some(played.run.trace.records[records.index()].first)
        }
        _ => None,
    });
    first.unwrap()
}

/// The committed offset of orders-0 at a moment.
fn committed(played: &Played, at: u64) -> i64 {
    played.run.lanes.partitions[0].committed[&GroupIx(0)].at(at).unwrap().value.unwrap()
}

#[test]
fn s73_seek_sets_the_position_back_or_forth_and_nothing_else() {
    let played = Played::of(STORY);
    // Back: what was processed is processed again.
    let (back, ahead) = (played.at("back"), played.at("ahead"));
    assert!(committed(&played, back) > number(&played, "back", "offset"));
    assert_eq!(returned(&played, back), number(&played, "back", "offset"));
    // Forth: what lies between is never returned.
    let before = played.run.lanes.consumers[0].positions[&PartitionIx(0)].at(ahead - 1).unwrap().value.unwrap();
    assert!(number(&played, "ahead", "offset") > before + 5, "a gap: {before}");
    assert_eq!(returned(&played, ahead), number(&played, "ahead", "offset"));
    // No request belongs to it, and the committed offset stays as it is.
    let sent = played.run.trace.exchanges.iter().filter(|it| it.sent() == played.at("rewinds"));
    assert_eq!(sent.filter(|it| !matches!(it.api, ApiKey::Fetch | ApiKey::Heartbeat)).count(), 0);
    assert_eq!(number(&played, "rewinds", "offset"), 0);
    let kept = committed(&played, played.at("crash"));
    assert!(kept > 0);
    assert_eq!(returned(&played, played.at("resumes")), kept, "a seek that was not committed is forgotten");
}

#[test]
fn s74_offsets_for_times_gives_the_first_offset_at_or_after_a_time() {
    let played = Played::of(STORY);
    // Two records a second and partition: the 25th is produced between 11.9 and 12.4 s.
    let log = &played.run.lanes.partitions[0].log;
    for (moment, time) in [("back", 12_000), ("ahead", 46_000)] {
        let offset = number(&played, moment, "offset");
        let end = |at: u64| log.at(at).unwrap().value.end(at);
        assert_eq!(end(time - 1), offset, "{moment}: all before it are older");
        assert!(end(time + 500) > offset, "{moment}: it is not much younger");
    }
    let asked = |at: u64| {
        let asked = played.exchanges(ApiKey::ListOffsets).filter(|(it, ..)| it.sent() >= at);
        asked.map(|(it, ..)| it.sent()).next().unwrap()
    };
    assert!(asked(played.at("bug")) < played.at("back"), "ListOffsets first, then seek()");
}

#[test]
fn a_commit_after_the_seek_takes_the_group_back() {
    let played = Played::of(STORY);
    assert!(number(&played, "stored", "new") < number(&played, "stored", "old"));
    let rare = Played::trying(STORY, "rare-commits");
    assert!(rare.found("stored").is_none() && rare.found("resumes").is_none());
}

#[test]
fn a_position_behind_the_end_is_out_of_range() {
    let played = Played::trying(STORY, "beyond");
    assert!(played.narration.moments().iter().any(|it| it.say == Say::OutOfRange));
    let start = played.run.lanes.partitions[0].log_start.at(40_000).unwrap().value;
    assert_eq!(returned(&played, 30_500), start, "auto.offset.reset = earliest decides");
}
