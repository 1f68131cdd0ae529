//! What a scenario that can be read must keep to, too.

mod consumers;

use std::collections::{BTreeMap, BTreeSet};

use super::{Action, Consumer, Do, Latency, Problem, Scenario, Settings, Severity, Topic, limits, settings};
use crate::{config::Scope, nearest::nearest, protocol::Name};

/// Adds what is wrong with a scenario to `problems`.
pub(super) fn check(scenario: &Scenario, problems: &mut Vec<Problem>) {
    let mut check = Check { scenario, problems, names: Names::new(scenario) };
    check.whole();
    check.cluster();
    check.topics();
    check.consumers();
    for (index, action) in scenario.actions.iter().enumerate() {
        check.action(&format!("actions[{index}]"), action);
    }
}

/// The names that others refer to.
struct Names<'a> {
    consumers: BTreeSet<&'a str>,
    brokers: BTreeSet<i32>,
    ends: Vec<String>,
    topics: BTreeMap<&'a str, i32>,
}

impl<'a> Names<'a> {
    fn new(scenario: &'a Scenario) -> Self {
        let consumers: BTreeSet<&str> = scenario.all_consumers().map(|(consumer, _)| &*consumer.name).collect();
        let brokers: BTreeSet<i32> = scenario.cluster.brokers.iter().map(|broker| broker.id.0).collect();
        let broker_names = brokers.iter().map(|id| format!("broker-{id}"));
        let ends = consumers.iter().map(ToString::to_string).chain(broker_names).collect();
        let mut topics = BTreeMap::new();
        for (topic, _) in scenario.all_topics() {
            topics.insert(&*topic.name, topic.partitions);
        }
        for action in &scenario.actions {
            if let Do::AddPartitions { topic, partitions } = &action.what {
                topics.entry(topic).and_modify(|most| *most = (*most).max(*partitions));
            }
        }
        Self { consumers, brokers, ends, topics }
    }
}

struct Check<'a, 'p> {
    scenario: &'a Scenario,
    problems: &'p mut Vec<Problem>,
    names: Names<'a>,
}

impl<'a> Check<'a, '_> {
    fn error(&mut self, path: &str, message: String) {
        self.problems.push(Problem::error(path, message));
    }

    fn warn(&mut self, path: &str, message: String) {
        self.problems.push(Problem { severity: Severity::Warning, ..Problem::error(path, message) });
    }

    fn within(&mut self, path: &str, value: impl Into<i128>, least: impl Into<i128>, most: impl Into<i128>) {
        let (value, least, most) = (value.into(), least.into(), most.into());
        if !(least..=most).contains(&value) {
            self.error(path, format!("{value}; allowed is {least} to {most}"));
        }
    }

    fn time(&mut self, path: &str, at: u64) {
        self.within(path, at, 0, limits::UNTIL_MS);
    }

    /// Kafka's own rule for names of topics and instances.
    fn name(&mut self, path: &str, name: &str) {
        let legal = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
        let length = name.chars().count();
        if length == 0 || length > limits::NAME_CHARS || !name.chars().all(legal) || name == "." || name == ".." {
            let most = limits::NAME_CHARS;
            self.error(path, format!("\"{name}\" is no name: 1 to {most} ASCII letters, digits, '.', '_' or '-'"));
        }
    }

    fn text(&mut self, path: &str, text: &str) {
        let length = text.chars().count();
        if length == 0 || length > limits::NAME_CHARS {
            self.error(path, format!("{length} characters; allowed are 1 to {}", limits::NAME_CHARS));
        }
    }

    fn whole(&mut self) {
        let scenario = self.scenario;
        self.within("until", scenario.until, 1, limits::UNTIL_MS);
        self.within("seed", scenario.seed, 0, limits::WHOLE_NUMBER);
        self.text("group", &scenario.group);
        self.latency("network.latency.ms", scenario.network.latency);
        if let Some(bandwidth) = scenario.network.bandwidth_kbit_per_second {
            self.within("network.bandwidth.kbit.per.second", bandwidth, 1, limits::WHOLE_NUMBER);
        }
    }

    fn latency(&mut self, path: &str, latency: Latency) {
        self.time(path, latency.max);
        if latency.min > latency.max {
            self.error(path, format!("from {} to {}: the first must not be the larger one", latency.min, latency.max));
        }
    }

    fn cluster(&mut self) {
        let scenario = self.scenario;
        if scenario.cluster.brokers.is_empty() {
            self.error("cluster.brokers", "at least one broker is needed, as {\"id\": 1}".into());
        }
        let mut seen = BTreeSet::new();
        for (index, broker) in scenario.cluster.brokers.iter().enumerate() {
            let path = format!("cluster.brokers[{index}].id");
            self.within(&path, broker.id.0, 0, i32::MAX / 2);
            if !seen.insert(broker.id) {
                self.error(&path, format!("{} is the id of another broker already", broker.id));
            }
        }
        settings::check(Scope::Broker, &scenario.cluster.settings, "cluster.settings", self.problems);
        if let Ok(config) = scenario.cluster.config() {
            let path = "cluster.settings.offsets.topic.num.partitions";
            self.within(path, config.offsets_topic_num_partitions, 1, 1000);
        }
        if let Some(broker) = scenario.coordinator_on {
            self.broker("coordinator.on", broker.0);
        }
    }

    fn topics(&mut self) {
        let scenario = self.scenario;
        let mut seen = BTreeSet::new();
        if scenario.all_topics().count() > limits::TOPICS {
            self.error("topics", format!("more than {} topics, with those that are added", limits::TOPICS));
        }
        for (topic, path) in topics_with_paths(scenario) {
            self.name(&format!("{path}.name"), &topic.name);
            if !seen.insert(&topic.name) {
                self.error(&format!("{path}.name"), format!("\"{}\" is the name of another topic already", topic.name));
            }
            self.within(&format!("{path}.partitions"), topic.partitions, 0, limits::PARTITIONS);
            self.within(&format!("{path}.records"), topic.records, 0, limits::RECORDS);
            self.within(&format!("{path}.record.bytes"), topic.record_bytes, 1, limits::RECORD_BYTES);
            self.within(&format!("{path}.replication"), topic.replication.unwrap_or(1), 1, limits::BROKERS as u64);
            self.keys(&format!("{path}.keys"), &topic.keys);
            settings::check(Scope::Topic, &topic.settings, &format!("{path}.settings"), self.problems);
        }
        let partitions: u64 = self.names.topics.values().map(|count| u64::try_from(*count).unwrap_or_default()).sum();
        if partitions > limits::PARTITIONS {
            let most = limits::PARTITIONS;
            self.error("topics", format!("{partitions} partitions in all; at most {most} are allowed"));
        }
    }

    fn keys(&mut self, path: &str, keys: &BTreeMap<Name, u32>) {
        self.within(path, keys.len() as u64, 0, limits::KEYS as u64);
        for (key, weight) in keys {
            self.text(&format!("{path}.{key}"), key);
            self.within(&format!("{path}.{key}"), *weight, 0, limits::KEY_WEIGHT);
        }
        if !keys.is_empty() && keys.values().all(|weight| *weight == 0) {
            self.error(path, "no key has a weight; at least one needs 1 or more".into());
        }
    }

    fn broker(&mut self, path: &str, id: i32) {
        if !self.names.brokers.contains(&id) {
            let known = self.names.brokers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            self.error(path, format!("there is no broker {id}; the brokers are: {known}"));
        }
    }

    fn known_consumer(&mut self, path: &str, name: &str) {
        if !self.names.consumers.contains(name) {
            let message = unknown("consumer", name, self.names.consumers.iter().copied());
            self.error(path, message);
        }
    }

    fn end(&mut self, path: &str, name: &str) {
        if !self.names.ends.iter().any(|end| end == name) {
            let message = unknown("consumer or broker", name, self.names.ends.iter().map(String::as_str));
            self.error(path, message);
        }
    }

    fn link(&mut self, path: &str, from: &str, to: &str) {
        self.end(&format!("{path}.from"), from);
        self.end(&format!("{path}.to"), to);
        if self.names.consumers.contains(from) == self.names.consumers.contains(to) {
            self.error(path, "a link has a consumer at its one end and a broker, as \"broker-1\", at its other".into());
        }
    }

    fn partition(&mut self, path: &str, topic: &str, number: i32) {
        match self.names.topics.get(topic) {
            None => {
                let message = unknown("topic", topic, self.names.topics.keys().copied());
                self.error(path, message);
            }
            Some(partitions) => self.within(path, number, 0, partitions - 1),
        }
    }

    fn action(&mut self, path: &str, action: &'a Action) {
        self.time(&format!("{path}.at"), action.at);
        if action.at > self.scenario.until {
            self.warn(&format!("{path}.at"), format!("after the end of the run, {} ms", self.scenario.until));
        }
        match &action.what {
            Do::Start { consumer }
            | Do::Close { consumer }
            | Do::Kill { consumer }
            | Do::Freeze { consumer }
            | Do::Thaw { consumer }
            | Do::Unsubscribe { consumer }
            | Do::EnforceRebalance { consumer }
            | Do::RemoveConsumer { consumer } => self.known_consumer(&format!("{path}.consumer"), consumer),
            Do::Slow { consumer, process_ms: ms } | Do::Restart { consumer, after: ms } => {
                self.known_consumer(&format!("{path}.consumer"), consumer);
                self.time(path, *ms);
            }
            Do::Cut { from, to } | Do::Heal { from, to } => self.link(path, from, to),
            Do::SlowLink { from, to, latency } => {
                self.link(path, from, to);
                self.latency(&format!("{path}.latency.ms"), *latency);
            }
            Do::Drop { from, to, nth, .. } => {
                self.link(path, from, to);
                self.within(&format!("{path}.nth"), *nth, 1, u32::MAX);
            }
            Do::Delay { from, to, nth, ms, .. } => {
                self.link(path, from, to);
                self.within(&format!("{path}.nth"), *nth, 1, u32::MAX);
                self.time(&format!("{path}.ms"), *ms);
            }
            Do::Set { consumer, settings } => self.set(path, consumer.as_deref(), settings),
            // Checked with the other consumers and topics.
            Do::AddConsumer { .. } | Do::AddTopic { .. } => {}
            Do::Subscribe { consumer, topics, pattern } => {
                self.known_consumer(&format!("{path}.consumer"), consumer);
                if topics.is_empty() == pattern.is_none() {
                    let message = "`subscribe` takes `topics` or a `pattern`: exactly one of them is needed";
                    self.error(path, message.into());
                }
                self.topic_names(&format!("{path}.topics"), topics);
                self.pattern(&format!("{path}.pattern"), pattern.as_ref());
            }
            Do::Assign { consumer, partitions } => {
                self.known_consumer(&format!("{path}.consumer"), consumer);
                self.assigned(&format!("{path}.partitions"), Some(partitions));
            }
            Do::AddPartitions { topic, partitions } => {
                self.partition(&format!("{path}.topic"), topic, 0);
                self.within(&format!("{path}.partitions"), *partitions, 1, limits::PARTITIONS);
            }
            Do::Seek { consumer, topic, partition, offset, time } => {
                self.known_consumer(&format!("{path}.consumer"), consumer);
                self.partition(&format!("{path}.partition"), topic, *partition);
                if offset.is_some() == time.is_some() {
                    self.error(path, "`seek` goes to an `offset` or to a `time`: exactly one of them is needed".into());
                }
                self.within(&format!("{path}.offset"), offset.unwrap_or_default(), 0, limits::WHOLE_NUMBER);
            }
            Do::Pause { consumer, partitions }
            | Do::Resume { consumer, partitions }
            | Do::SeekToBeginning { consumer, partitions }
            | Do::SeekToEnd { consumer, partitions } => {
                self.known_consumer(&format!("{path}.consumer"), consumer);
                for (index, it) in partitions.iter().enumerate() {
                    self.partition(&format!("{path}.partitions[{index}]"), &it.topic, it.partition);
                }
            }
            Do::MoveCoordinator { to } => self.broker(&format!("{path}.to"), to.0),
            Do::StopBroker { broker, .. } | Do::StartBroker { broker } => {
                self.broker(&format!("{path}.broker"), broker.0);
            }
            Do::RollingRestart { consumers, after, every } => {
                for (index, consumer) in consumers.iter().flatten().enumerate() {
                    self.known_consumer(&format!("{path}.consumers[{index}]"), consumer);
                }
                self.time(&format!("{path}.after"), *after);
                self.time(&format!("{path}.every"), *every);
            }
            Do::Plan { consumer, assignment } => {
                self.known_consumer(&format!("{path}.consumer"), consumer);
                for (name, partitions) in assignment {
                    let path = format!("{path}.assignment.{name}");
                    self.known_consumer(&path, name);
                    for (index, it) in partitions.iter().enumerate() {
                        self.partition(&format!("{path}[{index}]"), &it.topic, it.partition);
                    }
                }
            }
        }
    }

    fn set(&mut self, path: &str, consumer: Option<&str>, changed: &Settings) {
        if let Some(consumer) = consumer {
            self.known_consumer(&format!("{path}.consumer"), consumer);
            return settings::check(Scope::Consumer, changed, &format!("{path}.settings"), self.problems);
        }
        for (name, value) in changed {
            let result = settings::scope_of(name).and_then(|scope| settings::check_one(scope, name, value));
            if let Err(error) = result {
                self.error(&format!("{path}.settings.{name}"), error.to_string());
            }
        }
    }
}

fn consumers_with_paths(scenario: &Scenario) -> impl Iterator<Item = (&Consumer, String)> {
    let listed = scenario.consumers.iter().enumerate().map(|(index, it)| (it, format!("consumers[{index}]")));
    let added = scenario.actions.iter().enumerate().filter_map(|(index, action)| match &action.what {
        Do::AddConsumer { consumer } => Some((consumer, format!("actions[{index}].consumer"))),
        _ => None,
    });
    listed.chain(added)
}

fn topics_with_paths(scenario: &Scenario) -> impl Iterator<Item = (&Topic, String)> {
    let listed = scenario.topics.iter().enumerate().map(|(index, it)| (it, format!("topics[{index}]")));
    let added = scenario.actions.iter().enumerate().filter_map(|(index, action)| match &action.what {
        Do::AddTopic { topic } => Some((topic, format!("actions[{index}].topic"))),
        _ => None,
    });
    listed.chain(added)
}

fn unknown<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    match nearest(name, known.clone()) {
        Some(near) => format!("there is no {what} \"{name}\"; did you mean \"{near}\"?"),
        None => format!("there is no {what} \"{name}\"; there are: {}", known.collect::<Vec<_>>().join(", ")),
    }
}
