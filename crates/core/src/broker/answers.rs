//! What a broker answers besides fetches and group requests (`KafkaApis`).

use super::{Cluster, Partition, Standing};
use crate::protocol::{
    BrokerId, EARLIEST_TIMESTAMP, EpochEndOffset, ErrorCode, FindCoordinatorRequest, FindCoordinatorResponse,
    LATEST_TIMESTAMP, ListOffsetsPartition, ListOffsetsRequest, ListOffsetsResponse, MetadataBroker, MetadataPartition,
    MetadataRequest, MetadataResponse, MetadataTopic, NO_LEADER_EPOCH, OffsetForLeaderEpochRequest,
    OffsetForLeaderEpochResponse, TopicName, TopicPartition,
};

impl Cluster {
    /// Brokers, topics and leaders as a client is told (`KafkaApis.handleTopicMetadataRequest`).
    #[must_use]
    pub fn metadata(&self, request: &MetadataRequest) -> MetadataResponse {
        let brokers = self.brokers().iter().filter(|broker| broker.standing != Standing::Fenced);
        let brokers = brokers.map(|broker| MetadataBroker { id: broker.id, rack: broker.rack.clone() }).collect();
        let topics = match &request.topics {
            Some(names) => names.iter().map(|name| self.topic_metadata(name)).collect(),
            None => self.topics().map(|(name, _)| self.topic_metadata(name)).collect(),
        };
        MetadataResponse { brokers, topics }
    }

    fn topic_metadata(&self, name: &TopicName) -> MetadataTopic {
        let Some(topic) = self.topic(name).filter(|topic| !topic.partitions.is_empty()) else {
            let error = ErrorCode::UnknownTopicOrPartition;
            return MetadataTopic { error, name: name.clone(), partitions: Vec::new() };
        };
        let partitions = topic.partitions.iter().map(|partition| MetadataPartition {
            leader: partition.leadership.leader,
            leader_epoch: partition.leadership.epoch,
            replicas: partition.leadership.replicas.clone(),
        });
        MetadataTopic { error: ErrorCode::None, name: name.clone(), partitions: partitions.collect() }
    }

    /// Who coordinates a group: the leader of its partition of `__consumer_offsets`, also while that one is still loading
    /// (`KafkaApis.getCoordinator`).
    #[must_use]
    pub fn find_coordinator(&self, request: &FindCoordinatorRequest) -> FindCoordinatorResponse {
        let leadership = self.offsets_leadership(self.offsets_partition(&request.key));
        match leadership.and_then(|leadership| leadership.leader) {
            Some(node_id) => FindCoordinatorResponse { error: ErrorCode::None, node_id },
            None => FindCoordinatorResponse { error: ErrorCode::CoordinatorNotAvailable, node_id: BrokerId(-1) },
        }
    }

    /// Offsets by time, at a partition's leader (`ReplicaManager.fetchOffset`).
    #[must_use]
    pub fn list_offsets(&self, broker: BrokerId, request: &ListOffsetsRequest, now: u64) -> ListOffsetsResponse {
        let partitions = request.partitions.iter().map(|(partition, timestamp)| {
            let found = self.led_by(broker, partition).map(|log| offset_for(log, *timestamp, now));
            let (error, (offset, timestamp)) = found.map_or_else(|e| (e, (-1, -1)), |found| (ErrorCode::None, found));
            let epoch = self.partition(partition).filter(|_| offset >= 0).map(|log| log.epoch_of(offset));
            ListOffsetsPartition {
                partition: partition.clone(),
                error,
                offset,
                timestamp,
                leader_epoch: epoch.unwrap_or(NO_LEADER_EPOCH),
            }
        });
        ListOffsetsResponse { partitions: partitions.collect() }
    }

    /// Where leader epochs end, at a partition's leader (`ReplicaManager.lastOffsetForLeaderEpoch`).
    #[must_use]
    pub fn offset_for_leader_epoch(
        &self,
        broker: BrokerId,
        request: &OffsetForLeaderEpochRequest,
        now: u64,
    ) -> OffsetForLeaderEpochResponse {
        let partitions = request.partitions.iter().map(|(partition, epoch)| {
            let found = self.led_by(broker, partition).map(|log| log.end_of_epoch(*epoch, now));
            let (error, end) = found.map_or_else(|error| (error, None), |end| (ErrorCode::None, end));
            let (leader_epoch, end_offset) = end.unwrap_or((NO_LEADER_EPOCH, -1));
            EpochEndOffset { partition: partition.clone(), error, leader_epoch, end_offset }
        });
        OffsetForLeaderEpochResponse { partitions: partitions.collect() }
    }

    /// A partition, if this broker leads it (`ReplicaManager.getPartitionOrError`).
    pub(super) fn led_by(&self, broker: BrokerId, partition: &TopicPartition) -> Result<&Partition, ErrorCode> {
        let log = self.partition(partition).ok_or(ErrorCode::UnknownTopicOrPartition)?;
        if log.leadership.leader == Some(broker) { Ok(log) } else { Err(ErrorCode::NotLeaderOrFollower) }
    }
}

/// The offset and the timestamp that a timestamp of ListOffsets asks for; −1 = none.
fn offset_for(log: &Partition, timestamp: i64, now: u64) -> (i64, i64) {
    match timestamp {
        LATEST_TIMESTAMP => (log.end(now), -1),
        EARLIEST_TIMESTAMP => (log.log_start, -1),
        time => {
            let found = log.first_since(u64::try_from(time).unwrap_or_default(), now);
            found.map_or((-1, -1), |(offset, timestamp)| (offset, timestamp as i64))
        }
    }
}
