use std::{collections::BTreeMap, sync::Arc};

use groupscope_core::{
    consumer::{self, Note as ClientNote},
    coordinator::{GroupState, LeaderChoice, Note},
    protocol::{ApiKey, ErrorCode, MemberId, Request, Response},
    report::Say,
    simulation::{ConsumerIx, GroupIx, PartitionIx, trace::EventKind},
};

use crate::support::Played;

const BILLING: GroupIx = GroupIx(0);
const AUDIT: GroupIx = GroupIx(1);

fn played() -> Arc<Played> {
    Played::of("group-start")
}

/// The times of the first exchange of a kind of a consumer: sent and received.
fn first(played: &Played, api: ApiKey, name: &str) -> (u64, u64) {
    let consumer = played.consumer(name);
    let mut mine = played.run.trace.exchanges.iter().filter(|it| it.api == api && it.consumer == consumer);
    let exchange = mine.next().unwrap();
    (exchange.sent(), exchange.received().unwrap())
}

#[test]
fn s2_every_group_gets_all_records_of_the_topic() {
    let played = played();
    let mut processed: BTreeMap<(GroupIx, PartitionIx), Vec<(i64, i64)>> = BTreeMap::new();
    for event in played.events() {
        if let EventKind::RecordsProcessed { consumer, partition, records } = event.kind {
            let group = played.run.cast.consumers[consumer.index()].group;
            let records = played.run.trace.records[records.index()];
            processed.entry((group, partition)).or_default().push((records.first, records.end()));
        }
    }
    for partition in (0..6).map(PartitionIx) {
        for group in [BILLING, AUDIT] {
            let stretches = &processed[&(group, partition)];
            assert!(stretches.windows(2).all(|pair| pair[0].1 == pair[1].0), "no record is left out or comes twice");
        }
        let (audit, billing) = (&processed[&(AUDIT, partition)], &processed[&(BILLING, partition)]);
        let (from, to) = (audit[0].0, audit.last().unwrap().1.min(billing.last().unwrap().1));
        assert!(
            billing[0].0 < from && from < to,
            "both groups have processed {from} to {to} of partition {partition:?}"
        );
    }
}

#[test]
fn s3_progress_is_an_offset_for_each_partition_kept_by_the_coordinator() {
    let played = played();
    for partition in &played.run.lanes.partitions {
        let committed = partition.committed[&BILLING].last().unwrap();
        let reader = partition.ownership[&BILLING].at(committed.at).unwrap().value.reader.unwrap();
        let processed = played.run.lanes.consumers[reader.index()].positions.values();
        assert!(committed.value.is_some() && processed.count() == 2);
    }
    let stored = |group| {
        let is = move |kind: EventKind| matches!(kind, EventKind::OffsetCommitted { group: of, .. } if of == group);
        played.events().filter(|event| is(event.kind)).count()
    };
    assert!(stored(BILLING) >= 6 && stored(AUDIT) >= 6, "each group has offsets of its own");
}

#[test]
fn s4_each_group_has_its_own_coordinator() {
    let played = played();
    let broker = |group: GroupIx| {
        let lane = &played.run.lanes.groups[group.index()].coordinator;
        played.run.cast.brokers[lane.last().unwrap().value.unwrap().index()].id.0
    };
    assert_eq!((broker(BILLING), broker(AUDIT)), (1, 3));
}

#[test]
fn s6_bootstrap_coordinator_wait_join_leader_answer_assignment_fetch() {
    let played = played();
    let (metadata_sent, metadata) = first(&played, ApiKey::Metadata, "billing-1");
    let (_, found) = first(&played, ApiKey::FindCoordinator, "billing-1");
    let moment = |say: Say| played.narration.moments().iter().find(|it| it.say == say).unwrap().at;
    let joins: Vec<_> = played.exchanges(ApiKey::JoinGroup).map(|(exchange, ..)| exchange).collect();
    let join = joins.iter().find(|it| it.error == ErrorCode::None).unwrap();
    let (_, fetched) = first(&played, ApiKey::Fetch, "billing-1");
    let steps = [
        500,
        metadata_sent,
        metadata.max(found),
        moment(Say::FirstParked),
        moment(Say::DelayExtended),
        join.answered().unwrap(),
        moment(Say::Compute),
        moment(Say::SyncPlan),
        moment(Say::Stable),
        fetched,
    ];
    assert!(steps.is_sorted(), "{steps:?}");
    // K1: looking the coordinator up makes no group, the first JoinGroup does. K2: the wait begins with the first member.
    let created =
        played.notes().find(|(_, group, note)| *group == BILLING && matches!(note, Note::GroupCreated { .. }));
    assert!(created.unwrap().0 > found);
    assert_eq!(moment(Say::FirstParked), 1070, "a second JoinGroup, with the id that the first one brought");
    // K3: the leader is sent members, not partitions: it asked for those itself.
    assert!(metadata < moment(Say::Compute));
}

#[test]
fn s7_the_coordinator_waits_for_more_members() {
    let played = played();
    assert_eq!(played.at("delay-extended") - played.at("first-parked"), 3000);
    assert_eq!(played.at("leader") - played.at("delay-extended"), 3000, "prolonged once, for billing-2 and billing-3");
    assert_eq!(played.run.trace.rebalances.iter().filter(|it| it.group == BILLING).count(), 1);
    let at_once = Played::trying("group-start", "no-delay");
    let rebalances = at_once.run.trace.rebalances.iter().filter(|it| it.group == BILLING).count();
    assert!(rebalances == 2 && at_once.found("first-parked").is_none(), "without it the newcomers cost another one");
}

#[test]
fn s8_bootstrap_servers_make_the_first_contact_only() {
    let played = played();
    for consumer in (0..5).map(ConsumerIx) {
        let mine: Vec<_> = played.run.trace.exchanges.iter().filter(|it| it.consumer == consumer).collect();
        let bootstrap = mine[0].broker;
        let metadata = mine.iter().find(|it| it.api == ApiKey::Metadata).unwrap().received().unwrap();
        let before = mine.iter().filter(|it| it.sent() < metadata);
        assert!(
            before.clone().all(|it| matches!(it.api, ApiKey::ApiVersions | ApiKey::Metadata | ApiKey::FindCoordinator))
        );
        assert!(before.clone().any(|it| it.broker == bootstrap));
        let brokers: std::collections::BTreeSet<_> =
            mine.iter().filter(|it| it.api == ApiKey::Fetch).map(|it| it.broker).collect();
        assert!(brokers.len() > 1, "records come from the brokers that lead the partitions");
    }
}

#[test]
fn s9_the_first_to_join_leads() {
    let played = played();
    let first = played.notes().find_map(|(_, _, note)| match note {
        Note::MemberAdded { member, .. } => Some(member.clone()),
        _ => None,
    });
    let chosen = played.notes().find_map(|(_, _, note)| match note {
        Note::LeaderChosen { leader, why: LeaderChoice::FirstMember, .. } => leader.clone(),
        _ => None,
    });
    assert_eq!(first, chosen);
    let leader = played.run.lanes.groups[0].leader.last().unwrap().value.unwrap();
    assert_eq!(played.name(leader), "billing-1");
}

#[test]
fn s10_the_leader_computes_the_coordinator_distributes_and_a_follower_sees_its_share_only() {
    let played = played();
    let mut lists = 0;
    for (exchange, _, reply) in played.exchanges(ApiKey::JoinGroup) {
        let Some(Response::JoinGroup(reply)) = reply else { continue };
        let leads = reply.error.is_none() && reply.leader == reply.member_id;
        assert_eq!(reply.members.is_empty(), !leads, "{}", played.name(exchange.consumer));
        lists += usize::from(leads);
    }
    assert_eq!(lists, 2, "one list a group, to its leader");
    let computed = played.run.trace.client_notes.iter().filter(|note| matches!(note, ClientNote::Plan { .. })).count();
    assert_eq!(computed, 2);
    for (exchange, _, reply) in played.exchanges(ApiKey::SyncGroup) {
        let Some(Response::SyncGroup(reply)) = reply else { panic!("not answered") };
        let share = groupscope_core::protocol::consumer_protocol::Assignment::decode(&reply.assignment).unwrap();
        let others = if played.run.cast.consumers[exchange.consumer.index()].group == BILLING { 2 } else { 3 };
        assert_eq!(share.partitions.len(), others);
    }
}

#[test]
fn s13_the_first_poll_finds_the_coordinator_and_joins() {
    let played = played();
    for name in ["billing-1", "billing-2", "billing-3", "audit-1", "audit-2"] {
        let consumer = played.consumer(name);
        let started = played.run.scenario.consumer(name).unwrap().at.unwrap();
        let polled = played.run.lanes.consumers[consumer.index()].polled.changes()[0].at;
        let (find, found) = first(&played, ApiKey::FindCoordinator, name);
        let (join, _) = first(&played, ApiKey::JoinGroup, name);
        assert!(started <= polled && polled <= find && find < found && found <= join, "{name}");
    }
}

#[test]
fn s15_records_are_pulled() {
    let played = played();
    let mut asked = std::collections::BTreeSet::new();
    let mut returned = 0;
    for event in played.events() {
        match event.kind {
            EventKind::Fetched { exchange } if played.run.trace.exchange(exchange).records > 0 => {
                asked.insert(played.run.trace.exchange(exchange).consumer);
            }
            EventKind::RecordsReturned { consumer, .. } => {
                assert!(asked.contains(&consumer), "records come as the answer to a fetch");
                returned += 1;
            }
            _ => {}
        }
    }
    assert!(returned > 100);
}

#[test]
fn s17_hash_partition_broker_and_the_same_broker_keeps_assignment_and_offsets() {
    let played = played();
    let lanes = &played.run.lanes.groups[0];
    assert_eq!((lanes.offsets_partition, lanes.offsets_partitions), (9, 50), "109829509 mod 50");
    for (exchange, request, reply) in played.exchanges(ApiKey::FindCoordinator) {
        let (Request::FindCoordinator(asked), Some(Response::FindCoordinator(found))) = (request, reply) else {
            panic!()
        };
        let expected = if asked.key == "billing" { 1 } else { 3 };
        assert_eq!(found.node_id.0, expected);
        let group =
            [ApiKey::JoinGroup, ApiKey::SyncGroup, ApiKey::Heartbeat, ApiKey::OffsetFetch, ApiKey::OffsetCommit];
        let mine = played.run.trace.exchanges.iter().filter(|it| it.consumer == exchange.consumer);
        for it in mine.filter(|it| group.contains(&it.api)) {
            assert_eq!(played.run.cast.brokers[it.broker.index()].id.0, expected, "{:?}", it.api);
        }
    }
}

#[test]
fn s18_join_group_brings_the_election_of_the_leader_and_the_choice_of_the_assignor() {
    let played = played();
    let chosen = played.notes().find_map(|(at, _, note)| match note {
        Note::ProtocolChosen { ballot, .. } => Some((at, ballot.winner.to_string(), ballot.votes.len())),
        _ => None,
    });
    assert_eq!(chosen, Some((played.at("leader"), "range".to_string(), 3)));
    for (_, _, reply) in played.exchanges(ApiKey::JoinGroup) {
        let Some(Response::JoinGroup(reply)) = reply else { continue };
        if reply.error.is_none() {
            assert!(reply.protocol_name.as_deref() == Some("range") && !reply.leader.is_empty());
        }
    }
}

#[test]
fn s21_the_leaders_sync_group_carries_a_list_of_members_and_shares_the_others_is_empty() {
    let played = played();
    for (exchange, request, _) in played.exchanges(ApiKey::SyncGroup) {
        let Request::SyncGroup(request) = request else { panic!() };
        let leads = matches!(played.name(exchange.consumer), "billing-1" | "audit-1");
        let members: Vec<&MemberId> = request.assignments.iter().map(|it| &it.member_id).collect();
        let expected = match (leads, played.run.cast.consumers[exchange.consumer.index()].group) {
            (false, _) => 0,
            (true, BILLING) => 3,
            (true, _) => 2,
        };
        assert_eq!(members.len(), expected);
        assert!(!leads || members.contains(&&request.member_id));
    }
}

#[test]
fn s22_heartbeats_begin_one_interval_after_the_join_group_answer() {
    // K7: not with the assignment, which comes a little later.
    let played = played();
    for name in ["billing-1", "billing-2", "billing-3"] {
        let consumer = played.consumer(name);
        let joined =
            played.exchanges(ApiKey::JoinGroup).filter(|(it, ..)| it.consumer == consumer && it.error.is_none());
        let joined = joined.last().unwrap().0.received().unwrap();
        let (sent, _) = first(&played, ApiKey::Heartbeat, name);
        let (_, synced) = first(&played, ApiKey::SyncGroup, name);
        assert_eq!(sent - joined, 3001, "{name}: the thread takes a moment to wake");
        assert!(synced > joined && synced < sent);
    }
}

#[test]
fn s23_before_it_reads_a_member_asks_for_the_committed_offsets() {
    let played = played();
    for name in ["billing-1", "billing-2", "billing-3", "audit-1", "audit-2"] {
        let (asked, answered) = first(&played, ApiKey::OffsetFetch, name);
        let (fetch, _) = first(&played, ApiKey::Fetch, name);
        assert!(asked < answered && answered < fetch, "{name}");
    }
    let stable = played.run.lanes.groups[0].state.changes().last().unwrap();
    assert_eq!(stable.value, Some(GroupState::Stable));
    let assigned = played
        .run
        .trace
        .client_notes
        .iter()
        .filter(|note| matches!(note, ClientNote::Callback { kind: consumer::CallbackKind::Assigned, .. }));
    assert_eq!(assigned.count(), 5);
}
