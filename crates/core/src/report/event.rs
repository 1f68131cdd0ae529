//! Events as JSON, with names in place of numbers: what `groupscope run --trace` prints line by line.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::{
    consumer::{CallbackKind, Detail, PositionFrom},
    coordinator::{GroupState, Joining, Operation, TimerKind},
    protocol::{
        ApiKey, BrokerId, ErrorCode, GroupId, InstanceId, MemberId, Name, Request, Response, TopicName, TopicPartition,
    },
    scenario::Action,
    simulation::frame::{MemberState, MessageKind, Process},
};

/// Something that happened.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EventLine<'a> {
    /// Its number, from 0, in the order of the trace.
    pub id: u32,
    /// When, ms from the start.
    pub at: u64,
    /// The number of the event without which it would not have happened, or not now; null = the scenario itself.
    pub cause: Option<u32>,
    /// What.
    #[serde(flatten)]
    pub what: What<'a>,
}

/// What happened. Names are Kafka's where Kafka has one.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[expect(missing_docs, reason = "fields are named after what they hold")]
pub enum What<'a> {
    /// The run begins.
    Begun,
    /// An action of the scenario is done.
    Action { action: &'a Action },
    /// A process starts.
    ProcessStarted { consumer: Name },
    /// A process stops as a whole.
    ProcessFrozen { consumer: Name },
    /// A frozen process runs on.
    ProcessThawed { consumer: Name },
    /// A process has ended.
    ProcessEnded { consumer: Name, process: Process },
    /// A connection stands.
    Connected { consumer: Name, broker: Name },
    /// A connection ended, or could not be made.
    Disconnected { consumer: Name, broker: Name },
    /// A request leaves.
    RequestSent {
        message: u32,
        api: ApiKey,
        from: Name,
        to: Name,
        api_version: i16,
        correlation_id: u32,
        #[cfg_attr(feature = "schema", schemars(with = "serde_json::Map<String, serde_json::Value>"))]
        request: &'a Request,
    },
    /// A request reaches its broker.
    RequestArrived { message: u32, api: ApiKey, from: Name, to: Name },
    /// A reply leaves.
    ReplySent {
        message: u32,
        api: ApiKey,
        from: Name,
        to: Name,
        error: ErrorCode,
        #[cfg_attr(feature = "schema", schemars(with = "serde_json::Map<String, serde_json::Value>"))]
        response: Option<&'a Response>,
    },
    /// A reply reaches its client.
    ReplyArrived { message: u32, api: ApiKey, from: Name, to: Name, error: ErrorCode },
    /// A whole fetch, from its request to its reply, when the reply reaches the client.
    Fetched {
        message: u32,
        consumer: Name,
        broker: Name,
        sent: u64,
        arrived: Option<u64>,
        answered: Option<u64>,
        records: u32,
        error: ErrorCode,
    },
    /// A message is lost on its way.
    MessageLost { message: u32, api: ApiKey, message_kind: MessageKind, from: Name, to: Name },

    /// A group that nobody knew before.
    GroupCreated { group: GroupId, simple: bool },
    /// A group changed its state.
    GroupState {
        group: GroupId,
        from: GroupState,
        to: GroupState,
        generation: i32,
        members: usize,
        /// Why a rebalance began, in the words of the broker's log.
        reason: Option<String>,
    },
    /// A member id was handed out with MEMBER_ID_REQUIRED.
    MemberIdHandedOut { group: GroupId, member_id: MemberId, consumer: Option<Name> },
    /// A member was added.
    MemberAdded {
        group: GroupId,
        member_id: MemberId,
        consumer: Option<Name>,
        group_instance_id: Option<InstanceId>,
        joining: Joining,
    },
    /// Members, or ids that were handed out, are gone.
    MembersRemoved {
        group: GroupId,
        member_ids: Vec<MemberId>,
        consumers: Vec<Name>,
        why: Removed,
        /// What the client said.
        reason: Option<Name>,
    },
    /// A static member came back without its id and got a new one.
    StaticMemberReplaced {
        group: GroupId,
        group_instance_id: InstanceId,
        old_member_id: MemberId,
        member_id: MemberId,
        consumer: Option<Name>,
    },
    /// That needs no rebalance.
    RebalanceSpared { group: GroupId },
    /// A replacement could not be written: the old id is back.
    StaticMemberReverted {
        group: GroupId,
        group_instance_id: InstanceId,
        member_id: MemberId,
        lost_member_id: MemberId,
        error: ErrorCode,
    },
    /// A request was refused since another member holds the instance id.
    MemberFenced {
        group: GroupId,
        member_id: MemberId,
        consumer: Option<Name>,
        group_instance_id: InstanceId,
        by: MemberId,
        operation: Operation,
    },
    /// The coordinator will answer a request later.
    RequestParked { group: GroupId, member_id: MemberId, consumer: Option<Name>, operation: Operation, message: u32 },
    /// A request that was parked will never be answered.
    RequestForgotten { message: u32 },
    /// The leader changed.
    LeaderChosen { group: GroupId, leader: Option<MemberId>, consumer: Option<Name>, why: Choice },
    /// The join phase could not end: nobody has rejoined.
    NobodyRejoined { group: GroupId, leader: MemberId },
    /// The members voted for an assignor.
    ProtocolChosen { group: GroupId, candidates: Vec<Name>, votes: BTreeMap<MemberId, Name>, protocol_name: Name },
    /// The leader's plan arrived.
    AssignmentReceived { group: GroupId, generation: i32, leader: MemberId, missing: Vec<MemberId> },
    /// The plan is in force.
    AssignmentStored { group: GroupId, generation: i32, assignment: BTreeMap<MemberId, Vec<TopicPartition>> },
    /// A rebalance began before the plan was in force.
    AssignmentsCleared { group: GroupId },
    /// A timer of the coordinator ran out.
    TimerFired { group: GroupId, timer: TimerKind, member_id: Option<MemberId>, consumer: Option<Name>, armed: u64 },
    /// Writes to `__consumer_offsets` failed.
    WriteFailed { group: GroupId, error: ErrorCode },
    /// The record of an empty group could not be written.
    EmptyGroupNotWritten { group: GroupId, error: ErrorCode },
    /// The job for expired offsets ran.
    ExpiredOffsets { tombstones: usize },
    /// Groups were deleted.
    GroupsDeleted { groups: Vec<GroupId>, offsets: usize },
    /// A coordinator begins to load.
    CoordinatorLoading { group: GroupId },
    /// A group was loaded.
    GroupLoaded { group: GroupId, members: usize },
    /// A coordinator has loaded.
    CoordinatorLoaded { group: GroupId, records: usize },
    /// A coordinator begins to unload.
    CoordinatorUnloading { group: GroupId },
    /// A group was unloaded.
    GroupUnloaded { group: GroupId, generation: i32 },
    /// A coordinator has unloaded.
    CoordinatorUnloaded { group: GroupId },
    /// A committed offset is stored.
    OffsetCommitted { group: GroupId, topic: TopicName, partition: i32, offset: i64 },
    /// A committed offset is deleted.
    OffsetDeleted { group: GroupId, topic: TopicName, partition: i32 },

    /// A broker runs again.
    BrokerStarted { broker: BrokerId },
    /// A broker's process is gone.
    BrokerStopped { broker: BrokerId },
    /// A partition has another leader, or none.
    LeaderChanged { topic: TopicName, partition: i32, leader: Option<BrokerId> },
    /// A group has another coordinator, or none.
    CoordinatorChanged { group: GroupId, coordinator: Option<BrokerId> },
    /// A topic has more partitions.
    PartitionsAdded { topic: TopicName, partitions: u32 },
    /// The oldest records of a partition are deleted.
    RecordsDeleted { topic: TopicName, partition: i32, log_start: i64 },

    /// A client's state, member id or generation changed.
    MemberState { consumer: Name, state: MemberState, member_id: MemberId, generation: i32 },
    /// The rebalance listener was called.
    Callback { consumer: Name, callback: CallbackKind, partitions: &'a [TopicPartition], owned: &'a [TopicPartition] },
    /// assign() was called: all that the consumer holds now.
    Assigned { consumer: Name, partitions: &'a [TopicPartition] },
    /// A client will rejoin.
    RejoinNeeded { consumer: Name, reason: Name },
    /// A position was set.
    PositionSet { consumer: Name, topic: TopicName, partition: i32, offset: i64, from: PositionFrom },
    /// poll() returned records.
    RecordsReturned { consumer: Name, topic: TopicName, partition: i32, first: i64, count: u32 },
    /// The application has finished records.
    RecordsProcessed { consumer: Name, topic: TopicName, partition: i32, first: i64, count: u32 },
    /// A commit was answered, or failed before it was sent.
    CommitCompleted { consumer: Name, offsets: &'a [(TopicPartition, i64)], error: ErrorCode },
    /// An exception reached the application.
    ExceptionThrown { consumer: Name, exception: Name },
    /// The leader computed a plan.
    PlanComputed { consumer: Name, protocol: Name, assignment: BTreeMap<MemberId, Vec<TopicPartition>> },
    /// Partitions were paused or resumed; all that are paused now.
    PartitionsPaused { consumer: Name, partitions: &'a [TopicPartition] },
    /// Something that the client logs.
    ClientLogged {
        consumer: Name,
        #[cfg_attr(feature = "schema", schemars(with = "serde_json::Value"))]
        detail: &'a Detail,
    },
    /// A change that no view shows by itself.
    Other { consumer: Option<Name> },
}

/// Why members, or ids that were handed out, are gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Removed {
    /// The session ended.
    SessionExpired,
    /// The id that was handed out was not used in time.
    PendingExpired,
    /// LeaveGroup.
    Left,
    /// LeaveGroup for an id that was handed out.
    PendingLeft,
    /// It had not rejoined when the join phase ended.
    NotRejoined,
    /// It had not sent SyncGroup in time.
    NotSynced,
    /// The group was full when it asked to join.
    GroupFull,
}

/// Why the leader changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Choice {
    /// It is the first member.
    FirstMember,
    /// The leader is gone.
    LeaderRemoved,
    /// The leader got a new id.
    LeaderReplaced,
    /// The leader has not rejoined.
    LeaderDidNotRejoin,
}
