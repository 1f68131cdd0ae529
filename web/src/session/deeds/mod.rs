//! What can be done with a thing of a picture as it is at the moment shown. Each deed becomes lines of the scenario.

mod cluster;
mod consumer;
pub mod form;
mod message;

use std::rc::Rc;

use groupscope_core::scenario::Do;
use groupscope_view::{mark::Mark, timeline};

use self::form::{Ask, Form};
use super::{Session, records::Reading};

/// Something that can be done.
#[derive(Clone, Debug, PartialEq)]
pub struct Deed {
    /// What it is called.
    pub text: String,
    /// When it is done, ms: the moment shown, or earlier, where a message left.
    pub at: u64,
    /// What it does.
    pub does: Does,
}

/// What a deed does.
#[derive(Clone, Debug, PartialEq)]
pub enum Does {
    /// Adds these actions, in one step.
    Now(Vec<Do>),
    /// Asks for numbers and choices first.
    Ask(Rc<Form>),
    /// Takes the action at that place out of the scenario.
    Take(usize),
    /// Changes nothing: shows a partition record by record.
    Read(Reading),
}

/// A line of a menu.
#[derive(Clone, Debug, PartialEq)]
pub enum Line {
    /// Does something.
    Deed(Deed),
    /// Leads to what can be done with a thing.
    Into(String, Mark),
}

/// What a menu is called, and its lines.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Menu {
    /// The thing.
    pub title: String,
    /// What can be done, or things to choose.
    pub lines: Vec<Line>,
}

/// The menu of a thing, or of everything there is.
#[must_use]
pub fn menu(session: &Session, thing: Option<&Mark>) -> Menu {
    let frame = &session.frame;
    let title = |title: &str| title.to_owned();
    match thing.map(thing_of) {
        None => everything(session),
        Some(Mark::Consumer(place)) => {
            let Some(it) = frame.consumers.get(place) else { return Menu::default() };
            Menu { title: title(&it.name), lines: deeds(consumer::of(session, it)) }
        }
        Some(Mark::Consumers(places)) => Menu {
            title: session.words.text("ui-consumers"),
            lines: places.into_iter().filter_map(|it| name_of(session, it)).collect(),
        },
        Some(Mark::Desk(place)) => {
            let Some(group) = frame.groups.get(place) else { return Menu::default() };
            Menu { title: title(&group.id), lines: deeds(cluster::of_group(session, group)) }
        }
        Some(Mark::Broker(place)) => {
            let Some(broker) = frame.brokers.get(place) else { return Menu::default() };
            Menu { title: format!("broker-{}", broker.id), lines: deeds(cluster::of_broker(session, broker)) }
        }
        Some(Mark::Partition(partition)) => {
            Menu { title: partition.to_string(), lines: deeds(cluster::of_partition(session, &partition)) }
        }
        Some(Mark::Message(id)) => {
            let Some(it) = frame.in_flight.iter().find(|message| message.id == id) else { return Menu::default() };
            Menu { title: message::name(it), lines: deeds(message::of(session, it)) }
        }
        Some(Mark::Messages(ids)) => {
            let all = frame.in_flight.iter().filter(|message| ids.contains(&message.id));
            let lines = all.map(|it| Line::Into(message::name(it), Mark::Message(it.id)));
            Menu { title: session.words.text("ui-messages"), lines: lines.collect() }
        }
        Some(Mark::Event(place)) => {
            let Some(action) = session.scenario().actions.get(place) else { return Menu::default() };
            let take = deed(session, "ui-do-take", &[], Does::Take(place));
            Menu { title: timeline::deed(&session.words, &action.what), lines: vec![Line::Deed(take)] }
        }
        Some(Mark::Events(places)) => {
            let actions = &session.scenario().actions;
            let lines = places.into_iter().filter_map(|place| {
                let text = timeline::deed(&session.words, &actions.get(place)?.what);
                Some(Line::Into(text, Mark::Event(place)))
            });
            Menu { title: session.words.text("ui-actions"), lines: lines.collect() }
        }
        Some(_) => Menu::default(),
    }
}

/// What a mark stands for as something to choose: a chip for its partition, a ring for its member.
#[must_use]
pub fn thing_of(mark: &Mark) -> Mark {
    match mark {
        Mark::Chip(_, partition) | Mark::PartitionLane(partition) => Mark::Partition(partition.clone()),
        Mark::Link(place)
        | Mark::Session(place)
        | Mark::Poll(place)
        | Mark::Held(place)
        | Mark::Round(place)
        | Mark::ConsumerLane(place)
        | Mark::Parked(_, place, _) => Mark::Consumer(*place),
        Mark::State(group, _) | Mark::Timer(group, _) | Mark::GroupLane(group) | Mark::ParkedMany(group, ..) => {
            Mark::Desk(*group)
        }
        other => other.clone(),
    }
}

/// Everything there is, what is chosen first.
fn everything(session: &Session) -> Menu {
    let frame = &session.frame;
    let chosen = session.selected.as_ref().map(|chosen| menu(session, Some(chosen)));
    let mut lines: Vec<_> = match chosen {
        Some(chosen) if !chosen.lines.is_empty() => {
            session.selected.iter().map(|mark| Line::Into(chosen.title.clone(), mark.clone())).collect()
        }
        _ => Vec::new(),
    };
    lines.extend((0..frame.consumers.len()).filter_map(|place| name_of(session, place)));
    let groups = frame.groups.iter().enumerate();
    lines.extend(groups.map(|(place, group)| {
        Line::Into(session.words.say("ui-group", &[("group", (&*group.id).into())]), Mark::Desk(place))
    }));
    let brokers = frame.brokers.iter().enumerate();
    lines.extend(brokers.map(|(place, broker)| Line::Into(format!("broker-{}", broker.id), Mark::Broker(place))));
    let topics = session.scenario().topics.iter().filter(|topic| topic.partitions > 0);
    lines.extend(topics.map(|topic| Line::Deed(cluster::add_partitions(session, &topic.name))));
    lines.push(Line::Deed(asking(session, "ui-do-topic", &[], Ask::AddTopic)));
    let flying = frame.in_flight.iter().filter(|message| message.lost.is_none());
    lines.extend(flying.map(|it| Line::Into(message::name(it), Mark::Message(it.id))));
    let mut seen = Vec::new();
    lines.retain(|line| match line {
        Line::Into(_, mark) if seen.contains(mark) => false,
        Line::Into(_, mark) => {
            seen.push(mark.clone());
            true
        }
        Line::Deed(_) => true,
    });
    Menu { title: session.words.text("ui-fault"), lines }
}

fn name_of(session: &Session, place: usize) -> Option<Line> {
    let consumer = session.frame.consumers.get(place)?;
    Some(Line::Into(consumer.name.to_string(), Mark::Consumer(place)))
}

fn deeds(deeds: Vec<Deed>) -> Vec<Line> {
    deeds.into_iter().map(Line::Deed).collect()
}

/// A deed at the moment shown. `args` fill its text.
fn deed(session: &Session, key: &str, args: &[(&str, &str)], does: Does) -> Deed {
    let args: Vec<_> = args.iter().map(|(name, value)| (*name, (*value).into())).collect();
    Deed { text: session.words.say(key, &args), at: session.moment, does }
}

/// A deed that asks first.
fn asking(session: &Session, key: &str, args: &[(&str, &str)], ask: Ask) -> Deed {
    let mut deed = deed(session, key, args, Does::Now(Vec::new()));
    let title = deed.text.trim_end_matches('…').to_owned();
    deed.does = Does::Ask(Rc::new(Form::new(session, title, deed.at, ask)));
    deed
}

#[cfg(test)]
mod tests;
