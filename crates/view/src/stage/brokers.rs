//! The brokers as plates beside the desks, where the scenario has several.

use groupscope_core::simulation::frame::BrokerFrame;

use super::context::Stage;
use crate::{
    geometry::{Point, Rect, point, rect},
    mark::Mark,
    pen::{BODY, BOLD},
    scene::Group,
    token::{Hue, Token},
};

const PITCH: f32 = 37.0;
const HEIGHT: f32 = 30.0;
/// The width of the column.
pub(super) const WIDTH: f32 = 126.0;

/// Whether there is anything to draw.
pub(super) fn are_shown(stage: &Stage<'_>) -> bool {
    stage.frame.brokers.len() > 1
}

/// Draws the plates into `area`. Returns each broker's name and the point where its messages end.
pub(super) fn draw(stage: &mut Stage<'_>, area: Rect) -> Vec<(String, Point)> {
    let brokers = &stage.frame.brokers;
    let fitting = ((area.h + PITCH - HEIGHT) / PITCH) as usize;
    let shown = if brokers.len() <= fitting { brokers.len() } else { fitting.saturating_sub(1) };
    let mut ends = Vec::new();
    for (index, broker) in brokers.iter().take(shown).enumerate() {
        let plate = rect(area.x, area.y + index as f32 * PITCH, area.w, HEIGHT);
        draw_plate(stage, index, broker, plate);
        ends.push((format!("broker-{}", broker.id), point(plate.x, plate.center().y)));
    }
    if shown < brokers.len() {
        let text = stage.words.say("pic-more-brokers", &[("count", (brokers.len() - shown).into())]);
        let baseline = area.y + shown as f32 * PITCH + 19.0;
        let mut group = Group::new(Mark::Decor);
        group.text(area.x + 4.0, baseline, BODY, BODY.fit(&text, area.w - 4.0)).fill(Token::Soft);
        stage.groups.push(group);
        ends.extend(brokers[shown..].iter().map(|b| (format!("broker-{}", b.id), point(area.x, baseline - 4.0))));
    }
    ends
}

fn draw_plate(stage: &mut Stage<'_>, index: usize, broker: &BrokerFrame, plate: Rect) {
    let name = format!("broker-{}", broker.id);
    let leads = stage.frame.groups.iter().any(|group| group.coordinator == name);
    let mut group = Group::in_box(Mark::Broker(index), plate, 8.0);
    let frame = group.frame().fill(Token::Panel);
    if !broker.alive {
        frame.stroke(Token::Area(Hue::Bad), 1.4).dash(5.0, 3.0);
    } else if leads {
        frame.stroke(Token::Ink, 1.4);
    } else {
        frame.stroke(Token::Line, 1.0);
    }
    let baseline = plate.center().y + BODY.drop();
    let title = stage.words.say("pic-broker", &[("broker", (&broker.id.to_string()).into())]);
    let face = if leads { BOLD } else { BODY };
    let title = face.fit(&title, plate.w - 20.0).into_owned();
    group.text(plate.x + 10.0, baseline, face, &*title).fill(if broker.alive {
        Token::Ink
    } else {
        Token::Text(Hue::Bad)
    });
    let room = plate.w - 28.0 - face.room(&title);
    let rack = broker.rack.as_ref().map(|rack| stage.words.say("pic-rack", &[("rack", (&**rack).into())]));
    let word = if broker.alive { rack } else { Some(stage.words.text("pic-broker-down")) };
    if let Some(word) = word.filter(|word| BODY.room(word) <= room) {
        let ink = if broker.alive { Token::Soft } else { Token::Text(Hue::Bad) };
        group.text(plate.right() - 10.0, baseline, BODY, word).end().fill(ink);
    }
    stage.groups.push(group.labelled(title));
}
