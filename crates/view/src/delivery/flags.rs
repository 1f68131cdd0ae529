//! Offsets as flags on poles: what is committed, where the log ends, how far a reader is.

use super::{
    columns::Columns,
    labels::{Tag, place},
    rows::FLAG,
};
use crate::{
    geometry::{point, rect},
    mark::Mark,
    measure::Face,
    scene::Group,
    token::Token,
};

const FACE: Face = Face::sans(12.0, 600);
const PADDING: f32 = 8.0;

/// A flag to be placed.
#[derive(Clone, Debug)]
pub(super) struct Flag {
    /// The offset whose left edge it marks; of a plate, the first one.
    pub(super) offset: i64,
    /// The offset behind the last one of what a plate names; none = it has a pole.
    pub(super) until: Option<i64>,
    pub(super) forms: Vec<String>,
    pub(super) lean: f32,
    pub(super) weight: u8,
    pub(super) style: Style,
}

/// How a flag looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Style {
    /// Filled with `ink`.
    Filled,
    /// Outlined in this colour.
    Outlined(Token),
    /// No box: a text in this colour.
    Bare(Token),
}

/// Draws flags with their upper edges at `y`; their poles reach over `pole`. What lies outside the picture is named at its
/// edge.
pub(super) fn draw(flags: &[Flag], columns: &Columns, y: f32, pole: (f32, f32), area: (f32, f32)) -> Vec<Group> {
    let at = |flag: &Flag| match flag.until {
        Some(until) => columns.span(flag.offset, until),
        None => columns.edge(flag.offset).map(|x| (x, x)),
    };
    let outside = |flag: &Flag| flag.until.is_none() && flag.offset < columns.first;
    let tag = |flag: &Flag| {
        let (from, to) = at(flag).or(outside(flag).then_some((columns.x, columns.x)))?;
        let arrow = |text: &String| if outside(flag) { format!("← {text}") } else { text.clone() };
        let forms = flag.forms.iter().map(arrow).collect();
        let lean = if outside(flag) { 0.0 } else { flag.lean };
        Some(Tag { from, to, forms, lean, weight: flag.weight })
    };
    let (shown, tags): (Vec<&Flag>, Vec<Tag>) = flags.iter().filter_map(|flag| Some((flag, tag(flag)?))).unzip();
    let mut groups = Vec::new();
    let placed = place(&tags, FACE, PADDING, area);
    for it in &placed {
        let (flag, tag) = (shown[it.tag], &tags[it.tag]);
        if flag.until.is_none() && !outside(flag) {
            let color = match flag.style {
                Style::Filled => Token::Ink,
                Style::Outlined(color) | Style::Bare(color) => color,
            };
            let mut group = Group::new(Mark::Decor);
            group.line(point(tag.from, pole.0), point(tag.from, pole.1)).stroke(color, 2.0);
            groups.push(group);
        }
    }
    for it in placed {
        let plate = rect(it.left, y, it.width, FLAG);
        let mut group = Group::in_box(Mark::Decor, plate, 5.0).labelled(it.text.clone());
        let ink = match shown[it.tag].style {
            Style::Filled => {
                group.frame().fill(Token::Ink);
                Token::Inv
            }
            Style::Outlined(color) => {
                group.frame().fill(Token::Panel).stroke(color, 1.5);
                color
            }
            Style::Bare(color) => {
                group.frame().fill(Token::Paper);
                color
            }
        };
        let center = plate.center();
        group.text(center.x, center.y + FACE.drop(), FACE, it.text).middle().fill(ink);
        groups.push(group);
    }
    groups
}
