use super::*;
use crate::{
    consumer::{Cancelled, ConnectionId, DisconnectedBy, LostCause},
    protocol::{ApiKey, Name},
};

fn log(instance: Option<&str>) -> ClientLog {
    ClientLog::new(&Name::from("c1"), &"orders-app".into(), instance.map(Into::into))
}

fn partitions(numbers: &[i32]) -> Vec<TopicPartition> {
    numbers.iter().map(|number| TopicPartition::new("orders", *number)).collect()
}

fn member(id: &str, generation: i32) -> Note {
    Note::Member { state: crate::simulation::frame::MemberState::Stable, member_id: id.into(), generation }
}

/// The texts of some notes' lines, without the prefix.
fn texts(log: &mut ClientLog, notes: &[Note]) -> Vec<String> {
    let lines = notes.iter().flat_map(|note| log.lines(note)).collect::<Vec<_>>();
    lines.into_iter().map(|line| line.message.replace("[Consumer clientId=c1, groupId=orders-app] ", "")).collect()
}

#[test]
fn a_first_join_reads_as_the_recorded_one() {
    let leader = (Some(BrokerId(1)), Some(0));
    let notes = [
        Note::Detail(Detail::Subscribed(vec!["orders".into()])),
        Note::Detail(Detail::CoordinatorFound { broker: BrokerId(1) }),
        Note::Detail(Detail::Joining),
        Note::Detail(Detail::JoinFailed { error: ErrorCode::MemberIdRequired }),
        member("c1-3b66", -1),
        Note::RejoinNeeded("need to re-join with the given member-id: c1-3b66".into()),
        Note::Detail(Detail::Joining),
        member("c1-3b66", 1),
        Note::Detail(Detail::Joined { protocol: "range".into() }),
        Note::Plan { protocol: "range".into(), assignments: vec![("c1-3b66".into(), partitions(&[0, 1]))] },
        Note::Detail(Detail::Synced),
        Note::Detail(Detail::NotifyingAssignor(partitions(&[0, 1]))),
        Note::Callback { kind: CallbackKind::Assigned, partitions: partitions(&[0, 1]), owned: partitions(&[0, 1]) },
        Note::Detail(Detail::NoCommittedOffset(TopicPartition::new("orders", 0))),
        Note::Position {
            partition: TopicPartition::new("orders", 0),
            offset: 68,
            from: PositionFrom::Reset,
            offset_epoch: None,
            leader,
        },
    ];
    let recorded = [
        "Subscribed to topic(s): orders",
        "Discovered group coordinator broker-1:9092 (id: 2147483646 rack: null isFenced: false)",
        "(Re-)joining group",
        "Request joining group due to: need to re-join with the given member-id: c1-3b66",
        "(Re-)joining group",
        "Successfully joined group with generation Generation{generationId=1, memberId='c1-3b66', protocol='range'}",
        "Finished assignment for group at generation 1: {c1-3b66=Assignment(partitions=[orders-0, orders-1])}",
        "Successfully synced group in generation Generation{generationId=1, memberId='c1-3b66', protocol='range'}",
        "Notifying assignor about the new Assignment(partitions=[orders-0, orders-1])",
        "Adding newly assigned partitions: [orders-0, orders-1]",
        "Found no committed offset for partition orders-0",
        "Resetting offset for partition orders-0 to position FetchPosition{offset=68, offsetEpoch=Optional.empty, \
         currentLeader=LeaderAndEpoch{leader=Optional[broker-1:9092 (id: 1 rack: null isFenced: false)], epoch=0}}.",
    ];
    assert_eq!(texts(&mut log(None), &notes), recorded);
}

#[test]
fn a_cooperative_revocation_names_the_partitions_in_the_reason() {
    let notes = [
        Note::Detail(Detail::UpdatingAssignment { owned: partitions(&[0, 6]), assigned: partitions(&[0]) }),
        Note::Callback { kind: CallbackKind::Revoked, partitions: partitions(&[6]), owned: partitions(&[0]) },
        Note::RejoinNeeded("need to revoke partitions and re-join".into()),
    ];
    let recorded = [
        "Updating assignment with\n\tAssigned partitions:                       [orders-0]\n\tCurrent owned partitions:                  [orders-0, orders-6]\n\tAdded partitions (assigned - owned):       []\n\tRevoked partitions (owned - assigned):     [orders-6]\n",
        "Revoke previously assigned partitions [orders-6]",
        "Request joining group due to: need to revoke partitions [orders-6] as indicated by the current assignment and re-join",
    ];
    assert_eq!(texts(&mut log(None), &notes), recorded);
}

#[test]
fn a_fenced_static_member_reads_as_the_recorded_one() {
    let mut log = log(Some("i2"));
    let notes = [
        Note::Detail(Detail::HeartbeatFailed { error: ErrorCode::FencedInstanceId, stale: false }),
        Note::Detail(Detail::Reset {
            reason: "encountered FENCED_INSTANCE_ID from HEARTBEAT response".into(),
            member_id: true,
        }),
        Note::Detail(Detail::HeartbeatFenced),
    ];
    let _ = log.lines(&member("i2-3612", 1));
    let _ = log.lines(&Note::Detail(Detail::Joined { protocol: "range".into() }));
    let lines: Vec<_> = notes.iter().flat_map(|note| log.lines(note)).collect();
    let prefix = "[Consumer instanceId=i2, clientId=c1, groupId=orders-app] ";
    let recorded = [
        "Attempt to heartbeat with Generation{generationId=1, memberId='i2-3612', protocol='range'} and group instance id \
         Optional[i2] failed due to FENCED_INSTANCE_ID, resetting generation",
        "Resetting generation and member id due to: encountered FENCED_INSTANCE_ID from HEARTBEAT response",
        "Caught fenced group.instance.id Optional[i2] error in heartbeat thread",
    ];
    assert_eq!(
        lines.iter().map(|line| line.message.clone()).collect::<Vec<_>>(),
        recorded.map(|it| format!("{prefix}{it}"))
    );
    assert_eq!(lines[2].level, Level::Error);
}

#[test]
fn a_coordinator_that_moved_reads_as_the_recorded_one() {
    let error = ErrorCode::NotCoordinator;
    let notes = [
        Note::Detail(Detail::CoordinatorFound { broker: BrokerId(2) }),
        Note::Detail(Detail::CommitFailed { partition: TopicPartition::new("orders", 3), offset: 169, error }),
        Note::Detail(Detail::CoordinatorLost {
            broker: BrokerId(2),
            cause: LostCause::Error(error),
            is_disconnected: false,
        }),
    ];
    let recorded = [
        "Offset commit failed on partition orders-3 at offset 169: This is not the correct coordinator.",
        "Group coordinator broker-2:9092 (id: 2147483645 rack: null isFenced: false) is unavailable or invalid due to cause: \
         error response NOT_COORDINATOR. isDisconnected: false. Rediscovery will be attempted.",
        "Requesting disconnect from last known coordinator broker-2:9092 (id: 2147483645 rack: null isFenced: false)",
    ];
    assert_eq!(texts(&mut log(None), &notes)[1..], recorded);
}

/// Wording: recorded clients of 15-coordinator-broker-dies.
#[test]
fn a_connection_that_ended_is_told_with_what_was_on_it() {
    let ended = |why, cancelled: &[Cancelled]| {
        let connection = ConnectionId(2_147_483_645);
        Note::Detail(Detail::Disconnected { connection, why, cancelled: cancelled.to_vec() })
    };
    let fetch = Cancelled { api: ApiKey::Fetch, correlation_id: 277, elapsed: 86, timeout: 30_000 };
    let mut log = log(None);
    assert_eq!(
        texts(&mut log, &[ended(DisconnectedBy::Peer, &[fetch]), ended(DisconnectedBy::Refused, &[])]),
        [
            "Node 2147483645 disconnected.",
            "Cancelled in-flight FETCH request with correlation id 277 due to node 2147483645 being disconnected (elapsed \
             time since creation: 86ms, elapsed time since send: 86ms, throttle time: 0ms, request timeout: 30000ms)",
            "Node 2147483645 disconnected.",
            "Connection to node 2147483645 (broker-2:9092) could not be established. Node may not be available.",
        ]
    );
    assert!(texts(&mut log, &[ended(DisconnectedBy::Client, &[])]).is_empty());
}

#[test]
fn a_commit_before_a_join_that_fails_is_told_in_the_words_of_its_exception() {
    let failed = |error| Note::Detail(Detail::JoinCommitFailed { error });
    // As recorded in 11-frozen-b.
    let [lost, late] = &texts(&mut log(None), &[failed(Some(ErrorCode::UnknownMemberId)), failed(None)])[..] else {
        panic!()
    };
    assert!(lost.ends_with("that the consumer was kicked out of the group.. Will continue to join group."));
    assert_eq!(late, "Asynchronous auto-commit of offsets failed: joinPrepare timeout. Will continue to join group");
}

#[test]
fn what_is_subscribed_to_is_told_by_each_of_the_three_ways() {
    let notes = [
        Note::Detail(Detail::SubscribedToPattern("orders.*".into())),
        Note::Detail(Detail::AssignedTo(partitions(&[0, 2]))),
        Note::Detail(Detail::Unsubscribed),
    ];
    let lines = [
        "Subscribed to pattern: 'orders.*'",
        "Assigned to partition(s): orders-0, orders-2",
        "Unsubscribed all topics or patterns and assigned partitions",
    ];
    assert_eq!(texts(&mut log(None), &notes), lines);
}
