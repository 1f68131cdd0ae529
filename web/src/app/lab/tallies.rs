//! A result of many members: those with like shares are one row.

use std::collections::BTreeMap;

use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::{
    super::use_store,
    card::{Result, ResultProps},
    short,
};
use crate::{
    lab::{
        self, Choice, Chosen,
        matrix::{Matrix, Tally},
    },
    session::Action,
};

/// One figure of a tally.
type Count = fn(&Tally) -> usize;

/// What is counted, and the key of its word.
const COUNTS: [(&str, Count); 6] = [
    ("lab-partitions", |it| it.has),
    ("lab-kept", |it| it.kept),
    ("lab-moved", |it| it.moved),
    ("lab-new", |it| it.new),
    ("lab-withheld", |it| it.withheld),
    ("lab-lost", |it| it.lost),
];

/// Rows with the same numbers, the many first, the exceptions last.
fn groups(matrix: &Matrix) -> Vec<(Tally, Vec<usize>)> {
    let mut groups: BTreeMap<(bool, [usize; 6]), Vec<usize>> = BTreeMap::new();
    for (row, line) in matrix.rows.iter().enumerate() {
        let tally = matrix.tally(row);
        groups.entry((line.has_left, COUNTS.map(|(_, count)| count(&tally)))).or_default().push(row);
    }
    let mut groups: Vec<_> = groups.into_values().map(|rows| (matrix.tally(rows[0]), rows)).collect();
    groups.sort_by_key(|(_, rows)| std::cmp::Reverse(rows.len()));
    groups
}

/// The table.
#[component]
pub(super) fn TallyTable(props: &ResultProps) -> Html {
    let store = use_store();
    let ResultProps { session, outcome: Result(outcome, matrix), .. } = props;
    let words = &session.words;
    let groups = groups(matrix);
    let shown: Vec<_> = COUNTS
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
        let options = rows.iter().map(|&row| {
            let id = &matrix.rows[row].id;
            html! { <option value={id.to_string()}>{ short(id) }</option> }
        });
        html! {
            <tr>
                <th scope="row">
                    <span>{ names }</span>
                    if left { <small class="bad">{ words.text("lab-left") }</small> }
                </th>
                { for shown.iter().map(|(_, count)| match count(tally) {
                    0 => html! { <td class="mono soft">{ "0" }</td> },
                    number => html! { <td class="mono">{ number }</td> },
                }) }
                <td>
                    <select aria-label={words.text("lab-pick")} onchange={on_choose.clone()}>
                        <option value="" selected=true>{ words.text("lab-pick") }</option>
                        { for options }
                    </select>
                </td>
            </tr>
        }
    });
    let rows: Vec<Html> = rows.collect();
    html! {
        <div class="scroller">
            <table
                class="plain-table" aria-label={words.say("lab-table", &[("assignor", outcome.assignor.name().into())])}
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
    }
}
