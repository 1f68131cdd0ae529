use super::bench::{Bench, Reply, heartbeat, partition};
use crate::{
    config::Value,
    consumer::{CommitMode, Detail, LostCause, Note},
    protocol::{ApiKey, ErrorCode, OffsetCommitResponse, Request, Response},
};

fn refused(error: ErrorCode) -> Reply {
    let partitions = (0..3).map(|number| (partition(number), error)).collect();
    Reply::With(Response::OffsetCommit(OffsetCommitResponse { partitions }))
}

fn offsets(request: &Request) -> Vec<(i32, i64)> {
    let Request::OffsetCommit(commit) = request else { panic!() };
    commit.partitions.iter().map(|it| (it.partition.partition, it.committed_offset)).collect()
}

fn manual(commit: CommitMode) -> Bench {
    let settings: [(&str, Value); 1] = [("enable.auto.commit", false.into())];
    let mut bench = Bench::with_application(&settings, |it| it.commit = commit);
    bench.start();
    bench.run_until(1_000);
    bench
}

#[test]
fn positions_are_committed_at_the_interval_whether_they_moved_or_not() {
    let mut bench = Bench::joined(&[("auto.commit.interval.ms", 2_000.into())]);
    bench.run_until(7_000);
    let commits = bench.requests(ApiKey::OffsetCommit);
    assert_eq!(commits.iter().map(|(at, _)| *at).collect::<Vec<_>>(), [2_014, 4_014, 6_014]);
    assert!(commits.iter().all(|(_, it)| offsets(it) == [(0, 0), (1, 0), (2, 0)]));
}

#[test]
fn the_next_interval_begins_when_a_commit_is_made_not_when_it_was_due() {
    let mut bench = Bench::with_application(&[("auto.commit.interval.ms", 2_000.into())], |it| it.process_ms = 2_500);
    bench.start();
    bench.run_until(1_000);
    bench.log_end = 1;
    bench.run_until(12_500);
    let times = bench.times(ApiKey::OffsetCommit);
    let first = times[0];
    assert!(first > 8_500, "three records were processed first: {times:?}");
    assert_eq!(times[1], first + 2_000);
}

#[test]
fn what_the_last_poll_returned_is_committed_by_the_next() {
    let mut bench = Bench::joined(&[("auto.commit.interval.ms", 2_000.into())]);
    bench.log_end = 4;
    bench.run_until(3_000);
    assert_eq!(offsets(bench.requests(ApiKey::OffsetCommit)[0].1), [(0, 4), (1, 4), (2, 4)]);
}

#[test]
fn a_join_waits_for_the_commit_before_it_and_nothing_is_fetched_meanwhile() {
    let mut bench = Bench::joined(&[]);
    bench.script(ApiKey::Heartbeat, heartbeat(ErrorCode::RebalanceInProgress));
    bench.script(ApiKey::OffsetCommit, Reply::Hold);
    bench.run_until(4_900);
    assert_eq!(bench.times(ApiKey::JoinGroup).len(), 2);
    let commit = bench.times(ApiKey::OffsetCommit)[0];
    assert!(bench.times(ApiKey::Fetch).iter().all(|at| *at <= commit));
    let partitions = (0..3).map(|number| (partition(number), ErrorCode::None)).collect();
    bench.answer(ApiKey::OffsetCommit, Response::OffsetCommit(OffsetCommitResponse { partitions }));
    assert_eq!(bench.times(ApiKey::JoinGroup).last(), Some(&4_900));
}

#[test]
fn a_commit_before_a_join_is_repeated_while_it_can_succeed() {
    let mut bench = Bench::joined(&[]);
    bench.script(ApiKey::Heartbeat, heartbeat(ErrorCode::RebalanceInProgress));
    bench.script(ApiKey::OffsetCommit, refused(ErrorCode::CoordinatorLoadInProgress));
    bench.run_until(4_900);
    assert_eq!(bench.times(ApiKey::OffsetCommit).len(), 2);
    assert_eq!(bench.times(ApiKey::JoinGroup).len(), 3);
}

#[test]
fn no_interval_commit_is_made_while_joining() {
    let mut bench = Bench::joined(&[("auto.commit.interval.ms", 1_000.into())]);
    bench.script(ApiKey::Heartbeat, heartbeat(ErrorCode::RebalanceInProgress));
    bench.script(ApiKey::JoinGroup, Reply::Hold);
    bench.run_until(20_000);
    let joined = bench.times(ApiKey::JoinGroup)[2];
    assert!(bench.times(ApiKey::OffsetCommit).iter().all(|at| *at <= joined));
}

#[test]
fn a_failed_interval_commit_is_repeated_after_the_retry_backoff_if_it_can_succeed() {
    for (error, expected) in [(ErrorCode::CoordinatorLoadInProgress, 102), (ErrorCode::OffsetMetadataTooLarge, 2_000)] {
        let mut bench = Bench::joined(&[("auto.commit.interval.ms", 2_000.into())]);
        bench.script(ApiKey::OffsetCommit, refused(error));
        bench.run_until(5_000);
        let times = bench.times(ApiKey::OffsetCommit);
        assert_eq!(times[1] - times[0], expected, "{error}");
    }
}

#[test]
fn a_commit_that_times_out_at_the_broker_loses_the_coordinator() {
    let mut bench = Bench::joined(&[("auto.commit.interval.ms", 2_000.into())]);
    bench.script(ApiKey::OffsetCommit, refused(ErrorCode::RequestTimedOut));
    bench.run_until(3_000);
    let lost =
        |it: &Detail| matches!(it, Detail::CoordinatorLost { cause: LostCause::Error(ErrorCode::RequestTimedOut), .. });
    assert!(bench.details().iter().any(|(_, it)| lost(it)));
    assert!(bench.times(ApiKey::FindCoordinator).len() > 1);
}

#[test]
fn commit_sync_repeats_what_can_succeed_with_the_same_offsets() {
    let mut bench = manual(CommitMode::Sync);
    bench.script(ApiKey::OffsetCommit, refused(ErrorCode::CoordinatorLoadInProgress));
    bench.log_end = 2;
    bench.run_until(3_000);
    let commits = bench.requests(ApiKey::OffsetCommit);
    assert_eq!(offsets(commits[0].1), offsets(commits[1].1));
    assert!((80..=125).contains(&(commits[1].0 - commits[0].0)));
    assert_eq!(bench.committed[&partition(0)].0, 2);
}

#[test]
fn commit_sync_of_a_removed_member_fails_and_is_survived() {
    let mut bench = manual(CommitMode::Sync);
    bench.script(ApiKey::OffsetCommit, refused(ErrorCode::UnknownMemberId));
    bench.log_end = 2;
    bench.run_until(3_000);
    assert_eq!(bench.thrown(), ["CommitFailedException"]);
    assert_eq!(bench.join_reasons()[2], "encountered UNKNOWN_MEMBER_ID from OFFSET_COMMIT response");
    assert_eq!(bench.ended, None);
}

#[test]
fn a_commit_during_a_rebalance_keeps_the_generation() {
    let mut bench = manual(CommitMode::Sync);
    bench.script(ApiKey::OffsetCommit, refused(ErrorCode::RebalanceInProgress));
    bench.log_end = 2;
    bench.run_until(3_000);
    assert_eq!(bench.thrown(), ["RebalanceInProgressException"]);
    assert_eq!(bench.join_reasons()[2], "offset commit failed since group is already rebalancing");
    let Request::JoinGroup(join) = bench.requests(ApiKey::JoinGroup)[2].1 else { panic!() };
    assert_eq!(join.member_id, "m-1");
}

#[test]
fn a_member_that_left_is_refused_by_its_own_client() {
    let settings: [(&str, Value); 2] = [("enable.auto.commit", false.into()), ("max.poll.interval.ms", 5_000.into())];
    let mut bench = Bench::with_application(&settings, |it| (it.commit, it.process_ms) = (CommitMode::Sync, 4_000));
    bench.start();
    bench.run_until(1_000);
    bench.log_end = 1;
    bench.run_until(16_000);
    assert_eq!(bench.thrown(), ["CommitFailedException"]);
    assert!(bench.times(ApiKey::OffsetCommit).is_empty());
}

#[test]
fn commit_async_is_never_repeated() {
    let mut bench = manual(CommitMode::Async);
    bench.script(ApiKey::OffsetCommit, refused(ErrorCode::CoordinatorLoadInProgress));
    bench.log_end = 2;
    bench.run_until(5_000);
    let commits = bench.times(ApiKey::OffsetCommit).len();
    let batches = bench.notes.iter().filter(|(_, note)| matches!(note, Note::Committed { .. })).count();
    assert_eq!((commits, batches), (1, 1));
}

#[test]
fn a_commit_after_each_record_commits_each_record() {
    let mut bench = manual(CommitMode::SyncEach);
    bench.share = vec![partition(0)];
    bench.log_end = 3;
    bench.run_until(3_000);
    let of_first = |request: &Request| offsets(request).into_iter().find(|(number, _)| *number == 0);
    let committed: Vec<_> = bench.requests(ApiKey::OffsetCommit).iter().filter_map(|(_, it)| of_first(it)).collect();
    assert_eq!(committed, [(0, 1), (0, 2), (0, 3)]);
}
