//! What happens to the partitions around a join, and the rebalance listener's calls.
//!
//! Source: `ConsumerCoordinator` (`onJoinPrepare`, `onJoinComplete`, `onLeavePrepare`), `ConsumerRebalanceListenerInvoker`.

use super::{
    Consumer,
    detail::Detail,
    exception::Exception,
    io::{CallbackKind, Note},
    request::CommitFor,
};
use crate::{
    config::{Assignor, RebalanceProtocol},
    protocol::{Bytes, TopicPartition, consumer_protocol::Assignment},
    simulation::frame::Doing,
};

/// The commit before partitions are given up.
#[derive(Debug, Default)]
pub(super) struct JoinPrepare {
    /// When it is given up, ms; set while partitions are being given up.
    deadline: Option<u64>,
    /// The commit that is waited for, and how it ended.
    commit: Option<(u32, Option<Result<(), Exception>>)>,
}

impl JoinPrepare {
    /// A commit ended.
    pub(super) fn on_commit(&mut self, id: u32, result: Result<(), Exception>) {
        if let Some((waited_for, ended)) = &mut self.commit
            && *waited_for == id
        {
            *ended = Some(result);
        }
    }
}

impl Consumer {
    pub(super) fn is_eager(&self) -> bool {
        self.config.rebalance_protocol() != Some(RebalanceProtocol::Cooperative)
    }

    /// Gives partitions up before JoinGroup; false = the commit that goes before is not answered yet (`onJoinPrepare`).
    pub(super) fn on_join_prepare(&mut self) -> Result<bool, Exception> {
        let lost = self.member.generation.is_lost();
        let timeout = self.now.saturating_add(self.config.max_poll_interval_ms);
        let deadline = *self.join_prepare.deadline.get_or_insert(timeout);
        if self.config.enable_auto_commit && self.join_prepare.commit.is_none() {
            self.mark_pending_revocation();
            self.join_prepare.commit = self.commit_async(CommitFor::JoinPrepare, self.all_consumed());
        }
        if self.join_prepare.commit.is_some() {
            self.pass();
            match self.join_prepare.commit {
                _ if self.now >= deadline => self.detail(Detail::JoinCommitFailed { error: None }),
                Some((_, None)) => return Ok(false),
                Some((_, Some(Err(exception)))) if exception.is_retriable() => {
                    self.join_prepare.commit = None;
                    return Ok(false);
                }
                Some((_, Some(Err(exception)))) => {
                    self.detail(Detail::JoinCommitFailed { error: Some(exception.code()) });
                }
                _ => {}
            }
        }
        self.join_prepare = JoinPrepare::default();
        let callback = self.give_up_before_join(lost);
        self.is_leader = false;
        self.subscription.group_topics = None;
        callback.map(|()| true)
    }

    fn mark_pending_revocation(&mut self) {
        if self.is_eager() {
            self.subscription.partitions.values_mut().for_each(|state| state.pending_revocation = true);
        }
    }

    fn give_up_before_join(&mut self, lost: bool) -> Result<(), Exception> {
        let owned = self.subscription.owned();
        if lost {
            if owned.is_empty() {
                return Ok(());
            }
            self.detail(Detail::GivingAway);
            self.give_up(CallbackKind::Lost, owned)
        } else if self.is_eager() {
            self.give_up(CallbackKind::Revoked, owned)
        } else {
            let topics = self.subscription.topics.clone();
            let unwanted = |of: &TopicPartition| topics.binary_search(&of.topic).is_err();
            let dropped: Vec<_> = owned.into_iter().filter(unwanted).collect();
            if dropped.is_empty() { Ok(()) } else { self.give_up(CallbackKind::Revoked, dropped) }
        }
    }

    /// Takes the share that SyncGroup brought; false = the listener takes its time before that (`onJoinComplete`). A listener
    /// that threw is called again at the next poll(), but the share counts as taken by then.
    pub(super) fn on_join_complete(&mut self, bytes: &Bytes) -> Result<bool, Exception> {
        if !self.is_leader {
            self.member.assignment_snapshot = None;
        }
        let assignor = self.chosen_assignor().ok_or(Exception::IllegalState)?;
        let assignment = Assignment::decode(bytes).map_err(|_| Exception::IllegalState)?;
        if let Some(of) = assignment.partitions.iter().find(|of| !self.subscription.wants(&of.topic)) {
            self.detail(Detail::NotSubscribed { partition: of.clone(), topics: self.subscription.topics.to_vec() });
            self.request_rejoin("received assignment does not match the current subscription");
            return Ok(true);
        }
        let mut assigned = assignment.partitions.clone();
        assigned.sort_unstable();
        let owned = self.subscription.owned();
        let added: Vec<_> = difference(&assigned, &owned);
        let revoked = difference(&owned, &assigned);
        let mut thrown = Ok(());
        if !self.is_eager() && !std::mem::take(&mut self.listener_goes_on) {
            self.detail(Detail::UpdatingAssignment { owned, assigned: assigned.clone() });
            if !revoked.is_empty() {
                thrown = self.give_up(CallbackKind::Revoked, revoked);
                self.request_rejoin("need to revoke partitions and re-join");
                if thrown.is_ok() && self.now < self.listener_until {
                    self.listener_goes_on = true;
                    return Ok(false);
                }
            }
        }
        self.join_matching_topics(&assignment);
        self.detail(Detail::NotifyingAssignor(assignment.partitions.clone()));
        self.remember_assignment(assignor, assignment);
        self.restart_auto_commit_timer();
        self.subscription.assign(&assigned);
        let callback = self.receive(added);
        thrown.and(callback).map(|()| true)
    }

    /// A leader that knows more topics may assign some that match the pattern, though this member has not seen them yet.
    fn join_matching_topics(&mut self, assignment: &Assignment) {
        if self.subscription.pattern().is_none() {
            return;
        }
        let mut topics = self.subscription.topics.to_vec();
        topics.extend(assignment.partitions.iter().map(|of| of.topic.clone()));
        let joined = self.member.joined_topics.as_ref() == Some(&self.subscription.topics);
        if self.subscription.set_topics(topics) && joined {
            self.member.joined_topics = Some(self.subscription.topics.clone());
        }
    }

    /// The assignor that the coordinator chose.
    pub(super) fn chosen_assignor(&self) -> Option<Assignor> {
        let name = self.member.generation.protocol.as_ref()?;
        self.config.partition_assignment_strategy.iter().copied().find(|it| *name == it.name())
    }

    /// Gives everything up before the member leaves (`onLeavePrepare`).
    pub(super) fn on_leave_prepare(&mut self) -> Result<(), Exception> {
        let owned = self.subscription.owned();
        if owned.is_empty() || !self.subscription.is_automatic() {
            return Ok(());
        }
        let kind = if self.member.generation.is_lost() || self.member.is_rebalancing() {
            CallbackKind::Lost
        } else {
            CallbackKind::Revoked
        };
        self.give_up(kind, owned)
    }

    fn give_up(&mut self, kind: CallbackKind, partitions: Vec<TopicPartition>) -> Result<(), Exception> {
        let lost = kind == CallbackKind::Lost;
        let states = &self.subscription.partitions;
        let paused = |of: &&TopicPartition| states.get(of).is_some_and(|state| state.paused);
        let paused: Vec<_> = partitions.iter().filter(paused).cloned().collect();
        self.subscription.partitions.retain(|of, _| partitions.binary_search(of).is_err());
        let owned = self.subscription.owned();
        self.note(Note::Callback { kind, partitions: partitions.clone(), owned });
        if !paused.is_empty() {
            let partitions = if lost { partitions.clone() } else { paused };
            self.detail(Detail::PauseForgotten { lost, partitions });
            let still_paused = self.subscription.paused();
            self.note(Note::Paused(still_paused));
        }
        let takes = if partitions.is_empty() { 0 } else { self.application.listener.revoke_ms };
        self.end_callback(kind, partitions, takes)
    }

    /// Calls `onPartitionsAssigned`: the application rebuilds what it does not keep yet.
    fn receive(&mut self, added: Vec<TopicPartition>) -> Result<(), Exception> {
        let kind = CallbackKind::Assigned;
        let owned = self.subscription.owned();
        let listener = &mut self.application.listener;
        let missing = owned.iter().filter(|of| !listener.kept.contains(of)).count() as u64;
        listener.kept = owned.iter().cloned().collect();
        let takes = listener.restore_ms.saturating_mul(missing);
        self.note(Note::Callback { kind, partitions: added.clone(), owned });
        self.end_callback(kind, added, takes)
    }

    /// The listener throws, or holds the application thread up from now on.
    fn end_callback(
        &mut self,
        kind: CallbackKind,
        partitions: Vec<TopicPartition>,
        takes: u64,
    ) -> Result<(), Exception> {
        if self.application.listener.throws == Some(kind) {
            self.detail(Detail::ListenerFailed { kind, partitions });
            return Err(Exception::Kafka);
        }
        if takes > 0 {
            self.listener_until = self.now.saturating_add(takes);
            self.set_doing(Doing::Rebalancing);
        }
        Ok(())
    }

    /// The listener has returned.
    pub(super) fn end_listener(&mut self) {
        if self.doing == Doing::Rebalancing {
            self.set_doing(Doing::Polling);
        }
    }
}

/// What is in the first but not in the second; both are sorted, and so is the result.
fn difference(first: &[TopicPartition], second: &[TopicPartition]) -> Vec<TopicPartition> {
    first.iter().filter(|of| second.binary_search(of).is_err()).cloned().collect()
}
