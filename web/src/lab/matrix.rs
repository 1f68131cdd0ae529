//! A result as a matrix: members as rows, partitions as columns.

use std::collections::{HashMap, HashSet};

use groupscope_core::protocol::{MemberId, TopicName, TopicPartition};

use super::{
    document::{Document, Group},
    outcome::{Outcome, Plan},
};

/// A member's row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The member.
    pub id: MemberId,
    /// Its place among all that are ever there: its colour.
    pub place: usize,
    /// Whether it has left in this rebalance.
    pub has_left: bool,
    topics: HashSet<TopicName>,
}

/// What happens to a partition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fate {
    /// The row of who had it.
    pub before: Option<usize>,
    /// The row of who gets it.
    pub now: Option<usize>,
    /// The row of who will get it in the next round.
    pub next: Option<usize>,
}

/// What stands where a member's row and a partition's column meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// It had the partition and has it.
    Kept,
    /// It gets the partition; nobody had it.
    New,
    /// It gets the partition from that row.
    Moved(usize),
    /// It shall have the partition, but in the next round only.
    Withheld,
    /// It has to give the partition up before somebody else gets it.
    Revokes,
    /// It had the partition; somebody else has it now.
    Had,
    /// It does not subscribe to the topic.
    NotSubscribed,
    /// It has left, and never had it.
    Gone,
    /// Nothing.
    Empty,
}

/// A result, with members and partitions as numbers.
#[derive(Clone, Debug)]
pub struct Matrix {
    /// The members.
    pub rows: Vec<Row>,
    /// The partitions, topic by topic.
    pub columns: Vec<TopicPartition>,
    /// What happens to each partition.
    pub fates: Vec<Fate>,
}

/// What a member's row holds, in numbers of partitions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// What it has now.
    pub has: usize,
    /// What it had and has.
    pub kept: usize,
    /// What it gets from others.
    pub moved: usize,
    /// What it gets and nobody had.
    pub new: usize,
    /// What it will get in the next round.
    pub withheld: usize,
    /// What it had and has no longer.
    pub lost: usize,
    /// What it has or will have, and another assignor gives to another member.
    pub differs: usize,
    /// What it has or will have by all assignors.
    pub same: usize,
}

impl Matrix {
    /// The matrix of an outcome in `group`; `was` is the group before.
    #[must_use]
    pub fn new(document: &Document, was: Option<&Group>, group: &Group, outcome: &Outcome) -> Self {
        let rows = rows(document, was, group);
        let columns: Vec<TopicPartition> = group
            .topics
            .iter()
            .flat_map(|topic| {
                let partitions = 0..i32::try_from(topic.partitions).unwrap_or(i32::MAX);
                partitions.map(|partition| TopicPartition { topic: topic.name.clone(), partition })
            })
            .collect();
        let places: HashMap<&MemberId, usize> = rows.iter().map(|row| &row.id).zip(0..).collect();
        let owners = |plan: &Plan| -> HashMap<TopicPartition, usize> {
            let each = plan.iter().filter_map(|(member, share)| Some((*places.get(member)?, share)));
            each.flat_map(|(row, share)| share.iter().map(move |it| (it.clone(), row))).collect()
        };
        let before = owners(&outcome.before);
        let (now, next) = outcome.given.as_ref().map_or_else(
            |_| (HashMap::new(), HashMap::new()),
            |given| {
                let next = given.withheld.iter().filter_map(|(it, member)| Some((it.clone(), *places.get(member)?)));
                (owners(&given.plan), next.collect())
            },
        );
        let fate = |it: &TopicPartition| Fate {
            before: before.get(it).copied(),
            now: now.get(it).copied(),
            next: next.get(it).copied(),
        };
        let fates = columns.iter().map(fate).collect();
        Self { rows, columns, fates }
    }

    /// What stands at a row and a column.
    #[must_use]
    pub fn cell(&self, row: usize, column: usize) -> Cell {
        let fate = self.fates[column];
        let line = &self.rows[row];
        match fate {
            _ if fate.now == Some(row) => match fate.before {
                Some(before) if before == row => Cell::Kept,
                Some(before) => Cell::Moved(before),
                None => Cell::New,
            },
            _ if fate.next == Some(row) => Cell::Withheld,
            _ if fate.before == Some(row) && fate.next.is_some() && !line.has_left => Cell::Revokes,
            _ if fate.before == Some(row) => Cell::Had,
            _ if line.has_left => Cell::Gone,
            _ if !line.topics.contains(&self.columns[column].topic) => Cell::NotSubscribed,
            _ => Cell::Empty,
        }
    }

    /// What each row holds; `differ` says of each partition whether the assignors disagree.
    #[must_use]
    pub fn tallies(&self, differ: &[bool]) -> Vec<Tally> {
        let mut tallies = vec![Tally::default(); self.rows.len()];
        for (column, fate) in self.fates.iter().enumerate() {
            if let Some(row) = fate.now {
                tallies[row].has += 1;
                match fate.before {
                    Some(before) if before == row => tallies[row].kept += 1,
                    Some(_) => tallies[row].moved += 1,
                    None => tallies[row].new += 1,
                }
            }
            if let Some(row) = fate.next {
                tallies[row].withheld += 1;
            }
            if let Some(row) = fate.before.filter(|row| fate.now != Some(*row)) {
                tallies[row].lost += 1;
            }
            if let Some(row) = self.owner(column) {
                let differs = differ.get(column).copied().unwrap_or_default();
                tallies[row].differs += usize::from(differs);
                tallies[row].same += usize::from(!differs);
            }
        }
        tallies
    }

    /// Who has or will have a partition.
    #[must_use]
    pub fn owner(&self, column: usize) -> Option<usize> {
        self.fates[column].now.or(self.fates[column].next)
    }
}

/// The members of the group and those that have just left, in the order in which they first joined.
fn rows(document: &Document, was: Option<&Group>, group: &Group) -> Vec<Row> {
    let row = |(place, id): (usize, MemberId)| {
        let present = group.member(&id);
        let member = present.or_else(|| was?.member(&id))?;
        let topics = member.topics.iter().cloned().collect();
        Some(Row { id, place, has_left: present.is_none(), topics })
    };
    document.everybody().into_iter().enumerate().filter_map(row).collect()
}

/// For each partition whether the results give it to different members.
#[must_use]
pub fn differences(results: &[Matrix]) -> Vec<bool> {
    let Some((first, others)) = results.split_first() else { return Vec::new() };
    (0..first.columns.len()).map(|column| others.iter().any(|it| it.owner(column) != first.owner(column))).collect()
}
