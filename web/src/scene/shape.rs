//! A shape as an SVG element: its tag and its attributes, in one place for Yew, for the message layer and for motion.

use std::fmt::Write;

use groupscope_view::{
    path::{Short, arc},
    scene::{Anchor, Content, Fill, Form, Opacity, Paint, Shape, Text},
    token::Token,
};

/// The tag of a form's element.
pub(super) const fn tag(form: &Form) -> &'static str {
    match form {
        Form::Rect(..) => "rect",
        Form::Line(..) => "line",
        Form::Circle(..) => "circle",
        Form::Arc(..) | Form::Icon(..) | Form::Path(..) => "path",
        Form::Text(_) => "text",
    }
}

/// Whether something of the shape changes with the clock.
pub(super) fn is_live(shape: &Shape) -> bool {
    shape.motion.is_some() || running(shape).is_some()
}

/// The text of a shape whose figure runs.
pub(super) fn running(shape: &Shape) -> Option<&Content> {
    match &shape.form {
        Form::Text(Text { content: content @ Content::Running { .. }, .. }) => Some(content),
        _ => None,
    }
}

/// Gives `write` all attributes that stay: the form only where it does not move.
pub(super) fn attributes(shape: &Shape, mut write: impl FnMut(&'static str, &str)) {
    let mut buffer = String::new();
    if shape.motion.is_none() {
        form(&shape.form, &mut buffer, &mut write);
    }
    match &shape.form {
        Form::Rect(_, radius) if *radius > 0.0 => number("rx", *radius, &mut buffer, &mut write),
        Form::Text(text) => face(text, &mut buffer, &mut write),
        _ => {}
    }
    paint(&shape.paint, &mut buffer, &mut write);
}

fn number(name: &'static str, value: f32, buffer: &mut String, write: &mut impl FnMut(&'static str, &str)) {
    buffer.clear();
    let _ = write!(buffer, "{}", Short(value));
    write(name, buffer);
}

/// Gives `write` the attributes of a form.
pub(super) fn form(form: &Form, buffer: &mut String, write: &mut impl FnMut(&'static str, &str)) {
    let mut numbers = |values: &[(&'static str, f32)]| {
        for (name, value) in values {
            number(name, *value, buffer, write);
        }
    };
    match form {
        Form::Rect(rect, _) => {
            numbers(&[("x", rect.x), ("y", rect.y), ("width", rect.w.max(0.0)), ("height", rect.h.max(0.0))]);
        }
        Form::Line(a, b) => numbers(&[("x1", a.x), ("y1", a.y), ("x2", b.x), ("y2", b.y)]),
        Form::Circle(center, radius) => numbers(&[("cx", center.x), ("cy", center.y), ("r", *radius)]),
        Form::Text(text) => numbers(&[("x", text.at.x), ("y", text.at.y)]),
        Form::Arc(center, radius, share) => write("d", &arc(*center, *radius, *share)),
        Form::Path(path) => write("d", &path.to_string()),
        Form::Icon(path, at, scale) => {
            write("d", path);
            buffer.clear();
            let _ = write!(buffer, "translate({} {})", Short(at.x), Short(at.y));
            if *scale != 1.0 {
                let _ = write!(buffer, " scale({})", Short(*scale));
            }
            write("transform", buffer);
        }
    }
}

fn face(text: &Text, buffer: &mut String, write: &mut impl FnMut(&'static str, &str)) {
    number("font-size", text.face.size, buffer, write);
    if text.face.mono {
        write("class", "mono");
    }
    match text.face.weight {
        400 => {}
        600 => write("font-weight", "600"),
        weight => write("font-weight", &weight.to_string()),
    }
    match text.anchor {
        Anchor::Start => {}
        Anchor::Middle => write("text-anchor", "middle"),
        Anchor::End => write("text-anchor", "end"),
    }
    if text.upwards {
        write("transform", &format!("rotate(-90 {} {})", Short(text.at.x), Short(text.at.y)));
    }
}

fn paint(paint: &Paint, buffer: &mut String, write: &mut impl FnMut(&'static str, &str)) {
    match paint.fill {
        Fill::None => write("fill", "none"),
        Fill::Token(token) => color("fill", token, buffer, write),
        Fill::Hatch => write("fill", "url(#hatch)"),
    }
    if let Some(stroke) = &paint.stroke {
        color("stroke", stroke.token, buffer, write);
        number("stroke-width", stroke.width, buffer, write);
        if let Some((on, off)) = stroke.dash {
            buffer.clear();
            let _ = write!(buffer, "{} {}", Short(on), Short(off));
            write("stroke-dasharray", buffer);
        }
        if stroke.round {
            write("stroke-linecap", "round");
        }
    }
    if let Some(ground) = paint.halo {
        color("stroke", ground, buffer, write);
        for (name, value) in [("stroke-width", "4"), ("stroke-linejoin", "round"), ("paint-order", "stroke")] {
            write(name, value);
        }
    }
    if paint.opacity != Opacity::default() {
        number("opacity", paint.opacity.0, buffer, write);
    }
}

fn color(name: &'static str, token: Token, buffer: &mut String, write: &mut impl FnMut(&'static str, &str)) {
    buffer.clear();
    let _ = write!(buffer, "var({token})");
    write(name, buffer);
}
