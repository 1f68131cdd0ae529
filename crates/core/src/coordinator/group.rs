//! A group: its fields, its members, and what follows from them directly.
//!
//! Source: `ClassicGroup`.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    GroupState, LeaderChoice, Member, Note, Operation, Reason, Token,
    effects::Effects,
    member::{Protocols, Timeouts},
};
use crate::java::{HashMap, HashSet};
use crate::protocol::{
    CONSUMER_PROTOCOL_TYPE, ErrorCode, GroupId, InstanceId, JoinGroupMember, JoinGroupResponse, MemberId, Name,
    SyncGroupResponse, TopicName,
};

/// A group.
#[derive(Clone, Debug)]
pub struct Group {
    pub(super) id: GroupId,
    pub(super) state: GroupState,
    /// Tells the initial rebalance (from Empty) from all others.
    pub(super) previous_state: GroupState,
    /// Since when it is in its state, ms; `None` = loaded from an old record.
    pub(super) state_timestamp: Option<i64>,
    /// Set by the first member; stays when the group becomes empty.
    pub(super) protocol_type: Option<Name>,
    /// Chosen when a join phase ends; none of an empty group.
    pub(super) protocol_name: Option<Name>,
    pub(super) generation: i32,
    pub(super) leader: Option<MemberId>,
    /// In the order of Java's HashMap, which clients see.
    pub(super) members: HashMap<MemberId, Member>,
    pub(super) static_members: BTreeMap<InstanceId, MemberId>,
    /// Ids that were handed out; they are no members yet.
    pub(super) pending_join: BTreeSet<MemberId>,
    /// How many JoinGroups are parked.
    pub(super) awaiting_join: i32,
    /// How often each assignor is offered, over all members.
    pub(super) supported: BTreeMap<Name, i32>,
    /// The members whose SyncGroup of this generation has not come yet.
    pub(super) pending_sync: HashSet<MemberId>,
    /// What the members subscribe to; `None` = unknown.
    pub(super) subscribed_topics: Option<BTreeSet<TopicName>>,
    /// Whether a member was added in the current window of the initial delay.
    pub(super) new_member_added: bool,
    /// Static members that left while the record of their replacement was being written.
    pub(super) departed: Vec<Member>,
    /// How many such records are under way.
    pub(super) replacements_in_flight: u32,
}

impl Group {
    /// A group without members.
    pub(super) fn new(id: GroupId, now: u64) -> Self {
        Self {
            id,
            state: GroupState::Empty,
            previous_state: GroupState::Dead,
            state_timestamp: Some(timestamp(now)),
            protocol_type: None,
            protocol_name: None,
            generation: 0,
            leader: None,
            members: HashMap::new(),
            static_members: BTreeMap::new(),
            pending_join: BTreeSet::new(),
            awaiting_join: 0,
            supported: BTreeMap::new(),
            pending_sync: HashSet::new(),
            subscribed_topics: None,
            new_member_added: false,
            departed: Vec::new(),
            replacements_in_flight: 0,
        }
    }

    /// `group.id`
    #[must_use]
    pub fn id(&self) -> &GroupId {
        &self.id
    }

    /// Its state.
    #[must_use]
    pub const fn state(&self) -> GroupState {
        self.state
    }

    /// Its generation.
    #[must_use]
    pub const fn generation(&self) -> i32 {
        self.generation
    }

    /// Its protocol type, `consumer` for consumers; `None` before the first member.
    #[must_use]
    pub fn protocol_type(&self) -> Option<&Name> {
        self.protocol_type.as_ref()
    }

    /// The chosen assignor.
    #[must_use]
    pub fn protocol_name(&self) -> Option<&Name> {
        self.protocol_name.as_ref()
    }

    /// The leader's id.
    #[must_use]
    pub fn leader(&self) -> Option<&MemberId> {
        self.leader.as_ref()
    }

    /// The members, in the order that clients see.
    pub fn members(&self) -> impl Iterator<Item = &Member> {
        self.members.values()
    }

    /// The ids that were handed out and not used yet, sorted.
    pub fn pending_members(&self) -> impl Iterator<Item = &MemberId> {
        self.pending_join.iter()
    }

    /// Whether the member's SyncGroup of the current generation has come.
    #[must_use]
    pub fn has_synced(&self, member: &MemberId) -> bool {
        matches!(self.state, GroupState::CompletingRebalance | GroupState::Stable)
            && self.members.contains_key(member)
            && !self.pending_sync.contains(member)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.state == GroupState::Empty
    }

    pub(super) fn is_leader(&self, member: &MemberId) -> bool {
        self.leader.as_ref() == Some(member)
    }

    pub(super) fn uses_consumer_protocol(&self) -> bool {
        self.protocol_type.as_deref() == Some(CONSUMER_PROTOCOL_TYPE)
    }

    /// Whether a rebalance may begin (`ClassicGroup.canRebalance`).
    pub(super) const fn can_rebalance(&self) -> bool {
        self.state.may_become(GroupState::PreparingRebalance)
    }

    /// The longest rebalance timeout of the members, ms; 0 without members.
    pub(super) fn rebalance_timeout_ms(&self) -> i32 {
        self.members.values().map(|member| member.timeouts.rebalance_ms).fold(0, i32::max)
    }

    /// Whether all members wait in JoinGroup and no id that was handed out is outstanding
    /// (`ClassicGroup.hasAllMembersJoined`).
    pub(super) fn has_all_members_joined(&self) -> bool {
        i32::try_from(self.members.len()) == Ok(self.awaiting_join) && self.pending_join.is_empty()
    }

    /// Goes to another state. A way that does not exist is an error inside Kafka, which its client sees as
    /// UNKNOWN_SERVER_ERROR.
    pub(super) fn transition_to(
        &mut self,
        state: GroupState,
        reason: Option<Reason>,
        fx: &mut Effects<'_>,
    ) -> Result<(), ErrorCode> {
        if !self.state.may_become(state) {
            return Err(ErrorCode::UnknownServerError);
        }
        self.previous_state = self.state;
        self.state = state;
        self.state_timestamp = Some(timestamp(fx.now));
        fx.note(Note::Transition {
            group: self.id.clone(),
            from: self.previous_state,
            to: state,
            generation: self.generation,
            members: self.members.len(),
            reason: reason.map(Box::new),
        });
        Ok(())
    }

    /// Adds a member, with its JoinGroup if it has one (`ClassicGroup.add`).
    pub(super) fn add(&mut self, member: Member, join: Option<Token>, fx: &mut Effects<'_>) {
        if let Some(instance) = &member.instance {
            self.static_members.insert(instance.clone(), member.id.clone());
        }
        if self.members.is_empty() {
            self.protocol_type = Some(member.protocol_type.clone());
        }
        if self.leader.is_none() {
            self.set_leader(Some(member.id.clone()), LeaderChoice::FirstMember, fx);
        }
        self.count_protocols(&member.protocols, 1);
        self.pending_join.remove(&member.id);
        let id = member.id.clone();
        self.members.insert(id.clone(), member);
        self.park_join(&id, join, fx);
    }

    /// Removes a member, or an id that was handed out (`ClassicGroup.remove`). What it has parked is forgotten.
    pub(super) fn remove(&mut self, id: &MemberId, fx: &mut Effects<'_>) {
        if let Some(member) = self.members.remove(id) {
            self.count_protocols(&member.protocols, -1);
            self.awaiting_join -= i32::from(member.parked_join.is_some());
            fx.forget(member.parked_join);
            fx.forget(member.parked_sync);
            if let Some(instance) = &member.instance {
                self.static_members.remove(instance);
            }
            self.remember_departed(member);
        }
        if self.is_leader(id) {
            let next = self.members.keys().next().cloned();
            self.set_leader(next, LeaderChoice::LeaderRemoved, fx);
        }
        self.pending_join.remove(id);
        self.pending_sync.remove(id);
    }

    /// Adds a member as a record describes it.
    pub(super) fn load_member(&mut self, member: Member) {
        if let Some(instance) = &member.instance {
            self.static_members.insert(instance.clone(), member.id.clone());
        }
        self.leader.get_or_insert_with(|| member.id.clone());
        self.count_protocols(&member.protocols, 1);
        self.members.insert(member.id.clone(), member);
    }

    /// A pending failure of a replacement's write still changes a member that is gone.
    pub(super) fn remember_departed(&mut self, member: Member) {
        if self.replacements_in_flight > 0 && member.is_static() {
            self.departed.push(member);
        }
    }

    pub(super) fn set_leader(&mut self, leader: Option<MemberId>, why: LeaderChoice, fx: &mut Effects<'_>) {
        fx.note(Note::LeaderChosen { group: self.id.clone(), leader: leader.clone(), why });
        self.leader = leader;
    }

    /// Takes over what a JoinGroup says, and parks it (`ClassicGroup.updateMember`).
    pub(super) fn update(
        &mut self,
        id: &MemberId,
        protocols: Protocols,
        timeouts: Timeouts,
        join: Option<Token>,
        fx: &mut Effects<'_>,
    ) {
        let Some(member) = self.members.get_mut(id) else { return };
        member.timeouts = timeouts;
        let old = std::mem::replace(&mut member.protocols, protocols.clone());
        self.count_protocols(&old, -1);
        self.count_protocols(&protocols, 1);
        self.park_join(id, join, fx);
    }

    fn park_join(&mut self, id: &MemberId, join: Option<Token>, fx: &mut Effects<'_>) {
        let Some(member) = self.members.get_mut(id) else { return };
        let before = std::mem::replace(&mut member.parked_join, join);
        self.awaiting_join += i32::from(join.is_some()) - i32::from(before.is_some());
        if let Some(token) = join {
            fx.forget(before);
            let operation = Operation::JoinGroup;
            fx.note(Note::Parked { group: self.id.clone(), member: id.clone(), token, operation });
        }
    }

    /// Answers a member's parked JoinGroup, if it has one (`ClassicGroup.completeJoinFuture`).
    pub(super) fn complete_join(&mut self, id: &MemberId, response: JoinGroupResponse, fx: &mut Effects<'_>) {
        let Some(token) = self.members.get_mut(id).and_then(|member| member.parked_join.take()) else { return };
        self.awaiting_join -= 1;
        fx.answer_join(token, response);
    }

    /// Answers a member's parked SyncGroup; `false` if it has none (`ClassicGroup.completeSyncFuture`).
    pub(super) fn complete_sync(&mut self, id: &MemberId, response: SyncGroupResponse, fx: &mut Effects<'_>) -> bool {
        let Some(token) = self.members.get_mut(id).and_then(|member| member.parked_sync.take()) else { return false };
        fx.answer_sync(token, response);
        true
    }

    /// Adds to the count of each assignor offered, or takes from it.
    pub(super) fn count_protocols(&mut self, protocols: &Protocols, by: i32) {
        for protocol in protocols.iter() {
            match self.supported.get_mut(&protocol.name) {
                Some(count) => *count += by,
                None => {
                    self.supported.insert(protocol.name.clone(), by);
                }
            }
        }
    }

    /// Whether every member offers the assignor.
    pub(super) fn is_supported_by_all(&self, protocol: &Name) -> bool {
        let count = self.supported.get(protocol).copied().unwrap_or(0);
        i32::try_from(self.members.len()) == Ok(count)
    }

    /// Whether somebody who offers these protocols may join (`ClassicGroup.supportsProtocols`). A member's own old offer
    /// counts, so a sole member cannot swap its whole list.
    pub(super) fn supports_protocols(&self, protocol_type: &Name, protocols: &Protocols) -> bool {
        if self.is_empty() {
            return !protocol_type.is_empty() && !protocols.is_empty();
        }
        self.protocol_type.as_ref() == Some(protocol_type)
            && protocols.iter().any(|protocol| self.is_supported_by_all(&protocol.name))
    }

    /// Checks that the instance id, if given, is held by this member, and that the member is one
    /// (`ClassicGroup.validateMember`).
    pub(super) fn validate_member(
        &self,
        id: &MemberId,
        instance: Option<&InstanceId>,
        operation: Operation,
        fx: &mut Effects<'_>,
    ) -> Result<(), ErrorCode> {
        if let Some(instance) = instance {
            let holder = self.static_members.get(instance).ok_or(ErrorCode::UnknownMemberId)?;
            if holder != id {
                fx.note(Note::Fenced {
                    group: self.id.clone(),
                    member: id.clone(),
                    instance: instance.clone(),
                    by: holder.clone(),
                    operation,
                });
                return Err(ErrorCode::FencedInstanceId);
            }
        }
        if self.members.contains_key(id) { Ok(()) } else { Err(ErrorCode::UnknownMemberId) }
    }

    /// All members for the leader's eyes (`ClassicGroup.currentClassicGroupMembers`); an error while the generation is not
    /// fixed.
    pub(super) fn current_members(&self) -> Result<Vec<JoinGroupMember>, ErrorCode> {
        if matches!(self.state, GroupState::Dead | GroupState::PreparingRebalance) {
            return Err(ErrorCode::UnknownServerError);
        }
        let protocol = self.protocol_name.as_deref().unwrap_or("");
        self.members
            .values()
            .map(|member| {
                Ok(JoinGroupMember {
                    member_id: member.id.clone(),
                    group_instance_id: member.instance.clone(),
                    metadata: member.metadata(protocol).ok_or(ErrorCode::UnknownServerError)?.clone(),
                })
            })
            .collect()
    }

    /// The answer to a JoinGroup that succeeded, with the leader and generation as they are now.
    pub(super) fn joined(&self, id: &MemberId, members: Vec<JoinGroupMember>) -> JoinGroupResponse {
        JoinGroupResponse {
            error: ErrorCode::None,
            generation_id: self.generation,
            protocol_type: self.protocol_type.clone(),
            protocol_name: self.protocol_name.clone(),
            leader: self.leader.clone().unwrap_or_default(),
            skip_assignment: false,
            member_id: id.clone(),
            members,
        }
    }
}

/// A time as records hold it.
pub(super) fn timestamp(now: u64) -> i64 {
    i64::try_from(now).unwrap_or(i64::MAX)
}
