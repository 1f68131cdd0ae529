use groupscope_core::simulation::GroupIx;

use crate::support::{Played, sizes, written};

const STORY: &str = "concurrency";

fn last(played: &Played, group: u16) -> String {
    written(&played.plans_of(GroupIx(group)).pop().unwrap())
}

#[test]
fn s83_client_id_names_the_client_and_begins_its_member_id() {
    let played = Played::of(STORY);
    for lanes in &played.run.lanes.groups {
        for member in &lanes.members {
            let name = played.name(member.consumer.unwrap());
            let rest = member.id.as_str().strip_prefix(name).unwrap();
            assert!(rest.len() == 37 && rest.starts_with('-'), "client.id, a dash and a UUID: {}", member.id);
        }
    }
    // K12: the order is one of texts.
    let mut scenario = played.story.scenario.clone();
    let two = scenario.consumers.iter_mut().find(|it| *it.name == *"app-d-2").unwrap();
    two.settings.insert("client.id".into(), "app-d-10".into());
    let other = Played::with(played.story.clone(), scenario);
    let plan = other.plans_of(GroupIx(2)).pop().unwrap();
    let of = |name: &str| plan.iter().find(|(it, _)| **it == *name).unwrap().1.join(" ");
    assert_eq!(
        (of("app-d-1"), of("app-d-2")),
        ("payments-2".into(), "payments-3".into()),
        "app-d-10 stands before app-d-3"
    );
    assert_eq!(of("app-d-4"), "", "-10 sorts before -2, and the last one idles as before");
}

#[test]
fn s89_a_local_and_a_shared_consumer_share_the_partitions() {
    let played = Played::of(STORY);
    assert_eq!(written(&played.plans()[1]), "local-0: orders-0 orders-1 | shared-0: orders-2");
    assert!(played.found("lost").is_some(), "a record of orders-2 is read by the shared one");
}

#[test]
fn s90_concurrency_is_the_number_of_consumers() {
    let played = Played::of(STORY);
    let plan = &played.plans()[3];
    assert_eq!(sizes(plan), [1, 1, 1, 0], "three consumers of one application on three partitions: one each");
}

#[test]
fn s91_five_consumers_of_one_application_and_one_of_another() {
    assert_eq!(
        last(&Played::of(STORY), 1),
        "app-a-0: payments-0 | app-a-1: payments-1 | app-a-2: payments-2 | app-a-3: payments-3 | app-a-4: payments-4 | app-b-0:"
    );
}

#[test]
fn s92_one_consumer_of_one_application_and_five_of_another() {
    assert_eq!(
        last(&Played::of(STORY), 2),
        "app-c-0: payments-0 | app-d-0: payments-1 | app-d-1: payments-2 | app-d-2: payments-3 | app-d-3: payments-4 | app-d-4:"
    );
}

#[test]
fn s93_ids_that_begin_with_00_and_enough_of_them_take_everything() {
    let played = Played::of(STORY);
    assert_eq!(
        written(&played.plans()[3]),
        "00-local-0: orders-0 | 00-local-1: orders-1 | 00-local-2: orders-2 | shared-0:"
    );
    // K12: static members come before dynamic ones, whatever these are called.
    let fixed = Played::trying(STORY, "static");
    let plan = written(&fixed.plans()[3]);
    assert!(plan.ends_with("shared-0: orders-0") && plan.contains("00-local-2: |"), "{plan}");
}

#[test]
fn s94_one_more_partition_gives_the_idle_consumer_work() {
    let played = Played::of(STORY);
    assert_eq!(
        last(&played, 0),
        "00-local-0: orders-0 | 00-local-1: orders-1 | 00-local-2: orders-2 | shared-0: orders-3"
    );
}
