//! No script makes the player panic, whatever it says.

use proptest::{prelude::*, sample::select};
use serde_json::{Map, Value, json};

use super::{Script, play};
use crate::jsonl::Fields;

/// Any value for a field: mostly one that makes sense.
fn field(sensible: Vec<Value>) -> impl Strategy<Value = Value> {
    let odd = vec![
        json!(null),
        json!(""),
        json!(-1),
        json!(0),
        json!(1e99),
        json!(i64::MAX),
        json!(u64::MAX),
        json!(i64::MIN),
        json!([]),
        json!({}),
        json!([{}]),
        json!("☃-\u{0}"),
        json!(true),
    ];
    prop_oneof![30 => select(sensible), 1 => select(odd)]
}

fn object(fields: Vec<(&'static str, Vec<Value>)>) -> impl Strategy<Value = Map<String, Value>> {
    let fields: Vec<_> = fields.into_iter().map(|(name, values)| (Just(name.to_owned()), field(values))).collect();
    fields.prop_map(|fields| fields.into_iter().collect())
}

fn steps() -> impl Strategy<Value = Value> {
    let groups = || vec![json!("g"), json!("h"), json!("")];
    let ids = || ["", "c-1", "c-2", "c-3", "i1-1", "ghost"].map(Value::from).to_vec();
    let instances = || vec![json!(null), json!(null), json!("i1"), json!("i2")];
    let ms = || [-1, 0, 1, 6000, 10_000, i32::MAX].map(Value::from).to_vec();
    let generations = || [-1, 0, 1, 1, 2, 3, i32::MAX].map(Value::from).to_vec();
    let versions = || [0, 3, 4, 5, 7, 9, 9, -1, i32::from(i16::MAX)].map(Value::from).to_vec();
    let topics =
        || vec![json!([{"topic": "orders", "partitions": [0, 1, 0, -1]}, {"topic": "orders", "partitions": [0]}])];
    let join = object(vec![
        ("groupId", groups()),
        ("version", versions()),
        ("member", ids()),
        ("instance", instances()),
        ("clientId", vec![json!("c")]),
        ("host", vec![json!("/10.0.0.1")]),
        ("session", ms()),
        ("rebalance", ms()),
        ("protocolType", vec![json!("consumer"), json!("consumer"), json!("connect")]),
        (
            "protocols",
            vec![
                json!([{"name": "range", "metadata": "AAAAAAABAAZvcmRlcnP/////"}]),
                json!([{"name": "range", "metadata": "AA=="}, {"name": "range", "metadata": ""}]),
                json!([{"name": "", "metadata": "////"}]),
            ],
        ),
        ("newMemberId", ids()),
    ]);
    let sync = object(vec![
        ("groupId", groups()),
        ("version", versions()),
        ("member", ids()),
        ("generation", generations()),
        ("instance", instances()),
        ("assignments", vec![json!({}), json!({"c-1": "AQ==", "c-2": ""})]),
    ]);
    let heartbeat = object(vec![
        ("groupId", groups()),
        ("member", ids()),
        ("generation", generations()),
        ("instance", instances()),
    ]);
    let members = vec![json!([{"member": "c-1"}, {"member": "c-1"}, {"instance": "i1"}]), json!([]), json!([{}])];
    let leave = object(vec![("groupId", groups()), ("members", members)]);
    let offsets =
        vec![json!([{"topic": "orders", "partition": 0, "offset": 5}, {"topic": "", "partition": -5, "offset": -5}])];
    let commit = object(vec![
        ("groupId", groups()),
        ("version", versions()),
        ("member", ids()),
        ("generation", generations()),
        ("retention", vec![json!(null), json!(-1), json!(i64::MAX), json!(i64::MIN)]),
        ("offsets", offsets),
    ]);
    let fetch = object(vec![
        ("groupId", groups()),
        ("topics", topics()),
        ("all", vec![json!(true), json!(false)]),
        ("requireStable", vec![json!(true), json!(false)]),
    ]);
    let append = object(vec![
        ("of", (0..20).map(Value::from).collect()),
        ("error", vec![json!(null), json!(null), json!("NOT_ENOUGH_REPLICAS"), json!("NONE")]),
    ]);
    let named = |name: &'static str, fields: BoxedStrategy<Map<String, Value>>| (Just(name), fields);
    let delete = || object(vec![("groupId", groups()), ("topics", topics())]);
    let action = prop_oneof![
        6 => named("join", join.boxed()),
        4 => named("sync", sync.boxed()),
        3 => named("heartbeat", heartbeat.boxed()),
        2 => named("leave", leave.boxed()),
        2 => named("commit", commit.boxed()),
        1 => named("fetchOffsets", fetch.boxed()),
        1 => named("deleteGroup", delete().boxed()),
        1 => named("deleteOffsets", delete().boxed()),
        1 => named("expireOffsets", Just(Map::new()).boxed()),
        4 => named("append", append.boxed()),
        1 => named("failover", Just(Map::new()).boxed()),
        3 => named("tick", Just(Map::new()).boxed()),
    ];
    let wait = prop_oneof![8 => 0..5000_u64, 2 => 0..500_000_u64, 1 => any::<u64>()];
    prop::collection::vec((wait, action), 0..40).prop_map(|steps| {
        let mut at = 0_u64;
        let step = |(wait, (name, mut fields)): (u64, (&str, Map<String, Value>))| {
            at = at.saturating_add(wait);
            fields.insert("at".into(), json!(at));
            fields.insert("do".into(), json!(name));
            Value::Object(fields)
        };
        steps.into_iter().map(step).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn no_script_makes_the_player_panic(
        steps in steps(),
        delay in field(vec![json!(0), json!(3000), json!(-5)]),
        size in field(vec![json!(i32::MAX), json!(1), json!(0)]),
    ) {
        let settings = json!({
            "group.initial.rebalance.delay.ms": delay,
            "group.min.session.timeout.ms": -1,
            "group.max.session.timeout.ms": i32::MAX,
            "group.max.size": size,
            "offsets.commit.timeout.ms": 5000,
        });
        let script = |steps: &[Value]| json!({"id": 1, "settings": settings, "steps": steps});
        let read = |steps: &[Value]| Script::read(&script(steps), &mut Fields::default());
        // Scripts with nonsense in them are refused; what is left without it is played.
        let steps = steps.as_array().cloned().unwrap_or_default();
        let _refused_or_not = read(&steps).and_then(play);
        let readable: Vec<Value> = steps.into_iter().filter(|step| read(std::slice::from_ref(step)).is_ok()).collect();
        if let Ok(played) = read(&readable).and_then(play) {
            prop_assert_eq!(played.steps.len(), readable.len());
        }
    }
}
