use super::*;
use crate::scenario::Scenario;

/// One partition with so many records; billing-1 reads six a poll, a second each, and is killed at 12.7 s, in the middle of
/// the second batch. billing-2 stands by.
fn scenario(records: u32, more: &str) -> String {
    let consumer = |name: &str, at: u32| {
        format!(
            r#"{{"name":"{name}","at":{at},"subscribe":["payments"],"process.ms":1000,{more}"settings":
                {{"auto.offset.reset":"earliest","max.poll.records":6,"session.timeout.ms":6000,
                  "heartbeat.interval.ms":2000}}}}"#
        )
    };
    format!(
        r#"{{"groupscope":1,"network":{{"latency.ms":[40,40]}},
            "cluster":{{"settings":{{"group.initial.rebalance.delay.ms":1000}}}},
            "topics":[{{"name":"payments","partitions":1,"records":{records}}}],"group":"billing","until":45000,
            "consumers":[{},{}],"actions":[{{"at":12700,"do":"kill","consumer":"billing-1"}}]}}"#,
        consumer("billing-1", 200),
        consumer("billing-2", 500)
    )
}

fn played(scenario: &str) -> Run {
    Run::new(Scenario::parse(scenario).unwrap().scenario)
}

fn run(records: u32, more: &str) -> Run {
    played(&scenario(records, more))
}

fn delivery(run: &Run) -> Delivery {
    Delivery::of(run, GroupIx(0), PartitionIx(0))
}

/// When poll() returned a record to a consumer.
fn returned(run: &Run, consumer: u16, offset: i64) -> u64 {
    let steps = delivery(run).steps;
    let is = |step: &&Step| match step.what {
        StepKind::Returned(it) => step.consumer.0 == consumer && (it.first..it.end()).contains(&offset),
        _ => false,
    };
    steps.iter().find(is).unwrap().at
}

/// A reader's stretches at a moment: `0-8 Processed(1)`.
fn states(run: &Run, at: u64, reader: usize) -> Vec<String> {
    let strip = delivery(run).strip(run, at);
    let stretches = strip.readers.get(reader).map(|reader| reader.stretches.clone()).unwrap_or_default();
    stretches.iter().map(|it| format!("{}-{} {:?}", it.from, it.to - 1, it.state)).collect()
}

fn kinds(run: &Run, offset: i64) -> Vec<(Option<u16>, DeedKind)> {
    let deeds = delivery(run).history(run, offset);
    assert!(deeds.is_sorted_by_key(|deed| deed.at));
    deeds.iter().map(|deed| (deed.consumer.map(|who| who.0), deed.what)).collect()
}

#[test]
fn a_record_is_fetched_then_returned_then_processed_and_its_commit_comes_last() {
    let run = run(24, "");
    let first = returned(&run, 0, 0);
    // One fetch brings all 24; a poll returns six, and the application does one a second.
    assert_eq!(states(&run, first, 0), ["0-5 Returned", "6-23 Fetched"]);
    assert_eq!(states(&run, first + 2_000, 0), ["0-1 Processed(1)", "2-5 Returned", "6-23 Fetched"]);
    let strip = delivery(&run).strip(&run, first + 2_500);
    let reader = &strip.readers[0];
    assert_eq!((reader.position, reader.processed_to, reader.fetched_to), (Some(6), Some(2), Some(24)));
    assert_eq!((strip.committed, strip.log_start, strip.log_end), (None, 0, 24));
    let [work] = reader.work[..] else { panic!("a thread works on one record") };
    assert_eq!((work.records.first, work.began, work.ended), (2, first + 2_000, Some(first + 3_000)));
    assert_eq!(work.share(first + 2_500), 0.5);
    assert_eq!(strip.until, first + 3_000, "nothing else changes before it is finished");
    // The next poll, after six seconds, commits 6: 40 ms on its way and 5 ms to be written.
    assert_eq!(delivery(&run).strip(&run, first + 6_100).committed, Some(6));
    assert_eq!(
        kinds(&run, 2),
        [
            (None, DeedKind::Written),
            (Some(0), DeedKind::Fetched),
            (Some(0), DeedKind::Returned(1)),
            (Some(0), DeedKind::Processed(1)),
            (Some(0), DeedKind::Committed(6, true)),
        ]
    );
}

#[test]
fn a_killed_process_leaves_one_record_interrupted_and_what_was_done_since_the_commit_is_done_again() {
    let run = run(24, "");
    let dead = ["0-8 Processed(1)", "9-9 Interrupted", "10-11 Dropped", "12-23 Fetched"];
    assert_eq!(states(&run, 12_699, 0), ["0-8 Processed(1)", "9-11 Returned", "12-23 Fetched"]);
    assert_eq!(states(&run, 12_700, 0), dead);
    let broken = delivery(&run).work.into_iter().find(|work| !work.finished).unwrap();
    let began = returned(&run, 0, 9) + 3_000;
    assert_eq!((broken.records.first, broken.began, broken.ended, broken.length), (9, began, Some(12_700), 1_000));
    // billing-2 begins at the committed 6.
    let again = returned(&run, 1, 6);
    assert_eq!(states(&run, again + 2_000, 1), ["6-7 Processed(2)", "8-11 Returned", "12-23 Fetched"]);
    assert_eq!(
        states(&run, again + 5_000, 1),
        ["6-8 Processed(2)", "9-10 Processed(1)", "11-11 Returned", "12-23 Fetched"]
    );
    assert_eq!(states(&run, again + 5_000, 0), dead, "what a dead process had stays to be seen");
    let tally = |at| delivery(&run).tally(&run, at);
    assert_eq!((tally(12_700), tally(again - 1)), (Tally::default(), Tally::default()));
    assert_eq!(tally(again).delivered_twice, [(6, 12)]);
    assert_eq!(
        (tally(again + 2_000).processed_twice, tally(run.computed).processed_twice),
        (vec![(6, 8)], vec![(6, 9)])
    );
    assert!(tally(run.computed).skipped.is_empty());
    assert_eq!(
        kinds(&run, 7)[2..],
        [
            (Some(0), DeedKind::Returned(1)),
            (Some(0), DeedKind::Processed(1)),
            (Some(0), DeedKind::Ended(Process::Killed)),
            (Some(1), DeedKind::Fetched),
            (Some(1), DeedKind::Returned(2)),
            (Some(1), DeedKind::Processed(2)),
            (Some(1), DeedKind::Committed(12, true)),
        ]
    );
    assert!(kinds(&run, 9).contains(&(Some(0), DeedKind::Interrupted)));
}

#[test]
fn records_in_a_queue_are_passed_over_only_when_the_process_that_has_them_is_gone() {
    // Twelve records; a worker works, so poll() commits 12 while 9 is in work.
    let run = run(12, r#""workers":1,"#);
    let strip = |at| delivery(&run).strip(&run, at);
    assert_eq!(strip(12_699).committed, Some(12));
    assert_eq!(states(&run, 12_699, 0), ["0-8 Processed(1)", "9-11 Returned"]);
    assert!(strip(12_699).tally.skipped.is_empty(), "it still has them");
    assert_eq!(states(&run, 12_700, 0), ["0-8 Processed(1)", "9-9 Interrupted", "10-11 Dropped"]);
    assert_eq!(strip(12_700).tally.skipped, [(9, 12)]);
    let history = kinds(&run, 10);
    assert!(history.contains(&(Some(0), DeedKind::Committed(12, false))), "committed before it was processed");
    assert!(history.contains(&(Some(0), DeedKind::Dropped)));
    assert_eq!(history.last(), Some(&(None, DeedKind::Skipped)));
    assert_eq!(delivery(&run).history(&run, 10).last().unwrap().at, 12_700);
}

#[test]
fn a_commit_after_each_record_leaves_nothing_to_be_done_twice() {
    let run = run(24, r#""commit":"sync.each","#);
    let tally = delivery(&run).tally(&run, run.computed);
    assert_eq!((Tally::count(&tally.processed_twice), tally.skipped.len()), (0, 0));
    // The round trip of each commit, 80 ms at least, is no work.
    let delivery = delivery(&run);
    let done: Vec<_> = delivery.work.iter().filter(|work| work.finished).collect();
    assert!(done.iter().all(|work| work.length == 1_000));
    assert!(done.windows(2).all(|pair| pair[1].began >= pair[0].ended.unwrap() + 80));
}

#[test]
fn a_moment_is_the_same_whether_it_is_found_from_a_station_or_from_the_start() {
    // A hundred records a second, each told by itself.
    let run = played(&scenario(3_000, "").replace(r#""process.ms":1000"#, r#""process.ms":10"#));
    let delivery = delivery(&run);
    assert!(delivery.stations.len() > 1, "{}", delivery.steps.len());
    for at in (0..45_000).step_by(1_777) {
        let mut whole = Replay::default();
        delivery.steps.iter().take_while(|step| step.at <= at).for_each(|step| whole.hear(step));
        assert_eq!(delivery.replay(at), whole, "at {at}");
    }
}

#[test]
fn a_reader_that_was_killed_and_started_again_is_shown_as_killed_until_it_reads() {
    let start = r#""actions":[{"at":13000,"do":"start","consumer":"billing-1"},"#;
    let run = played(&scenario(24, "").replace(r#""actions":["#, start));
    let standing = |at| delivery(&run).strip(&run, at).readers[0].standing;
    assert!(matches!(standing(12_699), Standing::Reads(_, false)));
    assert_eq!(
        (standing(12_700), standing(14_000)),
        (Standing::Ended(12_700, Process::Killed), Standing::Ended(12_700, Process::Killed))
    );
}
