//! Rules that all assignments keep, on random groups.
//!
//! Some of them don't hold for every input, since Kafka's assignors have quirks, which ours share: claims of partitions that
//! don't exist let partitions be given twice, a member that subscribes to nothing may get partitions if it is looked at
//! first, and a partition may go back to a previous owner that no longer subscribes to its topic. What a rule leaves out it
//! says.

use std::collections::{BTreeMap, BTreeSet};

use groupscope_core::{
    assignor::{
        Cluster, GroupMember, GroupSubscription, LastAssignment, MaxGeneration, Placement, Step, TopicMetadata, assign,
        subscription_user_data,
    },
    config::Assignor,
    protocol::{InstanceId, MemberId, NO_GENERATION, Name, TopicName, TopicPartition, consumer_protocol::Subscription},
};
use proptest::{collection::vec, option, prelude::*, sample::select};

type Shares = BTreeMap<MemberId, Vec<TopicPartition>>;

/// A group before its assignors' user data are made.
#[derive(Clone, Debug)]
struct Group {
    topics: Vec<TopicMetadata>,
    members: Vec<Member>,
}

#[derive(Clone, Debug)]
struct Member {
    id: MemberId,
    instance: Option<InstanceId>,
    rack: Option<Name>,
    topics: Vec<TopicName>,
    /// Partitions and generation; `None` = it is new.
    owned: Option<(Vec<TopicPartition>, i32)>,
}

impl Group {
    fn cluster(&self) -> Cluster {
        Cluster::new(self.topics.clone())
    }

    /// The members as their leader hears of them.
    fn members(&self, assignor: Assignor) -> Vec<GroupMember> {
        self.members.iter().map(|member| member.subscribe(assignor)).collect()
    }

    fn assign(&self, assignor: Assignor) -> Shares {
        let members = self.members(assignor);
        assign(assignor, &self.cluster(), &members, &mut MaxGeneration::default()).unwrap().into_iter().collect()
    }

    /// Members own what they were given.
    fn own(&mut self, shares: &Shares, generation: i32) {
        for member in &mut self.members {
            member.owned = shares.get(&member.id).map(|share| (share.clone(), generation));
        }
    }

    /// All partitions that a member subscribes to.
    fn wanted(&self) -> BTreeSet<TopicPartition> {
        let is_wanted = |topic: &&TopicMetadata| self.members.iter().any(|member| member.topics.contains(&topic.name));
        let partitions = |topic: &TopicMetadata| {
            let name = topic.name.clone();
            (0..topic.partitions.cast_signed()).map(move |it| TopicPartition::new(name.clone(), it))
        };
        self.topics.iter().filter(is_wanted).flat_map(partitions).collect()
    }

    fn subscribes(&self, member: &MemberId, topic: &TopicName) -> bool {
        self.members.iter().any(|it| it.id == *member && it.topics.contains(topic))
    }
}

impl Member {
    fn subscribe(&self, assignor: Assignor) -> GroupMember {
        let last = self.owned.as_ref();
        let last = last.map(|(partitions, generation)| LastAssignment { partitions, generation: *generation });
        let subscription = Subscription {
            topics: self.topics.clone(),
            user_data: subscription_user_data(assignor, last),
            owned_partitions: last
                .filter(|_| assignor == Assignor::CooperativeSticky)
                .map_or_else(Vec::new, |last| last.partitions.to_vec()),
            generation_id: last.map_or(NO_GENERATION, |last| last.generation),
            rack_id: self.rack.clone(),
        };
        let subscription = Subscription::decode(&subscription.encode()).unwrap();
        GroupMember { id: self.id.clone(), instance: self.instance.clone(), subscription }
    }
}

fn topics() -> impl Strategy<Value = Vec<TopicMetadata>> {
    let racks = vec(select(vec!["a", "b", "c"]).prop_map(Name::from), 0..3);
    let topic = (0_u32..9, option::weighted(0.3, vec(racks, 8)));
    vec(topic, 1..5).prop_map(|topics| {
        let name = |index: usize| ["orders", "bills", "Aa", "BB"][index].into();
        let topics = topics.into_iter().enumerate();
        topics
            .map(|(index, (partitions, racks))| TopicMetadata {
                name: name(index),
                partitions,
                racks: racks.unwrap_or_default(),
            })
            .collect()
    })
}

/// New members; `equal` = all subscribe to all topics.
fn group(equal: bool) -> impl Strategy<Value = Group> {
    topics().prop_flat_map(move |topics| {
        let names: Vec<TopicName> = topics.iter().map(|topic| topic.name.clone()).collect();
        let all = names.len();
        let subscription = proptest::sample::subsequence(names, if equal { all..=all } else { 1..=all });
        let rack = option::weighted(0.4, select(vec!["a", "b", "d"]).prop_map(Name::from));
        let member = (subscription, rack, option::weighted(0.2, 0_u8..9));
        let ids = proptest::sample::subsequence((0..30).collect::<Vec<u8>>(), 1..9);
        (Just(topics), ids.prop_flat_map(move |ids| (Just(ids.clone()), vec(member.clone(), ids.len())))).prop_map(
            |(topics, (ids, members))| {
                let members = ids.into_iter().zip(members).map(|(id, (topics, rack, instance))| Member {
                    id: format!("consumer-{id}").into(),
                    instance: instance.map(|instance| format!("instance-{instance}").into()),
                    rack,
                    topics,
                    owned: None,
                });
                Group { members: members.collect(), topics }
            },
        )
    })
}

/// Members with any claims: contested, stale, of partitions that don't exist.
fn group_with_wild_claims() -> impl Strategy<Value = Group> {
    let claim = (select(vec!["orders", "bills", "Aa", "gone"]), -1_i32..11)
        .prop_map(|(topic, it)| TopicPartition::new(topic, it));
    let claims = option::weighted(0.8, (vec(claim, 0..12), -1_i32..4));
    (any::<bool>().prop_flat_map(group), vec(claims, 8)).prop_map(|(mut group, claims)| {
        for (member, owned) in group.members.iter_mut().zip(claims) {
            member.owned = owned;
        }
        group
    })
}

/// A group after an assignment by this assignor, some members gone and some come.
fn changed_group(assignor: Assignor, equal: bool) -> impl Strategy<Value = Group> {
    (group(equal), vec(0_u8..4, 8)).prop_map(move |(mut group, fates)| {
        let fates = fates.into_iter().cycle();
        let before = Group {
            topics: group.topics.clone(),
            members: group
                .members
                .iter()
                .cloned()
                .zip(fates.clone())
                .filter(|(_, fate)| *fate > 0)
                .map(|it| it.0)
                .collect(),
        };
        if !before.members.is_empty() {
            group.own(&before.assign(assignor), 1);
        }
        let mut place = 0;
        let members = group.members.len();
        group.members.retain(|_| {
            place += 1;
            fates.clone().nth(place).is_some_and(|fate| fate != 1) || place == members
        });
        group
    })
}

fn sizes(shares: &Shares) -> Vec<usize> {
    shares.values().map(Vec::len).collect()
}

fn differ_by_one(sizes: &[usize]) -> bool {
    sizes.iter().max().unwrap_or(&0) - sizes.iter().min().unwrap_or(&0) <= 1
}

const STICKY: [Assignor; 2] = [Assignor::Sticky, Assignor::CooperativeSticky];

proptest! {
    #[test]
    fn each_partition_goes_to_one_member_that_subscribes_to_its_topic(group in any::<bool>().prop_flat_map(group)) {
        for assignor in Assignor::ALL {
            let shares = group.assign(assignor);
            let given: Vec<&TopicPartition> = shares.values().flatten().collect();
            prop_assert_eq!(given.iter().copied().cloned().collect::<BTreeSet<_>>(), group.wanted());
            prop_assert_eq!(given.len(), group.wanted().len());
            for (member, share) in &shares {
                prop_assert!(share.iter().all(|partition| group.subscribes(member, &partition.topic)));
            }
        }
    }

    #[test]
    fn each_member_has_a_share_in_the_result(group in group(false)) {
        for assignor in Assignor::ALL {
            let members: BTreeSet<MemberId> = group.members.iter().map(|member| member.id.clone()).collect();
            prop_assert_eq!(group.assign(assignor).into_keys().collect::<BTreeSet<_>>(), members);
        }
    }

    #[test]
    fn range_shares_of_a_topic_differ_by_one_at_most(group in group(false)) {
        let shares = group.assign(Assignor::Range);
        for topic in &group.topics {
            let subscribers = shares.iter().filter(|(member, _)| group.subscribes(member, &topic.name));
            let sizes: Vec<usize> =
                subscribers.map(|(_, share)| share.iter().filter(|it| it.topic == topic.name).count()).collect();
            prop_assert!(differ_by_one(&sizes));
        }
    }

    #[test]
    fn with_equal_subscriptions_all_but_range_give_sizes_that_differ_by_one_at_most(group in group(true)) {
        for assignor in [Assignor::RoundRobin, Assignor::Sticky, Assignor::CooperativeSticky] {
            prop_assert!(differ_by_one(&sizes(&group.assign(assignor))));
        }
    }

    #[test]
    fn nothing_moves_if_nothing_changes(group in group(true)) {
        for assignor in STICKY {
            let mut group = group.clone();
            let shares = group.assign(assignor);
            group.own(&shares, 1);
            let sets = |shares: Shares| -> BTreeMap<_, BTreeSet<_>> {
                shares.into_iter().map(|(member, share)| (member, share.into_iter().collect())).collect()
            };
            let racks_matter = group.members.iter().any(|member| member.rack.is_some());
            // members give up what is not in their racks, and may get it back another way round
            prop_assert!(racks_matter || sets(group.assign(assignor)) == sets(shares));
        }
    }

    #[test]
    fn a_member_keeps_what_it_owned_up_to_the_least_that_each_gets(mut group in changed_group(Assignor::Sticky, true)) {
        group.members.iter_mut().for_each(|member| member.rack = None);
        let shares = group.assign(Assignor::Sticky);
        let least = group.wanted().len() / group.members.len();
        for member in &group.members {
            let owned = member.owned.iter().flat_map(|(owned, _)| owned);
            let owned: Vec<_> = owned.filter(|partition| group.wanted().contains(partition)).collect();
            let kept = shares[&member.id].iter().filter(|partition| owned.contains(partition)).count();
            prop_assert!(kept >= owned.len().min(least), "{} kept {kept} of {}", member.id, owned.len());
        }
    }

    #[test]
    fn cooperative_sticky_gives_nobody_what_another_still_owns(
        group in any::<bool>().prop_flat_map(|equal| changed_group(Assignor::CooperativeSticky, equal)),
    ) {
        for (member, share) in group.assign(Assignor::CooperativeSticky) {
            for other in group.members.iter().filter(|other| other.id != member) {
                let owned = other.owned.iter().flat_map(|(owned, _)| owned);
                prop_assert!(owned.into_iter().all(|partition| !share.contains(partition)));
            }
        }
    }

    #[test]
    fn cooperative_sticky_gives_in_the_next_generation_what_it_withheld(
        mut group in changed_group(Assignor::CooperativeSticky, true),
    ) {
        // for its rack a member may give up again what it has just got
        group.members.iter_mut().for_each(|member| member.rack = None);
        let first = group.assign(Assignor::CooperativeSticky);
        group.own(&first, 2);
        let second = group.assign(Assignor::CooperativeSticky);
        prop_assert!(differ_by_one(&sizes(&second)));
        prop_assert_eq!(second.values().map(Vec::len).sum::<usize>(), group.wanted().len());
    }

    #[test]
    fn the_same_input_gives_the_same_output(group in group_with_wild_claims()) {
        for assignor in Assignor::ALL {
            let run = || assign(assignor, &group.cluster(), &group.members(assignor), &mut MaxGeneration::default());
            prop_assert_eq!(run(), run());
        }
    }

    #[test]
    fn the_last_step_of_each_partition_names_its_member(group in group(false)) {
        for assignor in Assignor::ALL {
            let interned = GroupSubscription::new(assignor, &group.cluster(), &group.members(assignor));
            let (assignment, placements) = interned.explain(&mut MaxGeneration::default()).unwrap();
            let last: BTreeMap<TopicPartition, Placement> =
                placements.into_iter().map(|placement| (placement.partition.clone(), placement)).collect();
            for (member, share) in assignment.iter() {
                for partition in share {
                    prop_assert_eq!(&last[&partition].member, member);
                }
            }
            prop_assert_eq!(last.len(), group.wanted().len());
        }
    }

    #[test]
    fn what_is_withheld_moves_in_the_second_round(
        group in any::<bool>().prop_flat_map(|equal| changed_group(Assignor::CooperativeSticky, equal)),
    ) {
        let assignor = Assignor::CooperativeSticky;
        let interned = GroupSubscription::new(assignor, &group.cluster(), &group.members(assignor));
        let (assignment, placements) = interned.explain(&mut MaxGeneration::default()).unwrap();
        let owned = |member: &Member| member.owned.clone().map(|(owned, _)| (member.id.clone(), owned));
        let before: Vec<_> = group.members.iter().filter_map(owned).collect();
        let moves = assignment.moves(&before);
        let late: Vec<_> = moves.iter().filter(|it| it.round == 2).map(|it| (it.partition.clone(), &it.to)).collect();
        let mut withheld: Vec<_> = assignment.withheld().collect();
        withheld.sort();
        prop_assert_eq!(late, withheld);
        let steps = placements.iter().filter(|it| matches!(it.step, Step::Withheld { .. })).count();
        prop_assert_eq!(steps, assignment.withheld().len());
        let figures = assignment.figures(&before);
        prop_assert_eq!((figures.kept + figures.moved + figures.new) as usize, group.wanted().len());
    }
}
