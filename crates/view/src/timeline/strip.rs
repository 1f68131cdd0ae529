//! A whole run in one thin row: for the bar of a player.

use super::{axis::Axis, bands, history::History};
use crate::{
    geometry::{Size, point, rect},
    mark::Mark,
    scene::{Group, Scene},
    token::Token,
    words::Words,
};

/// Draws the first group's states, hatched where partitions lie unread, and a tick for each event. From 5 px high.
#[must_use]
pub fn strip(history: &History, size: Size, words: &Words) -> Scene {
    let axis = Axis { from: history.from, to: history.to, x: 0.0, w: size.w };
    let h = (size.h * 0.6).clamp(4.0, 8.0).min(size.h);
    let row = rect(0.0, (size.h - h) / 2.0, size.w, h);
    let mut track = Group::new(Mark::Decor);
    track.rect(row, h / 2.0).fill(Token::Faint);
    let mut groups = vec![track];
    if let Some(group) = history.groups.first() {
        groups.push(bands::group(history, 0, group, &axis, row, words));
    }
    let mut gaps = Group::new(Mark::Unread);
    for (from, to) in bands::gaps(history) {
        let (x, end) = (axis.x(from), axis.x(to));
        if end - x >= 2.0 {
            gaps.rect(rect(x, (row.y - 2.0).max(0.0), end - x, (h + 4.0).min(size.h)), 1.0).hatch(0.6);
        }
    }
    groups.push(gaps);
    for (index, event) in history.events.iter().enumerate() {
        if (history.from..history.to).contains(&event.at) {
            let mut tick = Group::new(Mark::Event(index)).labelled(&*event.name);
            let x = axis.x(event.at);
            tick.line(point(x, 0.0), point(x, size.h)).stroke(event.kind.ink(), 1.2);
            groups.push(tick);
        }
    }
    let title = words.text("pic-strip-title");
    Scene { size, ground: Token::Panel, title, at: history.from, until: history.to.max(history.from + 1), groups }
}
