//! What shows the whole run beside the timeline, and the coordinator's affairs.

use std::rc::Rc;

use groupscope_web::session::{Action, Opening, story::Edition};
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::Element;

use crate::Mounted;

const VOTE: [&str; 2] = [include_str!("../../stories/vote.json"), include_str!("../../stories/vote.en.json")];

/// The app with another story than usual.
async fn telling(number: &str, [story, texts]: [&str; 2], at: u64) -> Mounted {
    let app = Mounted::new().await;
    let entry = app.store.session().catalogue.find(number).unwrap().clone();
    let story = Rc::new(Edition::parse(entry, story, texts).unwrap());
    app.store.dispatch(Action::Open(Box::new(Opening { scenario: story.scenario.clone(), story: Some(story), at })));
    app.painted().await;
    app
}

#[wasm_bindgen_test]
async fn the_log_marks_the_line_of_the_moment_and_a_click_on_another_seeks() {
    let app = Mounted::new().await;
    app.store.dispatch(Action::Seek(app.store.session().end()));
    app.click(".player .switch:last-child .btn:nth-child(3)").await;
    let stabilized = app.text(".log tbody tr:nth-child(7)");
    let button = ".log tbody tr:nth-child(7) button";
    let time = app.text(button);
    app.click(button).await;
    let moment = app.store.session().moment;
    assert_eq!(groupscope_view::clock::clock(moment), time, "{stabilized}");
    let marked = app.text(".log [aria-current] button");
    assert_eq!(marked, time, "the latest line of that moment");
    let later = app.find::<Element>(".log .later button").text_content().unwrap();
    assert!(later > time, "{later} is yet to come at {time}");
}

#[wasm_bindgen_test]
async fn the_log_of_one_source_has_only_its_lines() {
    let app = Mounted::new().await;
    app.store.dispatch(Action::Seek(app.store.session().end()));
    app.click(".player .switch:last-child .btn:nth-child(3)").await;
    let select: web_sys::HtmlSelectElement = app.find(".log select");
    // Broker 2 coordinates the group.
    select.set_value("broker-2");
    let event = web_sys::Event::new_with_event_init_dict("change", &{
        let init = web_sys::EventInit::new();
        init.set_bubbles(true);
        init
    });
    select.dispatch_event(&event.unwrap()).unwrap();
    app.painted().await;
    let rows = app.root.query_selector_all(".log tbody tr").unwrap();
    assert!(rows.length() > 5);
    for row in 0..rows.length() {
        let text = rows.item(row).unwrap().text_content().unwrap();
        assert!(text.contains("broker-2") && text.contains("[GroupCoordinator id=2"), "{text}");
    }
}

#[wasm_bindgen_test]
async fn the_offsets_partition_says_what_is_durable_and_what_was_replaced() {
    let app = Mounted::new().await;
    app.store.dispatch(Action::Seek(app.store.session().end()));
    app.click(".player .switch:last-child .btn:nth-child(4)").await;
    let rows = app.text(".offsets tbody");
    assert!(rows.contains("GroupMetadata") && rows.contains("protocol=") && rows.contains("durable"), "{rows}");
    assert!(rows.contains("replaced by"), "{rows}");
}

#[wasm_bindgen_test]
async fn the_ballot_shows_who_votes_for_what_and_who_wins() {
    let app = telling("16", VOTE, 13_000).await;
    assert_eq!(app.text(".affairs .winner code"), "roundrobin");
    assert!(app.text(".affairs .winner").contains("2 votes"));
    let row = app.text(".affairs .ballot tbody tr:nth-child(3)");
    assert!(row.starts_with("billing-") && row.ends_with("roundrobin"), "{row}");
    app.store.dispatch(Action::Seek(2_000));
    app.painted().await;
    assert!(app.root.query_selector(".affairs .winner").unwrap().is_none(), "the join phase lasts");
}
