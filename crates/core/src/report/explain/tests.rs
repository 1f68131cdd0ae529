use super::*;
use crate::{
    report::{Narration, Say},
    scenario::Scenario,
};

fn run(actions: &str) -> Run {
    let text = format!(
        r#"{{"groupscope":1,"network":{{"latency.ms":[20,20]}},"topics":[{{"name":"orders","partitions":4}}],
            "group":"g","until":60000,
            "consumers":[{{"name":"c1","at":0,"subscribe":["orders"]}},
                         {{"name":"c2","at":100,"subscribe":["orders"],"settings":{{"session.timeout.ms":12000}}}}],
            "actions":{actions}}}"#
    );
    Run::new(Scenario::parse(&text).unwrap().scenario)
}

/// The reasons for the first moment at which `say` is said.
fn chain(run: &Run, say: Say) -> Vec<Step> {
    let narration = Narration::of(run);
    let moment = narration.moments().iter().find(|moment| moment.say == say).expect("it is said");
    explain(run, moment.event)
}

#[test]
fn an_expired_session_leads_to_the_death_of_the_process_and_not_to_its_last_heartbeat() {
    for (actions, reason) in [
        (r#"[{"at":20000,"do":"kill","consumer":"c2"}]"#, Why::Killed),
        (r#"[{"at":20000,"do":"freeze","consumer":"c2"}]"#, Why::Frozen),
    ] {
        let run = run(actions);
        let steps = chain(&run, Say::SessionExpired);
        let reasons: Vec<_> = steps.iter().map(|step| step.why).collect();
        assert_eq!(reasons, [Why::Removed, Why::Session, reason, Why::Action]);
        assert_eq!(steps[3].at, 20_000);
        let decided = &steps[1].settings[0];
        let c2 = run.cast.consumer("c2");
        assert_eq!((decided.name, &decided.value, decided.whose), ("session.timeout.ms", &Value::Int(12_000), c2));
    }
}

#[test]
fn what_nobody_did_ends_where_the_scenario_starts_it() {
    let run = run("[]");
    let steps = chain(&run, Say::Stable);
    assert!(steps.iter().all(|step| step.why != Why::Action));
    assert_eq!(steps.last().map(|step| step.why), Some(Why::Starts));
}

#[test]
fn an_event_that_is_not_in_the_run_has_no_reasons() {
    let run = run("[]");
    assert!(explain(&run, EventId(run.trace.events.len() as u32)).is_empty());
}
