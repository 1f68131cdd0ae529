//! One picture of a moment: the stage, and the timeline below it where there is room for both.

use groupscope_core::simulation::frame::Frame;

use crate::{
    geometry::{Size, point},
    mark::Mark,
    scene::{Group, Scene},
    stage,
    timeline::{self, History},
    token::Token,
    words::Words,
};

/// Between the two.
const AIR: f32 = 8.0;
/// A stage below this height stands alone.
const LEAST: f32 = 440.0;

/// Draws the moment, and the stretch of the run around it.
#[must_use]
pub fn picture(frame: &Frame, history: &History, size: Size, words: &Words) -> Scene {
    let wanted = timeline::height(history, size.w).min(size.h * 0.42);
    let options = stage::Options::default();
    if size.h - wanted < LEAST || wanted < 120.0 {
        return stage::stage(frame, size, words, &options);
    }
    let upper = Size { h: size.h - wanted, ..size };
    let scene = stage::stage(frame, upper, words, &options);
    let options = timeline::Options { at: Some(frame.at), playhead: true, ..timeline::Options::default() };
    let mut lower = timeline::timeline(history, Size { h: wanted - AIR, ..size }, words, &options);
    lower = Scene { size: Size { h: wanted, ..size }, ..lower.moved(point(0.0, AIR)) };
    let mut rule = Group::new(Mark::Decor);
    rule.line(point(0.0, 0.0), point(size.w, 0.0)).stroke(Token::Rule, 1.0);
    lower.groups.insert(0, rule);
    Scene { size, ..scene.with(lower, point(0.0, upper.h)) }
}
