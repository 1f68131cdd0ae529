//! OffsetFetch.
//!
//! Source: `OffsetMetadataManager.fetchOffsets`, `fetchAllOffsets`.

use super::{OffsetCommitKey, OffsetCommitValue, offsets::View, shard::Shard};
use crate::protocol::{
    ErrorCode, NO_LEADER_EPOCH, OffsetFetchPartition, OffsetFetchRequest, OffsetFetchResponse, TopicPartition,
};

impl Shard {
    /// Handles an OffsetFetch. An unknown group has no offsets; that is no error. Nobody asks who is a member.
    pub(super) fn offset_fetch(&self, request: &OffsetFetchRequest, view: View) -> OffsetFetchResponse {
        let id = &request.group_id;
        let known = match view {
            View::Latest => self.key_of(id).is_some(),
            View::At(write) => self.exists_at(id, write),
        };
        let partitions = match &request.partitions {
            Some(partitions) => partitions
                .iter()
                .map(|partition| {
                    let (topic, number) = (partition.topic.clone(), partition.partition);
                    let key = OffsetCommitKey { group: id.clone(), topic, partition: number };
                    answer(partition.clone(), self.offsets.get(&key, view).filter(|_| known))
                })
                .collect(),
            None if known => {
                let offsets = self.offsets.all_of_group(id, view).into_iter();
                let of = |key: &OffsetCommitKey| TopicPartition::new(key.topic.clone(), key.partition);
                offsets.map(|(key, offset)| answer(of(key), Some(offset))).collect()
            }
            None => Vec::new(),
        };
        OffsetFetchResponse { error: ErrorCode::None, partitions }
    }
}

fn answer(partition: TopicPartition, offset: Option<&OffsetCommitValue>) -> OffsetFetchPartition {
    OffsetFetchPartition {
        partition,
        committed_offset: offset.map_or(-1, |offset| offset.offset),
        committed_leader_epoch: offset.map_or(NO_LEADER_EPOCH, |offset| offset.leader_epoch),
        metadata: offset.map(|offset| offset.metadata.clone()).unwrap_or_default(),
        error: ErrorCode::None,
    }
}
