//! A picture as a list of shapes with meaning.
//!
//! A [`Scene`] is good from the moment it was made for up to [`Scene::until`]: within that only its motions go on, and
//! [`Shape::form_at`] says where they are. So a page lays out at event rate and writes attributes at frame rate.

use std::{borrow::Cow, fmt::Write};

use crate::{
    clock,
    geometry::{Point, Rect, Size, lerp},
    mark::Mark,
    measure::{Face, SLACK},
    path::Path,
    token::Token,
};

/// A picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Its size, px.
    pub size: Size,
    /// The colour it stands on.
    pub ground: Token,
    /// What it shows, for those who can't see it.
    pub title: String,
    /// The moment it was made for, ms.
    pub at: u64,
    /// Until when (ms, exclusive) only its motions change.
    pub until: u64,
    /// Its parts, the hindmost first.
    pub groups: Vec<Group>,
}

/// The shapes of one thing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Group {
    /// What it is.
    pub mark: Mark,
    /// What it says, for tooltips and for those who can't see it.
    pub label: Option<String>,
    /// Whether the first shape is the box that all its texts must stay in (`data-box`).
    pub boxed: bool,
    /// 0 to 1.
    pub opacity: Opacity,
    /// Its shapes, the hindmost first.
    pub shapes: Vec<Shape>,
}

/// How opaque: 1 unless said otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Opacity(pub f32);

impl Default for Opacity {
    fn default() -> Self {
        Self(1.0)
    }
}

/// One shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Its form at the moment its motion begins, or always.
    pub form: Form,
    /// Its colours.
    pub paint: Paint,
    /// How its form changes with virtual time.
    pub motion: Option<Motion>,
}

/// A form.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// A box with round corners.
    Rect(Rect, f32),
    /// A straight line.
    Line(Point, Point),
    /// A circle: centre and radius.
    Circle(Point, f32),
    /// A part of a ring, from the top clockwise: centre, radius, share 0 to 1.
    Arc(Point, f32, f32),
    /// A drawing of [`crate::icon`]: its path, where its origin lies, its scale.
    Icon(&'static str, Point, f32),
    /// Any path of straight pieces.
    Path(Path),
    /// A text.
    Text(Text),
}

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// Where it is anchored: x by [`Anchor`], y is the baseline.
    pub at: Point,
    /// Its face.
    pub face: Face,
    /// What of it stands at `at`.
    pub anchor: Anchor,
    /// What it says.
    pub content: Content,
    /// Whether it reads upwards: turned by a quarter to the left about `at`.
    pub upwards: bool,
}

/// What of a text stands at its point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Anchor {
    /// Its beginning.
    #[default]
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// What a text says.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// Always the same.
    Fixed(String),
    /// A time that runs, with what stands around it.
    Running {
        /// In front of the figure.
        before: String,
        /// Behind it.
        after: String,
        /// What is counted.
        count: Count,
        /// How the figure is written.
        style: clock::Style,
    },
}

/// A running time, ms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// What is left until then.
    Until(u64),
    /// What has gone since then.
    Since(u64),
}

/// A form that changes evenly: from its shape's form at `from` to `end` at `to`. Before and after it stands still.
#[derive(Clone, Debug, PartialEq)]
pub struct Motion {
    /// Virtual time, ms.
    pub from: u64,
    /// Virtual time, ms.
    pub to: u64,
    /// The form at its end: of the same kind as the shape's form.
    pub end: Form,
}

/// What a shape is filled with.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Fill {
    /// Nothing.
    #[default]
    None,
    /// A colour.
    Token(Token),
    /// The 45° hatch that says: nobody reads.
    Hatch,
}

/// An outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Its colour.
    pub token: Token,
    /// Its width, px.
    pub width: f32,
    /// Dash and gap, px.
    pub dash: Option<(f32, f32)>,
    /// Whether its ends are round.
    pub round: bool,
}

/// The colours of a shape.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Paint {
    /// Inside.
    pub fill: Fill,
    /// Outline.
    pub stroke: Option<Stroke>,
    /// 0 to 1.
    pub opacity: Opacity,
    /// The ground's colour around a text that lies over lines.
    pub halo: Option<Token>,
}

impl Shape {
    /// Its form at `at` (ms): fractions count, since a slow player shows them.
    #[must_use]
    pub fn form_at(&self, at: f64) -> Cow<'_, Form> {
        let Some(motion) = &self.motion else { return Cow::Borrowed(&self.form) };
        let length = motion.to.saturating_sub(motion.from) as f64;
        let gone = at - motion.from as f64;
        if gone <= 0.0 {
            return Cow::Borrowed(&self.form);
        }
        if gone >= length {
            return Cow::Borrowed(&motion.end);
        }
        Cow::Owned(self.form.towards(&motion.end, (gone / length) as f32))
    }
}

impl Form {
    /// The form `share` of the way to `end`; itself where the two are not of one kind.
    fn towards(&self, end: &Self, share: f32) -> Self {
        match (self, end) {
            (Self::Rect(a, r), Self::Rect(b, _)) => Self::Rect(
                Rect {
                    x: lerp(a.x, b.x, share),
                    y: lerp(a.y, b.y, share),
                    w: lerp(a.w, b.w, share),
                    h: lerp(a.h, b.h, share),
                },
                *r,
            ),
            (Self::Line(a, b), Self::Line(c, d)) => Self::Line(a.towards(*c, share), b.towards(*d, share)),
            (Self::Circle(a, r), Self::Circle(b, s)) => Self::Circle(a.towards(*b, share), lerp(*r, *s, share)),
            (Self::Arc(a, r, x), Self::Arc(b, _, y)) => Self::Arc(a.towards(*b, share), *r, lerp(*x, *y, share)),
            (Self::Icon(path, a, scale), Self::Icon(_, b, _)) => Self::Icon(path, a.towards(*b, share), *scale),
            (form, _) => form.clone(),
        }
    }
}

impl Content {
    /// What it says at `at`.
    #[must_use]
    pub fn at(&self, at: u64) -> Cow<'_, str> {
        match self {
            Self::Fixed(text) => Cow::Borrowed(text),
            Self::Running { before, after, count, style } => {
                let time = match count {
                    Count::Until(end) => end.saturating_sub(at),
                    Count::Since(start) => at.saturating_sub(*start),
                };
                let mut text = before.clone();
                let _ = write!(text, "{}{after}", style.write(time));
                Cow::Owned(text)
            }
        }
    }
}

impl Text {
    /// The box it covers at `at` with a font as wide as the widest that the layout must hold with.
    #[must_use]
    pub fn bounds(&self, at: u64) -> Rect {
        let width = self.face.width(&self.content.at(at)) * SLACK;
        let (up, down) = self.face.extent();
        let shift = match self.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width / 2.0,
            Anchor::End => width,
        };
        if self.upwards {
            return Rect { x: self.at.x - up, y: self.at.y + shift - width, w: up + down, h: width };
        }
        Rect { x: self.at.x - shift, y: self.at.y - up, w: width, h: up + down }
    }
}

impl Scene {
    /// Every text with the group it belongs to.
    pub fn texts(&self) -> impl Iterator<Item = (&Group, &Text)> {
        self.groups.iter().flat_map(|group| {
            group.shapes.iter().filter_map(move |shape| match &shape.form {
                Form::Text(text) => Some((group, text)),
                _ => None,
            })
        })
    }

    /// The first group that means `mark`.
    #[must_use]
    pub fn find(&self, mark: &Mark) -> Option<&Group> {
        self.groups.iter().find(|group| group.mark == *mark)
    }

    /// The same, its groups shifted.
    #[must_use]
    pub fn moved(mut self, by: Point) -> Self {
        self.groups = self.groups.into_iter().map(|group| group.moved(by)).collect();
        self
    }

    /// Draws another scene on this one, its origin at `offset`, with its ground: the two are then good as long as both are.
    #[must_use]
    pub fn with(mut self, other: Self, offset: Point) -> Self {
        self.until = self.until.min(other.until);
        if other.ground != self.ground {
            let mut ground = Group::default();
            ground.rect(Rect { x: 0.0, y: 0.0, w: other.size.w, h: other.size.h }, 0.0).fill(other.ground);
            self.groups.push(ground.moved(offset));
        }
        self.groups.extend(other.moved(offset).groups);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        geometry::{point, rect},
        measure::Face,
    };

    fn moving(form: Form, end: Form) -> Shape {
        Shape { form, paint: Paint::default(), motion: Some(Motion { from: 100, to: 200, end }) }
    }

    #[test]
    fn a_motion_is_even_and_stands_still_outside_its_time() {
        let dot = moving(Form::Circle(point(0.0, 0.0), 4.0), Form::Circle(point(10.0, 20.0), 4.0));
        let at = |ms: u32| match *dot.form_at(ms.into()) {
            Form::Circle(center, _) => center,
            _ => point(-1.0, -1.0),
        };
        assert_eq!([50, 100, 150, 200, 900].map(at).map(|p| p.x), [0.0, 0.0, 5.0, 10.0, 10.0]);
        let bar = moving(Form::Rect(rect(0.0, 0.0, 80.0, 4.0), 2.0), Form::Rect(rect(0.0, 0.0, 0.0, 4.0), 2.0));
        assert_eq!(*bar.form_at(175.0), Form::Rect(rect(0.0, 0.0, 20.0, 4.0), 2.0));
    }

    #[test]
    fn a_motion_of_no_length_is_over_at_once() {
        let mut dot = moving(Form::Circle(point(0.0, 0.0), 4.0), Form::Circle(point(10.0, 0.0), 4.0));
        dot.motion.as_mut().unwrap().to = 100;
        assert_eq!(*dot.form_at(100.5), Form::Circle(point(10.0, 0.0), 4.0));
    }

    #[test]
    fn a_running_text_counts_down_to_nothing_and_no_further() {
        let left = Content::Running {
            before: "in ".into(),
            after: " s".into(),
            count: Count::Until(10_000),
            style: clock::Style::Tenths,
        };
        assert_eq!([3_800, 9_999, 20_000].map(|at| left.at(at).into_owned()), ["in 6.2 s", "in 0.0 s", "in 0.0 s"]);
    }

    #[test]
    fn a_text_turned_upwards_ends_above_its_beginning() {
        let text = |anchor, upwards| Text {
            at: point(50.0, 50.0),
            face: Face::mono(10.0, 400),
            anchor,
            content: Content::Fixed("abcde".into()),
            upwards,
        };
        let wide = 30.0 * SLACK;
        assert_eq!(text(Anchor::End, false).bounds(0).x, 50.0 - wide);
        assert_eq!(text(Anchor::Start, true).bounds(0).bottom(), 50.0);
        assert_eq!(text(Anchor::Middle, true).bounds(0).bottom(), 50.0 + wide / 2.0);
    }
}
