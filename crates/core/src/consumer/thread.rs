//! The application thread: where it waits, and what wakes it.

/// How far a call came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step<T> {
    /// It is over.
    Done(T),
    /// It waits, as [`Block`] says.
    Blocked,
}

/// What the application thread waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Block {
    /// It goes on at this time at the latest, ms.
    pub(super) until: u64,
    /// It reads the network: whatever arrives wakes it. Otherwise it sleeps, or works on a record.
    pub(super) reads: bool,
    /// It holds the coordinator's monitor: the heartbeat thread has to wait (`synchronized`).
    pub(super) holds_monitor: bool,
}
