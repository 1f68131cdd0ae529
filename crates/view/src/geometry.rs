//! Points and boxes, px; y grows downwards.

/// A point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// From the left.
    pub x: f32,
    /// From the top.
    pub y: f32,
}

/// A point.
#[must_use]
pub const fn point(x: f32, y: f32) -> Point {
    Point { x, y }
}

impl Point {
    /// The point `share` of the way to `end`.
    #[must_use]
    pub fn towards(self, end: Self, share: f32) -> Self {
        point(lerp(self.x, end.x, share), lerp(self.y, end.y, share))
    }
}

/// The number `share` of the way from `start` to `end`.
#[must_use]
pub fn lerp(start: f32, end: f32, share: f32) -> f32 {
    start + (end - start) * share
}

/// A width and a height.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Size {
    /// Width.
    pub w: f32,
    /// Height.
    pub h: f32,
}

/// A box.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub x: f32,
    /// Upper edge.
    pub y: f32,
    /// Width, not negative.
    pub w: f32,
    /// Height, not negative.
    pub h: f32,
}

/// A box.
#[must_use]
pub const fn rect(x: f32, y: f32, w: f32, h: f32) -> Rect {
    Rect { x, y, w, h }
}

impl Rect {
    /// The right edge.
    #[must_use]
    pub fn right(self) -> f32 {
        self.x + self.w
    }

    /// The lower edge.
    #[must_use]
    pub fn bottom(self) -> f32 {
        self.y + self.h
    }

    /// The middle.
    #[must_use]
    pub fn center(self) -> Point {
        point(self.x + self.w / 2.0, self.y + self.h / 2.0)
    }

    /// Smaller by `by` on each side.
    #[must_use]
    pub fn inset(self, by: f32) -> Self {
        rect(self.x + by, self.y + by, (self.w - 2.0 * by).max(0.0), (self.h - 2.0 * by).max(0.0))
    }

    /// Whether the two share more than `tolerance` px in both directions.
    #[must_use]
    pub fn meets(self, other: Self, tolerance: f32) -> bool {
        self.right().min(other.right()) - self.x.max(other.x) > tolerance
            && self.bottom().min(other.bottom()) - self.y.max(other.y) > tolerance
    }

    /// Whether `other` lies within, give or take `tolerance` px.
    #[must_use]
    pub fn holds(self, other: Self, tolerance: f32) -> bool {
        other.x >= self.x - tolerance
            && other.y >= self.y - tolerance
            && other.right() <= self.right() + tolerance
            && other.bottom() <= self.bottom() + tolerance
    }
}
