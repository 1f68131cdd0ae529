//! The partitions: cards, chips, a map of cells, or one line, as room and number allow.

use groupscope_core::{
    protocol::{GroupId, TopicName, TopicPartition},
    simulation::frame::PartitionFrame,
};

use super::{cells, context::Stage};
use crate::{
    clock::number,
    geometry::{Rect, rect},
    mark::Mark,
    measure::Face,
    pen::{BODY, BOLD, CHIP, ChipKind, chip},
    scene::Group,
    token::{Hue, Token},
};

/// How partitions are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PartitionStyle {
    /// A card each, with offsets.
    Tall,
    /// A card each.
    Cards,
    /// A chip each.
    Chips,
    /// A cell each.
    Cells,
    /// One line for all.
    Line,
    /// Not at all.
    None,
}

/// The partitions of a topic, one after the other in the frame.
pub(super) struct Topic<'a> {
    pub(super) name: &'a TopicName,
    pub(super) partitions: &'a [PartitionFrame],
}

/// The partitions by topic.
pub(super) fn topics<'a>(stage: &Stage<'a>) -> Vec<Topic<'a>> {
    let chunks = stage.frame.partitions.chunk_by(|a, b| a.topic == b.topic);
    chunks.filter_map(|partitions| Some(Topic { name: &partitions.first()?.topic, partitions })).collect()
}

const TOPIC: Face = Face::sans(12.5, 600);
const CARD_GAP: f32 = 9.0;

/// The column of topic names.
pub(super) fn name_column(topics: &[Topic<'_>], width: f32) -> f32 {
    let widest = topics.iter().map(|topic| TOPIC.room(topic.name)).fold(0.0, f32::max);
    (widest + 16.0).clamp(46.0, (width * 0.22).max(46.0))
}

/// The height that `style` takes at `width`.
pub(super) fn height(stage: &Stage<'_>, style: PartitionStyle, width: f32) -> f32 {
    let topics = topics(stage);
    if topics.is_empty() {
        return 0.0;
    }
    let column = name_column(&topics, width);
    match style {
        PartitionStyle::None => 0.0,
        PartitionStyle::Line => 20.0,
        PartitionStyle::Cells => cells::height(&topics, width),
        PartitionStyle::Chips => {
            let flow = ChipFlow::new(&topics, width - column);
            topics.iter().map(|topic| flow.rows(topic) as f32 * 26.0).sum::<f32>() + topics.len() as f32 * 4.0 - 10.0
        }
        PartitionStyle::Tall | PartitionStyle::Cards => {
            let columns = card_columns(&topics, width - column);
            let rows: usize = topics.iter().map(|topic| topic.partitions.len().div_ceil(columns)).sum();
            rows as f32 * (card_height(style) + 12.0) - 12.0
        }
    }
}

fn card_height(style: PartitionStyle) -> f32 {
    if style == PartitionStyle::Tall { 62.0 } else { 46.0 }
}

/// Cards are 140 to 170 px wide.
fn card_columns(topics: &[Topic<'_>], width: f32) -> usize {
    let name = Face::mono(12.0, 400);
    let longest = topics.iter().filter_map(|topic| topic.partitions.last()).map(|last| name.room(&name_of(last)));
    let least = (longest.fold(0.0, f32::max) + 80.0).max(140.0);
    let most = topics.iter().map(|topic| topic.partitions.len()).max().unwrap_or(1);
    (((width + CARD_GAP) / (least + CARD_GAP)) as usize).clamp(1, most)
}

pub(super) fn name_of(partition: &PartitionFrame) -> String {
    format!("{}-{}", partition.topic, partition.partition)
}

pub(super) fn mark_of(partition: &PartitionFrame) -> Mark {
    Mark::Partition(TopicPartition::new(partition.topic.clone(), partition.partition))
}

/// Whether nobody reads a partition that somebody has read before.
pub(super) const fn is_unread(partition: &PartitionFrame) -> bool {
    partition.unread_since.is_some()
}

/// How many partitions somebody reads.
pub(super) fn read(partitions: &[PartitionFrame]) -> usize {
    partitions.iter().filter(|partition| partition.owner.is_some() && !is_unread(partition)).count()
}

/// The lag to show: that of the owner's group, else the first known.
pub(super) fn lag(stage: &Stage<'_>, partition: &PartitionFrame) -> Option<(i64, i64)> {
    let group: Option<&GroupId> = partition.lag.keys().next().filter(|_| partition.lag.len() == 1);
    let group = group.or_else(|| {
        let owner = partition.owner.as_ref().or(partition.last_owner.as_ref())?;
        stage.consumer(stage.place(owner)?).group.as_ref()
    });
    let group = group.or_else(|| partition.lag.keys().next())?;
    Some((*partition.lag.get(group)?, *partition.committed.get(group)?))
}

/// The hue of who reads it, or read it last.
fn hue(stage: &Stage<'_>, partition: &PartitionFrame) -> Hue {
    let owner = partition.owner.as_ref().or(partition.last_owner.as_ref());
    owner.and_then(|name| stage.place(name)).map_or(Hue::Rest, |place| stage.hue(place))
}

/// Draws the partitions into `area`.
pub(super) fn draw(stage: &mut Stage<'_>, area: Rect, style: PartitionStyle) {
    let topics = topics(stage);
    if topics.is_empty() {
        return;
    }
    match style {
        PartitionStyle::None => {}
        PartitionStyle::Line => line(stage, area),
        PartitionStyle::Cells => cells::draw(stage, &topics, area),
        PartitionStyle::Chips => chips(stage, &topics, area),
        PartitionStyle::Tall | PartitionStyle::Cards => cards(stage, &topics, area, style),
    }
}

fn topic_name(stage: &mut Stage<'_>, topic: &Topic<'_>, x: f32, baseline: f32, room: f32) {
    let mut group = Group::new(Mark::Decor).labelled(&**topic.name);
    group.text(x, baseline, TOPIC, TOPIC.fit(topic.name, room));
    stage.groups.push(group);
}

fn cards(stage: &mut Stage<'_>, topics: &[Topic<'_>], area: Rect, style: PartitionStyle) {
    let column = name_column(topics, area.w);
    let columns = card_columns(topics, area.w - column);
    let w = ((area.w - column + CARD_GAP) / columns as f32 - CARD_GAP).min(208.0);
    let h = card_height(style);
    let scale = lag_scale(stage);
    let mut y = area.y;
    let mut free = None;
    for topic in topics {
        topic_name(stage, topic, area.x, y + 22.0, column - 6.0);
        for row in topic.partitions.chunks(columns) {
            for (position, partition) in row.iter().enumerate() {
                let x = area.x + column + position as f32 * (w + CARD_GAP);
                card(stage, partition, rect(x, y, w, h), scale);
            }
            let used = area.x + column + row.len() as f32 * (w + CARD_GAP);
            free = Some(rect(used + 2.0, y, area.right() - used - 2.0, h));
            y += h + 12.0;
        }
    }
    if let Some(free) = free {
        legend(stage, free);
    }
}

/// "bar = committed · right edge = log end", where the last row leaves room for it.
fn legend(stage: &mut Stage<'_>, free: Rect) {
    let mut group = Group::new(Mark::Decor);
    let bars = stage.words.text("pic-legend-bars");
    let hatched = stage.words.text("pic-legend-hatched");
    if BODY.room(&bars).max(BODY.room(&hatched)) > free.w {
        return;
    }
    group.text(free.x, free.y + 20.0, BODY, bars).fill(Token::Soft);
    if stage.frame.partitions.iter().any(is_unread) {
        group.text(free.x, free.y + 37.0, BODY, hatched).fill(Token::Text(Hue::Bad));
    }
    stage.groups.push(group);
}

/// How many records a whole bar stands for: it grows in steps, so that bars seldom change their scale.
fn lag_scale(stage: &Stage<'_>) -> f32 {
    let most = stage.frame.partitions.iter().filter_map(|p| lag(stage, p)).map(|(lag, _)| lag).max().unwrap_or(0);
    let mut scale = 60_i64;
    while scale < most {
        scale = scale.saturating_mul(4);
    }
    scale as f32
}

fn card(stage: &mut Stage<'_>, partition: &PartitionFrame, area: Rect, scale: f32) {
    let (hue, unread) = (hue(stage, partition), is_unread(partition));
    let mut group = Group::in_box(mark_of(partition), area, 7.0).labelled(label(stage, partition));
    let frame = group.frame().fill(Token::Panel);
    match partition.owner {
        _ if unread => frame.stroke(Token::Area(Hue::Bad), 1.3).dash(5.0, 3.0),
        Some(_) => frame.stroke(Token::Area(hue), 1.3),
        None => frame.stroke(Token::Line, 1.2).dash(2.0, 3.0),
    };
    if partition.owner.is_some() || unread {
        group.rect(rect(area.x + 1.0, area.y, area.w - 2.0, 4.0), 2.0).fill(Token::Area(hue));
    }
    let face = Face::mono(12.0, 400);
    let found = lag(stage, partition);
    let mut room = area.w - 18.0;
    if let Some((lag, _)) = found {
        let text = stage.words.say("pic-lag", &[("count", lag.into())]);
        let stressed = unread && lag > 0;
        let face = Face::mono(12.0, if stressed { 600 } else { 400 });
        let ink = if stressed { Token::Text(Hue::Bad) } else { Token::Soft };
        group.text(area.right() - 9.0, area.y + 22.0, face, &*text).end().fill(ink);
        room -= face.room(&text) + 8.0;
    }
    group.text(area.x + 9.0, area.y + 22.0, face, face.fit(&name_of(partition), room));
    let bar = rect(area.x + 9.0, area.y + 31.0, area.w - 18.0, 6.0);
    group.rect(bar, 3.0).fill(Token::Faint);
    let open = found.map_or(0.0, |(lag, _)| (lag as f32 / scale).clamp(0.0, 1.0) * bar.w);
    if unread && open > 1.0 {
        group.rect(rect(bar.right() - open, bar.y, open, bar.h), 1.0).hatch(0.8);
    }
    if found.is_some() {
        let ink = if partition.owner.is_some() || unread { Token::Area(hue) } else { Token::Line };
        group.rect(Rect { w: bar.w - open, ..bar }, 3.0).fill(ink).opacity(0.8);
    }
    if area.h > 50.0 {
        offsets(stage, partition, found.map(|(_, committed)| committed), &mut group, area);
    }
    stage.groups.push(group);
}

/// "committed 95 · end 129", shorter where it does not fit; the position where nothing is committed.
fn offsets(stage: &Stage<'_>, partition: &PartitionFrame, committed: Option<i64>, group: &mut Group, area: Rect) {
    let face = Face::mono(11.0, 400);
    let say = |key: &str, offset: i64| stage.words.say(key, &[("offset", offset.into())]);
    let end = say("pic-log-end", partition.log_end);
    let keys = match (committed, partition.position) {
        (Some(offset), _) => Some((["pic-committed", "pic-committed-short"], offset)),
        (None, Some(offset)) => Some((["pic-position", "pic-position-short"], offset)),
        (None, None) => None,
    };
    let forms = keys.into_iter().flat_map(|(keys, offset)| keys.map(|key| format!("{} · {end}", say(key, offset))));
    let forms: Vec<_> = forms.chain([end.clone()]).collect();
    let forms: Vec<&str> = forms.iter().map(String::as_str).collect();
    if let Some(text) = face.first_fit(&forms, area.w - 18.0) {
        group.text(area.x + 9.0, area.y + 53.0, face, text).fill(Token::Soft);
    }
}

fn label(stage: &Stage<'_>, partition: &PartitionFrame) -> String {
    let words = stage.words;
    let mut parts = vec![name_of(partition)];
    parts.push(match &partition.owner {
        Some(owner) => words.say("pic-read-by", &[("member", (&**owner).into())]),
        None => words.text("pic-read-by-nobody"),
    });
    if let Some((lag, committed)) = lag(stage, partition) {
        parts.push(words.say("pic-committed", &[("offset", committed.into())]));
        parts.push(words.say("pic-lag", &[("count", lag.into())]));
    }
    parts.extend(partition.position.map(|offset| words.say("pic-position", &[("offset", offset.into())])));
    parts.push(words.say("pic-log-end", &[("offset", partition.log_end.into())]));
    parts.join(", ")
}

/// Chips of one width in rows.
struct ChipFlow {
    w: f32,
    columns: usize,
}

impl ChipFlow {
    fn new(topics: &[Topic<'_>], width: f32) -> Self {
        let longest = topics.iter().filter_map(|topic| topic.partitions.last());
        let w = longest.map(|last| CHIP.room(&name_of(last)) + 14.0).fold(40.0, f32::max).min(width);
        Self { w, columns: (((width + 5.0) / (w + 5.0)) as usize).max(1) }
    }

    fn rows(&self, topic: &Topic<'_>) -> usize {
        topic.partitions.len().div_ceil(self.columns)
    }
}

fn chips(stage: &mut Stage<'_>, topics: &[Topic<'_>], area: Rect) {
    let column = name_column(topics, area.w);
    let flow = ChipFlow::new(topics, area.w - column);
    let mut y = area.y;
    for topic in topics {
        topic_name(stage, topic, area.x, y + 14.5, column - 6.0);
        for (position, partition) in topic.partitions.iter().enumerate() {
            let x = area.x + column + (position % flow.columns) as f32 * (flow.w + 5.0);
            let place = rect(x, y + (position / flow.columns) as f32 * 26.0, flow.w, 20.0);
            let kind = if is_unread(partition) { ChipKind::Gap } else { ChipKind::Owned };
            let mut group = chip(mark_of(partition), place, &name_of(partition), hue(stage, partition), kind);
            if partition.owner.is_none() && kind == ChipKind::Owned {
                group.frame().fill(Token::Faint);
            }
            stage.groups.push(group.labelled(label(stage, partition)));
        }
        y += flow.rows(topic) as f32 * 26.0 + 4.0;
    }
}

/// "6 of 8 partitions read · lag 3 41 0", for want of room.
fn line(stage: &mut Stage<'_>, area: Rect) {
    let partitions = &stage.frame.partitions;
    let read = read(partitions);
    let text = stage.words.say("pic-read-of", &[("count", read.into()), ("total", partitions.len().into())]);
    let lags: Vec<_> = partitions.iter().filter_map(|p| lag(stage, p)).map(|(lag, _)| number(lag)).collect();
    let with_lag = format!("{text} · {}", stage.words.say("pic-lags", &[("list", (&lags.join(" ")).into())]));
    let first = partitions.first().map(|p| p.topic.clone()).unwrap_or_default();
    let mut group = Group::new(Mark::Partitions(first, 0, partitions.len()));
    let gap = read < partitions.len() && partitions.iter().any(is_unread);
    let (face, ink) = if gap { (BOLD, Token::Text(Hue::Bad)) } else { (BODY, Token::Soft) };
    let texts = if lags.is_empty() { vec![&*text] } else { vec![&*with_lag, &*text] };
    let text = face.first_fit(&texts, area.w).unwrap_or(&text);
    group.text(area.x, area.y + 14.0, face, face.fit(text, area.w)).fill(ink);
    stage.groups.push(group);
}
