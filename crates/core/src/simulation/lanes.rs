//! How everything that a view shows changes over a run: one [`Lane`] for each thing.

use std::{collections::BTreeMap, sync::Arc};

use super::{
    cast::{BrokerIx, ConsumerIx, GroupIx, PartitionIx},
    frame::{Doing, GroupState, MemberState, Process, TimerKind},
    lane::Lane,
};
use crate::{
    broker::Growth,
    protocol::{InstanceId, MemberId, NO_GENERATION, Name},
};

/// Some partitions, sorted.
pub type Partitions = Arc<[PartitionIx]>;

/// All lanes of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lanes {
    /// The groups, by [`GroupIx`].
    pub groups: Vec<GroupLanes>,
    /// The brokers, by [`BrokerIx`]: whether they run.
    pub brokers: Vec<Lane<bool>>,
    /// The consumers, by [`ConsumerIx`].
    pub consumers: Vec<ConsumerLanes>,
    /// The partitions, by [`PartitionIx`].
    pub partitions: Vec<PartitionLanes>,
}

/// A group at its coordinator.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GroupLanes {
    /// The group's partition of `__consumer_offsets`.
    pub offsets_partition: i32,
    /// How many partitions `__consumer_offsets` has.
    pub offsets_partitions: i32,
    /// The broker that leads that partition.
    pub coordinator: Lane<Option<BrokerIx>>,
    /// The epoch of its leadership.
    pub epoch: Lane<i32>,
    /// Whether that broker is still loading the group.
    pub loading: Lane<bool>,
    /// The group's state; `None` = the coordinator knows no such group.
    pub state: Lane<Option<GroupState>>,
    /// The generation.
    pub generation: Lane<i32>,
    /// The leader.
    pub leader: Lane<Option<ConsumerIx>>,
    /// The chosen assignor.
    pub protocol: Lane<Option<Name>>,
    /// The timer of the join phase: the initial delay, or the rebalance timeout.
    pub join: Lane<Option<Timer>>,
    /// The timer that waits for every member's SyncGroup.
    pub sync: Lane<Option<Timer>>,
    /// Everybody who ever was a member or about to be, in the order in which the ids were handed out.
    pub members: Vec<MemberLanes>,
}

/// A running timer of the coordinator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timer {
    /// What it waits for.
    pub kind: TimerKind,
    /// When it was armed, ms.
    pub armed: u64,
    /// When it fires, ms.
    pub deadline: u64,
}

/// A member id of a group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MemberLanes {
    /// The id.
    pub id: MemberId,
    /// The consumer behind it.
    pub consumer: Option<ConsumerIx>,
    /// `group.instance.id`
    pub instance: Option<InstanceId>,
    /// What it is to the group.
    pub standing: Lane<Standing>,
    /// Its session's timer.
    pub session: Lane<Option<Timer>>,
}

/// What somebody is to a group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Standing {
    /// Nothing.
    #[default]
    Gone,
    /// It has an id, and is to join again with it.
    Pending,
    /// A member.
    Member {
        /// Whether its JoinGroup is parked.
        joined: bool,
        /// Whether its SyncGroup of this generation has come.
        synced: bool,
    },
}

/// A consumer and its process.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ConsumerLanes {
    /// What its process is.
    pub process: Lane<Process>,
    /// What its application thread does.
    pub doing: Lane<Doing>,
    /// What the client is in its group.
    pub member: Lane<Membership>,
    /// `group.instance.id` of the process.
    pub instance: Lane<Option<InstanceId>>,
    /// Whether it was fenced.
    pub fenced: Lane<bool>,
    /// Its share in the coordinator's current generation.
    pub assigned: Lane<Partitions>,
    /// What the client itself holds.
    pub owned: Lane<Partitions>,
    /// What it has paused.
    pub paused: Lane<Partitions>,
    /// The calls of poll(); each value is when `max.poll.interval.ms` runs out after it, ms.
    pub polled: Lane<u64>,
    /// When the next heartbeat is due, ms; `None` = heartbeats are off.
    pub heartbeat: Lane<Option<u64>>,
    /// Where it reads next, by partition; `None` = it holds no position there.
    pub positions: BTreeMap<PartitionIx, Lane<Option<i64>>>,
    /// Up to where it has fetched, by partition: what lies between its position and this offset is in the client, not
    /// returned by poll() yet. `None`, or an offset that is not behind the position = nothing.
    pub fetched: BTreeMap<PartitionIx, Lane<Option<i64>>>,
}

/// What a client is in its group, by its own knowledge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Membership {
    /// The client's state.
    pub state: MemberState,
    /// Its member id; empty = none.
    pub member_id: MemberId,
    /// Its generation; −1 = none.
    pub generation: i32,
}

impl Default for Membership {
    fn default() -> Self {
        Self { state: MemberState::Unjoined, member_id: MemberId::default(), generation: NO_GENERATION }
    }
}

/// A partition.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PartitionLanes {
    /// Its leader; no change before it exists.
    pub leader: Lane<Option<BrokerIx>>,
    /// How its log grows.
    pub log: Lane<Growth>,
    /// The oldest offset there is.
    pub log_start: Lane<i64>,
    /// Who of each group holds it; under [`NO_GROUP`] who holds it without one.
    pub ownership: BTreeMap<GroupIx, Lane<Ownership>>,
    /// The committed offset of each group.
    pub committed: BTreeMap<GroupIx, Lane<Option<i64>>>,
}

/// Under this number stand consumers without a group; it is no place in [`Cast::groups`](super::Cast::groups).
pub const NO_GROUP: GroupIx = GroupIx(u16::MAX);

/// Who of a group holds a partition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ownership {
    /// All that hold it and have a process, the latest last.
    pub owners: Arc<[ConsumerIx]>,
    /// The latest owner that could read: its process is not frozen. Without one the partition lies unread.
    pub reader: Option<ConsumerIx>,
    /// The last reader there was.
    pub last_reader: Option<ConsumerIx>,
    /// Since when there is no reader, ms; means nothing while there is one.
    pub unread_since: u64,
}
