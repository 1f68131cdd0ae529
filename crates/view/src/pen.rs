//! Making shapes: short words for what the pictures draw again and again.

use crate::{
    geometry::{Point, Rect, point},
    icon,
    mark::Mark,
    measure::Face,
    path::Path,
    scene::{Anchor, Content, Fill, Form, Group, Motion, Opacity, Paint, Shape, Stroke, Text},
    token::{Hue, Token},
};

impl Group {
    /// An empty group that means `mark`.
    #[must_use]
    pub(crate) fn new(mark: Mark) -> Self {
        Self { mark, ..Self::default() }
    }

    /// The same with a label.
    #[must_use]
    pub(crate) fn labelled(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// The group whose first shape, `rect`, holds its texts.
    pub(crate) fn in_box(mark: Mark, rect: Rect, radius: f32) -> Self {
        let mut group = Self { mark, boxed: true, ..Self::default() };
        group.rect(rect, radius);
        group
    }

    fn push(&mut self, form: Form) -> &mut Shape {
        self.shapes.push(Shape { form, paint: Paint::default(), motion: None });
        let last = self.shapes.len() - 1;
        &mut self.shapes[last]
    }

    /// The first shape: the box of a boxed group.
    pub(crate) fn frame(&mut self) -> &mut Shape {
        if self.shapes.is_empty() {
            return self.rect(Rect::default(), 0.0);
        }
        &mut self.shapes[0]
    }

    pub(crate) fn rect(&mut self, rect: Rect, radius: f32) -> &mut Shape {
        self.push(Form::Rect(rect, radius))
    }

    pub(crate) fn line(&mut self, from: Point, to: Point) -> &mut Shape {
        self.push(Form::Line(from, to))
    }

    pub(crate) fn circle(&mut self, center: Point, radius: f32) -> &mut Shape {
        self.push(Form::Circle(center, radius))
    }

    pub(crate) fn arc(&mut self, center: Point, radius: f32, share: f32) -> &mut Shape {
        self.push(Form::Arc(center, radius, share))
    }

    pub(crate) fn path(&mut self, path: Path) -> &mut Shape {
        self.push(Form::Path(path))
    }

    pub(crate) fn icon(&mut self, path: &'static str, at: Point, scale: f32) -> &mut Shape {
        self.push(Form::Icon(path, at, scale))
    }

    /// A cross about `at` that says: error, lost, dead.
    pub(crate) fn cross(&mut self, at: Point, scale: f32) -> &mut Shape {
        self.icon(icon::CROSS, at, scale).stroke(Token::Text(Hue::Bad), 2.0 / scale).round()
    }

    /// A text with its beginning at `x` on the baseline `y`, in `ink`.
    pub(crate) fn text(&mut self, x: f32, y: f32, face: Face, text: impl Into<String>) -> &mut Shape {
        self.content(x, y, face, Content::Fixed(text.into()))
    }

    pub(crate) fn content(&mut self, x: f32, y: f32, face: Face, content: Content) -> &mut Shape {
        let text = Text { at: point(x, y), face, anchor: Anchor::Start, content, upwards: false };
        self.push(Form::Text(text)).fill(Token::Ink)
    }

    /// Shifts every shape.
    #[must_use]
    pub(crate) fn moved(mut self, by: Point) -> Self {
        for shape in &mut self.shapes {
            shape.form.shift(by);
            if let Some(motion) = &mut shape.motion {
                motion.end.shift(by);
            }
        }
        self
    }
}

impl Shape {
    pub(crate) fn fill(&mut self, token: Token) -> &mut Self {
        self.paint.fill = Fill::Token(token);
        self
    }

    /// The hatch that says: nobody reads.
    pub(crate) fn hatch(&mut self, outline: f32) -> &mut Self {
        self.paint.fill = Fill::Hatch;
        self.stroke(Token::Area(Hue::Bad), outline)
    }

    pub(crate) fn stroke(&mut self, token: Token, width: f32) -> &mut Self {
        self.paint.stroke = Some(Stroke { token, width, dash: None, round: false });
        self
    }

    pub(crate) fn dash(&mut self, on: f32, off: f32) -> &mut Self {
        if let Some(stroke) = &mut self.paint.stroke {
            stroke.dash = Some((on, off));
        }
        self
    }

    pub(crate) fn round(&mut self) -> &mut Self {
        if let Some(stroke) = &mut self.paint.stroke {
            stroke.round = true;
        }
        self
    }

    pub(crate) fn opacity(&mut self, opacity: f32) -> &mut Self {
        self.paint.opacity = Opacity(opacity);
        self
    }

    /// A rim in the ground's colour, for a text that lies over lines.
    pub(crate) fn halo(&mut self, ground: Token) -> &mut Self {
        self.paint.halo = Some(ground);
        self
    }

    pub(crate) fn middle(&mut self) -> &mut Self {
        self.anchor(Anchor::Middle)
    }

    pub(crate) fn end(&mut self) -> &mut Self {
        self.anchor(Anchor::End)
    }

    fn anchor(&mut self, anchor: Anchor) -> &mut Self {
        if let Form::Text(text) = &mut self.form {
            text.anchor = anchor;
        }
        self
    }

    /// Turns a text so that it reads upwards.
    pub(crate) fn upwards(&mut self) -> &mut Self {
        if let Form::Text(text) = &mut self.form {
            text.upwards = true;
        }
        self
    }

    /// Changes evenly to `end` between the two times, ms.
    pub(crate) fn becomes(&mut self, end: Form, from: u64, to: u64) -> &mut Self {
        self.motion = Some(Motion { from, to, end });
        self
    }
}

impl Form {
    fn shift(&mut self, by: Point) {
        let shift = |point: &mut Point| *point = Point { x: point.x + by.x, y: point.y + by.y };
        match self {
            Self::Rect(rect, _) => {
                rect.x += by.x;
                rect.y += by.y;
            }
            Self::Line(a, b) => {
                shift(a);
                shift(b);
            }
            Self::Circle(at, _) | Self::Arc(at, ..) | Self::Icon(_, at, _) => shift(at),
            Self::Text(text) => shift(&mut text.at),
            Self::Path(path) => path.shift(by),
        }
    }
}

/// A member's partition as a chip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChipKind {
    /// It holds it.
    Owned,
    /// It is paused there.
    Paused,
    /// Nobody reads it.
    Gap,
}

/// A chip with the name of a partition.
pub(crate) fn chip(mark: Mark, rect: Rect, name: &str, hue: Hue, kind: ChipKind) -> Group {
    lettered_chip(mark, rect, name, CHIP, hue, kind)
}

/// A chip with a number of partitions.
pub(crate) fn count_chip(mark: Mark, rect: Rect, text: &str, hue: Hue, kind: ChipKind) -> Group {
    lettered_chip(mark, rect, text, COUNT, hue, kind)
}

fn lettered_chip(mark: Mark, rect: Rect, name: &str, face: Face, hue: Hue, kind: ChipKind) -> Group {
    let mut group = Group::in_box(mark, rect, 5.0).labelled(name);
    let ink = match kind {
        ChipKind::Owned => {
            group.frame().fill(Token::Tint(hue));
            Token::Text(hue)
        }
        ChipKind::Paused => {
            group.frame().fill(Token::Panel).stroke(Token::Area(hue), 1.2).dash(3.0, 2.5);
            Token::Text(hue)
        }
        ChipKind::Gap => {
            group.frame().hatch(1.0);
            group
                .rect(Rect { x: rect.x + 4.0, y: rect.y + 3.5, w: rect.w - 8.0, h: rect.h - 7.0 }, 2.0)
                .fill(Token::Panel);
            Token::Text(Hue::Bad)
        }
    };
    let center = rect.center();
    group.text(center.x, center.y + face.drop(), face, face.fit(name, rect.w - 8.0)).middle().fill(ink);
    group
}

/// The face of a chip's name.
pub(crate) const CHIP: Face = Face::mono(11.0, 400);
/// The face of a number of partitions on a chip.
pub(crate) const COUNT: Face = Face::sans(11.0, 600);
/// The face of most texts in pictures.
pub(crate) const BODY: Face = Face::sans(12.0, 400);
/// The same, stressed.
pub(crate) const BOLD: Face = Face::sans(12.0, 600);
