//! New scenarios from old ones. The old one stays: undoing is keeping it.

use super::{Action, CommitMode, Consumer, Do, Latency, Rate, Scenario, Settings, Topic, limits};
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
    /// That of everybody who has such a setting: all consumers, all topics, or the brokers.
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
    /// It is no time.
    #[error("{name}: {value}; allowed is a whole number of ms from 0 to {}", limits::UNTIL_MS)]
    Time {
        /// What turns.
        name: &'static str,
        /// The value.
        value: Value,
    },
    /// So many records cannot be produced.
    #[error("{PRODUCE}: {value}; allowed is a whole number from 0 to {}", limits::PRODUCE_PER_SECOND)]
    Rate {
        /// The value.
        value: Value,
    },
    /// Nobody commits so.
    #[error("commit: {0}")]
    Commit(String),
}

/// The network's latency, one way.
pub const LATENCY: &str = "latency.ms";
/// How long applications work on a record.
pub const PROCESS: &str = "process.ms";
/// The argument of applications' poll().
pub const POLL: &str = "poll.ms";
/// Records a second to each topic.
pub const PRODUCE: &str = "produce.per.second";
/// What turns in a scenario besides Kafka's settings: times (ms), and how much is produced.
pub const OWN_KNOBS: [&str; 4] = [LATENCY, PROCESS, POLL, PRODUCE];

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

    /// The scenario with another value of a setting, or of what turns beside Kafka's settings: [`OWN_KNOBS`],
    /// and `commit` (how applications commit).
    ///
    /// # Errors
    ///
    /// As [`Self::with_setting`].
    pub fn with_knob(&self, whose: Whose<'_>, name: &str, value: &Value) -> Result<Self, EditError> {
        let mut scenario = self.clone();
        match OWN_KNOBS.into_iter().find(|own| *own == name) {
            Some(PRODUCE) => {
                let rate = rate(value)?;
                scenario.topics.iter_mut().for_each(|topic| topic.produce_per_second = rate);
            }
            Some(own) => {
                let ms = time(own, value)?;
                match own {
                    LATENCY => scenario.network.latency = Latency { min: ms, max: ms },
                    PROCESS => scenario.each(whose, |consumer| consumer.process_ms = ms)?,
                    _ => scenario.each(whose, |consumer| consumer.poll_ms = ms)?,
                }
            }
            None if name == "commit" => {
                let mode = serde_json::to_value(value).and_then(serde_json::from_value::<CommitMode>);
                let mode = mode.map_err(|error| EditError::Commit(error.to_string()))?;
                scenario.each(whose, |consumer| consumer.commit = mode)?;
            }
            None => return self.with_setting(whose, name, value),
        }
        Ok(scenario)
    }

    /// Those consumers, the ones added later too.
    fn consumers_of<'a>(&'a mut self, whose: Whose<'_>) -> impl Iterator<Item = &'a mut Consumer> {
        let added = self.actions.iter_mut().filter_map(|action| match &mut action.what {
            Do::AddConsumer { consumer } => Some(consumer),
            _ => None,
        });
        self.consumers.iter_mut().chain(added).filter(move |consumer| match whose {
            Whose::Consumer(name) => consumer.name == *name,
            _ => true,
        })
    }

    fn each(&mut self, whose: Whose<'_>, edit: impl Fn(&mut Consumer)) -> Result<(), EditError> {
        let edited = self.consumers_of(whose).map(edit).count();
        match whose {
            Whose::Consumer(name) if edited == 0 => Err(EditError::Nobody(name.into())),
            _ => Ok(()),
        }
    }

    fn settings_of<'a>(&'a mut self, whose: Whose<'_>, scope: Scope) -> Vec<&'a mut Settings> {
        if scope == Scope::Broker {
            return vec![&mut self.cluster.settings];
        }
        if scope == Scope::Topic {
            let is_meant = |topic: &&mut Topic| match whose {
                Whose::Topic(name) => topic.name == *name,
                _ => true,
            };
            return self.topics.iter_mut().filter(is_meant).map(|topic| &mut topic.settings).collect();
        }
        self.consumers_of(whose).map(|consumer| &mut consumer.settings).collect()
    }
}

/// A time within a scenario, ms.
fn rate(value: &Value) -> Result<Rate, EditError> {
    let whole = if let Value::Int(number) = value { u64::try_from(*number).ok() } else { None };
    let allowed = whole.filter(|number| *number <= limits::PRODUCE_PER_SECOND.into());
    allowed.map(|number| Rate(number * 1000)).ok_or_else(|| EditError::Rate { value: value.clone() })
}

fn time(name: &'static str, value: &Value) -> Result<u64, EditError> {
    let ms = if let Value::Int(ms) = value { u64::try_from(*ms).ok() } else { None };
    ms.filter(|ms| *ms <= limits::UNTIL_MS).ok_or_else(|| EditError::Time { name, value: value.clone() })
}
