use std::sync::Arc;

use groupscope_core::{protocol::ApiKey, scenario::Scenario, simulation::frame::Process};
use groupscope_view::words::Words;
use serde_json::Value;

use super::*;
use crate::session::{Action, Opening, edit, history::Change, story::Catalogue};

const TEXT: &str = r#"{"groupscope":1,"group":"g","network":{"latency.ms":[40,40]},"until":60000,
    "cluster":{"brokers":[{"id":1},{"id":2}]},
    "topics":[{"name":"t","partitions":2,"produce.per.second":10}],
    "consumers":[{"name":"c1","at":0,"subscribe":["t"]},{"name":"c2","at":0,"subscribe":["t"]},
                 {"name":"alone","at":0,"assign":{"t":[0]}}]}"#;

/// A session at a moment, ms, when both consumers have read for long.
fn session_at(at: u64) -> Session {
    let words = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/i18n/en.ftl")).unwrap();
    let scenario = Arc::new(Scenario::parse(TEXT).unwrap().scenario);
    let opening = Opening { scenario, story: None, at };
    Session::new(Rc::new(Catalogue::default()), Rc::new(Words::parse("en", &words).unwrap()), opening)
}

fn deeds(session: &Session, thing: &Mark) -> Vec<Deed> {
    let lines = menu(session, Some(thing)).lines.into_iter();
    lines.filter_map(|line| if let Line::Deed(deed) = line { Some(deed) } else { None }).collect()
}

/// The actions of a deed as it is proposed.
fn proposed(deed: &Deed) -> Vec<Value> {
    match &deed.does {
        Does::Now(all) => all.iter().map(|what| serde_json::to_value(what).unwrap()).collect(),
        Does::Ask(form) => form.actions(&form.fields.iter().map(|field| field.value.clone()).collect::<Vec<_>>()),
        Does::Take(_) | Does::Read(_) => Vec::new(),
    }
}

/// Does it; panics with what is wrong with it.
fn perform(session: &mut Session, deed: &Deed) {
    let at = if let Does::Ask(form) = &deed.does { form.at } else { deed.at };
    let changed =
        edit::act_all(session.scenario(), at, proposed(deed)).unwrap_or_else(|error| panic!("{deed:?}: {error}"));
    session.reduce(Action::Change(Arc::new(changed), Change::Edited));
}

/// All deeds of all things, in the menus of this session.
fn all(session: &Session) -> Vec<Deed> {
    let lines = menu(session, None).lines.into_iter();
    lines
        .flat_map(|line| match line {
            Line::Deed(deed) => vec![deed],
            Line::Into(_, mark) => deeds(session, &mark),
        })
        .collect()
}

#[test]
fn every_word_of_the_scenario_can_be_done_from_a_menu() {
    let mut session = session_at(20_000);
    let mut words: Vec<String> = Vec::new();
    let note = |session: &Session, words: &mut Vec<String>| {
        let done = all(session).iter().flat_map(proposed).collect::<Vec<_>>();
        words.extend(done.into_iter().map(|action| action["do"].as_str().unwrap().to_owned()));
    };
    note(&session, &mut words);
    let partition = Mark::Partition(groupscope_core::protocol::TopicPartition::new("t", 0));
    words.extend(deeds(&session, &partition).iter().flat_map(proposed).map(|it| it["do"].as_str().unwrap().to_owned()));
    // Some can be done only after others.
    for word in ["freeze", "cut", "pause", "stopBroker", "kill"] {
        let fits = |deed: &Deed| proposed(deed).first().is_some_and(|action| action["do"] == word);
        let deed = all(&session).into_iter().find(fits).unwrap_or_else(|| panic!("nobody can {word}"));
        perform(&mut session, &deed);
        session.reduce(Action::Seek(session.moment + 3_000));
        note(&session, &mut words);
    }
    let missing: Vec<_> = Do::WORDS
        .iter()
        // That of the header's own button.
        .filter(|word| **word != "addConsumer" && !words.iter().any(|done| done == *word))
        // Messages on their way have tests of their own.
        .filter(|word| !matches!(**word, "drop" | "delay"))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn what_a_menu_proposes_can_be_done() {
    let session = session_at(20_000);
    for deed in all(&session) {
        perform(&mut session.clone(), &deed);
    }
}

/// A moment at which a heartbeat is on its way, and the session there.
fn heartbeat_on_its_way() -> (Session, u32) {
    let mut session = session_at(20_000);
    session.film.finish();
    let sent = {
        let run = session.film.run();
        let mut sent = run.trace.exchanges.iter().filter(|it| it.api == ApiKey::Heartbeat).map(|it| it.sent());
        sent.find(|at| *at > 20_000).unwrap()
    };
    session.reduce(Action::Seek(sent + 20));
    let message = session.frame.in_flight.iter().find(|message| message.api == ApiKey::Heartbeat).unwrap().id;
    (session, message)
}

#[test]
fn a_message_in_flight_is_dropped_and_no_other_one() {
    let (mut session, id) = heartbeat_on_its_way();
    let drop = deeds(&session, &Mark::Message(id)).remove(0);
    perform(&mut session, &drop);
    session.film.finish();
    let run = session.film.run();
    let lost: Vec<_> = run.trace.exchanges.iter().enumerate().filter(|(_, it)| it.lost().is_some()).collect();
    assert_eq!(lost.len(), 1);
    assert_eq!((lost[0].0 as u32 * 2, lost[0].1.api), (id, ApiKey::Heartbeat));
}

#[test]
fn a_message_in_flight_is_delayed_by_what_was_asked() {
    let (mut session, id) = heartbeat_on_its_way();
    let arrives = |session: &Session| session.film.run().trace.exchanges[id as usize / 2].arrived().unwrap();
    let before = arrives(&session);
    let delay = deeds(&session, &Mark::Message(id)).remove(1);
    perform(&mut session, &delay);
    session.film.finish();
    assert_eq!(arrives(&session), before + 1_000);
}

#[test]
fn a_cut_link_can_be_healed() {
    let mut session = session_at(20_000);
    let find = |session: &Session, word: &str| {
        let fits = |deed: &Deed| proposed(deed).first().is_some_and(|action| action["do"] == word);
        deeds(session, &Mark::Consumer(0)).into_iter().find(fits)
    };
    assert!(find(&session, "heal").is_none());
    let cut = find(&session, "cut").unwrap();
    assert_eq!(proposed(&cut).len(), 2, "both ways");
    perform(&mut session, &cut);
    session.reduce(Action::Seek(25_000));
    let heal = find(&session, "heal").unwrap();
    perform(&mut session, &heal);
    assert!(find(&session, "heal").is_none());
}

#[test]
fn a_dead_process_can_only_be_started() {
    let mut session = session_at(20_000);
    let kill = deeds(&session, &Mark::Consumer(1)).into_iter().find(|deed| deed.text.contains("kill")).unwrap();
    perform(&mut session, &kill);
    assert_eq!(session.frame.consumers[1].process, Process::Killed);
    let words: Vec<_> =
        deeds(&session, &Mark::Consumer(1)).iter().flat_map(proposed).map(|it| it["do"].clone()).collect();
    assert_eq!(words, ["start", "set"]);
}

#[test]
fn an_answer_that_is_no_number_is_refused_with_its_place() {
    let session = session_at(20_000);
    let restart =
        deeds(&session, &Mark::Consumer(0)).into_iter().find(|deed| deed.text.starts_with("Restart")).unwrap();
    let Does::Ask(form) = &restart.does else { panic!("{restart:?}") };
    assert_eq!(form.fields[0].label, "after");
    let error = edit::act_all(session.scenario(), form.at, form.actions(&["soon".into()])).unwrap_err();
    assert_eq!(error.problems[0].path, "after");
}

#[test]
fn a_fault_on_the_timeline_can_be_taken_out() {
    let mut session = session_at(20_000);
    let before = session.scenario().clone();
    let kill = deeds(&session, &Mark::Consumer(1)).into_iter().find(|deed| deed.text.contains("kill")).unwrap();
    perform(&mut session, &kill);
    let take = deeds(&session, &Mark::Event(0)).remove(0);
    assert_eq!(take.does, Does::Take(0));
    assert_eq!(edit::take(session.scenario(), 0).unwrap(), *before);
}
