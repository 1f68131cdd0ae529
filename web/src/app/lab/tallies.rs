//! A result of many members: a map, and below it a row for all members whose numbers are the same.

use std::{cmp::Reverse, collections::BTreeMap};

use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::{
    super::use_store,
    card::{Result, ResultProps},
    map::MapPicture,
    short,
};
use crate::{
    lab::{
        self, Choice, Chosen, View,
        matrix::{Matrix, Tally},
    },
    session::Action,
};

/// One figure of a tally.
type Count = fn(&Tally) -> usize;

/// What is counted, and the key of its word.
const MOVES: [(&str, Count); 6] = [
    ("lab-partitions", |it| it.has),
    ("lab-kept", |it| it.kept),
    ("lab-moved", |it| it.moved),
    ("lab-new", |it| it.new),
    ("lab-withheld", |it| it.withheld),
    ("lab-lost", |it| it.lost),
];

const DIFFERENCES: [(&str, Count); 3] =
    [("lab-partitions", |it| it.has + it.withheld), ("lab-differs", |it| it.differs), ("lab-same", |it| it.same)];

/// Rows with the same numbers. Of moves the many come first and the exceptions last; of differences the most first.
fn groups(matrix: &Matrix, tallies: &[Tally], counts: &[(&str, Count)], view: View) -> Vec<(Tally, Vec<usize>)> {
    let mut groups: BTreeMap<(bool, Vec<usize>), Vec<usize>> = BTreeMap::new();
    for (row, (line, tally)) in matrix.rows.iter().zip(tallies).enumerate() {
        let numbers = counts.iter().map(|(_, count)| count(tally)).collect();
        groups.entry((line.has_left, numbers)).or_default().push(row);
    }
    let mut groups: Vec<_> = groups.into_values().map(|rows| (tallies[rows[0]], rows)).collect();
    groups.sort_by_key(|(tally, rows)| match view {
        View::Differences => (Reverse(tally.differs), Reverse(rows.len())),
        _ => (Reverse(0), Reverse(rows.len())),
    });
    groups
}

/// The map and the table.
#[component]
pub(super) fn TallyTable(props: &ResultProps) -> Html {
    let store = use_store();
    let ResultProps { session, outcome: Result { outcome, matrix, tallies }, .. } = props;
    let words = &session.words;
    let view = session.lab.as_ref().map(|lab| lab.view).unwrap_or_default();
    let counts: &[_] = if view == View::Differences { &DIFFERENCES } else { &MOVES };
    let groups = groups(matrix, tallies, counts, view);
    let shown: Vec<_> = counts
        .iter()
        .enumerate()
        .filter(|(place, (_, count))| *place == 0 || groups.iter().any(|(tally, _)| count(tally) > 0))
        .map(|(_, it)| it)
        .collect();
    let on_choose = {
        let assignor = outcome.assignor;
        Callback::from(move |event: Event| {
            let select: Option<HtmlSelectElement> = event.target_dyn_into();
            let Some(id) = select.map(|select| select.value()).filter(|id| !id.is_empty()) else { return };
            let choice = Choice { assignor, what: Chosen::Member(id.as_str().into()) };
            store.dispatch(Action::Lab(lab::Action::Choose(Some(choice))));
        })
    };
    let rows = groups.iter().map(|(tally, rows)| {
        let left = rows.iter().all(|&row| matrix.rows[row].has_left);
        let names = match rows[..] {
            [only] => short(&matrix.rows[only].id).to_owned(),
            _ => words.say("lab-members", &[("count", rows.len().into())]),
        };
        let label = words.say("lab-pick-of", &[("members", (&names).into())]);
        let options = rows.iter().map(|&row| {
            let id = &matrix.rows[row].id;
            html! { <option value={id.to_string()}>{ short(id) }</option> }
        });
        html! {
            <tr>
                <th scope="row">
                    <span>{ &names }</span>
                    if left { <small class="bad">{ words.text("lab-left") }</small> }
                </th>
                { for shown.iter().map(|(_, count)| match count(tally) {
                    0 => html! { <td class="mono soft">{ "0" }</td> },
                    number => html! { <td class="mono">{ number }</td> },
                }) }
                <td>
                    <select aria-label={label} onchange={on_choose.clone()}>
                        <option value="" selected=true>{ words.text("lab-pick") }</option>
                        { for options }
                    </select>
                </td>
            </tr>
        }
    });
    let rows: Vec<Html> = rows.collect();
    html! {
        <>
            <MapPicture ..props.clone() />
            <div class="scroller">
                <table
                    class="plain-table"
                    aria-label={words.say("lab-table", &[("assignor", outcome.assignor.name().into())])}
                >
                    <thead>
                        <tr>
                            <th scope="col">{ words.text("lab-member") }</th>
                            { for shown.iter().map(|(key, _)| html! { <th scope="col">{ words.text(key) }</th> }) }
                            <th scope="col"><span class="sr">{ words.text("lab-pick") }</span></th>
                        </tr>
                    </thead>
                    <tbody>{ for rows }</tbody>
                </table>
            </div>
        </>
    }
}
