//! `groupscope assign`: runs an assignor on each case, and compares for `verify`.

mod case;

use std::{collections::HashMap, path::PathBuf};

use groupscope_core::{
    assignor::{AssignError, MaxGeneration, assign},
    protocol::{MemberId, TopicPartition},
};
use serde::{Serialize, Serializer};
use serde_json::Value;

use self::case::{Case, Expected};
use crate::{
    Failure, Outcome,
    jsonl::{Fields, answer_lines},
    verify::Level,
};

/// Assigns the partitions of each case, as the leader of the group does.
///
/// Prints a line for each case: its id and each member's partitions, or the exception that Kafka's assignor throws.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Assignor cases: JSON Lines, .gz as gzip; standard input if there are none.
    files: Vec<PathBuf>,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<Outcome, Failure> {
    answer_lines(&args.files, |value, fields| {
        let case = Case::read(value, fields)?;
        Ok(Answer::of(&case))
    })
}

/// What differs from what the case expects.
pub(crate) fn check(value: &Value, level: Option<Level>, fields: &mut Fields) -> Result<Vec<String>, String> {
    let case = Case::read(value, fields)?;
    let expected = case.expected.as_ref().ok_or("the case expects nothing: there is no field \"expect\"")?;
    let set = level == Some(Level::Set);
    Ok(match (expected, Answer::of(&case)) {
        (Expected::Error(expected), Answer::Error(error)) if expected == error => Vec::new(),
        (Expected::Error(expected), answer) => vec![format!("expected {expected}, got {}", answer.short())],
        (Expected::Assignment(_), Answer::Error(error)) => vec![format!("expected an assignment, got {error}")],
        (Expected::Assignment(expected), Answer::Assignment(shares)) => compare(expected, &shares.0, set),
    })
}

/// What an assignor makes of a case.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Answer {
    Assignment(Shares),
    Error(&'static str),
}

/// Each member's partitions, in the order in which the case has its members.
struct Shares(Vec<(MemberId, Vec<TopicPartition>)>);

impl Answer {
    fn of(case: &Case) -> Self {
        match assign(case.assignor, &case.cluster, &case.members, &mut MaxGeneration::default()) {
            Ok(assignment) => {
                let mut shares: HashMap<MemberId, Vec<TopicPartition>> = assignment.into_iter().collect();
                let ids = case.members.iter().map(|member| member.id.clone());
                Self::Assignment(Shares(ids.map(|id| (id.clone(), shares.remove(&id).unwrap_or_default())).collect()))
            }
            Err(error) => Self::Error(AssignError::class_name(error)),
        }
    }

    const fn short(&self) -> &'static str {
        match self {
            Self::Assignment(_) => "an assignment",
            Self::Error(error) => error,
        }
    }
}

impl Serialize for Shares {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(member, share)| (member, share)))
    }
}

type Share = (MemberId, Vec<TopicPartition>);

fn compare(expected: &[Share], got: &[Share], as_sets: bool) -> Vec<String> {
    let mut differences = Vec::new();
    let mut rest: HashMap<&MemberId, &Vec<TopicPartition>> =
        got.iter().map(|(member, share)| (member, share)).collect();
    for (member, expected) in expected {
        match rest.remove(member) {
            Some(got) => differences.extend(compare_shares(expected, got, as_sets).map(|it| format!("{member}: {it}"))),
            None => differences.push(format!("{member}: expected, but not a member")),
        }
    }
    let unexpected = got.iter().filter(|(member, _)| rest.contains_key(member));
    differences.extend(unexpected.map(|(member, _)| format!("{member}: a member, but not expected")));
    differences
}

fn compare_shares(expected: &[TopicPartition], got: &[TopicPartition], as_sets: bool) -> Option<String> {
    if as_sets {
        let sorted = |share: &[TopicPartition]| {
            let mut share = share.to_vec();
            share.sort_unstable();
            share
        };
        return (sorted(expected) != sorted(got))
            .then(|| format!("lacks {}, has too many {}", difference(expected, got), difference(got, expected)));
    }
    let places = expected.len().max(got.len());
    let place = (0..places).find(|&place| expected.get(place) != got.get(place))?;
    let name = |share: &[TopicPartition]| share.get(place).map_or("nothing".to_owned(), ToString::to_string);
    Some(format!("at {place} expected {}, got {}", name(expected), name(got)))
}

/// The partitions of `a` that `b` has less often.
fn difference(a: &[TopicPartition], b: &[TopicPartition]) -> String {
    let mut left = b.to_vec();
    let lacking = a.iter().filter(|partition| match left.iter().position(|other| other == *partition) {
        Some(index) => {
            left.swap_remove(index);
            false
        }
        None => true,
    });
    format!("{:?}", lacking.map(ToString::to_string).collect::<Vec<_>>())
}
