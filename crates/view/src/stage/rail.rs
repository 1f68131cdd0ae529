//! The stage on a phone: the coordinator on top, the members below on one rail, a message in the gap above its member.

use groupscope_core::simulation::frame::{MessageFrame, MessageKind};

use super::{
    card::{self, CardStyle},
    context::Stage,
    desk::{self, DeskStyle},
    messages::{self, Flight},
    parked,
    partitions::{self, PartitionStyle},
    pills::Zone,
    wide,
};
use crate::{
    condition::Condition,
    geometry::{Size, point, rect},
    mark::Mark,
    scene::Group,
    token::{Hue, Token},
};

const MARGIN: f32 = 12.0;
const TOP: f32 = 8.0;
/// How far parked requests hang below a desk, clear of its states; the first card keeps clear of them.
const fn hang(style: DeskStyle) -> f32 {
    if matches!(style, DeskStyle::Compact) { 6.0 } else { 13.0 }
}
/// The air below a group's last card, or below its desk if it has none.
const fn air(style: DeskStyle) -> f32 {
    if matches!(style, DeskStyle::Line) { 6.0 } else { 8.0 }
}
/// Where the rail runs.
const RAIL: f32 = 30.0;
/// Where the cards begin.
const CARDS: f32 = 54.0;

/// What a member takes: its card and the gap above it.
#[derive(Clone, Copy)]
struct Step {
    style: CardStyle,
    card: f32,
    gap: f32,
}

/// From roomy to dense.
const STEPS: [Step; 7] = [
    Step { style: CardStyle::Compact, card: 90.0, gap: 32.0 },
    Step { style: CardStyle::Compact, card: 84.0, gap: 28.0 },
    Step { style: CardStyle::Medium, card: 60.0, gap: 28.0 },
    Step { style: CardStyle::Slim, card: 44.0, gap: 28.0 },
    Step { style: CardStyle::Slim, card: 40.0, gap: 8.0 },
    Step { style: CardStyle::Slim, card: 32.0, gap: 5.0 },
    Step { style: CardStyle::Slim, card: 30.0, gap: 4.0 },
];

/// Draws the stage.
pub(super) fn draw(stage: &mut Stage<'_>, size: Size) {
    let inner = size.w - 2.0 * MARGIN;
    let groups = stage.frame.groups.len();
    let style = if size.h < 330.0 * groups as f32 { DeskStyle::Small } else { DeskStyle::Compact };
    let room = |style: DeskStyle| size.h - TOP - groups as f32 * (style.height() + air(style) + hang(style));
    let chosen =
        [style, DeskStyle::Line].into_iter().find_map(|style| Some((style, choose(stage, inner, room(style))?)));
    let Some((style, (mut step, partitions))) = chosen else { return draw_many(stage, size, style) };
    let room = room(style);
    let count = stage.frame.consumers.len().max(1) as f32;
    let spare = room - count * (step.card + step.gap) - foot(stage, partitions, inner);
    step.gap += (spare / count).clamp(0.0, 14.0);
    let (mut y, mut flights, mut rows) = (TOP, Vec::new(), Vec::new());
    for group in 0..groups {
        let area = rect(MARGIN, y, inner, style.height());
        y = area.bottom() + hang(style);
        let places = stage.consumers_of(group);
        draw_rail(stage, &places, area.bottom(), y, step);
        desk::draw(stage, group, area, style);
        let anchors: Vec<_> = places.iter().map(|place| (*place, area.center())).collect();
        parked::draw(stage, group, area, hang(style), &anchors);
        for place in places {
            let card = rect(CARDS, y + step.gap, size.w - CARDS - MARGIN, step.card);
            card::draw(stage, place, card, step.style);
            flights.extend(flights_of(stage, place, area.bottom(), card.center().y));
            rows.push((place, card.y - step.gap / 2.0));
            y = card.bottom();
        }
        y += air(style);
    }
    draw_messages(stage, size, &flights, &rows, step);
    let height = partitions::height(stage, partitions, inner);
    partitions::draw(stage, rect(MARGIN, size.h - height - 8.0, inner, height), partitions);
}

/// The roomiest cards that fit, with as much of the partitions as fits beside them.
fn choose(stage: &Stage<'_>, width: f32, room: f32) -> Option<(Step, PartitionStyle)> {
    let count = stage.frame.consumers.len() as f32;
    let foots = [PartitionStyle::Chips, PartitionStyle::Line, PartitionStyle::None];
    let all = STEPS.into_iter().flat_map(|step| foots.map(|foot| (step, foot)));
    let mut fits = all.filter(|(step, style)| count * (step.card + step.gap) + foot(stage, *style, width) <= room);
    fits.next()
}

fn foot(stage: &Stage<'_>, style: PartitionStyle, width: f32) -> f32 {
    let height = partitions::height(stage, style, width);
    match style {
        PartitionStyle::None => 6.0,
        PartitionStyle::Chips if stage.frame.partitions.len() > 60 => f32::MAX,
        _ => height + 18.0,
    }
}

/// The rail with a branch to each member.
fn draw_rail(stage: &mut Stage<'_>, places: &[usize], desk: f32, top: f32, step: Step) {
    let mut end = desk;
    for (index, place) in places.iter().enumerate() {
        let y = top + (index as f32 + 1.0) * (step.card + step.gap) - step.card / 2.0;
        let condition = stage.condition(*place);
        if condition.is_gone() {
            continue;
        }
        let mut group = Group::new(Mark::Link(*place));
        group.line(point(RAIL, end), point(RAIL, y)).stroke(Token::Line, 1.3);
        let branch = group.line(point(RAIL, y), point(CARDS, y));
        match condition {
            Condition::NoProcess => {
                branch.stroke(Token::Area(Hue::Bad), 1.3).dash(3.0, 4.0);
                group.cross(point((RAIL + CARDS) / 2.0, y), 1.0);
            }
            Condition::Away => {
                branch.stroke(Token::Line, 1.3).dash(3.0, 4.0);
            }
            _ => {
                branch.stroke(Token::Line, 1.3);
            }
        }
        stage.groups.push(group);
        end = y;
    }
}

fn flights_of<'a>(stage: &Stage<'a>, place: usize, top: f32, bottom: f32) -> Vec<Flight<'a>> {
    let name = &stage.consumer(place).name;
    let (near, far) = (point(RAIL, bottom), point(RAIL, top));
    let flight = |message: &'a MessageFrame| match message.kind {
        MessageKind::Request if message.from == *name => Some(Flight { message, place, from: near, to: far }),
        MessageKind::Reply if message.to == *name => Some(Flight { message, place, from: far, to: near }),
        _ => None,
    };
    stage.frame.in_flight.iter().filter_map(flight).collect()
}

/// Each member's pills stand in the gap above it, if that is high enough.
fn draw_messages(stage: &mut Stage<'_>, size: Size, flights: &[Flight<'_>], rows: &[(usize, f32)], step: Step) {
    for (place, row) in rows {
        let own: Vec<_> = flights.iter().filter(|flight| flight.place == *place).copied().collect();
        let high = if step.gap >= 28.0 { 26.0 } else { 0.0 };
        let bounds = rect(CARDS + 9.0, row - high / 2.0, size.w - CARDS - 9.0 - MARGIN, high);
        messages::draw(stage, &own, &Zone { bounds, rows: vec![*row], links: Vec::new(), rail: Some(bounds.x) }, &[]);
    }
}

fn draw_many(stage: &mut Stage<'_>, size: Size, style: DeskStyle) {
    let inner = size.w - 2.0 * MARGIN;
    let all = stage.frame.groups.len() as f32 * (style.height() + 10.0);
    let style = if size.h - all < 0.4 * size.h { DeskStyle::Line } else { style };
    let groups = stage.frame.groups.len();
    // Several desks leave the room to the names of the consumers.
    let style = if groups > 2 { DeskStyle::Line } else { style };
    let mut y = TOP;
    for group in 0..groups {
        desk::draw(stage, group, rect(MARGIN, y, inner, style.height()), style);
        y += style.height() + 10.0;
    }
    let places: Vec<_> = (0..stage.frame.consumers.len()).collect();
    wide::draw_tiles(stage, &places, rect(MARGIN, y, inner, size.h - y - 8.0));
}
