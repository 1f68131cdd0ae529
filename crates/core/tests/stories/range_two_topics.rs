use groupscope_core::simulation::GroupIx;

use crate::support::{Played, sizes, written};

const STORY: &str = "range-two-topics";

fn plan(played: &Played, group: u16) -> String {
    written(&played.plans_of(GroupIx(group))[0])
}

#[test]
fn s36_two_topics_of_four_are_even() {
    assert_eq!(
        plan(&Played::of(STORY), 0),
        "billing-1: orders-0 orders-1 refunds-0 refunds-1 | billing-2: orders-2 orders-3 refunds-2 refunds-3"
    );
}

#[test]
fn s37_two_topics_of_three_are_skewed_and_more_so_with_each_topic() {
    let played = Played::of(STORY);
    assert_eq!(
        plan(&played, 1),
        "ledger-1: invoices-0 invoices-1 payments-0 payments-1 | ledger-2: invoices-2 payments-2"
    );
    // Five topics of three: 10 against 5.
    let mut scenario = played.story.scenario.clone();
    let more = ["a", "b", "c"].map(|name| {
        let mut topic = scenario.topics[2].clone();
        topic.name = name.into();
        topic
    });
    scenario.topics.extend(more);
    for consumer in &mut scenario.consumers[2..] {
        consumer.subscribe.extend(["a", "b", "c"].map(Into::into));
    }
    let played = Played::with(played.story.clone(), scenario);
    assert_eq!(sizes(&played.plans_of(GroupIx(1))[0]), [10, 5]);
}

#[test]
fn s38_equal_partition_numbers_meet_on_one_member() {
    let numbers = |played: &Played, group: u16| {
        let plans = played.plans_of(GroupIx(group));
        plans[0].iter().all(|(_, share)| {
            let of = |topic: &str| {
                let mine = share.iter().filter_map(|name| name.strip_prefix(topic)).map(ToString::to_string);
                mine.collect::<Vec<_>>()
            };
            of("orders") == of("refunds") && of("invoices") == of("payments")
        })
    };
    let played = Played::of(STORY);
    assert!(numbers(&played, 0) && numbers(&played, 1));
    assert!(!numbers(&Played::trying(STORY, "roundrobin"), 1), "round robin does not keep them together");
}
