//! The fields of a thing that is chosen, as an inspector lists them.

mod message;
mod record;
mod thing;

use groupscope_core::simulation::{Run, frame::Frame, trace::EventId};

use crate::{mark::Mark, words::Words};

/// The fields of a thing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    /// What it is: kind and name.
    pub title: String,
    /// Its fields.
    pub rows: Vec<Row>,
    /// The event that brought it about, for whoever asks why.
    pub event: Option<EventId>,
    /// The settings that decide about it.
    pub settings: Vec<&'static str>,
}

/// A field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its name.
    pub label: String,
    /// Its value.
    pub value: String,
    /// How it is to be read.
    pub tone: Tone,
    /// Whether it was another one at the last stop.
    pub changed: bool,
    /// The moment that it tells of, ms.
    pub at: Option<u64>,
}

/// How a value is to be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// A name or a number.
    #[default]
    Data,
    /// The protocol going its way, as REBALANCE_IN_PROGRESS.
    Notice,
    /// An error, a gap.
    Bad,
    /// A sentence.
    Prose,
}

/// What to list from.
#[derive(Clone, Copy)]
pub struct Inspector<'a> {
    /// The language.
    pub words: &'a Words,
    /// The run.
    pub run: &'a Run,
    /// The moment.
    pub frame: &'a Frame,
}

impl Inspector<'_> {
    /// The fields of a thing, those marked that were others at `before`; none = it has no fields, or is not there.
    #[must_use]
    pub fn sheet(&self, mark: &Mark, before: Option<&Frame>) -> Option<Sheet> {
        if let Mark::Record { .. } = mark {
            return record::sheet(self, mark, before.map(|frame| frame.at));
        }
        let mut sheet = self.plain(mark)?;
        let old = before.and_then(|frame| Inspector { frame, ..*self }.plain(mark));
        for row in &mut sheet.rows {
            let same = |old: &Row| old.label == row.label && old.value == row.value;
            row.changed = old.as_ref().is_some_and(|old| !old.rows.iter().any(same));
        }
        Some(sheet)
    }

    fn plain(&self, mark: &Mark) -> Option<Sheet> {
        match mark {
            Mark::Message(id) => message::sheet(self, *id),
            Mark::Consumer(place) | Mark::ConsumerLane(place) => thing::member(self, *place),
            Mark::Session(place) => thing::session(self, *place),
            Mark::Poll(place) => thing::poll(self, *place),
            Mark::Timer(group, kind) => thing::timer(self, *group, *kind),
            Mark::Desk(group) | Mark::GroupLane(group) => thing::group(self, *group),
            Mark::Partition(partition) | Mark::PartitionLane(partition) => thing::partition(self, partition),
            Mark::Broker(place) => thing::broker(self, *place),
            _ => None,
        }
    }

    fn title(&self, key: &str, name: &str) -> String {
        self.words.say(key, &[("name", name.into())])
    }

    fn row(&self, key: &str, value: impl Into<String>) -> Row {
        Row { label: self.words.text(key), value: value.into(), tone: Tone::Data, changed: false, at: None }
    }

    fn toned(&self, key: &str, value: impl Into<String>, tone: Tone) -> Row {
        Row { tone, ..self.row(key, value) }
    }

    /// Whoever is called so has it.
    fn or_nobody(&self, name: Option<&str>) -> String {
        name.map_or_else(|| self.words.text("pic-read-by-nobody"), str::to_owned)
    }
}

#[cfg(test)]
mod tests;
