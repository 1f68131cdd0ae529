//! Which lanes there are and where: single ones as long as there is room, then rows and areas.

use super::{
    axis::Axis,
    bands, consumer_name,
    history::{History, PartitionTrack},
    many,
};
use crate::{
    geometry::{Rect, rect},
    mark::Mark,
    measure::Face,
    pen::{BODY, BOLD},
    scene::Group,
    token::{Hue, Token},
    words::Words,
};

pub(super) const NAME: Face = Face::sans(12.0, 650);
/// The face of names in low lanes.
pub(super) const LOW_NAME: Face = Face::sans(11.0, 650);
const PARTITION: Face = Face::mono(11.0, 400);
/// Up to so many consumers have lanes of their own.
const NAMED: usize = 12;
/// A lane with a name is at least so high.
const LEAST: f32 = 12.0;
/// The lane of a consumer, whose name is bolder, is at least so high.
const LEAST_CONSUMER: f32 = 13.0;
/// Parked requests are drawn for up to so many consumers.
const BRACKETS: usize = 8;

/// The column of names: as wide as they need, within limits.
pub(super) fn name_column(history: &History, words: &Words, width: f32) -> f32 {
    let consumers = history.consumers.iter().take(NAMED).map(|track| {
        NAME.room(&track.name)
            + if track.is_static { 12.0 } else { 0.0 }
            + if track.leads.is_empty() { 0.0 } else { 15.0 }
    });
    let partitions = history.partitions.iter().map(|track| PARTITION.room(&track.partition.to_string()));
    let mut others = vec![NAME.room(&words.text("pic-lane-coordinator"))];
    if history.consumers.len() > NAMED {
        let count = [("count", history.consumers.len().into())];
        others.extend([NAME.room(&words.say("pic-lane-consumers", &count)), BODY.room(&words.text("pic-lane-rows"))]);
    }
    let widest = consumers.chain(partitions).chain(others).fold(0.0, f32::max) + 12.0;
    let least = if width < 640.0 { 72.0 } else { 114.0 };
    widest.clamp(least, (width * 0.3).max(least))
}

/// How the consumers are drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Consumers {
    Lanes,
    Rows,
}

/// How the partitions are drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Partitions {
    /// A lane each, with names.
    Lanes,
    /// A lane each, the topics named.
    Thin,
    /// The number of unread ones over time.
    Area,
    None,
}

/// Where the lanes are.
pub(super) struct Lanes {
    area: Rect,
    column: f32,
    consumers: Consumers,
    partitions: Partitions,
    pitch: Pitch,
}

/// The heights of lanes.
#[derive(Clone, Copy)]
struct Pitch {
    group: f32,
    /// The brackets of parked requests below the first group.
    brackets: f32,
    consumer: f32,
    partition: f32,
}

/// Between the three kinds.
const GAP: f32 = 4.0;

/// From rich to poor.
const FORMS: [(Consumers, Partitions); 6] = [
    (Consumers::Lanes, Partitions::Lanes),
    (Consumers::Lanes, Partitions::Thin),
    (Consumers::Lanes, Partitions::Area),
    (Consumers::Rows, Partitions::Area),
    (Consumers::Lanes, Partitions::None),
    (Consumers::Rows, Partitions::None),
];

/// The least and the best heights of lanes.
fn limits(consumers: Consumers, partitions: Partitions, narrow: bool) -> [(f32, f32); 3] {
    let consumer = match consumers {
        Consumers::Lanes => (LEAST_CONSUMER, if narrow { 38.0 } else { 24.0 }),
        Consumers::Rows => (1.5, 11.0),
    };
    let partition = match partitions {
        Partitions::Lanes => (LEAST, if narrow { 24.0 } else { 17.0 }),
        Partitions::Thin => (4.0, 11.0),
        Partitions::Area => (40.0, 52.0),
        Partitions::None => (0.0, 0.0),
    };
    [(17.0, 26.0), consumer, partition]
}

/// The height of lanes that are as high as suits them.
pub(super) fn ideal_height(history: &History, narrow: bool) -> f32 {
    let consumers = if history.consumers.len() > NAMED { Consumers::Rows } else { Consumers::Lanes };
    let partitions = if history.partitions.len() > 16 { Partitions::Area } else { Partitions::Lanes };
    let [group, consumer, partition] = limits(consumers, partitions, narrow).map(|(least, best)| (least + best) / 2.0);
    let count = if partitions == Partitions::Area { 1 } else { history.partitions.len() };
    let consumer = if consumers == Consumers::Rows { 3.5 } else { consumer };
    group * history.groups.len() as f32
        + brackets(history)
        + consumer * history.consumers.len() as f32
        + partition * count as f32
        + 2.0 * GAP
}

/// The height of the brackets of parked requests, if any are shown.
fn brackets(history: &History) -> f32 {
    let parked = history.consumers.iter().any(|track| !track.parked.is_empty());
    let few = history.consumers.len() <= BRACKETS;
    if parked && few { (history.consumers.len() as f32 * 2.5 + 2.0).min(14.0) } else { 0.0 }
}

impl Lanes {
    pub(super) fn new(history: &History, area: Rect, column: f32) -> Self {
        let brackets = brackets(history);
        let room = area.h - 2.0 * GAP - brackets;
        let counts = |partitions: Partitions| {
            let lanes = matches!(partitions, Partitions::Lanes | Partitions::Thin);
            let partitions = if lanes { history.partitions.len() } else { history.partitions.len().min(1) };
            [history.groups.len(), history.consumers.len(), partitions].map(|count| count as f32)
        };
        let narrow = area.w < 620.0;
        let least = |(consumers, partitions): &(Consumers, Partitions)| {
            if *consumers == Consumers::Lanes && history.consumers.len() > NAMED {
                return f32::MAX;
            }
            let limits = limits(*consumers, *partitions, narrow);
            counts(*partitions).iter().zip(limits).map(|(count, (least, _))| count * least).sum()
        };
        let (consumers, partitions) = FORMS.into_iter().find(|form| least(form) <= room).unwrap_or(FORMS[5]);
        let limits = limits(consumers, partitions, narrow);
        let counts = counts(partitions);
        // What is left beyond the least: comfort for the consumers, then for the partitions, then the best for all.
        let mut spare = room - least(&(consumers, partitions)).min(room);
        let mut pitches = limits.map(|(least, _)| least);
        let comfort: f32 = if narrow { 24.0 } else { 20.0 };
        let most = |kind: usize| limits[kind].1;
        for (kind, most) in [
            (1, comfort.min(most(1))),
            (2, 15.0_f32.clamp(limits[2].0, most(2))),
            (0, most(0)),
            (1, most(1)),
            (2, most(2)),
        ] {
            let more = (spare / counts[kind].max(1.0)).min(most - pitches[kind]).max(0.0);
            pitches[kind] += more;
            spare -= more * counts[kind];
        }
        let [group, consumer, partition] = pitches;
        let consumer = if consumers == Consumers::Rows {
            let others = group * counts[0] + partition * counts[2];
            consumer.min((room - others).max(8.0) / counts[1].max(1.0))
        } else {
            consumer
        };
        Self { area, column, consumers, partitions, pitch: Pitch { group, brackets, consumer, partition } }
    }

    fn row(&self, y: f32, pitch: f32, share: f32, most: f32) -> Rect {
        let h = (pitch * share).min(most).max(1.0);
        rect(self.area.x + self.column, y + (pitch - h) / 2.0, self.area.w - self.column, h)
    }

    fn group_row(&self, index: usize) -> Rect {
        let y = self.area.y + index as f32 * self.pitch.group + if index > 0 { self.pitch.brackets } else { 0.0 };
        self.row(y, self.pitch.group, 0.8, 20.0)
    }

    fn consumers_top(&self, history: &History) -> f32 {
        self.area.y + history.groups.len() as f32 * self.pitch.group + self.pitch.brackets + GAP
    }

    fn consumer_row(&self, history: &History, place: usize) -> Rect {
        let y = self.consumers_top(history) + place as f32 * self.pitch.consumer;
        self.row(y, self.pitch.consumer, 0.7, 20.0)
    }

    fn consumers_block(&self, history: &History) -> Rect {
        let y = self.consumers_top(history);
        let h = history.consumers.len() as f32 * self.pitch.consumer;
        rect(self.area.x + self.column, y, self.area.w - self.column, h)
    }

    fn partitions_top(&self, history: &History) -> f32 {
        self.consumers_block(history).bottom() + GAP
    }

    fn partition_row(&self, history: &History, index: usize) -> Rect {
        let y = self.partitions_top(history) + index as f32 * self.pitch.partition;
        self.row(y, self.pitch.partition, 0.68, 13.0)
    }

    fn unread_area(&self, history: &History) -> Rect {
        let y = self.partitions_top(history) + 3.0;
        rect(self.area.x + self.column, y, self.area.w - self.column, self.pitch.partition - 6.0)
    }

    /// The name's place in front of a row.
    fn name_box(&self, row: Rect) -> Rect {
        Rect { x: self.area.x, w: self.column - 8.0, ..row }
    }

    pub(super) fn draw_bands(&self, history: &History, axis: &Axis, words: &Words) -> Vec<Group> {
        let mut groups = Vec::new();
        for (index, track) in history.groups.iter().enumerate() {
            let row = self.group_row(index);
            groups.push(bands::group(history, index, track, axis, row, words));
            if self.pitch.brackets > 0.0 && index == 0 {
                let places: Vec<_> = (0..history.consumers.len()).collect();
                let below = Rect { y: row.bottom() + 2.0, h: self.pitch.brackets - 2.0, ..row };
                groups.push(bands::parked(history, axis, below, &places));
            }
        }
        match self.consumers {
            Consumers::Lanes => groups.extend(history.consumers.iter().enumerate().map(|(place, track)| {
                bands::consumer(history, place, track, axis, self.consumer_row(history, place), words)
            })),
            Consumers::Rows => groups.push(many::rows(history, axis, self.consumers_block(history))),
        }
        match self.partitions {
            Partitions::Lanes | Partitions::Thin => {
                groups.extend(history.partitions.iter().enumerate().map(|(index, track)| {
                    bands::partition(history, track, axis, self.partition_row(history, index), words)
                }));
            }
            Partitions::Area if !history.partitions.is_empty() => {
                groups.push(many::unread(history, axis, self.unread_area(history)));
            }
            Partitions::Area | Partitions::None => {}
        }
        groups
    }

    pub(super) fn draw_names(&self, history: &History, words: &Words, at: Option<u64>) -> Vec<Group> {
        let mut groups = Vec::new();
        for (index, track) in history.groups.iter().enumerate() {
            let place = self.name_box(self.group_row(index));
            let name = if history.groups.len() > 1 { track.id.to_string() } else { words.text("pic-lane-coordinator") };
            let mut group = Group::new(Mark::GroupLane(index)).labelled(&*track.id);
            group.text(place.x, place.center().y + NAME.drop(), NAME, NAME.fit(&name, place.w));
            groups.push(group);
        }
        match self.consumers {
            Consumers::Lanes => groups.extend(history.consumers.iter().enumerate().map(|(place, track)| {
                let leads = at.is_some_and(|at| track.leads.iter().any(|stretch| stretch.holds_at(at)));
                consumer_name(track, place, leads, self.name_box(self.consumer_row(history, place)))
            })),
            Consumers::Rows => {
                let count = [("count", history.consumers.len().into())];
                let title = words.say("pic-lane-consumers", &count);
                let mut lines = vec![(words.text("pic-lane-rows"), Token::Soft)];
                let mut conditions = history.consumers.iter().flat_map(|track| history.within(&track.conditions));
                if conditions.any(|(.., condition)| condition.is_exception()) {
                    lines.push((words.text("pic-lane-red"), Token::Text(Hue::Bad)));
                }
                groups.push(many::heading(self.name_box(self.consumers_block(history)), &title, &lines));
            }
        }
        self.draw_partition_names(history, words, &mut groups);
        groups
    }

    fn draw_partition_names(&self, history: &History, words: &Words, groups: &mut Vec<Group>) {
        match self.partitions {
            Partitions::Lanes => groups.extend(history.partitions.iter().enumerate().map(|(index, track)| {
                let name = track.partition.to_string();
                named_partition(track, &name, self.name_box(self.partition_row(history, index)), PARTITION)
            })),
            Partitions::Thin => {
                let mut index = 0;
                for topic in history.partitions.chunk_by(|a, b| a.partition.topic == b.partition.topic) {
                    let first = self.name_box(self.partition_row(history, index));
                    let high = topic.len() as f32 * self.pitch.partition;
                    if high >= LEAST {
                        let place = Rect { h: LEAST - 3.0, ..first };
                        groups.push(named_partition(&topic[0], &topic[0].partition.topic, place, BOLD));
                    }
                    index += topic.len();
                }
            }
            Partitions::Area if !history.partitions.is_empty() => {
                let total = words.say("pic-lane-unread-of", &[("count", history.partitions.len().into())]);
                let place = self.name_box(self.unread_area(history));
                groups.push(many::heading(place, &words.text("pic-lane-unread"), &[(total, Token::Soft)]));
            }
            Partitions::Area | Partitions::None => {}
        }
    }

    /// What depends on the moment, and until when it stays so.
    pub(super) fn draw_moment(&self, history: &History, axis: &Axis, at: Option<u64>) -> (Option<Group>, u64) {
        let Some(at) = at else { return (None, history.to) };
        let leads =
            history.consumers.iter().flat_map(|track| &track.leads).flat_map(|stretch| [stretch.from, stretch.to]);
        let lanes = self.consumers == Consumers::Lanes;
        let moves = history.consumers.iter().filter(|_| !lanes).flat_map(|track| &track.conditions);
        let edges = leads.chain(moves.flat_map(|stretch| [stretch.from, stretch.to]));
        let until = edges.filter(|edge| *edge > at).min().unwrap_or(history.to);
        let named = (!lanes).then(|| many::exceptions(history, axis, self.consumers_block(history), at));
        (named, until.min(history.to.max(at + 1)))
    }
}

fn named_partition(track: &PartitionTrack, name: &str, place: Rect, face: Face) -> Group {
    let mut group = Group::new(Mark::PartitionLane(track.partition.clone())).labelled(track.partition.to_string());
    group.text(place.x, place.center().y + face.drop(), face, face.fit(name, place.w)).fill(Token::Soft);
    group
}
