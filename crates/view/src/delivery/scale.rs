//! From times and offsets to places.

use crate::timeline::Axis;

/// Time to the right, offsets upwards.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    pub(super) time: Axis,
    /// The lowest offset and the highest.
    pub(super) low: i64,
    pub(super) high: i64,
    /// Where the highest is, and the lowest, px.
    pub(super) top: f32,
    pub(super) bottom: f32,
}

impl Scale {
    /// Where a moment (ms) is; outside the window, its nearer end.
    pub(super) fn x(&self, at: u64) -> f32 {
        self.time.x(at)
    }

    /// Where an offset is, within the picture.
    pub(super) fn y(&self, offset: f64) -> f32 {
        let share = (offset - self.low as f64) / (self.high - self.low).max(1) as f64;
        self.bottom - (self.bottom - self.top) * share.clamp(0.0, 1.0) as f32
    }
}

/// A step of 1, 2 or 5 times a power of ten with which `length` has at most about `most` steps.
pub(super) fn nice_step(length: f64, most: f64) -> i64 {
    let least = (length / most.max(1.0)).max(1.0);
    let mut power = 1_i64;
    loop {
        for factor in [1, 2, 5] {
            if (power * factor) as f64 >= least {
                return power * factor;
            }
        }
        power = power.saturating_mul(10);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_go_up_and_steps_are_round() {
        let time = Axis { from: 0, to: 10_000, x: 50.0, w: 500.0 };
        let scale = Scale { time, low: 60, high: 160, top: 20.0, bottom: 220.0 };
        assert_eq!([60.0, 110.0, 160.0, 500.0].map(|offset| scale.y(offset)), [220.0, 120.0, 20.0, 20.0]);
        assert_eq!(scale.x(5_000), 300.0);
        assert_eq!([(24.0, 8.0), (150.0, 6.0), (3.0, 9.0)].map(|(length, most)| nice_step(length, most)), [5, 50, 1]);
    }
}
