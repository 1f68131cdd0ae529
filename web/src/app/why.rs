//! Why something happened: its causes in sentences, each a way to its moment, each with the setting that decided.

use groupscope_core::simulation::trace::EventId;
use groupscope_view::{clock, narrate};
use yew::prelude::*;

use super::{
    PartProps, Shown,
    icons::{Icon, icon},
    player::{ActionButton, Does},
    prose::Prose,
    timing::KnobRow,
    use_store,
};
use crate::session::{Action, knob::Knob};

/// Properties of [`WhyButton`].
#[derive(Clone, PartialEq, Properties)]
pub(super) struct WhyButtonProps {
    pub(super) session: Shown,
    /// What is asked about.
    pub(super) event: Option<EventId>,
}

/// Asks why something happened; there is nothing to ask about what only holds.
#[component]
pub(super) fn WhyButton(WhyButtonProps { session, event }: &WhyButtonProps) -> Html {
    let text = session.words.text("ui-why");
    html! {
        <ActionButton class="btn" label={text.clone()} disabled={event.is_none()} action={Does(Action::Ask(*event))}>
            { text }
        </ActionButton>
    }
}

/// The answer to what was asked, if anything was.
#[component]
pub(super) fn WhyPanel(PartProps { session }: &PartProps) -> Html {
    let store = use_store();
    let Some(inquiry) = &session.why else { return Html::default() };
    let words = &session.words;
    let run = inquiry.film().run();
    let mut decided = Vec::new();
    let steps = inquiry.steps.iter().map(|step| {
        let onclick = {
            let (store, at) = (store.clone(), step.at);
            Callback::from(move |_| {
                store.dispatch(Action::Pause);
                store.dispatch(Action::Seek(at));
            })
        };
        let knobs: Vec<_> =
            step.settings.iter().map(|decided| decided.name).filter(|name| !decided.contains(name)).collect();
        decided.extend(knobs.iter().copied());
        let knobs = knobs.into_iter().filter_map(|name| Knob::of(name).ok()).map(|knob| {
            html! { <KnobRow key={knob.name()} session={session.clone()} {knob} place="why" /> }
        });
        let here = (session.moment == step.at).then_some("here");
        html! {
            <li>
                <button type="button" class={classes!("step", here)} {onclick}>
                    <span class="mono">{ clock::moment(step.at) }</span>
                    <span><Prose session={session.clone()} text={narrate::step(words, &run, step)} plain=true /></span>
                </button>
                { for knobs }
            </li>
        }
    });
    html! {
        <section class="causes">
            <h2>
                { words.text("ui-why-title") }
                <ActionButton class="btn square" label={words.text("ui-close")} action={Does(Action::Ask(None))}>
                    { icon(Icon::Close) }
                </ActionButton>
            </h2>
            if inquiry.is_past { <p class="absent">{ words.text("ui-why-past") }</p> }
            if inquiry.steps.is_empty() { <p>{ words.text("ui-why-nothing") }</p> }
            <ol>{ for steps }</ol>
        </section>
    }
}
