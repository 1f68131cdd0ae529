//! The assignment lab: examples, what moves, and why.

use std::rc::Rc;

use groupscope_web::{
    lab::{self, Lab},
    session::Action,
};
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{Element, HtmlElement, HtmlInputElement, KeyboardEvent, KeyboardEventInit};

use crate::{Mounted, fire};

impl Mounted {
    async fn lab(preset: &str) -> Self {
        let page = Self::new().await;
        let lab = Lab::open(preset, None, None).unwrap();
        page.store.dispatch(Action::Lab(lab::Action::Open(Rc::new(lab))));
        page.painted().await;
        page
    }

    /// The rows of an assignor's table, as a screen reader has them: who, and what each cell says.
    fn table(&self, assignor: &str) -> Vec<Vec<String>> {
        let rows = self.root.query_selector_all(&format!("table[aria-label^='{assignor}:'] tbody tr")).unwrap();
        let cells = |row: &Element| -> Vec<String> {
            let cells = row.query_selector_all("th b, td").unwrap();
            (0..cells.length())
                .map(|place| cells.item(place).unwrap().text_content().unwrap().trim().to_owned())
                .collect()
        };
        (0..rows.length()).map(|place| cells(rows.item(place).unwrap().unchecked_ref())).collect()
    }
}

#[wasm_bindgen_test]
async fn an_example_shows_the_textbooks_result() {
    let page = Mounted::lab("range-skew").await;
    assert_eq!(page.table("range"), [["C1", "new", "new", "", "new", "new", ""], ["C2", "", "", "new", "", "", "new"]]);
    assert_eq!(
        page.table("roundrobin"),
        [["C1", "new", "", "new", "", "new", ""], ["C2", "", "new", "", "new", "", "new"]]
    );
}

#[wasm_bindgen_test]
async fn a_member_that_leaves_shows_what_moves() {
    let page = Mounted::lab("five-by-three").await;
    page.click("[aria-label='B leaves']").await;
    let range = page.table("range");
    assert_eq!(range[0], ["A", "kept", "kept", "moved from B", "", ""]);
    assert_eq!(range[1], ["B", "left", "left", "had it", "had it", "left"]);
    assert_eq!(range[2], ["C", "", "", "", "moved from B", "kept"]);
    assert!(page.text(".happened .on").contains("B leaves"));
    page.click("[aria-label='B comes back']").await;
    assert_eq!(page.table("range")[1].iter().filter(|it| it.starts_with("moved")).count(), 2);
    page.click("header [aria-label='Undo']").await;
    assert_eq!(page.table("range"), range);
}

#[wasm_bindgen_test]
async fn a_cell_tells_why_and_the_arrows_walk_between_cells() {
    let page = Mounted::lab("revoke-first").await;
    page.click("table[aria-label^='cooperative-sticky'] .withheld").await;
    assert!(page.text(".why h3").contains("Nobody gets refunds-2 in this round"));
    let steps = page.root.query_selector_all(".why li").unwrap();
    assert_eq!(steps.length(), 4);
    let pressed: HtmlElement = page.find("table[aria-label^='cooperative-sticky'] .withheld[aria-pressed=true]");
    assert_eq!(pressed.tab_index(), 0, "the Tab key leads to the chosen cell");
    pressed.focus().unwrap();
    let init = KeyboardEventInit::new();
    init.set_key("ArrowLeft");
    init.set_bubbles(true);
    pressed.dispatch_event(&KeyboardEvent::new_with_keyboard_event_init_dict("keydown", &init).unwrap()).unwrap();
    let focused = web_sys::window().unwrap().document().unwrap().active_element().unwrap();
    assert!(focused.get_attribute("aria-label").unwrap().starts_with("refunds-1, C2"));
}

#[wasm_bindgen_test]
async fn what_cannot_be_is_refused_and_changes_nothing() {
    let page = Mounted::lab("three-by-two").await;
    page.click(".member .fold").await;
    let id: HtmlInputElement = page.find(".member .more input");
    id.set_value("B");
    fire(&id, "change");
    page.painted().await;
    assert!(page.text(".refusal").contains("two members have the id \"B\""));
    assert_eq!(page.table("range").len(), 2);
    let partitions: HtmlInputElement = page.find(".stepper input");
    partitions.set_value("4");
    fire(&partitions, "change");
    page.painted().await;
    assert_eq!(page.table("range")[0].len(), 5);
    assert!(page.root.query_selector(".refusal").unwrap().is_none());
}

#[wasm_bindgen_test]
async fn two_hundred_members_are_grouped_by_their_shares() {
    let page = Mounted::lab("two-hundred").await;
    let rows = page.root.query_selector_all("table[aria-label^='sticky'] tbody tr").unwrap();
    assert!((2..12).contains(&rows.length()), "{} rows", rows.length());
    let select: web_sys::HtmlSelectElement = page.find("table[aria-label^='sticky'] tbody select");
    select.set_selected_index(1);
    fire(&select, "change");
    page.painted().await;
    page.click(".chips button").await;
    assert!(page.text(".why h3").contains("Why this one?"));
}

#[wasm_bindgen_test]
async fn the_lab_and_the_run_are_one_press_apart() {
    let page = Mounted::new().await;
    let switch = |place: u32| format!("header .segments button:nth-child({place})");
    page.click(&switch(3)).await;
    assert!(page.root.query_selector(".page.lab").unwrap().is_some());
    page.click(&switch(1)).await;
    assert!(page.root.query_selector(".page.wide .stage").unwrap().is_some());
}
