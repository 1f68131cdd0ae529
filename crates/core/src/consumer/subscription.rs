//! Topics wanted, partitions owned, and where the consumer stands in each (`SubscriptionState`).

use std::{collections::BTreeMap, sync::Arc};

use super::metadata::LeaderAndEpoch;
use crate::{
    config::AutoOffsetReset,
    protocol::{BrokerId, TopicName, TopicPartition},
};

/// A position in a partition (`SubscriptionState.FetchPosition`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FetchPosition {
    /// The offset to read next.
    pub(super) offset: i64,
    /// The epoch of the record before it.
    pub(super) offset_epoch: Option<i32>,
    /// The leader when it was set or validated.
    pub(super) leader: LeaderAndEpoch,
}

/// What stands between a partition and its records (`SubscriptionState.FetchStates`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum FetchState {
    /// The committed offset is to be looked up.
    #[default]
    Initializing,
    /// It is read.
    Fetching,
    /// The position is to be reset.
    AwaitReset,
    /// The position is to be compared with the leader's epochs.
    AwaitValidation,
}

/// A partition that the consumer owns.
#[derive(Clone, Debug, Default)]
pub(super) struct PartitionState {
    pub(super) fetch: FetchState,
    pub(super) position: Option<FetchPosition>,
    pub(super) paused: bool,
    /// It is given up as soon as its positions are committed (eager only).
    pub(super) pending_revocation: bool,
    /// How it is reset, in [`FetchState::AwaitReset`].
    pub(super) reset: Option<AutoOffsetReset>,
    /// No reset or validation is asked for before, ms.
    pub(super) next_retry: u64,
    /// A replica to read from, and until when, ms (KIP-392).
    pub(super) preferred_replica: Option<(BrokerId, u64)>,
}

impl PartitionState {
    /// It has a position that needs no reset and no validation.
    pub(super) fn has_valid_position(&self) -> bool {
        self.fetch == FetchState::Fetching
    }

    /// Where the consumer stands, valid or not yet validated.
    pub(super) fn seek_unvalidated(&mut self, position: FetchPosition) {
        self.fetch = FetchState::Fetching;
        self.reset = None;
        self.position = Some(position);
        self.next_retry = 0;
        self.maybe_validate(position.leader);
    }

    /// A leader or an epoch that the position does not know asks for a validation
    /// (`maybeValidatePositionForCurrentLeader`).
    pub(super) fn maybe_validate_for(&mut self, leader: LeaderAndEpoch) {
        if leader.leader.is_none() || !matches!(self.fetch, FetchState::Fetching | FetchState::AwaitValidation) {
            return;
        }
        if let Some(position) = &mut self.position
            && position.leader != leader
        {
            position.leader = leader;
            self.preferred_replica = None;
            self.maybe_validate(leader);
        }
    }

    fn maybe_validate(&mut self, leader: LeaderAndEpoch) {
        let epochs_known = self.position.is_some_and(|position| position.offset_epoch.is_some());
        self.fetch =
            if epochs_known && leader.epoch.is_some() { FetchState::AwaitValidation } else { FetchState::Fetching };
        self.next_retry = 0;
    }

    /// It is to be reset in this way.
    pub(super) fn request_reset(&mut self, how: AutoOffsetReset) {
        self.fetch = FetchState::AwaitReset;
        self.reset = Some(how);
        self.position = None;
        self.next_retry = 0;
    }
}

/// A pattern that whole names of topics match (`java.util.regex.Matcher.matches`).
#[derive(Clone, Debug)]
pub struct TopicPattern(regex_lite::Regex);

impl TopicPattern {
    /// Reads a regular expression.
    ///
    /// # Errors
    ///
    /// If it is none, or uses what is not supported (looking around, references back); with the reason.
    pub fn new(pattern: &str) -> Result<Self, String> {
        // By itself it must be one, too: `a)|(b` is none.
        regex_lite::Regex::new(pattern).map_err(|error| error.to_string())?;
        regex_lite::Regex::new(&format!("^(?:{pattern})$")).map(Self).map_err(|error| error.to_string())
    }

    /// Whether a topic's whole name matches.
    #[must_use]
    pub fn matches(&self, topic: &str) -> bool {
        self.0.is_match(topic)
    }
}

/// How it came to its topics (`SubscriptionState.SubscriptionType`).
#[derive(Clone, Debug, Default)]
pub(super) enum SubscriptionType {
    /// Not at all.
    #[default]
    None,
    /// subscribe() with a list.
    AutoTopics,
    /// subscribe() with a pattern.
    AutoPattern(TopicPattern),
    /// assign()
    UserAssigned,
}

fn sorted(mut topics: Vec<TopicName>) -> Arc<[TopicName]> {
    topics.sort_unstable();
    topics.dedup();
    topics.into()
}

/// Topics and partitions of one consumer.
#[derive(Debug, Default)]
pub(super) struct Subscription {
    pub(super) kind: SubscriptionType,
    /// The topics it subscribes to, or of which it has partitions by assign(); sorted.
    pub(super) topics: Arc<[TopicName]>,
    /// As leader: the topics of the whole group, sorted.
    pub(super) group_topics: Option<Arc<[TopicName]>>,
    /// What it owns.
    pub(super) partitions: BTreeMap<TopicPartition, PartitionState>,
}

impl Subscription {
    /// Whether the group decides what it owns.
    pub(super) const fn is_automatic(&self) -> bool {
        matches!(self.kind, SubscriptionType::AutoTopics | SubscriptionType::AutoPattern(_))
    }

    /// The pattern it subscribes to.
    pub(super) const fn pattern(&self) -> Option<&TopicPattern> {
        if let SubscriptionType::AutoPattern(pattern) = &self.kind { Some(pattern) } else { None }
    }

    /// Whether a topic is wanted (`matchesSubscribedPattern`, `subscription.contains`).
    pub(super) fn wants(&self, topic: &TopicName) -> bool {
        match self.pattern() {
            Some(pattern) => pattern.matches(topic),
            None => self.topics.binary_search(topic).is_ok(),
        }
    }

    /// Replaces the topics; whether that changes anything. A leader keeps the metadata of the group's topics besides
    /// (`metadataTopics`).
    pub(super) fn set_topics(&mut self, topics: Vec<TopicName>) -> bool {
        let topics = sorted(topics);
        let changed = topics != self.topics;
        if changed {
            let group = self.group_topics.as_deref();
            self.group_topics = group.map(|group| sorted([group, &topics].concat()));
            self.topics = topics;
        }
        changed
    }

    /// The topics whose metadata is kept: a leader keeps those of the group.
    pub(super) fn metadata_topics(&self) -> &Arc<[TopicName]> {
        self.group_topics.as_ref().unwrap_or(&self.topics)
    }

    /// All that it owns, sorted.
    pub(super) fn owned(&self) -> Vec<TopicPartition> {
        self.partitions.keys().cloned().collect()
    }

    /// Replaces what it owns: what stays keeps its whole state (`assignFromSubscribed`).
    pub(super) fn assign(&mut self, partitions: &[TopicPartition]) {
        let mut old = std::mem::take(&mut self.partitions);
        let state = |of: &TopicPartition| (of.clone(), old.remove(of).unwrap_or_default());
        self.partitions = partitions.iter().map(state).collect();
    }

    /// Whether records of a partition may be asked for and returned.
    pub(super) fn is_fetchable(&self, of: &TopicPartition) -> bool {
        self.partitions.get(of).is_some_and(|state| self.state_is_fetchable(of, state))
    }

    fn state_is_fetchable(&self, of: &TopicPartition, state: &PartitionState) -> bool {
        // A list alone is looked at: what a pattern no longer matches is read until it is given up.
        let listed = matches!(self.kind, SubscriptionType::AutoTopics);
        let subscribed = || !listed || self.topics.binary_search(&of.topic).is_ok();
        state.fetch == FetchState::Fetching && !state.paused && !state.pending_revocation && subscribed()
    }

    /// The partitions whose records may be asked for.
    pub(super) fn fetchable(&self) -> impl Iterator<Item = (&TopicPartition, &PartitionState)> {
        self.partitions.iter().filter(|(of, state)| self.state_is_fetchable(of, state))
    }

    /// Whether every partition has a position that needs nothing.
    pub(super) fn has_all_positions(&self) -> bool {
        self.partitions.values().all(PartitionState::has_valid_position)
    }

    /// The partitions in a state, sorted.
    pub(super) fn in_state(&self, wanted: FetchState) -> impl Iterator<Item = &TopicPartition> {
        self.partitions.iter().filter(move |(_, state)| state.fetch == wanted).map(|(of, _)| of)
    }

    /// The partitions that are paused, sorted.
    pub(super) fn paused(&self) -> Vec<TopicPartition> {
        self.partitions.iter().filter(|(_, state)| state.paused).map(|(of, _)| of.clone()).collect()
    }
}
