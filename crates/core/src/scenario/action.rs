//! What can be done to a running cluster and its consumers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Consumer, Latency, Settings, Topic, read::Reader};
use crate::{
    protocol::{ApiKey, BrokerId, Name, TopicName, TopicPartition},
    simulation::frame::MessageKind,
};

/// Something done at a moment.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Action {
    /// When, ms.
    pub at: u64,
    /// What.
    #[serde(flatten)]
    pub what: Do,
}

/// Declares [`Do`], and how each of its words is read: as a structure of its own, so that an error names the very field.
macro_rules! words {
    ($($(#[$doc:meta])* $word:literal $variant:ident { $($(#[$attr:meta])* $field:ident: $type:ty,)* })*) => {
        /// What is done. A link is named by its ends: a consumer's name, or `broker-` and a broker's id; a fault acts on
        /// what travels from `from` to `to` and leaves the other direction alone.
        #[derive(Clone, Debug, PartialEq, Serialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(tag = "do")]
        pub enum Do {
            $($(#[$doc])* #[serde(rename = $word)] $variant { $($(#[$attr])* $field: $type,)* },)*
        }

        impl Do {
            /// Every word of `do`.
            pub const WORDS: &[&str] = &[$($word),*];

            /// The word it is written with.
            #[must_use]
            pub const fn word(&self) -> &'static str {
                match self { $(Self::$variant { .. } => $word,)* }
            }

            /// Reads the fields that belong to a word; `None` if something is wrong with them, or no such word is known.
            pub(super) fn read(word: &str, reader: &mut Reader, fields: serde_json::Value) -> Option<Self> {
                match word {
                    $($word => {
                        #[derive(Deserialize)]
                        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
                        struct $variant { $($(#[$attr])* $field: $type,)* }
                        let $variant { $($field,)* } = reader.read(fields)?;
                        Some(Self::$variant { $($field,)* })
                    })*
                    _ => None,
                }
            }
        }
    };
}

words! {
    /// Starts a consumer's process.
    "start" Start {
        /// Which.
        consumer: Name,
    }
    /// Ends the application's loop; it calls close() and its process ends.
    "close" Close {
        /// Which.
        consumer: Name,
    }
    /// Ends a process without a word (SIGKILL); the system resets its connections.
    "kill" Kill {
        /// Which.
        consumer: Name,
    }
    /// Stops a process as a whole (SIGSTOP, a long GC pause); its connections stay.
    "freeze" Freeze {
        /// Which.
        consumer: Name,
    }
    /// Lets a frozen process run on.
    "thaw" Thaw {
        /// Which.
        consumer: Name,
    }
    /// From the next record on the application works so long on each.
    "slow" Slow {
        /// Which.
        consumer: Name,
        /// How long, ms.
        #[serde(rename = "process.ms")]
        process_ms: u64,
    }
    /// close(), the wait for its end, a pause, start.
    "restart" Restart {
        /// Which.
        consumer: Name,
        /// The pause, ms.
        after: u64,
    }
    /// Nothing gets through a link: what is on it or sent to it waits until it is healed.
    "cut" Cut {
        /// Its one end.
        from: Name,
        /// Its other end.
        to: Name,
    }
    /// Ends `cut` and `slowLink` of a link.
    "heal" Heal {
        /// Its one end.
        from: Name,
        /// Its other end.
        to: Name,
    }
    /// Another latency on a link.
    "slowLink" SlowLink {
        /// Its one end.
        from: Name,
        /// Its other end.
        to: Name,
        /// The latency.
        #[serde(rename = "latency.ms")]
        latency: Latency,
    }
    /// Loses a message on its way.
    "drop" Drop {
        /// Its sender.
        from: Name,
        /// Its receiver.
        to: Name,
        /// The request's kind.
        api: ApiKey,
        /// Request or reply.
        #[serde(default = "request")]
        kind: MessageKind,
        /// Which one, counted from now on; the first is 1.
        #[serde(default = "first")]
        nth: u32,
    }
    /// Holds a message up on its way.
    "delay" Delay {
        /// Its sender.
        from: Name,
        /// Its receiver.
        to: Name,
        /// The request's kind.
        api: ApiKey,
        /// Request or reply.
        #[serde(default = "request")]
        kind: MessageKind,
        /// Which one, counted from now on; the first is 1.
        #[serde(default = "first")]
        nth: u32,
        /// How much longer it travels, ms.
        ms: u64,
    }
    /// Changes settings: those of consumers act at their next start, those of brokers at once.
    "set" Set {
        /// Which; absent = every consumer, and the brokers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        consumer: Option<Name>,
        /// The settings by Kafka's names.
        #[cfg_attr(feature = "schema", schemars(schema_with = "crate::schema::changed_settings"))]
        settings: Settings,
    }
    /// Adds a consumer. Without an `at` of its own it starts at once.
    "addConsumer" AddConsumer {
        /// The consumer as in the list of consumers.
        consumer: Consumer,
    }
    /// Closes a consumer for good.
    "removeConsumer" RemoveConsumer {
        /// Which.
        consumer: Name,
    }
    /// Adds partitions to a topic.
    "addPartitions" AddPartitions {
        /// Which.
        topic: TopicName,
        /// How many it has then.
        partitions: i32,
    }
    /// Creates a topic.
    "addTopic" AddTopic {
        /// The topic as in the list of topics.
        topic: Topic,
    }
    /// subscribe(): to topics or to a pattern, in place of those before.
    "subscribe" Subscribe {
        /// Which consumer.
        consumer: Name,
        /// The topics; these or `pattern`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        topics: Vec<TopicName>,
        /// All topics whose whole name matches this regular expression.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pattern: Option<Name>,
    }
    /// assign(): other partitions in place of those before.
    "assign" Assign {
        /// Which consumer.
        consumer: Name,
        /// Topic to numbers.
        partitions: BTreeMap<TopicName, Vec<i32>>,
    }
    /// unsubscribe(): it leaves its group, and does not poll until it subscribes again.
    "unsubscribe" Unsubscribe {
        /// Which consumer.
        consumer: Name,
    }
    /// enforceRebalance(): it joins again at its next poll().
    "enforceRebalance" EnforceRebalance {
        /// Which consumer.
        consumer: Name,
    }
    /// seek(), or offsetsForTimes() and seek().
    "seek" Seek {
        /// Which.
        consumer: Name,
        /// The topic.
        topic: TopicName,
        /// The partition.
        partition: i32,
        /// To this offset; this or `time`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        offset: Option<i64>,
        /// To the first record at or after this time, ms from the start.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        time: Option<u64>,
    }
    /// seekToBeginning(): to the first record that the log holds, once the next poll() has asked for it.
    "seekToBeginning" SeekToBeginning {
        /// Which.
        consumer: Name,
        /// The partitions; none = all that it holds.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        partitions: Vec<TopicPartition>,
    }
    /// seekToEnd(): behind the last record, likewise.
    "seekToEnd" SeekToEnd {
        /// Which.
        consumer: Name,
        /// The partitions; none = all that it holds.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        partitions: Vec<TopicPartition>,
    }
    /// pause()
    "pause" Pause {
        /// Which.
        consumer: Name,
        /// The partitions.
        partitions: Vec<TopicPartition>,
    }
    /// resume()
    "resume" Resume {
        /// Which.
        consumer: Name,
        /// The partitions.
        partitions: Vec<TopicPartition>,
    }
    /// Another broker becomes the leader of the group's partition of `__consumer_offsets`, hence its coordinator.
    "moveCoordinator" MoveCoordinator {
        /// The broker.
        to: BrokerId,
    }
    /// Stops a broker: it hands its leaderships over and goes.
    "stopBroker" StopBroker {
        /// Which.
        broker: BrokerId,
        /// Whether it dies without a word instead; the others learn it when its session has ended.
        #[serde(default, skip_serializing_if = "is_false")]
        hard: bool,
    }
    /// Starts a broker again.
    "startBroker" StartBroker {
        /// Which.
        broker: BrokerId,
    }
    /// Restarts consumers one after another.
    "rollingRestart" RollingRestart {
        /// Which, in order; absent = all that run.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        consumers: Option<Vec<Name>>,
        /// The pause between a process's end and its start, ms.
        after: u64,
        /// The time from one restart's begin to the next one's, ms.
        every: u64,
    }
    /// What this consumer sends next as leader, in place of an assignor's result.
    "plan" Plan {
        /// The leader.
        consumer: Name,
        /// Partitions by consumer; consumers that are not members are left out.
        assignment: BTreeMap<Name, Vec<TopicPartition>>,
    }
}

impl Do {
    /// The consumer that it is done to, if it is done to one.
    #[must_use]
    pub const fn consumer(&self) -> Option<&Name> {
        match self {
            Self::Start { consumer }
            | Self::Close { consumer }
            | Self::Kill { consumer }
            | Self::Freeze { consumer }
            | Self::Thaw { consumer }
            | Self::Slow { consumer, .. }
            | Self::Restart { consumer, .. }
            | Self::RemoveConsumer { consumer }
            | Self::Seek { consumer, .. }
            | Self::SeekToBeginning { consumer, .. }
            | Self::SeekToEnd { consumer, .. }
            | Self::Pause { consumer, .. }
            | Self::Resume { consumer, .. }
            | Self::Subscribe { consumer, .. }
            | Self::Assign { consumer, .. }
            | Self::Unsubscribe { consumer }
            | Self::EnforceRebalance { consumer }
            | Self::Plan { consumer, .. } => Some(consumer),
            Self::AddConsumer { consumer } => Some(&consumer.name),
            Self::Set { consumer, .. } => consumer.as_ref(),
            Self::Cut { .. }
            | Self::Heal { .. }
            | Self::SlowLink { .. }
            | Self::Drop { .. }
            | Self::Delay { .. }
            | Self::AddPartitions { .. }
            | Self::AddTopic { .. }
            | Self::MoveCoordinator { .. }
            | Self::StopBroker { .. }
            | Self::StartBroker { .. }
            | Self::RollingRestart { .. } => None,
        }
    }
}

const fn request() -> MessageKind {
    MessageKind::Request
}

const fn first() -> u32 {
    1
}

const fn is_false(value: &bool) -> bool {
    !*value
}
