//! The chart's lines: the log's end, what is committed, and for each reader its position and what it has processed.

use groupscope_core::simulation::{ConsumerIx, lane::Lane};

use super::chart::{Chart, Labels};
use crate::{
    geometry::point,
    mark::Mark,
    path::Path,
    scene::Group,
    token::{Hue, Token},
};

/// Shorter pieces of a line are not drawn one by one, px.
const SEEN: f32 = 0.4;

/// Shares of a line's length at which its name may stand.
const ALONG: [f32; 7] = [0.5, 0.35, 0.65, 0.2, 0.8, 0.08, 0.92];

impl Chart<'_> {
    /// The log's end, what is committed, and each reader's lines.
    pub(super) fn lines(&self, labels: &mut Labels) -> Vec<Group> {
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

    fn position(&self, reader: ConsumerIx, labels: &mut Labels) -> Group {
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
        let (mut open, mut drawn) = (false, 0.0);
        for span in lane.spans(self.scale.time.from, self.known) {
            let Some(offset) = span.change.value else {
                open = false;
                continue;
            };
            let (from, to, y) = (self.scale.x(span.from), self.scale.x(span.to), self.scale.y(offset as f64));
            if open && to - drawn < SEEN {
                continue;
            }
            if open {
                path.line(from.max(drawn), y)
            } else {
                path.go(from, y)
            };
            path.line(to, y);
            (open, drawn) = (true, to);
        }
        path
    }

    fn processed(&self, reader: ConsumerIx, labels: &mut Labels) -> Group {
        let name = self.records.name(reader);
        let said = self.records.words.say("rec-line-processed", &[("member", (&**name).into())]);
        let mut group = Group::new(Mark::Decor).labelled(said);
        let ink = Hue::of_place(reader.index());
        let mut path = Path::default();
        let mut last: Option<(u64, i64)> = None;
        let mut drawn = 0.0;
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
            let x = self.scale.x(end);
            if !joins || x - drawn >= SEEN || !work.finished {
                path.line(x, self.scale.y(level));
                drawn = x;
            }
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

    fn processed_at(&self, reader: ConsumerIx, at: u64) -> Option<f64> {
        let mut all = self.records.delivery.work.iter();
        let done = all.rfind(|work| work.consumer == reader && work.began <= at)?;
        Some(done.records.first as f64 + f64::from(done.share(at)) * f64::from(done.records.count))
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
}
