//! One moment: the coordinators' desks, the consumers, the messages between them, the partitions.
//!
//! The layout depends on the size and on how many things there are, never on what they do just now: desks, consumers and
//! partitions stay where they are for the whole run.

mod brokers;
mod card;
mod cells;
mod context;
mod desk;
mod messages;
mod note;
mod parked;
mod partitions;
mod pills;
mod rail;
mod strip;
mod table;
mod tiles;
mod wide;

use groupscope_core::simulation::frame::Frame;

pub(crate) use card::pin;
pub(crate) use desk::{crown, state_hue, state_names};
pub use table::table;

use self::context::Stage;
use crate::{geometry::Size, mark::Mark, scene::Scene, token::Token, words::Words};

/// What the reader has asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// Nothing moves (`prefers-reduced-motion`): messages stand at mid-link with their times.
    pub still: bool,
    /// What is selected.
    pub selected: Option<Mark>,
    /// The consumer whose partitions are lit up, by its place.
    pub lit: Option<usize>,
    /// Consumers that keep a card where there are too many for cards: up to [`PINS`] places.
    pub pinned: Vec<usize>,
}

/// So many consumers have cards; more are tiles, but for those that are pinned.
pub const CARDS: usize = 8;
/// So many can be pinned.
pub const PINS: usize = 6;

/// The smallest stage that is laid out; below it, it is drawn as large as this.
const LEAST: Size = Size { w: 300.0, h: 84.0 };

/// Draws the moment.
#[must_use]
pub fn stage(frame: &Frame, size: Size, words: &Words, options: &Options) -> Scene {
    let size = Size { w: size.w.max(LEAST.w), h: size.h.max(LEAST.h) };
    let mut stage = Stage::new(frame, words, options);
    if size.h <= 130.0 {
        strip::draw(&mut stage, size);
    } else if size.w < 600.0 {
        rail::draw(&mut stage, size);
    } else {
        wide::draw(&mut stage, size);
    }
    stress(&mut stage);
    let title = words.say("pic-stage-title", &[("time", (&crate::clock::clock(frame.at)).into())]);
    Scene { size, ground: Token::Paper, title, at: frame.at, until: stage.until, groups: stage.groups }
}

/// Boxes of what is selected, and of the partitions that are lit up, get a stronger outline.
fn stress(stage: &mut Stage<'_>) {
    let lit = stage.options.lit.filter(|place| *place < stage.frame.consumers.len());
    let lit = lit.map(|place| &stage.consumer(place).name);
    let owned = stage.frame.partitions.iter().filter(|partition| lit.is_some() && partition.owner.as_ref() == lit);
    let marks: Vec<Mark> = owned.map(partitions::mark_of).chain(stage.options.selected.clone()).collect();
    for group in stage.groups.iter_mut().filter(|group| group.boxed && marks.contains(&group.mark)) {
        match &mut group.frame().paint.stroke {
            Some(stroke) => stroke.width = stroke.width.max(2.4),
            None => {
                group.frame().stroke(Token::Ink, 2.0);
            }
        }
    }
}
