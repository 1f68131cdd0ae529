//! The stretch of time that the timeline shows.

/// From `from` to `to`, ms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Its beginning.
    pub from: u64,
    /// Its end, exclusive.
    pub to: u64,
}

/// Runs up to so long are shown as a whole at first, ms.
const WHOLE: u64 = 120_000;
/// Of longer runs so much is shown at first, ms.
const FIRST: u64 = 60_000;
/// The closest view, ms.
const CLOSEST: u64 = 200;
/// The playhead's share of the window at which it turns to the next page.
const PAGE_AT: f64 = 0.9;
/// The playhead's share of the window on a new page.
const PAGE_TO: f64 = 0.1;

impl Window {
    /// What is shown at first of a run that ends at `end`.
    #[must_use]
    pub fn first(end: u64) -> Self {
        Self { from: 0, to: if end <= WHOLE { end.max(CLOSEST) } else { FIRST } }
    }

    /// The whole run.
    #[must_use]
    pub fn whole(end: u64) -> Self {
        Self { from: 0, to: end.max(CLOSEST) }
    }

    /// Its length, ms.
    #[must_use]
    pub const fn length(self) -> u64 {
        self.to - self.from
    }

    /// As long, begun at `from` or as near as the run allows.
    fn at(from: f64, length: u64, end: u64) -> Self {
        let length = length.min(end.max(CLOSEST));
        let last = end.max(CLOSEST) - length;
        let from = (from.max(0.0).round() as u64).min(last);
        Self { from, to: from + length }
    }

    /// `factor` times as long, while `at` stays where it is.
    #[must_use]
    pub fn zoomed(self, at: f64, factor: f64, end: u64) -> Self {
        let old = self.length() as f64;
        let length = (old * factor).round().clamp(CLOSEST as f64, end.max(CLOSEST) as f64);
        let share = ((at - self.from as f64) / old).clamp(0.0, 1.0);
        Self::at(self.from as f64 + share * (old - length), length as u64, end)
    }

    /// Later or earlier by `ms`.
    #[must_use]
    pub fn panned(self, ms: f64, end: u64) -> Self {
        Self::at(self.from as f64 + ms, self.length(), end)
    }

    /// So that a moment that is played stands in it: it turns the page before the playhead reaches its edge.
    #[must_use]
    pub fn paged(self, at: u64, end: u64) -> Self {
        let share = at.saturating_sub(self.from) as f64 / self.length() as f64;
        let is_last = self.to >= end;
        if at >= self.from && (share < PAGE_AT || is_last && at <= self.to) { self } else { self.turned_to(at, end) }
    }

    /// So that a moment that was chosen stands in it: it stays where it is if it can.
    #[must_use]
    pub fn showing(self, at: u64, end: u64) -> Self {
        if (self.from..=self.to).contains(&at) { self } else { self.turned_to(at, end) }
    }

    fn turned_to(self, at: u64, end: u64) -> Self {
        Self::at(at as f64 - self.length() as f64 * PAGE_TO, self.length(), end)
    }

    /// For a run of another length.
    #[must_use]
    pub fn within(self, end: u64) -> Self {
        Self::at(self.from as f64, self.length(), end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn window(from: u64, to: u64) -> Window {
        Window { from, to }
    }

    #[test]
    fn short_runs_are_shown_as_a_whole() {
        assert_eq!((Window::first(62_000), Window::first(600_000)), (window(0, 62_000), window(0, 60_000)));
    }

    #[test]
    fn the_moment_under_the_pointer_stays_there() {
        let zoomed = window(0, 60_000).zoomed(30_000.0, 0.5, 60_000);
        assert_eq!(zoomed, window(15_000, 45_000));
        assert_eq!(zoomed.zoomed(15_000.0, 0.5, 60_000), window(15_000, 30_000));
        assert_eq!(zoomed.zoomed(30_000.0, 100.0, 60_000), window(0, 60_000));
        assert_eq!(zoomed.zoomed(30_000.0, 0.0, 60_000).length(), CLOSEST);
    }

    #[test]
    fn nothing_lies_outside_the_run() {
        assert_eq!(window(10_000, 20_000).panned(-50_000.0, 60_000), window(0, 10_000));
        assert_eq!(window(10_000, 20_000).panned(90_000.0, 60_000), window(50_000, 60_000));
        assert_eq!(window(50_000, 60_000).within(20_000), window(10_000, 20_000));
    }

    #[test]
    fn the_axis_stands_still_until_the_playhead_is_at_nine_tenths() {
        assert_eq!(window(0, 10_000).paged(8_999, 60_000), window(0, 10_000));
        assert_eq!(window(0, 10_000).paged(9_000, 60_000), window(8_000, 18_000));
        assert_eq!(window(50_000, 60_000).paged(59_990, 60_000), window(50_000, 60_000), "there is no further page");
    }

    #[test]
    fn a_moment_outside_turns_the_page() {
        assert_eq!(window(0, 10_000).showing(9_990, 60_000), window(0, 10_000));
        assert_eq!(window(20_000, 30_000).showing(5_000, 60_000), window(4_000, 14_000));
    }
}
