//! The committed offsets, and which of them expire.
//!
//! Source: `OffsetMetadataManager.Offsets`, `cleanupExpiredOffsets`; `ClassicGroup.offsetExpirationCondition` (KIP-211).

use super::{
    Group, GroupState, Note, OffsetCommitKey, OffsetCommitValue, Record, WriteId,
    effects::Effects,
    group::timestamp,
    shard::Shard,
    timeline::TimelineMap,
    write::{Then, Write},
};
use crate::protocol::{GroupId, TopicName};

/// The committed offsets of all groups.
#[derive(Clone, Debug, Default)]
pub(super) struct Offsets {
    by_key: TimelineMap<OffsetCommitKey, OffsetCommitValue>,
    /// The topics of each group: a table of its own in Kafka, whose entries a failed deletion doubles too.
    topics: TimelineMap<(GroupId, TopicName), ()>,
}

/// What a reader of offsets sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum View {
    /// All that was written.
    Latest,
    /// What was durable with this write.
    At(WriteId),
}

impl Offsets {
    /// Stores an offset, or deletes it.
    pub(super) fn replay(&mut self, key: &OffsetCommitKey, value: Option<&OffsetCommitValue>) {
        let topic = (key.group.clone(), key.topic.clone());
        if let Some(value) = value {
            self.by_key.insert(key.clone(), value.clone());
            if self.topics.get(&topic).is_none() {
                self.topics.insert(topic, ());
            }
        } else {
            self.by_key.remove(key);
            let first = OffsetCommitKey { partition: i32::MIN, ..key.clone() };
            let next = self.by_key.range_from(first).next();
            if next.is_none_or(|(next, _)| next.group != key.group || next.topic != key.topic) {
                self.topics.remove(&topic);
            }
        }
    }

    /// A partition's offset.
    pub(super) fn get(&self, key: &OffsetCommitKey, view: View) -> Option<&OffsetCommitValue> {
        match view {
            View::Latest => self.by_key.get(key),
            View::At(write) => self.by_key.get_at(key, write),
        }
    }

    /// All offsets of a group, sorted.
    pub(super) fn of_group(&self, group: &GroupId) -> impl Iterator<Item = (&OffsetCommitKey, &OffsetCommitValue)> {
        self.by_key.range_from(first_key(group)).take_while(move |(key, _)| key.group == *group)
    }

    /// All offsets of a group as a reader sees them, topic by topic; entries may stand there twice (see
    /// [`TimelineMap::range_at`]).
    pub(super) fn all_of_group(&self, group: &GroupId, view: View) -> Vec<(&OffsetCommitKey, &OffsetCommitValue)> {
        let View::At(write) = view else { return self.of_group(group).collect() };
        let topics = self.topics.range_at(&(group.clone(), TopicName::default()), write);
        let topics = topics.into_iter().map(|(key, ())| key).take_while(|(of, _)| of == group);
        let offsets = self.by_key.range_at(&first_key(group), write);
        topics
            .flat_map(|(_, topic)| {
                offsets.iter().copied().filter(move |(key, _)| key.group == *group && key.topic == *topic)
            })
            .collect()
    }

    pub(super) fn snapshot(&mut self, write: WriteId) {
        self.by_key.snapshot(write);
        self.topics.snapshot(write);
    }

    pub(super) fn forget_before(&mut self, write: WriteId) {
        self.by_key.forget_before(write);
        self.topics.forget_before(write);
    }

    pub(super) fn revert_to(&mut self, write: WriteId) {
        self.by_key.revert_to(write);
        self.topics.revert_to(write);
    }
}

fn first_key(group: &GroupId) -> OffsetCommitKey {
    OffsetCommitKey { group: group.clone(), topic: TopicName::default(), partition: i32::MIN }
}

/// The deletion of an offset.
pub(super) fn tombstone(key: &OffsetCommitKey) -> Record {
    Record::OffsetCommit { key: key.clone(), value: None }
}

/// From when on an offset's retention counts.
enum Retention {
    /// From the moment its group became empty, ms.
    Since(i64),
    /// From its commit.
    SinceCommit,
}

impl Group {
    /// What the retention of this group's offsets counts from; `None` = nothing expires.
    fn retention(&self) -> Option<Retention> {
        match (&self.protocol_type, self.state) {
            (None, _) => Some(Retention::SinceCommit),
            (Some(_), GroupState::Empty) => Some(self.state_timestamp.map_or(Retention::SinceCommit, Retention::Since)),
            (Some(_), GroupState::Stable) if self.uses_consumer_protocol() && self.subscribed_topics.is_some() => {
                Some(Retention::SinceCommit)
            }
            (Some(_), _) => None,
        }
    }
}

impl Retention {
    fn has_expired(&self, offset: &OffsetCommitValue, now: i64, retention_ms: i64) -> bool {
        let since = match self {
            Self::Since(moment) => *moment,
            Self::SinceCommit => offset.commit_timestamp,
        };
        match offset.expire_timestamp {
            Some(expires) => now >= expires,
            None => now.wrapping_sub(since) >= retention_ms,
        }
    }
}

impl Shard {
    /// Deletes the offsets that have expired, and the empty groups without offsets
    /// (`GroupCoordinatorShard.cleanupGroupMetadata`).
    pub(super) fn expire_offsets(&self, fx: &mut Effects<'_>) -> Option<Write> {
        let mut records = Vec::new();
        for group in self.groups() {
            let all_expired = self.expire_offsets_of(group, fx, &mut records);
            if all_expired && group.is_empty() {
                records.push(Record::GroupMetadata { group: group.id.clone(), value: None });
            }
        }
        fx.note(Note::ExpiredOffsets { tombstones: records.len() });
        (!records.is_empty()).then_some(Write { records, then: Then::Nothing })
    }

    /// Whether nothing is left of the group's offsets.
    fn expire_offsets_of(&self, group: &Group, fx: &Effects<'_>, records: &mut Vec<Record>) -> bool {
        let mut offsets = self.offsets.of_group(&group.id).peekable();
        if offsets.peek().is_none() {
            return true;
        }
        let Some(retention) = group.retention() else { return false };
        let (now, retention_ms) = (timestamp(fx.now), fx.config.offsets_retention_ms());
        let mut all = true;
        for (key, offset) in offsets {
            if !group.is_subscribed_to(&key.topic) && retention.has_expired(offset, now, retention_ms) {
                records.push(tombstone(key));
            } else {
                all = false;
            }
        }
        all
    }
}
