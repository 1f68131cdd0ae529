//! The records of one partition as a group reads them: which are fetched, returned by poll(), processed and committed, which
//! come again and which are passed over.

mod history;
mod painted;
mod strip;
mod tally;
#[cfg(test)]
mod tests;
mod work;

pub use history::{Deed, DeedKind};
pub use strip::{Reader, RecordState, Standing, Stretch, Strip};
pub use tally::Tally;
pub use work::Work;

use self::painted::Painted;
use super::coverage::starts;
use crate::simulation::{
    ConsumerIx, GroupIx, PartitionIx, Run,
    frame::Process,
    lanes::NO_GROUP,
    trace::{EventId, EventKind, Records, RecordsId},
};

/// What a group did with the records of a partition, in the order of time: found once for a run, then asked for moments.
#[derive(Clone, Debug, PartialEq)]
pub struct Delivery {
    /// The group; [`NO_GROUP`] = the consumers without one.
    pub group: GroupIx,
    /// The partition.
    pub partition: PartitionIx,
    /// What applications worked on, in the order of its end.
    pub work: Vec<Work>,
    /// Who ever had records of it returned, and when each first held it or had one, ms; in this order.
    pub readers: Vec<(ConsumerIx, u64)>,
    steps: Vec<Step>,
    /// What had become of the records after each [`STRIDE`] steps, so that no moment takes long to find.
    stations: Vec<Replay>,
    /// From which offset on the partition is the group's to read.
    start: Option<i64>,
}

/// Steps from one station to the next.
const STRIDE: usize = 512;

/// Something that changes what a record is to the group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    at: u64,
    event: EventId,
    consumer: ConsumerIx,
    what: StepKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StepKind {
    Returned(Records),
    Processed(Records),
    Ended(Process),
}

impl Delivery {
    /// Looks through a run.
    #[must_use]
    pub fn of(run: &Run, group: GroupIx, partition: PartitionIx) -> Self {
        let is_one = |consumer: ConsumerIx| {
            let role = &run.cast.consumers[consumer.index()];
            if role.grouped { role.group == group } else { group == NO_GROUP }
        };
        let records = |id: RecordsId| run.trace.records[id.index()];
        let events = run.trace.events.iter().zip((0..).map(EventId));
        let steps = events.filter_map(|(event, id)| {
            let (consumer, what) = match event.kind {
                EventKind::RecordsReturned { consumer, partition: of, records: some } if of == partition => {
                    (consumer, StepKind::Returned(records(some)))
                }
                EventKind::RecordsProcessed { consumer, partition: of, records: some } if of == partition => {
                    (consumer, StepKind::Processed(records(some)))
                }
                EventKind::ProcessEnded { consumer, process } => (consumer, StepKind::Ended(process)),
                _ => return None,
            };
            is_one(consumer).then_some(Step { at: event.at, event: id, consumer, what })
        });
        let steps: Vec<_> = steps.collect();
        Self {
            group,
            partition,
            readers: readers(run, partition, &steps),
            stations: stations(&steps),
            steps,
            work: work::of(run, partition, is_one),
            start: starts(run, group).remove(&partition),
        }
    }

    /// What has become of the records by `at`.
    fn replay(&self, at: u64) -> Replay {
        let until = self.steps.partition_point(|step| step.at <= at);
        let station = until / STRIDE;
        let mut replay = station.checked_sub(1).map_or_else(Replay::default, |place| self.stations[place].clone());
        self.steps[station * STRIDE..until].iter().for_each(|step| replay.hear(step));
        replay
    }
}

fn stations(steps: &[Step]) -> Vec<Replay> {
    let mut replay = Replay::default();
    let strides = steps.chunks_exact(STRIDE).map(|stride| {
        stride.iter().for_each(|step| replay.hear(step));
        replay.clone()
    });
    strides.collect()
}

fn readers(run: &Run, partition: PartitionIx, steps: &[Step]) -> Vec<(ConsumerIx, u64)> {
    let mut readers: Vec<(ConsumerIx, u64)> = Vec::new();
    for step in steps.iter().filter(|step| matches!(step.what, StepKind::Returned(_))) {
        if !readers.iter().any(|(who, _)| *who == step.consumer) {
            let owned = run.lanes.consumers[step.consumer.index()].owned.changes();
            let held = owned.iter().find(|change| change.value.contains(&partition)).map(|change| change.at);
            readers.push((step.consumer, held.unwrap_or(step.at).min(step.at)));
        }
    }
    readers.sort_by_key(|(_, came)| *came);
    readers
}

/// What a consumer did with a record last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Done {
    /// poll() returned it; whether the process still has it.
    Returned { held: bool },
    /// Its application finished it: the how-manieth time in the group this was.
    Processed { time: u32 },
}

/// What has become of the records by a moment.
#[derive(Clone, Debug, Default, PartialEq)]
struct Replay {
    readers: Vec<(ConsumerIx, Painted<Done>)>,
    returned: Painted<u32>,
    processed: Painted<u32>,
}

impl Replay {
    fn hear(&mut self, step: &Step) {
        let more = |count: Option<&u32>| count.map_or(1, |count| count + 1);
        match step.what {
            StepKind::Returned(records) => {
                self.returned.paint(records.first, records.end(), more);
                let own = self.reader(step.consumer);
                own.paint(records.first, records.end(), |_| Done::Returned { held: true });
            }
            StepKind::Processed(records) => {
                self.processed.paint(records.first, records.end(), more);
                let times = self.processed.within(records.first, records.end());
                let own = self.reader(step.consumer);
                for (from, to, time) in times {
                    own.paint(from, to, |_| Done::Processed { time });
                }
            }
            StepKind::Ended(_) => {
                let own = self.readers.iter_mut().find(|(who, _)| *who == step.consumer);
                for (from, to) in own.iter().flat_map(|(_, own)| own.where_is(is_held)).collect::<Vec<_>>() {
                    self.reader(step.consumer).paint(from, to, |_| Done::Returned { held: false });
                }
            }
        }
    }

    fn reader(&mut self, consumer: ConsumerIx) -> &mut Painted<Done> {
        let place = self.readers.iter().position(|(who, _)| *who == consumer).unwrap_or_else(|| {
            self.readers.push((consumer, Painted::default()));
            self.readers.len() - 1
        });
        &mut self.readers[place].1
    }
}

const fn is_held(done: &Done) -> bool {
    matches!(done, Done::Returned { held: true })
}
