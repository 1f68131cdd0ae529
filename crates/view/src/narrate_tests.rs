use groupscope_core::{
    report::{Narration, explain::Why, narration::Say},
    scenario::Scenario,
    simulation::Run,
};

use super::*;
use crate::testing;

/// What usual names and figures look like in a placeholder.
fn usual(name: &str) -> Arg<'static> {
    Arg::Text(match name {
        "client" | "member" => "billing-2",
        "old" | "new" | "broker" | "generation" | "count" | "total" | "votes" | "joined" => "3",
        "instance" => "billing-a",
        "group" => "billing",
        "topic" => "orders",
        "partition" => "orders-3",
        "partitions" => "orders-3, orders-4, refunds-1",
        "protocol" | "offered" => "cooperative-sticky",
        "policy" => "earliest",
        "offset" | "from" | "to" | "bytes" | "min" => "1 234",
        "hash" => "109 829 509",
        "retention" => "7 days",
        "late" => "2.9 s",
        "error" => "INCONSISTENT_GROUP_PROTOCOL",
        "what" => "kill billing-2",
        "api" => "OffsetCommit",
        _ => "10",
    })
}

fn texts(words: &Words, key: &str, placeholders: &[&'static str]) -> Vec<String> {
    let args: Vec<_> = placeholders.iter().map(|name| (*name, usual(name))).collect();
    let counts = [1, 3].map(|count| {
        let with_count =
            args.iter().map(|(name, arg)| (*name, if *name == "count" { Arg::Number(count) } else { *arg }));
        words.say(key, &with_count.collect::<Vec<_>>())
    });
    counts.into()
}

#[test]
fn every_sentence_has_a_full_and_a_short_form_that_fill_and_fit() {
    for words in [testing::english(), testing::korean()] {
        for say in Say::ALL {
            let key = format!("say-{}", say.key());
            let mut forms = vec![key.clone()];
            if !say.key().starts_with("calm-") {
                forms.push(format!("{key}.short"));
            }
            for form in forms {
                assert!(words.has(&form), "{form}");
                for text in texts(&words, &form, say.placeholders()) {
                    assert!(!text.contains('{'), "{form} has a placeholder that nobody fills: {text}");
                    assert!(text.chars().count() <= 160, "{form} is {} characters long: {text}", text.chars().count());
                    assert!(!text.contains('!'), "{form}: {text}");
                }
            }
        }
    }
}

#[test]
fn every_reason_has_its_words() {
    for words in [testing::english(), testing::korean()] {
        for why in Why::ALL {
            let key = format!("why-{}", why.key());
            assert!(words.has(&key), "{key}");
            for text in texts(&words, &key, why.placeholders()) {
                assert!(!text.contains('{'), "{key}: {text}");
            }
        }
    }
}

#[test]
fn no_sentence_or_reason_is_there_that_nothing_says() {
    let words = testing::english();
    for key in words.keys().filter(|key| !key.contains('.')) {
        if let Some(say) = key.strip_prefix("say-") {
            assert!(Say::from_key(say).is_some(), "{key}");
        }
        if let Some(why) = key.strip_prefix("why-") {
            assert!(Why::ALL.iter().any(|known| known.key() == why), "{key}");
        }
    }
}

#[test]
fn times_have_at_most_one_decimal_and_spans_the_unit_that_suits_them() {
    assert_eq!([3000, 6_240, 9_541, 9_960, 300_000].map(seconds), ["3", "6.2", "9.5", "10", "300"]);
    let (en, ko) = (testing::english(), testing::korean());
    let spans = |words: &Words| [7 * DAY, 2 * MINUTE, 90_000, 40].map(|ms| span(words, ms));
    assert_eq!(spans(&en), ["7 days", "2 minutes", "90.0 s", "40 ms"]);
    assert_eq!(spans(&ko), ["7일", "2분", "90.0초", "40 ms"]);
}

#[test]
fn a_run_is_told_in_both_languages() {
    let text = r#"{"groupscope":1,"group":"billing","network":{"latency.ms":40},"topics":[{"name":"orders","partitions":2}],
        "consumers":[{"name":"billing-1","at":0,"subscribe":["orders"],"settings":{"session.timeout.ms":10000}}],
        "actions":[{"at":8000,"do":"kill","consumer":"billing-1"}],"until":20000}"#;
    let run = Run::new(Scenario::parse(text).unwrap().scenario);
    let narration = Narration::of(&run);
    let told = |words: &Words, say: Say| {
        let found = narration.moments().iter().find(|moment| moment.say == say).unwrap();
        moment(words, &run, found)
    };
    let (en, ko) = (testing::english(), testing::korean());
    assert_eq!(
        told(&en, Say::FirstParked),
        "billing-1 is the first member. Its JoinGroup waits 3 s for others (group.initial.rebalance.delay.ms)."
    );
    assert_eq!(
        told(&ko, Say::SessionExpired),
        "billing-1 멤버의 하트비트가 10초 동안 없었습니다(session.timeout.ms). 코디네이터가 제거하고 리밸런싱합니다."
    );
    let crash = told(&en, Say::Crash);
    assert!(crash.ends_with("nobody reads orders-0, orders-1."), "{crash}");
    let expired = narration.moments().iter().find(|moment| moment.say == Say::SessionExpired).unwrap();
    let why: Vec<_> =
        groupscope_core::report::explain(&run, expired.event).iter().map(|it| step(&en, &run, it)).collect();
    assert_eq!(why.last().unwrap(), "The scenario does this: kill billing-1.");
}
