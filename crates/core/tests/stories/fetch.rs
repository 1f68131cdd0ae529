use groupscope_core::{
    config::ConsumerConfig,
    simulation::{
        PartitionIx,
        trace::{EventKind, Exchange},
    },
};

use crate::support::Played;

const STORY: &str = "fetch";

/// The whole fetches of a consumer, in the order in which they were sent.
fn fetches<'a>(played: &'a Played, name: &str) -> impl Iterator<Item = &'a Exchange> {
    let consumer = played.consumer(name);
    let fetched = played.events().filter_map(move |event| match event.kind {
        EventKind::Fetched { exchange } => Some(played.run.trace.exchange(exchange)),
        _ => None,
    });
    fetched.filter(move |it| it.consumer == consumer && it.received().is_some())
}

/// How long the broker held a fetch, ms.
fn held(fetch: &Exchange) -> u64 {
    fetch.answered().unwrap() - fetch.arrived().unwrap()
}

/// How many records each poll() of a consumer returned, with the partition they are of.
fn returned(played: &Played, name: &str) -> Vec<(u64, PartitionIx, u32)> {
    let of = played.consumer(name);
    let records = played.events().filter_map(|event| match event.kind {
        EventKind::RecordsReturned { consumer, partition, records } if consumer == of => {
            Some((event.at, partition, played.run.trace.records[records.index()].count))
        }
        _ => None,
    });
    records.collect()
}

#[test]
fn s76_fetch_min_bytes_makes_the_broker_wait_until_so_much_is_there() {
    assert_eq!(ConsumerConfig::default().fetch_min_bytes, 1);
    let played = Played::of(STORY);
    // The first one: 17 records are there, and it is answered when the 20th makes 20 kB.
    let first = fetches(&played, "patient-1").next().unwrap();
    assert_eq!(first.records, 20);
    assert!((500..1000).contains(&held(first)), "three records at four a second: {}", held(first));
    // It delays a quiet topic, and saves requests.
    let (ready, patient) = (fetches(&played, "ready-1"), fetches(&played, "patient-1"));
    let (ready, patient) = (ready.filter(|it| it.records > 0).count(), patient.filter(|it| it.records > 0).count());
    assert!(ready > 6 * patient, "{ready} and {patient}");
    assert!(fetches(&played, "ready-1").skip(1).filter(|it| it.records > 0).all(|it| it.records <= 2));
}

#[test]
fn s77_fetch_max_wait_bounds_that_wait_whichever_comes_first() {
    assert_eq!(ConsumerConfig::default().fetch_max_wait_ms, 500);
    let played = Played::of(STORY);
    let later: Vec<_> = fetches(&played, "patient-1").skip(1).map(|it| (held(it), it.records)).collect();
    assert!(later.len() > 5 && later.iter().all(|it| it.0 == 3000 && it.1 < 20), "{later:?}");
    // 1 MB or 100 ms, whichever comes first.
    let either = Played::trying(STORY, "either");
    let held: Vec<_> = fetches(&either, "patient-1").map(held).collect();
    assert!(held.len() > 50 && held.iter().all(|it| *it == 100));
    // Much to read: 1 MB is there at once, within the other limits.
    assert!(fetches(&either, "archive-1").any(|it| it.records == 150));
}

#[test]
fn s78_fetch_max_bytes_bounds_a_reply_and_an_oversized_first_record_is_sent_all_the_same() {
    assert_eq!(ConsumerConfig::default().fetch_max_bytes, 52_428_800);
    let played = Played::of(STORY);
    let most = fetches(&played, "archive-1").map(|it| it.records).max();
    assert_eq!(most, Some(150), "150 000 bytes of 1000 each");
    let tiny = Played::trying(STORY, "tiny");
    let each: Vec<_> = fetches(&tiny, "archive-1").map(|it| it.records).collect();
    assert!(each.len() > 50 && each.iter().all(|it| *it == 1), "less than a record is allowed, one record comes");
    let default = groupscope_core::config::BrokerConfig::default().fetch_max_bytes;
    assert_eq!(default, 57_671_680, "brokers have a limit too");
}

#[test]
fn s79_max_poll_records_bounds_what_one_poll_hands_out() {
    assert_eq!(ConsumerConfig::default().max_poll_records, 500);
    let played = Played::of(STORY);
    let mut polls = std::collections::BTreeMap::<u64, u32>::new();
    for (at, _, count) in returned(&played, "archive-1") {
        *polls.entry(at).or_default() += count;
    }
    assert_eq!(polls.values().max(), Some(&30));
    // What is left is handed out without another request.
    let (handed, next) = (played.at("handed"), played.at("from-buffer"));
    let sent = fetches(&played, "archive-1").filter(|it| (handed..=next).contains(&it.sent())).count();
    assert!(next > handed && sent == 0);
}

#[test]
fn s80_max_partition_fetch_bytes_bounds_what_one_partition_brings() {
    assert_eq!(ConsumerConfig::default().max_partition_fetch_bytes, 1_048_576);
    let played = Played::of(STORY);
    let first = fetches(&played, "archive-1").next().unwrap().received().unwrap();
    let second = fetches(&played, "archive-1").nth(1).unwrap().received().unwrap();
    let of = |partition: u32| {
        let records = returned(&played, "archive-1");
        let of = records.iter().filter(|it| (first..second).contains(&it.0) && it.1 == PartitionIx(partition));
        of.map(|it| it.2).sum::<u32>()
    };
    // history-0 first, up to its own limit; history-1 has what the reply's limit leaves.
    assert_eq!((of(1), of(2)), (100, 50));
}
