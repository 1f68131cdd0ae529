//! Paths of straight pieces.

use std::fmt;

use crate::geometry::{Point, point};

/// A path; its `Display` is SVG's notation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path(Vec<Step>);

#[derive(Clone, Copy, Debug, PartialEq)]
enum Step {
    Move(Point),
    Line(Point),
    Close,
}

impl Path {
    /// Begins a new piece.
    pub fn go(&mut self, x: f32, y: f32) -> &mut Self {
        self.0.push(Step::Move(point(x, y)));
        self
    }

    /// A straight line from where the path is.
    pub fn line(&mut self, x: f32, y: f32) -> &mut Self {
        self.0.push(Step::Line(point(x, y)));
        self
    }

    /// A straight line to where the piece began.
    pub fn close(&mut self) -> &mut Self {
        self.0.push(Step::Close);
        self
    }

    /// A box of its own.
    pub fn bar(&mut self, x: f32, y: f32, w: f32, h: f32) -> &mut Self {
        self.go(x, y).line(x + w, y).line(x + w, y + h).line(x, y + h).close()
    }

    /// Whether it has no piece.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn shift(&mut self, by: Point) {
        for step in &mut self.0 {
            if let Step::Move(to) | Step::Line(to) = step {
                *to = point(to.x + by.x, to.y + by.y);
            }
        }
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|step| match step {
            Step::Move(to) => write!(f, "M{} {}", Short(to.x), Short(to.y)),
            Step::Line(to) => write!(f, "L{} {}", Short(to.x), Short(to.y)),
            Step::Close => f.write_str("Z"),
        })
    }
}

/// A number with at most two decimals, as attributes of an SVG are written.
#[derive(Clone, Copy, Debug)]
pub struct Short(pub f32);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = (self.0 * 100.0).round() as i64;
        let (sign, hundredths) = (if hundredths < 0 { "-" } else { "" }, hundredths.unsigned_abs());
        write!(f, "{sign}{}", hundredths / 100)?;
        match hundredths % 100 {
            0 => Ok(()),
            tenths if tenths.is_multiple_of(10) => write!(f, ".{}", tenths / 10),
            rest => write!(f, ".{rest:02}"),
        }
    }
}

/// The open arc of a ring from the top clockwise by `share`, 0 to 1, in SVG's notation.
#[must_use]
pub fn arc(center: Point, radius: f32, share: f32) -> String {
    let share = share.clamp(0.0, 0.9999);
    let (sin, cos) = (share * std::f32::consts::TAU).sin_cos();
    format!(
        "M{} {}A{r} {r} 0 {} 1 {} {}",
        Short(center.x),
        Short(center.y - radius),
        u8::from(share > 0.5),
        Short(center.x + radius * sin),
        Short(center.y - radius * cos),
        r = Short(radius),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_carry_two_decimals_at_most() {
        assert_eq!(
            [1.0, -2.5, 0.126, -0.004, 10.01].map(|n| Short(n).to_string()),
            ["1", "-2.5", "0.13", "0", "10.01"]
        );
    }

    #[test]
    fn a_shifted_path_keeps_its_form() {
        let mut path = Path::default();
        path.bar(1.0, 2.0, 3.0, 4.0).go(0.0, 0.0).line(5.5, 5.0);
        assert_eq!(path.to_string(), "M1 2L4 2L4 6L1 6ZM0 0L5.5 5");
        path.shift(point(10.0, -1.0));
        assert_eq!(path.to_string(), "M11 1L14 1L14 5L11 5ZM10 -1L15.5 4");
    }

    #[test]
    fn a_quarter_of_a_ring_ends_at_the_right() {
        assert_eq!(arc(point(10.0, 10.0), 5.0, 0.25), "M10 5A5 5 0 0 1 15 10");
        assert_eq!(arc(point(10.0, 10.0), 5.0, 0.75), "M10 5A5 5 0 1 1 5 10");
    }
}
