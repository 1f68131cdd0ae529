//! Recorded runs of a real cluster, replayed: the same rebalances, callbacks, errors, requests and gaps, at about the same
//! times.
//!
//! The scenario is the story with what really happened put in: start times are those of a process's first request (a JVM
//! takes its time), restarts are spelled out as close and start, and the coordinator hands out the recorded member ids.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use groupscope_core::{report::Summary, scenario::Scenario, simulation::Run};
use serde_json::{Value, json};

/// Times may differ by so much (ms), or by a tenth of what has passed since the last action.
const NOISE_MS: u64 = 500;

/// What lets the simulation fall the same way where a recording's outcome hangs on less than the noise of its machine. On
/// how much it hung, and why, stands in `margins.json`, from which the page on conformance has it too.
struct Margin {
    /// Where chance decides: the seed with which it decides as it did.
    seed: u64,
    /// Where the machine's delays decide: the action that comes earlier by so much (ms).
    earlier: Option<(usize, u64)>,
    /// The same: consumers whose messages take so long (ms) once the group is Stable.
    late: Vec<(String, u64)>,
}

impl Margin {
    fn of(recording: &str) -> Self {
        let all = load(&root(), "margins.json");
        let margin = list(&all).iter().find(|margin| margin["recording"] == recording).cloned().unwrap_or_default();
        let earlier =
            margin["earlier"].as_array().map(|it| (it[0].as_u64().unwrap() as usize, it[1].as_u64().unwrap()));
        let late = margin["late"].as_object().into_iter().flatten();
        let late = late.map(|(consumer, ms)| (consumer.clone(), ms.as_u64().unwrap())).collect();
        Self { seed: margin["seed"].as_u64().unwrap_or(1), earlier, late }
    }
}

/// Its `summary.json` lists c4 as a member of a generation that was complete before c4 started, in place of c1: the recorder
/// took the members from c4's own answer, which names the same generation. The broker's log tells who they were.
const MISRECORDED: (&str, [&str; 3]) = ("07-fenced-b", ["c1", "c2", "c3"]);

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/recorded")
}

fn recordings() -> Vec<PathBuf> {
    let entries = fs::read_dir(root()).unwrap().map(|entry| entry.unwrap().path());
    let mut folders: Vec<_> = entries.filter(|path| path.join("story.json").exists()).collect();
    folders.sort();
    folders
}

fn name(folder: &Path) -> &str {
    folder.file_name().unwrap().to_str().unwrap()
}

fn load(folder: &Path, file: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(folder.join(file)).unwrap()).unwrap()
}

fn load_lines(folder: &Path, file: &str) -> Vec<Value> {
    fs::read_to_string(folder.join(file)).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn at(value: &Value) -> u64 {
    value["at"].as_u64().unwrap()
}

/// The scenario of a recording.
fn scenario(folder: &Path, margin: &Margin) -> Scenario {
    let (mut story, requests) = (load(folder, "story.json"), load_lines(folder, "requests.jsonl"));
    let first_request = |who: &Value, from: u64| {
        let own = requests.iter().filter(|request| request["consumer"] == *who);
        own.map(at).find(|sent| sent + 5 >= from).unwrap_or(from)
    };
    let mut ids: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for request in requests.iter().filter(|request| request["api"] == "JoinGroup") {
        let (id, mine) = (&request["answer"]["memberId"], ids.entry(request["consumer"].to_string()).or_default());
        if id.is_string() && !mine.contains(id) {
            mine.push(id.clone());
        }
    }
    for consumer in story["consumers"].as_array_mut().unwrap() {
        consumer["memberIds"] = ids.get(&consumer["name"].to_string()).cloned().unwrap_or_default().into();
        consumer.as_object_mut().unwrap().remove("at");
    }
    let (mut started, mut actions) = (BTreeSet::new(), Vec::new());
    for done in list(&load(folder, "story.json")["recorded"]["done"]) {
        let who = &done["consumer"];
        match done["do"].as_str().unwrap() {
            "start" => {
                let at = first_request(who, at(done));
                if started.insert(who.to_string()) {
                    let consumers = story["consumers"].as_array_mut().unwrap();
                    consumers.iter_mut().find(|consumer| consumer["name"] == *who).unwrap()["at"] = at.into();
                } else {
                    actions.push(json!({"at": at, "do": "start", "consumer": who}));
                }
            }
            "restart" => actions.push(json!({"at": at(done), "do": "close", "consumer": who})),
            _ => {
                let mut action = done.clone();
                action.as_object_mut().unwrap().retain(|field, _| field != "planned" && field != "part.of");
                actions.push(action);
            }
        }
    }
    for (consumer, ms) in &margin.late {
        actions
            .push(json!({"at": 7_000, "do": "slowLink", "from": consumer, "to": "broker-1", "latency.ms": [ms, ms]}));
    }
    actions.sort_by_key(at);
    if let Some((index, ms)) = margin.earlier {
        actions[index]["at"] = (at(&actions[index]) - ms).into();
    }
    story["actions"] = actions.into();
    story["seed"] = margin.seed.into();
    Scenario::from_value(story).unwrap().scenario
}

/// What is compared of a summary.
struct Compared<'a> {
    summary: &'a Value,
}

impl<'a> Compared<'a> {
    fn rebalances(&self) -> Vec<(Value, Value, Value, BTreeSet<String>)> {
        let one = |it: &Value| {
            let members = list(&it["members"]).iter().map(ToString::to_string).collect();
            (it["generation"].clone(), it["protocol"].clone(), it["leader"].clone(), members)
        };
        list(&self.summary["rebalances"]).iter().map(one).collect()
    }

    fn callbacks(&self, consumer: &str) -> Vec<&'a Value> {
        list(&self.summary["callbacks"]).iter().filter(|callback| callback["consumer"] == consumer).collect()
    }

    fn consumers(&self) -> BTreeSet<String> {
        let names = list(&self.summary["callbacks"]).iter().map(|callback| callback["consumer"].as_str().unwrap());
        names.map(String::from).collect()
    }

    fn errors(&self) -> Vec<(String, String)> {
        let one = |error: &Value| (error["consumer"].to_string(), error["error"].to_string());
        let mut errors: Vec<_> = list(&self.summary["errors"]).iter().map(one).collect();
        errors.sort();
        errors
    }

    fn requests(&self, consumer: &str, api: &str) -> u64 {
        self.summary["requests"][consumer][api].as_u64().unwrap_or_default()
    }

    /// The gaps that are longer than noise, by partition, with their lengths.
    fn gaps(&self) -> Vec<(String, u64)> {
        let topics = self.summary["gaps"].as_object().into_iter().flatten();
        let partitions = topics.flat_map(|(topic, partitions)| {
            partitions.as_object().into_iter().flatten().map(move |(number, gaps)| (format!("{topic}-{number}"), gaps))
        });
        let gaps = partitions.flat_map(|(partition, gaps)| {
            list(gaps).iter().map(move |gap| (partition.clone(), gap["ms"].as_f64().unwrap().round() as u64))
        });
        let mut gaps: Vec<_> = gaps.filter(|(_, ms)| *ms >= NOISE_MS).collect();
        gaps.sort();
        gaps
    }
}

/// What differs between a replay and its recording.
fn differences(folder: &Path, got: &Value) -> Vec<String> {
    let (mut want, story) = (load(folder, "summary.json"), load(folder, "story.json"));
    if name(folder) == MISRECORDED.0 {
        want["rebalances"][0]["members"] = json!(MISRECORDED.1);
    }
    let acts: Vec<u64> = list(&story["recorded"]["done"]).iter().map(at).collect();
    let (mine, theirs) = (Compared { summary: got }, Compared { summary: &want });
    // It rests on what the simulation does not have: how metadata spread, and back-offs of connections.
    let loose = name(folder).ends_with("-dies");
    let near = |what: &str, mine: &Value, theirs: &Value| {
        let (mine, theirs) = (at(mine), at(theirs));
        let since = theirs - acts.iter().copied().filter(|act| *act <= theirs).max().unwrap_or_default();
        let allowed = NOISE_MS.max(since / 10);
        (!loose && mine.abs_diff(theirs) > allowed).then(|| format!("{what}: at {mine}, recorded {theirs}"))
    };
    let mut bad = Vec::new();
    if mine.rebalances() == theirs.rebalances() {
        let pairs = list(&got["rebalances"]).iter().zip(list(&want["rebalances"]));
        bad.extend(pairs.filter_map(|(mine, theirs)| near("rebalance", mine, theirs)));
    } else {
        bad.push(format!("rebalances {:?}, recorded {:?}", mine.rebalances(), theirs.rebalances()));
    }
    for consumer in &mine.consumers() | &theirs.consumers() {
        let (mine, theirs) = (mine.callbacks(&consumer), theirs.callbacks(&consumer));
        let flat = |callbacks: &[&Value]| -> Vec<(Value, BTreeSet<String>)> {
            let one =
                |it: &&Value| (it["kind"].clone(), list(&it["partitions"]).iter().map(Value::to_string).collect());
            callbacks.iter().map(one).collect()
        };
        if flat(&mine) == flat(&theirs) {
            bad.extend(mine.iter().zip(&theirs).filter_map(|(mine, theirs)| near(&consumer, mine, theirs)));
        } else {
            bad.push(format!("callbacks of {consumer}: {:?}, recorded {:?}", flat(&mine), flat(&theirs)));
        }
    }
    if mine.errors() != theirs.errors() {
        bad.push(format!("errors {:?}, recorded {:?}", mine.errors(), theirs.errors()));
    }
    if loose {
        return bad;
    }
    for consumer in want["requests"].as_object().unwrap().keys() {
        for (api, slack) in [("JoinGroup", 0), ("SyncGroup", 0), ("LeaveGroup", 0), ("Heartbeat", 2)] {
            let (mine, theirs) = (mine.requests(consumer, api), theirs.requests(consumer, api));
            if mine.abs_diff(theirs) > slack {
                bad.push(format!("{consumer} sent {mine} {api}, recorded {theirs}"));
            }
        }
    }
    let (mine, theirs) = (mine.gaps(), theirs.gaps());
    let partitions = |gaps: &[(String, u64)]| gaps.iter().map(|(partition, _)| partition.clone()).collect::<Vec<_>>();
    if partitions(&mine) == partitions(&theirs) {
        let pairs =
            mine.iter().zip(&theirs).filter(|(mine, theirs)| mine.1.abs_diff(theirs.1) > NOISE_MS.max(theirs.1 / 10));
        bad.extend(pairs.map(|(mine, theirs)| format!("{} unread {} ms, recorded {} ms", mine.0, mine.1, theirs.1)));
    } else {
        bad.push(format!("unread {mine:?}, recorded {theirs:?}"));
    }
    bad
}

#[test]
fn every_recorded_run_is_reproduced() {
    let recordings = recordings();
    assert_eq!(recordings.len(), 34);
    let mut bad = Vec::new();
    for folder in &recordings {
        let run = Run::new(scenario(folder, &Margin::of(name(folder))));
        let summary = serde_json::to_value(Summary::new(&run)).unwrap();
        let differences = differences(folder, &summary);
        bad.extend(differences.iter().map(|difference| format!("{}: {difference}", name(folder))));
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}
