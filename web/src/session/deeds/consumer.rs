//! What can be done with a consumer, its process and its links.

use groupscope_core::{
    protocol::{Name, TopicPartition},
    scenario::Do,
    simulation::frame::{ConsumerFrame, Process},
};

use super::{Deed, Does, asking, deed, form::Ask};
use crate::session::Session;

/// All of it, as the consumer is now.
pub(super) fn of(session: &Session, consumer: &ConsumerFrame) -> Vec<Deed> {
    let name = || -> Name { consumer.name.clone() };
    let now = |key, what: Do| deed(session, key, &[("member", &*consumer.name)], Does::Now(vec![what]));
    let ask = |key, ask: Ask| asking(session, key, &[("member", &*consumer.name)], ask);
    let mut deeds = match consumer.process {
        Process::Absent | Process::Closed | Process::Killed | Process::Failed => {
            vec![now("ui-do-start", Do::Start { consumer: name() })]
        }
        Process::Frozen => {
            vec![now("ui-do-thaw", Do::Thaw { consumer: name() }), now("ui-do-kill", Do::Kill { consumer: name() })]
        }
        Process::Running | Process::Closing => vec![
            now("ui-do-close", Do::Close { consumer: name() }),
            now("ui-do-kill", Do::Kill { consumer: name() }),
            ask("ui-do-restart", Ask::Restart(name())),
            now("ui-do-freeze", Do::Freeze { consumer: name() }),
            ask("ui-do-slow", Ask::Slow(name())),
        ],
    };
    if consumer.alive {
        deeds.extend([ask("ui-do-cut", Ask::Cut(name())), ask("ui-do-slow-link", Ask::SlowLink(name()))]);
    }
    let hurt = hurt_links(session, &consumer.name);
    if !hurt.is_empty() {
        let heal = hurt.into_iter().map(|(from, to)| Do::Heal { from, to }).collect();
        deeds.push(deed(session, "ui-do-heal", &[("member", &*consumer.name)], Does::Now(heal)));
    }
    if consumer.process == Process::Running {
        deeds.extend(reading(session, consumer));
        deeds.extend(subscription(session, consumer));
    }
    deeds.push(ask("ui-do-set", Ask::Set(Some(name()))));
    if consumer.process == Process::Running {
        let leads = session.frame.groups.iter().any(|group| group.leader.as_ref() == Some(&consumer.name));
        deeds.extend(leads.then(|| ask("ui-do-plan", Ask::Plan(name()))));
        deeds.push(now("ui-do-remove", Do::RemoveConsumer { consumer: name() }));
    }
    deeds
}

/// subscribe(), unsubscribe(), enforceRebalance(), or assign() where the application chooses its partitions itself
fn subscription(session: &Session, consumer: &ConsumerFrame) -> Vec<Deed> {
    let name = &consumer.name;
    let member: &[(&str, &str)] = &[("member", name)];
    let now = |key, what: Do| deed(session, key, member, Does::Now(vec![what]));
    if session.scenario().consumer(name).is_some_and(|it| it.assign.is_some()) {
        return vec![asking(session, "ui-do-assign", member, Ask::Assign(name.clone()))];
    }
    vec![
        asking(session, "ui-do-subscribe", member, Ask::Subscribe(name.clone())),
        now("ui-do-unsubscribe", Do::Unsubscribe { consumer: name.clone() }),
        now("ui-do-enforce", Do::EnforceRebalance { consumer: name.clone() }),
    ]
}

/// seek(), pause(), resume()
fn reading(session: &Session, consumer: &ConsumerFrame) -> Vec<Deed> {
    let name = &consumer.name;
    let member: &[(&str, &str)] = &[("member", name)];
    let now = |key, what: Do| deed(session, key, member, Does::Now(vec![what]));
    let mut deeds = Vec::new();
    if let Some(first) = consumer.owned.first() {
        deeds.push(asking(session, "ui-do-seek", member, Ask::Seek(name.clone(), first.clone())));
    }
    if !consumer.owned.is_empty() {
        let all = Vec::new;
        deeds.push(now("ui-do-seek-beginning", Do::SeekToBeginning { consumer: name.clone(), partitions: all() }));
        deeds.push(now("ui-do-seek-end", Do::SeekToEnd { consumer: name.clone(), partitions: all() }));
    }
    let reads: Vec<TopicPartition> =
        consumer.owned.iter().filter(|partition| !consumer.paused.contains(partition)).cloned().collect();
    if !reads.is_empty() {
        deeds.push(now("ui-do-pause", Do::Pause { consumer: name.clone(), partitions: reads }));
    }
    if !consumer.paused.is_empty() {
        deeds.push(now("ui-do-resume", Do::Resume { consumer: name.clone(), partitions: consumer.paused.clone() }));
    }
    deeds
}

/// The ways of a consumer's links that are cut or slow at the moment shown.
fn hurt_links(session: &Session, consumer: &Name) -> Vec<(Name, Name)> {
    let mut hurt: Vec<(Name, Name)> = Vec::new();
    for action in session.scenario().actions.iter().filter(|action| action.at <= session.moment) {
        match &action.what {
            Do::Cut { from, to } | Do::SlowLink { from, to, .. } if from == consumer || to == consumer => {
                hurt.push((from.clone(), to.clone()));
            }
            Do::Heal { from, to } => hurt.retain(|way| (&way.0, &way.1) != (from, to)),
            _ => {}
        }
    }
    hurt.sort();
    hurt.dedup();
    hurt
}
