//! The broker's side of consumer groups: the classic group coordinator of Apache Kafka 4.1, without I/O.
//!
//! One [`Coordinator`] is one partition of `__consumer_offsets` with all the groups in it.

mod config;
mod deletion;
mod effects;
mod group;
mod heartbeat;
mod io;
mod java_map;
mod join_group;
mod leave_group;
mod load;
mod member;
mod note;
mod offset_commit;
mod offset_fetch;
mod offsets;
mod partition;
mod rebalance;
mod record;
mod runtime;
mod service;
mod session;
mod shard;
mod state;
mod static_membership;
mod sync_group;
mod timeline;
mod timers;
mod vote;
mod write;
mod writes;

pub use config::{Config, NEW_MEMBER_JOIN_TIMEOUT_MS};
pub use group::Group;
pub use io::{GroupRequest, Input, MemberIds, Output, Token, WriteId};
pub use member::Member;
pub use note::{
    Ballot, Joining, LeaderChoice, MemberDescription, Note, Operation, Reason, Removal, TimerKey, TimerKind, Which,
};
pub use partition::partition_for;
pub use record::{GroupMetadataValue, MemberMetadata, OffsetCommitKey, OffsetCommitValue, Record};
pub use runtime::Coordinator;
pub use state::GroupState;
pub use timers::RunningTimer;
