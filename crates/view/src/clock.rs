//! How times and numbers are written. Units come from the language files.

use std::fmt;

/// How a running time is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Style {
    /// Seconds with three figures: `4.15`, `41.9`, `299`. For a ring.
    Ring,
    /// Seconds with one decimal: `6.2`.
    Tenths,
    /// Milliseconds: `40`.
    Millis,
}

impl Style {
    /// `ms` in this style, without a unit.
    pub(crate) fn write(self, ms: u64) -> Figure {
        Figure(self, ms)
    }

    /// The style for a stretch that is `ms` long: milliseconds below one second.
    #[must_use]
    pub fn of(ms: u64) -> Self {
        if ms < 1000 { Self::Millis } else { Self::Tenths }
    }
}

/// A time in a style.
pub(crate) struct Figure(Style, u64);

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = self.1;
        match self.0 {
            Style::Ring if ms < 10_000 => write!(f, "{}.{:02}", ms / 1000, ms % 1000 / 10),
            Style::Ring if ms >= 100_000 => write!(f, "{}", ms / 1000),
            Style::Ring | Style::Tenths => write!(f, "{}.{}", ms / 1000, ms % 1000 / 100),
            Style::Millis => write!(f, "{ms}"),
        }
    }
}

/// A moment as the player shows it: `mm:ss.mmm`, hours in front where there are any.
#[must_use]
pub fn clock(ms: u64) -> String {
    let (minutes, rest) = (ms / 60_000, ms % 60_000);
    let hours = if minutes >= 60 { format!("{}:", minutes / 60) } else { String::new() };
    format!("{hours}{:02}:{:02}.{:03}", minutes % 60, rest / 1000, rest % 1000)
}

/// A moment inside a picture: `ss.mmm` within the first minute, then as [`clock`].
#[must_use]
pub fn moment(ms: u64) -> String {
    if ms < 60_000 { format!("{}.{:03}", ms / 1000, ms % 1000) } else { clock(ms) }
}

/// A number with thin spaces between thousands.
#[must_use]
pub fn number(value: i64) -> String {
    let digits = value.unsigned_abs().to_string();
    let mut text = String::from(if value < 0 { "−" } else { "" });
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push('\u{2009}');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_shows_three_figures() {
        let shown =
            [4_159, 9_999, 10_000, 41_960, 99_999, 100_000, 299_824].map(|ms| Style::Ring.write(ms).to_string());
        assert_eq!(shown, ["4.15", "9.99", "10.0", "41.9", "99.9", "100", "299"]);
    }

    #[test]
    fn moments_are_minutes_seconds_and_milliseconds() {
        assert_eq!(clock(52_256), "00:52.256");
        assert_eq!(clock(3_661_001), "1:01:01.001");
        assert_eq!((moment(9_005).as_str(), moment(60_000).as_str()), ("9.005", "01:00.000"));
    }

    #[test]
    fn thousands_are_parted_by_thin_spaces() {
        assert_eq!(number(300_000), "300\u{2009}000");
        assert_eq!(number(-1_234), "−1\u{2009}234");
        assert_eq!(number(12), "12");
    }
}
