//! The leader's step, inside the handler of JoinGroup's answer.
//!
//! Source: `ConsumerCoordinator.onLeaderElected`, `updateGroupSubscription`, `validateCooperativeAssignment`.

use std::{collections::BTreeMap, sync::Arc};

use super::{Consumer, detail::Detail, exception::Exception, io::Note};
use crate::{
    assignor::{Cluster, GroupMember, LastAssignment, MaxGeneration, TopicMetadata, assign, subscription_user_data},
    config::Assignor,
    protocol::{
        Bytes, JoinGroupMember, JoinGroupResponse, MemberId, MetadataPartition, Name, SyncGroupAssignment, TopicName,
        TopicPartition,
        consumer_protocol::{Assignment, Subscription},
    },
};

/// What an assignor object remembers: of its member's last assignment, and of the claims it saw as leader.
#[derive(Debug, Default)]
pub(super) struct AssignorMemory {
    last: Option<(Vec<TopicPartition>, i32)>,
    max_generation: MaxGeneration,
}

/// The memories of a consumer's assignors.
pub(super) type AssignorMemories = BTreeMap<Assignor, AssignorMemory>;

/// A leader that waits for metadata before it can assign.
#[derive(Debug)]
pub(super) struct LeaderStep {
    members: Vec<GroupMember>,
    skip_assignment: bool,
    /// Metadata beyond this version is awaited.
    version: u32,
}

type Plan = Vec<(MemberId, Vec<TopicPartition>)>;

impl Consumer {
    /// What an assignor adds to the subscription (`subscriptionUserData`).
    pub(super) fn assignor_user_data(&self, assignor: Assignor) -> Option<Bytes> {
        let memory = self.assignor_memories.get(&assignor);
        let last = memory.and_then(|memory| memory.last.as_ref());
        let last = last.map(|(partitions, generation)| LastAssignment { partitions, generation: *generation });
        subscription_user_data(assignor, last)
    }

    /// The member's assignor hears of its share (`onAssignment`).
    pub(super) fn remember_assignment(&mut self, assignor: Assignor, assignment: Assignment) {
        let generation = self.member.generation.id;
        self.assignor_memories.entry(assignor).or_default().last = Some((assignment.partitions, generation));
    }

    /// The member leads: it needs metadata of all the group's topics, then assigns.
    pub(super) fn on_leader_elected(&mut self, answer: JoinGroupResponse) -> Result<(), Exception> {
        let decode = |member: JoinGroupMember| {
            let subscription = Subscription::decode(&member.metadata).map_err(|_| Exception::IllegalState)?;
            Ok(GroupMember { id: member.member_id, instance: member.group_instance_id, subscription })
        };
        let members: Vec<_> = answer.members.into_iter().map(decode).collect::<Result<_, Exception>>()?;
        let mut topics: Vec<TopicName> = members.iter().flat_map(|it| it.subscription.topics.iter().cloned()).collect();
        topics.sort_unstable();
        topics.dedup();
        if topics.iter().any(|topic| self.subscription.metadata_topics().binary_search(topic).is_err()) {
            self.metadata.request_new_topics();
        }
        self.subscription.group_topics = Some(topics.into());
        self.is_leader = true;
        let stale = self.metadata.is_stale(self.now);
        let version = self.metadata.version;
        let step = LeaderStep { members, skip_assignment: answer.skip_assignment, version };
        if stale {
            self.metadata.request_update(false);
            self.leader_step = Some(step);
            Ok(())
        } else {
            self.assign_as_leader(step)
        }
    }

    /// Goes on once the metadata that the leader waits for has come; false = it has not.
    pub(super) fn continue_leader_step(&mut self) -> bool {
        self.pass();
        let Some(step) = self.leader_step.take_if(|step| step.version != self.metadata.version) else { return false };
        if let Err(exception) = self.assign_as_leader(step) {
            self.fail_joining(exception);
        }
        true
    }

    fn assign_as_leader(&mut self, step: LeaderStep) -> Result<(), Exception> {
        self.refresh_metadata_snapshot();
        let plan = match self.next_plan.take() {
            _ if step.skip_assignment => Plan::new(),
            Some(plan) => plan,
            None => self.compute_plan(&step.members)?,
        };
        self.member.assignment_snapshot = Some(self.metadata_snapshot.clone());
        if step.skip_assignment {
            self.detail(Detail::AssignmentSkipped);
        } else {
            let protocol = self.member.generation.protocol.clone().unwrap_or_default();
            self.note(Note::Plan { protocol, assignments: plan.clone() });
        }
        let share = |(member_id, partitions): (MemberId, Vec<TopicPartition>)| {
            let assignment = Assignment { partitions, user_data: None }.encode();
            SyncGroupAssignment { member_id, assignment }
        };
        self.send_sync_group(plan.into_iter().map(share).collect());
        Ok(())
    }

    fn compute_plan(&mut self, members: &[GroupMember]) -> Result<Plan, Exception> {
        let assignor = self.chosen_assignor().ok_or(Exception::IllegalState)?;
        let cluster = self.cluster();
        let memory = self.assignor_memories.entry(assignor).or_default();
        assign(assignor, &cluster, members, &mut memory.max_generation)
            .map_err(|error| Exception::Assignor(error.class_name()))
    }

    /// The topics of the group as the assignors see them.
    fn cluster(&self) -> Cluster {
        let rack_of = |id| self.metadata.brokers().iter().find(|broker| broker.id == id)?.rack.clone();
        let racks = |partition: &MetadataPartition| {
            partition.replicas.iter().filter_map(|id| rack_of(*id)).collect::<Vec<Name>>()
        };
        let topic = |name: &TopicName| {
            let partitions: &Arc<[MetadataPartition]> = self.metadata.topic(name)?;
            let count = u32::try_from(partitions.len()).unwrap_or(u32::MAX);
            Some(TopicMetadata { name: name.clone(), partitions: count, racks: partitions.iter().map(racks).collect() })
        };
        Cluster::new(self.subscription.metadata_topics().iter().filter_map(topic).collect())
    }
}
