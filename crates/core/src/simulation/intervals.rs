//! Which of many stretches of time contain a moment.

const FAN: usize = 16;

/// Stretches of time `start..end`, added in the order of their starts. An end may be unknown at first.
///
/// Above the ends stands a pyramid: each level holds the latest end of every [`FAN`] entries below. A look-up goes down
/// only where something still lasts, so one long stretch among many short ones costs a path, not a scan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Intervals {
    starts: Vec<u32>,
    levels: Vec<Vec<u32>>,
}

/// "Not known yet" as an end.
pub(crate) const OPEN: u32 = u32::MAX;

impl Intervals {
    pub(crate) fn push(&mut self, start: u32, end: u32) -> u32 {
        debug_assert!(self.starts.last().is_none_or(|last| *last <= start));
        let index = self.starts.len();
        self.starts.push(start);
        let mut at = index;
        for ends in &mut self.levels {
            match ends.get_mut(at) {
                Some(latest) => *latest = (*latest).max(end),
                None => ends.push(end),
            }
            at /= FAN;
        }
        // A level with more than one entry needs another above it.
        if self.levels.last().is_none_or(|top| top.len() > 1) {
            let latest = self.levels.last().and_then(|top| top.iter().copied().max());
            self.levels.push(vec![latest.unwrap_or(end)]);
        }
        index as u32
    }

    /// Gives a stretch its end.
    pub(crate) fn set_end(&mut self, index: u32, end: u32) {
        let mut at = index as usize;
        if self.levels[0][at] == end {
            return;
        }
        self.levels[0][at] = end;
        for level in 1..self.levels.len() {
            let first = at / FAN * FAN;
            let below = &self.levels[level - 1];
            let latest = below[first..below.len().min(first + FAN)].iter().copied().max().unwrap_or_default();
            at /= FAN;
            self.levels[level][at] = latest;
        }
    }

    /// The end of a stretch.
    pub(crate) fn end(&self, index: u32) -> u32 {
        self.levels[0][index as usize]
    }

    /// The start of a stretch.
    pub(crate) fn start(&self, index: u32) -> u32 {
        self.starts[index as usize]
    }

    /// Calls `found` with each stretch that contains `at`, in their order.
    pub(crate) fn at(&self, at: u32, found: &mut impl FnMut(u32)) {
        self.within(at, at, found);
    }

    /// Calls `found` with each stretch that begins at or before `to` and ends after `from`, in their order.
    pub(crate) fn within(&self, from: u32, to: u32, found: &mut impl FnMut(u32)) {
        let upper = self.starts.partition_point(|start| *start <= to);
        if let Some(top) = self.levels.len().checked_sub(1) {
            self.down(top, 0, from, upper, found);
        }
    }

    fn down(&self, level: usize, at: usize, from: u32, upper: usize, found: &mut impl FnMut(u32)) {
        let width = FAN.pow(level as u32);
        if at * width >= upper || self.levels[level].get(at).is_none_or(|end| *end <= from) {
            return;
        }
        if level == 0 {
            return found(at as u32);
        }
        for child in at * FAN..(at + 1) * FAN {
            self.down(level - 1, child, from, upper, found);
        }
    }

    /// When the next one after `at` begins.
    pub(crate) fn next_start(&self, at: u32) -> Option<u32> {
        self.starts.get(self.starts.partition_point(|start| *start <= at)).copied()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_look_up_finds_what_a_scan_finds(
            stretches in prop::collection::vec((0_u32..20, 0_u32..40, any::<bool>()), 0..600),
            ats in prop::collection::vec(0_u32..12_000, 20),
        ) {
            let (mut intervals, mut plain, mut start) = (Intervals::default(), Vec::new(), 0);
            for (step, length, late) in stretches {
                start += step;
                let length = if length == 39 { 5000 } else { length };
                let index = intervals.push(start, if late { OPEN } else { start + length });
                plain.push((start, start + length));
                if late {
                    intervals.set_end(index, start + length);
                }
            }
            for at in ats {
                let mut found = Vec::new();
                intervals.at(at, &mut |index| found.push(index));
                let scan: Vec<u32> =
                    (0_u32..).zip(&plain).filter(|(_, (from, to))| *from <= at && at < *to).map(|(i, _)| i).collect();
                prop_assert_eq!(found, scan);
            }
        }
    }
}
