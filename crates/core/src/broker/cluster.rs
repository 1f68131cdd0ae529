//! The cluster: its brokers, its topics, and who leads what.

use std::collections::BTreeMap;

use super::{Leadership, Partition, Schedule, partitioner::shares};
use crate::{
    config::{BrokerConfig, TopicConfig},
    coordinator::partition_for,
    protocol::{BrokerId, GroupId, Name, TopicName, TopicPartition},
};

/// How a broker stands with the controller and with its clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// It runs.
    Running,
    /// It is about to stop: it leads nothing any more, but still answers (controlled shutdown).
    ShuttingDown,
    /// Its process is gone, but the controller does not know yet: it still counts as leader and as replica in sync.
    Silent,
    /// The controller counts it out.
    Fenced,
}

/// A broker.
#[derive(Clone, Debug)]
pub struct Broker {
    /// Its node id.
    pub id: BrokerId,
    /// Its rack.
    pub rack: Option<Name>,
    /// How it stands.
    pub standing: Standing,
}

impl Broker {
    /// Whether its process runs, so that it answers.
    #[must_use]
    pub const fn answers(&self) -> bool {
        matches!(self.standing, Standing::Running | Standing::ShuttingDown)
    }
}

/// A topic as it is created.
#[derive(Clone, Debug)]
pub struct TopicPlan {
    /// Its name.
    pub name: TopicName,
    /// How many partitions it has.
    pub partitions: usize,
    /// How many brokers hold a copy of each.
    pub replication: usize,
    /// Thousandths of a record a second, for the whole topic.
    pub rate: u64,
    /// Records there before the run.
    pub records: u64,
    /// The records' keys with their weights; none = partitions take turns.
    pub keys: BTreeMap<Name, u32>,
    /// The size of a record.
    pub record_bytes: u32,
    /// Its settings.
    pub config: TopicConfig,
}

/// A topic.
#[derive(Clone, Debug)]
pub struct Topic {
    plan: TopicPlan,
    /// Its partitions by number.
    pub partitions: Vec<Partition>,
}

/// Something that has another leader now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeaderChange {
    /// A partition of a topic.
    Partition(TopicPartition),
    /// A partition of `__consumer_offsets`, by number.
    Offsets(i32),
}

/// All brokers, topics and leaders, as the controller knows them.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// The brokers' settings.
    pub config: BrokerConfig,
    brokers: Vec<Broker>,
    topics: BTreeMap<TopicName, Topic>,
    offsets: Vec<Leadership>,
}

impl Cluster {
    /// A cluster without topics but `__consumer_offsets`.
    #[must_use]
    pub fn new(brokers: impl IntoIterator<Item = (BrokerId, Option<Name>)>, config: BrokerConfig) -> Self {
        let brokers = brokers.into_iter().map(|(id, rack)| Broker { id, rack, standing: Standing::Running });
        let mut cluster = Self { config, brokers: brokers.collect(), topics: BTreeMap::new(), offsets: Vec::new() };
        let ids = cluster.ids();
        let copies = usize::try_from(cluster.config.offsets_topic_replication_factor).unwrap_or(1);
        let partitions = usize::try_from(cluster.config.offsets_topic_num_partitions).unwrap_or(1);
        cluster.offsets = (0..partitions).map(|partition| Leadership::new(partition, copies, &ids)).collect();
        cluster
    }

    fn ids(&self) -> Vec<BrokerId> {
        self.brokers.iter().map(|broker| broker.id).collect()
    }

    /// Creates a topic at `now`, ms.
    pub fn create(&mut self, plan: TopicPlan, now: u64) {
        let topic = Topic { plan, partitions: Vec::new() };
        let (name, partitions, records) = (topic.plan.name.clone(), topic.plan.partitions, topic.plan.records);
        self.topics.insert(name.clone(), topic);
        self.grow(&name, partitions, records, now);
    }

    /// Adds partitions to a topic, up to a total; from now on the producer takes turns over all of them. Whether the topic
    /// exists and had fewer.
    pub fn add_partitions(&mut self, name: &TopicName, total: usize, now: u64) -> bool {
        let had = self.topics.get(name).map(|topic| topic.partitions.len());
        let grows = had.is_some_and(|had| had < total);
        if grows {
            self.grow(name, total, 0, now);
        }
        grows
    }

    fn grow(&mut self, name: &TopicName, total: usize, records: u64, now: u64) {
        let ids = self.ids();
        let Some(topic) = self.topics.get_mut(name) else { return };
        let shares = Shares::new(&topic.plan, total);
        for (number, partition) in topic.partitions.iter_mut().enumerate() {
            let (place, schedule) = shares.schedule(number, now);
            partition.reschedule(place, schedule, now);
        }
        for number in topic.partitions.len()..total {
            let leadership = Leadership::new(number, topic.plan.replication, &ids);
            let (place, schedule) = shares.schedule(number, now);
            let (before, bytes) = (shares.of(records, number), topic.plan.record_bytes);
            topic.partitions.push(Partition::new(leadership, place, before as i64, schedule, bytes));
        }
        self.elect(now);
    }

    /// The brokers in the order of the list.
    #[must_use]
    pub fn brokers(&self) -> &[Broker] {
        &self.brokers
    }

    /// A broker.
    #[must_use]
    pub fn broker(&self, id: BrokerId) -> Option<&Broker> {
        self.brokers.iter().find(|broker| broker.id == id)
    }

    /// A topic.
    #[must_use]
    pub fn topic(&self, name: &str) -> Option<&Topic> {
        self.topics.get(name)
    }

    /// All topics by name.
    pub fn topics(&self) -> impl Iterator<Item = (&TopicName, &Topic)> {
        self.topics.iter()
    }

    /// A partition.
    #[must_use]
    pub fn partition(&self, partition: &TopicPartition) -> Option<&Partition> {
        self.topics.get(&partition.topic)?.partitions.get(usize::try_from(partition.partition).ok()?)
    }

    /// Deletes records that are too old or too many: the partitions that lost some, with their oldest offset now
    /// (`LogManager.cleanupLogs`).
    pub fn delete_old_records(&mut self, now: u64) -> Vec<(TopicPartition, i64)> {
        let mut deleted = Vec::new();
        for (name, topic) in &mut self.topics {
            for (number, partition) in (0..).zip(&mut topic.partitions) {
                if partition.delete_old(&topic.plan.config, now) {
                    deleted.push((TopicPartition::new(name.clone(), number), partition.log_start));
                }
            }
        }
        deleted
    }

    /// The partition of `__consumer_offsets` that holds a group.
    #[must_use]
    pub fn offsets_partition(&self, group: &GroupId) -> i32 {
        partition_for(group, self.offsets.len() as i32)
    }

    /// Who leads a partition of `__consumer_offsets`.
    #[must_use]
    pub fn offsets_leadership(&self, partition: i32) -> Option<&Leadership> {
        self.offsets.get(usize::try_from(partition).ok()?)
    }

    /// How many partitions `__consumer_offsets` has.
    #[must_use]
    pub fn offsets_partitions(&self) -> i32 {
        self.offsets.len() as i32
    }

    /// Makes a broker the leader of a partition of `__consumer_offsets`, as its first replica. Whether anything changed.
    pub fn move_offsets(&mut self, partition: i32, to: BrokerId) -> bool {
        let leadership = usize::try_from(partition).ok().and_then(|index| self.offsets.get_mut(index));
        let runs = self.brokers.iter().any(|broker| broker.id == to && broker.standing == Standing::Running);
        leadership.filter(|_| runs).is_some_and(|leadership| {
            match leadership.replicas.iter().position(|replica| *replica == to) {
                Some(place) => leadership.replicas.swap(0, place),
                // As a reassignment would do: the new replica takes the place of the old leader.
                None => leadership.replicas[0] = to,
            }
            leadership.elect(Some(to))
        })
    }

    /// Changes a broker's standing, and elects new leaders where that asks for it.
    pub fn set_standing(&mut self, id: BrokerId, standing: Standing, now: u64) -> Vec<LeaderChange> {
        for broker in self.brokers.iter_mut().filter(|broker| broker.id == id) {
            broker.standing = standing;
        }
        self.elect(now)
    }

    /// Whether writes to a partition are durable now: its leader runs, and no copy in sync is silent. As long as the
    /// controller has not fenced a broker that died, what it should copy stays invisible.
    #[must_use]
    pub fn is_open(&self, leadership: &Leadership) -> bool {
        is_open(&self.brokers, leadership)
    }

    fn elect(&mut self, now: u64) -> Vec<LeaderChange> {
        let mut changes = Vec::new();
        for (number, leadership) in (0..).zip(&mut self.offsets) {
            if leadership.elect(next_leader(&self.brokers, leadership)) {
                changes.push(LeaderChange::Offsets(number));
            }
        }
        for (name, topic) in &mut self.topics {
            for (number, partition) in (0..).zip(&mut topic.partitions) {
                if partition.elect(next_leader(&self.brokers, &partition.leadership), now) {
                    changes.push(LeaderChange::Partition(TopicPartition::new(name.clone(), number)));
                }
                partition.set_open(is_open(&self.brokers, &partition.leadership), now);
            }
        }
        changes
    }
}

/// How a topic's records are shared out among its partitions.
struct Shares {
    rate: u64,
    partitions: usize,
    /// By partition; empty = in turn.
    weights: Vec<u64>,
}

impl Shares {
    fn new(plan: &TopicPlan, partitions: usize) -> Self {
        let keys = plan.keys.iter().map(|(key, weight)| (key.as_str(), *weight));
        let weights = if plan.keys.is_empty() { Vec::new() } else { shares(keys, partitions) };
        Self { rate: plan.rate, partitions, weights }
    }

    /// The schedule that a partition follows from `now` on, and its place in it. With keys each has one of its own.
    fn schedule(&self, number: usize, now: u64) -> (u32, Schedule) {
        let (place, mut schedule) = if self.weights.is_empty() {
            (number as u32, Schedule { rate: self.rate, partitions: self.partitions as u32, from: 0 })
        } else {
            (0, Schedule { rate: self.part(self.rate, number), partitions: 1, from: 0 })
        };
        schedule.from = if now == 0 { 0 } else { schedule.due(now) };
        (place, schedule)
    }

    /// How many of `records` are a partition's.
    fn of(&self, records: u64, number: usize) -> u64 {
        if self.weights.is_empty() {
            let partitions = self.partitions as u64;
            (records + partitions - 1 - number as u64) / partitions
        } else {
            self.part(records, number)
        }
    }

    /// A partition's part of a whole, by weight; all parts together are the whole.
    fn part(&self, whole: u64, number: usize) -> u64 {
        let all: u64 = self.weights.iter().sum::<u64>().max(1);
        let up_to = |count: usize| {
            let weight: u64 = self.weights.iter().take(count).sum();
            (u128::from(whole) * u128::from(weight) / u128::from(all)) as u64
        };
        up_to(number + 1) - up_to(number)
    }
}

fn standing(brokers: &[Broker], id: BrokerId) -> Standing {
    brokers.iter().find(|broker| broker.id == id).map_or(Standing::Fenced, |broker| broker.standing)
}

/// The present leader as long as it counts as one, else the next replica that runs.
fn next_leader(brokers: &[Broker], leadership: &Leadership) -> Option<BrokerId> {
    let stays = |leader: &BrokerId| matches!(standing(brokers, *leader), Standing::Running | Standing::Silent);
    leadership.leader.filter(stays).or_else(|| leadership.successor(|id| standing(brokers, id) == Standing::Running))
}

fn is_open(brokers: &[Broker], leadership: &Leadership) -> bool {
    let silent = |id: &BrokerId| standing(brokers, *id) == Standing::Silent;
    leadership.leader.is_some() && !leadership.replicas.iter().any(silent)
}
