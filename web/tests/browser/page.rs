//! The page as a whole.

use wasm_bindgen_test::wasm_bindgen_test;

use crate::{root, text};

#[wasm_bindgen_test]
async fn the_page_names_itself_and_the_kafka_it_simulates() {
    let root = root();
    yew::Renderer::<groupscope_web::App>::with_root(root.clone()).render();
    yew::platform::time::sleep(std::time::Duration::ZERO).await;
    assert_eq!(text(&root, "h1"), "GroupScope");
    assert!(text(&root, "p").contains(groupscope_core::KAFKA_VERSION));
}
