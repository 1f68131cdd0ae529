//! Two runs beside each other.

use groupscope_core::config::Value;
use groupscope_web::session::{Action, Layout, knob::Knob};
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::Element;

use crate::Mounted;

/// The story, compared with itself, at a moment after the crash.
async fn comparing() -> Mounted {
    let page = Mounted::new().await;
    page.store.dispatch(Action::Seek(52_000));
    page.store.dispatch(Action::Compare(Some(page.store.session().found_as())));
    page.painted().await;
    page
}

async fn set(page: &Mounted, ms: i64) {
    page.store.turn(&Knob::of("session.timeout.ms").unwrap(), None, &Value::Int(ms)).unwrap();
    page.painted().await;
}

fn all(page: &Mounted, selector: &str) -> Vec<String> {
    let found = page.root.query_selector_all(selector).unwrap();
    (0..found.length()).map(|place| found.item(place).unwrap().text_content().unwrap()).collect()
}

#[wasm_bindgen_test]
async fn both_runs_are_shown_at_one_moment_and_on_one_axis() {
    let page = comparing().await;
    set(&page, 6_000).await;
    let stages = all(&page, ".runs .stage");
    assert_eq!(stages.len(), 2);
    assert!(
        stages[0].contains("no process") && !stages[1].contains("no process"),
        "only in A the dead one is a member"
    );
    let timelines = all(&page, ".times .timeline");
    assert_eq!(timelines.len(), 2);
    assert!(timelines.iter().all(|it| it.contains("coordinator")), "{timelines:?}");
    let lanes: Vec<f64> = (0..2)
        .map(|place| {
            let names = page.root.query_selector_all(".times .timeline").unwrap();
            let timeline: Element = wasm_bindgen::JsCast::dyn_into(names.item(place).unwrap()).unwrap();
            let playhead = timeline.query_selector("line[stroke-width='1.6']").unwrap().unwrap();
            playhead.get_bounding_client_rect().left()
        })
        .collect();
    assert!((lanes[0] - lanes[1]).abs() < 0.5, "{lanes:?}");
}

#[wasm_bindgen_test]
async fn what_differs_is_named_and_the_better_figure_is_marked() {
    let page = comparing().await;
    assert!(page.text(".versus").contains("the same so far"));
    assert!(all(&page, ".differences td.better").is_empty());
    set(&page, 6_000).await;
    assert_eq!(all(&page, ".versus li"), ["session.timeout.ms A10\u{2009}000B6\u{2009}000"]);
    let row = |row: &String| row.starts_with("longest, one partition");
    let longest = all(&page, ".differences tbody tr").into_iter().find(row).unwrap();
    assert_eq!(longest, "longest, one partition11.7 s5.7 sbetter");
    assert_eq!(page.text(".verdict"), "betterB is better wherever they differ.");
    assert!(page.text(".parting").contains("44.000"), "they part when billing-2 is killed");
}

#[wasm_bindgen_test]
async fn run_a_is_looked_at_only() {
    let page = comparing().await;
    let things =
        |run: &str| page.root.query_selector_all(&format!(".run:{run} .stage .thing[tabindex]")).unwrap().length();
    assert_eq!(things("first-child"), 0);
    assert!(things("last-child") > 0);
}

#[wasm_bindgen_test]
async fn with_little_room_one_run_is_shown_and_a_switch_leads_to_the_other() {
    let page = comparing().await;
    set(&page, 6_000).await;
    page.store.dispatch(Action::Fit(Layout::Small));
    page.painted().await;
    assert_eq!(all(&page, ".runs .stage").len(), 1);
    assert!(!page.text(".runs").contains("no process"));
    page.click(".versus [aria-label='Run A']").await;
    assert!(page.text(".runs").contains("no process"));
}
