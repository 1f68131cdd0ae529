//! What stands over the page.

use web_sys::HtmlDialogElement;
use yew::prelude::*;

use super::{
    PartProps,
    embedding::Embedding,
    form::ActForm,
    icons::{Icon, icon},
    keys::{HELP, LAB_HELP},
    player::{ActionButton, Does},
    share::Share,
    tables::Tables,
    use_store,
};
use crate::session::{Action, Dialog, Place};

/// The dialog that is open, if any.
#[component]
pub(super) fn Dialogs(PartProps { session }: &PartProps) -> Html {
    let words = &session.words;
    let help: &[(&str, &str)] = if session.place == Place::Lab { &LAB_HELP } else { &HELP };
    let close = words.text("ui-close");
    let (title, class, content) = match &session.dialog {
        Some(Dialog::Help) => (
            words.text("ui-keys"),
            "",
            html! {
                <dl class="keys">
                    { for help.iter().map(|(keys, word)| html! {
                        <><dt>{ for keys.split(' ').map(key) }</dt><dd>{ words.text(word) }</dd></>
                    }) }
                </dl>
            },
        ),
        Some(Dialog::Share) => (words.text("ui-share"), "large", html! { <Share session={session.clone()} /> }),
        Some(Dialog::Embed) => (words.text("ui-embed"), "large", html! { <Embedding session={session.clone()} /> }),
        Some(Dialog::Tables) => (words.text("ui-tables"), "large", html! { <Tables session={session.clone()} /> }),
        Some(Dialog::Act(form)) => {
            (form.title.clone(), "", html! { <ActForm session={session.clone()} form={form.clone()} /> })
        }
        None => return Html::default(),
    };
    html! { <Modal {title} {close} {class}>{ content }</Modal> }
}

/// A key, or what stands between keys.
fn key(key: &str) -> Html {
    match key {
        "&" => html! { <span>{ "+" }</span> },
        "," | "…" => html! { <span>{ key }</span> },
        _ => html! { <kbd>{ key }</kbd> },
    }
}

#[derive(Clone, PartialEq, Properties)]
struct ModalProps {
    title: String,
    close: String,
    class: &'static str,
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
        <dialog ref={node} class={props.class} aria-label={props.title.clone()} {oncancel}>
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
