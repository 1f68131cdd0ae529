//! The broker settings that decide how a group coordinator behaves.

use crate::config::BrokerConfig;

/// Settings of a group coordinator (`GroupCoordinatorConfig`), with Kafka 4.1's defaults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// `group.initial.rebalance.delay.ms`: how long an empty group waits for more members.
    pub initial_rebalance_delay_ms: i32,
    /// `group.min.session.timeout.ms`, inclusive.
    pub min_session_timeout_ms: i32,
    /// `group.max.session.timeout.ms`, inclusive.
    pub max_session_timeout_ms: i32,
    /// `group.max.size`: how many members a group may have.
    pub max_size: i32,
    /// `offset.metadata.max.bytes`: the longest text beside an offset, in UTF-16 units.
    pub offset_metadata_max_bytes: i32,
    /// `offsets.commit.timeout.ms`: how long a reply waits for a write, ms; `None` = for ever.
    pub offsets_commit_timeout_ms: Option<u64>,
    /// `offsets.retention.minutes`
    pub offsets_retention_minutes: i32,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            initial_rebalance_delay_ms: 3000,
            min_session_timeout_ms: 6000,
            max_session_timeout_ms: 1_800_000,
            max_size: i32::MAX,
            offset_metadata_max_bytes: 4096,
            offsets_commit_timeout_ms: Some(5000),
            offsets_retention_minutes: 10_080,
        }
    }
}

/// A broker's settings; what is beyond 32 bits is cut to them.
impl From<&BrokerConfig> for Config {
    fn from(broker: &BrokerConfig) -> Self {
        let int = |value: u64| i32::try_from(value).unwrap_or(i32::MAX);
        Self {
            initial_rebalance_delay_ms: int(broker.group_initial_rebalance_delay_ms),
            min_session_timeout_ms: int(broker.group_min_session_timeout_ms),
            max_session_timeout_ms: int(broker.group_max_session_timeout_ms),
            max_size: int(broker.group_max_size.into()),
            offset_metadata_max_bytes: int(broker.offset_metadata_max_bytes.into()),
            offsets_commit_timeout_ms: Some(broker.offsets_commit_timeout_ms),
            offsets_retention_minutes: int(broker.offsets_retention_minutes),
        }
    }
}

impl Config {
    /// `offsets.retention.minutes` in milliseconds.
    #[must_use]
    pub fn offsets_retention_ms(&self) -> i64 {
        i64::from(self.offsets_retention_minutes) * 60_000
    }
}

/// How long a new member may wait in its first JoinGroup, ms
/// (`GroupCoordinatorConfig.CLASSIC_GROUP_NEW_MEMBER_JOIN_TIMEOUT_MS`).
pub const NEW_MEMBER_JOIN_TIMEOUT_MS: i32 = 300_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_settings_has_the_same_defaults() {
        assert_eq!(Config::from(&BrokerConfig::default()), Config::default());
    }
}
