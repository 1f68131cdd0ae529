//! `groupscope run` and `groupscope schema`.

use std::{
    fs,
    io::Write,
    process::{Command, Output, Stdio},
};

use serde_json::Value;

const SCENARIO: &str = r#"{"groupscope":1,"topics":[{"name":"orders","partitions":3,"produce.per.second":10}],"group":"g",
    "consumers":[{"name":"c1","at":0,"subscribe":["orders"]}],"actions":[{"at":8000,"do":"kill","consumer":"c1"}],"until":9000}"#;

fn groupscope(arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_groupscope"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // One that fails early does not read its input to the end.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn json(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).unwrap()
}

#[test]
fn the_summary_is_printed_unless_something_else_is_asked_for() {
    let plain = groupscope(&["run"], SCENARIO);
    assert_eq!((plain.status.code(), &plain.stderr[..]), (Some(0), &b""[..]));
    assert_eq!(plain.stdout, groupscope(&["run", "-", "--summary"], SCENARIO).stdout);
    let summary = json(&plain.stdout);
    assert_eq!(summary["rebalances"][0]["members"], serde_json::json!(["c1"]));
    assert_eq!(summary["unownedAtEnd"].as_array().unwrap().len(), 3);
    let figures = json(&groupscope(&["run", "--figures"], SCENARIO).stdout);
    assert_eq!(figures["groups"]["g"]["unreadMs"], 3000 + 3);
}

#[test]
fn the_trace_is_a_line_an_event_with_its_cause() {
    let output = groupscope(&["run", "--trace"], SCENARIO);
    let events: Vec<Value> =
        output.stdout.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).map(json).collect();
    assert!(events.iter().zip(0..).all(|(event, id)| event["id"] == id && event["kind"].is_string()));
    let ended = events.iter().find(|event| event["kind"] == "processEnded").unwrap();
    let cause = &events[usize::try_from(ended["cause"].as_u64().unwrap()).unwrap()];
    assert_eq!((&cause["kind"], &cause["action"]["do"]), (&"action".into(), &"kill".into()));
}

#[test]
fn a_broken_scenario_is_told_on_standard_error_and_ends_with_status_1() {
    let output = groupscope(&["run"], &SCENARIO.replace("\"kill\"", "\"kil\""));
    assert_eq!((output.status.code(), &output.stdout[..]), (Some(1), &b""[..]));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("2:90: actions[0].do: \"kil\" is no action. did you mean `kill`?"), "{told}");
    let warned = groupscope(&["run"], &SCENARIO.replace("\"until\"", "\"utnil\":1,\"until\""));
    assert_eq!(warned.status.code(), Some(0));
    assert!(String::from_utf8(warned.stderr).unwrap().contains("did you mean `until`?"));
    assert_eq!(groupscope(&["run", "no-such-file.json"], "").status.code(), Some(2));
    assert_eq!(groupscope(&["run", "--trace", "--figures"], "").status.code(), Some(2));
}

#[test]
fn the_published_schemas_are_current() {
    for what in ["scenario", "event"] {
        let printed = String::from_utf8(groupscope(&["schema", what], "").stdout).unwrap();
        let published = format!("{}/../../web/schema/{what}.json", env!("CARGO_MANIFEST_DIR"));
        let current = fs::read_to_string(&published).is_ok_and(|text| text == printed);
        assert!(current, "write it anew: groupscope schema {what} > web/schema/{what}.json");
    }
}

#[test]
fn a_log_reads_as_kafka_writes_it_and_all_of_them_together_have_names_in_front() {
    let output = groupscope(&["run", "--log", "broker-1"], SCENARIO);
    let log = String::from_utf8(output.stdout).unwrap();
    let stabilized = log.lines().find(|line| line.contains("Stabilized")).unwrap();
    assert!(stabilized.starts_with("[1970-01-01 00:00:03,"), "{stabilized}");
    assert!(
        stabilized.ends_with(
            "Stabilized group g generation 1 with 1 members. (org.apache.kafka.coordinator.group.GroupMetadataManager)"
        ),
        "{stabilized}"
    );
    let all = groupscope(&["run", "-", "--log"], SCENARIO);
    let all = String::from_utf8(all.stdout).unwrap();
    assert!(all.lines().all(|line| line.starts_with("broker-1 | [") || line.starts_with("c1       | [")), "{all}");
    assert!(all.contains(stabilized));
}

#[test]
fn a_log_of_nobody_is_told_with_the_nearest_name() {
    let output = groupscope(&["run", "-", "--log", "broker-4"], SCENARIO);
    assert_eq!((output.status.code(), &output.stdout[..]), (Some(1), &b""[..]));
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(told, "neither a broker nor a consumer is called \"broker-4\"; did you mean \"broker-1\"?\n");
}
