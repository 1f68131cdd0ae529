//! The requests of a script as the coordinator takes them.

use groupscope_core::{
    coordinator::GroupRequest,
    protocol::{
        DeleteGroupsRequest, HeartbeatRequest, JoinGroupProtocol, JoinGroupRequest, LeaveGroupRequest, LeavingMember,
        MemberId, Name, OffsetCommitPartition, OffsetCommitRequest, OffsetDeleteRequest, OffsetFetchRequest,
        RequestContext, SyncGroupAssignment, SyncGroupRequest, TopicName, TopicPartition,
    },
};

use super::script::{Action, Commit, FetchOffsets, Heartbeat, Join, Leave, Offset, Sync, Topic};

/// A request with what comes beside it.
pub(super) struct Incoming {
    pub(super) context: RequestContext,
    pub(super) request: GroupRequest,
    /// The id that the coordinator is to hand out if it needs one.
    pub(super) new_member_id: Option<MemberId>,
    /// The request's topics: the reply has the same ones.
    pub(super) topics: Vec<TopicSize>,
}

/// A topic of a request or a reply, and how many of its partitions stand there.
#[derive(Clone, Debug)]
pub(super) struct TopicSize {
    pub(super) topic: TopicName,
    pub(super) partitions: usize,
}

impl Incoming {
    /// The request of a step; `None` if the step is none.
    pub(super) fn of(action: Action) -> Option<Self> {
        Some(match action {
            Action::Join(join) => read_join(join),
            Action::Sync(sync) => Self::new(sync.version, GroupRequest::SyncGroup(read_sync(sync))),
            Action::Heartbeat(heartbeat) => Self::new(0, GroupRequest::Heartbeat(read_heartbeat(heartbeat))),
            Action::Leave(leave) => Self::new(0, GroupRequest::LeaveGroup(read_leave(leave))),
            Action::Commit(commit) => read_commit(commit),
            Action::FetchOffsets(fetch) => read_fetch(fetch),
            Action::DeleteGroup(delete) => {
                let request = DeleteGroupsRequest { group_ids: vec![delete.group_id] };
                Self::new(0, GroupRequest::DeleteGroups(request))
            }
            Action::DeleteOffsets(delete) => {
                let request = OffsetDeleteRequest { group_id: delete.group_id, partitions: flat(&delete.topics) };
                Self { topics: sizes(&delete.topics), ..Self::new(0, GroupRequest::OffsetDelete(request)) }
            }
            Action::ExpireOffsets | Action::Append(_) | Action::Failover | Action::Tick => return None,
        })
    }

    fn new(api_version: i16, request: GroupRequest) -> Self {
        let context = RequestContext { api_version, client_id: Name::default(), client_host: Name::default() };
        Self { context, request, new_member_id: None, topics: Vec::new() }
    }
}

fn read_join(join: Join) -> Incoming {
    let protocols = join.protocols.into_iter();
    let request = JoinGroupRequest {
        group_id: join.group_id,
        session_timeout_ms: join.session,
        rebalance_timeout_ms: join.rebalance,
        member_id: join.member,
        group_instance_id: join.instance,
        protocol_type: join.protocol_type,
        protocols: protocols.map(|it| JoinGroupProtocol { name: it.name, metadata: it.metadata }).collect(),
        reason: join.reason,
    };
    Incoming {
        context: RequestContext { api_version: join.version, client_id: join.client_id, client_host: join.host },
        request: GroupRequest::JoinGroup(request),
        new_member_id: join.new_member_id,
        topics: Vec::new(),
    }
}

fn read_sync(sync: Sync) -> SyncGroupRequest {
    let shares = sync.assignments.into_iter();
    SyncGroupRequest {
        group_id: sync.group_id,
        generation_id: sync.generation,
        member_id: sync.member,
        group_instance_id: sync.instance,
        protocol_type: sync.protocol_type,
        protocol_name: sync.protocol_name,
        assignments: shares.map(|(member_id, assignment)| SyncGroupAssignment { member_id, assignment }).collect(),
    }
}

fn read_heartbeat(heartbeat: Heartbeat) -> HeartbeatRequest {
    HeartbeatRequest {
        group_id: heartbeat.group_id,
        generation_id: heartbeat.generation,
        member_id: heartbeat.member,
        group_instance_id: heartbeat.instance,
    }
}

fn read_leave(leave: Leave) -> LeaveGroupRequest {
    let members = leave.members.into_iter();
    LeaveGroupRequest {
        group_id: leave.group_id,
        members: members
            .map(|it| LeavingMember { member_id: it.member, group_instance_id: it.instance, reason: it.reason })
            .collect(),
    }
}

/// On the wire the offsets stand topic by topic.
fn read_commit(commit: Commit) -> Incoming {
    let mut topics: Vec<Vec<Offset>> = Vec::new();
    for offset in commit.offsets {
        match topics.iter_mut().find(|topic| topic.iter().any(|other| other.topic == offset.topic)) {
            Some(topic) => topic.push(offset),
            None => topics.push(vec![offset]),
        }
    }
    let sizes = topics
        .iter()
        .filter_map(|offsets| Some(TopicSize { topic: offsets.first()?.topic.clone(), partitions: offsets.len() }));
    let sizes = sizes.collect();
    let partitions = topics.into_iter().flatten().map(|it| OffsetCommitPartition {
        partition: TopicPartition { topic: it.topic, partition: it.partition },
        committed_offset: it.offset,
        committed_leader_epoch: it.leader_epoch,
        committed_metadata: it.metadata,
    });
    let request = OffsetCommitRequest {
        group_id: commit.group_id,
        generation_id: commit.generation,
        member_id: commit.member,
        group_instance_id: commit.instance,
        retention_time_ms: commit.retention.unwrap_or(-1),
        partitions: partitions.collect(),
    };
    Incoming { topics: sizes, ..Incoming::new(commit.version, GroupRequest::OffsetCommit(request)) }
}

fn read_fetch(fetch: FetchOffsets) -> Incoming {
    let request = OffsetFetchRequest {
        group_id: fetch.group_id,
        partitions: (!fetch.all).then(|| flat(&fetch.topics)),
        require_stable: fetch.require_stable,
    };
    let topics = if fetch.all { Vec::new() } else { sizes(&fetch.topics) };
    Incoming { topics, ..Incoming::new(0, GroupRequest::OffsetFetch(request)) }
}

fn flat(topics: &[Topic]) -> Vec<TopicPartition> {
    let of_topic = |topic: &Topic| {
        let name = topic.topic.clone();
        topic.partitions.clone().into_iter().map(move |partition| TopicPartition::new(name.clone(), partition))
    };
    topics.iter().flat_map(of_topic).collect()
}

fn sizes(topics: &[Topic]) -> Vec<TopicSize> {
    topics.iter().map(|it| TopicSize { topic: it.topic.clone(), partitions: it.partitions.len() }).collect()
}
