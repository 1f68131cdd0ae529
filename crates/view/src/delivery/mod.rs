//! The records of one partition: each as a cell, in the log and in the hands of those who read it; and their offsets over time.

mod brackets;
mod cells;
mod chart;
mod columns;
mod flags;
mod labels;
mod legend;
mod lines;
mod rows;
mod scale;
mod states;
mod strip;
mod table;

use groupscope_core::{
    protocol::{Name, TopicPartition},
    report::delivery::Delivery,
    simulation::{ConsumerIx, Run},
};

use crate::{mark::Mark, words::Words};

/// What to draw from.
#[derive(Clone, Copy, Debug)]
pub struct Records<'a> {
    /// The run.
    pub run: &'a Run,
    /// What a group did with a partition in it.
    pub delivery: &'a Delivery,
    /// The language.
    pub words: &'a Words,
}

impl<'a> Records<'a> {
    fn partition(&self) -> &'a TopicPartition {
        &self.run.cast.partitions[self.delivery.partition.index()]
    }

    fn name(&self, consumer: ConsumerIx) -> &'a Name {
        &self.run.cast.consumers[consumer.index()].name
    }

    fn mark(&self, offset: i64, reader: Option<usize>) -> Mark {
        Mark::Record { group: self.delivery.group.index(), partition: self.partition().clone(), offset, reader }
    }
}
