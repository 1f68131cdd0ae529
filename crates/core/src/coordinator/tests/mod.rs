//! A coordinator on a virtual clock, driven by hand.

mod incidents;
mod log_lines;
mod properties;
mod rules;

use std::collections::{BTreeMap, VecDeque};

use super::*;
use crate::protocol::*;

/// A subscription to `orders`, as a consumer of version 0 writes it.
const ORDERS: &[u8] = b"\0\0\0\0\0\x01\0\x06orders\xff\xff\xff\xff";
/// The same for `orders` and `bills`.
const ORDERS_AND_BILLS: &[u8] = b"\0\0\0\0\0\x02\0\x05bills\0\x06orders\xff\xff\xff\xff";

/// A coordinator with its log.
struct Bench {
    coordinator: Coordinator,
    now: u64,
    requests: u64,
    ids: Numbered,
    replies: BTreeMap<Token, (u64, Response)>,
    notes: Vec<Note>,
    log: Vec<Record>,
    pending: VecDeque<(WriteId, Vec<Record>)>,
    /// Whether a write is durable at once.
    durable: bool,
}

/// Numbers the ids: `c1-1`, `c2-2`, …
#[derive(Default)]
struct Numbered(u32);

impl MemberIds for Numbered {
    fn new_member_id(&mut self, prefix: &str) -> MemberId {
        self.0 += 1;
        format!("{prefix}-{}", self.0).into()
    }
}

/// A JoinGroup to be; version 3, so that no id is needed first.
#[derive(Clone)]
struct Joiner {
    version: i16,
    client: &'static str,
    request: JoinGroupRequest,
}

fn joiner(client: &'static str) -> Joiner {
    let request = JoinGroupRequest {
        group_id: "g".into(),
        session_timeout_ms: 10_000,
        rebalance_timeout_ms: 60_000,
        member_id: MemberId::default(),
        group_instance_id: None,
        protocol_type: CONSUMER_PROTOCOL_TYPE.into(),
        protocols: Vec::new(),
        reason: None,
    };
    Joiner { version: 3, client, request }.offering(&["range"], ORDERS)
}

/// The same of a static member: version 5.
fn static_joiner(instance: &'static str) -> Joiner {
    let mut joiner = Joiner { version: 5, ..joiner(instance) };
    joiner.request.group_instance_id = Some(instance.into());
    joiner
}

impl Joiner {
    fn version(self, version: i16) -> Self {
        Self { version, ..self }
    }

    fn member(mut self, id: &MemberId) -> Self {
        self.request.member_id = id.clone();
        self
    }

    fn timeouts(mut self, session: i32, rebalance: i32) -> Self {
        (self.request.session_timeout_ms, self.request.rebalance_timeout_ms) = (session, rebalance);
        self
    }

    fn offering(mut self, protocols: &[&str], metadata: &[u8]) -> Self {
        let offer = |name: &&str| JoinGroupProtocol { name: (*name).into(), metadata: metadata.into() };
        self.request.protocols = protocols.iter().map(offer).collect();
        self
    }
}

impl Bench {
    /// A coordinator in charge of an empty partition.
    fn new(config: Config) -> Self {
        let mut bench = Self::before_election(config);
        bench.input(Input::Elected);
        bench.input(Input::Loaded(Vec::new()));
        bench.notes.clear();
        bench
    }

    fn before_election(config: Config) -> Self {
        Self {
            coordinator: Coordinator::new(config),
            now: 0,
            requests: 0,
            ids: Numbered::default(),
            replies: BTreeMap::new(),
            notes: Vec::new(),
            log: Vec::new(),
            pending: VecDeque::new(),
            durable: true,
        }
    }

    /// The clock moves on, and timers fire at their time.
    fn at(&mut self, now: u64) -> &mut Self {
        while let Some(deadline) = self.coordinator.next_deadline().filter(|deadline| *deadline <= now) {
            self.now = self.now.max(deadline);
            let mut out = Vec::new();
            self.coordinator.on_deadline(deadline, &mut out);
            self.take(out);
        }
        self.now = now;
        self
    }

    fn input(&mut self, input: Input) {
        let mut out = Vec::new();
        self.coordinator.handle(self.now, input, &mut self.ids, &mut out);
        self.take(out);
    }

    fn take(&mut self, out: Vec<Output>) {
        for output in out {
            match output {
                Output::Note(note) => self.notes.push(note),
                Output::Append { write, records } => self.pending.push_back((write, records)),
                Output::Reply { token, response } => {
                    let twice = self.replies.insert(token, (self.now, response));
                    assert_eq!(twice, None, "{token:?} was answered twice");
                }
            }
        }
        if self.durable {
            self.commit();
        }
    }

    /// All that is written is durable.
    fn commit(&mut self) {
        let Some((write, _)) = self.pending.back() else { return };
        let input = Input::Committed(*write);
        self.log.extend(self.pending.drain(..).flat_map(|(_, records)| records));
        self.input(input);
    }

    /// All that is written fails.
    fn fail(&mut self, error: ErrorCode) {
        let write = self.pending.front().expect("a write is under way").0;
        self.pending.clear();
        self.input(Input::WriteFailed { write, error });
    }

    /// Another broker takes over.
    fn fail_over(&mut self) {
        self.pending.clear();
        self.input(Input::Resigned);
        self.input(Input::Elected);
        self.input(Input::Loaded(self.log.clone()));
    }

    fn send(&mut self, version: i16, client: &str, request: GroupRequest) -> Token {
        self.requests += 1;
        let token = Token(self.requests);
        let context =
            RequestContext { api_version: version, client_id: client.into(), client_host: "/10.0.0.1".into() };
        self.input(Input::Request { token, context, request });
        token
    }

    fn join(&mut self, joiner: Joiner) -> Token {
        self.send(joiner.version, joiner.client, GroupRequest::JoinGroup(joiner.request))
    }

    fn sync(&mut self, member: &MemberId, generation_id: i32, plan: &[&MemberId]) -> Token {
        let share = |id: &&MemberId| SyncGroupAssignment { member_id: (*id).clone(), assignment: (*b"plan").into() };
        let request = SyncGroupRequest {
            group_id: "g".into(),
            generation_id,
            member_id: member.clone(),
            group_instance_id: None,
            protocol_type: None,
            protocol_name: None,
            assignments: plan.iter().map(share).collect(),
        };
        self.send(5, "", GroupRequest::SyncGroup(request))
    }

    fn heartbeat(&mut self, member: &MemberId, generation_id: i32) -> ErrorCode {
        self.heartbeat_as(member, generation_id, None)
    }

    fn heartbeat_as(&mut self, member: &MemberId, generation_id: i32, instance: Option<&str>) -> ErrorCode {
        let token = self.send_heartbeat(member, generation_id, instance);
        self.error(token)
    }

    fn send_heartbeat(&mut self, member: &MemberId, generation_id: i32, instance: Option<&str>) -> Token {
        let request = HeartbeatRequest {
            group_id: "g".into(),
            generation_id,
            member_id: member.clone(),
            group_instance_id: instance.map(InstanceId::from),
        };
        self.send(4, "", GroupRequest::Heartbeat(request))
    }

    fn leave(&mut self, member: &MemberId) -> Token {
        let member = LeavingMember { member_id: member.clone(), group_instance_id: None, reason: None };
        let request = LeaveGroupRequest { group_id: "g".into(), members: vec![member] };
        self.send(5, "", GroupRequest::LeaveGroup(request))
    }

    fn commit_offset(&mut self, member: &MemberId, generation_id: i32, offset: i64) -> ErrorCode {
        let token = self.send_commit(member, generation_id, offset);
        self.error(token)
    }

    fn send_commit(&mut self, member: &MemberId, generation_id: i32, offset: i64) -> Token {
        let commit = OffsetCommitPartition {
            partition: TopicPartition::new("orders", 0),
            committed_offset: offset,
            committed_leader_epoch: NO_LEADER_EPOCH,
            committed_metadata: Name::default(),
        };
        let request = OffsetCommitRequest {
            group_id: "g".into(),
            generation_id,
            member_id: member.clone(),
            group_instance_id: None,
            retention_time_ms: -1,
            partitions: vec![commit],
        };
        self.send(9, "", GroupRequest::OffsetCommit(request))
    }

    fn committed_offset(&mut self) -> i64 {
        let partitions = Some(vec![TopicPartition::new("orders", 0)]);
        let request = OffsetFetchRequest { group_id: "g".into(), partitions, require_stable: false };
        let token = self.send(9, "", GroupRequest::OffsetFetch(request));
        let Response::OffsetFetch(response) = self.response(token) else { panic!("no OffsetFetch") };
        response.partitions[0].committed_offset
    }

    fn response(&self, token: Token) -> &Response {
        &self.replies.get(&token).expect("the request is answered").1
    }

    fn is_parked(&self, token: Token) -> bool {
        !self.replies.contains_key(&token)
    }

    fn error(&self, token: Token) -> ErrorCode {
        self.response(token).error()
    }

    fn joined(&self, token: Token) -> &JoinGroupResponse {
        let Response::JoinGroup(response) = self.response(token) else { panic!("no JoinGroup") };
        response
    }

    fn synced(&self, token: Token) -> &SyncGroupResponse {
        let Response::SyncGroup(response) = self.response(token) else { panic!("no SyncGroup") };
        response
    }

    fn group(&self) -> &Group {
        self.coordinator.group(&"g".into()).expect("the group is there")
    }

    fn state(&self) -> (GroupState, i32, usize) {
        let group = self.group();
        (group.state(), group.generation(), group.members().count())
    }

    /// When the member's session ends.
    fn session_of(&self, member: &MemberId) -> Option<u64> {
        let is_its = |timer: &RunningTimer<'_>| timer.key.which == Which::Session(member.clone());
        self.coordinator.timers(&"g".into()).find(is_its).map(|timer| timer.deadline)
    }

    /// Lets these join an empty group and brings it to Stable; the ids, in the order of the joiners.
    fn stable(&mut self, joiners: &[Joiner]) -> Vec<MemberId> {
        let tokens: Vec<Token> = joiners.iter().map(|joiner| self.join(joiner.clone())).collect();
        while let Some(deadline) = self.coordinator.next_deadline().filter(|_| self.is_parked(tokens[0])) {
            self.at(deadline);
        }
        let ids: Vec<MemberId> = tokens.iter().map(|token| self.joined(*token).member_id.clone()).collect();
        self.plan(&ids);
        ids
    }

    /// The leader brings its plan, then the others fetch their shares.
    fn plan(&mut self, ids: &[MemberId]) {
        let generation = self.group().generation();
        let leader = self.group().leader().expect("there is a leader").clone();
        self.sync(&leader, generation, &ids.iter().collect::<Vec<_>>());
        for id in ids.iter().filter(|id| **id != leader) {
            self.sync(id, generation, &[]);
        }
        assert_eq!(self.group().state(), GroupState::Stable);
    }
}
