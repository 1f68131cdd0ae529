use super::bench::{Bench, heartbeat, partition};
use crate::{
    config::Value,
    consumer::{CallbackKind, Note, PositionFrom, Task},
    protocol::{ApiKey, ErrorCode, Request},
};

fn returned(bench: &Bench, number: i32) -> Vec<(u64, i64, u32)> {
    let of = |(at, note): &(u64, Note)| match note {
        Note::Returned { partition: of, first, count } if of.partition == number => Some((*at, *first, *count)),
        _ => None,
    };
    bench.notes.iter().filter_map(of).collect()
}

fn processed(bench: &Bench) -> u32 {
    let count = |(_, note): &(u64, Note)| if let Note::Processed { count, .. } = note { *count } else { 0 };
    bench.notes.iter().map(count).sum()
}

#[test]
fn records_are_returned_once_in_order_and_processed() {
    let mut bench = Bench::joined(&[]);
    bench.log_end = 10;
    bench.run_until(2_000);
    bench.log_end = 15;
    bench.run_until(3_000);
    let counts: Vec<_> = returned(&bench, 1).into_iter().map(|(_, first, count)| (first, count)).collect();
    assert_eq!(counts, [(0, 10), (10, 5)]);
    assert_eq!(processed(&bench), 45);
}

#[test]
fn one_poll_returns_no_more_than_it_may_and_the_rest_stays_buffered() {
    let mut bench = Bench::joined(&[("max.poll.records", 4.into())]);
    bench.log_end = 3;
    let fetches = bench.times(ApiKey::Fetch).len();
    bench.run_until(2_000);
    let mut batches: Vec<u64> = (0..3).flat_map(|number| returned(&bench, number)).map(|it| it.0).collect();
    batches.sort_unstable();
    batches.dedup();
    assert_eq!(batches.len(), 3, "4 + 4 + 1");
    let during =
        bench.times(ApiKey::Fetch)[fetches..].iter().filter(|at| **at > batches[0] && **at < batches[2]).count();
    assert_eq!(during, 0, "no fetch while something of this broker's is buffered");
}

#[test]
fn the_next_fetch_leaves_before_the_records_are_processed() {
    let mut bench = Bench::with_application(&[], |it| it.process_ms = 1_000);
    bench.start();
    bench.run_until(100);
    bench.log_end = 1;
    bench.run_until(1_000);
    let at = returned(&bench, 0)[0].0;
    assert!(bench.times(ApiKey::Fetch).contains(&at));
}

#[test]
fn a_paused_partition_is_kept_back_until_it_is_resumed() {
    let mut bench = Bench::joined(&[]);
    bench.task(Task::Pause(vec![partition(1)]));
    bench.run_until(2_000);
    bench.log_end = 5;
    bench.run_until(4_000);
    assert!(returned(&bench, 1).is_empty());
    assert_eq!(returned(&bench, 0).len(), 1);
    bench.task(Task::Resume(vec![partition(1)]));
    bench.run_until(5_000);
    assert_eq!(returned(&bench, 1).len(), 1);
}

#[test]
fn a_pause_survives_a_cooperative_rebalance_and_no_eager_one() {
    for (strategy, survives) in [("cooperative-sticky", true), ("range", false)] {
        let settings: [(&str, Value); 1] = [("partition.assignment.strategy", strategy.into())];
        let mut bench = Bench::joined(&settings);
        bench.task(Task::Pause(vec![partition(1)]));
        bench.script(ApiKey::Heartbeat, heartbeat(ErrorCode::RebalanceInProgress));
        bench.run_until(5_000);
        bench.log_end = 5;
        bench.run_until(7_000);
        assert_eq!(returned(&bench, 1).is_empty(), survives, "{strategy}");
    }
}

#[test]
fn a_seek_goes_back_and_drops_what_was_fetched() {
    let mut bench = Bench::joined(&[]);
    bench.log_end = 5;
    bench.run_until(2_000);
    bench.task(Task::Seek(partition(0), 2));
    bench.run_until(3_000);
    let counts: Vec<_> = returned(&bench, 0).into_iter().map(|(_, first, count)| (first, count)).collect();
    assert_eq!(counts, [(0, 5), (2, 3)]);
}

#[test]
fn a_seek_to_a_time_asks_for_the_offset_first() {
    let mut bench = Bench::joined(&[]);
    bench.log_end = 5;
    bench.run_until(2_000);
    bench.task(Task::SeekToTime(partition(0), 1_500));
    bench.run_until(3_000);
    let Request::ListOffsets(request) = bench.requests(ApiKey::ListOffsets).last().unwrap().1 else { panic!() };
    assert_eq!(request.partitions, [(partition(0), 1_500)]);
    let sought = bench.notes.iter().any(|(_, note)| {
        matches!(note, Note::Position { partition: of, offset: 5, from: PositionFrom::Seek, .. } if *of == partition(0))
    });
    assert!(sought);
}

#[test]
fn a_slower_application_takes_longer_from_the_next_record_on() {
    let mut bench = Bench::with_application(&[], |it| it.process_ms = 100);
    bench.share_one();
    bench.start();
    bench.run_until(100);
    bench.log_end = 3;
    bench.run_until(560);
    let began = returned(&bench, 0)[0].0;
    bench.task(Task::Slow(1_000));
    bench.run_until(5_000);
    let ends: Vec<_> =
        bench.notes.iter().filter(|it| matches!(it.1, Note::Processed { .. })).map(|it| it.0 - began).collect();
    assert_eq!(ends, [100, 1_100, 2_100]);
}

#[test]
fn what_was_processed_before_a_kill_is_told() {
    let mut bench = Bench::with_application(&[], |it| it.process_ms = 5);
    bench.share_one();
    bench.start();
    bench.run_until(100);
    bench.log_end = 100;
    bench.run_until(600);
    let began = returned(&bench, 0)[0].0;
    let mut out = Vec::new();
    bench.consumer.settle(began + 52, &mut out);
    let told = out.iter().find_map(|it| match it {
        crate::consumer::Output::Note(Note::Processed { first, count, .. }) => Some((*first, *count)),
        _ => None,
    });
    assert_eq!(told, Some((0, 10)));
}

#[test]
fn a_callback_tells_what_is_owned_afterwards() {
    let mut bench = Bench::joined(&[("partition.assignment.strategy", "cooperative-sticky".into())]);
    bench.script(ApiKey::Heartbeat, heartbeat(ErrorCode::RebalanceInProgress));
    bench.share = vec![partition(0), partition(1)];
    bench.run_until(5_000);
    let owned = |(_, note): &(u64, Note)| match note {
        Note::Callback { kind, owned, .. } => Some((*kind, owned.len())),
        _ => None,
    };
    let calls: Vec<_> = bench.notes.iter().filter_map(owned).collect();
    let expected = [(CallbackKind::Assigned, 3), (CallbackKind::Revoked, 2), (CallbackKind::Assigned, 2)];
    assert_eq!(calls[..3], expected);
}

#[test]
fn an_idle_consumer_is_left_alone_between_fetches_and_heartbeats() {
    let mut bench = Bench::joined(&[]);
    let mut wakes = 0;
    let mut out = Vec::new();
    while let Some(next) = bench.consumer.next_deadline().filter(|next| *next < 1_400) {
        bench.consumer.on_deadline(next, &mut out);
        wakes += 1;
        assert!(wakes < 10, "woken at {next}: {out:?}");
    }
}

#[test]
fn a_loop_that_takes_no_time_turns_once_a_millisecond() {
    let mut bench = Bench::with_application(&[], |it| (it.poll_ms, it.process_ms) = (0, 0));
    bench.start();
    bench.run_until(1_000);
    let polls = bench.notes.iter().filter(|(_, note)| matches!(note, Note::Polled { .. })).count();
    assert!((500..=1_001).contains(&polls), "{polls}");
    assert_eq!(bench.callbacks(), ["assigned [0, 1, 2]"]);
}
