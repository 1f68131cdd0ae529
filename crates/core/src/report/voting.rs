//! How a group came to its assignor: who offers what, who votes for what, what wins.

use std::collections::BTreeMap;

use crate::{
    coordinator::{Ballot, Note},
    protocol::{ApiKey, ErrorCode, MemberId, Name, Request},
    simulation::{
        ConsumerIx, GroupIx, Run,
        frame::GroupState,
        lanes::Standing,
        trace::{EventId, EventKind, ExchangeId},
    },
};

/// A vote for an assignor, or the offers before it while the join phase lasts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Voting {
    /// When the votes were counted, ms; `None` = the join phase still lasts.
    pub counted: Option<u64>,
    /// The generation it is for.
    pub generation: i32,
    /// Who votes, in the coordinator's order.
    pub voters: Vec<Voter>,
    /// The assignors that every voter offers, each with its votes; the winner first, then by votes.
    pub candidates: Vec<(Name, usize)>,
    /// The winner.
    pub winner: Option<Name>,
    /// Whether another candidate has as many votes: then the first of them in Java's HashMap order wins.
    pub is_tied: bool,
    /// Whose JoinGroup was refused with INCONSISTENT_GROUP_PROTOCOL since the vote before, and what they offered.
    pub refused: Vec<(ConsumerIx, Vec<Name>)>,
}

/// A member in a vote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Voter {
    /// Its consumer.
    pub consumer: ConsumerIx,
    /// The assignors it offers, best first.
    pub offers: Vec<Name>,
    /// Whom it votes for: the first of its own that all offer. `None` = not counted yet.
    pub vote: Option<Name>,
}

impl Voting {
    /// The vote that counts at `at` (ms); in a join phase what its members offer so far. `None` = nobody has voted yet, or
    /// nobody is left.
    #[must_use]
    pub fn at(run: &Run, group: GroupIx, at: u64) -> Option<Self> {
        let lanes = &run.lanes.groups[group.index()];
        let state = lanes.state.at(at).and_then(|change| change.value);
        match state? {
            GroupState::PreparingRebalance => Some(Self::open(run, group, at)),
            GroupState::CompletingRebalance | GroupState::Stable => Self::counted(run, group, at),
            GroupState::Empty | GroupState::Dead => None,
        }
    }

    /// The offers of those who have joined so far.
    fn open(run: &Run, group: GroupIx, at: u64) -> Self {
        let lanes = &run.lanes.groups[group.index()];
        let joined = lanes.members.iter().filter(|member| {
            let standing = member.standing.at(at).map(|change| change.value);
            matches!(standing, Some(Standing::Member { joined: true, .. }))
        });
        let now = run.trace.first_from(at + 1);
        let voters = voters(run, group, now, joined.filter_map(|member| Some((member.consumer?, None))).collect());
        let candidates = common(&voters).into_iter().map(|name| (name, 0)).collect();
        let generation = lanes.generation.at(at).map_or(0, |change| change.value) + 1;
        let (refused, _) = since_vote(run, group, now);
        Self { generation, voters, candidates, refused, ..Self::default() }
    }

    fn counted(run: &Run, group: GroupIx, at: u64) -> Option<Self> {
        let (refused, latest) = since_vote(run, group, run.trace.first_from(at + 1));
        let (vote, ballot) = latest?;
        let counted = run.trace.event(vote).at;
        let lanes = &run.lanes.groups[group.index()];
        let consumer = |id: &MemberId| lanes.members.iter().find(|member| member.id == *id)?.consumer;
        let votes = ballot.votes.iter().filter_map(|(id, vote)| Some((consumer(id)?, Some(vote.clone()))));
        let count = |name: &Name| ballot.votes.iter().filter(|(_, vote)| vote == name).count();
        let mut candidates: Vec<_> = ballot.candidates.iter().map(|name| (name.clone(), count(name))).collect();
        candidates.sort_by_key(|(name, count)| (*name != ballot.winner, std::cmp::Reverse(*count)));
        Some(Self {
            counted: Some(counted),
            generation: lanes.generation.at(counted).map_or(0, |change| change.value),
            voters: voters(run, group, vote, votes.collect()),
            is_tied: matches!(candidates[..], [(_, first), (_, second), ..] if first == second),
            candidates,
            winner: Some(ballot.winner.clone()),
            refused,
        })
    }
}

type Refused = Vec<(ConsumerIx, Vec<Name>)>;

/// The latest vote before an event, and who was refused between the two.
fn since_vote(run: &Run, group: GroupIx, before: EventId) -> (Refused, Option<(EventId, &Ballot)>) {
    let mut refused = Vec::new();
    for id in (0..before.0).rev().map(EventId) {
        match run.trace.event(id).kind {
            EventKind::Coordinator { group: of, note, .. } if of == group => {
                if let Note::ProtocolChosen { ballot, .. } = &run.trace.coordinator_notes[note.index()] {
                    refused.reverse();
                    return (refused, Some((id, ballot)));
                }
            }
            EventKind::ReplySent { exchange: id } => {
                let exchange = run.trace.exchange(id);
                if exchange.error == ErrorCode::InconsistentGroupProtocol
                    && let Some(offered) = offered(run, group, id)
                {
                    refused.push((exchange.consumer, offered));
                }
            }
            _ => {}
        }
    }
    refused.reverse();
    (refused, None)
}

/// The assignors that all voters offer, in the first one's order.
fn common(voters: &[Voter]) -> Vec<Name> {
    let Some((first, others)) = voters.split_first() else { return Vec::new() };
    let by_all = |name: &&Name| others.iter().all(|voter| voter.offers.contains(name));
    first.offers.iter().filter(by_all).cloned().collect()
}

/// The voters with what each offered in its latest JoinGroup before an event.
fn voters(run: &Run, group: GroupIx, before: EventId, votes: Vec<(ConsumerIx, Option<Name>)>) -> Vec<Voter> {
    let mut offers: BTreeMap<ConsumerIx, Vec<Name>> = BTreeMap::new();
    for event in run.trace.events[..before.index()].iter().rev() {
        let EventKind::RequestArrived { exchange } = event.kind else { continue };
        let consumer = run.trace.exchange(exchange).consumer;
        if votes.iter().any(|(voter, _)| *voter == consumer) && !offers.contains_key(&consumer) {
            offers.extend(offered(run, group, exchange).map(|offered| (consumer, offered)));
            if offers.len() == votes.len() {
                break;
            }
        }
    }
    let offered = |consumer| offers.get(&consumer).cloned().unwrap_or_default();
    votes.into_iter().map(|(consumer, vote)| Voter { consumer, offers: offered(consumer), vote }).collect()
}

/// The assignors in a JoinGroup of that group.
fn offered(run: &Run, group: GroupIx, id: ExchangeId) -> Option<Vec<Name>> {
    let exchange = run.trace.exchange(id);
    if exchange.api != ApiKey::JoinGroup || run.cast.consumers[exchange.consumer.index()].group != group {
        return None;
    }
    match &*run.trace.payload(exchange)?.request {
        Request::JoinGroup(join) => Some(join.protocols.iter().map(|protocol| protocol.name.clone()).collect()),
        _ => None,
    }
}
