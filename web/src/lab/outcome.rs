//! What each assignor makes of a group, rebalance by rebalance: each goes on from what it gave before.

use std::collections::HashMap;

use groupscope_core::{
    assignor::{
        AssignError, Cluster, Figures, GroupMember, GroupSubscription, LastAssignment, MaxGeneration, Placement,
        TopicMetadata, subscription_user_data,
    },
    config::{Assignor, RebalanceProtocol},
    protocol::{MemberId, NO_GENERATION, TopicPartition, consumer_protocol::Subscription},
};

use super::document::Group;

/// Each member's share.
pub type Plan = Vec<(MemberId, Vec<TopicPartition>)>;

/// More rounds than this no cooperative rebalance takes.
const MOST_ROUNDS: u32 = 10;

/// What an assignor gives in a rebalance.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The assignor.
    pub assignor: Assignor,
    /// Who had what.
    pub before: Plan,
    /// In which generation they had it; 0 at the start.
    pub generation: i32,
    /// What it gives, or why Kafka's assignor throws.
    pub given: Result<Given, AssignError>,
}

/// Shares, and how they came about.
#[derive(Clone, Debug)]
pub struct Given {
    /// Each member's share after the first round.
    pub plan: Plan,
    /// Partitions that are in nobody's share yet, and whose they will be.
    pub withheld: Vec<(TopicPartition, MemberId)>,
    /// Why each partition of the first round went where it went.
    pub placements: Vec<Placement>,
    /// Figures of the first round against what was before.
    pub figures: Figures,
    /// Each member's share in the end.
    pub last: Plan,
    /// Figures in the end.
    pub last_figures: Figures,
    /// How many rounds it took.
    pub rounds: u32,
    /// The group's generation in the end.
    pub generation: i32,
}

impl Outcome {
    /// What the group has when the rebalance is over, and in which generation.
    fn end(&self) -> (Plan, Option<i32>) {
        match &self.given {
            Ok(given) => (given.last.clone(), Some(given.generation)),
            Err(_) => (self.before.clone(), None),
        }
    }
}

/// What an assignor gives at the start and after each change, each going on from the one before.
#[must_use]
pub fn outcomes(assignor: Assignor, groups: &[Group]) -> Vec<Outcome> {
    let mut outcomes: Vec<Outcome> = Vec::new();
    let mut generation = 0;
    for group in groups {
        let (before, last) = outcomes.last().map(Outcome::end).unwrap_or_default();
        generation = last.unwrap_or(generation);
        let given = rebalance(assignor, group, &before, generation);
        outcomes.push(Outcome { assignor, before, generation, given });
    }
    outcomes
}

fn rebalance(assignor: Assignor, group: &Group, before: &Plan, generation: i32) -> Result<Given, AssignError> {
    let first = subscription(assignor, group, before, generation);
    let (assignment, placements) = first.explain(&mut MaxGeneration::default())?;
    let plan = plan(&assignment);
    let withheld: Vec<_> = assignment.withheld().map(|(partition, member)| (partition, member.clone())).collect();
    let figures = assignment.figures(before);
    let mut given = Given {
        last: plan.clone(),
        last_figures: figures.clone(),
        plan,
        placements,
        figures,
        rounds: 1,
        generation: generation + 1,
        withheld,
    };
    let mut is_open = !given.withheld.is_empty();
    while is_open && given.rounds < MOST_ROUNDS {
        let next = subscription(assignor, group, &given.last, given.generation);
        let assignment = next.assign(&mut MaxGeneration::default())?;
        is_open = assignment.withheld().len() > 0;
        given.last = self::plan(&assignment);
        given.last_figures = assignment.figures(before);
        given.rounds += 1;
        given.generation += 1;
    }
    Ok(given)
}

fn plan(assignment: &groupscope_core::assignor::GroupAssignment<'_>) -> Plan {
    assignment.iter().map(|(member, share)| (member.clone(), share.collect())).collect()
}

/// What the leader hears of its group.
fn subscription(assignor: Assignor, group: &Group, owned: &Plan, generation: i32) -> GroupSubscription {
    let topics = group.topics.iter().map(|topic| TopicMetadata {
        name: topic.name.clone(),
        partitions: topic.partitions,
        racks: topic.all_racks(),
    });
    GroupSubscription::new(assignor, &Cluster::new(topics.collect()), &members(assignor, group, owned, generation))
}

/// The members as their consumers would join: with what they own, in the generation they had it in.
fn members(assignor: Assignor, group: &Group, owned: &Plan, generation: i32) -> Vec<GroupMember> {
    let owned: HashMap<_, _> = owned.iter().map(|(member, share)| (member, share.as_slice())).collect();
    let member = |member: &super::document::Member| {
        let share = owned.get(&member.id).copied();
        let last = share.map(|partitions| LastAssignment { partitions, generation });
        // An eager consumer has revoked everything before it joins.
        let keeps = assignor.supports(RebalanceProtocol::Cooperative);
        let subscription = Subscription {
            topics: member.topics.clone(),
            user_data: subscription_user_data(assignor, last),
            owned_partitions: share.filter(|_| keeps).unwrap_or_default().to_vec(),
            generation_id: if share.is_some() { generation } else { NO_GENERATION },
            rack_id: member.rack.clone(),
        };
        // Over the wire topics and partitions are sorted.
        let subscription = Subscription::decode(&subscription.encode()).unwrap_or(subscription);
        GroupMember { id: member.id.clone(), instance: member.instance.clone(), subscription }
    };
    group.members.iter().map(member).collect()
}
