//! Parked requests: pills docked on the lower edge of the desk that lets them wait.

use groupscope_core::protocol::ApiKey;

use super::{context::Stage, pills::HEIGHT};
use crate::{
    geometry::{Point, Rect, rect},
    mark::Mark,
    pen::BOLD,
    scene::Group,
    token::{Hue, Token},
};

/// Draws the parked requests of a group on its desk's lower edge, `hang` px below it, each at its own link or all as counts. Returns the
/// boxes they take.
pub(super) fn draw(
    stage: &mut Stage<'_>,
    index: usize,
    desk: Rect,
    hang: f32,
    anchors: &[(usize, Point)],
) -> Vec<Rect> {
    let parked: Vec<_> =
        anchors.iter().filter_map(|(place, at)| Some((*place, *at, stage.parked(*place)?.api))).collect();
    let text = |api: ApiKey| stage.words.say("pic-parked", &[("api", api.name().into())]);
    let areas: Vec<_> = parked.iter().map(|(_, at, api)| edge_box(&text(*api), at.x, desk, hang)).collect();
    if !any_meet(&areas) {
        for ((place, _, api), area) in parked.iter().zip(&areas) {
            let hue = stage.hue(*place);
            let label = format!("{}: {}", stage.consumer(*place).name, text(*api));
            let mut group = Group::in_box(Mark::Parked(index, *place, *api), *area, HEIGHT / 2.0).labelled(label);
            group.frame().fill(Token::Tint2(hue)).stroke(Token::Text(hue), 1.5);
            let center = area.center();
            group.text(center.x, center.y + BOLD.drop(), BOLD, text(*api)).middle().fill(Token::Text(hue));
            stage.groups.push(group);
        }
        return areas;
    }
    count_parked(stage, index, desk, hang, &parked)
}

/// A count for each kind; one for all where those do not fit side by side.
fn count_parked(
    stage: &mut Stage<'_>,
    index: usize,
    desk: Rect,
    hang: f32,
    parked: &[(usize, Point, ApiKey)],
) -> Vec<Rect> {
    let mut kinds: Vec<(ApiKey, usize)> = Vec::new();
    for (_, _, api) in parked {
        match kinds.iter_mut().find(|(known, _)| known == api) {
            Some((_, count)) => *count += 1,
            None => kinds.push((*api, 1)),
        }
    }
    let say =
        |count: usize, api: &str| stage.words.say("pic-parked-many", &[("count", count.into()), ("api", api.into())]);
    let place = |texts: &[String]| -> Vec<Rect> {
        let x = |position: usize| desk.x + desk.w * (position as f32 + 1.0) / (texts.len() as f32 + 1.0);
        texts.iter().enumerate().map(|(position, text)| edge_box(text, x(position), desk, hang)).collect()
    };
    let mut texts: Vec<_> = kinds.iter().map(|(api, count)| say(*count, api.name())).collect();
    let mut areas = place(&texts);
    if any_meet(&areas) {
        kinds = vec![(kinds[0].0, parked.len())];
        texts = vec![stage.words.say("pic-parked-all", &[("count", parked.len().into())])];
        areas = place(&texts);
    }
    for ((text, area), (api, count)) in texts.into_iter().zip(&areas).zip(kinds) {
        let mut group = Group::in_box(Mark::ParkedMany(index, count, api), *area, HEIGHT / 2.0);
        group.frame().fill(Token::Tint2(Hue::Prep)).stroke(Token::Text(Hue::Prep), 1.5);
        let center = area.center();
        group.text(center.x, center.y + BOLD.drop(), BOLD, text).middle();
        stage.groups.push(group);
    }
    areas
}

fn any_meet(areas: &[Rect]) -> bool {
    let meets = |(index, area): (usize, &Rect)| areas[..index].iter().any(|other| other.inset(-3.0).meets(*area, 0.0));
    areas.iter().enumerate().any(meets)
}

/// A pill about `x`, across the desk's lower edge.
fn edge_box(text: &str, x: f32, desk: Rect, hang: f32) -> Rect {
    let w = BOLD.room(text) + 28.0;
    let left = (x - w / 2.0).min(desk.right() - w - 8.0).max(desk.x + 8.0);
    rect(left, desk.bottom() + hang - HEIGHT, w, HEIGHT)
}
