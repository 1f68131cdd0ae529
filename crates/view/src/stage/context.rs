//! One moment with what the parts of the stage look up in it.

use std::collections::HashMap;

use groupscope_core::{
    protocol::TopicPartition,
    simulation::frame::{
        BrokerFrame, ConsumerFrame, Frame, GroupFrame, GroupMemberFrame, ParkedFrame, PartitionFrame, TimerFrame,
        TimerKind,
    },
};

use super::Options;
use crate::{condition::Condition, scene::Group, token::Hue, words::Words};

/// The moment, the words, and the picture as it grows.
pub(super) struct Stage<'a> {
    pub(super) frame: &'a Frame,
    pub(super) words: &'a Words,
    pub(super) options: &'a Options,
    /// The parts drawn so far.
    pub(super) groups: Vec<Group>,
    /// Until when only motions change.
    pub(super) until: u64,
    places: HashMap<&'a str, usize>,
    facts: Vec<Facts<'a>>,
}

/// A picture is made anew at least this often, ms: so running texts keep their width.
const LONGEST: u64 = 60_000;

/// What the frame says of one consumer in different places.
#[derive(Default)]
struct Facts<'a> {
    group: usize,
    leads: bool,
    member: Option<&'a GroupMemberFrame>,
    session: Option<&'a TimerFrame>,
    parked: Option<&'a ParkedFrame>,
    /// The partitions it read last and nobody reads now.
    lost: Vec<&'a PartitionFrame>,
}

impl<'a> Stage<'a> {
    pub(super) fn new(frame: &'a Frame, words: &'a Words, options: &'a Options) -> Self {
        let places: HashMap<_, _> = frame.consumers.iter().enumerate().map(|(i, c)| (c.name.as_str(), i)).collect();
        let mut facts: Vec<Facts<'a>> = frame.consumers.iter().map(|_| Facts::default()).collect();
        let place = |name: &str| places.get(name).copied();
        for (fact, consumer) in facts.iter_mut().zip(&frame.consumers) {
            fact.group = frame.groups.iter().position(|group| Some(&group.id) == consumer.group.as_ref()).unwrap_or(0);
        }
        for group in &frame.groups {
            for member in &group.members {
                place(&member.consumer).into_iter().for_each(|i| facts[i].member = Some(member));
            }
            for timer in group.timers.iter().filter(|timer| timer.kind == TimerKind::Session) {
                timer.member.as_deref().and_then(place).into_iter().for_each(|i| facts[i].session = Some(timer));
            }
            group.leader.as_deref().and_then(place).into_iter().for_each(|i| facts[i].leads = true);
        }
        for parked in &frame.parked {
            place(&parked.member).into_iter().for_each(|i| facts[i].parked = Some(parked));
        }
        for partition in frame.partitions.iter().filter(|partition| partition.unread_since.is_some()) {
            partition.last_owner.as_deref().and_then(place).into_iter().for_each(|i| facts[i].lost.push(partition));
        }
        Self {
            frame,
            words,
            options,
            groups: Vec::new(),
            until: frame.until.clamp(frame.at + 1, frame.at + LONGEST),
            places,
            facts,
        }
    }

    pub(super) fn at(&self) -> u64 {
        self.frame.at
    }

    /// Something changes its look at `at` without an event.
    pub(super) fn changes_at(&mut self, at: u64) {
        if at > self.frame.at {
            self.until = self.until.min(at);
        }
    }

    pub(super) fn consumer(&self, place: usize) -> &'a ConsumerFrame {
        &self.frame.consumers[place]
    }

    /// The place of the consumer of that name.
    pub(super) fn place(&self, name: &str) -> Option<usize> {
        self.places.get(name).copied()
    }

    /// The hue of a consumer's name.
    pub(super) fn hue(&self, place: usize) -> Hue {
        Hue::of_place(place)
    }

    /// The index of the consumer's group; the first one's for a consumer without a group.
    pub(super) fn group_of(&self, place: usize) -> usize {
        self.facts[place].group
    }

    /// The places of a group's consumers.
    pub(super) fn consumers_of(&self, group: usize) -> Vec<usize> {
        (0..self.facts.len()).filter(|place| self.group_of(*place) == group).collect()
    }

    /// The consumer as its group's coordinator sees it.
    pub(super) fn member(&self, place: usize) -> Option<&'a GroupMemberFrame> {
        self.facts[place].member
    }

    pub(super) fn condition(&self, place: usize) -> Condition {
        Condition::of(self.consumer(place), self.member(place).is_some_and(|member| !member.pending))
    }

    pub(super) fn leads(&self, place: usize) -> bool {
        self.facts[place].leads
    }

    /// The member's session at its coordinator.
    pub(super) fn session(&self, place: usize) -> Option<&'a TimerFrame> {
        self.facts[place].session
    }

    pub(super) fn parked(&self, place: usize) -> Option<&'a ParkedFrame> {
        self.facts[place].parked
    }

    /// What the consumer holds, then what it held last and nobody reads now (`true`).
    pub(super) fn holdings(&self, place: usize) -> Vec<(TopicPartition, bool)> {
        let consumer = self.consumer(place);
        let gone = matches!(self.condition(place), Condition::NoProcess | Condition::Away);
        let held = if gone { &consumer.assigned } else { &consumer.owned };
        let lost = &self.facts[place].lost;
        let is =
            |held: &TopicPartition, lost: &PartitionFrame| held.topic == lost.topic && held.partition == lost.partition;
        let unread = |held: &TopicPartition| gone || lost.iter().any(|lost| is(held, lost));
        let mut holdings: Vec<_> = held.iter().map(|partition| (partition.clone(), unread(partition))).collect();
        for lost in lost {
            if !held.iter().any(|held| is(held, lost)) {
                holdings.push((TopicPartition::new(lost.topic.clone(), lost.partition), true));
            }
        }
        holdings
    }

    /// Since when the consumer's partitions lie unread: the longest of them.
    pub(super) fn unread_since(&self, place: usize) -> Option<u64> {
        self.facts[place].lost.iter().filter_map(|partition| partition.unread_since).min()
    }

    pub(super) fn group(&self, index: usize) -> &'a GroupFrame {
        &self.frame.groups[index]
    }

    /// Whether the group's coordinator runs.
    pub(super) fn is_coordinated(&self, group: &GroupFrame) -> bool {
        let own = |broker: &&BrokerFrame| broker.id.to_string() == Self::broker_number(&group.coordinator);
        self.frame.brokers.iter().find(own).is_none_or(|broker| broker.alive)
    }

    /// The number in a broker's name `broker-2`.
    pub(super) fn broker_number(name: &str) -> &str {
        name.strip_prefix("broker-").unwrap_or(name)
    }
}
