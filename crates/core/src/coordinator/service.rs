//! What comes before a group's own rules, and what becomes of errors: the outer shell of the coordinator.
//!
//! Source: `GroupCoordinatorService`, `CoordinatorOperationExceptionHelper`.

use super::{Config, GroupRequest, join_group::refused, static_membership::refused_sync};
use crate::protocol::{
    DeleteGroupsResponse, ErrorCode, HeartbeatResponse, LeaveGroupMember, LeaveGroupResponse, MemberId,
    OffsetCommitResponse, OffsetDeleteResponse, OffsetFetchResponse, Response,
};

/// Checks that need no group, in Kafka's order; the answer if one of them fails.
pub(super) fn refuse_early(request: &GroupRequest, config: &Config) -> Option<Response> {
    let error = match request {
        GroupRequest::JoinGroup(it) if it.group_id.is_empty() => ErrorCode::InvalidGroupId,
        GroupRequest::JoinGroup(it) => {
            let allowed = config.min_session_timeout_ms..=config.max_session_timeout_ms;
            if allowed.contains(&it.session_timeout_ms) { ErrorCode::None } else { ErrorCode::InvalidSessionTimeout }
        }
        GroupRequest::SyncGroup(it) if it.group_id.is_empty() => ErrorCode::InvalidGroupId,
        GroupRequest::Heartbeat(it) if it.group_id.is_empty() => ErrorCode::InvalidGroupId,
        GroupRequest::LeaveGroup(it) if it.group_id.is_empty() => ErrorCode::InvalidGroupId,
        GroupRequest::OffsetDelete(it) if it.group_id.is_empty() => ErrorCode::InvalidGroupId,
        // These know the empty group id since old times.
        _ => ErrorCode::None,
    };
    (!error.is_none()).then(|| early_failure(request, error))
}

/// The answer to a request that does not get as far as the partition.
pub(super) fn early_failure(request: &GroupRequest, error: ErrorCode) -> Response {
    match request {
        GroupRequest::JoinGroup(it) => Response::JoinGroup(refused(error, it.member_id.clone())),
        other => failure(other, error),
    }
}

/// The answer to a request that failed with an exception or with the write it waited for.
pub(super) fn failure(request: &GroupRequest, error: ErrorCode) -> Response {
    let error = match request {
        GroupRequest::OffsetFetch(_) => offset_fetch_error(error),
        _ => operation_error(error),
    };
    match request {
        GroupRequest::JoinGroup(_) => Response::JoinGroup(refused(error, MemberId::default())),
        GroupRequest::SyncGroup(_) => Response::SyncGroup(refused_sync(error)),
        GroupRequest::Heartbeat(_) => Response::Heartbeat(HeartbeatResponse { error: heartbeat_error(error) }),
        GroupRequest::LeaveGroup(it) if error == ErrorCode::UnknownMemberId => {
            let unknown = |member: &crate::protocol::LeavingMember| LeaveGroupMember {
                member_id: member.member_id.clone(),
                group_instance_id: member.group_instance_id.clone(),
                error,
            };
            let members = it.members.iter().map(unknown).collect();
            Response::LeaveGroup(LeaveGroupResponse { error: ErrorCode::None, members })
        }
        GroupRequest::LeaveGroup(_) => Response::LeaveGroup(LeaveGroupResponse { error, members: Vec::new() }),
        GroupRequest::OffsetCommit(it) => {
            let partitions = it.partitions.iter().map(|commit| (commit.partition.clone(), error)).collect();
            Response::OffsetCommit(OffsetCommitResponse { partitions })
        }
        GroupRequest::OffsetFetch(_) => Response::OffsetFetch(OffsetFetchResponse { error, partitions: Vec::new() }),
        GroupRequest::OffsetDelete(_) => Response::OffsetDelete(OffsetDeleteResponse { error, partitions: Vec::new() }),
        GroupRequest::DeleteGroups(it) => {
            let results = it.group_ids.iter().map(|group| (group.clone(), error)).collect();
            Response::DeleteGroups(DeleteGroupsResponse { results })
        }
    }
}

/// While the coordinator loads, a heartbeat is taken on trust.
fn heartbeat_error(error: ErrorCode) -> ErrorCode {
    if error == ErrorCode::CoordinatorLoadInProgress { ErrorCode::None } else { error }
}

/// An error of the log as the client of a waiting operation sees it (`handleOperationException`).
fn operation_error(error: ErrorCode) -> ErrorCode {
    match error {
        ErrorCode::NetworkException => ErrorCode::CoordinatorLoadInProgress,
        other => group_metadata_error(other),
    }
}

/// An error of the log as members see it that wait for the write of their group
/// (`GroupMetadataManager.appendGroupMetadataErrorToResponseError`).
pub(super) fn group_metadata_error(error: ErrorCode) -> ErrorCode {
    match error {
        ErrorCode::UnknownTopicOrPartition | ErrorCode::NotEnoughReplicas | ErrorCode::RequestTimedOut => {
            ErrorCode::CoordinatorNotAvailable
        }
        ErrorCode::NotLeaderOrFollower | ErrorCode::KafkaStorageError => ErrorCode::NotCoordinator,
        ErrorCode::MessageTooLarge | ErrorCode::RecordListTooLarge | ErrorCode::InvalidFetchSize => {
            ErrorCode::UnknownServerError
        }
        other => other,
    }
}

/// Older consumers know no COORDINATOR_NOT_AVAILABLE from OffsetFetch (`handleOffsetFetchException`).
fn offset_fetch_error(error: ErrorCode) -> ErrorCode {
    match operation_error(error) {
        ErrorCode::CoordinatorNotAvailable if error != ErrorCode::CoordinatorNotAvailable => ErrorCode::NotCoordinator,
        other => other,
    }
}
