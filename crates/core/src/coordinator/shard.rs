//! The groups and offsets of one partition: what records can be replayed into.
//!
//! Source: `GroupCoordinatorShard`, `GroupMetadataManager.replay`, `OffsetMetadataManager.replay`.

use std::{cmp::Reverse, collections::BTreeMap, sync::Arc};

use super::{
    Group, GroupState, Member, Note, Record, WriteId,
    effects::Effects,
    member::Timeouts,
    offsets::Offsets,
    record::{GroupMetadataValue, MemberMetadata},
    timeline::TimelineMap,
};
use crate::{
    java::string_hash,
    protocol::{ErrorCode, GroupId, JoinGroupProtocol},
};

/// A group object. A name may stand for another object later; what still refers to the old one keeps acting on that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct GroupKey(u64);

/// A group's object and its place among equals in the table's order.
#[derive(Clone, Copy, Debug)]
struct Named {
    key: GroupKey,
    place: u64,
}

/// The groups and offsets of one partition. The map of groups and the offsets go back when a write fails; a group's own
/// fields don't.
#[derive(Clone, Debug)]
pub(super) struct Shard {
    names: TimelineMap<GroupId, Named>,
    objects: BTreeMap<GroupKey, Group>,
    pub(super) offsets: Offsets,
    created: u64,
    /// The size of Kafka's table of groups, which decides on their order.
    table_size: usize,
}

impl Default for Shard {
    fn default() -> Self {
        let names = TimelineMap::default();
        Self { names, objects: BTreeMap::new(), offsets: Offsets::default(), created: 0, table_size: 2 }
    }
}

impl Shard {
    /// A group by its id.
    pub(super) fn group(&self, id: &GroupId) -> Option<&Group> {
        self.objects.get(&self.names.get(id)?.key)
    }

    /// A group by its id.
    pub(super) fn group_mut(&mut self, id: &GroupId) -> Option<&mut Group> {
        self.objects.get_mut(&self.names.get(id)?.key)
    }

    /// The object a group's id stands for.
    pub(super) fn key_of(&self, id: &GroupId) -> Option<GroupKey> {
        self.names.get(id).map(|named| named.key)
    }

    /// A group by its object.
    pub(super) fn object_mut(&mut self, key: GroupKey) -> Option<&mut Group> {
        self.objects.get_mut(&key)
    }

    /// Whether there was such a group after a write.
    pub(super) fn exists_at(&self, id: &GroupId, after: WriteId) -> bool {
        self.names.get_at(id, after).is_some()
    }

    /// All groups by id.
    pub(super) fn groups(&self) -> impl Iterator<Item = &Group> {
        self.names.range_from(GroupId::default()).filter_map(|(_, named)| self.objects.get(&named.key))
    }

    /// The groups in the order of Kafka's table (`BaseHashTable`): by the upper bits of a multiplied hash, of equals the
    /// youngest first.
    pub(super) fn in_table_order(&self) -> Vec<GroupId> {
        let slot = |id: &GroupId| {
            let hash = i64::from(string_hash(id)).wrapping_mul(-7_046_029_254_386_353_131).cast_unsigned();
            hash >> (64 - self.table_size.trailing_zeros())
        };
        let mut groups: Vec<_> = self.names.range_from(GroupId::default()).collect();
        groups.sort_by_cached_key(|(id, named)| (slot(id), Reverse(named.place)));
        groups.into_iter().map(|(id, _)| id.clone()).collect()
    }

    /// Makes a group known.
    pub(super) fn insert(&mut self, group: Group) -> GroupKey {
        self.created += 1;
        let key = GroupKey(self.created);
        let place = self.names.get(&group.id).map_or(self.created, |before| before.place);
        if (self.names.len() + 1) * 3 > self.table_size * 4 {
            self.table_size *= 2;
        }
        self.names.insert(group.id.clone(), Named { key, place });
        self.objects.insert(key, group);
        key
    }

    /// A group by its id; it is made if there is none.
    pub(super) fn get_or_create(&mut self, id: &GroupId, simple: bool, fx: &mut Effects<'_>) -> GroupKey {
        self.key_of(id).unwrap_or_else(|| {
            fx.note(Note::GroupCreated { group: id.clone(), simple });
            self.insert(Group::new(id.clone(), fx.now))
        })
    }

    /// Replays a record of a write that was just begun, or of the log. Only a group with members can fail.
    pub(super) fn replay(&mut self, record: &Record, now: u64) -> Result<(), ErrorCode> {
        match record {
            Record::GroupMetadata { group, value: Some(value) } => {
                self.insert(loaded_group(group, value)?);
            }
            Record::GroupMetadata { group, value: None } => {
                self.names.remove(group);
            }
            Record::OffsetCommit { key, value } => {
                if value.is_some() && self.key_of(&key.group).is_none() {
                    self.insert(Group::new(key.group.clone(), now));
                }
                self.offsets.replay(key, value.as_ref());
            }
        }
        Ok(())
    }

    /// Forgets group objects that nothing stands for any more.
    pub(super) fn sweep(&mut self) {
        if self.objects.len() > self.names.len() {
            let kept: std::collections::BTreeSet<GroupKey> = self.names.all_values().map(|named| named.key).collect();
            self.objects.retain(|key, _| kept.contains(key));
        }
    }

    /// A write was begun.
    pub(super) fn snapshot(&mut self, write: WriteId) {
        self.names.snapshot(write);
        self.offsets.snapshot(write);
    }

    /// A write is durable.
    pub(super) fn forget_before(&mut self, write: WriteId) {
        self.names.forget_before(write);
        self.offsets.forget_before(write);
    }

    /// All after a write failed.
    pub(super) fn revert_to(&mut self, write: WriteId) {
        self.names.revert_to(write);
        self.offsets.revert_to(write);
    }
}

/// A group as its record describes it: Stable with members, else Empty. Of each member's assignors only the chosen one is
/// known.
fn loaded_group(id: &GroupId, value: &GroupMetadataValue) -> Result<Group, ErrorCode> {
    let mut group = Group::new(id.clone(), 0);
    group.state = if value.members.is_empty() { GroupState::Empty } else { GroupState::Stable };
    group.state_timestamp = Some(value.current_state_timestamp).filter(|timestamp| *timestamp != -1);
    group.generation = value.generation;
    group.protocol_type = Some(value.protocol_type.clone()).filter(|protocol_type| !protocol_type.is_empty());
    group.protocol_name.clone_from(&value.protocol);
    group.leader.clone_from(&value.leader);
    for member in &value.members {
        group.load_member(loaded_member(value, member));
    }
    group.subscribed_topics = group.compute_subscribed_topics()?;
    Ok(group)
}

fn loaded_member(value: &GroupMetadataValue, member: &MemberMetadata) -> Member {
    let offer =
        JoinGroupProtocol { name: value.protocol.clone().unwrap_or_default(), metadata: member.subscription.clone() };
    let rebalance_ms = if member.rebalance_timeout == -1 { member.session_timeout } else { member.rebalance_timeout };
    Member {
        id: member.member_id.clone(),
        instance: member.group_instance_id.clone(),
        client_id: member.client_id.clone(),
        client_host: member.client_host.clone(),
        timeouts: Timeouts { session_ms: member.session_timeout, rebalance_ms },
        protocol_type: value.protocol_type.clone(),
        protocols: Arc::new([offer]),
        assignment: member.assignment.clone(),
        parked_join: None,
        parked_sync: None,
        is_new: false,
    }
}
