//! Messages under way: a dot on the link, and a pill beside it with the name, direction and error.

use groupscope_core::{
    protocol::ErrorCode,
    simulation::frame::{MessageFrame, MessageKind},
};

use super::{
    context::Stage,
    pills::{self, HEIGHT, Placed, Zone},
};
use crate::{
    clock,
    geometry::{Point, Rect, point},
    icon,
    mark::Mark,
    pen::BOLD,
    scene::{Form, Group, Opacity},
    token::{Hue, Token},
};

/// A message with the way it takes in the picture.
#[derive(Clone, Copy)]
pub(super) struct Flight<'a> {
    pub(super) message: &'a MessageFrame,
    /// The consumer it comes from or goes to.
    pub(super) place: usize,
    /// Where it starts.
    pub(super) from: Point,
    /// Where it ends.
    pub(super) to: Point,
}

/// A consumer's connection with its coordinator.
#[derive(Clone, Copy)]
pub(super) struct Link {
    pub(super) place: usize,
    /// At the desk.
    pub(super) top: Point,
    /// At the card.
    pub(super) bottom: Point,
    /// The card's lower edge, where fetches leave.
    pub(super) foot: Point,
}

/// How a message looks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    Request,
    Reply,
    /// The protocol going its way: a reply whose code is no failure.
    Notice,
    Error,
}

fn look(message: &MessageFrame) -> Look {
    match (message.kind, message.error) {
        (MessageKind::Request, _) => Look::Request,
        (_, None | Some(ErrorCode::None)) => Look::Reply,
        (_, Some(ErrorCode::RebalanceInProgress | ErrorCode::MemberIdRequired)) => Look::Notice,
        (_, Some(_)) => Look::Error,
    }
}

/// Draws the messages; their pills keep clear of `taken`.
pub(super) fn draw(stage: &mut Stage<'_>, flights: &[Flight<'_>], zone: &Zone, taken: &[Rect]) {
    let placed = pills::place(stage, flights, zone, taken);
    let mut dots = Vec::new();
    for flight in flights {
        let pill = placed.iter().find(|placed| placed.flights.iter().any(|f| f.message.id == flight.message.id));
        dots.push(dot(stage, zone, flight, pill.map(|pill| pill.area)));
    }
    stage.groups.extend(dots);
    let pills: Vec<_> = placed.iter().map(|placed| pill(stage, placed)).collect();
    stage.groups.extend(pills);
}

fn ink(stage: &Stage<'_>, flight: &Flight<'_>) -> Token {
    match look(flight.message) {
        Look::Request | Look::Reply => Token::Text(stage.hue(flight.place)),
        Look::Notice => Token::Text(Hue::Prep),
        Look::Error => Token::Text(Hue::Bad),
    }
}

/// When a message's way ends, and which share of it it goes: all of it, or to where it is lost. Where a lost one would
/// have arrived nobody may know: then it is lost half-way.
fn journey(message: &MessageFrame) -> (u64, f32) {
    let Some(lost) = message.lost else { return (message.arrives, 1.0) };
    let (lost, length) = (lost.max(message.sent), message.arrives.saturating_sub(message.sent));
    let share = if message.arrives > lost { (lost - message.sent) as f32 / length as f32 } else { 0.5 };
    (lost, share)
}

/// The dot on its way, and the thin line that leads to its pill.
fn dot(stage: &Stage<'_>, zone: &Zone, flight: &Flight<'_>, pill: Option<Rect>) -> Group {
    let message = flight.message;
    let mut group = Group::new(Mark::Message(message.id)).labelled(label(stage, message));
    let (end, share) = journey(message);
    let stop = flight.from.towards(flight.to, share);
    let (mut from, mut to) = (flight.from, stop);
    if stage.options.still {
        from = flight.from.towards(flight.to, 0.5);
        to = from;
    }
    let dead = message.lost.is_some_and(|lost| lost <= stage.at());
    if let (Some(pill), Some(_)) = (pill, zone.rail) {
        let row = pill.center().y;
        group.line(point(flight.from.x, row), point(pill.x, row)).stroke(Token::Line, 1.2);
    } else if let Some(pill) = pill {
        let anchor = |dot: Point| point(dot.x.clamp(pill.x + 10.0, pill.right() - 10.0), pill.center().y);
        let leader =
            group.line(if dead { to } else { from }, anchor(if dead { to } else { from })).stroke(Token::Line, 1.0);
        if !dead {
            leader.becomes(Form::Line(to, anchor(to)), message.sent, end);
        }
    }
    if dead {
        group.cross(to, 1.2);
        return group;
    }
    let color = ink(stage, flight);
    let filled = message.kind == MessageKind::Request;
    let shape = group.circle(from, 4.5);
    if filled {
        shape.fill(color).stroke(color, 1.0);
    } else {
        shape.fill(Token::Panel).stroke(color, 1.8);
    }
    shape.becomes(Form::Circle(to, 4.5), message.sent, end);
    group
}

fn label(stage: &Stage<'_>, message: &MessageFrame) -> String {
    let key = match message.kind {
        MessageKind::Request => "pic-request-label",
        MessageKind::Reply => "pic-reply-label",
    };
    let error = message.error.unwrap_or_default().name();
    stage.words.say(
        key,
        &[
            ("api", message.api.name().into()),
            ("from", (&*message.from).into()),
            ("to", (&*message.to).into()),
            ("sent", (&clock::moment(message.sent)).into()),
            ("arrives", (&clock::moment(message.arrives)).into()),
            ("error", error.into()),
        ],
    )
}

/// A pill at its place.
fn pill(stage: &Stage<'_>, placed: &Placed<'_, '_>) -> Group {
    let area = placed.area;
    let center = area.center();
    if let [flight] = placed.flights[..] {
        let (look, color) = (look(flight.message), ink(stage, flight));
        let radius = if look == Look::Error { 4.0 } else { HEIGHT / 2.0 };
        let mut group =
            Group::in_box(Mark::Message(flight.message.id), area, radius).labelled(label(stage, flight.message));
        let lost = flight.message.lost.is_some_and(|lost| lost <= stage.at());
        group.opacity = Opacity(if lost { 0.4 } else { 1.0 });
        let width = if look == Look::Error { 1.6 } else { 1.5 };
        let fill = if look == Look::Request { color } else { Token::Panel };
        group.frame().fill(fill).stroke(color, width);
        let text_ink = if look == Look::Request { Token::Inv } else { color };
        let shift = if look == Look::Request { -5.0 } else { 6.0 };
        group.text(center.x + shift, center.y + BOLD.drop(), BOLD, &*placed.text).middle().fill(text_ink);
        match look {
            Look::Request => group.icon(icon::AHEAD, point(area.right() - 14.0, center.y), 1.0).fill(text_ink),
            Look::Reply | Look::Notice => group.icon(icon::BACK, point(area.x + 14.0, center.y), 1.0).fill(text_ink),
            Look::Error => group.cross(point(area.x + 14.0, center.y), 0.9),
        };
        return group;
    }
    let ids = placed.flights.iter().map(|flight| flight.message.id).collect();
    let labels: Vec<_> = placed.flights.iter().map(|flight| label(stage, flight.message)).collect();
    let mut group = Group::in_box(Mark::Messages(ids), area, HEIGHT / 2.0).labelled(labels.join("; "));
    let place = placed.flights.first().map_or(0, |flight| flight.place);
    group.frame().fill(Token::Panel).stroke(Token::Text(stage.hue(place)), 1.5);
    group.text(center.x, center.y + BOLD.drop(), BOLD, &*placed.text).middle().fill(Token::Text(stage.hue(place)));
    group
}
