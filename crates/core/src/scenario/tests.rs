use super::{edit::Whose, *};
use crate::protocol::TopicPartition;

const TEXT: &str = r#"{
  "groupscope": 1, "title": "Two", "seed": 7,
  "cluster": {"brokers": [{"id": 1, "rack": "a"}, {"id": 2}], "settings": {"group.initial.rebalance.delay.ms": 3000}},
  "network": {"latency.ms": [1, 2]},
  "topics": [{"name": "orders", "partitions": 7, "produce.per.second": 0.5, "records": 10}],
  "group": "g", "coordinator.on": 2,
  "consumers": [
    {"name": "c1", "at": 0, "memberIds": ["c1-1"], "subscribe": ["orders"], "process.ms": 1, "poll.ms": 100,
     "settings": {"session.timeout.ms": 10000, "partition.assignment.strategy": ["range"]}},
    {"name": "c2", "subscribe": ["orders"], "commit": "sync.each"}],
  "actions": [
    {"at": 1000, "do": "start", "consumer": "c2"},
    {"at": 2000, "do": "slowLink", "from": "c1", "to": "broker-1", "latency.ms": 40},
    {"at": 3000, "do": "drop", "from": "broker-2", "to": "c1", "api": "Heartbeat", "kind": "reply"},
    {"at": 4000, "do": "plan", "consumer": "c1", "assignment": {"c1": [["orders", 0]]}}],
  "until": 60000, "recorded": {"any": 1}, "x-note": 2
}"#;

fn problems(text: &str) -> Vec<String> {
    match Scenario::parse(text) {
        Ok(parsed) => parsed.warnings.iter().map(ToString::to_string).collect(),
        Err(error) => error.problems.iter().map(ToString::to_string).collect(),
    }
}

/// The first problem that a change of the text brings about.
fn first(from: &str, to: &str) -> String {
    assert!(TEXT.contains(from), "{from}");
    problems(&TEXT.replacen(from, to, 1)).into_iter().next().unwrap_or_default()
}

fn read() -> Scenario {
    Scenario::parse(TEXT).unwrap().scenario
}

#[test]
fn every_part_is_read_and_fields_of_others_pass_silently() {
    assert_eq!(problems(TEXT), [""; 0]);
    let scenario = read();
    assert_eq!(scenario.topics[0].produce_per_second, Rate(500));
    assert_eq!((scenario.consumers[1].commit, scenario.consumers[1].poll_ms), (CommitMode::SyncEach, 100));
    let latency = Latency { min: 40, max: 40 };
    assert_eq!(scenario.actions[1].what, Do::SlowLink { from: "c1".into(), to: "broker-1".into(), latency });
    let Do::Plan { assignment, .. } = &scenario.actions[3].what else { panic!() };
    assert_eq!(assignment["c1"], [TopicPartition::new("orders", 0)]);
}

#[test]
fn what_is_written_is_read_back_as_the_same() {
    let scenario = read();
    for text in [scenario.to_json(), scenario.to_json_pretty()] {
        assert_eq!(Scenario::parse(&text).unwrap().scenario, scenario);
    }
}

#[test]
fn a_mistake_is_named_with_its_place_and_what_is_right() {
    for (from, to, message) in [
        (
            "\"groupscope\": 1",
            "\"groupscope\": 2",
            "2:17: groupscope: version 2 of the format; this program knows version 1",
        ),
        ("\"until\"", "\"utnil\"", "16:12: warning: utnil: no such field is known; did you mean `until`?"),
        ("\"until\": 60000, ", "", "1:1: missing field `until`"),
        ("7, \"produce", "-7, \"produce", "5:47: topics[0].partitions: -7; allowed is 0 to 10000"),
        (
            "\"at\": 0",
            "\"at\": -1",
            "8:26: consumers[0].at: invalid value: integer `-1`, expected a whole number, 0 or more",
        ),
        (
            "sync.each",
            "sinc",
            "10:55: consumers[1].commit: unknown variant `sinc`, expected one of `auto`, `sync`, `sync.each`, `async`, `async.retry`, `none`",
        ),
        ("\"c2\", \"sub", "\"c1\", \"sub", "10:14: consumers[1].name: \"c1\" is the name of another consumer already"),
        ("\"c2\"}", "\"c3\"}", "12:45: actions[0].consumer: there is no consumer \"c3\"; did you mean \"c1\"?"),
        ("\"start\"", "\"strat\"", "12:24: actions[0].do: \"strat\" is no action. did you mean `start`? Known are: "),
        (
            "\"latency.ms\": 40",
            "\"latency.ms\": [9, 1]",
            "13:82: actions[1].latency.ms: from 9 to 1: the first must not be the larger one",
        ),
        (
            "\"to\": \"c1\"",
            "\"to\": \"broker-1\"",
            "14:5: actions[2]: a link has a consumer at its one end and a broker, as \"broker-1\", at its other",
        ),
        ("[[\"orders\", 0]]", "[[\"orders\", 7]]", "15:72: actions[3].assignment.c1[0]: 7; allowed is 0 to 6"),
        (
            "\"session.timeout.ms\": 10000",
            "\"sesion.timeout.ms\": 1",
            "9:40: consumers[0].settings.sesion.timeout.ms: no consumer setting is called \"sesion.timeout.ms\"; the nearest known name is \"session.timeout.ms\"",
        ),
    ] {
        assert!(first(from, to).starts_with(message), "{}\n{message}", first(from, to));
    }
}

#[test]
fn all_mistakes_are_found_at_once() {
    let text = TEXT.replace("\"kind\": \"reply\"", "\"kind\": 1").replace("\"partitions\": 7", "\"partitions\": \"7\"");
    assert_eq!(problems(&text).len(), 2);
}

#[test]
fn an_unknown_field_is_a_warning_with_the_nearest_name() {
    assert_eq!(
        first("\"poll.ms\"", "\"pol.ms\""),
        "8:104: warning: consumers[0].pol.ms: no such field is known; did you mean `poll.ms`?"
    );
    assert!(first("\"at\": 1000, ", "\"at\": 1000, \"nth\": 1, ").contains("actions[0].nth: no such field is known"));
    let warned = TEXT.replacen("\"poll.ms\"", "\"pol.ms\"", 1);
    assert_eq!(Scenario::parse(&warned).unwrap().scenario, read());
}

#[test]
fn text_that_is_no_json_says_where_it_breaks_off() {
    assert_eq!(problems("{\n\"a\": }"), ["2:6: this is not JSON: expected value"]);
    assert!(problems("[]")[0].contains("expected"));
}

#[test]
fn a_link_holds_the_scenario_and_a_zlib_header_does_no_harm() {
    use base64::Engine;
    let scenario = read();
    let link = share::encode(&scenario);
    assert!(link.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_'));
    assert_eq!(share::decode(&link).unwrap().scenario, scenario);
    let zlib = miniz_oxide::deflate::compress_to_vec_zlib(scenario.to_json().as_bytes(), 6);
    let zlib = base64::engine::general_purpose::URL_SAFE.encode(zlib);
    assert_eq!(share::decode(&zlib).unwrap().scenario, scenario);
}

#[test]
fn a_damaged_link_is_an_error_and_a_bomb_is_not_unpacked() {
    use base64::Engine;
    use share::LinkError;
    let link = share::encode(&read());
    assert!(matches!(share::decode("!"), Err(LinkError::Base64)));
    assert!(matches!(share::decode(&link[..link.len() / 2]), Err(LinkError::Deflate | LinkError::Base64)));
    let bomb = miniz_oxide::deflate::compress_to_vec(&vec![b' '; limits::TEXT_BYTES + 1], 9);
    let bomb = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(bomb);
    assert!(matches!(share::decode(&bomb), Err(LinkError::TooLarge)));
}

#[test]
fn an_action_is_inserted_after_those_of_its_moment_and_the_old_scenario_stays() {
    let old = read();
    let new = old.with_action(2000, Do::Kill { consumer: "c1".into() });
    assert_eq!(
        new.actions.iter().map(|action| action.what.word()).collect::<Vec<_>>(),
        ["start", "slowLink", "kill", "drop", "plan"]
    );
    assert_eq!(old.actions.len(), 4);
}

#[test]
fn a_setting_is_changed_for_those_who_have_it() {
    let value = crate::config::Value::Int(6000);
    let session =
        |scenario: &Scenario, index: usize| scenario.consumers[index].settings.get("session.timeout.ms").cloned();
    let all = read().with_setting(Whose::Everybody, "session.timeout.ms", &value).unwrap();
    assert_eq!((session(&all, 0), session(&all, 1)), (Some(value.clone()), Some(value.clone())));
    let one = read().with_setting(Whose::Consumer("c2"), "session.timeout.ms", &value).unwrap();
    assert_eq!((session(&one, 0), session(&one, 1)), (session(&read(), 0), Some(value.clone())));
    let broker = read().with_setting(Whose::Everybody, "group.max.size", &value).unwrap();
    assert_eq!(broker.cluster.settings.get("group.max.size"), Some(&value));
    let default = all.with_setting(Whose::Everybody, "session.timeout.ms", &crate::config::Value::Null).unwrap();
    assert_eq!(session(&default, 0), None);
    assert!(read().with_setting(Whose::Consumer("c9"), "session.timeout.ms", &value).is_err());
    assert!(read().with_setting(Whose::Everybody, "no.such.setting", &value).is_err());
}
