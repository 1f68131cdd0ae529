//! The settings that the product knows: Kafka's names, types, defaults in 4.1 and limits, declared once.
//!
//! Each scope has one table ([`consumer`](ConsumerConfig), [`broker`](BrokerConfig), [`topic`](TopicConfig)), from which
//! come the struct that the engine reads, the [`Setting`]s that a panel shows, and the reading of values. Rules between
//! settings stand in [`RULES`].
//!
//! Source: `ConsumerConfig`, `GroupCoordinatorConfig`, `LogConfig` and their like, 4.1.1.

mod assignors;
mod broker;
mod consumer;
mod duration;
mod error;
mod field;
mod rules;
mod setting;
#[cfg(test)]
mod tests;
mod topic;
mod value;

pub use assignors::{Assignor, RebalanceProtocol};
pub use broker::{BROKER_SETTINGS, BrokerConfig, ReplicaSelector};
pub use consumer::{
    AutoOffsetReset, CONSUMER_SETTINGS, ConsumerConfig, GroupProtocol, IsolationLevel, MetadataRecoveryStrategy,
};
pub use error::{ConfigError, ConstructionError};
pub use rules::{Finding, RULES, Rule, Setup, Severity, findings};
pub use setting::{Acts, Limits, Scope, Setting, Type, Unit, lookup};
pub use topic::{TOPIC_SETTINGS, TopicConfig};
pub use value::Value;
