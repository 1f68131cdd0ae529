//! The orders in which members and topics are looked at.

use super::group::{GroupSubscription, count};
use crate::java::{self, HashMap, HashSet};

/// The members as range and round robin sort them: static ones by instance id, then the others by member id
/// (`AbstractPartitionAssignor.MemberInfo.compareTo`).
pub(super) fn by_member_info(group: &GroupSubscription) -> Vec<u32> {
    let instance = |member: u32| group.members[member as usize].instance.as_deref();
    let (mut members, mut dynamic): (Vec<u32>, Vec<u32>) =
        group.member_numbers().partition(|&member| instance(member).is_some());
    sort_by_text(&mut members, |member| instance(member).unwrap_or_default());
    sort_by_id(group, &mut dynamic);
    members.append(&mut dynamic);
    members
}

/// Sorts members by their ids.
pub(super) fn sort_by_id(group: &GroupSubscription, members: &mut [u32]) {
    sort_by_text(members, |member| &group.members[member as usize].id);
}

/// Sorts members by a text, those with the same text as they were.
fn sort_by_text<'a>(members: &mut [u32], text: impl Fn(u32) -> &'a str) {
    let Some((&first, rest)) = members.split_first() else { return };
    // Ids begin alike: what decides is mostly within the next few bytes.
    let begins_alike = |&other: &u32| text(first).bytes().zip(text(other).bytes()).take_while(|(a, b)| a == b).count();
    let alike = rest.iter().map(begins_alike).min().unwrap_or(0);
    let key = |&member: &u32| (java::sort_key(&text(member).as_bytes()[alike..]), member);
    let mut keyed: Vec<(u64, u32)> = members.iter().map(key).collect();
    keyed.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| java::compare(text(a.1), text(b.1))));
    for (place, (_, member)) in members.iter_mut().zip(keyed) {
        *place = member;
    }
}

/// The topics that there is metadata of, in the order of the map `partitionsPerTopic`
/// (`AbstractPartitionAssignor.assign`).
pub(super) fn of_topic_map(group: &GroupSubscription) -> Vec<u32> {
    let mut numbers = HashMap::new();
    let mut seen = vec![false; group.subscriptions.len()];
    let mut subscribed = HashSet::new();
    for member in &group.members {
        if std::mem::replace(&mut seen[member.subscription as usize], true) {
            continue;
        }
        for &topic in &group.subscriptions[member.subscription as usize] {
            let key = group.topics[topic as usize].key();
            if subscribed.insert(key) {
                numbers.insert(key, topic);
            }
        }
    }
    let known = subscribed.iter().filter_map(|key| Some((*key, *numbers.get(key)?)));
    let known = known.filter(|&(_, topic)| group.topics[topic as usize].partitions > 0);
    known.collect::<HashMap<_, u32>>().values().copied().collect()
}

/// The subscribers of each topic, in an order of the members.
pub(super) struct Subscribers {
    lists: Vec<Vec<u32>>,
    /// The list of each topic.
    of_topic: Vec<u32>,
}

impl Subscribers {
    /// What stands in `order` are members; the lists hold their places in it if `places` is wanted, else the members.
    pub(super) fn new(group: &GroupSubscription, order: &[u32], places: bool) -> Self {
        let value = |(place, &member): (u32, &u32)| if places { place } else { member };
        let mut lists = vec![Vec::new(); group.subscriptions.len()];
        for entry in (0..).zip(order) {
            lists[group.members[*entry.1 as usize].subscription as usize].push(value(entry));
        }
        // A topic of only one subscription shares the list with all others of it.
        let mut of_topic = vec![u32::MAX; group.topics.len()];
        let mut is_shared = false;
        for (number, topics) in (0..).zip(&group.subscriptions) {
            for &topic in topics {
                let list = &mut of_topic[topic as usize];
                if *list == u32::MAX {
                    *list = number;
                } else if *list < count(group.subscriptions.len()) && *list != number {
                    *list = count(lists.len());
                    lists.push(Vec::new());
                    is_shared = true;
                }
            }
        }
        let mut subscribers = Self { lists, of_topic };
        if is_shared {
            subscribers.fill_shared(group, (0..).zip(order).map(|entry| (*entry.1, value(entry))));
        }
        subscribers
    }

    /// Fills the lists of topics that are in several subscriptions.
    fn fill_shared(&mut self, group: &GroupSubscription, members: impl Iterator<Item = (u32, u32)>) {
        for (member, value) in members {
            for &topic in group.topics_of(member) {
                let list = self.of_topic[topic as usize] as usize;
                // a topic that a member names twice counts once
                if list >= group.subscriptions.len() && self.lists[list].last() != Some(&value) {
                    self.lists[list].push(value);
                }
            }
        }
    }

    /// The subscribers of a topic.
    pub(super) fn of(&self, topic: u32) -> &[u32] {
        &self.lists[self.of_topic[topic as usize] as usize]
    }
}
