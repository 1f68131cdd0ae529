//! A scene as an SVG file.

use std::fmt::{self, Write};

use crate::{
    geometry::Rect,
    path::{Short, arc},
    scene::{Anchor, Fill, Form, Group, Opacity, Paint, Scene, Shape, Text},
    token::{Theme, Token},
};

/// How an SVG names its colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colors {
    /// By value: for a file that stands alone.
    Fixed(Theme),
    /// By CSS variable: for a page that defines the tokens.
    Variables,
}

const SANS: &str = "Inter, Pretendard, 'Noto Sans KR', 'Noto Sans CJK KR', system-ui, sans-serif";
const MONO: &str = "ui-monospace, 'SF Mono', 'JetBrains Mono', Menlo, Consolas, monospace";

/// Writes the scene as it is at `at` (ms).
#[must_use]
pub fn write(scene: &Scene, at: u64, colors: Colors, lang: &str) -> String {
    let (w, h) = (Short(scene.size.w), Short(scene.size.h));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" \
         role=\"img\" lang=\"{lang}\" font-family=\"{SANS}\" style=\"font-variant-numeric:tabular-nums\">\n<title>{}</title>\n\
         <defs><pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" \
         patternTransform=\"rotate(45)\"><rect width=\"6\" height=\"6\"{}/><path d=\"M0 0V6\" stroke-width=\"3\"{}/>\
         </pattern></defs>\n<rect width=\"{w}\" height=\"{h}\"{}/>\n",
        Escaped(&scene.title),
        Attr("fill", Token::Panel, colors),
        Attr("stroke", Token::Hatch, colors),
        Attr("fill", scene.ground, colors),
    );
    let mut writer = Writer { out: &mut out, at, colors };
    for group in &scene.groups {
        // Writing to a string can't fail.
        let _ = writer.group(group);
    }
    out.push_str("</svg>\n");
    out
}

struct Writer<'a> {
    out: &'a mut String,
    at: u64,
    colors: Colors,
}

impl Writer<'_> {
    fn group(&mut self, group: &Group) -> fmt::Result {
        self.out.write_str(if group.boxed { "<g data-box=\"\"" } else { "<g" })?;
        write!(self.out, "{}>", Faded(group.opacity))?;
        if let Some(label) = &group.label {
            write!(self.out, "<title>{}</title>", Escaped(label))?;
        }
        group.shapes.iter().try_for_each(|shape| self.shape(shape))?;
        self.out.write_str("</g>\n")
    }

    fn shape(&mut self, shape: &Shape) -> fmt::Result {
        let paint = &shape.paint;
        match &*shape.form_at(self.at as f64) {
            Form::Rect(rect, radius) => {
                write!(self.out, "<rect{}", Placed(*rect))?;
                if *radius > 0.0 {
                    write!(self.out, " rx=\"{}\"", Short(*radius))?;
                }
                self.finish(paint)
            }
            Form::Line(a, b) => {
                let [x1, y1, x2, y2] = [a.x, a.y, b.x, b.y].map(Short);
                write!(self.out, "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"")?;
                self.finish(paint)
            }
            Form::Circle(center, radius) => {
                let [x, y, r] = [center.x, center.y, *radius].map(Short);
                write!(self.out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\"")?;
                self.finish(paint)
            }
            Form::Arc(center, radius, share) => {
                write!(self.out, "<path d=\"{}\"", arc(*center, *radius, *share))?;
                self.finish(paint)
            }
            Form::Icon(path, at, scale) => {
                let [x, y] = [at.x, at.y].map(Short);
                write!(self.out, "<path d=\"{path}\" transform=\"translate({x} {y})")?;
                if *scale != 1.0 {
                    write!(self.out, " scale({})", Short(*scale))?;
                }
                self.out.write_str("\"")?;
                self.finish(paint)
            }
            Form::Path(path) => {
                write!(self.out, "<path d=\"{path}\"")?;
                self.finish(paint)
            }
            Form::Text(text) => self.text(text, paint),
        }
    }

    fn text(&mut self, text: &Text, paint: &Paint) -> fmt::Result {
        let [x, y] = [text.at.x, text.at.y].map(Short);
        write!(self.out, "<text x=\"{x}\" y=\"{y}\" font-size=\"{}\"", Short(text.face.size))?;
        if text.face.mono {
            write!(self.out, " font-family=\"{MONO}\"")?;
        }
        if text.face.weight != 400 {
            write!(self.out, " font-weight=\"{}\"", text.face.weight)?;
        }
        match text.anchor {
            Anchor::Start => {}
            Anchor::Middle => self.out.write_str(" text-anchor=\"middle\"")?,
            Anchor::End => self.out.write_str(" text-anchor=\"end\"")?,
        }
        if text.upwards {
            write!(self.out, " transform=\"rotate(-90 {x} {y})\"")?;
        }
        self.paint(paint)?;
        write!(self.out, ">{}</text>", Escaped(&text.content.at(self.at)))
    }

    fn finish(&mut self, paint: &Paint) -> fmt::Result {
        self.paint(paint)?;
        self.out.write_str("/>")
    }

    fn paint(&mut self, paint: &Paint) -> fmt::Result {
        match paint.fill {
            Fill::None => self.out.write_str(" fill=\"none\"")?,
            Fill::Token(token) => write!(self.out, "{}", Attr("fill", token, self.colors))?,
            Fill::Hatch => self.out.write_str(" fill=\"url(#hatch)\"")?,
        }
        if let Some(stroke) = &paint.stroke {
            write!(self.out, "{} stroke-width=\"{}\"", Attr("stroke", stroke.token, self.colors), Short(stroke.width))?;
            if let Some((on, off)) = stroke.dash {
                write!(self.out, " stroke-dasharray=\"{} {}\"", Short(on), Short(off))?;
            }
            if stroke.round {
                self.out.write_str(" stroke-linecap=\"round\"")?;
            }
        }
        if let Some(ground) = paint.halo {
            let stroke = Attr("stroke", ground, self.colors);
            write!(self.out, "{stroke} stroke-width=\"4\" stroke-linejoin=\"round\" paint-order=\"stroke\"")?;
        }
        write!(self.out, "{}", Faded(paint.opacity))
    }
}

/// ` fill="…"`
struct Attr(&'static str, Token, Colors);

impl fmt::Display for Attr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.2 {
            Colors::Fixed(theme) => write!(f, " {}=\"{}\"", self.0, self.1.color(theme)),
            Colors::Variables => write!(f, " {}=\"var({})\"", self.0, self.1),
        }
    }
}

struct Faded(Opacity);

impl fmt::Display for Faded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == Opacity::default() { Ok(()) } else { write!(f, " opacity=\"{}\"", Short(self.0.0)) }
    }
}

struct Placed(Rect);

impl fmt::Display for Placed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, w, h] = [self.0.x, self.0.y, self.0.w.max(0.0), self.0.h.max(0.0)].map(Short);
        write!(f, " x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"")
    }
}

/// Text of an XML file.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            // Not allowed in XML, however it is written.
            c if c.is_control() => f.write_char(' '),
            c => f.write_char(c),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        geometry::{Size, point, rect},
        mark::Mark,
        measure::Face,
        token::Hue,
    };

    fn scene(group: Group) -> Scene {
        Scene {
            size: Size { w: 100.0, h: 50.0 },
            ground: Token::Paper,
            title: "a & b".into(),
            at: 0,
            until: 1000,
            groups: vec![group],
        }
    }

    #[test]
    fn names_from_outside_cannot_break_the_file() {
        let mut group = Group::new(Mark::Decor).labelled("<script>");
        group.text(1.0, 2.0, Face::sans(12.0, 400), "a<b>\"&\u{1}");
        let svg = write(&scene(group), 0, Colors::Variables, "en");
        assert!(svg.contains("<title>a &amp; b</title>") && svg.contains("<title>&lt;script&gt;</title>"));
        assert!(svg.contains(">a&lt;b&gt;&quot;&amp; </text>"));
    }

    #[test]
    fn colours_stand_by_value_or_by_name() {
        let mut group = Group::in_box(Mark::Decor, rect(0.0, 0.0, 10.5, 10.0), 3.0);
        group.frame().fill(Token::Area(Hue::Member(0)));
        let scene = scene(group);
        let box_ = "<g data-box=\"\"><rect x=\"0\" y=\"0\" width=\"10.5\" height=\"10\" rx=\"3\" fill=";
        assert!(write(&scene, 0, Colors::Fixed(Theme::Dark), "en").contains(&format!("{box_}\"#56b4e9\"/>")));
        assert!(write(&scene, 0, Colors::Variables, "en").contains(&format!("{box_}\"var(--m1)\"/>")));
    }

    #[test]
    fn a_picture_shows_its_motions_where_they_are() {
        let mut group = Group::new(Mark::Message(1));
        group.circle(point(0.0, 0.0), 4.0).becomes(Form::Circle(point(40.0, 0.0), 4.0), 100, 140);
        let svg = write(&scene(group), 110, Colors::Variables, "en");
        assert!(svg.contains("cx=\"10\" cy=\"0\""), "{svg}");
    }
}
