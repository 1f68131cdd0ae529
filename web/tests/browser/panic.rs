//! What a reader sees of a bug.

use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::window;

use crate::text;

#[wasm_bindgen_test]
fn the_first_panic_is_shown_with_what_to_report() {
    groupscope_web::show_panic("panicked at somewhere.rs:7").unwrap();
    groupscope_web::show_panic("panicked at elsewhere.rs:8").unwrap();
    let body = window().unwrap().document().unwrap().body().unwrap();
    assert_eq!(text(&body, "[role=alert] pre"), "panicked at somewhere.rs:7");
    assert_eq!(body.query_selector_all(".panic").unwrap().length(), 1);
}
