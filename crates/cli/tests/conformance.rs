//! What the app's page on conformance says is what the recorded vectors give now.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::{self, File},
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use flate2::read::GzDecoder;
use serde_json::{Value, json};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The vectors of a folder by family: what stands first in their ids, as `sticky/history`.
fn families(folder: &str) -> BTreeMap<String, Vec<String>> {
    let mut families: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for entry in fs::read_dir(root().join("tests/golden").join(folder)).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|it| it != "gz") || path.ends_with("bench-digests.jsonl.gz") {
            continue;
        }
        for line in BufReader::new(GzDecoder::new(File::open(path).unwrap())).lines().map(Result::unwrap) {
            let vector: Value = serde_json::from_str(&line).unwrap();
            let id = vector["id"].as_str().unwrap();
            let family = id.splitn(3, '/').take(2).collect::<Vec<_>>().join("/");
            families.entry(family).or_default().push(line);
        }
    }
    families
}

/// How many of these `groupscope verify` passes.
fn passed(lines: &[String]) -> u64 {
    let mut command = Command::new(env!("CARGO_BIN_EXE_groupscope"));
    let mut child = command.arg("verify").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let text = lines.join("\n");
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    told.lines().last().and_then(|last| last.split(' ').next()?.parse().ok()).unwrap()
}

fn rows(folder: &str) -> Vec<Value> {
    let rows = families(folder)
        .into_iter()
        .map(|(family, vectors)| json!({ "family": family, "passed": passed(&vectors), "total": vectors.len() }));
    rows.collect()
}

fn count(folder: &str, is_meant: impl Fn(&Path) -> bool) -> usize {
    fs::read_dir(root().join(folder)).unwrap().filter(|entry| is_meant(&entry.as_ref().unwrap().path())).count()
}

/// All lines of recorded logs below a folder, of brokers or of consumers.
fn log_lines(of_brokers: bool) -> usize {
    let folders = fs::read_dir(root().join("tests/logs")).unwrap().map(|entry| entry.unwrap().path());
    let files = folders.filter(|path| path.is_dir()).flat_map(|folder| fs::read_dir(folder).unwrap());
    let logs = files.map(|entry| entry.unwrap().path()).filter(|path| path.extension().is_some_and(|it| it == "log"));
    let meant = logs.filter(|path| path.ends_with("broker.log") == of_brokers);
    meant.map(|path| fs::read_to_string(path).unwrap().lines().count()).sum()
}

/// The recordings whose outcome hung on less than their machine's noise, with how much that was, ms.
fn margins() -> Vec<Value> {
    let text = fs::read_to_string(root().join("tests/recorded/margins.json")).unwrap();
    let all: Vec<Value> = serde_json::from_str(&text).unwrap();
    all.iter().map(|it| json!({ "recording": it["recording"], "ms": it["ms"] })).collect()
}

/// The Rust sources in a folder or of a file, all in one text.
fn sources(path: &Path) -> String {
    if path.is_dir() {
        return fs::read_dir(path).unwrap().map(|entry| sources(&entry.unwrap().path())).collect();
    }
    if path.extension().is_some_and(|it| it == "rs") { fs::read_to_string(path).unwrap() + "\n" } else { String::new() }
}

/// The names such as `a7` by which tests in these places are named for a trouble of users, or for a statement of a textbook.
fn named(places: &[&str]) -> BTreeSet<String> {
    let text: String = places.iter().map(|place| sources(&root().join(place))).collect();
    let functions = text.split("fn ").skip(1).filter_map(|rest| rest.split_once('_'));
    let is_name = |name: &str| {
        let digits = name.trim_start_matches(|it: char| it.is_ascii_lowercase());
        digits.len() + 1 == name.len() && !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit())
    };
    functions.map(|(name, _)| name.to_owned()).filter(|name| is_name(name)).collect()
}

/// How many statements of textbooks the tests of stories and lab assert: `S12` in a test's name or in what it says.
fn claims() -> usize {
    let places = ["crates/core/tests/stories", "web/src/lab/tests.rs"];
    let text: String = places.iter().map(|place| sources(&root().join(place))).collect();
    let said = text.split(|it: char| !it.is_ascii_alphanumeric());
    let is_claim = |word: &&str| word.strip_prefix('S').is_some_and(|it| it.parse::<u32>().is_ok());
    let mut claims: BTreeSet<String> = said.filter(is_claim).map(str::to_lowercase).collect();
    claims.extend(named(&places).into_iter().filter(|name| name.starts_with('s')));
    claims.len()
}

/// `GROUPSCOPE_WRITE=1` writes the file anew.
#[test]
fn the_page_on_conformance_says_what_the_vectors_give() {
    let file = root().join("web/conformance.json");
    let found = json!({
        "kafka": groupscope_core::KAFKA_VERSION,
        "assignors": rows("assignor"),
        "coordinator": rows("coordinator"),
        "margins": margins(),
        "claims": claims(),
        "incidents": named(&["crates/core/tests/incidents", "crates/core/src/coordinator/tests/incidents.rs"]).len(),
        "recordings": count("tests/recorded", |path| path.join("story.json").exists()),
        "brokerLogLines": log_lines(true),
        "clientLogLines": log_lines(false),
    });
    if std::env::var_os("GROUPSCOPE_WRITE").is_some() {
        fs::write(&file, serde_json::to_string_pretty(&found).unwrap() + "\n").unwrap();
    }
    let committed: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(committed, found, "GROUPSCOPE_WRITE=1 cargo test -p groupscope-cli --test conformance writes it anew");
}
