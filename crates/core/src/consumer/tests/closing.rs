use super::bench::{Bench, Reply, heartbeat, partition};
use crate::{
    config::Value,
    consumer::Task,
    protocol::{ApiKey, ErrorCode, Request},
};

#[test]
fn close_commits_then_revokes_then_leaves() {
    let mut bench = Bench::joined(&[]);
    bench.log_end = 5;
    bench.run_until(2_000);
    bench.task(Task::Close);
    bench.run_until(3_000);
    let (committed, left) = (bench.times(ApiKey::OffsetCommit)[0], bench.times(ApiKey::LeaveGroup)[0]);
    assert!(committed < left && left < bench.ended.unwrap());
    assert_eq!(bench.committed[&partition(0)].0, 5);
    assert_eq!(bench.callbacks()[1], "revoked [0, 1, 2]");
}

#[test]
fn close_ends_the_fetch_session_and_waits_for_the_answer() {
    let mut bench = Bench::joined(&[]);
    bench.task(Task::Close);
    bench.run_until(3_000);
    let Request::Fetch(last) = bench.requests(ApiKey::Fetch).last().unwrap().1 else { panic!() };
    assert!(last.close_session && last.partitions.is_empty());
    assert_eq!(bench.ended, Some(bench.times(ApiKey::Fetch).last().unwrap() + 2));
}

#[test]
fn a_close_is_noticed_when_poll_returns() {
    let mut bench = Bench::joined(&[]);
    bench.task(Task::Close);
    bench.run_until(3_000);
    let at = bench.times(ApiKey::OffsetCommit)[0];
    assert!((1_000..=1_100).contains(&at), "{at}");
}

#[test]
fn a_static_member_closes_without_leaving_but_is_called_back() {
    let mut bench = Bench::joined(&[("group.instance.id", "i".into())]);
    bench.task(Task::Close);
    bench.run_until(3_000);
    assert!(bench.times(ApiKey::LeaveGroup).is_empty());
    assert_eq!(bench.callbacks()[1], "revoked [0, 1, 2]");
    assert_eq!(bench.times(ApiKey::OffsetCommit).len(), 1);
}

#[test]
fn a_close_in_the_middle_of_a_rebalance_loses_what_is_still_owned() {
    let settings: [(&str, Value); 1] = [("partition.assignment.strategy", "cooperative-sticky".into())];
    let mut bench = Bench::joined(&settings);
    bench.script(ApiKey::Heartbeat, heartbeat(ErrorCode::RebalanceInProgress));
    bench.script(ApiKey::JoinGroup, Reply::Hold);
    bench.run_until(5_000);
    bench.task(Task::Close);
    bench.run_until(40_000);
    assert_eq!(bench.callbacks(), ["assigned [0, 1, 2]", "lost [0, 1, 2]"]);
    assert!(bench.ended.is_some_and(|at| at >= 35_000), "it waits for the parked JoinGroup: {:?}", bench.ended);
}

#[test]
fn nobody_is_told_if_the_coordinator_is_unknown() {
    let mut bench = Bench::joined(&[("request.timeout.ms", 5_000.into())]);
    bench.cut(&[1, 2_147_483_646, -1]);
    bench.task(Task::Close);
    bench.run_until(20_000);
    assert!(bench.times(ApiKey::LeaveGroup).is_empty());
    let ended = bench.ended.unwrap();
    assert!((5_900..=11_200).contains(&ended), "the last commit uses all the time there is: {ended}");
}

#[test]
fn without_auto_commit_close_commits_nothing() {
    let mut bench = Bench::joined(&[("enable.auto.commit", false.into())]);
    bench.task(Task::Close);
    bench.run_until(3_000);
    assert!(bench.times(ApiKey::OffsetCommit).is_empty());
    assert_eq!(bench.times(ApiKey::LeaveGroup).len(), 1);
}
