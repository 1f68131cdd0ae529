//! How fast a run is played: slowly while messages that matter are under way, fast through quiet stretches.

use super::notable::Notables;

/// How the reader wants it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Tempo {
    /// As the run asks for.
    #[default]
    Automatic,
    /// Always so many ms of virtual time a ms.
    Plain(f64),
}

/// The slowest and the fastest plain speed.
pub const LIMITS: (f64, f64) = (0.01, 100.0);

/// How long a message that matters is seen under way, ms on the wall clock.
const FLIGHT: f64 = 800.0;
/// All busy stretches of a run together are watched at most so long, ms on the wall clock.
const PATIENCE: f64 = 150_000.0;
/// At the edges of a quiet stretch so much of its time goes at a speed in between.
const EDGE: f64 = 0.12;

/// The speeds of a run, one for each stretch of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pace {
    /// From when on which speed holds, in the order of time.
    speeds: Vec<(f64, f64)>,
    /// The quiet stretches, ms.
    quiet: Vec<(f64, f64)>,
}

impl Pace {
    /// The pace of a run that is `end` ms long, where a message travels `latency` ms.
    #[must_use]
    pub fn new(notables: &Notables, latency: u64, end: u64) -> Self {
        let busy_ms: u64 = notables.busy.iter().map(|(from, to)| to - from).sum();
        let slow = (latency.max(1) as f64 / FLIGHT).max(busy_ms as f64 / PATIENCE).clamp(LIMITS.0, 1.0);
        let mut pace = Self::default();
        let mut at = 0.0;
        for (from, to) in &notables.busy {
            let (from, to) = (*from as f64, *to as f64);
            pace.be_quiet(at, from, slow);
            pace.speeds.push((from.max(at), slow));
            at = to;
        }
        pace.be_quiet(at, end as f64, slow);
        pace
    }

    fn be_quiet(&mut self, from: f64, to: f64, slow: f64) {
        let length = to - from;
        if length <= 0.0 {
            return;
        }
        let wall = quiet_wall(length);
        let fast = length / wall;
        let between = (fast.max(slow) * slow).sqrt();
        let edge = EDGE * wall * between;
        if fast <= slow || edge * 2.0 >= length {
            self.speeds.push((from, fast.max(slow)));
        } else {
            let middle = (length - 2.0 * edge) / (wall * (1.0 - 2.0 * EDGE));
            self.speeds.extend([(from, between), (from + edge, middle), (to - edge, between)]);
        }
        if length >= SKIPPED {
            self.quiet.push((from, to));
        }
    }

    /// The speed at a moment: virtual ms a ms.
    #[must_use]
    pub fn speed_at(&self, at: f64) -> f64 {
        self.speeds[..self.after(at)].last().map_or(1.0, |(_, speed)| *speed)
    }

    /// Where `wall` ms of watching lead to from `at`.
    #[must_use]
    pub fn advance(&self, mut at: f64, mut wall: f64) -> f64 {
        loop {
            let next = self.speeds.get(self.after(at)).map_or(f64::INFINITY, |(from, _)| *from);
            let speed = self.speed_at(at);
            let there = (next - at) / speed;
            if there >= wall {
                return at + wall * speed;
            }
            wall -= there;
            at = next;
        }
    }

    /// Where to go on if the quiet stretch around `at` is to be skipped: shortly before its end.
    #[must_use]
    pub fn skip(&self, at: f64) -> Option<f64> {
        let stretch = self.quiet.iter().find(|(from, to)| (*from + AFTER..*to - BEFORE).contains(&at))?;
        Some(stretch.1 - BEFORE)
    }

    fn after(&self, at: f64) -> usize {
        self.speeds.partition_point(|(from, _)| *from <= at)
    }
}

/// Quiet stretches of at least so long can be skipped, ms.
const SKIPPED: f64 = 1000.0;
/// What of a skipped stretch is still seen at its beginning and its end, ms.
const AFTER: f64 = 100.0;
const BEFORE: f64 = 60.0;

/// How long a quiet stretch of `length` ms is watched, ms: ten times as long is about two seconds more.
fn quiet_wall(length: f64) -> f64 {
    let seconds = length / 1000.0;
    if seconds < 1.0 { 900.0 * seconds.sqrt() } else { 900.0 + 600.0 * seconds.log2() }
}

/// A speed as the player shows it: `1/20×`, `1.6×`, `10×`.
#[must_use]
pub fn speed_text(speed: f64) -> String {
    if speed < 0.95 {
        let part = 1.0 / speed;
        return if part < 1.95 { format!("{speed:.1}×") } else { format!("1/{part:.0}×") };
    }
    if speed < 9.5 && (speed - speed.round()).abs() > 0.05 { format!("{speed:.1}×") } else { format!("{speed:.0}×") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pace() -> Pace {
        Pace::new(&Notables { busy: vec![(0, 40), (3_040, 3_200)], ..Notables::default() }, 40, 60_000)
    }

    #[test]
    fn a_message_that_matters_is_seen_and_a_quiet_stretch_is_short() {
        let pace = pace();
        assert!((pace.speed_at(20.0) - 0.05).abs() < 1e-9);
        assert!((pace.speed_at(3_100.0) - 0.05).abs() < 1e-9);
        assert!(pace.speed_at(1_500.0) > 1.0);
        assert!(pace.speed_at(30_000.0) > 5.0);
    }

    #[test]
    fn watching_in_small_steps_or_in_one_comes_to_the_same() {
        let pace = pace();
        let small = (0..600).fold(0.0, |at, _| pace.advance(at, 16.0));
        assert!((small - pace.advance(0.0, 9_600.0)).abs() < 1e-6);
    }

    #[test]
    fn no_step_jumps_over_a_busy_stretch() {
        let pace = pace();
        let before = pace.advance(3_030.0, 40.0);
        assert!((3_030.0..3_045.0).contains(&before), "{before}");
    }

    #[test]
    fn a_skip_leads_shortly_before_what_comes_next() {
        let pace = pace();
        assert_eq!(pace.skip(1_000.0), Some(2_980.0));
        assert_eq!(pace.skip(20.0), None, "something is under way");
        assert_eq!(pace.skip(2_990.0), None, "it is nearly there");
    }

    #[test]
    fn a_run_that_is_busy_all_the_time_is_still_watched_to_its_end() {
        let pace = Pace::new(&Notables { busy: vec![(0, 600_000)], ..Notables::default() }, 40, 600_000);
        assert!(600_000.0 / pace.speed_at(5.0) <= PATIENCE * 4.01);
    }

    #[test]
    fn speeds_are_written_as_people_say_them() {
        let shown = [0.01, 0.05, 0.25, 0.5, 0.75, 1.0, 1.6, 4.0, 16.2, 100.0].map(speed_text);
        assert_eq!(shown, ["1/100×", "1/20×", "1/4×", "1/2×", "0.8×", "1×", "1.6×", "4×", "16×", "100×"]);
    }
}
