//! How to read the tables.

use yew::prelude::*;

use super::super::PartProps;
use crate::lab::View;

const MOVES: [(&str, &str); 7] = [
    ("kept", "lab-kept"),
    ("new", "lab-new"),
    ("moved f2", "lab-moved"),
    ("withheld", "lab-withheld"),
    ("revokes", "lab-revokes"),
    ("had", "lab-had"),
    ("unsubscribed", "lab-not-subscribed"),
];

const DIFFERENCES: [(&str, &str); 2] = [("same", "lab-same"), ("differs", "lab-differs")];

/// What each cell means.
#[component]
pub(super) fn Legend(PartProps { session }: &PartProps) -> Html {
    let words = &session.words;
    let differ = session.lab.as_ref().is_some_and(|lab| lab.view == View::Differences);
    let lines: &[_] = if differ { &DIFFERENCES } else { &MOVES };
    let lines = lines.iter().map(|(class, key)| {
        let note = format!("{key}-note");
        let note = if words.has(&note) { words.text(&note) } else { String::new() };
        html! {
            <li>
                <i class={classes!("cell", "m1", *class)} aria-hidden="true" />
                <b>{ words.text(key) }</b>
                <span class="soft">{ note }</span>
            </li>
        }
    });
    html! { <ul class="meanings">{ for lines }</ul> }
}
