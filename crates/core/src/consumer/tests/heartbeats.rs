use super::bench::{Bench, Reply, heartbeat};
use crate::{
    config::Value,
    consumer::{Detail, LostCause, Note},
    protocol::{ApiKey, ErrorCode, Request},
    simulation::frame::MemberState,
};

/// When the first JoinGroup that was not refused was answered.
const JOINED: u64 = 12;

/// Joined, and busy with a record of so many ms from about 100 ms on.
fn busy(settings: &[(&str, Value)], process_ms: u64) -> Bench {
    let mut bench = Bench::with_application(settings, |it| it.process_ms = process_ms);
    bench.start();
    bench.run_until(100);
    bench.log_end = 1;
    bench.run_until(1_000);
    bench
}

fn last_member(bench: &Bench) -> (MemberState, String, i32) {
    let member = bench.notes.iter().rev().find_map(|(_, note)| match note {
        Note::Member { state, member_id, generation } => Some((*state, member_id.to_string(), *generation)),
        _ => None,
    });
    member.unwrap()
}

fn lost_coordinator(bench: &Bench) -> Option<(u64, LostCause)> {
    bench.details().into_iter().find_map(|(at, it)| match it {
        Detail::CoordinatorLost { cause, .. } => Some((at, *cause)),
        _ => None,
    })
}

#[test]
fn the_first_heartbeat_is_one_interval_after_the_join_and_the_next_follow_at_intervals() {
    let mut bench = Bench::joined(&[]);
    bench.run_until(10_000);
    // Each time the thread wakes a moment after poll() has told it to.
    assert_eq!(bench.times(ApiKey::Heartbeat), [JOINED + 3_001, JOINED + 6_002, JOINED + 9_003]);
}

#[test]
fn heartbeats_go_on_while_the_application_works_within_a_round_of_their_time() {
    let mut bench = busy(&[], 60_000);
    bench.run_until(20_000);
    let times = bench.times(ApiKey::Heartbeat);
    assert_eq!(times.len(), 6, "{times:?}");
    assert!(times.windows(2).all(|pair| (3_000..=3_100).contains(&(pair[1] - pair[0]))), "{times:?}");
}

#[test]
fn a_rebalance_leaves_the_member_stable_and_heartbeating_until_the_application_polls() {
    let mut bench = busy(&[], 60_000);
    bench.script(ApiKey::Heartbeat, heartbeat(ErrorCode::RebalanceInProgress));
    bench.script(ApiKey::Heartbeat, heartbeat(ErrorCode::RebalanceInProgress));
    bench.run_until(20_000);
    assert_eq!(last_member(&bench), (MemberState::Stable, "m-1".into(), 1));
    assert_eq!(bench.times(ApiKey::Heartbeat).len(), 6);
    assert_eq!(bench.times(ApiKey::JoinGroup).len(), 2);
}

#[test]
fn a_lost_session_on_the_clients_side_only_drops_the_coordinator() {
    let mut bench = Bench::new(&[("session.timeout.ms", 10_000.into())]);
    bench.start();
    (0..10).for_each(|_| bench.script(ApiKey::Heartbeat, Reply::Hold));
    bench.run_until(11_000);
    let (at, cause) = lost_coordinator(&bench).unwrap();
    assert_eq!(cause, LostCause::Session);
    assert!((JOINED + 10_000..JOINED + 10_100).contains(&at), "{at}");
    assert_eq!(last_member(&bench), (MemberState::Stable, "m-1".into(), 1));
    assert_eq!(bench.callbacks(), ["assigned [0, 1, 2]"]);
}

#[test]
fn an_unanswered_heartbeat_does_not_hold_up_the_next() {
    let mut bench = Bench::new(&[]);
    bench.start();
    (0..10).for_each(|_| bench.script(ApiKey::Heartbeat, Reply::Hold));
    bench.run_until(10_000);
    assert_eq!(bench.times(ApiKey::Heartbeat).len(), 3);
}

#[test]
fn a_failed_heartbeat_is_repeated_after_a_growing_pause() {
    let mut bench = Bench::joined(&[]);
    (0..3).for_each(|_| bench.script(ApiKey::Heartbeat, heartbeat(ErrorCode::UnknownServerError)));
    bench.run_until(5_000);
    let times = bench.times(ApiKey::Heartbeat);
    let gaps: Vec<_> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
    for (gap, expected) in gaps.iter().zip([80..=125, 160..=245, 320..=485]) {
        assert!(expected.contains(gap), "{times:?}");
    }
}

#[test]
fn an_illegal_generation_keeps_the_member_id_and_an_unknown_member_does_not() {
    for (error, member_id) in [(ErrorCode::IllegalGeneration, "m-1"), (ErrorCode::UnknownMemberId, "")] {
        let mut bench = busy(&[], 60_000);
        bench.script(ApiKey::Heartbeat, heartbeat(error));
        bench.run_until(5_000);
        assert_eq!(last_member(&bench), (MemberState::Unjoined, member_id.into(), -1), "{error}");
    }
}

#[test]
fn after_either_of_them_partitions_are_lost_at_the_next_poll() {
    for error in [ErrorCode::IllegalGeneration, ErrorCode::UnknownMemberId] {
        let mut bench = Bench::joined(&[]);
        bench.script(ApiKey::Heartbeat, heartbeat(error));
        bench.run_until(5_000);
        assert_eq!(bench.callbacks(), ["assigned [0, 1, 2]", "lost [0, 1, 2]", "assigned [0, 1, 2]"], "{error}");
        let reason = format!("encountered {error} from HEARTBEAT response");
        assert_eq!(bench.join_reasons()[2], reason);
    }
}

#[test]
fn an_error_for_an_old_generation_is_ignored() {
    let mut bench = Bench::joined(&[]);
    bench.script(ApiKey::Heartbeat, Reply::Hold);
    bench.run_until(4_000);
    let heartbeat = bench.sent.iter().rfind(|sent| sent.request.api() == ApiKey::Heartbeat).unwrap();
    let (connection, correlation_id) = (heartbeat.connection, heartbeat.correlation_id);
    bench.script(ApiKey::Heartbeat, super::bench::heartbeat(ErrorCode::RebalanceInProgress));
    bench.run_until(7_000);
    assert_eq!(last_member(&bench).2, 2);
    let error = ErrorCode::UnknownMemberId;
    let response = crate::protocol::Response::Heartbeat(crate::protocol::HeartbeatResponse { error });
    bench.input(crate::consumer::Input::Response { connection, correlation_id, response });
    bench.run_until(8_000);
    assert_eq!(last_member(&bench), (MemberState::Stable, "m-1".into(), 2));
}

#[test]
fn a_fenced_member_throws_at_its_next_poll_and_loses_its_partitions_in_close() {
    let mut bench = Bench::joined(&[("group.instance.id", "i".into())]);
    bench.script(ApiKey::Heartbeat, heartbeat(ErrorCode::FencedInstanceId));
    bench.run_until(5_000);
    assert_eq!(bench.thrown(), ["FencedInstanceIdException"]);
    assert_eq!(bench.callbacks(), ["assigned [0, 1, 2]", "lost [0, 1, 2]"]);
    assert!(bench.times(ApiKey::LeaveGroup).is_empty());
    assert!(bench.ended.is_some_and(|at| at < 4_000), "{:?}", bench.ended);
}

#[test]
fn a_dynamic_member_that_polls_too_late_leaves_and_comes_back_as_a_new_one() {
    let mut bench = busy(&[("max.poll.interval.ms", 5_000.into())], 4_000);
    bench.run_until(20_000);
    let left = bench.times(ApiKey::LeaveGroup);
    let polled = bench.notes.iter().filter(|(at, note)| matches!(note, Note::Polled { .. }) && *at < 5_000);
    let last_poll = polled.map(|it| it.0).max().unwrap();
    assert_eq!(left.len(), 1);
    assert!((5_000..=5_100).contains(&(left[0] - last_poll)), "{left:?} {last_poll}");
    let heartbeats = bench.times(ApiKey::Heartbeat);
    assert!(heartbeats.iter().all(|at| *at < left[0] || *at > 3 * 4_000), "{heartbeats:?}");
    let Request::JoinGroup(join) = bench.requests(ApiKey::JoinGroup)[2].1 else { panic!() };
    assert_eq!(join.member_id, "");
    assert_eq!(bench.join_reasons()[2], "consumer pro-actively leaving the group");
    assert_eq!(bench.callbacks()[..2], ["assigned [0, 1, 2]", "lost [0, 1, 2]"]);
}

#[test]
fn a_static_member_that_polls_too_late_forgets_itself_without_a_word() {
    let settings = [("max.poll.interval.ms", 5_000.into()), ("group.instance.id", "i".into())];
    let mut bench = busy(&settings, 12_000);
    bench.run_until(11_000);
    assert!(bench.times(ApiKey::LeaveGroup).is_empty());
    assert_eq!(last_member(&bench), (MemberState::Unjoined, String::new(), -1));
}

#[test]
fn polling_is_polling_even_if_the_coordinator_cannot_be_reached() {
    let mut bench = Bench::joined(&[("max.poll.interval.ms", 5_000.into())]);
    bench.cut(&[1, 2_147_483_646, -1]);
    bench.run_until(20_000);
    assert!(!bench.details().iter().any(|(_, it)| matches!(it, Detail::PollExpired)));
    assert_eq!(last_member(&bench), (MemberState::Stable, "m-1".into(), 1));
}

#[test]
fn the_heartbeat_side_looks_the_coordinator_up_while_the_application_works() {
    let mut bench = busy(&[], 60_000);
    bench.script(ApiKey::Heartbeat, heartbeat(ErrorCode::NotCoordinator));
    (0..3).for_each(|_| bench.script(ApiKey::FindCoordinator, Reply::Hold));
    bench.run_until(5_000);
    let lookups = bench.times(ApiKey::FindCoordinator);
    assert_eq!(lookups.len(), 5, "{lookups:?}");
    assert!(
        lookups[1..].windows(2).all(|pair| (200..=202).contains(&(pair[1] - pair[0]))),
        "by turns it forgets and asks: {lookups:?}"
    );
}

#[test]
fn finding_the_coordinator_restarts_the_session() {
    let mut bench = busy(&[("session.timeout.ms", 10_000.into())], 60_000);
    bench.script(ApiKey::Heartbeat, heartbeat(ErrorCode::NotCoordinator));
    (0..20).for_each(|_| bench.script(ApiKey::Heartbeat, Reply::Hold));
    bench.run_until(12_000);
    let lost = bench.details().into_iter().filter(|(_, it)| matches!(it, Detail::CoordinatorLost { .. })).count();
    assert_eq!(lost, 1, "10 s after the join its session would have ended");
}
