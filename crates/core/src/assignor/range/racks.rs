//! Range with racks (KIP-881): first what is in a member's rack, and topics with the same subscribers and as many
//! partitions alike; then the rest as ever.

use std::collections::BTreeMap;

use super::TopicShares;
use crate::assignor::{
    assignment::Shares,
    explain::{Step, Steps},
    group::{GroupSubscription, PartitionRef, count},
    racks::use_rack_aware_assignment,
};

/// Assigns the partitions if racks matter for a topic.
pub(super) fn assign(group: &GroupSubscription, topics: &[TopicShares<'_>], steps: &mut Steps) -> Option<Shares> {
    let mut states: Vec<_> = topics.iter().map(|topic| TopicState::new(group, topic)).collect();
    if !states.iter().any(|state| state.needs_racks) {
        return None;
    }
    let mut alike: BTreeMap<(&[u32], u32), Vec<&mut TopicState<'_>>> = BTreeMap::new();
    for state in &mut states {
        let partitions = if state.racks_known { state.topic.partitions } else { 0 };
        alike.entry((state.topic.subscribers, partitions)).or_default().push(state);
    }
    let mut giver = Giver { shares: vec![Vec::new(); group.members.len()], steps };
    for ((_, partitions), mut states) in alike {
        match states.as_mut_slice() {
            [state] if state.needs_racks => assign_in_racks(state, &mut giver),
            [_] => {}
            states => assign_co_partitioned(partitions, states, &mut giver),
        }
    }
    for state in &mut states {
        assign_rest(state, &mut giver);
    }
    for share in &mut giver.shares {
        share.sort_unstable();
    }
    Some(giver.shares.into())
}

/// Where partitions go.
struct Giver<'a> {
    shares: Vec<Vec<PartitionRef>>,
    steps: &'a mut Steps,
}

/// `TopicAssignmentState`
struct TopicState<'a> {
    group: &'a GroupSubscription,
    topic: &'a TopicShares<'a>,
    /// How many partitions each subscriber gets at least.
    quota: u32,
    /// How many subscribers may still get one more.
    extra: u32,
    /// What each subscriber has got, by its place among them.
    counts: Vec<u32>,
    assigned: Vec<bool>,
    /// Whether a subscriber has a rack: only then Kafka looks at the partitions' racks.
    racks_known: bool,
    needs_racks: bool,
}

impl<'a> TopicState<'a> {
    fn new(group: &'a GroupSubscription, topic: &'a TopicShares<'a>) -> Self {
        let (quota, extra) = topic.quota();
        let racks = topic.subscribers.iter().filter_map(|&member| group.members[member as usize].rack);
        let first = group.topics[topic.topic as usize].first;
        Self {
            group,
            topic,
            quota,
            extra,
            counts: vec![0; topic.subscribers.len()],
            assigned: vec![false; topic.partitions as usize],
            racks_known: racks.clone().next().is_some(),
            needs_racks: use_rack_aware_assignment(&group.racks, racks, first..first + topic.partitions),
        }
    }

    fn rack(&self, place: u32) -> Option<u32> {
        self.group.members[self.topic.subscribers[place as usize] as usize].rack
    }

    /// The racks of a partition's replicas.
    fn racks_of(&self, partition: u32) -> &'a [u32] {
        self.group.racks.of(self.group.topics[self.topic.topic as usize].first + partition)
    }

    /// `maxAssignable`
    fn room(&self, place: u32) -> u32 {
        (self.quota + u32::from(self.extra > 0)).saturating_sub(self.counts[place as usize])
    }

    /// Gives some partitions to the subscriber at a place.
    fn give(&mut self, place: u32, partitions: &[u32], giver: &mut Giver<'_>, step: impl Fn(bool) -> Step) {
        let member = self.topic.subscribers[place as usize];
        for &partition in partitions {
            let given = self.topic.partition(partition);
            self.assigned[partition as usize] = true;
            self.counts[place as usize] += 1;
            giver.shares[member as usize].push(given);
            giver.steps.note(given, member, || step(self.counts[place as usize] > self.quota));
        }
        if !partitions.is_empty() && self.counts[place as usize] > self.quota {
            self.extra -= 1;
        }
    }
}

/// One after another, members take as many partitions of their racks as they have room for.
fn assign_in_racks(state: &mut TopicState<'_>, giver: &mut Giver<'_>) {
    let racks = state.group.racks.count as usize;
    let mut in_rack = vec![Vec::new(); racks];
    for partition in 0..state.topic.partitions {
        for &rack in state.racks_of(partition) {
            in_rack[rack as usize].push(partition);
        }
    }
    let everywhere: Vec<u32> = (0..state.topic.partitions).collect();
    let mut cursors = vec![0; racks + 1];
    for place in 0..count(state.counts.len()) {
        let rack = state.rack(place).map(|rack| rack as usize);
        let partitions = rack.map_or(&everywhere, |rack| &in_rack[rack]);
        let taken = take(state, partitions, &mut cursors[rack.unwrap_or(racks)], place);
        state.give(place, &taken, giver, |_| Step::RackMatch);
    }
}

/// The next unassigned ones of `partitions`, as many as the subscriber has room for.
fn take(state: &TopicState<'_>, partitions: &[u32], cursor: &mut usize, place: u32) -> Vec<u32> {
    let mut taken = Vec::new();
    while taken.len() < state.room(place) as usize && *cursor < partitions.len() {
        let partition = partitions[*cursor];
        *cursor += 1;
        if !state.assigned[partition as usize] {
            taken.push(partition);
        }
    }
    taken
}

/// A partition's number goes, in all topics, to the first member that has room in each and a replica of each in its rack.
fn assign_co_partitioned(partitions: u32, states: &mut [&mut TopicState<'_>], giver: &mut Giver<'_>) {
    let Some(first) = states.first() else { return };
    let without_rack = first.group.racks.count as usize;
    // Places by rack: who has no room in one of the topics never will have any again.
    let mut waiting = vec![Vec::new(); without_rack + 1];
    for place in (0..count(first.counts.len())).rev() {
        waiting[first.rack(place).map_or(without_rack, |rack| rack as usize)].push(place);
    }
    for partition in 0..partitions {
        let in_all = |rack: &u32| states.iter().all(|state| state.racks_of(partition).contains(rack));
        let racks = states[0].racks_of(partition).iter().copied().filter(in_all).map(|rack| rack as usize);
        let matching = racks.chain([without_rack]).filter_map(|rack| {
            let places = &mut waiting[rack];
            while places.last().is_some_and(|&place| states.iter().any(|state| state.room(place) == 0)) {
                places.pop();
            }
            places.last().copied()
        });
        if let Some(place) = matching.min() {
            for state in states.iter_mut() {
                state.give(place, &[partition], giver, |_| Step::CoPartitioned);
            }
        }
    }
}

/// The partitions that are left go out in consecutive shares.
fn assign_rest(state: &mut TopicState<'_>, giver: &mut Giver<'_>) {
    let partitions: Vec<u32> = (0..state.topic.partitions).collect();
    let mut cursor = 0;
    for place in 0..count(state.counts.len()) {
        let taken = take(state, &partitions, &mut cursor, place);
        state.give(place, &taken, giver, |extra| if extra { Step::RangeExtra } else { Step::RangeShare });
    }
}
