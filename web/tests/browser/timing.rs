//! Settings are dragged, and the consequence moves under the finger.

use groupscope_core::report::Summary;
use groupscope_web::session::Action;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::HtmlInputElement;

use crate::{Mounted, fire, frame};

const SESSION: &str = "input[id='knob-session.timeout.ms']";

/// When the crashed member's partitions are read again, ms.
fn expiry(page: &Mounted) -> u64 {
    let film = page.store.session().film.clone();
    film.finish();
    let summary = Summary::new(&film.run());
    summary.rebalances.last().unwrap().at
}

fn drag_to(page: &Mounted, position: u32) {
    let input: HtmlInputElement = page.find(SESSION);
    input.set_value(&position.to_string());
    fire(&input, "input");
}

#[wasm_bindgen_test]
async fn a_dragged_session_timeout_moves_the_expiry_at_once() {
    let page = Mounted::new().await;
    page.store.dispatch(Action::Seek(60_000));
    let before = expiry(&page);
    let position: u32 = page.find::<HtmlInputElement>(SESSION).value().parse().unwrap();

    drag_to(&page, position - 80);
    frame().await;
    let session = page.store.session();
    assert_eq!(session.moment, 60_000, "the moment stays");
    assert!(session.film.computed() > 60_000, "the run is known up to the moment shown");
    assert!(session.ghost.is_some(), "the old run is still there to compare");
    let sooner = expiry(&page);
    assert!(sooner < before, "{sooner} < {before}");

    drag_to(&page, position - 20);
    frame().await;
    assert!((sooner..before).contains(&expiry(&page)));

    fire(&page.find(SESSION), "change");
    page.painted().await;
    assert!(page.store.session().ghost.is_none());
    assert_eq!(page.store.session().history.versions().len(), 2, "a drag is one change");
    page.click("[aria-label='Undo']").await;
    assert_eq!(expiry(&page), before);
}

#[wasm_bindgen_test]
async fn a_bad_combination_warns_and_says_what_mends_it() {
    let page = Mounted::new().await;
    assert!(page.root.query_selector(".warn").unwrap().is_none());
    let heartbeat: HtmlInputElement = page.find("input[aria-label='heartbeat.interval.ms (ms)']");
    heartbeat.set_value("5000");
    fire(&heartbeat, "change");
    page.painted().await;
    assert!(page.text(".warn").contains("3\u{2009}333"), "{}", page.text(".warn"));
    page.click(".warn button").await;
    assert!(page.root.query_selector(".warn").unwrap().is_none());
}
