//! The consumers' embedded protocol: what members and their leader tell each other through the coordinator.
//!
//! Source: `ConsumerProtocol`, `ConsumerProtocolSubscription.json`, `ConsumerProtocolAssignment.json`. The encoding is the
//! classic (not the flexible) one, behind a version of two bytes. Version 3 is written, all versions are read.

use std::sync::Arc;

use super::{Bytes, NO_GENERATION, Name, TopicName, TopicPartition};
use crate::java;

const VERSION: i16 = 3;

/// What a member tells the leader.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Subscription {
    /// The topics it wants to read.
    pub topics: Vec<TopicName>,
    /// What its assignor adds.
    pub user_data: Option<Bytes>,
    /// What it owns now, version 1 and later.
    pub owned_partitions: Vec<TopicPartition>,
    /// The generation it last took part in, version 2 and later; −1 = none.
    pub generation_id: i32,
    /// `client.rack`, version 3 and later; an empty one is read as none.
    pub rack_id: Option<Name>,
}

/// What the leader tells a member.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assignment {
    /// The member's share, in the assignor's order.
    pub partitions: Vec<TopicPartition>,
    /// What the assignor adds.
    pub user_data: Option<Bytes>,
}

/// The bytes are no subscription, assignment or user data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the bytes end early or hold a length that can't be")]
pub struct MalformedBytes;

/// Why a coordinator can't read what a member subscribes to. The difference matters to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unreadable {
    /// A number is cut off: Kafka's `SchemaException`.
    EndsEarly,
    /// A length that can't be: an exception that Kafka's coordinator doesn't expect.
    WrongLength,
}

impl Subscription {
    /// The bytes as the Java client 4.1 writes them: topics in UTF-16 order, partitions by topic and number
    /// (`ConsumerProtocol.serializeSubscription`).
    #[must_use]
    pub fn encode(&self) -> Bytes {
        let mut topics = self.topics.clone();
        topics.sort_by(|a, b| java::compare(a, b));
        let mut owned = self.owned_partitions.clone();
        owned.sort_by(|a, b| java::compare(&a.topic, &b.topic).then(a.partition.cmp(&b.partition)));
        let mut out = Writer::new(VERSION);
        out.array(&topics, |out, topic| out.string(topic));
        out.nullable_bytes(self.user_data.as_deref());
        out.partitions_by_topic(&owned);
        out.i32(self.generation_id);
        out.nullable_string(self.rack_id.as_deref());
        out.finish()
    }

    /// Reads what any version wrote (`ConsumerProtocol.deserializeSubscription`).
    ///
    /// # Errors
    /// If the bytes end early or hold a length that can't be.
    pub fn decode(bytes: &[u8]) -> Result<Self, MalformedBytes> {
        let mut input = Reader(bytes);
        let version = input.version()?;
        let topics = input.array(Reader::name)?.into_iter().map(|name| name.as_str().into()).collect();
        let user_data = input.nullable_bytes()?;
        let owned_partitions = if version >= 1 { input.partitions_by_topic()? } else { Vec::new() };
        let generation_id = if version >= 2 { input.i32()? } else { NO_GENERATION };
        let rack_id = if version >= 3 { input.nullable_string()?.filter(|rack| !rack.is_empty()) } else { None };
        Ok(Self { topics, user_data, owned_partitions, generation_id, rack_id })
    }

    /// The topics as a coordinator reads them: any version as if it were version 0, which all versions begin with
    /// (`ConsumerProtocol.deserializeConsumerProtocolSubscription`, the generated `ConsumerProtocolSubscription.read`).
    pub(crate) fn decode_topics(bytes: &[u8]) -> Result<Vec<TopicName>, Unreadable> {
        use Unreadable::{EndsEarly, WrongLength};
        let mut input = Reader(bytes);
        let _any_version = input.i16().map_err(|_| EndsEarly)?;
        let count = usize::try_from(input.i32().map_err(|_| EndsEarly)?).map_err(|_| WrongLength)?;
        if count > input.0.len() {
            return Err(WrongLength);
        }
        let mut topics = Vec::with_capacity(count.min(64));
        for _ in 0..count {
            let length = usize::try_from(input.i16().map_err(|_| EndsEarly)?).map_err(|_| WrongLength)?;
            let name = String::from_utf8_lossy(input.take(length).map_err(|_| WrongLength)?);
            topics.push(TopicName::from(&*name));
        }
        if let Ok(length) = usize::try_from(input.i32().map_err(|_| EndsEarly)?) {
            input.take(length).map_err(|_| WrongLength)?;
        }
        Ok(topics)
    }
}

impl Assignment {
    /// The bytes as the Java client 4.1 writes them: topics in the order of their first appearance
    /// (`ConsumerProtocol.serializeAssignment`).
    #[must_use]
    pub fn encode(&self) -> Bytes {
        let mut out = Writer::new(VERSION);
        out.partitions_by_topic(&self.partitions);
        out.nullable_bytes(self.user_data.as_deref());
        out.finish()
    }

    /// Reads what any version wrote (`ConsumerProtocol.deserializeAssignment`).
    ///
    /// # Errors
    /// If the bytes end early or hold a length that can't be.
    pub fn decode(bytes: &[u8]) -> Result<Self, MalformedBytes> {
        let mut input = Reader(bytes);
        input.version()?;
        Ok(Self { partitions: input.partitions_by_topic()?, user_data: input.nullable_bytes()? })
    }
}

/// Writes Kafka's classic encoding.
#[derive(Default)]
pub(crate) struct Writer(Vec<u8>);

impl Writer {
    fn new(version: i16) -> Self {
        Self(version.to_be_bytes().to_vec())
    }

    pub(crate) fn finish(self) -> Bytes {
        self.0.into()
    }

    pub(crate) fn i32(&mut self, value: i32) {
        self.0.extend(value.to_be_bytes());
    }

    fn length(&mut self, length: usize) {
        self.i32(i32::try_from(length).unwrap_or(i32::MAX));
    }

    fn string(&mut self, text: &str) {
        self.0.extend(i16::try_from(text.len()).unwrap_or(i16::MAX).to_be_bytes());
        self.0.extend(text.as_bytes());
    }

    fn nullable_string(&mut self, text: Option<&str>) {
        match text {
            Some(text) => self.string(text),
            None => self.0.extend((-1_i16).to_be_bytes()),
        }
    }

    fn nullable_bytes(&mut self, bytes: Option<&[u8]>) {
        match bytes {
            Some(bytes) => {
                self.length(bytes.len());
                self.0.extend(bytes);
            }
            None => self.i32(-1),
        }
    }

    fn array<T>(&mut self, items: &[T], mut write: impl FnMut(&mut Self, &T)) {
        self.length(items.len());
        for item in items {
            write(self, item);
        }
    }

    fn partitions_by_topic(&mut self, partitions: &[TopicPartition]) {
        let mut topics: Vec<(&TopicName, Vec<i32>)> = Vec::new();
        for partition in partitions {
            match topics.iter_mut().rev().find(|(topic, _)| *topic == &partition.topic) {
                Some((_, numbers)) => numbers.push(partition.partition),
                None => topics.push((&partition.topic, vec![partition.partition])),
            }
        }
        self.topics(&topics);
    }

    /// Topics, each with some of its partitions.
    pub(crate) fn topics<P: AsRef<[i32]>>(&mut self, topics: &[(&TopicName, P)]) {
        self.array(topics, |out, (topic, numbers)| {
            out.string(topic);
            out.array(numbers.as_ref(), |out, number| out.i32(*number));
        });
    }
}

/// Reads Kafka's classic encoding.
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl Reader<'_> {
    fn take(&mut self, length: usize) -> Result<&[u8], MalformedBytes> {
        let (taken, rest) = self.0.split_at_checked(length).ok_or(MalformedBytes)?;
        self.0 = rest;
        Ok(taken)
    }

    fn i16(&mut self) -> Result<i16, MalformedBytes> {
        Ok(i16::from_be_bytes(self.take(2)?.try_into().map_err(|_| MalformedBytes)?))
    }

    pub(crate) fn i32(&mut self) -> Result<i32, MalformedBytes> {
        Ok(i32::from_be_bytes(self.take(4)?.try_into().map_err(|_| MalformedBytes)?))
    }

    fn version(&mut self) -> Result<i16, MalformedBytes> {
        self.i16().and_then(|version| if version < 0 { Err(MalformedBytes) } else { Ok(version) })
    }

    fn nullable_string(&mut self) -> Result<Option<Name>, MalformedBytes> {
        let Ok(length) = usize::try_from(self.i16()?) else { return Ok(None) };
        let text = std::str::from_utf8(self.take(length)?).map_err(|_| MalformedBytes)?;
        Ok(Some(text.into()))
    }

    fn name(&mut self) -> Result<Name, MalformedBytes> {
        self.nullable_string()?.ok_or(MalformedBytes)
    }

    fn nullable_bytes(&mut self) -> Result<Option<Bytes>, MalformedBytes> {
        let Ok(length) = usize::try_from(self.i32()?) else { return Ok(None) };
        Ok(Some(Arc::from(self.take(length)?)))
    }

    /// No space is reserved up front: a wrong length must not cost memory.
    fn array<T>(
        &mut self,
        mut read: impl FnMut(&mut Self) -> Result<T, MalformedBytes>,
    ) -> Result<Vec<T>, MalformedBytes> {
        let length = usize::try_from(self.i32()?).map_err(|_| MalformedBytes)?;
        (0..length).map(|_| read(self)).collect()
    }

    pub(crate) fn partitions_by_topic(&mut self) -> Result<Vec<TopicPartition>, MalformedBytes> {
        let topics = self.array(|input| {
            let topic = TopicName::from(input.name()?.as_str());
            Ok((topic, input.array(Self::i32)?))
        })?;
        let of_topic = |(topic, numbers): (TopicName, Vec<i32>)| {
            numbers.into_iter().map(move |partition| TopicPartition { topic: topic.clone(), partition })
        };
        Ok(topics.into_iter().flat_map(of_topic).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The subscription of a first join, as recorded from the Java client 4.1.1.
    const RECORDED: &[u8] = b"\0\x03\0\0\0\x01\0\x06orders\xff\xff\xff\xff\0\0\0\0\xff\xff\xff\xff\xff\xff";

    #[test]
    fn a_first_subscription_is_written_as_the_java_client_writes_it() {
        let subscription =
            Subscription { topics: vec!["orders".into()], generation_id: NO_GENERATION, ..Subscription::default() };
        assert_eq!(&*subscription.encode(), RECORDED);
        assert_eq!(Subscription::decode(RECORDED), Ok(subscription));
    }

    #[test]
    fn owned_partitions_are_sorted_and_an_empty_rack_is_none() {
        let subscription = Subscription {
            topics: vec!["b".into(), "a".into()],
            owned_partitions: vec![
                TopicPartition::new("b", 1),
                TopicPartition::new("a", 2),
                TopicPartition::new("a", 0),
            ],
            generation_id: 4,
            rack_id: Some("".into()),
            ..Subscription::default()
        };
        let read = Subscription::decode(&subscription.encode()).unwrap();
        assert_eq!(read.topics, ["a", "b"].map(TopicName::from));
        assert_eq!(read.owned_partitions.iter().map(ToString::to_string).collect::<Vec<_>>(), ["a-0", "a-2", "b-1"]);
        assert_eq!((read.generation_id, read.rack_id), (4, None));
    }

    #[test]
    fn an_assignment_keeps_the_order_of_topics_and_partitions() {
        let partitions = vec![TopicPartition::new("b", 3), TopicPartition::new("a", 0), TopicPartition::new("b", 1)];
        let assignment = Assignment { partitions, user_data: None };
        let read = Assignment::decode(&assignment.encode()).unwrap();
        assert_eq!(read.partitions.iter().map(ToString::to_string).collect::<Vec<_>>(), ["b-3", "b-1", "a-0"]);
    }

    #[test]
    fn cut_bytes_and_wild_lengths_are_refused() {
        for end in 0..RECORDED.len() {
            assert_eq!(Subscription::decode(&RECORDED[..end]), Err(MalformedBytes));
        }
        assert_eq!(Subscription::decode(b"\0\0\x7f\xff\xff\xff"), Err(MalformedBytes));
    }

    #[test]
    fn a_coordinator_tells_cut_numbers_from_wrong_lengths_and_reads_any_bytes_as_a_name() {
        assert_eq!(Subscription::decode_topics(RECORDED), Ok(vec![TopicName::from("orders")]));
        for cut in [&b"\0"[..], b"\0\0\0\0", b"\0\0\0\0\0\x01\0", b"\0\0\0\0\0\x01\0\x01a", b"\0\0\0\0\0\0\0"] {
            assert_eq!(Subscription::decode_topics(cut), Err(Unreadable::EndsEarly), "{cut:?}");
        }
        for wrong in [
            &b"\0\0\xff\xff\xff\xff"[..],
            b"\0\0\0\0\0\x02\0",
            b"\0\0\0\0\0\x01\xff\xff",
            b"\0\0\0\0\0\x01\0\x02a",
            b"\0\0\0\0\0\0\0\0\0\x01",
        ] {
            assert_eq!(Subscription::decode_topics(wrong), Err(Unreadable::WrongLength), "{wrong:?}");
        }
        let odd = Subscription::decode_topics(b"\0\0\0\0\0\x01\0\x01\xff\xff\xff\xff\xff");
        assert_eq!(odd, Ok(vec![TopicName::from("\u{fffd}")]));
    }
}
