//! Which partition is shown record by record, as which group reads it.

use groupscope_core::{
    protocol::{GroupId, TopicPartition},
    simulation::{
        GroupIx, PartitionIx, Run,
        lanes::NO_GROUP,
        trace::{EventId, EventKind},
    },
};
use groupscope_view::mark::Mark;

use super::{Action, Effect, Layout, Record, Session, Tab, address::Address};

/// A partition as a group reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The group; none = whoever reads it without one.
    pub group: Option<GroupId>,
    /// The partition.
    pub partition: TopicPartition,
}

impl Reading {
    fn of(run: &Run, group: GroupIx, partition: PartitionIx) -> Option<Self> {
        let group = run.cast.groups.get(group.index()).cloned();
        Some(Self { group, partition: run.cast.partitions.get(partition.index())?.clone() })
    }

    /// Its places in a run; none = there is no such partition in it.
    #[must_use]
    pub fn places(&self, run: &Run) -> Option<(GroupIx, PartitionIx)> {
        let partition = run.cast.partition(&self.partition.topic, self.partition.partition)?;
        let group = self.group.as_ref().and_then(|id| run.cast.groups.iter().position(|other| other == id));
        Some((group.map_or(NO_GROUP, |group| GroupIx(group as u16)), partition))
    }

    /// The partition of a name such as `orders-2`, read by the scenario's group.
    #[must_use]
    pub fn named(name: &str, group: Option<GroupId>) -> Option<Self> {
        let (topic, number) = name.rsplit_once('-')?;
        Some(Self { group, partition: TopicPartition::new(topic, number.parse().ok()?) })
    }
}

/// In an address: not record by record.
const STAGE: &str = "stage";

impl Session {
    /// What a story begins with: the records, if it is told so.
    pub(super) fn first_reading(&self) -> Option<Reading> {
        self.story.as_ref().filter(|story| story.story.records).and_then(|_| self.reading_of(None))
    }

    /// Shows a partition record by record, or the stage. With it goes the chart in place of the timeline.
    pub(super) fn show_records(&mut self, reading: Option<Reading>) -> Vec<Effect> {
        let was = std::mem::replace(&mut self.records, reading);
        match (was.is_some(), self.records.is_some()) {
            (false, true) if self.record == Record::Timeline => self.record = Record::Chart,
            (true, false) if self.record == Record::Chart => self.record = Record::Timeline,
            _ => {}
        }
        if was == self.records {
            return Vec::new();
        }
        if matches!(self.selected, Some(Mark::Record { .. })) {
            self.selected = None;
        }
        if self.layout == Layout::Phone && self.records.is_some() {
            self.tab = Tab::Stage;
        }
        vec![Effect::Address { new: true }]
    }

    /// What an address says of the records.
    pub(super) fn records_address(&self) -> Address {
        let first = self.first_reading();
        let records = match &self.records {
            shown if *shown == first => None,
            None => Some(STAGE.to_owned()),
            Some(reading) => Some(reading.partition.to_string()),
        };
        let own = self.film.run().cast.groups.first().cloned();
        let shown = self.records.as_ref().filter(|reading| records.is_some() && reading.group != own);
        // Without a group: an empty name.
        let by = shown.map(|reading| reading.group.as_ref().map(ToString::to_string).unwrap_or_default());
        Address { records, by, ..Address::default() }
    }

    /// The partition that an address asks for, as far as the run has it.
    #[must_use]
    pub fn reading_asked(&self, address: &Address) -> Option<Reading> {
        let Some(name) = &address.records else { return self.first_reading() };
        let run = self.film.run();
        let group = match &address.by {
            Some(by) => run.cast.groups.iter().find(|group| ***group == **by).cloned(),
            None => run.cast.groups.first().cloned(),
        };
        Reading::named(name, group).filter(|reading| name != STAGE && reading.places(&run).is_some())
    }

    /// The other of the two: the stage, or the records of what is chosen.
    #[must_use]
    pub fn other_view(&self) -> Action {
        let other = if self.records.is_some() { None } else { self.reading_of(self.selected.as_ref()) };
        Action::Records(other)
    }

    /// What a thing leads to: its own partition, or the first that it holds; without a thing, or for one that holds none, the
    /// one that was shown last or the first of all.
    #[must_use]
    pub fn reading_of(&self, thing: Option<&Mark>) -> Option<Reading> {
        let (run, frame) = (self.film.run(), &self.frame);
        let partition = match thing {
            Some(Mark::Partition(partition) | Mark::Record { partition, .. }) => Some(partition.clone()),
            Some(Mark::Consumer(place)) => frame.consumers.get(*place).and_then(|it| it.owned.first().cloned()),
            _ => None,
        };
        if let Some(partition) = partition {
            let place = run.cast.partition(&partition.topic, partition.partition)?;
            let by = match thing {
                Some(Mark::Consumer(consumer)) => run.cast.consumers.get(*consumer).map(|role| role.group),
                _ => None,
            };
            return Reading::of(&run, by.or_else(|| groups(&run, place).first().copied()).unwrap_or(GroupIx(0)), place);
        }
        let read = (0..run.cast.partitions.len()).map(|place| PartitionIx(place as u32));
        let first = read.filter_map(|place| Some((*groups(&run, place).first()?, place))).next();
        let (group, place) = first.unwrap_or((GroupIx(0), PartitionIx(0)));
        Reading::of(&run, group, place)
    }

    /// Every group that ever reads the partition shown.
    #[must_use]
    pub fn readings(&self, reading: &Reading) -> Vec<Reading> {
        let run = self.film.run();
        let Some((_, place)) = reading.places(&run) else { return Vec::new() };
        groups(&run, place).into_iter().filter_map(|group| Reading::of(&run, group, place)).collect()
    }

    /// The partition that an event is about, if it is about records.
    #[must_use]
    pub fn reading_at(&self, event: EventId) -> Option<Reading> {
        let run = self.film.run();
        let of = |consumer: groupscope_core::simulation::ConsumerIx| {
            let role = &run.cast.consumers[consumer.index()];
            if role.grouped { role.group } else { NO_GROUP }
        };
        let (group, partition) = match run.trace.events.get(event.index())?.kind {
            EventKind::RecordsReturned { consumer, partition, .. }
            | EventKind::RecordsProcessed { consumer, partition, .. } => (of(consumer), partition),
            EventKind::OffsetCommitted { group, partition, .. } | EventKind::OffsetDeleted { group, partition } => {
                (group, partition)
            }
            EventKind::RecordsDeleted { partition, .. } => (*groups(&run, partition).first()?, partition),
            EventKind::Client { consumer, note } => match &run.trace.client_notes[note.index()] {
                groupscope_core::consumer::Note::Position { partition, .. } => {
                    (of(consumer), run.cast.partition(&partition.topic, partition.partition)?)
                }
                _ => return None,
            },
            _ => return None,
        };
        Reading::of(&run, group, partition)
    }
}

/// The groups that ever read a partition.
fn groups(run: &Run, partition: PartitionIx) -> Vec<GroupIx> {
    run.lanes.partitions[partition.index()].ownership.keys().copied().collect()
}

#[cfg(test)]
mod tests {
    use std::{rc::Rc, sync::Arc};

    use groupscope_core::scenario::Scenario;
    use groupscope_view::words::Words;

    use super::*;
    use crate::session::{Opening, story::Catalogue};

    const TEXT: &str = r#"{"groupscope":1,"group":"g","until":30000,
        "topics":[{"name":"t","partitions":2,"produce.per.second":10}],
        "consumers":[{"name":"c1","at":0,"subscribe":["t"]},{"name":"c2","at":0,"group":"h","subscribe":["t"]},
                     {"name":"alone","at":0,"assign":{"t":[1]}}]}"#;

    fn session() -> Session {
        let scenario = Arc::new(Scenario::parse(TEXT).unwrap().scenario);
        let words = Words::parse("en", "a = b\n").unwrap();
        Session::new(Rc::new(Catalogue::default()), Rc::new(words), Opening { scenario, story: None, at: 20_000 })
    }

    fn reading(group: Option<&str>, number: i32) -> Reading {
        Reading { group: group.map(Into::into), partition: TopicPartition::new("t", number) }
    }

    #[test]
    fn the_chart_goes_with_the_records_and_another_record_of_the_run_stays() {
        let mut session = session();
        session.reduce(Action::Records(Some(reading(Some("g"), 0))));
        assert_eq!(session.record, Record::Chart);
        session.reduce(session.other_view());
        assert_eq!((session.records.clone(), session.record), (None, Record::Timeline));
        session.reduce(Action::Read(Record::Log));
        session.reduce(session.other_view());
        assert_eq!((session.records.is_some(), session.record), (true, Record::Log));
    }

    #[test]
    fn an_address_says_which_partition_is_read_by_whom() {
        let mut session = session();
        for (shown, address) in [
            (Some(reading(Some("g"), 1)), (Some("t-1"), None)),
            (Some(reading(Some("h"), 0)), (Some("t-0"), Some("h"))),
            (Some(reading(None, 1)), (Some("t-1"), Some(""))),
            (None, (None, None)),
        ] {
            session.reduce(Action::Records(shown.clone()));
            let written = session.records_address();
            assert_eq!((written.records.as_deref(), written.by.as_deref()), address);
            assert_eq!(session.reading_asked(&written), shown);
        }
        let asked = |name: &str| session.reading_asked(&Address { records: Some(name.into()), ..Address::default() });
        assert_eq!(["t-9", "u-0", "t", "stage", ""].map(asked), [None, None, None, None, None]);
    }

    #[test]
    fn a_partition_is_read_by_each_group_that_ever_holds_it_and_by_whoever_has_none() {
        let session = session();
        let of = |number| session.readings(&reading(None, number)).into_iter().map(|it| it.group).collect::<Vec<_>>();
        assert_eq!(of(0), [Some("g".into()), Some("h".into())]);
        assert_eq!(of(1), [Some("g".into()), Some("h".into()), None]);
        let of_consumer = session.reading_of(Some(&Mark::Consumer(1))).unwrap();
        assert_eq!((of_consumer.group, of_consumer.partition), (Some("h".into()), TopicPartition::new("t", 0)));
    }
}
