//! A consumer as a card.

use groupscope_core::{protocol::TopicPartition, simulation::frame::Doing};

use super::{context::Stage, desk::crown, note};
use crate::{
    clock::Style,
    condition::Condition,
    geometry::{Point, Rect, point, rect},
    icon,
    mark::Mark,
    measure::Face,
    pen::{BODY, CHIP, COUNT, ChipKind, chip, count_chip},
    scene::{Content, Count, Form, Group},
    token::{Hue, Token},
};

/// How much a card shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CardStyle {
    /// Everything, 128 px high.
    Full,
    /// Name, state and partitions, 90 px high.
    Compact,
    /// Name and state in one line, partitions below, 60 px high.
    Medium,
    /// Name, state and the number of partitions in one line, 40 px high.
    Slim,
}

impl CardStyle {
    pub(super) const fn height(self) -> f32 {
        match self {
            Self::Full => 128.0,
            Self::Compact => 90.0,
            Self::Medium => 60.0,
            Self::Slim => 40.0,
        }
    }
}

/// Longer work than this between two polls is worth a word, ms.
const LONG_WORK: u64 = 1000;

/// The faces of a name: the first in which it fits beside what stands with it.
const NAMES: [Face; 2] = [Face::sans(14.5, 650), Face::sans(13.0, 650)];
/// A crown and the space before it.
const CROWN_ROOM: f32 = 22.0;
const STATE: Face = Face::sans(12.5, 600);

/// Draws the consumer at `place` into `area`.
pub(super) fn draw(stage: &mut Stage<'_>, place: usize, area: Rect, style: CardStyle) {
    let condition = stage.condition(place);
    let card = Card { place, area, condition, hue: stage.hue(place) };
    if condition.is_gone() {
        return card.empty_place(stage);
    }
    match style {
        CardStyle::Full => card.full(stage),
        CardStyle::Compact => card.compact(stage),
        CardStyle::Medium => card.medium(stage),
        CardStyle::Slim => card.slim(stage),
    }
    card.poll_bar(stage);
}

struct Card {
    place: usize,
    area: Rect,
    condition: Condition,
    hue: Hue,
}

impl Card {
    /// The place of a consumer that has not started, or has left: it stays that consumer's.
    fn empty_place(&self, stage: &mut Stage<'_>) {
        let consumer = stage.consumer(self.place);
        let word = stage.words.text(self.condition.key());
        let mut group = Group::in_box(Mark::Consumer(self.place), self.area, self.radius());
        group.frame().stroke(Token::Rule, 1.2).dash(2.0, 4.0);
        let (center, room) = (self.area.center(), self.area.w - 20.0);
        if self.area.h < 60.0 {
            let face = Face::sans(12.0, 400);
            let text = format!("{} · {word}", consumer.name);
            group.text(center.x, center.y + face.drop(), face, face.fit(&text, room)).middle().fill(Token::Soft);
        } else {
            let face = Face::sans(13.0, 400);
            group.text(center.x, center.y - 3.0, face, face.fit(&consumer.name, room)).middle().fill(Token::Soft);
            group.text(center.x, center.y + 15.0, BODY, BODY.fit(&word, room)).middle().fill(Token::Soft);
        }
        stage.groups.push(group.labelled(format!("{}: {word}", consumer.name)));
    }

    fn radius(&self) -> f32 {
        if self.area.h < 60.0 { 8.0 } else { 12.0 }
    }

    /// The box with its edge in the member's colour.
    fn body(&self, stage: &Stage<'_>) -> Group {
        let area = self.area;
        let mut group = Group::in_box(Mark::Consumer(self.place), area, self.radius()).labelled(self.label(stage));
        let frame = group.frame().fill(Token::Panel);
        match self.condition {
            Condition::NoProcess => frame.stroke(Token::Area(Hue::Bad), 1.5).dash(6.0, 4.0),
            Condition::Away | Condition::Frozen => frame.stroke(Token::Area(self.hue), 1.3).dash(6.0, 4.0),
            _ => frame.stroke(Token::Area(self.hue), 1.3),
        };
        group.rect(rect(area.x, area.y + 2.0, 5.0, area.h - 4.0), 2.0).fill(Token::Area(self.hue));
        if self.condition == Condition::Fenced {
            group.rect(rect(area.x + 7.0, area.y + 6.0, 2.0, area.h - 12.0), 1.0).fill(Token::Area(Hue::Bad));
        }
        group
    }

    fn label(&self, stage: &Stage<'_>) -> String {
        let words = stage.words;
        let mut parts = vec![stage.consumer(self.place).name.to_string()];
        if stage.leads(self.place) {
            parts.push(words.text("pic-is-leader"));
        }
        if let Some(instance) = &stage.consumer(self.place).instance {
            parts.push(words.say("pic-static-as", &[("instance", (&**instance).into())]));
        }
        parts.push(words.text(self.condition.key()));
        parts.extend(stage.holdings(self.place).iter().map(|(partition, _)| partition.to_string()));
        parts.join(", ")
    }

    /// The name, and the crown behind it. `room` reaches to the ring. Returns where they end.
    fn name(&self, stage: &Stage<'_>, body: &mut Group, x: f32, baseline: f32, room: f32) -> f32 {
        if !stage.leads(self.place) {
            return self.plain_name(stage, body, x, baseline, room);
        }
        let end = self.plain_name(stage, body, x, baseline, room - CROWN_ROOM);
        crown(body, end + 6.0, baseline - 10.5, 1.0);
        end + CROWN_ROOM
    }

    /// Whether the name and its crown have room.
    fn has_name_room(&self, stage: &Stage<'_>, room: f32) -> bool {
        let crown_room = if stage.leads(self.place) { CROWN_ROOM } else { 0.0 };
        NAMES[1].room(&stage.consumer(self.place).name) + crown_room <= room
    }

    /// The name. Returns where it ends.
    fn plain_name(&self, stage: &Stage<'_>, body: &mut Group, x: f32, baseline: f32, room: f32) -> f32 {
        let text = &stage.consumer(self.place).name;
        let face = NAMES.into_iter().find(|face| face.room(text) <= room).unwrap_or(NAMES[1]);
        let name = face.fit(text, room);
        body.text(x, baseline, face, &*name);
        x + face.room(&name)
    }

    /// The ring of the member's session with the seconds left. Returns its left edge, or the card's right one.
    fn ring(&self, stage: &mut Stage<'_>, radius: f32) -> Option<Group> {
        let timer = stage.session(self.place)?;
        let length = timer.deadline.saturating_sub(timer.armed).max(1);
        let left = timer.deadline.saturating_sub(stage.at());
        let scarce = left * 3 < length;
        stage.changes_at(timer.deadline - length / 3);
        let edge = if self.area.w < 200.0 { 9.0 } else { 14.0 };
        let down = if self.area.h < 70.0 { 9.0 } else { 12.0 };
        let center = point(self.area.right() - radius - edge, self.area.y + radius + down);
        let (ink, text) = if scarce { (Hue::Bad, Token::Text(Hue::Bad)) } else { (self.hue, Token::Soft) };
        let face = Face::mono(11.0, if scarce { 650 } else { 400 });
        let name = stage.words.say("pic-session-of", &[("member", (&*stage.consumer(self.place).name).into())]);
        let mut group = Group::new(Mark::Session(self.place)).labelled(name);
        group.circle(center, radius).stroke(Token::Rule, 4.0);
        let empty = Form::Arc(center, radius, 0.0);
        group.arc(center, radius, 1.0).stroke(Token::Area(ink), 4.0).becomes(empty, timer.armed, timer.deadline);
        let seconds = Content::Running {
            before: String::new(),
            after: String::new(),
            count: Count::Until(timer.deadline),
            style: Style::Ring,
        };
        group.content(center.x, center.y + face.drop(), face, seconds).middle().fill(text);
        Some(group)
    }

    /// Its state in a word, and what its application does.
    fn state(&self, stage: &mut Stage<'_>) -> Content {
        let consumer = stage.consumer(self.place);
        if self.condition != Condition::Stable {
            return Content::Fixed(stage.words.text(self.condition.key()));
        }
        let since = consumer.last_poll.unwrap_or(stage.at());
        if consumer.doing == Doing::Processing {
            stage.changes_at(since + LONG_WORK);
            if stage.at() >= since + LONG_WORK {
                return stage.words.running("pic-stable-processing", &[], Count::Since(since), Style::Tenths);
            }
        }
        let key = match consumer.doing {
            Doing::Committing => "pic-stable-committing",
            Doing::Rebalancing => "pic-stable-listener",
            _ if consumer.owned.is_empty() => "pic-stable-idle",
            _ => "pic-stable-reading",
        };
        Content::Fixed(stage.words.text(key))
    }

    /// Writes the state behind `prefix`; falls back on its first word, then on less.
    fn write_state(&self, stage: &mut Stage<'_>, body: &mut Group, prefix: &str, at: Point, room: f32) {
        let word = stage.words.text(self.condition.key());
        let mut content = self.state(stage);
        match &mut content {
            Content::Fixed(text) => text.insert_str(0, prefix),
            Content::Running { before, .. } => before.insert_str(0, prefix),
        }
        let cross_room = if self.condition == Condition::NoProcess { 18.0 } else { 0.0 };
        if STATE.room(&content.at(stage.until)) > room {
            let shorter = format!("{prefix}{word}");
            let text = STATE.first_fit(&[&shorter, &word], room - cross_room).unwrap_or(&word);
            content = Content::Fixed(STATE.fit(text, room).into_owned());
        }
        let width = STATE.room(&content.at(stage.until));
        body.content(at.x, at.y, STATE, content).fill(self.condition.ink());
        if cross_room > 0.0 && width + cross_room <= room {
            body.cross(point(at.x + width + 10.0, at.y - 4.5), 1.0);
        }
    }

    /// Pin and instance id, or the beginning of the member id's random part.
    fn identity(&self, stage: &Stage<'_>, body: &mut Group, x: f32, baseline: f32, room: f32) {
        let consumer = stage.consumer(self.place);
        let face = Face::mono(12.0, 400);
        let (mut x, mut room) = (x, room);
        let mut short = String::new();
        let text = match &consumer.instance {
            Some(instance) => {
                pin(body, x, baseline, self.condition == Condition::Fenced);
                (x, room) = (x + 14.0, room - 14.0);
                short = instance.to_string();
                format!("{} · {instance}", stage.words.text("pic-static"))
            }
            None if consumer.member_id.is_empty() => stage.words.text("pic-no-id"),
            None => {
                short = format!("…{}", random_part(&consumer.member_id));
                format!("{} · {short}", stage.words.text("pic-dynamic"))
            }
        };
        let text = if face.room(&text) > room && !short.is_empty() { short } else { text };
        body.text(x, baseline, face, face.fit(&text, room)).fill(Token::Soft);
    }

    /// The room left of the ring, from `x` on.
    fn head_room(&self, x: f32, ring: Option<&Group>, radius: f32) -> f32 {
        let edge = if self.area.w < 200.0 { 13.0 } else { 22.0 };
        self.area.right() - x - if ring.is_some() { 2.0 * radius + edge } else { 10.0 }
    }

    fn full(&self, stage: &mut Stage<'_>) {
        let Rect { y, w, .. } = self.area;
        let (radius, x) = if w < 200.0 { (17.0, self.area.x + 14.0) } else { (18.0, self.area.x + 18.0) };
        let mut body = self.body(stage);
        let mut ring = self.ring(stage, radius);
        let beside = self.head_room(x, ring.as_ref(), radius);
        let whole = self.area.right() - 12.0 - x;
        let [mut name_room, mut state_room] = [beside, whole];
        if !self.has_name_room(stage, beside) {
            // The ring stands below the name.
            [name_room, state_room] = [whole, beside];
            ring = ring.map(|ring| ring.moved(point(0.0, 22.0)));
        }
        self.name(stage, &mut body, x, y + 25.0, name_room);
        self.identity(stage, &mut body, x, y + 43.0, beside);
        self.write_state(stage, &mut body, "", point(x, y + 65.0), state_room);
        note::write(stage, self.place, &mut body, rect(x, y + 104.0, self.area.right() - 10.0 - x, 17.0));
        stage.groups.push(body);
        stage.groups.extend(ring);
        self.chips(stage, rect(x - 2.0, y + 76.0, self.area.right() - 6.0 - x, 20.0), true);
    }

    fn compact(&self, stage: &mut Stage<'_>) {
        let Rect { y, w, .. } = self.area;
        let (radius, x) = (17.0, self.area.x + if w < 200.0 { 14.0 } else { 16.0 });
        let mut body = self.body(stage);
        let mut ring = self.ring(stage, radius);
        let mut room = [self.head_room(x, ring.as_ref(), radius), self.area.right() - 8.0 - x];
        if !self.has_name_room(stage, room[0]) {
            // Beside the name there is no room for the ring: it stands beside the chips.
            room.swap(0, 1);
            let down = self.area.h - 2.0 * radius - 17.0;
            ring = ring.map(|ring| ring.moved(point(0.0, down)));
        }
        self.name(stage, &mut body, x, y + 24.0, room[0]);
        self.pinned_state(stage, &mut body, point(x, y + 44.0), room[0]);
        stage.groups.push(body);
        stage.groups.extend(ring);
        self.chips(stage, rect(x - 1.0, y + 58.0, room[1], 20.0), w > 190.0);
    }

    fn medium(&self, stage: &mut Stage<'_>) {
        let (Rect { y, .. }, x, radius) = (self.area, self.area.x + 14.0, 17.0);
        let mut body = self.body(stage);
        let ring = self.ring(stage, radius);
        let head_room = self.head_room(x, ring.as_ref(), radius);
        let end = self.name(stage, &mut body, x, y + 23.0, head_room * 0.55);
        self.pinned_state(stage, &mut body, point(end + 12.0, y + 22.5), head_room - (end + 12.0 - x));
        stage.groups.push(body);
        stage.groups.extend(ring);
        self.chips(stage, rect(x - 1.0, y + 34.0, head_room, 20.0), true);
    }

    fn slim(&self, stage: &mut Stage<'_>) {
        let Rect { x, y, w, h } = self.area;
        let mut body = self.body(stage);
        let middle = y + h / 2.0 + 5.0;
        let name_room = if w < 230.0 { w - 80.0 } else { (w * 0.4).min(150.0) };
        let end = self.name(stage, &mut body, x + 14.0, middle, name_room);
        let x2 = if w < 230.0 { end } else { (x + 14.0 + name_room * 0.72).max(end) } + 10.0;
        let room = self.area.right() - 10.0 - x2;
        let pin_room = if stage.consumer(self.place).instance.is_some() { 14.0 } else { 0.0 };
        let word = STATE.room(&stage.words.text(self.condition.key())) + 16.0 + pin_room;
        let each = self.chips_width(stage).filter(|width| word + width <= room);
        let chip_room = each.unwrap_or_else(|| [100.0, 78.0].into_iter().find(|w| word + w <= room).unwrap_or(36.0));
        if room - chip_room >= word {
            self.pinned_state(stage, &mut body, point(x2, middle - 0.5), room - chip_room - 10.0);
        }
        stage.groups.push(body);
        let chips = rect(self.area.right() - 10.0 - chip_room, y + h / 2.0 - 10.0, chip_room, 20.0);
        if each.is_some() || stage.holdings(self.place).is_empty() {
            self.chips(stage, chips, true);
        } else {
            self.count_chip(stage, &stage.holdings(self.place), chips, true);
        }
    }

    /// Pin, "static · joining" in one line.
    fn pinned_state(&self, stage: &mut Stage<'_>, body: &mut Group, at: Point, room: f32) {
        if stage.consumer(self.place).instance.is_none() {
            return self.write_state(stage, body, "", at, room);
        }
        pin(body, at.x, at.y, self.condition == Condition::Fenced);
        let prefix = format!("{} · ", stage.words.text("pic-static"));
        self.write_state(stage, body, &prefix, point(at.x + 14.0, at.y), room - 14.0);
    }

    /// The width of all its chips.
    fn chips_width(&self, stage: &Stage<'_>) -> Option<f32> {
        let held = stage.holdings(self.place);
        (!held.is_empty())
            .then(|| held.iter().map(|(partition, _)| chip_width(partition) + CHIP_GAP).sum::<f32>() - CHIP_GAP)
    }

    /// What it holds: a chip each as far as they fit into the row, or their number.
    fn chips(&self, stage: &mut Stage<'_>, row: Rect, each: bool) {
        let held = stage.holdings(self.place);
        if held.is_empty() {
            let text = stage.words.text("pic-no-partition");
            if BODY.room(&text) <= row.w {
                let mut group = Group::new(Mark::Decor);
                group.text(row.x + 2.0, row.y + 14.0, BODY, text).fill(Token::Soft);
                stage.groups.push(group);
            }
            return;
        }
        let shown = if each { shown_chips(&held, row.w) } else { 0 };
        if shown == 0 {
            return self.count_chip(stage, &held, row, false);
        }
        let paused = &stage.consumer(self.place).paused;
        let mut x = row.x;
        let mut chips = Vec::new();
        for (partition, gap) in &held[..shown] {
            let area = rect(x, row.y, chip_width(partition), row.h);
            let kind = match gap {
                true => ChipKind::Gap,
                false if paused.contains(partition) => ChipKind::Paused,
                false => ChipKind::Owned,
            };
            chips.push(chip(Mark::Chip(self.place, partition.clone()), area, &partition.to_string(), self.hue, kind));
            x = area.right() + CHIP_GAP;
        }
        if shown < held.len() {
            let rest = &held[shown..];
            let area = rect(x, row.y, REST_CHIP, row.h);
            let kind = if rest.iter().all(|(_, gap)| *gap) { ChipKind::Gap } else { ChipKind::Owned };
            let chip = count_chip(Mark::Held(self.place), area, &format!("+ {}", rest.len()), self.hue, kind);
            chips.push(chip.labelled(list(rest)));
        }
        stage.groups.extend(chips);
    }

    /// "3 partitions", and how many of them nobody reads.
    fn count_chip(&self, stage: &mut Stage<'_>, held: &[(TopicPartition, bool)], row: Rect, right: bool) {
        let unread = held.iter().filter(|(_, gap)| *gap).count();
        let (key, kind) = if unread > 0 { ("pic-unread", ChipKind::Gap) } else { ("pic-partitions", ChipKind::Owned) };
        let count = if unread > 0 { unread } else { held.len() };
        let mut text = stage.words.say(key, &[("count", count.into())]);
        if COUNT.room(&text) + 10.0 > row.w {
            text = count.to_string();
        }
        let w = (COUNT.room(&text) + 20.0).min(row.w);
        let area = Rect { x: if right { row.right() - w } else { row.x }, w, ..row };
        stage.groups.push(count_chip(Mark::Held(self.place), area, &text, self.hue, kind).labelled(list(held)));
    }

    /// How much of its poll interval is used, once that is more than half.
    fn poll_bar(&self, stage: &mut Stage<'_>) {
        let consumer = stage.consumer(self.place);
        let (Some(last), Some(deadline)) = (consumer.last_poll, consumer.poll_deadline) else { return };
        if !consumer.alive || deadline <= last {
            return;
        }
        let (half, late) = (last + (deadline - last) / 2, deadline - (deadline - last) / 3);
        stage.changes_at(half);
        stage.changes_at(late);
        if stage.at() < half {
            return;
        }
        let bar = rect(self.area.x + 14.0, self.area.bottom() - 4.5, self.area.w - 28.0, 3.0);
        let label = stage.words.say("pic-poll-of", &[("member", (&*consumer.name).into())]);
        let mut group = Group::new(Mark::Poll(self.place)).labelled(label);
        let ink = if stage.at() >= late { Hue::Bad } else { self.hue };
        group.rect(bar, 1.5).fill(Token::Faint);
        let full = Form::Rect(bar, 1.5);
        group.rect(Rect { w: 0.0, ..bar }, 1.5).fill(Token::Area(ink)).becomes(full, last, deadline);
        stage.groups.push(group);
    }
}

/// The pin of a static member; struck through once it is fenced. `baseline` is that of the text behind it.
pub(crate) fn pin(group: &mut Group, x: f32, baseline: f32, fenced: bool) {
    let at = point(x, baseline - 11.0);
    group.icon(icon::PIN, at, 1.0).fill(Token::Soft);
    if fenced {
        group.icon(icon::STRUCK, at, 1.0).stroke(Token::Text(Hue::Bad), 1.8).round();
    }
}

const CHIP_GAP: f32 = 4.0;
/// The width of a chip that counts the rest.
const REST_CHIP: f32 = 46.0;

fn chip_width(partition: &TopicPartition) -> f32 {
    CHIP.room(&partition.to_string()) + 9.0
}

/// How many chips a row holds: all, or as many as leave room for the one that counts the rest.
fn shown_chips(held: &[(TopicPartition, bool)], width: f32) -> usize {
    let ends = held.iter().scan(0.0, |x, (partition, _)| {
        *x += chip_width(partition) + CHIP_GAP;
        Some(*x)
    });
    let ends: Vec<f32> = ends.collect();
    match ends.last() {
        Some(all) if *all - CHIP_GAP <= width => held.len(),
        _ => ends.iter().take_while(|end| **end + REST_CHIP <= width).count(),
    }
}

fn list(held: &[(TopicPartition, bool)]) -> String {
    held.iter().map(|(partition, _)| partition.to_string()).collect::<Vec<_>>().join(", ")
}

/// The first letters of a member id's UUID, the last 36 characters of it.
fn random_part(id: &str) -> &str {
    let start = id.len().saturating_sub(36);
    id.get(start..).and_then(|uuid| uuid.get(..4)).unwrap_or(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_id_is_told_by_the_beginning_of_its_uuid() {
        assert_eq!(random_part("billing-1-4f0c2a44-0000-0000-0000-000000000000"), "4f0c");
        assert_eq!(random_part("c1"), "c1");
        assert_eq!(random_part("멤버"), "멤버");
    }
}
