//! Racks, as far as they matter to the sticky assignors (`RackInfo`).

use crate::assignor::{
    group::{GroupSubscription, PartitionRef},
    racks::use_rack_aware_assignment,
};

/// Who is in which rack.
pub(super) struct RackInfo<'a> {
    group: &'a GroupSubscription,
    /// Whether racks matter at all.
    pub(super) is_rack_aware: bool,
    /// How many members are in each rack, whether racks matter or not.
    members_in_rack: Vec<u32>,
}

impl<'a> RackInfo<'a> {
    pub(super) fn new(group: &'a GroupSubscription) -> Self {
        let racks = group.members.iter().filter_map(|member| member.rack);
        let is_rack_aware = use_rack_aware_assignment(&group.racks, racks.clone(), 0..group.partitions);
        let mut members_in_rack = vec![0; group.racks.count as usize];
        for rack in racks {
            members_in_rack[rack as usize] += 1;
        }
        Self { group, is_rack_aware, members_in_rack }
    }

    /// The member's rack, if racks matter.
    pub(super) fn rack(&self, member: u32) -> Option<u32> {
        if self.is_rack_aware { self.group.members[member as usize].rack } else { None }
    }

    /// The racks of a partition, whether racks matter or not; none if it doesn't exist.
    pub(super) fn racks_of(&self, partition: PartitionRef) -> &'a [u32] {
        self.group.number(partition).map_or(&[], |number| self.group.racks.of(number))
    }

    /// Whether a member has a rack, but no replica of the partition in it (`racksMismatch`).
    pub(super) fn mismatch(&self, member: u32, partition: PartitionRef) -> bool {
        self.rack(member).is_some_and(|rack| !self.racks_of(partition).contains(&rack))
    }

    /// Puts partitions that fewer members have in their racks first (`sortPartitionsByRackConsumers`).
    pub(super) fn sort_by_rack_members(&self, partitions: &mut [PartitionRef]) {
        if self.members_in_rack.is_empty() {
            return;
        }
        let members = |&partition: &PartitionRef| -> u32 {
            self.racks_of(partition).iter().map(|&rack| self.members_in_rack[rack as usize]).sum()
        };
        partitions.sort_by_cached_key(members);
    }
}
