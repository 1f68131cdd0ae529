//! One partition, record by record.

use std::rc::Rc;

use groupscope_view::mark::Mark;
use groupscope_web::session::{Action, Layout, Opening, Record, story::Edition};
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::Element;

use crate::Mounted;

const COMMITS: [&str; 2] = [include_str!("../../stories/commits.json"), include_str!("../../stories/commits.en.json")];

/// The app with the story of commits at a moment.
async fn commits(at: u64) -> Mounted {
    let app = Mounted::new().await;
    let entry = app.store.session().catalogue.find("11").unwrap().clone();
    let story = Rc::new(Edition::parse(entry, COMMITS[0], COMMITS[1]).unwrap());
    app.store.dispatch(Action::Open(Box::new(Opening { scenario: story.scenario.clone(), story: Some(story), at })));
    app.painted().await;
    app
}

/// The cell of a record in the log.
fn cell(offset: i64) -> String {
    format!(".by-record .thing[aria-label^='Record {offset}:']")
}

#[wasm_bindgen_test]
async fn the_story_of_commits_is_told_record_by_record_with_its_chart() {
    let app = commits(24_000).await;
    let label = app.find::<Element>(&cell(7)).get_attribute("aria-label").unwrap();
    assert_eq!(label, "Record 7: processed by billing-1, processed again by billing-2, not committed");
    assert_eq!(app.store.session().record, Record::Chart);
    assert!(app.text(".timeline.chart").contains("records again"), "{}", app.text(".timeline.chart"));
    let figures = app.text(".delivery dl");
    assert!(figures.contains("3 now, 3 in the end · 6–8"), "{figures}");
    assert!(app.text(".delivery").contains("At least once"));
}

#[wasm_bindgen_test]
async fn stage_and_records_take_turns_and_the_chart_goes_with_the_records() {
    let app = commits(24_000).await;
    app.store.dispatch(app.store.session().other_view());
    app.painted().await;
    assert!(app.root.query_selector(".by-record").unwrap().is_none());
    assert_eq!(app.store.session().record, Record::Timeline);
    assert!(app.root.query_selector(".delivery").unwrap().is_none());
    // What a thing leads to: its own partition.
    let partition = app.store.session().frame.consumers[1].owned[0].clone();
    app.store.dispatch(Action::Select(Some(Mark::Partition(partition.clone()))));
    app.painted().await;
    app.click(".inspector .deeds [aria-label='Record by record']").await;
    assert_eq!(app.store.session().records.as_ref().unwrap().partition, partition);
    assert_eq!(app.store.session().record, Record::Chart);
}

#[wasm_bindgen_test]
async fn the_history_of_a_record_leads_to_its_moments() {
    let app = commits(24_000).await;
    let offset = 7;
    let session = app.store.session();
    let partition = session.records.as_ref().unwrap().partition.clone();
    app.store.dispatch(Action::Select(Some(Mark::Record { group: 0, partition, offset, reader: None })));
    app.painted().await;
    let history = app.text(".inspector dl");
    assert!(
        history.contains("billing-1 killed, not committed") && history.contains("processed again by billing-2"),
        "{history}"
    );
    let time = app.text(".inspector .time");
    app.click(".inspector .time").await;
    assert_eq!(groupscope_view::clock::moment(app.store.session().moment), time);
}

#[wasm_bindgen_test]
async fn a_phone_shows_the_records_in_place_of_the_stage() {
    let app = Mounted::sized(390, 844).await;
    let entry = app.store.session().catalogue.find("11").unwrap().clone();
    let story = Rc::new(Edition::parse(entry, COMMITS[0], COMMITS[1]).unwrap());
    let opening = Opening { scenario: story.scenario.clone(), story: Some(story), at: 24_000 };
    app.store.dispatch(Action::Open(Box::new(opening)));
    app.store.dispatch(Action::Fit(Layout::Phone));
    app.painted().await;
    assert!(app.find::<Element>(".by-record .picture").client_height() > 250);
    app.click(".by-record .switch .btn:first-child").await;
    assert!(app.root.query_selector(".by-record").unwrap().is_none(), "back to the stage");
}
