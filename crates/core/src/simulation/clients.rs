//! Drives the consumers: hands them what happens, and does what they say.

use super::{
    cast::ConsumerIx,
    draw::{draw, number_of},
    engine::{Happening, Simulation},
    frame,
    process::Causes,
    trace::{EventId, EventKind},
};
use crate::{
    consumer::{Application, Consumer, Input, Listener, Note, Output, Task},
    protocol::Response,
    scenario,
};

/// How long a process is busy with itself before its consumer joins, ms: Java loads and compiles on first use. Recorded, from the
/// first lookup of a coordinator to the JoinGroup that counts: 42 to 138 in eight of ten starts, 63 in the middle, of which the
/// network's part here is 13.
const START_UP_MS: u64 = 50;
/// What a process's random values are for, among all that is drawn from the seed.
const PROCESS: u64 = 1;

impl Simulation {
    /// A process starts, unless it runs already.
    pub(super) fn start(&mut self, ix: ConsumerIx, cause: Option<EventId>) {
        let scenario = self.scenario.clone();
        let name = self.recorder.run.cast.consumers[ix.index()].name.clone();
        let Some(consumer) = scenario.consumer(&name) else { return };
        if self.processes[ix.index()].machine.is_some() {
            return;
        }
        let event = self.recorder.event(cause, EventKind::ProcessStarted { consumer: ix });
        let machine = self.construct(ix, consumer, event);
        let process = &mut self.processes[ix.index()];
        process.machine = Some(machine);
        process.starts += 1;
        process.causes = Causes::started(event);
        self.recorder.process(ix, event, frame::Process::Running);
        self.tell_client(ix, Input::Start, Some(event));
    }

    fn construct(&mut self, ix: ConsumerIx, consumer: &scenario::Consumer, event: EventId) -> Consumer {
        let process = &mut self.processes[ix.index()];
        let config = self.scenario.config_of(consumer, &process.changed).unwrap_or_default();
        process.client_id = config.client_id.clone();
        process.window = u64::try_from(config.receive_buffer_bytes).ok();
        let lanes = &mut self.recorder.run.lanes.consumers[ix.index()];
        lanes.instance.push(self.recorder.now, event.0, config.group_instance_id.clone());
        lanes.fenced.push(self.recorder.now, event.0, false);
        let application = Application {
            subscribe: consumer.subscription(),
            poll_ms: consumer.poll_ms,
            process_ms: consumer.process_ms,
            commit: consumer.commit,
            start_up_ms: START_UP_MS,
            workers: consumer.workers,
            listener: Listener {
                restore_ms: consumer.restore_ms,
                revoke_ms: consumer.revoke_ms,
                throws: consumer.listener_throws,
                kept: std::mem::take(&mut process.cache),
            },
        };
        let seed = draw(self.scenario.seed, &[PROCESS, number_of(&consumer.name), process.starts.into()]);
        Consumer::new(config, application, self.scenario.cluster.brokers.len(), seed)
    }

    /// Hands something to a client; a frozen one finds it when it thaws.
    pub(super) fn tell_client(&mut self, ix: ConsumerIx, input: Input, cause: Option<EventId>) {
        let process = &mut self.processes[ix.index()];
        if process.frozen {
            process.kept.push((input, cause));
            return;
        }
        let Some(machine) = &mut process.machine else { return };
        process.causes.input(&input, cause);
        machine.handle(self.recorder.now, input, &mut self.from_client);
        self.client_outputs(ix);
    }

    /// Asks something of a running application.
    pub(super) fn task(&mut self, ix: ConsumerIx, task: Task, cause: EventId) {
        self.tell_client(ix, Input::Task(task), Some(cause));
    }

    pub(super) fn wake_client(&mut self, ix: ConsumerIx) {
        let process = &mut self.processes[ix.index()];
        let rings = process.alarm.rings(self.recorder.now, &mut self.queue, Happening::WakeClient(ix));
        if rings && !process.frozen {
            self.run_deadlines(ix);
        }
    }

    fn run_deadlines(&mut self, ix: ConsumerIx) {
        let process = &mut self.processes[ix.index()];
        let Some(machine) = &mut process.machine else { return };
        process.causes.deadline();
        machine.on_deadline(self.recorder.now, &mut self.from_client);
        self.client_outputs(ix);
    }

    /// Writes down what an application has finished so far of what it works on.
    pub(super) fn settle(&mut self, ix: ConsumerIx) {
        let process = &mut self.processes[ix.index()];
        let Some(machine) = process.machine.as_mut().filter(|_| !process.frozen) else { return };
        process.causes.deadline();
        machine.settle(self.recorder.now, &mut self.from_client);
        self.client_outputs(ix);
    }

    fn client_outputs(&mut self, ix: ConsumerIx) {
        let mut outputs = std::mem::take(&mut self.from_client);
        for output in outputs.drain(..) {
            let cause = self.processes[ix.index()].causes.of(&output);
            match output {
                Output::Connect(id) => self.connect(ix, id, cause),
                Output::Disconnect(id) => self.disconnect(ix, id),
                Output::Send { connection, correlation_id, api_version, request } => {
                    self.send_request(ix, connection, (correlation_id, api_version, request), cause);
                }
                Output::Note(note) => self.client_note(ix, note, cause),
                Output::Exit => self.exit(ix, cause),
            }
        }
        self.from_client = outputs;
        let process = &mut self.processes[ix.index()];
        let deadline = process.machine.as_ref().and_then(Consumer::next_deadline);
        process.alarm.set(deadline, &mut self.queue, Happening::WakeClient(ix));
    }

    fn client_note(&mut self, ix: ConsumerIx, note: Note, cause: Option<EventId>) {
        if matches!(note, Note::Doing(frame::Doing::Closing)) {
            let event = cause.unwrap_or(self.recorder.latest());
            self.recorder.process(ix, event, frame::Process::Closing);
        }
        let mark = self.processes[ix.index()].causes.mark(&note);
        let event = self.recorder.client_note(ix, note, cause);
        self.processes[ix.index()].causes.happened(mark, event);
    }

    /// A process has ended by itself: after close(), or by an error.
    fn exit(&mut self, ix: ConsumerIx, cause: Option<EventId>) {
        let asked = self.processes[ix.index()].causes.was_asked_to_close();
        self.end(ix, if asked { frame::Process::Closed } else { frame::Process::Failed }, cause);
        if let Some((after, cause)) = self.processes[ix.index()].restart.take() {
            self.queue.push(self.now() + after, Happening::Start(ix, Some(cause)));
        }
    }

    /// A process is gone; the system closes its connections.
    pub(super) fn end(&mut self, ix: ConsumerIx, how: frame::Process, cause: Option<EventId>) {
        let process = &mut self.processes[ix.index()];
        process.cache = process.machine.take().map(Consumer::into_cache).unwrap_or_default();
        process.frozen = false;
        process.kept.clear();
        process.alarm.set(None, &mut self.queue, Happening::WakeClient(ix));
        for (_, connection) in std::mem::take(&mut process.connections) {
            self.hang_up(connection);
        }
        let event = self.recorder.event(cause, EventKind::ProcessEnded { consumer: ix, process: how });
        self.recorder.process(ix, event, how);
    }

    /// Stops a process as a whole, or lets it run on: what came meanwhile is handled at once, in order.
    pub(super) fn freeze(&mut self, ix: ConsumerIx, frozen: bool, cause: EventId) {
        let process = &self.processes[ix.index()];
        if process.machine.is_none() || process.frozen == frozen {
            return;
        }
        if frozen {
            self.settle(ix);
        }
        let event = self.recorder.event(Some(cause), EventKind::ProcessFrozen { consumer: ix, frozen });
        let process = &mut self.processes[ix.index()];
        process.frozen = frozen;
        let closing = process.causes.is_closing();
        let running = if closing { frame::Process::Closing } else { frame::Process::Running };
        self.recorder.process(ix, event, if frozen { frame::Process::Frozen } else { running });
        if !frozen {
            let now = self.now();
            self.processes[ix.index()].machine.iter_mut().for_each(|machine| machine.thaw(now));
            for (input, cause) in std::mem::take(&mut self.processes[ix.index()].kept) {
                self.tell_client(ix, input, cause);
            }
            self.run_deadlines(ix);
        }
    }

    /// Before a client learns that it leads: the plan that it is to send, if there is one, by the members' present ids.
    pub(super) fn hand_plan(&mut self, ix: ConsumerIx, response: &Response) {
        let Response::JoinGroup(joined) = response else { return };
        let leads = joined.error.is_none() && !joined.skip_assignment && !joined.members.is_empty();
        let group = self.recorder.run.cast.consumers[ix.index()].group;
        let Some((plan, event)) = self.processes[ix.index()].plan.take_if(|_| leads) else { return };
        let shares = joined.members.iter().filter_map(|member| {
            let consumer = self.recorder.member_consumer(group, &member.member_id)?;
            let share = plan.get(&self.recorder.run.cast.consumers[consumer.index()].name)?;
            Some((member.member_id.clone(), share.clone()))
        });
        let shares = shares.collect();
        self.task(ix, Task::Plan(shares), event);
    }
}
