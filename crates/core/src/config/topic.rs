//! The topic's settings (`TopicConfig`, `LogConfig`, 4.1.1).

use super::{ConfigError, Limits, Value, field::settings};
use crate::protocol::Name;

const POLICIES: Limits = Limits::OneOf(&["delete", "compact"]);

settings! {
    /// What a topic is set to.
    TopicConfig, TOPIC_SETTINGS, Topic;

    /// How long records are kept; −1 = for ever.
    retention_ms: i64 = 604_800_000, "retention.ms", Long, Ms, Limits::AtLeast(-1), Yes;
    /// How many bytes of a partition are kept; −1 = all.
    retention_bytes: i64 = -1, "retention.bytes", Long, Bytes, Limits::Any, Yes;
    /// When a new segment begins: only whole segments are deleted, and never the newest.
    segment_bytes: i32 = 1_073_741_824, "segment.bytes", Int, Bytes, Limits::AtLeast(1_048_576), Yes;
    /// How old a segment's first record may be before a new segment begins.
    segment_ms: i64 = 604_800_000, "segment.ms", Long, Ms, Limits::AtLeast(1), Yes;
    /// What happens to old records: they are deleted, or only the last one of each key is kept.
    cleanup_policy: Vec<Name> = vec!["delete".into()], "cleanup.policy", List, None, POLICIES, No;
    /// How long a deleted segment stays on disk.
    file_delete_delay_ms: i64 = 60_000, "file.delete.delay.ms", Long, Ms, Limits::AtLeast(0), No;
    /// How large a batch may be.
    max_message_bytes: i32 = 1_048_588, "max.message.bytes", Int, Bytes, Limits::AtLeast(0), No;
    /// How many replicas must have a record before a producer with `acks=all` is answered.
    min_insync_replicas: i32 = 1, "min.insync.replicas", Int, Replicas, Limits::AtLeast(1), No;
}

impl TopicConfig {
    /// Reads settings on top of Kafka's defaults.
    ///
    /// # Errors
    /// If there is no such setting, or a value can't be read as its type within its limits.
    pub fn from_values<'a>(values: impl IntoIterator<Item = (&'a str, &'a Value)>) -> Result<Self, ConfigError> {
        let mut config = Self::default();
        values.into_iter().try_for_each(|(name, value)| config.set(name, value))?;
        Ok(config)
    }
}
