//! What stands in a sentence's placeholders.

use crate::{
    protocol::{MemberId, Name},
    simulation::{BrokerIx, ConsumerIx, GroupIx, PartitionIx, TopicIx, lanes::Partitions},
};

/// What a placeholder stands for. Words are made of it when somebody reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg {
    /// A consumer, by its name.
    Consumer(ConsumerIx),
    /// A group, by its id.
    Group(GroupIx),
    /// A broker, by its node id.
    Broker(BrokerIx),
    /// A topic, by its name.
    Topic(TopicIx),
    /// A partition, as `orders-4`.
    Partition(PartitionIx),
    /// Partitions, as `orders-4, orders-5`.
    Partitions(Partitions),
    /// A count, an offset, a generation.
    Number(i64),
    /// A time in ms, written in seconds without a unit: `6.2`.
    Seconds(u64),
    /// A time in ms, written so without a unit: `40`.
    Millis(u64),
    /// A time in ms, written with the unit that suits it: `7 days`.
    Span(u64),
    /// A moment of the run in ms, written as the player writes it: `53.466`.
    Moment(u64),
    /// A name that Kafka or the scenario gives: an assignor, an instance id, an error.
    Text(Name),
    /// An action of the scenario, by its place.
    Action(u32),
}

/// The placeholders of one sentence and what they stand for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Args(Box<[(&'static str, Arg)]>);

impl Args {
    /// What a placeholder stands for.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Arg> {
        self.iter().find(|(known, _)| *known == name).map(|(_, arg)| arg)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Arg)> {
        self.0.iter().map(|(name, arg)| (*name, arg))
    }

    /// The consumer that it is about: the first one named.
    #[must_use]
    pub fn who(&self) -> Option<ConsumerIx> {
        self.iter().find_map(|(_, arg)| if let Arg::Consumer(consumer) = arg { Some(*consumer) } else { None })
    }

    /// Whether a partition is among what it is about.
    #[must_use]
    pub fn names_partition(&self, partition: PartitionIx) -> bool {
        self.iter().any(|(_, arg)| match arg {
            Arg::Partition(it) => *it == partition,
            Arg::Partitions(them) => them.contains(&partition),
            _ => false,
        })
    }
}

impl<const N: usize> From<[(&'static str, Arg); N]> for Args {
    fn from(args: [(&'static str, Arg); N]) -> Self {
        Self(Box::new(args))
    }
}

impl From<Vec<(&'static str, Arg)>> for Args {
    fn from(args: Vec<(&'static str, Arg)>) -> Self {
        Self(args.into())
    }
}

impl From<ConsumerIx> for Arg {
    fn from(consumer: ConsumerIx) -> Self {
        Self::Consumer(consumer)
    }
}

impl From<Name> for Arg {
    fn from(name: Name) -> Self {
        Self::Text(name)
    }
}

impl From<i64> for Arg {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<i32> for Arg {
    fn from(number: i32) -> Self {
        Self::Number(number.into())
    }
}

impl From<usize> for Arg {
    fn from(number: usize) -> Self {
        Self::Number(number as i64)
    }
}

/// How many hexadecimal digits of a member id's UUID are shown.
const SHOWN_DIGITS: usize = 4;
const UUID_CHARS: usize = 36;

/// A member id as people can read it: `billing-2-4f0c…`.
pub(super) fn short_id(id: &MemberId) -> Arg {
    let id = id.as_str();
    let digits = id.len().checked_sub(UUID_CHARS).filter(|digits| id.is_char_boundary(*digits));
    match digits.and_then(|digits| id.get(..digits + SHOWN_DIGITS)) {
        Some(beginning) => Arg::Text(format!("{beginning}…").into()),
        None => Arg::Text(id.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_id_is_shown_by_its_name_and_its_first_digits() {
        let id = MemberId::from("billing-2-4f0c6d1e-0000-4000-8000-000000000000");
        assert_eq!(short_id(&id), Arg::Text("billing-2-4f0c…".into()));
        assert_eq!(short_id(&"m".into()), Arg::Text("m".into()));
    }
}
