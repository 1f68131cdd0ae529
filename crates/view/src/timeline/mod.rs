//! A stretch of time: the coordinators' states, what each consumer is, who reads each partition, what was done to them.

mod axis;
mod bands;
mod events;
mod from_run;
mod history;
mod lanes;
mod many;
mod strip;

pub use axis::Axis;
pub(crate) use axis::draw as draw_axis;
pub(crate) use events::{Top, draw as draw_events};
pub use from_run::deed;
pub use history::{ConsumerTrack, Event, EventKind, GroupTrack, History, PartitionTrack, Stretch};
pub use strip::strip;

use self::lanes::Lanes;
use crate::{
    clock,
    geometry::{Point, Rect, Size, point, rect},
    icon,
    mark::Mark,
    pen::BODY,
    scene::{Form, Group, Scene},
    stage::{crown, pin},
    table::Table,
    token::{Hue, Token},
    words::Words,
};

/// What the reader has asked for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// The moment shown, ms: who leads then is crowned, who is down then is named.
    pub at: Option<u64>,
    /// Whether a line marks that moment, moving with time.
    pub playhead: bool,
    /// The run as it was before a setting was dragged.
    pub ghost: Option<&'a History>,
    /// Another run, whose timeline has the same axis.
    pub beside: Option<&'a History>,
}

/// Above the lanes: names of events and ticks, and the playhead's head.
const TOP: f32 = 28.0;
/// How far a ghost's bands show below those of the run.
const GHOST: f32 = 3.5;

/// Draws the window of `history`.
#[must_use]
pub fn timeline(history: &History, size: Size, words: &Words, options: &Options<'_>) -> Scene {
    let size = Size { w: size.w.max(280.0), h: size.h.max(80.0) };
    let axis = axis_beside(history, options.beside, size.w, words);
    let (margin, right, top) = (margin(size.w), axis.x + axis.w, TOP);
    let column = axis.x - margin;
    let thin = is_thin(history, &axis);
    let foot = if thin { 20.0 } else { 4.0 };
    let area = rect(margin, top, right - margin, size.h - top - foot);
    let lanes = Lanes::new(history, area, column);
    let head = Top { baseline: 13.0, lanes: area, right: size.w - 4.0 };
    let (events, taken) = events::draw(history, &axis, words, &head);
    let mut groups = vec![axis::draw(&axis, words, &head, &taken)];
    if let Some(ghost) = options.ghost {
        let ghost_lanes = lanes.draw_bands(ghost, &axis, words);
        groups.extend(ghost_lanes.into_iter().map(|group| faded(group, point(0.0, GHOST))));
    }
    groups.extend(lanes.draw_names(history, words, options.at));
    groups.extend(lanes.draw_bands(history, &axis, words));
    groups.extend(options.at.filter(|_| options.playhead).and_then(|at| playhead(&axis, at, top, area)));
    let (named, until) = lanes.draw_moment(history, &axis, options.at);
    groups.extend(named);
    groups.extend(events);
    if thin {
        groups.push(scale(&axis, words, rect(axis.x, size.h - foot, axis.w, foot)));
    }
    let times = [history.from, history.to].map(clock::clock);
    let title = words.say("pic-timeline-title", &[("from", (&times[0]).into()), ("to", (&times[1]).into())]);
    let at = options.at.unwrap_or(history.from);
    Scene { size, ground: Token::Panel, title, at, until: until.max(at + 1), groups }
}

fn margin(width: f32) -> f32 {
    if width < 640.0 { 12.0 } else { 18.0 }
}

/// The axis of a timeline of that width.
#[must_use]
pub fn axis(history: &History, width: f32, words: &Words) -> Axis {
    let x = margin(width) + lanes::name_column(history, words, width);
    Axis { from: history.from, to: history.to, x, w: (width - margin(width) - x).max(1.0) }
}

/// The axis of the timelines of two runs, one above the other.
#[must_use]
pub fn axis_beside(history: &History, other: Option<&History>, width: f32, words: &Words) -> Axis {
    let own = axis(history, width, words);
    match other.map(|other| axis(other, width, words)) {
        Some(other) if other.x > own.x => Axis { x: other.x, w: other.w, ..own },
        _ => own,
    }
}

/// The height at which a timeline shows all it can with ease, px.
#[must_use]
pub fn height(history: &History, width: f32) -> f32 {
    TOP + lanes::ideal_height(history, width < 640.0) + 20.0
}

/// A quarter as strong, and without texts.
fn faded(mut group: Group, by: Point) -> Group {
    group.shapes.retain(|shape| !matches!(shape.form, Form::Text(_)));
    group.label = None;
    group.mark = Mark::Decor;
    group.opacity.0 *= 0.25;
    group.moved(by)
}

/// Whether bands are summed since they would be shorter than 1 px.
fn is_thin(history: &History, axis: &Axis) -> bool {
    let px = axis.ms_per_px();
    let short = |from: u64, to: u64| ((to - from) as f64) < px;
    let group = history.groups.iter().flat_map(|group| history.within(&group.phases));
    group.into_iter().any(|(from, to, _)| short(from, to) && to < history.to && from > history.from)
}

/// "1 px = 0.65 s: …", shorter where it does not fit.
fn scale(axis: &Axis, words: &Words, area: Rect) -> Group {
    let px = axis.ms_per_px();
    let number = if px < 10_000.0 { format!("{:.2}", px / 1000.0) } else { format!("{:.0}", px / 1000.0) };
    let time = words.say("pic-seconds", &[("time", (&number).into())]);
    let long = words.say("pic-scale", &[("time", (&time).into())]);
    let mut group = Group::new(Mark::Decor);
    let short = format!("1 px = {time}");
    if let Some(text) = BODY.first_fit(&[&long, &short], area.w) {
        group.text(area.x, area.y + 14.0, BODY, text).fill(Token::Soft);
    }
    group
}

/// The line at the moment shown, moving with time.
fn playhead(axis: &Axis, at: u64, top: f32, area: Rect) -> Option<Group> {
    (axis.from..=axis.to).contains(&at).then(|| {
        let mut group = Group::new(Mark::Playhead);
        let (start, end) = (axis.x, axis.x + axis.w);
        let line = |x: f32| Form::Line(point(x, top - 2.0), point(x, area.bottom()));
        let shape = group.line(point(start, top - 2.0), point(start, area.bottom()));
        shape.stroke(Token::Ink, 1.6).becomes(line(end), axis.from, axis.to);
        let head = group.icon(icon::HEAD, point(start, top - 1.0), 1.0);
        head.fill(Token::Ink).becomes(Form::Icon(icon::HEAD, point(end, top - 1.0), 1.0), axis.from, axis.to);
        group
    })
}

/// A consumer's name with the crown of a leader and the pin of a static member behind it, as far as they fit.
fn consumer_name(track: &ConsumerTrack, place: usize, leads: bool, row: Rect) -> Group {
    // Where lanes are low, names of one lane must not touch those of the next.
    let face = if row.h < 13.5 { lanes::LOW_NAME } else { lanes::NAME };
    let mut group = Group::new(Mark::Consumer(place)).labelled(&*track.name);
    let signs = if leads { 15.0 } else { 0.0 } + if track.is_static { 12.0 } else { 0.0 };
    let name = face.fit(&track.name, row.w - signs);
    let baseline = row.center().y + face.drop();
    group.text(row.x, baseline, face, &*name).fill(Token::Text(Hue::of_place(place)));
    let mut x = row.x + face.room(&name) + 4.0;
    if leads {
        crown(&mut group, x, baseline - 9.0, 0.8);
        x += 15.0;
    }
    if track.is_static {
        pin(&mut group, x, baseline, false);
    }
    group
}

/// What the timeline shows, for those who read it as a table: each stretch of each lane.
#[must_use]
pub fn table(history: &History, words: &Words) -> Table {
    let columns = ["what", "state", "from", "to"].map(|column| words.text(&format!("pic-column-{column}")));
    let mut table = Table::new(words.text("pic-table-timeline"), columns);
    let mut row = |what: &str, state: String, from: u64, to: u64| {
        table.row([what.to_owned(), state, clock::clock(from), clock::clock(to)]);
    };
    for group in &history.groups {
        for (from, to, (state, generation)) in history.within(&group.phases) {
            let args = [("state", crate::stage::state_names(*state)[0].into()), ("generation", (*generation).into())];
            row(&group.id, words.say("pic-band-generation", &args), from, to);
        }
    }
    for consumer in &history.consumers {
        for (from, to, condition) in history.within(&consumer.conditions) {
            row(&consumer.name, words.text(condition.key()), from, to);
        }
    }
    for partition in &history.partitions {
        for (from, to, reader) in history.within(&partition.readers) {
            let reader = reader.and_then(|place| history.consumers.get(place)).map(|track| track.name.to_string());
            let reader = reader.unwrap_or_else(|| words.text("pic-nobody-reads"));
            row(&partition.partition.to_string(), reader, from, to);
        }
    }
    for event in history.events.iter().filter(|event| (history.from..history.to).contains(&event.at)) {
        row(&event.name, String::new(), event.at, event.at);
    }
    table
}
