//! The order in which `java.util.HashMap` is walked, against scripts recorded from a JVM (`tests/java`).

use groupscope_core::java::HashMap;
use serde_json::{Value, json};

mod support;

#[test]
fn maps_are_walked_as_a_jvm_walks_them() {
    let mut orders = 0;
    for script in support::lines("java/hash-map.jsonl.gz") {
        orders += replay(&script);
    }
    assert!(orders > 250, "only {orders} orders were compared");
}

fn replay(script: &Value) -> usize {
    let key = |index: &Value| script["keys"][usize::try_from(index.as_u64().unwrap()).unwrap()].as_str().unwrap();
    let mut map = match script["capacity"].as_u64() {
        Some(capacity) => HashMap::with_capacity(usize::try_from(capacity).unwrap()),
        None => HashMap::new(),
    };
    let mut orders = 0;
    for (step, call) in script["calls"].as_array().unwrap().iter().enumerate() {
        let argument = &call[1];
        match call[0].as_str().unwrap() {
            "put" => drop(map.insert(key(argument).to_owned(), argument.clone())),
            "computeIfAbsent" => drop(map.compute_if_absent(key(argument).to_owned(), || argument.clone()).clone()),
            "remove" => drop(map.remove(key(argument))),
            "clear" => map.clear(),
            _ => {
                let walked: Vec<&Value> = map.values().collect();
                assert_eq!(json!(walked), *argument, "step {step} of {script}");
                orders += 1;
            }
        }
    }
    orders
}
