//! The run is played, scrubbed and stepped through, and every view shows the same moment.

use groupscope_core::simulation::frame::GroupState;
use groupscope_web::session::{Action, pace::Tempo};
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{Element, HtmlElement, PointerEvent, PointerEventInit};

use crate::{Mounted, frame};

#[wasm_bindgen_test]
async fn the_page_opens_on_the_first_moment_and_stands_still() {
    let page = Mounted::new().await;
    assert_eq!(page.text(".clock"), "00:00.000");
    assert!(page.text(".stage").contains("billing-1"));
    assert!(page.text(".timeline").contains("orders-0"));
    let before = page.store.clock();
    page.painted().await;
    assert_eq!(page.store.clock(), before);
}

#[wasm_bindgen_test]
async fn one_press_plays_and_another_one_stops() {
    let page = Mounted::new().await;
    page.store.dispatch(Action::Tempo(Tempo::Plain(10.0)));
    page.click(".player .on.square").await;
    for _ in 0..5 {
        frame().await;
    }
    let played = page.store.clock();
    assert!(played > 100.0, "{played}");
    assert_ne!(page.text(".clock"), "00:00.000");
    page.click(".player .on.square").await;
    let stopped = page.store.clock();
    page.painted().await;
    assert_eq!(page.store.clock(), stopped);
}

#[wasm_bindgen_test]
async fn a_scrub_shows_the_state_of_the_moment_under_the_pointer() {
    let page = Mounted::new().await;
    let timeline: HtmlElement = page.find(".timeline");
    let place = timeline.get_bounding_client_rect();
    let (mut prepares, mut crashed) = (None, None);
    // From left to right: where the picture says so, the session must too.
    for step in 0..120 {
        let x = place.left() + place.width() * f64::from(step) / 120.0;
        press(&timeline, x, place.top() + 60.0);
        let session = page.store.session();
        let group = &session.frame.groups[0];
        if group.state == GroupState::PreparingRebalance && group.generation > 0 {
            prepares.get_or_insert(session.moment);
        }
        if session.frame.consumers[1].process == groupscope_core::simulation::frame::Process::Killed {
            crashed.get_or_insert(session.moment);
        }
    }
    page.painted().await;
    let (prepares, crashed) = (prepares.unwrap(), crashed.unwrap());
    assert!((15_000..16_000).contains(&prepares), "billing-3 closes at 15 s: {prepares}");
    assert!((44_000..45_000).contains(&crashed), "billing-2 is killed at 44 s: {crashed}");

    page.store.dispatch(Action::Seek(crashed));
    page.painted().await;
    assert!(page.text(".stage").contains("no process"));
    assert!(page.text(".narration").contains("billing-2"));
}

#[wasm_bindgen_test]
async fn messages_move_with_the_clock_and_leave_with_their_arrival() {
    let page = Mounted::new().await;
    page.click("[aria-label='To the next rebalance']").await;
    // On its way to the rebalance stands the JoinGroup that began it.
    let at = page.store.session().moment;
    page.store.dispatch(Action::Seek(at - 30));
    page.painted().await;
    let dot = "svg > g:last-child circle";
    let before = page.find::<Element>(dot).get_attribute("cy").unwrap();
    page.store.dispatch(Action::Seek(at - 10));
    page.painted().await;
    assert_ne!(page.find::<Element>(dot).get_attribute("cy").unwrap(), before);
    page.store.dispatch(Action::Seek(at + 200));
    page.painted().await;
    assert!(page.store.session().frame.in_flight.iter().all(|message| message.arrives > at + 200));
}

#[wasm_bindgen_test]
async fn steps_lead_from_event_to_event_both_ways() {
    let page = Mounted::new().await;
    let mut seen = vec![0];
    for _ in 0..6 {
        page.click("[aria-label='To the next event']").await;
        seen.push(page.store.session().moment);
    }
    assert!(seen.is_sorted_by(|a, b| a < b), "{seen:?}");
    for expected in seen[..6].iter().skip(1).rev() {
        page.click("[aria-label='Back to the last event']").await;
        assert_eq!(page.store.session().moment, *expected);
    }
}

#[wasm_bindgen_test]
async fn what_is_done_at_a_moment_changes_the_future_and_can_be_undone() {
    let page = Mounted::new().await;
    page.store.dispatch(Action::Seek(10_000));
    page.store.act(&groupscope_core::scenario::Do::Kill { consumer: "billing-1".into() });
    page.store.dispatch(Action::Seek(12_000));
    page.painted().await;
    assert!(page.text(".stage").contains("no process"));
    page.click("[aria-label='Undo']").await;
    assert!(!page.text(".stage").contains("no process"));
    assert_eq!(page.store.session().moment, 12_000);
    page.click("[aria-label='Redo']").await;
    assert!(page.text(".stage").contains("no process"));
}

/// A press and a release at a place of the window.
fn press(element: &HtmlElement, x: f64, y: f64) {
    for kind in ["pointerdown", "pointerup"] {
        let init = PointerEventInit::new();
        init.set_bubbles(true);
        init.set_pointer_id(1);
        init.set_client_x(x as i32);
        init.set_client_y(y as i32);
        let event = PointerEvent::new_with_event_init_dict(kind, &init).unwrap();
        element.dispatch_event(&event).unwrap();
    }
}

#[wasm_bindgen_test]
async fn the_clock_shows_the_moment_that_was_sought_while_nothing_plays() {
    let app = Mounted::new().await;
    app.store.dispatch(Action::Seek(20_000));
    app.painted().await;
    assert_eq!(app.text(".clock"), "00:20.000");
    app.store.dispatch(Action::Edge(false));
    app.painted().await;
    assert_eq!(app.text(".clock"), "00:00.000");
}
