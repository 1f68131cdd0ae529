//! The coordinator takes its partition over, and gives it up.
//!
//! Source: `CoordinatorContext.load`, `unload`; `GroupMetadataManager.onLoaded`, `onUnloaded`.

use super::{
    Coordinator, Group, GroupState, Note, Output, Reason, Record, effects::Effects, join_group::refused,
    offset_commit::as_read, runtime::Phase, shard::Shard, static_membership::refused_sync,
};
use crate::protocol::{ErrorCode, MemberId};

impl Coordinator {
    pub(super) fn elected(&mut self, out: &mut Vec<Output>) {
        if self.phase == Phase::NotCoordinator {
            self.phase = Phase::Loading;
            self.elected_at = self.clock;
            out.push(Output::Note(Note::Loading));
        }
    }

    pub(super) fn load(&mut self, records: Vec<Record>, out: &mut Vec<Output>) {
        if self.phase != Phase::Loading {
            return;
        }
        let (count, bytes) = (records.len(), records.iter().map(Record::size_in_bytes).sum());
        let took_ms = self.clock - self.elected_at;
        for record in records {
            let record = match record {
                Record::OffsetCommit { key, value } => Record::OffsetCommit { key, value: value.map(as_read) },
                group => group,
            };
            if self.shard.replay(&record, self.clock).is_err() {
                return self.load_failed();
            }
        }
        self.phase = Phase::Active;
        let write = self.writes.begin();
        self.shard.snapshot(write);
        self.shard.forget_before(write);
        self.writes.commit(write);
        let (shard, mut fx) = self.effects(out);
        shard.loaded(&mut fx);
        fx.note(Note::Loaded { records: count, bytes, took_ms });
    }

    /// Nobody is in charge of a partition that can't be read (`CoordinatorState.FAILED`).
    fn load_failed(&mut self) {
        self.phase = Phase::NotCoordinator;
        self.shard = Shard::default();
    }

    /// The partition belongs to another broker: who waits is told so.
    pub(super) fn unload(&mut self, next: Phase, out: &mut Vec<Output>) {
        match self.phase {
            Phase::ShutDown => return,
            Phase::NotCoordinator => return self.phase = next,
            Phase::Loading | Phase::Active => self.phase = next,
        }
        out.push(Output::Note(Note::Unloading));
        self.timers.clear();
        for waiting in self.writes.fail_all() {
            self.complete(waiting, ErrorCode::NotCoordinator, out);
        }
        let (shard, mut fx) = self.effects(out);
        shard.unload(&mut fx);
        fx.note(Note::Unloaded);
        self.shard = Shard::default();
        self.timers.clear();
        self.open.clear();
        self.deletions.clear();
    }
}

impl Shard {
    /// The records are read: every session begins anew; a group that is too large now rebalances
    /// (`GroupMetadataManager.onLoaded`).
    pub(super) fn loaded(&mut self, fx: &mut Effects<'_>) {
        for id in self.in_table_order() {
            let Some(group) = self.group_mut(&id) else { continue };
            let size = group.members.len();
            fx.note(Note::GroupLoaded { group: id.clone(), members: size });
            for member in group.members.values() {
                fx.arm_session(&id, &member.id, member.timeouts.session_ms);
            }
            let max = fx.config.max_size;
            if i64::try_from(size).is_ok_and(|size| size > max.into()) {
                // Nobody waits in JoinGroup, so nothing can be to write.
                let _nothing = group.prepare_rebalance(Reason::OverCapacity { group: id, size, max }, fx);
            }
        }
    }

    /// Every group is dead here; who waits in it is told where not to wait (`GroupMetadataManager.onUnloaded`).
    fn unload(&mut self, fx: &mut Effects<'_>) {
        for id in self.in_table_order() {
            if let Some(group) = self.group_mut(&id) {
                group.unload(fx);
            }
        }
    }
}

impl Group {
    fn unload(&mut self, fx: &mut Effects<'_>) {
        fx.note(Note::GroupUnloaded { group: self.id.clone(), generation: self.generation });
        // Every state may become Dead.
        let _always = self.transition_to(GroupState::Dead, None, fx);
        let ids: Vec<MemberId> = self.members.keys().cloned().collect();
        for id in &ids {
            match self.previous_state {
                GroupState::Empty | GroupState::Dead => {}
                GroupState::PreparingRebalance => {
                    self.complete_join(id, refused(ErrorCode::NotCoordinator, id.clone()), fx);
                }
                GroupState::CompletingRebalance | GroupState::Stable => {
                    self.complete_sync(id, refused_sync(ErrorCode::NotCoordinator), fx);
                }
            }
        }
    }
}
