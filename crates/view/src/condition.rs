//! What a consumer is at a moment, in one word: the same in every view.

use groupscope_core::simulation::frame::{ConsumerFrame, MemberState, Process};

use crate::token::{Hue, Token};

/// What a consumer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Condition {
    /// Its JoinGroup is under way or parked.
    Preparing,
    /// It waits for its share.
    Completing,
    /// It has its share.
    Stable,
    /// It runs, but is not in the group.
    Unjoined,
    /// It is in close().
    Closing,
    /// A static member whose process has ended by close(): the group keeps its place.
    Away,
    /// Its process stands still as a whole.
    Frozen,
    /// Its process is dead, and the group does not know yet.
    NoProcess,
    /// Another process has taken over its instance id.
    Fenced,
    /// Not started yet.
    Absent,
    /// It has ended, and the group knows.
    Closed,
}

impl Condition {
    /// What `consumer` is; `member` says whether its group still counts it.
    #[must_use]
    pub fn of(consumer: &ConsumerFrame, member: bool) -> Self {
        Self::new(consumer.process, consumer.state, consumer.fenced, member)
    }

    /// What somebody with such a process and client is.
    #[must_use]
    pub const fn new(process: Process, state: MemberState, fenced: bool, member: bool) -> Self {
        match process {
            Process::Absent => Self::Absent,
            Process::Killed | Process::Closed | Process::Failed if !member => Self::Closed,
            _ if fenced => Self::Fenced,
            Process::Killed | Process::Failed => Self::NoProcess,
            Process::Closed => Self::Away,
            Process::Frozen => Self::Frozen,
            Process::Closing => Self::Closing,
            Process::Running => match state {
                MemberState::Unjoined => Self::Unjoined,
                MemberState::PreparingRebalance => Self::Preparing,
                MemberState::CompletingRebalance => Self::Completing,
                MemberState::Stable => Self::Stable,
            },
        }
    }

    /// The key of its word.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Preparing => "pic-is-joining",
            Self::Completing => "pic-is-syncing",
            Self::Stable => "pic-is-stable",
            Self::Unjoined => "pic-is-unjoined",
            Self::Closing => "pic-is-closing",
            Self::Away => "pic-is-away",
            Self::Frozen => "pic-is-frozen",
            Self::NoProcess => "pic-is-dead",
            Self::Fenced => "pic-is-fenced",
            Self::Absent => "pic-is-absent",
            Self::Closed => "pic-is-closed",
        }
    }

    /// The key of what heads a number of such consumers.
    #[must_use]
    pub const fn count_key(self) -> &'static str {
        match self {
            Self::Preparing => "pic-are-joining",
            Self::Completing => "pic-are-syncing",
            Self::Stable => "pic-are-stable",
            Self::Unjoined => "pic-are-unjoined",
            Self::Closing => "pic-are-closing",
            Self::Away => "pic-are-away",
            Self::Frozen => "pic-are-frozen",
            Self::NoProcess => "pic-are-dead",
            Self::Fenced => "pic-are-fenced",
            Self::Absent => "pic-are-absent",
            Self::Closed => "pic-are-closed",
        }
    }

    /// The hue of its word, and of its tile where there are too many for hues of their own.
    #[must_use]
    pub const fn hue(self) -> Hue {
        match self {
            Self::Preparing => Hue::Prep,
            Self::Completing => Hue::Comp,
            Self::Stable => Hue::Stable,
            Self::Unjoined | Self::Closing => Hue::Empty,
            Self::Away | Self::Absent | Self::Closed => Hue::Rest,
            Self::Frozen | Self::NoProcess | Self::Fenced => Hue::Bad,
        }
    }

    /// The colour of its word.
    #[must_use]
    pub const fn ink(self) -> Token {
        match self {
            Self::Absent | Self::Closed => Token::Soft,
            other => Token::Text(other.hue()),
        }
    }

    /// Whether it is something to look at: drawn outlined, and last.
    #[must_use]
    pub const fn is_exception(self) -> bool {
        matches!(self, Self::Frozen | Self::NoProcess | Self::Fenced)
    }

    /// Whether its place is empty.
    #[must_use]
    pub const fn is_gone(self) -> bool {
        matches!(self, Self::Absent | Self::Closed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(process: Process, member: bool) -> Condition {
        Condition::of(&ConsumerFrame { process, state: MemberState::Stable, ..ConsumerFrame::default() }, member)
    }

    #[test]
    fn a_dead_process_is_an_exception_only_as_long_as_the_group_counts_on_it() {
        assert_eq!((of(Process::Killed, true), of(Process::Killed, false)), (Condition::NoProcess, Condition::Closed));
        assert!(of(Process::Killed, true).is_exception() && of(Process::Killed, false).is_gone());
    }

    #[test]
    fn a_static_member_that_closed_is_away_until_its_session_ends() {
        assert_eq!((of(Process::Closed, true), of(Process::Closed, false)), (Condition::Away, Condition::Closed));
    }
}
