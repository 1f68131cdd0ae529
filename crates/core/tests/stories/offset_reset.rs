use groupscope_core::{
    report::{Say, narration::Arg},
    simulation::{GroupIx, PartitionIx, trace::EventKind},
};

use crate::support::Played;

const STORY: &str = "offset-reset";

/// The first offset that a consumer's poll() returned of a partition, from a moment on.
fn begins(played: &Played, name: &str, partition: u32, from: u64) -> i64 {
    let consumer = played.consumer(name);
    let first = played.events().find_map(|event| match event.kind {
        EventKind::RecordsReturned { consumer: who, partition: of, records }
            if who == consumer && of == PartitionIx(partition) && event.at >= from =>
        {
            Some(played.run.trace.records[records.index()].first)
        }
        _ => None,
    });
    first.unwrap()
}

/// The log's end at a moment.
fn end(played: &Played, partition: u32, at: u64) -> i64 {
    played.run.lanes.partitions[partition as usize].log.at(at).unwrap().value.end(at)
}

#[test]
fn s70_a_new_group_a_new_partition_and_an_expired_offset_have_no_committed_offset() {
    let played = Played::of(STORY);
    let reset = |name: &str, partition: u32| {
        played.events().any(|event| match event.kind {
            EventKind::Client { consumer, note } if consumer == played.consumer(name) => {
                use groupscope_core::consumer::{Detail, Note};
                matches!(&played.run.trace.client_notes[note.index()],
                    Note::Detail(Detail::NoCommittedOffset(it)) if it.partition == partition as i32)
            }
            _ => false,
        })
    };
    assert!(reset("billing-1", 0), "a new group");
    assert!(reset("billing-1", 2), "a partition that was added");
    assert!(played.at("expired") < played.at("again"), "an offset that expired");
}

#[test]
fn s71_latest_earliest_none_and_by_duration() {
    let played = Played::of(STORY);
    let at = played.at("latest");
    assert!((end(&played, 0, at) - begins(&played, "billing-1", 0, 0)).abs() <= 1, "latest: the end of the log");
    assert_eq!(begins(&played, "ledger-1", 0, 0), 0, "earliest: its beginning");
    assert_eq!(
        played.found("none").unwrap().args.get("error"),
        Some(&Arg::Text("NoOffsetForPartitionException".into()))
    );
    let at = played.at("duration");
    let five_seconds = end(&played, 0, at - 80) - begins(&played, "recent-1", 0, 0);
    assert!((9..=11).contains(&five_seconds), "5 s at 2 records a second: {five_seconds}");
    let default = groupscope_core::config::ConsumerConfig::default().auto_offset_reset;
    assert_eq!(default, groupscope_core::config::AutoOffsetReset::Latest);
}

#[test]
fn s72_a_committed_offset_whose_records_are_deleted_is_no_longer_valid() {
    let played = Played::of(STORY);
    let found = played.found("overtaken").unwrap();
    let Some(Arg::Number(offset)) = found.args.get("offset") else { panic!() };
    let payments = PartitionIx(3);
    let lanes = &played.run.lanes.partitions[payments.index()];
    let group = played.run.cast.group("payout").unwrap();
    assert_eq!(lanes.committed[&group].at(found.at).unwrap().value, Some(*offset), "it was committed");
    let start = lanes.log_start.at(found.at).unwrap().value;
    assert!(start > *offset && begins(&played, "payout-1", payments.0, found.at) == start, "earliest: what is left");
}

#[test]
fn s75_offsets_of_an_empty_group_go_after_their_time_those_of_a_live_one_stay() {
    let played = Played::of(STORY);
    let ledger = played.run.cast.group("ledger").unwrap();
    let emptied =
        played.narration.moments().iter().find(|it| it.say == Say::Emptied && it.group == Some(ledger)).unwrap();
    let expired = played.at("expired");
    assert!((60_000..=65_100).contains(&(expired - emptied.at)), "one minute, seen every 5 s");
    let deleted = played.events().filter_map(|event| match event.kind {
        EventKind::OffsetDeleted { group, .. } => Some(group),
        _ => None,
    });
    assert!(
        deleted.clone().count() > 0 && deleted.clone().all(|group| group == ledger),
        "billing is alive: its offsets stay"
    );
    assert_eq!(begins(&played, "ledger-1", 0, expired), 0, "like a new group");
    let kept = Played::trying(STORY, "longer");
    assert!(begins(&kept, "ledger-1", 0, expired) > 60, "kept for 7 days, Kafka's default, they are found again");
    assert_eq!(GroupIx(1), ledger);
}
