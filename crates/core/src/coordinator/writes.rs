//! The writes that are under way, and what waits for them.
//!
//! Source: `CoordinatorRuntime.CoordinatorContext`, `DeferredEventQueue`.

use std::collections::VecDeque;

use super::{GroupRequest, Token, WriteId, runtime::Answer, timers::Place, write::Then};

/// An operation that waits for the writes before it and its own.
#[derive(Clone, Debug)]
pub(super) struct Waiting {
    operation: u64,
    behind: WriteId,
    pub(super) then: Then,
    pub(super) request: Option<(Token, GroupRequest, Answer)>,
    pub(super) timeout: Option<Place>,
}

impl Waiting {
    pub(super) fn new(then: Then, request: Option<(Token, GroupRequest, Answer)>) -> Self {
        Self { operation: 0, behind: WriteId(0), then, request, timeout: None }
    }
}

/// The writes of a coordinator.
#[derive(Clone, Debug, Default)]
pub(super) struct Writes {
    begun: u64,
    committed: WriteId,
    pending: VecDeque<WriteId>,
    /// In the order of arrival, which is that of the writes they wait for.
    waiting: VecDeque<Waiting>,
    operations: u64,
}

impl Writes {
    /// Whether all that was written is durable.
    pub(super) fn is_idle(&self) -> bool {
        self.pending.is_empty()
    }

    /// The last write that is durable.
    pub(super) const fn committed(&self) -> WriteId {
        self.committed
    }

    /// The last write that has not failed.
    pub(super) fn last(&self) -> WriteId {
        self.pending.back().copied().unwrap_or(self.committed)
    }

    /// Begins a write.
    pub(super) fn begin(&mut self) -> WriteId {
        self.begun += 1;
        let write = WriteId(self.begun);
        self.pending.push_back(write);
        write
    }

    /// Lets an operation wait for all writes begun so far. `arm` is given its number and bounds the wait.
    pub(super) fn wait(&mut self, waiting: Waiting, arm: impl FnOnce(u64) -> Option<Place>) {
        self.operations += 1;
        let (operation, behind) = (self.operations, self.last());
        self.waiting.push_back(Waiting { operation, behind, timeout: arm(operation), ..waiting });
    }

    /// All writes up to this one are durable; the last of them, if there are any.
    pub(super) fn commit(&mut self, write: WriteId) -> Option<WriteId> {
        let count = self.pending.partition_point(|pending| *pending <= write);
        self.committed = self.pending.drain(..count).next_back()?;
        Some(self.committed)
    }

    /// Takes the next operation whose writes are all durable.
    pub(super) fn take_done(&mut self) -> Option<Waiting> {
        self.waiting.pop_front_if(|first| first.behind <= self.committed)
    }

    /// This write and all after it have failed: the first of them, and what waited for them; nothing if there are none.
    pub(super) fn fail(&mut self, write: WriteId) -> Option<(WriteId, VecDeque<Waiting>)> {
        let kept = self.pending.partition_point(|pending| *pending < write);
        let first = self.pending.drain(kept..).next()?;
        let kept = self.waiting.partition_point(|waiting| waiting.behind < first);
        Some((first, self.waiting.split_off(kept)))
    }

    /// The coordinator gives up: no write has an outcome any more. What waited for them.
    pub(super) fn fail_all(&mut self) -> VecDeque<Waiting> {
        self.pending.clear();
        std::mem::take(&mut self.waiting)
    }

    /// Takes an operation whose time is up.
    pub(super) fn take(&mut self, operation: u64) -> Option<Waiting> {
        let at = self.waiting.iter().position(|waiting| waiting.operation == operation)?;
        self.waiting.remove(at)
    }
}
