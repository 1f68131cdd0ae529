//! What can happen to the session, and what that asks for outside.

use std::{rc::Rc, sync::Arc};

use groupscope_core::{scenario::Scenario, simulation::trace::EventId};
use groupscope_view::{mark::Mark, words::Words};

use super::{
    Dialog, Layout, Opening, Place, Record, Refusal, Tab, address::Theme, history::Change, pace::Tempo,
    records::Reading, story::Edition, versus::Side, window::Window,
};
use crate::lab;

/// Something happens to the session.
#[derive(Clone, Debug)]
pub enum Action {
    /// Plays, from the beginning if the run is over.
    Play,
    /// Stops playing.
    Pause,
    /// Stands while a menu is open, if it plays; plays on after that.
    Hold(bool),
    /// Shows a moment, ms.
    Seek(u64),
    /// The player has come so far, ms.
    Reach(u64),
    /// To the next event worth a stop, or back to the last one.
    Step(bool),
    /// To the beginning of the next rebalance, or of the last one.
    Rebalance(bool),
    /// To the next moment of the story, or the last one.
    Moment(bool),
    /// Tries what the story offers, by its place: to where it makes a difference.
    Try(usize),
    /// To the run's beginning, or its end.
    Edge(bool),
    /// Another speed.
    Tempo(Tempo),
    /// Begins again at the end, or not.
    Looping(bool),
    /// Skips quiet stretches, or not.
    Skipping(bool),
    /// Another scenario, from the present one.
    Change(Arc<Scenario>, Change),
    /// Another scenario while a slider is dragged.
    Drag(Arc<Scenario>, Change),
    /// The slider is let go.
    Settle,
    /// The version of that number.
    Show(usize),
    /// This scenario beside the present one, or none.
    Compare(Option<Arc<Scenario>>),
    /// The two runs that are compared change places.
    Swap,
    /// Where there is room for one of two runs: the other.
    Turned(Side),
    /// Another scenario altogether.
    Open(Box<Opening>),
    /// Something could not be opened or done.
    Refuse(Rc<Refusal>),
    /// The reader has read why.
    Forgive,
    /// More of the run is known.
    Grow,
    /// Another stretch of time in the timeline.
    Look(Window),
    /// The reader chooses something.
    Select(Option<Mark>),
    /// The consumer at a place keeps its card among many, or no more.
    Pin(usize),
    /// The reader asks why an event of the run happened, or asks no more.
    Ask(Option<EventId>),
    /// Another view on a narrow screen.
    Turn(Tab),
    /// Another record of the run below the stage.
    Read(Record),
    /// This partition record by record in place of the stage, or the stage again.
    Records(Option<Reading>),
    /// Something stands over the page, or nothing.
    Dialog(Option<Dialog>),
    /// Another language: its words, and the story in it.
    Speak(Rc<Words>, Option<Rc<Edition>>),
    /// Another theme.
    Dress(Option<Theme>),
    /// Whether nothing may move.
    Still(bool),
    /// The page has other room.
    Fit(Layout),
    /// Another page of the program is shown.
    Go(Place),
    /// Something happens to the lab.
    Lab(lab::Action),
}

/// What is to be done outside when the session has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The moment was chosen, not played: the clock goes there.
    Jump,
    /// The address is to say where the reader is; as a new place to come back to, or in place of the last one.
    Address {
        /// Whether it is a new place.
        new: bool,
    },
    /// The choice of language or theme is to be remembered.
    Remember,
}
