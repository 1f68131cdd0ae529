//! The pictures of GroupScope as pure functions: a moment or a stretch of a run, a size and a language in, shapes out.
//!
//! [`stage`] draws one moment, [`timeline`] and [`sequence`] a stretch of time, [`delivery`] one partition's records; all make a [`scene::Scene`]: shapes styled by
//! [`token::Token`]s, each group with what it means ([`mark::Mark`]). [`svg`] writes a scene as a file; the page draws the
//! same shapes. Nothing here knows of browsers.

pub mod clock;
pub mod condition;
pub mod delivery;
pub mod geometry;
pub mod icon;
pub mod inspect;
pub mod mark;
pub mod measure;
pub mod narrate;
pub mod path;
mod pen;
pub mod picture;
pub mod prose;
pub mod scene;
pub mod sequence;
pub mod stage;
pub mod svg;
pub mod table;
pub mod timeline;
pub mod token;
pub mod words;

#[cfg(test)]
mod testing;
