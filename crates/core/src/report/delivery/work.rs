//! What applications worked on, and how long: from the order in which poll() returned records and in which they were
//! finished.

use std::collections::{BTreeMap, VecDeque};

use super::Painted;
use crate::simulation::{
    ConsumerIx, PartitionIx, Run,
    frame::{Doing, Process},
    trace::{Event, EventKind, Records},
};

/// Records that an application worked on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// Who.
    pub consumer: ConsumerIx,
    /// The records: one, or several where each takes so short that they were told as one.
    pub records: Records,
    /// When it began, ms.
    pub began: u64,
    /// When it ended, ms: `None` = it is still going on at the end of what is known.
    pub ended: Option<u64>,
    /// Whether it was finished; otherwise the process was killed.
    pub finished: bool,
    /// The how-manieth time in the group the first of them was finished; 0 = it was not.
    pub time: u32,
    /// How long it takes as a whole, ms: of what was not finished, as long as what was finished before it.
    pub length: u64,
}

impl Work {
    /// How much of it is done at `at`, 0 to 1.
    #[must_use]
    pub fn share(&self, at: u64) -> f32 {
        let gone = at.min(self.ended.unwrap_or(u64::MAX)).saturating_sub(self.began);
        (gone as f32 / self.length.max(1) as f32).min(1.0)
    }
}

/// What an application has before it.
#[derive(Default)]
struct Hands {
    /// How many records it works on at once: one, or one for each worker.
    count: usize,
    busy: Vec<(PartitionIx, i64, u64)>,
    queue: VecDeque<(PartitionIx, Records)>,
    last_length: u64,
}

impl Hands {
    fn fill(&mut self, now: u64) {
        while self.busy.len() < self.count.max(1)
            && let Some((partition, next)) = self.queue.front_mut()
        {
            self.busy.push((*partition, next.first, now));
            next.first += 1;
            next.count -= 1;
            if next.count == 0 {
                self.queue.pop_front();
            }
        }
    }

    /// Takes away what is finished. When the work on it began.
    fn finish(&mut self, of: PartitionIx, records: Records, now: u64) -> u64 {
        let is_done =
            |partition: PartitionIx, offset: i64| partition == of && (records.first..records.end()).contains(&offset);
        let began = self.busy.iter().filter(|it| is_done(it.0, it.1)).map(|it| it.2).min();
        self.busy.retain(|it| !is_done(it.0, it.1));
        while let Some((partition, next)) = self.queue.front_mut()
            && is_done(*partition, next.first)
        {
            let count = u32::try_from(records.end() - next.first).unwrap_or(next.count).min(next.count);
            next.first += i64::from(count);
            next.count -= count;
            if next.count > 0 {
                break;
            }
            self.queue.pop_front();
        }
        began.unwrap_or(now)
    }
}

/// What these consumers worked on of a partition, in the order of its end.
pub(super) fn of(run: &Run, partition: PartitionIx, is_one: impl Fn(ConsumerIx) -> bool) -> Vec<Work> {
    let mut desks = Desks { run, partition, hands: BTreeMap::new(), work: Vec::new() };
    for consumer in &run.scenario.all_consumers().map(|(it, _)| it).collect::<Vec<_>>() {
        if let Some(place) = run.cast.consumer(&consumer.name).filter(|place| is_one(*place)) {
            desks.hands.insert(place, Hands { count: consumer.workers as usize, ..Hands::default() });
        }
    }
    run.trace.events.iter().for_each(|event| desks.hear(event));
    for consumer in desks.hands.keys().copied().collect::<Vec<_>>() {
        desks.leave(consumer, run.computed, false);
    }
    count_times(&mut desks.work);
    desks.work
}

fn count_times(work: &mut [Work]) {
    let mut finished: Painted<u32> = Painted::default();
    for it in work.iter_mut().filter(|it| it.finished) {
        finished.paint(it.records.first, it.records.end(), |count| count.map_or(1, |count| count + 1));
        it.time = finished.at(it.records.first).copied().unwrap_or_default();
    }
}

struct Desks<'a> {
    run: &'a Run,
    partition: PartitionIx,
    hands: BTreeMap<ConsumerIx, Hands>,
    work: Vec<Work>,
}

impl Desks<'_> {
    fn hear(&mut self, event: &Event) {
        match event.kind {
            EventKind::RecordsReturned { consumer, partition, records } => {
                let Some(hands) = self.hands.get_mut(&consumer) else { return };
                hands.queue.push_back((partition, self.run.trace.records[records.index()]));
                hands.fill(event.at);
            }
            EventKind::RecordsProcessed { consumer, partition, records } => {
                self.finish(consumer, partition, self.run.trace.records[records.index()], event.at);
            }
            EventKind::ProcessEnded { consumer, process } => self.leave(consumer, event.at, process == Process::Killed),
            _ => {}
        }
    }

    fn finish(&mut self, consumer: ConsumerIx, partition: PartitionIx, records: Records, now: u64) {
        let Some(hands) = self.hands.get_mut(&consumer) else { return };
        let began = since(self.run, consumer, hands.count, hands.finish(partition, records, now), now);
        hands.last_length = now - began;
        hands.fill(now);
        if partition == self.partition {
            let length = now - began;
            self.work.push(Work { consumer, records, began, ended: Some(now), finished: true, time: 0, length });
        }
    }

    /// The process ends, or what is known does.
    fn leave(&mut self, consumer: ConsumerIx, now: u64, is_killed: bool) {
        let Some(hands) = self.hands.get_mut(&consumer) else { return };
        let ongoing = is_killed || now == self.run.computed;
        let works = hands.count > 0 || doing_before(self.run, consumer, now) == Some(Doing::Processing);
        for (partition, first, began) in std::mem::take(&mut hands.busy) {
            if partition == self.partition && ongoing && works {
                let began = since(self.run, consumer, hands.count, began, now);
                let records = Records { first, count: 1 };
                let (ended, length) = (is_killed.then_some(now), hands.last_length.max(now - began));
                self.work.push(Work { consumer, records, began, ended, finished: false, time: 0, length });
            }
        }
        hands.queue.clear();
    }
}

fn doing_before(run: &Run, consumer: ConsumerIx, now: u64) -> Option<Doing> {
    Some(run.lanes.consumers[consumer.index()].doing.at(now.checked_sub(1)?)?.value)
}

/// When the work that ends at `now` began: a thread that works itself may have done something else in between.
fn since(run: &Run, consumer: ConsumerIx, workers: usize, began: u64, now: u64) -> u64 {
    let doing = run.lanes.consumers[consumer.index()].doing.at(now.saturating_sub(1));
    let processing = doing.filter(|doing| workers == 0 && doing.value == Doing::Processing && doing.at <= now);
    began.max(processing.map_or(0, |doing| doing.at))
}
