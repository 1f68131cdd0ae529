//! The stories: their files, the moments they tell, and the statements they claim to show, each asserted on its run.
//!
//! A story has a module of its own here; a test in it that begins with `s34_` asserts statement S34.

mod support;

mod commits;
mod concurrency;
mod coordinator_dies;
mod crash_or_close;
mod eager_or_cooperative;
mod far_data_centre;
mod fetch;
mod group_start;
mod keys;
mod leader_leaves;
mod offset_reset;
mod one_slow_member;
mod own_assignor;
mod pending_member;
mod poll_interval;
mod racks;
mod range_to_cooperative;
mod range_two_topics;
mod rebalance_storm;
mod rolling_restart;
mod rolling_restart_fifty;
mod round_robin;
mod seek;
mod seven_partitions;
mod static_restart;
mod sticky_or_round_robin;
mod sticky_subscriptions;
mod thirty_members;
mod timeouts;
mod vote;
mod workers;

use std::collections::BTreeSet;

use groupscope_core::{
    report::narration::{Arg, Args},
    simulation::Run,
    story::{Entry, Story},
};
use support::{LANGUAGES, Played, file, ids, texts};

#[test]
fn the_list_of_all_stories_is_in_step_with_their_files() {
    let mut expected: Vec<_> = ids()
        .iter()
        .map(|id| {
            let story = support::story(id);
            assert_eq!(*story.id, **id, "{id}.json calls itself otherwise");
            let title = LANGUAGES.map(|lang| (lang.into(), texts(&story, lang).title));
            Entry { id: story.id, number: story.number, title: title.into() }
        })
        .collect();
    // A story in two parts has one number.
    expected.sort_by_key(|entry| (entry.number, entry.id.clone()));
    let listed = Entry::parse_all(&file("index.json")).unwrap();
    assert_eq!(listed, expected);
}

#[test]
fn every_moment_of_every_story_occurs_in_order_and_its_text_knows_what_it_speaks_of() {
    for id in ids() {
        let played = Played::of(&id);
        let mut last = 0;
        for (moment, found) in played.story.moments.iter().zip(&played.found) {
            let found = found.as_ref().unwrap_or_else(|| panic!("{id}: the moment \"{}\" does not occur", moment.id));
            assert!(found.at >= last, "{id}: the moment \"{}\" comes before the one it stands behind", moment.id);
            last = found.at;
            for lang in LANGUAGES {
                let texts = texts(&played.story, lang);
                if let Some(text) = texts.moments.get(&moment.id) {
                    assert_fills(text, &found.args, &format!("{id}.{lang}: {}", moment.id));
                }
            }
        }
    }
}

/// Every `{placeholder}` of the text is among the arguments.
fn assert_fills(text: &str, args: &Args, place: &str) {
    for part in text.split('{').skip(1) {
        let name = part.split('}').next().unwrap_or_default();
        assert!(args.get(name).is_some(), "{place}: nobody fills {{{name}}}");
    }
}

#[test]
fn both_languages_have_the_same_texts() {
    for id in ids() {
        let story = support::story(&id);
        let [en, ko] = LANGUAGES.map(|lang| texts(&story, lang));
        assert!(en.moments.keys().eq(ko.moments.keys()), "{id}: other moments have texts");
        assert!(en.absent.keys().eq(ko.absent.keys()), "{id}: other moments have texts for when they do not occur");
        assert_eq!(en.conclude.len(), ko.conclude.len(), "{id}");
        for text in en.absent.values().chain(ko.absent.values()) {
            assert!(!text.contains('{'), "{id}: what does not occur knows nothing: {text}");
        }
    }
}

#[test]
fn what_a_story_says_to_try_runs_and_makes_a_difference() {
    for id in ids() {
        let played = Played::of(&id);
        for attempt in &played.story.tries {
            let scenario = played.story.attempt(attempt, played.run.scenario.until / 2).unwrap();
            let run = Run::new(scenario);
            assert!(
                !run.given_up && run.digest() != played.run.digest(),
                "{id}: trying \"{}\" changes nothing",
                attempt.id
            );
        }
    }
}

#[test]
fn stories_are_of_a_sensible_length_and_speed() {
    for id in ids() {
        let scenario = support::story(&id).scenario;
        assert!((30_000..=90_000).contains(&scenario.until), "{id} is {} ms long", scenario.until);
        assert_eq!((scenario.network.latency.min, scenario.network.latency.max), (40, 40), "{id}");
    }
}

#[test]
fn every_claim_of_a_story_is_asserted_on_its_run() {
    for id in ids() {
        let story = support::story(&id);
        let asserted: BTreeSet<String> = asserted_in(&id);
        let claimed: BTreeSet<String> = story.claims.iter().map(ToString::to_string).collect();
        assert_eq!(claimed, asserted, "{id}: what it claims, and what the tests in its module assert");
    }
}

/// The statements that a story's module asserts, by the names of its tests.
fn asserted_in(id: &str) -> BTreeSet<String> {
    let source = support::source(&format!("{}.rs", id.replace('-', "_")));
    let tests = source.split("#[test]\nfn s").skip(1);
    tests
        .filter_map(|test| {
            let number = test.split('_').next()?;
            number.parse::<u32>().ok().map(|number| format!("S{number}"))
        })
        .collect()
}

#[test]
fn a_story_that_is_broken_says_where() {
    let text = file("static-restart.json");
    let broken = text.replace("\"say\": \"static-late\"", "\"say\": \"static-lat\"").replace("\"seed\"", "\"sed\"");
    let error = Story::parse(&broken).unwrap_err().to_string();
    assert!(error.contains("moments[5].when.say") && error.contains("did you mean \"static-late\"?"), "{error}");
    assert!(error.contains("scenario.sed") && error.contains("did you mean `seed`?"), "{error}");
    let error = Story::parse("{\"id\": 1").unwrap_err().to_string();
    assert!(error.starts_with("1:"), "{error}");
}

#[test]
fn a_moment_that_a_turned_knob_takes_away_is_told_to_be_absent() {
    let story = support::story("static-restart");
    let shorter = story.tries.iter().find(|attempt| *attempt.id == *"shorter-session").unwrap();
    let played = Played::with(story.clone(), story.attempt(shorter, 0).unwrap());
    assert!(played.found("back").is_none());
    assert!(matches!(played.found("late").unwrap().args.get("timeout"), Some(Arg::Seconds(6000))));
}
