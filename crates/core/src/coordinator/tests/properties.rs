//! What holds whatever is sent.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;

const MEMBERS: u8 = 6;

/// Something to do. Members are meant by a number: the n-th id that was ever made, or one that never was.
#[derive(Clone, Debug)]
enum Deed {
    Join { who: u8, instance: Option<u8>, version: i16, session: i32, rebalance: i32, offer: u8 },
    Sync { who: u8, generation: i32, plan: Vec<u8> },
    Heartbeat { who: u8, generation: i32, instance: Option<u8> },
    Leave { who: Vec<u8>, instance: Option<u8> },
    Commit { who: u8, generation: i32 },
    Fetch { stable: bool },
    Delete,
    Expire,
    Wait(u64),
    Commits(usize),
    Fails(usize, ErrorCode),
    FailOver,
}

fn deeds() -> impl Strategy<Value = Deed> {
    let who = || 0..=MEMBERS;
    let instance = || prop::option::weighted(0.3, 0..3_u8);
    // The difference to the group's own generation.
    let generation = || prop_oneof![6 => Just(0), 1 => -2..=2, 1 => any::<i32>()];
    let time = || prop_oneof![5 => Just(10_000), 1 => Just(6000), 1 => Just(0), 1 => any::<i32>()];
    let errors = prop::sample::select(ErrorCode::ALL);
    prop_oneof![
        8 => (who(), instance(), 0..10_i16, time(), time(), any::<u8>()).prop_map(
            |(who, instance, version, session, rebalance, offer)| Deed::Join {
                who, instance, version, session, rebalance, offer
            }
        ),
        6 => (who(), generation(), prop::collection::vec(who(), 0..4))
            .prop_map(|(who, generation, plan)| Deed::Sync { who, generation, plan }),
        4 => (who(), generation(), instance())
            .prop_map(|(who, generation, instance)| Deed::Heartbeat { who, generation, instance }),
        2 => (prop::collection::vec(who(), 0..3), instance()).prop_map(|(who, instance)| Deed::Leave { who, instance }),
        2 => (who(), generation()).prop_map(|(who, generation)| Deed::Commit { who, generation }),
        1 => any::<bool>().prop_map(|stable| Deed::Fetch { stable }),
        1 => Just(Deed::Delete),
        1 => Just(Deed::Expire),
        8 => prop_oneof![5 => 0..4000_u64, 1 => 0..400_000_u64].prop_map(Deed::Wait),
        4 => (0..4_usize).prop_map(Deed::Commits),
        1 => ((0..4_usize), errors).prop_map(|(first, error)| Deed::Fails(first, error)),
        1 => Just(Deed::FailOver),
    ]
}

/// Everything that was ever sent or made, and what became of it.
struct Player {
    bench: Bench,
    ids: Vec<MemberId>,
    sent: BTreeSet<Token>,
    forgotten: BTreeSet<Token>,
    /// The last generation seen in this loaded life of the group, and since when the group has been there.
    generation: Option<i32>,
}

impl Player {
    fn new(delay: i32, max_size: i32) -> Self {
        let config = Config {
            initial_rebalance_delay_ms: delay,
            min_session_timeout_ms: 0,
            max_session_timeout_ms: i32::MAX,
            max_size,
            offsets_retention_minutes: 1,
            ..Config::default()
        };
        let mut bench = Bench::new(config);
        bench.durable = false;
        Self {
            bench,
            ids: vec![MemberId::default()],
            sent: BTreeSet::new(),
            forgotten: BTreeSet::new(),
            generation: None,
        }
    }

    fn id(&self, who: u8) -> MemberId {
        self.ids.get(usize::from(who)).cloned().unwrap_or_else(|| "ghost".into())
    }

    fn generation(&self, difference: i32) -> i32 {
        self.bench.coordinator.group(&"g".into()).map_or(0, Group::generation).wrapping_add(difference)
    }

    fn act(&mut self, deed: Deed) {
        match deed {
            Deed::Join { who, instance, version, session, rebalance, offer } => {
                let offers: [&[&str]; 5] =
                    [&["range"], &["roundrobin", "range"], &[], &["range", "range"], &["sticky", "range"]];
                let offered = offers[usize::from(offer) % offers.len()];
                let metadata: &[u8] = if offer % 7 == 0 { b"\0" } else { ORDERS };
                let mut joiner = joiner("c").version(version).timeouts(session, rebalance).offering(offered, metadata);
                joiner.request.member_id = self.id(who);
                joiner.request.group_instance_id = instance.map(|n| format!("i{n}").into());
                let token = self.bench.join(joiner);
                self.sent.insert(token);
            }
            Deed::Sync { who, generation, plan } => {
                let plan: Vec<MemberId> = plan.into_iter().map(|who| self.id(who)).collect();
                let (id, generation) = (self.id(who), self.generation(generation));
                let token = self.bench.sync(&id, generation, &plan.iter().collect::<Vec<_>>());
                self.sent.insert(token);
            }
            Deed::Heartbeat { who, generation, instance } => {
                let instance = instance.map(|n| format!("i{n}"));
                let (id, generation) = (self.id(who), self.generation(generation));
                self.bench.send_heartbeat(&id, generation, instance.as_deref());
            }
            Deed::Leave { who, instance } => {
                let instance: Option<InstanceId> = instance.map(|n| format!("i{n}").into());
                let member = |who: u8| LeavingMember {
                    member_id: self.id(who),
                    group_instance_id: instance.clone(),
                    reason: None,
                };
                let request =
                    LeaveGroupRequest { group_id: "g".into(), members: who.into_iter().map(member).collect() };
                self.bench.send(5, "", GroupRequest::LeaveGroup(request));
            }
            Deed::Commit { who, generation } => {
                let (id, generation) = (self.id(who), self.generation(generation));
                self.bench.send_commit(&id, generation, 1);
            }
            Deed::Fetch { stable } => {
                let request = OffsetFetchRequest { group_id: "g".into(), partitions: None, require_stable: stable };
                self.bench.send(9, "", GroupRequest::OffsetFetch(request));
            }
            Deed::Delete => {
                let request = DeleteGroupsRequest { group_ids: vec!["g".into()] };
                self.bench.send(2, "", GroupRequest::DeleteGroups(request));
            }
            other => self.act_on_the_log(other),
        }
    }

    fn act_on_the_log(&mut self, deed: Deed) {
        match deed {
            Deed::Expire => self.bench.input(Input::ExpireOffsets),
            Deed::Wait(ms) => self.wait(ms),
            Deed::Commits(last) => {
                let count = self.bench.pending.len().min(last + 1);
                let durable: Vec<_> = self.bench.pending.drain(..count).collect();
                if let Some((write, _)) = durable.last() {
                    let input = Input::Committed(*write);
                    self.bench.log.extend(durable.into_iter().flat_map(|(_, records)| records));
                    self.bench.input(input);
                }
            }
            Deed::Fails(first, error) if !error.is_none() => {
                let failed: Vec<_> = self.bench.pending.drain(first.min(self.bench.pending.len())..).collect();
                if let Some((write, _)) = failed.first() {
                    self.bench.input(Input::WriteFailed { write: *write, error });
                    // If it was a deletion, the group's name stands for the older object again.
                    self.generation = None;
                }
            }
            Deed::FailOver => {
                self.bench.fail_over();
                self.generation = None;
            }
            _ => {}
        }
    }

    /// A rebalance timeout of 0 may keep a group busy for ever: some turns are enough.
    fn wait(&mut self, ms: u64) {
        let until = self.bench.now + ms;
        for _ in 0..200 {
            let Some(deadline) = self.bench.coordinator.next_deadline().filter(|deadline| *deadline <= until) else {
                break;
            };
            self.bench.at(deadline.max(self.bench.now));
        }
        self.bench.now = until;
    }

    fn learn_ids(&mut self) {
        for (_, response) in self.bench.replies.values() {
            if let Response::JoinGroup(response) = response
                && !self.ids.contains(&response.member_id)
                && self.ids.len() < usize::from(MEMBERS)
            {
                self.ids.push(response.member_id.clone());
            }
        }
    }

    /// A JoinGroup or SyncGroup is answered, or parked, or given up for a reason, once no write is under way.
    fn check_requests(&self) {
        let parked: BTreeSet<Token> = self
            .bench
            .coordinator
            .groups()
            .flat_map(|group| group.members().flat_map(|member| [member.parked_join(), member.parked_sync()]))
            .flatten()
            .collect();
        for token in self.sent.iter().filter(|_| self.bench.pending.is_empty()) {
            let known =
                self.bench.replies.contains_key(token) || parked.contains(token) || self.forgotten.contains(token);
            assert!(known, "{token:?} is lost");
        }
    }

    fn check(&mut self) {
        let mut created = false;
        for note in self.bench.notes.drain(..) {
            created |= matches!(note, Note::GroupCreated { .. });
            if let Note::Forgotten { token } = note {
                self.forgotten.insert(token);
            }
        }
        self.check_requests();
        let Some(group) = self.bench.coordinator.group(&"g".into()) else {
            self.generation = None;
            return;
        };
        let before = self.generation.filter(|_| !created);
        assert!(before.is_none_or(|before| before <= group.generation()), "the generation went back");
        self.generation = Some(group.generation());

        let members: Vec<&Member> = group.members().collect();
        assert_eq!(group.leader().is_some(), !members.is_empty());
        assert!(group.leader().is_none_or(|leader| members.iter().any(|member| member.id() == leader)));
        assert!(members.is_empty() || !matches!(group.state(), GroupState::Empty | GroupState::Dead));
        assert!(group.pending_members().all(|id| members.iter().all(|member| member.id() != id)));
        let parked = members.iter().filter(|member| member.parked_join().is_some()).count();
        assert_eq!(i32::try_from(parked), Ok(group.awaiting_join));
        for member in &members {
            let held = member.instance().map(|instance| &group.static_members[instance]);
            assert!(held.is_none_or(|held| held == member.id()));
            let tokens = [member.parked_join(), member.parked_sync()];
            assert!(tokens.iter().flatten().all(|token| self.sent.contains(token)));
        }
        for timer in self.bench.coordinator.timers(&"g".into()) {
            assert!(timer.armed <= timer.deadline || timer.armed <= self.bench.now);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// No panic, no second reply (the bench sees to that), and a group that makes sense after every step.
    #[test]
    fn a_group_makes_sense_whatever_is_sent(
        delay in prop_oneof![Just(0), Just(3000), Just(-1), Just(i32::MAX)],
        max_size in prop_oneof![Just(i32::MAX), 0..4_i32],
        deeds in prop::collection::vec(deeds(), 1..60),
    ) {
        let mut player = Player::new(delay, max_size);
        for deed in deeds {
            player.act(deed);
            player.learn_ids();
            player.check();
        }
        // In the end everybody is told something.
        player.bench.input(Input::Resigned);
        prop_assert_eq!(player.bench.coordinator.next_deadline(), None);
    }
}
