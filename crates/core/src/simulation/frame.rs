//! One moment of a run, as every view shows it.
//!
//! The JSON of a frame is part of the page's interface (`groupscope.frame()`): what stands here under a name that users
//! know keeps its name and meaning.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use crate::coordinator::{GroupState, TimerKind};
use crate::protocol::{ApiKey, BrokerId, ErrorCode, GroupId, InstanceId, MemberId, Name, TopicName, TopicPartition};

/// One moment of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Frame {
    /// Virtual time, ms.
    pub at: u64,
    /// Until when (ms, exclusive) nothing changes but the passing of time: gauges drain, messages travel.
    pub until: u64,
    /// The groups, that of the scenario first.
    pub groups: Vec<GroupFrame>,
    /// The brokers in the scenario's order.
    pub brokers: Vec<BrokerFrame>,
    /// The consumers in the order of their first start; their place in every view.
    pub consumers: Vec<ConsumerFrame>,
    /// Messages on their way, and those that were lost and are still marked as such.
    pub in_flight: Vec<MessageFrame>,
    /// Requests that the coordinator answers later.
    pub parked: Vec<ParkedFrame>,
    /// The partitions, by topic in the scenario's order.
    pub partitions: Vec<PartitionFrame>,
}

/// A group at its coordinator.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GroupFrame {
    /// `group.id`
    pub id: GroupId,
    /// The broker that leads the group's offsets partition, as `broker-2`.
    pub coordinator: String,
    /// The group's partition of `__consumer_offsets`.
    pub offsets_partition: i32,
    /// How many partitions `__consumer_offsets` has.
    pub offsets_partitions: i32,
    /// Whether the coordinator is still loading the group.
    pub loading: bool,
    /// Its state.
    pub state: GroupState,
    /// Its generation.
    pub generation: i32,
    /// The leader's consumer name.
    pub leader: Option<Name>,
    /// The chosen assignor.
    pub protocol: Option<Name>,
    /// The coordinator's running timers.
    pub timers: Vec<TimerFrame>,
    /// The members, in the order of their consumers' places.
    pub members: Vec<GroupMemberFrame>,
}

/// A running timer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TimerFrame {
    /// What it waits for.
    pub kind: TimerKind,
    /// The member's consumer name, for a session.
    pub member: Option<Name>,
    /// When it was armed, ms.
    pub armed: u64,
    /// When it fires, ms.
    pub deadline: u64,
}

/// A member as the coordinator sees it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GroupMemberFrame {
    /// The consumer behind it, by name.
    pub consumer: Name,
    /// Its id.
    pub member_id: MemberId,
    /// Its instance id.
    pub instance: Option<InstanceId>,
    /// Whether the id was handed out, but its second JoinGroup has not come yet.
    pub pending: bool,
    /// Whether its JoinGroup is parked.
    pub joined: bool,
    /// Whether its SyncGroup of this generation has come.
    pub synced: bool,
}

/// The state of a client (`AbstractCoordinator.MemberState`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[expect(missing_docs, reason = "Kafka's own words")]
pub enum MemberState {
    #[default]
    Unjoined,
    PreparingRebalance,
    CompletingRebalance,
    Stable,
}

/// What a process is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Process {
    /// Not started yet.
    #[default]
    Absent,
    /// Running.
    Running,
    /// In close().
    Closing,
    /// Stopped as a whole (SIGSTOP, a long GC pause).
    Frozen,
    /// Ended by close().
    Closed,
    /// Ended without a word (SIGKILL).
    Killed,
    /// Ended by a fatal error.
    Failed,
}

/// What the application thread does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Doing {
    /// Nothing: no process.
    #[default]
    Nothing,
    /// Inside poll(), waiting.
    Polling,
    /// Processing the records that poll() returned.
    Processing,
    /// Inside its rebalance listener.
    Rebalancing,
    /// Inside commitSync().
    Committing,
    /// Inside close().
    Closing,
}

/// A consumer and its process.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ConsumerFrame {
    /// The name the scenario gives it.
    pub name: Name,
    /// Its group.
    pub group: Option<GroupId>,
    /// The member id it holds; empty = none.
    pub member_id: MemberId,
    /// `group.instance.id`
    pub instance: Option<InstanceId>,
    /// The generation it holds; −1 = none.
    pub generation: i32,
    /// The client's state.
    pub state: MemberState,
    /// Whether its process runs (frozen or not).
    pub alive: bool,
    /// What its process is.
    pub process: Process,
    /// What its application thread does.
    pub doing: Doing,
    /// Whether it was fenced.
    pub fenced: bool,
    /// Its share in the coordinator's current generation.
    pub assigned: Vec<TopicPartition>,
    /// What the client itself holds.
    pub owned: Vec<TopicPartition>,
    /// The partitions it has paused.
    pub paused: Vec<TopicPartition>,
    /// When it last called poll(), ms.
    pub last_poll: Option<u64>,
    /// When max.poll.interval.ms runs out if it does not poll again, ms.
    pub poll_deadline: Option<u64>,
    /// When the next heartbeat is due, ms.
    pub next_heartbeat: Option<u64>,
    /// Since when its process has been what it is, ms.
    pub since: u64,
}

/// A message on its way.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MessageFrame {
    /// Its number in the run.
    pub id: u32,
    /// The request's kind.
    pub api: ApiKey,
    /// Request or reply.
    pub kind: MessageKind,
    /// A consumer's name or `broker-2`.
    pub from: Name,
    /// A consumer's name or `broker-2`.
    pub to: Name,
    /// When it left, ms.
    pub sent: u64,
    /// When it arrives, ms.
    pub arrives: u64,
    /// The reply's error, if any.
    pub error: Option<ErrorCode>,
    /// When and where it is lost: ms, and the share of its way it had gone. `None` = it arrives.
    pub lost: Option<u64>,
}

/// Request or reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum MessageKind {
    /// From the client.
    Request,
    /// From the broker.
    Reply,
}

/// A request that the coordinator answers later.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ParkedFrame {
    /// The request's kind.
    pub api: ApiKey,
    /// The consumer's name.
    pub member: Name,
    /// The group.
    pub group: GroupId,
    /// When it arrived, ms.
    pub since: u64,
    /// The request's message number.
    pub message: u32,
}

/// A partition.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PartitionFrame {
    /// The topic.
    pub topic: TopicName,
    /// The number.
    pub partition: i32,
    /// The latest live consumer that holds it, by name.
    pub owner: Option<Name>,
    /// All that hold it: two at once are real.
    pub owners: Vec<Name>,
    /// The consumer that read it last, where nobody reads it now.
    pub last_owner: Option<Name>,
    /// Since when nobody has read it, ms: nobody holds it, or only processes that are frozen. `None` = somebody reads it, or
    /// nobody ever did.
    pub unread_since: Option<u64>,
    /// The broker that leads it; `None` = none now.
    pub leader: Option<BrokerId>,
    /// The oldest offset there is.
    pub log_start: i64,
    /// The offset the next record gets.
    pub log_end: i64,
    /// The owner's position: the offset it reads next.
    pub position: Option<i64>,
    /// The committed offset of each group; none where nothing was committed.
    pub committed: BTreeMap<GroupId, i64>,
    /// Log end minus committed, for each group that has committed.
    pub lag: BTreeMap<GroupId, i64>,
}

/// A broker.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BrokerFrame {
    /// Its node id.
    pub id: BrokerId,
    /// Its rack.
    pub rack: Option<Name>,
    /// Whether it runs.
    pub alive: bool,
}
