//! A deterministic run: scenario in, trace and lanes out.
//!
//! A [`Run`] is a value: [`Trace`] says what happened, [`Lanes`] say what holds when, and [`Run::frame`] looks a moment up
//! in them. The same scenario gives the same run, everywhere.

mod actions;
mod cast;
mod clients;
mod coordination;
mod digest;
mod draw;
mod engine;
pub mod frame;
mod frames;
mod intervals;
pub mod lane;
pub mod lanes;
mod network;
mod process;
mod queue;
mod record_client;
mod record_group;
mod recorder;
mod seat;
pub mod trace;
mod traffic;

pub use cast::{BrokerIx, BrokerRole, Cast, ConsumerIx, ConsumerRole, GroupIx, PartitionIx, TopicIx, TopicRole};
pub use engine::{Budget, Simulation};
pub use frames::LOST_SHOWN_MS;
pub use lanes::Lanes;
pub use trace::Trace;

use std::sync::Arc;

use crate::scenario::Scenario;

/// A scenario and what came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// The scenario.
    pub scenario: Arc<Scenario>,
    /// Who takes part.
    pub cast: Cast,
    /// What happened.
    pub trace: Trace,
    /// What holds when.
    pub lanes: Lanes,
    /// Up to when (ms, exclusive) the run is known; a finished one to the scenario's `until`, inclusive.
    pub computed: u64,
    /// Whether it cost too much and was given up at `computed`.
    pub given_up: bool,
}
