//! Large inputs: digests of what Kafka's own assignors answer (`tests/golden/assignor`).

use groupscope_core::{
    assignor::{GroupAssignment, MaxGeneration},
    config::Assignor,
};
use serde_json::Value;

#[path = "support/points.rs"]
mod points;
mod support;

use points::Point;

#[test]
fn large_assignments_to_equal_subscribers_are_kafkas_to_the_last_partition() {
    assert_eq!(compare_all(|point| !point.heterogeneous), 38);
}

#[test]
fn large_assignments_to_unequal_subscribers_are_kafkas_to_the_last_partition() {
    assert_eq!(compare_all(|point| point.heterogeneous), 32);
}

/// Tells how many were compared.
fn compare_all(is_wanted: impl Fn(&Point) -> bool) -> usize {
    let lines = support::lines("golden/assignor/bench-digests.jsonl.gz");
    let points = lines.map(|line| (read(&line), line)).filter(|(point, _)| is_wanted(point));
    let compared = points.inspect(|(point, line)| {
        let group = point.group();
        let assignment = group.assign(&mut MaxGeneration::default()).unwrap();
        assert_eq!(line["digest"], digest(&assignment), "{point}");
    });
    compared.count()
}

fn read(line: &Value) -> Point {
    let number = |field: &str| line[field].as_u64().unwrap();
    Point {
        assignor: Assignor::ALL.into_iter().find(|assignor| assignor.name() == line["assignor"]).unwrap(),
        members: number("members").try_into().unwrap(),
        topics: number("topics").try_into().unwrap(),
        partitions: number("partitions").try_into().unwrap(),
        heterogeneous: line["heterogeneous"].as_bool().unwrap(),
        incremental: line["incremental"].as_bool().unwrap(),
    }
}

/// FNV-1a, 64 bits, over a line for each member, in the order of their ids: `member TAB topic-partition,… LF`.
fn digest(assignment: &GroupAssignment<'_>) -> String {
    let mut shares: Vec<_> = assignment.iter().collect();
    shares.sort_by_key(|(member, _)| *member);
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |text: &str| {
        for byte in text.bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for (member, share) in shares {
        add(member);
        add("\t");
        for (index, partition) in share.enumerate() {
            add(if index == 0 { "" } else { "," });
            add(&partition.topic);
            add("-");
            add(&partition.partition.to_string());
        }
        add("\n");
    }
    format!("{hash:016x}")
}
