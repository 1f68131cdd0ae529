//! What happened to one record.

use serde::Serialize;

use super::{Delivery, StepKind, Work};
use crate::simulation::{
    ConsumerIx, Run,
    frame::Process,
    trace::{EventId, EventKind, Records},
};

/// Something that happened to a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deed {
    /// When, ms.
    pub at: u64,
    /// The event, where there is one.
    pub event: Option<EventId>,
    /// Who did it.
    pub consumer: Option<ConsumerIx>,
    /// What.
    pub what: DeedKind,
}

/// What happens to a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum DeedKind {
    /// It was written to the log.
    Written,
    /// A fetch brought it into the client.
    Fetched,
    /// poll() returned it, for the how-manieth time.
    Returned(u32),
    /// It was processed, for the how-manieth time.
    Processed(u32),
    /// The process was killed while it worked on it.
    Interrupted,
    /// The process that had it ended before its turn came.
    Dropped,
    /// The process that had finished it ended like this; it was not committed.
    Ended(Process),
    /// The consumer that had it gave the partition up; it was not committed.
    GivenUp,
    /// An offset behind it was committed: this one. Whether it had been processed by then.
    Committed(i64, bool),
    /// The committed offset went back to this one, so that it counts as not committed again.
    CommittedBack(i64),
    /// The committed offset was deleted.
    OffsetDeleted,
    /// It was passed over: nobody will process it.
    Skipped,
    /// It was deleted from the log.
    Deleted,
}

impl Delivery {
    /// All that happened to the record with this offset, in the order of time.
    #[must_use]
    pub fn history(&self, run: &Run, offset: i64) -> Vec<Deed> {
        let mut deeds: Vec<Deed> = self.written(run, offset).into_iter().collect();
        deeds.extend(self.commits(run, offset));
        let mut life = Life { delivery: self, run, offset, returned: 0, processed: 0, holder: None, deeds };
        self.steps.iter().for_each(|step| life.hear(step.at, step.event, step.consumer, step.what));
        life.give_up(u64::MAX);
        let Life { mut deeds, .. } = life;
        deeds.extend(self.fetches(run, offset));
        deeds.extend(self.deleted(run, offset));
        deeds.sort_by_key(|deed| (deed.at, deed.event));
        if let Some(skipped) = self.passed_over(run, offset, &deeds) {
            deeds.insert(deeds.partition_point(|deed| deed.at <= skipped.at), skipped);
        }
        deeds
    }

    fn written(&self, run: &Run, offset: i64) -> Option<Deed> {
        let log = &run.lanes.partitions[self.partition.index()].log;
        let first = log.changes().first()?;
        if offset < first.value.end(first.at) {
            return Some(Deed { at: first.at, event: None, consumer: None, what: DeedKind::Written });
        }
        let at = log
            .spans(0, run.computed + 1)
            .find_map(|span| span.change.value.written(offset).filter(|at| (span.from..span.to).contains(at)))?;
        Some(Deed { at, event: None, consumer: None, what: DeedKind::Written })
    }

    /// The commits that pass it, forwards and back.
    fn commits(&self, run: &Run, offset: i64) -> Vec<Deed> {
        let lane = run.lanes.partitions[self.partition.index()].committed.get(&self.group);
        let mut deeds = Vec::new();
        let mut before: Option<i64> = None;
        for change in lane.into_iter().flat_map(|lane| lane.changes()) {
            let (was, is) = (before.is_some_and(|it| it > offset), change.value.is_some_and(|it| it > offset));
            let what = match (was, is, change.value) {
                (false, true, Some(committed)) => {
                    let done = |count: &u32| *count > 0;
                    DeedKind::Committed(committed, self.replay(change.at).processed.at(offset).is_some_and(done))
                }
                (true, false, Some(committed)) => DeedKind::CommittedBack(committed),
                (true, false, None) => DeedKind::OffsetDeleted,
                _ => {
                    before = change.value;
                    continue;
                }
            };
            before = change.value;
            let event = EventId(change.event);
            deeds.push(Deed { at: change.at, event: Some(event), consumer: committer(run, event), what });
        }
        deeds
    }

    /// The fetches that brought it.
    fn fetches(&self, run: &Run, offset: i64) -> Vec<Deed> {
        let mut deeds = Vec::new();
        for (place, lanes) in run.lanes.consumers.iter().enumerate() {
            let consumer = ConsumerIx(place as u16);
            let is_one = self.steps.iter().any(|step| step.consumer == consumer);
            let Some(fetched) = lanes.fetched.get(&self.partition).filter(|_| is_one) else { continue };
            let Some(positions) = lanes.positions.get(&self.partition) else { continue };
            for change in fetched.changes() {
                let from = positions.at(change.at).and_then(|position| position.value);
                // What poll() returns in the same instant has moved the position already.
                let before = positions.at(change.at.saturating_sub(1)).and_then(|position| position.value);
                let from = match (from, before) {
                    (Some(from), Some(before)) => Some(from.min(before)),
                    (from, _) => from,
                };
                if change.value.is_some_and(|end| offset < end) && from.is_some_and(|from| from <= offset) {
                    let event = Some(EventId(change.event));
                    deeds.push(Deed { at: change.at, event, consumer: Some(consumer), what: DeedKind::Fetched });
                }
            }
        }
        deeds
    }

    fn deleted(&self, run: &Run, offset: i64) -> Option<Deed> {
        let starts = run.lanes.partitions[self.partition.index()].log_start.changes();
        let change = starts.iter().find(|change| change.value > offset)?;
        Some(Deed { at: change.at, event: Some(EventId(change.event)), consumer: None, what: DeedKind::Deleted })
    }

    /// When it was passed over for good: the offset had gone past it, and who had it last was gone.
    fn passed_over(&self, run: &Run, offset: i64, deeds: &[Deed]) -> Option<Deed> {
        let skipped = self.tally(run, run.computed).skipped;
        if !skipped.iter().any(|(from, to)| (*from..*to).contains(&offset)) {
            return None;
        }
        let is_last = |deed: &&Deed| matches!(deed.what, DeedKind::Dropped | DeedKind::Interrupted);
        let dropped = deeds.iter().rev().find(is_last);
        let lane = run.lanes.partitions[self.partition.index()].committed.get(&self.group);
        let committed = lane.and_then(|lane| lane.changes().iter().find(|it| it.value.is_some_and(|it| it > offset)));
        let later = self.steps.iter().find(|step| matches!(step.what, StepKind::Processed(it) if it.end() > offset));
        let times = [committed.map(|change| change.at), later.map(|step| step.at)];
        let passed = times.into_iter().flatten().min()?;
        let at = passed.max(dropped.map_or(0, |deed| deed.at));
        Some(Deed { at, event: None, consumer: None, what: DeedKind::Skipped })
    }
}

/// Who asked for what a coordinator stored.
fn committer(run: &Run, mut event: EventId) -> Option<ConsumerIx> {
    for _ in 0..6 {
        let it = run.trace.event(event);
        if let EventKind::RequestArrived { exchange } | EventKind::RequestSent { exchange } = it.kind {
            return Some(run.trace.exchange(exchange).consumer);
        }
        event = it.cause()?;
    }
    None
}

/// A record's way through the hands of its readers.
struct Life<'a> {
    delivery: &'a Delivery,
    run: &'a Run,
    offset: i64,
    returned: u32,
    processed: u32,
    /// Who had it last, since when, whether it has finished it; while it is not known how that ended.
    holder: Option<(ConsumerIx, u64, bool)>,
    deeds: Vec<Deed>,
}

impl Life<'_> {
    fn hear(&mut self, at: u64, event: EventId, consumer: ConsumerIx, what: StepKind) {
        self.give_up(at);
        let holds = |records: Records| (records.first..records.end()).contains(&self.offset);
        let what = match what {
            StepKind::Returned(records) if holds(records) => {
                self.returned += 1;
                self.holder = Some((consumer, at, false));
                DeedKind::Returned(self.returned)
            }
            StepKind::Processed(records) if holds(records) => {
                self.processed += 1;
                self.holder = self.holder.map(|(holder, since, done)| (holder, since, done || holder == consumer));
                DeedKind::Processed(self.processed)
            }
            StepKind::Ended(process) if self.holder.is_some_and(|(holder, ..)| holder == consumer) => {
                let is_finished = self.holder.take().is_some_and(|(.., done)| done);
                let broken_off = |work: &Work| {
                    work.consumer == consumer && !work.finished && work.ended == Some(at) && holds(work.records)
                };
                if self.delivery.work.iter().any(broken_off) {
                    DeedKind::Interrupted
                } else if !is_finished {
                    DeedKind::Dropped
                } else if self.is_committed(at) {
                    return;
                } else {
                    DeedKind::Ended(process)
                }
            }
            _ => return,
        };
        self.deeds.push(Deed { at, event: Some(event), consumer: Some(consumer), what });
    }

    fn is_committed(&self, at: u64) -> bool {
        self.delivery.committed_at(self.run, at).is_some_and(|committed| committed > self.offset)
    }

    /// Its holder may have given the partition up before `until`.
    fn give_up(&mut self, until: u64) {
        let Some((consumer, since, _)) = self.holder else { return };
        let owned = self.run.lanes.consumers[consumer.index()].owned.changes();
        let lost = owned.iter().find(|it| it.at > since && !it.value.contains(&self.delivery.partition));
        let Some(lost) = lost.filter(|lost| lost.at < until) else { return };
        self.holder = None;
        let process = self.run.lanes.consumers[consumer.index()].process.at(lost.at).map(|change| change.value);
        if !self.is_committed(lost.at) && process == Some(Process::Running) {
            let event = Some(EventId(lost.event));
            self.deeds.push(Deed { at: lost.at, event, consumer: Some(consumer), what: DeedKind::GivenUp });
        }
    }
}
