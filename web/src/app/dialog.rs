//! What stands over the page: the list of keys.

use web_sys::HtmlDialogElement;
use yew::prelude::*;

use super::{
    PartProps,
    icons::{Icon, icon},
    keys::{HELP, LAB_HELP},
    player::{ActionButton, Does},
    use_store,
};
use crate::session::{Action, Dialog};

/// The dialog that is open, if any.
#[component]
pub(super) fn Dialogs(PartProps { session }: &PartProps) -> Html {
    let words = &session.words;
    let help: &[(&str, &str)] = if session.in_lab { &LAB_HELP } else { &HELP };
    match session.dialog {
        Some(Dialog::Help) => html! {
            <Modal title={words.text("ui-keys")} close={words.text("ui-close")}>
                <dl class="keys">
                    { for help.iter().map(|(keys, word)| html! {
                        <><dt>{ for keys.split(' ').map(key) }</dt><dd>{ words.text(word) }</dd></>
                    }) }
                </dl>
            </Modal>
        },
        _ => Html::default(),
    }
}

/// A key, or what stands between keys.
fn key(key: &str) -> Html {
    match key {
        "+" | "…" => html! { <span>{ key }</span> },
        _ => html! { <kbd>{ key }</kbd> },
    }
}

#[derive(Clone, PartialEq, Properties)]
struct ModalProps {
    title: String,
    close: String,
    children: Html,
}

/// A dialog over the page. The browser keeps the focus in it, and gives it back.
#[component]
fn Modal(props: &ModalProps) -> Html {
    let store = use_store();
    let node = use_node_ref();
    {
        let node = node.clone();
        use_effect_with((), move |()| {
            let dialog = node.cast::<HtmlDialogElement>();
            if let Some(dialog) = &dialog {
                let _ = dialog.show_modal();
            }
            move || {
                if let Some(dialog) = dialog {
                    dialog.close();
                }
            }
        });
    }
    let oncancel = Callback::from(move |event: Event| {
        event.prevent_default();
        store.dispatch(Action::Dialog(None));
    });
    html! {
        <dialog ref={node} aria-label={props.title.clone()} {oncancel}>
            <div class="head">
                <h2>{ &props.title }</h2>
                <ActionButton class="btn square" label={props.close.clone()} shortcut="Esc" action={Does(Action::Dialog(None))}>
                    { icon(Icon::Close) }
                </ActionButton>
            </div>
            { props.children.clone() }
        </dialog>
    }
}
