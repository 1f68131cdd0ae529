//! The consumer's settings (`ConsumerConfig`, 4.1.1).

use super::{
    Assignor, ConfigError, ConstructionError, Limits, RebalanceProtocol, Setting, Value,
    duration::parse_iso8601,
    field::{Field, settings, words},
};
use crate::protocol::{GroupId, InstanceId, Name};

words! {
    /// `group.protocol`
    GroupProtocol {
        /// JoinGroup, SyncGroup and Heartbeat; the members' leader assigns.
        Classic = "classic",
        /// KIP-848: the coordinator assigns.
        Consumer = "consumer",
    }
}

words! {
    /// `isolation.level`
    IsolationLevel {
        /// Up to the high watermark.
        ReadUncommitted = "read_uncommitted",
        /// Up to the last stable offset.
        ReadCommitted = "read_committed",
    }
}

words! {
    /// `metadata.recovery.strategy`
    MetadataRecoveryStrategy {
        /// Fails on until a known broker answers.
        None = "none",
        /// Begins again with the bootstrap servers (KIP-899).
        Rebootstrap = "rebootstrap",
    }
}

/// `auto.offset.reset` (`AutoOffsetResetStrategy`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AutoOffsetReset {
    /// The end of the log: what was written before is skipped.
    Latest,
    /// The beginning of the log.
    Earliest,
    /// No reset: poll() throws `NoOffsetForPartitionException`.
    None,
    /// The first record that is younger than this, ms.
    ByDuration(u64),
}

const BY_DURATION: &str = "by_duration:";

impl Field for AutoOffsetReset {
    fn read(setting: &Setting, value: &Value) -> Option<Self> {
        match setting.text(value)? {
            "latest" => Some(Self::Latest),
            "earliest" => Some(Self::Earliest),
            "none" => Some(Self::None),
            other => other.strip_prefix(BY_DURATION).and_then(parse_iso8601).map(Self::ByDuration),
        }
    }

    fn write(&self) -> Value {
        match self {
            Self::Latest => "latest".into(),
            Self::Earliest => "earliest".into(),
            Self::None => "none".into(),
            Self::ByDuration(ms) if ms.is_multiple_of(1000) => {
                Value::Text(format!("{BY_DURATION}PT{}S", ms / 1000).into())
            }
            Self::ByDuration(ms) => Value::Text(format!("{BY_DURATION}PT{}.{:03}S", ms / 1000, ms % 1000).into()),
        }
    }
}

impl Field for Assignor {
    fn read(setting: &Setting, value: &Value) -> Option<Self> {
        setting.text(value).and_then(Self::from_name)
    }

    fn write(&self) -> Value {
        self.name().into()
    }
}

const RESET: Limits = Limits::Form(
    "latest, earliest, none, or by_duration: and a duration that is not negative, such as by_duration:PT1H",
);
const STRATEGY: Limits = Limits::Form(
    "a list of range, roundrobin, sticky, cooperative-sticky, or of their class names (RangeAssignor, …), best first",
);
const INSTANCE: Limits = Limits::Form("1 to 249 letters, digits, '.', '_' or '-', and not . or ..");

settings! {
    /// What a consumer is set to. [`ConsumerConfig::from_values`] applies the rules for what is not set.
    ConsumerConfig, CONSUMER_SETTINGS, Consumer;

    /// The group that the consumer belongs to; without one it can neither subscribe nor commit.
    group_id: Option<GroupId> = None, "group.id", String, None, Limits::NotEmpty, Yes;
    /// A fixed name that makes the consumer a static member: it may go and come back without a rebalance.
    group_instance_id: Option<InstanceId> = None, "group.instance.id", String, None, INSTANCE, Yes;
    /// Which protocol the group speaks; the simulation speaks the classic one.
    group_protocol: GroupProtocol = GroupProtocol::Classic, "group.protocol", String, None,
        Limits::OneOf(GroupProtocol::WORDS), No;
    /// The coordinator's assignor, with `group.protocol=consumer` only.
    group_remote_assignor: Option<Name> = None, "group.remote.assignor", String, None, Limits::Any, No;
    /// The assignors that the consumer supports, best first; the group uses one that all members support.
    partition_assignment_strategy: Vec<Assignor> = vec![Assignor::Range, Assignor::CooperativeSticky],
        "partition.assignment.strategy", List, None, STRATEGY, Yes;
    /// How long the coordinator waits for a heartbeat before it removes the member.
    session_timeout_ms: u64 = 45_000, "session.timeout.ms", Int, Ms, Limits::AtLeast(0), Yes;
    /// How often the consumer tells the coordinator that it lives.
    heartbeat_interval_ms: u64 = 3_000, "heartbeat.interval.ms", Int, Ms, Limits::AtLeast(0), Yes;
    /// How long the application may stay away from poll() before its consumer leaves the group; also the rebalance timeout.
    max_poll_interval_ms: u64 = 300_000, "max.poll.interval.ms", Int, Ms, Limits::AtLeast(1), Yes;
    /// How many records one poll() returns at most.
    max_poll_records: u32 = 500, "max.poll.records", Int, Records, Limits::AtLeast(1), Yes;
    /// Whether poll() commits the positions of what it returned before.
    enable_auto_commit: bool = true, "enable.auto.commit", Boolean, None, Limits::Any, Yes;
    /// How long poll() waits at least between two automatic commits.
    auto_commit_interval_ms: u64 = 5_000, "auto.commit.interval.ms", Int, Ms, Limits::AtLeast(0), Yes;
    /// Where to begin in a partition without a committed offset, or whose committed offset is gone.
    auto_offset_reset: AutoOffsetReset = AutoOffsetReset::Latest, "auto.offset.reset", String, None, RESET, Yes;
    /// How many bytes a fetch waits for before the broker answers it.
    fetch_min_bytes: i32 = 1, "fetch.min.bytes", Int, Bytes, Limits::AtLeast(0), Yes;
    /// How long the broker waits for `fetch.min.bytes` at most.
    fetch_max_wait_ms: u64 = 500, "fetch.max.wait.ms", Int, Ms, Limits::AtLeast(0), Yes;
    /// How many bytes one fetch brings at most; a first batch that is larger comes all the same.
    fetch_max_bytes: i32 = 52_428_800, "fetch.max.bytes", Int, Bytes, Limits::AtLeast(0), Yes;
    /// How many bytes one fetch brings of one partition at most; a first batch that is larger comes all the same.
    max_partition_fetch_bytes: i32 = 1_048_576, "max.partition.fetch.bytes", Int, Bytes, Limits::AtLeast(0), Yes;
    /// Where the consumer stands: it reads from a replica there, and some assignors prefer partitions there.
    client_rack: Name = Name::default(), "client.rack", String, None, Limits::Any, Yes;
    /// The consumer's name in logs and quotas; dynamic member ids begin with it.
    client_id: Name = Name::default(), "client.id", String, None, Limits::Any, Yes;
    /// How long the client waits for an answer before it closes the connection and tries again.
    request_timeout_ms: u64 = 30_000, "request.timeout.ms", Int, Ms, Limits::AtLeast(0), Yes;
    /// How long a call without a time limit of its own may take; poll() has its own.
    default_api_timeout_ms: u64 = 60_000, "default.api.timeout.ms", Int, Ms, Limits::AtLeast(0), Yes;
    /// The pause before a failed request is sent again; it doubles at each failure.
    retry_backoff_ms: u64 = 100, "retry.backoff.ms", Long, Ms, Limits::AtLeast(0), Yes;
    /// The longest pause before a failed request is sent again.
    retry_backoff_max_ms: u64 = 1_000, "retry.backoff.max.ms", Long, Ms, Limits::AtLeast(0), Yes;
    /// The pause before a broken connection is opened again; it doubles at each failure.
    reconnect_backoff_ms: u64 = 50, "reconnect.backoff.ms", Long, Ms, Limits::AtLeast(0), Yes;
    /// The longest pause before a broken connection is opened again.
    reconnect_backoff_max_ms: u64 = 1_000, "reconnect.backoff.max.ms", Long, Ms, Limits::AtLeast(0), Yes;
    /// How long the client waits for a connection to be set up; it doubles at each failure.
    socket_connection_setup_timeout_ms: u64 = 10_000, "socket.connection.setup.timeout.ms", Long, Ms,
        Limits::AtLeast(0), Yes;
    /// The longest wait for a connection to be set up.
    socket_connection_setup_timeout_max_ms: u64 = 30_000, "socket.connection.setup.timeout.max.ms", Long, Ms,
        Limits::AtLeast(0), Yes;
    /// When the client asks again which brokers, partitions and leaders there are, though nothing failed.
    metadata_max_age_ms: u64 = 300_000, "metadata.max.age.ms", Long, Ms, Limits::AtLeast(0), Yes;
    /// What the client does when no broker that it knows can be reached.
    metadata_recovery_strategy: MetadataRecoveryStrategy = MetadataRecoveryStrategy::Rebootstrap,
        "metadata.recovery.strategy", String, None, Limits::OneOf(MetadataRecoveryStrategy::WORDS), Yes;
    /// How long metadata may fail to come before the client begins again with the bootstrap servers.
    metadata_recovery_rebootstrap_trigger_ms: u64 = 300_000, "metadata.recovery.rebootstrap.trigger.ms", Long, Ms,
        Limits::AtLeast(0), Yes;
    /// The brokers to ask first; here all brokers of the cluster are.
    bootstrap_servers: Vec<Name> = Vec::new(), "bootstrap.servers", List, None, Limits::Any, No;
    /// Whether records of open and aborted transactions are returned; the simulation has no transactions.
    isolation_level: IsolationLevel = IsolationLevel::ReadUncommitted, "isolation.level", String, None,
        Limits::OneOf(IsolationLevel::WORDS), No;
    /// Whether a topic that is asked for may be created by the broker.
    allow_auto_create_topics: bool = true, "allow.auto.create.topics", Boolean, None, Limits::Any, No;
    /// Whether a pattern subscription leaves Kafka's own topics out.
    exclude_internal_topics: bool = true, "exclude.internal.topics", Boolean, None, Limits::Any, No;
    /// Whether the records' checksums are verified.
    check_crcs: bool = true, "check.crcs", Boolean, None, Limits::Any, No;
    /// When the client closes a connection that is not used, also while it waits there for an answer; below zero = never.
    connections_max_idle_ms: i64 = 540_000, "connections.max.idle.ms", Long, Ms, Limits::Any, Yes;
    /// The size of the socket's send buffer; −1 = the operating system's.
    send_buffer_bytes: i32 = 131_072, "send.buffer.bytes", Int, Bytes, Limits::AtLeast(-1), No;
    /// The size of the socket's receive buffer; −1 = the operating system's.
    receive_buffer_bytes: i32 = 65_536, "receive.buffer.bytes", Int, Bytes, Limits::AtLeast(-1), Yes;
    /// Whether the client sends its metrics to a broker that asks for them.
    enable_metrics_push: bool = true, "enable.metrics.push", Boolean, None, Limits::Any, No;
    /// How a share consumer acknowledges records; not with `group.protocol=classic`.
    share_acknowledgement_mode: Option<Name> = None, "share.acknowledgement.mode", String, None, Limits::Any, No;
}

impl ConsumerConfig {
    /// Reads settings and applies what Kafka derives from the others: automatic commits are off without a group unless
    /// they are asked for, and a lone `reconnect.backoff.ms` is its own maximum
    /// (`ConsumerConfig.postProcessParsedConfig`).
    ///
    /// # Errors
    /// If there is no such setting, or a value can't be read as its type within its limits.
    pub fn from_values<'a>(values: impl IntoIterator<Item = (&'a str, &'a Value)>) -> Result<Self, ConfigError> {
        let mut config = Self::default();
        let (mut auto_commit_set, mut backoff_set, mut backoff_max_set) = (false, false, false);
        for (name, value) in values {
            config.set(name, value)?;
            match name {
                "enable.auto.commit" => auto_commit_set = true,
                "reconnect.backoff.ms" => backoff_set = true,
                "reconnect.backoff.max.ms" => backoff_max_set = true,
                _ => {}
            }
        }
        if config.group_id.is_none() && !auto_commit_set {
            config.enable_auto_commit = false;
        }
        if backoff_set && !backoff_max_set {
            config.reconnect_backoff_max_ms = config.reconnect_backoff_ms;
        }
        Ok(config)
    }

    /// Whether Kafka's client could be constructed.
    ///
    /// # Errors
    /// What its constructor would throw, as the cause of `KafkaException: Failed to construct kafka consumer`.
    pub fn check_construction(&self) -> Result<(), ConstructionError> {
        let strategies = &self.partition_assignment_strategy;
        if self.group_id.is_none() && self.enable_auto_commit {
            return Err(ConstructionError::AutoCommitWithoutGroup);
        }
        if self.group_protocol == GroupProtocol::Classic {
            if self.group_remote_assignor.as_ref().is_some_and(|name| !name.is_empty()) {
                return Err(ConstructionError::RemoteAssignorWithClassic);
            }
            if self.share_acknowledgement_mode.as_ref().is_some_and(|mode| !mode.is_empty()) {
                return Err(ConstructionError::AcknowledgementModeWithClassic);
            }
        }
        if (1..strategies.len()).any(|index| strategies[..index].contains(&strategies[index])) {
            return Err(ConstructionError::DuplicateAssignor);
        }
        if self.group_id.is_some() && self.heartbeat_interval_ms >= self.session_timeout_ms {
            return Err(ConstructionError::HeartbeatNotBelowSession);
        }
        Ok(())
    }

    /// How this member gives partitions up, for life: the best protocol that all its assignors support; `None` without
    /// any assignor (`ConsumerCoordinator`'s constructor).
    #[must_use]
    pub fn rebalance_protocol(&self) -> Option<RebalanceProtocol> {
        let strategies = &self.partition_assignment_strategy;
        let supported = |protocol| strategies.iter().all(|assignor| assignor.supports(protocol));
        let best = if supported(RebalanceProtocol::Cooperative) {
            RebalanceProtocol::Cooperative
        } else {
            RebalanceProtocol::Eager
        };
        (!strategies.is_empty()).then_some(best)
    }
}
