//! What differs between what a script expects and what came of it.

use serde_json::{Value, json};

use super::{
    player::{Played, PlayedStep},
    script::Expected,
};

/// The fields of a group that count at level replies.
const MAIN_FIELDS: [&str; 4] = ["state", "generation", "protocolName", "leader"];

/// The differences, step by step. `full` = everything; else the replies and the main fields of the group.
pub(super) fn compare(expected: &[Expected], played: &Played, full: bool) -> Vec<String> {
    let steps = expected.iter().zip(&played.steps).enumerate();
    steps.flat_map(|(number, (expected, step))| compare_step(number, expected, step, full)).collect()
}

fn compare_step(number: usize, expected: &Expected, step: &PlayedStep, full: bool) -> Vec<String> {
    let mut differences = Vec::new();
    if let Some(expected) = &expected.out {
        let of_interest = |out: &[Value]| -> Vec<Value> {
            out.iter().filter(|it| full || it.get("reply").is_some()).map(sorted_tombstones).collect()
        };
        let (expected, got) = (of_interest(expected), of_interest(&step.out));
        for place in 0..expected.len().max(got.len()) {
            let what = format!("step {number}, out[{place}]");
            difference(&what, expected.get(place), got.get(place), &mut differences);
        }
    }
    if let Some(expected) = &expected.group {
        compare_groups(number, expected, &step.group, full, &mut differences);
    }
    differences
}

fn compare_groups(number: usize, expected: &Value, got: &Value, full: bool, differences: &mut Vec<String>) {
    let (Some(expected_fields), Some(got_fields)) = (expected.as_object(), got.as_object()) else {
        return difference(&format!("step {number}, group"), Some(expected), Some(got), differences);
    };
    for field in got_fields.keys().filter(|field| full || MAIN_FIELDS.contains(&field.as_str())) {
        let what = format!("step {number}, group.{field}");
        difference(&what, expected_fields.get(field), got_fields.get(field), differences);
    }
}

fn difference(what: &str, expected: Option<&Value>, got: Option<&Value>, differences: &mut Vec<String>) {
    if expected != got {
        let text = |value: Option<&Value>| value.map_or_else(|| "nothing".to_owned(), Value::to_string);
        differences.push(format!("{what}: expected {}, got {}", text(expected), text(got)));
    }
}

/// A write of tombstones only has no order of its own.
fn sorted_tombstones(out: &Value) -> Value {
    let records = out.get("records").and_then(Value::as_array);
    let Some(records) = records.filter(|records| records.iter().all(|record| record["value"].is_null())) else {
        return out.clone();
    };
    let mut records = records.clone();
    records.sort_by_cached_key(Value::to_string);
    let mut sorted = out.clone();
    sorted["records"] = json!(records);
    sorted
}
