//! Which records have a place in the picture, and where.

use groupscope_core::report::delivery::{RecordState, Strip};

use crate::measure::Face;

/// The face of an offset in a cell.
pub(super) const OFFSET: Face = Face::mono(11.0, 400);
/// The width of a cell, if offsets are short, and the widest one where there is room.
const CELL: f32 = 30.0;
const WIDE: f32 = 40.0;
/// A log that does not fit is broken where so many cells would be.
const BREAK: i64 = 2;

/// Cells side by side: those from `first` on, and behind a break those at the log's end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Columns {
    /// Where the first cell begins, px.
    pub(super) x: f32,
    /// How wide a cell is with its gap, px.
    pub(super) cell: f32,
    /// The first offset.
    pub(super) first: i64,
    /// The offset behind the cells before the break.
    pub(super) end: i64,
    /// The offsets behind the break; none = no break.
    pub(super) tail: Option<(i64, i64)>,
}

impl Columns {
    /// Chooses what of the log is shown in `width` px from `x` on.
    pub(super) fn new(strip: &Strip, x: f32, width: f32) -> Self {
        let cell = (OFFSET.room(&strip.log_end.to_string()) + 6.0).max(CELL);
        let count = ((width / cell) as i64).max(6);
        let (start, log_end) = (strip.log_start, strip.log_end);
        let whole = Self { x, cell, first: start, end: log_end, tail: None };
        if log_end - start <= count {
            let room = width / (log_end - start).max(1) as f32;
            return Self { cell: room.clamp(cell, WIDE.max(cell)), ..whole };
        }
        let tail = if count >= 20 { 5 } else { 2 };
        let main = count - tail - BREAK;
        let first = first(strip, main).clamp(start, log_end);
        if first + count >= log_end {
            return Self { first: log_end - count, ..whole };
        }
        Self { first, end: first + main, tail: Some((log_end - tail, log_end)), ..whole }
    }

    /// The left edge of a record's cell, or of where the next one would be; none = it has no place.
    pub(super) fn edge(&self, offset: i64) -> Option<f32> {
        let x = |cells: i64| self.x + cells as f32 * self.cell;
        if (self.first..=self.end).contains(&offset) {
            return Some(x(offset - self.first));
        }
        let (from, to) = self.tail?;
        (from..=to).contains(&offset).then(|| x(self.end - self.first + BREAK + offset - from))
    }

    /// The records with a place.
    pub(super) fn offsets(&self) -> impl Iterator<Item = i64> {
        let (from, to) = self.tail.unwrap_or_default();
        (self.first..self.end).chain(from..to)
    }

    /// The right edge of the last cell.
    pub(super) fn right(&self) -> f32 {
        let last = self.tail.map_or(self.end, |(_, to)| to);
        self.edge(last).unwrap_or(self.x)
    }

    /// The left and the right edge of what is seen of `from .. to` before the break.
    pub(super) fn span(&self, from: i64, to: i64) -> Option<(f32, f32)> {
        let (from, to) = (from.max(self.first), to.min(self.end));
        (from < to).then_some((self.edge(from)?, self.edge(to)?))
    }
}

/// The first record to show, if `count` fit: two before the committed one; where the work has got far beyond it, in steps
/// with the work.
fn first(strip: &Strip, count: i64) -> i64 {
    let stretches = || strip.readers.iter().flat_map(|reader| &reader.stretches);
    let lowest = stretches().map(|stretch| stretch.from).min();
    let anchor = strip.committed.or(lowest).unwrap_or(strip.log_start) - 2;
    let in_work = |state: RecordState| matches!(state, RecordState::Returned | RecordState::Interrupted);
    let latest = strip.readers.iter().rev().find(|reader| reader.position.is_some()).or(strip.readers.last());
    let work = latest.and_then(|reader| {
        let first = reader.stretches.iter().find(|stretch| in_work(stretch.state)).map(|stretch| stretch.from);
        first.or(reader.position).or(reader.processed_to)
    });
    match work {
        Some(work) if work - anchor > count * 3 / 4 => {
            let step = (count / 4).max(1);
            (work - count / 2).div_euclid(step) * step
        }
        Some(work) if work < anchor => work - 2,
        _ => anchor,
    }
}

#[cfg(test)]
mod tests {
    use groupscope_core::report::delivery::Tally;

    use super::*;

    fn strip(log_end: i64, committed: i64) -> Strip {
        Strip {
            at: 0,
            until: 1,
            log_start: 0,
            log_end,
            committed: Some(committed),
            readers: Vec::new(),
            tally: Tally::default(),
        }
    }

    #[test]
    fn a_short_log_is_shown_whole_and_a_long_one_from_two_before_the_commit_on() {
        let whole = Columns::new(&strip(24, 6), 100.0, 900.0);
        assert_eq!((whole.first, whole.end, whole.tail, whole.cell), (0, 24, None, 37.5));
        // 30 cells: 23 before the break, two for the break, five at the end.
        let long = Columns::new(&strip(175, 95), 100.0, 900.0);
        assert_eq!((long.first, long.end, long.tail), (93, 116, Some((170, 175))));
        assert_eq!((long.edge(93), long.edge(116), long.edge(120)), (Some(100.0), Some(790.0), None));
        assert_eq!((long.edge(170), long.edge(175), long.right()), (Some(850.0), Some(1000.0), 1000.0));
        assert_eq!(long.offsets().count(), 28);
        let near = Columns::new(&strip(120, 95), 100.0, 900.0);
        assert_eq!((near.first, near.end, near.tail), (90, 120, None));
    }
}
