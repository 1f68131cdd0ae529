//! A deterministic run: scenario in, trace and lanes out.
pub mod frame;
pub mod lane;
