//! The pictures as tables: the moment, and the stretch of time that the timeline shows.

use groupscope_view::{
    clock, stage,
    table::Table,
    timeline::{self, History},
};
use yew::prelude::*;

use super::{PartProps, player::keep_focus, records, use_store};
use crate::session::{Action, Dialog};

/// All tables.
#[component]
pub(super) fn Tables(PartProps { session }: &PartProps) -> Html {
    let words = &session.words;
    let mut tables = stage::table(&session.frame, words);
    tables.extend(records::table(session));
    let history = History::of(&session.film.run(), session.window.from..session.window.to, words);
    tables.push(timeline::table(&history, words));
    html! {
        <div class="tables">
            <p class="soft mono">{ clock::clock(session.moment) }</p>
            { for tables.iter().map(table) }
        </div>
    }
}

fn table(Table { title, columns, rows }: &Table) -> Html {
    let rows = rows.iter().map(|row| {
        let cells = row.iter().enumerate().map(|(place, cell)| {
            if place == 0 {
                html! { <th scope="row">{ cell }</th> }
            } else {
                html! { <td>{ cell }</td> }
            }
        });
        html! { <tr>{ for cells }</tr> }
    });
    html! {
        <table>
            <caption>{ title }</caption>
            <thead><tr>{ for columns.iter().map(|column| html! { <th scope="col">{ column }</th> }) }</tr></thead>
            <tbody>{ for rows }</tbody>
        </table>
    }
}

/// A button that is seen only when it has the focus: for those who cannot see the pictures.
#[component]
pub(super) fn TablesButton(PartProps { session }: &PartProps) -> Html {
    let store = use_store();
    let onclick = Callback::from(move |_| store.dispatch(Action::Dialog(Some(Dialog::Tables))));
    html! {
        <button type="button" class="btn skip" {onclick} onmousedown={keep_focus}>{ session.words.text("ui-tables") }</button>
    }
}
