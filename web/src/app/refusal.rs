//! Why something could not be opened or done. What is on the screen stays.

use yew::prelude::*;

use super::{
    PartProps,
    icons::{Icon, icon},
    player::{ActionButton, Does},
};
use crate::session::Action;

/// The panel, if there is a refusal.
#[component]
pub(super) fn RefusalPanel(PartProps { session }: &PartProps) -> Html {
    let Some(refusal) = &session.refusal else { return Html::default() };
    let words = &session.words;
    let problems = refusal.problems.iter().map(|problem| {
        let line = problem.line.map(|line| words.say("ui-line", &[("line", line.into())]));
        let place = [line, (!problem.path.is_empty()).then(|| problem.path.clone())];
        let place = place.into_iter().flatten().collect::<Vec<_>>().join(" · ");
        html! {
            <li>
                if !place.is_empty() { <code>{ place }</code> }
                <span>{ &problem.message }</span>
            </li>
        }
    });
    html! {
        <section class="refusal" role="alert">
            <h2>
                { icon(Icon::Warning) }
                { words.say("ui-refused", &[("source", (&refusal.source).into())]) }
            </h2>
            <ul>{ for problems }</ul>
            <ActionButton class="btn" label={words.text("ui-close")} shortcut="Esc" action={Does(Action::Forgive)}>
                { words.text("ui-close") }
            </ActionButton>
        </section>
    }
}
