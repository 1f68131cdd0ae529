//! GroupScope's engine for JavaScript.

use wasm_bindgen::prelude::wasm_bindgen;

/// The version of this package.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// The release of Apache Kafka that is simulated.
#[wasm_bindgen]
pub fn kafka() -> String {
    groupscope_core::KAFKA_VERSION.to_owned()
}
