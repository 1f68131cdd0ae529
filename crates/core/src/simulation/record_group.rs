//! Writes down what happens inside coordinators.

use std::sync::Arc;

use super::{
    cast::{BrokerIx, ConsumerIx, GroupIx, PartitionIx},
    intervals::OPEN,
    lanes::{MemberLanes, Partitions, Standing, Timer},
    recorder::{Recorder, clock},
    trace::{Append, AppendId, CoordinatorNoteId, EventId, EventKind, Rebalance},
};
use crate::{
    coordinator::{Coordinator, Group, GroupState, Note, Record, TimerKey, TimerKind, Which},
    protocol::{GroupId, InstanceId, MemberId, consumer_protocol::Assignment},
};

impl Recorder {
    /// A note of a broker's coordinator that is in charge of `home`, the first group of its partition. What follows from the
    /// event that is handed back has it as its cause.
    pub(super) fn coordinator_note(
        &mut self,
        home: (GroupIx, BrokerIx),
        note: Note,
        cause: Option<EventId>,
    ) -> Option<EventId> {
        match &note {
            Note::TimerArmed { timer, kind, deadline } => {
                self.timer(timer, Some((*kind, *deadline)), cause);
                return None;
            }
            Note::TimerCancelled { timer } => {
                self.timer(timer, None, cause);
                return None;
            }
            Note::Committed { .. } => return None,
            Note::TimerFired { timer, .. } => {
                let (timer, armed) = (timer.clone(), self.armed_by(timer));
                let event = self.note_event(home, note, armed);
                self.timer(&timer, None, Some(event));
                return Some(event);
            }
            _ => {}
        }
        self.before_note(&note, cause);
        let transition = match &note {
            Note::Transition { group, from, to, .. } => Some((group.clone(), *from, *to)),
            _ => None,
        };
        let event = self.note_event(home, note, cause);
        if let Some((group, from, to)) = transition {
            self.transition(&group, (from, to), event);
        }
        None
    }

    fn note_event(&mut self, (home, broker): (GroupIx, BrokerIx), note: Note, cause: Option<EventId>) -> EventId {
        let group = group_of(&note).and_then(|id| self.run.cast.group(id)).unwrap_or(home);
        let notes = &mut self.run.trace.coordinator_notes;
        notes.push(note);
        let note = CoordinatorNoteId(notes.len() as u32 - 1);
        self.event(cause, EventKind::Coordinator { group, broker, note })
    }

    /// What a note changes besides what [`Self::sync_group`] reads from the group itself.
    fn before_note(&mut self, note: &Note, cause: Option<EventId>) {
        let event = cause.unwrap_or(self.latest());
        match note {
            Note::AssignmentStored { group, shares, .. } => {
                for (member, share) in shares {
                    let assignment = Assignment::decode(share).unwrap_or_default();
                    let places = self.places(&assignment.partitions);
                    self.assigned(group, member, event, places);
                }
            }
            Note::MembersRemoved { group, members, .. } => {
                for member in members {
                    self.assigned(group, member, event, Arc::from([]));
                }
            }
            Note::StaticMemberReplaced { group, old, new, .. }
            | Note::StaticMemberReverted { group, old: new, new: old, .. } => {
                let share = self.consumer_of(group, old).and_then(|old| self.last_share(old)).unwrap_or_default();
                self.assigned(group, old, event, Arc::from([]));
                self.assigned(group, new, event, share);
            }
            _ => {}
        }
    }

    fn last_share(&self, consumer: ConsumerIx) -> Option<Partitions> {
        self.run.lanes.consumers[consumer.index()].assigned.last().map(|change| change.value.clone())
    }

    fn assigned(&mut self, group: &GroupId, member: &MemberId, event: EventId, share: Partitions) {
        if let Some(consumer) = self.consumer_of(group, member) {
            self.run.lanes.consumers[consumer.index()].assigned.push(self.now, event.0, share);
        }
    }

    fn transition(&mut self, id: &GroupId, (from, to): (GroupState, GroupState), event: EventId) {
        let Some(group) = self.run.cast.group(id) else { return };
        if to == GroupState::PreparingRebalance {
            self.began[group.index()] = event;
        }
        if from == GroupState::PreparingRebalance && to != GroupState::Dead {
            self.completed.push((group, event));
            // A new generation: nobody has a share in it yet.
            for consumer in 0..self.run.lanes.consumers.len() {
                if self.run.cast.consumers[consumer].group == group {
                    self.run.lanes.consumers[consumer].assigned.push(self.now, event.0, Arc::from([]));
                }
            }
        }
    }

    /// Brings a group's lanes in line with the group at its coordinator, after something happened to it.
    pub(super) fn sync_group(&mut self, ix: GroupIx, group: Option<&Group>, event: EventId) {
        let now = self.now;
        let leader = group.and_then(Group::leader).and_then(|leader| self.member_consumer(ix, leader));
        let lanes = &mut self.run.lanes.groups[ix.index()];
        lanes.state.push(now, event.0, group.map(Group::state));
        lanes.generation.push(now, event.0, group.map_or(0, Group::generation));
        lanes.protocol.push(now, event.0, group.and_then(Group::protocol_name).cloned());
        lanes.leader.push(now, event.0, leader);
        let mut seen = vec![false; lanes.members.len()];
        if let Some(group) = group {
            for member in group.members() {
                let standing =
                    Standing::Member { joined: member.parked_join().is_some(), synced: group.has_synced(member.id()) };
                self.standing(ix, member.id(), member.instance(), standing, event, &mut seen);
            }
            for id in group.pending_members() {
                self.standing(ix, id, None, Standing::Pending, event, &mut seen);
            }
        }
        for (member, _) in self.run.lanes.groups[ix.index()].members.iter_mut().zip(seen).filter(|(_, seen)| !seen) {
            member.standing.push(now, event.0, Standing::Gone);
        }
        self.rebalances(ix, group);
    }

    fn standing(
        &mut self,
        group: GroupIx,
        id: &MemberId,
        instance: Option<&InstanceId>,
        standing: Standing,
        event: EventId,
        seen: &mut [bool],
    ) {
        let place = self.member(group, id);
        if let Some(seen) = seen.get_mut(place) {
            *seen = true;
        }
        let member = &mut self.run.lanes.groups[group.index()].members[place];
        if member.instance.is_none() {
            member.instance = instance.cloned();
        }
        member.standing.push(self.now, event.0, standing);
    }

    /// Notes the join phases that ended just now.
    fn rebalances(&mut self, ix: GroupIx, group: Option<&Group>) {
        for (_, event) in self.completed.extract_if(.., |(group, _)| *group == ix).collect::<Vec<_>>() {
            let members: Vec<_> = group.into_iter().flat_map(Group::members).collect();
            let consumer = |id: &MemberId| self.member_consumer(ix, id);
            let rebalance = Rebalance {
                group: ix,
                event,
                began: self.began[ix.index()],
                generation: group.map_or(0, Group::generation),
                protocol: group.and_then(Group::protocol_name).cloned(),
                leader: group.and_then(Group::leader).and_then(consumer),
                members: members.iter().filter_map(|member| consumer(member.id())).collect(),
            };
            self.run.trace.rebalances.push(rebalance);
        }
    }

    /// An id was handed to a consumer.
    pub(super) fn member_id_made(&mut self, group: GroupIx, id: &MemberId, consumer: ConsumerIx) {
        let place = self.member(group, id);
        self.run.lanes.groups[group.index()].members[place].consumer = Some(consumer);
    }

    /// The place of a member among all that the group ever had.
    fn member(&mut self, group: GroupIx, id: &MemberId) -> usize {
        if let Some(place) = self.members[group.index()].get(id) {
            return *place;
        }
        let members = &mut self.run.lanes.groups[group.index()].members;
        members.push(MemberLanes { id: id.clone(), ..MemberLanes::default() });
        self.members[group.index()].insert(id.clone(), members.len() - 1);
        members.len() - 1
    }

    /// The consumer behind a member id of a group.
    pub(super) fn member_consumer(&self, group: GroupIx, id: &MemberId) -> Option<ConsumerIx> {
        let place = *self.members[group.index()].get(id)?;
        self.run.lanes.groups[group.index()].members[place].consumer
    }

    /// The consumer behind a member id.
    pub(super) fn consumer_of(&self, group: &GroupId, id: &MemberId) -> Option<ConsumerIx> {
        self.member_consumer(self.run.cast.group(group)?, id)
    }

    fn timer(&mut self, key: &TimerKey, armed: Option<(TimerKind, u64)>, cause: Option<EventId>) {
        let Some(group) = self.run.cast.group(&key.group) else { return };
        let event = cause.unwrap_or(self.latest());
        let timer = armed.map(|(kind, deadline)| Timer { kind, armed: self.now, deadline });
        let lane = match &key.which {
            Which::Join => &mut self.run.lanes.groups[group.index()].join,
            Which::Sync => &mut self.run.lanes.groups[group.index()].sync,
            Which::Session(member) => {
                let place = self.member(group, member);
                &mut self.run.lanes.groups[group.index()].members[place].session
            }
        };
        lane.push(self.now, event.0, timer);
    }

    /// The event that armed a timer.
    fn armed_by(&self, key: &TimerKey) -> Option<EventId> {
        let group = self.run.cast.group(&key.group)?;
        let lanes = &self.run.lanes.groups[group.index()];
        let lane = match &key.which {
            Which::Join => &lanes.join,
            Which::Sync => &lanes.sync,
            Which::Session(member) => &lanes.members[*self.members[group.index()].get(member)?].session,
        };
        lane.last().map(|change| EventId(change.event))
    }

    /// The coordinator of a group is gone without a word, or gave it up: its timers are gone with it.
    pub(super) fn timers_gone(&mut self, group: GroupIx, event: EventId) {
        let lanes = &mut self.run.lanes.groups[group.index()];
        let sessions = lanes.members.iter_mut().map(|member| &mut member.session);
        for lane in [&mut lanes.join, &mut lanes.sync].into_iter().chain(sessions) {
            lane.push(self.now, event.0, None);
        }
    }

    /// A group has another coordinator, or the present one has loaded.
    pub(super) fn coordinator(
        &mut self,
        group: GroupIx,
        (broker, epoch): (Option<BrokerIx>, i32),
        loading: bool,
        event: EventId,
    ) {
        let lanes = &mut self.run.lanes.groups[group.index()];
        lanes.epoch.push(self.now, event.0, epoch);
        lanes.coordinator.push(self.now, event.0, broker);
        lanes.loading.push(self.now, event.0, loading);
    }

    /// A broker appends records to a partition of `__consumer_offsets`, the first of them at `offset`.
    pub(super) fn appended(
        &mut self,
        (partition, broker): (i32, BrokerIx),
        offset: i64,
        records: &[Record],
        cause: Option<EventId>,
    ) -> AppendId {
        let appends = &mut self.run.trace.appends;
        let at = clock(self.now);
        let (records, ended) = (records.into(), OPEN);
        appends.push(Append { partition, broker, offset, records, cause, at, ended, is_committed: false });
        AppendId(appends.len() as u32 - 1)
    }

    /// Records that were appended are durable, or will never be.
    pub(super) fn append_ended(&mut self, append: AppendId, is_committed: bool) {
        let append = &mut self.run.trace.appends[append.index()];
        append.ended = clock(self.now);
        append.is_committed = is_committed;
    }

    /// A record of `__consumer_offsets` is durable.
    pub(super) fn record_committed(&mut self, record: &Record, cause: Option<EventId>) {
        let Record::OffsetCommit { key, value } = record else { return };
        let partition = self.run.cast.partition(&key.topic, key.partition);
        let (Some(group), Some(partition)) = (self.run.cast.group(&key.group), partition) else { return };
        let offset = value.as_ref().map(|value| value.offset);
        let event = self.event(
            cause,
            match offset {
                Some(offset) => EventKind::OffsetCommitted { group, partition, offset },
                None => EventKind::OffsetDeleted { group, partition },
            },
        );
        let lanes: &mut super::lanes::PartitionLanes = &mut self.run.lanes.partitions[PartitionIx::index(partition)];
        lanes.committed.entry(group).or_default().push(self.now, event.0, offset);
    }

    /// Brings the lanes of all groups of a coordinator in line.
    pub(super) fn sync_groups(&mut self, groups: &[GroupIx], coordinator: &Coordinator, event: EventId) {
        for ix in groups {
            let group = coordinator.group(&self.run.cast.groups[ix.index()]);
            self.sync_group(*ix, group, event);
        }
    }
}

/// The group that a note is about.
pub(super) fn group_of(note: &Note) -> Option<&GroupId> {
    match note {
        Note::GroupCreated { group, .. }
        | Note::Transition { group, .. }
        | Note::MemberIdHandedOut { group, .. }
        | Note::MemberAdded { group, .. }
        | Note::MembersRemoved { group, .. }
        | Note::StaticMemberReplaced { group, .. }
        | Note::RebalanceSpared { group }
        | Note::StaticMemberReverted { group, .. }
        | Note::Fenced { group, .. }
        | Note::Parked { group, .. }
        | Note::LeaderChosen { group, .. }
        | Note::NobodyRejoined { group, .. }
        | Note::ProtocolChosen { group, .. }
        | Note::AssignmentReceived { group, .. }
        | Note::AssignmentStored { group, .. }
        | Note::AssignmentsCleared { group }
        | Note::EmptyGroupNotWritten { group, .. }
        | Note::GroupLoaded { group, .. }
        | Note::GroupUnloaded { group, .. } => Some(group),
        Note::TimerArmed { timer, .. } | Note::TimerCancelled { timer } | Note::TimerFired { timer, .. } => {
            Some(&timer.group)
        }
        Note::Forgotten { .. }
        | Note::Committed { .. }
        | Note::WriteFailed { .. }
        | Note::ExpiredOffsets { .. }
        | Note::GroupsDeleted { .. }
        | Note::Loading
        | Note::Loaded { .. }
        | Note::Unloading
        | Note::Unloaded => None,
    }
}
