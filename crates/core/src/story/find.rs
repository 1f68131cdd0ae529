//! Finds the moments of a story in a run.

use super::{EventName, Story, When};
use crate::{
    consumer, coordinator,
    protocol::ErrorCode,
    report::{
        Moment, Narration, Say,
        narration::{Arg, Args},
    },
    simulation::{
        ConsumerIx, GroupIx, PartitionIx, Run,
        trace::{EventId, EventKind, ExchangeId},
    },
};

/// Where a moment of a story is in a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// When, ms.
    pub at: u64,
    /// The event.
    pub event: EventId,
    /// The narration's sentence, for a moment that is bound to one.
    pub say: Option<Say>,
    /// What the moment's text may speak of.
    pub args: Args,
}

impl Story {
    /// Where each moment of the story is in a run of its scenario, or of one that the reader has changed; `None` = it does
    /// not occur.
    #[must_use]
    pub fn find(&self, run: &Run, narration: &Narration) -> Vec<Option<Found>> {
        let mut found: Vec<Option<Found>> = Vec::new();
        for moment in &self.moments {
            let after = match &moment.when.after {
                Some(after) => {
                    let place = self.moments.iter().position(|other| other.id == *after);
                    place.and_then(|place| found.get(place)?.as_ref()).map(|found| Some((found.at, found.event)))
                }
                None => Some(None),
            };
            found.push(after.and_then(|after| moment.when.find(run, narration, after)));
        }
        found
    }
}

impl When {
    fn find(&self, run: &Run, narration: &Narration, after: Option<(u64, EventId)>) -> Option<Found> {
        let skipped = self.nth.unwrap_or(1).saturating_sub(1) as usize;
        if let Some(say) = self.say.as_deref().and_then(Say::from_key) {
            let later = |moment: &&Moment| after.is_none_or(|after| (moment.at, moment.event) > after);
            let mut fitting = narration.moments().iter().filter(later).filter(|it| self.fits_moment(run, say, it));
            let moment = fitting.nth(skipped)?;
            return Some(Found { at: moment.at, event: moment.event, say: Some(say), args: moment.args.clone() });
        }
        let name = self.event?;
        let first = after.map_or(0, |(_, event)| event.index() + 1);
        let events = run.trace.events.iter().enumerate().skip(first);
        let mut fitting = events.filter_map(|(index, event)| {
            let seen = Seen::of(run, name, event.kind)?;
            self.fits(run, &seen).then(|| Found {
                at: event.at,
                event: EventId(index as u32),
                say: None,
                args: seen.args(run),
            })
        });
        fitting.nth(skipped)
    }

    fn fits_moment(&self, run: &Run, say: Say, moment: &Moment) -> bool {
        moment.say == say
            && self.who_is(run, moment.who)
            && self.group_is(run, moment.group)
            && self.partition_is(run, |partition| moment.args.names_partition(partition))
            && self.with.iter().all(|(name, number)| moment.args.get(name) == Some(&Arg::Number(*number)))
    }

    fn fits(&self, run: &Run, seen: &Seen) -> bool {
        let exchange = seen.exchange.map(|exchange| run.trace.exchange(exchange));
        let group = seen.group.or_else(|| Some(run.cast.consumers[seen.who?.index()].group));
        self.who_is(run, seen.who)
            && self.group_is(run, group)
            && self.partition_is(run, |partition| seen.partitions.contains(&partition))
            && self.api.is_none_or(|api| exchange.is_some_and(|exchange| exchange.api == api))
            && self.error.is_none_or(|error| exchange.map_or(ErrorCode::None, |exchange| exchange.error) == error)
            && self.state.is_none_or(|state| seen.state == Some(state))
            && self.callback.is_none_or(|callback| seen.callback == Some(callback))
    }

    fn who_is(&self, run: &Run, who: Option<ConsumerIx>) -> bool {
        self.who.as_ref().is_none_or(|name| who.is_some_and(|who| run.cast.consumers[who.index()].name == *name))
    }

    fn group_is(&self, run: &Run, group: Option<GroupIx>) -> bool {
        self.group.as_ref().is_none_or(|name| group.is_some_and(|group| *run.cast.groups[group.index()] == **name))
    }

    fn partition_is(&self, run: &Run, is: impl Fn(PartitionIx) -> bool) -> bool {
        self.partition.as_ref().is_none_or(|name| {
            let place = run.cast.partitions.iter().position(|partition| partition.to_string() == **name);
            place.is_some_and(|place| is(PartitionIx(place as u32)))
        })
    }
}

/// What a pattern looks at in an event.
#[derive(Default)]
struct Seen {
    who: Option<ConsumerIx>,
    group: Option<GroupIx>,
    exchange: Option<ExchangeId>,
    partitions: Vec<PartitionIx>,
    state: Option<coordinator::GroupState>,
    callback: Option<consumer::CallbackKind>,
    offset: Option<i64>,
}

impl Seen {
    /// An event as one of this kind; `None` if it is of another.
    fn of(run: &Run, name: EventName, kind: EventKind) -> Option<Self> {
        let exchange =
            |id: ExchangeId| Self { who: Some(run.trace.exchange(id).consumer), exchange: Some(id), ..Self::default() };
        let records = |consumer, partition, first| Self {
            who: Some(consumer),
            partitions: vec![partition],
            offset: Some(first),
            ..Self::default()
        };
        match (name, kind) {
            (EventName::Action, EventKind::Action { action }) => {
                let name = run.scenario.actions.get(action as usize).and_then(|action| action.what.consumer());
                Some(Self { who: name.and_then(|name| run.cast.consumer(name)), ..Self::default() })
            }
            (EventName::ProcessStarted, EventKind::ProcessStarted { consumer })
            | (EventName::ProcessEnded, EventKind::ProcessEnded { consumer, .. }) => {
                Some(Self { who: Some(consumer), ..Self::default() })
            }
            (EventName::RequestSent, EventKind::RequestSent { exchange: id })
            | (EventName::RequestArrived, EventKind::RequestArrived { exchange: id })
            | (EventName::ReplySent, EventKind::ReplySent { exchange: id })
            | (EventName::ReplyArrived, EventKind::ReplyArrived { exchange: id }) => Some(exchange(id)),
            (EventName::Fetched, EventKind::Fetched { exchange: id }) => {
                (run.trace.exchange(id).records > 0).then(|| exchange(id))
            }
            (EventName::MessageLost, EventKind::MessageLost { message }) => Some(exchange(message.exchange())),
            (EventName::GroupState, EventKind::Coordinator { group, note, .. }) => {
                let coordinator::Note::Transition { to, .. } = &run.trace.coordinator_notes[note.index()] else {
                    return None;
                };
                Some(Self { group: Some(group), state: Some(*to), ..Self::default() })
            }
            (EventName::Callback, EventKind::Client { consumer, note }) => {
                let consumer::Note::Callback { kind, partitions, .. } = &run.trace.client_notes[note.index()] else {
                    return None;
                };
                let places = partitions.iter().filter_map(|it| run.cast.partition(&it.topic, it.partition));
                let places: Vec<_> = places.collect();
                (!places.is_empty()).then(|| Self {
                    who: Some(consumer),
                    partitions: places,
                    callback: Some(*kind),
                    ..Self::default()
                })
            }
            (EventName::OffsetCommitted, EventKind::OffsetCommitted { group, partition, offset }) => {
                Some(Self { group: Some(group), partitions: vec![partition], offset: Some(offset), ..Self::default() })
            }
            (EventName::RecordsReturned, EventKind::RecordsReturned { consumer, partition, records: id })
            | (EventName::RecordsProcessed, EventKind::RecordsProcessed { consumer, partition, records: id }) => {
                Some(records(consumer, partition, run.trace.records[id.index()].first))
            }
            _ => None,
        }
    }

    /// What a text about it may speak of.
    fn args(&self, run: &Run) -> Args {
        let mut args = Vec::new();
        if let Some(who) = self.who {
            args.extend([("member", Arg::Consumer(who)), ("client", Arg::Consumer(who))]);
        }
        if let Some(exchange) = self.exchange.map(|id| run.trace.exchange(id)) {
            args.push(("broker", Arg::Broker(exchange.broker)));
        }
        if let Some(group) = self.group {
            args.push(("group", Arg::Group(group)));
        }
        if let Some(partition) = self.partitions.first() {
            args.push(("partition", Arg::Partition(*partition)));
            args.push(("partitions", Arg::Partitions(self.partitions.as_slice().into())));
        }
        args.extend(self.offset.map(|offset| ("offset", Arg::Number(offset))));
        args.into()
    }
}
