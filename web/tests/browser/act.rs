//! Things are done to the run from its menus, and become lines of the scenario.

use groupscope_core::simulation::frame::Process;
use groupscope_web::session::{Action, Dialog};
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{
    Element, Event, EventInit, HtmlElement, HtmlInputElement, HtmlTextAreaElement, KeyboardEvent, KeyboardEventInit,
    MouseEvent, MouseEventInit,
};

use crate::Mounted;

/// The words of the scenario's actions, in order.
fn actions(page: &Mounted) -> Vec<String> {
    let session = page.store.session();
    session.scenario().actions.iter().map(|action| format!("{} {}", action.at, action.what.word())).collect()
}

/// What a menu lists.
fn lines(page: &Mounted) -> Vec<String> {
    let items = page.root.query_selector_all("[role=menuitem]").unwrap();
    (0..items.length()).map(|place| items.item(place).unwrap().text_content().unwrap()).collect()
}

/// Chooses the first line of the open menu that begins with `text`.
async fn choose(page: &Mounted, text: &str) {
    let place = lines(page).iter().position(|line| line.starts_with(text));
    let place = place.unwrap_or_else(|| panic!("no \"{text}\" in {:?}", lines(page))) as u32;
    let item = page.root.query_selector_all("[role=menuitem]").unwrap().item(place).unwrap();
    item.dyn_into::<HtmlElement>().unwrap().click();
    page.painted().await;
}

async fn fire(page: &Mounted, element: &Element, event: &Event) {
    element.dispatch_event(event).unwrap();
    page.painted().await;
}

async fn press(page: &Mounted, element: &Element, key: &str, shift: bool) {
    let init = KeyboardEventInit::new();
    init.set_key(key);
    init.set_shift_key(shift);
    init.set_bubbles(true);
    init.set_cancelable(true);
    let event = KeyboardEvent::new_with_keyboard_event_init_dict("keydown", &init).unwrap();
    fire(page, element, &event).await;
}

fn consumer(page: &Mounted, name: &str) -> Element {
    page.find(&format!(".stage [role=img][aria-label*='{name}']"))
}

#[wasm_bindgen_test]
async fn a_consumer_is_killed_from_the_menu_of_all_things() {
    let page = Mounted::new().await;
    page.store.dispatch(Action::Seek(30_000));
    page.click("#fault").await;
    choose(&page, "billing-1").await;
    assert!(lines(&page).iter().any(|line| line.starts_with("Freeze")), "{:?}", lines(&page));
    choose(&page, "Kill billing-1").await;
    assert_eq!(page.store.session().frame.consumers[0].process, Process::Killed);
    assert!(actions(&page).contains(&"30000 kill".to_owned()));
    page.click("[aria-label='Undo']").await;
    assert_eq!(page.store.session().frame.consumers[0].process, Process::Running);
    page.click("[aria-label='Redo']").await;
    assert_eq!(page.store.session().frame.consumers[0].process, Process::Killed);
}

#[wasm_bindgen_test]
async fn a_right_click_and_the_menu_key_ask_what_can_be_done_with_a_card() {
    let page = Mounted::new().await;
    page.store.dispatch(Action::Seek(30_000));
    page.painted().await;
    let card = consumer(&page, "billing-2");
    let init = MouseEventInit::new();
    init.set_bubbles(true);
    init.set_cancelable(true);
    let event = MouseEvent::new_with_mouse_event_init_dict("contextmenu", &init).unwrap();
    fire(&page, &card, &event).await;
    assert!(lines(&page).iter().any(|line| line.starts_with("Close billing-2")), "{:?}", lines(&page));
    let menu: Element = page.find("[role=menu]");
    press(&page, &menu, "Escape", false).await;
    assert!(lines(&page).is_empty());

    let card: HtmlElement = consumer(&page, "billing-2").unchecked_into();
    press(&page, &card, "F10", true).await;
    choose(&page, "Close billing-2").await;
    assert!(actions(&page).contains(&"30000 close".to_owned()));
}

#[wasm_bindgen_test]
async fn the_run_stands_while_a_menu_is_open_and_plays_on_after_it() {
    let page = Mounted::new().await;
    page.store.dispatch(Action::Play);
    page.click("#fault").await;
    assert!(!page.store.session().player.playing);
    let menu: Element = page.find("[role=menu]");
    press(&page, &menu, "Escape", false).await;
    assert!(page.store.session().player.playing);
    page.store.dispatch(Action::Pause);
}

#[wasm_bindgen_test]
async fn a_form_shows_what_is_wrong_and_does_what_is_right() {
    let page = Mounted::new().await;
    page.store.dispatch(Action::Seek(30_000));
    page.click("#fault").await;
    choose(&page, "billing-1").await;
    choose(&page, "Restart").await;
    type_into(&page, "#act-0", "soon").await;
    page.click("form.act [type=submit]").await;
    assert!(page.text("form.act [role=alert]").contains("after"), "{}", page.text("form.act [role=alert]"));
    assert_eq!(actions(&page).len(), 3, "nothing was done");
    type_into(&page, "#act-0", "7000").await;
    page.click("form.act [type=submit]").await;
    assert!(page.root.query_selector("dialog").unwrap().is_none());
    let session = page.store.session();
    let restart = session.scenario().actions.iter().find(|action| action.what.word() == "restart").unwrap();
    assert_eq!(serde_json::to_value(restart).unwrap()["after"], 7000);
}

async fn type_into(page: &Mounted, selector: &str, text: &str) {
    let input: Element = page.find(selector);
    match input.dyn_ref::<HtmlInputElement>() {
        Some(input) => input.set_value(text),
        None => input.dyn_ref::<HtmlTextAreaElement>().unwrap().set_value(text),
    }
    let init = EventInit::new();
    init.set_bubbles(true);
    fire(page, &input, &Event::new_with_event_init_dict("input", &init).unwrap()).await;
}

#[wasm_bindgen_test]
async fn the_text_is_applied_with_its_errors_in_place_and_actions_can_be_taken_out() {
    let page = Mounted::new().await;
    page.store.dispatch(Action::Seek(30_000));
    page.store.dispatch(Action::Dialog(Some(Dialog::Share)));
    page.painted().await;
    let before = page.store.session().scenario().to_json_pretty();
    type_into(&page, "#share-text", &before.replace("\"kill\"", "\"kil\"")).await;
    page.click(".share section:last-child .btn").await;
    let problems = page.text("#share-problems");
    assert!(problems.contains("line") && problems.contains("kill"), "{problems}");
    assert_eq!(page.store.session().history.versions().len(), 1, "nothing has changed");

    type_into(&page, "#share-text", &before.replace("\"kill\"", "\"close\"")).await;
    page.click(".share section:last-child .btn").await;
    assert_eq!(actions(&page), ["15000 close", "27000 start", "44000 close"]);
    assert_eq!(page.store.session().moment, 30_000, "the moment stays");
    page.click(".actions li:last-child .square").await;
    assert_eq!(actions(&page), ["15000 close", "27000 start"]);
    page.store.dispatch(Action::Dialog(None));
}

#[wasm_bindgen_test]
async fn the_pictures_can_be_read_as_tables() {
    let page = Mounted::new().await;
    page.store.dispatch(Action::Seek(30_000));
    page.store.dispatch(Action::Dialog(Some(Dialog::Tables)));
    page.painted().await;
    let captions = page.root.query_selector_all("dialog caption").unwrap().length();
    assert_eq!(captions, 4, "groups, consumers, partitions, timeline");
    assert!(page.text("dialog").contains("orders-5"));
    page.store.dispatch(Action::Dialog(None));
}
