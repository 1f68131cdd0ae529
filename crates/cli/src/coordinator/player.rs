//! Plays a script to a coordinator.

use std::collections::{BTreeMap, VecDeque};

use groupscope_core::{
    coordinator::{Config, Coordinator, Input, MemberIds, Output, Record, Token, WriteId},
    protocol::{GroupId, MemberId},
};
use serde::Serialize;
use serde_json::Value;

use super::{
    render::{append, group, reply},
    request::{Incoming, TopicSize},
    script::{Action, Append, Script, Step},
};

/// A group that never settles would keep a script busy for ever.
const MOST_TIMERS: usize = 100_000;

/// What came of a script.
#[derive(Serialize)]
pub(super) struct Played {
    pub(super) steps: Vec<PlayedStep>,
}

/// What came of a step.
#[derive(Serialize)]
pub(super) struct PlayedStep {
    pub(super) out: Vec<Value>,
    pub(super) group: Value,
}

/// Plays a script from the beginning to the end.
pub(super) fn play(script: Script) -> Result<Played, String> {
    let mut player = Player::new(script.config);
    let steps = script.steps.into_iter().enumerate();
    let steps: Result<_, String> = steps.map(|(number, step)| player.step(number, step)).collect();
    Ok(Played { steps: steps? })
}

/// A write that is under way.
struct Pending {
    write: WriteId,
    step: usize,
    records: Vec<Record>,
}

struct Player {
    coordinator: Coordinator,
    /// What is durable.
    log: Vec<Record>,
    pending: VecDeque<Pending>,
    /// The topics of each step's request.
    topics: BTreeMap<usize, Vec<TopicSize>>,
    /// The last group that a step named.
    group: Option<GroupId>,
    outputs: Vec<Output>,
}

/// Hands out the id that the script says; a made-up one if it says none.
struct Handed {
    id: Option<MemberId>,
    step: usize,
}

impl MemberIds for Handed {
    fn new_member_id(&mut self, prefix: &str) -> MemberId {
        let made_up = || format!("{prefix}-00000000-0000-4000-8000-{:012x}", self.step).into();
        self.id.take().unwrap_or_else(made_up)
    }
}

impl Player {
    fn new(config: Config) -> Self {
        let mut player = Self {
            coordinator: Coordinator::new(config),
            log: Vec::new(),
            pending: VecDeque::new(),
            topics: BTreeMap::new(),
            group: None,
            outputs: Vec::new(),
        };
        player.handle(0, Input::Elected);
        player.handle(0, Input::Loaded(Vec::new()));
        player.outputs.clear();
        player
    }

    fn step(&mut self, number: usize, step: Step) -> Result<PlayedStep, String> {
        let mut out = Vec::new();
        self.run_timers(number, step.at, &mut out)?;
        self.act(number, step.at, step.action);
        self.collect(number, step.at, &mut out);
        let group = self.group.as_ref().map_or(Value::Null, |id| group(&self.coordinator, id));
        Ok(PlayedStep { out, group })
    }

    /// The clock moves on; what is due by then happens at its own time.
    fn run_timers(&mut self, number: usize, until: u64, out: &mut Vec<Value>) -> Result<(), String> {
        for _ in 0..MOST_TIMERS {
            let Some(at) = self.coordinator.next_deadline().filter(|deadline| *deadline <= until) else {
                return Ok(());
            };
            self.coordinator.on_deadline(at, &mut self.outputs);
            self.collect(number, at, out);
        }
        Err(format!("step {number}: more than {MOST_TIMERS} timers fire before {until}"))
    }

    fn act(&mut self, number: usize, at: u64, action: Action) {
        match action {
            Action::Tick => {}
            Action::ExpireOffsets => self.handle(at, Input::ExpireOffsets),
            Action::Append(Append { of, error: None }) => {
                let count = self.pending.iter().take_while(|pending| pending.step <= of).count();
                let mut last = None;
                for pending in self.pending.drain(..count) {
                    self.log.extend(pending.records);
                    last = Some(pending.write);
                }
                if let Some(write) = last {
                    self.handle(at, Input::Committed(write));
                }
            }
            Action::Append(Append { of, error: Some(error) }) => {
                let kept = self.pending.iter().take_while(|pending| pending.step < of).count();
                let first = self.pending.drain(kept..).next().map(|first| first.write);
                if let Some(write) = first {
                    self.handle(at, Input::WriteFailed { write, error });
                }
            }
            Action::Failover => {
                self.pending.clear();
                self.handle(at, Input::Resigned);
                self.handle(at, Input::Elected);
                self.handle(at, Input::Loaded(self.log.clone()));
            }
            request => {
                if let Some(incoming) = Incoming::of(request) {
                    self.request(number, at, incoming);
                }
            }
        }
    }

    fn handle(&mut self, at: u64, input: Input) {
        let mut nobody = Handed { id: None, step: 0 };
        self.coordinator.handle(at, input, &mut nobody, &mut self.outputs);
    }

    fn request(&mut self, number: usize, at: u64, incoming: Incoming) {
        let Incoming { context, request, new_member_id, topics } = incoming;
        self.group = request.group_id().cloned();
        self.topics.insert(number, topics);
        let mut ids = Handed { id: new_member_id, step: number };
        let input = Input::Request { token: Token(number as u64), context, request };
        self.coordinator.handle(at, input, &mut ids, &mut self.outputs);
    }

    /// Takes what the coordinator has put out. A write belongs to the step it was begun in.
    fn collect(&mut self, step: usize, at: u64, out: &mut Vec<Value>) {
        for output in self.outputs.drain(..) {
            match output {
                Output::Note(_) => {}
                Output::Reply { token, response } => {
                    let of = usize::try_from(token.0).unwrap_or(usize::MAX);
                    let topics = self.topics.get(&of).map_or(&[][..], Vec::as_slice);
                    out.push(reply(of, at, &response, topics));
                }
                Output::Append { write, records } => {
                    out.push(append(step, at, &records));
                    self.pending.push_back(Pending { write, step, records });
                }
            }
        }
    }
}
