use groupscope_core::{
    broker::partition_for_key,
    report::{Say, narration::Arg},
    simulation::{PartitionIx, trace::EventKind},
};

use crate::support::Played;

const STORY: &str = "keys";

/// The log's end at a moment.
fn end(played: &Played, partition: u32, at: u64) -> i64 {
    played.run.lanes.partitions[partition as usize].log.at(at).unwrap().value.end(at)
}

/// How many records of each partition were processed by a moment.
fn processed(played: &Played, at: u64) -> [i64; 4] {
    let mut done = [0; 4];
    for event in played.events().filter(|event| event.at <= at) {
        if let EventKind::RecordsProcessed { partition: PartitionIx(of), records, .. } = event.kind
            && let Some(done) = done.get_mut(of as usize)
        {
            *done += i64::from(played.run.trace.records[records.index()].count);
        }
    }
    done
}

#[test]
fn s16_the_partitioner_chooses_the_partition_of_a_record_and_the_assignor_its_reader() {
    let played = Played::of(STORY);
    let keys = &played.story.scenario.topics[0].keys;
    let mut weights = [0; 4];
    for (key, weight) in keys {
        weights[partition_for_key(key, 4)] += i64::from(*weight);
    }
    // incheon and daegu; seoul and busan; ulsan; jeju.
    assert_eq!(weights, [4, 16, 2, 2]);
    // 24 records a second: each weight is a record a second.
    let at = 20_000;
    for (partition, weight) in weights.iter().enumerate() {
        let records = end(&played, partition as u32, at);
        assert!((records - weight * 20).abs() <= 1, "orders-{partition}: {records}");
    }
    let sizes: Vec<_> = played.plans()[0].iter().map(|(_, share)| share.len()).collect();
    assert_eq!(sizes, [1, 1, 1, 1], "the assignor counts partitions");
    let behind: Vec<_> = (0..4).map(|it| end(&played, it, at) - processed(&played, at)[it as usize]).collect();
    assert!(behind[1] > 60 && behind[0] < 20 && behind[2] < 10 && behind[3] < 10, "{behind:?}");
}

#[test]
fn one_more_consumer_does_not_help_a_hot_partition() {
    let played = Played::of(STORY);
    let idle = played.found("idle").unwrap();
    assert_eq!((idle.args.get("count"), idle.args.get("total")), (Some(&Arg::Number(5)), Some(&Arg::Number(4))));
}

#[test]
fn with_other_partitions_keys_move_and_the_hot_key_stays_in_one() {
    let played = Played::of(STORY);
    assert_eq!((partition_for_key("incheon", 4), partition_for_key("incheon", 8)), (1, 5));
    let (from, to) = (played.at("grown") + 1000, 79_000);
    let grown: Vec<_> = (0..8).map(|it| end(&played, it, to) - end(&played, it, from)).collect();
    assert!(grown[5] > 14 * 30 && grown[1] < 3 * 35, "{grown:?}");
    let late = Played::trying(STORY, "late");
    assert!(late.found("moved").is_none());
    assert!(late.narration.moments().iter().all(|it| it.say != Say::PartitionsAdded));
}
