//! poll(): the coordinator's business, positions, and records.
//!
//! Source: `ClassicKafkaConsumer` (`poll`, `updateAssignmentMetadataIfNeeded`, `pollForFetches`), `ConsumerCoordinator.poll`.

use super::{
    Consumer,
    exception::Exception,
    io::{CommitMode, Note},
    thread::{Block, Step},
};

/// One call of poll().
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PollCall {
    /// When it returns without records, ms.
    end: u64,
    step: PollStep,
    /// It waits and nothing but an event can change that: further calls would do the same, and are not run.
    idle: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum PollStep {
    /// The loop begins anew.
    #[default]
    Top,
    /// The coordinator is looked for.
    Coordinator,
    /// A member with a pattern looks for topics before it joins.
    Topics,
    /// It waits for metadata beyond this version.
    Metadata(u32),
    /// The member joins, if it has to.
    Join,
    /// Without a group to join: whatever comes from the network is read.
    Manual,
    /// Positions are looked up.
    Positions,
    /// What is buffered is returned, else fetches are sent.
    Fetch,
    /// Whatever comes from the network is awaited.
    Wait,
    /// What came is returned.
    Collect,
}

impl Consumer {
    /// poll() is called.
    pub(super) fn begin_poll(&mut self) {
        self.poll_call = PollCall { end: self.now.saturating_add(self.application.poll_ms), ..PollCall::default() };
        self.note_polled(self.now);
    }

    fn note_polled(&mut self, at: u64) {
        let deadline = self.heartbeat.reset_poll(at);
        self.note(Note::Polled { deadline });
    }

    /// Goes on with poll(); its records are in the batch.
    pub(super) fn poll(&mut self) -> Step<Result<(), Exception>> {
        loop {
            let end = self.poll_call.end;
            match self.poll_call.step {
                PollStep::Top => {
                    if self.is_spinning() {
                        return Step::Blocked;
                    }
                    if let Err(exception) = self.poll_top() {
                        return Step::Done(Err(exception));
                    }
                    let automatic = self.subscription.is_automatic();
                    self.poll_call.step = if automatic { PollStep::Coordinator } else { PollStep::Manual };
                }
                PollStep::Manual => {
                    self.pass();
                    self.maybe_auto_commit();
                    self.poll_call.step = PollStep::Positions;
                }
                PollStep::Coordinator => match self.ensure_coordinator(end) {
                    Step::Blocked => return Step::Blocked,
                    Step::Done(Err(exception)) => return Step::Done(Err(exception)),
                    Step::Done(Ok(true)) => self.poll_call.step = PollStep::Topics,
                    Step::Done(Ok(false)) => self.poll_call.step = PollStep::Fetch,
                },
                PollStep::Topics => self.poll_call.step = self.look_for_topics(),
                PollStep::Metadata(version) => {
                    self.pass();
                    let came = self.metadata.version != version;
                    if !came && self.now < end {
                        return self.block(Block { until: end, reads: true, holds_monitor: false });
                    }
                    self.refresh_metadata_snapshot();
                    self.poll_call.step = if came { PollStep::Join } else { PollStep::Fetch };
                }
                PollStep::Join => match self.join_if_needed() {
                    Step::Blocked => return Step::Blocked,
                    Step::Done(Err(exception)) => return Step::Done(Err(exception)),
                    Step::Done(Ok(false)) => self.poll_call.step = PollStep::Fetch,
                    Step::Done(Ok(true)) => {
                        self.maybe_auto_commit();
                        self.poll_call.step = PollStep::Positions;
                    }
                },
                PollStep::Positions => match self.update_positions(end) {
                    Step::Blocked => return Step::Blocked,
                    Step::Done(Err(exception)) => return Step::Done(Err(exception)),
                    Step::Done(Ok(_)) => self.poll_call.step = PollStep::Fetch,
                },
                PollStep::Fetch => {
                    if let Some(result) = self.collect_for_poll() {
                        return Step::Done(result);
                    }
                    self.send_fetches();
                    let read = self.pass();
                    self.poll_call.step = PollStep::Collect;
                    if !read && !self.has_available_fetches() && self.now < end {
                        return self.wait_for_fetches();
                    }
                }
                PollStep::Wait => {
                    self.pass();
                    self.poll_call.step = PollStep::Collect;
                }
                PollStep::Collect => {
                    if let Some(result) = self.collect_for_poll() {
                        return Step::Done(result);
                    }
                    if self.now >= self.poll_call.end {
                        return Step::Done(Ok(()));
                    }
                    self.poll_call.step = PollStep::Top;
                }
            }
        }
    }

    /// `ConsumerCoordinator.poll` up to its first wait.
    fn poll_top(&mut self) -> Result<(), Exception> {
        self.refresh_metadata_snapshot();
        self.run_commit_callbacks()?;
        if !self.subscription.is_automatic() {
            return Ok(());
        }
        if let Some(exception) = self.heartbeat.take_failure() {
            return Err(exception);
        }
        self.heartbeat.reset_poll(self.now);
        self.poll_heartbeat();
        Ok(())
    }

    /// The subscription's metadata as the member last looked at it (`maybeUpdateSubscriptionMetadata`).
    pub(super) fn refresh_metadata_snapshot(&mut self) {
        if self.metadata.version != self.metadata_snapshot.version() {
            self.update_pattern_subscription();
            let with_racks = !self.config.client_rack.is_empty();
            self.metadata_snapshot = self.metadata.snapshot(self.subscription.metadata_topics(), with_racks);
        }
    }

    /// The topics that match the pattern now (`updatePatternSubscription`).
    pub(super) fn update_pattern_subscription(&mut self) {
        let Some(pattern) = self.subscription.pattern() else { return };
        let matching = self.metadata.topic_names().filter(|topic| pattern.matches(topic)).cloned().collect();
        if self.subscription.set_topics(matching) {
            self.metadata.request_new_topics();
        }
    }

    /// A member with a pattern asks for metadata before each join, as often as it may.
    fn look_for_topics(&mut self) -> PollStep {
        if self.subscription.pattern().is_none() || !self.rejoin_needed_or_pending() {
            return PollStep::Join;
        }
        if self.metadata.may_update(self.now) {
            self.metadata.request_update(true);
        }
        let version = self.metadata.version;
        if self.metadata.is_stale(self.now) { PollStep::Metadata(version) } else { PollStep::Join }
    }

    /// Returns records if there are any; the next fetches leave at once.
    fn collect_for_poll(&mut self) -> Option<Result<(), Exception>> {
        let mut records = std::mem::take(&mut self.batch.records);
        let result = self.collect(&mut records);
        let empty = records.is_empty();
        self.batch.records = records;
        if result.is_ok() && empty {
            return None;
        }
        if result.is_ok() {
            self.send_fetches();
            self.pass();
        }
        Some(result)
    }

    /// Waits for whatever comes first (`pollForFetches`).
    fn wait_for_fetches<T>(&mut self) -> Step<T> {
        self.poll_call.step = PollStep::Wait;
        let member = self.member.generation_if_stable().is_some() && !self.member.rejoin_needed;
        let settled = member || !self.subscription.is_automatic();
        self.poll_call.idle = settled && self.positions.all_known && self.tasks.is_empty() && self.can_idle();
        let mut until = if self.poll_call.idle { u64::MAX } else { self.poll_call.end };
        if settled && self.config.enable_auto_commit {
            until = until.min(self.commits.next_auto.max(self.now + 1));
        }
        if !self.member.has_not_joined() && self.heartbeat.due() > self.now {
            until = until.min(self.heartbeat.due());
        }
        if !self.positions.all_known || !self.network.has_in_flight() {
            until = until.min(self.now.saturating_add(self.config.retry_backoff_ms.max(1)));
        }
        self.block(Block { until, reads: true, holds_monitor: false })
    }

    /// Whether poll() is called again in time whatever happens.
    fn can_idle(&self) -> bool {
        // Between two calls it commits what its workers have finished.
        let commits_between = self.application.workers > 0 && self.application.commit == CommitMode::SyncEach;
        !commits_between && (1..self.config.max_poll_interval_ms).contains(&self.application.poll_ms)
    }

    /// Makes up for the calls of poll() that were not run while nothing happened: the last one began at the last multiple
    /// of its length.
    pub(super) fn catch_up_polls(&mut self) {
        let PollCall { end, idle, .. } = self.poll_call;
        if idle && self.is_polling() && self.now > end {
            let length = self.application.poll_ms.max(1);
            let last = end + (self.now - end) / length * length;
            self.poll_call.end = last + length;
            self.note_polled(last);
        }
    }

    /// The user wants something: the call that is under way ends in time for it.
    pub(super) fn end_idling(&mut self) {
        if self.poll_call.idle {
            self.poll_call.idle = false;
            self.block.until = self.block.until.min(self.poll_call.end);
        }
    }
}
