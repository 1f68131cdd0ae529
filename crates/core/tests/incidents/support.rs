//! Short ways to set a case up and to look at what came of it.

use groupscope_core::{
    consumer::CallbackKind,
    protocol::ApiKey,
    report::{CallbackLine, Summary},
    scenario::Scenario,
    simulation::Run,
};
use serde_json::{Value, json};

/// A run with its summary.
pub(crate) struct Case {
    pub(crate) run: Run,
    pub(crate) summary: Summary,
}

/// A consumer of `orders` that reads from the beginning.
pub(crate) fn member(name: &str, at: u64, settings: Value) -> Value {
    let mut all = json!({"auto.offset.reset": "earliest", "partition.assignment.strategy": "range"});
    all.as_object_mut().unwrap().extend(settings.as_object().cloned().unwrap());
    json!({"name": name, "at": at, "subscribe": ["orders"], "settings": all})
}

/// The same with other fields of the consumer.
pub(crate) fn member_with(name: &str, at: u64, settings: Value, more: Value) -> Value {
    let mut member = member(name, at, settings);
    member.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap());
    member
}

/// A topic.
pub(crate) fn topic(name: &str, partitions: u32, per_second: u32) -> Value {
    json!({"name": name, "partitions": partitions, "produce.per.second": per_second})
}

impl Case {
    /// One broker, these topics, these consumers.
    pub(crate) fn new(topics: Value, consumers: Value, actions: Value, until: u64) -> Self {
        Self::with(topics, consumers, actions, until, json!({}))
    }

    /// The same with other parts of the scenario.
    pub(crate) fn with(topics: Value, consumers: Value, actions: Value, until: u64, more: Value) -> Self {
        let mut scenario = json!({"groupscope": 1, "network": {"latency.ms": [1, 2]}, "group": "g",
            "topics": topics, "consumers": consumers, "actions": actions, "until": until});
        scenario.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap());
        let run = Run::new(Scenario::from_value(scenario).unwrap_or_else(|error| panic!("{error}")).scenario);
        Self { summary: Summary::new(&run), run }
    }

    /// The generations that began from a moment on: when, and with how many members.
    pub(crate) fn rebalances(&self, from: u64) -> Vec<(u64, usize)> {
        let all = self.summary.rebalances.iter().filter(|it| it.at >= from);
        all.map(|it| (it.at, it.members.len())).collect()
    }

    fn callback_lines(&self, consumer: &str, from: u64) -> impl Iterator<Item = &CallbackLine> {
        self.summary.callbacks.iter().filter(move |it| it.consumer == *consumer && it.at >= from)
    }

    /// A consumer's callbacks from a moment on, as `revoked 0,1`: partitions by their numbers.
    pub(crate) fn callbacks(&self, consumer: &str, from: u64) -> Vec<String> {
        let text = |it: &CallbackLine| {
            let kind = match it.kind {
                CallbackKind::Assigned => "assigned",
                CallbackKind::Revoked => "revoked",
                CallbackKind::Lost => "lost",
            };
            let numbers: Vec<_> = it.partitions.iter().map(|of| of.partition.to_string()).collect();
            format!("{kind} {}", numbers.join(","))
        };
        self.callback_lines(consumer, from).map(text).collect()
    }

    /// When a consumer was called so from a moment on.
    pub(crate) fn called(&self, consumer: &str, kind: CallbackKind, from: u64) -> Vec<u64> {
        self.callback_lines(consumer, from).filter(|it| it.kind == kind).map(|it| it.at).collect()
    }

    /// The errors of a consumer, by class.
    pub(crate) fn errors(&self, consumer: &str) -> Vec<&str> {
        self.summary.errors.iter().filter(|it| it.consumer == *consumer).map(|it| it.error.as_str()).collect()
    }

    /// When a consumer sent such requests.
    pub(crate) fn sent(&self, consumer: &str, api: ApiKey) -> Vec<u64> {
        let ix = self.run.cast.consumer(consumer).unwrap();
        let own = self.run.trace.exchanges.iter().filter(|it| it.consumer == ix && it.api == api);
        own.map(groupscope_core::simulation::trace::Exchange::sent).collect()
    }

    /// What a consumer holds at a moment, as `orders-0`.
    pub(crate) fn owned(&self, consumer: &str, at: u64) -> Vec<String> {
        let frame = self.run.frame(at);
        let it = frame.consumers.into_iter().find(|it| it.name == *consumer).unwrap();
        it.owned.iter().map(ToString::to_string).collect()
    }

    /// How many records were processed more than once.
    pub(crate) fn twice(&self) -> u64 {
        self.summary.processed.values().flat_map(|topic| topic.values()).map(|it| it.twice).sum()
    }

    /// Whether two consumers ever hold one partition, at any whole tenth of a second.
    pub(crate) fn has_two_owners(&self) -> bool {
        let at = (0..self.run.scenario.until / 100).map(|tenth| tenth * 100);
        at.flat_map(|at| self.run.frame(at).partitions).any(|it| it.owners.len() > 1)
    }
}
