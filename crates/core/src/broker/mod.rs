//! The brokers' side but the group coordinator: topics and their logs, leadership, and what clients ask of them.
//!
//! Records have no content: a log is a start, an end that is a function of time, and the epochs of its leaders.

mod growth;

pub use growth::{Growth, Schedule};
