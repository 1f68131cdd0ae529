//! The broker's side of consumer groups: the classic group coordinator of Apache Kafka 4.1, without I/O.
//!
//! One [`Coordinator`] is one partition of `__consumer_offsets` with all the groups in it.

mod config;
mod io;
mod note;
mod record;
mod state;

pub use config::{Config, NEW_MEMBER_JOIN_TIMEOUT_MS};
pub use io::{GroupRequest, Input, MemberIds, Output, Token, WriteId};
pub use note::{
    Ballot, Joining, LeaderChoice, MemberDescription, Note, Operation, Reason, Removal, TimerKey, TimerKind, Which,
};
pub use record::{GroupMetadataValue, MemberMetadata, OffsetCommitKey, OffsetCommitValue, Record};
pub use state::GroupState;
