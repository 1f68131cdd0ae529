//! What is wrong with a text or an action, each with its place.

use groupscope_core::scenario::{Problem, Severity};
use yew::prelude::*;

use super::Shown;

/// Properties of [`Problems`].
#[derive(Clone, PartialEq, Properties)]
pub(super) struct ProblemsProps {
    pub(super) session: Shown,
    pub(super) problems: Vec<Problem>,
}

/// The list; nothing where nothing is wrong.
#[component]
pub(super) fn Problems(ProblemsProps { session, problems }: &ProblemsProps) -> Html {
    if problems.is_empty() {
        return Html::default();
    }
    let items = problems.iter().map(|problem| {
        let line = problem.line.map(|line| session.words.say("ui-line", &[("line", line.into())]));
        let place = [line, (!problem.path.is_empty()).then(|| problem.path.clone())];
        let place = place.into_iter().flatten().collect::<Vec<_>>().join(" · ");
        let is_error = problem.severity == Severity::Error;
        html! {
            <li class={(!is_error).then_some("soft")}>
                if !place.is_empty() { <code>{ place }</code> }
                <span>{ &problem.message }</span>
            </li>
        }
    });
    html! { <ul class="problems">{ for items }</ul> }
}
