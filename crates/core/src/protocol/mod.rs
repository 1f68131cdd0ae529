//! What travels between a consumer and a broker, named and valued as on Kafka's wire.
//!
//! The structures carry what the protocol carries, not its encoding: only the consumer's own embedded protocol (the
//! subscription and assignment bytes that the coordinator passes through unread) exists as bytes, in
//! [`consumer_protocol`].

pub mod consumer_protocol;
mod error_code;
mod error_message;
mod ids;
mod requests;
mod responses;

pub use error_code::ErrorCode;
pub use ids::{BrokerId, Bytes, GroupId, InstanceId, MemberId, Name, TopicName, TopicPartition};
pub use requests::*;
pub use responses::*;

/// The protocol type of consumers, `ConsumerProtocol.PROTOCOL_TYPE`.
pub const CONSUMER_PROTOCOL_TYPE: &str = "consumer";

/// "No generation": sent by a simple consumer and by a member that was reset (`Generation.NO_GENERATION`).
pub const NO_GENERATION: i32 = -1;

/// "No leader epoch is known" on the wire (`RecordBatch.NO_PARTITION_LEADER_EPOCH`).
pub const NO_LEADER_EPOCH: i32 = -1;
