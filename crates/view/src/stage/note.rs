//! The last line of a card: what comes next, or why it waits.

use groupscope_core::{
    protocol::{ApiKey, ErrorCode},
    simulation::frame::{MessageFrame, MessageKind},
};

use super::context::Stage;
use crate::{
    clock::{self, Style},
    condition::Condition,
    geometry::Rect,
    pen::BODY,
    scene::{Content, Count, Group},
    token::{Hue, Token},
};

/// Writes the line of the consumer at `place` into `row`: the first of its forms that fits.
pub(super) fn write(stage: &mut Stage<'_>, place: usize, body: &mut Group, row: Rect) {
    let (forms, ink) = note(stage, place);
    let width = |content: &Content| BODY.room(&content.at(stage.at())).max(BODY.room(&content.at(stage.until)));
    let Some(content) = forms.into_iter().find(|content| width(content) <= row.w) else { return };
    let (baseline, end) = (row.y + 13.0, row.x + width(&content));
    body.content(row.x, baseline, BODY, content).fill(ink);
    if let Some(since) = unread(stage, place) {
        let content = stage.words.running("pic-unread-for", &[], Count::Since(since), Style::Tenths);
        if end + 8.0 + BODY.room(&content.at(stage.until)) <= row.right() {
            body.content(row.right(), baseline, BODY, content).end().fill(Token::Text(Hue::Bad));
        }
    }
}

fn unread(stage: &Stage<'_>, place: usize) -> Option<u64> {
    matches!(stage.condition(place), Condition::NoProcess | Condition::Away)
        .then(|| stage.unread_since(place))
        .flatten()
}

/// What the line says, the longest form first.
fn note(stage: &Stage<'_>, place: usize) -> (Vec<Content>, Token) {
    let bad = Token::Text(Hue::Bad);
    match stage.condition(place) {
        Condition::NoProcess => return (session_end(stage, place), bad),
        Condition::Away => return (session_end(stage, place), Token::Soft),
        Condition::Fenced => return (vec![Content::Fixed(ErrorCode::FencedInstanceId.name().into())], bad),
        _ => {}
    }
    let content = parked(stage, place).or_else(|| learns(stage, place)).or_else(|| asked(stage, place));
    (content.or_else(|| next_heartbeat(stage, place)).into_iter().collect(), Token::Soft)
}

fn session_end(stage: &Stage<'_>, place: usize) -> Vec<Content> {
    let Some(timer) = stage.session(place) else { return Vec::new() };
    let moment = clock::moment(timer.deadline);
    ["pic-session-ends", "pic-ends"]
        .map(|key| Content::Fixed(stage.words.say(key, &[("time", (&moment).into())])))
        .into()
}

fn parked(stage: &Stage<'_>, place: usize) -> Option<Content> {
    let parked = stage.parked(place)?;
    let api = [("api", parked.api.name().into())];
    Some(stage.words.running("pic-parked-for", &api, Count::Since(parked.since), Style::Tenths))
}

/// A reply that tells of a rebalance is under way.
fn learns(stage: &Stage<'_>, place: usize) -> Option<Content> {
    let name = &stage.consumer(place).name;
    let told = |message: &&MessageFrame| {
        message.to == *name && message.error == Some(ErrorCode::RebalanceInProgress) && message.lost.is_none()
    };
    let arrives = stage.frame.in_flight.iter().find(told)?.arrives;
    let style = Style::of(arrives.saturating_sub(stage.at()));
    let key = if style == Style::Millis { "pic-learns-millis" } else { "pic-learns" };
    Some(stage.words.running(key, &[], Count::Until(arrives), style))
}

/// A request of its own is under way.
fn asked(stage: &Stage<'_>, place: usize) -> Option<Content> {
    let name = &stage.consumer(place).name;
    let mut asked = stage.frame.in_flight.iter().filter(|message| message.from == *name && message.lost.is_none());
    let api = asked.find(|message| message.kind == MessageKind::Request && message.api != ApiKey::Fetch)?.api;
    Some(Content::Fixed(stage.words.say("pic-on-its-way", &[("api", api.name().into())])))
}

fn next_heartbeat(stage: &Stage<'_>, place: usize) -> Option<Content> {
    let due = stage.consumer(place).next_heartbeat.filter(|due| *due >= stage.at())?;
    Some(stage.words.running("pic-heartbeat-in", &[], Count::Until(due), Style::Tenths))
}
