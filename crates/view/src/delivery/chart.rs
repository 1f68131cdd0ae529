//! Offsets over time: the log's end, what is committed, and for each reader its position and what it has processed.

use groupscope_core::{
    coordinator::{self, Removal},
    report::{delivery::Work, gaps_of},
    simulation::{GroupIx, PartitionIx, lane::Lane, trace::EventKind},
};

use super::{
    Records,
    scale::{Scale, nice_step},
};
use crate::{
    clock,
    geometry::{Rect, Size, point, rect},
    icon,
    mark::Mark,
    measure::Face,
    path::Path,
    pen::BOLD,
    scene::{Form, Group, Scene},
    timeline::{Axis, History, Top, draw_axis, draw_events},
    token::{Hue, Token},
    words::Arg,
};

const TICK: Face = Face::mono(11.0, 400);
const TOP: f32 = 28.0;
const LEAST: Size = Size { w: 280.0, h: 120.0 };

impl Records<'_> {
    /// The time axis of a chart of that size.
    #[must_use]
    pub fn axis(&self, window: (u64, u64), size: Size) -> Axis {
        self.scale(window, size).time
    }

    fn scale(&self, (from, to): (u64, u64), size: Size) -> Scale {
        let size = Size { w: size.w.max(LEAST.w), h: size.h.max(LEAST.h) };
        let (low, high) = self.range(from, to);
        let margin = if size.w < 640.0 { 12.0 } else { 18.0 };
        let left = margin + TICK.room(&clock::number(high)) + 8.0;
        let time = Axis { from, to: to.max(from + 1), x: left, w: (size.w - margin - left).max(1.0) };
        Scale { time, low, high, top: TOP + 8.0, bottom: size.h - 10.0 }
    }

    /// The lowest and the highest offset to be seen.
    fn range(&self, from: u64, to: u64) -> (i64, i64) {
        let to = to.min(self.run.computed);
        let lanes = &self.run.lanes.partitions[self.delivery.partition.index()];
        let mut seen = Vec::new();
        let mut add = |lane: &Lane<Option<i64>>| {
            seen.extend(lane.spans(from, to + 1).filter_map(|span| span.change.value));
        };
        lanes.committed.get(&self.delivery.group).into_iter().for_each(&mut add);
        for (reader, _) in &self.delivery.readers {
            let positions = self.run.lanes.consumers[reader.index()].positions.get(&self.delivery.partition);
            positions.into_iter().for_each(&mut add);
        }
        let works =
            self.delivery.work.iter().filter(|work| work.ended.is_some_and(|end| end >= from) && work.began <= to);
        seen.extend(works.map(|work| work.records.first));
        for at in [from, to] {
            seen.extend(lanes.log.at(at).map(|log| log.value.end(at)));
        }
        let (low, high) = (seen.iter().min().copied().unwrap_or(0), seen.iter().max().copied().unwrap_or(0));
        (low, high.max(low + 4))
    }

    /// Draws the window `from .. to`, ms.
    #[must_use]
    pub fn chart(&self, window: (u64, u64), at: u64, size: Size) -> Scene {
        let size = Size { w: size.w.max(LEAST.w), h: size.h.max(LEAST.h) };
        let scale = self.scale(window, size);
        let chart = Chart { records: self, scale, known: self.run.computed.min(scale.time.to) };
        let area = rect(scale.time.x, TOP, scale.time.w, size.h - TOP - 4.0);
        let history = History::events_of(self.run, window.0..window.1, self.words);
        let head = Top { baseline: 13.0, lanes: area, right: size.w - 4.0 };
        let (events, taken) = draw_events(&history, &scale.time, self.words, &head);
        let mut labels = Labels { area, taken: Vec::new(), group: Group::new(Mark::Decor) };
        let mut groups = vec![chart.ticks(), draw_axis(&scale.time, self.words, &head, &taken)];
        groups.extend(chart.gaps(&mut labels, area));
        groups.push(chart.again(&mut labels));
        groups.extend(chart.lines(&mut labels));
        groups.extend(chart.expiries(&mut labels));
        groups.extend(events);
        groups.push(labels.group);
        groups.extend(playhead(&scale.time, at, area));
        let title = [("partition", Arg::Text(&self.partition().to_string()))];
        let title = self.words.say("rec-chart-title", &title);
        Scene { size, ground: Token::Panel, title, at, until: scale.time.to.max(at + 1), groups }
    }
}

/// The line at the moment shown, moving with time.
fn playhead(axis: &Axis, at: u64, area: Rect) -> Option<Group> {
    (axis.from..=axis.to).contains(&at).then(|| {
        let mut group = Group::new(Mark::Playhead);
        let (start, end) = (axis.x, axis.x + axis.w);
        let line = |x: f32| Form::Line(point(x, area.y - 2.0), point(x, area.bottom()));
        let shape = group.line(point(start, area.y - 2.0), point(start, area.bottom()));
        shape.stroke(Token::Ink, 1.6).becomes(line(end), axis.from, axis.to);
        let head = |x: f32| Form::Icon(icon::HEAD, point(x, area.y - 1.0), 1.0);
        let shape = group.icon(icon::HEAD, point(start, area.y - 1.0), 1.0);
        shape.fill(Token::Ink).becomes(head(end), axis.from, axis.to);
        group
    })
}

/// Texts on the chart: each where none is yet.
struct Labels {
    area: Rect,
    taken: Vec<Rect>,
    group: Group,
}

impl Labels {
    /// Puts a text with its middle at the first of these places at which it is in nobody's way.
    fn put(&mut self, text: &str, ink: Token, plate: bool, places: impl Iterator<Item = (f32, f32)>) {
        let width = BOLD.room(text) + 8.0;
        for (x, y) in places {
            let area = rect(x - width / 2.0, y - 9.0, width, 18.0);
            if self.area.holds(area, 0.0) && !self.taken.iter().any(|other| other.meets(area, 0.0)) {
                self.taken.push(area);
                if plate {
                    self.group.rect(area, 4.0).fill(Token::Panel);
                }
                let baseline = area.center().y + BOLD.drop();
                self.group.text(x, baseline, BOLD, text).middle().fill(ink).halo(Token::Panel);
                return;
            }
        }
    }
}

struct Chart<'a> {
    records: &'a Records<'a>,
    scale: Scale,
    /// Up to when the run is known, within the window, ms.
    known: u64,
}

/// Shares of a line's length at which its name may stand.
const ALONG: [f32; 7] = [0.5, 0.35, 0.65, 0.2, 0.8, 0.08, 0.92];

impl Chart<'_> {
    fn group_ix(&self) -> GroupIx {
        self.records.delivery.group
    }

    fn place(&self) -> PartitionIx {
        self.records.delivery.partition
    }

    fn text(&self, key: &str) -> String {
        self.records.words.text(key)
    }

    fn ticks(&self) -> Group {
        let scale = self.scale;
        let mut group = Group::new(Mark::Decor);
        let step = nice_step((scale.high - scale.low) as f64, f64::from((scale.bottom - scale.top) / 34.0));
        let mut offset = scale.low.div_euclid(step) * step;
        while offset <= scale.high {
            if offset >= scale.low {
                let y = scale.y(offset as f64);
                group.line(point(scale.time.x, y), point(scale.time.x + scale.time.w, y)).stroke(Token::Rule, 1.0);
                let number = clock::number(offset);
                group.text(scale.time.x - 8.0, y + TICK.drop(), TICK, number).end().fill(Token::Soft);
            }
            offset += step;
        }
        group
    }

    /// Where nobody reads.
    fn gaps(&self, labels: &mut Labels, area: Rect) -> Vec<Group> {
        let (records, scale) = (self.records, self.scale);
        let mut groups = Vec::new();
        for gap in gaps_of(records.run, self.group_ix(), self.place()) {
            let to = gap.to.unwrap_or(self.known);
            let (from, end) = (gap.from.max(scale.time.from), to.min(scale.time.to));
            if from >= end {
                continue;
            }
            let (left, right) = (scale.x(from), scale.x(end));
            let mut group = Group::new(Mark::Unread);
            let time = records.words.duration(to - gap.from);
            let text = records.words.say("rec-nobody-reads", &[("time", (&time).into())]);
            group.label = Some(text.clone());
            group.rect(rect(left, area.y, (right - left).max(1.0), area.h), 0.0).hatch(0.8).opacity(0.55);
            groups.push(group);
            let heights = [0.62, 0.5, 0.75, 0.35].map(|share| area.y + area.h * share);
            if right - left > 12.0 {
                labels.put(&text, Token::Text(Hue::Bad), true, heights.into_iter().map(|y| ((left + right) / 2.0, y)));
            }
        }
        groups
    }

    /// The log's end, what is committed, and each reader's lines.
    fn lines(&self, labels: &mut Labels) -> Vec<Group> {
        let mut groups = vec![self.log(labels), self.committed(labels)];
        for (reader, _) in &self.records.delivery.readers {
            groups.push(self.position(*reader, labels));
            groups.push(self.processed(*reader, labels));
        }
        groups
    }

    fn log(&self, labels: &mut Labels) -> Group {
        let log = &self.records.run.lanes.partitions[self.place().index()].log;
        let mut path = Path::default();
        for span in log.spans(self.scale.time.from, self.known) {
            let point = |at: u64| (self.scale.x(at), self.scale.y(span.change.value.end(at) as f64));
            let ((x, y), (end, level)) = (point(span.from), point(span.to));
            if path.is_empty() {
                path.go(x, y)
            } else {
                path.line(x, y)
            };
            path.line(end, level);
        }
        let mut group = Group::new(Mark::Decor).labelled(self.text("rec-line-log-end"));
        group.path(path).stroke(Token::Soft, 2.0);
        let end = |at: u64| log.at(at).map(|log| log.value.end(at) as f64);
        self.name_line(labels, &self.text("rec-line-log-end"), Token::Soft, (self.scale.time.from, self.known), end);
        group
    }

    fn committed(&self, labels: &mut Labels) -> Group {
        let mut group = Group::new(Mark::Decor).labelled(self.text("rec-line-committed"));
        let lanes = &self.records.run.lanes.partitions[self.place().index()];
        let Some(lane) = lanes.committed.get(&self.group_ix()) else { return group };
        group.path(self.stairs(lane)).stroke(Token::Ink, 2.2);
        let value = |at: u64| Some(lane.at(at)?.value? as f64);
        self.name_line(labels, &self.text("rec-line-committed"), Token::Ink, (self.scale.time.from, self.known), value);
        group
    }

    fn position(&self, reader: groupscope_core::simulation::ConsumerIx, labels: &mut Labels) -> Group {
        let name = self.records.name(reader);
        let said = self.records.words.say("rec-line-position", &[("member", (&**name).into())]);
        let mut group = Group::new(Mark::Decor).labelled(said);
        let Some(lane) = self.records.run.lanes.consumers[reader.index()].positions.get(&self.place()) else {
            return group;
        };
        let ink = Token::Text(Hue::of_place(reader.index()));
        group.path(self.stairs(lane)).stroke(ink, 1.8).dash(5.0, 3.0);
        let held = lane.spans(self.scale.time.from, self.known).filter(|span| span.change.value.is_some());
        let longest = held.fold(None, |all: Option<(u64, u64)>, span| {
            Some(all.map_or((span.from, span.to), |(from, _)| (from, span.to)))
        });
        if let Some(window) = longest {
            let value = |at: u64| Some(lane.at(at)?.value? as f64);
            self.name_line(labels, &self.text("rec-line-position-short"), ink, window, value);
        }
        group
    }

    /// A lane as a stair; broken where it has no value.
    fn stairs(&self, lane: &Lane<Option<i64>>) -> Path {
        let mut path = Path::default();
        let mut open = false;
        for span in lane.spans(self.scale.time.from, self.known) {
            let Some(offset) = span.change.value else {
                open = false;
                continue;
            };
            let (from, to, y) = (self.scale.x(span.from), self.scale.x(span.to), self.scale.y(offset as f64));
            if open {
                path.line(from, y)
            } else {
                path.go(from, y)
            };
            path.line(to, y);
            open = true;
        }
        path
    }

    fn processed(&self, reader: groupscope_core::simulation::ConsumerIx, labels: &mut Labels) -> Group {
        let name = self.records.name(reader);
        let said = self.records.words.say("rec-line-processed", &[("member", (&**name).into())]);
        let mut group = Group::new(Mark::Decor).labelled(said);
        let ink = Hue::of_place(reader.index());
        let mut path = Path::default();
        let mut last: Option<(u64, i64)> = None;
        let mut span: Option<(u64, u64)> = None;
        for work in self.in_window().filter(|work| work.consumer == reader) {
            let (end, level) = if work.finished {
                (work.ended.unwrap_or(self.known), work.records.end() as f64)
            } else {
                let end = work.ended.unwrap_or(self.known);
                (end, work.records.first as f64 + f64::from(work.share(end)))
            };
            // Of work that goes on at the same time only what is reached is drawn.
            let joins = last.is_some_and(|(at, offset)| at >= work.began && offset <= work.records.end());
            if !joins {
                path.go(self.scale.x(work.began), self.scale.y(work.records.first as f64));
            }
            path.line(self.scale.x(end), self.scale.y(level));
            if !work.finished && work.ended.is_some() {
                group.cross(point(self.scale.x(end), self.scale.y(level)), 1.2);
            }
            last = Some((end, work.records.end()));
            span = Some(span.map_or((work.began, end), |(from, to)| (from, to.max(end))));
        }
        group.path(path).stroke(Token::Area(ink), 3.0);
        if let Some(window) = span {
            let text = self.text("rec-line-processed-short");
            self.name_line(labels, &text, Token::Text(ink), window, |at| self.processed_at(reader, at));
        }
        group
    }

    fn processed_at(&self, reader: groupscope_core::simulation::ConsumerIx, at: u64) -> Option<f64> {
        let all = self.records.delivery.work.iter();
        let done = all.filter(|work| work.consumer == reader && work.began <= at).next_back()?;
        Some(done.records.first as f64 + f64::from(done.share(at)) * f64::from(done.records.count))
    }

    fn in_window(&self) -> impl Iterator<Item = &Work> {
        let (from, to) = (self.scale.time.from, self.known);
        let all = self.records.delivery.work.iter();
        all.filter(move |work| work.ended.is_none_or(|end| end >= from) && work.began <= to)
    }

    /// Names a line beside itself, where there is room.
    fn name_line(
        &self,
        labels: &mut Labels,
        text: &str,
        ink: Token,
        (from, to): (u64, u64),
        value: impl Fn(u64) -> Option<f64>,
    ) {
        let places = ALONG.iter().flat_map(|share| {
            let at = from + ((to.saturating_sub(from)) as f32 * share) as u64;
            let spot = value(at).map(|offset| (self.scale.x(at), self.scale.y(offset)));
            spot.into_iter().flat_map(|(x, y)| [(x, y - 13.0), (x, y + 13.0)])
        });
        labels.put(text, ink, false, places.collect::<Vec<_>>().into_iter());
    }

    /// What is processed again.
    fn again(&self, labels: &mut Labels) -> Group {
        let mut group = Group::new(Mark::Decor);
        let bad = Token::Area(Hue::Bad);
        let mut runs: Vec<(u64, u64, i64, i64)> = Vec::new();
        for work in self.in_window().filter(|work| work.time > 1) {
            let end = work.ended.unwrap_or(self.known);
            match runs.last_mut() {
                Some(last) if last.3 == work.records.first && work.began <= last.1 + work.length.max(100) => {
                    (last.1, last.3) = (end, work.records.end());
                }
                _ => runs.push((work.began, end, work.records.first, work.records.end())),
            }
        }
        for (from, to, first, end) in runs {
            let (x, right, low, high) =
                (self.scale.x(from), self.scale.x(to), self.scale.y(first as f64), self.scale.y(end as f64));
            let mut path = Path::default();
            path.go(x, low).line(right, high).line(x, high).close();
            group.path(path).fill(bad).opacity(0.25);
            group.line(point(x, high), point(right, high)).stroke(bad, 1.2).dash(3.0, 3.0);
            let args = [("count", (end - first).into()), ("time", Arg::Text(&clock::moment(to)))];
            let text = self.records.words.say("rec-again-until", &args);
            let half = BOLD.room(&text) / 2.0 + 10.0;
            let beside =
                [(right + half, low), (right + half, low + 20.0), (x - half, high), (right - half, low + 22.0)];
            labels.put(&text, Token::Text(Hue::Bad), false, beside.into_iter());
        }
        group
    }

    /// The sessions that end.
    fn expiries(&self, labels: &mut Labels) -> Vec<Group> {
        let run = self.records.run;
        let mut groups = Vec::new();
        for event in &run.trace.events {
            let EventKind::Coordinator { group, note, .. } = event.kind else { continue };
            let coordinator::Note::MembersRemoved { why: Removal::SessionExpired, .. } =
                &run.trace.coordinator_notes[note.index()]
            else {
                continue;
            };
            if group != self.group_ix() || !(self.scale.time.from..self.known).contains(&event.at) {
                continue;
            }
            let (x, foot) = (self.scale.x(event.at), self.scale.bottom + 6.0);
            let text = self.records.words.say("rec-session-ends", &[("time", (&clock::moment(event.at)).into())]);
            let mut group = Group::new(Mark::Decor).labelled(text.clone());
            group.line(point(x, foot), point(x, foot - 30.0)).stroke(Token::Area(Hue::Prep), 1.6);
            groups.push(group);
            let half = BOLD.room(&text) / 2.0 + 8.0;
            let beside = [(x - half, foot - 14.0), (x + half, foot - 14.0), (x, foot - 40.0)];
            labels.put(&text, Token::Text(Hue::Prep), true, beside.into_iter());
        }
        groups
    }
}
