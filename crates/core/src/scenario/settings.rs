//! The settings of a scenario against Kafka's tables of them, and as the engine reads them.

use super::{Cluster, CommitMode, Consumer, Problem, Scenario, Settings, Topic};
use crate::config::{BrokerConfig, ConfigError, ConsumerConfig, Scope, TopicConfig, Value, lookup};

/// Checks settings as they would be given to a consumer, a broker or a topic.
pub(super) fn check(scope: Scope, settings: &Settings, path: &str, problems: &mut Vec<Problem>) {
    for (name, value) in settings {
        if let Err(error) = check_one(scope, name, value) {
            problems.push(Problem::error(format!("{path}.{name}"), error.to_string()));
        }
    }
}

/// Checks one setting's name and value.
///
/// # Errors
///
/// If there is no such setting in this scope, or the value cannot be read as its type within its limits.
pub(super) fn check_one(scope: Scope, name: &str, value: &Value) -> Result<(), ConfigError> {
    let one = [(name, value)];
    match scope {
        Scope::Consumer => ConsumerConfig::from_values(one).map(drop),
        Scope::Broker => BrokerConfig::from_values(one).map(drop),
        Scope::Topic => TopicConfig::from_values(one).map(drop),
    }
}

/// Whose setting a name is, where it is given for consumers and brokers alike.
///
/// # Errors
///
/// If it is neither's.
pub(crate) fn scope_of(name: &str) -> Result<Scope, ConfigError> {
    match lookup(Scope::Consumer, name) {
        Ok(_) => Ok(Scope::Consumer),
        Err(ConfigError::WrongScope { actual, .. }) => Ok(actual),
        Err(unknown) => Err(unknown),
    }
}

impl Cluster {
    /// The brokers' settings.
    ///
    /// # Errors
    ///
    /// If one of them cannot be read.
    pub fn config(&self) -> Result<BrokerConfig, ConfigError> {
        BrokerConfig::from_values(values(&self.settings))
    }
}

impl Topic {
    /// The topic's settings.
    ///
    /// # Errors
    ///
    /// If one of them cannot be read.
    pub fn config(&self) -> Result<TopicConfig, ConfigError> {
        TopicConfig::from_values(values(&self.settings))
    }
}

impl Scenario {
    /// A consumer's settings, with what its name, its group and its way of committing imply; `changed` comes on top.
    ///
    /// # Errors
    ///
    /// If one of them cannot be read.
    pub fn config_of(&self, consumer: &Consumer, changed: &Settings) -> Result<ConsumerConfig, ConfigError> {
        let group = Value::Text((**self.group_of(consumer)).into());
        let name = Value::Text(consumer.name.clone());
        let manual = Value::Bool(false);
        let commits_itself = (consumer.commit != CommitMode::Auto).then_some(("enable.auto.commit", &manual));
        let group = consumer.has_group().then_some(("group.id", &group));
        let own = [("client.id", &name)].into_iter().chain(group).chain(commits_itself);
        ConsumerConfig::from_values(own.chain(values(&consumer.settings)).chain(values(changed)))
    }
}

fn values(settings: &Settings) -> impl Iterator<Item = (&str, &Value)> {
    settings.iter().map(|(name, value)| (&**name, value))
}
