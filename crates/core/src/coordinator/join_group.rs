//! JoinGroup.
//!
//! Source: `GroupMetadataManager.classicGroupJoinToClassicGroup` and what it calls.

use std::sync::Arc;

use super::{
    Group, GroupState, Joining, MemberIds, NEW_MEMBER_JOIN_TIMEOUT_MS, Note, Operation, Reason, Removal, Token,
    effects::Effects,
    member::{Member, Protocols, Timeouts},
    shard::{GroupKey, Shard},
    write::{Outcome, Then, Write},
};
use crate::protocol::{ErrorCode, JoinGroupRequest, JoinGroupResponse, MemberId, Name, RequestContext};

/// From this version on a dynamic member is given an id first (KIP-394; `JoinGroupRequest.requiresKnownMemberId`).
const REQUIRES_KNOWN_MEMBER_ID: i16 = 4;

/// A JoinGroup on its way through the rules.
#[derive(Clone, Copy)]
pub(super) struct Joiner<'a> {
    pub(super) request: &'a JoinGroupRequest,
    pub(super) context: &'a RequestContext,
    pub(super) protocols: &'a Protocols,
    pub(super) timeouts: Timeouts,
    pub(super) version: i16,
    pub(super) token: Token,
}

impl Joiner<'_> {
    pub(super) fn reason(&self) -> Option<Name> {
        self.request.reason.clone()
    }

    /// Answers it at once with an error.
    fn refuse(&self, error: ErrorCode, member_id: MemberId, fx: &mut Effects<'_>) -> Outcome {
        fx.answer_join(self.token, refused(error, member_id));
        Ok(None)
    }
}

/// A JoinGroup that failed.
pub(super) fn refused(error: ErrorCode, member_id: MemberId) -> JoinGroupResponse {
    JoinGroupResponse {
        error,
        generation_id: -1,
        protocol_type: None,
        protocol_name: None,
        leader: MemberId::default(),
        skip_assignment: false,
        member_id,
        members: Vec::new(),
    }
}

impl Shard {
    /// Handles a JoinGroup. It creates the group if it brings no member id, even if it is refused afterwards.
    pub(super) fn join_group(
        &mut self,
        request: &JoinGroupRequest,
        context: &RequestContext,
        token: Token,
        ids: &mut dyn MemberIds,
        fx: &mut Effects<'_>,
    ) -> Outcome {
        // Version 0 has no rebalance timeout (`JoinGroupRequest.maybeOverrideRebalanceTimeout`).
        let session_ms = request.session_timeout_ms;
        let rebalance_ms = if context.api_version == 0 { session_ms } else { request.rebalance_timeout_ms };
        let protocols: Protocols = Arc::from(request.protocols.as_slice());
        let (protocols, timeouts, version) = (&protocols, Timeouts { session_ms, rebalance_ms }, context.api_version);
        let joiner = Joiner { request, context, protocols, timeouts, version, token };

        let id = &request.group_id;
        let is_new = self.key_of(id).is_none();
        if is_new && !request.member_id.is_empty() {
            return joiner.refuse(ErrorCode::UnknownMemberId, request.member_id.clone(), fx);
        }
        let key = self.get_or_create(id, false, fx);
        let group = self.object_mut(key).ok_or(ErrorCode::UnknownServerError)?;
        let outcome = group.join(key, joiner, ids, fx)?;
        let first = || Write { records: vec![group.first_record()], then: Then::NewGroup(id.clone(), token) };
        Ok(outcome.or_else(|| is_new.then(first)))
    }
}

impl Group {
    fn join(&mut self, key: GroupKey, joiner: Joiner<'_>, ids: &mut dyn MemberIds, fx: &mut Effects<'_>) -> Outcome {
        let id = &joiner.request.member_id;
        if !self.accepts(id, fx.config.max_size) {
            self.turn_away(id, fx);
            return joiner.refuse(ErrorCode::GroupMaxSizeReached, MemberId::default(), fx);
        }
        if !self.supports_protocols(&joiner.request.protocol_type, joiner.protocols) {
            return joiner.refuse(ErrorCode::InconsistentGroupProtocol, id.clone(), fx);
        }
        if id.is_empty() {
            self.join_without_id(key, joiner, ids, fx)
        } else if self.pending_join.contains(id) {
            self.join_with_pending_id(joiner, fx)
        } else {
            self.rejoin(joiner, fx)
        }
    }

    /// `group.max.size`. In a join phase those who wait count, so that the last to rejoin are turned away if too many are
    /// (`GroupMetadataManager.acceptJoiningMember`).
    fn accepts(&self, id: &MemberId, max_size: i32) -> bool {
        let member = self.members.get(id);
        let size = || i64::try_from(self.members.len()).unwrap_or(i64::MAX);
        match self.state {
            GroupState::Empty | GroupState::Dead => true,
            GroupState::PreparingRebalance => {
                member.is_some_and(|member| member.parked_join.is_some()) || self.awaiting_join < max_size
            }
            GroupState::CompletingRebalance | GroupState::Stable => member.is_some() || size() < max_size.into(),
        }
    }

    /// The join phase is not checked again: it waits for its timer.
    fn turn_away(&mut self, id: &MemberId, fx: &mut Effects<'_>) {
        if self.members.contains_key(id) || self.pending_join.contains(id) {
            let (members, why) = (vec![id.clone()], Removal::GroupFull);
            fx.note(Note::MembersRemoved { group: self.id.clone(), members, why });
        }
        self.remove(id, fx);
    }

    fn join_without_id(
        &mut self,
        key: GroupKey,
        joiner: Joiner<'_>,
        ids: &mut dyn MemberIds,
        fx: &mut Effects<'_>,
    ) -> Outcome {
        let instance = joiner.request.group_instance_id.as_ref();
        let new = ids.new_member_id(instance.map_or(&*joiner.context.client_id, |instance| instance));
        match instance {
            Some(instance) => match self.static_members.get(instance).cloned() {
                Some(old) => self.replace_and_join(key, instance, old, new, joiner, fx),
                None => self.add_and_join(new, Joining::Static, joiner, fx),
            },
            None if joiner.version >= REQUIRES_KNOWN_MEMBER_ID => self.hand_out_id(new, joiner, fx),
            None => self.add_and_join(new, Joining::Dynamic, joiner, fx),
        }
    }

    /// The id is no member yet; it is dropped if it is not used within the session timeout that was asked for.
    fn hand_out_id(&mut self, new: MemberId, joiner: Joiner<'_>, fx: &mut Effects<'_>) -> Outcome {
        let (group, member, state) = (self.id.clone(), new.clone(), self.state);
        fx.note(Note::MemberIdHandedOut { group, member, state });
        self.pending_join.insert(new.clone());
        fx.arm_session(&self.id, &new, joiner.timeouts.session_ms);
        joiner.refuse(ErrorCode::MemberIdRequired, new, fx)
    }

    fn join_with_pending_id(&mut self, joiner: Joiner<'_>, fx: &mut Effects<'_>) -> Outcome {
        if joiner.request.group_instance_id.is_some() {
            return Err(ErrorCode::UnknownServerError);
        }
        self.add_and_join(joiner.request.member_id.clone(), Joining::Pending, joiner, fx)
    }

    /// Adds a member. It can't send heartbeats yet, so its session ends after five minutes whatever it asked for
    /// (`addMemberThenRebalanceOrCompleteJoin`).
    fn add_and_join(&mut self, id: MemberId, kind: Joining, joiner: Joiner<'_>, fx: &mut Effects<'_>) -> Outcome {
        let request = joiner.request;
        let instance = request.group_instance_id.clone();
        fx.note(Note::MemberAdded {
            group: self.id.clone(),
            member: id.clone(),
            instance: instance.clone(),
            kind,
            state: self.state,
        });
        if self.state == GroupState::PreparingRebalance && self.previous_state == GroupState::Empty {
            self.new_member_added = true;
        }
        let protocol_type = request.protocol_type.clone();
        let (timeouts, protocols) = (joiner.timeouts, joiner.protocols.clone());
        let member = Member::new(id.clone(), instance.clone(), joiner.context, timeouts, protocol_type, protocols);
        self.add(member, Some(joiner.token), fx);
        fx.arm_session(&self.id, &id, NEW_MEMBER_JOIN_TIMEOUT_MS);
        self.rebalance_or_complete_join(Reason::AddingMember { member: id, instance, client: joiner.reason() }, fx)
    }

    /// A member joins again (`classicGroupJoinExistingMember`).
    fn rejoin(&mut self, joiner: Joiner<'_>, fx: &mut Effects<'_>) -> Outcome {
        let id = &joiner.request.member_id;
        let instance = joiner.request.group_instance_id.as_ref();
        if let Err(error) = self.validate_member(id, instance, Operation::JoinGroup, fx) {
            return joiner.refuse(error, id.clone(), fx);
        }
        let unchanged = self.members.get(id).is_some_and(|member| member.protocols == *joiner.protocols);
        let leads = self.is_leader(id);
        let (member, state, client) = (id.clone(), self.state, joiner.reason());
        match state {
            GroupState::Stable if leads => {
                // So the leader can ask for a new plan, after a change of the topics, say.
                self.update_and_join(joiner, Reason::LeaderRejoining { leader: member, state, client }, fx)
            }
            GroupState::CompletingRebalance | GroupState::Stable if unchanged => {
                let members = if leads { self.current_members()? } else { Vec::new() };
                fx.answer_join(joiner.token, self.joined(id, members));
                Ok(None)
            }
            GroupState::PreparingRebalance | GroupState::CompletingRebalance | GroupState::Stable => {
                self.update_and_join(joiner, Reason::MetadataChanged { member, state, client }, fx)
            }
            GroupState::Empty | GroupState::Dead => joiner.refuse(ErrorCode::UnknownMemberId, id.clone(), fx),
        }
    }

    fn update_and_join(&mut self, joiner: Joiner<'_>, reason: Reason, fx: &mut Effects<'_>) -> Outcome {
        let (protocols, timeouts) = (joiner.protocols.clone(), joiner.timeouts);
        self.update(&joiner.request.member_id, protocols, timeouts, Some(joiner.token), fx);
        self.rebalance_or_complete_join(reason, fx)
    }
}
