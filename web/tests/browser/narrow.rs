//! One view at a time on a phone.

use wasm_bindgen_test::wasm_bindgen_test;

use crate::Mounted;

#[wasm_bindgen_test]
async fn a_phone_shows_one_view_at_a_time() {
    let page = Mounted::sized(390, 844).await;
    let shown = |selector| page.root.query_selector(selector).unwrap().is_some();
    assert!(shown(".stage svg") && !shown(".timeline"));
    page.click("#tab-timeline").await;
    assert!(shown(".timeline svg") && !shown(".stage"));
    page.click("#tab-timing").await;
    assert!(shown(".timing") && !shown(".timeline"));
    assert!(shown(".scrub input"), "the player stays");
}
