use groupscope_core::{config::ConsumerConfig, simulation::trace::EventKind};

use crate::support::Played;

const STORY: &str = "far-data-centre";

/// How long each full reply of a consumer took, from its request to its arrival, ms.
fn took(played: &Played, name: &str) -> Vec<u64> {
    let consumer = played.consumer(name);
    let fetched = played.events().filter_map(|event| match event.kind {
        EventKind::Fetched { exchange } => Some(played.run.trace.exchange(exchange)),
        _ => None,
    });
    let full = fetched.filter(|it| it.consumer == consumer && it.records > 1000);
    full.filter_map(|it| Some(it.received()? - it.sent())).collect()
}

#[test]
fn s86_the_buffers_have_defaults_and_minus_one_leaves_them_to_the_system() {
    let default = ConsumerConfig::default();
    assert_eq!((default.receive_buffer_bytes, default.send_buffer_bytes), (65_536, 131_072));
    let system = Played::trying(STORY, "system");
    // A round trip of 400 ms and the time that 1 MB takes at 80 Mbit/s: nothing else bounds it.
    assert!(took(&system, "far-1").iter().all(|it| (400..700).contains(it)), "{:?}", took(&system, "far-1"));
}

#[test]
fn s87_with_a_long_round_trip_the_receive_buffer_bounds_what_comes() {
    let played = Played::of(STORY);
    let (near, far, tuned) = (took(&played, "near-1"), took(&played, "far-1"), took(&played, "tuned-1"));
    // 1 MB in buffers of 64 kB: 16 portions, 15 of them wait for a round trip.
    assert!(far.iter().all(|it| (15 * 400..17 * 400).contains(it)), "{far:?}");
    assert!(near.iter().all(|it| (15 * 80..19 * 80).contains(it)), "{near:?}");
    assert!(tuned.iter().all(|it| *it < 700), "one portion: {tuned:?}");
    assert!(far.len() < tuned.len(), "{} and {} replies until the end", far.len(), tuned.len());
    let all = Played::trying(STORY, "tune-all");
    assert_eq!(took(&all, "far-1").len(), tuned.len());
}
