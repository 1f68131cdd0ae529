//! A text with its members, settings and terms shown as such; a term opens its sentence.

use std::rc::Rc;

use groupscope_view::prose::{self, Piece, Term};
use web_sys::HtmlElement;
use yew::prelude::*;

use super::Shown;
use crate::page::document;

/// Properties of [`Prose`].
#[derive(Clone, PartialEq, Properties)]
pub(super) struct ProseProps {
    pub(super) session: Shown,
    pub(super) text: String,
    /// Whether terms are only text, since all of it is a button.
    #[prop_or_default]
    pub(super) plain: bool,
}

/// The text.
#[component]
pub(super) fn Prose(ProseProps { session, text, plain }: &ProseProps) -> Html {
    let pieces = {
        let session = session.clone();
        use_memo((text.clone(), Rc::as_ptr(&session.glossary), names(&session)), move |(text, _, names)| {
            let names: Vec<_> = names.iter().map(String::as_str).collect();
            prose::pieces(text, &names, &session.glossary)
        })
    };
    let shown = pieces.iter().enumerate().map(|(place, piece)| match piece {
        Piece::Text(text) if is_button(place.checked_sub(1).and_then(|before| pieces.get(before)), *plain) => {
            html! { { &text[clinging(text)..] } }
        }
        Piece::Text(text) => html! { { text } },
        Piece::Member(place, name) => html! { <b class={member_class(*place)}>{ name }</b> },
        Piece::Code(name) => html! { <code class="unbroken">{ name }</code> },
        Piece::Term(term) if *plain && term.is_code => html! { <code>{ &term.text }</code> },
        Piece::Term(term) if *plain => html! { { &term.text } },
        Piece::Term(term) => {
            let about = session.words.text(&format!("{}.about", term.key));
            let key = format!("{place} {}", term.key);
            let tail = match pieces.get(place + 1) {
                Some(Piece::Text(text)) => &text[..clinging(text)],
                _ => "",
            };
            html! { <span class="unbroken" {key}><TermButton term={Named(term.clone())} {about} />{ tail }</span> }
        }
    });
    html! { <>{ for shown }</> }
}

/// Whether a piece is shown as a button, which a line may end behind.
fn is_button(piece: Option<&Piece>, plain: bool) -> bool {
    !plain && matches!(piece, Some(Piece::Term(_)))
}

/// How many bytes of a text stay on the line of the term before it: a comma, a particle.
fn clinging(text: &str) -> usize {
    text.find(char::is_whitespace).unwrap_or(text.len())
}

fn names(session: &Shown) -> Vec<String> {
    session.frame.consumers.iter().map(|consumer| consumer.name.to_string()).collect()
}

/// The class that gives a name its member's colour.
pub(super) fn member_class(place: usize) -> Classes {
    let hue = (place < 8).then(|| format!("m{}", place + 1));
    classes!("who", hue)
}

#[derive(Clone, PartialEq)]
struct Named(Term);

#[derive(Clone, PartialEq, Properties)]
struct TermProps {
    term: Named,
    about: String,
}

/// A term. A press opens its sentence; Escape, another press, or leaving it closes the sentence.
#[component]
fn TermButton(TermProps { term: Named(term), about }: &TermProps) -> Html {
    let open = use_state_eq(|| false);
    let button = use_node_ref();
    let note = use_node_ref();
    {
        let (button, note) = (button.clone(), note.clone());
        use_effect_with(*open, move |_| {
            if let (Some(button), Some(note)) = (button.cast::<HtmlElement>(), note.cast::<HtmlElement>()) {
                place(&button, &note);
            }
        });
    }
    let onclick = {
        let (open, button) = (open.clone(), button.clone());
        Callback::from(move |_| {
            // Not every browser focuses a button that is pressed.
            if let Some(button) = button.cast::<HtmlElement>() {
                let _ = button.focus();
            }
            open.set(!*open);
        })
    };
    let onblur = {
        let open = open.setter();
        Callback::from(move |_| open.set(false))
    };
    let onkeydown = {
        let open = open.clone();
        Callback::from(move |event: KeyboardEvent| {
            if *open && event.key() == "Escape" {
                event.prevent_default();
                event.stop_propagation();
                open.set(false);
            }
        })
    };
    let id = format!("about-{}", term.key);
    let text = if term.is_code {
        html! { <code>{ &term.text }</code> }
    } else {
        html! { { &term.text } }
    };
    // Within a sentence a target may be as high as its line (WCAG 2.5.8); it may lie below the fold of a part that scrolls.
    html! {
        <>
            <button
                type="button" class="term" data-look-ignore="target cut" ref={button} aria-expanded={open.to_string()}
                aria-describedby={open.then(|| id.clone())} {onclick} {onblur} {onkeydown}
            >
                { text }
            </button>
            if *open { <span class="about" role="tooltip" {id} ref={note}>{ about }</span> }
        </>
    }
}

/// Puts a note under a button, or above it, nowhere out of the window.
fn place(button: &HtmlElement, note: &HtmlElement) {
    let Some(root) = document().and_then(|document| document.document_element()) else { return };
    let (w, h) = (f64::from(root.client_width()), f64::from(root.client_height()));
    let at = button.get_bounding_client_rect();
    let (note_w, note_h) = (f64::from(note.offset_width()), f64::from(note.offset_height()));
    let x = at.left().min(w - note_w - 8.0).max(8.0);
    let below = at.bottom() + 6.0;
    let y = if below + note_h > h - 8.0 { (at.top() - note_h - 6.0).max(8.0) } else { below };
    let style = note.style();
    let _ = style.set_property("left", &format!("{x}px"));
    let _ = style.set_property("top", &format!("{y}px"));
}
