//! What changes hands.

use std::collections::HashMap;

use super::{GroupAssignment, group::PartitionRef};
use crate::protocol::{MemberId, TopicPartition};

/// A partition whose owner changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The partition.
    pub partition: TopicPartition,
    /// Who had it; `None` = nobody.
    pub from: Option<MemberId>,
    /// Who gets it.
    pub to: MemberId,
    /// In which rebalance: 1 = this one, 2 = the next one, since `from` has to give it up first (cooperative).
    pub round: u8,
}

impl GroupAssignment<'_> {
    /// What changes hands against an earlier assignment, by topic and partition.
    #[must_use]
    pub fn moves(&self, before: &[(MemberId, Vec<TopicPartition>)]) -> Vec<Move> {
        let owners: HashMap<&TopicPartition, &MemberId> =
            before.iter().flat_map(|(member, share)| share.iter().map(move |partition| (partition, member))).collect();
        let given =
            self.group.member_numbers().flat_map(|it| self.shares.of(it).iter().map(move |&given| (given, it, 1)));
        let withheld = self.withheld.iter().map(|&(partition, member)| (partition, member, 2));
        let mut targets: Vec<(PartitionRef, u32, u8)> = given.chain(withheld).collect();
        targets.sort_unstable();
        let moves = targets.into_iter().filter_map(|(partition, member, round)| {
            let partition = self.group.name(partition);
            let to = &self.group.members[member as usize].id;
            let from = owners.get(&partition).copied();
            (from != Some(to)).then(|| Move { from: from.cloned(), to: to.clone(), partition, round })
        });
        moves.collect()
    }
}
