//! Who and what takes part in a run, each under a small number by which lanes and events refer to it.

use std::{collections::BTreeMap, ops::Range};

use crate::{
    protocol::{BrokerId, GroupId, Name, TopicName, TopicPartition},
    scenario::{Do, Scenario},
};

macro_rules! places {
    ($($(#[$doc:meta])* $type:ident($number:ty);)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $type(pub $number);

        impl $type {
            /// The place as an index.
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            pub(crate) const fn at(index: usize) -> Self {
                Self(index as $number)
            }
        }
    )*};
}

places! {
    /// A consumer: its place in [`Cast::consumers`] and in every view.
    ConsumerIx(u16);
    /// A broker: its place in [`Cast::brokers`].
    BrokerIx(u16);
    /// A group: its place in [`Cast::groups`].
    GroupIx(u16);
    /// A topic: its place in [`Cast::topics`].
    TopicIx(u16);
    /// A partition: its place in [`Cast::partitions`].
    PartitionIx(u32);
}

/// A consumer of the scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConsumerRole {
    /// The name the scenario gives it.
    pub name: Name,
    /// Its group; of one that has none the scenario's, beside which it is shown.
    pub group: GroupIx,
    /// Whether it has a group.
    pub grouped: bool,
}

/// A broker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokerRole {
    /// Its node id.
    pub id: BrokerId,
    /// What it is called as an end of a link: `broker-2`.
    pub name: Name,
    /// Its rack.
    pub rack: Option<Name>,
}

/// A topic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TopicRole {
    /// Its name.
    pub name: TopicName,
    /// The places of its partitions, those that are added later included.
    pub partitions: Range<u32>,
}

/// Everybody who takes part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cast {
    /// The groups, that of the scenario first.
    pub groups: Vec<GroupId>,
    /// The brokers in the scenario's order.
    pub brokers: Vec<BrokerRole>,
    /// The consumers in the order of their first start; those that never start come last.
    pub consumers: Vec<ConsumerRole>,
    /// The topics in the scenario's order, then those that are added.
    pub topics: Vec<TopicRole>,
    /// All partitions, by topic in the scenario's order; those that are added later included.
    pub partitions: Vec<TopicPartition>,
    by_name: BTreeMap<Name, ConsumerIx>,
}

impl Cast {
    pub(crate) fn new(scenario: &Scenario) -> Self {
        let mut cast = Self { groups: vec![scenario.group.clone()], ..Self::default() };
        cast.brokers = scenario.cluster.brokers.iter().map(BrokerRole::new).collect();
        for (topic, _) in scenario.all_topics() {
            let first = cast.partitions.len() as u32;
            let total = partitions_ever(scenario, &topic.name, topic.partitions);
            cast.partitions.extend((0..total).map(|number| TopicPartition::new(topic.name.clone(), number)));
            cast.topics.push(TopicRole { name: topic.name.clone(), partitions: first..cast.partitions.len() as u32 });
        }
        let mut consumers: Vec<_> = scenario
            .all_consumers()
            .map(|(consumer, added)| (first_start(scenario, &consumer.name, consumer.at, added), consumer))
            .collect();
        consumers.sort_by_key(|(start, _)| *start);
        for (_, consumer) in consumers {
            let group = cast.add_group(scenario.group_of(consumer));
            cast.by_name.insert(consumer.name.clone(), ConsumerIx::at(cast.consumers.len()));
            let grouped = consumer.has_group();
            cast.consumers.push(ConsumerRole { name: consumer.name.clone(), group, grouped });
        }
        cast
    }

    fn add_group(&mut self, id: &GroupId) -> GroupIx {
        let place = self.group(id).unwrap_or(GroupIx::at(self.groups.len()));
        if place.index() == self.groups.len() {
            self.groups.push(id.clone());
        }
        place
    }

    /// The consumer of that name.
    #[must_use]
    pub fn consumer(&self, name: &str) -> Option<ConsumerIx> {
        self.by_name.get(name).copied()
    }

    /// The broker with that node id.
    #[must_use]
    pub fn broker(&self, id: BrokerId) -> Option<BrokerIx> {
        self.brokers.iter().position(|broker| broker.id == id).map(BrokerIx::at)
    }

    /// The broker that is called so, as `broker-2`.
    #[must_use]
    pub fn broker_named(&self, name: &str) -> Option<BrokerIx> {
        self.brokers.iter().position(|broker| broker.name == *name).map(BrokerIx::at)
    }

    /// The group with that id.
    #[must_use]
    pub fn group(&self, id: &str) -> Option<GroupIx> {
        self.groups.iter().position(|group| *group == *id).map(GroupIx::at)
    }

    /// The topic of that name.
    #[must_use]
    pub fn topic(&self, name: &str) -> Option<TopicIx> {
        self.topics.iter().position(|topic| topic.name == *name).map(TopicIx::at)
    }

    /// A partition, also one that does not exist yet.
    #[must_use]
    pub fn partition(&self, topic: &str, number: i32) -> Option<PartitionIx> {
        let places = &self.topics[self.topic(topic)?.index()].partitions;
        let place = places.start.checked_add(u32::try_from(number).ok()?)?;
        places.contains(&place).then_some(PartitionIx(place))
    }
}

impl BrokerRole {
    fn new(broker: &crate::scenario::Broker) -> Self {
        Self { id: broker.id, name: format!("broker-{}", broker.id).into(), rack: broker.rack.clone() }
    }
}

/// How many partitions a topic ever has.
fn partitions_ever(scenario: &Scenario, name: &TopicName, at_first: i32) -> i32 {
    let added = scenario.actions.iter().filter_map(|action| match &action.what {
        Do::AddPartitions { topic, partitions } if topic == name => Some(*partitions),
        _ => None,
    });
    added.fold(at_first, i32::max)
}

/// When a consumer's process starts for the first time; the end of time, if never.
fn first_start(scenario: &Scenario, name: &Name, at: Option<u64>, added: Option<u64>) -> u64 {
    let first = match added {
        Some(added) => at.unwrap_or(added).max(added),
        None => at.unwrap_or(u64::MAX),
    };
    let actions = scenario.actions.iter().filter(|action| match &action.what {
        Do::Start { consumer } => consumer == name,
        _ => false,
    });
    actions.map(|action| action.at).chain([first]).min().unwrap_or(first)
}
