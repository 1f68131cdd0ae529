//! New scenarios from old ones. The old one stays: undoing is keeping it.

use super::{Action, Consumer, Do, Latency, Scenario, Settings};
use crate::{
    config::{ConfigError, Scope, Value},
    scenario::settings::{check_one, scope_of},
};

/// Whose setting is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose<'a> {
    /// One consumer's.
    Consumer(&'a str),
    /// One topic's.
    Topic(&'a str),
    /// That of everybody who has such a setting: all consumers, or the brokers.
    Everybody,
}

/// A setting that cannot be changed so.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum EditError {
    /// The name or the value is wrong.
    #[error(transparent)]
    Setting(#[from] ConfigError),
    /// Nobody is called so.
    #[error("there is no consumer or topic \"{0}\"")]
    Nobody(String),
}

impl Scenario {
    /// The scenario with one more action: it is done after all others of its moment.
    #[must_use]
    pub fn with_action(&self, at: u64, what: Do) -> Self {
        let mut scenario = self.clone();
        let place = scenario.actions.iter().rposition(|action| action.at <= at).map_or(0, |last| last + 1);
        scenario.actions.insert(place, Action { at, what });
        scenario
    }

    /// The scenario with another value of a setting, from its start; [`Value::Null`] takes the setting out, so that Kafka's
    /// default holds.
    ///
    /// # Errors
    ///
    /// If there is no such setting or nobody who has it, or the value cannot be read.
    pub fn with_setting(&self, whose: Whose<'_>, name: &str, value: &Value) -> Result<Self, EditError> {
        let scope = match whose {
            Whose::Consumer(_) => Scope::Consumer,
            Whose::Topic(_) => Scope::Topic,
            Whose::Everybody => scope_of(name)?,
        };
        if *value != Value::Null {
            check_one(scope, name, value)?;
        }
        let mut scenario = self.clone();
        let mut changed = false;
        for settings in scenario.settings_of(whose, scope) {
            changed = true;
            match value {
                Value::Null => drop(settings.shift_remove(name)),
                value => drop(settings.insert(name.into(), value.clone())),
            }
        }
        match whose {
            Whose::Consumer(name) | Whose::Topic(name) if !changed => Err(EditError::Nobody(name.into())),
            _ => Ok(scenario),
        }
    }

    /// The scenario with another value of a setting, or of what turns beside Kafka's settings: `latency.ms` and
    /// `process.ms`, numbers of ms.
    ///
    /// # Errors
    ///
    /// As [`Self::with_setting`].
    pub fn with_knob(&self, whose: Whose<'_>, name: &str, value: &Value) -> Result<Self, EditError> {
        let Value::Int(ms) = value else { return self.with_setting(whose, name, value) };
        let ms = u64::try_from(*ms).unwrap_or_default();
        let mut scenario = self.clone();
        match name {
            "latency.ms" => scenario.network.latency = Latency { min: ms, max: ms },
            "process.ms" => {
                let is_meant = |consumer: &&mut Consumer| match whose {
                    Whose::Consumer(name) => consumer.name == *name,
                    _ => true,
                };
                scenario.consumers.iter_mut().filter(is_meant).for_each(|consumer| consumer.process_ms = ms);
            }
            _ => return self.with_setting(whose, name, value),
        }
        Ok(scenario)
    }

    fn settings_of<'a>(&'a mut self, whose: Whose<'_>, scope: Scope) -> Vec<&'a mut Settings> {
        if scope == Scope::Broker {
            return vec![&mut self.cluster.settings];
        }
        if let Whose::Topic(name) = whose {
            return self
                .topics
                .iter_mut()
                .filter(|topic| topic.name == *name)
                .map(|topic| &mut topic.settings)
                .collect();
        }
        let added = self.actions.iter_mut().filter_map(|action| match &mut action.what {
            Do::AddConsumer { consumer } => Some(consumer),
            _ => None,
        });
        let all = self.consumers.iter_mut().chain(added);
        all.filter(|consumer| match whose {
            Whose::Consumer(name) => consumer.name == *name,
            _ => true,
        })
        .map(|consumer| &mut consumer.settings)
        .collect()
    }
}
