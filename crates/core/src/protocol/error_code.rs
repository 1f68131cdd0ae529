//! The error codes that the protocols of consumer groups use.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

macro_rules! error_codes {
    ($($(#[$attr:meta])* $name:ident = $code:literal, $wire:literal, $exception:literal, $retriable:literal;)*) => {
        /// A Kafka error code (`org.apache.kafka.common.protocol.Errors`).
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[repr(i16)]
        pub enum ErrorCode {
            $(
                #[doc = concat!("`", $wire, "` (", $code, ")")]
                #[serde(rename = $wire)]
                $(#[$attr])*
                $name = $code,
            )*
        }

        impl ErrorCode {
            /// Every code, ascending.
            pub const ALL: &[ErrorCode] = &[$(ErrorCode::$name),*];

            /// Kafka's name of the error, such as `FENCED_INSTANCE_ID`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $wire,)* }
            }

            /// The simple class name of the exception that Kafka's Java client makes of it; empty for [`ErrorCode::None`].
            #[must_use]
            pub const fn exception(self) -> &'static str {
                match self { $(Self::$name => $exception,)* }
            }

            /// Whether that exception is a `RetriableException`.
            #[must_use]
            pub const fn is_retriable(self) -> bool {
                match self { $(Self::$name => $retriable,)* }
            }
        }
    };
}

error_codes! {
    UnknownServerError = -1, "UNKNOWN_SERVER_ERROR", "UnknownServerException", false;
    #[default]
    None = 0, "NONE", "", false;
    OffsetOutOfRange = 1, "OFFSET_OUT_OF_RANGE", "OffsetOutOfRangeException", false;
    CorruptMessage = 2, "CORRUPT_MESSAGE", "CorruptRecordException", true;
    UnknownTopicOrPartition = 3, "UNKNOWN_TOPIC_OR_PARTITION", "UnknownTopicOrPartitionException", true;
    InvalidFetchSize = 4, "INVALID_FETCH_SIZE", "InvalidFetchSizeException", false;
    LeaderNotAvailable = 5, "LEADER_NOT_AVAILABLE", "LeaderNotAvailableException", true;
    NotLeaderOrFollower = 6, "NOT_LEADER_OR_FOLLOWER", "NotLeaderOrFollowerException", true;
    RequestTimedOut = 7, "REQUEST_TIMED_OUT", "TimeoutException", true;
    MessageTooLarge = 10, "MESSAGE_TOO_LARGE", "RecordTooLargeException", false;
    OffsetMetadataTooLarge = 12, "OFFSET_METADATA_TOO_LARGE", "OffsetMetadataTooLarge", false;
    NetworkException = 13, "NETWORK_EXCEPTION", "NetworkException", true;
    CoordinatorLoadInProgress = 14, "COORDINATOR_LOAD_IN_PROGRESS", "CoordinatorLoadInProgressException", true;
    CoordinatorNotAvailable = 15, "COORDINATOR_NOT_AVAILABLE", "CoordinatorNotAvailableException", true;
    NotCoordinator = 16, "NOT_COORDINATOR", "NotCoordinatorException", true;
    RecordListTooLarge = 18, "RECORD_LIST_TOO_LARGE", "RecordBatchTooLargeException", false;
    NotEnoughReplicas = 19, "NOT_ENOUGH_REPLICAS", "NotEnoughReplicasException", true;
    NotEnoughReplicasAfterAppend = 20, "NOT_ENOUGH_REPLICAS_AFTER_APPEND", "NotEnoughReplicasAfterAppendException", true;
    IllegalGeneration = 22, "ILLEGAL_GENERATION", "IllegalGenerationException", false;
    InconsistentGroupProtocol = 23, "INCONSISTENT_GROUP_PROTOCOL", "InconsistentGroupProtocolException", false;
    InvalidGroupId = 24, "INVALID_GROUP_ID", "InvalidGroupIdException", false;
    UnknownMemberId = 25, "UNKNOWN_MEMBER_ID", "UnknownMemberIdException", false;
    InvalidSessionTimeout = 26, "INVALID_SESSION_TIMEOUT", "InvalidSessionTimeoutException", false;
    RebalanceInProgress = 27, "REBALANCE_IN_PROGRESS", "RebalanceInProgressException", false;
    InvalidCommitOffsetSize = 28, "INVALID_COMMIT_OFFSET_SIZE", "InvalidCommitOffsetSizeException", false;
    TopicAuthorizationFailed = 29, "TOPIC_AUTHORIZATION_FAILED", "TopicAuthorizationException", false;
    GroupAuthorizationFailed = 30, "GROUP_AUTHORIZATION_FAILED", "GroupAuthorizationException", false;
    InvalidTimestamp = 32, "INVALID_TIMESTAMP", "InvalidTimestampException", false;
    UnsupportedVersion = 35, "UNSUPPORTED_VERSION", "UnsupportedVersionException", false;
    KafkaStorageError = 56, "KAFKA_STORAGE_ERROR", "KafkaStorageException", true;
    NonEmptyGroup = 68, "NON_EMPTY_GROUP", "GroupNotEmptyException", false;
    GroupIdNotFound = 69, "GROUP_ID_NOT_FOUND", "GroupIdNotFoundException", false;
    FencedLeaderEpoch = 74, "FENCED_LEADER_EPOCH", "FencedLeaderEpochException", true;
    UnknownLeaderEpoch = 75, "UNKNOWN_LEADER_EPOCH", "UnknownLeaderEpochException", true;
    MemberIdRequired = 79, "MEMBER_ID_REQUIRED", "MemberIdRequiredException", false;
    GroupMaxSizeReached = 81, "GROUP_MAX_SIZE_REACHED", "GroupMaxSizeReachedException", false;
    FencedInstanceId = 82, "FENCED_INSTANCE_ID", "FencedInstanceIdException", false;
    GroupSubscribedToTopic = 86, "GROUP_SUBSCRIBED_TO_TOPIC", "GroupSubscribedToTopicException", false;
    InvalidRecord = 87, "INVALID_RECORD", "InvalidRecordException", false;
    UnstableOffsetCommit = 88, "UNSTABLE_OFFSET_COMMIT", "UnstableOffsetCommitException", true;
    UnknownTopicId = 100, "UNKNOWN_TOPIC_ID", "UnknownTopicIdException", true;
}

impl ErrorCode {
    /// The number on the wire.
    #[must_use]
    pub const fn code(self) -> i16 {
        self as i16
    }

    /// Whether this is [`ErrorCode::None`].
    #[must_use]
    pub const fn is_none(self) -> bool {
        matches!(self, Self::None)
    }

    /// This error, or `other` if this is none.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        if self.is_none() { other } else { self }
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text is no error's name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not the name of a Kafka error this program knows")]
pub struct UnknownErrorCode(String);

impl FromStr for ErrorCode {
    type Err = UnknownErrorCode;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL.iter().copied().find(|code| code.name() == name).ok_or_else(|| UnknownErrorCode(name.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_codes_are_those_of_the_wire() {
        assert_eq!(ErrorCode::FencedInstanceId.code(), 82);
        assert_eq!("REBALANCE_IN_PROGRESS".parse(), Ok(ErrorCode::RebalanceInProgress));
        assert_eq!(ErrorCode::default(), ErrorCode::None);
        assert!("REBALANCE".parse::<ErrorCode>().is_err());
        assert!(ErrorCode::ALL.is_sorted_by_key(|code| code.code()));
    }

    #[test]
    fn a_rebalance_an_eviction_and_a_fencing_are_not_retriable() {
        for code in [ErrorCode::RebalanceInProgress, ErrorCode::UnknownMemberId, ErrorCode::FencedInstanceId] {
            assert!(!code.is_retriable());
        }
        assert!(ErrorCode::NotCoordinator.is_retriable());
    }
}
