//! Many partitions as a map: a cell each, by topic, shade = lag, hatched = unread.

use groupscope_core::simulation::frame::PartitionFrame;

use super::{
    context::Stage,
    partitions::{Topic, is_unread, lag, mark_of, name_of, read},
};
use crate::{
    clock::number,
    geometry::{Rect, rect},
    mark::Mark,
    measure::Face,
    pen::BODY,
    scene::Group,
    token::{Hue, Token},
};

const HEAD: f32 = 22.0;
const ROW: f32 = 14.0;
const TOPIC_GAP: f32 = 5.0;
/// The shades of the four steps of lag.
const SHADES: [f32; 4] = [0.28, 0.42, 0.6, 0.85];

/// How a map of `width` is laid out.
struct Map {
    column: f32,
    per_row: usize,
    pitch: f32,
}

impl Map {
    fn new(topics: &[Topic<'_>], width: f32) -> Self {
        let face = Face::sans(12.0, 600);
        let widest = topics.iter().map(|topic| face.room(topic.name)).fold(0.0, f32::max).min(width * 0.18);
        let column = widest + BODY.room("10\u{2009}000") + 20.0;
        let room = width - column;
        let per_row = [100, 50, 25, 20, 10].into_iter().find(|cells| room / *cells as f32 >= 6.0).unwrap_or(10);
        Self { column, per_row, pitch: (room / per_row as f32).min(14.0) }
    }

    fn rows(&self, topic: &Topic<'_>) -> usize {
        topic.partitions.len().div_ceil(self.per_row)
    }
}

/// The height of the map.
pub(super) fn height(topics: &[Topic<'_>], width: f32) -> f32 {
    let map = Map::new(topics, width);
    let rows = |topic: &Topic<'_>| map.rows(topic) as f32 * ROW + TOPIC_GAP;
    HEAD + topics.iter().map(rows).sum::<f32>()
}

/// Draws the map.
pub(super) fn draw(stage: &mut Stage<'_>, topics: &[Topic<'_>], area: Rect) {
    head(stage, area);
    let map = Map::new(topics, area.w);
    let bounds = lag_steps(stage);
    let mut y = area.y + HEAD;
    for topic in topics {
        let mut name = Group::new(Mark::Decor).labelled(&**topic.name);
        let (bold, count) = (Face::sans(12.0, 600), Face::mono(12.0, 400));
        let total = number(i64::try_from(topic.partitions.len()).unwrap_or(i64::MAX));
        let name_room = map.column - count.room(&total) - 18.0;
        name.text(area.x, y + 10.0, bold, bold.fit(topic.name, name_room));
        name.text(area.x + map.column - 10.0, y + 10.0, count, total).end().fill(Token::Soft);
        stage.groups.push(name);
        for (index, partition) in topic.partitions.iter().enumerate() {
            let x = area.x + map.column + (index % map.per_row) as f32 * map.pitch;
            let top = y + (index / map.per_row) as f32 * ROW;
            let cell = cell(stage, partition, rect(x, top, map.pitch - 1.0, ROW - 2.0), &bounds);
            stage.groups.push(cell);
        }
        y += map.rows(topic) as f32 * ROW + TOPIC_GAP;
    }
}

/// "500 partitions · 490 read · 10 unread" and the legend.
fn head(stage: &mut Stage<'_>, area: Rect) {
    let partitions = &stage.frame.partitions;
    let read = read(partitions);
    let (strong, face) = (Face::sans(13.0, 650), Face::sans(12.5, 600));
    let say = |key: &str, count: usize| stage.words.say(key, &[("count", count.into())]);
    let mut parts = vec![
        (say("pic-partitions", partitions.len()), strong, Token::Ink),
        (say("pic-read", read), face, Token::Text(Hue::Stable)),
    ];
    if read < partitions.len() {
        parts.push((say("pic-unread", partitions.len() - read), face, Token::Text(Hue::Bad)));
    }
    let mut group = Group::new(Mark::Decor);
    let mut x = area.x;
    for (text, face, ink) in parts {
        if x + face.room(&text) > area.right() {
            break;
        }
        group.text(x, area.y + 12.0, face, &*text).fill(ink);
        x += face.room(&text) + 12.0;
    }
    let legend = stage.words.text("pic-legend-shade");
    if x + 20.0 + BODY.room(&legend) <= area.right() {
        group.text(area.right(), area.y + 12.0, BODY, legend).end().fill(Token::Soft);
    }
    stage.groups.push(group);
}

/// The lags at which the shade changes: a quarter, a half and three quarters of the greatest.
fn lag_steps(stage: &Stage<'_>) -> [i64; 3] {
    let most =
        stage.frame.partitions.iter().filter_map(|p| lag(stage, p)).map(|(lag, _)| lag).max().unwrap_or(0).max(8);
    [most / 4, most / 2, most / 4 * 3]
}

fn cell(stage: &Stage<'_>, partition: &PartitionFrame, area: Rect, steps: &[i64; 3]) -> Group {
    let owner = partition.owner.as_deref();
    let found = lag(stage, partition).map(|(lag, _)| lag);
    let said = found.map(|lag| stage.words.say("pic-lag", &[("count", lag.into())]));
    let label = [Some(name_of(partition)), owner.map(str::to_owned), said];
    let mut group = Group::new(mark_of(partition)).labelled(label.into_iter().flatten().collect::<Vec<_>>().join(", "));
    let shape = group.rect(area, 2.0);
    if is_unread(partition) {
        shape.hatch(1.0);
    } else if owner.is_none() {
        shape.fill(Token::Faint).stroke(Token::Line, 0.8);
    } else {
        let step = steps.iter().filter(|step| found.unwrap_or(0) > **step).count();
        shape.fill(Token::Area(Hue::Stable)).opacity(SHADES[step]);
    }
    let lit = stage.options.lit.is_some_and(|place| owner == Some(&*stage.consumer(place).name));
    if lit {
        group.rect(area, 2.0).stroke(Token::Ink, 1.6);
    }
    group
}
