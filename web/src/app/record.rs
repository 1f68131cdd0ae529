//! What shows the whole run: the timeline, the logs, the group's partition of `__consumer_offsets`.

use groupscope_core::simulation::GroupIx;
use groupscope_view::words::Words;
use yew::prelude::*;

use super::{
    PartProps, Shown,
    log::LogPane,
    offsets::OffsetsPane,
    player::{ActionButton, Does},
    records::ChartPane,
    sequence::SequencePane,
    timeline::TimelinePane,
    use_store,
};
use crate::session::{Action, Layout, Record};

/// The record that the reader has chosen.
#[component]
pub(super) fn RecordPane(PartProps { session }: &PartProps) -> Html {
    let session = session.clone();
    match session.record {
        Record::Timeline => html! { <TimelinePane {session} /> },
        Record::Sequence => html! { <SequencePane {session} /> },
        Record::Log => html! { <LogPane {session} /> },
        Record::Offsets => html! { <OffsetsPane {session} /> },
        Record::Chart if session.records.is_some() => html! { <ChartPane {session} /> },
        Record::Chart => html! { <TimelinePane {session} /> },
    }
}

/// Chooses between the records.
#[component]
pub(super) fn RecordSwitch(PartProps { session }: &PartProps) -> Html {
    let words = &session.words;
    let offsets = offsets_name(session, GroupIx(0));
    let chart = session.records.as_ref().map(|reading| {
        let partition = reading.partition.to_string();
        (Record::Chart, words.text("ui-chart"), words.say("rec-chart-title", &[("partition", (&partition).into())]))
    });
    let choices = [
        (Record::Timeline, words.text("ui-timeline"), words.text("ui-timeline")),
        (Record::Sequence, words.text("ui-sequence"), words.text("ui-sequence-title")),
        (Record::Log, words.text("ui-log"), words.text("ui-log-title")),
        (Record::Offsets, words.text("ui-offsets"), offsets.clone()),
    ];
    // Where there is little room the chart takes the timeline's place.
    let is_full = session.layout == Layout::Wide || chart.is_none();
    let choices = choices.into_iter().filter(|(record, ..)| is_full || *record != Record::Timeline);
    let buttons = chart.into_iter().chain(choices).map(|(record, text, title)| {
        let is_on = session.record == record;
        let class = classes!("btn", is_on.then_some("on"));
        let action = Does(Action::Read(record));
        // The style sheet shows the whole name where there is room; who hears it hears both.
        let name = if record == Record::Offsets { format!("{text} {offsets}") } else { text.clone() };
        let long = (record == Record::Offsets).then(|| html! { <span class="long">{ &offsets }</span> });
        let short = if long.is_some() {
            html! { <span class="short">{ &text }</span> }
        } else {
            html! { { &text } }
        };
        html! {
            <ActionButton {class} label={name} {title} pressed={Some(is_on)} {action}>
                { short }{ long.unwrap_or_default() }
            </ActionButton>
        }
    });
    html! { <div class="switch" role="group" aria-label={words.text("ui-record")}>{ for buttons }</div> }
}

/// `__consumer_offsets-9`
pub(super) fn offsets_name(session: &Shown, group: GroupIx) -> String {
    let run = session.film.run();
    let partition = run.lanes.groups.get(group.index()).map_or(0, |lanes| lanes.offsets_partition);
    format!("__consumer_offsets-{partition}")
}

/// The rows of a long list around the present one: so many before it, so many after it.
const BEFORE: usize = 120;
const AFTER: usize = 40;

/// The part of a long list that is shown: of `total` rows those around the first `past`, which lie before the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Excerpt {
    /// How many rows of the list come before the part.
    pub(super) earlier: usize,
    /// How many come after it.
    pub(super) later: usize,
}

impl Excerpt {
    pub(super) const fn around(past: usize, total: usize) -> Self {
        Self { earlier: past.saturating_sub(BEFORE), later: total.saturating_sub(past + AFTER) }
    }

    pub(super) const fn range(self, total: usize) -> std::ops::Range<usize> {
        self.earlier..total - self.later
    }

    /// These rows below `heads`, in a box that scrolls, with how many are left out; `note` stands in for what there is not.
    pub(super) fn table(
        self,
        words: &Words,
        node: &NodeRef,
        label: &str,
        note: Option<&str>,
        heads: &[&str],
        rows: impl Iterator<Item = Html>,
    ) -> Html {
        let left_out = |key: &str, count: usize| (count > 0).then(|| words.say(key, &[("count", count.into())]));
        let soft = |text: String| html! { <p class="soft">{ text }</p> };
        let heads = heads.iter().map(|key| html! { <th scope="col">{ words.text(key) }</th> });
        html! {
            <div class="rows" data-look-ignore={SCROLLS} ref={node} tabindex="0" role="region" aria-label={words.text(label)}>
                { for left_out("log-earlier", self.earlier).map(soft) }
                { for note.map(|key| soft(words.text(key))) }
                <table>
                    <thead><tr>{ for heads }</tr></thead>
                    <tbody>{ for rows }</tbody>
                </table>
                { for left_out("log-later", self.later).map(soft) }
            </div>
        }
    }
}

/// A long list scrolls under its head: what of it is seen is chance.
pub(super) const SCROLLS: &str = "covered cut";

/// Keeps the present row of a list in sight whenever `present` changes: the list scrolls, not the page.
#[hook]
pub(super) fn use_present_row(node: &NodeRef, present: (usize, usize)) {
    let node = node.clone();
    use_effect_with(present, move |_| {
        let Some(list) = node.cast::<web_sys::HtmlElement>() else { return };
        let Ok(Some(row)) = list.query_selector("[aria-current]") else { return };
        let (shown, row) = (list.get_bounding_client_rect(), row.get_bounding_client_rect());
        let head = 28.0;
        if row.top() < shown.top() + head || row.bottom() > shown.bottom() {
            let place = row.bottom() - shown.top() - shown.height() * 0.7;
            list.set_scroll_top(list.scroll_top() + place as i32);
        }
    });
}

/// Shows the moment of a row, and stands there.
#[hook]
pub(super) fn use_seek() -> Callback<u64> {
    let store = use_store();
    Callback::from(move |at: u64| {
        store.dispatch(Action::Pause);
        store.dispatch(Action::Seek(at));
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_has_the_rows_around_the_moment_and_counts_the_others() {
        assert_eq!(Excerpt::around(3, 10), Excerpt { earlier: 0, later: 0 });
        let excerpt = Excerpt::around(500, 1000);
        assert_eq!(excerpt, Excerpt { earlier: 380, later: 460 });
        assert_eq!(excerpt.range(1000), 380..540);
        assert_eq!(Excerpt::around(1000, 1000).range(1000), 880..1000);
        assert_eq!(Excerpt::around(0, 0).range(0), 0..0);
    }
}
