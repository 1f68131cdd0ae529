//! Why a rebalance began, in Kafka's own words.

use std::fmt;

use super::GroupState;
use crate::protocol::{ErrorCode, GroupId, InstanceId, MemberId, Name};

/// Why a rebalance began. Prints Kafka's own words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A new member.
    AddingMember {
        /// Its id.
        member: MemberId,
        /// Its instance id.
        instance: Option<InstanceId>,
        /// What the client said.
        client: Option<Name>,
    },
    /// The leader joins again.
    LeaderRejoining {
        /// Its id.
        leader: MemberId,
        /// The group's state before.
        state: GroupState,
        /// What the client said.
        client: Option<Name>,
    },
    /// A member joins again with other assignors or another subscription.
    MetadataChanged {
        /// Its id.
        member: MemberId,
        /// The group's state before.
        state: GroupState,
        /// What the client said.
        client: Option<Name>,
    },
    /// A static member came back while the plan was awaited.
    StaticMemberReplaced {
        /// Its new id.
        member: MemberId,
        /// Its instance id.
        instance: InstanceId,
        /// What the client said.
        client: Option<Name>,
    },
    /// A static member came back with other assignors, so that another one wins the vote.
    SelectedProtocolChanges {
        /// Its new id.
        member: MemberId,
        /// Its instance id.
        instance: InstanceId,
        /// What the client said.
        client: Option<Name>,
    },
    /// A session ended.
    SessionExpired {
        /// Whose.
        member: MemberId,
    },
    /// Members did not send SyncGroup in time.
    SyncExpired {
        /// Who, in Kafka's order.
        members: Vec<MemberId>,
    },
    /// Members left.
    Left {
        /// Their ids as the request had them.
        members: Vec<MemberId>,
    },
    /// The leader's plan could not be written.
    AssignmentNotWritten {
        /// The error as the members see it.
        error: ErrorCode,
        /// The leader.
        leader: MemberId,
    },
    /// More members were loaded than are allowed.
    OverCapacity {
        /// The group.
        group: GroupId,
        /// How many members it has.
        size: usize,
        /// `group.max.size`
        max: i32,
    },
}

/// `JoinGroupRequest.joinReason`
struct ClientReason<'a>(&'a Option<Name>);

impl fmt::Display for ClientReason<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = self.0.as_deref().filter(|reason| !reason.is_empty());
        write!(f, "; client reason: {}", reason.unwrap_or("not provided"))
    }
}

/// Items with commas between them.
pub(super) struct Joined<'a, T>(pub &'a [T]);

impl<T: fmt::Display> fmt::Display for Joined<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, item) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str(", ")?;
            }
            item.fmt(f)?;
        }
        Ok(())
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AddingMember { member, instance, client } => {
                let instance = instance.as_deref().unwrap_or("null");
                write!(f, "Adding new member {member} with group instance id {instance}{}", ClientReason(client))
            }
            Self::LeaderRejoining { leader, state, client } => {
                write!(f, "Leader {leader} re-joining group during {state}{}", ClientReason(client))
            }
            Self::MetadataChanged { member, state, client } => {
                write!(f, "Updating metadata for member {member} during {state}{}", ClientReason(client))
            }
            Self::StaticMemberReplaced { member, instance, client } => {
                let client = ClientReason(client);
                write!(f, "Updating metadata for static member {member} with instance id {instance}{client}")
            }
            Self::SelectedProtocolChanges { member, instance, client } => write!(
                f,
                "Group's selectedProtocol will change because static member {member} with instance id {instance} joined \
                 with change of protocol{}",
                ClientReason(client)
            ),
            Self::SessionExpired { member } => write!(f, "removing member {member} on heartbeat expiration."),
            Self::SyncExpired { members } => {
                write!(f, "Removing [{}] on pending sync request expiration", Joined(members))
            }
            Self::Left { members } => {
                write!(f, "explicit `LeaveGroup` request for ({}) members.", Joined(members))
            }
            // The missing space is Kafka's.
            Self::AssignmentNotWritten { error, leader } => {
                write!(f, "Error {error} when storing group assignmentduring SyncGroup (member: {leader}).")
            }
            Self::OverCapacity { group, size, max } => write!(
                f,
                "Freshly-loaded group {group} (size {size}) is over capacity {max}. Rebalancing in order to give a chance \
                 for consumers to commit offsets"
            ),
        }
    }
}
