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
mod partitions;
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
    /// Consumers that keep a card where there are too many for cards: up to six places.
    pub pinned: Vec<usize>,
}

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
    let title = words.say("pic-stage-title", &[("time", (&crate::clock::clock(frame.at)).into())]);
    Scene { size, ground: Token::Paper, title, at: frame.at, until: stage.until, groups: stage.groups }
}
