use groupscope_core::{
    report::{Say, narration::Arg},
    simulation::{PartitionIx, trace::EventKind},
};

use crate::support::Played;

const STORY: &str = "workers";

/// The records of a partition that a consumer has finished: when, and from which to which.
fn processed(played: &Played, name: &str, partition: u32) -> Vec<(u64, i64, i64)> {
    let of = played.consumer(name);
    let done = played.events().filter_map(|event| match event.kind {
        EventKind::RecordsProcessed { consumer, partition: place, records }
            if consumer == of && place == PartitionIx(partition) =>
        {
            let records = &played.run.trace.records[records.index()];
            Some((event.at, records.first, records.end()))
        }
        _ => None,
    });
    done.collect()
}

/// How many records of orders were not processed by anybody of these, below the last one that was.
fn missing(played: &Played, names: &[&str]) -> usize {
    let of = |partition: u32| {
        let mut done: Vec<i64> = names
            .iter()
            .flat_map(|name| processed(played, name, partition))
            .flat_map(|(_, first, end)| first..end)
            .collect();
        done.sort_unstable();
        done.dedup();
        done.last().map_or(0, |last| *last as usize + 1) - done.len()
    };
    of(0) + of(1)
}

/// How many records a consumer has finished by a moment.
fn count(played: &Played, name: &str, by: u64) -> i64 {
    let done = (0..2).flat_map(|partition| processed(played, name, partition));
    done.filter(|it| it.0 <= by).map(|(_, first, end)| end - first).sum()
}

#[test]
fn s60_one_consumer_per_thread_works_on_one_record_at_a_time_and_loses_nothing() {
    let played = Played::of(STORY);
    // 100 ms each: a thread does ten a second, two threads twenty.
    let (first, second) = (count(&played, "billing-1", 19_000), count(&played, "billing-2", 19_000));
    let seconds = (19_000 - played.at("threads")) as i64 / 1000;
    assert!(first <= seconds * 10 && second <= seconds * 10, "{first} and {second} in {seconds} s");
    assert!(first + second > seconds * 17);
    assert_eq!(missing(&played, &["billing-1", "billing-2"]), 0);
    let twice = played.found("twice").unwrap();
    assert!(matches!(twice.args.get("count"), Some(Arg::Number(count)) if *count > 0), "it repeats");
}

#[test]
fn s61_a_queue_with_workers_polls_on_and_loses_what_is_in_the_queue_unless_it_commits_what_is_finished() {
    let played = Played::of(STORY);
    // One consumer, two workers: twice as fast as a thread, and the polls never wait for them.
    let done = count(&played, "queue-1", 19_000);
    assert!(done > 14 * 18, "{done} in 14.5 s");
    let polled = &played.run.lanes.consumers[played.consumer("queue-1").index()].polled;
    let polls: Vec<_> = polled.changes().iter().map(|it| it.at).filter(|at| (5000..19_000).contains(at)).collect();
    assert!(polls.windows(2).all(|pair| pair[1] - pair[0] < 1000), "no poll() waits for a batch of many records");
    // K6: hand-off and automatic commit lose records.
    let lost: i64 = played
        .narration
        .moments()
        .iter()
        .filter(|it| it.say == Say::Skipped && it.who == Some(played.consumer("queue-1")))
        .map(|it| if let Some(Arg::Number(count)) = it.args.get("count") { *count } else { 0 })
        .sum();
    assert!(lost > 100, "{lost}");
    assert_eq!(missing(&played, &["queue-1"]) as i64, lost);
    // Who commits only what is finished loses none.
    assert_eq!(missing(&played, &["careful-1"]), 0);
    let careful = played.consumer("careful-1");
    assert!(played.narration.moments().iter().all(|it| it.say != Say::CommitBack || it.who != Some(careful)));
    assert!(missing(&Played::trying(STORY, "fast"), &["queue-1"]) < 10);
}
