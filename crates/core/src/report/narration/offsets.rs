//! What is told of offsets: where reading starts, what is committed, what is read twice and what never.

use super::{
    Arg, Say,
    tale::{PartitionTale, Place, Teller},
};
use crate::{
    consumer::{CommitMode, PositionFrom},
    protocol::{ErrorCode, Request, TopicPartition},
    report::settings::broker_config,
    simulation::{
        ConsumerIx, GroupIx, PartitionIx, Run,
        trace::{EventId, EventKind, Records},
    },
};

/// Partitions with an offset each.
pub(super) trait Positions<'a>: Iterator<Item = (&'a TopicPartition, i64)> {}

impl<'a, T: Iterator<Item = (&'a TopicPartition, i64)>> Positions<'a> for T {}

impl Teller {
    pub(super) fn position(
        &mut self,
        run: &Run,
        place: Place,
        consumer: ConsumerIx,
        (partition, offset, from): (&TopicPartition, i64, PositionFrom),
    ) {
        let Some(ix) = run.cast.partition(&partition.topic, partition.partition) else { return };
        let group = run.cast.consumers[consumer.index()].group;
        let one = std::iter::once((partition, offset));
        match from {
            PositionFrom::Committed => self.positions(run, place, consumer, (Say::StartCommitted, one)),
            PositionFrom::Reset => self.positions(run, place, consumer, (Say::Reset, one)),
            PositionFrom::Seek => {
                let args = [("member", consumer.into()), ("partition", Arg::Partition(ix)), ("offset", offset.into())];
                self.tell(place, Some(consumer), Say::Seek, args);
            }
        }
        match from {
            PositionFrom::Committed => {
                self.read_again(place, consumer, (group, ix, offset), Say::ReadTwice);
                self.skipped(place, consumer, (group, ix, offset));
            }
            PositionFrom::Reset => {
                self.read_again(place, consumer, (group, ix, offset), Say::Replayed);
                self.skipped_by_reset(run, place, consumer, (group, ix, offset));
            }
            PositionFrom::Seek => {}
        }
        let tale = self.partition(group, ix);
        if from != PositionFrom::Committed || tale.floor.is_none() {
            tale.floor = Some(offset);
        }
    }

    /// Records from the new position on that were processed before.
    fn read_again(
        &mut self,
        place: Place,
        consumer: ConsumerIx,
        (group, partition, offset): (GroupIx, PartitionIx, i64),
        say: Say,
    ) {
        if let Some((count, from, to)) = self.partition(group, partition).processed_from(offset) {
            let args = [
                ("partition", Arg::Partition(partition)),
                ("count", count.into()),
                ("from", from.into()),
                ("to", to.into()),
            ];
            self.tell(place, Some(consumer), say, args);
        }
    }

    /// Records below the committed offset that nobody has processed.
    fn skipped(&mut self, place: Place, consumer: ConsumerIx, (group, partition, offset): (GroupIx, PartitionIx, i64)) {
        if let Some((count, from, to)) = self.partition(group, partition).missing_below(offset) {
            let args = [
                ("partition", Arg::Partition(partition)),
                ("count", count.into()),
                ("offset", offset.into()),
                ("from", from.into()),
                ("to", to.into()),
            ];
            self.tell(place, Some(consumer), Say::Skipped, args);
        }
    }

    /// Records that lie below the position that auto.offset.reset gave: of a partition that is new, or that the group has
    /// read before.
    fn skipped_by_reset(
        &mut self,
        run: &Run,
        place: Place,
        consumer: ConsumerIx,
        (group, partition, offset): (GroupIx, PartitionIx, i64),
    ) {
        let lanes = &run.lanes.partitions[partition.index()];
        let is_new = lanes.leader.changes().first().is_some_and(|first| first.at > 0);
        let read_to = self.partition(group, partition).processed.last().map(|(_, end)| *end);
        let start = lanes.log_start.at(place.at).map_or(0, |change| change.value);
        let first = read_to.or(is_new.then_some(start)).map_or(offset, |first| first.max(start));
        if first < offset {
            let args = [
                ("partition", Arg::Partition(partition)),
                ("count", (offset - first).into()),
                ("offset", offset.into()),
            ];
            self.tell(place, Some(consumer), Say::SkippedReset, args);
        }
    }

    pub(super) fn processed(
        &mut self,
        run: &Run,
        place: Place,
        consumer: ConsumerIx,
        (partition, records): (PartitionIx, Records),
    ) {
        let group = run.cast.consumers[consumer.index()].group;
        let lane = run.lanes.partitions[partition.index()].ownership.get(&group);
        let owned = lane.and_then(|lane| lane.at(place.at));
        // Whoever owns it now has been told to read again when it started.
        let is_late = owned.is_some_and(|owned| owned.value.owners.last().is_some_and(|owner| *owner != consumer));
        let since = (consumer, owned.map_or(0, |owned| owned.at));
        let tale = self.partition(group, partition);
        let again = tale.processed_from(records.first).filter(|(_, first, _)| is_late && *first < records.end());
        let again = again.filter(|_| tale.late.replace(since) != Some(since));
        tale.process(records.first, records.end());
        if let Some((_, from, last)) = again {
            let to = last.min(records.end() - 1);
            let args = [
                ("member", consumer.into()),
                ("partition", Arg::Partition(partition)),
                ("count", (to - from + 1).into()),
                ("from", from.into()),
                ("to", to.into()),
            ];
            self.tell(place, Some(consumer), Say::ProcessedTwice, args);
        }
    }

    pub(super) fn commit_answered(
        &mut self,
        run: &Run,
        place: Place,
        consumer: ConsumerIx,
        (offsets, error): (&[(TopicPartition, i64)], ErrorCode),
    ) {
        let member = ("member", Arg::Consumer(consumer));
        let tale = self.consumer(consumer);
        match error {
            ErrorCode::None => {
                let offsets = offsets.iter().map(|(partition, offset)| (partition, *offset));
                self.positions(run, place, consumer, (Say::CommitOk, offsets));
            }
            _ if tale.refused.take_if(|refused| *refused == place.at).is_some() => {
                self.tell(place, Some(consumer), Say::CommitLocal, [member]);
            }
            ErrorCode::RebalanceInProgress => self.tell(place, Some(consumer), Say::CommitRebalancing, [member]),
            ErrorCode::IllegalGeneration => {
                let group = run.cast.consumers[consumer.index()].group;
                let now = run.lanes.groups[group.index()].generation.at(place.at).map_or(0, |change| change.value);
                let old = sent_generation(run, place.event).unwrap_or(tale.generation);
                let args = [member, ("old", old.into()), ("generation", now.into())];
                self.tell(place, Some(consumer), Say::CommitRefused, args);
            }
            _ => {}
        }
    }

    /// A committed offset becomes durable.
    pub(super) fn offset_stored(
        &mut self,
        run: &Run,
        place: Place,
        group: GroupIx,
        partition: PartitionIx,
        offset: i64,
    ) {
        let before = self.partition(group, partition).committed.replace(offset);
        let Some(before) = before.filter(|before| *before > offset) else { return };
        let committer = committer(run, place.event);
        let is_async = |consumer: ConsumerIx| {
            let consumer = run.scenario.consumer(&run.cast.consumers[consumer.index()].name);
            consumer.is_some_and(|it| matches!(it.commit, CommitMode::Async | CommitMode::AsyncRetry))
        };
        let offsets = [("old", offset.into()), ("new", before.into())];
        match committer.filter(|committer| is_async(*committer)) {
            Some(member) => {
                let [old, new] = offsets;
                self.tell(place, Some(member), Say::AsyncOvertaken, [("member", member.into()), old, new]);
            }
            None => {
                let args = [("partition", Arg::Partition(partition)), ("old", before.into()), ("new", offset.into())];
                self.tell(place, committer, Say::CommitBack, args);
            }
        }
    }

    /// A committed offset is gone: told once of all that go at the same time.
    pub(super) fn offset_deleted(&mut self, run: &Run, place: Place, group: GroupIx, partition: PartitionIx) {
        self.partition(group, partition).committed = None;
        let told = self.moments.iter().rev().take_while(|moment| moment.at == place.at);
        if told.filter(|moment| moment.say == Say::Expired && moment.group == Some(group)).count() == 0 {
            let retention = broker_config(run, place.at).offsets_retention_minutes * 60_000;
            self.tell(place, None, Say::Expired, [("retention", Arg::Span(retention))]);
        }
    }

    /// The oldest records are deleted: news if a group has not read them.
    pub(super) fn deleted(&mut self, place: Place, partition: PartitionIx, log_start: i64) {
        let behind = self
            .partitions
            .iter()
            .find(|((_, it), tale)| *it == partition && tale.committed.is_some_and(|committed| committed < log_start));
        if let Some(((group, _), _)) = behind {
            let place = Place { group: Some(*group), ..place };
            let args = [("partition", Arg::Partition(partition)), ("offset", log_start.into())];
            self.tell(place, None, Say::Deleted, args);
        }
    }
}

impl PartitionTale {
    /// Records `from .. to` have been processed.
    pub(super) fn process(&mut self, from: i64, to: i64) {
        let first = self.processed.partition_point(|(_, end)| *end < from);
        let behind = self.processed.partition_point(|(start, _)| *start <= to);
        let met = &self.processed[first..behind];
        let start = met.first().map_or(from, |(start, _)| from.min(*start));
        let end = met.last().map_or(to, |(_, end)| to.max(*end));
        self.processed.splice(first..behind, [(start, end)]);
    }

    /// How many records at or after an offset have been processed, and the first and the last of them.
    fn processed_from(&self, offset: i64) -> Option<(i64, i64, i64)> {
        let above = self.processed.iter().filter(|(_, end)| *end > offset);
        let mut above = above.map(|(start, end)| (offset.max(*start), *end));
        let count = above.clone().map(|(start, end)| end - start).sum();
        let (first, mut last) = above.next()?;
        last = above.next_back().map_or(last, |(_, end)| end);
        Some((count, first, last - 1))
    }

    /// How many records below an offset were to be processed and have not been, and the first and the last of them.
    fn missing_below(&self, offset: i64) -> Option<(i64, i64, i64)> {
        let mut from = self.floor?;
        let mut missing = Vec::new();
        for (start, end) in &self.processed {
            if from < (*start).min(offset) {
                missing.push((from, (*start).min(offset)));
            }
            from = from.max(*end);
        }
        if from < offset {
            missing.push((from, offset));
        }
        let count = missing.iter().map(|(from, to)| to - from).sum();
        Some((count, missing.first()?.0, missing.last()?.1 - 1))
    }
}

/// Who made a commit.
fn committer(run: &Run, stored: EventId) -> Option<ConsumerIx> {
    match run.trace.event(run.trace.event(stored).cause()?).kind {
        EventKind::RequestArrived { exchange } => Some(run.trace.exchange(exchange).consumer),
        _ => None,
    }
}

/// The generation for which a commit spoke that was answered now.
fn sent_generation(run: &Run, answered: EventId) -> Option<i32> {
    let EventKind::ReplyArrived { exchange } = run.trace.event(run.trace.event(answered).cause()?).kind else {
        return None;
    };
    match &*run.trace.payload(run.trace.exchange(exchange))?.request {
        Request::OffsetCommit(request) => Some(request.generation_id),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tale(floor: i64, processed: &[(i64, i64)]) -> PartitionTale {
        let mut tale = PartitionTale { floor: Some(floor), ..PartitionTale::default() };
        for (from, to) in processed {
            tale.process(*from, *to);
        }
        tale
    }

    #[test]
    fn stretches_of_processed_records_that_touch_are_one() {
        assert_eq!(tale(0, &[(5, 8), (0, 3), (3, 5), (20, 21), (7, 9)]).processed, [(0, 9), (20, 21)]);
    }

    #[test]
    fn records_from_the_new_position_on_that_were_processed_are_read_again() {
        let tale = tale(0, &[(0, 10), (12, 14)]);
        assert_eq!(tale.processed_from(4), Some((8, 4, 13)));
        assert_eq!((tale.processed_from(13), tale.processed_from(14)), (Some((1, 13, 13)), None));
    }

    #[test]
    fn records_below_the_committed_offset_that_were_not_processed_are_skipped() {
        let tale = tale(2, &[(2, 6), (9, 12)]);
        assert_eq!(tale.missing_below(15), Some((6, 6, 14)));
        assert_eq!(tale.missing_below(7), Some((1, 6, 6)));
        assert_eq!((tale.missing_below(6), tale.missing_below(2)), (None, None));
    }
}
