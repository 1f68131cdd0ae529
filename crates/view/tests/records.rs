//! Pictures of one partition's records: whatever the run, the moment, the size and the language, labels neither overlap nor
//! are cut, and what the run did is to be seen.

mod common;

use groupscope_core::{
    report::delivery::Delivery,
    scenario::Scenario,
    simulation::{GroupIx, PartitionIx, Run},
};
use groupscope_view::{
    delivery::Records,
    geometry::Size,
    inspect::Inspector,
    mark::Mark,
    scene::{Form, Scene},
    token::Theme,
    words::Words,
};
use proptest::prelude::*;

/// Two consumers on one partition; the first is killed. `rate` records a second on top of `records`.
fn run(records: u32, rate: u32, process: u32, polled: u32, more: &str, kill: u32) -> Run {
    let consumer = |name: &str, at: u32| {
        format!(
            r#"{{"name":"{name}","at":{at},"subscribe":["payments"],"process.ms":{process},{more}"settings":
                {{"auto.offset.reset":"earliest","max.poll.records":{polled},"session.timeout.ms":6000,
                  "heartbeat.interval.ms":2000}}}}"#
        )
    };
    let text = format!(
        r#"{{"groupscope":1,"network":{{"latency.ms":[40,40]}},
            "cluster":{{"settings":{{"group.initial.rebalance.delay.ms":1000}}}},
            "topics":[{{"name":"payments","partitions":1,"records":{records},"produce.per.second":{rate}}}],
            "group":"billing","until":45000,
            "consumers":[{},{}],
            "actions":[{{"at":{kill},"do":"kill","consumer":"billing-1"}},
                       {{"at":{},"do":"restart","consumer":"billing-2","after":500}}]}}"#,
        consumer("billing-1", 150),
        consumer("billing-2", 450),
        kill + 18_000,
    );
    Run::new(Scenario::parse(&text).unwrap().scenario)
}

/// As story 11 has it: records 6 to 8 are done again.
fn story() -> Run {
    run(24, 0, 1000, 6, "", 12_700)
}

struct Seen {
    run: Run,
    delivery: Delivery,
    words: Words,
}

impl Seen {
    fn new(run: Run, words: Words) -> Self {
        let delivery = Delivery::of(&run, GroupIx(0), PartitionIx(0));
        Self { run, delivery, words }
    }

    fn records(&self) -> Records<'_> {
        Records { run: &self.run, delivery: &self.delivery, words: &self.words }
    }
}

const SIZES: [(f32, f32); 7] =
    [(1068.0, 510.0), (1068.0, 380.0), (760.0, 270.0), (704.0, 420.0), (520.0, 262.0), (390.0, 452.0), (320.0, 270.0)];

fn texts(scene: &Scene) -> Vec<String> {
    scene.texts().map(|(_, text)| text.content.at(scene.at).into_owned()).collect()
}

fn check(seen: &Seen, at: u64) -> Result<(), String> {
    for (w, h) in SIZES {
        let scene = seen.records().strip(at, Size { w, h }, Some(7));
        if scene.until <= at {
            return Err(format!("{w} × {h} at {at}: it holds for no time"));
        }
        for at in [at, scene.until - 1] {
            common::check_labels(&scene, at).map_err(|error| format!("strip {w} × {h} at {at}: {error}"))?;
        }
    }
    for (w, h) in [(1068.0, 380.0), (1068.0, 200.0), (390.0, 420.0)] {
        for window in [(0, 45_000), (10_000, 24_000)] {
            let scene = seen.records().chart(window, at, Size { w, h });
            common::check_labels(&scene, at).map_err(|error| format!("chart {w} × {h} at {at}: {error}"))?;
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn labels_neither_overlap_nor_leave_the_picture(
        records in 0_u32..3_000, rate in 0_u32..60, process in prop::sample::select(vec![3_u32, 40, 250, 1000]),
        polled in 1_u32..60, how in 0_usize..5, kill in 4_000_u32..20_000, at in prop::collection::vec(0_u64..45_000, 6), korean: bool,
    ) {
        let more = ["", r#""workers":2,"#, r#""commit":"sync","#, r#""commit":"sync.each","#, r#""commit":"none","#][how];
        let words = if korean { common::korean() } else { common::english() };
        let seen = Seen::new(run(records, rate, process, polled, more, kill), words);
        for at in at {
            check(&seen, at).map_err(TestCaseError::fail)?;
        }
    }
}

#[test]
fn every_moment_of_the_story_is_drawn_without_a_label_in_the_way_of_another() {
    for words in [common::english(), common::korean()] {
        let seen = Seen::new(story(), words);
        for at in (0..45_000).step_by(611) {
            check(&seen, at).unwrap();
        }
    }
}

#[test]
fn a_cell_is_there_for_each_record_in_the_log_and_in_each_readers_hands() {
    let seen = Seen::new(story(), common::english());
    let scene = seen.records().strip(24_000, Size { w: 1068.0, h: 420.0 }, None);
    let cells = |reader: Option<usize>| {
        let is = |mark: &&Mark| matches!(mark, Mark::Record { reader: of, .. } if *of == reader);
        scene.groups.iter().map(|group| &group.mark).filter(is).count()
    };
    // billing-1 fetched all 24, billing-2 those from the committed 6 on.
    assert_eq!([cells(None), cells(Some(0)), cells(Some(1))], [24, 24, 18]);
    let texts = texts(&scene);
    assert_eq!(texts.iter().filter(|text| *text == "2×").count(), 3, "6, 7 and 8");
    for text in [
        "committed 6",
        "log end 24",
        "processed to 9",
        "position 12",
        "processed again",
        "lag 18 = log end 24 − committed 6",
    ] {
        assert!(texts.iter().any(|it| it == text), "{text} is not in {texts:?}");
    }
    assert!(texts.iter().any(|text| text == "killed 12.700"));
}

#[test]
fn a_cell_fills_as_long_as_its_record_is_worked_on() {
    let seen = Seen::new(story(), common::english());
    let scene = seen.records().strip(12_500, Size { w: 1068.0, h: 420.0 }, None);
    let cell = scene
        .groups
        .iter()
        .find(|group| matches!(group.mark, Mark::Record { offset: 9, reader: Some(0), .. }))
        .unwrap();
    let moving = cell.shapes.iter().find(|shape| shape.motion.is_some()).expect("it is in work");
    let width = |at: u32| match *moving.form_at(at.into()) {
        Form::Rect(area, _) => area.w,
        _ => 0.0,
    };
    let motion = moving.motion.as_ref().unwrap();
    assert_eq!(motion.to - motion.from, 1000, "a second each");
    assert!(width(12_300) < width(12_600) && width(12_600) < 27.0);
}

#[test]
fn a_log_that_does_not_fit_is_broken_before_its_end() {
    let seen = Seen::new(run(400, 20, 40, 50, "", 20_000), common::english());
    let scene = seen.records().strip(15_000, Size { w: 1068.0, h: 420.0 }, None);
    let mut offsets: Vec<i64> = Vec::new();
    for group in &scene.groups {
        if let Mark::Record { offset, reader: None, .. } = group.mark {
            offsets.push(offset);
        }
    }
    assert!(offsets.is_sorted() && offsets.len() < 40);
    assert_eq!(offsets.windows(2).filter(|pair| pair[1] != pair[0] + 1).count(), 1, "one break");
    assert_eq!(*offsets.last().unwrap(), 400 + 20 * 15 - 1);
}

#[test]
fn every_text_stands_out_from_its_ground() {
    for seen in [
        Seen::new(story(), common::english()),
        Seen::new(run(12, 0, 1000, 6, r#""workers":1,"#, 12_700), common::english()),
    ] {
        for theme in [Theme::Light, Theme::Dark] {
            for at in [1_000, 5_000, 12_699, 13_000, 24_000, 44_000] {
                let scene = seen.records().strip(at, Size { w: 1068.0, h: 420.0 }, Some(7));
                common::check_contrast(&scene, theme).unwrap_or_else(|error| panic!("{at}: {error}"));
            }
        }
    }
}

#[test]
fn the_table_and_the_sheet_of_a_record_say_the_same() {
    let seen = Seen::new(story(), common::english());
    let table = seen.records().table(24_000);
    assert!(table.rows.iter().all(|row| row.len() == table.columns.len()));
    let row = table.rows.iter().find(|row| row[0] == "6–8").unwrap();
    assert_eq!(row[1..], ["processed by billing-1", "processed again by billing-2", "not committed"]);
    let (words, frame) = (common::english(), seen.run.frame(24_000));
    let inspector = Inspector { words: &words, run: &seen.run, frame: &frame };
    let mark = Mark::Record {
        group: 0,
        partition: groupscope_core::protocol::TopicPartition::new("payments", 0),
        offset: 7,
        reader: None,
    };
    let sheet = inspector.sheet(&mark, None).unwrap();
    let said: Vec<_> = sheet.rows.iter().map(|row| row.value.as_str()).collect();
    assert_eq!(
        said,
        [
            "written to the log",
            "fetched by billing-1",
            "returned to billing-1",
            "processed by billing-1",
            "billing-1 killed, not committed",
            "fetched by billing-2",
            "returned again, to billing-2",
            "processed again by billing-2",
        ]
    );
    assert_eq!((sheet.rows[4].label.as_str(), sheet.rows[4].at), ("12.700", Some(12_700)));
}
