//! The simulated consumers' own logs against those of real ones, line by line.

use std::{collections::BTreeMap, fs, path::Path};

use groupscope_core::{
    config::Value,
    consumer::{ClientLog, Detail, Note},
    protocol::Name,
    scenario::Scenario,
    simulation::{Run, trace::EventKind},
};

/// The lines of each consumer; a process that starts anew begins a new log in the same place.
fn simulated(scenario: &str) -> BTreeMap<Name, Vec<String>> {
    let run = Run::new(Scenario::parse(scenario).expect("the scenario is read").scenario);
    let mut logs = BTreeMap::new();
    let mut lines: BTreeMap<Name, Vec<String>> = BTreeMap::new();
    for event in &run.trace.events {
        let EventKind::Client { consumer, note } = &event.kind else { continue };
        let name = run.cast.consumers[consumer.index()].name.clone();
        let note = &run.trace.client_notes[note.index()];
        if let Note::Detail(Detail::Subscribed(_)) = note {
            let settings = run.scenario.consumers.iter().find(|it| it.name == name).map(|it| &it.settings);
            let instance = match settings.and_then(|settings| settings.get("group.instance.id")) {
                Some(Value::Text(instance)) => Some(instance.as_str().into()),
                _ => None,
            };
            logs.insert(name.clone(), ClientLog::new(&name, &"orders-app".into(), instance));
        }
        for line in logs.get_mut(&name).map(|log| log.lines(note)).unwrap_or_default() {
            let level = format!("{:?}", line.level).to_uppercase();
            lines.entry(name.clone()).or_default().push(alike(&format!("{level} {}", line.message)));
        }
    }
    lines
}

/// Brokers' addresses and record offsets differ from run to run.
fn alike(line: &str) -> String {
    let line = line.replace('\n', "\\n").replace("127.0.0.1:", "broker:").replace("broker-", "broker:");
    let mut out = String::new();
    let mut rest = line.trim_end_matches("\\n");
    while let Some(start) =
        ["broker:", "offset=", "at offset "].iter().filter_map(|key| rest.find(key).map(|at| at + key.len())).min()
    {
        out.push_str(&rest[..start]);
        rest = rest[start..].trim_start_matches(|it: char| it.is_ascii_digit() || it == ':');
    }
    out + rest
}

#[test]
fn logs_read_as_those_of_real_consumers() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/client-log");
    let mut compared = 0;
    for story in fs::read_dir(root).expect("the recorded logs are there").filter_map(Result::ok) {
        let Ok(scenario) = fs::read_to_string(story.path().join("scenario.json")) else { continue };
        let simulated = simulated(&scenario);
        for (name, lines) in &simulated {
            let recorded =
                fs::read_to_string(story.path().join(format!("{name}.log"))).expect("a log for each consumer");
            let recorded: Vec<_> = recorded.lines().map(alike).collect();
            let lines: Vec<_> = lines.iter().filter(|line| !line.contains("Cluster ID")).cloned().collect();
            let first = recorded.iter().zip(&lines).position(|(recorded, ours)| recorded != ours);
            let place = first.unwrap_or(recorded.len().min(lines.len()));
            assert_eq!(lines.get(place), recorded.get(place), "{:?} {name}, line {}", story.file_name(), place + 1);
            compared += lines.len();
        }
    }
    assert!(compared > 400, "{compared} lines were compared");
}
