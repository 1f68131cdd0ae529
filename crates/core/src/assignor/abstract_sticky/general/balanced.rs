//! Kafka's test of balance, for the cases in which its answer is not plain.

use super::{AssignError, Builder, MemberOf, Run};

impl Builder<'_> {
    /// Whether sizes differ by one at most, or no member that could have more could get a partition from one that has at
    /// least two more (`isBalanced`).
    pub(super) fn is_balanced(&self) -> Result<bool, AssignError> {
        let mut by_size: Vec<(u32, u32)> = self.active_members().map(|it| (self.shares.size(it), it)).collect();
        by_size.sort_unstable();
        let (Some((least, _)), Some((most, _))) = (by_size.first(), by_size.last()) else { return Ok(true) };
        if least + 1 >= *most {
            return Ok(true);
        }
        let owners = self.owners_in_map_order();
        let most_of_topic = self.largest_owners(&owners);
        for (size, member) in by_size {
            if size == self.potential.most(member) {
                continue;
            }
            for &topic in self.group.topics_of(member) {
                let could_get_some = most_of_topic[topic as usize].is_none_or(|most| size + 1 < most);
                if could_get_some && self.could_get_one(member, topic, &owners)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Each partition's owner; of several the last one in the order of the map.
    fn owners_in_map_order(&self) -> MemberOf {
        let mut owners = MemberOf::new(self.group.partitions);
        let (map, _) = self.active_map();
        for &member in map.values() {
            for number in self.shares.left_of(member).filter_map(|partition| self.group.number(partition)) {
                owners.put(number, member);
            }
        }
        owners
    }

    /// For each topic the size of the largest owner of a partition; nothing if a partition has none.
    fn largest_owners(&self, owners: &MemberOf) -> Vec<Option<u32>> {
        let largest = self.group.topics.iter().map(|topic| {
            let partitions = topic.first..topic.first + topic.partitions;
            partitions.map(|it| owners.get(it).map(|owner| self.shares.size(owner))).try_fold(0, |a, b| Some(a.max(b?)))
        });
        largest.collect()
    }

    /// Whether a member could get a partition of a topic from one that has at least two more.
    fn could_get_one(&self, member: u32, topic: u32, owners: &MemberOf) -> Result<bool, AssignError> {
        for partition in Run::all(self.group, topic).iter() {
            let owner = self.group.number(partition).and_then(|number| owners.get(number));
            let has_it = owner == Some(member)
                || (self.twice.contains(&partition) && self.shares.left_of(member).any(|it| it == partition));
            if has_it {
                continue;
            }
            let owner = owner.ok_or(AssignError::NullPointer)?;
            if self.shares.size(member) + 1 < self.shares.size(owner) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
