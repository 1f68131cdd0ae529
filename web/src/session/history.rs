//! The scenarios of a visit: every change makes a new one, and none is lost.
//!
//! They form a tree. Undoing goes towards its root, redoing back to where one came from; a change made after an undo, or
//! an action at a moment that an older action has passed, grows another branch beside the old future.

use std::sync::Arc;

use groupscope_core::scenario::Scenario;

/// A scenario, how it came about, and where the reader was.
#[derive(Clone, Debug, PartialEq)]
pub struct Version {
    /// The scenario.
    pub scenario: Arc<Scenario>,
    /// What was done to the one before it.
    pub change: Change,
    /// The moment at which it was done, ms.
    pub at: u64,
    /// The one before it; `None` = the beginning.
    pub before: Option<usize>,
    /// Where redoing leads.
    next: Option<usize>,
}

/// What was done to a scenario.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// It was opened.
    Opened,
    /// A setting has another value.
    Setting {
        /// Its name.
        name: String,
        /// The value, as the reader sees it.
        value: String,
    },
    /// Something was done at a moment: the word of `do`, and to whom.
    Action {
        /// The word.
        word: &'static str,
        /// The consumer, broker or topic it was done to; empty = everybody.
        whom: String,
    },
    /// Something that the story offers was tried.
    Try {
        /// Its name in the story.
        id: String,
    },
    /// An action was taken out: the word of `do`, and to whom it was done.
    Taken {
        /// The word.
        word: &'static str,
        /// The consumer, broker or topic it was done to; empty = everybody.
        whom: String,
    },
    /// The text was edited.
    Edited,
}

/// All scenarios of a visit.
#[derive(Clone, Debug, PartialEq)]
pub struct History {
    versions: Vec<Version>,
    current: usize,
}

impl History {
    /// Begins with a scenario.
    #[must_use]
    pub fn new(scenario: Arc<Scenario>) -> Self {
        let first = Version { scenario, change: Change::Opened, at: 0, before: None, next: None };
        Self { versions: vec![first], current: 0 }
    }

    /// The one that is shown.
    #[must_use]
    pub fn current(&self) -> &Version {
        &self.versions[self.current]
    }

    /// All, each at its number, in the order in which they were made.
    #[must_use]
    pub fn versions(&self) -> &[Version] {
        &self.versions
    }

    /// The number of the one that is shown.
    #[must_use]
    pub fn number(&self) -> usize {
        self.current
    }

    /// Adds a change to the one that is shown, and shows it.
    pub fn change(&mut self, scenario: Arc<Scenario>, change: Change, at: u64) {
        if scenario == self.current().scenario {
            return;
        }
        let number = self.versions.len();
        self.versions[self.current].next = Some(number);
        self.versions.push(Version { scenario, change, at, before: Some(self.current), next: None });
        self.current = number;
    }

    /// Replaces the one that is shown: while a slider is dragged, only where it ends counts.
    pub fn amend(&mut self, scenario: Arc<Scenario>, change: Change) {
        let current = &mut self.versions[self.current];
        current.scenario = scenario;
        current.change = change;
    }

    /// Where undoing leads.
    #[must_use]
    pub fn undo(&self) -> Option<usize> {
        self.current().before
    }

    /// Where redoing leads.
    #[must_use]
    pub fn redo(&self) -> Option<usize> {
        self.current().next
    }

    /// Shows the one of that number; redoing will lead back along the way to it. Whether there is one.
    pub fn show(&mut self, number: usize) -> bool {
        if number >= self.versions.len() {
            return false;
        }
        self.current = number;
        let mut child = number;
        while let Some(parent) = self.versions[child].before {
            self.versions[parent].next = Some(child);
            child = parent;
        }
        true
    }

    /// The ends of branches that the current one does not lead to and did not come from: futures that were left.
    #[must_use]
    pub fn other_futures(&self) -> Vec<usize> {
        let is_end = |number: &usize| !self.versions.iter().any(|version| version.before == Some(*number));
        (0..self.versions.len()).filter(is_end).filter(|end| !self.leads_to(self.current, *end)).collect()
    }

    fn leads_to(&self, from: usize, to: usize) -> bool {
        let mut at = Some(to);
        while let Some(number) = at {
            if number == from {
                return true;
            }
            at = self.versions[number].before;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scenario(seed: u64) -> Arc<Scenario> {
        let text = format!(
            r#"{{"groupscope":1,"seed":{seed},"topics":[{{"name":"t","partitions":1}}],"group":"g","consumers":[],"until":9}}"#
        );
        Arc::new(Scenario::parse(&text).unwrap().scenario)
    }

    fn edit(history: &mut History, seed: u64) {
        history.change(scenario(seed), Change::Edited, 0);
    }

    fn seed(history: &History) -> u64 {
        history.current().scenario.seed
    }

    fn go(history: &mut History, to: Option<usize>) {
        assert!(history.show(to.unwrap()));
    }

    #[test]
    fn undo_and_redo_walk_the_same_way() {
        let mut history = History::new(scenario(1));
        edit(&mut history, 2);
        edit(&mut history, 3);
        for expected in [2, 1] {
            let to = history.undo();
            go(&mut history, to);
            assert_eq!(seed(&history), expected);
        }
        assert_eq!(history.undo(), None);
        for expected in [2, 3] {
            let to = history.redo();
            go(&mut history, to);
            assert_eq!(seed(&history), expected);
        }
        assert_eq!(history.redo(), None);
    }

    #[test]
    fn a_change_after_an_undo_keeps_the_old_future() {
        let mut history = History::new(scenario(1));
        edit(&mut history, 2);
        let old = history.number();
        let to = history.undo();
        go(&mut history, to);
        edit(&mut history, 3);
        assert_eq!(history.other_futures(), [old]);
        assert!(history.show(old));
        assert_eq!(seed(&history), 2);
        let to = history.undo();
        go(&mut history, to);
        assert_eq!(history.redo(), Some(old), "redoing follows the branch that was shown last");
    }

    #[test]
    fn a_change_that_changes_nothing_is_none() {
        let mut history = History::new(scenario(1));
        edit(&mut history, 1);
        assert_eq!(history.versions().len(), 1);
    }

    #[test]
    fn a_drag_is_one_change() {
        let mut history = History::new(scenario(1));
        edit(&mut history, 2);
        for seed in 3..9 {
            history.amend(scenario(seed), Change::Edited);
        }
        assert_eq!((history.versions().len(), seed(&history)), (2, 8));
    }
}
