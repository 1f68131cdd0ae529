//! The application: a loop of poll, process, commit.

use super::{
    Consumer,
    commits::Offsets,
    exception::Exception,
    fetcher::Records,
    io::{CommitMode, Note, Output, Task},
    request::CommitFor,
    subscription::SubscriptionType,
    thread::{Block, Step},
};
use crate::{
    protocol::{ErrorCode, Name, OffsetCommitPartition, TopicPartition},
    simulation::frame::Doing,
};

/// From this length on, ms, each record's end is told; shorter ones are told together.
const LONG_RECORD: u64 = 10;

/// What the application thread is in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Place {
    /// No process, or no more.
    #[default]
    Nowhere,
    /// Between two calls.
    Between,
    Polling,
    Processing,
    /// In commitSync().
    Committing,
    /// In offsetsForTimes().
    LookingUp,
    Closing,
}

/// The records that poll() returned, and how far they are processed.
#[derive(Debug, Default)]
pub(super) struct Batch {
    pub(super) records: Vec<Records>,
    /// The place of the current slice.
    slice: usize,
    /// How many records of it are finished, and how many of these were told.
    finished: u32,
    told: u32,
    /// When the current record is finished, ms.
    pub(super) record_end: u64,
}

impl Consumer {
    /// The process begins.
    pub(super) fn start(&mut self) {
        if self.config.check_construction().is_err() {
            self.note(Note::Thrown(Exception::Kafka.class().into()));
            self.out.push(Output::Exit);
            return;
        }
        self.restart_auto_commit_timer();
        self.place = Place::Between;
        let wanted = self.application.subscribe.clone();
        if let Err(exception) = self.subscribe(wanted) {
            self.throw(exception);
        }
    }

    /// Runs the application thread until it waits.
    pub(super) fn run_application(&mut self) {
        loop {
            let step = match self.place {
                Place::Nowhere => return,
                Place::Between => self.between_calls(),
                Place::Polling => self.go_on_polling(),
                Place::Processing => self.go_on_processing(),
                Place::Committing => self.go_on_committing(),
                Place::LookingUp => self.go_on_looking_up(),
                Place::Closing => self.go_on_closing(),
            };
            if step == Step::Blocked {
                return;
            }
        }
    }

    /// Does what the user asked for, then calls poll(). A turn of the loop takes a millisecond at least.
    fn between_calls(&mut self) -> Step<()> {
        while let Some(task) = self.tasks.pop_front() {
            match task {
                Task::Close => {
                    if let Some(until) = self.workers.wake() {
                        // What was handed over is finished first.
                        self.tasks.push_front(Task::Close);
                        return self.block(Block { until, reads: false, holds_monitor: false });
                    }
                    self.begin_close();
                    return Step::Done(());
                }
                Task::Subscribe(wanted) => {
                    if let Err(exception) = self.subscribe(wanted) {
                        self.throw(exception);
                        return Step::Done(());
                    }
                }
                Task::Unsubscribe => {
                    if let Err(exception) = self.unsubscribe() {
                        self.throw(exception);
                        return Step::Done(());
                    }
                }
                Task::EnforceRebalance => self.request_rejoin("rebalance enforced by user"),
                Task::Seek(of, offset) => self.seek(&of, offset),
                Task::SeekToTime(of, time) => {
                    if self.subscription.partitions.contains_key(&of) {
                        self.begin_lookup(of, time);
                        return Step::Done(());
                    }
                }
                Task::SeekToReset(partitions, how) => self.seek_to_reset(partitions, how),
                Task::Pause(partitions) => self.set_paused(&partitions, true),
                Task::Resume(partitions) => self.set_paused(&partitions, false),
                Task::Slow(_) | Task::Plan(_) => {}
            }
        }
        if matches!(self.subscription.kind, SubscriptionType::None) {
            self.set_doing(Doing::Nothing);
            return self.block(Block { until: u64::MAX, reads: false, holds_monitor: false });
        }
        if self.last_turn == Some(self.now) {
            return self.block(Block { until: self.now + 1, reads: false, holds_monitor: false });
        }
        if let Some(until) = self.workers.room_at() {
            return self.block(Block { until, reads: false, holds_monitor: false });
        }
        if let Some(offsets) = self.finished_offsets() {
            self.call_commit_sync(offsets);
            return Step::Done(());
        }
        self.last_turn = Some(self.now);
        self.place = Place::Polling;
        self.set_doing(Doing::Polling);
        self.batch = Batch { records: std::mem::take(&mut self.batch.records), ..Batch::default() };
        self.batch.records.clear();
        self.begin_poll();
        Step::Done(())
    }

    /// What the user asks for: some of it at once, the rest between two calls.
    pub(super) fn take_task(&mut self, task: Task) {
        match task {
            Task::Slow(process_ms) => {
                self.finish_records();
                self.application.process_ms = process_ms;
                if self.place == Place::Processing {
                    self.block.until = self.processing_wake();
                }
            }
            Task::Plan(plan) => self.next_plan = Some(plan),
            task => {
                self.tasks.push_back(task);
                self.end_idling();
                if matches!(self.subscription.kind, SubscriptionType::None) && self.place == Place::Between {
                    self.block.until = self.now;
                }
            }
        }
    }

    fn go_on_polling(&mut self) -> Step<()> {
        match self.poll() {
            Step::Blocked => return Step::Blocked,
            Step::Done(Err(exception)) => self.throw(exception),
            Step::Done(Ok(())) if self.batch.records.is_empty() => self.place = Place::Between,
            Step::Done(Ok(())) if self.application.workers > 0 => {
                self.workers.take(self.now, &self.batch.records, &self.application);
                // What is handed over is no longer the polling thread's, whatever it does next.
                self.batch.records.clear();
                return self.end_batch();
            }
            Step::Done(Ok(())) => {
                self.place = Place::Processing;
                self.set_doing(Doing::Processing);
                self.batch.record_end = self.now.saturating_add(self.application.process_ms);
            }
        }
        Step::Done(())
    }

    /// Works on the records whose time has come.
    fn go_on_processing(&mut self) -> Step<()> {
        loop {
            self.finish_records();
            let Some(slice) = self.batch.records.get(self.batch.slice) else { return self.end_batch() };
            if self.application.commit == CommitMode::SyncEach && self.batch.finished > self.batch.told {
                self.tell_processed();
                return self.commit_record();
            }
            if self.batch.finished == slice.count {
                self.tell_processed();
                self.batch.slice += 1;
                (self.batch.finished, self.batch.told) = (0, 0);
                continue;
            }
            if self.application.process_ms >= LONG_RECORD {
                self.tell_processed();
            }
            let until = self.processing_wake();
            return self.block(Block { until, reads: false, holds_monitor: false });
        }
    }

    /// Counts the records of the slice that are finished by now; the next one's length is read when it begins. With a
    /// commit after each record, one at a time.
    fn finish_records(&mut self) {
        if self.place != Place::Processing {
            return;
        }
        let Some(slice) = self.batch.records.get(self.batch.slice) else { return };
        let each = self.application.commit == CommitMode::SyncEach;
        while self.batch.finished < slice.count && self.now >= self.batch.record_end {
            self.batch.finished += 1;
            self.batch.record_end = self.batch.record_end.saturating_add(self.application.process_ms);
            if each {
                break;
            }
        }
    }

    pub(super) fn processing_wake(&self) -> u64 {
        let together = self.application.process_ms < LONG_RECORD && self.application.commit != CommitMode::SyncEach;
        let count = self.batch.records.get(self.batch.slice).map_or(0, |slice| slice.count);
        let more = if together { u64::from(count.saturating_sub(self.batch.finished + 1)) } else { 0 };
        self.batch.record_end.saturating_add(more * self.application.process_ms)
    }

    /// Tells which records of the slice are finished.
    pub(super) fn tell_processed(&mut self) {
        let Batch { slice, finished, told, .. } = self.batch;
        let Some(records) = self.batch.records.get(slice).filter(|_| finished > told) else { return };
        let note = Note::Processed {
            partition: records.partition.clone(),
            first: records.first + i64::from(told),
            count: finished - told,
        };
        self.note(note);
        self.batch.told = finished;
    }

    /// Tells what was finished up to now, though the thread does not get to it.
    pub(super) fn settle_processing(&mut self) {
        self.run_workers();
        self.finish_records();
        if self.place == Place::Processing {
            self.tell_processed();
        }
    }

    fn end_batch(&mut self) -> Step<()> {
        self.place = Place::Between;
        match self.application.commit {
            CommitMode::Sync => self.call_commit_sync(self.all_consumed()),
            CommitMode::Async | CommitMode::AsyncRetry => self.call_commit_async(),
            CommitMode::Auto | CommitMode::SyncEach | CommitMode::None => {}
        }
        Step::Done(())
    }

    /// commitAsync(), and what its callbacks asked to be tried again.
    fn call_commit_async(&mut self) {
        let callbacks = if self.config.group_id.is_none() {
            Err(Exception::Response(ErrorCode::InvalidGroupId))
        } else {
            self.run_commit_callbacks()
        };
        if let Err(exception) = callbacks {
            return self.throw(exception);
        }
        self.commit_async(CommitFor::Async, self.all_consumed());
        for older in std::mem::take(&mut self.commits.to_retry) {
            self.commit_async(CommitFor::Async, older);
        }
    }

    fn commit_record(&mut self) -> Step<()> {
        let Some(slice) = self.batch.records.get(self.batch.slice) else { return Step::Done(()) };
        let position = self.subscription.partitions.get(&slice.partition).and_then(|state| state.position);
        let offset = OffsetCommitPartition {
            partition: slice.partition.clone(),
            committed_offset: slice.first + i64::from(self.batch.finished),
            committed_leader_epoch: position.and_then(|position| position.offset_epoch).unwrap_or(-1),
            committed_metadata: Name::default(),
        };
        self.call_commit_sync(Offsets::from([offset]));
        Step::Done(())
    }

    fn call_commit_sync(&mut self, offsets: Offsets) {
        if self.config.group_id.is_none() {
            return self.throw(Exception::Response(ErrorCode::InvalidGroupId));
        }
        self.place = Place::Committing;
        self.set_doing(Doing::Committing);
        self.begin_commit_sync(offsets, self.config.default_api_timeout_ms);
    }

    /// A rebalance that overtook the commit is survived; everything else ends the application.
    fn go_on_committing(&mut self) -> Step<()> {
        let survived = match self.commit_sync() {
            Step::Blocked => return Step::Blocked,
            Step::Done(Ok(true)) => None,
            Step::Done(Ok(false)) => Some(Exception::Timeout),
            Step::Done(Err(exception)) => Some(exception),
        };
        match survived {
            None | Some(Exception::CommitFailed | Exception::Response(ErrorCode::RebalanceInProgress)) => {
                if let Some(exception) = survived {
                    self.note(Note::Thrown(exception.class().into()));
                }
                self.go_on_after_commit();
            }
            Some(exception) => self.throw(exception),
        }
        Step::Done(())
    }

    fn go_on_after_commit(&mut self) {
        if self.batch.slice < self.batch.records.len() {
            self.place = Place::Processing;
            self.set_doing(Doing::Processing);
            self.batch.record_end = self.now.saturating_add(self.application.process_ms);
        } else {
            self.place = Place::Between;
        }
    }

    /// An exception that the application does not survive: it calls close().
    pub(super) fn throw(&mut self, exception: Exception) {
        self.note(Note::Thrown(exception.class().into()));
        self.begin_close();
    }

    fn set_paused(&mut self, partitions: &[TopicPartition], paused: bool) {
        for of in partitions {
            if let Some(state) = self.subscription.partitions.get_mut(of) {
                state.paused = paused;
            }
        }
        let now_paused = self.subscription.paused();
        self.note(Note::Paused(now_paused));
    }
}
