//! The broker's side of consumer groups: the classic group coordinator of Apache Kafka 4.1, request for request, without I/O.
//!
//! One [`Coordinator`] is one partition of `__consumer_offsets` with all the groups in it. It is handed the time, requests,
//! the outcome of its writes and member ids; it gives replies, records to write, and [`Note`]s of what happened inside.
//!
//! ```
//! use groupscope_core::coordinator::{Config, Coordinator, Input, MemberIds, Output};
//! use groupscope_core::protocol::MemberId;
//!
//! struct Ids;
//! impl MemberIds for Ids {
//!     fn new_member_id(&mut self, prefix: &str) -> MemberId {
//!         format!("{prefix}-1").into()
//!     }
//! }
//!
//! let mut coordinator = Coordinator::new(Config::default());
//! let mut out: Vec<Output> = Vec::new();
//! coordinator.handle(0, Input::Elected, &mut Ids, &mut out);
//! coordinator.handle(5, Input::Loaded(Vec::new()), &mut Ids, &mut out);
//! assert_eq!(coordinator.next_deadline(), None);
//! ```
//!
//! # Where things are
//! - The rules of a group: one file for each request (`join_group`, `sync_group`, `heartbeat`, `leave_group`, `offset_commit`,
//!   `offset_fetch`, `deletion`), and what they share: `group` and `member` (the fields and what follows from them), `state`,
//!   `rebalance` (from the first reason to the last share), `vote`, `static_membership`, `session`.
//! - What is durable: `record`, `offsets`, `shard` (all groups and offsets of the partition, replayed from records), and
//!   `timeline` (how failed writes are taken back).
//! - When things happen: `runtime` (one input after the other, replies that wait for writes), `writes`, `timers`, `load`,
//!   `service` (checks before the group, translation of errors).
//! - For readers: `note`, `reason`, [`log`] (the lines that Kafka would log).
//!
//! A rule changes its group at once and says what is to be written; only the map of groups and the offsets go back when that
//! fails, as in Kafka. Where Kafka throws an exception, a rule returns an [`ErrorCode`](crate::protocol::ErrorCode).

mod config;
mod deletion;
mod effects;
mod group;
mod heartbeat;
mod io;
mod join_group;
mod leave_group;
mod load;
pub mod log;
mod member;
mod note;
mod offset_commit;
mod offset_fetch;
mod offsets;
mod partition;
mod reason;
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
pub use note::{Ballot, Joining, LeaderChoice, MemberDescription, Note, Operation, Removal};
pub use partition::partition_for;
pub use reason::Reason;
pub use record::{GroupMetadataValue, MemberMetadata, OffsetCommitKey, OffsetCommitValue, Record};
pub use runtime::Coordinator;
pub use state::GroupState;
pub use timers::{RunningTimer, TimerKey, TimerKind, Which};

#[cfg(test)]
mod tests;
