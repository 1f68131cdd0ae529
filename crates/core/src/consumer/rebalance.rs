//! What happens to the partitions around a join, and the rebalance listener's calls.
//!
//! Source: `ConsumerCoordinator` (`onJoinPrepare`, `onJoinComplete`, `onLeavePrepare`), `ConsumerRebalanceListenerInvoker`.

use super::{
    Consumer,
    exception::Exception,
    io::{CallbackKind, Detail, Note},
    request::CommitFor,
};
use crate::{
    config::{Assignor, RebalanceProtocol},
    protocol::{Bytes, TopicPartition, consumer_protocol::Assignment},
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
    pub(super) fn on_join_prepare(&mut self) -> bool {
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
                _ if self.now >= deadline => {}
                Some((_, None)) => return false,
                Some((_, Some(Err(exception)))) if exception.is_retriable() => {
                    self.join_prepare.commit = None;
                    return false;
                }
                _ => {}
            }
        }
        self.join_prepare = JoinPrepare::default();
        self.give_up_before_join(lost);
        self.is_leader = false;
        self.subscription.group_topics = None;
        true
    }

    fn mark_pending_revocation(&mut self) {
        if self.is_eager() {
            self.subscription.partitions.values_mut().for_each(|state| state.pending_revocation = true);
        }
    }

    fn give_up_before_join(&mut self, lost: bool) {
        let owned = self.subscription.owned();
        if lost {
            if !owned.is_empty() {
                self.detail(Detail::GivingAway);
                self.subscription.assign(&[]);
                self.callback(CallbackKind::Lost, owned);
            }
        } else if self.is_eager() {
            self.subscription.assign(&[]);
            self.callback(CallbackKind::Revoked, owned);
        } else {
            let topics = self.subscription.topics.clone();
            let wanted = |of: &TopicPartition| topics.binary_search(&of.topic).is_ok();
            let (kept, dropped): (Vec<_>, Vec<_>) = owned.into_iter().partition(wanted);
            if !dropped.is_empty() {
                self.subscription.assign(&kept);
                self.callback(CallbackKind::Revoked, dropped);
            }
        }
    }

    /// Takes the share that SyncGroup brought (`onJoinComplete`).
    pub(super) fn on_join_complete(&mut self, bytes: &Bytes) -> Result<(), Exception> {
        if !self.is_leader {
            self.member.assignment_snapshot = None;
        }
        let assignor = self.chosen_assignor().ok_or(Exception::IllegalState)?;
        let assignment = Assignment::decode(bytes).map_err(|_| Exception::IllegalState)?;
        let topics = &self.subscription.topics;
        if assignment.partitions.iter().any(|of| topics.binary_search(&of.topic).is_err()) {
            self.request_rejoin("received assignment does not match the current subscription");
            return Ok(());
        }
        let mut assigned = assignment.partitions.clone();
        assigned.sort_unstable();
        let owned = self.subscription.owned();
        let added: Vec<_> = difference(&assigned, &owned);
        let revoked = difference(&owned, &assigned);
        if !self.is_eager() {
            self.detail(Detail::UpdatingAssignment { owned, assigned: assigned.clone() });
            if !revoked.is_empty() {
                self.subscription.partitions.retain(|of, _| revoked.binary_search(of).is_err());
                self.callback(CallbackKind::Revoked, revoked);
                self.request_rejoin("need to revoke partitions and re-join");
            }
        }
        self.detail(Detail::NotifyingAssignor(assignment.partitions.clone()));
        self.remember_assignment(assignor, assignment);
        self.restart_auto_commit_timer();
        self.subscription.assign(&assigned);
        self.callback(CallbackKind::Assigned, added);
        Ok(())
    }

    /// The assignor that the coordinator chose.
    pub(super) fn chosen_assignor(&self) -> Option<Assignor> {
        let name = self.member.generation.protocol.as_ref()?;
        self.config.partition_assignment_strategy.iter().copied().find(|it| *name == it.name())
    }

    /// Gives everything up before the member leaves (`onLeavePrepare`).
    pub(super) fn on_leave_prepare(&mut self) {
        let owned = self.subscription.owned();
        if owned.is_empty() {
            return;
        }
        let kind = if self.member.generation.is_lost() || self.member.is_rebalancing() {
            CallbackKind::Lost
        } else {
            CallbackKind::Revoked
        };
        self.subscription.assign(&[]);
        self.callback(kind, owned);
    }

    fn callback(&mut self, kind: CallbackKind, partitions: Vec<TopicPartition>) {
        let owned = self.subscription.owned();
        self.note(Note::Callback { kind, partitions, owned });
    }
}

/// What is in the first but not in the second; both are sorted, and so is the result.
fn difference(first: &[TopicPartition], second: &[TopicPartition]) -> Vec<TopicPartition> {
    first.iter().filter(|of| second.binary_search(of).is_err()).cloned().collect()
}
