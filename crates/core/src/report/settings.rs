//! Which settings held when.

use crate::{
    config::{BrokerConfig, ConsumerConfig, Scope},
    scenario::{Do, Settings, scope_of},
    simulation::{ConsumerIx, Run},
};

/// The settings with which a consumer's process that starts at `at` (ms) runs.
pub(super) fn consumer_config(run: &Run, consumer: ConsumerIx, at: u64) -> ConsumerConfig {
    let scenario = &run.scenario;
    let name = &run.cast.consumers[consumer.index()].name;
    let Some(it) = scenario.consumer(name) else { return ConsumerConfig::default() };
    let mut changed = Settings::new();
    for action in scenario.actions.iter().filter(|action| action.at <= at) {
        if let Do::Set { consumer, settings } = &action.what
            && consumer.as_ref().is_none_or(|consumer| consumer == name)
        {
            let own = settings.iter().filter(|(name, _)| matches!(scope_of(name), Ok(Scope::Consumer)));
            changed.extend(own.map(|(name, value)| (name.clone(), value.clone())));
        }
    }
    scenario.config_of(it, &changed).unwrap_or_default()
}

/// The settings of the brokers at `at` (ms).
pub(super) fn broker_config(run: &Run, at: u64) -> BrokerConfig {
    let mut config = run.scenario.cluster.config().unwrap_or_default();
    for action in run.scenario.actions.iter().filter(|action| action.at <= at) {
        if let Do::Set { consumer: None, settings } = &action.what {
            for (name, value) in settings.iter().filter(|(name, _)| matches!(scope_of(name), Ok(Scope::Broker))) {
                // The scenario was checked: it can be read.
                let _ = config.set(name, value);
            }
        }
    }
    config
}
