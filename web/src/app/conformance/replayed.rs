//! What was replayed, and how to do it oneself.

use groupscope_view::clock;
use yew::prelude::*;

use super::{
    super::{PartProps, Shown, copy::CopyButton},
    results::{Family, Results, results, sum},
};

/// What was replayed: in four numbers, then family by family.
#[component]
pub(super) fn Replayed(PartProps { session }: &PartProps) -> Html {
    let words = &session.words;
    let Some(results) = results() else { return Html::default() };
    let say =
        |key: &str, count: usize| words.say(key, &[("count", count.into()), ("version", (&results.kafka).into())]);
    let lines = [("brokers", results.broker_log_lines.into()), ("clients", results.client_log_lines.into())];
    let claims = [("claims", results.claims.into()), ("incidents", results.incidents.into())];
    let margins = results.margins.iter().map(|margin| {
        let args = [("recording", (&margin.recording).into()), ("ms", margin.ms.into())];
        html! { <li>{ words.say("conf-margin", &args) }</li> }
    });
    let margins: Vec<Html> = margins.collect();
    html! {
        <section aria-labelledby="conf-replayed">
            <h2 id="conf-replayed">{ words.text("conf-replayed") }</h2>
            { totals(session, &results) }
            { table(session, say("conf-assignors", sum(&results.assignors).1), &results.assignors) }
            { table(session, say("conf-coordinator", sum(&results.coordinator).1), &results.coordinator) }
            <h3>{ words.text("conf-cluster") }</h3>
            <p>{ say("conf-recordings", results.recordings) }</p>
            <p>{ say("conf-margins", results.margins.len()) }</p>
            <ul class="notes">{ for margins }</ul>
            <p>{ words.text("conf-loose") }</p>
            <p>{ words.say("conf-logs", &lines) }</p>
            <p>{ words.say("conf-claims", &claims) }</p>
        </section>
    }
}

/// The whole in four numbers.
fn totals(session: &Shown, results: &Results) -> Html {
    let words = &session.words;
    let lines = results.broker_log_lines + results.client_log_lines;
    let all = [
        ("conf-cases", sum(&results.assignors)),
        ("conf-scripts", sum(&results.coordinator)),
        ("conf-runs", (results.recordings, results.recordings)),
        ("conf-log-lines", (lines, lines)),
    ];
    let figures = all.map(|(key, (passed, total))| {
        let value = words.say("conf-of", &[("passed", passed.into()), ("total", total.into())]);
        html! { <div><dt>{ words.text(key) }</dt><dd>{ value }</dd></div> }
    });
    html! { <dl class="totals">{ for figures }</dl> }
}

/// The families of one kind.
fn table(session: &Shown, caption: String, families: &[Family]) -> Html {
    let words = &session.words;
    let row = |name: Html, what: String, (passed, total): (usize, usize)| {
        html! {
            <tr>
                <th scope="row">{ name }</th>
                <td>{ what }</td>
                <td class="number">{ clock::number(passed as i64) }</td>
                <td class="number">{ clock::number(total as i64) }</td>
            </tr>
        }
    };
    let rows = families.iter().map(|Family { family, passed, total }| {
        let (of, kind) = family.split_once('/').unwrap_or((family, ""));
        row(
            html! { <code>{ of }{ "/" }<wbr />{ kind }</code> },
            words.text(&format!("conf-family-{kind}")),
            (*passed, *total),
        )
    });
    let heads = [("conf-family", ""), ("conf-what", ""), ("conf-passed", "number"), ("conf-total", "number")];
    html! {
        <table>
            <caption>{ caption }</caption>
            <thead>
                <tr>{ for heads.map(|(key, class)| html! { <th scope="col" {class}>{ words.text(key) }</th> }) }</tr>
            </thead>
            <tbody>{ for rows }</tbody>
            <tfoot>{ row(html! { { words.text("conf-sum") } }, String::new(), sum(families)) }</tfoot>
        </table>
    }
}

/// What replays all of it.
const COMMANDS: &str = "\
cargo run --release -p groupscope-cli -- verify \\
    tests/golden/assignor/{range,roundrobin,sticky,cooperative-sticky,throws}.jsonl.gz \\
    tests/golden/coordinator/*.gz
cargo test -p groupscope-core --test recorded --test logs
cargo test -p groupscope-cli --test conformance";

/// How to replay it oneself.
#[component]
pub(super) fn Commands(PartProps { session }: &PartProps) -> Html {
    let words = &session.words;
    html! {
        <section aria-labelledby="conf-replay">
            <h2 id="conf-replay">{ words.text("conf-replay") }</h2>
            <p>{ words.text("conf-replay-note") }</p>
            <pre tabindex="0" aria-labelledby="conf-replay"><code>{ COMMANDS }</code></pre>
            <CopyButton session={session.clone()} text={COMMANDS} field={NodeRef::default()} />
        </section>
    }
}
