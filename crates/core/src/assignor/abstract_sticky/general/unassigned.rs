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
        let place = |partition: PartitionRef| (self.potential.count(partition.topic), partition);
        let members = (0..).take(self.group.members.len());
        let kept = members.flat_map(|member: u32| self.shares.of(member)).copied();
        let phantoms = kept.filter(|&partition| self.group.number(partition).is_none());
        let first_phantom = phantoms.map(place).min();
        let mut runs = Vec::new();
        for &topic in &self.potential.order {
            let mut run = self.all_of(topic);
            run.partitions.retain(|&partition| {
                let kept = self.group.number(partition).is_some_and(|number| self.shares.owner(number).is_some());
                let lost = first_phantom.is_some_and(|phantom| place(partition) > phantom);
                if kept && lost {
                    self.twice.insert(partition);
                }
                !kept || lost
            });
            if !run.partitions.is_empty() {
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

    fn assign_to_smallest(&mut self, run: &Run) {
        let key = |&member: &u32| Reverse(self.potential.size_key(self.shares.size(member), member));
        let mut smallest: BinaryHeap<_> = self.potential.candidates(run.topic).iter().map(key).collect();
        for &partition in &run.partitions {
            let Some(mut top) = smallest.peek_mut() else { return };
            let (_, member) = self.potential.of_size_key(top.0);
            self.shares.give(partition, member);
            self.steps.note(partition, member, || Step::LeastLoaded { in_rack: false });
            top.0 = self.potential.size_key(self.shares.size(member), member);
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
        for &partition in &run.partitions {
            let racks = self.racks.racks_of(partition).iter().map(|&rack| Some(rack)).chain([None]);
            let tops = racks.filter_map(|rack| smallest.get(&rack)?.peek().map(|&Reverse(key)| (key, rack)));
            let Some((key, rack)) = tops.min() else {
                left.push(partition);
                continue;
            };
            let (_, member) = self.potential.of_size_key(key);
            self.shares.give(partition, member);
            self.steps.note(partition, member, || Step::LeastLoaded { in_rack: rack.is_some() });
            if let Some(mut top) = smallest.get_mut(&rack).and_then(BinaryHeap::peek_mut) {
                top.0 = self.potential.size_key(self.shares.size(member), member);
            }
        }
        Run { topic: run.topic, partitions: left }
    }
}
