//! A record as a cell: filled = processed, partly filled = in work or interrupted, outlined = returned, dotted = fetched.

use groupscope_core::report::delivery::{RecordState, Work};

use crate::{
    geometry::{Rect, rect},
    measure::Face,
    scene::{Form, Group},
    token::{Hue, Token},
};

const COUNT: Face = Face::sans(12.0, 650);
const ROUND: f32 = 4.0;

/// A record in a reader's hands. `work` is what was or is done on it.
pub(super) fn in_hands(group: &mut Group, area: Rect, state: RecordState, work: Option<&Work>, hue: Hue) {
    match state {
        RecordState::Processed(time) => {
            group.rect(area, ROUND).fill(if time > 1 { Token::Text(hue) } else { Token::Area(hue) });
            if time > 1 {
                let text = format!("{time}×");
                let text = COUNT.fit(&text, area.w).into_owned();
                let center = area.center();
                group.text(center.x, center.y + COUNT.drop(), COUNT, text).middle().fill(Token::Inv);
            }
        }
        RecordState::Fetched => {
            group.rect(area.inset(0.6), ROUND).stroke(Token::Area(hue), 1.2).dash(2.0, 3.0);
        }
        RecordState::Returned | RecordState::Dropped | RecordState::Interrupted => {
            group.rect(area.inset(0.75), ROUND).fill(Token::Panel).stroke(Token::Area(hue), 1.5);
            if let Some(work) = work {
                in_work(group, area, work, state == RecordState::Interrupted, hue);
            }
            if state == RecordState::Interrupted {
                group.cross(area.center(), 1.4);
            }
        }
    }
}

/// What of a cell is done: it grows as long as the work goes on, and stays where the process was killed.
fn in_work(group: &mut Group, area: Rect, work: &Work, is_over: bool, hue: Hue) {
    let filled = |share: f32| Rect { w: (area.w * share).max(0.1), ..area };
    if is_over {
        let share = work.share(work.ended.unwrap_or(work.began));
        group.rect(filled(share), 2.0).fill(Token::Area(hue));
        return;
    }
    let end = Form::Rect(filled(1.0), 2.0);
    group.rect(filled(0.0), 2.0).fill(Token::Area(hue)).becomes(end, work.began, work.began + work.length.max(1));
}

/// A record of the log.
pub(super) struct InLog {
    /// It was processed more than once.
    pub(super) twice: bool,
    /// It is read again, or was passed over by who read it.
    pub(super) again: bool,
    pub(super) skipped: bool,
    pub(super) selected: bool,
}

/// A record in the log: the first shape is its box.
pub(super) fn in_log(group: &mut Group, area: Rect, offset: i64, it: &InLog, faces: [Face; 2]) {
    let lit = it.twice || it.again;
    let (ground, ink) = match (it.skipped, lit) {
        (true, _) => (Token::BadBg, Token::Text(Hue::Bad)),
        (_, true) => (Token::Hl, Token::Hlt),
        _ => (Token::Faint, Token::Ink),
    };
    let (twice, skipped) = (it.twice, it.skipped);
    let frame = group.frame().fill(ground);
    if twice {
        frame.stroke(Token::Area(Hue::Bad), 1.8);
    } else if skipped {
        frame.stroke(Token::Area(Hue::Bad), 1.4).dash(4.0, 2.5);
    }
    if it.selected {
        group.frame().stroke(Token::Ink, 2.4);
    }
    let face = if twice || skipped { faces[1] } else { faces[0] };
    let center = area.center();
    group.text(center.x, center.y + face.drop(), face, offset.to_string()).middle().fill(ink);
    if skipped {
        group.cross(rect(area.x, area.bottom() - 9.0, area.w, 8.0).center(), 0.7);
    }
}
