//! A result cell by cell: members as rows, partitions as columns.

use groupscope_core::protocol::TopicPartition;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent};
use yew::prelude::*;

use super::{
    super::{Shown, use_store},
    card::{Result, ResultProps},
    colour, old_colour, short,
};
use crate::{
    lab::{
        self, Choice, Chosen, View,
        matrix::{Cell, Matrix},
    },
    session::{Action, Layout},
};

/// With more partitions no cell has room for words; with fewer, those of narrow cells are hidden by the style sheet.
const MOST_WORDS: usize = 14;

/// The table.
#[component]
pub(super) fn MatrixTable(props: &ResultProps) -> Html {
    let store = use_store();
    let ResultProps { session, outcome: Result { outcome, matrix, tallies }, differ } = props;
    let words = &session.words;
    let Some(lab) = session.lab.clone() else { return Html::default() };
    let chosen = lab.chosen.as_ref().filter(|it| it.assignor == outcome.assignor).and_then(|it| match &it.what {
        Chosen::Partition(partition) => matrix.columns.iter().position(|it| it == partition),
        Chosen::Member(_) => None,
    });
    let choose = {
        let assignor = outcome.assignor;
        Callback::from(move |partition: TopicPartition| {
            let choice = Choice { assignor, what: Chosen::Partition(partition) };
            store.dispatch(Action::Lab(lab::Action::Choose(Some(choice))));
        })
    };
    let has_words = matrix.columns.len() <= MOST_WORDS;
    let mut stop = Some(());
    let held = if session.layout == Layout::Phone { "lab-of-short" } else { "lab-of" };
    let rows = matrix.rows.iter().enumerate().map(|(row, line)| {
        let cells = (0..matrix.columns.len()).map(|column| {
            let cell = matrix.cell(row, column);
            let look = Look::of(session, matrix, cell, (lab.view == View::Differences).then(|| differ[column]));
            let partition = &matrix.columns[column];
            let edge = (column > 0 && matrix.columns[column - 1].topic != partition.topic).then_some("edge");
            if !look.is_button {
                return html! { <td class={edge}><span class={classes!("cell", look.class.clone())}>{ look.plain(has_words) }</span></td> };
            }
            let (name, said) = (partition.to_string(), look.said());
            let args =
                [("partition", (&name).into()), ("member", short(&line.id).into()), ("what", (&said).into())];
            let onclick = {
                let (choose, partition) = (choose.clone(), partition.clone());
                Callback::from(move |_| choose.emit(partition.clone()))
            };
            // One stop for the Tab key, the arrows walk from there.
            let is_stop = if chosen.is_some() { chosen == Some(column) } else { stop.take().is_some() };
            let label = words.say("lab-cell", &args);
            html! {
                <td class={edge}>
                    <button
                        type="button" class={classes!("cell", look.class.clone())} {onclick} title={label.clone()} aria-label={label}
                        tabindex={if is_stop { "0" } else { "-1" }} aria-pressed={(chosen == Some(column)).to_string()}
                    >
                        if has_words { <b>{ &look.word }</b>{ " " }<small>{ &look.more }</small> }
                    </button>
                </td>
            }
        });
        let cells: Vec<Html> = cells.collect();
        let note = if line.has_left {
            html! { <small class="bad">{ words.text("lab-left") }</small> }
        } else {
            html! { <small>{ words.say(held, &[("has", tallies[row].has.into()), ("all", matrix.columns.len().into())]) }</small> }
        };
        html! {
            <tr key={line.id.as_str()} class={classes!(colour(line.place), line.has_left.then_some("left"))}>
                <th scope="row"><b class="mono">{ short(&line.id) }</b>{ note }</th>
                { for cells }
            </tr>
        }
    });
    let rows: Vec<Html> = rows.collect();
    let class = classes!("grid", if has_words { "words" } else { "small" });
    html! {
        <div class="scroller">
            <table {class} aria-label={words.say("lab-table", &[("assignor", outcome.assignor.name().into())])} onkeydown={walk}>
                { head(words.text("lab-member"), matrix) }
                <tbody>{ for rows }</tbody>
            </table>
        </div>
    }
}

/// Topics over the numbers of their partitions.
fn head(member: String, matrix: &Matrix) -> Html {
    let topics = matrix.columns.chunk_by(|a, b| a.topic == b.topic);
    let topics = topics.enumerate().map(|(place, chunk)| {
        html! {
            <th scope="colgroup" class={classes!("topic", (place > 0).then_some("edge"))} colspan={chunk.len().to_string()}>
                { chunk[0].topic.as_str() }
            </th>
        }
    });
    let numbers = matrix.columns.iter().enumerate().map(|(column, it)| {
        let edge = (column > 0 && matrix.columns[column - 1].topic != it.topic).then_some("edge");
        html! { <th scope="col" class={classes!("mono", edge)}>{ it.partition }</th> }
    });
    html! {
        <thead>
            <tr><th class="names" rowspan="2" scope="col"><span class="sr">{ member }</span></th>{ for topics }</tr>
            <tr>{ for numbers }</tr>
        </thead>
    }
}

/// How a cell looks, and what it says.
struct Look {
    class: Classes,
    word: String,
    more: String,
    is_button: bool,
}

impl Look {
    fn of(session: &Shown, matrix: &Matrix, cell: Cell, differs: Option<bool>) -> Self {
        let words = &session.words;
        let say = |class: &'static str, key: &str| (classes!(class), words.text(key), String::new());
        let (mut class, mut word, mut more) = match cell {
            Cell::Kept => say("kept", "lab-kept"),
            Cell::New => say("new", "lab-new"),
            Cell::Moved(from) => {
                let from = &matrix.rows[from];
                let more = words.say("lab-from", &[("member", short(&from.id).into())]);
                (classes!("moved", old_colour(from.place)), words.text("lab-moved"), more)
            }
            Cell::Withheld => {
                let more = words.say("lab-round", &[("round", 2.into())]);
                (classes!("withheld"), words.text("lab-withheld"), more)
            }
            Cell::Revokes => (classes!("revokes"), words.text("lab-revokes"), words.text("lab-first")),
            Cell::Had => say("had", "lab-had"),
            Cell::NotSubscribed => say("unsubscribed", "lab-not-subscribed"),
            Cell::Gone => say("gone", "lab-left"),
            Cell::Empty => (classes!("empty"), String::new(), String::new()),
        };
        let is_button = !matches!(cell, Cell::NotSubscribed | Cell::Gone | Cell::Empty);
        let is_owner = matches!(cell, Cell::Kept | Cell::New | Cell::Moved(_) | Cell::Withheld);
        match differs {
            Some(differs) if is_owner => {
                let (key, look) = if differs { ("lab-differs", "differs") } else { ("lab-same", "same") };
                (class, word, more) = (classes!(look), words.text(key), String::new());
            }
            Some(_) if is_button => (class, word, more) = (classes!("empty"), String::new(), String::new()),
            _ => {}
        }
        Self { is_button: is_button && (differs.is_none() || is_owner), class, word, more }
    }

    /// All that it says.
    fn said(&self) -> String {
        format!("{} {}", self.word, self.more).trim().to_owned()
    }

    /// What stands in a cell that nobody can choose.
    fn plain(&self, has_words: bool) -> Html {
        if self.word.is_empty() {
            return Html::default();
        }
        let dash = has_words && self.class.contains("unsubscribed");
        html! { <>if dash { <span aria-hidden="true">{ "–" }</span> }<span class="sr">{ &self.word }</span></> }
    }
}

/// The arrows walk from button to button.
fn walk(event: KeyboardEvent) {
    let (down, right) = match &*event.key() {
        "ArrowUp" => (-1, 0),
        "ArrowDown" => (1, 0),
        "ArrowLeft" => (0, -1),
        "ArrowRight" => (0, 1),
        _ => return,
    };
    let Some(button) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) else { return };
    let (Ok(Some(cell)), Ok(Some(row))) = (button.closest("td"), button.closest("tr")) else { return };
    let place = |element: &Element| -> i32 {
        let mut place = 0;
        let mut before = element.previous_element_sibling();
        while let Some(element) = before {
            place += 1;
            before = element.previous_element_sibling();
        }
        place
    };
    let Some(body) = row.parent_element() else { return };
    let (mut y, mut x) = (place(&row), place(&cell));
    let found = std::iter::repeat_with(|| {
        (y, x) = (y + down, x + right);
        let row = body.children().item(u32::try_from(y).ok()?)?;
        row.children().item(u32::try_from(x).ok().filter(|&x| x > 0)?)
    })
    .map_while(|cell| cell)
    .find_map(|cell| cell.query_selector("button").ok().flatten());
    if let Some(button) = found.and_then(|button| button.dyn_into::<HtmlElement>().ok()) {
        let _ = button.focus();
    }
    event.prevent_default();
}
