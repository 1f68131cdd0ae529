//! The moments of the story as dots where the run is scrubbed: filled as long as they have not been seen.

use yew::prelude::*;

use super::Shown;

/// Properties of [`Dots`].
#[derive(Clone, PartialEq, Properties)]
pub(super) struct DotsProps {
    pub(super) session: Shown,
    /// Where a moment (ms) stands, px; none = not in sight.
    pub(super) place: Callback<u64, Option<f32>>,
    /// How far from the top, px.
    pub(super) y: f32,
}

/// The dots.
#[component]
pub(super) fn Dots(DotsProps { session, place, y }: &DotsProps) -> Html {
    let found = session.found();
    let y = y.to_string();
    let moments = found.iter().enumerate().filter_map(|(number, found)| Some((number, found.as_ref()?.at)));
    let dots = moments.filter_map(|(number, at)| {
        let x = place.emit(at)?;
        let class = if session.progress.has_seen(number) { "seen" } else { "new" };
        Some(html! { <circle {class} cx={format!("{x:.1}")} cy={y.clone()} r="2.8" /> })
    });
    html! { <svg class="moment-dots" width="100%" height="32" aria-hidden="true">{ for dots }</svg> }
}
