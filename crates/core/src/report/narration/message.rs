//! What is told of requests, replies and of what is done to the run.

use super::{
    Arg, Say,
    offsets::Positions,
    tale::{Batch, Place, Teller},
};
use crate::{
    config::Value,
    java::string_hash,
    protocol::{ApiKey, ErrorCode, Name, Request, Response},
    scenario::Do,
    simulation::{
        BrokerIx, ConsumerIx, PartitionIx, Run,
        frame::Process,
        trace::{EventId, Exchange, ExchangeId},
    },
};

impl Teller {
    pub(super) fn request_sent(&mut self, run: &Run, place: Place, id: ExchangeId) {
        let exchange = run.trace.exchange(id);
        let place = place.of(run, exchange.consumer);
        match exchange.api {
            ApiKey::FindCoordinator => self.finds(run, place, exchange.consumer),
            ApiKey::OffsetCommit if self.consumer(exchange.consumer).config.enable_auto_commit => {
                let Some(Request::OffsetCommit(request)) = run.trace.payload(exchange).map(|it| &*it.request) else {
                    return;
                };
                let offsets = request.partitions.iter().map(|it| (&it.partition, it.committed_offset));
                self.positions(run, place, exchange.consumer, (Say::AutoCommit, offsets));
            }
            _ => {}
        }
    }

    fn finds(&mut self, run: &Run, place: Place, consumer: ConsumerIx) {
        let group = run.cast.consumers[consumer.index()].group;
        let lanes = &run.lanes.groups[group.index()];
        let broker = lanes.coordinator.at(place.at).and_then(|change| change.value);
        let Some(broker) = broker.filter(|_| std::mem::take(&mut self.consumer(consumer).seeking)) else { return };
        let hash = string_hash(&run.cast.groups[group.index()]).checked_abs().unwrap_or(0);
        let args = [
            ("client", consumer.into()),
            ("group", Arg::Group(group)),
            ("hash", hash.into()),
            ("total", lanes.offsets_partitions.into()),
            ("partition", lanes.offsets_partition.into()),
            ("broker", Arg::Broker(broker)),
        ];
        self.tell(place, Some(consumer), Say::Find, args);
    }

    pub(super) fn reply_sent(&mut self, run: &Run, place: Place, id: ExchangeId) {
        let exchange = run.trace.exchange(id);
        if exchange.api != ApiKey::JoinGroup {
            return;
        }
        let consumer = exchange.consumer;
        let place = place.of(run, consumer);
        let client = ("client", Arg::Consumer(consumer));
        match exchange.error {
            ErrorCode::None => self.join_granted(run, place, (id, exchange)),
            ErrorCode::CoordinatorLoadInProgress => {
                let args = [client, ("broker", Arg::Broker(exchange.broker))];
                self.tell(place, Some(consumer), Say::FindLoading, args);
            }
            ErrorCode::InconsistentGroupProtocol => {
                let offered = ("offered", Arg::Text(offered(run, exchange)));
                self.tell(place, Some(consumer), Say::NoProtocol, [client, offered]);
            }
            ErrorCode::InvalidSessionTimeout | ErrorCode::InvalidGroupId | ErrorCode::GroupMaxSizeReached => {
                let args = [client, ("error", Arg::Text(exchange.error.name().into()))];
                self.tell(place, Some(consumer), Say::Refused, args);
            }
            _ => {}
        }
    }

    fn join_granted(&mut self, run: &Run, place: Place, (id, exchange): (ExchangeId, &Exchange)) {
        let Some(payload) = run.trace.payload(exchange) else { return };
        let (Request::JoinGroup(request), Some(Response::JoinGroup(response))) =
            (&*payload.request, payload.response.as_deref())
        else {
            return;
        };
        let consumer = exchange.consumer;
        let member = ("member", Arg::Consumer(consumer));
        let tale = self.group(run.cast.consumers[consumer.index()].group);
        let waited = tale.parked.remove(&id);
        if tale.first_leader.take_if(|leader| *leader == consumer).is_some() {
            let count = ("count", response.members.len().into());
            self.tell(place, Some(consumer), Say::Leader, [member, count]);
        } else if !waited && !request.member_id.is_empty() {
            let generation = ("generation", response.generation_id.into());
            self.tell(place, Some(consumer), Say::SameGen, [member, generation]);
        }
    }

    /// A fetch that had to wait for fetch.min.bytes, told once of each process.
    pub(super) fn fetched(&mut self, run: &Run, event: EventId, id: ExchangeId) {
        let exchange = run.trace.exchange(id);
        let consumer = exchange.consumer;
        let tale = self.consumer(consumer);
        let (Some(arrived), Some(answered)) = (exchange.arrived(), exchange.answered()) else { return };
        if tale.fetch_waited || tale.config.fetch_min_bytes <= 1 || answered == arrived {
            return;
        }
        tale.fetch_waited = true;
        let (min, wait) = (tale.config.fetch_min_bytes, tale.config.fetch_max_wait_ms);
        let args = [
            ("client", consumer.into()),
            ("bytes", waiting_bytes(run, consumer, exchange.broker, arrived).into()),
            ("min", min.into()),
            ("wait", Arg::Millis(wait)),
        ];
        let place = Place { at: arrived, event, group: None }.of(run, consumer);
        self.tell(place, Some(consumer), Say::FetchWait, args);
    }

    pub(super) fn lost(&mut self, run: &Run, place: Place, id: ExchangeId) {
        let exchange = run.trace.exchange(id);
        let consumer = exchange.consumer;
        let process = run.lanes.consumers[consumer.index()].process.at(place.at).map(|change| change.value);
        let broker = run.lanes.brokers[exchange.broker.index()].at(place.at).is_some_and(|change| change.value);
        // What is lost with its process or its broker goes without saying.
        if broker && matches!(process, Some(Process::Running | Process::Closing)) {
            let args = [("client", consumer.into()), ("api", Arg::Text(exchange.api.name().into()))];
            self.tell(place.of(run, consumer), Some(consumer), Say::Dropped, args);
        }
    }

    pub(super) fn action(&mut self, run: &Run, place: Place, action: u32) {
        let Some(action) = run.scenario.actions.get(action as usize) else { return };
        match &action.what {
            Do::Slow { consumer, process_ms } => {
                if let Some(consumer) = run.cast.consumer(consumer) {
                    let args = [("member", consumer.into()), ("process", Arg::Millis(*process_ms))];
                    self.tell(place.of(run, consumer), Some(consumer), Say::Slowed, args);
                }
            }
            Do::Cut { from, to } => self.link(run, place, (from, to), Say::Cut),
            Do::Heal { from, to } => self.link(run, place, (from, to), Say::Healed),
            _ => {}
        }
    }

    fn link(&mut self, run: &Run, place: Place, (from, to): (&Name, &Name), say: Say) {
        let consumer = run.cast.consumer(from).or_else(|| run.cast.consumer(to));
        let broker = run.cast.broker_named(from).or_else(|| run.cast.broker_named(to));
        if let (Some(consumer), Some(broker)) = (consumer, broker) {
            let args = [("client", consumer.into()), ("broker", Arg::Broker(broker))];
            self.tell(place.of(run, consumer), Some(consumer), say, args);
        }
    }

    /// Alike sentences about offsets of several partitions become one: what several requests of one instant say, too.
    pub(super) fn positions<'a>(
        &mut self,
        run: &Run,
        place: Place,
        who: ConsumerIx,
        (say, offsets): (Say, impl Positions<'a>),
    ) {
        for (partition, offset) in offsets {
            let Some(partition) = run.cast.partition(&partition.topic, partition.partition) else { continue };
            match &mut self.batch {
                Some(batch) if batch.say == say && batch.who == who && batch.place.at == place.at => batch.count += 1,
                _ => {
                    self.settle();
                    let policy = (say == Say::Reset).then(|| self.policy_of(who));
                    self.batch = Some(Batch { place, who, say, partition, offset, policy, count: 1 });
                }
            }
        }
    }

    fn policy_of(&mut self, consumer: ConsumerIx) -> Name {
        match self.consumer(consumer).config.get("auto.offset.reset") {
            Some(Value::Text(policy)) => policy,
            _ => Name::default(),
        }
    }
}

impl Batch {
    pub(super) fn args(&self) -> super::Args {
        let (partition, offset) = (("partition", Arg::Partition(self.partition)), ("offset", self.offset.into()));
        let count = ("count", self.count.into());
        match &self.policy {
            Some(policy) => [partition, ("policy", Arg::Text(policy.clone())), offset, count].into(),
            None => [("member", self.who.into()), partition, offset, count].into(),
        }
    }
}

/// The assignors that a JoinGroup offers.
fn offered(run: &Run, exchange: &Exchange) -> Name {
    let Some(Request::JoinGroup(request)) = run.trace.payload(exchange).map(|payload| &*payload.request) else {
        return Name::default();
    };
    let names: Vec<&str> = request.protocols.iter().map(|protocol| &*protocol.name).collect();
    names.join(", ").into()
}

/// How many bytes lie at a broker that a consumer has not read yet.
fn waiting_bytes(run: &Run, consumer: ConsumerIx, broker: BrokerIx, at: u64) -> i64 {
    let positions = run.lanes.consumers[consumer.index()].positions.iter();
    let waiting = positions.filter_map(|(partition, lane)| {
        let lanes = &run.lanes.partitions[partition.index()];
        let position = lane.at(at)?.value?;
        let leads = lanes.leader.at(at)?.value == Some(broker);
        let records = lanes.log.at(at)?.value.end(at) - position;
        leads.then(|| records.max(0) * record_bytes(run, *partition))
    });
    waiting.sum()
}

fn record_bytes(run: &Run, partition: PartitionIx) -> i64 {
    let name = &run.cast.partitions[partition.index()].topic;
    run.scenario.topics.iter().find(|topic| topic.name == *name).map_or(0, |topic| topic.record_bytes.into())
}
