use groupscope_core::{
    config::ConsumerConfig,
    protocol::{ApiKey, ErrorCode},
    report::narration::Arg,
    simulation::trace::{EventKind, Exchange},
};

use crate::support::Played;

const STORY: &str = "timeouts";

fn of<'a>(played: &'a Played, name: &str, api: ApiKey) -> impl Iterator<Item = &'a Exchange> {
    let consumer = played.consumer(name);
    played.run.trace.exchanges.iter().filter(move |it| it.consumer == consumer && it.api == api)
}

fn error(played: &Played, moment: &str) -> String {
    match played.found(moment).unwrap().args.get("error") {
        Some(Arg::Text(error)) => error.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn s81_default_api_timeout_bounds_a_call_with_its_retries_but_not_poll() {
    assert_eq!(ConsumerConfig::default().default_api_timeout_ms, 60_000);
    let played = Played::of(STORY);
    let began = of(&played, "billing-1", ApiKey::OffsetCommit).map(|it| it.sent()).filter(|at| *at > 50_000).min();
    assert_eq!(error(&played, "thrown"), "TimeoutException");
    assert_eq!(played.at("thrown") - began.unwrap(), 12_000, "from the first request to the exception");
    // Within the bound nothing is thrown, whatever a single request meets.
    let thrown = played.events().filter(|event| match event.kind {
        EventKind::Client { note, .. } => {
            matches!(played.run.trace.client_notes[note.index()], groupscope_core::consumer::Note::Thrown(_))
        }
        _ => false,
    });
    assert_eq!(thrown.map(|event| event.at).min(), Some(played.at("thrown")));
    assert!(played.at("stored") - played.at("commits") > 5000, "though the call took longer than a request may");
    // poll() of billing-2 gets nothing for longer than a request may take, and throws nothing.
    assert!(played.at("fetches-again") - played.at("no-fetches") > 9000);
    assert!(Played::trying(STORY, "patient").found("thrown").is_none());
}

#[test]
fn s82_after_request_timeout_the_connection_is_closed_and_opened_again_join_group_may_wait_longer() {
    assert_eq!(ConsumerConfig::default().request_timeout_ms, 30_000);
    let played = Played::of(STORY);
    let commit = of(&played, "billing-1", ApiKey::OffsetCommit).find(|it| it.sent() == played.at("commits")).unwrap();
    assert!(commit.received().is_none(), "its reply never counts");
    assert_eq!(played.at("gives-up") - commit.sent(), 5000);
    let opened = of(&played, "billing-1", ApiKey::ApiVersions).filter(|it| it.sent() > played.at("gives-up")).count();
    assert!(opened > 0, "a new connection begins with ApiVersions");
    // JoinGroup waits for the rebalance timeout and 5 s more: 14 s are nothing to it.
    let joined = of(&played, "billing-1", ApiKey::JoinGroup).find(|it| it.error == ErrorCode::None).unwrap();
    assert!(joined.received().unwrap() - joined.sent() > 10_000);
}

#[test]
fn errors_of_the_group_come_out_of_poll() {
    let played = Played::of(STORY);
    assert_eq!(error(&played, "poll-throws"), "GroupMaxSizeReachedException");
    let polled = &played.run.lanes.consumers[played.consumer("billing-3").index()].polled;
    assert!(polled.at(played.at("poll-throws")).is_some());
}
