//! Tests of components in a real browser: one program, one module a topic.
#![cfg(target_family = "wasm")]

mod page;
mod panic;

use wasm_bindgen_test::wasm_bindgen_test_configure;
use web_sys::Element;

wasm_bindgen_test_configure!(run_in_browser);

/// An empty element in the page.
fn root() -> Element {
    let document = web_sys::window().unwrap().document().unwrap();
    let root = document.create_element("div").unwrap();
    document.body().unwrap().append_child(&root).unwrap();
    root
}

/// The text of the first element that fits a selector.
fn text(root: &Element, selector: &str) -> String {
    root.query_selector(selector).unwrap().unwrap().text_content().unwrap()
}
