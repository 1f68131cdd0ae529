//! Moving partitions from members that have more to members that have less.
//!
//! Kafka stops as soon as all is balanced, which it finds out anew before each partition, from all members and partitions.
//! As long as nothing moves the answer stays the same, so it is enough to know it where a partition is about to move. And
//! there it is plain, in all but odd cases: a partition that goes from a member to one that has at least two less, and that
//! could have more than it has, is itself what a balanced assignment must not have.

use std::{cmp::Reverse, collections::BinaryHeap};

use super::{AssignError, Builder, PartitionRef, Run, Step};

/// After so many rounds in which something moved it is sure to go on for ever.
const MOST_ROUNDS: usize = 1000;

/// What Kafka does with a partition, unless all is balanced.
enum Wish {
    Stay,
    /// It goes to a member; true = back to a previous owner.
    Move(u32, bool),
    /// Kafka asks a frozen member for its size.
    NullPointer,
}

impl Builder<'_> {
    /// Moves partitions as long as that helps; tells whether any moved (`performReassignments`).
    pub(super) fn reassign(&mut self, runs: &[Run]) -> Result<bool, AssignError> {
        for round in 0..MOST_ROUNDS {
            if !self.reassign_once(runs)? {
                return Ok(round > 0);
            }
        }
        Err(AssignError::Endless)
    }

    fn reassign_once(&mut self, runs: &[Run]) -> Result<bool, AssignError> {
        let mut moved = false;
        let mut least = self.active_members().map(|member| self.shares.size(member)).min().unwrap_or(0);
        for run in runs {
            let mut candidates = Candidates::new(self, run.topic);
            if candidates.are_alike(self) {
                continue;
            }
            for partition in run.iter() {
                let wish = self.wish(partition, least, &mut candidates);
                if matches!(wish, Wish::Stay) {
                    continue;
                }
                if !self.is_surely_unbalanced(partition, &wish, &mut candidates) && self.is_balanced()? {
                    return Ok(moved);
                }
                let Wish::Move(target, back) = wish else { return Err(AssignError::NullPointer) };
                let source = self.move_partition(partition, target, back);
                moved = true;
                least = least.min(self.shares.size(source));
                candidates.update(self, source);
                candidates.update(self, target);
            }
        }
        Ok(moved)
    }

    /// What is to be done with a partition. `least` is no more than the least that any member has.
    fn wish(&self, partition: PartitionRef, least: u32, candidates: &mut Candidates) -> Wish {
        let Some(owner) = self.shares.owner(partition) else { return Wish::NullPointer };
        if self.frozen[owner as usize] {
            return Wish::NullPointer;
        }
        let size = self.shares.size(owner);
        if let Some(previous) = self.previous.of(self.group, partition) {
            if self.frozen[previous as usize] {
                return Wish::NullPointer;
            }
            if size > self.shares.size(previous) + 1 {
                return Wish::Move(previous, true);
            }
        }
        if candidates.some_are_frozen {
            match self.has_smaller_candidate(partition, owner) {
                None => return Wish::NullPointer,
                Some(false) => return Wish::Stay,
                Some(true) => {}
            }
        } else if size <= least + 1 {
            return Wish::Stay;
        }
        match candidates.smallest(self) {
            Some((smallest, target)) if size > smallest + 1 => Wish::Move(target, false),
            _ => Wish::Stay,
        }
    }

    /// Whether a candidate has at least two partitions less than the owner, looking at them in Kafka's order; nothing if a
    /// frozen one is met first.
    fn has_smaller_candidate(&self, partition: PartitionRef, owner: u32) -> Option<bool> {
        let size = self.shares.size(owner);
        let candidates = self.potential.candidates(partition.topic);
        let racks = self.racks.racks_of(partition);
        let is_near = |member: u32| self.racks.rack(member).is_some_and(|rack| racks.contains(&rack));
        let near = candidates.iter().filter(|&&member| is_near(owner) && is_near(member));
        for &member in near.chain(candidates) {
            if self.frozen[member as usize] {
                return None;
            }
            if size > self.shares.size(member) + 1 {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Whether the move itself shows that not all is balanced, as [`Self::is_balanced`] would find.
    fn is_surely_unbalanced(&self, partition: PartitionRef, wish: &Wish, candidates: &mut Candidates) -> bool {
        let owner = self.shares.owner(partition);
        let Some(owner) = owner.filter(|_| !self.twice.contains(&partition)) else { return false };
        let could_have_it = |member: u32| {
            !self.frozen[member as usize]
                && self.potential.is_subscribed(member, partition.topic)
                && self.shares.size(member) != self.potential.most(member)
                && self.shares.size(member) + 1 < self.shares.size(owner)
        };
        let target = match wish {
            Wish::Move(target, _) => Some(*target),
            _ => None,
        };
        !self.frozen[owner as usize]
            && (target.is_some_and(could_have_it)
                || candidates.smallest(self).is_some_and(|(_, member)| could_have_it(member)))
    }

    /// Moves a partition, or another of its topic that moved the other way, to a member; gives the member that lost one.
    fn move_partition(&mut self, partition: PartitionRef, target: u32, back: bool) -> u32 {
        if self.before.is_none() {
            self.before = Some(self.shares.lists());
        }
        let owner = |it| self.shares.owner(it).unwrap_or(target);
        let moved = self.movements.to_be_moved(partition, owner(partition), target);
        let source = owner(moved);
        self.movements.add(self.group, moved, source, target);
        self.shares.take(moved, source, self.twice.contains(&moved));
        self.shares.give(moved, target);
        let from = &self.group.members[source as usize].id;
        self.steps.note(moved, target, || match back {
            _ if moved != partition => Step::MovedInstead { from: from.clone(), of: self.group.name(partition) },
            true => Step::MovedToPreviousOwner { from: from.clone() },
            false => Step::MovedForBalance { from: from.clone() },
        });
        source
    }
}

/// The candidates of a topic, the smallest first. Made when somebody asks.
struct Candidates {
    topic: u32,
    some_are_frozen: bool,
    /// Sizes and members; what a member's size no longer is is passed over.
    by_size: Option<BinaryHeap<Reverse<u64>>>,
}

impl Candidates {
    fn new(builder: &Builder<'_>, topic: u32) -> Self {
        let some_are_frozen = builder.some_are_frozen
            && builder.potential.candidates(topic).iter().any(|&it| builder.frozen[it as usize]);
        Self { topic, some_are_frozen, by_size: None }
    }

    /// Whether the topic's partitions have no reason to move: their owners, being candidates, differ by one at most.
    fn are_alike(&self, builder: &Builder<'_>) -> bool {
        if self.some_are_frozen || !builder.previous.is_empty() || !builder.twice.is_empty() {
            return false;
        }
        let sizes = builder.potential.candidates(self.topic).iter().map(|&member| builder.shares.size(member));
        let (least, most) = sizes.fold((u32::MAX, 0), |(least, most), size| (least.min(size), most.max(size)));
        most <= least.saturating_add(1)
    }

    /// The candidate that has least, and how many it has.
    fn smallest(&mut self, builder: &Builder<'_>) -> Option<(u32, u32)> {
        let by_size = self.by_size.get_or_insert_with(|| {
            let active = builder.potential.candidates(self.topic).iter().filter(|&&it| !builder.frozen[it as usize]);
            active.map(|&member| Reverse(builder.potential.size_key(builder.shares.size(member), member))).collect()
        });
        while let Some(&Reverse(key)) = by_size.peek() {
            let (size, member) = builder.potential.of_size_key(key);
            if size == builder.shares.size(member) {
                return Some((size, member));
            }
            by_size.pop();
        }
        None
    }

    /// A member's size has changed.
    fn update(&mut self, builder: &Builder<'_>, member: u32) {
        if let Some(by_size) = &mut self.by_size
            && builder.potential.is_subscribed(member, self.topic)
        {
            by_size.push(Reverse(builder.potential.size_key(builder.shares.size(member), member)));
        }
    }
}
