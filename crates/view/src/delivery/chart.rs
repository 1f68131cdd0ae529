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
        let mut labels = Labels { area, taken: chart.crosses(), group: Group::new(Mark::Decor) };
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
pub(super) struct Labels {
    area: Rect,
    taken: Vec<Rect>,
    group: Group,
}

impl Labels {
    /// Puts a text with its middle at the first of these places at which it is in nobody's way.
    pub(super) fn put(&mut self, text: &str, ink: Token, plate: bool, places: impl Iterator<Item = (f32, f32)>) {
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

pub(super) struct Chart<'a> {
    pub(super) records: &'a Records<'a>,
    pub(super) scale: Scale,
    /// Up to when the run is known, within the window, ms.
    pub(super) known: u64,
}

impl Chart<'_> {
    pub(super) fn group_ix(&self) -> GroupIx {
        self.records.delivery.group
    }

    pub(super) fn place(&self) -> PartitionIx {
        self.records.delivery.partition
    }

    pub(super) fn text(&self, key: &str) -> String {
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
            let heights = [0.22, 0.34, 0.46, 0.62, 0.78].map(|share| area.y + area.h * share);
            if right - left > 12.0 {
                labels.put(&text, Token::Text(Hue::Bad), true, heights.into_iter().map(|y| ((left + right) / 2.0, y)));
            }
        }
        groups
    }

    /// Where work was broken off: no text lies there.
    fn crosses(&self) -> Vec<Rect> {
        let broken_off = self.in_window().filter(|work| !work.finished);
        let at = |work: &Work| {
            let end = work.ended?;
            let level = work.records.first as f64 + f64::from(work.share(end));
            Some(rect(self.scale.x(end) - 8.0, self.scale.y(level) - 8.0, 16.0, 16.0))
        };
        broken_off.filter_map(at).collect()
    }

    pub(super) fn in_window(&self) -> impl Iterator<Item = &Work> {
        let (from, to) = (self.scale.time.from, self.known);
        let all = self.records.delivery.work.iter();
        all.filter(move |work| work.ended.is_none_or(|end| end >= from) && work.began <= to)
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
                [(right + half, low + 16.0), (right + half, low - 14.0), (x - half, high), (right - half, low + 22.0)];
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
