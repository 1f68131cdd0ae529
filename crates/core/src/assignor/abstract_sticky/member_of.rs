//! A member for each of some partitions.

/// No member.
const NOBODY: u32 = u32::MAX;

/// A map from partitions to members, by their numbers. It costs nothing as long as it is empty.
#[derive(Clone, Debug)]
pub(in crate::assignor) struct MemberOf {
    partitions: u32,
    members: Vec<u32>,
}

impl MemberOf {
    /// An empty map for so many partitions.
    pub(in crate::assignor) const fn new(partitions: u32) -> Self {
        Self { partitions, members: Vec::new() }
    }

    pub(in crate::assignor) const fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    pub(in crate::assignor) fn get(&self, partition: u32) -> Option<u32> {
        self.members.get(partition as usize).copied().filter(|&member| member != NOBODY)
    }

    /// Sets the partition's member and gives the one it had.
    pub(in crate::assignor) fn put(&mut self, partition: u32, member: u32) -> Option<u32> {
        if self.members.is_empty() {
            self.members = vec![NOBODY; self.partitions as usize];
        }
        Some(std::mem::replace(&mut self.members[partition as usize], member)).filter(|&before| before != NOBODY)
    }

    /// Removes the partition's member if it is this one; tells whether it was.
    pub(in crate::assignor) fn remove_if(&mut self, partition: u32, member: u32) -> bool {
        let found = self.get(partition) == Some(member);
        if found {
            self.members[partition as usize] = NOBODY;
        }
        found
    }

    /// Removes the members of all other partitions.
    pub(in crate::assignor) fn retain(&mut self, keep: impl Fn(u32) -> bool) {
        for (partition, member) in (0..).zip(&mut self.members) {
            if !keep(partition) {
                *member = NOBODY;
            }
        }
    }
}
