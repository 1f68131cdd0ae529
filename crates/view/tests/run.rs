//! Pictures of a whole run: a crash, a newcomer, a clean close.

mod common;

use groupscope_core::{scenario::Scenario, simulation::Run};
use groupscope_view::{
    condition::Condition,
    geometry::Size,
    mark::Mark,
    scene::Scene,
    sequence::{self, sequence},
    stage::{self, stage},
    timeline::{self, EventKind, History},
};

fn run() -> Run {
    Run::new(Scenario::parse(include_str!("fixtures/crash.json")).unwrap().scenario)
}

#[test]
fn the_history_tells_what_the_scenario_did() {
    let run = run();
    let history = History::of(&run, 0..run.scenario.until, &common::english());
    let names: Vec<_> = history.consumers.iter().map(|track| track.name.as_str()).collect();
    assert_eq!(names, ["billing-1", "billing-2", "billing-3", "billing-4"]);
    let is = |place: usize, at: u64| {
        let mut conditions = history.consumers[place].conditions.iter();
        conditions.find(|stretch| stretch.holds_at(at)).map(|stretch| stretch.value)
    };
    // Killed at 17 s, with a session of 10 s: the group counts on it until then.
    assert_eq!(
        (is(1, 16_999), is(1, 17_000), is(1, 28_000)),
        (Some(Condition::Stable), Some(Condition::NoProcess), Some(Condition::Closed))
    );
    assert_eq!((is(3, 1_000), is(2, 50_000)), (Some(Condition::Absent), Some(Condition::Closed)));
    assert_eq!(history.consumers[1].sessions.len(), 1, "the session that ran out is shown");
    assert!(history.consumers[0].heartbeats.len() > 5);
    assert!(history.consumers[3].parked.iter().any(|wait| wait.to > wait.from));
    let unread =
        history.partitions.iter().filter(|track| track.readers.iter().any(|s| s.value.is_none() && s.from == 17_000));
    assert_eq!(unread.count(), 3, "what billing-2 had lies unread from its death on");
    let faults: Vec<_> = history.events.iter().map(|event| (event.at, event.kind, event.name.as_str())).collect();
    assert_eq!(faults, [(17_000, EventKind::Fault, "kill billing-2"), (40_000, EventKind::Action, "close billing-3")]);
}

#[test]
fn a_window_of_a_history_is_the_whole_one_cut_out() {
    let run = run();
    let part = History::of(&run, 10_000..20_000, &common::english());
    let phases = &part.groups[0].phases;
    assert_eq!(
        (phases.first().map(|phase| phase.from), phases.last().map(|phase| phase.to)),
        (Some(10_000), Some(20_000))
    );
    assert!(part.consumers[0].heartbeats.iter().all(|at| (10_000..20_000).contains(at)));
}

#[test]
fn every_moment_of_the_run_is_drawn_without_a_label_in_the_way_of_another() {
    let run = run();
    for words in [common::english(), common::korean()] {
        let history = History::of(&run, 0..run.scenario.until, &words);
        for at in (0..60_000).step_by(733).chain([6_600, 6_650, 20_250, 20_300, 21_620, 26_690, 26_750]) {
            let frame = run.frame(at);
            for (w, h) in [(1068.0, 546.0), (760.0, 286.0), (390.0, 492.0)] {
                let scene = stage(&frame, Size { w, h }, &words, &stage::Options::default());
                common::check_labels(&scene, at).unwrap_or_else(|error| panic!("stage {w} at {at}: {error}"));
            }
            let options = timeline::Options { at: Some(at), playhead: true, ..timeline::Options::default() };
            let scene = timeline::timeline(&history, Size { w: 1068.0, h: 262.0 }, &words, &options);
            common::check_labels(&scene, at).unwrap_or_else(|error| panic!("timeline at {at}: {error}"));
        }
    }
}

#[test]
fn a_scene_holds_until_its_frame_changes_at_the_latest() {
    let run = run();
    let words = common::english();
    let mut at = 20_000;
    while at < 22_000 {
        let frame = run.frame(at);
        let scene = stage(&frame, Size { w: 1068.0, h: 546.0 }, &words, &stage::Options::default());
        assert!(at < scene.until && scene.until <= frame.until.max(at + 1), "{at}: {} {}", scene.until, frame.until);
        at = scene.until;
    }
}

fn messages(scene: &Scene) -> usize {
    scene.groups.iter().filter(|group| matches!(group.mark, Mark::Message(_))).count()
}

#[test]
fn the_sequence_shows_each_message_once_and_folds_what_is_quiet() {
    let run = run();
    for words in [common::english(), common::korean()] {
        for width in [390.0, 760.0, 1068.0, 1548.0] {
            let options = sequence::Options { at: Some(21_000), ..sequence::Options::default() };
            let (heads, body) = sequence(&run, 16_000..30_000, width, &words, &options);
            for scene in [&heads, &body] {
                common::check_labels(scene, 21_000).unwrap_or_else(|error| panic!("{width}: {error}"));
            }
            let all = sequence::Options { heartbeats: true, ..options };
            let (_, unfolded) = sequence(&run, 16_000..30_000, width, &words, &all);
            assert!(messages(&unfolded) > messages(&body) && messages(&body) > 20);
        }
    }
}

#[test]
fn a_fold_is_unfolded_and_folded_again_by_its_beginning() {
    let run = run();
    let words = common::english();
    let folds = |scene: &Scene| -> Vec<u64> {
        let marks = scene.groups.iter().map(|group| &group.mark);
        marks.filter_map(|mark| if let Mark::Fold(from) = mark { Some(*from) } else { None }).collect()
    };
    let shown = |unfolded: &[u64]| {
        let options =
            sequence::Options { unfolded: unfolded.iter().copied().collect(), ..sequence::Options::default() };
        sequence(&run, 16_000..30_000, 1068.0, &words, &options).1
    };
    let folded = shown(&[]);
    let first = *folds(&folded).first().expect("heartbeats are folded");
    let one = shown(&[first]);
    common::check_labels(&one, 21_000).unwrap();
    assert!(messages(&one) > messages(&folded));
    assert_eq!(folds(&one), folds(&folded), "the fold keeps its beginning, so that it can be closed");
    let all = sequence::Options { heartbeats: true, ..sequence::Options::default() };
    let every = shown(&folds(&folded));
    assert_eq!(messages(&every), messages(&sequence(&run, 16_000..30_000, 1068.0, &words, &all).1));
}

#[test]
fn at_most_six_lifelines_stand_and_the_others_are_counted() {
    let run = run();
    let words = common::english();
    let (heads, _) = sequence(&run, 0..60_000, 390.0, &words, &sequence::Options::default());
    assert!(heads.groups.iter().any(|group| matches!(&group.mark, Mark::Consumers(others) if others.len() == 3)));
    let pinned = sequence::Options { pinned: vec![3], ..sequence::Options::default() };
    let (heads, _) = sequence(&run, 0..60_000, 390.0, &words, &pinned);
    assert!(heads.find(&Mark::Consumer(3)).is_some(), "a pinned consumer has its lifeline");
}

#[test]
fn the_tables_tell_what_the_pictures_show() {
    let run = run();
    let words = common::english();
    let [groups, consumers, partitions] = stage::table(&run.frame(20_260), &words).try_into().unwrap();
    assert_eq!(groups.rows[0][..4], ["billing", "Stable", "1", "billing-1"]);
    assert_eq!((consumers.rows[1][0].as_str(), consumers.rows[1][1].as_str()), ("billing-2", "no process"));
    assert_eq!((partitions.rows.len(), partitions.rows[2][1].as_str()), (8, "nobody"));
    let history = History::of(&run, 0..60_000, &words);
    let table = timeline::table(&history, &words);
    assert!(table.rows.iter().any(|row| row[0] == "billing-2" && row[1] == "no process" && row[2] == "00:17.000"));
    assert!(table.rows.iter().all(|row| row.len() == table.columns.len()));
}

#[test]
fn hardly_a_pill_leaves_its_place_while_its_message_flies() {
    let run = run();
    let words = common::english();
    let mut places = std::collections::BTreeMap::new();
    let (mut at, mut seen, mut moved) = (0, 0, Vec::new());
    while at < 45_000 {
        let scene = stage(&run.frame(at), Size { w: 1068.0, h: 546.0 }, &words, &stage::Options::default());
        for group in scene.groups.iter().filter(|group| group.boxed) {
            if let Mark::Message(id) = group.mark {
                let form = group.shapes[0].form.clone();
                seen += usize::from(!places.contains_key(&id));
                if *places.entry(id).or_insert_with(|| form.clone()) != form {
                    moved.push((at, id));
                    places.insert(id, form);
                }
            }
        }
        at = scene.until;
    }
    assert!(seen > 50);
    assert!(moved.len() * 100 <= seen, "{moved:?} of {seen} pills");
}

#[test]
fn what_is_selected_or_lit_stands_out() {
    let run = run();
    let (words, frame) = (common::english(), run.frame(20_260));
    let size = Size { w: 1068.0, h: 546.0 };
    let width = |options: &stage::Options, mark: &Mark| {
        let scene = stage(&frame, size, &words, options);
        scene.find(mark).and_then(|group| group.shapes[0].paint.stroke).map_or(0.0, |stroke| stroke.width)
    };
    let consumer = Mark::Consumer(0);
    let partition = Mark::Partition(groupscope_core::protocol::TopicPartition::new("orders", 0));
    let selected = stage::Options { selected: Some(consumer.clone()), ..stage::Options::default() };
    let lit = stage::Options { lit: Some(0), ..stage::Options::default() };
    let none = stage::Options::default();
    assert!(width(&selected, &consumer) > width(&none, &consumer));
    assert!(width(&lit, &partition) > width(&none, &partition));
}
