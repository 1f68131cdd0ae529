//! What the client is in its group, and how it becomes nothing again.
//!
//! Source: `AbstractCoordinator` (`MemberState`, `Generation`, `resetStateAndGeneration`, `requestRejoin`).

use std::sync::Arc;

use super::{Consumer, detail::Detail, exception::Exception, io::Note, metadata::Snapshot};
use crate::{
    protocol::{ApiKey, Bytes, ErrorCode, MemberId, NO_GENERATION, Name, TopicName},
    simulation::frame::MemberState,
};

/// A member's identity in one generation (`AbstractCoordinator.Generation`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Generation {
    pub(super) id: i32,
    pub(super) member_id: MemberId,
    pub(super) protocol: Option<Name>,
}

impl Default for Generation {
    /// `Generation.NO_GENERATION`
    fn default() -> Self {
        Self { id: NO_GENERATION, member_id: MemberId::default(), protocol: None }
    }
}

impl Generation {
    /// Whether it was reset; a member id may have survived that.
    pub(super) fn is_reset(&self) -> bool {
        self.id == NO_GENERATION && self.protocol.is_none()
    }

    /// Whether what was owned in it is lost.
    pub(super) fn is_lost(&self) -> bool {
        self.id == NO_GENERATION || self.member_id.is_empty()
    }
}

/// JoinGroup and SyncGroup as one (`joinFuture`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Joining {
    /// Not answered yet.
    Pending,
    /// SyncGroup brought this share.
    Synced(Bytes),
    /// One of the two failed.
    Failed(Exception),
}

/// The client's side of its membership.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) state: MemberState,
    pub(super) generation: Generation,
    pub(super) rejoin_needed: bool,
    /// The last short reason; JoinGroup brings it to the broker.
    pub(super) rejoin_reason: Name,
    /// Whether partitions are to be given up before the next JoinGroup.
    pub(super) needs_join_prepare: bool,
    pub(super) joining: Option<Joining>,
    /// The topics that the last JoinGroup named.
    pub(super) joined_topics: Option<Arc<[TopicName]>>,
    /// What the leader's last assignment was made from; none on followers.
    pub(super) assignment_snapshot: Option<Snapshot>,
}

impl Default for Member {
    fn default() -> Self {
        Self {
            state: MemberState::Unjoined,
            generation: Generation::default(),
            rejoin_needed: true,
            rejoin_reason: Name::default(),
            needs_join_prepare: true,
            joining: None,
            joined_topics: None,
            assignment_snapshot: None,
        }
    }
}

impl Member {
    /// Whether it has not joined: heartbeats are off (`hasNotJoinedGroup`).
    pub(super) fn has_not_joined(&self) -> bool {
        matches!(self.state, MemberState::Unjoined | MemberState::PreparingRebalance)
    }

    /// Whether it waits for JoinGroup or SyncGroup (`rebalanceInProgress`).
    pub(super) fn is_rebalancing(&self) -> bool {
        matches!(self.state, MemberState::PreparingRebalance | MemberState::CompletingRebalance)
    }

    /// The generation, if it is settled (`generationIfStable`).
    pub(super) fn generation_if_stable(&self) -> Option<&Generation> {
        (self.state == MemberState::Stable).then_some(&self.generation)
    }
}

impl Consumer {
    pub(super) fn set_state(&mut self, state: MemberState) {
        if self.member.state != state {
            self.member.state = state;
            self.note_member();
        }
    }

    pub(super) fn set_generation(&mut self, generation: Generation) {
        if self.member.generation != generation {
            self.member.generation = generation;
            self.note_member();
        }
    }

    fn note_member(&mut self) {
        let Generation { id, member_id, .. } = &self.member.generation;
        let note = Note::Member { state: self.member.state, member_id: member_id.clone(), generation: *id };
        self.note(note);
    }

    /// The member will join again at the next poll() (`requestRejoin`).
    pub(super) fn request_rejoin(&mut self, reason: impl Into<Name>) {
        self.member.rejoin_reason = reason.into();
        self.member.rejoin_needed = true;
        self.note(Note::RejoinNeeded(self.member.rejoin_reason.clone()));
    }

    /// The same, unless it is to join anyway (`requestRejoinIfNecessary`).
    pub(super) fn request_rejoin_if_necessary(&mut self, reason: &str) {
        if !self.member.rejoin_needed {
            self.request_rejoin(reason);
        }
    }

    /// The generation is gone, with the member id or without it (`resetStateAndRejoin`).
    pub(super) fn reset_and_rejoin(&mut self, reason: &str, reset_member_id: bool) {
        let member_id = if reset_member_id { MemberId::default() } else { self.member.generation.member_id.clone() };
        self.member.state = MemberState::Unjoined;
        self.member.generation = Generation { member_id, ..Generation::default() };
        self.detail(Detail::Reset { reason: reason.into(), member_id: reset_member_id });
        self.note_member();
        self.request_rejoin(reason);
        self.member.needs_join_prepare = true;
    }

    /// A response said that this member is none (`resetStateOnResponseError`).
    pub(super) fn reset_on_error(&mut self, api: ApiKey, error: ErrorCode, reset_member_id: bool) {
        let api = match api {
            ApiKey::JoinGroup => "JOIN_GROUP",
            ApiKey::SyncGroup => "SYNC_GROUP",
            ApiKey::OffsetCommit => "OFFSET_COMMIT",
            _ => "HEARTBEAT",
        };
        self.reset_and_rejoin(&format!("encountered {error} from {api} response"), reset_member_id);
    }
}
