//! The assignors that `partition.assignment.strategy` can name.

use serde::{Deserialize, Serialize};

/// A built-in assignor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Assignor {
    /// `org.apache.kafka.clients.consumer.RangeAssignor`
    Range,
    /// `org.apache.kafka.clients.consumer.RoundRobinAssignor`
    #[serde(rename = "roundrobin")]
    RoundRobin,
    /// `org.apache.kafka.clients.consumer.StickyAssignor`
    Sticky,
    /// `org.apache.kafka.clients.consumer.CooperativeStickyAssignor`
    CooperativeSticky,
}

/// How members give partitions up (`ConsumerPartitionAssignor.RebalanceProtocol`), in Kafka's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum RebalanceProtocol {
    /// All of them before each JoinGroup.
    Eager,
    /// Only those that move, after the assignment (KIP-429).
    Cooperative,
}

impl Assignor {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Range, Self::RoundRobin, Self::Sticky, Self::CooperativeSticky];

    /// Its name in the protocol (`ConsumerPartitionAssignor.name`).
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Range => "range",
            Self::RoundRobin => "roundrobin",
            Self::Sticky => "sticky",
            Self::CooperativeSticky => "cooperative-sticky",
        }
    }

    /// Its simple class name.
    #[must_use]
    pub const fn class_name(self) -> &'static str {
        match self {
            Self::Range => "RangeAssignor",
            Self::RoundRobin => "RoundRobinAssignor",
            Self::Sticky => "StickyAssignor",
            Self::CooperativeSticky => "CooperativeStickyAssignor",
        }
    }

    /// Whether it supports a rebalance protocol (`ConsumerPartitionAssignor.supportedProtocols`).
    #[must_use]
    pub const fn supports(self, protocol: RebalanceProtocol) -> bool {
        matches!((self, protocol), (_, RebalanceProtocol::Eager) | (Self::CooperativeSticky, _))
    }

    /// Finds one by its protocol name, its simple class name or its full class name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let simple = name.strip_prefix("org.apache.kafka.clients.consumer.").unwrap_or(name);
        Self::ALL.into_iter().find(|it| it.class_name() == simple || it.name() == name)
    }
}
