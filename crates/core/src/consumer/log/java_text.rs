//! How Java prints what the client logs.

use std::fmt::{self, Display, Write};

use crate::protocol::{BrokerId, OffsetCommitPartition, TopicPartition};

/// `Node.toString`; a simulated broker's host is its name.
pub(super) fn node(broker: BrokerId, id: i32) -> String {
    format!("broker-{broker}:9092 (id: {id} rack: null isFenced: false)")
}

/// The host of a node by the id that the client keeps it under.
pub(super) fn host(node: i32) -> String {
    match node {
        bootstrap if bootstrap < 0 => format!("bootstrap{bootstrap}"),
        coordinator if coordinator > i32::MAX / 2 => format!("broker-{}", i32::MAX - coordinator),
        broker => format!("broker-{broker}"),
    }
}

/// A name as a constant of Java: `JoinGroup` is `JOIN_GROUP`.
pub(super) fn constant(name: &str) -> String {
    let mut constant = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !constant.is_empty() {
            constant.push('_');
        }
        constant.push(letter.to_ascii_uppercase());
    }
    constant
}

pub(super) fn offsets_of(offsets: &[OffsetCommitPartition]) -> impl Display + '_ {
    Entries::new(offsets, |f, it: &OffsetCommitPartition| {
        let epoch = it.committed_leader_epoch;
        let epoch = if epoch < 0 { "null".into() } else { epoch.to_string() };
        let (of, offset) = (&it.partition, it.committed_offset);
        write!(f, "{of}=OffsetAndMetadata{{offset={offset}, leaderEpoch={epoch}, metadata=''}}")
    })
}

/// A Java list.
pub(super) struct List<'a>(pub(super) &'a [TopicPartition]);

impl Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('[')?;
        separated(f, self.0, |f, of| of.fmt(f))?;
        f.write_char(']')
    }
}

/// A Java map.
pub(super) struct Entries<'a, T, F>(&'a [T], F);

impl<'a, T, F: Fn(&mut fmt::Formatter<'_>, &T) -> fmt::Result> Entries<'a, T, F> {
    /// The entries, each written by the function.
    pub(super) fn new(items: &'a [T], each: F) -> Self {
        Self(items, each)
    }
}

impl<T, F: Fn(&mut fmt::Formatter<'_>, &T) -> fmt::Result> Display for Entries<'_, T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('{')?;
        separated(f, self.0, &self.1)?;
        f.write_char('}')
    }
}

fn separated<T>(
    f: &mut fmt::Formatter<'_>,
    items: &[T],
    each: impl Fn(&mut fmt::Formatter<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            f.write_str(", ")?;
        }
        each(f, item)?;
    }
    Ok(())
}

/// A Java `Optional`.
pub(super) struct Optional<T>(pub(super) Option<T>);

impl<T: Display> Display for Optional<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(value) => write!(f, "Optional[{value}]"),
            None => f.write_str("Optional.empty"),
        }
    }
}

/// `SubscriptionState.FetchPosition`
#[derive(Clone, Copy)]
pub(super) struct Position {
    pub(super) offset: i64,
    pub(super) epoch: Option<i32>,
    pub(super) leader: (Option<BrokerId>, Option<i32>),
}

impl Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let leader = Optional(self.leader.0.map(|broker| node(broker, broker.0)));
        let epoch = self.leader.1.map_or_else(|| "absent".into(), |epoch| epoch.to_string());
        let (offset, offset_epoch) = (self.offset, Optional(self.epoch));
        write!(f, "FetchPosition{{offset={offset}, offsetEpoch={offset_epoch}, ")?;
        write!(f, "currentLeader=LeaderAndEpoch{{leader={leader}, epoch={epoch}}}}}")
    }
}
