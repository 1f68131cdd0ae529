//! Tests of the app in a real browser: one program, one module a topic.
#![cfg(target_family = "wasm")]

mod act;
mod compare;
mod lab;
mod narrow;
mod panic;
mod play;
mod record;
mod records;
mod story;
mod timing;

use std::{rc::Rc, time::Duration};

use groupscope_view::words::Words;
use groupscope_web::{
    App, AppProps,
    page::{
        address_bar::AddressBar,
        store::{Handle, Store},
    },
    session::{
        Action, Layout, Opening, Session,
        story::{Catalogue, Edition},
    },
};
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test_configure;
use web_sys::{Element, Event, EventInit, HtmlElement, window};

wasm_bindgen_test_configure!(run_in_browser);

const STYLES: [&str; 13] = [
    include_str!("../../tokens.css"),
    include_str!("../../style.css"),
    include_str!("../../style/timing.css"),
    include_str!("../../style/dialog.css"),
    include_str!("../../style/room.css"),
    include_str!("../../style/embed.css"),
    include_str!("../../style/phone.css"),
    include_str!("../../style/record.css"),
    include_str!("../../style/paper.css"),
    include_str!("../../style/records.css"),
    include_str!("../../style/side.css"),
    include_str!("../../style/lab.css"),
    include_str!("../../style/compare.css"),
];
const ENGLISH: &str = include_str!("../../i18n/en.ftl");
const INDEX: &str = include_str!("../../stories/index.json");
const CRASH: [&str; 2] =
    [include_str!("../../stories/crash-or-close.json"), include_str!("../../stories/crash-or-close.en.json")];

/// The app, mounted in an element of its own with the story of a crash and a clean close.
struct Mounted {
    store: Rc<Store>,
    root: Element,
    app: Option<yew::AppHandle<App>>,
}

impl Mounted {
    async fn new() -> Self {
        Self::sized(1440, 900).await
    }

    async fn sized(width: u32, height: u32) -> Self {
        let catalogue = Rc::new(Catalogue::parse(INDEX).unwrap());
        let words = Rc::new(Words::parse("en", ENGLISH).unwrap());
        let entry = catalogue.find("8").unwrap().clone();
        let story = Rc::new(Edition::parse(entry, CRASH[0], CRASH[1]).unwrap());
        let opening = Opening { scenario: story.scenario.clone(), story: Some(story), at: 0 };
        let store = Store::new(Session::new(catalogue, words, opening), AddressBar::silent());
        let root = root(width, height);
        let props = AppProps { store: Handle(store.clone()) };
        let app = Some(yew::Renderer::<App>::with_root_and_props(root.clone(), props).render());
        let mounted = Self { store, root, app };
        mounted.painted().await;
        // The app has measured its window by now, whose width is the browser's.
        mounted.store.dispatch(Action::Fit(Layout::of(width)));
        mounted.painted().await;
        mounted
    }

    /// Waits until all that was rendered is on the screen.
    async fn painted(&self) {
        for _ in 0..3 {
            frame().await;
        }
    }

    fn find<T: JsCast>(&self, selector: &str) -> T {
        let found = self.root.query_selector(selector).unwrap();
        found.unwrap_or_else(|| panic!("nothing fits {selector}")).dyn_into().unwrap()
    }

    fn text(&self, selector: &str) -> String {
        self.find::<Element>(selector).text_content().unwrap()
    }

    async fn click(&self, selector: &str) {
        self.find::<HtmlElement>(selector).click();
        self.painted().await;
    }
}

impl Drop for Mounted {
    fn drop(&mut self) {
        // It listens to the keys of the whole page.
        if let Some(app) = self.app.take() {
            app.destroy();
        }
        self.root.remove();
    }
}

/// An empty element in the page, so large, with the app's styles.
fn root(width: u32, height: u32) -> Element {
    let document = window().unwrap().document().unwrap();
    let root: HtmlElement = document.create_element("div").unwrap().dyn_into().unwrap();
    let style = root.style();
    style.set_property("width", &format!("{width}px")).unwrap();
    style.set_property("height", &format!("{height}px")).unwrap();
    if document.query_selector("style.app").unwrap().is_none() {
        let element = document.create_element("style").unwrap();
        element.set_class_name("app");
        element.set_text_content(Some(&STYLES.concat()));
        document.head().unwrap().append_child(&element).unwrap();
    }
    document.body().unwrap().append_child(&root).unwrap();
    root.into()
}

/// Something happens to a field.
fn fire(field: &Element, kind: &str) {
    let init = EventInit::new();
    init.set_bubbles(true);
    field.dispatch_event(&Event::new_with_event_init_dict(kind, &init).unwrap()).unwrap();
}

/// The next frame of the display, and what it sets off.
async fn frame() {
    let frame = js_sys::Promise::new(&mut |resolve, _| {
        window().unwrap().request_animation_frame(&resolve).unwrap();
    });
    wasm_bindgen_futures::JsFuture::from(frame).await.unwrap();
    yew::platform::time::sleep(Duration::ZERO).await;
}

/// The text of the first element that fits a selector.
fn text(root: &Element, selector: &str) -> String {
    root.query_selector(selector).unwrap().unwrap().text_content().unwrap()
}
