//! One picture of a moment: the stage, and the timeline below it where there is room for both.

use groupscope_core::simulation::frame::Frame;

use crate::{
    geometry::{Size, point, rect},
    mark::Mark,
    scene::{Group, Scene},
    stage,
    timeline::{self, History},
    token::Token,
    words::Words,
};

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
    let mut scene = stage::stage(frame, upper, words, &options);
    let mut ground = Group::new(Mark::Decor);
    ground.rect(rect(0.0, upper.h, size.w, wanted), 0.0).fill(Token::Panel);
    ground.line(point(0.0, upper.h), point(size.w, upper.h)).stroke(Token::Rule, 1.0);
    scene.groups.push(ground);
    let options = timeline::Options { at: Some(frame.at), playhead: true, ghost: None };
    let lower = timeline::timeline(history, Size { h: wanted - 8.0, ..size }, words, &options);
    Scene { size, ..scene.with(lower, point(0.0, upper.h + 8.0)) }
}
