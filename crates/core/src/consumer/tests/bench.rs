//! A consumer on a virtual clock, against a broker that answers as it is told.

use std::collections::{BTreeMap, HashMap, VecDeque};

use crate::{
    config::{ConsumerConfig, Value},
    consumer::{
        Application, CommitMode, ConnectionId, Consumer, Detail, Input, Listener, Note, Output, Subscribe, Task,
    },
    protocol::{
        ApiKey, BrokerId, Bytes, EpochEndOffset, ErrorCode, FetchResponse, FetchedPartition, FindCoordinatorResponse,
        HeartbeatResponse, JoinGroupMember, JoinGroupRequest, JoinGroupResponse, LeaveGroupResponse,
        ListOffsetsPartition, ListOffsetsResponse, MetadataBroker, MetadataPartition, MetadataResponse, MetadataTopic,
        OffsetCommitResponse, OffsetFetchPartition, OffsetFetchResponse, OffsetForLeaderEpochResponse, Request,
        Response, SyncGroupResponse, TopicPartition, consumer_protocol::Assignment,
    },
};

/// One way, ms.
pub(super) const LATENCY: u64 = 1;

/// How the broker treats one request.
pub(super) enum Reply {
    /// As always.
    Usual,
    /// With this.
    With(Response),
    /// Later, when the test says so.
    Hold,
}

/// Something that a test looks back at.
#[derive(Debug)]
pub(super) struct Sent {
    pub(super) at: u64,
    pub(super) connection: ConnectionId,
    pub(super) correlation_id: u32,
    pub(super) request: Request,
}

pub(super) struct Bench {
    pub(super) consumer: Consumer,
    pub(super) now: u64,
    pub(super) sent: Vec<Sent>,
    pub(super) notes: Vec<(u64, Note)>,
    pub(super) ended: Option<u64>,
    /// What the broker does with the next requests of a kind.
    pub(super) script: HashMap<ApiKey, VecDeque<Reply>>,
    /// The share that SyncGroup brings.
    pub(super) share: Vec<TopicPartition>,
    /// How many partitions each topic has.
    pub(super) topics: BTreeMap<&'static str, usize>,
    pub(super) committed: BTreeMap<TopicPartition, (i64, i32)>,
    /// How many records each partition has.
    pub(super) log_end: i64,
    pub(super) generation: i32,
    /// Whether the member leads.
    pub(super) leads: bool,
    /// Whether connections come about.
    pub(super) reachable: bool,
    events: BTreeMap<(u64, u64), Input>,
    next_event: u64,
    out: Vec<Output>,
}

pub(super) fn partition(number: i32) -> TopicPartition {
    TopicPartition::new("orders", number)
}

impl Bench {
    /// A consumer of topic `orders` with three partitions, all of them its own.
    pub(super) fn new(settings: &[(&str, Value)]) -> Self {
        Self::with_application(settings, |_| {})
    }

    pub(super) fn with_application(settings: &[(&str, Value)], change: impl FnOnce(&mut Application)) -> Self {
        let group = ("group.id", Value::from("g"));
        let values = [&group].into_iter().chain(settings).map(|(name, value)| (*name, value));
        let config = ConsumerConfig::from_values(values).unwrap();
        let mut application = Application {
            subscribe: Subscribe::Topics(vec!["orders".into()]),
            poll_ms: 100,
            process_ms: 1,
            commit: CommitMode::Auto,
            start_up_ms: 0,
            workers: 0,
            listener: Listener::default(),
        };
        change(&mut application);
        Self {
            consumer: Consumer::new(config, application, 1, 7),
            now: 0,
            sent: Vec::new(),
            notes: Vec::new(),
            ended: None,
            script: HashMap::new(),
            share: (0..3).map(partition).collect(),
            topics: BTreeMap::from([("orders", 3)]),
            committed: BTreeMap::new(),
            log_end: 0,
            generation: 0,
            leads: false,
            reachable: true,
            events: BTreeMap::new(),
            next_event: 0,
            out: Vec::new(),
        }
    }

    /// Started, joined and reading by one second.
    pub(super) fn joined(settings: &[(&str, Value)]) -> Self {
        let mut bench = Self::new(settings);
        bench.start();
        bench.run_until(1_000);
        bench
    }

    /// It gets partition 0 alone.
    pub(super) fn share_one(&mut self) {
        self.share = vec![partition(0)];
    }

    pub(super) fn start(&mut self) {
        self.input(Input::Start);
    }

    pub(super) fn task(&mut self, task: Task) {
        self.input(Input::Task(task));
    }

    pub(super) fn script(&mut self, api: ApiKey, reply: Reply) {
        self.script.entry(api).or_default().push_back(reply);
    }

    /// Hands an input in now.
    pub(super) fn input(&mut self, input: Input) {
        let mut out = std::mem::take(&mut self.out);
        self.consumer.handle(self.now, input, &mut out);
        self.take(out);
    }

    /// Runs the clock up to and with `until`.
    pub(super) fn run_until(&mut self, until: u64) {
        let mut turns = 0;
        loop {
            let event = self.events.first_key_value().map(|(key, _)| key.0);
            let deadline = self.consumer.next_deadline();
            let Some(next) = event.into_iter().chain(deadline).min().filter(|next| *next <= until) else { break };
            assert!(next >= self.now, "time went back");
            turns = if next == self.now { turns + 1 } else { 0 };
            assert!(turns < 2_000, "it spins at {next}");
            self.now = next;
            if event == Some(next) {
                let (_, input) = self.events.pop_first().unwrap();
                self.input(input);
            } else {
                let mut out = std::mem::take(&mut self.out);
                self.consumer.on_deadline(self.now, &mut out);
                self.take(out);
            }
        }
        self.now = until;
    }

    fn take(&mut self, mut out: Vec<Output>) {
        for output in out.drain(..) {
            match output {
                Output::Connect(id) if self.reachable => self.later(LATENCY, Input::Connected(id)),
                Output::Connect(id) => self.later(LATENCY, Input::Disconnected(id)),
                Output::Disconnect(_) => {}
                Output::Send { connection, correlation_id, request, .. } => {
                    let reply = self.script.get_mut(&request.api()).and_then(VecDeque::pop_front);
                    let response = match reply.unwrap_or(Reply::Usual) {
                        Reply::Usual => self.usual(&request),
                        Reply::With(response) => Some((0, response)),
                        Reply::Hold => None,
                    };
                    if let Some((after, response)) = response.filter(|_| self.reachable) {
                        let input = Input::Response { connection, correlation_id, response };
                        self.later(2 * LATENCY + after, input);
                    }
                    self.sent.push(Sent { at: self.now, connection, correlation_id, request });
                }
                Output::Note(note) => self.notes.push((self.now, note)),
                Output::Exit => self.ended = Some(self.now),
            }
        }
        self.out = out;
    }

    pub(super) fn later(&mut self, after: u64, input: Input) {
        self.events.insert((self.now + after, self.next_event), input);
        self.next_event += 1;
    }

    /// Answers the last request of a kind, which was held.
    pub(super) fn answer(&mut self, api: ApiKey, response: Response) {
        let sent = self.sent.iter().rfind(|sent| sent.request.api() == api).unwrap();
        let (connection, correlation_id) = (sent.connection, sent.correlation_id);
        self.input(Input::Response { connection, correlation_id, response });
    }

    /// Ends all connections; new ones do not come about until `reachable` is set.
    pub(super) fn cut(&mut self, connections: &[i32]) {
        self.reachable = false;
        self.events.clear();
        for id in connections {
            self.input(Input::Disconnected(ConnectionId(*id)));
        }
    }

    /// What the broker answers, and how long it takes.
    fn usual(&mut self, request: &Request) -> Option<(u64, Response)> {
        let none = ErrorCode::None;
        let response = match request {
            Request::ApiVersions => Response::ApiVersions,
            Request::Metadata(_) => Response::Metadata(self.metadata()),
            Request::FindCoordinator(_) => {
                Response::FindCoordinator(FindCoordinatorResponse { error: none, node_id: BrokerId(1) })
            }
            Request::JoinGroup(request) => self.join(request),
            Request::SyncGroup(request) => Response::SyncGroup(SyncGroupResponse {
                error: none,
                protocol_type: request.protocol_type.clone(),
                protocol_name: request.protocol_name.clone(),
                assignment: Assignment { partitions: self.share.clone(), user_data: None }.encode(),
            }),
            Request::Heartbeat(_) => Response::Heartbeat(HeartbeatResponse { error: none }),
            Request::LeaveGroup(_) => Response::LeaveGroup(LeaveGroupResponse { error: none, members: Vec::new() }),
            Request::OffsetCommit(request) => {
                for it in &request.partitions {
                    self.committed.insert(it.partition.clone(), (it.committed_offset, it.committed_leader_epoch));
                }
                let partitions = request.partitions.iter().map(|it| (it.partition.clone(), none)).collect();
                Response::OffsetCommit(OffsetCommitResponse { partitions })
            }
            Request::OffsetFetch(request) => {
                let found = |of: &TopicPartition| {
                    let (offset, epoch) = self.committed.get(of).copied().unwrap_or((-1, -1));
                    OffsetFetchPartition {
                        partition: of.clone(),
                        committed_offset: offset,
                        committed_leader_epoch: epoch,
                        metadata: "".into(),
                        error: none,
                    }
                };
                let partitions = request.partitions.iter().flatten().map(found).collect();
                Response::OffsetFetch(OffsetFetchResponse { error: none, partitions })
            }
            Request::ListOffsets(request) => {
                let found = |(of, timestamp): &(TopicPartition, i64)| ListOffsetsPartition {
                    partition: of.clone(),
                    error: none,
                    offset: if *timestamp == -2 { 0 } else { self.log_end },
                    timestamp: -1,
                    leader_epoch: -1,
                };
                Response::ListOffsets(ListOffsetsResponse {
                    partitions: request.partitions.iter().map(found).collect(),
                })
            }
            Request::OffsetForLeaderEpoch(request) => {
                let end = |(of, epoch): &(TopicPartition, i32)| EpochEndOffset {
                    partition: of.clone(),
                    error: none,
                    leader_epoch: *epoch,
                    end_offset: self.log_end,
                };
                let partitions = request.partitions.iter().map(end).collect();
                Response::OffsetForLeaderEpoch(OffsetForLeaderEpochResponse { partitions })
            }
            Request::Fetch(request) => {
                let fetched = |of: &TopicPartition, first: i64| FetchedPartition {
                    partition: of.clone(),
                    error: none,
                    first_offset: first,
                    count: u32::try_from(self.log_end - first).unwrap_or(0),
                    leader_epoch: 0,
                    high_watermark: self.log_end,
                    log_start_offset: 0,
                    preferred_read_replica: None,
                };
                let news = request.partitions.iter().filter(|it| it.fetch_offset < self.log_end);
                let partitions: Vec<_> = news.map(|it| fetched(&it.partition, it.fetch_offset)).collect();
                let wait = if partitions.is_empty() && !request.close_session { 500 } else { 0 };
                return Some((wait, Response::Fetch(FetchResponse { partitions })));
            }
            Request::OffsetDelete(_) | Request::DeleteGroups(_) => return None,
        };
        Some((0, response))
    }

    pub(super) fn metadata(&self) -> MetadataResponse {
        let led = MetadataPartition { leader: Some(BrokerId(1)), leader_epoch: 0, replicas: vec![BrokerId(1)] };
        let topic = |(name, count): (&&str, &usize)| MetadataTopic {
            error: ErrorCode::None,
            name: (*name).into(),
            partitions: vec![led.clone(); *count],
        };
        let broker = MetadataBroker { id: BrokerId(1), rack: None };
        MetadataResponse { brokers: vec![broker], topics: self.topics.iter().map(topic).collect() }
    }

    fn join(&mut self, request: &JoinGroupRequest) -> Response {
        if request.member_id.is_empty() && request.group_instance_id.is_none() {
            let refused = join_response(ErrorCode::MemberIdRequired, -1, "", "m-1", Vec::new());
            return Response::JoinGroup(refused);
        }
        self.generation += 1;
        Response::JoinGroup(self.joined_as(request))
    }

    /// The answer that ends a join phase.
    pub(super) fn joined_as(&self, request: &JoinGroupRequest) -> JoinGroupResponse {
        let metadata: Bytes = request.protocols[0].metadata.clone();
        let me = if request.member_id.is_empty() { "i-1" } else { request.member_id.as_str() };
        let member =
            JoinGroupMember { member_id: me.into(), group_instance_id: request.group_instance_id.clone(), metadata };
        let (leader, members) = if self.leads { (me, vec![member]) } else { ("other", Vec::new()) };
        let mut answer = join_response(ErrorCode::None, self.generation, leader, me, members);
        answer.protocol_name = Some(request.protocols[0].name.clone());
        answer
    }

    /// The requests of a kind with their times.
    pub(super) fn requests(&self, api: ApiKey) -> Vec<(u64, &Request)> {
        self.sent.iter().filter(|sent| sent.request.api() == api).map(|sent| (sent.at, &sent.request)).collect()
    }

    pub(super) fn times(&self, api: ApiKey) -> Vec<u64> {
        self.requests(api).into_iter().map(|(at, _)| at).collect()
    }

    /// The reasons of the JoinGroups.
    pub(super) fn join_reasons(&self) -> Vec<String> {
        let reason = |request: &Request| match request {
            Request::JoinGroup(join) => join.reason.clone().unwrap_or_default().to_string(),
            _ => String::new(),
        };
        self.requests(ApiKey::JoinGroup).into_iter().map(|(_, request)| reason(request)).collect()
    }

    /// The listener's calls, as `kind [numbers]`.
    pub(super) fn callbacks(&self) -> Vec<String> {
        let call = |(_, note): &(u64, Note)| match note {
            Note::Callback { kind, partitions, .. } => {
                let numbers: Vec<_> = partitions.iter().map(|of| of.partition).collect();
                Some(format!("{kind:?} {numbers:?}").to_lowercase())
            }
            _ => None,
        };
        self.notes.iter().filter_map(call).collect()
    }

    pub(super) fn thrown(&self) -> Vec<String> {
        let class = |(_, note): &(u64, Note)| match note {
            Note::Thrown(class) => Some(class.to_string()),
            _ => None,
        };
        self.notes.iter().filter_map(class).collect()
    }

    pub(super) fn details(&self) -> Vec<(u64, &Detail)> {
        let mut details = Vec::new();
        for (at, note) in &self.notes {
            if let Note::Detail(detail) = note {
                details.push((*at, detail));
            }
        }
        details
    }
}

pub(super) fn join_response(
    error: ErrorCode,
    generation: i32,
    leader: &str,
    member: &str,
    members: Vec<JoinGroupMember>,
) -> JoinGroupResponse {
    JoinGroupResponse {
        error,
        generation_id: generation,
        protocol_type: Some("consumer".into()),
        protocol_name: Some("range".into()),
        leader: leader.into(),
        skip_assignment: false,
        member_id: member.into(),
        members,
    }
}

/// An answer to Heartbeat.
pub(super) fn heartbeat(error: ErrorCode) -> Reply {
    Reply::With(Response::Heartbeat(HeartbeatResponse { error }))
}
