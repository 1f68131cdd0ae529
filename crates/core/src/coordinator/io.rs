//! What goes into a coordinator and what comes out of it.

use super::{Note, Record};
use crate::protocol::{
    DeleteGroupsRequest, ErrorCode, GroupId, HeartbeatRequest, JoinGroupRequest, LeaveGroupRequest, MemberId,
    OffsetCommitRequest, OffsetDeleteRequest, OffsetFetchRequest, Request, RequestContext, Response, SyncGroupRequest,
};

/// Marks a request; its reply carries the same mark. Chosen by the caller, unique in the coordinator's life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Token(pub u64);

/// Numbers the writes of one coordinator, ascending from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WriteId(pub u64);

/// The requests that a group coordinator answers. All others, FindCoordinator too, are the broker's.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each variant is named after the structure it holds")]
pub enum GroupRequest {
    JoinGroup(JoinGroupRequest),
    SyncGroup(SyncGroupRequest),
    Heartbeat(HeartbeatRequest),
    LeaveGroup(LeaveGroupRequest),
    OffsetCommit(OffsetCommitRequest),
    OffsetFetch(OffsetFetchRequest),
    OffsetDelete(OffsetDeleteRequest),
    /// All its groups belong to this coordinator's partition: the broker splits it if need be.
    DeleteGroups(DeleteGroupsRequest),
}

impl GroupRequest {
    /// The group it is about, which decides on the partition of `__consumer_offsets`; of DeleteGroups the first one.
    #[must_use]
    pub fn group_id(&self) -> Option<&GroupId> {
        match self {
            Self::JoinGroup(it) => Some(&it.group_id),
            Self::SyncGroup(it) => Some(&it.group_id),
            Self::Heartbeat(it) => Some(&it.group_id),
            Self::LeaveGroup(it) => Some(&it.group_id),
            Self::OffsetCommit(it) => Some(&it.group_id),
            Self::OffsetFetch(it) => Some(&it.group_id),
            Self::OffsetDelete(it) => Some(&it.group_id),
            Self::DeleteGroups(it) => it.group_ids.first(),
        }
    }
}

/// A request that is the broker's own business comes back as it is.
impl TryFrom<Request> for GroupRequest {
    type Error = Request;

    fn try_from(request: Request) -> Result<Self, Request> {
        Ok(match request {
            Request::JoinGroup(it) => Self::JoinGroup(it),
            Request::SyncGroup(it) => Self::SyncGroup(it),
            Request::Heartbeat(it) => Self::Heartbeat(it),
            Request::LeaveGroup(it) => Self::LeaveGroup(it),
            Request::OffsetCommit(it) => Self::OffsetCommit(it),
            Request::OffsetFetch(it) => Self::OffsetFetch(it),
            Request::OffsetDelete(it) => Self::OffsetDelete(it),
            Request::DeleteGroups(it) => Self::DeleteGroups(it),
            other => return Err(other),
        })
    }
}

/// What happens to a coordinator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A request arrives.
    Request {
        /// Its mark.
        token: Token,
        /// Its header and where it comes from.
        context: RequestContext,
        /// What it asks.
        request: GroupRequest,
    },
    /// The high watermark passed these writes: this one and all before it are durable.
    Committed(WriteId),
    /// This write and all after it failed; those before it are still under way.
    WriteFailed {
        /// The first write that failed.
        write: WriteId,
        /// With what the log refused it.
        error: ErrorCode,
    },
    /// The broker became the leader of the partition and begins to read it.
    Elected,
    /// The partition has been read: all committed records, oldest first, compacted or not. The coordinator is active.
    Loaded(Vec<Record>),
    /// The broker is no longer the partition's leader.
    Resigned,
    /// The broker's coordinator service ends.
    ShutDown,
    /// The job that deletes expired offsets and forgotten groups; it is due `offsets.retention.check.interval.ms` after
    /// the load and after each run.
    ExpireOffsets,
}

/// What a coordinator does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Answers a request.
    Reply {
        /// The request's mark.
        token: Token,
        /// The answer.
        response: Response,
    },
    /// Appends records to its partition, as one batch. [`Input::Committed`] or [`Input::WriteFailed`] says what became of
    /// them; until then the replies that depend on them wait.
    Append {
        /// The write's number.
        write: WriteId,
        /// What is written.
        records: Vec<Record>,
    },
    /// Something that only the trace, the views and the logs need to know.
    Note(Note),
}

/// Where member ids come from.
pub trait MemberIds {
    /// A new id that begins with `prefix` and a hyphen: `prefix` is the client id, or the instance id of a static member.
    /// Asked only when a member really needs one (`ClassicGroup.generateMemberId`).
    fn new_member_id(&mut self, prefix: &str) -> MemberId;
}
