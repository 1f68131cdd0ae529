//! What applications do with a consumer beside the plain loop: how they choose what to read, their listeners, worker threads
//! and retries; and what their producers do with keys.

use groupscope_core::{
    consumer::{CallbackKind, Note},
    protocol::ApiKey,
    report::Summary,
    scenario::Scenario,
    simulation::{Run, trace::EventKind},
};
use serde_json::{Value, json};

/// One broker, a topic "orders" of four partitions with a record a second each, a group that starts at once.
fn run(consumers: Value, actions: Value) -> Run {
    with(consumers, actions, json!({}))
}

fn with(consumers: Value, actions: Value, more: Value) -> Run {
    let mut scenario = json!({
        "groupscope": 1,
        "cluster": {"settings": {"group.initial.rebalance.delay.ms": 0}},
        "network": {"latency.ms": [2, 2]},
        "topics": [{"name": "orders", "partitions": 4, "produce.per.second": 4}],
        "consumers": consumers, "actions": actions, "until": 40_000,
    });
    scenario.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap());
    Run::new(Scenario::from_value(scenario).unwrap_or_else(|error| panic!("{error}")).scenario)
}

fn consumer(name: &str, more: Value) -> Value {
    let mut consumer = json!({"name": name, "at": 0, "settings": {
        "auto.offset.reset": "earliest", "partition.assignment.strategy": "range",
        "session.timeout.ms": 6000, "heartbeat.interval.ms": 1000, "metadata.max.age.ms": 5000}});
    consumer.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap());
    consumer
}

fn subscriber(name: &str, more: Value) -> Value {
    let mut consumer = consumer(name, more);
    consumer["subscribe"] = json!(["orders"]);
    consumer
}

fn notes<'a>(run: &'a Run, consumer: &str) -> impl Iterator<Item = (u64, &'a Note)> {
    let ix = run.cast.consumer(consumer).unwrap();
    run.trace.events.iter().filter_map(move |event| match event.kind {
        EventKind::Client { consumer, note } if consumer == ix => {
            Some((event.at, &run.trace.client_notes[note.index()]))
        }
        _ => None,
    })
}

fn callbacks(run: &Run, consumer: &str) -> Vec<(u64, CallbackKind, usize)> {
    let one = |(at, note)| match note {
        &Note::Callback { kind, ref partitions, .. } => Some((at, kind, partitions.len())),
        _ => None,
    };
    notes(run, consumer).filter_map(one).collect()
}

/// When a consumer's application has finished records, and how many.
fn processed(run: &Run, consumer: &str) -> Vec<(u64, u32)> {
    let ix = run.cast.consumer(consumer).unwrap();
    let one = |event: &groupscope_core::simulation::trace::Event| match event.kind {
        EventKind::RecordsProcessed { consumer, records, .. } if consumer == ix => {
            Some((event.at, run.trace.records[records.index()].count))
        }
        _ => None,
    };
    run.trace.events.iter().filter_map(one).collect()
}

fn owned(run: &Run, consumer: &str, at: u64) -> Vec<String> {
    let frame = run.frame(at);
    let it = frame.consumers.into_iter().find(|it| it.name == *consumer).unwrap();
    it.owned.iter().map(ToString::to_string).collect()
}

fn sent(run: &Run, api: ApiKey) -> usize {
    run.trace.exchanges.iter().filter(|exchange| exchange.api == api).count()
}

#[test]
fn a_consumer_that_assigns_its_partitions_joins_no_group_and_commits_nothing() {
    let run = run(json!([consumer("c1", json!({"assign": {"orders": [0, 2]}}))]), json!([]));
    assert_eq!(owned(&run, "c1", 5_000), ["orders-0", "orders-2"]);
    assert!(callbacks(&run, "c1").is_empty());
    for api in
        [ApiKey::FindCoordinator, ApiKey::JoinGroup, ApiKey::Heartbeat, ApiKey::OffsetFetch, ApiKey::OffsetCommit]
    {
        assert_eq!(sent(&run, api), 0, "{api:?}");
    }
    let read: u32 = processed(&run, "c1").iter().map(|(_, count)| count).sum();
    assert!((75..=80).contains(&read), "{read}: two records a second for 40 s");
    assert_eq!(run.frame(5_000).consumers[0].group, None);
}

#[test]
fn with_a_group_of_its_own_it_commits_as_nobody() {
    let simple = consumer("c1", json!({"assign": {"orders": [1]}, "group": "g"}));
    let run = run(json!([simple]), json!([]));
    assert_eq!((sent(&run, ApiKey::JoinGroup), sent(&run, ApiKey::Heartbeat)), (0, 0));
    let committed = run.frame(39_000).partitions[1].committed["g"];
    assert!((30..=39).contains(&committed), "{committed}");
    assert_eq!(Summary::new(&run).rebalances.len(), 0);
}

#[test]
fn whoever_commits_without_a_group_gets_an_invalid_group_id() {
    let run = run(json!([consumer("c1", json!({"assign": {"orders": [1]}, "commit": "sync"}))]), json!([]));
    assert_eq!(Summary::new(&run).errors[0].error, "InvalidGroupIdException");
}

#[test]
fn assigning_anew_keeps_the_positions_of_what_stays() {
    let actions = json!([{"at": 10_000, "do": "assign", "consumer": "c1", "partitions": {"orders": [1, 3]}}]);
    let run = run(json!([consumer("c1", json!({"assign": {"orders": [0, 1]}}))]), actions);
    assert_eq!(owned(&run, "c1", 11_000), ["orders-1", "orders-3"]);
    let summary = Summary::new(&run);
    assert!(summary.processed.is_empty(), "it is in no group, so not in the scenario's either");
    let processed = &summary.groups[""].processed["orders"];
    assert_eq!((processed[&1].first, processed[&1].twice), (0, 0));
    assert_eq!(processed[&3].first, 0);
}

#[test]
fn a_pattern_takes_in_topics_that_appear_later() {
    let actions = json!([{"at": 10_000, "do": "addTopic",
        "topic": {"name": "orders-eu", "partitions": 2, "produce.per.second": 2}}]);
    let run = run(json!([consumer("c1", json!({"subscribePattern": "orders.*"}))]), actions);
    assert_eq!(owned(&run, "c1", 9_000).len(), 4);
    assert_eq!(owned(&run, "c1", 16_000).len(), 6, "within metadata.max.age.ms and a rebalance");
    assert!(run.frame(9_999).partitions.len() == 4 && run.frame(10_000).partitions.len() == 6);
    let reasons: Vec<_> = notes(&run, "c1")
        .filter_map(|(_, note)| match note {
            Note::RejoinNeeded(reason) => Some(reason.to_string()),
            _ => None,
        })
        .collect();
    assert!(reasons.iter().any(|it| it == "cached metadata has changed"), "{reasons:?}");
}

#[test]
fn a_pattern_is_matched_against_the_whole_name() {
    let topics = json!([{"name": "orders", "partitions": 1}, {"name": "my-orders", "partitions": 1}]);
    let one = json!([consumer("c1", json!({"subscribePattern": "orders"}))]);
    assert_eq!(owned(&with(one, json!([]), json!({"topics": topics})), "c1", 5_000), ["orders-0"]);
}

#[test]
fn another_subscription_takes_effect_at_the_next_poll_and_reads_no_dropped_topic_meanwhile() {
    let topics = json!([{"name": "orders", "partitions": 2, "produce.per.second": 2},
                        {"name": "bills", "partitions": 2, "produce.per.second": 2}]);
    let actions = json!([{"at": 10_000, "do": "subscribe", "consumer": "c1", "topics": ["bills"]}]);
    let run = with(json!([subscriber("c1", json!({}))]), actions, json!({"topics": topics}));
    assert_eq!(owned(&run, "c1", 9_000), ["orders-0", "orders-1"]);
    assert_eq!(owned(&run, "c1", 12_000), ["bills-0", "bills-1"]);
    assert!(
        notes(&run, "c1").any(|(_, note)| matches!(note, Note::RejoinNeeded(it) if *it == "subscription has changed"))
    );
}

#[test]
fn unsubscribe_revokes_and_leaves_without_a_commit_and_subscribe_joins_anew() {
    let actions = json!([{"at": 10_000, "do": "unsubscribe", "consumer": "c1"},
                         {"at": 20_000, "do": "subscribe", "consumer": "c1", "topics": ["orders"]}]);
    let settings = json!({"auto.commit.interval.ms": 300_000, "auto.offset.reset": "earliest"});
    let run = run(json!([subscriber("c1", json!({"settings": settings}))]), actions);
    let kinds: Vec<_> = callbacks(&run, "c1").into_iter().map(|(_, kind, count)| (kind, count)).collect();
    assert_eq!(kinds, [(CallbackKind::Assigned, 4), (CallbackKind::Revoked, 4), (CallbackKind::Assigned, 4)]);
    assert!(run.frame(15_000).partitions.iter().all(|it| it.committed.is_empty() && it.owner.is_none()));
    assert_eq!((sent(&run, ApiKey::LeaveGroup), owned(&run, "c1", 25_000).len()), (1, 4));
}

#[test]
fn mixing_the_ways_to_subscribe_is_an_illegal_state() {
    let actions = json!([{"at": 5_000, "do": "assign", "consumer": "c1", "partitions": {"orders": [0]}}]);
    let run = run(json!([subscriber("c1", json!({}))]), actions);
    assert_eq!(Summary::new(&run).errors[0].error, "IllegalStateException");
}

#[test]
fn a_rebalance_that_the_user_enforces_gives_a_new_generation() {
    let actions = json!([{"at": 5_000, "do": "enforceRebalance", "consumer": "c1"}]);
    let rebalances = Summary::new(&run(json!([subscriber("c1", json!({}))]), actions)).rebalances;
    assert_eq!(rebalances.iter().map(|it| it.generation).collect::<Vec<_>>(), [1, 2]);
}

#[test]
fn a_cache_is_rebuilt_for_partitions_not_held_before_and_heartbeats_go_on_meanwhile() {
    let run = run(json!([subscriber("c1", json!({"restore.ms": 2_000}))]), json!([]));
    let (assigned, ..) = callbacks(&run, "c1")[0];
    let (first, _) = processed(&run, "c1")[0];
    assert!((assigned + 8_000..assigned + 8_100).contains(&first), "four partitions, 2 s each: {assigned}, {first}");
    assert!(sent(&run, ApiKey::Heartbeat) > 30);
}

#[test]
fn a_static_member_that_comes_back_in_time_has_its_cache_still() {
    let member = |name: &str| {
        let mut it = subscriber(name, json!({"restore.ms": 1_000}));
        it["settings"]["group.instance.id"] = name.into();
        it
    };
    let actions = json!([{"at": 15_000, "do": "restart", "consumer": "c2", "after": 2_000}]);
    let run = run(json!([member("c1"), member("c2")]), actions);
    let back = callbacks(&run, "c2").into_iter().rfind(|(_, kind, _)| *kind == CallbackKind::Assigned).unwrap().0;
    assert!(back > 17_000);
    let (first, _) = processed(&run, "c2").into_iter().find(|(at, _)| *at > 17_000).unwrap();
    assert!(first < back + 200, "{back}, {first}");
}

#[test]
fn a_slow_revocation_holds_the_whole_rebalance_up() {
    let consumers =
        |ms: u64| json!([subscriber("c1", json!({"revoke.ms": ms})), subscriber("c2", json!({"at": 10_000}))]);
    let second = |run: &Run| Summary::new(run).rebalances[1].at;
    let (quick, slow) = (run(consumers(0), json!([])), run(consumers(3_000), json!([])));
    assert_eq!(second(&slow) - second(&quick), 3_000);
}

#[test]
fn a_listener_that_throws_ends_the_application_and_one_that_throws_in_close_tells_nobody() {
    let actions = json!([{"at": 10_000, "do": "close", "consumer": "c1"}]);
    let run = run(json!([subscriber("c1", json!({"listener.throws": "revoked"}))]), actions);
    assert_eq!(sent(&run, ApiKey::LeaveGroup), 0);
    let summary = Summary::new(&run);
    assert_eq!(summary.errors[0].error, "KafkaException");
    // Its session of 6 s ends instead.
    assert!((14_000..16_500).contains(&summary.rebalances[1].at), "{}", summary.rebalances[1].at);
}

#[test]
fn an_async_commit_that_is_retried_can_overwrite_a_newer_one() {
    let brokers = json!({"brokers": [{"id": 1}, {"id": 2}], "settings": {"group.initial.rebalance.delay.ms": 0}});
    let actions = json!([{"at": 10_000, "do": "moveCoordinator", "to": 2}]);
    let back = |commit: &str| {
        let consumers = json!([subscriber("c1", json!({"commit": commit}))]);
        let topics = json!([{"name": "orders", "partitions": 1, "produce.per.second": 500}]);
        let more = json!({"cluster": brokers, "coordinator.on": 1, "topics": topics, "until": 15_000});
        let run = with(consumers, actions.clone(), more);
        let stored: Vec<_> = run
            .trace
            .events
            .iter()
            .filter_map(|event| match event.kind {
                EventKind::OffsetCommitted { offset, .. } => Some(offset),
                _ => None,
            })
            .collect();
        stored.windows(2).any(|pair| pair[1] < pair[0])
    };
    assert!(back("async.retry") && !back("async"));
}

#[test]
fn workers_free_the_polling_thread() {
    let slow = |workers: u32| subscriber("c1", json!({"process.ms": 1_000, "workers": workers}));
    let settings = json!({"max.poll.interval.ms": 3_000});
    let count = |workers: u32| {
        let mut one = slow(workers);
        one["settings"].as_object_mut().unwrap().extend(settings.as_object().cloned().unwrap());
        let topics = json!([{"name": "orders", "partitions": 4, "produce.per.second": 4, "records": 40}]);
        let run = with(json!([one]), json!([]), json!({"topics": topics}));
        (processed(&run, "c1").iter().map(|(_, count)| count).sum::<u32>(), Summary::new(&run).rebalances.len())
    };
    let (alone, rebalances) = count(0);
    assert!(rebalances > 1, "it stays away from poll() for too long");
    let (four, rebalances) = count(4);
    assert_eq!(rebalances, 1);
    assert!(four > 3 * alone, "{four}, {alone}");
}

/// A consumer with two workers dies while records wait in its queue, and starts again.
fn dies_with_a_queue(commit: &str) -> (u64, u64) {
    let one = subscriber(
        "c1",
        json!({"process.ms": 400, "workers": 2, "commit": commit,
        "settings": {"auto.offset.reset": "earliest", "auto.commit.interval.ms": 500, "session.timeout.ms": 6_000,
                     "heartbeat.interval.ms": 1_000}}),
    );
    let actions =
        json!([{"at": 6_000, "do": "kill", "consumer": "c1"}, {"at": 7_000, "do": "start", "consumer": "c1"}]);
    let topics = json!([{"name": "orders", "partitions": 1, "records": 40}]);
    let run = with(json!([one]), actions, json!({"topics": topics}));
    let processed = &Summary::new(&run).processed["orders"][&0];
    (processed.twice, processed.records)
}

#[test]
fn what_waits_for_workers_when_the_process_dies_is_lost_with_auto_commit() {
    let (twice, records) = dies_with_a_queue("auto");
    assert_eq!(twice, 0);
    assert!(records < 35, "{records} of 40");
}

#[test]
fn committing_what_workers_have_finished_loses_nothing() {
    let (twice, records) = dies_with_a_queue("sync.each");
    assert!(records - twice == 40 && twice <= 2, "{records}, {twice} of them twice");
}

#[test]
fn keys_decide_partitions_and_their_weights_how_much_goes_there() {
    // murmur2("21") and murmur2("foobar") are -973932308 and -790332482: partitions 0 and 2 of 4.
    let topics = json!([{"name": "orders", "partitions": 4, "produce.per.second": 10, "records": 100,
                         "keys": {"21": 9, "foobar": 1}}]);
    let run = with(json!([subscriber("c1", json!({}))]), json!([]), json!({"topics": topics}));
    let ends = |at| run.frame(at).partitions.iter().map(|it| it.log_end).collect::<Vec<_>>();
    assert_eq!(ends(0), [90, 0, 10, 0]);
    assert_eq!(ends(10_000), [180, 0, 20, 0]);
}

#[test]
fn nothing_is_worked_on_while_a_process_is_frozen() {
    for workers in [0, 1] {
        let slow = subscriber("c1", json!({"process.ms": 500, "workers": workers, "commit": "none"}));
        let actions =
            json!([{"at": 6_000, "do": "freeze", "consumer": "c1"}, {"at": 11_000, "do": "thaw", "consumer": "c1"}]);
        let topics = json!([{"name": "orders", "partitions": 1, "records": 40}]);
        let run = with(json!([slow]), actions, json!({"topics": topics}));
        let ended: Vec<u64> = processed(&run, "c1").into_iter().map(|(at, _)| at).filter(|at| *at > 6_000).collect();
        // The one begun before ends at once, the next one takes its time.
        assert!(ended[0] == 11_000 && ended[1] == 11_500, "{ended:?}");
    }
}

/// The second rebalance waits for the listener: first what is given up, then what is received.
#[test]
fn a_cooperative_member_receives_its_share_after_the_listener_has_given_the_rest_up() {
    let member = |name: &str, at: u64| {
        let mut it = subscriber(name, json!({"at": at, "revoke.ms": 500}));
        it["settings"]["partition.assignment.strategy"] = "cooperative-sticky".into();
        it
    };
    let run = run(json!([member("c1", 0), member("c2", 10_000)]), json!([]));
    let calls = callbacks(&run, "c1");
    let kinds: Vec<_> = calls.iter().map(|(_, kind, count)| (*kind, *count)).collect();
    let (assigned, revoked) = (CallbackKind::Assigned, CallbackKind::Revoked);
    assert_eq!(kinds, [(assigned, 4), (revoked, 2), (assigned, 0), (assigned, 0)]);
    assert_eq!(calls[2].0 - calls[1].0, 500);
}
