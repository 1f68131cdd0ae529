//! The log's wording, against lines that Apache Kafka 4.1.1 wrote.

use std::sync::Arc;

use super::{
    log::{Place, log_lines},
    *,
};

const PLACE: Place = Place { broker: BrokerId(1), partition: 5, epoch: 2 };
const GROUP: &str = "orders-app";

fn printed(note: &Note) -> Vec<String> {
    log_lines(note, &PLACE).iter().map(ToString::to_string).collect()
}

fn transition(to: GroupState, generation: i32, members: usize, reason: Option<Reason>) -> Note {
    let (from, reason) = (GroupState::Empty, reason.map(Box::new));
    Note::Transition { group: GROUP.into(), from, to, generation, members, reason }
}

fn manager(message: &str) -> Vec<String> {
    vec![format!(
        "INFO [GroupCoordinator id=1 topic=__consumer_offsets partition=5] {message} \
         (org.apache.kafka.coordinator.group.GroupMetadataManager)"
    )]
}

fn runtime(message: &str) -> String {
    format!("INFO [GroupCoordinator id=1] {message} (org.apache.kafka.coordinator.common.runtime.CoordinatorRuntime)")
}

#[test]
fn a_first_join_reads_as_recorded() {
    let id = MemberId::from("c1-3b669dcf-5c8b-4552-aeec-77794a65aff0");
    let group = GroupId::from(GROUP);
    let state = GroupState::Empty;
    let handed_out = Note::MemberIdHandedOut { group: group.clone(), member: id.clone(), state };
    assert_eq!(
        printed(&handed_out),
        manager(
            "Dynamic member with unknown member id joins group orders-app in Empty state. Created a new member id \
             c1-3b669dcf-5c8b-4552-aeec-77794a65aff0 and requesting the member to rejoin with this id."
        )
    );
    let kind = Joining::Pending;
    let added = Note::MemberAdded { group: group.clone(), member: id.clone(), instance: None, kind, state };
    assert_eq!(
        printed(&added),
        manager(
            "Pending dynamic member with id c1-3b669dcf-5c8b-4552-aeec-77794a65aff0 joins group orders-app in Empty state. \
             Adding to the group now."
        )
    );
    let client = Some(Name::from(format!("need to re-join with the given member-id: {id}")));
    let reason = Reason::AddingMember { member: id.clone(), instance: None, client };
    assert_eq!(
        printed(&transition(GroupState::PreparingRebalance, 0, 1, Some(reason))),
        manager(
            "Preparing to rebalance group orders-app in state PreparingRebalance with old generation 0 (reason: Adding new \
             member c1-3b669dcf-5c8b-4552-aeec-77794a65aff0 with group instance id null; client reason: need to re-join with \
             the given member-id: c1-3b669dcf-5c8b-4552-aeec-77794a65aff0)."
        )
    );
    assert_eq!(
        printed(&transition(GroupState::CompletingRebalance, 1, 2, None)),
        manager("Stabilized group orders-app generation 1 with 2 members.")
    );
    let received = Note::AssignmentReceived {
        group,
        generation: 1,
        leader: id,
        members: 2,
        static_members: 0,
        missing: Vec::new(),
    };
    assert_eq!(
        printed(&received),
        manager(
            "Assignment received from leader c1-3b669dcf-5c8b-4552-aeec-77794a65aff0 for group orders-app for generation 1. \
             The group has 2 members, 0 of which are static."
        )
    );
}

#[test]
fn the_reasons_of_rebalances_read_as_recorded() {
    let member = MemberId::from("c2-1");
    let client = |text: &str| Some(Name::from(text));
    let state = GroupState::Stable;
    let recorded = [
        (Reason::Left { members: vec![member.clone()] }, "explicit `LeaveGroup` request for (c2-1) members."),
        (Reason::SessionExpired { member: member.clone() }, "removing member c2-1 on heartbeat expiration."),
        (
            Reason::MetadataChanged {
                member: member.clone(),
                state,
                client: client("need to revoke partitions and re-join"),
            },
            "Updating metadata for member c2-1 during Stable; client reason: need to revoke partitions and re-join",
        ),
        (
            Reason::LeaderRejoining { leader: member.clone(), state, client: client("cached metadata has changed") },
            "Leader c2-1 re-joining group during Stable; client reason: cached metadata has changed",
        ),
        (
            Reason::AddingMember { member: "i3-1".into(), instance: Some("i3".into()), client: None },
            "Adding new member i3-1 with group instance id i3; client reason: not provided",
        ),
    ];
    for (reason, text) in recorded {
        assert_eq!(reason.to_string(), text);
    }
}

#[test]
fn departures_read_as_recorded() {
    let (group, members) = (GroupId::from(GROUP), vec![MemberId::from("c3-1")]);
    let removed = |why| printed(&Note::MembersRemoved { group: group.clone(), members: members.clone(), why });
    assert_eq!(
        removed(Removal::Left(Some("the consumer is being closed".into()))),
        manager(
            "[Group orders-app] Member c3-1 has left group through explicit `LeaveGroup` request; client reason: the consumer \
             is being closed"
        )
    );
    assert_eq!(
        removed(Removal::SessionExpired),
        manager("Member c3-1 in group orders-app has failed, removing it from the group.")
    );
    assert_eq!(
        printed(&transition(GroupState::Empty, 3, 0, None)),
        manager("Group orders-app with generation 3 is now empty.")
    );
}

#[test]
fn static_members_read_as_recorded() {
    let group = GroupId::from(GROUP);
    let added = Note::MemberAdded {
        group: group.clone(),
        member: "i1-2".into(),
        instance: Some("i1".into()),
        kind: Joining::Static,
        state: GroupState::PreparingRebalance,
    };
    assert_eq!(
        printed(&added),
        manager(
            "Static member with groupInstanceId=i1 and unknown member id joins group orders-app in PreparingRebalance state. \
             Created a new member id i1-2 for this member and added to the group."
        )
    );
    let replaced = Note::StaticMemberReplaced {
        group: group.clone(),
        instance: "i1".into(),
        old: "i1-1".into(),
        new: "i1-2".into(),
        state: GroupState::Stable,
    };
    assert_eq!(
        printed(&replaced),
        manager(
            "Static member with groupInstanceId=i1 and unknown member id joins group orders-app in Stable state. Replacing \
             previously mapped member i1-1 with this groupInstanceId."
        )
    );
    assert_eq!(
        printed(&Note::RebalanceSpared { group: group.clone() }),
        manager(
            "Static member which joins during Stable stage and doesn't affect the selected protocol will not trigger a \
             rebalance."
        )
    );
    let fenced = Note::Fenced {
        group,
        member: "i1-1".into(),
        instance: "i1".into(),
        by: "i1-2".into(),
        operation: Operation::Heartbeat,
    };
    assert_eq!(
        printed(&fenced),
        [
            "INFO [GroupCoordinator id=1 topic=__consumer_offsets partition=5] Request memberId=i1-1 for static member with \
          groupInstanceId=i1 is fenced by existing memberId=i1-2 during operation heartbeat \
          (org.apache.kafka.coordinator.group.classic.ClassicGroup)"
        ]
    );
}

#[test]
fn a_move_of_the_coordinator_reads_as_recorded() {
    let group = GroupId::from(GROUP);
    assert_eq!(
        printed(&Note::Loading),
        [runtime("Scheduling loading of metadata from __consumer_offsets-5 with epoch 2")]
    );
    assert_eq!(
        printed(&Note::GroupLoaded { group: group.clone(), members: 3 }),
        manager("Loaded classic group orders-app with 3 members.")
    );
    assert_eq!(
        printed(&Note::Loaded { records: 9, bytes: 1190, took_ms: 10 }),
        [runtime(
            "Finished loading of metadata from __consumer_offsets-5 with epoch 2 in 10ms where 0ms was spent in the \
             scheduler. Loaded 9 records which total to 1190 bytes."
        )]
    );
    assert_eq!(
        printed(&Note::Unloading),
        [
            runtime("Scheduling unloading of metadata for __consumer_offsets-5 with epoch OptionalInt[2]"),
            runtime("Started unloading metadata for __consumer_offsets-5 with epoch OptionalInt[2]."),
        ]
    );
    assert_eq!(
        printed(&Note::GroupUnloaded { group, generation: 1 }),
        manager("[GroupId=orders-app] Unloading group metadata for generation 1.")
    );
    assert_eq!(
        printed(&Note::Unloaded),
        [runtime("Finished unloading metadata for __consumer_offsets-5 with epoch OptionalInt[2].")]
    );
}

fn removed(members: &[&str], why: Removal) -> Vec<String> {
    let members = members.iter().map(|member| MemberId::from(*member)).collect();
    printed(&Note::MembersRemoved { group: GROUP.into(), members, why })
}

/// An anchor of the reference: `…` stands for any text.
fn fits(line: &str, anchor: &str) -> bool {
    let mut rest = line;
    anchor.split('…').all(|part| match rest.find(part) {
        Some(at) => {
            rest = &rest[at + part.len()..];
            true
        }
        None => false,
    })
}

#[test]
fn lines_that_no_recording_has_fit_their_anchors() {
    let (group, state) = (GroupId::from(GROUP), GroupState::Empty);
    let member = MemberId::from("c1-1");
    let elected = MemberDescription {
        member_id: "c2-1".into(),
        group_instance_id: None,
        client_id: "c2".into(),
        client_host: "/10.0.0.2".into(),
        rebalance_timeout_ms: 300_000,
        session_timeout_ms: 45_000,
        protocol_type: "consumer".into(),
        protocols: vec!["range".into()],
    };
    let why = LeaderChoice::LeaderDidNotRejoin { previous: member.clone(), instance: None, elected: Box::new(elected) };
    let kind = Joining::Dynamic;
    let added = Note::MemberAdded { group: group.clone(), member: member.clone(), instance: None, kind, state };
    let nobody = Note::NobodyRejoined { group: group.clone(), leader: member.clone(), instance: Some("i1".into()) };
    let received = Note::AssignmentReceived {
        group: group.clone(),
        generation: 4,
        leader: member.clone(),
        members: 2,
        static_members: 1,
        missing: vec!["c2-1".into()],
    };
    let (instance, old, new) = (InstanceId::from("i1"), MemberId::from("i1-1"), MemberId::from("i1-2"));
    let error = ErrorCode::NotCoordinator;
    let reverted = Note::StaticMemberReverted { group: group.clone(), instance, old, new, error };
    let lines = [
        (
            printed(&added),
            "INFO …Dynamic member …joins group orders-app in state Empty. … new member id c1-1 and added …(org.apache.kafka.coordinator.group.GroupMetadataManager)",
        ),
        (
            printed(&Note::LeaderChosen { group: group.clone(), leader: Some("c2-1".into()), why }),
            "INFO …Group leader [memberId: c1-1, groupInstanceId: None] failed to join … ClassicGroupMember(memberId='c2-1', …) was elected …(org.apache.kafka.coordinator.group.classic.ClassicGroup)",
        ),
        (
            printed(&nobody)[1..].to_vec(),
            "ERROR …Group orders-app could not complete rebalance because no members rejoined.",
        ),
        (
            printed(&received)[1..].to_vec(),
            "WARN …Setting empty assignments for members {c2-1=…} of orders-app for generation 4.",
        ),
        (
            printed(&Note::AssignmentStored {
                group: group.clone(),
                generation: 4,
                shares: vec![("c1-1".into(), Arc::from([1])), ("c2-1".into(), Arc::from([]))],
            }),
            "WARN …Sending empty assignment to member c2-1 of orders-app …",
        ),
        (
            removed(&["c1-1"], Removal::PendingExpired),
            "INFO …Pending member c1-1 in group orders-app has been removed after session timeout expiration.",
        ),
        (
            removed(&["c1-1"], Removal::PendingLeft(None)),
            "INFO …[Group orders-app] Pending member c1-1 has left group …",
        ),
        (
            removed(&["c1-1", "c2-1"], Removal::NotRejoined),
            "INFO …Group orders-app removed dynamic members who haven't joined: [c1-1, c2-1]",
        ),
        (
            printed(&reverted),
            "WARN …Failed to persist metadata for group orders-app static member i1-2 with group instance id i1 due to This is not the correct coordinator.. Reverting to old member id i1-1.",
        ),
        (
            printed(&Note::EmptyGroupNotWritten { group: group.clone(), error: ErrorCode::NotEnoughReplicas }),
            "WARN …Failed to write empty metadata for group orders-app: Messages are rejected since there are fewer in-sync replicas than required.",
        ),
        (
            printed(&Note::GroupCreated { group: group.clone(), simple: true }),
            "INFO …[GroupId orders-app] Creating a simple consumer group via manual offset commit.…(org.apache.kafka.coordinator.group.OffsetMetadataManager)",
        ),
        (
            printed(&Note::ExpiredOffsets { tombstones: 3 }),
            "INFO …Generated 3 tombstone records while cleaning up group metadata in …milliseconds.…(org.apache.kafka.coordinator.group.GroupCoordinatorShard)",
        ),
        (
            printed(&Note::GroupsDeleted { groups: vec![group, "other".into()], offsets: 7 }),
            "INFO …The following groups were deleted: orders-app, other. A total of 7 offsets were removed.",
        ),
    ];
    for (lines, anchor) in lines {
        assert!(matches!(&lines[..], [line] if fits(line, anchor)), "{lines:#?} is not {anchor}");
    }
}

#[test]
fn nothing_is_logged_where_kafka_logs_nothing() {
    let silent = [
        transition(GroupState::Stable, 1, 2, None),
        transition(GroupState::Dead, 1, 0, None),
        Note::ExpiredOffsets { tombstones: 0 },
        Note::Committed { write: WriteId(3) },
    ];
    for note in silent {
        assert_eq!(printed(&note), [""; 0], "{note:?}");
    }
    assert_eq!(removed(&["c1-1"], Removal::NotSynced), [""; 0], "the next reason tells");
}

#[test]
fn reasons_that_no_recording_has_fit_their_anchors() {
    let (member, instance, client) = (MemberId::from("i1-2"), InstanceId::from("i1"), None);
    let reasons = [
        (
            Reason::StaticMemberReplaced { member: member.clone(), instance: instance.clone(), client: client.clone() },
            "Updating metadata for static member i1-2 with instance id i1; client reason: not provided",
        ),
        (
            Reason::SelectedProtocolChanges { member: member.clone(), instance, client },
            "Group's selectedProtocol will change because static member i1-2 with instance id i1 …; client reason: not provided",
        ),
        (
            Reason::SyncExpired { members: vec!["c1-1".into(), "c2-1".into()] },
            "Removing [c1-1, c2-1] on pending sync request expiration",
        ),
        (
            Reason::AssignmentNotWritten { error: ErrorCode::NotCoordinator, leader: member },
            "Error NOT_COORDINATOR when storing group assignmentduring SyncGroup (member: i1-2)",
        ),
        (
            Reason::OverCapacity { group: GROUP.into(), size: 5, max: 3 },
            "Freshly-loaded group orders-app (size 5) is over capacity 3. …",
        ),
    ];
    for (reason, anchor) in reasons {
        assert!(fits(&reason.to_string(), anchor), "{reason} is not {anchor}");
    }
}
