//! One moment of a partition's records.

use groupscope_core::{
    report::delivery::{Reader, RecordState, Standing, Strip, Tally, Work},
    simulation::frame::Process,
};

use super::{
    Records,
    cells::{self, InLog},
    columns::{Columns, OFFSET},
    flags::{self, Flag, Style},
    rows::{NAME, Row, Rows, names},
    states::{state_key, state_of},
};
use crate::{
    clock,
    geometry::{Point, Rect, Size, point, rect},
    mark::Mark,
    measure::Face,
    pen::{BODY, BOLD},
    scene::{Count, Group, Scene},
    token::{Hue, Token},
    words::Arg,
};

/// The smallest picture that is laid out; below it, it is drawn as large as this.
const LEAST: Size = Size { w: 300.0, h: 266.0 };
const STRESSED: Face = Face::mono(11.0, 650);
const TITLE: Face = Face::mono(17.0, 650);

impl Records<'_> {
    /// Draws the moment `at`, ms; `selected` is the record that the reader has chosen.
    #[must_use]
    pub fn strip(&self, at: u64, size: Size, selected: Option<i64>) -> Scene {
        let size = Size { w: size.w.max(LEAST.w), h: size.h.max(LEAST.h) };
        let strip = self.delivery.strip(self.run, at);
        let remarks = strip.readers.iter().map(|it| (self.name(it.consumer).to_string(), self.standing(it)));
        let log = (self.words.text("rec-log"), self.rate(at));
        let total = self.delivery.readers.len().max(strip.readers.len());
        let rows = Rows::new(&strip, total, names(remarks.chain([log])), size);
        let columns = Columns::new(&strip, rows.cells.x, rows.cells.w);
        let title = [("partition", Arg::Text(&self.partition().to_string())), ("time", Arg::Text(&clock::clock(at)))];
        let mut scene = Scene {
            size,
            ground: Token::Paper,
            title: self.words.say("rec-title", &title),
            at,
            until: strip.until,
            groups: Vec::new(),
        };
        let picture = Picture { records: self, strip: &strip, rows: &rows, columns: &columns, selected };
        picture.draw(&mut scene.groups, size);
        scene
    }

    /// "since 42.308", "killed 31.500"
    pub(super) fn standing(&self, reader: &Reader) -> String {
        let (key, at) = match reader.standing {
            Standing::Reads(_, true) => return self.words.text("pic-is-frozen"),
            Standing::Reads(at, false) => ("rec-since", at),
            Standing::GaveUp(at) => ("rec-gave-up", at),
            Standing::Ended(at, Process::Killed) => ("rec-killed", at),
            Standing::Ended(at, Process::Failed) => ("rec-failed", at),
            Standing::Ended(at, _) => ("rec-closed", at),
        };
        self.words.say(key, &[("time", (&clock::moment(at)).into())])
    }

    /// "5 records/s"; nothing where nothing is written.
    fn rate(&self, at: u64) -> String {
        use groupscope_core::broker::Growth;
        let log = self.run.lanes.partitions[self.delivery.partition.index()].log.at(at);
        let Some(Growth::Steady { schedule, .. }) = log.map(|change| change.value) else { return String::new() };
        let thousandths = schedule.rate / u64::from(schedule.partitions.max(1));
        let rate = if thousandths.is_multiple_of(1000) {
            (thousandths / 1000).to_string()
        } else {
            format!("{:.1}", thousandths as f64 / 1000.0)
        };
        self.words.say("rec-rate", &[("rate", (&rate).into())])
    }
}

/// The picture being drawn.
pub(super) struct Picture<'a> {
    records: &'a Records<'a>,
    pub(super) strip: &'a Strip,
    pub(super) rows: &'a Rows,
    pub(super) columns: &'a Columns,
    selected: Option<i64>,
}

impl Picture<'_> {
    fn draw(&self, groups: &mut Vec<Group>, size: Size) {
        groups.push(self.head(size));
        groups.extend(self.log(size));
        for row in &self.rows.rows {
            match row.reader {
                Some(place) => groups.extend(self.reader(row, &self.strip.readers[place])),
                None => groups.extend(self.nobody(row)),
            }
        }
        groups.extend(self.offsets());
        for row in &self.rows.rows {
            if let Some(place) = row.reader {
                groups.extend(self.flags(row, &self.strip.readers[place]));
            }
        }
        groups.extend(self.rows.legend.map(|y| self.legend(y, size)));
    }

    pub(super) fn say(&self, key: &str, args: &[(&str, Arg<'_>)]) -> String {
        self.records.words.say(key, args)
    }

    pub(super) fn offset(&self, key: &str, offset: i64) -> String {
        self.say(key, &[("offset", offset.into())])
    }

    /// The partition, and how far the group is behind.
    fn head(&self, size: Size) -> Group {
        let margin = if size.w < 640.0 { 12.0 } else { 18.0 };
        let right = size.w - margin;
        let mut group = Group::new(Mark::Decor);
        let end = self.strip.log_end;
        let lag = self.strip.committed.map(|committed| {
            let args = [("lag", (end - committed).into()), ("end", end.into()), ("committed", committed.into())];
            [self.say("rec-lag", &args), self.say("pic-lag", &[("count", (end - committed).into())])]
        });
        let name = self.records.partition().to_string();
        let name = TITLE.fit(&name, (size.w - 2.0 * margin) * 0.6).into_owned();
        let x = margin + TITLE.room(&name) + 14.0;
        group.text(margin, 26.0, TITLE, name);
        let lag = lag.and_then(|[long, short]| BODY.first_fit(&[&long, &short], right - x).map(ToString::to_string));
        let mut end = right;
        if let Some(text) = lag {
            end -= BODY.room(&text) + 16.0;
            group.text(right, 26.0, BODY, text).end().fill(Token::Soft);
        }
        let mut more = vec![self.say("rec-heading", &[])];
        if self.rows.left_out > 0 {
            more.insert(0, self.say("rec-left-out", &[("count", self.rows.left_out.into())]));
        }
        if let Some(text) = more.iter().find(|text| BODY.room(text) <= end - x) {
            group.text(x, 26.0, BODY, &**text).fill(Token::Soft);
        }
        group
    }

    fn cell(&self, offset: i64, y: f32) -> Option<Rect> {
        let x = self.columns.edge(offset)?;
        Some(rect(x + 1.5, y, self.columns.cell - 3.0, self.rows.cell))
    }

    /// The log: its records with their offsets.
    fn log(&self, size: Size) -> Vec<Group> {
        let (rows, columns) = (self.rows, self.columns);
        let mut well = Group::new(Mark::Decor);
        let box_of = |from: f32, to: f32| rect(from - 4.0, rows.log - 6.0, to - from + 8.0, rows.cell + 12.0);
        let main = columns.edge(columns.end).unwrap_or(columns.x);
        if columns.end > columns.first {
            well.rect(box_of(columns.x, main), 6.0).fill(Token::Panel).stroke(Token::Rule, 1.0);
        }
        if let Some((from, to)) = columns.tail
            && let (Some(from), Some(to)) = (columns.edge(from), columns.edge(to))
        {
            well.rect(box_of(from, to), 6.0).fill(Token::Panel).stroke(Token::Rule, 1.0);
            self.dots(&mut well, rows.log);
        }
        if rows.cells.x > 60.0 {
            let remark = self.records.rate(self.strip.at);
            let y = rows.log + rows.cell / 2.0 - 1.0;
            let margin = if size.w < 640.0 { 12.0 } else { 18.0 };
            let room = rows.cells.x - margin - 8.0;
            well.text(margin, y, NAME, NAME.fit(&self.say("rec-log", &[]), room));
            well.text(margin, y + 16.0, BODY, BODY.fit(&remark, room)).fill(Token::Soft);
        }
        let mut groups = vec![well];
        groups.extend(columns.offsets().filter_map(|offset| self.record(offset)));
        groups
    }

    fn record(&self, offset: i64) -> Option<Group> {
        let area = self.cell(offset, self.rows.log)?;
        let Tally { delivered_twice, processed_twice, skipped } = &self.strip.tally;
        let is_in = |stretches: &[(i64, i64)]| stretches.iter().any(|(from, to)| (*from..*to).contains(&offset));
        let uncommitted = self.strip.committed.is_none_or(|committed| offset >= committed);
        let it = InLog {
            twice: is_in(processed_twice),
            again: is_in(delivered_twice) && uncommitted && self.was_processed(offset),
            skipped: is_in(skipped),
            selected: self.selected == Some(offset),
        };
        let mut group = Group::in_box(self.records.mark(offset, None), area, 4.0);
        group.label = Some(self.label(offset, &it));
        cells::in_log(&mut group, area, offset, &it, [OFFSET, STRESSED]);
        Some(group)
    }

    fn was_processed(&self, offset: i64) -> bool {
        let states = self.strip.readers.iter().filter_map(|reader| state_of(reader, offset));
        states.into_iter().any(|state| matches!(state, RecordState::Processed(_)))
    }

    /// "Record 96: processed by billing-1, processed again by billing-2, not committed"
    fn label(&self, offset: i64, it: &InLog) -> String {
        let mut parts = Vec::new();
        for reader in &self.strip.readers {
            let Some(state) = state_of(reader, offset) else { continue };
            let name = self.records.name(reader.consumer);
            parts.push(self.say(state_key(state), &[("member", (&**name).into())]));
        }
        if it.skipped {
            parts.push(self.say("rec-is-skipped", &[]));
        }
        let committed = self.strip.committed.is_some_and(|committed| offset < committed);
        parts.push(self.say(if committed { "rec-is-committed" } else { "rec-is-not-committed" }, &[]));
        self.say("rec-record", &[("offset", offset.into()), ("list", (&parts.join(", ")).into())])
    }

    fn dots(&self, group: &mut Group, y: f32) {
        if let (Some((tail, _)), Some(end)) = (self.columns.tail, self.columns.edge(self.columns.end))
            && let Some(tail) = self.columns.edge(tail)
        {
            for step in [-1.0_f32, 0.0, 1.0] {
                let center: Point = point((end + tail) / 2.0 + step * 6.0, y + self.rows.cell / 2.0);
                group.circle(center, 1.4).fill(Token::Soft);
            }
        }
    }

    fn reader(&self, row: &Row, reader: &Reader) -> Vec<Group> {
        let place = reader.consumer.index();
        let hue = Hue::of_place(place);
        let mut groups = vec![self.name(row, reader, hue)];
        for stretch in &reader.stretches {
            for offset in self.columns.offsets().filter(|offset| (stretch.from..stretch.to).contains(offset)) {
                let Some(area) = self.cell(offset, row.y) else { continue };
                let mut group = Group::new(self.records.mark(offset, Some(place)));
                cells::in_hands(&mut group, area, stretch.state, self.work(reader, offset, stretch.state), hue);
                groups.push(group);
            }
        }
        if reader.stretches.last().is_some_and(|last| last.to > self.columns.end) {
            let mut dots = Group::new(Mark::Decor);
            self.dots(&mut dots, row.y);
            groups.push(dots);
        }
        groups.push(self.brackets(row, reader, hue));
        groups
    }

    /// What is, or was, done on a record that is not finished.
    fn work<'a>(&'a self, reader: &'a Reader, offset: i64, state: RecordState) -> Option<&'a Work> {
        let holds = |work: &&Work| (work.records.first..work.records.end()).contains(&offset);
        match state {
            RecordState::Returned => reader.work.iter().find(holds),
            RecordState::Interrupted => {
                let all = self.records.delivery.work.iter().rev();
                all.filter(|work| work.consumer == reader.consumer && !work.finished).find(holds)
            }
            _ => None,
        }
    }

    fn name(&self, row: &Row, reader: &Reader, hue: Hue) -> Group {
        let mut group = Group::new(Mark::Consumer(reader.consumer.index()));
        let (x, y) = row.name;
        let name = self.records.name(reader.consumer);
        let remark = self.records.standing(reader);
        group.label = Some(format!("{name}, {remark}"));
        let bad = matches!(reader.standing, Standing::Ended(_, Process::Killed | Process::Failed))
            || matches!(reader.standing, Standing::Reads(_, true));
        let ink = if bad { Token::Text(Hue::Bad) } else { Token::Soft };
        let beside = self.rows.cells.x < 60.0;
        let room = if beside { self.rows.cells.w * 0.55 } else { self.rows.cells.x - x - 8.0 };
        let name = NAME.fit(name, room).into_owned();
        let after = x + NAME.room(&name) + 10.0;
        group.text(x, y, NAME, name).fill(Token::Text(hue));
        if beside {
            let left = self.rows.cells.right() - after;
            group.text(after, y, BODY, BODY.fit(&remark, left)).fill(ink);
        } else {
            group.text(x, y + 16.0, BODY, BODY.fit(&remark, room)).fill(ink);
        }
        group
    }

    /// A row whose reader is still to come: while nobody reads, it says so.
    fn nobody(&self, row: &Row) -> Vec<Group> {
        let ownership = self.records.run.lanes.partitions[self.records.delivery.partition.index()]
            .ownership
            .get(&self.records.delivery.group);
        let Some(held) = ownership.and_then(|lane| lane.at(self.strip.at)).map(|change| &change.value) else {
            return Vec::new();
        };
        if held.reader.is_some() || held.last_reader.is_none() {
            return Vec::new();
        }
        let area = rect(self.columns.x, row.y, (self.columns.right() - self.columns.x).max(60.0), self.rows.cell);
        let mut hatched = Group::new(Mark::Decor);
        hatched.rect(area.inset(0.75), 4.0).hatch(1.2);
        let content =
            self.records.words.running("pic-unread-for", &[], Count::Since(held.unread_since), clock::Style::Tenths);
        let room = BOLD.room(&content.at(self.strip.until)) + 16.0;
        let plate = rect(area.x + 12.0, area.y + (area.h - 20.0) / 2.0, room, 20.0);
        let mut group = Group::in_box(Mark::Decor, plate, 4.0);
        group.frame().fill(Token::Panel);
        group.content(plate.x + 8.0, plate.center().y + BOLD.drop(), BOLD, content).fill(Token::Text(Hue::Bad));
        vec![hatched, group]
    }

    /// What is committed, where the log begins and ends, what was passed over.
    fn offsets(&self) -> Vec<Group> {
        let (strip, rows) = (self.strip, self.rows);
        let forms = |keys: [&str; 2], offset: i64| keys.map(|key| self.offset(key, offset)).to_vec();
        let flag =
            |offset, forms, lean, weight| Flag { offset, until: None, forms, lean, weight, style: Style::Filled };
        let mut flags = Vec::new();
        let end = forms(["rec-log-end", "pic-log-end"], strip.log_end);
        let committed = strip.committed.map(|offset| (offset, forms(["pic-committed", "pic-committed-short"], offset)));
        match committed {
            // One flag where nothing is left to read.
            Some((offset, said)) if offset == strip.log_end => {
                let both = format!("{} · {}", said[0], end[0]);
                flags.push(flag(offset, [both].into_iter().chain(said).collect(), 0.85, 9));
            }
            Some((offset, said)) => {
                flags.push(flag(offset, said, 0.5, 9));
                flags.push(flag(strip.log_end, end, 0.85, 5));
            }
            None => flags.push(flag(strip.log_end, end, 0.85, 5)),
        }
        if strip.log_start > 0 && self.columns.first == strip.log_start {
            let mut start =
                flag(strip.log_start, forms(["rec-log-start", "rec-log-start-short"], strip.log_start), 0.0, 4);
            start.style = Style::Outlined(Token::Soft);
            flags.push(start);
        }
        for (from, to) in &strip.tally.skipped {
            let args = [("from", (*from).into()), ("to", (to - 1).into())];
            let said = [self.say("rec-skipped", &args), self.say("rec-skipped-short", &args)];
            flags.push(Flag {
                offset: *from,
                until: Some(*to),
                forms: said.to_vec(),
                lean: 0.5,
                weight: 7,
                style: Style::Bare(Token::Text(Hue::Bad)),
            });
        }
        let pole = (rows.marks + 4.0, rows.log + rows.cell + 6.0);
        let mut groups =
            flags::draw(&flags, self.columns, rows.marks, pole, (rows.cells.x - 8.0, rows.cells.right() + 8.0));
        if let Some(x) = strip.committed.and_then(|committed| self.columns.edge(committed)) {
            // Where a successor would begin is to be seen in its row, too.
            let mut pole = Group::new(Mark::Decor);
            pole.line(point(x, rows.log + rows.cell + 6.0), point(x, rows.bottom() + 4.0))
                .stroke(Token::Ink, 1.4)
                .dash(2.0, 3.0);
            groups.insert(0, pole);
        }
        groups
    }

    /// How far a reader next to the log is.
    fn flags(&self, row: &Row, reader: &Reader) -> Vec<Group> {
        let Some(y) = row.flags.filter(|_| matches!(reader.standing, Standing::Reads(..))) else { return Vec::new() };
        let style = Style::Outlined(Token::Text(Hue::of_place(reader.consumer.index())));
        let forms = |keys: [&str; 2], offset: i64| keys.map(|key| self.offset(key, offset)).to_vec();
        let mut flags = Vec::new();
        if let Some(done) = reader.processed_to.filter(|done| Some(*done) != reader.position) {
            let forms = forms(["rec-processed-to", "rec-processed-to-short"], done - 1);
            flags.push(Flag { offset: done, until: None, forms, lean: 0.8, weight: 3, style });
        }
        if let Some(position) = reader.position {
            let forms = forms(["pic-position", "pic-position-short"], position);
            flags.push(Flag { offset: position, until: None, forms, lean: 0.3, weight: 6, style });
        }
        if let Some(fetched) = reader.fetched_to {
            let forms = forms(["rec-fetched-to", "rec-fetched-to-short"], fetched);
            flags.push(Flag { offset: fetched, until: None, forms, lean: 0.4, weight: 2, style });
        }
        let rows = self.rows;
        let pole = if row.above { (row.y, rows.log) } else { (rows.log + rows.cell, row.y + rows.cell) };
        let pole = if row.above { (pole.0, y + 10.0) } else { (y + 10.0, pole.1) };
        flags::draw(&flags, self.columns, y, pole, (rows.cells.x - 8.0, rows.cells.right() + 8.0))
    }
}
