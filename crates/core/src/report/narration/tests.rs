use super::*;
use crate::scenario::Scenario;

/// Two members of `g`, and what is done to them.
fn run(actions: &str, brokers: &str) -> Run {
    let text = format!(
        r#"{{"groupscope":1,"cluster":{{"brokers":{brokers}}},"network":{{"latency.ms":[20,20]}},
            "topics":[{{"name":"orders","partitions":4,"produce.per.second":8}}],"group":"g","until":60000,
            "consumers":[{{"name":"c1","at":0,"subscribe":["orders"],"settings":{{"session.timeout.ms":10000}}}},
                         {{"name":"c2","at":100,"subscribe":["orders"],"settings":{{"session.timeout.ms":10000}}}}],
            "actions":{actions}}}"#
    );
    Run::new(Scenario::parse(&text).unwrap().scenario)
}

fn says(run: &Run, at: u64) -> Vec<Say> {
    Narration::of(run).now(run, at).lines.iter().map(|line| line.say).collect()
}

const ONE: &str = r#"[{"id":1}]"#;

#[test]
fn what_has_just_happened_is_told_and_then_what_holds() {
    let run = run(r#"[{"at":20000,"do":"kill","consumer":"c2"}]"#, ONE);
    assert_eq!(says(&run, 15_000), [Say::CalmStable]);
    assert_eq!(says(&run, 20_000), [Say::Crash]);
    assert_eq!(says(&run, 25_000), [Say::CalmSilent]);
}

#[test]
fn a_coordinator_that_is_down_is_no_stable_group() {
    let brokers = r#"[{"id":1},{"id":2}]"#;
    let actions = r#"[{"at":20000,"do":"stopBroker","broker":2,"hard":true}]"#;
    let run = run(actions, brokers);
    assert_eq!(run.frame(10_000).groups[0].coordinator, "broker-2", "hash of \"g\": 103 mod 50 = 3");
    // Its session in the cluster lasts 9 s; the news of its stop has been read by then.
    assert_eq!(says(&run, 27_000), [Say::CalmDown]);
    assert!(!says(&run, 40_000).contains(&Say::CalmDown), "another broker leads the partition");
}

#[test]
fn a_sentence_is_full_at_first_sight_and_short_after_that() {
    let run = run(
        r#"[{"at":20000,"do":"restart","consumer":"c2","after":2000},{"at":40000,"do":"restart","consumer":"c2","after":2000}]"#,
        ONE,
    );
    let narration = Narration::of(&run);
    let leaves = narration.moments().iter().filter(|moment| moment.say == Say::Leave);
    assert_eq!(leaves.map(|moment| moment.first).collect::<Vec<_>>(), [true, false]);
}
