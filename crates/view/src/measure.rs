//! How wide a text is, without a browser.
//!
//! No font is fetched, so the page takes what the reader has; the pictures hold for any font whose text is at most
//! [`SLACK`] wider or narrower than this table, which is that of Inter with tabular figures.

use std::borrow::Cow;

/// How much wider than the table a font may be.
pub const SLACK: f32 = 1.08;

/// Advance widths of U+0020 to U+007E in 1/1000 em.
const REGULAR: [u16; 95] = [
    281, 278, 403, 631, 638, 812, 639, 222, 362, 362, 500, 659, 280, 460, 276, 357, 648, 648, 648, 648, 648, 648, 648,
    648, 648, 648, 276, 280, 659, 659, 659, 507, 936, 676, 651, 727, 719, 598, 587, 743, 740, 264, 543, 652, 562, 889,
    753, 761, 635, 761, 639, 638, 642, 741, 676, 949, 642, 665, 625, 362, 357, 362, 469, 452, 497, 564, 621, 558, 621,
    582, 361, 609, 591, 237, 237, 544, 237, 869, 585, 597, 609, 609, 372, 523, 364, 581, 557, 812, 540, 557, 541, 362,
    327, 362, 659,
];

/// The same at weight 600.
const BOLD: [u16; 95] = [
    248, 309, 396, 643, 649, 844, 663, 213, 393, 393, 543, 673, 295, 466, 290, 379, 670, 670, 670, 670, 670, 670, 670,
    670, 670, 670, 290, 295, 673, 673, 673, 544, 999, 724, 657, 744, 724, 608, 586, 755, 744, 275, 561, 677, 566, 906,
    741, 775, 643, 776, 651, 649, 660, 734, 724, 1007, 690, 705, 653, 393, 379, 393, 481, 468, 497, 575, 630, 577, 630,
    593, 377, 625, 613, 261, 261, 569, 261, 898, 610, 608, 625, 625, 397, 549, 380, 608, 576, 837, 562, 576, 562, 393,
    358, 393, 673,
];

/// A size, a weight and one of the two families.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face {
    /// Pixels.
    pub size: f32,
    /// 400, 600 or 650.
    pub weight: u16,
    /// The monospaced family: settings, partitions, offsets, ids, times, error codes.
    pub mono: bool,
}

impl Face {
    /// The ordinary family.
    #[must_use]
    pub const fn sans(size: f32, weight: u16) -> Self {
        Self { size, weight, mono: false }
    }

    /// The monospaced family.
    #[must_use]
    pub const fn mono(size: f32, weight: u16) -> Self {
        Self { size, weight, mono: true }
    }

    /// The width of `text` by the table, px.
    #[must_use]
    pub fn width(self, text: &str) -> f32 {
        text.chars().map(|c| self.advance(c)).sum::<f32>() * self.size / 1000.0
    }

    /// The room to leave for `text`, whatever the font, px.
    #[must_use]
    pub fn room(self, text: &str) -> f32 {
        self.width(text) * SLACK
    }

    /// How far `text` reaches above its baseline and below it, px.
    #[must_use]
    pub fn extent(self) -> (f32, f32) {
        (self.size * 0.76, self.size * 0.22)
    }

    /// From the middle of a line to the baseline that centres it, px.
    #[must_use]
    pub fn drop(self) -> f32 {
        self.size * 0.35
    }

    /// 1/1000 em.
    fn advance(self, c: char) -> f32 {
        let narrow = if self.weight >= 600 { &BOLD } else { &REGULAR };
        let latin = (c as usize).checked_sub(0x20).and_then(|index| narrow.get(index));
        let units = match latin {
            Some(_) if self.mono => 600,
            Some(units) => *units,
            None => other(c, self.mono),
        };
        f32::from(units)
    }

    /// `text`, or as much of its beginning as fits into `room` with "…" behind it, whatever the font.
    #[must_use]
    pub fn fit(self, text: &str, room: f32) -> Cow<'_, str> {
        if self.room(text) <= room {
            return Cow::Borrowed(text);
        }
        let mut left = room / SLACK - self.width("…");
        let mut end = 0;
        for (index, c) in text.char_indices() {
            left -= self.advance(c) * self.size / 1000.0;
            if left < 0.0 {
                break;
            }
            end = index + c.len_utf8();
        }
        Cow::Owned(format!("{}…", &text[..end]))
    }

    /// The first of `texts` that fits into `room`.
    #[must_use]
    pub fn first_fit<'a>(self, texts: &[&'a str], room: f32) -> Option<&'a str> {
        texts.iter().copied().find(|text| self.room(text) <= room)
    }
}

/// What is not ASCII: Hangul and other wide letters take a whole em.
fn other(c: char, mono: bool) -> u16 {
    match c {
        '\u{2009}' => 200,
        '\u{1100}'..='\u{11ff}' | '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{ffef}' => 1000,
        _ if mono => 600,
        '·' | '’' => 290,
        '“' | '”' => 410,
        '–' => 500,
        '…' => 821,
        '→' | '←' | '—' => 1000,
        '×' | '−' | '≤' | '≥' => 673,
        _ => 1000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: Face = Face::sans(12.0, 400);

    #[test]
    fn figures_are_as_wide_as_each_other() {
        assert_eq!(BODY.width("111"), BODY.width("890"));
    }

    #[test]
    fn hangul_is_wider_than_latin() {
        assert!((BODY.width("그룹") - 24.0).abs() < 0.01);
        assert!(BODY.width("ab") < 15.0);
        assert_eq!(Face::mono(10.0, 400).width("ab"), 12.0);
    }

    #[test]
    fn a_text_that_fits_is_left_alone_and_a_longer_one_ends_in_an_ellipsis() {
        assert_eq!(BODY.fit("billing", 100.0), "billing");
        let cut = BODY.fit("billing-with-a-long-name", 60.0);
        assert!(cut.starts_with("billi") && cut.ends_with('…') && BODY.room(&cut) <= 60.0, "{cut}");
        assert_eq!(BODY.fit("그룹", 3.0), "…");
    }

    #[test]
    fn the_longest_form_that_fits_is_taken() {
        let forms = ["PreparingRebalance", "Preparing", "Prep."];
        assert_eq!(BODY.first_fit(&forms, 200.0), Some("PreparingRebalance"));
        assert_eq!(BODY.first_fit(&forms, 70.0), Some("Preparing"));
        assert_eq!(BODY.first_fit(&forms, 10.0), None);
    }
}
