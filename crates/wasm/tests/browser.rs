//! The API as a browser's JavaScript meets it.
#![cfg(target_family = "wasm")]

use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn the_package_names_its_version_and_the_kafka_it_simulates() {
    assert_eq!(groupscope_wasm::version(), env!("CARGO_PKG_VERSION"));
    assert_eq!(groupscope_wasm::kafka(), "4.1.1");
}
