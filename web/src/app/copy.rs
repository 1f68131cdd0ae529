//! Texts that leave the page: copied, or saved as a file.

use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, HtmlInputElement, HtmlTextAreaElement, Url};
use yew::prelude::*;

use super::Shown;
use crate::page::{document, window};

/// Properties of [`CopyButton`].
#[derive(Clone, PartialEq, Properties)]
pub(super) struct CopyButtonProps {
    pub(super) session: Shown,
    /// What is copied.
    pub(super) text: String,
    /// The field that shows it: selected where the browser does not let us copy.
    pub(super) field: NodeRef,
}

/// Copies a text and says so.
#[component]
pub(super) fn CopyButton(CopyButtonProps { session, text, field }: &CopyButtonProps) -> Html {
    let copied = use_state_eq(|| None::<String>);
    let onclick = {
        let (copied, text, field) = (copied.clone(), text.clone(), field.clone());
        Callback::from(move |_| {
            let (copied, text, field) = (copied.setter(), text.clone(), field.clone());
            spawn_local(async move {
                let clipboard = window().map(|window| window.navigator().clipboard()).filter(|it| it.is_object());
                let written = match clipboard {
                    Some(clipboard) => JsFuture::from(clipboard.write_text(&text)).await.is_ok(),
                    None => false,
                };
                if written {
                    copied.set(Some(text));
                } else {
                    select(&field);
                }
            });
        })
    };
    let is_copied = copied.as_ref() == Some(text);
    let words = &session.words;
    html! {
        <>
            <button type="button" class="btn copy" {onclick}>
                { words.text(if is_copied { "ui-copied" } else { "ui-copy" }) }
            </button>
            <span class="unseen" role="status">if is_copied { { words.text("ui-copied") } }</span>
        </>
    }
}

fn select(field: &NodeRef) {
    if let Some(input) = field.cast::<HtmlInputElement>() {
        let _ = input.focus();
        input.select();
    } else if let Some(area) = field.cast::<HtmlTextAreaElement>() {
        let _ = area.focus();
        area.select();
    }
}

/// Saves JSON as a file of that name.
pub(super) fn download(name: &str, text: &str) {
    download_as(name, "application/json", text);
}

/// Saves a text of a media type as a file of that name.
pub(super) fn download_as(name: &str, media_type: &str, text: &str) {
    let save = || {
        let options = BlobPropertyBag::new();
        options.set_type(media_type);
        let parts = js_sys::Array::of1(&text.into());
        let blob = Blob::new_with_str_sequence_and_options(&parts, &options).ok()?;
        let address = Url::create_object_url_with_blob(&blob).ok()?;
        let link: HtmlAnchorElement = document()?.create_element("a").ok()?.dyn_into().ok()?;
        link.set_href(&address);
        link.set_download(name);
        link.click();
        Url::revoke_object_url(&address).ok()
    };
    let _: Option<()> = save();
}
