//! Brackets over a reader's records that are the same to it.

use groupscope_core::report::delivery::{Reader, RecordState};

use super::{
    labels::{Tag, place},
    rows::{BRACKET, Row},
    strip::Picture,
};
use crate::{
    mark::Mark,
    path::Path,
    pen::BOLD,
    scene::Group,
    token::{Hue, Token},
};

/// What belongs together under a bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Uncommitted,
    Again,
    Returned,
    Dropped,
    /// Up to this offset.
    Fetched(i64),
}

impl Kind {
    const fn is_bad(self) -> bool {
        matches!(self, Self::Again)
    }

    const fn weight(self) -> u8 {
        match self {
            Self::Again => 5,
            Self::Returned | Self::Dropped => 4,
            Self::Uncommitted => 3,
            Self::Fetched(_) => 2,
        }
    }
}

impl Picture<'_> {
    /// Brackets over what belongs together.
    pub(super) fn brackets(&self, row: &Row, reader: &Reader, hue: Hue) -> Group {
        let mut group = Group::new(Mark::Decor);
        let named = self.stretches(reader);
        let spans: Vec<_> = named.iter().filter_map(|it| Some((it, self.columns.span(it.0, it.1)?))).collect();
        let line = if row.above { row.y - 8.0 } else { row.y + self.rows.cell + 8.0 };
        let tick = if row.above { 5.0 } else { -5.0 };
        let ink = |bad: bool| Token::Text(if bad { Hue::Bad } else { hue });
        let mut tags = Vec::new();
        for ((_, _, kind), (from, to)) in &spans {
            let mut path = Path::default();
            path.go(from + 2.0, line + tick).line(from + 2.0, line).line(to - 2.0, line).line(to - 2.0, line + tick);
            group.path(path).stroke(ink(kind.is_bad()), 1.3);
            tags.push(Tag { from: *from, to: *to, forms: self.forms(*kind), lean: 0.5, weight: kind.weight() });
        }
        let baseline = if row.above { line - 5.0 } else { line + BRACKET - 8.0 };
        let bounds = (self.rows.cells.x, self.rows.cells.right());
        for it in place(&tags, BOLD, 0.0, bounds) {
            let bad = spans[it.tag].0.2.is_bad();
            group.text(it.left + it.width / 2.0, baseline, BOLD, it.text).middle().fill(ink(bad)).halo(Token::Paper);
        }
        group
    }

    /// What of a reader's records belongs together under one name.
    fn stretches(&self, reader: &Reader) -> Vec<(i64, i64, Kind)> {
        let committed = self.strip.committed.unwrap_or(i64::MIN);
        let mut named: Vec<(i64, i64, Kind)> = Vec::new();
        for stretch in &reader.stretches {
            let kind = match stretch.state {
                RecordState::Processed(1) if stretch.to > committed => Kind::Uncommitted,
                RecordState::Processed(1) => continue,
                RecordState::Processed(_) => Kind::Again,
                RecordState::Returned => Kind::Returned,
                RecordState::Interrupted | RecordState::Dropped => Kind::Dropped,
                RecordState::Fetched => Kind::Fetched(stretch.to - 1),
            };
            let from = if kind == Kind::Uncommitted { stretch.from.max(committed) } else { stretch.from };
            match named.last_mut() {
                Some(last) if last.2 == kind && last.1 == from => last.1 = stretch.to,
                _ => named.push((from, stretch.to, kind)),
            }
        }
        named
    }

    fn forms(&self, kind: Kind) -> Vec<String> {
        let keys: &[&str] = match kind {
            Kind::Uncommitted => &["rec-uncommitted", "rec-uncommitted-short"],
            Kind::Again => &["rec-again", "rec-again-short"],
            Kind::Returned => &["rec-returned", "rec-returned-short"],
            Kind::Dropped => &["rec-dropped", "rec-returned-short"],
            Kind::Fetched(_) => &["rec-fetched", "rec-fetched-short", "rec-fetched-shortest"],
        };
        let offset = if let Kind::Fetched(offset) = kind { offset } else { 0 };
        keys.iter().map(|key| self.offset(key, offset)).collect()
    }
}
