use super::bench::{Bench, Reply, partition};
use crate::{
    config::Value,
    consumer::{Detail, Note, PositionFrom},
    protocol::{
        ApiKey, ErrorCode, FetchResponse, FetchedPartition, ListOffsetsPartition, ListOffsetsResponse, Request,
        Response,
    },
};

fn positions(bench: &Bench) -> Vec<(i32, i64, PositionFrom)> {
    let of = |(_, note): &(u64, Note)| match note {
        Note::Position { partition, offset, from, .. } => Some((partition.partition, *offset, *from)),
        _ => None,
    };
    bench.notes.iter().filter_map(of).collect()
}

fn reset(policy: &str) -> Bench {
    let mut bench = Bench::new(&[("auto.offset.reset", policy.into())]);
    bench.log_end = 10;
    bench.start();
    bench.run_until(1_000);
    bench
}

#[test]
fn without_a_committed_offset_the_policy_decides() {
    for (policy, offset) in [("latest", 10), ("earliest", 0)] {
        let expected: Vec<_> = (0..3).map(|number| (number, offset, PositionFrom::Reset)).collect();
        assert_eq!(positions(&reset(policy)), expected, "{policy}");
    }
}

#[test]
fn without_a_committed_offset_or_a_policy_poll_throws() {
    let bench = reset("none");
    assert_eq!(bench.thrown(), ["NoOffsetForPartitionException"]);
    assert!(bench.times(ApiKey::OffsetCommit).is_empty(), "partitions without a position are not committed");
    assert_eq!(bench.times(ApiKey::LeaveGroup).len(), 1);
}

#[test]
fn a_reset_by_duration_asks_for_a_time_and_again_when_nothing_is_so_young() {
    let nothing = ListOffsetsPartition {
        partition: partition(0),
        error: ErrorCode::None,
        offset: -1,
        timestamp: -1,
        leader_epoch: -1,
    };
    let mut bench = Bench::new(&[("auto.offset.reset", "by_duration:PT1S".into())]);
    bench.share_one();
    bench.run_until(5_000);
    let answer = ListOffsetsResponse { partitions: vec![nothing] };
    bench.script(ApiKey::ListOffsets, Reply::With(Response::ListOffsets(answer)));
    bench.start();
    bench.run_until(40_000);
    let asked = bench.requests(ApiKey::ListOffsets);
    let Request::ListOffsets(first) = asked[0].1 else { panic!() };
    let age = i64::try_from(asked[0].0).unwrap() - first.partitions[0].1;
    assert!((1_000..=1_005).contains(&age), "asked when it was decided, sent when the connection stood: {age}");
    assert!((30_000..30_200).contains(&(asked[1].0 - asked[0].0)), "the request-timeout gate");
}

#[test]
fn a_committed_offset_with_an_epoch_is_validated_before_the_first_fetch() {
    let mut bench = Bench::new(&[]);
    bench.log_end = 10;
    for number in 0..3 {
        bench.committed.insert(partition(number), (4, 0));
    }
    bench.start();
    bench.run_until(1_000);
    let validated = bench.times(ApiKey::OffsetForLeaderEpoch)[0];
    assert!(bench.times(ApiKey::Fetch)[0] > validated);
    assert!(bench.times(ApiKey::ListOffsets).is_empty());
    assert_eq!(positions(&bench)[0], (0, 4, PositionFrom::Committed));
}

#[test]
fn a_log_that_ends_before_the_position_moves_it_back() {
    let mut bench = Bench::new(&[]);
    bench.log_end = 3;
    bench.share_one();
    bench.committed.insert(partition(0), (8, 0));
    bench.start();
    bench.run_until(1_000);
    assert_eq!(positions(&bench), [(0, 8, PositionFrom::Committed), (0, 3, PositionFrom::Reset)]);
}

#[test]
fn a_truncated_log_is_thrown_without_a_policy() {
    let mut bench = Bench::new(&[("auto.offset.reset", "none".into())]);
    bench.log_end = 3;
    bench.share_one();
    bench.committed.insert(partition(0), (8, 0));
    bench.start();
    bench.run_until(1_000);
    assert_eq!(bench.thrown(), ["LogTruncationException"]);
}

fn out_of_range(policy: Value) -> Bench {
    let mut bench = Bench::new(&[("auto.offset.reset", policy)]);
    bench.log_end = 10;
    bench.share_one();
    bench.committed.insert(partition(0), (2, -1));
    let fetched = FetchedPartition {
        partition: partition(0),
        error: ErrorCode::OffsetOutOfRange,
        first_offset: -1,
        count: 0,
        leader_epoch: -1,
        high_watermark: -1,
        log_start_offset: -1,
        preferred_read_replica: None,
    };
    bench.script(ApiKey::Fetch, Reply::With(Response::Fetch(FetchResponse { partitions: vec![fetched] })));
    bench.start();
    bench.run_until(1_000);
    bench
}

#[test]
fn a_position_outside_the_log_is_reset_by_policy_or_thrown() {
    let bench = out_of_range("earliest".into());
    assert_eq!(positions(&bench), [(0, 2, PositionFrom::Committed), (0, 0, PositionFrom::Reset)]);
    assert!(bench.details().iter().any(|(_, it)| matches!(it, Detail::OutOfRange { offset: 2, .. })));
    assert_eq!(out_of_range("none".into()).thrown(), ["OffsetOutOfRangeException"]);
}
