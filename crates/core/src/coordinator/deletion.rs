//! OffsetDelete and DeleteGroups.
//!
//! Source: `OffsetMetadataManager.deleteOffsets`, `GroupCoordinatorShard.deleteGroups`; `ClassicGroup.validateOffsetDelete`,
//! `validateDeleteGroup`.

use super::{
    Note, OffsetCommitKey, Record,
    effects::Effects,
    offsets::{View, tombstone},
    shard::Shard,
    write::{Then, Write},
};
use crate::protocol::{
    DeleteGroupsRequest, DeleteGroupsResponse, ErrorCode, GroupId, OffsetDeleteRequest, OffsetDeleteResponse,
};

impl Shard {
    /// Handles an OffsetDelete: offsets of topics that nobody subscribes to. An offset that is not there is deleted as well.
    pub(super) fn offset_delete(
        &self,
        request: &OffsetDeleteRequest,
    ) -> Result<(OffsetDeleteResponse, Option<Write>), ErrorCode> {
        let group = self.group(&request.group_id).ok_or(ErrorCode::GroupIdNotFound)?;
        if !group.is_empty() && !group.uses_consumer_protocol() {
            return Err(ErrorCode::NonEmptyGroup);
        }
        let mut records = Vec::new();
        let mut partitions = Vec::with_capacity(request.partitions.len());
        for partition in &request.partitions {
            let subscribed = group.is_subscribed_to(&partition.topic);
            let error = if subscribed { ErrorCode::GroupSubscribedToTopic } else { ErrorCode::None };
            partitions.push((partition.clone(), error));
            let (topic, number) = (partition.topic.clone(), partition.partition);
            let key = OffsetCommitKey { group: group.id.clone(), topic, partition: number };
            if !subscribed && self.offsets.get(&key, View::Latest).is_some() {
                records.push(tombstone(&key));
            }
        }
        sort(&mut records);
        let write = (!records.is_empty()).then_some(Write { records, then: Then::Nothing });
        Ok((OffsetDeleteResponse { error: ErrorCode::None, partitions }, write))
    }

    /// Handles a DeleteGroups: an empty group goes with all its offsets.
    pub(super) fn delete_groups(
        &self,
        request: &DeleteGroupsRequest,
        fx: &mut Effects<'_>,
    ) -> (DeleteGroupsResponse, Option<Write>) {
        let mut records = Vec::new();
        let mut groups = Vec::new();
        let mut results = Vec::with_capacity(request.group_ids.len());
        for id in &request.group_ids {
            let error = self.delete_group(id, &mut records).err().unwrap_or_default();
            results.push((id.clone(), error));
            if error.is_none() {
                groups.push(id.clone());
            }
        }
        let offsets = records.len() - groups.len();
        fx.note(Note::GroupsDeleted { groups, offsets });
        let write = (!records.is_empty()).then_some(Write { records, then: Then::Nothing });
        (DeleteGroupsResponse { results }, write)
    }

    fn delete_group(&self, id: &GroupId, records: &mut Vec<Record>) -> Result<(), ErrorCode> {
        let group = self.group(id).ok_or(ErrorCode::GroupIdNotFound)?;
        if !group.is_empty() {
            return Err(ErrorCode::NonEmptyGroup);
        }
        records.extend(self.offsets.of_group(id).map(|(key, _)| tombstone(key)));
        records.push(Record::GroupMetadata { group: id.clone(), value: None });
        Ok(())
    }
}

/// Kafka's own order of deletions is that of an internal table; here they are sorted.
fn sort(records: &mut [Record]) {
    records.sort_by(|a, b| match (a, b) {
        (Record::OffsetCommit { key: a, .. }, Record::OffsetCommit { key: b, .. }) => a.cmp(b),
        _ => std::cmp::Ordering::Equal,
    });
}
