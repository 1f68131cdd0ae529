//! What a run costs, and a look at a moment of it.

use divan::{Bencher, black_box};
use groupscope_core::{scenario::Scenario, simulation::Run};

fn main() {
    divan::main();
}

/// Consumers that start one after another, one of which is killed and one restarted, with records all the time.
fn scenario(consumers: usize, partitions: usize, rate: usize, seconds: usize) -> Scenario {
    let consumers: Vec<_> = (1..=consumers)
        .map(|number| {
            let at = number * 100;
            format!(
                r#"{{"name":"c{number}","at":{at},"subscribe":["orders"],"settings":{{"session.timeout.ms":10000}}}}"#
            )
        })
        .collect();
    let (until, consumers) = (seconds * 1000, consumers.join(","));
    let text = format!(
        r#"{{"groupscope":1,"cluster":{{"brokers":[{{"id":1}},{{"id":2}},{{"id":3}}]}},
            "topics":[{{"name":"orders","partitions":{partitions},"produce.per.second":{rate}}}],"group":"g",
            "consumers":[{consumers}],
            "actions":[{{"at":20000,"do":"kill","consumer":"c2"}},{{"at":40000,"do":"restart","consumer":"c1","after":2000}}],
            "until":{until}}}"#
    );
    Scenario::parse(&text).map(|parsed| parsed.scenario).unwrap_or_else(|error| panic!("{error}"))
}

/// A story of a minute: (consumers, records a second).
#[divan::bench(args = [(4, 20), (4, 100), (8, 100)])]
fn a_minute(bencher: Bencher<'_, '_>, (consumers, rate): (usize, usize)) {
    let scenario = scenario(consumers, 12, rate, 60);
    bencher.bench(|| Run::new(black_box(scenario.clone())));
}

/// Fifty consumers, five hundred partitions, ten minutes, by records a second.
#[divan::bench(args = [50, 500], sample_count = 3, sample_size = 1)]
fn a_crowd(bencher: Bencher<'_, '_>, rate: usize) {
    let scenario = scenario(50, 500, rate, 600);
    bencher.bench(|| Run::new(black_box(scenario.clone())));
}

/// A moment of a run of (consumers, partitions).
#[divan::bench(args = [(4, 12), (50, 500)])]
fn a_frame(bencher: Bencher<'_, '_>, (consumers, partitions): (usize, usize)) {
    let run = Run::new(scenario(consumers, partitions, 100, 60));
    bencher.bench(|| black_box(&run).frame(black_box(31_234)));
}
