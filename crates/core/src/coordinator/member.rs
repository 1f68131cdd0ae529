//! A member of a group, as the coordinator knows it.

use super::{MemberDescription, Token};
use crate::protocol::{Bytes, InstanceId, JoinGroupProtocol, MemberId, Name, RequestContext};

/// A member of a group (`ClassicGroupMember`).
#[derive(Clone, Debug)]
pub struct Member {
    pub(super) id: MemberId,
    pub(super) instance: Option<InstanceId>,
    pub(super) client_id: Name,
    pub(super) client_host: Name,
    pub(super) timeouts: Timeouts,
    pub(super) protocol_type: Name,
    pub(super) protocols: Protocols,
    pub(super) assignment: Bytes,
    pub(super) parked_join: Option<Token>,
    pub(super) parked_sync: Option<Token>,
    /// Whether it waits in its first JoinGroup.
    pub(super) is_new: bool,
}

/// The assignors that a member supports, best first, each with its subscription. They count as unchanged only if names,
/// order and bytes are (`ClassicGroupMember.matches`).
pub(super) type Protocols = std::sync::Arc<[JoinGroupProtocol]>;

/// How long a member may be silent, and how long it may take to rejoin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Timeouts {
    /// `session.timeout.ms`
    pub(super) session_ms: i32,
    /// `max.poll.interval.ms`
    pub(super) rebalance_ms: i32,
}

impl Member {
    /// A member in its first JoinGroup.
    pub(super) fn new(
        id: MemberId,
        instance: Option<InstanceId>,
        context: &RequestContext,
        timeouts: Timeouts,
        protocol_type: Name,
        protocols: Protocols,
    ) -> Self {
        Self {
            id,
            instance,
            client_id: context.client_id.clone(),
            client_host: context.client_host.clone(),
            timeouts,
            protocol_type,
            protocols,
            assignment: Bytes::default(),
            parked_join: None,
            parked_sync: None,
            is_new: true,
        }
    }

    /// The same static member under another id: nothing of it is parked, and it is not new.
    pub(super) fn renamed(self, id: MemberId) -> Self {
        Self { id, parked_join: None, parked_sync: None, is_new: false, ..self }
    }

    /// Its id.
    #[must_use]
    pub fn id(&self) -> &MemberId {
        &self.id
    }

    /// Its instance id; `None` = a dynamic member.
    #[must_use]
    pub fn instance(&self) -> Option<&InstanceId> {
        self.instance.as_ref()
    }

    /// Its share; empty if it has none.
    #[must_use]
    pub fn assignment(&self) -> &Bytes {
        &self.assignment
    }

    /// Its JoinGroup, if that is parked.
    #[must_use]
    pub const fn parked_join(&self) -> Option<Token> {
        self.parked_join
    }

    /// Its SyncGroup, if that is parked.
    #[must_use]
    pub const fn parked_sync(&self) -> Option<Token> {
        self.parked_sync
    }

    pub(super) const fn is_static(&self) -> bool {
        self.instance.is_some()
    }

    /// What it offers for an assignor.
    pub(super) fn metadata(&self, protocol: &str) -> Option<&Bytes> {
        self.protocols.iter().find(|offered| &*offered.name == protocol).map(|offered| &offered.metadata)
    }

    /// Whether the end of its session is to be ignored: it waits for the coordinator itself. A new member can expire all the
    /// same, or clients that gave up would stay for ever (`ClassicGroupMember.hasSatisfiedHeartbeat`, KAFKA-7610).
    pub(super) const fn is_excused(&self) -> bool {
        !self.is_new && (self.parked_join.is_some() || self.parked_sync.is_some())
    }

    pub(super) fn describe(&self) -> MemberDescription {
        MemberDescription {
            member_id: self.id.clone(),
            group_instance_id: self.instance.clone(),
            client_id: self.client_id.clone(),
            client_host: self.client_host.clone(),
            rebalance_timeout_ms: self.timeouts.rebalance_ms,
            session_timeout_ms: self.timeouts.session_ms,
            protocol_type: self.protocol_type.clone(),
            protocols: self.protocols.iter().map(|protocol| protocol.name.clone()).collect(),
        }
    }
}
