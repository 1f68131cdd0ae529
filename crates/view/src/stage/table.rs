//! The stage as a table.

use groupscope_core::simulation::frame::Frame;

use super::{Options, context::Stage, desk::state_names};
use crate::{table::Table, words::Words};

/// What the stage shows, for those who read it as a table: the groups, then the consumers, then the partitions.
#[must_use]
pub fn table(frame: &Frame, words: &Words) -> Vec<Table> {
    let options = Options::default();
    let stage = Stage::new(frame, words, &options);
    vec![groups(&stage), consumers(&stage), partitions(&stage)]
}

fn groups(stage: &Stage<'_>) -> Table {
    let words = stage.words;
    let mut table = Table::new(
        words.text("pic-table-groups"),
        ["group", "state", "generation", "leader", "protocol", "coordinator"]
            .map(|column| words.text(&column_key(column))),
    );
    for group in &stage.frame.groups {
        table.row([
            group.id.to_string(),
            state_names(group.state)[0].to_owned(),
            group.generation.to_string(),
            group.leader.as_deref().unwrap_or_default().to_owned(),
            group.protocol.as_deref().unwrap_or_default().to_owned(),
            group.coordinator.clone(),
        ]);
    }
    table
}

fn consumers(stage: &Stage<'_>) -> Table {
    let words = stage.words;
    let mut table = Table::new(
        words.text("pic-table-consumers"),
        ["consumer", "state", "partitions", "session"].map(|column| words.text(&column_key(column))),
    );
    for (place, consumer) in stage.frame.consumers.iter().enumerate() {
        let held: Vec<_> = stage.holdings(place).iter().map(|(partition, _)| partition.to_string()).collect();
        let left = stage.session(place).map(|timer| words.duration(timer.deadline.saturating_sub(stage.at())));
        table.row([
            consumer.name.to_string(),
            words.text(stage.condition(place).key()),
            held.join(", "),
            left.unwrap_or_default(),
        ]);
    }
    table
}

fn partitions(stage: &Stage<'_>) -> Table {
    let words = stage.words;
    let columns = ["partition", "owner", "committed", "log-end", "lag"];
    let mut table =
        Table::new(words.text("pic-table-partitions"), columns.map(|column| words.text(&column_key(column))));
    for partition in &stage.frame.partitions {
        let found = super::partitions::lag(stage, partition);
        let owner = partition.owner.as_ref().map(ToString::to_string);
        table.row([
            super::partitions::name_of(partition),
            owner.unwrap_or_else(|| words.text("pic-read-by-nobody")),
            found.map(|(_, committed)| committed.to_string()).unwrap_or_default(),
            partition.log_end.to_string(),
            found.map(|(lag, _)| lag.to_string()).unwrap_or_default(),
        ]);
    }
    table
}

fn column_key(column: &str) -> String {
    format!("pic-column-{column}")
}
