//! How long the assignors take on the inputs on which Kafka's own were timed (`tests/golden/assignor/BENCH.md`).
//!
//! `cargo bench -p groupscope-core --bench assignors`, with a part of a point's name to measure only some. Timed is one call,
//! the inputs already built, until the result could be read by name.

use divan::Bencher;
use groupscope_core::{assignor::MaxGeneration, config::Assignor};

#[path = "../tests/support/points.rs"]
mod points;

use points::Point;

fn main() {
    divan::main();
}

/// The points of BENCH.md, in its order.
fn all_points() -> Vec<Point> {
    let sticky = [Assignor::Sticky, Assignor::CooperativeSticky];
    let series = |heterogeneous, incremental, assignors: &[Assignor]| -> Vec<Point> {
        let sizes =
            [100, 1000, 2000].into_iter().flat_map(|members| [10, 50].map(|ratio| (members, members * ratio / 100)));
        let point = |assignor, (members, partitions)| Point {
            assignor,
            members,
            topics: 100,
            partitions,
            heterogeneous,
            incremental,
        };
        assignors.iter().flat_map(|&assignor| sizes.clone().map(move |size| point(assignor, size))).collect()
    };
    let big = |incremental| Point {
        assignor: Assignor::CooperativeSticky,
        members: 2000,
        topics: 500,
        partitions: 2000,
        heterogeneous: false,
        incremental,
    };
    [
        series(false, false, &Assignor::ALL),
        series(false, true, &sticky),
        vec![big(false), big(true)],
        series(true, false, &Assignor::ALL),
        series(true, true, &sticky),
    ]
    .concat()
}

#[divan::bench(args = all_points(), min_time = 0.2, max_time = 1)]
fn assign(bencher: Bencher<'_, '_>, point: Point) {
    let group = point.group();
    bencher.bench_local(|| group.assign(&mut MaxGeneration::default()));
}
