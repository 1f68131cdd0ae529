use std::collections::BTreeMap;

use super::*;
use crate::{
    config::{BrokerConfig, ReplicaSelector, TopicConfig},
    protocol::{
        BrokerId, EARLIEST_TIMESTAMP, ErrorCode, FetchPartition, FetchRequest, FetchResponse, LATEST_TIMESTAMP,
        ListOffsetsRequest, MetadataRequest, Name, TopicPartition,
    },
};

const B1: BrokerId = BrokerId(1);
const B2: BrokerId = BrokerId(2);

/// Two brokers in two racks; "orders" has 2 partitions, 10 records there, 4 records a second, 100 bytes each.
fn cluster(config: BrokerConfig) -> Cluster {
    let mut cluster = Cluster::new([(B1, Some("a".into())), (B2, Some("b".into()))], config);
    cluster.create(
        TopicPlan {
            name: "orders".into(),
            partitions: 2,
            replication: 2,
            rate: 4000,
            records: 9,
            record_bytes: 100,
            keys: BTreeMap::new(),
            config: TopicConfig::default(),
        },
        0,
    );
    cluster
}

fn orders(partition: i32) -> TopicPartition {
    TopicPartition::new("orders", partition)
}

fn fetch(offsets: &[(i32, i64)], min_bytes: i32) -> FetchRequest {
    let one = |(partition, fetch_offset): &(i32, i64)| FetchPartition {
        partition: orders(*partition),
        fetch_offset: *fetch_offset,
        max_bytes: 250,
    };
    FetchRequest {
        max_wait_ms: 500,
        min_bytes,
        max_bytes: 1000,
        rack_id: Name::default(),
        partitions: offsets.iter().map(one).collect(),
        close_session: false,
    }
}

fn answer(fetching: Fetching) -> FetchResponse {
    match fetching {
        Fetching::Answer(response) => response,
        Fetching::WaitUntil(at) => panic!("waits until {at}"),
    }
}

#[test]
fn partitions_are_led_in_turn_and_records_shared_out() {
    let cluster = cluster(BrokerConfig::default());
    let metadata = cluster.metadata(&MetadataRequest { topics: None });
    let leaders: Vec<_> = metadata.topics[0].partitions.iter().map(|it| it.leader.unwrap()).collect();
    assert_eq!(leaders, [B1, B2]);
    let ends = [0, 1].map(|number| cluster.partition(&orders(number)).unwrap().end(1000));
    assert_eq!(ends, [5 + 2, 4 + 2]);
    let unknown = cluster.metadata(&MetadataRequest { topics: Some(vec!["bills".into()]) });
    assert_eq!(unknown.topics[0].error, ErrorCode::UnknownTopicOrPartition);
}

#[test]
fn a_fetch_waits_for_its_first_byte_and_no_longer_than_it_may() {
    let cluster = cluster(BrokerConfig::default());
    // Records are written every 250 ms: partition 0 gets one at 250, 750, …
    assert_eq!(cluster.fetch(B1, &fetch(&[(0, 5)], 1), 10, 10), Fetching::WaitUntil(250));
    assert_eq!(answer(cluster.fetch(B1, &fetch(&[(0, 5)], 1), 10, 250)).partitions[0].count, 1);
    assert_eq!(cluster.fetch(B1, &fetch(&[(0, 5)], 200), 10, 10), Fetching::WaitUntil(510));
    assert_eq!(cluster.fetch(B1, &fetch(&[(0, 5)], 200), 300, 300), Fetching::WaitUntil(750));
    assert_eq!(answer(cluster.fetch(B1, &fetch(&[(0, 7)], 1), 300, 800)).partitions, []);
}

#[test]
fn limits_of_a_partition_and_of_the_answer_hold_but_the_first_record_always_comes() {
    let cluster = cluster(BrokerConfig::default());
    assert_eq!(answer(cluster.fetch(B1, &fetch(&[(0, 0)], 1), 0, 0)).partitions[0].count, 2);
    let small = FetchRequest { max_bytes: 10, ..fetch(&[(0, 0)], 1) };
    assert_eq!(answer(cluster.fetch(B1, &small, 0, 0)).partitions[0].count, 1);
}

#[test]
fn what_a_client_must_know_is_answered_at_once() {
    let cluster = cluster(BrokerConfig::default());
    let error = |broker, request: &FetchRequest| answer(cluster.fetch(broker, request, 0, 0)).partitions[0].error;
    assert_eq!(error(B2, &fetch(&[(0, 5)], 1)), ErrorCode::NotLeaderOrFollower);
    assert_eq!(error(B1, &fetch(&[(0, 6)], 1)), ErrorCode::OffsetOutOfRange);
    assert_eq!(error(B1, &fetch(&[(7, 0)], 1)), ErrorCode::UnknownTopicOrPartition);
}

#[test]
fn a_client_in_the_rack_of_a_follower_is_sent_there() {
    let config = BrokerConfig { replica_selector_class: Some(ReplicaSelector::RackAware), ..BrokerConfig::default() };
    let cluster = cluster(config);
    let request = FetchRequest { rack_id: "b".into(), ..fetch(&[(0, 0)], 1) };
    let sent_away = answer(cluster.fetch(B1, &request, 0, 0));
    assert_eq!((sent_away.partitions[0].preferred_read_replica, sent_away.partitions[0].count), (Some(B2), 0));
    assert_eq!(answer(cluster.fetch(B2, &request, 0, 0)).partitions[0].count, 2);
}

#[test]
fn offsets_by_time_are_found() {
    let cluster = cluster(BrokerConfig::default());
    let ask = |timestamp| {
        let request = ListOffsetsRequest { partitions: vec![(orders(0), timestamp)] };
        cluster.list_offsets(B1, &request, 1000).partitions[0].offset
    };
    assert_eq!([LATEST_TIMESTAMP, EARLIEST_TIMESTAMP, 0, 1, 250, 251, 751].map(ask), [7, 0, 0, 5, 5, 6, -1]);
}

#[test]
fn a_stopping_broker_hands_over_and_a_new_epoch_begins_where_the_log_ends() {
    let mut cluster = cluster(BrokerConfig::default());
    let changes = cluster.set_standing(B1, Standing::ShuttingDown, 1000);
    assert!(changes.contains(&LeaderChange::Partition(orders(0))));
    let partition = cluster.partition(&orders(0)).unwrap();
    assert_eq!((partition.leadership.leader, partition.leadership.epoch), (Some(B2), 1));
    assert_eq!(partition.end_of_epoch(0, 5000), Some((0, 7)));
    assert_eq!((partition.epoch_of(6), partition.epoch_of(7)), (0, 1));
}

#[test]
fn a_silent_replica_hides_new_records_until_it_is_fenced() {
    let mut cluster = cluster(BrokerConfig::default());
    assert_eq!(cluster.set_standing(B2, Standing::Silent, 1000), []);
    assert_eq!(cluster.partition(&orders(0)).unwrap().end(5000), 7);
    cluster.set_standing(B2, Standing::Fenced, 9000);
    assert_eq!(cluster.partition(&orders(0)).unwrap().end(9000), 5 + 18);
    assert_eq!(cluster.partition(&orders(1)).unwrap().leadership.leader, Some(B1));
}

#[test]
fn added_partitions_take_their_turns_from_then_on() {
    let mut cluster = cluster(BrokerConfig::default());
    assert!(cluster.add_partitions(&"orders".into(), 4, 1000));
    assert!(!cluster.add_partitions(&"orders".into(), 3, 1000));
    let ends = |at| [0, 1, 2, 3].map(|number| cluster.partition(&orders(number)).unwrap().end(at));
    assert_eq!(ends(1000), [7, 6, 0, 0]);
    assert_eq!(ends(2000), [8, 7, 1, 1]);
    assert_eq!(cluster.partition(&orders(0)).unwrap().timestamp(5), 250);
}

#[test]
fn whole_segments_go_when_their_youngest_record_is_too_old() {
    let mut cluster = cluster(BrokerConfig::default());
    let config = TopicConfig { retention_ms: 10_000, segment_ms: 5_000, ..TopicConfig::default() };
    cluster.create(
        TopicPlan {
            name: "bills".into(),
            partitions: 1,
            replication: 1,
            rate: 1000,
            records: 0,
            record_bytes: 100,
            keys: BTreeMap::new(),
            config,
        },
        0,
    );
    // One record a second, from 1000 on: segments begin at offsets 0, 5, 10, …; that of 0 ends with the record of 5000.
    assert_eq!(cluster.delete_old_records(15_000), []);
    assert_eq!(cluster.delete_old_records(15_001), [(TopicPartition::new("bills", 0), 5)]);
}

#[test]
fn segments_go_while_the_rest_is_still_large_enough() {
    let mut cluster = cluster(BrokerConfig::default());
    let config = TopicConfig { retention_bytes: 300, segment_bytes: 200, ..TopicConfig::default() };
    cluster.create(
        TopicPlan {
            name: "bills".into(),
            partitions: 1,
            replication: 1,
            rate: 0,
            records: 9,
            record_bytes: 100,
            keys: BTreeMap::new(),
            config,
        },
        0,
    );
    assert_eq!(cluster.delete_old_records(1), [(TopicPartition::new("bills", 0), 6)]);
}
