//! What the tests gave. A test keeps it true: `crates/cli/tests/conformance.rs`.

use serde::Deserialize;

const RESULTS: &str = include_str!("../../../conformance.json");

/// All of it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Results {
    pub(super) kafka: String,
    pub(super) assignors: Vec<Family>,
    pub(super) coordinator: Vec<Family>,
    pub(super) recordings: usize,
    pub(super) margins: Vec<Margin>,
    pub(super) broker_log_lines: usize,
    pub(super) client_log_lines: usize,
    pub(super) claims: usize,
    pub(super) incidents: usize,
}

/// Recorded vectors of one kind.
#[derive(Deserialize)]
pub(super) struct Family {
    pub(super) family: String,
    pub(super) passed: usize,
    pub(super) total: usize,
}

/// A recording whose outcome hung on less time than its machine's noise.
#[derive(Deserialize)]
pub(super) struct Margin {
    pub(super) recording: String,
    pub(super) ms: i64,
}

/// The results.
pub(super) fn results() -> Option<Results> {
    serde_json::from_str(RESULTS).ok()
}

/// How many passed, of how many.
pub(super) fn sum(families: &[Family]) -> (usize, usize) {
    let passed = families.iter().map(|family| family.passed).sum();
    (passed, families.iter().map(|family| family.total).sum())
}
