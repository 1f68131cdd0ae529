//! The parts of the screen: which are shown, and how.

use std::rc::Rc;

use groupscope_core::scenario::{Problem, Severity};

use super::{deeds::form::Form, pace::Tempo};

/// How the run is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Player {
    /// Whether it plays.
    pub playing: bool,
    /// How fast.
    pub tempo: Tempo,
    /// The plain speed chosen last.
    pub plain: f64,
    /// Whether it begins again at the end.
    pub looping: bool,
    /// Whether quiet stretches are skipped.
    pub skipping: bool,
    /// Whether it stands only while something lies over the page, and plays on after that.
    pub held: bool,
}

impl Default for Player {
    fn default() -> Self {
        Self { playing: false, tempo: Tempo::Automatic, plain: 1.0, looping: false, skipping: false, held: false }
    }
}

/// How much room the page has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layout {
    /// Less than 640 px: one view at a time.
    Phone,
    /// Less than 960 px: the side is a drawer.
    Small,
    /// Less than 1280 px: a narrow side.
    Middle,
    /// Everything beside everything.
    #[default]
    Wide,
}

impl Layout {
    /// The layout of a page that is so wide, px.
    #[must_use]
    pub const fn of(width: u32) -> Self {
        match width {
            ..640 => Self::Phone,
            640..960 => Self::Small,
            960..1280 => Self::Middle,
            1280.. => Self::Wide,
        }
    }
}

/// Which page of the program is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// The run of a scenario.
    #[default]
    Run,
    /// The assignment lab.
    Lab,
    /// What has been compared with Kafka, and what differs.
    Conformance,
}

/// What a narrow screen shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// The moment.
    #[default]
    Stage,
    /// The run.
    Timeline,
    /// What happens and why.
    Story,
    /// The settings.
    Timing,
}

/// What shows the whole run, not a moment of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Record {
    /// The lanes of everything.
    #[default]
    Timeline,
    /// The messages of the stretch that the timeline shows, one below the other.
    Sequence,
    /// What brokers and clients log.
    Log,
    /// The group's partition of `__consumer_offsets`.
    Offsets,
    /// The offsets of the partition that is shown record by record, over time.
    Chart,
}

/// What stands over the page.
#[derive(Clone, Debug, PartialEq)]
pub enum Dialog {
    /// The keys.
    Help,
    /// Link, text and actions of the scenario.
    Share,
    /// What shows the run inside another page.
    Embed,
    /// The pictures as tables.
    Tables,
    /// What is asked before something is done.
    Act(Rc<Form>),
}

/// Why something could not be opened or done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The file, the link or the action that it came from.
    pub source: String,
    /// All that is wrong.
    pub problems: Vec<Problem>,
}

impl Refusal {
    /// One that is about no place in a text.
    pub(super) fn of(source: String, error: &dyn std::error::Error) -> Self {
        let message = error.to_string();
        let problem = Problem { severity: Severity::Error, path: String::new(), line: None, column: None, message };
        Self { source, problems: vec![problem] }
    }
}
