//! Rules of the coordinator that the recorded scripts in the tests' folder don't reach, or only in passing. What is expected
//! follows from Kafka's own documents and sources, not from this implementation.

use super::*;

const NONE: ErrorCode = ErrorCode::None;

fn two() -> [Joiner; 2] {
    [joiner("c1"), joiner("c2")]
}

#[test]
fn while_loading_heartbeats_are_taken_on_trust_and_all_else_is_told_to_wait() {
    let mut bench = Bench::before_election(Config::default());
    bench.input(Input::Elected);
    assert!(bench.coordinator.is_loading());
    let nobody = MemberId::from("c1-1");
    assert_eq!(bench.heartbeat(&nobody, 1), NONE);
    let join = bench.join(joiner("c1").member(&nobody));
    assert_eq!(bench.joined(join).error, ErrorCode::CoordinatorLoadInProgress);
    assert_eq!(bench.joined(join).member_id, MemberId::default());
    let sync = bench.sync(&nobody, 1, &[]);
    assert_eq!(bench.error(sync), ErrorCode::CoordinatorLoadInProgress);
    let leave = bench.leave(&nobody);
    assert_eq!(bench.error(leave), ErrorCode::CoordinatorLoadInProgress);
    assert_eq!(bench.commit_offset(&nobody, 1, 5), ErrorCode::CoordinatorLoadInProgress);
}

#[test]
fn who_is_not_in_charge_says_so_to_everybody() {
    let mut bench = Bench::before_election(Config::default());
    let nobody = MemberId::from("c1-1");
    assert_eq!(bench.heartbeat(&nobody, 1), ErrorCode::NotCoordinator);
    let join = bench.join(joiner("c1"));
    assert_eq!(bench.joined(join).error, ErrorCode::NotCoordinator);
    assert_eq!(bench.commit_offset(&nobody, 1, 5), ErrorCode::NotCoordinator);
}

#[test]
fn a_bad_session_timeout_or_group_id_is_told_before_where_the_coordinator_is() {
    let mut bench = Bench::before_election(Config::default());
    let join = bench.join(joiner("c1").timeouts(5999, 60_000).member(&"c1-1".into()));
    assert_eq!(bench.joined(join).error, ErrorCode::InvalidSessionTimeout);
    assert_eq!(bench.joined(join).member_id, MemberId::from("c1-1"));
    let mut nameless = joiner("c1");
    nameless.request.group_id = GroupId::default();
    let join = bench.join(nameless);
    assert_eq!(bench.joined(join).error, ErrorCode::InvalidGroupId);
}

#[test]
fn a_broker_that_shuts_down_says_so_before_anything_else() {
    let mut bench = Bench::new(Config::default());
    let parked = bench.join(joiner("c1"));
    bench.input(Input::ShutDown);
    assert_eq!(bench.error(parked), ErrorCode::NotCoordinator);
    let mut nameless = joiner("c1");
    nameless.request.group_id = GroupId::default();
    let join = bench.join(nameless);
    assert_eq!(bench.error(join), ErrorCode::CoordinatorNotAvailable);
    assert_eq!(bench.heartbeat(&"c1-1".into(), 1), ErrorCode::CoordinatorNotAvailable);
}

#[test]
fn stabilized_means_completing() {
    let mut bench = Bench::new(Config::default());
    bench.join(joiner("c1"));
    bench.at(3000);
    assert_eq!(bench.state(), (GroupState::CompletingRebalance, 1, 1));
}

#[test]
fn a_sole_member_cannot_swap_its_whole_list_of_assignors() {
    let mut bench = Bench::new(Config::default());
    let id = bench.stable(&[joiner("c1")]).remove(0);
    let swapped = bench.join(joiner("c1").member(&id).offering(&["roundrobin"], ORDERS));
    assert_eq!(bench.error(swapped), ErrorCode::InconsistentGroupProtocol);
    assert_eq!(bench.state(), (GroupState::Stable, 1, 1));
    let widened = bench.join(joiner("c1").member(&id).offering(&["roundrobin", "range"], ORDERS));
    assert_eq!((bench.error(widened), bench.joined(widened).generation_id), (NONE, 2));
    assert_eq!(bench.joined(widened).protocol_name.as_deref(), Some("roundrobin"));
}

#[test]
fn an_empty_group_may_even_change_its_protocol_type() {
    let mut bench = Bench::new(Config::default());
    let id = bench.stable(&[joiner("c1")]).remove(0);
    bench.leave(&id);
    let mut connect = joiner("w1").offering(&["default"], b"x");
    connect.request.protocol_type = "connect".into();
    let join = bench.join(connect);
    bench.at(10_000);
    assert_eq!(bench.joined(join).protocol_type.as_deref(), Some("connect"));
}

#[test]
fn an_empty_protocol_type_or_list_is_refused_but_leaves_an_empty_group() {
    let mut bench = Bench::new(Config::default());
    let mut typeless = joiner("c1");
    typeless.request.protocol_type = Name::default();
    let join = bench.join(typeless);
    assert_eq!(bench.error(join), ErrorCode::InconsistentGroupProtocol);
    assert_eq!(bench.state(), (GroupState::Empty, 0, 0));
    assert_eq!(bench.log.len(), 1);
}

#[test]
fn an_unknown_id_creates_no_group() {
    let mut bench = Bench::new(Config::default());
    let join = bench.join(joiner("c1").member(&"ghost".into()));
    assert_eq!(bench.joined(join).error, ErrorCode::UnknownMemberId);
    assert_eq!(bench.joined(join).member_id, MemberId::from("ghost"));
    assert!(bench.coordinator.group(&"g".into()).is_none());
}

#[test]
fn the_last_leave_while_an_id_is_outstanding_empties_the_group_at_the_next_turn() {
    let mut bench = Bench::new(Config::default());
    let id = bench.stable(&[joiner("c1")]).remove(0);
    let pending = bench.join(joiner("c2").version(9));
    bench.leave(&id);
    assert_eq!(bench.state(), (GroupState::PreparingRebalance, 1, 0));
    let now = bench.now;
    bench.at(now);
    assert_eq!(bench.state(), (GroupState::Empty, 2, 0));
    let pending = bench.joined(pending).member_id.clone();
    assert!(bench.group().pending_members().eq([&pending]));
}

#[test]
fn an_id_that_was_handed_out_is_no_member_yet() {
    let mut bench = Bench::new(Config::default());
    let join = bench.join(joiner("c1").version(4));
    assert_eq!(bench.joined(join).error, ErrorCode::MemberIdRequired);
    let id = bench.joined(join).member_id.clone();
    assert_eq!(bench.heartbeat(&id, 0), ErrorCode::UnknownMemberId);
    let sync = bench.sync(&id, 0, &[]);
    assert_eq!(bench.error(sync), ErrorCode::UnknownMemberId);
    assert_eq!(bench.state(), (GroupState::Empty, 0, 0));
}

#[test]
fn an_absent_client_id_makes_an_id_that_begins_with_a_hyphen() {
    let mut bench = Bench::new(Config::default());
    let join = bench.join(joiner("").version(4));
    assert_eq!(bench.joined(join).member_id, MemberId::from("-1"));
}

#[test]
fn the_id_of_a_static_member_begins_with_its_instance_id() {
    let mut bench = Bench::new(Config::default());
    let join = bench.join(Joiner { client: "c1", ..static_joiner("i1").version(9) });
    bench.at(3000);
    assert_eq!(bench.joined(join).member_id, MemberId::from("i1-1"));
}

#[test]
fn the_initial_delay_passes_even_if_it_is_zero_through_a_timer() {
    let mut bench = Bench::new(Config { initial_rebalance_delay_ms: 0, ..Config::default() });
    let join = bench.join(joiner("c1"));
    assert!(bench.is_parked(join));
    bench.at(0);
    assert_eq!(bench.joined(join).generation_id, 1);
}

#[test]
fn newcomers_prolong_the_initial_delay_up_to_the_first_members_rebalance_timeout() {
    let mut bench = Bench::new(Config::default());
    let first = bench.join(joiner("c0").timeouts(10_000, 8000));
    for (at, client) in [(1000, "c1"), (4000, "c2"), (6500, "c3")] {
        bench.at(at).join(joiner(client).timeouts(10_000, 600_000));
    }
    bench.at(60_000);
    assert_eq!(bench.replies[&first].0, 8000);
    assert_eq!(bench.joined(first).generation_id, 1);
}

#[test]
fn a_heartbeat_while_the_plan_is_awaited_is_fine_and_renews_the_session() {
    let mut bench = Bench::new(Config::default());
    let join = bench.join(joiner("c1"));
    bench.at(3000);
    let id = bench.joined(join).member_id.clone();
    bench.at(5000);
    assert_eq!(bench.heartbeat(&id, 1), NONE);
    assert_eq!(bench.session_of(&id), Some(15_000));
}

#[test]
fn a_session_that_ends_in_a_join_phase_starts_no_second_rebalance() {
    let mut bench = Bench::new(Config::default());
    let ids = bench.stable(&two());
    let leader = bench.group().leader().unwrap().clone();
    let other = ids.iter().find(|id| **id != leader).unwrap().clone();
    let rejoined = bench.join(joiner("x").member(&leader));
    bench.notes.clear();
    let end = bench.session_of(&other).unwrap();
    bench.at(end);
    assert_eq!(bench.joined(rejoined).generation_id, 2);
    let preparing = |note: &&Note| matches!(note, Note::Transition { to: GroupState::PreparingRebalance, .. });
    assert_eq!(bench.notes.iter().filter(preparing).count(), 0);
}

#[test]
fn whoever_lets_its_sync_group_wait_is_out_after_the_rebalance_timeout_heartbeats_or_not() {
    let mut bench = Bench::new(Config::default());
    let joins: Vec<Token> = two().into_iter().map(|it| bench.join(it.timeouts(600_000, 20_000))).collect();
    bench.at(6000);
    let leader = bench.group().leader().unwrap().clone();
    let ids: Vec<MemberId> = joins.iter().map(|join| bench.joined(*join).member_id.clone()).collect();
    let other = ids.iter().find(|id| **id != leader).unwrap().clone();
    bench.sync(&leader, 1, &[&leader, &other]);
    bench.at(20_000);
    assert_eq!(bench.heartbeat(&other, 1), NONE);
    bench.at(26_000);
    assert_eq!(bench.state(), (GroupState::PreparingRebalance, 1, 1));
    assert_eq!(bench.heartbeat(&other, 1), ErrorCode::UnknownMemberId);
}

#[test]
fn replies_wait_for_the_writes_before_them_and_thrown_errors_do_not() {
    let mut bench = Bench::new(Config::default());
    let id = bench.stable(&[joiner("c1")]).remove(0);
    bench.durable = false;
    let commit = bench.send_commit(&id, 1, 5);
    let heartbeat = bench.send_heartbeat(&id, 1, None);
    assert!(bench.is_parked(commit) && bench.is_parked(heartbeat));
    assert_eq!(bench.heartbeat(&"ghost".into(), 1), ErrorCode::UnknownMemberId);
    assert_eq!(bench.committed_offset(), -1);
    bench.commit();
    assert_eq!((bench.error(commit), bench.error(heartbeat), bench.committed_offset()), (NONE, NONE, 5));
}

#[test]
fn a_reply_waits_for_a_write_five_seconds_at_most_and_the_write_may_still_land() {
    let mut bench = Bench::new(Config::default());
    let id = bench.stable(&[joiner("c1")]).remove(0);
    bench.durable = false;
    let (commit, start) = (bench.send_commit(&id, 1, 5), bench.now);
    bench.at(start + 1000);
    let heartbeat = bench.send_heartbeat(&id, 1, None);
    bench.at(start + 4999);
    assert!(bench.is_parked(commit));
    bench.at(start + 5000);
    assert_eq!(bench.error(commit), ErrorCode::CoordinatorNotAvailable);
    assert!(bench.is_parked(heartbeat));
    bench.commit();
    assert_eq!((bench.error(heartbeat), bench.committed_offset()), (NONE, 5));
}

#[test]
fn the_errors_of_the_log_are_translated_for_clients() {
    let expected = [
        (ErrorCode::UnknownTopicOrPartition, ErrorCode::CoordinatorNotAvailable),
        (ErrorCode::NotEnoughReplicas, ErrorCode::CoordinatorNotAvailable),
        (ErrorCode::RequestTimedOut, ErrorCode::CoordinatorNotAvailable),
        (ErrorCode::NotLeaderOrFollower, ErrorCode::NotCoordinator),
        (ErrorCode::KafkaStorageError, ErrorCode::NotCoordinator),
        (ErrorCode::MessageTooLarge, ErrorCode::UnknownServerError),
        (ErrorCode::RecordListTooLarge, ErrorCode::UnknownServerError),
        (ErrorCode::InvalidFetchSize, ErrorCode::UnknownServerError),
        (ErrorCode::NetworkException, ErrorCode::CoordinatorLoadInProgress),
        (ErrorCode::NotEnoughReplicasAfterAppend, ErrorCode::NotEnoughReplicasAfterAppend),
        (ErrorCode::NotCoordinator, ErrorCode::NotCoordinator),
        (ErrorCode::CorruptMessage, ErrorCode::CorruptMessage),
    ];
    for (error, told) in expected {
        let mut bench = Bench::new(Config::default());
        let id = bench.stable(&[joiner("c1")]).remove(0);
        bench.durable = false;
        let commit = bench.send_commit(&id, 1, 5);
        bench.fail(error);
        assert_eq!(bench.error(commit), told, "{error}");
        assert_eq!(bench.committed_offset(), -1);
    }
}

#[test]
fn a_fetch_that_waits_for_a_failed_write_is_sent_to_look_for_the_coordinator() {
    let mut bench = Bench::new(Config::default());
    let id = bench.stable(&[joiner("c1")]).remove(0);
    bench.durable = false;
    bench.send_commit(&id, 1, 5);
    let request = OffsetFetchRequest { group_id: "g".into(), partitions: None, require_stable: true };
    let fetch = bench.send(9, "", GroupRequest::OffsetFetch(request));
    bench.fail(ErrorCode::NotEnoughReplicas);
    assert_eq!(bench.error(fetch), ErrorCode::NotCoordinator);
}

#[test]
fn a_heartbeat_behind_a_write_that_ends_with_a_network_error_is_fine() {
    let mut bench = Bench::new(Config::default());
    let id = bench.stable(&[joiner("c1")]).remove(0);
    bench.durable = false;
    bench.send_commit(&id, 1, 5);
    let heartbeat = bench.send_heartbeat(&id, 1, None);
    bench.fail(ErrorCode::NetworkException);
    assert_eq!(bench.error(heartbeat), NONE);
}

#[test]
fn a_plan_that_a_rebalance_has_overtaken_is_dropped_but_durable() {
    let mut bench = Bench::new(Config::default());
    let join = bench.join(joiner("c1"));
    bench.at(3000);
    let id = bench.joined(join).member_id.clone();
    bench.durable = false;
    let sync = bench.sync(&id, 1, &[&id]);
    bench.join(joiner("c2"));
    assert_eq!(bench.synced(sync).error, ErrorCode::RebalanceInProgress);
    bench.commit();
    assert_eq!(bench.state(), (GroupState::PreparingRebalance, 1, 2));
    bench.fail_over();
    assert_eq!(bench.state(), (GroupState::Stable, 1, 1));
}

#[test]
fn a_newer_static_member_fences_the_older_ones_parked_requests() {
    let mut bench = Bench::new(Config::default());
    let first = bench.join(static_joiner("i1"));
    let second = bench.join(static_joiner("i1"));
    assert_eq!(bench.joined(first).error, ErrorCode::FencedInstanceId);
    assert_eq!(bench.joined(first).member_id, MemberId::from("i1-1"));
    bench.at(3000);
    assert_eq!(bench.joined(second).member_id, MemberId::from("i1-2"));
    assert_eq!(bench.state(), (GroupState::CompletingRebalance, 1, 1));
}

#[test]
fn a_replacement_that_can_not_be_written_gives_the_old_id_back() {
    let mut bench = Bench::new(Config::default());
    let old = bench.stable(&[static_joiner("i1")]).remove(0);
    bench.durable = false;
    let join = bench.join(static_joiner("i1").version(9));
    assert!(bench.is_parked(join));
    bench.fail(ErrorCode::NotEnoughReplicas);
    let reply = bench.joined(join);
    assert_eq!((reply.error, &reply.member_id), (ErrorCode::CoordinatorNotAvailable, &MemberId::default()));
    assert_eq!((reply.generation_id, &reply.leader), (1, &old));
    assert_eq!(bench.heartbeat_as(&old, 1, Some("i1")), NONE);
}

#[test]
fn two_replacements_that_can_not_be_written_give_the_first_id_back() {
    let mut bench = Bench::new(Config::default());
    let first = bench.stable(&[static_joiner("i1")]).remove(0);
    bench.durable = false;
    bench.join(static_joiner("i1").version(9).timeouts(20_000, 60_000));
    bench.join(static_joiner("i1").version(9));
    // The second write alone fails, then the first one does.
    let (second, _) = bench.pending.pop_back().unwrap();
    bench.input(Input::WriteFailed { write: second, error: ErrorCode::NotEnoughReplicas });
    bench.fail(ErrorCode::NotEnoughReplicas);
    assert_eq!(bench.heartbeat_as(&first, 1, Some("i1")), NONE);
    // The time-out of the second id has passed on, as Kafka passes on what the member that it replaces has.
    assert_eq!(bench.session_of(&first), Some(bench.now + 20_000));
}

#[test]
fn a_static_member_in_its_first_join_expires_and_a_replaced_one_does_not() {
    let mut bench = Bench::new(Config { initial_rebalance_delay_ms: 600_000, ..Config::default() });
    let first = bench.join(static_joiner("i1"));
    bench.at(1000);
    let replaced = bench.join(static_joiner("i2"));
    let replacing = bench.join(static_joiner("i2"));
    assert_eq!(bench.error(replaced), ErrorCode::FencedInstanceId);
    bench.at(310_000);
    assert_eq!(bench.error(first), ErrorCode::UnknownMemberId);
    // Nobody else is awaited, so the expiry has ended the initial delay.
    assert_eq!((bench.error(replacing), bench.joined(replacing).generation_id), (NONE, 1));
}

#[test]
fn deleting_a_group_needs_it_to_be_empty_and_forgets_its_offsets() {
    let mut bench = Bench::new(Config::default());
    let delete = |bench: &mut Bench| {
        let request = DeleteGroupsRequest { group_ids: vec!["g".into(), "h".into()] };
        let token = bench.send(2, "", GroupRequest::DeleteGroups(request));
        let Response::DeleteGroups(response) = bench.response(token) else { panic!("no DeleteGroups") };
        response.results.iter().map(|(_, error)| *error).collect::<Vec<_>>()
    };
    let id = bench.stable(&[joiner("c1")]).remove(0);
    bench.commit_offset(&id, 1, 5);
    assert_eq!(delete(&mut bench), [ErrorCode::NonEmptyGroup, ErrorCode::GroupIdNotFound]);
    bench.leave(&id);
    assert_eq!(delete(&mut bench), [NONE, ErrorCode::GroupIdNotFound]);
    assert!(bench.coordinator.group(&"g".into()).is_none());
    assert_eq!(bench.committed_offset(), -1);
    assert_eq!(bench.heartbeat(&id, 1), ErrorCode::UnknownMemberId);
}

#[test]
fn a_deletion_that_fails_brings_the_group_back() {
    let mut bench = Bench::new(Config::default());
    bench.commit_offset(&MemberId::default(), -1, 5);
    bench.durable = false;
    let request = DeleteGroupsRequest { group_ids: vec!["g".into()] };
    let delete = bench.send(2, "", GroupRequest::DeleteGroups(request));
    assert!(bench.coordinator.group(&"g".into()).is_none());
    bench.fail(ErrorCode::KafkaStorageError);
    assert_eq!(bench.error(delete), ErrorCode::NotCoordinator);
    assert_eq!((bench.state(), bench.committed_offset()), ((GroupState::Empty, 0, 0), 5));
}

#[test]
fn a_group_loaded_over_capacity_rebalances_and_turns_the_last_ones_away() {
    let mut bench = Bench::new(Config::default());
    let ids = bench.stable(&[joiner("c1"), joiner("c2"), joiner("c3")]);
    let log = bench.log.clone();
    let mut smaller = Bench::before_election(Config { max_size: 2, ..Config::default() });
    smaller.input(Input::Elected);
    smaller.input(Input::Loaded(log));
    assert_eq!(smaller.state(), (GroupState::PreparingRebalance, 1, 3));
    let joins: Vec<Token> = ids.iter().map(|id| smaller.join(joiner("x").member(id))).collect();
    assert_eq!(smaller.error(joins[2]), ErrorCode::GroupMaxSizeReached);
    assert!(smaller.is_parked(joins[0]) && smaller.is_parked(joins[1]));
}

#[test]
fn a_leader_plan_with_gaps_gives_empty_shares_without_an_error() {
    let mut bench = Bench::new(Config::default());
    let joins: Vec<Token> = two().into_iter().map(|it| bench.join(it)).collect();
    bench.at(6000);
    let leader = bench.group().leader().unwrap().clone();
    let ids = joins.iter().map(|join| bench.joined(*join).member_id.clone());
    let other = ids.collect::<Vec<_>>().into_iter().find(|id| *id != leader).unwrap();
    let waiting = bench.sync(&other, 1, &[&other]);
    let ghost = MemberId::from("ghost");
    let sync = bench.sync(&leader, 1, &[&leader, &ghost]);
    assert_eq!((bench.synced(sync).error, &*bench.synced(sync).assignment), (NONE, &b"plan"[..]));
    assert_eq!((bench.synced(waiting).error, &*bench.synced(waiting).assignment), (NONE, &b""[..]));
}

#[test]
fn a_subscription_that_can_not_be_read_protects_all_offsets() {
    let mut bench = Bench::new(Config { offsets_retention_minutes: 1, ..Config::default() });
    let id = bench.stable(&[joiner("c1").timeouts(600_000, 60_000).offering(&["range"], b"\0")]).remove(0);
    bench.commit_offset(&id, 1, 5);
    bench.at(100_000).input(Input::ExpireOffsets);
    assert_eq!(bench.committed_offset(), 5);
}

/// Nine topics are announced, and none follows.
const WRONG_LENGTH: &[u8] = b"\0\0\0\0\0\x09";

#[test]
fn a_subscription_with_a_length_that_can_not_be_stops_the_join_phase_halfway() {
    let mut bench = Bench::new(Config::default());
    let join = bench.join(joiner("c1").offering(&["range"], WRONG_LENGTH));
    bench.at(3000);
    // Kafka raises the generation, then reads the subscriptions, and nothing catches what that throws.
    assert_eq!(bench.state(), (GroupState::PreparingRebalance, 1, 1));
    assert!(!bench.replies.contains_key(&join));
}

#[test]
fn a_subscription_that_ends_early_does_not() {
    let mut bench = Bench::new(Config::default());
    let join = bench.join(joiner("c1").offering(&["range"], b"\0\0\0"));
    bench.at(3000);
    assert_eq!((bench.error(join), bench.state()), (NONE, (GroupState::CompletingRebalance, 1, 1)));
}

#[test]
fn a_partition_whose_records_can_not_be_read_has_no_coordinator() {
    let mut bench = Bench::new(Config::default());
    let id = bench.stable(&[static_joiner("i1")]).remove(0);
    // A static member that comes back in Stable makes no new generation, so nothing reads what it subscribes to.
    let rejoin = bench.join(static_joiner("i1").offering(&["range"], WRONG_LENGTH));
    assert_eq!((bench.error(rejoin), bench.state()), (NONE, (GroupState::Stable, 1, 1)));
    bench.input(Input::Resigned);
    bench.input(Input::Elected);
    bench.input(Input::Loaded(bench.log.clone()));
    assert_eq!(bench.heartbeat(&id, 1), ErrorCode::NotCoordinator);
}
