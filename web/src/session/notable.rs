//! What in a run is worth a look: where steps stop, where the automatic pace slows down, where rebalances begin.

use groupscope_core::{
    coordinator::{self, GroupState},
    protocol::ApiKey,
    simulation::{
        Run,
        trace::{EventKind, Exchange},
    },
};

/// The moments and stretches of a run that matter, in the order of time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Notables {
    /// The moments that a step goes to, ms, each once.
    pub stops: Vec<u64>,
    /// When rebalances begin, ms.
    pub rebalances: Vec<u64>,
    /// When something that matters is under way, ms: disjoint.
    pub busy: Vec<(u64, u64)>,
}

/// Stretches closer than this are one, ms.
const NEAR: u64 = 40;
/// How long an event that takes no time is looked at, ms of virtual time before and after it.
const BEAT: (u64, u64) = (5, 25);

impl Notables {
    /// Those of a run.
    #[must_use]
    pub fn of(run: &Run) -> Self {
        let mut notables = Self::default();
        let mut stretches = Vec::new();
        for event in run.trace.events.iter().filter(|event| run.is_worth_a_stop(event.kind)) {
            if notables.stops.last() != Some(&event.at) {
                notables.stops.push(event.at);
            }
            if begins_rebalance(run, event.kind) && notables.rebalances.last() != Some(&event.at) {
                notables.rebalances.push(event.at);
            }
            if !is_message(event.kind) {
                stretches.push((event.at.saturating_sub(BEAT.0), event.at + BEAT.1));
            }
        }
        stretches.extend(run.trace.exchanges.iter().filter(|exchange| matters(exchange)).flat_map(flights));
        notables.busy = merged(stretches);
        notables
    }

    /// The stop after `at`, or before it.
    #[must_use]
    pub fn step(&self, at: u64, forward: bool) -> Option<u64> {
        next(&self.stops, at, forward)
    }

    /// The rebalance that begins after `at`, or before it.
    #[must_use]
    pub fn rebalance(&self, at: u64, forward: bool) -> Option<u64> {
        next(&self.rebalances, at, forward)
    }
}

/// The next of sorted times after `at`, or the last one before it.
fn next(times: &[u64], at: u64, forward: bool) -> Option<u64> {
    if forward {
        times.get(times.partition_point(|time| *time <= at)).copied()
    } else {
        times[..times.partition_point(|time| *time < at)].last().copied()
    }
}

/// Whether an exchange is more than everyday traffic: about membership, refused, or lost.
fn matters(exchange: &Exchange) -> bool {
    let everyday = matches!(
        exchange.api,
        ApiKey::Fetch
            | ApiKey::Metadata
            | ApiKey::ApiVersions
            | ApiKey::Heartbeat
            | ApiKey::OffsetCommit
            | ApiKey::ListOffsets
            | ApiKey::OffsetForLeaderEpoch
    );
    !everyday || !exchange.error.is_none() || exchange.lost().is_some()
}

/// When its request and its reply are under way.
fn flights(exchange: &Exchange) -> impl Iterator<Item = (u64, u64)> {
    let lost = exchange.lost();
    let request = exchange.arrived().or(lost).map(|end| (exchange.sent(), end));
    let reply = exchange.answered().and_then(|sent| Some((sent, exchange.received().or(lost)?)));
    [request, reply].into_iter().flatten()
}

/// The stretches in order, those that meet or nearly do as one.
fn merged(mut stretches: Vec<(u64, u64)>) -> Vec<(u64, u64)> {
    stretches.sort_unstable();
    let mut merged: Vec<(u64, u64)> = Vec::new();
    for (from, to) in stretches {
        match merged.last_mut() {
            Some(last) if from <= last.1 + NEAR => last.1 = last.1.max(to),
            _ => merged.push((from, to)),
        }
    }
    merged
}

const fn is_message(kind: EventKind) -> bool {
    matches!(kind, EventKind::RequestSent { .. } | EventKind::ReplyArrived { .. })
}

fn begins_rebalance(run: &Run, kind: EventKind) -> bool {
    let EventKind::Coordinator { note, .. } = kind else { return false };
    let note = &run.trace.coordinator_notes[note.index()];
    matches!(note, coordinator::Note::Transition { to: GroupState::PreparingRebalance, .. })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_goes_to_the_next_moment_and_never_stays() {
        let notables = Notables { stops: vec![0, 40, 3_000], ..Notables::default() };
        assert_eq!(notables.step(40, true), Some(3_000));
        assert_eq!(notables.step(40, false), Some(0));
        assert_eq!(notables.step(41, false), Some(40));
        assert_eq!((notables.step(0, false), notables.step(3_000, true)), (None, None));
    }

    #[test]
    fn stretches_that_nearly_meet_are_one() {
        assert_eq!(merged(vec![(100, 140), (0, 40), (60, 80), (300, 301)]), [(0, 140), (300, 301)]);
    }
}
