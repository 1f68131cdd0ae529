//! The simulated logs against those of real consumers and brokers, line by line.

use std::{
    fs,
    path::{Path, PathBuf},
};

use groupscope_core::{
    log::LogLine,
    report::{LogEntry, LogSource, Logs},
    scenario::Scenario,
    simulation::Run,
};

fn folders() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/logs");
    let folders = fs::read_dir(root).expect("the recorded logs are there").map(|entry| entry.unwrap().path());
    folders.filter(|folder| folder.join("scenario.json").exists()).collect()
}

fn run(folder: &Path) -> Run {
    let scenario = fs::read_to_string(folder.join("scenario.json")).unwrap();
    Run::new(Scenario::parse(&scenario).expect("the scenario is read").scenario)
}

/// Brokers' ids and addresses and record offsets differ from run to run.
fn alike(line: &str) -> String {
    let line = line.replace('\n', "\\n").replace("127.0.0.1:", "broker:").replace("broker-", "broker:");
    let keys = ["broker:", "offset=", "at offset ", "Coordinator id=", "partition="];
    let mut out = String::new();
    let mut rest = line.trim_end_matches("\\n");
    while let Some(start) = keys.iter().filter_map(|key| rest.find(key).map(|at| at + key.len())).min() {
        out.push_str(&rest[..start]);
        rest = rest[start..].trim_start_matches(|it: char| it.is_ascii_digit() || it == ':');
    }
    out + rest
}

/// Compares some lines of a run with a recorded log. How many there were.
fn compare(
    (folder, name): (&Path, &str),
    logs: &Logs,
    is_meant: impl Fn(&LogEntry) -> bool,
    print: impl Fn(&LogLine) -> String,
) -> usize {
    let recorded = fs::read_to_string(folder.join(format!("{name}.log"))).expect("the log was recorded");
    let recorded: Vec<_> = recorded.lines().map(alike).collect();
    let lines: Vec<_> =
        logs.entries().iter().filter(|entry| is_meant(entry)).map(|it| alike(&print(&it.line))).collect();
    let first = recorded.iter().zip(&lines).position(|(recorded, ours)| recorded != ours);
    let place = first.unwrap_or(recorded.len().min(lines.len()));
    assert_eq!(lines.get(place), recorded.get(place), "{} {name}, line {}", folder.display(), place + 1);
    lines.len()
}

#[test]
fn logs_read_as_those_of_real_consumers() {
    let mut compared = 0;
    for folder in folders() {
        let run = run(&folder);
        let logs = Logs::of(&run);
        for source in LogSource::all(&run.cast).filter(|source| matches!(source, LogSource::Consumer(_))) {
            let is_meant = |it: &LogEntry| it.source == source && !it.line.message.contains("Cluster ID");
            let print = |line: &LogLine| format!("{} {}", line.level, line.message);
            compared += compare((&folder, source.name(&run.cast)), &logs, is_meant, print);
        }
    }
    assert!(compared > 400, "{compared} lines were compared");
}

#[test]
fn logs_read_as_those_of_real_brokers() {
    let mut compared = 0;
    for folder in folders().iter().filter(|folder| folder.join("broker.log").exists()) {
        let logs = Logs::of(&run(folder));
        let of_group = |it: &LogEntry| {
            matches!(it.source, LogSource::Broker(_)) && !it.line.logger.ends_with("CoordinatorRuntime")
        };
        compared += compare((folder, "broker"), &logs, of_group, ToString::to_string);
    }
    assert_eq!(compared, 58, "lines were compared");
}
