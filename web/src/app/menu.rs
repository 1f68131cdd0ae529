//! Menus: a list that a button opens, and what can be done with a thing of a picture.

use groupscope_core::{
    protocol::Name,
    scenario::Do,
    simulation::frame::{ConsumerFrame, Process},
};
use groupscope_view::mark::Mark;
use wasm_bindgen::{JsCast, prelude::Closure};
use web_sys::{Element, HtmlElement, KeyboardEvent, PointerEvent};
use yew::prelude::*;

use super::{
    PartProps, Shown,
    icons::{Icon, icon},
    use_store,
};
use crate::{page::document, scene::Pointed};

/// A line of a menu.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Choice {
    /// What it says.
    pub(super) text: String,
    /// Whether it is the present choice.
    pub(super) is_on: bool,
    /// Whether it cannot be chosen now.
    pub(super) disabled: bool,
}

impl Choice {
    fn new(text: String) -> Self {
        Self { text, is_on: false, disabled: false }
    }
}

#[derive(Clone, PartialEq, Properties)]
struct MenuListProps {
    label: String,
    choices: Vec<Choice>,
    on_choose: Callback<usize>,
    on_close: Callback<()>,
    #[prop_or_default]
    at: Option<(i32, i32)>,
}

/// An open menu: arrows walk, Enter chooses, Escape and a press elsewhere close it. It gives the focus back.
#[component]
fn MenuList(props: &MenuListProps) -> Html {
    let node = use_node_ref();
    {
        let (node, close, at) = (node.clone(), props.on_close.clone(), props.at);
        use_effect_with((), move |()| {
            let menu = node.cast::<HtmlElement>();
            let before = document().and_then(|document| document.active_element());
            if let Some(menu) = &menu {
                place(menu, at);
                focus_item(menu, |_, _| 0);
            }
            let outside = {
                let menu = menu.clone();
                Closure::<dyn FnMut(PointerEvent)>::new(move |event: PointerEvent| {
                    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
                    let owner = menu.as_ref().and_then(|menu| menu.parent_element());
                    if !owner.zip(target).is_some_and(|(owner, target)| owner.contains(Some(&target))) {
                        close.emit(());
                    }
                })
            };
            let document = document();
            let listener = outside.as_ref().unchecked_ref::<js_sys::Function>().clone();
            if let Some(document) = &document {
                let _ = document.add_event_listener_with_callback("pointerdown", &listener);
            }
            move || {
                if let Some(document) = document {
                    let _ = document.remove_event_listener_with_callback("pointerdown", &listener);
                }
                if let Some(before) = before.and_then(|before| before.dyn_into::<HtmlElement>().ok()) {
                    let _ = before.focus();
                }
                drop(outside);
            }
        });
    }
    let onkeydown = {
        let (node, close) = (node.clone(), props.on_close.clone());
        Callback::from(move |event: KeyboardEvent| {
            let Some(menu) = node.cast::<HtmlElement>() else { return };
            match &*event.key() {
                "ArrowDown" => focus_item(&menu, |now, count| (now + 1) % count),
                "ArrowUp" => focus_item(&menu, |now, count| (now + count - 1) % count),
                "Home" => focus_item(&menu, |_, _| 0),
                "End" => focus_item(&menu, |_, count| count - 1),
                "Escape" | "Tab" => close.emit(()),
                _ => return,
            }
            event.prevent_default();
            event.stop_propagation();
        })
    };
    let items = props.choices.iter().enumerate().map(|(place, choice)| {
        let (choose, close) = (props.on_choose.clone(), props.on_close.clone());
        let onclick = Callback::from(move |_| {
            close.emit(());
            choose.emit(place);
        });
        html! {
            <li role="none">
                <button
                    type="button" role="menuitem" tabindex="-1" disabled={choice.disabled} {onclick}
                    aria-current={choice.is_on.then_some("true")}
                >
                    { &choice.text }
                </button>
            </li>
        }
    });
    html! {
        <ul class="menu" role="menu" aria-label={props.label.clone()} ref={node} {onkeydown}>{ for items }</ul>
    }
}

/// Puts a menu at a point of the window, or lets it hang where it stands; nowhere out of the window.
fn place(menu: &HtmlElement, at: Option<(i32, i32)>) {
    let Some(root) = document().and_then(|document| document.document_element()) else { return };
    let (w, h) = (root.client_width(), root.client_height());
    let style = menu.style();
    if let Some((x, y)) = at {
        let _ = menu.class_list().add_1("at");
        let x = x.min(w - menu.offset_width() - 8).max(8);
        let y = y.min(h - menu.offset_height() - 8).max(8);
        let _ = style.set_property("left", &format!("{x}px"));
        let _ = style.set_property("top", &format!("{y}px"));
    } else if menu.get_bounding_client_rect().right() > f64::from(w - 4) {
        let _ = style.set_property("left", "auto");
        let _ = style.set_property("right", "0");
    }
}

/// Focuses the item that `choose` names of the number that has the focus and the count.
fn focus_item(menu: &HtmlElement, choose: impl Fn(usize, usize) -> usize) {
    let Ok(items) = menu.query_selector_all("button:not(:disabled)") else { return };
    let items: Vec<_> =
        (0..items.length()).filter_map(|place| items.item(place)?.dyn_into::<HtmlElement>().ok()).collect();
    if items.is_empty() {
        return;
    }
    let active = document().and_then(|document| document.active_element());
    let now = items.iter().position(|item| active.as_ref().is_some_and(|active| item.is_same_node(Some(active))));
    if let Some(item) = items.get(choose(now.unwrap_or_default(), items.len())) {
        let _ = item.focus();
    }
}

/// Properties of [`Dropdown`].
#[derive(Clone, PartialEq, Properties)]
pub(super) struct DropdownProps {
    #[prop_or_default]
    pub(super) class: Classes,
    /// What the menu lists.
    pub(super) label: String,
    pub(super) choices: Vec<Choice>,
    pub(super) on_choose: Callback<usize>,
    pub(super) children: Html,
}

/// A button with a menu.
#[component]
pub(super) fn Dropdown(props: &DropdownProps) -> Html {
    let open = use_state_eq(|| false);
    let toggle = {
        let open = open.clone();
        Callback::from(move |_| open.set(!*open))
    };
    let on_close = {
        let open = open.setter();
        Callback::from(move |()| open.set(false))
    };
    html! {
        <div class="dropdown">
            <button
                type="button" class={classes!("btn", props.class.clone())} aria-haspopup="menu"
                aria-label={props.class.contains("square").then(|| props.label.clone())}
                aria-expanded={open.to_string()} onclick={toggle}
            >
                { props.children.clone() }
            </button>
            if *open {
                <MenuList
                    label={props.label.clone()} choices={props.choices.clone()} on_choose={props.on_choose.clone()} {on_close}
                />
            }
        </div>
    }
}

/// What can be done with a consumer as it is now, each with the key of its word.
fn deeds(consumer: &ConsumerFrame) -> Vec<(&'static str, Do)> {
    let name = || -> Name { consumer.name.clone() };
    match consumer.process {
        Process::Absent | Process::Closed | Process::Killed | Process::Failed => {
            vec![("ui-do-start", Do::Start { consumer: name() })]
        }
        Process::Frozen => {
            vec![("ui-do-thaw", Do::Thaw { consumer: name() }), ("ui-do-kill", Do::Kill { consumer: name() })]
        }
        Process::Running | Process::Closing => vec![
            ("ui-do-close", Do::Close { consumer: name() }),
            ("ui-do-kill", Do::Kill { consumer: name() }),
            ("ui-do-restart", Do::Restart { consumer: name(), after: RESTART }),
            ("ui-do-freeze", Do::Freeze { consumer: name() }),
            ("ui-do-slow", Do::Slow { consumer: name(), process_ms: SLOW }),
        ],
    }
}

/// How long a restarted process stays away, ms.
const RESTART: u64 = 5_000;
/// How long a slow application works on a record, ms.
const SLOW: u64 = 2_000;

/// What can be done with the consumer that is chosen, or with each, and how it is called.
pub(super) fn deeds_of_chosen(session: &Shown) -> Vec<(String, Do)> {
    let consumers = &session.frame.consumers;
    let chosen = match session.selected {
        Some(Mark::Consumer(place)) if place < consumers.len() => &consumers[place..=place],
        _ => &consumers[..],
    };
    let of = |consumer: &ConsumerFrame| {
        let text = |key| session.words.say(key, &[("member", (&*consumer.name).into())]);
        deeds(consumer).into_iter().map(|(key, what)| (text(key), what)).collect::<Vec<_>>()
    };
    chosen.iter().flat_map(of).collect()
}

/// The faults.
#[component]
pub(super) fn FaultMenu(PartProps { session }: &PartProps) -> Html {
    let store = use_store();
    let words = &session.words;
    let (texts, deeds): (Vec<_>, Vec<_>) = deeds_of_chosen(session).into_iter().unzip();
    let choices: Vec<_> = texts.into_iter().map(Choice::new).collect();
    let on_choose = Callback::from(move |place: usize| {
        if let Some(what) = deeds.get(place) {
            store.act(what.clone());
        }
    });
    html! {
        <Dropdown label={words.text("ui-fault")} {choices} {on_choose}>
            { words.text("ui-fault") }{ icon(Icon::Down) }
        </Dropdown>
    }
}

/// Properties of [`ThingMenu`].
#[derive(Clone, PartialEq, Properties)]
pub(super) struct ThingMenuProps {
    pub(super) session: Shown,
    pub(super) pointed: Pointed,
    pub(super) on_close: Callback<()>,
}

/// What can be done with a thing of a picture, where it was pointed at.
#[component]
pub(super) fn ThingMenu(props: &ThingMenuProps) -> Html {
    let store = use_store();
    let ThingMenuProps { session, pointed, on_close } = props;
    let words = &session.words;
    let deeds = match pointed.mark {
        Mark::Consumer(place) => session.frame.consumers.get(place).map(deeds).unwrap_or_default(),
        _ => Vec::new(),
    };
    if deeds.is_empty() {
        return Html::default();
    }
    let name = match pointed.mark {
        Mark::Consumer(place) => session.frame.consumers[place].name.to_string(),
        _ => String::new(),
    };
    let choices: Vec<_> =
        deeds.iter().map(|(key, _)| Choice::new(words.say(key, &[("member", (&name).into())]))).collect();
    let on_choose = Callback::from(move |place: usize| {
        if let Some((_, what)) = deeds.get(place) {
            store.act(what.clone());
        }
    });
    html! {
        <div class="float">
            <MenuList label={name} {choices} {on_choose} on_close={on_close.clone()} at={pointed.at} />
        </div>
    }
}
