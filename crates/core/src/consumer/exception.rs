//! What the Java client raises, inside and to its application.

use crate::protocol::ErrorCode;

/// An exception of the Java client, by its class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exception {
    /// The one that belongs to a response's error.
    Response(ErrorCode),
    /// The connection ended.
    Disconnect,
    /// Time ran out.
    Timeout,
    /// No broker can be asked now.
    NoBrokersAvailable,
    /// The member left the group while it joined.
    UnjoinedGroup,
    /// The member is no longer in its group.
    CommitFailed,
    /// commitAsync() failed, and could be tried again.
    RetriableCommitFailed,
    /// There is no committed offset, and `auto.offset.reset` is `none`.
    NoOffsetForPartition,
    /// Records behind the position are gone, and `auto.offset.reset` is `none`.
    LogTruncation,
    /// An assignor threw it.
    Assignor(&'static str),
    /// The client found itself in a state that must not be.
    IllegalState,
    /// Anything else.
    Kafka,
}

impl Exception {
    /// Its simple class name.
    pub(super) const fn class(self) -> &'static str {
        match self {
            Self::Response(error) => error.exception(),
            Self::Disconnect => "DisconnectException",
            Self::Timeout => "TimeoutException",
            Self::NoBrokersAvailable => "NoAvailableBrokersException",
            Self::UnjoinedGroup => "UnjoinedGroupException",
            Self::CommitFailed => "CommitFailedException",
            Self::RetriableCommitFailed => "RetriableCommitFailedException",
            Self::NoOffsetForPartition => "NoOffsetForPartitionException",
            Self::LogTruncation => "LogTruncationException",
            Self::Assignor(class) => class,
            Self::IllegalState => "IllegalStateException",
            Self::Kafka => "KafkaException",
        }
    }

    /// Whether it is a `RetriableException`.
    pub(super) const fn is_retriable(self) -> bool {
        match self {
            Self::Response(error) => error.is_retriable(),
            Self::Disconnect | Self::Timeout | Self::NoBrokersAvailable | Self::UnjoinedGroup => true,
            _ => false,
        }
    }

    /// The error code nearest to it, for notes.
    pub(super) const fn code(self) -> ErrorCode {
        match self {
            Self::Response(error) => error,
            Self::Disconnect => ErrorCode::NetworkException,
            Self::Timeout => ErrorCode::RequestTimedOut,
            Self::NoBrokersAvailable => ErrorCode::CoordinatorNotAvailable,
            Self::CommitFailed => ErrorCode::UnknownMemberId,
            _ => ErrorCode::UnknownServerError,
        }
    }
}
