//! Many lanes in little room: consumers as rows without names, partitions as one area.

use super::{axis::Axis, bands::Bins, history::History};
use crate::{
    condition::Condition,
    geometry::{Rect, point},
    mark::Mark,
    measure::Face,
    path::Path,
    pen::{BODY, BOLD},
    scene::Group,
    token::{Hue, Token},
};

/// The colours of a row: hue by what a consumer is, and how strong.
const KINDS: [(Condition, Hue, f32); 8] = [
    (Condition::Stable, Hue::Stable, 0.35),
    (Condition::Preparing, Hue::Prep, 0.75),
    (Condition::Completing, Hue::Comp, 0.75),
    (Condition::Unjoined, Hue::Empty, 0.4),
    (Condition::Closing, Hue::Empty, 0.6),
    (Condition::Away, Hue::Bad, 0.45),
    (Condition::Frozen, Hue::Bad, 1.0),
    (Condition::NoProcess, Hue::Bad, 1.0),
];

/// All consumers, a row each: one path for each kind.
pub(super) fn rows(history: &History, axis: &Axis, area: Rect) -> Group {
    let places = (0..history.consumers.len()).collect();
    let mut group = Group::new(Mark::Consumers(places));
    let pitch = area.h / history.consumers.len().max(1) as f32;
    let high = if pitch > 4.0 { pitch - 1.0 } else { pitch };
    for (kind, hue, opacity) in KINDS {
        let mut path = Path::default();
        for (row, track) in history.consumers.iter().enumerate() {
            let y = area.y + row as f32 * pitch;
            let mut thin = Bins::default();
            for (from, to, _) in history.within(&track.conditions).filter(|(.., condition)| **condition == kind) {
                let (x, end) = (axis.x(from), axis.x(to));
                if end - x < 1.0 {
                    thin.add(x, end - x);
                } else {
                    path.bar(x, y, end - x, high);
                }
            }
            thin.draw(&mut path, y, high);
        }
        if !path.is_empty() {
            group.path(path).fill(Token::Area(hue)).opacity(opacity);
        }
    }
    group
}

/// The names of those that are down at `at`: they stand where they went down. At most four.
pub(super) fn exceptions(history: &History, axis: &Axis, area: Rect, at: u64) -> Group {
    let mut group = Group::new(Mark::Decor);
    let pitch = area.h / history.consumers.len().max(1) as f32;
    let mut free_from = area.y;
    let down = history.consumers.iter().enumerate().filter_map(|(row, track)| {
        let now = track.conditions.iter().find(|stretch| stretch.holds_at(at))?;
        now.value.is_exception().then_some((row, track, now.from))
    });
    for (row, track, since) in down.take(4) {
        let x = axis.x(since.max(history.from));
        let center = area.y + (row as f32 + 0.5) * pitch;
        let baseline = (center + BOLD.drop()).max(free_from + 11.0);
        let text = BOLD.fit(&track.name, area.w - 16.0);
        let room = BOLD.room(&text);
        if baseline + 3.0 > area.bottom() {
            break;
        }
        if x - 8.0 - room >= area.x {
            group.text(x - 6.0, baseline, BOLD, text).end().halo(Token::Panel);
        } else {
            group.text((x + 8.0).min(area.right() - room), baseline, BOLD, text).halo(Token::Panel);
        }
        free_from = baseline + 4.0;
    }
    group
}

/// How many partitions nobody reads, as an area over time.
pub(super) fn unread(history: &History, axis: &Axis, area: Rect) -> Group {
    let mut group = Group::new(Mark::Unread);
    let mut edges: Vec<(u64, i64)> = Vec::new();
    for track in &history.partitions {
        for (from, to, reader) in history.within(&track.readers) {
            if reader.is_none() {
                edges.extend([(from, 1), (to, -1)]);
            }
        }
    }
    edges.sort_unstable();
    let steps = steps(&edges);
    let most = steps.iter().map(|(_, count)| *count).max().unwrap_or(0);
    group.line(point(area.x, area.bottom()), point(area.right(), area.bottom())).stroke(Token::Rule, 1.0);
    if most == 0 {
        return group;
    }
    let level = |count: i64| area.bottom() - (area.h - 2.0) * count as f32 / most as f32;
    let (mut filled, mut outline) = (Path::default(), Path::default());
    let ends = steps.iter().map(|(at, _)| axis.x(*at)).skip(1).chain([axis.x(history.to)]);
    for ((at, count), end) in steps.iter().zip(ends).filter(|((_, count), _)| *count > 0) {
        let (x, y) = (axis.x(*at), level(*count));
        filled.bar(x, y, end - x, area.bottom() - y);
        outline.go(x, y).line(end, y);
    }
    group.path(filled).hatch(0.0).paint.stroke = None;
    group.path(outline).stroke(Token::Area(Hue::Bad), 1.2);
    let face = Face::mono(12.0, 600);
    let first = steps.iter().find(|(_, count)| *count == most).map_or(area.x, |(at, _)| axis.x(*at));
    let text = most.to_string();
    let room = face.room(&text);
    let label = if first - 6.0 - room >= area.x {
        group.text(first - 6.0, area.y + 11.0, face, text).end()
    } else {
        group.text(first + 5.0, area.y + 11.0, face, text)
    };
    label.fill(Token::Text(Hue::Bad)).halo(Token::Panel);
    group
}

/// The running count after each moment at which it changes.
fn steps(edges: &[(u64, i64)]) -> Vec<(u64, i64)> {
    let mut count = 0;
    let moments = edges.chunk_by(|a, b| a.0 == b.0).map(|moment| {
        count += moment.iter().map(|(_, change)| change).sum::<i64>();
        (moment[0].0, count)
    });
    let mut steps: Vec<(u64, i64)> = moments.collect();
    steps.dedup_by_key(|(_, count)| *count);
    steps
}

/// A heading in the column of names with one or two lines below it.
pub(super) fn heading(column: Rect, title: &str, lines: &[(String, Token)]) -> Group {
    let mut group = Group::new(Mark::Decor);
    let strong = Face::sans(12.0, 650);
    group.text(column.x, column.y + 12.0, strong, strong.fit(title, column.w));
    for (index, (line, ink)) in lines.iter().enumerate() {
        let baseline = column.y + 28.0 + index as f32 * 16.0;
        if baseline + 3.0 <= column.bottom() {
            group.text(column.x, baseline, BODY, BODY.fit(line, column.w)).fill(*ink);
        }
    }
    group
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_that_meet_count_as_one_level() {
        let edges = [(10, 1), (20, -1), (20, 1), (30, 1), (40, -1), (40, -1)];
        assert_eq!(steps(&edges), [(10, 1), (30, 2), (40, 0)]);
    }
}
