//! The broker's settings (`GroupCoordinatorConfig`, `ServerLogConfigs`, `ReplicationConfigs`, `SocketServerConfigs`, 4.1.1).

use super::{
    ConfigError, Limits, Setting, Value,
    field::{Field, settings},
};
use crate::protocol::Name;

/// `replica.selector.class` (KIP-392).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReplicaSelector {
    /// `LeaderSelector`: always the leader.
    Leader,
    /// `RackAwareReplicaSelector`: a replica in the consumer's rack, if one is in sync.
    RackAware,
}

impl Field for ReplicaSelector {
    fn read(setting: &Setting, value: &Value) -> Option<Self> {
        let name = setting.text(value)?;
        match name.strip_prefix("org.apache.kafka.common.replica.").unwrap_or(name) {
            "LeaderSelector" => Some(Self::Leader),
            "RackAwareReplicaSelector" => Some(Self::RackAware),
            _ => None,
        }
    }

    fn write(&self) -> Value {
        match self {
            Self::Leader => "LeaderSelector",
            Self::RackAware => "RackAwareReplicaSelector",
        }
        .into()
    }
}

const SELECTOR: Limits = Limits::Form("LeaderSelector or RackAwareReplicaSelector, or their full class names");
const POLICIES: Limits = Limits::OneOf(&["bidirectional", "upgrade", "downgrade", "disabled"]);
const PROTOCOLS: &[&str] = &["classic", "consumer", "streams", "share"];

settings! {
    /// What a cluster's brokers are set to.
    BrokerConfig, BROKER_SETTINGS, Broker;

    /// How long the coordinator waits for more members once the first one has joined an empty group.
    group_initial_rebalance_delay_ms: u64 = 3_000, "group.initial.rebalance.delay.ms", Int, Ms, Limits::AtLeast(0), Yes;
    /// The shortest session timeout that a member may ask for.
    group_min_session_timeout_ms: u64 = 6_000, "group.min.session.timeout.ms", Int, Ms, Limits::AtLeast(0), Yes;
    /// The longest session timeout that a member may ask for.
    group_max_session_timeout_ms: u64 = 1_800_000, "group.max.session.timeout.ms", Int, Ms, Limits::AtLeast(0), Yes;
    /// How many members a group may have.
    group_max_size: u32 = 2_147_483_647, "group.max.size", Int, Members, Limits::AtLeast(1), Yes;
    /// How long a write of the coordinator may take before what waits for it fails.
    offsets_commit_timeout_ms: u64 = 5_000, "offsets.commit.timeout.ms", Int, Ms, Limits::AtLeast(1), Yes;
    /// How long committed offsets are kept once the group is empty, or no longer subscribed.
    offsets_retention_minutes: u64 = 10_080, "offsets.retention.minutes", Int, Minutes, Limits::AtLeast(1), Yes;
    /// How often the coordinator looks for offsets to delete.
    offsets_retention_check_interval_ms: u64 = 600_000, "offsets.retention.check.interval.ms", Long, Ms,
        Limits::AtLeast(1), Yes;
    /// How long the metadata that goes with a committed offset may be; the simulated consumers send none.
    offset_metadata_max_bytes: u32 = 4_096, "offset.metadata.max.bytes", Int, Bytes, Limits::AtLeast(0), No;
    /// How many partitions `__consumer_offsets` has; a group's id decides which one is its own.
    offsets_topic_num_partitions: i32 = 50, "offsets.topic.num.partitions", Int, Partitions, Limits::AtLeast(1), Yes;
    /// How many brokers hold a copy of `__consumer_offsets`.
    offsets_topic_replication_factor: i32 = 3, "offsets.topic.replication.factor", Short, Replicas,
        Limits::AtLeast(1), Yes;
    /// The size of a segment of `__consumer_offsets`.
    offsets_topic_segment_bytes: i32 = 104_857_600, "offsets.topic.segment.bytes", Int, Bytes, Limits::AtLeast(1), No;
    /// How `__consumer_offsets` is compressed, by number; 0 = not at all.
    offsets_topic_compression_codec: i32 = 0, "offsets.topic.compression.codec", Int, None, Limits::AtLeast(0), No;
    /// How much is read at once when the coordinator loads its groups.
    offsets_load_buffer_size: i32 = 5_242_880, "offsets.load.buffer.size", Int, Bytes, Limits::AtLeast(1), No;
    /// How many threads handle the groups' requests.
    group_coordinator_threads: i32 = 4, "group.coordinator.threads", Int, Threads, Limits::AtLeast(1), No;
    /// How long the coordinator waits for more records before it writes a batch.
    group_coordinator_append_linger_ms: u64 = 5, "group.coordinator.append.linger.ms", Int, Ms, Limits::AtLeast(0), Yes;
    /// Which group protocols the broker speaks.
    group_coordinator_rebalance_protocols: Vec<Name> = ["classic", "consumer", "streams"].map(Name::from).into(),
        "group.coordinator.rebalance.protocols", List, None, Limits::OneOf(PROTOCOLS), No;
    /// Whether a group may change between the classic protocol and KIP-848's while it runs.
    group_consumer_migration_policy: Name = "bidirectional".into(), "group.consumer.migration.policy", String, None,
        POLICIES, No;
    /// Where the broker stands; the scenario's `rack` of a broker is the same.
    broker_rack: Option<Name> = None, "broker.rack", String, None, Limits::Any, No;
    /// Which replica a consumer reads from: unset = always the leader.
    replica_selector_class: Option<ReplicaSelector> = None, "replica.selector.class", String, None, SELECTOR, Yes;
    /// How many bytes the broker puts into one answer to a fetch at most.
    fetch_max_bytes: i32 = 57_671_680, "fetch.max.bytes", Int, Bytes, Limits::AtLeast(1_024), Yes;
    /// When the broker closes a connection that is not used.
    connections_max_idle_ms: i64 = 600_000, "connections.max.idle.ms", Long, Ms, Limits::Any, No;
    /// How long the controller waits for a broker's heartbeat before it fences the broker.
    broker_session_timeout_ms: u64 = 9_000, "broker.session.timeout.ms", Int, Ms, Limits::AtLeast(0), Yes;
    /// How often the broker looks for records that are too old or too many.
    log_retention_check_interval_ms: u64 = 300_000, "log.retention.check.interval.ms", Long, Ms, Limits::AtLeast(1), Yes;
    /// How long records are kept, if neither the topic nor a finer unit says so.
    log_retention_hours: i32 = 168, "log.retention.hours", Int, Hours, Limits::Any, No;
    /// How long records are kept, in minutes; unset = as `log.retention.hours`.
    log_retention_minutes: Option<i32> = None, "log.retention.minutes", Int, Minutes, Limits::Any, No;
    /// How long records are kept, in ms; unset = as `log.retention.minutes`.
    log_retention_ms: Option<i64> = None, "log.retention.ms", Long, Ms, Limits::Any, No;
    /// How many bytes of a partition are kept, if the topic does not say so; −1 = all.
    log_retention_bytes: i64 = -1, "log.retention.bytes", Long, Bytes, Limits::Any, No;
    /// Whether a topic that is asked for is created.
    auto_create_topics_enable: bool = true, "auto.create.topics.enable", Boolean, None, Limits::Any, No;
    /// How many partitions a topic has that is created without a number.
    num_partitions: i32 = 1, "num.partitions", Int, Partitions, Limits::AtLeast(1), No;
    /// How many brokers hold a copy of a topic that is created without a number.
    default_replication_factor: i32 = 1, "default.replication.factor", Int, Replicas, Limits::Any, No;
    /// How many replicas must have a record before a producer with `acks=all` is answered.
    min_insync_replicas: i32 = 1, "min.insync.replicas", Int, Replicas, Limits::AtLeast(1), No;
    /// How far behind, in time, a replica may be and still count as in sync.
    replica_lag_time_max_ms: u64 = 30_000, "replica.lag.time.max.ms", Long, Ms, Limits::AtLeast(0), No;
    /// Whether leadership goes back to the preferred replica by itself.
    auto_leader_rebalance_enable: bool = true, "auto.leader.rebalance.enable", Boolean, None, Limits::Any, No;
    /// How often the controller looks whether leadership is to go back.
    leader_imbalance_check_interval_seconds: u64 = 300, "leader.imbalance.check.interval.seconds", Long, Seconds,
        Limits::AtLeast(1), No;
    /// The size of the socket's send buffer; −1 = the operating system's.
    socket_send_buffer_bytes: i32 = 102_400, "socket.send.buffer.bytes", Int, Bytes, Limits::Any, No;
    /// The size of the socket's receive buffer; −1 = the operating system's.
    socket_receive_buffer_bytes: i32 = 102_400, "socket.receive.buffer.bytes", Int, Bytes, Limits::Any, No;
}

impl BrokerConfig {
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
