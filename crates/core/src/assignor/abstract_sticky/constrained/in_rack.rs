//! The round before the others if racks matter: partitions go to members that have a replica in their rack.

use super::{Builder, PartitionRef, Step};

impl Builder<'_> {
    /// Gives partitions in turn to members in their racks that have less than the minimum, or else to the first that may get
    /// one more; takes them from `unassigned` (`assignRackAwareRoundRobin`).
    pub(super) fn assign_in_racks(&mut self, unassigned: &mut Vec<PartitionRef>) {
        let rack = |member: u32| self.racks.rack(member);
        let mut circle = Circle::new(std::mem::take(&mut self.under_min), rack);
        let mut queue = Circle::new(std::mem::take(&mut self.exactly_min).into(), rack);
        let mut turn = 0;
        unassigned.retain(|&partition| {
            let racks = self.racks.racks_of(partition);
            if let Some(place) = circle.next_in(racks, turn) {
                turn = place + 1;
                let member = circle.members[place];
                self.steps.note(partition, member, || Step::UnderMinQuota { in_rack: true });
                if self.give(partition, member) >= self.min_quota {
                    circle.remove(place);
                    if self.min_quota < self.max_quota && self.over_min < self.expected_over_min {
                        queue.push(member, self.racks.rack(member));
                    }
                }
                return false;
            }
            let Some(place) = queue.next_in(racks, 0) else { return true };
            let member = queue.members[place];
            self.steps.note(partition, member, || Step::OverMinQuota { in_rack: true });
            if self.give(partition, member) == self.max_quota {
                queue.remove(place);
                self.over_min += 1;
                if self.over_min == self.expected_over_min {
                    queue = Circle::default();
                }
            }
            false
        });
        self.under_min = circle.into_members().collect();
        self.exactly_min = queue.into_members().collect();
    }
}

/// Members that are looked for by rack, in turn.
#[derive(Default)]
struct Circle {
    /// Those that left stay here, but are no more in a rack.
    members: Vec<u32>,
    left: Vec<bool>,
    /// Each member's rack and its index there.
    places: Vec<Option<(u32, usize)>>,
    racks: Vec<Rack>,
}

/// The members of a rack.
#[derive(Clone, Default)]
struct Rack {
    /// Their places among all, ascending.
    places: Vec<usize>,
    /// For each of them an index from which on to look for the next one that has not left.
    next: Vec<usize>,
}

impl Circle {
    fn new(members: Vec<u32>, rack: impl Fn(u32) -> Option<u32>) -> Self {
        let mut circle = Self::default();
        for member in members {
            circle.push(member, rack(member));
        }
        circle
    }

    fn push(&mut self, member: u32, rack: Option<u32>) {
        let place = self.members.len();
        self.members.push(member);
        self.left.push(false);
        let index = rack.map(|rack| {
            if self.racks.len() <= rack as usize {
                self.racks.resize(rack as usize + 1, Rack::default());
            }
            (rack, self.racks[rack as usize].push(place))
        });
        self.places.push(index);
    }

    fn remove(&mut self, place: usize) {
        self.left[place] = true;
        if let Some((rack, index)) = self.places[place] {
            self.racks[rack as usize].next[index] = index + 1;
        }
    }

    /// The place of the first member at or behind `from`, and then from the beginning, that is in one of the racks.
    fn next_in(&mut self, racks: &[u32], from: usize) -> Option<usize> {
        let mut first_from = |from| {
            let of_rack = |&rack: &u32| self.racks.get_mut(rack as usize).and_then(|rack| rack.first_from(from));
            racks.iter().filter_map(of_rack).min()
        };
        first_from(from).or_else(|| first_from(0))
    }

    fn into_members(self) -> impl Iterator<Item = u32> {
        self.members.into_iter().zip(self.left).filter(|(_, left)| !left).map(|(member, _)| member)
    }
}

impl Rack {
    fn push(&mut self, place: usize) -> usize {
        let index = self.places.len();
        self.places.push(place);
        self.next.push(index);
        index
    }

    fn first_from(&mut self, place: usize) -> Option<usize> {
        let mut index = self.places.partition_point(|&it| it < place);
        while index < self.next.len() && self.next[index] != index {
            // shortens the way for the next time
            let next = self.next[index];
            self.next[index] = self.next.get(next).copied().unwrap_or(next);
            index = next;
        }
        self.places.get(index).copied()
    }
}
