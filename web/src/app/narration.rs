//! What is happening, in a sentence.

use groupscope_core::simulation::frame::{Frame, GroupState};
use groupscope_view::{clock, words::Words};
use yew::prelude::*;

use super::PartProps;

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
            <p class="now" aria-live="polite">{ now(&session.frame, words) }</p>
        </section>
    }
}

/// The moment in a sentence.
fn now(frame: &Frame, words: &Words) -> String {
    let Some(group) = frame.groups.first() else { return String::new() };
    let members = group.members.iter().filter(|member| !member.pending).count();
    let awaited: Vec<&str> = match group.state {
        GroupState::PreparingRebalance => group.members.iter().filter(|member| !member.joined && !member.pending).map(|m| &*m.consumer).collect(),
        GroupState::CompletingRebalance => group.members.iter().filter(|member| !member.synced).map(|m| &*m.consumer).collect(),
        _ => Vec::new(),
    };
    let who = awaited.join(", ");
    let unread = frame.partitions.iter().filter(|partition| partition.unread_since.is_some()).count();
    let args = [("members", (&who).into()), ("count", members.into()), ("unread", unread.into()), ("group", (&*group.id).into())];
    let key = match group.state {
        GroupState::Empty if members == 0 && !group.members.is_empty() => "ui-now-pending",
        GroupState::Empty | GroupState::Dead => "ui-now-empty",
        GroupState::PreparingRebalance if awaited.is_empty() => "ui-now-delay",
        GroupState::PreparingRebalance => "ui-now-preparing",
        GroupState::CompletingRebalance => "ui-now-completing",
        GroupState::Stable if unread > 0 => "ui-now-unread",
        GroupState::Stable => "ui-now-stable",
    };
    words.say(key, &args)
}
