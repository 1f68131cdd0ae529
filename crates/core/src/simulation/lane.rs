//! A lane: how one thing (a group's state, a partition's owner, …) changes over the run.
//!
//! Frames and timelines read the very same lanes: a frame is a binary search in each, a timeline draws its spans.

/// From `at` on the lane shows `value`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change<T> {
    /// Virtual time, ms.
    pub at: u64,
    /// The event that made the change, by its index in the trace.
    pub event: u32,
    /// What holds from now on.
    pub value: T,
}

/// One unbroken stretch of a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span<'a, T> {
    /// Its beginning, ms; not before the window asked for.
    pub from: u64,
    /// Its end, ms, exclusive; not after the window asked for.
    pub to: u64,
    /// The change it began with, which may lie before the window.
    pub change: &'a Change<T>,
}

/// The changes of one thing, in the order of time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lane<T>(Vec<Change<T>>);

impl<T> Default for Lane<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: PartialEq> Lane<T> {
    /// From `at` on `value` holds. Changes are pushed in the order of time; a value that holds already adds nothing, and of
    /// several changes at one instant the last one stays.
    pub fn push(&mut self, at: u64, event: u32, value: T) {
        if self.0.last().is_some_and(|last| last.value == value) {
            return;
        }
        if self.0.last().is_some_and(|last| last.at == at) {
            self.0.pop();
            if self.0.last().is_some_and(|last| last.value == value) {
                return;
            }
        }
        self.0.push(Change { at, event, value });
    }
}

impl<T> Lane<T> {
    /// All changes.
    #[must_use]
    pub fn changes(&self) -> &[Change<T>] {
        &self.0
    }

    /// The latest change.
    #[must_use]
    pub fn last(&self) -> Option<&Change<T>> {
        self.0.last()
    }

    /// What holds at `at`; `None` before the first change.
    #[must_use]
    pub fn at(&self, at: u64) -> Option<&Change<T>> {
        self.0[..self.after(at)].last()
    }

    /// What holds at `at`, and the change that ends it.
    #[must_use]
    pub fn look(&self, at: u64) -> (Option<&Change<T>>, Option<&Change<T>>) {
        let after = self.after(at);
        (self.0[..after].last(), self.0.get(after))
    }

    /// When it changes next after `at`.
    #[must_use]
    pub fn next_change(&self, at: u64) -> Option<u64> {
        self.0.get(self.after(at)).map(|change| change.at)
    }

    /// The stretches within `from..to`.
    pub fn spans(&self, from: u64, to: u64) -> impl Iterator<Item = Span<'_, T>> {
        let first = self.after(from).saturating_sub(1);
        self.0[first..].iter().enumerate().map_while(move |(index, change)| {
            let end = self.0.get(first + index + 1).map_or(to, |next| next.at.min(to));
            (change.at < to).then_some(Span { from: change.at.max(from), to: end, change })
        })
    }

    fn after(&self, at: u64) -> usize {
        self.0.partition_point(|change| change.at <= at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lane() -> Lane<char> {
        let mut lane = Lane::default();
        for (at, event, value) in [(10, 1, 'a'), (20, 2, 'a'), (30, 3, 'b'), (30, 4, 'c'), (40, 5, 'd'), (40, 6, 'c')] {
            lane.push(at, event, value);
        }
        lane
    }

    #[test]
    fn what_holds_already_adds_no_change_and_the_last_change_of_an_instant_stays() {
        assert_eq!(lane().changes().iter().map(|c| (c.at, c.value)).collect::<Vec<_>>(), [(10, 'a'), (30, 'c')]);
    }

    #[test]
    fn a_moment_is_looked_up() {
        let lane = lane();
        assert_eq!(lane.at(9), None);
        assert_eq!(lane.at(10).map(|change| change.value), Some('a'));
        assert_eq!(lane.at(1000).map(|change| change.value), Some('c'));
        assert_eq!((lane.next_change(0), lane.next_change(10), lane.next_change(30)), (Some(10), Some(30), None));
    }

    #[test]
    fn spans_are_clipped_to_the_window() {
        let spans = |from, to| lane().spans(from, to).map(|s| (s.from, s.to, s.change.value)).collect::<Vec<_>>();
        assert_eq!(spans(0, 100), [(10, 30, 'a'), (30, 100, 'c')]);
        assert_eq!(spans(15, 20), [(15, 20, 'a')]);
        assert_eq!(spans(15, 30), [(15, 30, 'a')]);
        assert_eq!(spans(0, 10), []);
    }
}
