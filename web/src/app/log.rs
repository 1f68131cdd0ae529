//! What brokers and clients log, as Kafka 4.1 writes it.

use std::rc::Rc;

use groupscope_core::{
    log::Level,
    report::{LogEntry, LogSource},
    simulation::Cast,
};
use groupscope_view::{clock, words::Words};
use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::{
    PartProps,
    copy::download_as,
    record::{Excerpt, use_present_row, use_seek},
};
use crate::session::film::Film;

/// The logs around the moment.
#[component]
pub(super) fn LogPane(PartProps { session }: &PartProps) -> Html {
    let words = &session.words;
    let only = use_state_eq(|| None::<LogSource>);
    let run = session.film.run();
    let sources: Vec<_> = LogSource::all(&run.cast).collect();
    let chosen = only.filter(|source| sources.contains(source));
    let list = List { film: session.film.clone(), computed: session.film.computed(), only: chosen };
    let places = use_memo(list, List::places);
    let past = {
        let logs = session.film.logs();
        places.partition_point(|place| logs.entries()[*place].at <= session.moment)
    };
    let options = sources.iter().map(|source| {
        let name = source.name(&run.cast).to_string();
        html! { <option value={name.clone()} selected={chosen == Some(*source)}>{ name.clone() }</option> }
    });
    let onchange = {
        let (only, film) = (only.setter(), session.film.clone());
        Callback::from(move |event: Event| {
            let select: Option<HtmlSelectElement> = event.target_dyn_into();
            only.set(select.and_then(|select| LogSource::named(&film.run().cast, &select.value())));
        })
    };
    let save = {
        let film = session.film.clone();
        Callback::from(move |_| {
            film.finish();
            let run = film.run();
            let name = chosen.map_or_else(|| "groupscope".to_owned(), |source| source.name(&run.cast).to_string());
            download_as(&format!("{name}.log"), "text/plain", &film.logs().text(&run.cast, chosen));
        })
    };
    html! {
        <div class="record log">
            <div class="bar">
                <label>
                    <span class="soft">{ words.text("log-source") }</span>
                    <select {onchange}>
                        <option value="" selected={chosen.is_none()}>{ words.text("log-all") }</option>
                        { for options }
                    </select>
                </label>
                <span class="soft grow">{ words.text("log-version") }</span>
                <button type="button" class="btn" onclick={save}>{ words.text("log-download") }</button>
            </div>
            <LogRows film={session.film.clone()} words={Spoken(words.clone())} places={Listed(places)} {past} />
        </div>
    }
}

/// Which lines are listed.
#[derive(Clone, PartialEq)]
struct List {
    film: Film,
    computed: u64,
    only: Option<LogSource>,
}

impl List {
    /// The places of the lines.
    fn places(&self) -> Vec<usize> {
        let logs = self.film.logs();
        let entries = logs.entries().iter().enumerate();
        entries.filter(|(_, entry)| self.only.is_none_or(|only| entry.source == only)).map(|(place, _)| place).collect()
    }
}

/// Words as a property: those of one language are one object.
#[derive(Clone)]
pub(super) struct Spoken(pub(super) Rc<Words>);

impl PartialEq for Spoken {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

#[derive(Clone)]
struct Listed(Rc<Vec<usize>>);

impl PartialEq for Listed {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

#[derive(Clone, PartialEq, Properties)]
struct LogRowsProps {
    film: Film,
    words: Spoken,
    places: Listed,
    /// How many of the lines are written at the moment shown.
    past: usize,
}

/// The lines around the moment. Rendered only when another one is the latest.
#[component]
fn LogRows(LogRowsProps { film, words: Spoken(words), places: Listed(places), past }: &LogRowsProps) -> Html {
    let node = use_node_ref();
    use_present_row(&node, (*past, places.len()));
    let seek = use_seek();
    let excerpt = Excerpt::around(*past, places.len());
    let (run, logs) = (film.run(), film.logs());
    let rows = excerpt.range(places.len()).map(|row| {
        let (place, is_now) = (places[row], row + 1 == *past);
        line_row(&run.cast, &logs.entries()[place], (place, is_now, row >= *past), &seek)
    });
    let heads = ["log-time", "log-source", "log-level", "log-line"];
    excerpt.table(words, &node, "ui-log-title", (*past == 0).then_some("log-nothing"), &heads, rows)
}

fn line_row(
    cast: &Cast,
    entry: &LogEntry,
    (place, is_now, is_later): (usize, bool, bool),
    seek: &Callback<u64>,
) -> Html {
    let at = entry.at;
    let onclick = seek.reform(move |_| at);
    // The prefix says where the line comes from; its source stands in the row already.
    let message = entry.line.message.trim_end();
    let (prefix, text) = match message.find("] ").filter(|_| message.starts_with('[')) {
        Some(end) => message.split_at(end + 2),
        None => ("", message),
    };
    let class = classes!((entry.line.level != Level::Info).then_some("grave"), is_later.then_some("later"));
    html! {
        <tr key={place} {class} aria-current={is_now.then_some("true")} {onclick} title={entry.line.logger}>
            <th scope="row"><button type="button" class="mono">{ clock::clock(at) }</button></th>
            <td>{ &**entry.source.name(cast) }</td>
            <td class="level">{ entry.line.level.to_string() }</td>
            <td class="mono line"><span class="soft">{ prefix }</span>{ text }</td>
        </tr>
    }
}
