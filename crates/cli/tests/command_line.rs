//! The command line as a person uses it: files in, lines and a status out.

use std::{
    io::Write,
    path::PathBuf,
    process::{Command, Output, Stdio},
};

fn golden(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden").join(file)
}

fn groupscope() -> Command {
    Command::new(env!("CARGO_BIN_EXE_groupscope"))
}

/// Runs the command with something on standard input.
fn run_with(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = groupscope();
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).unwrap()
}

const CASE: &str = r#"{"id":"a","assignor":"range","topics":[{"name":"t","partitions":3}],"members":[{"id":"m","topics":["t"]},{"id":"n","topics":["t"]}]"#;

#[test]
fn recorded_assignor_cases_pass() {
    let cases = [("range", 953), ("roundrobin", 874), ("sticky", 1069), ("cooperative-sticky", 1159), ("throws", 5)];
    for (file, count) in cases {
        let output = groupscope().arg("verify").arg(golden(&format!("assignor/{file}.jsonl.gz"))).output().unwrap();
        assert_eq!(text(&output.stdout), format!("{count} passed, 0 failed\n"), "{file}");
        assert!(output.status.success());
    }
}

#[test]
fn a_case_is_answered_on_one_line() {
    let output = run_with(&["assign"], format!("{CASE}}}\n").as_bytes());
    let expected = "{\"id\":\"a\",\"assignment\":{\"m\":[[\"t\",0],[\"t\",1]],\"n\":[[\"t\",2]]}}\n";
    assert_eq!(text(&output.stdout), expected);
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn what_kafkas_assignor_throws_is_an_answer() {
    let output = groupscope().arg("assign").arg(golden("assignor/throws.jsonl.gz")).output().unwrap();
    let first = text(&output.stdout).lines().next().unwrap();
    assert!(first.ends_with(r#","error":"IllegalStateException"}"#), "{first}");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_line_that_cannot_be_read_says_so_and_the_rest_goes_on() {
    let output = run_with(&["assign"], format!("nonsense\n\n{{\"id\":7}}\n{CASE}}}\n").as_bytes());
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    assert!(lines[0].starts_with(r#"{"line":1,"error":"#), "{}", lines[0]);
    assert!(lines[1].starts_with(r#"{"id":7,"error":"#), "{}", lines[1]);
    assert!(lines[2].starts_with(r#"{"id":"a","assignment":"#), "{}", lines[2]);
    assert_eq!((lines.len(), output.status.code()), (3, Some(1)));
}

#[test]
fn the_order_of_a_list_counts_unless_sets_are_compared() {
    let case = format!(r#"{CASE},"expect":{{"assignment":{{"m":[["t",1],["t",0]],"n":[["t",2]]}}}}}}"#);
    let exact = run_with(&["verify"], case.as_bytes());
    let lines: Vec<&str> = text(&exact.stdout).lines().collect();
    assert_eq!(lines, [r#"{"id":"a","differences":["m: at 0 expected t-1, got t-0"]}"#, "0 passed, 1 failed"]);
    assert_eq!(exact.status.code(), Some(1));
    let set = run_with(&["verify", "--level", "set"], case.as_bytes());
    assert_eq!((text(&set.stdout), set.status.code()), ("1 passed, 0 failed\n", Some(0)));
}

#[test]
fn a_case_without_expectations_fails_in_verify() {
    let output = run_with(&["verify"], format!("{CASE}}}").as_bytes());
    assert!(text(&output.stdout).ends_with("\n0 passed, 1 failed\n"));
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn an_unknown_field_is_a_warning_with_the_nearest_known_name() {
    let case = format!(r#"{CASE},"memebrs":[],"recorded":"x","x-mine":1}}"#);
    let output = run_with(&["assign"], case.as_bytes());
    let warning =
        "groupscope: -:1: unknown field \"memebrs\" of an assignor case, the nearest known one is \"members\"\n";
    assert_eq!(text(&output.stderr), warning);
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn misuse_of_the_command_line_has_a_status_of_its_own() {
    assert_eq!(run_with(&["asign"], b"").status.code(), Some(2));
    assert_eq!(run_with(&["verify", "--level", "perfect"], b"").status.code(), Some(2));
    assert_eq!(run_with(&["assign", "no/such/file"], b"").status.code(), Some(2));
}
