//! Which partition of `__consumer_offsets` a group belongs to.

use crate::{java, protocol::GroupId};

/// The group's partition out of `partitions` (`GroupCoordinatorService.partitionFor`): Java's hash of the id, made
/// non-negative, modulo. 0 if there are no partitions.
#[must_use]
pub fn partition_for(group: &GroupId, partitions: i32) -> i32 {
    java::abs(java::string_hash(group)).checked_rem(partitions).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_lie_where_java_puts_them() {
        let expected = [
            ("", 0),
            ("a", 47),
            ("test", 48),
            ("foo", 24),
            ("my-group", 12),
            ("group-id", 13),
            ("consumer-group-1", 20),
            ("payments", 13),
            ("grüppe", 12),
            ("😀", 49),
            ("polygenelubricants", 0),
        ];
        for (group, partition) in expected {
            assert_eq!(partition_for(&group.into(), 50), partition, "{group}");
        }
    }
}
