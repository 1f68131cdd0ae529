//! Whether racks matter.

use std::ops::Range;

use super::group::PartitionRacks;

/// Racks matter if members have some, partitions have replicas in one of these, and not every partition has one in each of
/// the partitions' racks (`AbstractPartitionAssignor.useRackAwareAssignment`).
pub(super) fn use_rack_aware_assignment(
    racks: &PartitionRacks,
    mut member_racks: impl Iterator<Item = u32> + Clone,
    partitions: Range<u32>,
) -> bool {
    if member_racks.clone().next().is_none() {
        return false;
    }
    let mut present = vec![false; racks.count as usize];
    for partition in partitions.clone() {
        for &rack in racks.of(partition) {
            present[rack as usize] = true;
        }
    }
    let all = present.iter().filter(|&&present| present).count();
    member_racks.any(|rack| present[rack as usize]) && partitions.into_iter().any(|it| racks.of(it).len() != all)
}
