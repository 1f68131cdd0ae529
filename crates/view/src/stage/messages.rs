//! Messages under way: a dot on the link and a pill with the name, direction and error; parked requests on the desk's edge.
//!
//! Pills stand still beside their link while the dots travel. Requests have the lower row to the right of the link, replies
//! the upper row to the left, so that neighbours pass each other; what still collides becomes a count.

use groupscope_core::{
    protocol::{ApiKey, ErrorCode},
    simulation::frame::{MessageFrame, MessageKind},
};

use super::context::Stage;
use crate::{
    clock,
    geometry::{Point, Rect, point, rect},
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

/// Where pills may stand.
pub(super) struct Zone {
    /// The boxes of pills stay within.
    pub(super) bounds: Rect,
    /// The middles of the rows: replies take the first, requests the last.
    pub(super) rows: Vec<f32>,
    /// The links that pass through.
    pub(super) links: Vec<Link>,
    /// A fixed place for every pill: its left edge. `None` = beside the link.
    pub(super) rail: Option<f32>,
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

const HEIGHT: f32 = 24.0;

fn look(message: &MessageFrame) -> Look {
    match (message.kind, message.error) {
        (MessageKind::Request, _) => Look::Request,
        (_, None | Some(ErrorCode::None)) => Look::Reply,
        (_, Some(ErrorCode::RebalanceInProgress | ErrorCode::MemberIdRequired)) => Look::Notice,
        (_, Some(_)) => Look::Error,
    }
}

/// The texts that a pill may bear, the longest first.
fn texts(stage: &Stage<'_>, message: &MessageFrame) -> Vec<String> {
    let name = message.api.name();
    let times = format!("{} → {}", clock::moment(message.sent), clock::moment(message.arrives));
    match (message.kind, message.error.unwrap_or_default()) {
        _ if stage.options.still => vec![format!("{name} · {times}"), name.to_owned()],
        (MessageKind::Request, _) => vec![name.to_owned()],
        (_, ErrorCode::None) => vec![format!("{name} · {}", ErrorCode::None.name()), name.to_owned()],
        (_, error) => vec![format!("{name} · {error}"), error.name().to_owned(), name.to_owned()],
    }
}

fn pill_width(text: &str) -> f32 {
    BOLD.room(text) + 36.0
}

/// A pill that has found its place.
struct Placed<'f, 'a> {
    flights: Vec<&'f Flight<'a>>,
    text: String,
    area: Rect,
}

/// Draws the messages; their pills keep clear of `taken`.
pub(super) fn draw(stage: &mut Stage<'_>, flights: &[Flight<'_>], zone: &Zone, taken: &[Rect]) {
    let placed = place(stage, flights, zone, taken);
    let mut dots = Vec::new();
    for flight in flights {
        let pill = placed.iter().find(|placed| placed.flights.iter().any(|f| f.message.id == flight.message.id));
        dots.push(dot(stage, zone, flight, pill.map(|pill| pill.area)));
    }
    stage.groups.extend(dots);
    let pills: Vec<_> = placed.iter().map(|placed| pill(stage, placed)).collect();
    stage.groups.extend(pills);
}

/// Finds places. The messages of a link that do not all find one get short names, then are counted together.
fn place<'f, 'a>(stage: &Stage<'_>, flights: &'f [Flight<'a>], zone: &Zone, taken: &[Rect]) -> Vec<Placed<'f, 'a>> {
    let (mut short, mut counted): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
    loop {
        let mut room = Room { zone, taken: taken.to_vec() };
        let mut placed: Vec<Placed<'f, 'a>> = Vec::new();
        for link in &counted {
            let together: Vec<_> = flights.iter().filter(|flight| flight.place == *link).collect();
            // A single message that finds no place keeps its dot.
            if together.len() > 1 {
                let found = room.take(together[0], &[format!("{} ×", together.len())]);
                placed.extend(found.map(|(text, area)| Placed { flights: together, text, area }));
            }
        }
        let mut failed = None;
        for flight in flights.iter().filter(|flight| !counted.contains(&flight.place)) {
            let texts = texts(stage, flight.message);
            let allowed = if short.contains(&flight.place) { &texts[texts.len().min(2) - 1..] } else { &texts[..] };
            let Some((text, area)) = room.take(flight, allowed) else {
                failed = Some(flight.place);
                break;
            };
            placed.push(Placed { flights: vec![flight], text, area });
        }
        match failed {
            Some(link) if short.contains(&link) => counted.push(link),
            Some(link) => short.push(link),
            None => return placed,
        }
    }
}

/// What is still free of a zone.
struct Room<'z> {
    zone: &'z Zone,
    taken: Vec<Rect>,
}

/// What a pill may cover.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cover {
    Nothing,
    OwnLink,
    AnyLink,
}

impl Room<'_> {
    /// Takes the best place for the first of `texts` that has one.
    fn take(&mut self, flight: &Flight<'_>, texts: &[String]) -> Option<(String, Rect)> {
        let passes = [Cover::Nothing, Cover::OwnLink, Cover::AnyLink];
        // A short text in a good place is worth more than a long one that hides another link.
        let tries = texts.iter().flat_map(|text| passes[..2].iter().map(move |cover| (text, *cover)));
        let tries = tries.chain(texts.iter().map(|text| (text, Cover::AnyLink)));
        for (text, cover) in tries {
            if let Some(area) = self.find(flight, pill_width(text), cover) {
                self.taken.push(area);
                return Some((text.clone(), area));
            }
        }
        None
    }

    fn find(&self, flight: &Flight<'_>, width: f32, cover: Cover) -> Option<Rect> {
        let request = flight.message.kind == MessageKind::Request;
        let mut rows = self.zone.rows.clone();
        if request {
            rows.reverse();
        }
        let bounds = self.zone.bounds;
        let candidates = rows.iter().flat_map(|row| {
            let x = on_the_way(flight, *row);
            let (right, left) = (x + 16.0, x - 16.0 - width);
            let lefts = match self.zone.rail {
                Some(rail) => [rail, self.end_of(*row) + 7.0],
                None if request => [right, left],
                None => [left, right],
            };
            let clamp = cover != Cover::Nothing;
            let inside = move |left: f32| if clamp { left.min(bounds.right() - width).max(bounds.x) } else { left };
            lefts.map(|left| rect(inside(left), row - HEIGHT / 2.0, width, HEIGHT))
        });
        candidates.into_iter().find(|area| self.is_free(*area) && !self.covers(flight, *area, cover))
    }

    fn is_free(&self, area: Rect) -> bool {
        self.zone.bounds.holds(area, 0.1) && !self.taken.iter().any(|other| other.meets(area.inset(-3.0), 0.0))
    }

    /// Where the last pill of the row ends.
    fn end_of(&self, row: f32) -> f32 {
        let there = self.taken.iter().filter(|area| (area.center().y - row).abs() < 1.0);
        there.map(|area| area.right()).fold(self.zone.bounds.x - 7.0, f32::max)
    }

    /// Whether a pill there hides a link that it must not hide.
    fn covers(&self, flight: &Flight<'_>, area: Rect, allowed: Cover) -> bool {
        if self.zone.rail.is_some() || allowed == Cover::AnyLink {
            return false;
        }
        let hides = |x: f32| x > area.x - 6.0 && x < area.right() + 6.0;
        let middle = area.center().y;
        let own = allowed == Cover::Nothing && hides(on_the_way(flight, middle));
        let others = self.zone.links.iter().filter(|link| link.place != flight.place);
        own || others.into_iter().any(|link| hides(at_height(link.top, link.bottom, middle)))
    }
}

/// Where the flight's line is at the height of `row`.
fn on_the_way(flight: &Flight<'_>, row: f32) -> f32 {
    at_height(flight.from, flight.to, row)
}

/// Where a line is at the height `y`.
fn at_height(a: Point, b: Point, y: f32) -> f32 {
    let (top, bottom) = if a.y < b.y { (a, b) } else { (b, a) };
    let share = if bottom.y - top.y < 1.0 { 0.5 } else { ((y - top.y) / (bottom.y - top.y)).clamp(0.0, 1.0) };
    top.towards(bottom, share).x
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
        let leader = group.line(if dead { to } else { from }, anchor(if dead { to } else { from })).stroke(Token::Line, 1.0);
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
        let mut group = Group::in_box(Mark::Message(flight.message.id), area, radius).labelled(label(stage, flight.message));
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

/// Draws the parked requests of a group on its desk's lower edge, each at its own link or all as counts. Returns the
/// boxes they take.
pub(super) fn draw_parked(stage: &mut Stage<'_>, index: usize, desk: Rect, anchors: &[(usize, Point)]) -> Vec<Rect> {
    let parked: Vec<_> =
        anchors.iter().filter_map(|(place, at)| Some((*place, *at, stage.parked(*place)?.api))).collect();
    let text = |api: ApiKey| stage.words.say("pic-parked", &[("api", api.name().into())]);
    let areas: Vec<_> = parked.iter().map(|(_, at, api)| edge_box(&text(*api), at.x, desk)).collect();
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
    count_parked(stage, index, desk, &parked)
}

/// A count for each kind; one for all where those do not fit side by side.
fn count_parked(stage: &mut Stage<'_>, index: usize, desk: Rect, parked: &[(usize, Point, ApiKey)]) -> Vec<Rect> {
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
        texts.iter().enumerate().map(|(position, text)| edge_box(text, x(position), desk)).collect()
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
        group.text(center.x, center.y + BOLD.drop(), BOLD, text).middle().fill(Token::Text(Hue::Prep));
        stage.groups.push(group);
    }
    areas
}

fn any_meet(areas: &[Rect]) -> bool {
    let meets = |(index, area): (usize, &Rect)| areas[..index].iter().any(|other| other.inset(-3.0).meets(*area, 0.0));
    areas.iter().enumerate().any(meets)
}

/// A pill about `x`, across the desk's lower edge.
fn edge_box(text: &str, x: f32, desk: Rect) -> Rect {
    let w = BOLD.room(text) + 28.0;
    let left = (x - w / 2.0).min(desk.right() - w - 8.0).max(desk.x + 8.0);
    let above = if desk.h < 90.0 { 8.0 } else { 13.0 };
    rect(left, desk.bottom() - above, w, HEIGHT)
}

