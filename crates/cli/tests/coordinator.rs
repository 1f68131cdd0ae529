//! `groupscope coordinator` and `groupscope verify` on scripts recorded from Apache Kafka 4.1.1.

use std::{
    io::Write,
    process::{Command, Output, Stdio},
};

/// A script of one step: a commit of a simple consumer, whose write is still under way.
const SCRIPT: &str = r#"{"id":"a","steps":[{"at":0,"do":"commit","groupId":"g","version":9,"member":"","generation":-1,"instance":null,"offsets":[{"topic":"orders","partition":0,"offset":1,"leaderEpoch":-1,"metadata":""}]}]}"#;

fn groupscope(arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_groupscope"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

fn verify_golden(level: &str, files: &[&str], outcome: &str) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/golden/coordinator");
    let files: Vec<String> = files.iter().map(|file| format!("{folder}/{file}.jsonl.gz")).collect();
    let arguments = ["verify", "--level", level].into_iter().chain(files.iter().map(String::as_str));
    let output = groupscope(&arguments.collect::<Vec<_>>(), "");
    assert_eq!(text(&output.stdout), format!("{outcome}\n"));
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn the_coordinator_does_in_full_what_kafka_did() {
    verify_golden("full", &["table", "random", "more", "fuzz"], "1050 passed, 0 failed");
}

#[test]
fn the_coordinator_replies_what_kafka_replied() {
    verify_golden("replies", &["table"], "230 passed, 0 failed");
}

#[test]
fn a_script_is_answered_step_by_step() {
    let output = groupscope(&["coordinator"], SCRIPT);
    let expected = concat!(
        r#"{"id":"a","steps":[{"out":[{"append":0,"at":0,"records":[{"type":"OffsetCommit","key":{"group":"g","#,
        r#""topic":"orders","partition":0},"value":{"offset":1,"leaderEpoch":-1,"metadata":"","commitTimestamp":0,"#,
        r#""version":4}}]}],"group":{"state":"Empty","generation":0,"protocolType":null,"protocolName":null,"#,
        r#""leader":null,"members":[],"awaitingJoin":[],"awaitingSync":[],"pendingJoin":[],"timers":{}}}]}"#,
        "\n"
    );
    assert_eq!(text(&output.stdout), expected);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
}

#[test]
fn a_line_that_can_not_be_read_says_so_and_the_rest_goes_on() {
    let backwards = r#"{"id":"b","steps":[{"at":5,"do":"tick"},{"at":4,"do":"tick"}]}"#;
    let unknown = r#"{"id":"c","steps":[{"at":0,"do":"dance"}]}"#;
    let setting = r#"{"id":"d","settings":{"group.max.sise":3},"steps":[]}"#;
    let output = groupscope(&["coordinator"], &[backwards, unknown, setting, "{", SCRIPT].join("\n"));
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    assert_eq!(lines[0], r#"{"id":"b","error":"step 1: \"at\" goes back to 4"}"#);
    assert!(lines[1].starts_with(r#"{"id":"c","error":"step 0: unknown variant `dance`"#), "{}", lines[1]);
    assert!(lines[2].contains("group.max.sise") && lines[2].contains("group.max.size"), "{}", lines[2]);
    assert!(lines[3].starts_with(r#"{"line":4,"error":"not JSON"#), "{}", lines[3]);
    assert!(lines[4].starts_with(r#"{"id":"a","steps":"#));
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn an_unknown_field_is_a_warning_with_the_nearest_known_name() {
    let script =
        r#"{"id":"a","x-mine":1,"recorded":{},"steps":[{"at":0,"do":"leave","groupId":"g","membres":1,"members":[]}]}"#;
    let output = groupscope(&["coordinator"], script);
    let warning = text(&output.stderr);
    assert!(warning.contains("membres") && warning.contains("members"), "{warning}");
    assert_eq!(warning.lines().count(), 1);
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn what_differs_is_told_and_counts_as_failed() {
    let wrong = SCRIPT.replace(r#""do":"commit""#, r#""out":[],"group":{"state":"Stable"},"do":"commit""#);
    let output = groupscope(&["verify"], &[wrong.as_str(), SCRIPT].join("\n"));
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    assert!(lines[0].contains("step 0, out[0]: expected nothing, got"), "{}", lines[0]);
    assert!(lines[0].contains(r#"step 0, group.state: expected \"Stable\", got \"Empty\""#), "{}", lines[0]);
    assert!(lines[1].contains("the script expects nothing"), "{}", lines[1]);
    assert_eq!(lines[2], "0 passed, 2 failed");
    assert_eq!(output.status.code(), Some(1));

    let output = groupscope(&["verify", "--level", "replies"], &SCRIPT.replace(r#""do":"#, r#""out":[],"do":"#));
    assert_eq!(text(&output.stdout), "1 passed, 0 failed\n");
}
