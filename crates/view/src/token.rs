//! The only colours of the program: the page's CSS variables and the colours of every SVG come from this one table.

use std::fmt::{self, Write};

/// A family of colours with one meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hue {
    /// A member by its place, 0 to 7: the order of first joining.
    Member(u8),
    /// A member beyond the eighth: it has no hue of its own.
    Rest,
    /// A group that is Empty; a consumer that has not joined.
    Empty,
    /// `PreparingRebalance`, of a group or a member.
    Prep,
    /// `CompletingRebalance`, of a group or a member.
    Comp,
    /// `Stable`, of a group or a member.
    Stable,
    /// A group that is Dead, a coordinator that is loading.
    Dead,
    /// Faults, errors, gaps.
    Bad,
}

impl Hue {
    /// The hue of the consumer at `place`.
    #[must_use]
    pub fn of_place(place: usize) -> Self {
        u8::try_from(place).ok().filter(|place| *place < 8).map_or(Self::Rest, Self::Member)
    }
}

/// A colour by its role. Its CSS variable is its `Display`: `--m1t`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Token {
    /// The ground.
    Paper,
    /// Cards, side, timeline.
    Panel,
    /// Wells, tracks, what is unlit.
    Faint,
    /// Decoration only.
    Rule,
    /// Links and lifelines that mean something.
    Line,
    /// Text.
    Ink,
    /// Second text.
    Soft,
    /// Text on filled shapes.
    Inv,
    /// The ground of a warning.
    BadBg,
    /// The strokes of a hatch.
    Hatch,
    /// "Look here".
    Hl,
    /// Text on [`Token::Hl`].
    Hlt,
    /// Bands, borders, rings: never text.
    Area(Hue),
    /// Names, and the fill of what carries [`Token::Inv`] text.
    Text(Hue),
    /// An owned chip.
    Tint(Hue),
    /// A waiting state.
    Tint2(Hue),
}

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
}

/// 0xRRGGBB
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub u32);

/// The colours of tokens in light and dark, as look.md lists them.
const PLAIN: [(Token, u32, u32); 12] = [
    (Token::Paper, 0xfbfaf7, 0x14171d),
    (Token::Panel, 0xffffff, 0x1b1f27),
    (Token::Faint, 0xf3f0e9, 0x252b35),
    (Token::Rule, 0xe3e0d8, 0x333a46),
    (Token::Line, 0x8d8878, 0x6d7686),
    (Token::Ink, 0x1d2330, 0xe9ebef),
    (Token::Soft, 0x5a6372, 0xa7afbc),
    (Token::Inv, 0xffffff, 0x14171d),
    (Token::BadBg, 0xfdecea, 0x3a2022),
    (Token::Hatch, 0xeba9a9, 0x8a4a4a),
    (Token::Hl, 0xfff3d6, 0x3b3218),
    (Token::Hlt, 0x7a4c00, 0xf3cf7a),
];

/// Hue; area and text in light; both in dark.
const HUES: [(Hue, u32, u32, u32); 15] = [
    (Hue::Member(0), 0x0072b2, 0x00629a, 0x56b4e9),
    (Hue::Member(1), 0xcc7700, 0x8f5200, 0xf0a63a),
    (Hue::Member(2), 0x00865f, 0x006f4e, 0x3cc795),
    (Hue::Member(3), 0xb8578a, 0x9c3f70, 0xe58fbb),
    (Hue::Member(4), 0x6f5fc8, 0x5c4cb5, 0xaea2f5),
    (Hue::Member(5), 0x7b8000, 0x5f6300, 0xc2c84c),
    (Hue::Member(6), 0x0f8ca0, 0x0a6c7c, 0x4ccadc),
    (Hue::Member(7), 0x95633a, 0x7d5029, 0xd6a673),
    (Hue::Rest, 0x5a6372, 0x4f5867, 0xa7afbc),
    (Hue::Empty, 0x6f6a5d, 0x6f6a5d, 0x9a968a),
    (Hue::Prep, 0x9a6200, 0x9a6200, 0xe8b750),
    (Hue::Comp, 0x2b6cb0, 0x2b6cb0, 0x7fb2ee),
    (Hue::Stable, 0x2a7a52, 0x2a7a52, 0x5fcf95),
    (Hue::Dead, 0x4b5160, 0x4b5160, 0x8b93a1),
    (Hue::Bad, 0xc02b2b, 0xc02b2b, 0xff8a80),
];

impl Token {
    /// Every token.
    pub fn all() -> impl Iterator<Item = Self> {
        let hued =
            |(hue, ..): (Hue, u32, u32, u32)| [Self::Area(hue), Self::Text(hue), Self::Tint(hue), Self::Tint2(hue)];
        PLAIN.into_iter().map(|(token, ..)| token).chain(HUES.into_iter().flat_map(hued))
    }

    /// Its colour.
    #[must_use]
    pub fn color(self, theme: Theme) -> Rgb {
        let (tint, tint2) = match theme {
            Theme::Light => (13, 21),
            Theme::Dark => (17, 23),
        };
        match self {
            Self::Area(hue) => hue_colors(hue, theme).0,
            Self::Text(hue) => hue_colors(hue, theme).1,
            Self::Tint(hue) => hue_colors(hue, theme).0.over(Self::Panel.color(theme), tint),
            Self::Tint2(hue) => hue_colors(hue, theme).0.over(Self::Panel.color(theme), tint2),
            plain => {
                let found = PLAIN.into_iter().find(|(token, ..)| *token == plain);
                let (light, dark) = found.map_or((0, 0), |(_, light, dark)| (light, dark));
                Rgb(if theme == Theme::Light { light } else { dark })
            }
        }
    }
}

/// Area and text.
fn hue_colors(hue: Hue, theme: Theme) -> (Rgb, Rgb) {
    let found = HUES.into_iter().find(|(known, ..)| *known == hue).unwrap_or(HUES[8]);
    match theme {
        Theme::Light => (Rgb(found.1), Rgb(found.2)),
        Theme::Dark => (Rgb(found.3), Rgb(found.3)),
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Paper => f.write_str("--paper"),
            Self::Panel => f.write_str("--panel"),
            Self::Faint => f.write_str("--faint"),
            Self::Rule => f.write_str("--rule"),
            Self::Line => f.write_str("--line"),
            Self::Ink => f.write_str("--ink"),
            Self::Soft => f.write_str("--soft"),
            Self::Inv => f.write_str("--inv"),
            Self::BadBg => f.write_str("--badbg"),
            Self::Hatch => f.write_str("--hatch"),
            Self::Hl => f.write_str("--hl"),
            Self::Hlt => f.write_str("--hlt"),
            Self::Area(hue) => write!(f, "--{hue}"),
            Self::Text(hue @ (Hue::Member(_) | Hue::Rest)) => write!(f, "--{hue}t"),
            Self::Text(hue) => write!(f, "--{hue}"),
            Self::Tint(hue) => write!(f, "--{hue}-tint"),
            Self::Tint2(hue) => write!(f, "--{hue}-tint2"),
        }
    }
}

impl fmt::Display for Hue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Member(place) => write!(f, "m{}", place + 1),
            Self::Rest => f.write_str("rest"),
            Self::Empty => f.write_str("empty"),
            Self::Prep => f.write_str("prep"),
            Self::Comp => f.write_str("comp"),
            Self::Stable => f.write_str("stable"),
            Self::Dead => f.write_str("dead"),
            Self::Bad => f.write_str("bad"),
        }
    }
}

impl Rgb {
    /// `percent` of this in `ground`, as CSS mixes in sRGB.
    fn over(self, ground: Self, percent: u32) -> Self {
        let part = |shift: u32| {
            let (own, under) = ((self.0 >> shift) & 255, (ground.0 >> shift) & 255);
            ((own * percent + under * (100 - percent) + 50) / 100) << shift
        };
        Self(part(16) | part(8) | part(0))
    }

    /// WCAG's relative luminance.
    fn luminance(self) -> f64 {
        let linear = |shift: u32| {
            let value = f64::from((self.0 >> shift) & 255) / 255.0;
            if value <= 0.03928 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0)
    }

    /// WCAG's contrast of two colours, 1 to 21.
    #[must_use]
    pub fn contrast(self, other: Self) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:06x}", self.0)
    }
}

/// The style sheet that defines every token: light on `:root`, dark by `data-theme` or by what the reader prefers.
#[must_use]
pub fn css() -> String {
    let mut sheet = String::from("/* Written from crates/view/src/token.rs; a test compares the two. */\n");
    let mut rule = |selector: &str, close: &str, theme: Theme| {
        let _ = write!(sheet, "{selector} {{");
        let mut seen = Vec::new();
        for token in Token::all() {
            let name = token.to_string();
            if !seen.contains(&name) {
                let _ = write!(sheet, "\n  {name}: {};", token.color(theme));
                seen.push(name);
            }
        }
        let _ = writeln!(sheet, "\n}}{close}");
    };
    rule(":root", "", Theme::Light);
    rule("@media (prefers-color-scheme: dark) { :root:not([data-theme=light])", " }", Theme::Dark);
    rule(":root[data-theme=dark]", "", Theme::Dark);
    sheet
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: [Theme; 2] = [Theme::Light, Theme::Dark];

    fn contrast(a: Token, b: Token, theme: Theme) -> f64 {
        a.color(theme).contrast(b.color(theme))
    }

    #[test]
    fn contrast_is_that_of_wcag() {
        assert!((Rgb(0).contrast(Rgb(0xffffff)) - 21.0).abs() < 0.01);
        assert!((contrast(Token::Ink, Token::Panel, Theme::Light) - 15.7).abs() < 0.1);
        assert!((contrast(Token::Soft, Token::Panel, Theme::Dark) - 7.5).abs() < 0.1);
    }

    #[test]
    fn every_text_reaches_double_a_on_its_grounds() {
        for theme in BOTH {
            for ground in [Token::Paper, Token::Panel, Token::Faint] {
                for text in [Token::Ink, Token::Soft] {
                    assert!(contrast(text, ground, theme) >= 4.5, "{text} on {ground}");
                }
            }
            assert!(contrast(Token::Hlt, Token::Hl, theme) >= 4.5);
            assert!(contrast(Token::Ink, Token::BadBg, theme) >= 4.5);
            for (hue, ..) in HUES {
                let text = Token::Text(hue);
                assert!(contrast(text, Token::Panel, theme) >= 4.5, "{text} on panel");
                assert!(contrast(text, Token::Paper, theme) >= 4.5, "{text} on paper");
                assert!(contrast(Token::Inv, text, theme) >= 4.5, "inv on {text}");
            }
        }
    }

    #[test]
    fn names_stay_readable_on_the_tints_of_their_member() {
        for theme in BOTH {
            for (hue, ..) in HUES.into_iter().filter(|(hue, ..)| matches!(hue, Hue::Member(_))) {
                assert!(contrast(Token::Text(hue), Token::Tint(hue), theme) >= 5.15, "{hue} on its tint");
                assert!(contrast(Token::Text(hue), Token::Tint2(hue), theme) >= 4.55, "{hue} on its tint2");
            }
        }
    }

    #[test]
    fn areas_and_strokes_that_mean_something_stand_out() {
        for theme in BOTH {
            assert!(contrast(Token::Line, Token::Panel, theme) >= 3.0);
            for (hue, ..) in HUES {
                assert!(contrast(Token::Area(hue), Token::Panel, theme) >= 3.0, "{hue}");
            }
        }
    }

    #[test]
    fn the_style_sheet_of_the_page_is_this_table() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/tokens.css");
        let written = std::fs::read_to_string(file).unwrap_or_default();
        assert_eq!(written, css(), "write the right-hand side to web/tokens.css");
    }
}
