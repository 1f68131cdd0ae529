//! A stretch of time as a sequence of messages: time runs downwards, a row for each message, quiet stretches folded.

mod draw;
mod rows;
mod strips;

use std::{collections::BTreeSet, ops::Range};

use groupscope_core::simulation::Run;

use self::{
    draw::{Picture, Place},
    rows::{Row, What, rows},
};
use crate::{geometry::Size, mark::Mark, scene::Scene, timeline::History, token::Token, words::Words};

/// What the reader has asked for.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The moment shown, ms.
    pub at: Option<u64>,
    /// The place of the group whose messages are shown.
    pub group: usize,
    /// The selected message.
    pub selected: Option<Mark>,
    /// Consumers that have a lifeline in any case, by their places.
    pub pinned: Vec<usize>,
    /// Whether heartbeats that were answered NONE have rows of their own.
    pub heartbeats: bool,
    /// The folds whose heartbeats have rows nevertheless, by their beginnings, ms.
    pub unfolded: BTreeSet<u64>,
}

/// A phone: one consumer, the coordinator, all others.
const NARROW: f32 = 640.0;
/// At most so many lifelines, that of the coordinator and that of all others included.
const LIFELINES: usize = 6;
/// The height of the heads.
const HEAD: f32 = 40.0;
/// The height of a row.
const ROW: f32 = 18.0;
/// The height of a fold, with the space around it.
const FOLD: f32 = 30.0;

/// Draws the window (ms) of a run at a width: the heads, to stay in sight, and the body, as high as its rows need.
#[must_use]
pub fn sequence(run: &Run, window: Range<u64>, width: f32, words: &Words, options: &Options) -> (Scene, Scene) {
    let width = width.max(320.0);
    let rows = rows(run, options, &window);
    let shown = lifelines(run, &rows, options, width);
    let history = History::of(run, window.clone(), words);
    let (places, height) = places(&rows);
    let strips = strips::width(history.partitions.len(), width);
    let others_speak = rows.iter().filter_map(speaker).any(|place| !shown.contains(&place));
    let picture =
        Picture { run, history: &history, words, options, width, height, strips, shown, others_speak, places };
    let title = words.text("pic-sequence-title");
    let until = window.end.max(window.start + 1);
    let scene = |size: Size, ground: Token, groups| Scene {
        size,
        ground,
        title: title.clone(),
        at: window.start,
        until,
        groups,
    };
    let heads = scene(Size { w: width, h: HEAD }, Token::Panel, picture.heads());
    let body = scene(Size { w: width, h: height }, Token::Paper, picture.body(&rows));
    (heads, body)
}

/// Who says or does something in a row.
fn speaker(row: &Row) -> Option<usize> {
    match &row.what {
        What::Message(message) => Some(message.consumer.index()),
        What::Callback(consumer, ..) => Some(consumer.index()),
        What::Quiet { .. } | What::Unfolded { .. } => None,
    }
}

/// Who has a lifeline: the pinned, then those that say something, in the order of their places.
fn lifelines(run: &Run, rows: &[Row], options: &Options, width: f32) -> Vec<usize> {
    let most = if width < NARROW { 1 } else { LIFELINES - 1 };
    let is_of_it = |place: &usize| run.cast.consumers.get(*place).is_some_and(|it| it.group.index() == options.group);
    let pinned = options.pinned.iter().copied().filter(is_of_it);
    let mut chosen = BTreeSet::new();
    for place in pinned.chain(rows.iter().filter_map(speaker)) {
        if chosen.len() < most {
            chosen.insert(place);
        }
    }
    chosen.into_iter().collect()
}

/// Where each row is, and the height of all.
fn places(rows: &[Row]) -> (Vec<Place>, f32) {
    let mut y = 12.0;
    let mut places = Vec::with_capacity(rows.len());
    for row in rows {
        let (high, until) = match row.what {
            What::Quiet { until, .. } => (FOLD, until),
            What::Unfolded { .. } => (FOLD, row.at),
            _ => (ROW, row.at),
        };
        places.push(Place { from: row.at, until, y, high });
        y += high;
    }
    (places, y + 12.0)
}
