//! The consumers of a scenario.

use std::collections::{BTreeMap, BTreeSet};

use super::{Check, consumers_with_paths};
use crate::{
    config::Scope,
    consumer::TopicPattern,
    nearest::nearest,
    protocol::{Name, TopicName},
    scenario::{Consumer, Settings, limits, settings},
};

impl Check<'_, '_> {
    pub(super) fn consumers(&mut self) {
        let scenario = self.scenario;
        if scenario.all_consumers().count() > limits::CONSUMERS {
            self.error("consumers", format!("more than {} consumers, with those that are added", limits::CONSUMERS));
        }
        let mut seen = BTreeSet::new();
        for (consumer, path) in consumers_with_paths(scenario) {
            self.consumer(&path, consumer);
            if !seen.insert(&consumer.name) {
                let message = format!("\"{}\" is the name of another consumer already", consumer.name);
                self.error(&format!("{path}.name"), message);
            }
        }
    }

    fn consumer(&mut self, path: &str, consumer: &Consumer) {
        self.text(&format!("{path}.name"), &consumer.name);
        let broker = consumer.name.strip_prefix("broker-").and_then(|id| id.parse().ok());
        if broker.is_some_and(|id| self.names.brokers.contains(&id)) {
            self.error(&format!("{path}.name"), format!("\"{}\" is what a broker is called", consumer.name));
        }
        if let Some(at) = consumer.at {
            self.time(&format!("{path}.at"), at);
        }
        if let Some(group) = &consumer.group {
            self.text(&format!("{path}.group"), group);
        }
        self.within(&format!("{path}.memberIds"), consumer.member_ids.len() as u64, 0, limits::MEMBER_IDS as u64);
        self.reads(path, consumer);
        self.within(&format!("{path}.workers"), consumer.workers, 0, limits::WORKERS);
        self.time(&format!("{path}.restore.ms"), consumer.restore_ms);
        self.time(&format!("{path}.revoke.ms"), consumer.revoke_ms);
        self.time(&format!("{path}.process.ms"), consumer.process_ms);
        self.time(&format!("{path}.poll.ms"), consumer.poll_ms);
        settings::check(Scope::Consumer, &consumer.settings, &format!("{path}.settings"), self.problems);
        if let Some(instance) = consumer.settings.get("group.instance.id").and_then(|id| serde_json::to_value(id).ok())
        {
            self.name(&format!("{path}.settings.group.instance.id"), instance.as_str().unwrap_or_default());
        }
        let config = self.scenario.config_of(consumer, &Settings::new());
        if let Err(error) = config.map(|config| config.check_construction()).unwrap_or(Ok(())) {
            self.warn(&format!("{path}.settings"), format!("its process will fail at the start: {error}"));
        }
    }

    /// What a consumer reads: by one of three words.
    fn reads(&mut self, path: &str, consumer: &Consumer) {
        let given = [!consumer.subscribe.is_empty(), consumer.subscribe_pattern.is_some(), consumer.assign.is_some()];
        if given.into_iter().filter(|given| *given).count() != 1 {
            let message = "`subscribe` names topics, `subscribePattern` a pattern of them, `assign` partitions: exactly one \
                           of them is needed";
            self.error(path, message.into());
        }
        self.topic_names(&format!("{path}.subscribe"), &consumer.subscribe);
        self.pattern(&format!("{path}.subscribePattern"), consumer.subscribe_pattern.as_ref());
        self.assigned(&format!("{path}.assign"), consumer.assign.as_ref());
    }

    pub(super) fn topic_names(&mut self, path: &str, topics: &[TopicName]) {
        self.within(path, topics.len() as u64, 0, limits::SUBSCRIBED as u64);
        for (index, topic) in topics.iter().enumerate() {
            let path = format!("{path}[{index}]");
            self.name(&path, topic);
            if !self.names.topics.contains_key(&**topic) {
                let known = self.names.topics.keys().copied();
                let hint = nearest(topic, known).map(|near| format!("; did you mean \"{near}\"?")).unwrap_or_default();
                self.warn(&path, format!("there is no topic \"{topic}\"{hint}"));
            }
        }
    }

    pub(super) fn pattern(&mut self, path: &str, pattern: Option<&Name>) {
        let Some(pattern) = pattern else { return };
        self.text(path, pattern);
        if let Err(error) = TopicPattern::new(pattern) {
            self.error(path, format!("\"{pattern}\" is no regular expression: {error}"));
        }
    }

    pub(super) fn assigned(&mut self, path: &str, topics: Option<&BTreeMap<TopicName, Vec<i32>>>) {
        for (topic, numbers) in topics.into_iter().flatten() {
            for (index, number) in numbers.iter().enumerate() {
                self.partition(&format!("{path}.{topic}[{index}]"), topic, *number);
            }
        }
    }
}
