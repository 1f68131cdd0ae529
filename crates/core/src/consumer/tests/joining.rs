use super::bench::{Bench, Reply, heartbeat, join_response, partition};
use crate::{
    config::Value,
    consumer::{Detail, Note, Task},
    protocol::{
        ApiKey, ErrorCode, Request, Response, SyncGroupResponse, TopicPartition,
        consumer_protocol::{Assignment, Subscription},
    },
    simulation::frame::MemberState,
};

const EAGER: (&str, &str) = ("partition.assignment.strategy", "range");
const COOPERATIVE: (&str, &str) = ("partition.assignment.strategy", "cooperative-sticky");

fn joined(settings: &[(&str, &str)]) -> Bench {
    let settings: Vec<_> = settings.iter().map(|(name, value)| (*name, Value::from(*value))).collect();
    Bench::joined(&settings)
}

/// The subscription that the last JoinGroup brought.
fn last_subscription(bench: &Bench) -> Subscription {
    let requests = bench.requests(ApiKey::JoinGroup);
    let Some((_, Request::JoinGroup(join))) = requests.last() else { panic!("no JoinGroup") };
    Subscription::decode(&join.protocols[0].metadata).unwrap()
}

fn sync_group(error: ErrorCode) -> Reply {
    let assignment = Assignment::default().encode();
    Reply::With(Response::SyncGroup(SyncGroupResponse { error, protocol_type: None, protocol_name: None, assignment }))
}

fn join_group(error: ErrorCode) -> Reply {
    Reply::With(Response::JoinGroup(join_response(error, -1, "", "", Vec::new())))
}

#[test]
fn a_first_join_takes_two_rounds_and_gives_nothing_up() {
    let bench = joined(&[EAGER]);
    assert_eq!(bench.join_reasons(), ["", "need to re-join with the given member-id: m-1"]);
    assert_eq!(bench.callbacks(), ["assigned [0, 1, 2]"]);
}

#[test]
fn a_first_revocation_of_nothing_is_not_called_since_there_is_no_generation() {
    assert!(!joined(&[EAGER]).callbacks().iter().any(|call| call.starts_with("revoked")));
}

#[test]
fn the_default_assignors_are_eager() {
    let mut bench = joined(&[]);
    bench.script(ApiKey::Heartbeat, heartbeat(ErrorCode::RebalanceInProgress));
    bench.run_until(5_000);
    assert_eq!(bench.callbacks(), ["assigned [0, 1, 2]", "revoked [0, 1, 2]", "assigned [0, 1, 2]"]);
}

#[test]
fn an_eager_member_joins_without_owned_partitions_but_with_its_generation() {
    let mut bench = joined(&[EAGER]);
    bench.script(ApiKey::Heartbeat, heartbeat(ErrorCode::RebalanceInProgress));
    bench.run_until(5_000);
    let subscription = last_subscription(&bench);
    assert_eq!((subscription.owned_partitions, subscription.generation_id), (Vec::new(), 1));
}

#[test]
fn a_cooperative_member_joins_with_what_it_owns() {
    let mut bench = joined(&[COOPERATIVE]);
    bench.script(ApiKey::Heartbeat, heartbeat(ErrorCode::RebalanceInProgress));
    bench.run_until(5_000);
    assert_eq!(last_subscription(&bench).owned_partitions, [0, 1, 2].map(partition));
}

#[test]
fn an_eager_member_revokes_nothing_aloud_and_a_cooperative_one_does_not() {
    for (strategy, expected) in
        [(EAGER, &["assigned []", "revoked []", "assigned []"][..]), (COOPERATIVE, &["assigned []", "assigned []"])]
    {
        let mut bench = Bench::new(&[(strategy.0, strategy.1.into())]);
        bench.share.clear();
        bench.start();
        bench.run_until(1_000);
        bench.script(ApiKey::Heartbeat, heartbeat(ErrorCode::RebalanceInProgress));
        bench.run_until(5_000);
        assert_eq!(bench.callbacks(), expected, "{strategy:?}");
    }
}

#[test]
fn a_cooperative_member_that_loses_partitions_joins_again_in_the_same_poll() {
    let mut bench = joined(&[COOPERATIVE]);
    bench.script(ApiKey::Heartbeat, heartbeat(ErrorCode::RebalanceInProgress));
    bench.share = vec![partition(0)];
    bench.run_until(5_000);
    assert_eq!(bench.callbacks(), ["assigned [0, 1, 2]", "revoked [1, 2]", "assigned []", "assigned []"]);
    assert_eq!(bench.join_reasons()[2..], ["group is already rebalancing", "need to revoke partitions and re-join"]);
    let (sync, join) = (bench.times(ApiKey::SyncGroup), bench.times(ApiKey::JoinGroup));
    assert!(join[3] - sync[1] <= 6, "{sync:?} {join:?}");
}

#[test]
fn a_cooperative_revocation_is_not_committed_but_what_is_kept_is() {
    let mut bench = joined(&[COOPERATIVE]);
    bench.script(ApiKey::Heartbeat, heartbeat(ErrorCode::RebalanceInProgress));
    bench.share = vec![partition(0)];
    bench.run_until(5_000);
    let committed = |request: &Request| match request {
        Request::OffsetCommit(commit) => commit.partitions.iter().map(|it| it.partition.partition).collect(),
        _ => Vec::new(),
    };
    let commits: Vec<_> = bench.requests(ApiKey::OffsetCommit).into_iter().map(|(_, it)| committed(it)).collect();
    assert_eq!(commits, [vec![0, 1, 2], vec![0]]);
}

#[test]
fn partitions_are_given_up_once_for_each_rebalance_not_for_each_join() {
    let mut bench = joined(&[EAGER]);
    bench.script(ApiKey::Heartbeat, heartbeat(ErrorCode::RebalanceInProgress));
    bench.script(ApiKey::SyncGroup, sync_group(ErrorCode::RebalanceInProgress));
    bench.run_until(5_000);
    assert_eq!(bench.callbacks(), ["assigned [0, 1, 2]", "revoked [0, 1, 2]", "assigned [0, 1, 2]"]);
    assert_eq!(
        bench.join_reasons()[2..],
        ["group is already rebalancing", "rebalance failed due to RebalanceInProgressException"]
    );
}

#[test]
fn an_unknown_member_joins_anew_with_an_empty_id_and_gives_up_again() {
    let mut bench = joined(&[EAGER]);
    bench.script(ApiKey::Heartbeat, heartbeat(ErrorCode::RebalanceInProgress));
    bench.script(ApiKey::JoinGroup, join_group(ErrorCode::UnknownMemberId));
    bench.run_until(5_000);
    let ids: Vec<_> = bench
        .requests(ApiKey::JoinGroup)
        .into_iter()
        .filter_map(|(_, it)| if let Request::JoinGroup(join) = it { Some(join.member_id.to_string()) } else { None })
        .collect();
    assert_eq!(ids, ["", "m-1", "m-1", "", "m-1"]);
    assert_eq!(bench.join_reasons()[3], "rebalance failed due to UnknownMemberIdException");
}

#[test]
fn a_rejoin_waits_for_the_applications_next_poll() {
    let mut bench =
        Bench::with_application(&[EAGER].map(|(name, value)| (name, value.into())), |it| it.process_ms = 9_000);
    bench.start();
    bench.run_until(100);
    bench.log_end = 1;
    bench.run_until(2_000);
    bench.script(ApiKey::Heartbeat, heartbeat(ErrorCode::RebalanceInProgress));
    bench.run_until(40_000);
    let polled: Vec<_> =
        bench.notes.iter().filter(|(_, note)| matches!(note, Note::Polled { .. })).map(|it| it.0).collect();
    let joined = bench.times(ApiKey::JoinGroup)[2];
    assert!(joined > 9_000, "{joined}");
    assert!(polled.iter().any(|at| joined - at <= 5), "{joined} {polled:?}");
}

#[test]
fn a_share_of_a_topic_not_subscribed_to_is_dropped_whole() {
    let mut bench = Bench::new(&[]);
    bench.start();
    let assignment = Assignment { partitions: vec![partition(0), TopicPartition::new("bills", 0)], user_data: None };
    let answer = SyncGroupResponse {
        error: ErrorCode::None,
        protocol_type: None,
        protocol_name: None,
        assignment: assignment.encode(),
    };
    bench.script(ApiKey::SyncGroup, Reply::With(Response::SyncGroup(answer)));
    bench.run_until(1_000);
    assert_eq!(bench.callbacks(), ["revoked []", "assigned [0, 1, 2]"]);
    assert_eq!(bench.join_reasons()[2], "received assignment does not match the current subscription");
}

#[test]
fn a_leader_asks_for_metadata_of_topics_that_only_others_subscribe_to() {
    let mut bench = Bench::new(&[("partition.assignment.strategy", "range".into())]);
    bench.leads = true;
    bench.start();
    bench.run_until(1_000);
    assert_eq!(bench.times(ApiKey::Metadata).len(), 1);
    let join = bench.requests(ApiKey::JoinGroup)[1].1.clone();
    let Request::JoinGroup(join) = join else { panic!() };
    bench.generation += 1;
    let mut answer = bench.joined_as(&join);
    let bills = Subscription { topics: vec!["bills".into()], generation_id: -1, ..Subscription::default() };
    let mut other = answer.members[0].clone();
    (other.member_id, other.metadata) = ("m-2".into(), bills.encode());
    answer.members.push(other);
    bench.script(ApiKey::Heartbeat, heartbeat(ErrorCode::RebalanceInProgress));
    bench.script(ApiKey::JoinGroup, Reply::With(Response::JoinGroup(answer)));
    bench.script(ApiKey::Metadata, Reply::Hold);
    bench.topics.insert("bills", 2);
    bench.run_until(20_000);
    let (asked, joined) = (bench.times(ApiKey::Metadata)[1], bench.times(ApiKey::JoinGroup)[2]);
    assert_eq!(asked, joined + 2);
    assert_eq!(bench.times(ApiKey::SyncGroup).len(), 1, "it waits without limit");
    assert!(bench.times(ApiKey::Heartbeat).iter().all(|at| *at < asked), "the heartbeat thread waits for the leader");
    let metadata = Response::Metadata(bench.metadata());
    bench.answer(ApiKey::Metadata, metadata);
    let plan = bench.notes.iter().find_map(|(_, note)| match note {
        Note::Plan { assignments, .. } if assignments.len() == 2 => Some(assignments.clone()),
        _ => None,
    });
    let shares = plan.unwrap();
    assert!(shares.contains(&("m-2".into(), vec![TopicPartition::new("bills", 0), TopicPartition::new("bills", 1)])));
}

#[test]
fn only_the_leader_joins_again_when_partitions_are_added() {
    for leads in [true, false] {
        let mut bench = Bench::new(&[("metadata.max.age.ms", 2_000.into())]);
        bench.leads = leads;
        bench.start();
        bench.run_until(1_000);
        bench.topics.insert("orders", 5);
        bench.run_until(5_000);
        let again = bench.join_reasons().get(2).cloned();
        assert_eq!(again.as_deref(), leads.then_some("cached metadata has changed"), "leads: {leads}");
    }
}

#[test]
fn a_returning_static_leader_sends_no_plan_but_watches_the_topics() {
    let mut bench = Bench::new(&[("group.instance.id", "i".into()), ("metadata.max.age.ms", 2_000.into())]);
    bench.leads = true;
    bench.script(ApiKey::JoinGroup, Reply::Hold);
    bench.start();
    bench.run_until(500);
    let Request::JoinGroup(join) = bench.requests(ApiKey::JoinGroup)[0].1.clone() else { panic!() };
    bench.generation = 4;
    let mut answer = bench.joined_as(&join);
    answer.skip_assignment = true;
    bench.answer(ApiKey::JoinGroup, Response::JoinGroup(answer));
    bench.run_until(1_000);
    let requests = bench.requests(ApiKey::SyncGroup);
    let Request::SyncGroup(sync) = requests[0].1 else { panic!() };
    assert!(sync.assignments.is_empty());
    bench.topics.insert("orders", 5);
    bench.run_until(5_000);
    assert_eq!(bench.join_reasons()[1], "cached metadata has changed");
}

#[test]
fn a_join_is_waited_for_longer_than_the_rebalance_timeout_and_a_sync_is_not() {
    for (api, expected) in [(ApiKey::JoinGroup, 305_000), (ApiKey::SyncGroup, 30_000)] {
        let mut bench = Bench::new(&[("group.instance.id", "i".into())]);
        bench.script(api, Reply::Hold);
        bench.start();
        bench.run_until(400_000);
        let sent = bench.times(api)[0];
        let lost = bench.details().into_iter().find(|(_, it)| matches!(it, Detail::CoordinatorLost { .. })).unwrap().0;
        assert_eq!(lost - sent, expected, "{api:?}");
    }
}

#[test]
fn a_fatal_join_error_is_thrown_and_the_application_ends() {
    let mut bench = Bench::new(&[]);
    bench.script(ApiKey::JoinGroup, join_group(ErrorCode::InvalidSessionTimeout));
    bench.start();
    bench.run_until(1_000);
    assert_eq!(bench.thrown(), ["InvalidSessionTimeoutException"]);
    assert!(bench.ended.is_some());
}

#[test]
fn a_member_in_preparing_does_not_heartbeat_and_one_in_completing_does() {
    let mut bench = joined(&[EAGER]);
    bench.script(ApiKey::Heartbeat, heartbeat(ErrorCode::RebalanceInProgress));
    bench.script(ApiKey::JoinGroup, Reply::Hold);
    bench.script(ApiKey::SyncGroup, Reply::Hold);
    bench.run_until(10_000);
    assert_eq!(bench.times(ApiKey::Heartbeat).len(), 1);
    let Request::JoinGroup(join) = bench.requests(ApiKey::JoinGroup)[2].1.clone() else { panic!() };
    bench.generation += 1;
    let answer = Response::JoinGroup(bench.joined_as(&join));
    bench.answer(ApiKey::JoinGroup, answer);
    bench.run_until(17_000);
    assert_eq!(bench.times(ApiKey::Heartbeat)[1..], [13_001, 16_002]);
    let last = bench.notes.iter().rev().find_map(|(_, note)| match note {
        Note::Member { state, .. } => Some(*state),
        _ => None,
    });
    assert_eq!(last, Some(MemberState::CompletingRebalance));
}

#[test]
fn a_plan_of_the_users_is_sent_once_instead_of_the_assignors() {
    let mut bench = Bench::new(&[]);
    bench.leads = true;
    bench.start();
    bench.task(Task::Plan(vec![("m-1".into(), vec![partition(2)])]));
    bench.run_until(1_000);
    let requests = bench.requests(ApiKey::SyncGroup);
    let Request::SyncGroup(sync) = requests[0].1 else { panic!() };
    let share = Assignment::decode(&sync.assignments[0].assignment).unwrap().partitions;
    assert_eq!(share, [partition(2)]);
}

#[test]
fn a_consumer_that_cannot_be_constructed_ends_at_once() {
    let mut bench = Bench::new(&[("heartbeat.interval.ms", 45_000.into())]);
    bench.start();
    assert_eq!(bench.thrown(), ["KafkaException"]);
    assert_eq!(bench.ended, Some(0));
    assert!(bench.sent.is_empty());
}
