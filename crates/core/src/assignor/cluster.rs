//! What the leader knows of the topics: Kafka's `Cluster`, as far as assignors look at it.

use crate::{
    java,
    protocol::{Name, TopicName},
};

/// A topic's metadata.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TopicMetadata {
    /// Its name.
    pub name: TopicName,
    /// How many partitions it has; 0 is as good as no metadata.
    pub partitions: u32,
    /// For each partition the racks of its replicas, in any order. Missing ones are brokers without racks.
    pub racks: Vec<Vec<Name>>,
}

/// The topics that the leader has metadata of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cluster {
    /// In the order of their names.
    topics: Vec<TopicMetadata>,
}

impl Cluster {
    /// The topics, in any order. Of two with one name the first counts.
    #[must_use]
    pub fn new(mut topics: Vec<TopicMetadata>) -> Self {
        topics.sort_by(|a, b| java::compare(&a.name, &b.name));
        topics.dedup_by(|a, b| a.name == b.name);
        Self { topics }
    }

    /// The metadata of a topic with at least one partition.
    pub(super) fn topic(&self, name: &str) -> Option<&TopicMetadata> {
        let index = self.topics.binary_search_by(|topic| java::compare(&topic.name, name)).ok()?;
        Some(&self.topics[index]).filter(|topic| topic.partitions > 0)
    }
}
