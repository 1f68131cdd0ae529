//! What can be done with a group and its coordinator, with brokers, topics and partitions.

use groupscope_core::{
    protocol::{BrokerId, TopicName, TopicPartition},
    scenario::Do,
    simulation::frame::{BrokerFrame, GroupFrame},
};

use groupscope_view::mark::Mark;

use super::{Deed, Does, asking, deed, form::Ask};
use crate::session::Session;

/// With a group.
pub(super) fn of_group(session: &Session, group: &GroupFrame) -> Vec<Deed> {
    let mut deeds = vec![asking(session, "ui-do-rolling", &[], Ask::RollingRestart)];
    let others = session.frame.brokers.iter().filter(|broker| broker.alive && !coordinates(group, broker.id));
    // The action moves the coordinator of the scenario's group.
    if session.frame.groups.first() == Some(group) {
        deeds.extend(others.map(|broker| move_to(session, broker.id)));
    }
    let own = session.frame.brokers.iter().find(|broker| broker.alive && coordinates(group, broker.id));
    deeds.extend(own.into_iter().flat_map(|broker| stops(session, broker.id)));
    deeds.push(asking(session, "ui-do-set-all", &[], Ask::Set(None)));
    deeds
}

fn coordinates(group: &GroupFrame, broker: BrokerId) -> bool {
    group.coordinator == format!("broker-{broker}")
}

fn move_to(session: &Session, to: BrokerId) -> Deed {
    let broker = to.to_string();
    deed(session, "ui-do-move", &[("broker", &broker)], Does::Now(vec![Do::MoveCoordinator { to }]))
}

fn stops(session: &Session, broker: BrokerId) -> [Deed; 2] {
    let name = broker.to_string();
    let stop = |key, hard| deed(session, key, &[("broker", &name)], Does::Now(vec![Do::StopBroker { broker, hard }]));
    [stop("ui-do-stop-broker", false), stop("ui-do-kill-broker", true)]
}

/// With a broker.
pub(super) fn of_broker(session: &Session, broker: &BrokerFrame) -> Vec<Deed> {
    if !broker.alive {
        let start = Does::Now(vec![Do::StartBroker { broker: broker.id }]);
        return vec![deed(session, "ui-do-start-broker", &[("broker", &broker.id.to_string())], start)];
    }
    let mut deeds = stops(session, broker.id).to_vec();
    if session.frame.groups.first().is_some_and(|group| !coordinates(group, broker.id)) {
        deeds.push(move_to(session, broker.id));
    }
    deeds
}

/// With a partition.
pub(super) fn of_partition(session: &Session, partition: &TopicPartition) -> Vec<Deed> {
    let frame = &session.frame;
    let reading = session.reading_of(Some(&Mark::Partition(partition.clone())));
    let mut deeds: Vec<_> =
        reading.into_iter().map(|reading| deed(session, "ui-records-open", &[], Does::Read(reading))).collect();
    let holders = frame.consumers.iter().filter(|consumer| consumer.alive && consumer.owned.contains(partition));
    for consumer in holders {
        let name = &consumer.name;
        let place = partition.to_string();
        let args: &[(&str, &str)] = &[("member", name), ("partition", &place)];
        deeds.push(asking(session, "ui-do-seek-in", args, Ask::Seek(name.clone(), partition.clone())));
        let (consumer, partitions, is_paused) =
            (name.clone(), vec![partition.clone()], consumer.paused.contains(partition));
        deeds.push(if is_paused {
            deed(session, "ui-do-resume-in", args, Does::Now(vec![Do::Resume { consumer, partitions }]))
        } else {
            deed(session, "ui-do-pause-in", args, Does::Now(vec![Do::Pause { consumer, partitions }]))
        });
    }
    deeds.push(add_partitions(session, &partition.topic));
    let leader = frame.partitions.iter().find(|it| it.topic == partition.topic && it.partition == partition.partition);
    deeds.extend(leader.and_then(|it| it.leader).into_iter().flat_map(|broker| stops(session, broker)));
    deeds
}

/// With a topic.
pub(super) fn add_partitions(session: &Session, topic: &TopicName) -> Deed {
    asking(session, "ui-do-partitions", &[("topic", topic)], Ask::AddPartitions(topic.clone()))
}
