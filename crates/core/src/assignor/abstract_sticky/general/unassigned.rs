//! Partitions that nobody has yet, and who gets them.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashMap},
};

use super::{Builder, PartitionRef, Run, Step};

impl Builder<'_> {
    /// The partitions that nobody keeps, by how many candidates their topic has, topic and partition
    /// (`getUnassignedPartitions`).
    ///
    /// Kafka walks through all partitions and the kept ones side by side. A kept one that doesn't exist is never met, so all
    /// behind it count as unassigned, even if somebody keeps them.
    pub(super) fn unassigned(&mut self) -> Vec<Run> {
        let place = |partition: PartitionRef| (self.potential.count_of(partition.topic), partition);
        let kept = self.group.member_numbers().flat_map(|member| self.shares.of(member)).copied();
        let phantoms = kept.filter(|&partition| self.group.number(partition).is_none());
        let first_phantom = phantoms.map(place).min();
        let nobody_keeps_any = self.shares.are_empty();
        let mut runs = Vec::new();
        for &topic in &self.potential.order {
            let mut run = Run::all(self.group, topic);
            if !nobody_keeps_any {
                let left = run.iter().filter(|&partition| {
                    let kept = self.shares.owner(partition).is_some();
                    let lost = first_phantom.is_some_and(|phantom| place(partition) > phantom);
                    if kept && lost {
                        self.twice.insert(partition);
                    }
                    !kept || lost
                });
                run = Run::some(topic, left.map(|it| it.partition).collect());
            }
            if run.len > 0 {
                runs.push(run);
            }
        }
        runs
    }

    /// Gives each partition to the candidate that has least: first, if racks matter, to one that has a replica in its rack or
    /// has no rack, then what is left to any (`maybeAssign`).
    pub(super) fn assign_unassigned(&mut self, runs: &[Run]) {
        if self.racks.is_rack_aware {
            let left: Vec<Run> = runs.iter().map(|run| self.assign_in_racks(run)).collect();
            left.iter().for_each(|run| self.assign_to_smallest(run));
        } else {
            runs.iter().for_each(|run| self.assign_to_smallest(run));
        }
    }

    /// The smallest candidates get one each, by id, as soon as they are all alike; then they are one larger, and others are as
    /// small as they.
    fn assign_to_smallest(&mut self, run: &Run) {
        let key = |&member: &u32| self.potential.size_key(self.shares.size(member), member);
        let mut waiting: Vec<u64> = self.potential.candidates(run.topic).iter().map(key).collect();
        let most = run.len as usize;
        if waiting.len() > most && most > 0 {
            waiting.select_nth_unstable(most - 1);
            waiting.truncate(most);
        }
        waiting.sort_unstable();
        let mut waiting = waiting.into_iter().map(|key| self.potential.of_size_key(key)).peekable();
        let mut partitions = run.iter();
        let mut smallest: Vec<u32> = Vec::new();
        while let Some(size) =
            smallest.first().map(|&member| self.shares.size(member)).or(waiting.peek().map(|it| it.0))
        {
            let alike =
                std::iter::from_fn(|| waiting.next_if(|&(waiting, _)| waiting == size)).map(|(_, member)| member);
            let before = smallest.len();
            smallest.extend(alike);
            if before > 0 && smallest.len() > before {
                smallest.sort_by_key(|&member| self.potential.size_key(0, member));
            }
            for &member in &smallest {
                let Some(partition) = partitions.next() else { return };
                self.shares.give(partition, member);
                self.steps.note(partition, member, || Step::LeastLoaded { in_rack: false });
            }
        }
    }

    /// Gives what it can to candidates in the partitions' racks, and returns the rest.
    fn assign_in_racks(&mut self, run: &Run) -> Run {
        let mut smallest: HashMap<Option<u32>, BinaryHeap<Reverse<u64>>> = HashMap::new();
        for &member in self.potential.candidates(run.topic) {
            let key = self.potential.size_key(self.shares.size(member), member);
            smallest.entry(self.racks.rack(member)).or_default().push(Reverse(key));
        }
        let mut left = Vec::new();
        for partition in run.iter() {
            let racks = self.racks.racks_of(partition).iter().map(|&rack| Some(rack)).chain([None]);
            let tops = racks.filter_map(|rack| smallest.get(&rack)?.peek().map(|&Reverse(key)| (key, rack)));
            let Some((key, rack)) = tops.min() else {
                left.push(partition.partition);
                continue;
            };
            let (_, member) = self.potential.of_size_key(key);
            self.shares.give(partition, member);
            self.steps.note(partition, member, || Step::LeastLoaded { in_rack: rack.is_some() });
            if let Some(mut top) = smallest.get_mut(&rack).and_then(BinaryHeap::peek_mut) {
                top.0 = self.potential.size_key(self.shares.size(member), member);
            }
        }
        Run::some(run.topic, left)
    }
}
