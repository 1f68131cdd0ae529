//! One moment of a partition's records.

use super::{Delivery, Done, Painted, Replay, Tally, Work};
use crate::simulation::{ConsumerIx, Run, frame::Process, lane::Lane, lanes::ConsumerLanes};

/// A partition's records at a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Strip {
    /// The moment, ms.
    pub at: u64,
    /// Until when (ms, exclusive) nothing changes but that work goes on.
    pub until: u64,
    /// The oldest offset there is.
    pub log_start: i64,
    /// The offset that the next record gets.
    pub log_end: i64,
    /// What the group has committed.
    pub committed: Option<i64>,
    /// Who reads or read it, in the order of their first coming.
    pub readers: Vec<Reader>,
    /// The figures so far.
    pub tally: Tally,
}

/// A consumer that reads the partition, or read it.
#[derive(Clone, Debug, PartialEq)]
pub struct Reader {
    /// Which.
    pub consumer: ConsumerIx,
    /// What it is to the partition.
    pub standing: Standing,
    /// The offset it reads next.
    pub position: Option<i64>,
    /// The offset behind the last record that it finished in this life of its process.
    pub processed_to: Option<i64>,
    /// The offset behind what lies fetched in the client, if anything does.
    pub fetched_to: Option<i64>,
    /// What its records are to it: sorted, without overlaps.
    pub stretches: Vec<Stretch>,
    /// What it works on.
    pub work: Vec<Work>,
}

/// What a consumer is to a partition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It holds it, since then, ms; whether its process is frozen.
    Reads(u64, bool),
    /// It gave it up then, ms.
    GaveUp(u64),
    /// Its process ended then, ms, like this.
    Ended(u64, Process),
}

/// Records that are the same to a consumer: `from .. to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// The first offset.
    pub from: i64,
    /// The offset behind the last one.
    pub to: i64,
    /// What they are.
    pub state: RecordState,
}

/// What a record is to a consumer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordState {
    /// Fetched, still in the client.
    Fetched,
    /// poll() returned it; it is not finished. Of what the process works on now, [`Reader::work`] tells more.
    Returned,
    /// Its process was killed while it worked on it.
    Interrupted,
    /// poll() returned it, and its process ended before its turn came.
    Dropped,
    /// It was processed: the how-manieth time in the group this was.
    Processed(u32),
}

impl Delivery {
    /// The moment `at`, ms.
    #[must_use]
    pub fn strip(&self, run: &Run, at: u64) -> Strip {
        let replay = self.replay(at);
        let lanes = &run.lanes.partitions[self.partition.index()];
        let log = lanes.log.at(at).map(|change| change.value).unwrap_or_default();
        let readers = self.readers_at(run, at, &replay);
        Strip {
            at,
            until: self.until(run, at, &readers).max(at + 1),
            log_start: lanes.log_start.at(at).map_or(0, |change| change.value),
            log_end: log.end(at),
            committed: self.committed_at(run, at),
            tally: self.tally_of(run, at, &replay),
            readers,
        }
    }

    /// All that have come by now of those that ever have records of the partition, and who holds it.
    fn readers_at(&self, run: &Run, at: u64, replay: &Replay) -> Vec<Reader> {
        let come = self.readers.iter().filter(|(_, came)| *came <= at);
        let mut places: Vec<_> = come.map(|(consumer, _)| *consumer).collect();
        let held = run.lanes.partitions[self.partition.index()].ownership.get(&self.group).and_then(|lane| lane.at(at));
        for owner in held.iter().flat_map(|held| held.value.owners.iter()) {
            if !places.contains(owner) {
                places.push(*owner);
            }
        }
        places.into_iter().map(|consumer| self.reader(run, at, replay, consumer)).collect()
    }

    fn reader(&self, run: &Run, at: u64, replay: &Replay, consumer: ConsumerIx) -> Reader {
        let lanes = &run.lanes.consumers[consumer.index()];
        let standing = self.standing(lanes, at);
        // Of a process that ended, what it had at last is shown.
        let seen = if let Standing::Ended(ended, _) = standing { ended.saturating_sub(1) } else { at };
        let value = |lane: Option<&Lane<Option<i64>>>| lane.and_then(|lane| lane.at(seen)?.value);
        let position = value(lanes.positions.get(&self.partition));
        let fetched_to = value(lanes.fetched.get(&self.partition)).filter(|end| position.is_some_and(|it| *end > it));
        let empty = Painted::default();
        let own = replay.readers.iter().find(|(who, _)| *who == consumer).map_or(&empty, |(_, own)| own);
        Reader {
            consumer,
            standing,
            position: position.filter(|_| matches!(standing, Standing::Reads(..))),
            processed_to: self.processed_to(lanes, at, consumer),
            fetched_to,
            stretches: self.stretches(at, consumer, own, position.zip(fetched_to)),
            work: self.work_at(at, consumer).copied().collect(),
        }
    }

    fn standing(&self, lanes: &ConsumerLanes, at: u64) -> Standing {
        if let Some(process) = lanes.process.at(at)
            && is_end(process.value)
        {
            return Standing::Ended(process.at, process.value);
        }
        let frozen = lanes.process.at(at).is_some_and(|process| process.value == Process::Frozen);
        let mut standing = Standing::GaveUp(0);
        for span in lanes.owned.spans(0, at + 1) {
            let holds = span.change.value.contains(&self.partition);
            standing = match standing {
                Standing::Reads(since, _) if holds => Standing::Reads(since, frozen),
                _ if holds => Standing::Reads(span.from, frozen),
                Standing::Reads(..) => Standing::GaveUp(span.from),
                gone => gone,
            };
        }
        // Of one that was started again, how it ended says more.
        if let Standing::GaveUp(at) = standing
            && let Some(process) = lanes.process.at(at).filter(|process| is_end(process.value))
        {
            return Standing::Ended(process.at, process.value);
        }
        standing
    }

    /// The offset behind the last record it finished since its process began.
    fn processed_to(&self, lanes: &ConsumerLanes, at: u64, consumer: ConsumerIx) -> Option<i64> {
        let ends = lanes.process.changes().iter().filter(|it| it.at <= at && is_end(it.value)).map(|it| it.at);
        let is_over = lanes.process.at(at).is_some_and(|process| is_end(process.value));
        let born = ends.rev().nth(usize::from(is_over)).unwrap_or(0);
        let done = |work: &&Work| work.consumer == consumer && work.finished && work.began >= born;
        let last = self.work.iter().filter(done).rfind(|work| work.ended.is_some_and(|end| end <= at));
        last.map(|work| work.records.end())
    }

    fn work_at(&self, at: u64, consumer: ConsumerIx) -> impl Iterator<Item = &Work> {
        let goes_on = move |work: &&Work| work.began <= at && work.ended.is_none_or(|end| at < end);
        self.work.iter().filter(move |work| work.consumer == consumer).filter(goes_on)
    }

    fn stretches(
        &self,
        at: u64,
        consumer: ConsumerIx,
        own: &Painted<Done>,
        buffer: Option<(i64, i64)>,
    ) -> Vec<Stretch> {
        let mut states: Painted<RecordState> = Painted::default();
        for (from, to, done) in own.stretches() {
            let state = match done {
                Done::Returned { held: true } => RecordState::Returned,
                Done::Returned { held: false } => RecordState::Dropped,
                Done::Processed { time } => RecordState::Processed(*time),
            };
            states.paint(*from, *to, |_| state);
        }
        let broken_off = self.work.iter().filter(|it| it.consumer == consumer && !it.finished);
        for work in broken_off.filter(|work| work.ended.is_some_and(|end| end <= at)) {
            let (first, end) = (work.records.first, work.records.end());
            if own.at(first) == Some(&(Done::Returned { held: false })) {
                states.paint(first, end, |_| RecordState::Interrupted);
            }
        }
        if let Some((from, to)) = buffer {
            states.paint(from, to, |_| RecordState::Fetched);
        }
        states.stretches().iter().map(|(from, to, state)| Stretch { from: *from, to: *to, state: *state }).collect()
    }

    /// When something changes next.
    fn until(&self, run: &Run, at: u64, readers: &[Reader]) -> u64 {
        let lanes = &run.lanes.partitions[self.partition.index()];
        let log = lanes.log.at(at).map(|change| change.value).unwrap_or_default();
        let mut times = vec![log.next_record(at), lanes.log.next_change(at), lanes.log_start.next_change(at)];
        times.push(lanes.committed.get(&self.group).and_then(|lane| lane.next_change(at)));
        times.push(lanes.ownership.get(&self.group).and_then(|lane| lane.next_change(at)));
        times.push(self.steps.get(self.steps.partition_point(|step| step.at <= at)).map(|step| step.at));
        times.push(self.readers.iter().map(|(_, came)| *came).filter(|came| *came > at).min());
        times.push(self.work.iter().map(|work| work.began).filter(|began| *began > at).min());
        for reader in readers {
            let lanes = &run.lanes.consumers[reader.consumer.index()];
            times.push(lanes.process.next_change(at));
            times.push(lanes.owned.next_change(at));
            times.push(lanes.positions.get(&self.partition).and_then(|lane| lane.next_change(at)));
            times.push(lanes.fetched.get(&self.partition).and_then(|lane| lane.next_change(at)));
        }
        times.into_iter().flatten().min().unwrap_or(run.computed)
    }
}

const fn is_end(process: Process) -> bool {
    matches!(process, Process::Closed | Process::Killed | Process::Failed)
}
