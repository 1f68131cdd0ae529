//! Why something could not be opened or done. What is on the screen stays.

use yew::prelude::*;

use super::{
    PartProps,
    icons::{Icon, icon},
    player::{ActionButton, Does},
    problems::Problems,
};
use crate::session::Action;

/// The panel, if there is a refusal.
#[component]
pub(super) fn RefusalPanel(PartProps { session }: &PartProps) -> Html {
    let Some(refusal) = &session.refusal else { return Html::default() };
    let words = &session.words;
    html! {
        <section class="refusal" role="alert">
            <h2>
                { icon(Icon::Warning) }
                { words.say("ui-refused", &[("source", (&refusal.source).into())]) }
            </h2>
            <Problems session={session.clone()} problems={refusal.problems.clone()} />
            <ActionButton class="btn" label={words.text("ui-close")} shortcut="Esc" action={Does(Action::Forgive)}>
                { words.text("ui-close") }
            </ActionButton>
        </section>
    }
}
