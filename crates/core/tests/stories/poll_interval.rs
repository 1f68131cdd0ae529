use groupscope_core::{
    coordinator::{Note, Removal},
    protocol::ApiKey,
    report::{Say, explain, explain::Why},
};

use crate::support::Played;

const STORY: &str = "poll-interval";

#[test]
fn s57_the_background_thread_leaves_and_stops_heartbeating() {
    let played = Played::of(STORY);
    let consumer = played.consumer("billing-2");
    let (slow, expired) = (played.at("slow"), played.at("expired"));
    let beats: Vec<_> = played
        .run
        .trace
        .exchanges
        .iter()
        .filter(|it| it.api == ApiKey::Heartbeat && it.consumer == consumer && it.error.is_none())
        .map(|it| it.sent())
        .collect();
    assert!(beats.iter().filter(|at| (slow..expired).contains(*at)).count() >= 3, "heartbeats go on while it is stuck");
    assert!(!beats.iter().any(|at| (expired..played.at("back")).contains(at)), "and stop when it has left");
    let polled = played.run.lanes.consumers[consumer.index()].polled.at(expired).unwrap().at;
    assert!((10_000..10_200).contains(&(expired - polled)), "max.poll.interval.ms after the last poll");
    let left = played.notes().find_map(|(at, _, note)| match note {
        Note::MembersRemoved { why: Removal::Left(Some(reason)), .. } => Some((at, reason.to_string())),
        _ => None,
    });
    assert_eq!(left.map(|(_, reason)| reason).as_deref(), Some("consumer poll timeout has expired."));
    // A static member sends no LeaveGroup: its session must end first.
    let fixed = played.consumer("billing-3");
    let leaves = played.run.trace.exchanges.iter().filter(|it| it.api == ApiKey::LeaveGroup && it.consumer == fixed);
    assert_eq!(leaves.count(), 0);
    assert!(played.at("static-expired") > played.at("static"));
    let why: Vec<_> =
        explain(&played.run, played.found("static-expired").unwrap().event).iter().map(|it| it.why).collect();
    assert_eq!(why[1..4], [Why::Session, Why::PollExpired, Why::Busy], "{why:?}");
}

#[test]
fn s58_long_enough_to_be_reached_rarely_short_enough_to_notice_a_stuck_member() {
    let expired = |played: &Played| {
        let told = played.narration.moments().iter();
        told.filter(|it| matches!(it.say, Say::PollExpired | Say::StaticPollExpired)).count()
    };
    assert_eq!(expired(&Played::of(STORY)), 2);
    let longer = Played::trying(STORY, "longer");
    assert_eq!((expired(&longer), longer.run.trace.rebalances.len()), (0, 1), "30 s: longer than either takes");
    // Kafka's default is 5 minutes.
    assert_eq!(groupscope_core::config::ConsumerConfig::default().max_poll_interval_ms, 300_000);
}

#[test]
fn s59_work_of_unknown_length_in_the_poll_loop_costs_the_membership() {
    let played = Played::of(STORY);
    let thrown = played.narration.moments().iter().filter(|it| it.say == Say::Thrown).count();
    assert_eq!(thrown, 2, "CommitFailedException, once for each that was stuck");
    let twice: i64 = played
        .narration
        .moments()
        .iter()
        .filter(|it| it.say == Say::ProcessedTwice)
        .filter_map(|it| match it.args.get("count") {
            Some(groupscope_core::report::narration::Arg::Number(count)) => Some(*count),
            _ => None,
        })
        .sum();
    assert!(twice > 0, "what it worked on is done by others too");
}
