//! A result of many members as a picture: partitions across, members down, a mark where each partition lies. What changes
//! is drawn larger than what stays.

use std::fmt::Write as _;

use super::{View, matrix::Matrix};

/// How wide a map is, in its own units.
pub const WIDTH: f64 = 480.0;
/// The room for the members.
const HEIGHT: f64 = 192.0;
/// The side of a mark that is to be seen among hundreds.
const LARGE: f64 = 6.0;
/// The least side of the others.
const SMALL: f64 = 1.4;

/// A map: its paths, the later ones on top.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// Its height, in its own units.
    pub height: f64,
    /// Marks of one kind.
    pub layers: Vec<Layer>,
    /// Where a new topic begins: its name, and from where to where it reaches across.
    pub topics: Vec<(String, f64, f64)>,
    /// How high up the members lie who have left.
    pub left: Vec<f64>,
}

/// The marks of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// What they mean: the key of the word is `lab-KIND`.
    pub kind: &'static str,
    /// How many there are.
    pub count: usize,
    /// All of them as one path.
    pub path: String,
}

/// The kinds of marks, the later ones on top, and whether they are large.
const MOVES: [(&str, bool); 6] =
    [("kept", false), ("new", false), ("had", true), ("moved", true), ("revokes", true), ("withheld", true)];
const DIFFERENCES: [(&str, bool); 2] = [("same", false), ("differs", true)];

impl Map {
    /// The map of a result; `differ` says of each partition whether the assignors disagree.
    #[must_use]
    pub fn new(matrix: &Matrix, view: View, differ: &[bool]) -> Self {
        let (rows, columns) = (matrix.rows.len().max(1) as f64, matrix.columns.len().max(1) as f64);
        let (high, wide) = ((HEIGHT / rows).min(12.0), WIDTH / columns);
        let kinds: &[_] = if view == View::Differences { &DIFFERENCES } else { &MOVES };
        let layer = |&(kind, is_large): &(&'static str, bool)| {
            let least = if is_large { LARGE } else { SMALL };
            let (w, h) = (wide.max(least), high.max(least));
            let mut layer = Layer { kind, count: 0, path: String::new() };
            for column in 0..matrix.columns.len() {
                for (row, what) in marks(matrix, view, differ, column).into_iter().flatten() {
                    if what == kind {
                        layer.count += 1;
                        let x = (column as f64 + 0.5) * wide - w / 2.0;
                        let y = (row as f64 + 0.5) * high - h / 2.0;
                        let _ = write!(layer.path, "M{x:.1} {y:.1}h{w:.1}v{h:.1}h-{w:.1}z");
                    }
                }
            }
            layer
        };
        let layers = kinds.iter().map(layer).filter(|layer| layer.count > 0).collect();
        let mut from = 0.0;
        let topics = matrix.columns.chunk_by(|a, b| a.topic == b.topic).map(|chunk| {
            let start = from;
            from += chunk.len() as f64 * wide;
            (chunk[0].topic.to_string(), start, from)
        });
        let left = (0..matrix.rows.len()).filter(|&row| matrix.rows[row].has_left);
        Self {
            height: high * rows,
            layers,
            topics: topics.collect(),
            left: left.map(|row| (row as f64 + 0.5) * high).collect(),
        }
    }

    /// Where a partition's column and a member's row lie.
    #[must_use]
    pub fn place(&self, matrix: &Matrix, row: usize, column: usize) -> (f64, f64) {
        let x = (column as f64 + 0.5) * WIDTH / matrix.columns.len().max(1) as f64;
        (x, (row as f64 + 0.5) * self.height / matrix.rows.len().max(1) as f64)
    }
}

/// The rows in which a partition has a mark, and of which kind.
fn marks(matrix: &Matrix, view: View, differ: &[bool], column: usize) -> [Option<(usize, &'static str)>; 2] {
    let fate = matrix.fates[column];
    if view == View::Differences {
        let kind = if differ[column] { "differs" } else { "same" };
        return [matrix.owner(column).map(|row| (row, kind)), None];
    }
    let owner = match (fate.now, fate.next) {
        (Some(row), _) if fate.before == Some(row) => Some((row, "kept")),
        (Some(row), _) if fate.before.is_none() => Some((row, "new")),
        (Some(row), _) => Some((row, "moved")),
        (None, next) => next.map(|row| (row, "withheld")),
    };
    // Where a member that is still there had what has moved on is not marked: the mark of the move is enough.
    let before = fate.before.filter(|row| fate.now != Some(*row)).and_then(|row| {
        let revokes = fate.now.is_none() && fate.next.is_some();
        if matrix.rows[row].has_left { Some((row, "had")) } else { revokes.then_some((row, "revokes")) }
    });
    [owner, before]
}
