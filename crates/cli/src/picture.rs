//! `groupscope picture`: draws a moment of a scenario as SVG.

use std::{io::Write, ops::Range, path::PathBuf, str::FromStr};

use clap::ValueEnum;
use groupscope_core::simulation::Run;
use groupscope_view::{
    geometry::{Size, point},
    picture::picture,
    scene::Scene,
    sequence::{self, sequence},
    stage::{self, stage},
    svg::{self, Colors},
    timeline::{self, History, timeline},
    token::Theme,
    words::Words,
};

use crate::{Failure, Outcome, run::load};

/// Draws a moment of a scenario as SVG.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The scenario, a JSON file
    file: PathBuf,
    /// The moment, ms of virtual time
    #[arg(long, value_name = "MS", default_value_t = 0)]
    at: u64,
    /// Width and height, px
    #[arg(long, value_name = "WxH", default_value = "1068x852")]
    size: Dimensions,
    /// What is drawn
    #[arg(long, value_enum, default_value = "both")]
    view: View,
    /// The timeline's window, ms (default: the whole run)
    #[arg(long, value_name = "FROM..TO")]
    window: Option<Window>,
    /// Light on dark
    #[arg(long)]
    dark: bool,
    /// The language
    #[arg(long, value_enum, default_value = "en")]
    lang: Language,
}

#[derive(Clone, Copy, ValueEnum)]
enum View {
    /// The stage, with the timeline below it if there is room
    Both,
    /// The moment
    Stage,
    /// The run
    Timeline,
    /// The messages of the window, as high as they need
    Sequence,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Language {
    En,
    Ko,
}

impl Language {
    /// Its code, as in `lang="ko"`.
    pub(crate) const fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Ko => "ko",
        }
    }

    pub(crate) fn words(self) -> Words {
        let (lang, file) = match self {
            Self::En => ("en", include_str!("../../../web/i18n/en.ftl")),
            Self::Ko => ("ko", include_str!("../../../web/i18n/ko.ftl")),
        };
        Words::parse(lang, file).expect("the tests read both files")
    }
}

#[derive(Clone, Copy)]
struct Dimensions(Size);

impl FromStr for Dimensions {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let side = |text: &str| text.parse().ok().filter(|px| (1..=10_000).contains(px)).map(|px: u16| f32::from(px));
        let sides = text.split_once('x').and_then(|(w, h)| Some((side(w)?, side(h)?)));
        let (w, h) = sides.ok_or("write width and height in px, 1 to 10000, as in 1068x546")?;
        Ok(Self(Size { w, h }))
    }
}

#[derive(Clone)]
struct Window(Range<u64>);

impl FromStr for Window {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let ends = text.split_once("..").and_then(|(from, to)| Some(from.parse().ok()?..to.parse().ok()?));
        let window = ends.filter(|window: &Range<u64>| window.start < window.end);
        window.map(Self).ok_or_else(|| "write two moments in ms, as in 30000..62000".to_owned())
    }
}

pub(crate) fn run(args: &Args) -> Result<Outcome, Failure> {
    let Some(run) = load(&args.file)? else { return Ok(Outcome::Bad) };
    let (words, at) = (args.lang.words(), args.at.min(run.computed));
    let scene = draw(args, &run, at, &words);
    let theme = if args.dark { Theme::Dark } else { Theme::Light };
    let text = svg::write(&scene, at, Colors::Fixed(theme), words.lang());
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(Outcome::good_if(!run.given_up))
}

fn draw(args: &Args, run: &Run, at: u64, words: &Words) -> Scene {
    let Dimensions(size) = args.size;
    let window = args.window.clone().map_or(0..run.scenario.until, |window| window.0);
    let history = || History::of(run, window.clone(), words);
    match args.view {
        View::Both => picture(&run.frame(at), &history(), size, words),
        View::Stage => stage(&run.frame(at), size, words, &stage::Options::default()),
        View::Timeline => {
            let options = timeline::Options { at: Some(at), playhead: true, ..timeline::Options::default() };
            timeline(&history(), size, words, &options)
        }
        View::Sequence => {
            let options = sequence::Options { at: Some(at), ..sequence::Options::default() };
            let (heads, body) = sequence(run, window, size.w, words, &options);
            let size = Size { h: heads.size.h + body.size.h, ..body.size };
            let below = point(0.0, heads.size.h);
            Scene { size, ..heads.with(body, below) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_languages_are_built_in() {
        assert_eq!([Language::En, Language::Ko].map(|language| language.words().lang().to_owned()), ["en", "ko"]);
    }

    #[test]
    fn a_size_is_two_numbers_of_pixels() {
        let size = |text: &str| text.parse::<Dimensions>().map(|size| (size.0.w, size.0.h));
        assert_eq!(size("1068x546"), Ok((1068.0, 546.0)));
        for wrong in ["1068", "0x10", "10x", "1e3x5", "20000x5"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_window_ends_after_it_begins() {
        assert_eq!("30000..62000".parse::<Window>().map(|window| window.0), Ok(30_000..62_000));
        assert!("5..5".parse::<Window>().is_err() && "5-6".parse::<Window>().is_err());
    }
}
