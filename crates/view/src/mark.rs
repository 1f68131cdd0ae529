//! What a shape means: for selection, hit-testing, tooltips and tests.

use groupscope_core::{
    protocol::{ApiKey, TopicPartition},
    simulation::frame::{GroupState, TimerKind},
};

/// What a group of shapes is. Consumers are named by their place in `frame.consumers`, groups in `frame.groups`,
/// brokers in `frame.brokers`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mark {
    /// Nothing by itself: axis, legend, heading.
    #[default]
    Decor,
    /// A group's coordinator.
    Desk(usize),
    /// One of the states of a group.
    State(usize, GroupState),
    /// A broker.
    Broker(usize),
    /// A consumer.
    Consumer(usize),
    /// The link between a consumer and its coordinator.
    Link(usize),
    /// What the coordinator waits for or has from a member: its place in the round.
    Round(usize),
    /// A member's session at the coordinator.
    Session(usize),
    /// A consumer's poll interval.
    Poll(usize),
    /// A timer of a group's coordinator.
    Timer(usize, TimerKind),
    /// A partition that a consumer holds or held.
    Chip(usize, TopicPartition),
    /// What a consumer holds, as a number.
    Held(usize),
    /// A partition.
    Partition(TopicPartition),
    /// A record of a partition as a group reads it.
    Record {
        /// The group.
        group: usize,
        /// The partition.
        partition: TopicPartition,
        /// Its offset.
        offset: i64,
        /// In which consumer's hands; none = in the log.
        reader: Option<usize>,
    },
    /// A message, by its number in the run.
    Message(u32),
    /// Several messages that share a place, by their numbers.
    Messages(Vec<u32>),
    /// A request that a group's coordinator answers later: group, consumer, kind.
    Parked(usize, usize, ApiKey),
    /// Several such requests of one kind: group, how many, kind.
    ParkedMany(usize, usize, ApiKey),
    /// A quiet stretch of a sequence that hides heartbeats, or hid them, by its beginning, ms.
    Fold(u64),
    /// Several consumers counted as one, by their places.
    Consumers(Vec<usize>),
    /// Several partitions of a topic counted as one: topic, first number, how many.
    Partitions(groupscope_core::protocol::TopicName, i32, usize),
    /// A lane of the timeline: a group's states.
    GroupLane(usize),
    /// A lane of the timeline: a consumer.
    ConsumerLane(usize),
    /// A lane of the timeline: a partition's owners.
    PartitionLane(TopicPartition),
    /// All partitions of the timeline as one area.
    Unread,
    /// A fault or a change of settings on the timeline, by its place in the history's events.
    Event(usize),
    /// Several of them that share a place.
    Events(Vec<usize>),
    /// The moment shown.
    Playhead,
}
