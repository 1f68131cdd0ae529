//! The partitions beside the sequence: who reads each, along the same time.

use super::draw::Picture;
use crate::{
    geometry::rect,
    mark::Mark,
    measure::Face,
    scene::Group,
    token::{Hue, Token},
};

/// Up to so many partitions have strips.
const MOST: usize = 12;
/// Narrower sequences have none.
const LEAST_WIDTH: f32 = 900.0;
const PITCH: f32 = 21.0;
const STRIP: f32 = 13.0;
const SMALL: Face = Face::sans(11.0, 400);

/// The width that the strips of so many partitions take.
pub(super) fn width(partitions: usize, whole: f32) -> f32 {
    if whole < LEAST_WIDTH || partitions == 0 || partitions > MOST { 0.0 } else { partitions as f32 * PITCH + 30.0 }
}

impl Picture<'_> {
    fn strip_x(&self, index: usize) -> f32 {
        self.width - self.strips + 18.0 + index as f32 * PITCH
    }

    /// The topics and the numbers of their partitions.
    pub(super) fn strip_heads(&self) -> Vec<Group> {
        if self.strips == 0.0 {
            return Vec::new();
        }
        let mut groups = Vec::new();
        let mut index = 0;
        for topic in self.history.partitions.chunk_by(|a, b| a.partition.topic == b.partition.topic) {
            let name = &topic[0].partition.topic;
            let last = index + topic.len() == self.history.partitions.len();
            let room = topic.len() as f32 * PITCH + if last { 10.0 } else { -4.0 };
            let mut group = Group::new(Mark::Decor).labelled(&**name);
            // Of a topic with little room its number of partitions says enough.
            if room > 24.0 {
                group.text(self.strip_x(index) - 2.0, 17.0, SMALL, SMALL.fit(name, room)).fill(Token::Soft);
            }
            for track in topic {
                let number = Face::mono(11.0, 400);
                let x = self.strip_x(index) + STRIP / 2.0;
                group.text(x, 33.0, number, track.partition.partition.to_string()).middle().fill(Token::Soft);
                index += 1;
            }
            groups.push(group);
        }
        groups
    }

    /// Who reads each partition, and gaps.
    pub(super) fn strip_bodies(&self) -> Vec<Group> {
        if self.strips == 0.0 {
            return Vec::new();
        }
        let draw = |(index, track): (usize, &crate::timeline::PartitionTrack)| {
            let mark = Mark::PartitionLane(track.partition.clone());
            let mut group = Group::new(mark).labelled(track.partition.to_string());
            for stretch in &track.readers {
                let (y, end) = (self.y(stretch.from), self.y(stretch.to));
                let bar = rect(self.strip_x(index), y, STRIP, (end - y - 1.0).max(0.5));
                match stretch.value {
                    Some(place) => group.rect(bar, 3.0).fill(Token::Area(Hue::of_place(place))).opacity(0.75),
                    None => group.rect(bar, 3.0).hatch(0.8),
                };
            }
            group
        };
        self.history.partitions.iter().enumerate().map(draw).collect()
    }
}
