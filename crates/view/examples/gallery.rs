//! Draws hand-built moments into a folder: `cargo run -p groupscope-view --example gallery -- FOLDER`.

#[path = "../tests/common/mod.rs"]
mod common;

use std::{env, fs, path::Path};

use groupscope_view::{
    geometry::Size,
    stage::{Options, stage},
    svg::{self, Colors},
    timeline,
    token::Theme,
};

fn main() -> std::io::Result<()> {
    let folder = env::args().nth(1).unwrap_or_else(|| "target/gallery".into());
    fs::create_dir_all(&folder)?;
    let frames = [
        ("crash", common::crash()),
        ("static", common::static_restart()),
        ("fifty", common::many(50, 500)),
        ("ninety", common::many(90, 30)),
        ("twelve", common::many(12, 24)),
        ("groups", common::two_groups()),
        ("eight", common::eight()),
    ];
    let sizes = [
        ("wide", 1068.0, 546.0),
        ("embed", 760.0, 285.0),
        ("phone", 390.0, 492.0),
        ("big", 1548.0, 700.0),
        ("strip", 1068.0, 98.0),
    ];
    for (name, frame) in &frames {
        for (form, w, h) in sizes {
            for (theme, suffix) in [(Theme::Light, ""), (Theme::Dark, "-dark")] {
                for words in [common::english(), common::korean()] {
                    let scene = stage(frame, Size { w, h }, &words, &Options::default());
                    let file = Path::new(&folder).join(format!("{name}-{form}-{}{suffix}.svg", words.lang()));
                    fs::write(file, svg::write(&scene, frame.at, Colors::Fixed(theme), words.lang()))?;
                }
            }
        }
    }
    timelines(&folder)
}

fn timelines(folder: &str) -> std::io::Result<()> {
    let histories = [
        ("crash", common::crash_history(), 52_256),
        ("fifty", common::rolling_history(50, 500), 221_900),
        ("twelve", common::rolling_history(12, 14), 100_000),
    ];
    let mut older = common::crash_history();
    older.consumers[1].conditions[0].to = 44_000;
    older.consumers[1].conditions[1].from = 44_000;
    older.groups[0].phases[1].from = 47_000;
    older.groups[0].phases[0].to = 47_000;
    let words = common::english();
    let parted = common::crash_history().parting_at(44_000, &words);
    let options = timeline::Options { at: Some(52_256), playhead: true, ghost: Some(&older), beside: None };
    let scene = timeline::timeline(&parted, Size { w: 1068.0, h: 262.0 }, &words, &options);
    let svg = svg::write(&scene, 52_256, Colors::Fixed(Theme::Light), words.lang());
    fs::write(Path::new(folder).join("ghost-en.svg"), svg)?;
    for (name, history, at) in &histories {
        for (form, w, h) in [("wide", 1068.0, 262.0), ("phone", 390.0, 492.0), ("tall", 1548.0, 380.0)] {
            for (theme, suffix) in [(Theme::Light, ""), (Theme::Dark, "-dark")] {
                for words in [common::english(), common::korean()] {
                    let options = timeline::Options { at: Some(*at), playhead: true, ..timeline::Options::default() };
                    let scene = timeline::timeline(history, Size { w, h }, &words, &options);
                    let file = Path::new(folder).join(format!("{name}-time-{form}-{}{suffix}.svg", words.lang()));
                    fs::write(file, svg::write(&scene, *at, Colors::Fixed(theme), words.lang()))?;
                }
            }
        }
    }
    Ok(())
}
