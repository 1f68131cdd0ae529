//! Menus: a list that a button opens, or that hangs at a point of the window.

use std::cell::RefCell;

use wasm_bindgen::{JsCast, prelude::Closure};
use web_sys::{Element, HtmlElement, KeyboardEvent, PointerEvent};
use yew::prelude::*;

use super::icons::{Icon, icon};
use crate::page::document;

/// A line of a menu.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Choice {
    /// What it says.
    pub(super) text: String,
    /// Whether it is the present choice.
    pub(super) is_on: bool,
    /// Whether it leads to another list.
    pub(super) leads: bool,
    /// Whether that is the list before.
    pub(super) is_back: bool,
}

impl Choice {
    pub(super) fn new(text: String) -> Self {
        Self { text, ..Self::default() }
    }
}

/// Properties of [`MenuList`].
#[derive(Clone, PartialEq, Properties)]
pub(super) struct MenuListProps {
    /// What it lists.
    pub(super) label: String,
    pub(super) choices: Vec<Choice>,
    pub(super) on_choose: Callback<usize>,
    pub(super) on_close: Callback<()>,
    /// Whether what it lists stands on top of it.
    #[prop_or_default]
    pub(super) headed: bool,
    /// How deep in menus it is: whenever that changes, the first line has the focus.
    #[prop_or_default]
    pub(super) level: usize,
    /// Where in the window it hangs; absent = below its button.
    #[prop_or_default]
    pub(super) at: Option<(i32, i32)>,
}

/// An open menu: arrows walk, Enter chooses, Escape and a press elsewhere close it. It gives the focus back.
#[component]
pub(super) fn MenuList(props: &MenuListProps) -> Html {
    let node = use_node_ref();
    let before = use_mut_ref(|| None::<Element>);
    {
        let (node, at, before) = (node.clone(), props.at, before.clone());
        use_effect_with(props.level, move |level| {
            if *level == 0 && before.borrow().is_none() {
                *before.borrow_mut() = document().and_then(|document| document.active_element());
            }
            if let Some(menu) = node.cast::<HtmlElement>() {
                place(&menu, at);
                focus_item(&menu, |_, _| 0);
            }
        });
    }
    {
        let (node, close, before) = (node.clone(), props.on_close.clone(), before.clone());
        use_effect_with((), move |()| {
            let menu = node.cast::<HtmlElement>();
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
                give_back(&before);
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
        let (leads, before) = (choice.leads, before.clone());
        let onclick = Callback::from(move |_| {
            if !leads {
                // Before a dialog takes it.
                give_back(&before);
                close.emit(());
            }
            choose.emit(place);
        });
        html! {
            <li role="none">
                <button
                    type="button" role="menuitem" tabindex="-1" {onclick} aria-current={choice.is_on.then_some("true")}
                    aria-haspopup={choice.leads.then_some("menu")}
                >
                    if choice.is_back { { icon(Icon::Out) } }
                    { &choice.text }
                    if choice.leads && !choice.is_back { { icon(Icon::Into) } }
                </button>
            </li>
        }
    });
    html! {
        <ul class="menu" role="menu" aria-label={props.label.clone()} ref={node} {onkeydown}>
            if props.headed { <li class="head" role="presentation">{ &props.label }</li> }
            { for items }
        </ul>
    }
}

/// Gives the focus back to what had it, once.
fn give_back(before: &RefCell<Option<Element>>) {
    if let Some(before) = before.take() {
        // Things of a picture take the focus just as elements of HTML do.
        let _ = before.unchecked_ref::<HtmlElement>().focus();
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
        return;
    }
    let shown = menu.get_bounding_client_rect();
    let left = shown.left().min(f64::from(w) - shown.width() - 8.0).max(8.0);
    if left != shown.left() {
        let _ = style.set_property("left", &format!("{}px", f64::from(menu.offset_left()) + left - shown.left()));
        let _ = style.set_property("right", "auto");
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

/// Whether a button's menu is open, what the button does, and what closes the menu.
#[hook]
pub(super) fn use_open() -> (bool, Callback<MouseEvent>, Callback<()>) {
    let open = use_state_eq(|| false);
    let toggle = {
        let open = open.clone();
        Callback::from(move |_| open.set(!*open))
    };
    let close = {
        let open = open.setter();
        Callback::from(move |()| open.set(false))
    };
    (*open, toggle, close)
}

/// A button with a menu.
#[component]
pub(super) fn Dropdown(props: &DropdownProps) -> Html {
    let (is_open, onclick, on_close) = use_open();
    html! {
        <div class="dropdown">
            <button
                type="button" class={classes!("btn", props.class.clone())} aria-haspopup="menu"
                aria-label={props.class.contains("square").then(|| props.label.clone())}
                aria-expanded={is_open.to_string()} {onclick}
            >
                { props.children.clone() }
            </button>
            if is_open {
                <MenuList
                    label={props.label.clone()} choices={props.choices.clone()} on_choose={props.on_choose.clone()} {on_close}
                />
            }
        </div>
    }
}
