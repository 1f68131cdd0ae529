//! The coordinator's timers: those of groups and members, and those of replies that wait for a write.
//!
//! Source: `CoordinatorRuntime.EventBasedCoordinatorTimer`, `CoordinatorRuntime.OperationTimeout`.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::protocol::{GroupId, MemberId};

/// A timer of the coordinator. Each exists once: arming it again replaces it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimerKey {
    /// The group.
    pub group: GroupId,
    /// Which of the group's timers.
    pub which: Which,
}

/// Which of a group's timers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Which {
    /// The end of a member's session, or of an id that was handed out.
    Session(MemberId),
    /// The end of the join phase: the initial delay or the rebalance timeout.
    Join,
    /// The wait for every member's SyncGroup.
    Sync,
}

/// What a timer waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum TimerKind {
    /// The wait of an empty group for more members.
    InitialDelay,
    /// The wait of a join phase for known members: the rebalance timeout.
    Join,
    /// The wait for every member's SyncGroup.
    Sync,
    /// A member's session.
    Session,
}

/// What happens when a timer fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// The end of a session.
    Session,
    /// The end of one window of the initial delay.
    InitialDelay {
        /// How long this window was, ms.
        delay: i32,
        /// How much longer newcomers may prolong the delay, ms.
        remaining: i32,
    },
    /// The end of the join phase.
    Join,
    /// The end of the wait for SyncGroup.
    Sync {
        /// The generation it is about.
        generation: i32,
    },
}

impl Action {
    const fn kind(self) -> TimerKind {
        match self {
            Self::Session => TimerKind::Session,
            Self::InitialDelay { .. } => TimerKind::InitialDelay,
            Self::Join => TimerKind::Join,
            Self::Sync { .. } => TimerKind::Sync,
        }
    }
}

/// A place in the queue of deadlines: timers of one deadline fire in the order in which they were armed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    deadline: u64,
    sequence: u64,
}

/// An armed timer.
#[derive(Clone, Copy, Debug)]
struct Timer {
    armed: u64,
    place: Place,
    action: Action,
}

/// A timer as views show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunningTimer<'a> {
    /// Whose.
    pub key: &'a TimerKey,
    /// What it waits for.
    pub kind: TimerKind,
    /// When it was armed, ms.
    pub armed: u64,
    /// When it fires, ms.
    pub deadline: u64,
}

/// What is due.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Due {
    Timer(TimerKey),
    Operation(u64),
}

/// What fired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fired {
    /// A timer of a group.
    Timer { key: TimerKey, armed: u64, action: Action },
    /// The patience of an operation that waits for a write.
    Operation(u64),
}

/// All timers of a coordinator.
#[derive(Clone, Debug, Default)]
pub(super) struct Timers {
    armed: BTreeMap<TimerKey, Timer>,
    queue: BTreeMap<Place, Due>,
    sequence: u64,
}

impl Timers {
    /// Arms a timer, in place of the one with the same key; a delay below 0 is due at once. Returns the deadline.
    pub(super) fn arm(&mut self, now: u64, key: &TimerKey, delay_ms: i32, action: Action) -> (TimerKind, u64) {
        let place = self.place(now.saturating_add_signed(delay_ms.into()));
        if let Some(previous) = self.armed.insert(key.clone(), Timer { armed: now, place, action }) {
            self.queue.remove(&previous.place);
        }
        self.queue.insert(place, Due::Timer(key.clone()));
        (action.kind(), place.deadline)
    }

    /// Cancels a timer; `false` if it was not armed.
    pub(super) fn cancel(&mut self, key: &TimerKey) -> bool {
        self.armed.remove(key).is_some_and(|timer| self.queue.remove(&timer.place).is_some())
    }

    /// Bounds the wait of an operation.
    pub(super) fn arm_operation(&mut self, now: u64, timeout_ms: u64, operation: u64) -> Place {
        let place = self.place(now.saturating_add(timeout_ms));
        self.queue.insert(place, Due::Operation(operation));
        place
    }

    /// The operation has ended.
    pub(super) fn cancel_operation(&mut self, place: Place) {
        self.queue.remove(&place);
    }

    /// When the next one fires.
    pub(super) fn next_deadline(&self) -> Option<u64> {
        self.queue.first_key_value().map(|(place, _)| place.deadline)
    }

    /// Takes the next one that is due.
    pub(super) fn pop_due(&mut self, now: u64) -> Option<Fired> {
        let first = self.queue.first_entry().filter(|entry| entry.key().deadline <= now)?;
        match first.remove() {
            Due::Operation(operation) => Some(Fired::Operation(operation)),
            Due::Timer(key) => {
                let timer = self.armed.remove(&key)?;
                Some(Fired::Timer { key, armed: timer.armed, action: timer.action })
            }
        }
    }

    /// The timers of a group.
    pub(super) fn of_group(&self, group: &GroupId) -> impl Iterator<Item = RunningTimer<'_>> {
        // The first key of a group is that of a session with the empty member id.
        let first = TimerKey { group: group.clone(), which: Which::Session("".into()) };
        self.armed.range(first..).take_while(|(key, _)| key.group == *group).map(|(key, timer)| RunningTimer {
            key,
            kind: timer.action.kind(),
            armed: timer.armed,
            deadline: timer.place.deadline,
        })
    }

    /// Drops them all.
    pub(super) fn clear(&mut self) {
        self.armed.clear();
        self.queue.clear();
    }

    fn place(&mut self, deadline: u64) -> Place {
        self.sequence += 1;
        Place { deadline, sequence: self.sequence }
    }
}
