//! Public incidents of Kafka users, as far as the coordinator alone shows them. The letters are those of the project's list
//! of cases; each name says what is to be seen.

use super::*;

const NONE: ErrorCode = ErrorCode::None;

fn ids_of(bench: &Bench, joins: &[Token]) -> Vec<MemberId> {
    joins.iter().map(|join| bench.joined(*join).member_id.clone()).collect()
}

fn leader_and_other(bench: &Bench, ids: &[MemberId]) -> (MemberId, MemberId) {
    let leader = bench.group().leader().expect("there is a leader").clone();
    let other = ids.iter().find(|id| **id != leader).expect("there is another member").clone();
    (leader, other)
}

/// spreedly/kaffe#92: rebalance timeout 0, as broker 2.3.0 understood version 0. There each join evicted all the others; since
/// KAFKA-12890 the newcomer itself has no time for its SyncGroup either.
#[test]
fn a1_with_a_rebalance_timeout_of_0_the_group_never_has_two_members() {
    let mut bench = Bench::new(Config::default());
    let hasty = |client| joiner(client).timeouts(10_000, 0);
    for (start, generation) in [(0, 1), (10_000, 3)] {
        let join = bench.at(start).join(hasty("m1"));
        bench.at(start + 3000);
        let first = bench.joined(join);
        assert_eq!((first.error, first.generation_id, first.members.len()), (NONE, generation, 1));
        let first = first.member_id.clone();
        bench.at(start + 3000);
        assert_eq!(bench.heartbeat(&first, generation), ErrorCode::UnknownMemberId);
        assert_eq!(bench.state(), (GroupState::Empty, generation + 1, 0));
    }
}

/// The same since 2.3.1: version 0 means the session timeout.
#[test]
fn a1_version_0_means_the_session_timeout_so_that_both_stay() {
    let mut bench = Bench::new(Config::default());
    let old = |client| joiner(client).version(0).timeouts(10_000, -1);
    let first = bench.stable(&[old("m1")]).remove(0);
    bench.at(4000).join(old("m2"));
    assert_eq!(bench.heartbeat(&first, 1), ErrorCode::RebalanceInProgress);
    bench.at(7000).join(old("m1").member(&first));
    assert_eq!(bench.state(), (GroupState::CompletingRebalance, 2, 2));
}

/// zendesk/ruby-kafka#941: a client that gives up on JoinGroup and asks again with an empty id, in version 3.
#[test]
fn a2_each_retry_with_an_empty_id_adds_a_ghost_that_gets_a_share_until_its_session_ends() {
    let mut bench = Bench::new(Config::default());
    let hasty = |client| joiner(client).version(3).timeouts(60_000, 300_000);
    let first = bench.stable(&[hasty("c1")]).remove(0);
    let joins: Vec<Token> = [21_000, 26_000, 31_000].map(|at| bench.at(at).join(hasty("c3"))).into();
    assert_eq!(bench.state(), (GroupState::PreparingRebalance, 1, 4));
    bench.at(32_000).join(hasty("c1").member(&first));
    let ids = ids_of(&bench, &joins);
    assert!(joins.iter().all(|join| bench.joined(*join).generation_id == 2));
    bench.plan(&[vec![first.clone()], ids.clone()].concat());
    // Only the last one is alive, and says so.
    for at in [50_000, 70_000, 90_000] {
        bench.at(at).heartbeat(&first, 2);
        bench.heartbeat(&ids[2], 2);
    }
    assert_eq!(bench.at(92_100).state(), (GroupState::PreparingRebalance, 2, 2));
}

/// confluentinc/librdkafka#3866: the leader needs 4 s for its plan, and a member joins every 3 s.
#[test]
fn a6_a_join_in_completing_sends_every_parked_sync_back_until_joins_stop() {
    let mut bench = Bench::new(Config::default());
    let mut joins: Vec<Token> = ["c1", "c2", "c3"].map(|client| bench.join(joiner(client))).into();
    bench.at(6000);
    let mut ids = ids_of(&bench, &joins);
    for (round, client) in (1..).zip(["c4", "c5"]) {
        let (leader, _) = leader_and_other(&bench, &ids);
        let followers: Vec<MemberId> = ids.iter().filter(|id| **id != leader).cloned().collect();
        let syncs: Vec<Token> = followers.iter().map(|id| bench.sync(id, round, &[])).collect();
        let now = bench.now + 3000;
        let late = bench.at(now).join(joiner(client));
        for sync in syncs {
            assert_eq!(bench.synced(sync).error, ErrorCode::RebalanceInProgress);
        }
        assert_eq!(bench.state().0, GroupState::PreparingRebalance);
        joins = ids.iter().map(|id| bench.join(joiner("x").member(id))).chain([late]).collect();
        assert_eq!(bench.state(), (GroupState::CompletingRebalance, round + 1, ids.len() + 1));
        ids = ids_of(&bench, &joins);
    }
    let now = bench.now + 4000;
    bench.at(now).plan(&ids);
    assert_eq!(bench.state(), (GroupState::Stable, 3, 5));
}

/// confluentinc/librdkafka#2722
#[test]
fn a7_a_plan_that_can_not_be_written_begins_the_next_rebalance() {
    let mut bench = Bench::new(Config::default());
    let clients = ["c1", "c2", "c3", "c4", "c5", "c6"];
    let mut joins: Vec<Token> = clients.iter().map(|client| bench.join(joiner(client))).collect();
    bench.at(6000);
    let ids = ids_of(&bench, &joins);
    let everybody: Vec<&MemberId> = ids.iter().collect();
    for generation in 1..=2 {
        bench.durable = false;
        let leader = bench.group().leader().unwrap().clone();
        let syncs: Vec<Token> =
            ids.iter().filter(|id| **id != leader).map(|id| bench.sync(id, generation, &[])).collect();
        bench.sync(&leader, generation, &everybody);
        bench.fail(ErrorCode::NotEnoughReplicas);
        for sync in syncs {
            assert_eq!(bench.synced(sync).error, ErrorCode::CoordinatorNotAvailable);
            assert!(bench.synced(sync).assignment.is_empty());
        }
        assert_eq!(bench.state(), (GroupState::PreparingRebalance, generation, 6));
        let reason = bench.notes.iter().rev().find_map(|note| match note {
            Note::Transition { reason: Some(reason), .. } => Some(reason.to_string()),
            _ => None,
        });
        let expected = format!(
            "Error COORDINATOR_NOT_AVAILABLE when storing group assignmentduring SyncGroup (member: {leader})."
        );
        assert_eq!(reason, Some(expected));
        bench.durable = true;
        joins = ids.iter().map(|id| bench.join(joiner("x").member(id))).collect();
        assert!(joins.iter().all(|join| bench.joined(*join).generation_id == generation + 1));
    }
    bench.plan(&ids);
    assert_eq!(bench.state(), (GroupState::Stable, 3, 6));
}

/// confluentinc/confluent-kafka-go#494
#[test]
fn b1_a_static_restart_survives_a_failover() {
    let mut bench = Bench::new(Config::default());
    let old = bench.stable(&[static_joiner("i1").timeouts(1_800_000, 60_000)]).remove(0);
    let join = bench.join(static_joiner("i1").version(9).timeouts(1_800_000, 60_000));
    let new = bench.joined(join).member_id.clone();
    bench.fail_over();
    assert_eq!(bench.heartbeat_as(&new, 1, Some("i1")), NONE);
    assert_eq!(bench.heartbeat_as(&old, 1, Some("i1")), ErrorCode::FencedInstanceId);
    assert_eq!(bench.state(), (GroupState::Stable, 1, 1));
}

/// twmb/franz-go#931
#[test]
fn b2_the_newcomer_takes_the_instance_id_and_the_incumbent_is_fenced() {
    let mut bench = Bench::new(Config::default());
    let incumbent = bench.stable(&[static_joiner("i1")]).remove(0);
    let join = bench.join(static_joiner("i1").version(9));
    assert_eq!((bench.error(join), bench.joined(join).generation_id), (NONE, 1));
    assert_eq!(bench.heartbeat_as(&incumbent, 1, Some("i1")), ErrorCode::FencedInstanceId);
    let retry = bench.join(static_joiner("i1").version(9).member(&incumbent));
    assert_eq!(bench.error(retry), ErrorCode::FencedInstanceId);
    let newcomer = bench.joined(join).member_id.clone();
    assert_eq!(bench.heartbeat_as(&newcomer, 1, Some("i1")), NONE);
}

/// kafka4beam/brod#648
#[test]
fn b4_two_processes_trade_the_instance_id_without_a_rebalance() {
    let mut bench = Bench::new(Config::default());
    let mut holder = bench.stable(&[static_joiner("i1").timeouts(30_000, 60_000)]).remove(0);
    for _ in 0..4 {
        let now = bench.now + 10_000;
        let join = bench.at(now).join(static_joiner("i1").version(9).timeouts(30_000, 60_000));
        assert_eq!(bench.heartbeat_as(&holder, 1, Some("i1")), ErrorCode::FencedInstanceId);
        holder = bench.joined(join).member_id.clone();
        assert_eq!(bench.state(), (GroupState::Stable, 1, 1));
    }
}

/// apache/kafka#22593 (KAFKA-12759)
#[test]
fn b5_a_static_member_that_returns_with_another_subscription_rebalances_nobody_and_a_dynamic_one_does() {
    let mut bench = Bench::new(Config::default());
    let ids = bench.stable(&[static_joiner("i1"), static_joiner("i2")]);
    let (_, follower) = leader_and_other(&bench, &ids);
    let instance = if follower == ids[0] { "i1" } else { "i2" };
    bench.join(static_joiner(instance).version(9).offering(&["range"], ORDERS_AND_BILLS));
    assert_eq!(bench.state(), (GroupState::Stable, 1, 2));

    let mut bench = Bench::new(Config::default());
    let ids = bench.stable(&[joiner("c1"), joiner("c2")]);
    let (leader, follower) = leader_and_other(&bench, &ids);
    bench.join(joiner("x").member(&follower).offering(&["range"], ORDERS_AND_BILLS));
    bench.join(joiner("x").member(&leader));
    assert_eq!(bench.state(), (GroupState::CompletingRebalance, 2, 2));
}

/// apache/kafka#12308 (KAFKA-14009)
#[test]
fn b7_a_new_session_timeout_holds_from_the_second_deadline_on() {
    let mut bench = Bench::new(Config::default());
    bench.stable(&[static_joiner("i1")]);
    let start = bench.now;
    let join = bench.join(static_joiner("i1").version(9).timeouts(20_000, 30_000));
    let id = bench.joined(join).member_id.clone();
    assert_eq!(bench.session_of(&id), Some(start + 10_000));
    bench.at(start + 5000).heartbeat(&id, 1);
    assert_eq!(bench.session_of(&id), Some(start + 25_000));
    assert_eq!(bench.state(), (GroupState::Stable, 1, 1));
}

/// apache/kafka#22356
#[test]
fn b8_a_full_group_refuses_newcomers_and_returning_static_members_alike() {
    let mut bench = Bench::new(Config { max_size: 3, ..Config::default() });
    let ids = bench.stable(&[static_joiner("i1"), joiner("c2"), joiner("c3")]);
    let dynamic = bench.join(joiner("c4").version(9));
    assert_eq!(bench.error(dynamic), ErrorCode::GroupMaxSizeReached);
    let returning = bench.join(static_joiner("i1").version(9));
    assert_eq!(bench.error(returning), ErrorCode::GroupMaxSizeReached);
    assert_eq!(bench.heartbeat_as(&ids[0], 1, Some("i1")), NONE);
}

/// apache/kafka#23266 (KAFKA-20985): one process, its JoinGroup sent again with an empty id on a new connection.
#[test]
fn b9_of_two_joins_of_one_instance_the_one_handled_later_owns_the_id() {
    let mut bench = Bench::new(Config::default());
    bench.stable(&[static_joiner("i1")]);
    let [retry, overtaken] = [(); 2].map(|()| bench.join(static_joiner("i1").version(9)));
    let (known, owner) = (bench.joined(retry).member_id.clone(), bench.joined(overtaken).member_id.clone());
    assert_eq!(bench.heartbeat_as(&owner, 1, Some("i1")), NONE);
    assert_eq!(bench.heartbeat_as(&known, 1, Some("i1")), ErrorCode::FencedInstanceId, "the client holds this one");
}

/// confluentinc/confluent-kafka-go#605
#[test]
fn c1_no_common_assignor_is_refused_and_disturbs_nobody() {
    let mut bench = Bench::new(Config::default());
    bench.stable(&[joiner("c1")]);
    let alien = bench.join(joiner("c2").offering(&["cooperative-sticky"], ORDERS));
    assert_eq!(bench.error(alien), ErrorCode::InconsistentGroupProtocol);
    assert_eq!(bench.state(), (GroupState::Stable, 1, 1));
    let mixed = bench.join(joiner("c3").offering(&["range", "cooperative-sticky"], ORDERS));
    assert!(bench.is_parked(mixed));
    assert_eq!(bench.state(), (GroupState::PreparingRebalance, 1, 2));
}

/// confluentinc/librdkafka#4059
#[test]
fn e2_a_commit_is_taken_or_not_by_the_half_of_the_rebalance() {
    let mut bench = Bench::new(Config::default());
    let id = bench.stable(&[joiner("c1")]).remove(0);
    bench.join(joiner("c2"));
    assert_eq!(bench.commit_offset(&id, 1, 10), NONE);
    bench.join(joiner("c1").member(&id));
    assert_eq!(bench.state(), (GroupState::CompletingRebalance, 2, 2));
    assert_eq!(bench.commit_offset(&id, 1, 11), ErrorCode::IllegalGeneration);
    assert_eq!(bench.commit_offset(&id, 2, 12), ErrorCode::RebalanceInProgress);
    let leader = bench.group().leader().unwrap().clone();
    bench.sync(&leader, 2, &[]);
    assert_eq!(bench.commit_offset(&id, 2, 13), NONE);
    assert_eq!(bench.committed_offset(), 13);
}

/// confluentinc/librdkafka#1442 (KIP-211)
#[test]
fn e5_offsets_expire_from_the_moment_the_group_is_empty() {
    let mut bench = Bench::new(Config { offsets_retention_minutes: 2, ..Config::default() });
    let id = bench.stable(&[joiner("c1").timeouts(600_000, 60_000)]).remove(0);
    bench.commit_offset(&id, 1, 5);
    bench.at(200_000).input(Input::ExpireOffsets);
    assert_eq!(bench.committed_offset(), 5);
    bench.leave(&id);
    bench.at(319_999).input(Input::ExpireOffsets);
    assert_eq!(bench.committed_offset(), 5);
    bench.at(320_000).input(Input::ExpireOffsets);
    assert_eq!(bench.committed_offset(), -1);
    assert!(bench.coordinator.group(&"g".into()).is_none());
}

/// xtdb/xtdb#5904
#[test]
fn e6_an_empty_group_without_offsets_is_forgotten_at_the_next_sweep() {
    let mut bench = Bench::new(Config::default());
    let id = bench.stable(&[joiner("c1")]).remove(0);
    bench.leave(&id);
    bench.at(660_000).input(Input::ExpireOffsets);
    let again = bench.stable(&[joiner("c1")]).remove(0);
    assert_eq!(bench.group().generation(), 1);

    bench.commit_offset(&again, 1, 5);
    bench.leave(&again);
    bench.at(1_320_000).input(Input::ExpireOffsets);
    bench.stable(&[joiner("c1")]);
    assert_eq!(bench.group().generation(), 3);
}

/// dpkp/kafka-python#837
#[test]
fn f1_a_session_timeout_outside_the_brokers_range_makes_no_member() {
    let mut bench = Bench::new(Config { max_session_timeout_ms: 30_000, ..Config::default() });
    for (session, error) in [
        (35_000, ErrorCode::InvalidSessionTimeout),
        (30_001, ErrorCode::InvalidSessionTimeout),
        (5000, ErrorCode::InvalidSessionTimeout),
        (6000, ErrorCode::MemberIdRequired),
        (30_000, ErrorCode::MemberIdRequired),
    ] {
        let join = bench.join(joiner("c1").version(9).timeouts(session, 60_000));
        assert_eq!(bench.error(join), error, "{session}");
    }
    assert_eq!(bench.state(), (GroupState::Empty, 0, 0));
}

/// bsm/sarama-cluster#212
#[test]
fn g1_the_new_coordinator_goes_on_with_the_same_generation() {
    let mut bench = Bench::new(Config::default());
    let ids = bench.stable(&[joiner("c1"), joiner("c2")]);
    bench.at(9000).input(Input::Resigned);
    assert_eq!(bench.heartbeat(&ids[0], 1), ErrorCode::NotCoordinator);
    bench.input(Input::Elected);
    assert_eq!(bench.heartbeat(&ids[0], 1), NONE);
    assert_eq!(bench.commit_offset(&ids[0], 1, 5), ErrorCode::CoordinatorLoadInProgress);
    bench.at(12_000);
    let log = bench.log.clone();
    bench.input(Input::Loaded(log));
    assert_eq!(bench.state(), (GroupState::Stable, 1, 2));
    assert_eq!(ids.iter().map(|id| bench.session_of(id)).collect::<Vec<_>>(), [Some(22_000); 2]);
    bench.at(15_000).heartbeat(&ids[0], 1);
    bench.at(22_000);
    assert_eq!(bench.state(), (GroupState::PreparingRebalance, 1, 1));
}

/// kafkaex/kafka_ex#539
#[test]
fn h2_every_first_join_makes_another_id_and_each_ends_after_its_session_timeout() {
    let mut bench = Bench::new(Config::default());
    let joins: Vec<Token> = (0..3).map(|second| bench.at(second * 1000).join(joiner("c1").version(9))).collect();
    let ids = ids_of(&bench, &joins);
    assert_eq!(bench.group().pending_members().count(), 3);
    bench.at(10_500);
    let late = bench.join(joiner("c1").version(9).member(&ids[0]));
    assert_eq!(bench.error(late), ErrorCode::UnknownMemberId);
    assert!(bench.group().pending_members().eq(&ids[1..]));
    bench.at(12_000);
    assert_eq!((bench.group().pending_members().count(), bench.state()), (0, (GroupState::Empty, 0, 0)));
}

/// apache/kafka#5962 (KAFKA-7610, KAFKA-9752)
#[test]
fn h3_retries_of_version_3_leave_ghosts_for_five_minutes_and_of_version_4_none() {
    let mut bench = Bench::new(Config::default());
    let blocking = bench.stable(&[joiner("c1").timeouts(400_000, 360_000)]).remove(0);
    let start = bench.now;
    let retries: Vec<Token> = (0..7).map(|n| bench.at(start + n * 40_000).join(joiner("c2"))).collect();
    assert_eq!(bench.state(), (GroupState::PreparingRebalance, 1, 8));
    bench.at(start + 300_000);
    assert_eq!(bench.error(retries[0]), ErrorCode::UnknownMemberId);
    assert!(bench.is_parked(retries[1]));
    assert_eq!(bench.heartbeat(&blocking, 1), ErrorCode::RebalanceInProgress);

    let mut bench = Bench::new(Config::default());
    bench.stable(&[joiner("c1").timeouts(400_000, 360_000)]);
    let start = bench.now;
    for n in 0..7 {
        bench.at(start + n * 40_000).join(joiner("c2").version(9));
    }
    assert_eq!(bench.state(), (GroupState::Stable, 1, 1));
}

/// streamnative/kop#380
#[test]
fn h4_the_join_phase_ends_when_the_last_awaited_member_leaves_or_expires() {
    for leaves in [true, false] {
        let mut bench = Bench::new(Config::default());
        let ids = bench.stable(&[joiner("c1"), joiner("c2"), joiner("c3")]);
        let (leader, third) = leader_and_other(&bench, &ids);
        let second = ids.iter().find(|id| **id != leader && **id != third).unwrap().clone();
        let joins = [&leader, &second].map(|id| bench.join(joiner("x").member(id)));
        assert!(joins.iter().all(|join| bench.is_parked(*join)));
        if leaves {
            bench.leave(&third);
        } else {
            let end = bench.session_of(&third).unwrap();
            bench.at(end);
        }
        assert!(joins.iter().all(|join| bench.joined(*join).generation_id == 2));
    }
}

/// The exception to it.
#[test]
fn h4_a_leave_does_not_end_the_initial_delay_and_an_expiry_does() {
    let mut bench = Bench::new(Config { initial_rebalance_delay_ms: 60_000, ..Config::default() });
    let first = bench.join(joiner("c1"));
    let second = bench.join(joiner("c2"));
    let leaving = bench.group().members().map(|member| member.id().clone()).find(|id| id.starts_with("c2")).unwrap();
    bench.leave(&leaving);
    assert_eq!(bench.joined(second).error, ErrorCode::UnknownMemberId);
    assert!(bench.is_parked(first));
    bench.join(joiner("c3").version(9));
    bench.at(10_000);
    assert_eq!((bench.error(first), bench.joined(first).generation_id), (NONE, 1));
}
