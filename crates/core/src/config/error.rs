//! What can be wrong with a setting.

use super::{Scope, Value};

/// A setting that cannot be read.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ConfigError {
    /// There is no such setting.
    #[error("no {scope} setting is called \"{name}\"; the nearest known name is \"{nearest}\"")]
    Unknown {
        /// Whose setting it should be.
        scope: Scope,
        /// The name as it was given.
        name: String,
        /// The known name that looks most like it.
        nearest: &'static str,
    },
    /// It is a setting, but of something else.
    #[error("\"{name}\" is a {actual} setting and does nothing at a {scope}")]
    WrongScope {
        /// Where it was given.
        scope: Scope,
        /// Its name.
        name: &'static str,
        /// Where it belongs.
        actual: Scope,
    },
    /// The value is of another type, or outside the limits.
    #[error("{name} = {value}: expected {allowed}")]
    Invalid {
        /// The setting.
        name: &'static str,
        /// The value as it was given.
        value: Value,
        /// What is allowed.
        allowed: String,
    },
}

/// Kafka's client refuses to be constructed with these settings, though each of them can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConstructionError {
    /// `Heartbeat`
    #[error("heartbeat.interval.ms must be lower than session.timeout.ms")]
    HeartbeatNotBelowSession,
    /// `ConsumerConfig.maybeOverrideEnableAutoCommit`
    #[error("enable.auto.commit can't be true without a group.id")]
    AutoCommitWithoutGroup,
    /// `ConsumerPartitionAssignor.getAssignorInstances`
    #[error("partition.assignment.strategy names an assignor twice")]
    DuplicateAssignor,
    /// `ConsumerConfig.checkUnsupportedConfigsPostProcess`
    #[error("group.remote.assignor can't be set with group.protocol=classic")]
    RemoteAssignorWithClassic,
    /// `ConsumerConfig.checkUnsupportedConfigsPostProcess`
    #[error("share.acknowledgement.mode can't be set with group.protocol=classic")]
    AcknowledgementModeWithClassic,
}
