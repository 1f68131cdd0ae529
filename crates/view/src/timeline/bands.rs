//! The bands of single lanes.

use groupscope_core::simulation::frame::GroupState;

use super::{
    axis::Axis,
    history::{ConsumerTrack, GroupTrack, History, PartitionTrack},
};
use crate::{
    condition::Condition,
    geometry::{Rect, point, rect},
    mark::Mark,
    measure::Face,
    path::Path,
    pen::BOLD,
    scene::{Form, Group},
    stage::{state_hue, state_names},
    token::{Hue, Token},
    words::Words,
};

/// The band between two times, with a cut of 1 px at its end.
fn band(axis: &Axis, from: u64, to: u64, y: f32, h: f32) -> Rect {
    let (x, end) = (axis.x(from), axis.x(to));
    rect(x, y, (end - x - 1.0).max(0.6), h)
}

/// Spans thinner than a pixel, summed by pixel: how much of each is covered.
#[derive(Default)]
pub(super) struct Bins(Vec<(i32, f32)>);

impl Bins {
    pub(super) fn add(&mut self, x: f32, w: f32) {
        let bin = x.floor() as i32;
        match self.0.last_mut() {
            Some((last, sum)) if *last == bin => *sum += w,
            _ => self.0.push((bin, w)),
        }
    }

    /// Draws each as a bar standing on the row's foot, as high as its share.
    pub(super) fn draw(&self, path: &mut Path, y: f32, h: f32) {
        for (bin, sum) in &self.0 {
            let high = h * sum.min(1.0);
            path.bar(*bin as f32, y + h - high, 1.0, high);
        }
    }
}

/// Names of a state as a band bears them, the longest first.
fn phase_texts(words: &Words, state: GroupState, generation: i32) -> Vec<String> {
    let [name, short] = state_names(state);
    let mut texts = Vec::new();
    if state == GroupState::Stable {
        let args = |state: &'static str| [("state", state.into()), ("generation", generation.into())];
        texts.push(words.say("pic-band-generation", &args(name)));
        texts.push(words.say("pic-band-short", &args(name)));
    }
    texts.extend([name.to_owned(), short.to_owned()]);
    if state == GroupState::PreparingRebalance {
        texts.push("Prep.".to_owned());
    }
    texts
}

/// A group's states. Bands shorter than 1 px are summed.
pub(super) fn group(
    history: &History,
    index: usize,
    track: &GroupTrack,
    axis: &Axis,
    row: Rect,
    words: &Words,
) -> Group {
    let mut group = Group::new(Mark::GroupLane(index)).labelled(&*track.id);
    let mut thin: Vec<(GroupState, Bins)> = Vec::new();
    let mut texts = Vec::new();
    for (from, to, (state, generation)) in history.within(&track.phases) {
        let area = band(axis, from, to, row.y, row.h);
        if area.w < 1.0 {
            bins_of(&mut thin, *state).add(area.x, area.w);
            continue;
        }
        group.rect(area, 3.0_f32.min(area.w / 2.0)).fill(Token::Text(state_hue(*state)));
        if row.h >= 13.5 && area.w > 24.0 {
            let forms = phase_texts(words, *state, *generation);
            let forms: Vec<&str> = forms.iter().map(String::as_str).collect();
            let free = beside_events(history, axis, area);
            if let Some(text) = BOLD.first_fit(&forms, free.w - 12.0).or_else(|| BOLD.first_fit(&forms, area.w - 12.0))
            {
                let x = if BOLD.room(text) <= free.w - 12.0 { free.x } else { area.x };
                texts.push((x + 7.0, text.to_owned(), *state));
            }
        }
    }
    for (state, bins) in &thin {
        let mut path = Path::default();
        bins.draw(&mut path, row.y, row.h);
        group.path(path).fill(Token::Text(state_hue(*state)));
    }
    for (x, text, state) in texts {
        let ground = Token::Text(state_hue(state));
        group.text(x, row.center().y + BOLD.drop(), BOLD, text).fill(Token::Inv).halo(ground);
    }
    group
}

/// The first wide part of a band that no event's line crosses, or its widest part.
fn beside_events(history: &History, axis: &Axis, area: Rect) -> Rect {
    let lines = history.events.iter().map(|event| axis.x(event.at)).filter(|x| (area.x..area.right()).contains(x));
    let mut edges: Vec<f32> = lines.chain([area.x, area.right()]).collect();
    edges.sort_by(f32::total_cmp);
    let parts = edges.windows(2).map(|edge| Rect { x: edge[0], w: edge[1] - edge[0], ..area });
    let wide = parts.clone().find(|part| part.w >= WIDE);
    wide.or_else(|| parts.max_by(|a, b| a.w.total_cmp(&b.w))).unwrap_or(area)
}

/// Room for the longest name of a state.
const WIDE: f32 = 150.0;

fn bins_of<K: PartialEq + Copy>(kinds: &mut Vec<(K, Bins)>, kind: K) -> &mut Bins {
    let index = kinds.iter().position(|(known, _)| *known == kind).unwrap_or_else(|| {
        kinds.push((kind, Bins::default()));
        kinds.len() - 1
    });
    &mut kinds[index].1
}

/// A consumer's conditions.
pub(super) fn consumer(
    history: &History,
    place: usize,
    track: &ConsumerTrack,
    axis: &Axis,
    row: Rect,
    words: &Words,
) -> Group {
    let mut group = Group::new(Mark::ConsumerLane(place)).labelled(&*track.name);
    let hue = Hue::of_place(place);
    let mut thin: Vec<(Condition, Bins)> = Vec::new();
    let mut plates = Vec::new();
    for (from, to, condition) in history.within(&track.conditions) {
        let area = band(axis, from, to, row.y, row.h);
        if area.w < 1.0 && *condition != Condition::Fenced {
            bins_of(&mut thin, *condition).add(area.x, area.w);
            continue;
        }
        if let Some(key) = stretch(&mut group, *condition, hue, area) {
            plates.push((area, key));
        }
    }
    for (condition, bins) in thin.iter().filter(|(condition, _)| !condition.is_gone()) {
        let mut path = Path::default();
        bins.draw(&mut path, row.y, row.h);
        let ink = if condition.is_exception() { Hue::Bad } else { hue };
        group.path(path).fill(Token::Area(ink)).opacity(if *condition == Condition::Stable { 1.0 } else { 0.5 });
    }
    heartbeats(history, track, axis, row, &mut group);
    for (area, key) in plates {
        plate(&mut group, area, &words.text(key));
    }
    sessions(history, track, axis, row, &mut group);
    group
}

/// Draws a condition. Returns the key of the word that stands on it.
fn stretch(group: &mut Group, condition: Condition, hue: Hue, area: Rect) -> Option<&'static str> {
    let radius = 3.0_f32.min(area.w / 2.0);
    match condition {
        Condition::Stable => {
            group.rect(area, radius).fill(Token::Area(hue));
        }
        Condition::Preparing => {
            group.rect(area, radius).fill(Token::Tint2(hue)).stroke(Token::Area(hue), 0.8);
        }
        Condition::Completing => {
            group.rect(area, radius).fill(Token::Panel).stroke(Token::Area(hue), 0.9);
            if area.w > 4.0 {
                group
                    .rect(rect(area.x + 2.0, area.y + area.h * 0.35, area.w - 4.0, area.h * 0.3), 1.0)
                    .fill(Token::Area(hue));
            }
        }
        Condition::Unjoined | Condition::Closing => {
            let thin = (area.h * 0.2).max(2.0);
            group.rect(rect(area.x, area.center().y - thin / 2.0, area.w, thin), thin / 2.0).fill(Token::Area(hue));
        }
        Condition::NoProcess | Condition::Frozen | Condition::Away => {
            if area.h < 4.0 {
                group.rect(area, 0.0).fill(Token::Area(Hue::Bad));
            } else {
                group.rect(area, radius).hatch(0.8);
            }
            return Some(match condition {
                Condition::NoProcess => "pic-band-dead",
                Condition::Frozen => "pic-band-frozen",
                _ => "pic-band-away",
            });
        }
        Condition::Fenced => {
            for shift in [1.0, 5.0] {
                group.rect(rect(area.x + shift, area.y, 2.0, area.h), 0.0).fill(Token::Area(Hue::Bad));
            }
        }
        Condition::Absent | Condition::Closed => {}
    }
    None
}

/// A word on a clear plate, if the band is wide and high enough for both.
fn plate(group: &mut Group, area: Rect, text: &str) {
    let face = Face::sans(11.0, 600);
    let w = face.room(text) + 10.0;
    if area.h < 14.0 || w + 12.0 > area.w {
        return;
    }
    let plate = rect(area.x + 6.0, area.y + 1.5, w, area.h - 3.0);
    group.rect(plate, 3.0).fill(Token::Panel);
    group.text(plate.x + 5.0, area.center().y + face.drop(), face, text).fill(Token::Text(Hue::Bad));
}

/// A dot each, if they stand far enough apart to be counted.
fn heartbeats(history: &History, track: &ConsumerTrack, axis: &Axis, row: Rect, group: &mut Group) {
    let inside: Vec<_> = track.heartbeats.iter().filter(|at| (history.from..history.to).contains(at)).collect();
    let crowded = inside.len() as f32 * 7.0 > axis.w;
    if row.h < 10.0 || crowded {
        return;
    }
    for at in inside {
        let on = track.conditions.iter().find(|stretch| stretch.holds_at(*at)).map(|stretch| stretch.value);
        let ink = match on {
            Some(Condition::Stable) => Token::Inv,
            Some(Condition::Preparing | Condition::Completing) => Token::Ink,
            _ => continue,
        };
        group.circle(point(axis.x(*at), row.center().y), (row.h * 0.12).clamp(1.6, 2.2)).fill(ink);
    }
}

/// Sessions that run out: a bar below the band that fills as time goes by.
fn sessions(history: &History, track: &ConsumerTrack, axis: &Axis, row: Rect, group: &mut Group) {
    for (from, to, ()) in history.within(&track.sessions) {
        let bar = rect(axis.x(from), row.bottom() + 1.5, axis.x(to) - axis.x(from), 3.0);
        group.rect(bar, 1.5).fill(Token::Faint);
        let full = Form::Rect(bar, 1.5);
        group.rect(Rect { w: 0.0, ..bar }, 1.5).fill(Token::Area(Hue::Bad)).becomes(full, from, to);
    }
}

/// A partition's readers; gaps are hatched and tell how long they last, or are solid where too low for a hatch.
pub(super) fn partition(history: &History, track: &PartitionTrack, axis: &Axis, row: Rect, words: &Words) -> Group {
    let mut group = Group::new(Mark::PartitionLane(track.partition.clone())).labelled(track.partition.to_string());
    let mut thin: Vec<(Option<usize>, Bins)> = Vec::new();
    for (from, to, reader) in history.within(&track.readers) {
        let area = band(axis, from, to, row.y, row.h);
        let radius = 3.0_f32.min(area.w / 2.0).min(row.h / 3.0);
        match reader {
            _ if area.w < 1.0 => bins_of(&mut thin, *reader).add(area.x, area.w),
            Some(place) => {
                group.rect(area, radius).fill(Token::Area(Hue::of_place(*place))).opacity(0.7);
            }
            None if row.h < 4.0 => {
                group.rect(area, 0.0).fill(Token::Area(Hue::Bad));
            }
            None => {
                group.rect(area, radius).hatch(0.8);
                gap_length(history, track, from, area, words, &mut group);
            }
        }
    }
    for (reader, bins) in &thin {
        let mut path = Path::default();
        bins.draw(&mut path, row.y, row.h);
        let hue = reader.map_or(Hue::Bad, Hue::of_place);
        group.path(path).fill(Token::Area(hue)).opacity(if reader.is_some() { 0.7 } else { 1.0 });
    }
    group
}

/// How long nobody reads, where the gap has room for it: figures have no descenders, so a low band bears them.
fn gap_length(history: &History, track: &PartitionTrack, at: u64, area: Rect, words: &Words, group: &mut Group) {
    let face = Face::sans(11.0, 600);
    let Some(gap) = track.readers.iter().find(|stretch| stretch.holds_at(at)) else { return };
    let text = words.duration(gap.to - gap.from);
    let w = face.room(&text) + 8.0;
    let is_whole = gap.from > history.from && gap.to < history.to;
    if !is_whole || area.h < 9.5 || w + 8.0 > area.w {
        return;
    }
    let plate = rect(area.center().x - w / 2.0, area.y - 1.5, w, area.h + 3.0);
    group.rect(plate, 2.0).fill(Token::Panel);
    group.text(plate.center().x, plate.center().y + face.drop(), face, text).middle().fill(Token::Text(Hue::Bad));
}

/// The stretches in which at least one partition lies unread.
pub(super) fn gaps(history: &History) -> Vec<(u64, u64)> {
    let unread = history.partitions.iter().flat_map(|track| history.within(&track.readers));
    let mut gaps: Vec<_> = unread.filter(|(.., reader)| reader.is_none()).map(|(from, to, _)| (from, to)).collect();
    gaps.sort_unstable();
    let mut merged: Vec<(u64, u64)> = Vec::new();
    for (from, to) in gaps {
        match merged.last_mut() {
            Some(last) if from <= last.1 => last.1 = last.1.max(to),
            _ => merged.push((from, to)),
        }
    }
    merged
}

/// The requests that a coordinator let wait: a bracket each, from arrival to answer.
pub(super) fn parked(history: &History, axis: &Axis, row: Rect, places: &[usize]) -> Group {
    let mut group = Group::new(Mark::Decor);
    let pitch = row.h / places.len().max(1) as f32;
    for (position, place) in places.iter().enumerate() {
        let y = row.y + (position as f32 + 0.5) * pitch;
        let ink = Token::Area(Hue::of_place(*place));
        for (from, to, ()) in history.within(&history.consumers[*place].parked) {
            let (x, end) = (axis.x(from), axis.x(to));
            if end - x < 2.0 {
                continue;
            }
            group.line(point(x, y), point(end, y)).stroke(ink, 1.3);
            for x in [x, end] {
                group.line(point(x, y - 1.6), point(x, y + 1.6)).stroke(ink, 1.3);
            }
        }
    }
    group
}
