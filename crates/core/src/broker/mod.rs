//! The brokers' side but the group coordinator: topics and their logs, leadership, and what clients ask of them.
//!
//! Records have no content: a log is a start, an end that is a function of time, and the epochs of its leaders.

mod answers;
mod cluster;
mod fetch;
mod growth;
mod partition;
mod partitioner;
mod retention;
#[cfg(test)]
mod tests;

pub use cluster::{Broker, Cluster, LeaderChange, Standing, Topic, TopicPlan};
pub use fetch::Fetching;
pub use growth::{Growth, Schedule};
pub use partition::{Leadership, Partition};
pub use partitioner::partition_for_key;
