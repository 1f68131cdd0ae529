//! A story is told, asked about, and changed.

use groupscope_core::config::Value;
use groupscope_view::mark::Mark;
use groupscope_web::session::{Action, knob::Knob, pace::Tempo};
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{Element, HtmlElement, KeyboardEvent, KeyboardEventInit, window};

use crate::{Mounted, frame};

/// When a moment of the story is, ms.
fn moment(page: &Mounted, id: &str) -> u64 {
    let session = page.store.session();
    session.film.finish();
    let story = session.story.as_ref().unwrap();
    let place = story.story.moments.iter().position(|moment| moment.id == id).unwrap();
    session.found()[place].as_ref().unwrap().at
}

async fn go_to(page: &Mounted, id: &str) {
    page.store.dispatch(Action::Seek(moment(page, id)));
    page.painted().await;
}

fn press(target: &web_sys::EventTarget, key: &str) {
    let init = KeyboardEventInit::new();
    init.set_bubbles(true);
    init.set_cancelable(true);
    init.set_key(key);
    target.dispatch_event(&KeyboardEvent::new_with_keyboard_event_init_dict("keydown", &init).unwrap()).unwrap();
}

/// Plays until the player stops by itself, or long enough.
async fn played(page: &Mounted) {
    for _ in 0..2_000 {
        frame().await;
        if !page.store.session().player.playing {
            break;
        }
    }
    page.painted().await;
}

#[wasm_bindgen_test]
async fn the_player_stops_at_a_moment_at_first_sight_and_one_key_leads_on() {
    let page = Mounted::new().await;
    assert!(page.text(".told").starts_with("Three consumers share"), "the story begins with what there is");
    page.store.dispatch(Action::Tempo(Tempo::Plain(64.0)));
    let body = window().unwrap().document().unwrap().body().unwrap();
    press(&body, " ");
    played(&page).await;
    let first = moment(&page, "calm");
    assert_eq!(page.store.session().moment, first);
    assert_eq!(page.store.clock(), first as f64);
    assert!(page.text(".told").starts_with("Heartbeats go out every heartbeat.interval.ms"));
    assert!(page.text(".narration h2").contains("story 8 · 1 of 9"));

    press(&body, " ");
    played(&page).await;
    assert_eq!(page.store.session().moment, moment(&page, "closes"), "the next moment stops it, too");

    page.store.dispatch(Action::Seek(0));
    page.store.dispatch(Action::Play);
    played(&page).await;
    assert_eq!(page.store.session().moment, moment(&page, "leave"), "what has been seen does not stop it again");
}

#[wasm_bindgen_test]
async fn next_leads_from_moment_to_moment_and_then_to_what_can_be_tried() {
    let page = Mounted::new().await;
    let shown = |selector| page.root.query_selector(selector).unwrap().is_some();
    assert!(!shown(".end"));
    let mut times = Vec::new();
    for _ in 0..9 {
        page.click("[aria-label='On to the next moment of the story']").await;
        times.push(page.store.session().moment);
    }
    assert!(times.is_sorted(), "{times:?}");
    assert_eq!(*times.last().unwrap(), moment(&page, "twice").max(moment(&page, "again")));
    assert!(shown(".end .conclude li") && shown(".end .tries li"));

    page.click(".tries li:nth-child(2) .btn").await;
    assert_eq!(page.store.session().history.versions().len(), 2);
    let expired = moment(&page, "expired");
    assert!(expired < 52_000, "with a session of 6 s: {expired}");
    assert_eq!(page.store.session().moment, expired, "where it makes the difference");
}

#[wasm_bindgen_test]
async fn a_term_opens_its_sentence_and_escape_closes_it() {
    let page = Mounted::new().await;
    go_to(&page, "leave").await;
    let term: HtmlElement = page.find(".told .term");
    assert_eq!(term.get_attribute("aria-expanded").unwrap(), "false");
    term.click();
    page.painted().await;
    let about: Element = page.find(".told .about");
    assert_eq!(about.id(), term.get_attribute("aria-describedby").unwrap());
    assert!(!about.text_content().unwrap().is_empty());
    press(&term, "Escape");
    page.painted().await;
    assert!(page.root.query_selector(".about").unwrap().is_none());
}

#[wasm_bindgen_test]
async fn why_leads_from_an_expired_session_to_the_kill_and_to_the_slider() {
    let page = Mounted::new().await;
    go_to(&page, "expired").await;
    page.click(".way [aria-label='Why?']").await;
    assert!(page.text(".causes ol").contains("no sign of life from billing-2"));
    assert!(page.root.query_selector(".causes input[id='why-session.timeout.ms']").unwrap().is_some());
    page.click(".causes li:last-child .step").await;
    assert_eq!(page.store.session().moment, 44_000);

    let session = Knob::of("session.timeout.ms").unwrap();
    page.store.turn(&session, None, &Value::Int(6_000)).unwrap();
    page.painted().await;
    assert!(page.text(".causes ol").contains("for 6 s"), "asked again of the changed run: {}", page.text(".causes ol"));
}

#[wasm_bindgen_test]
async fn what_a_changed_setting_prevents_is_told() {
    let page = Mounted::new().await;
    let session = Knob::of("session.timeout.ms").unwrap();
    page.store.dispatch(Action::Seek(55_000));
    page.store.turn(&session, None, &Value::Int(45_000)).unwrap();
    page.painted().await;
    assert!(page.text(".absent").starts_with("The session had not ended when the run did"));
    page.click("[aria-label='Undo']").await;
    assert!(page.root.query_selector(".absent").unwrap().is_none());
}

#[wasm_bindgen_test]
async fn the_inspector_shows_what_is_chosen_and_what_has_changed() {
    let page = Mounted::new().await;
    go_to(&page, "crash").await;
    page.store.dispatch(Action::Select(Some(Mark::Consumer(1))));
    page.painted().await;
    assert!(page.text(".inspector h2").contains("billing-2"));
    assert!(page.text(".inspector .changed").contains("no process"));
    page.click(".inspector [aria-label='Why?']").await;
    assert!(page.text(".causes").contains("killed"));
    page.click(".inspector [aria-label='Close']").await;
    assert!(page.root.query_selector(".inspector").unwrap().is_none());
}
