//! The coordinator's desk: the group, its state machine, who is there and who is awaited, its timers.

use groupscope_core::simulation::frame::{GroupFrame, GroupMemberFrame, GroupState, TimerFrame, TimerKind};

use super::context::Stage;
use crate::{
    clock::Style,
    geometry::{Rect, point, rect},
    icon,
    mark::Mark,
    measure::Face,
    pen::{BODY, BOLD},
    scene::{Count, Form, Group},
    token::{Hue, Token},
};

/// The four states in the order in which a group goes through them.
const STATES: [GroupState; 4] =
    [GroupState::Empty, GroupState::PreparingRebalance, GroupState::CompletingRebalance, GroupState::Stable];

/// The colours of a group's state.
pub(crate) const fn state_hue(state: GroupState) -> Hue {
    match state {
        GroupState::Empty => Hue::Empty,
        GroupState::PreparingRebalance => Hue::Prep,
        GroupState::CompletingRebalance => Hue::Comp,
        GroupState::Stable => Hue::Stable,
        GroupState::Dead => Hue::Dead,
    }
}

/// Kafka's name of a state, and its short form where the name does not fit.
pub(crate) const fn state_names(state: GroupState) -> [&'static str; 2] {
    match state {
        GroupState::Empty => ["Empty", "Empty"],
        GroupState::PreparingRebalance => ["PreparingRebalance", "Preparing"],
        GroupState::CompletingRebalance => ["CompletingRebalance", "Completing"],
        GroupState::Stable => ["Stable", "Stable"],
        GroupState::Dead => ["Dead", "Dead"],
    }
}

/// How much a desk shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DeskStyle {
    /// Everything, 146 px high.
    Full,
    /// Without the hash, one line for members and timers, 106 px high.
    Compact,
    /// Name, generation, states: 74 px high.
    Small,
    /// Name, the current state, generation: 40 px high.
    Line,
}

impl DeskStyle {
    pub(super) const fn height(self) -> f32 {
        match self {
            Self::Full => 146.0,
            Self::Compact => 106.0,
            Self::Small => 74.0,
            Self::Line => 40.0,
        }
    }
}

/// Draws the desk of the group at `index` into `area`.
pub(super) fn draw(stage: &mut Stage<'_>, index: usize, area: Rect, style: DeskStyle) {
    let mut desk = Group::in_box(Mark::Desk(index), area, 14.0).labelled(label(stage, index));
    let frame = desk.frame().fill(Token::Panel);
    if stage.is_coordinated(stage.group(index)) {
        frame.stroke(Token::Rule, 1.0);
    } else {
        frame.stroke(Token::Area(Hue::Bad), 1.4).dash(5.0, 3.0);
    }
    let pad = if area.w < 420.0 { 14.0 } else { 18.0 };
    let inner = rect(area.x + pad, area.y, area.w - 2.0 * pad, area.h);
    let states = match style {
        DeskStyle::Full => {
            full_head(stage, index, &mut desk, inner);
            rect(inner.x, area.y + 64.0, inner.w - 282.0, 26.0)
        }
        DeskStyle::Compact | DeskStyle::Small => {
            short_head(stage, index, &mut desk, inner);
            rect(inner.x, area.y + 37.0, inner.w, 24.0)
        }
        DeskStyle::Line => line(stage, index, &mut desk, inner),
    };
    let foot = match style {
        DeskStyle::Full => Some(rect(inner.x, area.y + 101.0, inner.w, 28.0)),
        DeskStyle::Compact => Some(rect(inner.x, area.y + 67.0, inner.w, 22.0)),
        DeskStyle::Small | DeskStyle::Line => None,
    };
    stage.groups.push(desk);
    draw_states(stage, index, states);
    if let Some(foot) = foot {
        let taken = draw_timer(stage, index, foot, style);
        let room = if style == DeskStyle::Full { foot.w - 282.0 } else { foot.w - taken };
        draw_round(stage, index, rect(foot.x, foot.y, room, foot.h));
    }
}

/// What the desk says as a sentence.
fn label(stage: &Stage<'_>, index: usize) -> String {
    let group = stage.group(index);
    let broker = Stage::broker_number(&group.coordinator);
    stage.words.say(
        "pic-desk-label",
        &[
            ("group", (&*group.id).into()),
            ("broker", broker.into()),
            ("state", state_names(group.state)[0].into()),
            ("generation", group.generation.into()),
            ("count", group.members.len().into()),
        ],
    )
}

fn full_head(stage: &Stage<'_>, index: usize, desk: &mut Group, inner: Rect) {
    let (group, words) = (stage.group(index), stage.words);
    let key = if stage.is_coordinated(group) { "pic-coordinator" } else { "pic-coordinator-down" };
    let broker = words.say(key, &[("broker", Stage::broker_number(&group.coordinator).into())]);
    let left = inner.w * 0.45;
    let ink = if stage.is_coordinated(group) { Token::Soft } else { Token::Text(Hue::Bad) };
    desk.text(inner.x, inner.y + 24.0, BODY, BODY.fit(&broker, left)).fill(ink);
    desk.text(inner.x, inner.y + 50.0, TITLE, TITLE.fit(&group.id, left));
    let hash = words.say(
        "pic-hash",
        &[
            ("group", (&*group.id).into()),
            ("total", group.offsets_partitions.into()),
            ("partition", group.offsets_partition.into()),
        ],
    );
    let topic = words.say("pic-offsets-partition", &[("partition", group.offsets_partition.into())]);
    let right = inner.w - left - 24.0;
    if let Some(hash) = BODY.first_fit(&[&hash, &topic], right) {
        desk.text(inner.right(), inner.y + 24.0, BODY, hash).end().fill(Token::Soft);
    }
    let generation = words.say("pic-generation", &[("generation", group.generation.into())]);
    desk.text(inner.right(), inner.y + 52.0, Face::mono(22.0, 650), generation).end();
    let rule = rule(stage, group);
    let room = 270.0;
    desk.text(inner.right(), inner.y + 80.0, BODY, BODY.fit(&rule, room)).end().fill(Token::Soft);
}

/// "cooperative-sticky · leader billing-1"
fn rule(stage: &Stage<'_>, group: &GroupFrame) -> String {
    let leader = group.leader.as_ref().map(|name| stage.words.say("pic-leader", &[("member", (&**name).into())]));
    let parts: Vec<_> = group.protocol.iter().map(|protocol| protocol.to_string()).chain(leader).collect();
    parts.join(" · ")
}

/// Name and generation on one line, with room for one state between them. Returns that room.
fn line(stage: &Stage<'_>, index: usize, desk: &mut Group, inner: Rect) -> Rect {
    let group = stage.group(index);
    let baseline = inner.y + 25.0;
    let room = draw_generation(stage, index, desk, inner, baseline);
    let widest = STATES.iter().map(|state| BOLD.room(state_names(*state)[1])).fold(0.0, f32::max) + 12.0;
    let face = Face::sans(15.0, 650);
    desk.text(inner.x, baseline, face, face.fit(&group.id, room - widest - 10.0));
    rect(inner.x + room - widest, inner.y + 8.0, widest, 24.0)
}

/// The generation at the right. Returns the width that is left.
fn draw_generation(stage: &Stage<'_>, index: usize, desk: &mut Group, inner: Rect, baseline: f32) -> f32 {
    let generation = stage.words.say("pic-generation", &[("generation", stage.group(index).generation.into())]);
    let (number, gap) = if inner.w < 130.0 { (Face::mono(12.0, 650), 6.0) } else { (Face::mono(17.0, 650), 14.0) };
    desk.text(inner.right(), baseline + 1.0, number, &*generation).end();
    inner.w - number.room(&generation) - gap
}

fn short_head(stage: &Stage<'_>, index: usize, desk: &mut Group, inner: Rect) {
    let (group, words) = (stage.group(index), stage.words);
    let baseline = inner.y + 25.0;
    let mut room = draw_generation(stage, index, desk, inner, baseline);
    let faces = [15.0, 13.0, 12.0].map(|size| Face::sans(size, 650));
    let face = faces.into_iter().find(|face| face.room(&group.id) <= room).unwrap_or(faces[2]);
    let name = face.fit(&group.id, room);
    desk.text(inner.x, baseline, face, &*name);
    let x = inner.x + face.room(&name) + 10.0;
    room -= face.room(&name) + 10.0;
    let broker = [("broker", Stage::broker_number(&group.coordinator).into())];
    let long = format!("{} · {}", words.say("pic-coordinator-short", &broker), rule(stage, group));
    let (texts, ink) = if stage.is_coordinated(group) {
        let short = words.say("pic-coordinator-short", &broker);
        (vec![long, short, words.say("pic-broker", &broker)], Token::Soft)
    } else {
        (vec![words.say("pic-coordinator-down", &broker), words.text("pic-broker-down")], Token::Text(Hue::Bad))
    };
    let texts: Vec<&str> = texts.iter().map(|text| text.trim_end_matches(" · ")).collect();
    if let Some(text) = BODY.first_fit(&texts, room) {
        desk.text(x, baseline, BODY, text).fill(ink);
    }
}

/// The four pills in a row, the current one lit; `Dead` stands in for `Empty`. Without room for all, the current one.
/// Returns where it ends.
pub(super) fn draw_states(stage: &mut Stage<'_>, index: usize, area: Rect) -> f32 {
    let current = stage.group(index).state;
    // What a broker that is down knew last.
    let is_coordinated = stage.is_coordinated(stage.group(index));
    let known = if current == GroupState::Dead { current } else { GroupState::Empty };
    let mut states = vec![known, STATES[1], STATES[2], STATES[3]];
    let gaps = [16.0, 11.0, 6.0];
    let pads = [13.0, 10.0, 6.0];
    let width = |form: usize, pad: f32| move |state: &GroupState| BOLD.room(state_names(*state)[form]) + 2.0 * pad;
    let total = |form: usize, step: usize| states.iter().map(width(form, pads[step])).sum::<f32>() + 3.0 * gaps[step];
    let forms = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)];
    let fitting = forms.into_iter().find(|(form, step)| total(*form, *step) <= area.w);
    let (form, step) = fitting.unwrap_or((1, 2));
    if fitting.is_none() {
        states.retain(|state| *state == current);
    }
    let last = states.len() - 1;
    let mut x = area.x;
    let middle = area.y + area.h / 2.0;
    for (position, state) in states.into_iter().enumerate() {
        let w = width(form, pads[step])(&state);
        let lit = state == current;
        let hue = if is_coordinated { state_hue(state) } else { Hue::Dead };
        let pill = rect(x, area.y, w, area.h);
        let mut group = Group::in_box(Mark::State(index, state), pill, area.h / 2.0);
        let (fill, rim) = if lit { (Token::Text(hue), Token::Text(hue)) } else { (Token::Faint, Token::Rule) };
        group.frame().fill(fill).stroke(rim, 1.0);
        let face = if lit { BOLD } else { BODY };
        let ink = if lit { Token::Inv } else { Token::Soft };
        group.text(x + w / 2.0, middle + face.drop(), face, state_names(state)[form]).middle().fill(ink);
        if position < last {
            group.line(point(x + w + 3.0, middle), point(x + w + gaps[step] - 3.0, middle)).stroke(Token::Line, 1.3);
        }
        stage.groups.push(group);
        x += w + gaps[step];
    }
    x - gaps[step]
}

/// The timer of the join phase, if one runs, at the right. Returns the width it takes.
fn draw_timer(stage: &mut Stage<'_>, index: usize, foot: Rect, style: DeskStyle) -> f32 {
    let group = stage.group(index);
    let Some(timer) = group.timers.iter().find(|timer| timer.kind != TimerKind::Session) else { return 0.0 };
    let (keys, ink) = match timer.kind {
        TimerKind::InitialDelay => (["pic-timer-initial", "pic-timer-initial-short"], Hue::Prep),
        TimerKind::Join => (["pic-timer-join", "pic-timer-join-short"], Hue::Prep),
        TimerKind::Sync | TimerKind::Session => (["pic-timer-sync", "pic-timer-sync-short"], Hue::Comp),
    };
    let [name, short] = keys.map(|key| stage.words.text(key));
    let left = stage.words.running("pic-left", &[], Count::Until(timer.deadline), Style::Tenths);
    let width = if style == DeskStyle::Full { 270.0 } else { (foot.w * 0.46).min(270.0) };
    let area = rect(foot.right() - width, foot.y - 6.0, width, foot.h + 6.0);
    let mut gauge = Group::new(Mark::Timer(index, timer.kind)).labelled(&*name);
    let left_room = BOLD.room(&left.at(timer.armed));
    let (text_y, bar) = if style == DeskStyle::Full {
        (area.y + 13.0, rect(area.x, area.y + 20.0, area.w, 8.0))
    } else {
        (area.y + 14.0, rect(area.x, area.y + 20.0, area.w, 6.0))
    };
    gauge.content(area.right(), text_y, BOLD, left).end().fill(Token::Text(ink));
    if let Some(name) = BODY.first_fit(&[&name, &short], area.w - left_room - 8.0) {
        gauge.text(area.x, text_y, BODY, name).fill(Token::Soft);
    }
    gauge.rect(bar, bar.h / 2.0).fill(Token::Faint);
    drain(&mut gauge, bar, timer, Token::Area(ink));
    stage.groups.push(gauge);
    width + 12.0
}

/// A bar that is full when the timer is armed and empty when it fires.
pub(super) fn drain(group: &mut Group, bar: Rect, timer: &TimerFrame, ink: Token) {
    let radius = bar.h / 2.0;
    let empty = Form::Rect(Rect { w: 0.0, ..bar }, radius);
    group.rect(bar, radius).fill(ink).becomes(empty, timer.armed, timer.deadline);
}

/// How far a member is in the round.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Done,
    Awaited,
    Pending,
}

fn step(group: &GroupFrame, member: &GroupMemberFrame) -> Step {
    match group.state {
        _ if member.pending => Step::Pending,
        GroupState::CompletingRebalance if !member.synced => Step::Awaited,
        GroupState::PreparingRebalance if !member.joined => Step::Awaited,
        _ => Step::Done,
    }
}

/// Who has joined, or sent SyncGroup, and who is awaited.
fn draw_round(stage: &mut Stage<'_>, index: usize, area: Rect) {
    let group = stage.group(index);
    let rebalancing = matches!(group.state, GroupState::PreparingRebalance | GroupState::CompletingRebalance);
    if !rebalancing && group.members.iter().all(|member| !member.pending) {
        draw_summary(stage, index, area);
    } else if !draw_pills(stage, index, area) {
        draw_progress(stage, index, area);
    }
}

fn draw_summary(stage: &mut Stage<'_>, index: usize, area: Rect) {
    let group = stage.group(index);
    let key = match group.state {
        _ if !stage.is_coordinated(group) => "pic-uncoordinated",
        _ if group.loading => "pic-loading",
        GroupState::Stable => "pic-all-synced",
        GroupState::Dead => "pic-unloaded",
        _ => "pic-no-members",
    };
    let args = [("partition", group.offsets_partition.into()), ("count", group.members.len().into())];
    let [long, short] = [key.to_owned(), format!("{key}.short")].map(|key| stage.words.say(&key, &args));
    let text = BODY.first_fit(&[&long, &short], area.w).unwrap_or(&short);
    let mut line = Group::new(Mark::Decor);
    let middle = area.y + area.h / 2.0;
    line.text(area.x, middle + BODY.drop(), BODY, BODY.fit(text, area.w)).fill(Token::Soft);
    stage.groups.push(line);
}

/// One pill a member, in sections. Draws nothing and returns `false` if they don't fit.
fn draw_pills(stage: &mut Stage<'_>, index: usize, area: Rect) -> bool {
    let group = stage.group(index);
    let done = if group.state == GroupState::CompletingRebalance { "pic-synced" } else { "pic-joined" };
    let sections = [(Step::Done, done), (Step::Awaited, "pic-awaited"), (Step::Pending, "pic-pending")];
    let mut groups = Vec::new();
    let mut x = area.x;
    let middle = area.y + area.h / 2.0;
    for (wanted, key) in sections {
        let members: Vec<_> = group.members.iter().filter(|member| step(group, member) == wanted).collect();
        if members.is_empty() {
            continue;
        }
        let head = stage.words.text(key);
        let mut heading = Group::new(Mark::Decor);
        heading.text(x, middle + BODY.drop(), BODY, &*head).fill(Token::Soft);
        groups.push(heading);
        x += BODY.room(&head) + 9.0;
        for member in members {
            let (pill, w) = round_pill(stage, member, wanted, point(x, area.y), area.h);
            groups.push(pill);
            x += w + 8.0;
        }
        x += 8.0;
    }
    let fits = x - 16.0 <= area.right();
    if fits {
        stage.groups.extend(groups);
    }
    fits
}

fn round_pill(
    stage: &Stage<'_>,
    member: &GroupMemberFrame,
    step: Step,
    at: crate::geometry::Point,
    height: f32,
) -> (Group, f32) {
    let place = stage.place(&member.consumer);
    let hue = place.map_or(Hue::Rest, |place| stage.hue(place));
    let dead = place.is_some_and(|place| stage.condition(place).is_exception());
    let face = Face::sans(12.5, 600);
    let name = face.fit(&member.consumer, 150.0);
    let mark_room = if dead { 16.0 } else { 0.0 };
    let w = face.room(&name) + 26.0 + mark_room;
    let pill = rect(at.x, at.y, w, height);
    let mark = place.map_or(Mark::Decor, Mark::Round);
    let mut group = Group::in_box(mark, pill, height / 2.0).labelled(&*member.consumer);
    let (rim, ink) = if dead { (Hue::Bad, Hue::Bad) } else { (hue, hue) };
    match step {
        Step::Done => group.frame().fill(Token::Tint2(hue)).stroke(Token::Area(rim), 1.4),
        Step::Awaited => group.frame().stroke(Token::Area(rim), 1.3).dash(4.0, 3.0),
        Step::Pending => group.frame().stroke(Token::Area(rim), 1.3).dash(1.5, 3.0),
    };
    let middle = at.y + height / 2.0;
    if dead {
        group.cross(point(at.x + 17.0, middle), 1.0);
    }
    let center = at.x + (w + mark_room) / 2.0;
    group.text(center, middle + face.drop(), face, name).middle().fill(Token::Text(ink));
    (group, w)
}

/// "joined 31 of 49" and a cell for each member.
fn draw_progress(stage: &mut Stage<'_>, index: usize, area: Rect) {
    let group = stage.group(index);
    let key = if group.state == GroupState::CompletingRebalance { "pic-synced-of" } else { "pic-joined-of" };
    let (count, total) =
        (group.members.iter().filter(|member| step(group, member) == Step::Done).count(), group.members.len());
    let long = stage.words.say(key, &[("count", count.into()), ("total", total.into())]);
    let short = format!("{count} / {total}");
    let face = Face::sans(12.5, 650);
    let text = face.first_fit(&[&long, &short], area.w).unwrap_or(&short);
    let middle = area.y + area.h / 2.0;
    let ink = Token::Text(state_hue(group.state));
    let mut heading = Group::new(Mark::Decor);
    heading.text(area.x, middle + face.drop(), face, face.fit(text, area.w)).fill(ink);
    stage.groups.push(heading);
    let x = area.x + face.room(text) + 14.0;
    let pitch = ((area.right() - x) / group.members.len() as f32).min(14.0);
    if pitch < 2.5 {
        return;
    }
    // In the order of the round: what is done grows from the left.
    let mut members: Vec<_> = group.members.iter().collect();
    members.sort_by_key(|member| (step(group, member) as u8, is_dead(stage, member)));
    for (position, member) in members.into_iter().enumerate() {
        let cell = rect(x + position as f32 * pitch, middle - 5.5, (pitch - 2.0).max(1.5), 11.0);
        let mark = stage.place(&member.consumer).map_or(Mark::Decor, Mark::Round);
        let mut group_ = Group::new(mark).labelled(&*member.consumer);
        let shape = group_.rect(cell, 2.0);
        match step(group, member) {
            Step::Done => shape.fill(ink),
            _ if is_dead(stage, member) => shape.stroke(Token::Area(Hue::Bad), 1.6),
            Step::Awaited => shape.stroke(Token::Line, 1.0),
            Step::Pending => shape.stroke(Token::Line, 1.0).dash(1.5, 2.0),
        };
        stage.groups.push(group_);
    }
}

fn is_dead(stage: &Stage<'_>, member: &GroupMemberFrame) -> bool {
    stage.place(&member.consumer).is_some_and(|place| stage.condition(place).is_exception())
}

/// The crown of a leader with its left upper corner at the point.
pub(crate) fn crown(group: &mut Group, x: f32, y: f32, scale: f32) {
    group.icon(icon::CROWN, point(x, y), scale).fill(Token::Ink);
}

/// The face of a group's name.
const TITLE: Face = Face::sans(19.0, 650);
