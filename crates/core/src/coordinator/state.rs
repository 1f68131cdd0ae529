//! The states of a group and the ways between them.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A group's state (`ClassicGroupState`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum GroupState {
    /// No members; offsets may be there.
    #[default]
    Empty,
    /// Members are awaited in JoinGroup.
    PreparingRebalance,
    /// The generation is fixed; the leader's plan is awaited.
    CompletingRebalance,
    /// Everybody may have its share.
    Stable,
    /// Unloaded: the group lives on another broker now.
    Dead,
}

impl GroupState {
    /// Whether a group may go from this state to `next` (`ClassicGroupState`'s valid previous states).
    #[must_use]
    pub const fn may_become(self, next: Self) -> bool {
        match next {
            Self::Empty | Self::CompletingRebalance => matches!(self, Self::PreparingRebalance),
            Self::PreparingRebalance => matches!(self, Self::Stable | Self::CompletingRebalance | Self::Empty),
            Self::Stable => matches!(self, Self::CompletingRebalance),
            Self::Dead => true,
        }
    }

    /// Kafka's name, such as `PreparingRebalance`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Empty => "Empty",
            Self::PreparingRebalance => "PreparingRebalance",
            Self::CompletingRebalance => "CompletingRebalance",
            Self::Stable => "Stable",
            Self::Dead => "Dead",
        }
    }
}

impl fmt::Display for GroupState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::GroupState::{CompletingRebalance, Dead, Empty, PreparingRebalance, Stable};

    #[test]
    fn only_these_transitions_are_allowed() {
        let states = [Empty, PreparingRebalance, CompletingRebalance, Stable, Dead];
        let allowed: Vec<_> = states
            .iter()
            .flat_map(|from| states.iter().map(move |to| (*from, *to)))
            .filter(|(from, to)| *to != Dead && from.may_become(*to))
            .collect();
        assert_eq!(
            allowed,
            [
                (Empty, PreparingRebalance),
                (PreparingRebalance, Empty),
                (PreparingRebalance, CompletingRebalance),
                (CompletingRebalance, PreparingRebalance),
                (CompletingRebalance, Stable),
                (Stable, PreparingRebalance),
            ]
        );
        assert!(states.iter().all(|from| from.may_become(Dead)));
    }
}
