//! Draws the heads, the lifelines and the rows.

use groupscope_core::{
    consumer::CallbackKind,
    protocol::ErrorCode,
    simulation::{Run, frame::MessageKind},
};

use super::{
    HEAD, NARROW, Options,
    rows::{Fate, Message, Row, What},
};
use crate::{
    clock,
    condition::Condition,
    geometry::{Rect, point, rect},
    icon,
    mark::Mark,
    measure::Face,
    path::Path,
    pen::{BODY, BOLD},
    scene::Group,
    stage::{crown, state_hue, state_names},
    timeline::History,
    token::{Hue, Token},
    words::Words,
};

/// Where a row is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) from: u64,
    pub(super) until: u64,
    pub(super) y: f32,
    pub(super) high: f32,
}

const TIME: Face = Face::mono(12.0, 400);
const NAME: Face = Face::sans(13.0, 650);

/// What all parts of the picture need.
pub(super) struct Picture<'a> {
    pub(super) run: &'a Run,
    pub(super) history: &'a History,
    pub(super) words: &'a Words,
    pub(super) options: &'a Options,
    pub(super) width: f32,
    pub(super) height: f32,
    /// How much of the width the strips of the partitions take.
    pub(super) strips: f32,
    /// The places of the consumers that have a lifeline.
    pub(super) shown: Vec<usize>,
    /// Whether somebody else says something, too.
    pub(super) others_speak: bool,
    /// Those of the rows.
    pub(super) places: Vec<Place>,
}

impl Picture<'_> {
    /// The width of the column of times.
    fn column(&self) -> f32 {
        if self.is_narrow() { 68.0 } else { 92.0 }
    }

    fn is_narrow(&self) -> bool {
        self.width < NARROW
    }

    /// The width of the sequence itself.
    fn inner(&self) -> f32 {
        self.width - self.strips
    }

    /// How many consumers the group has in the whole run.
    fn members(&self) -> usize {
        self.run.cast.consumers.iter().filter(|it| it.group.index() == self.options.group).count()
    }

    /// How many consumers share one lifeline; none if none of them says anything.
    fn others(&self) -> usize {
        if self.others_speak { self.members() - self.shown.len() } else { 0 }
    }

    /// The lifelines from left to right: consumers, the coordinator among them, then all others.
    fn columns(&self) -> usize {
        self.shown.len() + 1 + usize::from(self.others() > 0)
    }

    fn column_x(&self, column: usize) -> f32 {
        let room = self.inner() - self.column() - 12.0;
        self.column() + room * (column as f32 + 0.5) / self.columns() as f32
    }

    /// The coordinator stands in the middle of the consumers.
    fn middle(&self) -> usize {
        self.shown.len().div_ceil(2)
    }

    fn coordinator_x(&self) -> f32 {
        self.column_x(self.middle())
    }

    fn consumer_x(&self, place: usize) -> f32 {
        match self.shown.iter().position(|shown| *shown == place) {
            Some(index) => self.column_x(if index < self.middle() { index } else { index + 1 }),
            None => self.column_x(self.columns() - 1),
        }
    }

    fn hue(&self, place: usize) -> Hue {
        if self.shown.contains(&place) { Hue::of_place(place) } else { Hue::Rest }
    }

    /// Where `at` (ms) is: even within a row, so that time only ever goes down.
    pub(super) fn y(&self, at: u64) -> f32 {
        let after = self.places.partition_point(|place| place.from <= at);
        let Some(place) = after.checked_sub(1).map(|index| self.places[index]) else { return 4.0 };
        let end = self.places.get(after).map_or(place.until, |next| next.from).max(place.until);
        if place.until > place.from && at < place.until {
            let share = (at - place.from) as f32 / (place.until - place.from) as f32;
            return place.y + place.high * share;
        }
        let rest = end.saturating_sub(place.from).max(1);
        place.y + place.high * 0.5 + place.high * 0.5 * ((at - place.from) as f32 / rest as f32).min(1.0)
    }

    pub(super) fn heads(&self) -> Vec<Group> {
        let mut groups = Vec::new();
        let room = (self.inner() - self.column()) / self.columns() as f32 - 10.0;
        for place in &self.shown {
            let track = &self.history.consumers[*place];
            let leads = self.options.at.is_some_and(|at| track.leads.iter().any(|lead| lead.holds_at(at)));
            let mut group = Group::new(Mark::Consumer(*place)).labelled(&*track.name);
            let name = NAME.fit(&track.name, room - if leads { 36.0 } else { 0.0 });
            let x = self.consumer_x(*place);
            group.text(x, 25.0, NAME, &*name).middle().fill(Token::Text(Hue::of_place(*place)));
            if leads {
                crown(&mut group, x + NAME.room(&name) / 2.0 + 4.0, 15.5, 0.85);
            }
            groups.push(group);
        }
        let mut desk = Group::new(Mark::Desk(0));
        let title = self.words.text("pic-lane-coordinator");
        let id = self.run.cast.groups.get(self.options.group).map(ToString::to_string).unwrap_or_default();
        let small = Face::sans(11.0, 400);
        desk.text(self.coordinator_x(), 18.0, NAME, NAME.fit(&title, room)).middle();
        desk.text(self.coordinator_x(), 33.0, small, small.fit(&id, room)).middle().fill(Token::Soft);
        groups.push(desk);
        if self.others() > 0 {
            let all = (0..self.run.cast.consumers.len()).filter(|place| !self.shown.contains(place)).collect();
            let text = self.words.say("pic-others", &[("count", self.others().into())]);
            let mut group = Group::new(Mark::Consumers(all)).labelled(&*text);
            let x = self.column_x(self.columns() - 1);
            group.text(x, 25.0, NAME, NAME.fit(&text, room)).middle().fill(Token::Text(Hue::Rest));
            groups.push(group);
        }
        groups.extend(self.strip_heads());
        let mut rule = Group::new(Mark::Decor);
        rule.line(point(0.0, HEAD - 0.5), point(self.width, HEAD - 0.5)).stroke(Token::Rule, 1.0);
        groups.push(rule);
        groups
    }

    pub(super) fn body(&self, rows: &[Row]) -> Vec<Group> {
        let mut groups = vec![self.lifelines()];
        groups.extend(self.shown.iter().map(|place| self.bars(*place)));
        groups.push(self.states());
        groups.extend(self.parked());
        groups.extend(self.strip_bodies());
        groups.extend(self.options.at.map(|at| self.playhead(at)));
        for (row, place) in rows.iter().zip(&self.places) {
            match &row.what {
                What::Message(message) => groups.push(self.message(message, row.at, place)),
                What::Callback(consumer, kind, names) => {
                    groups.push(self.callback(consumer.index(), *kind, names, row.at, place));
                }
                What::Quiet { until, heartbeats } => groups.push(self.fold(row.at, *until, *heartbeats, place)),
                What::Unfolded { heartbeats } => groups.push(self.unfolded(row.at, *heartbeats, place)),
            }
        }
        groups
    }

    fn lifelines(&self) -> Group {
        let mut group = Group::new(Mark::Decor);
        for column in 0..self.columns() {
            let x = self.column_x(column);
            group.line(point(x, 0.0), point(x, self.height)).stroke(Token::Rule, 1.2);
        }
        group
    }

    /// What a consumer is, along its lifeline.
    fn bars(&self, place: usize) -> Group {
        let track = &self.history.consumers[place];
        let mut group = Group::new(Mark::ConsumerLane(place)).labelled(&*track.name);
        let (x, hue) = (self.consumer_x(place) - 5.0, Hue::of_place(place));
        for stretch in &track.conditions {
            let (y, end) = (self.y(stretch.from), self.y(stretch.to));
            let bar = rect(x, y, 10.0, (end - y - 1.0).max(0.5));
            match stretch.value {
                Condition::Stable => group.rect(bar, 2.0).fill(Token::Area(hue)),
                Condition::Preparing => group.rect(bar, 2.0).fill(Token::Tint2(hue)).stroke(Token::Area(hue), 1.0),
                Condition::Completing => {
                    group.rect(bar, 2.0).fill(Token::Panel).stroke(Token::Area(hue), 1.0);
                    group.rect(rect(x + 3.0, y + 2.0, 4.0, (bar.h - 4.0).max(0.0)), 1.0).fill(Token::Area(hue))
                }
                Condition::NoProcess | Condition::Frozen | Condition::Away => group.rect(bar, 2.0).hatch(0.8),
                Condition::Unjoined | Condition::Closing => {
                    group.rect(rect(x + 4.0, y, 2.0, bar.h), 1.0).fill(Token::Area(hue))
                }
                Condition::Fenced | Condition::Absent | Condition::Closed => continue,
            };
        }
        group
    }

    /// The group's states along the coordinator's lifeline.
    fn states(&self) -> Group {
        let mut group = Group::new(Mark::GroupLane(0));
        let Some(track) = self.history.groups.get(self.options.group) else { return group };
        let face = Face::sans(11.0, 600);
        for phase in &track.phases {
            let (y, end) = (self.y(phase.from), self.y(phase.to));
            let bar = rect(self.coordinator_x() - 10.0, y, 20.0, (end - y - 1.0).max(0.5));
            let state = phase.value.0;
            group.rect(bar, 3.0).fill(Token::Text(state_hue(state)));
            // A fold lies over the bars: a name keeps clear of it.
            let free = self.free_part(bar);
            if let Some(name) = face.first_fit(&state_names(state), free.h - 8.0) {
                let x = bar.x + 10.0 + face.drop();
                group.text(x, free.center().y, face, name).middle().upwards().fill(Token::Inv);
            }
        }
        group
    }

    /// The longest part of a bar that no fold crosses.
    fn free_part(&self, bar: Rect) -> Rect {
        let mut best = Rect { h: 0.0, ..bar };
        let mut top = bar.y;
        let folds = self.places.iter().filter(|place| place.until > place.from).map(|place| self.fold_box(place));
        for fold in folds.chain([rect(0.0, bar.bottom(), 0.0, 0.0)]) {
            let end = fold.y.min(bar.bottom());
            if end - top > best.h {
                best = Rect { y: top, h: end - top, ..bar };
            }
            top = top.max(fold.bottom());
        }
        best
    }

    /// A bracket beside the coordinator for each request that waits there, on its consumer's side.
    fn parked(&self) -> Vec<Group> {
        let center = self.coordinator_x();
        let tracks = self.shown.iter().map(|place| (*place, &self.history.consumers[*place]));
        let bracket = |(index, (place, track)): (usize, (usize, &crate::timeline::ConsumerTrack))| {
            let side = if self.consumer_x(place) < center { -1.0 } else { 1.0 };
            let x = center + side * (15.0 + 4.0 * (index % 2) as f32);
            let mut group = Group::new(Mark::Decor);
            for wait in &track.parked {
                let (y, end) = (self.y(wait.from), self.y(wait.to));
                let ink = Token::Area(Hue::of_place(place));
                group.line(point(x, y), point(x, end)).stroke(ink, 2.0);
                for y in [y, end] {
                    group.line(point(x - 3.0, y), point(x + 3.0, y)).stroke(ink, 2.0);
                }
            }
            group
        };
        tracks.enumerate().map(bracket).collect()
    }

    fn time(&self, group: &mut Group, at: u64, baseline: f32, selected: bool) {
        let text = clock::moment(at);
        let row = self.places.partition_point(|place| place.y + place.high < baseline - 1.0);
        let again = row.checked_sub(1).is_some_and(|before| self.places[before].from == at);
        if again && !selected {
            return;
        }
        if selected {
            group.rect(rect(10.0, baseline - 14.0, TIME.room(&text) + 12.0, 19.0), 4.0).fill(Token::Ink);
        }
        group.text(16.0, baseline, TIME, text).fill(if selected { Token::Inv } else { Token::Soft });
    }

    fn message(&self, message: &Message, at: u64, row: &Place) -> Group {
        let mark = Mark::Message(message.id.0);
        let selected = self.options.selected.as_ref() == Some(&mark);
        let mut group = Group::new(mark);
        let place = message.consumer.index();
        let (member, desk, y) = (self.consumer_x(place), self.coordinator_x(), row.y + row.high - 4.0);
        let side = if desk > member { 1.0 } else { -1.0 };
        let (near, far) = (member + side * 7.0, desk - side * 12.0);
        if selected {
            let area = rect(near.min(far), row.y + 1.0, (far - near).abs(), row.high - 1.0);
            group.rect(area, 3.0).fill(Token::Hl);
        }
        self.time(&mut group, at, y, selected);
        let request = message.kind == MessageKind::Request;
        let (from, to) = if request { (near, far) } else { (far, near) };
        let ink = self.ink(message);
        self.arrow(&mut group, message, (from, to, y), ink);
        let label = self.label(message);
        // The code of an error must be read: it may reach over the lifeline; on a phone every name may.
        let fails = message.kind == MessageKind::Reply && !message.error.is_none();
        let over = if fails || self.is_narrow() { 30.0 } else { 0.0 };
        let room = (far - near).abs() - 24.0 + over;
        let texts: Vec<&str> = label.iter().map(String::as_str).collect();
        // An error's code is worth a smaller size.
        let small = Face::sans(11.0, 600);
        let fits = [BOLD, small].into_iter().flat_map(|face| texts.iter().take(2).map(move |text| (face, *text)));
        let fits = fits.chain(texts.iter().map(|text| (small, *text))).find(|(face, text)| face.room(text) <= room);
        if let Some((face, text)) = fits {
            let ground = if selected { Token::Hl } else { Token::Paper };
            // A name stands where its message begins; on a phone always beside the coordinator, whose bar it must not hide.
            let start = if self.is_narrow() { far } else { from };
            let leftwards = start == far && desk > member || start == near && desk < member;
            let x = start + if leftwards { -12.0 } else { 12.0 };
            let shape = group.text(x, y - 4.0, face, text);
            let shape = if leftwards { shape.end() } else { shape };
            shape.fill(ink).halo(ground);
        }
        group.labelled(format!("{} {}", clock::moment(at), label.first().cloned().unwrap_or_default()))
    }

    fn ink(&self, message: &Message) -> Token {
        match (message.kind, message.error) {
            (MessageKind::Request, _) | (_, ErrorCode::None) => Token::Text(self.hue(message.consumer.index())),
            (_, ErrorCode::RebalanceInProgress | ErrorCode::MemberIdRequired) => Token::Text(Hue::Prep),
            _ => Token::Text(Hue::Bad),
        }
    }

    /// Request: solid with a filled head. Reply: dashed with an open one. Error: a cross where it begins. Lost: a cross
    /// where it ends, and no head.
    fn arrow(&self, group: &mut Group, message: &Message, (from, to, y): (f32, f32, f32), ink: Token) {
        let ahead = (to - from).signum();
        let lost = message.fate == Fate::Lost;
        let end = if lost { from + (to - from) * 0.5 } else { to };
        let line = group.line(point(from, y), point(end - ahead * if lost { 0.0 } else { 2.0 }, y)).stroke(ink, 1.6);
        if message.kind == MessageKind::Reply {
            line.dash(6.0, 4.0);
        }
        if lost {
            group.cross(point(end, y), 1.0);
            return;
        }
        let mut head = Path::default();
        head.go(to - ahead * 8.0, y - 4.0).line(to, y).line(to - ahead * 8.0, y + 4.0);
        if message.kind == MessageKind::Request {
            head.close();
            group.path(head).fill(ink);
        } else {
            group.path(head).stroke(ink, 1.5);
        }
        if ink == Token::Text(Hue::Bad) {
            group.cross(point(from + ahead * 6.0, y), 1.0);
        }
    }

    /// What a message says, the longest form first.
    fn label(&self, message: &Message) -> Vec<String> {
        let name = message.api.name().to_owned();
        match (message.kind, message.error, message.joined) {
            (MessageKind::Request, ..) => vec![name],
            (_, ErrorCode::None, Some((generation, members))) => {
                let generation = self.words.say("pic-generation", &[("generation", generation.into())]);
                let leads =
                    (members > 0).then(|| format!("{name} · {generation} · {}", self.words.text("pic-is-leader")));
                leads.into_iter().chain([format!("{name} · {generation}"), name]).collect()
            }
            (_, ErrorCode::None, None) => vec![format!("{name} · {}", ErrorCode::None), name],
            (_, error, _) => vec![format!("{name} · {error}"), error.to_string(), name],
        }
    }

    /// "revoked orders-4" beside the lifeline, on the side without messages where there is room.
    fn callback(&self, place: usize, kind: CallbackKind, names: &[String], at: u64, row: &Place) -> Group {
        let (key, hue) = match kind {
            CallbackKind::Assigned => ("pic-assigned", Hue::Stable),
            CallbackKind::Revoked => ("pic-revoked", Hue::Bad),
            CallbackKind::Lost => ("pic-lost", Hue::Bad),
        };
        let face = Face::sans(11.5, 600);
        let long = self.words.say(key, &[("partitions", (&names.join(", ")).into())]);
        let count = self.words.say("pic-partitions", &[("count", names.len().into())]);
        let short = self.words.say(key, &[("partitions", (&count).into())]);
        let mut group = Group::new(Mark::Held(place)).labelled(&*long);
        let baseline = row.y + row.high - 4.0;
        self.time(&mut group, at, baseline, false);
        let x = self.consumer_x(place);
        let room = (self.inner() - self.column()) / self.columns() as f32 - 24.0;
        let Some(text) = face.first_fit(&[&long, &short], room) else { return group };
        let w = face.room(text) + 14.0;
        let left = if x + 12.0 + w <= self.inner() - 4.0 { x + 12.0 } else { x - 12.0 - w };
        let flag = rect(left, row.y + 1.0, w, row.high - 1.0);
        group.rect(flag, 4.0).fill(Token::Panel).stroke(Token::Area(hue), 1.0);
        group.text(flag.center().x, flag.center().y + face.drop(), face, text).middle().fill(Token::Text(hue));
        group
    }

    fn fold_box(&self, place: &Place) -> Rect {
        rect(self.column() - 4.0, place.y + 6.0, self.inner() - self.column() - 8.0, place.high - 10.0)
    }

    /// What a quiet stretch hides.
    fn fold(&self, from: u64, until: u64, heartbeats: usize, place: &Place) -> Group {
        let length = self.words.duration(until - from);
        if heartbeats == 0 {
            let text = self.words.say("pic-fold-quiet", &[("time", (&length).into())]);
            return self.fold_of(Mark::Decor, &[text], "", place);
        }
        let args = [("time", (&length).into()), ("count", heartbeats.into())];
        let texts = ["pic-fold-heartbeats", "pic-fold-short"].map(|key| self.words.say(key, &args));
        self.fold_of(Mark::Fold(from), &texts, "pic-unfold", place)
    }

    /// The head of heartbeats that have been unfolded.
    fn unfolded(&self, from: u64, heartbeats: usize, place: &Place) -> Group {
        let text = self.words.say("pic-unfolded", &[("count", heartbeats.into())]);
        self.fold_of(Mark::Fold(from), &[text], "pic-fold", place)
    }

    /// What a fold says, the longest first, and what a press on it does, if it does anything.
    fn fold_of(&self, mark: Mark, texts: &[String], does: &str, place: &Place) -> Group {
        let area = self.fold_box(place);
        let baseline = area.center().y + BODY.drop();
        let does = (mark != Mark::Decor).then(|| self.words.text(does));
        let room = does.as_ref().map_or(0.0, |does| BOLD.room(does) + 12.0);
        let mut group = Group::in_box(mark, area, 5.0);
        group.frame().fill(Token::Faint);
        group.icon(icon::FOLD, point(area.x + 14.0, area.center().y), 1.0).stroke(Token::Line, 1.3);
        let forms: Vec<&str> = texts.iter().map(String::as_str).collect();
        let room = area.w - 36.0 - room;
        let text = BODY.first_fit(&forms, room).map_or_else(|| BODY.fit(&texts[0], room), Into::into);
        group.text(area.x + 28.0, baseline, BODY, text).fill(Token::Soft);
        if let Some(does) = does {
            group.text(area.right() - 10.0, baseline, BOLD, does).end();
        }
        group.labelled(&*texts[0])
    }

    fn playhead(&self, at: u64) -> Group {
        let y = self.y(at);
        let mut group = Group::new(Mark::Playhead);
        group.line(point(self.column() - 12.0, y), point(self.width, y)).stroke(Token::Ink, 1.4);
        group.circle(point(self.column() - 12.0, y), 3.5).fill(Token::Ink);
        group
    }
}
