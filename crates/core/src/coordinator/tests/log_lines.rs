//! The log's wording, against lines that Apache Kafka 4.1.1 wrote.

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
