//! Each setting that is said to act changes what comes of a scenario made for it, and none that is said not to changes anything.

use groupscope_core::{
    config::{Acts, Limits, Scope, Setting, Type},
    report::Summary,
    scenario::Scenario,
    simulation::Run,
};
use serde_json::{Value, json};

/// What happens to the group while a setting is turned.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Base {
    /// Members come, crash, return and are slow.
    Busy,
    /// c1 is cut off from its broker for 80 s.
    Cut,
    /// The only broker is gone for 40 s.
    Outage,
    /// One of two brokers dies.
    Crash,
    /// All leave for two minutes.
    Empty,
    /// Records grow old before anybody reads them.
    Old,
}

use Base::{Busy, Crash, Cut, Empty, Old, Outage};

fn scenario(base: Base) -> Value {
    let consumer = |name: &str, at: u64| {
        let settings = json!({"session.timeout.ms": 10_000, "auto.offset.reset": "earliest"});
        json!({"name": name, "at": at, "subscribe": ["orders"], "settings": settings})
    };
    let brokers =
        if base == Outage { json!([{"id": 1}]) } else { json!([{"id": 1, "rack": "a"}, {"id": 2, "rack": "b"}]) };
    let start = if base == Old { 60_000 } else { 0 };
    let mut consumers = json!([consumer("c1", start), consumer("c2", start), consumer("c3", start + 5_000)]);
    let actions = match base {
        Busy => json!([{"at": 20_000, "do": "kill", "consumer": "c2"}, {"at": 40_000, "do": "start", "consumer": "c2"},
            {"at": 50_000, "do": "slow", "consumer": "c1", "process.ms": 3_000},
            {"at": 52_000, "do": "slow", "consumer": "c1", "process.ms": 1},
            {"at": 60_000, "do": "addPartitions", "topic": "orders", "partitions": 8}]),
        Cut => {
            json!([{"at": 20_000, "do": "cut", "from": "c1", "to": "broker-1"}, {"at": 20_000, "do": "cut", "from": "c1", "to": "broker-2"},
            {"at": 100_000, "do": "heal", "from": "c1", "to": "broker-1"}, {"at": 100_000, "do": "heal", "from": "c1", "to": "broker-2"}])
        }
        Outage => {
            json!([{"at": 20_000, "do": "stopBroker", "broker": 1, "hard": true}, {"at": 60_000, "do": "startBroker", "broker": 1}])
        }
        Crash => json!([{"at": 20_000, "do": "stopBroker", "broker": 2, "hard": true}]),
        Empty => ["c1", "c2", "c3"]
            .iter()
            .flat_map(|name| {
                [
                    json!({"at": 20_000, "do": "close", "consumer": name}),
                    json!({"at": 200_000, "do": "start", "consumer": name}),
                ]
            })
            .collect(),
        Old => json!([]),
    };
    if base == Cut {
        consumers[0]["commit"] = "sync".into();
    }
    let topic = json!({"name": "orders", "partitions": 6, "produce.per.second": 60, "records": 10_000, "replication": 2.min(brokers.as_array().unwrap().len())});
    let coordinator = if base == Empty { Value::Null } else { 1.into() };
    json!({"groupscope": 1, "group": "g", "cluster": {"brokers": brokers, "settings": {}}, "topics": [topic],
        "consumers": consumers, "actions": actions, "until": if base == Empty { 230_000 } else { 150_000 }, "coordinator.on": coordinator})
}

/// A setting, the value it is turned to, where that shows, and what else must be set for it.
type Turn = (Scope, &'static str, Value, Base, Value);

/// Which scope's settings are put where.
fn put(scenario: &mut Value, scope: Scope, name: &str, value: &Value) {
    match scope {
        Scope::Broker => scenario["cluster"]["settings"][name] = value.clone(),
        Scope::Topic => scenario["topics"][0]["settings"][name] = value.clone(),
        Scope::Consumer => {
            for consumer in scenario["consumers"].as_array_mut().unwrap() {
                consumer["settings"][name] = value.clone();
            }
        }
    }
}

fn scope_named(name: &str) -> Scope {
    match name {
        "consumer" => Scope::Consumer,
        "broker" => Scope::Broker,
        _ => Scope::Topic,
    }
}

/// The same scenario twice: without the setting and with it.
fn both((scope, name, value, base, besides): &Turn) -> (Run, Run) {
    let mut before = scenario(*base);
    for (key, value) in besides.as_object().unwrap() {
        let (scope, name) = key.split_once(' ').unwrap();
        put(&mut before, scope_named(scope), name, value);
    }
    let mut after = before.clone();
    if matches!(*name, "group.instance.id" | "group.id" | "client.id") {
        after["consumers"][0]["settings"][name] = value.clone();
    } else {
        put(&mut after, *scope, name, value);
    }
    let run = |mut scenario: Value| {
        if scenario["coordinator.on"].is_null() {
            scenario.as_object_mut().unwrap().remove("coordinator.on");
        }
        Run::new(Scenario::from_value(scenario).unwrap_or_else(|error| panic!("{name}: {error}")).scenario)
    };
    (run(before), run(after))
}

fn turns() -> Vec<Turn> {
    let none = || json!({});
    let consumer = |name, value: Value, base| (Scope::Consumer, name, value, base, none());
    let broker = |name, value: Value, base| (Scope::Broker, name, value, base, none());
    let mut turns = vec![
        consumer("group.id", json!("other"), Busy),
        consumer("group.instance.id", json!("i"), Busy),
        consumer("partition.assignment.strategy", json!("roundrobin"), Busy),
        consumer("session.timeout.ms", json!(7_000), Busy),
        consumer("heartbeat.interval.ms", json!(1_000), Busy),
        consumer("max.poll.interval.ms", json!(2_000), Busy),
        consumer("max.poll.records", json!(1), Busy),
        consumer("enable.auto.commit", json!(false), Busy),
        consumer("auto.commit.interval.ms", json!(1_000), Busy),
        consumer("auto.offset.reset", json!("latest"), Busy),
        consumer("fetch.min.bytes", json!(100_000), Busy),
        consumer("fetch.max.bytes", json!(2_000), Busy),
        consumer("max.partition.fetch.bytes", json!(2_000), Busy),
        consumer("client.id", json!("zz"), Busy),
        consumer("request.timeout.ms", json!(2_000), Cut),
        consumer("default.api.timeout.ms", json!(2_000), Cut),
        consumer("retry.backoff.ms", json!(900), Outage),
        consumer("retry.backoff.max.ms", json!(5_000), Outage),
        consumer("reconnect.backoff.ms", json!(1_000), Outage),
        consumer("reconnect.backoff.max.ms", json!(9_000), Outage),
        consumer("socket.connection.setup.timeout.ms", json!(500), Cut),
        consumer("socket.connection.setup.timeout.max.ms", json!(10_000), Cut),
        consumer("metadata.max.age.ms", json!(5_000), Busy),
        consumer("metadata.recovery.strategy", json!("none"), Outage),
        consumer("metadata.recovery.rebootstrap.trigger.ms", json!(1_000), Cut),
        consumer("connections.max.idle.ms", json!(10_000), Busy),
        consumer("receive.buffer.bytes", json!(1_024), Busy),
        broker("group.initial.rebalance.delay.ms", json!(0), Busy),
        broker("group.min.session.timeout.ms", json!(20_000), Busy),
        broker("group.max.session.timeout.ms", json!(8_000), Busy),
        broker("group.max.size", json!(1), Busy),
        broker("offsets.commit.timeout.ms", json!(1), Busy),
        broker("offsets.topic.num.partitions", json!(9), Empty),
        broker("offsets.topic.replication.factor", json!(1), Crash),
        broker("group.coordinator.append.linger.ms", json!(200), Busy),
        broker("fetch.max.bytes", json!(2_000), Busy),
        broker("broker.session.timeout.ms", json!(30_000), Crash),
    ];
    let racks = |name, value: Value, besides| {
        (if name == "client.rack" { Scope::Consumer } else { Scope::Broker }, name, value, Crash, besides)
    };
    turns.extend([
        (Scope::Consumer, "fetch.max.wait.ms", json!(5_000), Busy, json!({"consumer fetch.min.bytes": 100_000})),
        racks("client.rack", json!("b"), json!({"broker replica.selector.class": "RackAwareReplicaSelector"})),
        racks("replica.selector.class", json!("RackAwareReplicaSelector"), json!({"consumer client.rack": "b"})),
        (
            Scope::Broker,
            "offsets.retention.minutes",
            json!(1),
            Empty,
            json!({"broker offsets.retention.check.interval.ms": 1_000}),
        ),
        (
            Scope::Broker,
            "offsets.retention.check.interval.ms",
            json!(1_000),
            Empty,
            json!({"broker offsets.retention.minutes": 1}),
        ),
        (
            Scope::Broker,
            "log.retention.check.interval.ms",
            json!(1_000),
            Old,
            json!({"topic retention.ms": 10_000, "topic segment.ms": 1_000}),
        ),
        (
            Scope::Topic,
            "retention.ms",
            json!(10_000),
            Old,
            json!({"broker log.retention.check.interval.ms": 1_000, "topic segment.ms": 1_000}),
        ),
        (
            Scope::Topic,
            "segment.ms",
            json!(1_000),
            Old,
            json!({"broker log.retention.check.interval.ms": 1_000, "topic retention.ms": 10_000}),
        ),
        (
            Scope::Topic,
            "retention.bytes",
            json!(100_000),
            Old,
            json!({"broker log.retention.check.interval.ms": 1_000, "topic segment.bytes": 1_048_576}),
        ),
        (
            Scope::Topic,
            "segment.bytes",
            json!(1_048_576),
            Old,
            json!({"broker log.retention.check.interval.ms": 1_000, "topic retention.bytes": 100_000}),
        ),
    ]);
    turns
}

fn settings() -> impl Iterator<Item = &'static Setting> {
    [Scope::Consumer, Scope::Broker, Scope::Topic].into_iter().flat_map(|scope| scope.settings())
}

/// Of these only names in the trace tell.
const NAMES: [&str; 1] = ["client.id"];

#[test]
fn each_setting_that_acts_changes_what_comes_of_a_run() {
    let turns = turns();
    let mut silent = Vec::new();
    for setting in settings().filter(|setting| setting.acts == Acts::Yes) {
        let turn = turns.iter().find(|turn| (turn.0, turn.1) == (setting.scope, setting.name));
        let Some(turn) = turn else {
            silent.push(format!("{} {}: nothing shows it", setting.scope, setting.name));
            continue;
        };
        let (before, after) = both(turn);
        let same = if NAMES.contains(&setting.name) {
            before.digest() == after.digest()
        } else {
            Summary::new(&before) == Summary::new(&after)
        };
        if same {
            silent.push(format!("{} {} = {} changes nothing", setting.scope, setting.name, turn.2));
        }
    }
    assert!(silent.is_empty(), "{}", silent.join("\n"));
}

/// Another value than the default.
fn other(setting: &Setting) -> Value {
    let default = serde_json::to_value((setting.default)()).unwrap();
    match (setting.kind, setting.limits) {
        (Type::Boolean, _) => json!(default != true),
        (_, Limits::OneOf(words)) => json!(words.iter().rfind(|word| default != **word).unwrap()),
        (Type::Short | Type::Int | Type::Long, _) => json!(default.as_i64().unwrap_or(1_000) + 1),
        _ => json!("other"),
    }
}

/// A consumer of the classic protocol that is given these is refused by Kafka, and here.
const REFUSED: [&str; 2] = ["group.remote.assignor", "share.acknowledgement.mode"];

#[test]
fn no_setting_changes_a_run_that_is_said_not_to_act() {
    for setting in settings().filter(|it| it.acts == Acts::No) {
        let (before, after) = both(&(setting.scope, setting.name, other(setting), Busy, json!({})));
        assert_eq!(before.digest() == after.digest(), !REFUSED.contains(&setting.name), "{}", setting.name);
    }
}
