use groupscope_core::{
    protocol::{ApiKey, ErrorCode, Name},
    report::{Say, narration::Arg},
    scenario::{Action, Do},
    simulation::{GroupIx, PartitionIx, trace::EventKind},
};

use crate::support::{self, Played};

const STORY: &str = "commits";
/// Of the examples in the texts that the story retells.
const X: i64 = 4;

/// The offsets that were committed, in order.
fn committed(played: &Played) -> Vec<i64> {
    let stored = played.events().filter_map(|event| match event.kind {
        EventKind::OffsetCommitted { offset, .. } => Some(offset),
        _ => None,
    });
    stored.collect()
}

/// What each consumer processed, in order.
fn processed(played: &Played, name: &str) -> Vec<i64> {
    let consumer = played.consumer(name);
    let records = played.events().filter_map(|event| match event.kind {
        EventKind::RecordsProcessed { consumer: who, records, .. } if who == consumer => {
            let records = played.run.trace.records[records.index()];
            Some(records.first..records.end())
        }
        _ => None,
    });
    records.flatten().collect()
}

/// What was returned by each poll of a consumer.
fn returned(played: &Played, name: &str) -> Vec<(i64, i64)> {
    let consumer = played.consumer(name);
    let records = played.events().filter_map(|event| match event.kind {
        EventKind::RecordsReturned { consumer: who, records, .. } if who == consumer => {
            let records = played.run.trace.records[records.index()];
            Some((records.first, records.end() - 1))
        }
        _ => None,
    });
    records.collect()
}

/// The story's scenario with one of its tries, and killed at another time.
fn killed_at(attempt: &str, at: u64) -> Played {
    let Played { story, run, .. } = Played::trying(STORY, attempt);
    let mut scenario = run.scenario.as_ref().clone();
    let consumer: Name = "billing-1".into();
    scenario.actions.retain(|action| !matches!(action.what, Do::Kill { .. }));
    scenario.actions.push(Action { at, what: Do::Kill { consumer } });
    Played::with(story, scenario)
}

#[test]
fn s62_the_committed_offset_is_the_next_one_to_read() {
    let played = Played::of(STORY);
    assert_eq!(returned(&played, "billing-1")[0], (0, 5));
    assert_eq!(committed(&played)[0], 6, "the last record was 5");
}

#[test]
fn s63_auto_commit_is_on_by_default_acts_inside_poll_and_commits_the_position() {
    let default = groupscope_core::config::ConsumerConfig::from_values([("group.id", &"g".into())]).unwrap();
    assert!(default.enable_auto_commit && default.auto_commit_interval_ms == 5000);
    let played = Played::of(STORY);
    let consumer = played.consumer("billing-1");
    let commit = played.run.trace.exchanges.iter().find(|it| it.api == ApiKey::OffsetCommit).unwrap();
    let lanes = &played.run.lanes.consumers[consumer.index()];
    assert!(commit.sent() - lanes.polled.at(commit.sent()).unwrap().at < 10, "with a call of poll()");
    let position = lanes.positions[&PartitionIx(0)].at(commit.sent() - 1).unwrap().value;
    assert_eq!(position, Some(6));
    // The interval was over after 5 s; the poll came when the batch was done.
    assert!(commit.sent() > 5000 + 2807);
}

#[test]
fn s64_read_twice_after_a_crash_before_the_commit() {
    let played = Played::of(STORY);
    assert_eq!(returned(&played, "billing-1")[1], (X + 2, X + 7));
    assert_eq!(processed(&played, "billing-1").last(), Some(&(X + 4)), "it works on X+5");
    assert_eq!(processed(&played, "billing-2")[..4], [X + 2, X + 3, X + 4, X + 5], "restarted at X+2");
    let twice = played.found("twice").unwrap();
    assert_eq!(twice.args.get("count"), Some(&Arg::Number(3)));
    assert_eq!((twice.args.get("from"), twice.args.get("to")), (Some(&Arg::Number(X + 2)), Some(&Arg::Number(X + 4))));
}

#[test]
fn s65_auto_commit_alone_loses_nothing_in_a_loop_of_one_thread() {
    // K6: the next poll commits what the last one returned, but that batch is finished by then.
    for at in (9_300..15_200).step_by(700) {
        let played = killed_at("often", at);
        let mut all: Vec<_> = processed(&played, "billing-1");
        all.extend(processed(&played, "billing-2"));
        all.sort_unstable();
        all.dedup();
        assert!(all.windows(2).all(|pair| pair[0] + 1 == pair[1]) && all.len() >= 18, "killed at {at}: {all:?}");
        assert!(played.narration.moments().iter().all(|it| it.say != Say::Skipped));
    }
}

#[test]
fn s65_lost_if_the_records_are_handed_to_another_thread_and_the_next_poll_commits_them() {
    let story = support::story(STORY);
    let mut scenario = story.scenario.clone();
    // The batch X+2..X+7 is the last one, and a worker does what poll() returns.
    scenario.topics[0].records = (X + 8) as u64;
    scenario.consumers[0].workers = 1;
    let played = Played::with(story, scenario);
    assert_eq!(returned(&played, "billing-1")[1], (X + 2, X + 7));
    assert_eq!(committed(&played)[0], X + 8, "all that was returned");
    assert_eq!(processed(&played, "billing-1").last(), Some(&(X + 4)), "it works on X+5");
    let skipped = played.narration.moments().iter().find(|it| it.say == Say::Skipped).unwrap();
    let number = |name: &str| skipped.args.get(name).cloned();
    assert_eq!(number("offset"), Some(Arg::Number(X + 8)), "the new owner starts there");
    assert_eq!((number("from"), number("to")), (Some(Arg::Number(X + 5)), Some(Arg::Number(X + 7))));
    assert!(processed(&played, "billing-2").is_empty());
}

#[test]
fn s66_commit_sync_of_the_batch_commits_the_offset_behind_it() {
    let played = Played::trying(STORY, "sync");
    assert_eq!(committed(&played)[..2], [X + 2, X + 8]);
    assert_eq!(returned(&played, "billing-2")[0], (X + 2, X + 7));
}

#[test]
fn s67_commit_sync_after_each_record_commits_once_a_record_and_costs_throughput() {
    let (each, batch) = (Played::trying(STORY, "each"), Played::trying(STORY, "sync"));
    let done = processed(&each, "billing-1");
    let before_the_crash = committed(&each).into_iter().take(done.len()).collect::<Vec<_>>();
    assert_eq!(before_the_crash, done.iter().map(|record| record + 1).collect::<Vec<_>>());
    assert!(each.found("twice").is_none(), "the record in work was not finished: nothing is done twice");
    let commits = |played: &Played| committed(played).len();
    assert!(commits(&each) > 4 * commits(&batch));
    assert!(done.len() <= processed(&batch, "billing-1").len(), "each commit takes a round trip");
}

#[test]
fn s68_commit_sync_and_a_crash_between_processing_and_commit_reads_twice() {
    let whole = Played::trying(STORY, "sync");
    let consumer = whole.consumer("billing-1");
    let first = whole.run.trace.exchanges.iter().find(|it| it.api == ApiKey::OffsetCommit && it.consumer == consumer);
    // Killed when the batch is finished, before its commit leaves.
    let played = killed_at("sync", first.unwrap().sent());
    assert_eq!(processed(&played, "billing-1"), [0, 1, 2, 3, 4, 5]);
    assert_eq!(processed(&played, "billing-2")[..6], [0, 1, 2, 3, 4, 5]);
}

#[test]
fn s69_commit_async_does_not_block_and_is_not_retried() {
    // K8: the client never retries it; only an application's own retry could overwrite a newer offset.
    let played = Played::trying(STORY, "async");
    let consumer = played.consumer("billing-1");
    let commits: Vec<_> = played
        .run
        .trace
        .exchanges
        .iter()
        .filter(|it| it.api == ApiKey::OffsetCommit && it.consumer == consumer)
        .collect();
    assert_eq!(commits.len(), 1, "one attempt before the crash");
    assert_eq!(commits[0].error, ErrorCode::NotCoordinator);
    assert_eq!(returned(&played, "billing-1")[1].0, 6, "the loop went on without waiting");
    assert!(played.run.lanes.partitions[0].committed.get(&GroupIx(0)).is_none_or(|lane| lane.changes()[0].at > 20_000));
    assert_eq!(processed(&played, "billing-2")[0], 0, "nothing was committed: auto.offset.reset decides");
}

#[test]
fn s69_an_older_commit_that_the_application_retries_overwrites_a_newer_one() {
    let played = Played::trying(STORY, "retry");
    assert_eq!(committed(&played)[..4], [1, 2, 4, 3], "3 fails, 4 succeeds, 3 is sent again");
    let overtaken = played.narration.moments().iter().find(|it| it.say == Say::AsyncOvertaken).unwrap();
    assert_eq!((overtaken.args.get("old"), overtaken.args.get("new")), (Some(&Arg::Number(3)), Some(&Arg::Number(4))));
}
