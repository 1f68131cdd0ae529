//! What is happening, in a sentence or two.

use groupscope_view::{clock, narrate};
use yew::prelude::*;

use super::{PartProps, Shown};

/// What is happening.
#[component]
pub(super) fn Narration(PartProps { session }: &PartProps) -> Html {
    let words = &session.words;
    let group = session.frame.groups.first();
    let generation = group.map(|group| words.say("ui-generation", &[("generation", group.generation.into())]));
    let place = [Some(clock::clock(session.moment)), generation].into_iter().flatten().collect::<Vec<_>>().join(" · ");
    html! {
        <section class="narration">
            <h2>{ words.text("ui-now") }</h2>
            <p class="t mono">{ place }</p>
            <p class="now" aria-live="polite">{ now(session) }</p>
        </section>
    }
}

/// The moment in a sentence or two.
fn now(session: &Shown) -> String {
    let run = session.film.run();
    let narration = session.film.narration();
    let now = narration.now(&run, session.moment);
    let lines = now.lines.iter().map(|line| narrate::line(&session.words, &run, line));
    lines.collect::<Vec<_>>().join(" ")
}
