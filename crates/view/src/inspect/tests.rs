use std::sync::Arc;

use groupscope_core::{
    protocol::{ApiKey, ErrorCode, TopicPartition},
    simulation::{Simulation, trace::ExchangeId, trace::MessageId},
    story::Story,
};

use super::*;

const STORY: &str = include_str!("../../../../web/stories/crash-or-close.json");
const ENGLISH: &str = include_str!("../../../../web/i18n/en.ftl");

fn run() -> Run {
    let mut simulation = Simulation::new(Arc::new(Story::parse(STORY).unwrap().scenario));
    simulation.run_until(u64::MAX);
    simulation.run().clone()
}

fn look(run: &Run, mark: &Mark, at: u64, before: Option<u64>) -> Sheet {
    let words = Words::parse("en", ENGLISH).unwrap();
    let (frame, before) = (run.frame(at), before.map(|at| run.frame(at)));
    Inspector { words: &words, run, frame: &frame }.sheet(mark, before.as_ref()).unwrap()
}

fn row<'a>(sheet: &'a Sheet, label: &str) -> &'a Row {
    sheet.rows.iter().find(|row| row.label == label).unwrap_or_else(|| panic!("no {label} in {sheet:#?}"))
}

#[test]
fn a_reply_shows_its_error_with_the_code_and_what_comes_of_it() {
    let run = run();
    let told = |exchange: &&groupscope_core::simulation::trace::Exchange| {
        exchange.api == ApiKey::Heartbeat && exchange.error == ErrorCode::RebalanceInProgress
    };
    let place = run.trace.exchanges.iter().position(|exchange| told(&exchange)).unwrap();
    let exchange = run.trace.exchanges[place];
    let id = MessageId::reply(ExchangeId(place as u32));
    let sheet = look(&run, &Mark::Message(id.0), exchange.received().unwrap(), None);
    let error = row(&sheet, "error");
    assert_eq!((&*error.value, error.tone), ("27 REBALANCE_IN_PROGRESS", Tone::Notice));
    assert!(row(&sheet, "effect").value.ends_with("joins again at its next poll()"));
    let cause = run.trace.event(sheet.event.unwrap());
    assert_eq!(cause.at, exchange.answered().unwrap());
}

#[test]
fn what_has_changed_since_the_last_stop_is_marked() {
    let run = run();
    let sheet = look(&run, &Mark::Consumer(1), 44_100, Some(43_000));
    let client = row(&sheet, "client");
    assert_eq!((&*client.value, client.tone, client.changed), ("no process", Tone::Bad, true));
    assert!(!row(&sheet, "member id").changed);
    assert!(look(&run, &Mark::Consumer(1), 44_100, None).rows.iter().all(|row| !row.changed));
}

#[test]
fn a_partition_that_nobody_reads_says_since_when() {
    let run = run();
    let mine = run.frame(43_000).consumers[1].owned[0].clone();
    let sheet = look(&run, &Mark::Partition(mine), 50_000, None);
    let owner = row(&sheet, "read by");
    assert_eq!(owner.tone, Tone::Bad);
    assert!(owner.value.contains("44.000"), "{}", owner.value);
}

#[test]
fn a_timer_names_the_setting_that_decides() {
    let run = run();
    let sheet = look(&run, &Mark::Session(1), 50_000, None);
    assert_eq!(sheet.settings, ["session.timeout.ms"]);
    let end: &str = &row(&sheet, "session ends").value;
    let expired = run.frame(60_000).groups[0].members.len();
    assert!(end > "50" && expired == 2, "{end}");
}

#[test]
fn what_is_not_there_has_no_fields() {
    let run = run();
    let words = Words::parse("en", ENGLISH).unwrap();
    let frame = run.frame(0);
    let inspector = Inspector { words: &words, run: &run, frame: &frame };
    for mark in [
        Mark::Consumer(99),
        Mark::Message(u32::MAX),
        Mark::Broker(99),
        Mark::Desk(99),
        Mark::Partition(TopicPartition::new("no", 0)),
        Mark::Session(0),
        Mark::Decor,
    ] {
        assert_eq!(inspector.sheet(&mark, None), None, "{mark:?}");
    }
}
