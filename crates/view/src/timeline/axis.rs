//! The time axis.

use super::events::Top;
use crate::{geometry::point, mark::Mark, measure::Face, scene::Group, token::Token, words::Words};

/// From time to place and back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// The window's beginning, ms.
    pub from: u64,
    /// The window's end, ms.
    pub to: u64,
    /// Where the beginning is, px.
    pub x: f32,
    /// How wide the window is, px.
    pub w: f32,
}

/// The steps between ticks, ms.
const STEPS: [u64; 24] = [
    1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000,
    1_200_000, 1_800_000, 3_600_000, 7_200_000, 21_600_000,
];

const TICK: Face = Face::mono(11.0, 400);

impl Axis {
    /// Where `at` (ms) is; outside the window, its nearer end.
    pub(crate) fn x(&self, at: u64) -> f32 {
        self.place(at.clamp(self.from, self.to) as f64)
    }

    /// Where `at` (ms) is, inside the window or not.
    #[must_use]
    pub fn place(&self, at: f64) -> f32 {
        self.x + ((at - self.from as f64) / self.length() * f64::from(self.w)) as f32
    }

    /// Which moment (ms) is at `x`, inside the window or not.
    #[must_use]
    pub fn time(&self, x: f32) -> f64 {
        self.from as f64 + f64::from(x - self.x) / f64::from(self.w.max(1.0)) * self.length()
    }

    fn length(&self) -> f64 {
        self.to.saturating_sub(self.from).max(1) as f64
    }

    /// How long a pixel is, ms.
    pub(super) fn ms_per_px(&self) -> f64 {
        self.length() / f64::from(self.w.max(1.0))
    }

    /// The step between ticks: their labels keep a distance of a label.
    fn step(&self, words: &Words) -> u64 {
        let room = |step: u64| {
            let widest = [self.from, self.to].map(|at| TICK.room(&self.label(words, at / step * step, step)));
            widest[0].max(widest[1]) + 34.0
        };
        let fits = |step: &u64| *step as f64 / self.ms_per_px() >= f64::from(room(*step));
        STEPS.into_iter().find(fits).unwrap_or(86_400_000)
    }

    /// What stands at a tick: minutes and seconds where the window reaches beyond two minutes.
    fn label(&self, words: &Words, at: u64, step: u64) -> String {
        let (key, text) = if step.is_multiple_of(60_000) {
            ("pic-axis-minutes", (at / 60_000).to_string())
        } else if self.to > 120_000 {
            let tail = if step < 1000 { format!(".{:03}", at % 1000) } else { String::new() };
            return format!("{}:{:02}{tail}", at / 60_000, at % 60_000 / 1000);
        } else if step.is_multiple_of(1000) {
            ("pic-axis-seconds", (at / 1000).to_string())
        } else {
            let digits = if step.is_multiple_of(100) {
                1
            } else if step.is_multiple_of(10) {
                2
            } else {
                3
            };
            let fraction = format!("{:03}", at % 1000);
            ("pic-axis-millis", format!("{}.{}", at / 1000, &fraction[..digits]))
        };
        words.say(key, &[("time", (&text).into())])
    }
}

/// Draws ticks with their labels beside what is `taken`, and hairlines through the lanes.
pub(crate) fn draw(axis: &Axis, words: &Words, top: &Top, taken: &[(f32, f32)]) -> Group {
    let step = axis.step(words);
    let mut group = Group::new(Mark::Decor);
    let mut at = axis.from.div_ceil(step) * step;
    while at <= axis.to {
        let (x, text) = (axis.x(at), axis.label(words, at, step));
        let half = TICK.room(&text) / 2.0;
        group.line(point(x, top.lanes.y), point(x, top.lanes.bottom())).stroke(Token::Rule, 1.0);
        let free = taken.iter().all(|(left, right)| x + half + 6.0 < *left || x - half - 6.0 > *right);
        if x - half >= axis.x - 30.0 && x + half <= top.right && free {
            group.text(x, top.baseline, TICK, text).middle().fill(Token::Soft);
        }
        at += step;
    }
    group
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{english, korean};

    #[test]
    fn time_maps_evenly_and_stops_at_the_window() {
        let axis = Axis { from: 30_000, to: 62_000, x: 132.0, w: 640.0 };
        assert_eq!([30_000, 46_000, 62_000, 0, 99_000].map(|at| axis.x(at)), [132.0, 452.0, 772.0, 132.0, 772.0]);
    }

    #[test]
    fn a_place_leads_back_to_its_time() {
        let axis = Axis { from: 30_000, to: 62_000, x: 132.0, w: 640.0 };
        assert_eq!((axis.time(452.0), axis.place(46_000.0), axis.time(100.0)), (46_000.0, 452.0, 28_400.0));
    }

    #[test]
    fn ticks_have_room_and_units() {
        let axis = Axis { from: 30_000, to: 62_000, x: 0.0, w: 900.0 };
        assert_eq!(axis.step(&english()), 5_000);
        assert_eq!(axis.label(&english(), 35_000, 5_000), "35 s");
        assert_eq!(axis.label(&korean(), 35_000, 5_000), "35초");
        assert_eq!(axis.label(&english(), 52_250, 50), "52.25 s");
        let long = Axis { to: 600_000, ..axis };
        assert_eq!(long.label(&english(), 300_000, 60_000), "5 min");
        assert_eq!(long.label(&english(), 45_000, 15_000), "0:45");
    }
}
