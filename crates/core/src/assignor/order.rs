//! The orders in which members and topics are looked at.

use super::group::{GroupSubscription, Member};
use crate::java::{self, HashMap, HashSet};

/// The members as range and round robin sort them: static ones by instance id, then the others by member id
/// (`AbstractPartitionAssignor.MemberInfo.compareTo`).
pub(super) fn by_member_info(group: &GroupSubscription) -> Vec<u32> {
    let compare = |a: &Member, b: &Member| match (&a.instance, &b.instance) {
        (Some(a), Some(b)) => java::compare(a, b),
        (None, None) => java::compare(&a.id, &b.id),
        (a, b) => a.is_none().cmp(&b.is_none()),
    };
    let mut members: Vec<(u32, &Member)> = (0..).zip(&group.members).collect();
    members.sort_by(|(_, a), (_, b)| compare(a, b));
    members.into_iter().map(|(number, _)| number).collect()
}

/// Sorts members by their ids.
pub(super) fn sort_by_id(group: &GroupSubscription, members: &mut [u32]) {
    let id = |member: u32| group.members[member as usize].id.as_str();
    let Some((&first, rest)) = members.split_first() else { return };
    // Ids begin alike: what decides is mostly within the next few bytes.
    let begins_alike = |other: &u32| id(first).bytes().zip(id(*other).bytes()).take_while(|(a, b)| a == b).count();
    let alike = rest.iter().map(begins_alike).min().unwrap_or(0);
    let mut keyed: Vec<(u64, u32)> =
        members.iter().map(|&member| (java::sort_key(&id(member).as_bytes()[alike..]), member)).collect();
    keyed.sort_unstable_by(|a, b| a.0.cmp(&b.0).then_with(|| java::compare(id(a.1), id(b.1))));
    for (place, (_, member)) in members.iter_mut().zip(keyed) {
        *place = member;
    }
}

/// The topics that there is metadata of, in the order of the map `partitionsPerTopic`
/// (`AbstractPartitionAssignor.assign`).
pub(super) fn of_topic_map(group: &GroupSubscription) -> Vec<u32> {
    let mut seen = vec![false; group.topics.len()];
    let mut subscribed = HashSet::new();
    for &topic in group.members.iter().flat_map(|member| &member.topics) {
        if !std::mem::replace(&mut seen[topic as usize], true) {
            subscribed.insert(group.topics[topic as usize].key());
        }
    }
    let numbers: HashMap<_, _> = group.topics.iter().map(super::group::Topic::key).zip(0..).collect();
    let known = subscribed.iter().filter_map(|key| numbers.get(key).map(|&number| (*key, number)));
    let known = known.filter(|&(_, number): &(_, u32)| group.topics[number as usize].partitions > 0);
    known.collect::<HashMap<_, _>>().values().copied().collect()
}
