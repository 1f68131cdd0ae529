//! The records as a table.

use groupscope_core::report::delivery::{Stretch, Tally};

use super::{
    Records,
    states::{state_key, state_of},
};
use crate::{clock, table::Table, words::Arg};

/// More rows than this are not listed: the latest are.
const MOST: usize = 60;

impl Records<'_> {
    /// What the picture of `at` (ms) shows: offsets of one fate in each row, then the figures.
    #[must_use]
    pub fn table(&self, at: u64) -> Table {
        let strip = self.delivery.strip(self.run, at);
        let words = self.words;
        let partition = self.partition().to_string();
        let title =
            words.say("rec-title", &[("partition", Arg::Text(&partition)), ("time", (&clock::clock(at)).into())]);
        let columns = std::iter::once(words.text("rec-column-offsets"));
        let readers =
            strip.readers.iter().map(|reader| format!("{}, {}", self.name(reader.consumer), self.standing(reader)));
        let mut table = Table::new(title, columns.chain(readers).chain([words.text("rec-column-committed")]));
        let mut edges: Vec<i64> =
            strip.readers.iter().flat_map(|it| &it.stretches).flat_map(|it: &Stretch| [it.from, it.to]).collect();
        edges.extend([strip.log_start, strip.log_end]);
        edges.extend(strip.committed);
        let Tally { skipped, .. } = &strip.tally;
        edges.extend(skipped.iter().flat_map(|(from, to)| [*from, *to]));
        edges.sort_unstable();
        edges.dedup();
        let first = edges.len().saturating_sub(MOST);
        for pair in edges[first..].windows(2) {
            let (from, to) = (pair[0], pair[1] - 1);
            let offsets = if from == to { from.to_string() } else { format!("{from}–{to}") };
            let states = strip.readers.iter().map(|reader| {
                let name = self.name(reader.consumer);
                state_of(reader, from).map(|state| words.say(state_key(state), &[("member", (&**name).into())]))
            });
            let committed = strip.committed.is_some_and(|committed| from < committed);
            let passed = skipped.iter().any(|(start, end)| (*start..*end).contains(&from));
            let fate = match (passed, committed) {
                (true, _) => "rec-is-skipped",
                (_, true) => "rec-is-committed",
                _ => "rec-is-not-committed",
            };
            let row = std::iter::once(offsets).chain(states.map(Option::unwrap_or_default)).chain([words.text(fate)]);
            table.row(row.collect::<Vec<_>>());
        }
        table
    }
}
