//! A group's partition of `__consumer_offsets`, record by record.

use std::{collections::BTreeMap, fmt::Write};

use crate::{
    coordinator::{self, GroupMetadataValue, OffsetCommitKey, Record},
    protocol::{GroupId, MemberId},
    simulation::{
        BrokerIx, GroupIx, Run,
        trace::{Append, AppendId, EventId, EventKind},
    },
};

/// The partition as it grew: what was appended, and who led it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OffsetsPartition {
    /// Its number.
    pub partition: i32,
    /// What happened to it, in the order of time.
    pub entries: Vec<OffsetsEntry>,
}

/// Something that happened to the partition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OffsetsEntry {
    /// When, ms.
    pub at: u64,
    /// What.
    pub what: OffsetsChange,
}

/// What happens to the partition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OffsetsChange {
    /// A record was appended.
    Appended(Appended),
    /// Another broker leads it, or none.
    Leader {
        /// The broker.
        broker: Option<BrokerIx>,
        /// The epoch of its leadership.
        epoch: i32,
    },
    /// The broker has read it and coordinates its groups now.
    Loaded {
        /// The broker.
        broker: BrokerIx,
        /// How many records it read.
        records: usize,
        /// How long that took, ms.
        took_ms: u64,
    },
    /// The broker has given its groups up.
    Unloaded {
        /// The broker.
        broker: BrokerIx,
    },
}

/// A record in the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Appended {
    /// Its batch.
    pub append: AppendId,
    /// Its place in the batch.
    pub place: usize,
    /// Its offset.
    pub offset: i64,
    /// The later record of the same key: as soon as that one is durable, compaction may remove this one.
    pub next: Option<(AppendId, i64)>,
}

/// What became of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fate {
    /// It is not on all replicas in sync yet.
    Pending,
    /// It is durable, and the latest of its key.
    Committed,
    /// It is durable; a later record of its key makes compaction remove it.
    Compacted,
    /// It never became durable: the leader changed before.
    Lost,
}

impl OffsetsPartition {
    /// The partition of a group, as far as the run is known.
    #[must_use]
    pub fn of(run: &Run, group: GroupIx) -> Self {
        let lanes = &run.lanes.groups[group.index()];
        let partition = lanes.offsets_partition;
        let mut entries = records(&run.trace.appends, partition);
        entries.extend(lanes.coordinator.changes().iter().map(|change| OffsetsEntry {
            at: change.at,
            what: OffsetsChange::Leader {
                broker: change.value,
                epoch: lanes.epoch.at(change.at).map_or(0, |epoch| epoch.value),
            },
        }));
        entries.extend(loads(run, group));
        entries.sort_by_key(|entry| (entry.at, matches!(entry.what, OffsetsChange::Appended(_))));
        Self { partition, entries }
    }
}

/// What the coordinators of the partition, whose first group `group` is or is not, noted of loading.
fn loads(run: &Run, group: GroupIx) -> impl Iterator<Item = OffsetsEntry> {
    let partition = run.lanes.groups[group.index()].offsets_partition;
    run.trace.events.iter().filter_map(move |event| {
        let EventKind::Coordinator { group, broker, note } = event.kind else { return None };
        let what = match &run.trace.coordinator_notes[note.index()] {
            coordinator::Note::Loaded { records, took_ms, .. } if event.at > 0 => {
                OffsetsChange::Loaded { broker, records: *records, took_ms: *took_ms }
            }
            coordinator::Note::Unloaded => OffsetsChange::Unloaded { broker },
            _ => return None,
        };
        let is_here = run.lanes.groups[group.index()].offsets_partition == partition;
        is_here.then_some(OffsetsEntry { at: event.at, what })
    })
}

fn records(appends: &[Append], partition: i32) -> Vec<OffsetsEntry> {
    let mut entries = Vec::new();
    // Where the latest record of each key is that was not lost.
    let mut latest: BTreeMap<Key<'_>, usize> = BTreeMap::new();
    for (append, number) in appends.iter().zip(0..).filter(|(append, _)| append.partition == partition) {
        for (record, place) in append.records.iter().zip(0..) {
            let offset = append.offset + place as i64;
            if append.lost().is_none()
                && let Some(before) = latest.insert(Key::of(record), entries.len())
                && let OffsetsEntry { what: OffsetsChange::Appended(before), .. } = &mut entries[before]
            {
                before.next = Some((AppendId(number), offset));
            }
            let appended = Appended { append: AppendId(number), place, offset, next: None };
            entries.push(OffsetsEntry { at: append.at(), what: OffsetsChange::Appended(appended) });
        }
    }
    entries
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Key<'a> {
    Group(&'a GroupId),
    Offset(&'a OffsetCommitKey),
}

impl<'a> Key<'a> {
    fn of(record: &'a Record) -> Self {
        match record {
            Record::GroupMetadata { group, .. } => Self::Group(group),
            Record::OffsetCommit { key, .. } => Self::Offset(key),
        }
    }
}

impl Appended {
    /// The record.
    #[must_use]
    pub fn record<'a>(&self, run: &'a Run) -> &'a Record {
        &run.trace.appends[self.append.index()].records[self.place]
    }

    /// The event that made the coordinator write it.
    #[must_use]
    pub fn cause(&self, run: &Run) -> Option<EventId> {
        run.trace.appends[self.append.index()].cause
    }

    /// What has become of it by `at` (ms).
    #[must_use]
    pub fn fate(&self, run: &Run, at: u64) -> Fate {
        let append = &run.trace.appends[self.append.index()];
        let is_durable = |append: &Append| append.committed().is_some_and(|committed| committed <= at);
        if append.lost().is_some_and(|lost| lost <= at) {
            Fate::Lost
        } else if !is_durable(append) {
            Fate::Pending
        } else if self.next.is_some_and(|(next, _)| is_durable(&run.trace.appends[next.index()])) {
            Fate::Compacted
        } else {
            Fate::Committed
        }
    }
}

/// A record's key in short: the group, and the partition whose offset it is.
#[must_use]
pub fn key_in_short(record: &Record) -> String {
    match record {
        Record::GroupMetadata { group, .. } => group.to_string(),
        Record::OffsetCommit { key, .. } => format!("{}, {}-{}", key.group, key.topic, key.partition),
    }
}

/// A record's value in short, by Kafka's names of its fields; `null` of a tombstone. Members are called by their consumers.
#[must_use]
pub fn value_in_short(run: &Run, record: &Record) -> String {
    match record {
        Record::GroupMetadata { value: None, .. } | Record::OffsetCommit { value: None, .. } => "null".into(),
        Record::GroupMetadata { group, value: Some(value) } => group_in_short(run, group, value),
        Record::OffsetCommit { value: Some(value), .. } => {
            let mut text = format!("offset={}, leaderEpoch={}", value.offset, value.leader_epoch);
            if let Some(expires) = value.expire_timestamp {
                let _ = write!(text, ", expireTimestamp={expires}");
            }
            text
        }
    }
}

fn group_in_short(run: &Run, group: &GroupId, value: &GroupMetadataValue) -> String {
    let lanes = run.cast.group(group).map(|ix| &run.lanes.groups[ix.index()]);
    let called = |id: &MemberId| {
        let consumer = lanes.and_then(|it| it.members.iter().find(|member| member.id == *id)?.consumer);
        consumer.map_or_else(|| id.to_string(), |ix| run.cast.consumers[ix.index()].name.to_string())
    };
    let leader = value.leader.as_ref().map_or_else(|| "null".into(), called);
    let members: Vec<_> = value.members.iter().map(|member| called(&member.member_id)).collect();
    format!(
        "generation={}, protocol={}, leader={leader}, members=[{}]",
        value.generation,
        value.protocol.as_deref().unwrap_or("null"),
        members.join(", ")
    )
}
