//! Labels in a row: none overlaps another, each touches what it names; what does not fit is shortened, then left out.

use crate::measure::Face;

/// A label to be placed.
#[derive(Clone, Debug)]
pub(super) struct Tag {
    /// What it names reaches from here …
    pub(super) from: f32,
    /// … to there, px.
    pub(super) to: f32,
    /// What it says, the longest form first.
    pub(super) forms: Vec<String>,
    /// Where it would like to be: 0 = behind the middle of what it names, 0.5 = over it, 1 = before it.
    pub(super) lean: f32,
    /// The lightest is left out first.
    pub(super) weight: u8,
}

/// A label with its place.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Placed {
    /// Which tag's.
    pub(super) tag: usize,
    pub(super) left: f32,
    pub(super) width: f32,
    pub(super) text: String,
}

/// Between two labels.
const GAP: f32 = 6.0;

/// Places labels between `low` and `high`, with so much room on each side of their texts. Where they are too many the lighter
/// ones are shortened first; then the lightest is left out of those without which the others fit.
pub(super) fn place(tags: &[Tag], face: Face, padding: f32, bounds: (f32, f32)) -> Vec<Placed> {
    let mut order: Vec<usize> = (0..tags.len()).collect();
    order.sort_by(|a, b| middle(&tags[*a]).total_cmp(&middle(&tags[*b])));
    let row = Row { tags, face, padding, bounds };
    while !order.is_empty() {
        if let Some(placed) = row.shortened(&order) {
            return placed;
        }
        let mut by_weight = order.clone();
        by_weight.sort_by_key(|tag| tags[*tag].weight);
        let without = |left_out: usize| order.iter().copied().filter(|tag| *tag != left_out).collect::<Vec<_>>();
        let enough = by_weight.iter().find(|tag| row.shortened(&without(**tag)).is_some());
        let left_out = enough.or(by_weight.first()).copied();
        order.retain(|tag| Some(*tag) != left_out);
    }
    Vec::new()
}

fn middle(tag: &Tag) -> f32 {
    (tag.from + tag.to) / 2.0
}

struct Row<'a> {
    tags: &'a [Tag],
    face: Face,
    padding: f32,
    bounds: (f32, f32),
}

impl Row<'_> {
    /// Shortens one after the other, the lightest first, until all have room.
    fn shortened(&self, order: &[usize]) -> Option<Vec<Placed>> {
        let mut forms = vec![0; order.len()];
        loop {
            if let Some(placed) = self.attempt(order, &forms) {
                return Some(placed);
            }
            let can = |index: &usize| forms[*index] + 1 < self.tags[order[*index]].forms.len();
            let next = (0..order.len()).filter(can).min_by_key(|index| self.tags[order[*index]].weight)?;
            forms[next] += 1;
        }
    }

    fn attempt(&self, order: &[usize], forms: &[usize]) -> Option<Vec<Placed>> {
        let (low, high) = self.bounds;
        let mut placed: Vec<Placed> = Vec::with_capacity(order.len());
        let mut next = low;
        for (tag, form) in order.iter().zip(forms) {
            let it = &self.tags[*tag];
            let text = it.forms.get(*form)?.clone();
            let width = self.face.room(&text) + 2.0 * self.padding;
            let left = (middle(it) - width * it.lean).max(next);
            next = left + width + GAP;
            placed.push(Placed { tag: *tag, left, width, text });
        }
        let mut end = high;
        for it in placed.iter_mut().rev() {
            it.left = it.left.min(end - it.width);
            end = it.left - GAP;
        }
        let touches = |it: &Placed| {
            let tag = &self.tags[it.tag];
            it.left <= tag.to + 0.5 && it.left + it.width >= tag.from - 0.5 && it.left >= low - 0.5
        };
        placed.iter().all(touches).then_some(placed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FACE: Face = Face::mono(10.0, 400);

    fn tag(at: f32, forms: &[&str], weight: u8) -> Tag {
        Tag { from: at, to: at, forms: forms.iter().map(ToString::to_string).collect(), lean: 0.5, weight }
    }

    fn texts(placed: &[Placed]) -> Vec<&str> {
        placed.iter().map(|it| it.text.as_str()).collect()
    }

    #[test]
    fn labels_give_way_to_each_other_and_still_touch_what_they_name() {
        let tags = [tag(50.0, &["committed"], 1), tag(100.0, &["position"], 1)];
        let placed = place(&tags, FACE, 2.0, (0.0, 200.0));
        assert_eq!(texts(&placed), ["committed", "position"]);
        assert!(placed[0].left + placed[0].width + GAP <= placed[1].left + 0.01);
        assert!(placed[1].left <= 100.0 && placed[0].left + placed[0].width >= 50.0);
    }

    #[test]
    fn what_does_not_fit_is_shortened_and_then_the_lightest_is_left_out() {
        let tags = |other| [tag(50.0, &["committed 95", "95"], 2), tag(other, &["position 105", "105"], 1)];
        // 12 letters of 6.48 px and twice 2 px are 82 px.
        assert_eq!(texts(&place(&tags(100.0), FACE, 2.0, (0.0, 120.0))), ["committed 95", "105"]);
        assert_eq!(texts(&place(&tags(75.0), FACE, 2.0, (0.0, 120.0))), ["95", "105"]);
        let tags = tags(60.0);
        assert_eq!(texts(&place(&tags, FACE, 2.0, (40.0, 70.0))), ["95"]);
        assert_eq!(texts(&place(&tags, FACE, 2.0, (50.0, 52.0))), [] as [&str; 0]);
    }
}
