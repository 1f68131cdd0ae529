//! What holds for stretches of offsets.

/// Stretches `from .. to` with what holds for each: sorted, none empty, neighbours that touch are different.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Painted<T>(Vec<(i64, i64, T)>);

impl<T> Default for Painted<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Clone + PartialEq> Painted<T> {
    /// The offsets `from .. to` become what `new` makes of what they were.
    pub(super) fn paint(&mut self, from: i64, to: i64, new: impl Fn(Option<&T>) -> T) {
        if from >= to {
            return;
        }
        let first = self.0.partition_point(|(_, end, _)| *end <= from);
        let behind = self.0.partition_point(|(start, ..)| *start < to);
        let mut pieces = Vec::with_capacity(behind - first + 3);
        let mut next = from;
        for (start, end, value) in &self.0[first..behind] {
            if *start < from {
                pieces.push((*start, from, value.clone()));
            }
            if next < *start {
                pieces.push((next, *start, new(None)));
            }
            next = to.min(*end);
            pieces.push((from.max(*start), next, new(Some(value))));
            if to < *end {
                pieces.push((to, *end, value.clone()));
            }
        }
        if next < to {
            pieces.push((next, to, new(None)));
        }
        self.0.splice(first..behind, pieces);
        self.join(first.saturating_sub(1), to);
    }

    /// Joins equal neighbours from the place `first` on, up to the offset `to`.
    fn join(&mut self, first: usize, to: i64) {
        let mut place = first;
        while place + 1 < self.0.len() && self.0[place].0 <= to {
            if self.0[place].1 == self.0[place + 1].0 && self.0[place].2 == self.0[place + 1].2 {
                self.0[place].1 = self.0[place + 1].1;
                self.0.remove(place + 1);
            } else {
                place += 1;
            }
        }
    }

    /// All stretches.
    pub(super) fn stretches(&self) -> &[(i64, i64, T)] {
        &self.0
    }

    /// The stretches within `from .. to`, cut off at its ends.
    pub(super) fn within(&self, from: i64, to: i64) -> Vec<(i64, i64, T)> {
        let first = self.0.partition_point(|(_, end, _)| *end <= from);
        let meeting = self.0[first..].iter().take_while(|(start, ..)| *start < to);
        meeting.map(|(start, end, value)| (from.max(*start), to.min(*end), value.clone())).collect()
    }

    /// What holds for one offset.
    pub(super) fn at(&self, offset: i64) -> Option<&T> {
        let (from, _, value) = self.0.get(self.0.partition_point(|(_, end, _)| *end <= offset))?;
        (*from <= offset).then_some(value)
    }

    /// The stretches for which `is` holds, joined where they touch.
    pub(super) fn where_is(&self, is: impl Fn(&T) -> bool) -> Vec<(i64, i64)> {
        let mut found: Vec<(i64, i64)> = Vec::new();
        for (from, to, _) in self.0.iter().filter(|(.., value)| is(value)) {
            match found.last_mut() {
                Some(last) if last.1 == *from => last.1 = *to,
                _ => found.push((*from, *to)),
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_painted_over_is_cut_and_equal_neighbours_are_one() {
        let mut painted = Painted::default();
        painted.paint(0, 6, |_| 'a');
        painted.paint(6, 9, |_| 'a');
        assert_eq!(painted.stretches(), [(0, 9, 'a')]);
        painted.paint(2, 4, |_| 'b');
        painted.paint(12, 14, |_| 'b');
        assert_eq!(painted.stretches(), [(0, 2, 'a'), (2, 4, 'b'), (4, 9, 'a'), (12, 14, 'b')]);
        painted.paint(3, 13, |_| 'c');
        assert_eq!(painted.stretches(), [(0, 2, 'a'), (2, 3, 'b'), (3, 13, 'c'), (13, 14, 'b')]);
        assert_eq!([1, 2, 12, 14].map(|offset| painted.at(offset).copied()), [Some('a'), Some('b'), Some('c'), None]);
        painted.paint(0, 14, |_| 'd');
        assert_eq!(painted.stretches(), [(0, 14, 'd')]);
    }

    #[test]
    fn painting_counts() {
        let mut counted: Painted<u32> = Painted::default();
        let more = |count: Option<&u32>| count.map_or(1, |count| count + 1);
        for (from, to) in [(0, 10), (2, 8), (4, 12)] {
            counted.paint(from, to, more);
        }
        assert_eq!(counted.stretches(), [(0, 2, 1), (2, 4, 2), (4, 8, 3), (8, 10, 2), (10, 12, 1)]);
        assert_eq!(counted.where_is(|count| *count > 1), [(2, 10)]);
    }
}
