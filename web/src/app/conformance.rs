//! How far the simulation has been compared with Apache Kafka, and where it differs.

use groupscope_core::KAFKA_VERSION;
use serde::Deserialize;
use yew::prelude::*;

use super::{PartProps, use_store};
use crate::session::{Action, Dialog};

/// What the recorded vectors gave. A test keeps it true: `crates/cli/tests/conformance.rs`.
const RESULTS: &str = include_str!("../../conformance.json");

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Results {
    kafka: String,
    assignors: Vec<Family>,
    coordinator: Vec<Family>,
    recordings: usize,
    broker_log_lines: usize,
    client_log_lines: usize,
}

#[derive(Deserialize)]
struct Family {
    family: String,
    passed: usize,
    total: usize,
}

/// How many notes there are on what is simulated otherwise, or not at all: `conf-note-1` and so on.
const NOTES: usize = 9;

/// The page on conformance.
#[component]
pub(super) fn Conformance(PartProps { session }: &PartProps) -> Html {
    let words = &session.words;
    let Ok(results) = serde_json::from_str::<Results>(RESULTS) else { return Html::default() };
    let say =
        |key: &str, count: usize| words.say(key, &[("count", count.into()), ("version", (&results.kafka).into())]);
    let total = |families: &[Family]| families.iter().map(|family| family.total).sum::<usize>();
    let table = |title: &str, families: &[Family]| {
        let rows = families.iter().map(|Family { family, passed, total }| {
            let kind = family.split_once('/').map_or("", |(_, kind)| kind);
            html! {
                <tr>
                    <th scope="row"><code>{ family }</code></th>
                    <td>{ words.text(&format!("conf-family-{kind}")) }</td>
                    <td class="number">{ passed }</td>
                    <td class="number">{ total }</td>
                </tr>
            }
        });
        let heads = ["conf-family", "conf-what", "conf-passed", "conf-total"];
        html! {
            <table>
                <caption>{ say(title, total(families)) }</caption>
                <thead><tr>{ for heads.map(|key| html! { <th scope="col">{ words.text(key) }</th> }) }</tr></thead>
                <tbody>{ for rows }</tbody>
            </table>
        }
    };
    let notes = (1..=NOTES).map(|place| html! { <li>{ words.text(&format!("conf-note-{place}")) }</li> });
    let lines = [("brokers", results.broker_log_lines.into()), ("clients", results.client_log_lines.into())];
    html! {
        <div class="tables conformance">
            <p>{ words.say("conf-intro", &[("version", (&results.kafka).into())]) }</p>
            { table("conf-assignors", &results.assignors) }
            { table("conf-coordinator", &results.coordinator) }
            <h3>{ words.text("conf-cluster") }</h3>
            <ul class="notes">
                <li>{ say("conf-recordings", results.recordings) }</li>
                <li>{ words.say("conf-logs", &lines) }</li>
            </ul>
            <h3>{ words.text("conf-notes") }</h3>
            <ul class="notes">{ for notes }</ul>
        </div>
    }
}

/// Names the version of Kafka, and leads to what has been compared with it.
#[component]
pub(super) fn Version(PartProps { session }: &PartProps) -> Html {
    let store = use_store();
    let onclick = Callback::from(move |_| store.dispatch(Action::Dialog(Some(Dialog::Conformance))));
    html! {
        <section class="version">
            <button type="button" class="link" aria-haspopup="dialog" {onclick}>
                { session.words.say("conf-version", &[("version", KAFKA_VERSION.into())]) }
            </button>
        </section>
    }
}
