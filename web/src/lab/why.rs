//! Why a partition is where it is, in words.

use groupscope_core::{
    assignor::{Placement, Step},
    config::Assignor,
    protocol::{MemberId, TopicPartition},
};
use groupscope_view::words::{Arg, Words};

use super::{document::Group, matrix::Matrix, outcome::Outcome};

/// What is said of a partition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// Who gets it, or that nobody does yet.
    pub title: String,
    /// Kafka's class that decided.
    pub source: String,
    /// The steps of the algorithm, in order.
    pub steps: Vec<String>,
}

/// Why a partition is where it is in an outcome.
#[must_use]
pub fn why(words: &Words, group: &Group, matrix: &Matrix, outcome: &Outcome, partition: &TopicPartition) -> Why {
    let name = partition.to_string();
    let fate = matrix.columns.iter().position(|it| it == partition).map(|column| matrix.fates[column]);
    let id = |row: usize| matrix.rows[row].id.as_str();
    let owner = fate.and_then(|fate| fate.now);
    let (title, member) = match (owner, fate.and_then(|fate| fate.next)) {
        (Some(row), _) => ("lab-why-got", id(row)),
        (None, Some(row)) => ("lab-why-withheld", id(row)),
        (None, None) => ("lab-why-nobody", ""),
    };
    let title = words.say(title, &[("partition", (&name).into()), ("member", member.into())]);
    let mut steps = Vec::new();
    if let Some(row) = fate.and_then(|fate| fate.before).filter(|&row| matrix.rows[row].has_left) {
        steps.push(words.say("lab-step-left", &[("member", id(row).into()), ("partition", (&name).into())]));
    }
    if let Ok(given) = &outcome.given {
        let placed = given.placements.iter().filter(|it| it.partition == *partition);
        steps.extend(placed.map(|placement| sentence(words, group, placement)));
        if owner.is_none() && !member.is_empty() {
            let args = [("member", member.into()), ("generation", i64::from(given.generation).into())];
            steps.push(words.say("lab-step-next", &args));
        }
    }
    if steps.is_empty() {
        steps.push(words.text("lab-step-nobody"));
    }
    Why { title, source: source(group, outcome.assignor), steps }
}

/// Kafka's class that decides.
fn source(group: &Group, assignor: Assignor) -> String {
    if matches!(assignor, Assignor::Range | Assignor::RoundRobin) {
        return assignor.class_name().to_owned();
    }
    let mut topics = group.members.iter().map(|member| {
        let mut topics = member.topics.clone();
        topics.sort();
        topics
    });
    let first = topics.next();
    let path = if topics.all(|it| first.as_ref() == Some(&it)) { "constrainedAssign" } else { "generalAssign" };
    format!("AbstractStickyAssignor.{path}")
}

/// A step as a sentence.
fn sentence(words: &Words, group: &Group, placement: &Placement) -> String {
    let Placement { partition, member, step } = placement;
    let subscribers = group.members.iter().filter(|it| it.topics.contains(&partition.topic)).count();
    let of_topic = group.topics.iter().find(|it| it.name == partition.topic).map_or(0, |it| it.partitions) as usize;
    let (all, members) = (group.partitions() as usize, group.members.len().max(1));
    let name = partition.to_string();
    let shared = [
        ("member", Arg::Text(member.as_str())),
        ("partition", Arg::Text(&name)),
        ("topic", Arg::Text(partition.topic.as_str())),
        ("partitions", of_topic.into()),
        ("subscribers", subscribers.into()),
        ("each", (of_topic / subscribers.max(1)).into()),
        ("rest", (of_topic % subscribers.max(1)).into()),
        ("all", all.into()),
        ("members", members.into()),
        ("least", (all / members).into()),
        ("more", (all % members).into()),
    ];
    let say = |key: &str, own: &[(&str, Arg<'_>)]| words.say(key, &[&shared[..], own].concat());
    let racked = |key: &str, in_rack: bool| {
        let text = say(key, &[]);
        if in_rack { format!("{text} {}", say("lab-step-in-rack", &[])) } else { text }
    };
    let from = |key: &str, from: &MemberId| say(key, &[("from", from.as_str().into())]);
    match step {
        Step::RangeShare => say("lab-step-range-share", &[]),
        Step::RangeExtra => say("lab-step-range-extra", &[]),
        Step::RackMatch => say("lab-step-rack-match", &[]),
        Step::CoPartitioned => say("lab-step-co-partitioned", &[]),
        Step::RoundRobinTurn { passed_over: 0 } => say("lab-step-turn", &[]),
        Step::RoundRobinTurn { passed_over } => say("lab-step-passed", &[("count", i64::from(*passed_over).into())]),
        Step::KeptOwned => say("lab-step-kept", &[]),
        Step::UnderMinQuota { in_rack } => racked("lab-step-least", *in_rack),
        Step::OverMinQuota { in_rack } => racked("lab-step-more", *in_rack),
        Step::LeastLoaded { in_rack } => racked("lab-step-lightest", *in_rack),
        Step::MovedForBalance { from: owner } => from("lab-step-balance", owner),
        Step::MovedToPreviousOwner { from: owner } => from("lab-step-previous", owner),
        Step::MovedInstead { from: owner, of } => {
            let of = of.to_string();
            say("lab-step-instead", &[("from", owner.as_str().into()), ("other", (&of).into())])
        }
        Step::Withheld { claimed_by } => {
            let claimants: Vec<&str> = claimed_by.iter().map(|it| it.as_str()).collect();
            let claimants = claimants.join(", ");
            say("lab-step-withheld", &[("owner", (&claimants).into())])
        }
    }
}
