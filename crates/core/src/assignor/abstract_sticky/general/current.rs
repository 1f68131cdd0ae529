//! What each member has at the moment (`currentAssignment`, `currentPartitionConsumer`).

use super::{Claims, MemberOf};
use crate::assignor::group::{GroupSubscription, PartitionRef, count};

/// Left in a list in the place of a partition that was taken out.
const GONE: PartitionRef = PartitionRef { topic: u32::MAX, partition: -1 };

/// The members' shares as lists that know where each partition stands.
pub(super) struct Current<'a> {
    group: &'a GroupSubscription,
    /// By the members' numbers, with gaps.
    lists: Vec<Vec<PartitionRef>>,
    sizes: Vec<u32>,
    owners: MemberOf,
    /// Each partition's index in its owner's list; empty until a partition is taken out.
    places: Vec<u32>,
}

impl<'a> Current<'a> {
    /// All claims that count.
    pub(super) fn new(group: &'a GroupSubscription, claims: &Claims<'_>) -> Self {
        let room = group.partitions as usize / group.members.len().max(1) + 1;
        let list = |member| {
            let owned = claims.owned(member);
            let mut list = Vec::with_capacity(owned.len().max(room));
            list.extend_from_slice(owned);
            list
        };
        let lists = group.member_numbers().map(list).collect();
        let sizes = vec![0; group.members.len()];
        Self { group, lists, sizes, owners: MemberOf::new(group.partitions), places: Vec::new() }
    }

    /// Keeps some partitions of a member, whose owner it is from now on; tells whether these are all.
    pub(super) fn retain(&mut self, member: u32, mut keep: impl FnMut(PartitionRef) -> bool) -> bool {
        let list = &mut self.lists[member as usize];
        let before = list.len();
        list.retain(|&partition| keep(partition));
        self.sizes[member as usize] = count(list.len());
        for number in list.iter().filter_map(|&partition| self.group.number(partition)) {
            self.owners.put(number, member);
        }
        list.len() == before
    }

    /// Gives a partition to a member.
    pub(super) fn give(&mut self, partition: PartitionRef, member: u32) {
        let list = &mut self.lists[member as usize];
        if let Some(number) = self.group.number(partition) {
            self.owners.put(number, member);
            if let Some(place) = self.places.get_mut(number as usize) {
                *place = count(list.len());
            }
        }
        list.push(partition);
        self.sizes[member as usize] += 1;
    }

    /// Takes a partition from a member. Of one that it has twice the first goes.
    pub(super) fn take(&mut self, partition: PartitionRef, member: u32, is_there_twice: bool) {
        if self.places.is_empty() {
            self.places = self.find_places();
        }
        let list = &mut self.lists[member as usize];
        let place = match self.group.number(partition) {
            Some(number) if !is_there_twice => Some(self.places[number as usize] as usize),
            _ => list.iter().position(|&it| it == partition),
        };
        if let Some(entry) = place.and_then(|place| list.get_mut(place)) {
            *entry = GONE;
            self.sizes[member as usize] -= 1;
        }
    }

    fn find_places(&self) -> Vec<u32> {
        let mut places = vec![0; self.group.partitions as usize];
        for list in &self.lists {
            for (place, &partition) in (0..).zip(list) {
                if let Some(number) = self.group.number(partition) {
                    places[number as usize] = place;
                }
            }
        }
        places
    }

    /// The member's partitions in their order. Only while none was taken out.
    pub(super) fn of(&self, member: u32) -> &[PartitionRef] {
        &self.lists[member as usize]
    }

    /// The member's partitions in their order, at any time.
    pub(super) fn left_of(&self, member: u32) -> impl Iterator<Item = PartitionRef> + '_ {
        self.lists[member as usize].iter().copied().filter(|&partition| partition != GONE)
    }

    /// How many partitions the member has.
    pub(super) fn size(&self, member: u32) -> u32 {
        self.sizes[member as usize]
    }

    /// Whether nobody has anything.
    pub(super) fn are_empty(&self) -> bool {
        self.sizes.iter().all(|&size| size == 0)
    }

    /// Who got the partition last.
    pub(super) fn owner(&self, partition: PartitionRef) -> Option<u32> {
        self.group.number(partition).and_then(|number| self.owners.get(number))
    }

    /// Puts earlier lists in the place of these.
    pub(super) fn undo(&mut self, before: Vec<Vec<PartitionRef>>) {
        self.lists = before;
    }

    /// A copy of the lists.
    pub(super) fn lists(&self) -> Vec<Vec<PartitionRef>> {
        self.lists.clone()
    }

    /// The lists, by the members' numbers.
    pub(super) fn into_lists(mut self) -> Vec<Vec<PartitionRef>> {
        if !self.places.is_empty() {
            for list in &mut self.lists {
                list.retain(|&partition| partition != GONE);
            }
        }
        self.lists
    }
}
