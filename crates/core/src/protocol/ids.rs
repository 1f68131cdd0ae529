//! Names and numbers that identify things. Cloning one costs a counter, not a copy.

use std::{borrow::Borrow, cmp::Ordering, fmt, ops::Deref, sync::Arc};

use serde::{Deserialize, Serialize};

use crate::java;

/// Bytes that the coordinator passes through unread: a subscription or an assignment.
pub type Bytes = Arc<[u8]>;

macro_rules! name {
    ($(#[$doc:meta])* $type:ident) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(transparent)]
        pub struct $type(Arc<str>);

        impl $type {
            /// The text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl Default for $type {
            fn default() -> Self {
                Self("".into())
            }
        }

        impl Deref for $type {
            type Target = str;

            fn deref(&self) -> &str {
                &self.0
            }
        }

        impl Borrow<str> for $type {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl java::Key for $type {
            fn hash_code(&self) -> i32 {
                java::Key::hash_code(&*self.0)
            }

            fn compare_to(&self, other: &Self) -> Option<Ordering> {
                java::Key::compare_to(&*self.0, &other.0)
            }
        }

        impl From<&str> for $type {
            fn from(text: &str) -> Self {
                Self(text.into())
            }
        }

        impl From<String> for $type {
            fn from(text: String) -> Self {
                Self(text.into())
            }
        }

        impl PartialEq<str> for $type {
            fn eq(&self, other: &str) -> bool {
                &*self.0 == other
            }
        }

        impl PartialEq<&str> for $type {
            fn eq(&self, other: &&str) -> bool {
                &*self.0 == *other
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl fmt::Debug for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&*self.0, f)
            }
        }
    };
}

name! {
    /// A `group.id`.
    GroupId
}
name! {
    /// The id that the coordinator hands to a member; empty as long as it has none.
    MemberId
}
name! {
    /// A `group.instance.id`, the fixed name of a static member.
    InstanceId
}
name! {
    /// The name of a topic.
    TopicName
}
name! {
    /// Any other word of the protocol: an assignor's name, a client id, a host, a rack, a reason.
    Name
}

/// A broker's node id (`node.id`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct BrokerId(pub i32);

impl fmt::Display for BrokerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// One partition of a topic. Ordered by topic, then number, as Kafka sorts them; written `topic-3`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TopicPartition {
    /// The topic's name.
    pub topic: TopicName,
    /// The partition's number, from 0.
    pub partition: i32,
}

impl TopicPartition {
    /// Partition `partition` of `topic`.
    pub fn new(topic: impl Into<TopicName>, partition: i32) -> Self {
        Self { topic: topic.into(), partition }
    }

    /// Its Java hash code, from that of the topic's name (`TopicPartition.hashCode`).
    #[must_use]
    pub const fn hash_of(topic_hash: i32, partition: i32) -> i32 {
        31_i32.wrapping_add(partition).wrapping_mul(31).wrapping_add(topic_hash)
    }
}

impl fmt::Display for TopicPartition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.topic, self.partition)
    }
}

impl java::Key for TopicPartition {
    fn hash_code(&self) -> i32 {
        Self::hash_of(java::Key::hash_code(&self.topic), self.partition)
    }

    /// The Java class is not comparable.
    fn compare_to(&self, _: &Self) -> Option<Ordering> {
        None
    }
}

/// Written as `["orders",0]`, as in every text format of the product.
impl Serialize for TopicPartition {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (&self.topic, self.partition).serialize(serializer)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for TopicPartition {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "TopicPartition".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        <(TopicName, i32)>::json_schema(generator)
    }
}

impl<'de> Deserialize<'de> for TopicPartition {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (topic, partition) = Deserialize::deserialize(deserializer)?;
        Ok(Self { topic, partition })
    }
}
