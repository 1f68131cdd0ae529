//! The messages of Kafka's errors, as clients log them.

use super::ErrorCode;

impl ErrorCode {
    /// What Kafka says of the error (`Errors.message`); its name where no log of a group shows it.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::UnknownServerError => "The server experienced an unexpected error when processing the request.",
            Self::UnknownTopicOrPartition => "This server does not host this topic-partition.",
            Self::InvalidFetchSize => "The requested fetch size is invalid.",
            Self::NotLeaderOrFollower => {
                "For requests intended only for the leader, this error indicates that the broker is not the current leader. \
                 For requests intended for any replica, this error indicates that the broker is not a replica of the topic \
                 partition."
            }
            Self::RequestTimedOut => "The request timed out.",
            Self::MessageTooLarge => {
                "The request included a message larger than the max message size the server will accept."
            }
            Self::OffsetMetadataTooLarge => "The metadata field of the offset request was too large.",
            Self::NetworkException => "The server disconnected before a response was received.",
            Self::CoordinatorLoadInProgress => "The coordinator is loading and hence can't process requests.",
            Self::CoordinatorNotAvailable => "The coordinator is not available.",
            Self::NotCoordinator => "This is not the correct coordinator.",
            Self::RecordListTooLarge => {
                "The request included message batch larger than the configured segment size on the server."
            }
            Self::NotEnoughReplicas => "Messages are rejected since there are fewer in-sync replicas than required.",
            Self::NotEnoughReplicasAfterAppend => {
                "Messages are written to the log, but to fewer in-sync replicas than required."
            }
            Self::IllegalGeneration => "Specified group generation id is not valid.",
            Self::InconsistentGroupProtocol => {
                "The group member's supported protocols are incompatible with those of existing members or first group \
                 member tried to join with empty protocol type or empty protocol list."
            }
            Self::InvalidGroupId => "The group id is invalid.",
            Self::UnknownMemberId => "The coordinator is not aware of this member.",
            Self::InvalidSessionTimeout => {
                "The session timeout is not within the range allowed by the broker (as configured by \
                 group.min.session.timeout.ms and group.max.session.timeout.ms)."
            }
            Self::RebalanceInProgress => "The group is rebalancing, so a rejoin is needed.",
            Self::InvalidCommitOffsetSize => "The committing offset data size is not valid.",
            Self::GroupAuthorizationFailed => "Group authorization failed.",
            Self::KafkaStorageError => "Disk error when trying to access log file on the disk.",
            Self::MemberIdRequired => {
                "The group member needs to have a valid member id before actually entering a consumer group."
            }
            Self::GroupMaxSizeReached => "The group has reached its maximum size.",
            Self::FencedInstanceId => {
                "The broker rejected this static consumer since another consumer with the same group.instance.id has \
                 registered with a different member.id."
            }
            other => other.name(),
        }
    }
}
