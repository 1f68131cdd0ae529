//! The simulation notes: every known difference from Kafka, with its reason.

use groupscope_core::{
    config::{Acts, Scope},
    scenario::limits,
};
use yew::prelude::*;

use super::super::{PartProps, Shown};

/// The parts: the notes of `time` are `sim-time-1`, with the reason `sim-time-1-why`, and so on; the title is `conf-time`.
const PARTS: [&str; 5] = ["time", "net", "broker", "group", "client"];

const SCOPES: [(Scope, &str); 3] = [
    (Scope::Consumer, "conf-scope-consumer"),
    (Scope::Broker, "conf-scope-broker"),
    (Scope::Topic, "conf-scope-topic"),
];

/// The notes.
#[component]
pub(super) fn Notes(PartProps { session }: &PartProps) -> Html {
    let words = &session.words;
    let sizes = [
        ("consumers", limits::CONSUMERS.into()),
        ("partitions", (limits::PARTITIONS as usize).into()),
        ("brokers", limits::BROKERS.into()),
    ];
    html! {
        <section aria-labelledby="conf-notes">
            <h2 id="conf-notes">{ words.text("conf-notes") }</h2>
            <p>{ words.text("conf-notes-intro") }</p>
            { for PARTS.map(|part| differences(session, part)) }
            <h3>{ words.text("conf-settings") }</h3>
            <p>{ words.text("conf-settings-note") }</p>
            <dl class="settings">{ for SCOPES.map(|(scope, key)| inert(session, scope, key)) }</dl>
            <h3>{ words.text("conf-limits") }</h3>
            <p>{ words.say("conf-limits-text", &sizes) }</p>
        </section>
    }
}

/// The differences of one part: what is so here, and why it is otherwise in Kafka. A phone shows the cells as blocks; with
/// their roles they stay a table.
fn differences(session: &Shown, part: &str) -> Html {
    let words = &session.words;
    let version = [("version", groupscope_core::KAFKA_VERSION.into())];
    let keys = (1..).map(|number| format!("sim-{part}-{number}")).take_while(|key| words.has(key));
    let rows = keys.map(|key| {
        let why = words.say(&format!("{key}-why"), &version);
        html! {
            <tr role="row"><th scope="row" role="rowheader">{ words.say(&key, &version) }</th><td role="cell">{ why }</td></tr>
        }
    });
    html! {
        <table class="pairs" role="table">
            <caption>{ words.text(&format!("conf-{part}")) }</caption>
            <thead>
                <tr>
                    <th scope="col">{ words.text("conf-different") }</th>
                    <th scope="col">{ words.text("conf-reason") }</th>
                </tr>
            </thead>
            <tbody>{ for rows }</tbody>
        </table>
    }
}

/// The settings of a scope on which the simulation does not act.
fn inert(session: &Shown, scope: Scope, key: &str) -> Html {
    let inert = scope.settings().iter().filter(|setting| setting.acts == Acts::No);
    html! {
        <div>
            <dt>{ session.words.text(key) }</dt>
            <dd>{ for inert.map(|setting| html! { <><code>{ setting.name }</code>{ " " }</> }) }</dd>
        </div>
    }
}
