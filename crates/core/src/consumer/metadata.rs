//! What the client knows of brokers, topics and leaders, and when it asks again.
//!
//! Source: `Metadata`, `ConsumerMetadata`, `NetworkClient.DefaultMetadataUpdater`.

use std::{collections::BTreeMap, sync::Arc};

use super::{
    Consumer,
    detail::Detail,
    io::ConnectionId,
    random::{Random, What},
    request::Purpose,
};
use crate::{
    config::{ConsumerConfig, MetadataRecoveryStrategy},
    protocol::{
        BrokerId, MetadataBroker, MetadataPartition, MetadataRequest, MetadataResponse, Name, Request, TopicName,
        TopicPartition,
    },
};

/// A partition's leader as far as it is known (`Metadata.LeaderAndEpoch`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LeaderAndEpoch {
    pub(super) leader: Option<BrokerId>,
    pub(super) epoch: Option<i32>,
}

/// The racks of each partition's replicas, for each topic: what a leader watches after an assignment
/// (`ConsumerCoordinator.MetadataSnapshot`). Racks count only if `client.rack` is set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Snapshot {
    version: u32,
    topics: Vec<(TopicName, Vec<Vec<Name>>)>,
}

impl Snapshot {
    /// Same version or same content.
    pub(super) fn matches(&self, other: &Self) -> bool {
        self.version == other.version || self.topics == other.topics
    }

    /// The version of the metadata that it shows.
    pub(super) fn version(&self) -> u32 {
        self.version
    }
}

/// The client's copy.
#[derive(Debug)]
pub(super) struct Metadata {
    /// Rises with each answer.
    pub(super) version: u32,
    bootstrap: Vec<ConnectionId>,
    nodes: Vec<ConnectionId>,
    brokers: Vec<MetadataBroker>,
    topics: BTreeMap<TopicName, Arc<[MetadataPartition]>>,
    /// Epochs seen elsewhere that are newer than the metadata's.
    newer_epochs: BTreeMap<TopicPartition, i32>,
    full_update_wanted: bool,
    topics_wanted: bool,
    in_progress: bool,
    /// The number of wishes for new topics, to see whether an answer covers the last one.
    wishes: u32,
    wishes_asked: u32,
    last_success: u64,
    /// Since when it is tried in vain, ms.
    attempting: Option<u64>,
    rebootstrap_trigger: u64,
    /// When it was tried last, ms.
    tried: Option<u64>,
    attempts: u32,
    same_answers: u32,
    /// Not before, ms.
    allowed_at: u64,
    retry_backoff: (u64, u64),
    max_age: u64,
}

impl Metadata {
    pub(super) fn new(config: &ConsumerConfig, bootstrap: usize) -> Self {
        let bootstrap = i32::try_from(bootstrap.max(1)).unwrap_or(i32::MAX);
        let bootstrap: Vec<_> = (1..=bootstrap).map(|number| ConnectionId(-number)).collect();
        Self {
            version: 0,
            nodes: bootstrap.clone(),
            bootstrap,
            brokers: Vec::new(),
            topics: BTreeMap::new(),
            newer_epochs: BTreeMap::new(),
            full_update_wanted: true,
            topics_wanted: false,
            in_progress: false,
            wishes: 0,
            wishes_asked: 0,
            last_success: 0,
            attempting: None,
            tried: None,
            rebootstrap_trigger: config.metadata_recovery_rebootstrap_trigger_ms,
            attempts: 0,
            same_answers: 0,
            allowed_at: 0,
            retry_backoff: (config.retry_backoff_ms, config.retry_backoff_max_ms),
            max_age: config.metadata_max_age_ms,
        }
    }

    /// The nodes that can be asked: the bootstrap servers until the first answer, then the brokers.
    pub(super) fn nodes(&self) -> &[ConnectionId] {
        &self.nodes
    }

    /// The brokers' racks.
    pub(super) fn brokers(&self) -> &[MetadataBroker] {
        &self.brokers
    }

    /// A topic's partitions; `None` if it is unknown.
    pub(super) fn topic(&self, name: &TopicName) -> Option<&Arc<[MetadataPartition]>> {
        self.topics.get(name)
    }

    /// The topics that are known.
    pub(super) fn topic_names(&self) -> impl Iterator<Item = &TopicName> {
        self.topics.keys()
    }

    fn partition(&self, of: &TopicPartition) -> Option<&MetadataPartition> {
        self.topics.get(&of.topic)?.get(usize::try_from(of.partition).ok()?)
    }

    /// A partition's leader; none if a newer epoch than the metadata's was seen (`Metadata.currentLeader`).
    pub(super) fn current_leader(&self, of: &TopicPartition) -> LeaderAndEpoch {
        if let Some(epoch) = self.newer_epochs.get(of) {
            return LeaderAndEpoch { leader: None, epoch: Some(*epoch) };
        }
        let Some(partition) = self.partition(of) else { return LeaderAndEpoch::default() };
        let alive = |id: &BrokerId| self.brokers.iter().any(|broker| broker.id == *id);
        LeaderAndEpoch { leader: partition.leader.filter(alive), epoch: Some(partition.leader_epoch) }
    }

    /// Whether a broker is among those known.
    pub(super) fn knows(&self, broker: BrokerId) -> bool {
        self.brokers.iter().any(|it| it.id == broker)
    }

    /// A newer epoch was seen in a response: metadata is out of date (`updateLastSeenEpochIfNewer`).
    pub(super) fn see_epoch(&mut self, of: &TopicPartition, epoch: i32) {
        let known = self.newer_epochs.get(of).copied().or_else(|| self.partition(of).map(|it| it.leader_epoch));
        if known.is_some_and(|known| epoch > known) {
            self.newer_epochs.insert(of.clone(), epoch);
            self.full_update_wanted = true;
        }
    }

    /// Asks for an update; the version that it will exceed (`requestUpdate`).
    pub(super) fn request_update(&mut self, urgent: bool) -> u32 {
        self.full_update_wanted = true;
        if urgent {
            self.same_answers = 0;
        }
        self.version
    }

    /// Asks for topics not asked for before; no pause applies (`requestUpdateForNewTopics`).
    pub(super) fn request_new_topics(&mut self) {
        self.topics_wanted = true;
        self.same_answers = 0;
        self.wishes += 1;
        self.allowed_at = 0;
    }

    /// Whether somebody asked for an update.
    pub(super) fn is_update_requested(&self) -> bool {
        self.full_update_wanted || self.topics_wanted
    }

    /// Whether no pause keeps an update back (`timeToAllowUpdate`).
    pub(super) fn may_update(&self, now: u64) -> bool {
        now >= self.allowed_at
    }

    /// Whether an update is wanted, due or under way: then what is known is not fresh (`ensureFreshMetadata`).
    pub(super) fn is_stale(&self, now: u64) -> bool {
        self.is_update_requested() || self.due().is_none_or(|due| due <= now)
    }

    /// When the next update is due, ms; `None` while one is under way.
    pub(super) fn due(&self) -> Option<u64> {
        let wanted = if self.is_update_requested() { 0 } else { self.last_success.saturating_add(self.max_age) };
        (!self.in_progress).then(|| wanted.max(self.allowed_at))
    }

    /// Whether an update is due and not under way: then nothing else is sent before it (`isUpdateDue`).
    pub(super) fn is_due(&self, now: u64) -> bool {
        self.due().is_some_and(|due| due <= now)
    }

    /// No broker that is known can be reached: begins again with the bootstrap servers, and knows nothing (KIP-899).
    pub(super) fn rebootstrap(&mut self, now: u64) {
        self.attempting = Some(now);
        self.full_update_wanted = true;
        self.version += 1;
        self.nodes.clone_from(&self.bootstrap);
        self.brokers.clear();
        self.topics.clear();
    }

    /// It is tried now.
    pub(super) fn attempt(&mut self, now: u64) {
        self.attempting.get_or_insert(now);
        self.tried = Some(now);
    }

    /// When it has been tried in vain for too long, ms (`needsRebootstrap`).
    pub(super) fn rebootstrap_at(&self) -> Option<u64> {
        self.attempting.map(|since| since.saturating_add(self.rebootstrap_trigger).saturating_add(1))
    }

    /// The request leaves now.
    pub(super) fn begin(&mut self) {
        self.in_progress = true;
        self.wishes_asked = self.wishes;
    }

    /// The request failed, or its node ended (`failedUpdate`).
    pub(super) fn fail(&mut self, now: u64, random: &mut Random) {
        self.in_progress = false;
        self.same_answers = 0;
        self.allowed_at = now + self.pause(self.attempts, random);
        self.attempts += 1;
    }

    fn pause(&self, attempts: u32, random: &mut Random) -> u64 {
        let (first, most) = self.retry_backoff;
        random.backoff(What::MetadataBackoff, first, most, attempts)
    }

    /// The answer (`Metadata.update`).
    pub(super) fn update(&mut self, now: u64, response: MetadataResponse, random: &mut Random) {
        if response.brokers.is_empty() {
            self.fail(now, random);
            return;
        }
        self.in_progress = false;
        self.attempting = None;
        self.topics_wanted = self.wishes_asked < self.wishes;
        self.full_update_wanted = false;
        self.last_success = now;
        self.attempts = 0;
        self.version += 1;
        self.nodes = response.brokers.iter().map(|broker| ConnectionId::ordinary(broker.id)).collect();
        self.brokers = response.brokers;
        let mut changed = false;
        let mut topics = BTreeMap::new();
        for topic in response.topics {
            if !topic.error.is_none() {
                self.full_update_wanted |= topic.error.is_retriable();
                continue;
            }
            let known = self.topics.get(&topic.name);
            let partitions = keep_newer(topic.partitions, known.map_or(&[][..], |known| known));
            changed |= known.is_none_or(|known| known[..] != partitions[..]);
            self.full_update_wanted |= partitions.iter().any(|partition| partition.leader.is_none());
            topics.insert(topic.name, partitions.into());
        }
        self.topics = topics;
        let topics = &self.topics;
        self.newer_epochs.retain(|of, epoch| {
            let index = usize::try_from(of.partition).unwrap_or(usize::MAX);
            topics.get(&of.topic).and_then(|it| it.get(index)).is_some_and(|it| it.leader_epoch < *epoch)
        });
        self.same_answers = if changed { 0 } else { self.same_answers + 1 };
        self.allowed_at = now + self.pause(self.same_answers.saturating_sub(1), random);
    }

    /// What there is to see of some topics now.
    pub(super) fn snapshot(&self, topics: &[TopicName], with_racks: bool) -> Snapshot {
        let racks = |partition: &MetadataPartition| {
            let rack_of = |id: &BrokerId| self.brokers.iter().find(|it| it.id == *id).and_then(|it| it.rack.clone());
            let mut racks: Vec<_> = partition.replicas.iter().filter(|_| with_racks).filter_map(rack_of).collect();
            racks.sort_unstable();
            racks.dedup();
            racks
        };
        let seen = |name: &TopicName| self.topics.get(name).map_or_else(Vec::new, |it| it.iter().map(racks).collect());
        Snapshot { version: self.version, topics: topics.iter().map(|name| (name.clone(), seen(name))).collect() }
    }
}

impl Consumer {
    /// Asks for metadata if that is due (`DefaultMetadataUpdater.maybeUpdate`).
    pub(super) fn update_metadata(&mut self) {
        let rebootstraps = self.config.metadata_recovery_strategy == MetadataRecoveryStrategy::Rebootstrap;
        if rebootstraps && self.metadata.rebootstrap_at().is_some_and(|at| self.now >= at) {
            // Nothing came for so long (`handleRebootstrap`).
            self.metadata.nodes().iter().for_each(|node| self.network.disconnect_later(*node));
            self.rebootstrap();
        }
        if !self.metadata.is_due(self.now) {
            return;
        }
        let now = self.now;
        self.metadata.attempt(now);
        let mut least_loaded = self.network.least_loaded(now, self.metadata.nodes(), &mut self.random);
        if least_loaded.is_none() && rebootstraps {
            self.rebootstrap();
            least_loaded = self.network.least_loaded(now, self.metadata.nodes(), &mut self.random);
        }
        let Some(node) = least_loaded else { return };
        if self.network.can_send(node) {
            // Whoever subscribes to a pattern asks for all topics.
            let all = self.subscription.pattern().is_some();
            let topics = (!all).then(|| self.subscription.metadata_topics().to_vec());
            let request = Request::Metadata(MetadataRequest { topics });
            let timeout = self.config.request_timeout_ms;
            self.metadata.begin();
            self.network.send_now(now, node, timeout, request, Purpose::Metadata, &mut self.out);
        } else if !self.metadata.nodes().iter().any(|node| self.network.is_preparing(*node)) {
            self.network.connect(now, node, &mut self.random, &mut self.out);
        }
    }

    fn rebootstrap(&mut self) {
        self.detail(Detail::Rebootstrapping);
        self.metadata.rebootstrap(self.now);
    }

    /// When the network wants attention without anything arriving, ms.
    pub(super) fn network_deadline(&self) -> u64 {
        // Where no node could be asked, that may be so still: it waits a little before it tries again.
        let pause = self.config.reconnect_backoff_ms.max(1);
        let not_before = self.metadata.tried.map_or(0, |tried| tried.saturating_add(pause));
        let metadata = self.metadata.due().map_or(u64::MAX, |due| due.max(not_before));
        let rebootstraps = self.config.metadata_recovery_strategy == MetadataRecoveryStrategy::Rebootstrap;
        let metadata = match self.metadata.rebootstrap_at().filter(|_| rebootstraps) {
            Some(at) => metadata.min(at),
            None => metadata,
        };
        self.network.deadline().map_or(metadata, |deadline| deadline.min(metadata))
    }
}

/// A partition whose epoch went back is older news: what was known stays.
fn keep_newer(mut partitions: Vec<MetadataPartition>, known: &[MetadataPartition]) -> Vec<MetadataPartition> {
    for (partition, known) in partitions.iter_mut().zip(known) {
        if partition.leader_epoch < known.leader_epoch {
            *partition = known.clone();
        }
    }
    partitions
}
