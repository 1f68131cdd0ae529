use groupscope_core::{
    config::ConsumerConfig,
    coordinator::{GroupState, Note, Removal},
    protocol::ApiKey,
    report::{Say, explain, explain::Why, gaps_of},
    scenario::Scenario,
    simulation::{GroupIx, PartitionIx, frame::Process},
};

use crate::support::{self, Played};

const STORY: &str = "crash-or-close";

/// The longest gap that begins at or after `from` and before `to`, ms.
fn longest_gap(played: &Played, from: u64, to: u64) -> u64 {
    let gaps = (0..8).flat_map(|place| gaps_of(&played.run, GroupIx(0), PartitionIx(place)));
    let gaps = gaps.filter(|gap| (from..to).contains(&gap.from));
    gaps.filter_map(|gap| Some(gap.to? - gap.from)).max().unwrap_or(0)
}

#[test]
fn s5_members_that_come_or_go_start_a_rebalance() {
    let played = Played::of(STORY);
    let began = played.notes().filter_map(|(at, _, note)| match note {
        Note::Transition { to: GroupState::PreparingRebalance, reason: Some(reason), .. } => {
            Some((at, reason.to_string()))
        }
        _ => None,
    });
    let reasons: Vec<_> = began.map(|(_, reason)| reason).collect();
    let starts = |word: &str| reasons.iter().filter(|reason| reason.contains(word)).count();
    assert_eq!(starts("Adding new member billing-1"), 1);
    assert_eq!(starts("explicit `LeaveGroup`"), 1, "{reasons:?}");
    assert_eq!(starts("Adding new member billing-3"), 1);
    assert_eq!(starts("on heartbeat expiration"), 1);
}

#[test]
fn s12_the_steps_repeat_at_every_rebalance() {
    let played = Played::of(STORY);
    let told: Vec<_> = played.narration.moments().iter().map(|moment| moment.say).collect();
    let count = |say: Say| told.iter().filter(|it| **it == say).count();
    let rebalances = played.run.trace.rebalances.len();
    assert_eq!(rebalances, 5);
    assert_eq!([count(Say::Compute), count(Say::SyncPlan), count(Say::Stable)], [rebalances; 3]);
    assert_eq!(count(Say::Joined) + count(Say::DelayClosed), rebalances);
}

#[test]
fn s24_heartbeats_come_between_polls_too_and_silence_is_death() {
    let played = Played::of(STORY);
    // An application that works 4 s on each record still heartbeats.
    let mut scenario = played.story.scenario.clone();
    scenario.consumers[0].process_ms = 4000;
    let slow = Played::with(played.story.clone(), scenario);
    let (from, to) = (20_000, 40_000);
    let consumer = slow.consumer("billing-1");
    let beats = slow.run.trace.exchanges.iter().filter(|it| it.api == ApiKey::Heartbeat && it.consumer == consumer);
    assert!(beats.filter(|it| (from..to).contains(&it.sent())).count() >= 5);
    assert!(slow.narration.moments().iter().all(|it| it.say != Say::SessionExpired || it.who != Some(consumer)));
    // A process that says nothing for a session is dead to the group.
    let expired = played.found("expired").unwrap();
    let silent = expired.at - played.at("crash");
    assert!((7_000..=10_000).contains(&silent), "the session less what had passed since the last heartbeat: {silent}");
}

#[test]
fn s53_a_crash_is_noticed_after_the_session_timeout() {
    let played = Played::of(STORY);
    let (crash, expired) = (played.at("crash"), played.at("expired"));
    let member = played.consumer("billing-2");
    let last_beat = played.run.trace.exchanges.iter().filter(|it| {
        matches!(it.api, ApiKey::Heartbeat | ApiKey::OffsetCommit) && it.consumer == member && it.arrived().is_some()
    });
    let last_sign = last_beat.map(|it| it.arrived().unwrap()).max().unwrap();
    assert_eq!(expired - last_sign, 10_000, "session.timeout.ms after the last sign of life");
    assert!(longest_gap(&played, crash, crash + 1) > 7000);
    // K13: by default that is 45 s, not a few.
    let default = Played::trying(STORY, "default-session");
    assert!(default.found("expired").is_none(), "22 s are left of the run");
    // The chain of causes leads from the removal to the kill, by the setting that decided.
    let why = explain(&played.run, played.found("expired").unwrap().event);
    let reasons: Vec<_> = why.iter().map(|step| step.why).collect();
    assert_eq!(reasons, [Why::Removed, Why::Session, Why::Killed, Why::Action]);
    assert_eq!(why[1].settings[0].name, "session.timeout.ms");
}

#[test]
fn s54_a_clean_close_leaves_and_the_rebalance_begins_at_once() {
    let played = Played::of(STORY);
    let left = played.notes().find_map(|(at, _, note)| match note {
        Note::MembersRemoved { why: Removal::Left(Some(reason)), .. } => Some((at, reason.to_string())),
        _ => None,
    });
    let (at, reason) = left.unwrap();
    assert_eq!((at, reason.as_str()), (played.at("leave"), "the consumer is being closed"));
    let began = played.run.lanes.groups[0].state.at(at).unwrap();
    assert_eq!((began.at, began.value), (at, Some(GroupState::PreparingRebalance)), "in the same ms");
    let (closed, crashed) = (longest_gap(&played, 15_000, 16_000), longest_gap(&played, 44_000, 44_001));
    assert!(closed < 1500 && crashed > 5 * closed, "unread {closed} ms after the close, {crashed} ms after the crash");
    let twice = played.narration.moments().iter().filter(|it| it.say == Say::ReadTwice);
    assert!(twice.clone().count() > 0 && twice.clone().all(|it| it.at > played.at("expired")), "only after the crash");
}

#[test]
fn s55_a_shorter_session_finds_the_dead_sooner_and_takes_a_pause_for_death() {
    let (long, short) = (Played::of(STORY), Played::trying(STORY, "short-session"));
    assert!(short.at("expired") < long.at("expired") - 3000);
    // A pause of 8 s: the session of 10 s survives it, that of 6 s does not.
    let frozen = |played: &Played| {
        let act = |at, what| groupscope_core::scenario::Action { at, what };
        let mut scenario = played.run.scenario.as_ref().clone();
        let consumer: groupscope_core::protocol::Name = "billing-1".into();
        scenario.actions = vec![
            act(20_000, groupscope_core::scenario::Do::Freeze { consumer: consumer.clone() }),
            act(26_500, groupscope_core::scenario::Do::Thaw { consumer }),
        ];
        let played = Played::with(played.story.clone(), scenario);
        let expired = played.narration.moments().iter().filter(|it| it.say == Say::SessionExpired).count();
        let lane = &played.run.lanes.consumers[0].process;
        assert_eq!(lane.at(21_000).unwrap().value, Process::Frozen);
        expired
    };
    assert_eq!((frozen(&long), frozen(&short)), (0, 1));
}

#[test]
fn s56_a_heartbeat_interval_that_is_not_below_the_session_timeout_makes_no_consumer() {
    let with = |heartbeat: i64| {
        let mut scenario = support::story(STORY).scenario;
        let settings = &mut scenario.consumers[0].settings;
        settings.insert("session.timeout.ms".into(), 10_000.into());
        settings.insert("heartbeat.interval.ms".into(), heartbeat.into());
        Scenario::parse(&scenario.to_json())
    };
    let parsed = with(10_000).unwrap();
    let warning = parsed.warnings.iter().map(|it| &it.message).find(|it| it.contains("lower than session.timeout.ms"));
    assert!(warning.is_some(), "{:?}", parsed.warnings);
    let played = Played::with(support::story(STORY), parsed.scenario);
    let consumer = played.consumer("billing-1");
    assert!(played.run.trace.exchanges.iter().all(|it| it.consumer != consumer), "it never sends anything");
    let played = Played::with(support::story(STORY), with(9999).unwrap().scenario);
    assert!(played.run.trace.exchanges.iter().any(|it| it.consumer == consumer));
    assert_eq!(ConsumerConfig::default().heartbeat_interval_ms, 3000);
}
