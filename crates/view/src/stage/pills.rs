//! Where pills stand: beside their link, at a place that depends on the link and the kind of message, so that a pill stays
//! while its message flies.
//!
//! Requests have the lower row to the right of the link, replies the upper row to the left, so that neighbours pass each
//! other; commits, which fly beside other messages, have the two other corners. Messages of one place become a count; only
//! where the pill of another link is in the way, a pill goes elsewhere.

use groupscope_core::{
    protocol::{ApiKey, ErrorCode},
    simulation::frame::{MessageFrame, MessageKind},
};

use super::{
    context::Stage,
    messages::{Flight, Link},
};
use crate::{
    clock,
    geometry::{Point, Rect, rect},
    pen::BOLD,
};

/// The height of a pill.
pub(super) const HEIGHT: f32 = 24.0;

/// Where pills may stand.
pub(super) struct Zone {
    /// The boxes of pills stay within.
    pub(super) bounds: Rect,
    /// The middles of the rows, from the top.
    pub(super) rows: Vec<f32>,
    /// The links that pass through.
    pub(super) links: Vec<Link>,
    /// Where the first pill of the row begins; the others follow. `None` = pills stand beside their links.
    pub(super) rail: Option<f32>,
}

/// A pill that has found its place.
pub(super) struct Placed<'f, 'a> {
    pub(super) flights: Vec<&'f Flight<'a>>,
    pub(super) text: String,
    pub(super) area: Rect,
}

/// The texts that a pill may bear, the longest first.
fn texts(stage: &Stage<'_>, message: &MessageFrame) -> Vec<String> {
    let name = message.api.name();
    let times = format!("{} → {}", clock::moment(message.sent), clock::moment(message.arrives));
    match (message.kind, message.error.unwrap_or_default()) {
        _ if stage.options.still => vec![format!("{name} · {times}"), name.to_owned()],
        (MessageKind::Request, _) => vec![name.to_owned()],
        (_, ErrorCode::None) => vec![format!("{name} · {}", ErrorCode::None.name()), name.to_owned()],
        (_, error) => vec![format!("{name} · {error}"), error.name().to_owned(), name.to_owned()],
    }
}

fn pill_width(text: &str) -> f32 {
    BOLD.room(text) + 36.0
}

/// The messages that share a place.
struct Slot<'f, 'a> {
    flights: Vec<&'f Flight<'a>>,
    commit: bool,
}

/// Places the pills; they keep clear of `taken`. A message whose pill has no room keeps its dot.
pub(super) fn place<'f, 'a>(
    stage: &Stage<'_>,
    flights: &'f [Flight<'a>],
    zone: &Zone,
    taken: &[Rect],
) -> Vec<Placed<'f, 'a>> {
    let mut placed: Vec<Placed<'f, 'a>> = Vec::new();
    for slot in slots(flights, zone) {
        let first = slot.flights[0];
        let texts = match slot.flights[..] {
            [only] => texts(stage, only.message),
            _ => vec![format!("{} ×", slot.flights.len())],
        };
        let free = |area: &Rect| {
            let around = area.inset(-3.0);
            let meets = |other: &Rect| other.meets(around, 0.0);
            zone.bounds.holds(*area, 0.1) && !taken.iter().any(meets) && !placed.iter().any(|other| meets(&other.area))
        };
        let found = candidates(first, slot.commit, &texts, zone, &placed).into_iter().find(|(_, area)| free(area));
        if let Some((text, area)) = found {
            placed.push(Placed { flights: slot.flights, text, area });
        }
    }
    placed
}

/// What shares a place, commits last: their places are the ones that may be taken.
fn slots<'f, 'a>(flights: &'f [Flight<'a>], zone: &Zone) -> Vec<Slot<'f, 'a>> {
    let mut slots: Vec<Slot<'f, 'a>> = Vec::new();
    for flight in flights {
        let commit = zone.rows.len() > 1 && matches!(flight.message.api, ApiKey::OffsetCommit | ApiKey::OffsetFetch);
        let same = |slot: &&mut Slot<'_, '_>| {
            let first = slot.flights[0];
            let kinds = (first.place, first.message.kind, slot.commit);
            zone.rail.is_none() && kinds == (flight.place, flight.message.kind, commit)
        };
        match slots.iter_mut().find(same) {
            Some(slot) => slot.flights.push(flight),
            None => slots.push(Slot { flights: vec![flight], commit }),
        }
    }
    slots.sort_by_key(|slot| slot.commit);
    slots
}

/// The places that a pill may have, the best first: a long text that hides no other link is worth more than the corner.
fn candidates(
    flight: &Flight<'_>,
    commit: bool,
    texts: &[String],
    zone: &Zone,
    placed: &[Placed<'_, '_>],
) -> Vec<(String, Rect)> {
    let request = flight.message.kind == MessageKind::Request;
    let row = zone.rows[if request == commit { 0 } else { zone.rows.len() - 1 }];
    let at = |text: &String, left: f32| (text.clone(), rect(left, row - HEIGHT / 2.0, pill_width(text), HEIGHT));
    if let Some(rail) = zone.rail {
        let left = placed.last().map_or(rail, |last| last.area.right() + 7.0);
        return texts.iter().map(|text| at(text, left)).collect();
    }
    let other_row = zone.rows[if request == commit { zone.rows.len() - 1 } else { 0 }];
    let mut all = Vec::new();
    let spots = [(row, request), (other_row, request), (row, !request), (other_row, !request)];
    for text in texts {
        for (row, right) in spots {
            let x = at_height(flight.from, flight.to, row);
            let width = pill_width(text);
            let beside = |gap: f32| if right { x + gap } else { x - gap - width };
            let area = |left: f32| rect(left, row - HEIGHT / 2.0, width, HEIGHT);
            let inside = beside(16.0).min(zone.bounds.right() - width).max(zone.bounds.x);
            let lefts = [beside(16.0), beside(8.0), inside];
            let fits = |area: &Rect| !hides_a_link(flight, *area, zone);
            all.extend(lefts.map(area).into_iter().filter(fits).map(|area| (text.clone(), area)));
        }
    }
    let x = at_height(flight.from, flight.to, row);
    all.extend(texts.iter().rev().map(|text| at(text, (x - pill_width(text) / 2.0).max(zone.bounds.x))));
    all
}

/// Whether a pill there hides the link of somebody else.
fn hides_a_link(flight: &Flight<'_>, area: Rect, zone: &Zone) -> bool {
    let middle = area.center().y;
    let others = zone.links.iter().filter(|link| link.place != flight.place);
    let mut xs = others.map(|link| at_height(link.top, link.bottom, middle));
    xs.any(|x| x > area.x - 5.0 && x < area.right() + 5.0)
}

/// Where a line is at the height `y`.
fn at_height(a: Point, b: Point, y: f32) -> f32 {
    let (top, bottom) = if a.y < b.y { (a, b) } else { (b, a) };
    let share = if bottom.y - top.y < 1.0 { 0.5 } else { ((y - top.y) / (bottom.y - top.y)).clamp(0.0, 1.0) };
    top.towards(bottom, share).x
}
