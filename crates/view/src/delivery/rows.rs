//! Where the rows of the picture lie: readers above and below the log, each at its place for the whole run.

use groupscope_core::report::delivery::{Reader, Standing, Strip};

use crate::{
    geometry::{Rect, Size, rect},
    measure::Face,
    pen::BODY,
};

/// The face of a reader's name.
pub(super) const NAME: Face = Face::sans(13.0, 600);

/// A reader's row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Row {
    /// Its place among the strip's readers; none = whoever will have this row has not come yet.
    pub(super) reader: Option<usize>,
    /// The upper edge of its cells.
    pub(super) y: f32,
    /// Whether it lies above the log: its brackets are above it then, else below.
    pub(super) above: bool,
    /// The baseline of its flags, if it lies next to the log.
    pub(super) flags: Option<f32>,
    /// Where its name begins: left edge and baseline.
    pub(super) name: (f32, f32),
}

/// All rows.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Rows {
    pub(super) rows: Vec<Row>,
    /// The upper edge of the log's cells.
    pub(super) log: f32,
    /// The upper edge of the boxes that tell what is committed and where the log ends.
    pub(super) marks: f32,
    /// How high a cell is.
    pub(super) cell: f32,
    /// Where the cells may be, from left to right; the heights mean nothing.
    pub(super) cells: Rect,
    /// The baseline of the legend, if there is room for it.
    pub(super) legend: Option<f32>,
    /// How many readers have no row.
    pub(super) left_out: usize,
}

pub(super) const HEAD: f32 = 34.0;
pub(super) const BRACKET: f32 = 22.0;
/// A lane of flags: boxes of [`FLAG`] px and their distance to cells.
pub(super) const LANE: f32 = 28.0;
pub(super) const FLAG: f32 = 20.0;
const LEGEND: f32 = 24.0;
const LINE: f32 = 17.0;

/// Below this width names stand above their rows.
const NARROW: f32 = 600.0;

impl Rows {
    /// Lays out a run that has `total` readers in the end.
    pub(super) fn new(strip: &Strip, total: usize, names: f32, size: Size) -> Self {
        let narrow = size.w < NARROW;
        let margin = if size.w < 640.0 { 12.0 } else { 18.0 };
        let left = if narrow { margin } else { margin + names.clamp(60.0, 150.0) + 12.0 };
        let cell = if size.h >= 480.0 {
            40.0
        } else if size.h >= 360.0 {
            34.0
        } else {
            28.0
        };
        let row = BRACKET + cell + if narrow { LINE } else { 0.0 };
        let fixed = HEAD + LANE + cell + 14.0;
        let room = size.h - fixed - 2.0 * LANE;
        let most = ((room / (row + 6.0)) as usize).clamp(1, 4);
        let shown = chosen(strip, total, most);
        let (above, below) = sides(shown.len());
        let needed = fixed
            + LANE * (usize::from(!above.is_empty()) + usize::from(!below.is_empty())) as f32
            + shown.len() as f32 * (row + 6.0);
        let legend = size.h - needed >= LEGEND;
        let spare = (size.h - needed - if legend { LEGEND } else { 0.0 }).max(0.0);
        // Air above, between and below.
        let blocks = (shown.len() + 2) as f32;
        let air = (spare / blocks).min(30.0);
        let mut y = HEAD + air + (spare - air * blocks) * 0.3;
        let mut rows = Vec::new();
        let place = |reader: Option<usize>, top: f32, above: bool, next: bool| {
            let head = if narrow { LINE } else { 0.0 };
            let cells = if above { top + head + BRACKET } else { top + head };
            let name = if narrow { (margin, top + 12.0) } else { (margin, cells + cell / 2.0 - 1.0) };
            let flags = next.then_some(if above { cells + cell + 5.0 } else { top - LANE + 3.0 });
            Row { reader, y: cells, above, flags, name }
        };
        for (place_in, slot) in above.iter().enumerate() {
            rows.push(place(shown[*slot], y, true, place_in + 1 == above.len()));
            y += row + 6.0 + air;
        }
        if !above.is_empty() {
            y += LANE - air;
        }
        let marks = y;
        y += LANE + 6.0;
        let log = y;
        y += cell + 8.0;
        if !below.is_empty() {
            y += LANE;
        }
        for (place_in, slot) in below.iter().enumerate() {
            rows.push(place(shown[*slot], y, false, place_in == 0));
            y += row + 6.0 + air;
        }
        let left_out = strip.readers.len().saturating_sub(shown.len());
        let cells = rect(left, 0.0, size.w - margin - left, 0.0);
        Self { rows, log, marks, cell, cells, legend: legend.then_some(size.h - 10.0), left_out }
    }

    /// The lowest edge of a row's cells.
    pub(super) fn bottom(&self) -> f32 {
        self.rows.iter().map(|row| row.y).fold(self.log, f32::max) + self.cell
    }
}

/// The readers that have a row, in the order of their coming. As long as all fit, one that comes later has its row from the
/// start; else those that read now, then those that came last.
fn chosen(strip: &Strip, total: usize, most: usize) -> Vec<Option<usize>> {
    if total <= most {
        return (0..total.max(1)).map(|place| (place < strip.readers.len()).then_some(place)).collect();
    }
    let reads = |reader: &Reader| matches!(reader.standing, Standing::Reads(..));
    let mut places: Vec<usize> = (0..strip.readers.len()).collect();
    places.sort_by_key(|place| (!reads(&strip.readers[*place]), std::cmp::Reverse(*place)));
    places.truncate(most);
    places.sort_unstable();
    let mut chosen: Vec<_> = places.into_iter().map(Some).collect();
    chosen.resize(most, None);
    chosen
}

/// Which of so many rows lie above the log, from top to bottom, and which below it: one alone lies below.
fn sides(count: usize) -> (Vec<usize>, Vec<usize>) {
    if count < 2 {
        return (Vec::new(), (0..count).collect());
    }
    let mut above: Vec<usize> = (0..count).step_by(2).collect();
    above.reverse();
    (above, (1..count).step_by(2).collect())
}

/// The width of the widest name or remark.
pub(super) fn names(texts: impl Iterator<Item = (String, String)>) -> f32 {
    texts.map(|(name, remark)| NAME.room(&name).max(BODY.room(&remark))).fold(0.0, f32::max)
}
