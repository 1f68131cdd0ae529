//! The group's partition of `__consumer_offsets`, record by record.

use std::rc::Rc;

use groupscope_core::{
    coordinator::Record,
    report::offsets_topic::{
        Appended, Fate, OffsetsChange, OffsetsEntry, OffsetsPartition, key_in_short, value_in_short,
    },
    simulation::{BrokerIx, GroupIx, Run},
};
use groupscope_view::{clock, words::Words};
use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::{
    PartProps,
    log::Spoken,
    record::{Excerpt, offsets_name, use_present_row, use_seek},
};
use crate::session::film::Film;

/// The partition around the moment.
#[component]
pub(super) fn OffsetsPane(PartProps { session }: &PartProps) -> Html {
    let words = &session.words;
    let chosen = use_state_eq(|| GroupIx(0));
    let groups = session.film.run().cast.groups.clone();
    let group = if chosen.index() < groups.len() { *chosen } else { GroupIx(0) };
    let options = groups.iter().zip(0..).map(|(id, place)| {
        html! { <option value={id.to_string()} selected={group.0 == place}>{ id.to_string() }</option> }
    });
    let onchange = {
        let (chosen, groups) = (chosen.setter(), groups.clone());
        Callback::from(move |event: Event| {
            let value = event.target_dyn_into().map(|select: HtmlSelectElement| select.value()).unwrap_or_default();
            let place = (0..).zip(&groups).find_map(|(place, id)| (**id == *value).then_some(place));
            chosen.set(GroupIx(place.unwrap_or_default()));
        })
    };
    let log = session.film.offsets(group);
    let past = log.entries.partition_point(|entry| entry.at <= session.moment);
    let settled = settled(&session.film.run(), &log, session.moment);
    html! {
        <div class="record offsets">
            <div class="bar">
                if groups.len() > 1 {
                    <label>
                        <span class="soft">{ "group.id" }</span>
                        <select {onchange}>{ for options }</select>
                    </label>
                }
                <b class="mono">{ offsets_name(session, group) }</b>
                <span class="soft grow">{ words.text("offsets-note") }</span>
            </div>
            <OffsetsRows
                film={session.film.clone()} words={Spoken(words.clone())} log={Log(log)} {past} {settled}
                at={AtLeast(session.moment)}
            />
        </div>
    }
}

/// How many batches have ended by `at`: what becomes of records changes with it.
fn settled(run: &Run, log: &OffsetsPartition, at: u64) -> usize {
    let appends = run.trace.appends.iter().filter(|append| append.partition == log.partition);
    appends.filter(|append| append.committed().or(append.lost()).is_some_and(|ended| ended <= at)).count()
}

#[derive(Clone)]
struct Log(Rc<OffsetsPartition>);

impl PartialEq for Log {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// The moment. It changes nothing by itself.
#[derive(Clone, Copy)]
struct AtLeast(u64);

impl PartialEq for AtLeast {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

#[derive(Clone, PartialEq, Properties)]
struct OffsetsRowsProps {
    film: Film,
    words: Spoken,
    log: Log,
    /// How many of the entries there are at the moment shown.
    past: usize,
    /// How many batches have ended.
    settled: usize,
    at: AtLeast,
}

/// The entries around the moment. Rendered only when one is added or settled.
#[component]
fn OffsetsRows(
    OffsetsRowsProps { film, words: Spoken(words), log: Log(log), past, at, .. }: &OffsetsRowsProps,
) -> Html {
    let node = use_node_ref();
    let total = log.entries.len();
    use_present_row(&node, (*past, total));
    let seek = use_seek();
    let excerpt = Excerpt::around(*past, total);
    let run = film.run();
    let rows = excerpt.range(total).map(|place| {
        let row = Row { run: &run, words, place, is_now: place + 1 == *past, at: (place < *past).then_some(at.0) };
        row.entry(&log.entries[place], &seek)
    });
    let heads = ["offsets-offset", "log-time", "offsets-type", "offsets-key", "offsets-value", "offsets-state"];
    excerpt.table(words, &node, "ui-offsets", None, &heads, rows)
}

struct Row<'a> {
    run: &'a Run,
    words: &'a Words,
    place: usize,
    is_now: bool,
    /// The moment shown; `None` = the entry is yet to come.
    at: Option<u64>,
}

impl Row<'_> {
    fn entry(&self, entry: &OffsetsEntry, seek: &Callback<u64>) -> Html {
        let at = entry.at;
        let onclick = seek.reform(move |_| at);
        let time = html! { <button type="button" class="mono">{ clock::clock(at) }</button> };
        let (class, cells) = match &entry.what {
            OffsetsChange::Appended(appended) => self.record(appended, time),
            change => {
                let text = self.change(change);
                ("change", html! { <><td /><td>{ time }</td><td colspan="4">{ text }</td></> })
            }
        };
        let class = classes!(class, self.at.is_none().then_some("later"));
        html! {
            <tr key={self.place} {class} aria-current={self.is_now.then_some("true")} {onclick}>{ cells }</tr>
        }
    }

    fn record(&self, appended: &Appended, time: Html) -> (&'static str, Html) {
        let record = appended.record(self.run);
        let kind = match record {
            Record::GroupMetadata { .. } => "GroupMetadata",
            Record::OffsetCommit { .. } => "OffsetCommit",
        };
        let fate = self.at.map(|at| appended.fate(self.run, at));
        let state = fate.map(|fate| self.state(appended, fate)).unwrap_or_default();
        let tombstone = record.is_tombstone().then(|| self.words.text("offsets-tombstone"));
        let class = match fate {
            Some(Fate::Lost) => "lost",
            Some(Fate::Compacted) => "compacted",
            _ => "",
        };
        let cells = html! {
            <>
                <th scope="row" class="mono number">{ appended.offset }</th>
                <td>{ time }</td>
                <td class="mono">{ kind }</td>
                <td class="mono">{ key_in_short(record) }</td>
                <td class="mono line">
                    { value_in_short(self.run, record) }
                    if let Some(tombstone) = tombstone { <b>{ " " }{ tombstone }</b> }
                </td>
                <td>{ state }</td>
            </>
        };
        (class, cells)
    }

    fn state(&self, appended: &Appended, fate: Fate) -> String {
        match (fate, appended.next) {
            (Fate::Compacted, Some((_, offset))) => self.words.say("offsets-compacted", &[("offset", offset.into())]),
            (Fate::Pending, _) => self.words.text("offsets-pending"),
            (Fate::Lost, _) => self.words.text("offsets-lost"),
            (Fate::Committed | Fate::Compacted, _) => self.words.text("offsets-committed"),
        }
    }

    fn change(&self, change: &OffsetsChange) -> String {
        let name = |broker: BrokerIx| self.run.cast.brokers[broker.index()].name.to_string();
        match change {
            OffsetsChange::Leader { broker: Some(broker), epoch } => {
                let broker = name(*broker);
                self.words.say("offsets-leader", &[("broker", (&broker).into()), ("epoch", (*epoch).into())])
            }
            OffsetsChange::Leader { broker: None, .. } => self.words.text("offsets-no-leader"),
            OffsetsChange::Loaded { broker, records, took_ms } => {
                let (broker, ms) = (name(*broker), i64::try_from(*took_ms).unwrap_or(i64::MAX));
                let args = [("broker", (&broker).into()), ("count", (*records).into()), ("ms", ms.into())];
                self.words.say("offsets-loaded", &args)
            }
            OffsetsChange::Unloaded { broker } => {
                let broker = name(*broker);
                self.words.say("offsets-unloaded", &[("broker", (&broker).into())])
            }
            OffsetsChange::Appended(_) => String::new(),
        }
    }
}
