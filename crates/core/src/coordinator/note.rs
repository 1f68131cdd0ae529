//! What the trace, the views and the logs need to know of a coordinator's inside. No text is built here: [`super::log`]
//! makes Kafka's log lines of notes when somebody reads them.

use std::fmt;

use serde::Serialize;

use super::{GroupState, Reason, TimerKey, TimerKind, Token, WriteId, reason::Joined};
use crate::protocol::{Bytes, ErrorCode, GroupId, InstanceId, MemberId, Name};

/// Something that happened inside a coordinator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// A group that nobody knew before.
    GroupCreated {
        /// The group.
        group: GroupId,
        /// Whether it only stores offsets (a simple consumer group), without members.
        simple: bool,
    },
    /// A group changed its state.
    Transition {
        /// The group.
        group: GroupId,
        /// Its state before.
        from: GroupState,
        /// Its state now.
        to: GroupState,
        /// Its generation now; on the way to PreparingRebalance still the old one.
        generation: i32,
        /// How many members it has.
        members: usize,
        /// Why a rebalance began; none of the other transitions.
        reason: Option<Box<Reason>>,
    },
    /// A member id was handed out with MEMBER_ID_REQUIRED; its second JoinGroup is awaited.
    MemberIdHandedOut {
        /// The group.
        group: GroupId,
        /// The id.
        member: MemberId,
        /// The group's state.
        state: GroupState,
    },
    /// A member was added.
    MemberAdded {
        /// The group.
        group: GroupId,
        /// Its id.
        member: MemberId,
        /// Its instance id.
        instance: Option<InstanceId>,
        /// How it came in.
        kind: Joining,
        /// The group's state before.
        state: GroupState,
    },
    /// Members, or ids that were handed out, are gone.
    MembersRemoved {
        /// The group.
        group: GroupId,
        /// Who, in Kafka's order.
        members: Vec<MemberId>,
        /// Why.
        why: Removal,
    },
    /// A static member came back without its id and got a new one.
    StaticMemberReplaced {
        /// The group.
        group: GroupId,
        /// The instance id.
        instance: InstanceId,
        /// The id it had.
        old: MemberId,
        /// The id it has now.
        new: MemberId,
        /// The group's state.
        state: GroupState,
    },
    /// That replacement needs no rebalance: the chosen assignor stays the same.
    RebalanceSpared {
        /// The group.
        group: GroupId,
    },
    /// The record of a replacement could not be written: the old id is back.
    StaticMemberReverted {
        /// The group.
        group: GroupId,
        /// The instance id.
        instance: InstanceId,
        /// The id that is the member again.
        old: MemberId,
        /// The id that is none any more.
        new: MemberId,
        /// Why the write failed.
        error: ErrorCode,
    },
    /// A request was refused since another member holds the instance id.
    Fenced {
        /// The group.
        group: GroupId,
        /// Who asked.
        member: MemberId,
        /// The instance id.
        instance: InstanceId,
        /// Who holds it.
        by: MemberId,
        /// What was asked.
        operation: Operation,
    },
    /// A request is kept and will be answered later.
    Parked {
        /// The group.
        group: GroupId,
        /// Whose request.
        member: MemberId,
        /// The request's mark.
        token: Token,
        /// JoinGroup or SyncGroup.
        operation: Operation,
    },
    /// A parked request will not be answered any more: its member sent another one, or left. (Only if a write that it also
    /// waited behind fails, it is told so.)
    Forgotten {
        /// The request's mark.
        token: Token,
    },
    /// The leader changed.
    LeaderChosen {
        /// The group.
        group: GroupId,
        /// Who leads now; none if nobody is left.
        leader: Option<MemberId>,
        /// Why.
        why: LeaderChoice,
    },
    /// The join phase could not end: of the members that are left nobody has rejoined. It goes on for another rebalance
    /// timeout.
    NobodyRejoined {
        /// The group.
        group: GroupId,
        /// The leader that did not come.
        leader: MemberId,
        /// Its instance id.
        instance: Option<InstanceId>,
    },
    /// The members voted for an assignor.
    ProtocolChosen {
        /// The group.
        group: GroupId,
        /// The vote and its winner.
        ballot: Box<Ballot>,
    },
    /// The leader's plan arrived; it is in force when the write is committed.
    AssignmentReceived {
        /// The group.
        group: GroupId,
        /// The generation it is for.
        generation: i32,
        /// Who sent it.
        leader: MemberId,
        /// How many members the group has.
        members: usize,
        /// How many of them are static.
        static_members: usize,
        /// Members without a share in the plan: they get an empty one.
        missing: Vec<MemberId>,
    },
    /// The plan is in force: each member's share, in map order.
    AssignmentStored {
        /// The group.
        group: GroupId,
        /// The generation.
        generation: i32,
        /// The shares.
        shares: Vec<(MemberId, Bytes)>,
    },
    /// A rebalance began before the plan was in force: no member has a share now.
    AssignmentsCleared {
        /// The group.
        group: GroupId,
    },
    /// A timer was armed, or armed anew.
    TimerArmed {
        /// The timer.
        timer: TimerKey,
        /// What it waits for.
        kind: TimerKind,
        /// When it fires, ms.
        deadline: u64,
    },
    /// A timer was cancelled.
    TimerCancelled {
        /// The timer.
        timer: TimerKey,
    },
    /// A timer fired. What it does, if it still does anything, follows.
    TimerFired {
        /// The timer.
        timer: TimerKey,
        /// When it was armed, ms.
        armed: u64,
    },
    /// The writes up to this one are durable.
    Committed {
        /// The last of them.
        write: WriteId,
    },
    /// The writes from this one on failed.
    WriteFailed {
        /// The first of them.
        write: WriteId,
        /// With what the log refused it.
        error: ErrorCode,
    },
    /// The record of an empty group could not be written.
    EmptyGroupNotWritten {
        /// The group.
        group: GroupId,
        /// The error that Kafka logs: of a new group as the log says it, of another one as members see it.
        error: ErrorCode,
    },
    /// The job for expired offsets ran.
    ExpiredOffsets {
        /// How many offsets and groups it deleted.
        tombstones: usize,
    },
    /// Groups were deleted on request.
    GroupsDeleted {
        /// The groups.
        groups: Vec<GroupId>,
        /// How many offsets they had.
        offsets: usize,
    },
    /// The coordinator begins to load.
    Loading,
    /// A group was loaded.
    GroupLoaded {
        /// The group.
        group: GroupId,
        /// How many members it has.
        members: usize,
    },
    /// All is loaded.
    Loaded {
        /// How many records were read.
        records: usize,
        /// Their size in the log, if each was written by itself.
        bytes: usize,
        /// How long that took, ms.
        took_ms: u64,
    },
    /// The coordinator begins to unload.
    Unloading,
    /// A group was unloaded.
    GroupUnloaded {
        /// The group.
        group: GroupId,
        /// Its generation.
        generation: i32,
    },
    /// All is unloaded.
    Unloaded,
}

/// How a member comes into a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Joining {
    /// With an id that was handed out before.
    Pending,
    /// Without an id, JoinGroup before version 4.
    Dynamic,
    /// Under an instance id that is new to the group.
    Static,
}

/// Why members, or ids that were handed out, are gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Removal {
    /// The session ended.
    SessionExpired,
    /// The id that was handed out was not used in time.
    PendingExpired,
    /// LeaveGroup, with the client's reason.
    Left(Option<Name>),
    /// LeaveGroup for an id that was handed out, with the client's reason.
    PendingLeft(Option<Name>),
    /// It had not rejoined when the join phase ended.
    NotRejoined,
    /// It had not sent SyncGroup in time.
    NotSynced,
    /// The group was full when it asked to join.
    GroupFull,
}

/// What was asked, in the words of Kafka's log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "Kafka's own words")]
pub enum Operation {
    JoinGroup,
    SyncGroup,
    Heartbeat,
    LeaveGroup,
    OffsetCommit,
}

/// Why the leader changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeaderChoice {
    /// It is the first member.
    FirstMember,
    /// The leader is gone: the first of the others in map order.
    LeaderRemoved,
    /// The leader is a static member and got a new id, or its old one back.
    LeaderReplaced,
    /// The leader has not rejoined: the first in map order that has.
    LeaderDidNotRejoin {
        /// The leader before.
        previous: MemberId,
        /// Its instance id.
        instance: Option<InstanceId>,
        /// The new one as Kafka's log prints it.
        elected: Box<MemberDescription>,
    },
}

/// A member as Kafka prints it (`ClassicGroupMember.toString`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberDescription {
    /// Its id.
    pub member_id: MemberId,
    /// Its instance id.
    pub group_instance_id: Option<InstanceId>,
    /// Its client id.
    pub client_id: Name,
    /// Its address.
    pub client_host: Name,
    /// Its rebalance timeout, ms.
    pub rebalance_timeout_ms: i32,
    /// Its session timeout, ms.
    pub session_timeout_ms: i32,
    /// Its protocol type.
    pub protocol_type: Name,
    /// The assignors it supports, best first.
    pub protocols: Vec<Name>,
}

impl fmt::Display for MemberDescription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "ClassicGroupMember(memberId='{}', groupInstanceId='{}', clientId='{}', clientHost='{}', \
             rebalanceTimeoutMs={}, sessionTimeoutMs={}, protocolType='{}', supportedProtocols=[{}])",
            self.member_id,
            self.group_instance_id.as_deref().unwrap_or(""),
            self.client_id,
            self.client_host,
            self.rebalance_timeout_ms,
            self.session_timeout_ms,
            self.protocol_type,
            Joined(&self.protocols),
        )
    }
}

/// The vote for an assignor (`ClassicGroup.selectProtocol`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ballot {
    /// The assignors that every member supports.
    pub candidates: Vec<Name>,
    /// Whom each member voted for: the first candidate of its own list. In map order.
    pub votes: Vec<(MemberId, Name)>,
    /// The one with the most votes; of equals the first in Java's HashMap order.
    pub winner: Name,
}
