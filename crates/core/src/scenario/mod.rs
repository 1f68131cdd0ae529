//! The text that a whole run comes from: a cluster, a network, topics, consumers, and what is done to them when.
//!
//! One JSON object, version 1. [`Scenario::parse`] reads it and says everything that is wrong with it at once, each with its
//! place and what would be right; [`Scenario::to_json`] writes it back. A scenario is a value: the helpers in
//! [`edit`] make new ones and change none.

mod action;
mod check;
pub mod edit;
pub mod limits;
mod locate;
mod problem;
mod read;
mod settings;
pub mod share;
#[cfg(test)]
mod tests;
mod write;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use self::{
    action::{Action, Do},
    problem::{Parsed, Problem, ScenarioError, Severity},
};
pub use crate::consumer::{CallbackKind, CommitMode};
use crate::{
    consumer::Subscribe,
    protocol::{BrokerId, GroupId, MemberId, Name, TopicName, TopicPartition},
};
pub(crate) use locate::locate;
pub(crate) use read::{Reader, join};
pub(crate) use settings::scope_of;

/// Kafka settings by name, in the author's order.
pub type Settings = indexmap::IndexMap<String, crate::config::Value>;

/// A whole run as data.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Scenario {
    /// The version of this format: 1.
    pub groupscope: u32,
    /// What the run shows, in a line.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// What all random values are made from.
    #[serde(default = "default::seed")]
    pub seed: u64,
    /// The brokers.
    #[serde(default)]
    pub cluster: Cluster,
    /// What lies between the clients and the brokers.
    #[serde(default)]
    pub network: Network,
    /// The topics, in the order in which views show them.
    pub topics: Vec<Topic>,
    /// The group of every consumer that names none of its own.
    pub group: GroupId,
    /// The broker that leads the group's partition of `__consumer_offsets` at the start; absent = the one at place
    /// p mod N of the list.
    #[serde(default, rename = "coordinator.on", skip_serializing_if = "Option::is_none")]
    pub coordinator_on: Option<BrokerId>,
    /// The consumers that may run.
    pub consumers: Vec<Consumer>,
    /// What is done, by time; several at one `at` are done in the order of the list.
    #[serde(default)]
    pub actions: Vec<Action>,
    /// When the run ends, ms.
    pub until: u64,
}

/// The brokers and their settings.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Cluster {
    /// The brokers; partition p of a topic is led by the one at place p mod N of this list.
    pub brokers: Vec<Broker>,
    /// Settings of all brokers, by Kafka's names.
    #[serde(skip_serializing_if = "no_settings")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "crate::schema::broker_settings"))]
    pub settings: Settings,
}

/// One broker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Broker {
    /// `node.id`
    pub id: BrokerId,
    /// `broker.rack`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rack: Option<Name>,
}

/// What lies between the clients and the brokers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Network {
    /// How long a message travels, one way.
    #[serde(rename = "latency.ms")]
    pub latency: Latency,
    /// How much fits through the link between a client and a broker, each way; absent = no limit.
    #[serde(rename = "bandwidth.kbit.per.second", skip_serializing_if = "Option::is_none")]
    pub bandwidth_kbit_per_second: Option<u64>,
}

/// A one-way latency in ms, uniform over the whole numbers from the first to the last, both included. Written
/// `[1, 2]`; a single number is read as both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "read::LatencyText", into = "[u64; 2]")]
pub struct Latency {
    /// The shortest.
    pub min: u64,
    /// The longest.
    pub max: u64,
}

/// A topic and what is produced to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Topic {
    /// Its name.
    pub name: TopicName,
    /// How many partitions it begins with.
    pub partitions: i32,
    /// Records a second for the whole topic, partitions in turn. Down to a thousandth.
    #[serde(default, rename = "produce.per.second", skip_serializing_if = "Rate::is_zero")]
    pub produce_per_second: Rate,
    /// How many records there are before the run starts, partitions in turn.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub records: u64,
    /// The size of a record.
    #[serde(
        default = "default::record_bytes",
        rename = "record.bytes",
        skip_serializing_if = "default::is_record_bytes"
    )]
    pub record_bytes: u32,
    /// Keys of its records, each with its weight: of all records so many in their sum have it. The producer's partitioner
    /// decides where they go; without keys partitions take turns.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub keys: BTreeMap<Name, u32>,
    /// How many brokers hold a copy of each partition: the leader and the next ones round the list. Absent = all, at most
    /// three.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replication: Option<u32>,
    /// The topic's own settings, by Kafka's names.
    #[serde(default, skip_serializing_if = "no_settings")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "crate::schema::topic_settings"))]
    pub settings: Settings,
}

/// Thousandths of a record a second. Written as a number of records a second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "f64", into = "f64")]
pub struct Rate(pub u64);

/// A consumer and the application around it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Consumer {
    /// Its name, and its `client.id` unless its settings say otherwise.
    pub name: Name,
    /// When its process first starts, ms; absent = at a `start` action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<u64>,
    /// Its group; absent = the scenario's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<GroupId>,
    /// The member ids that coordinators hand to it, in order; after the last one they are made from the seed.
    #[serde(default, rename = "memberIds", skip_serializing_if = "Vec::is_empty")]
    pub member_ids: Vec<MemberId>,
    /// The topics it subscribes to; this, `subscribePattern` or `assign`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub subscribe: Vec<TopicName>,
    /// It subscribes to all topics whose whole name matches this regular expression.
    #[serde(default, rename = "subscribePattern", skip_serializing_if = "Option::is_none")]
    pub subscribe_pattern: Option<Name>,
    /// It takes these partitions by assign(): topic to numbers. It is a member of no group then, and has no `group.id` unless
    /// it names a `group` of its own, to commit to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assign: Option<BTreeMap<TopicName, Vec<i32>>>,
    /// How long the application works on a record, ms.
    #[serde(default = "default::process_ms", rename = "process.ms")]
    pub process_ms: u64,
    /// The argument of poll(), ms.
    #[serde(default = "default::poll_ms", rename = "poll.ms")]
    pub poll_ms: u64,
    /// How the application commits.
    #[serde(default, skip_serializing_if = "default::is_auto")]
    pub commit: CommitMode,
    /// How many worker threads take the records from a queue, so that poll() goes on meanwhile; 0 = the polling thread works
    /// on them. The queue holds 1000 records. With `"commit": "sync.each"` what is finished without a gap is committed
    /// between two polls; the other ways commit what poll() returned.
    #[serde(default, skip_serializing_if = "default::is_none")]
    pub workers: u32,
    /// How long onPartitionsAssigned() rebuilds a cache for each partition that the application did not hold last, ms. What it
    /// held when its process ended is still there when it starts again.
    #[serde(default, rename = "restore.ms", skip_serializing_if = "is_zero")]
    pub restore_ms: u64,
    /// How long onPartitionsRevoked() and onPartitionsLost() take, ms.
    #[serde(default, rename = "revoke.ms", skip_serializing_if = "is_zero")]
    pub revoke_ms: u64,
    /// The method of the rebalance listener that throws each time.
    #[serde(default, rename = "listener.throws", skip_serializing_if = "Option::is_none")]
    pub listener_throws: Option<CallbackKind>,
    /// Consumer settings, by Kafka's names.
    #[serde(default, skip_serializing_if = "no_settings")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "crate::schema::consumer_settings"))]
    pub settings: Settings,
}

impl Scenario {
    /// The scenario as JSON, without blanks.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The scenario as JSON for people.
    #[must_use]
    pub fn to_json_pretty(&self) -> String {
        serde_json::to_value(self).map(|value| write::pretty(&value)).unwrap_or_default()
    }

    /// The consumer of that name, also one that an action adds.
    #[must_use]
    pub fn consumer(&self, name: &str) -> Option<&Consumer> {
        self.all_consumers().map(|(consumer, _)| consumer).find(|consumer| consumer.name == *name)
    }

    /// Every consumer that may ever run, with the time of the action that adds it (`None` = there from the start).
    pub fn all_consumers(&self) -> impl Iterator<Item = (&Consumer, Option<u64>)> {
        let added = self.actions.iter().filter_map(|action| match &action.what {
            Do::AddConsumer { consumer } => Some((consumer, Some(action.at))),
            _ => None,
        });
        self.consumers.iter().map(|consumer| (consumer, None)).chain(added)
    }

    /// Every topic that ever is, with the time of the action that adds it (`None` = there from the start).
    pub fn all_topics(&self) -> impl Iterator<Item = (&Topic, Option<u64>)> {
        let added = self.actions.iter().filter_map(|action| match &action.what {
            Do::AddTopic { topic } => Some((topic, Some(action.at))),
            _ => None,
        });
        self.topics.iter().map(|topic| (topic, None)).chain(added)
    }

    /// The group of a consumer; of one that has none the scenario's, beside which it is shown.
    #[must_use]
    pub fn group_of<'a>(&'a self, consumer: &'a Consumer) -> &'a GroupId {
        consumer.group.as_ref().unwrap_or(&self.group)
    }
}

impl Consumer {
    /// Whether it has a `group.id`: without one it can neither subscribe nor commit.
    #[must_use]
    pub const fn has_group(&self) -> bool {
        self.assign.is_none() || self.group.is_some()
    }

    /// What it reads.
    #[must_use]
    pub fn subscription(&self) -> Subscribe {
        match (&self.assign, &self.subscribe_pattern) {
            (Some(topics), _) => Subscribe::Partitions(partitions(topics)),
            (None, Some(pattern)) => Subscribe::Pattern(pattern.clone()),
            (None, None) => Subscribe::Topics(self.subscribe.clone()),
        }
    }
}

/// The partitions of an `assign`.
pub(crate) fn partitions(topics: &BTreeMap<TopicName, Vec<i32>>) -> Vec<TopicPartition> {
    let of = |(topic, numbers): (&TopicName, &Vec<i32>)| {
        numbers.iter().map(|number| TopicPartition::new(topic.clone(), *number)).collect::<Vec<_>>()
    };
    topics.iter().flat_map(of).collect()
}

impl Topic {
    /// How many brokers of a cluster hold a copy of each partition.
    #[must_use]
    pub fn copies(&self, brokers: usize) -> usize {
        self.replication.map_or(3, |copies| copies as usize).min(brokers)
    }
}

impl Default for Cluster {
    fn default() -> Self {
        Self { brokers: vec![Broker { id: BrokerId(1), rack: None }], settings: Settings::new() }
    }
}

impl Default for Network {
    fn default() -> Self {
        Self { latency: Latency { min: 1, max: 2 }, bandwidth_kbit_per_second: None }
    }
}

impl From<Latency> for [u64; 2] {
    fn from(latency: Latency) -> Self {
        [latency.min, latency.max]
    }
}

impl Rate {
    /// Whether nothing is produced.
    #[must_use]
    pub const fn is_zero(&self) -> bool {
        self.0 == 0
    }
}

impl From<Rate> for f64 {
    fn from(rate: Rate) -> Self {
        rate.0 as f64 / 1000.0
    }
}

impl TryFrom<f64> for Rate {
    type Error = String;

    fn try_from(per_second: f64) -> Result<Self, String> {
        let max = limits::PRODUCE_PER_SECOND;
        if (0.0..=f64::from(max)).contains(&per_second) {
            Ok(Self((per_second * 1000.0).round() as u64))
        } else {
            Err(format!("{per_second} records a second; allowed is 0 to {max}"))
        }
    }
}

fn no_settings(settings: &Settings) -> bool {
    settings.is_empty()
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// What holds where a scenario says nothing.
mod default {
    use super::CommitMode;

    pub(super) const fn seed() -> u64 {
        1
    }
    pub(super) const fn record_bytes() -> u32 {
        1000
    }
    pub(super) const fn is_record_bytes(bytes: &u32) -> bool {
        *bytes == record_bytes()
    }
    pub(super) const fn process_ms() -> u64 {
        1
    }
    pub(super) const fn poll_ms() -> u64 {
        100
    }
    pub(super) const fn is_none(count: &u32) -> bool {
        *count == 0
    }
    pub(super) const fn is_auto(commit: &CommitMode) -> bool {
        matches!(commit, CommitMode::Auto)
    }
}
