use groupscope_core::config::Assignor;

use super::{
    Action, Chosen, Lab, View,
    document::{Change, Document, Member},
    map::Map,
    matrix::{Cell, Matrix, differences},
    outcome::Plan,
    presets, why,
};

fn preset(id: &str) -> Lab {
    Lab::open(id, None, None).unwrap()
}

fn written(plan: &Plan) -> String {
    let mut shares: Vec<String> = plan
        .iter()
        .map(|(member, share)| {
            let mut share = share.clone();
            share.sort();
            share.iter().fold(format!("{member}:"), |text, partition| format!("{text} {partition}"))
        })
        .collect();
    shares.sort();
    shares.join(" | ")
}

/// What an assignor gives in a generation of a preset.
fn given(lab: &Lab, assignor: Assignor, at: usize) -> String {
    let mut lab = lab.clone();
    lab.reduce(Action::At(at)).unwrap();
    let outcome = lab.outcomes().find(|outcome| outcome.assignor == assignor).unwrap();
    written(&outcome.given.as_ref().unwrap().last)
}

fn matrix(lab: &Lab, assignor: Assignor) -> Matrix {
    let place = Assignor::ALL.iter().position(|it| *it == assignor).unwrap();
    lab.matrices().swap_remove(place)
}

/// The counts of shares, in the order of the members.
fn sizes(lab: &Lab, assignor: Assignor) -> Vec<usize> {
    let matrix = matrix(lab, assignor);
    matrix.tallies(&[]).iter().map(|tally| tally.has).collect()
}

#[test]
fn s34_seven_partitions_are_shared_by_one_to_eight_members() {
    let expected: [&[usize]; 8] = [
        &[7],
        &[4, 3],
        &[3, 2, 2],
        &[2, 2, 2, 1],
        &[2, 2, 1, 1, 1],
        &[2, 1, 1, 1, 1, 1],
        &[1; 7],
        &[1, 1, 1, 1, 1, 1, 1, 0],
    ];
    let mut lab = preset("seven-partitions");
    for (at, expected) in expected.into_iter().enumerate() {
        lab.reduce(Action::At(at)).unwrap();
        assert_eq!(sizes(&lab, Assignor::Range), expected, "S33, S34, S35: {} members", at + 1);
    }
}

#[test]
fn s36_range_gives_two_topics_of_four_evenly_and_the_same_numbers_to_the_same_member() {
    let shares = given(&preset("range-two-topics"), Assignor::Range, 0);
    assert_eq!(shares, "C0: t0-0 t0-1 t1-0 t1-1 | C1: t0-2 t0-3 t1-2 t1-3", "S36, S38");
}

#[test]
fn s37_range_gives_the_first_of_two_members_more_where_round_robin_does_not() {
    let lab = preset("range-skew");
    assert_eq!(given(&lab, Assignor::Range, 0), "C1: T1-0 T1-1 T2-0 T2-1 | C2: T1-2 T2-2", "S37");
    assert_eq!(given(&lab, Assignor::RoundRobin, 0), "C1: T1-0 T1-2 T2-1 | C2: T1-1 T2-0 T2-2", "S41");
}

#[test]
fn s39_range_gives_the_rest_to_the_first_members() {
    assert_eq!(given(&preset("three-by-two"), Assignor::Range, 0), "A: orders-0 orders-1 | B: orders-2", "S39");
    let five = given(&preset("five-by-three"), Assignor::Range, 0);
    assert_eq!(five, "A: orders-0 orders-1 | B: orders-2 orders-3 | C: orders-4", "S40");
}

#[test]
fn s42_different_subscriptions_and_one_leaves() {
    let lab = preset("different-subscriptions");
    let round_robin = [0, 1].map(|at| given(&lab, Assignor::RoundRobin, at));
    assert_eq!(round_robin[0], "C0: t1-0 | C1: t2-0 | C2: t2-1 t3-0 t3-1 t3-2", "S42");
    assert_eq!(round_robin[1], "C1: t1-0 t2-1 | C2: t2-0 t3-0 t3-1 t3-2", "S44");
    let sticky = [0, 1].map(|at| given(&lab, Assignor::Sticky, at));
    assert_eq!(sticky[0], "C0: t1-0 | C1: t2-0 t2-1 | C2: t3-0 t3-1 t3-2", "S43");
    assert_eq!(sticky[1], "C1: t1-0 t2-0 t2-1 | C2: t3-0 t3-1 t3-2", "S44");
}

#[test]
fn s45_sticky_moves_only_what_the_one_who_left_had() {
    let lab = preset("sticky-keeps");
    let start = "C0: t0-0 t1-1 t3-0 | C1: t0-1 t2-0 t3-1 | C2: t1-0 t2-1";
    assert_eq!([Assignor::RoundRobin, Assignor::Sticky].map(|it| given(&lab, it, 0)), [start, start], "S45");
    let sticky = "C0: t0-0 t0-1 t1-1 t3-0 | C2: t1-0 t2-0 t2-1 t3-1";
    assert_eq!(given(&lab, Assignor::Sticky, 1), sticky, "S46");
    let round_robin = "C0: t0-0 t1-0 t2-0 t3-0 | C2: t0-1 t1-1 t2-1 t3-1";
    assert_eq!(given(&lab, Assignor::RoundRobin, 1), round_robin, "S46");
    let moved = |assignor| {
        let matrix = matrix(&lab, assignor);
        matrix.tallies(&[]).iter().map(|tally| tally.moved).sum::<usize>()
    };
    assert_eq!((moved(Assignor::RoundRobin), moved(Assignor::Sticky)), (5, 3), "S46, S47, S48");
}

#[test]
fn s49_what_changes_hands_is_revoked_first_and_given_in_the_next_round() {
    let lab = preset("one-more");
    let matrix = matrix(&lab, Assignor::CooperativeSticky);
    let of = |row: usize, cell| (0..6).filter(|&column| matrix.cell(row, column) == cell).count();
    assert_eq!((of(0, Cell::Revokes), of(1, Cell::Revokes), of(2, Cell::Withheld)), (1, 1, 2), "S49");
    assert_eq!((of(0, Cell::Kept), of(1, Cell::Kept)), (2, 2));
    let outcome = lab.outcomes().find(|it| it.assignor == Assignor::CooperativeSticky).unwrap();
    let given = outcome.given.as_ref().unwrap();
    assert_eq!((given.rounds, given.generation, given.last_figures.shares.width()), (2, 3, 0));
    // Eager ones give all at once.
    let matrix = super::tests::matrix(&lab, Assignor::Sticky);
    assert_eq!((0..6).filter(|&column| matrix.cell(2, column) == Cell::Moved(0)).count(), 1, "S50");
}

#[test]
fn every_claim_of_a_preset_is_asserted_here() {
    let said: Vec<&str> = include_str!("tests.rs").split(|it: char| !it.is_ascii_alphanumeric()).collect();
    for preset in presets::all() {
        for claim in &preset.claims {
            assert!(said.contains(&claim.as_str()), "{}: {claim}", preset.id);
        }
    }
}

#[test]
fn s91_six_members_on_five_partitions_and_the_last_in_order_idles() {
    assert_eq!(sizes(&preset("applications"), Assignor::Range), [1, 1, 1, 1, 1, 0], "S91");
}

#[test]
fn the_mixed_subscriptions_of_the_lab_are_balanced_as_far_as_they_can_be() {
    let lab = preset("revoke-first");
    let shares = |assignor| sizes(&lab, assignor);
    assert_eq!(shares(Assignor::Range), [5, 0, 1]);
    assert_eq!(shares(Assignor::RoundRobin), [4, 0, 2]);
    assert_eq!(shares(Assignor::Sticky), [3, 0, 3]);
    assert_eq!(shares(Assignor::CooperativeSticky), [3, 0, 2], "one partition is withheld");
}

#[test]
fn a_member_with_a_rack_gets_the_partitions_that_have_a_replica_there() {
    let lab = preset("racks");
    for outcome in lab.outcomes().filter(|it| it.assignor != Assignor::RoundRobin) {
        let figures = &outcome.given.as_ref().unwrap().figures;
        assert_eq!((figures.rack_matches, figures.rack_chances), (6, 6), "{:?}", outcome.assignor);
    }
}

#[test]
fn results_that_differ_are_told_apart() {
    let differ = |id: &str, at| {
        let mut lab = preset(id);
        lab.reduce(Action::At(at)).unwrap();
        differences(&lab.matrices())
    };
    assert_eq!(differ("different-subscriptions", 0), [false, false, true, false, false, false], "only t2-1");
    assert_eq!(differ("five-by-three", 0), [false, true, true, true, true]);
}

#[test]
fn a_leave_is_a_rebalance_and_a_change_at_the_start_is_not() {
    let mut lab = preset("five-by-three");
    lab.reduce(Action::Do(Change::Leave("B".into()))).unwrap();
    assert_eq!((lab.at, lab.generations(), lab.group().members.len()), (1, 2, 2));
    assert_eq!(lab.away().iter().map(|it| it.id.as_str()).collect::<Vec<_>>(), ["B"]);
    lab.reduce(Action::At(0)).unwrap();
    let newcomer = lab.newcomer();
    lab.reduce(Action::Do(Change::Join(newcomer))).unwrap();
    assert_eq!((lab.at, lab.generations(), lab.group().members.len()), (0, 2, 4), "the leave still comes after");
    lab.reduce(Action::RemoveMember("B".into())).unwrap();
    assert_eq!(lab.generations(), 1, "who is not there cannot leave");
    lab.reduce(Action::Undo(true)).unwrap();
    assert_eq!((lab.generations(), lab.group().members.len()), (2, 4));
    lab.reduce(Action::Undo(false)).unwrap();
    assert_eq!(lab.generations(), 1);
}

#[test]
fn a_change_in_a_generation_puts_its_own_future_in_place_of_the_old_one() {
    let mut lab = preset("seven-partitions");
    lab.reduce(Action::Do(Change::Leave("C0".into()))).unwrap();
    assert_eq!((lab.at, lab.generations(), lab.group().members.len()), (3, 4, 2));
    lab.reduce(Action::Undo(true)).unwrap();
    assert_eq!((lab.at, lab.generations()), (2, 8));
}

#[test]
fn what_cannot_be_changes_nothing() {
    let mut lab = preset("three-by-two");
    let before = lab.document().clone();
    let twin = Member { id: "A".into(), ..lab.group().members[1].clone() };
    let error = lab.reduce(Action::Edit("B".into(), twin)).unwrap_err();
    assert!(error.to_string().contains("two members have the id \"A\""), "{error}");
    assert_eq!(*lab.document(), before);
}

#[test]
fn a_link_holds_the_whole_lab() {
    let mut lab = preset("one-more");
    assert_eq!(lab.address(), ("one-more".into(), None));
    let renamed = Member { id: "consumer-1".into(), rack: Some("a".into()), ..lab.group().members[0].clone() };
    lab.reduce(Action::At(0)).unwrap();
    lab.reduce(Action::Edit("C0".into(), renamed)).unwrap();
    lab.reduce(Action::Do(Change::Leave("consumer-1".into()))).unwrap();
    let (name, packed) = lab.address();
    assert_eq!(Lab::open(&name, packed.as_deref(), None).unwrap().document(), lab.document());
    assert!(Lab::open("1", Some("xx"), None).unwrap_err().to_string().contains("damaged"));
    let error = Lab::open("nothing", None, None).unwrap_err().to_string();
    assert!(error.contains("there is no lab \"nothing\"; there are different-subscriptions"), "{error}");
}

#[test]
fn a_topic_is_renamed_wherever_it_stands() {
    let mut lab = preset("range-two-topics");
    lab.reduce(Action::Do(Change::Leave("C1".into()))).unwrap();
    lab.reduce(Action::At(0)).unwrap();
    lab.reduce(Action::RenameTopic("t0".into(), "clicks".into())).unwrap();
    assert_eq!((lab.at, lab.generations()), (0, 2), "what happened to the group still happens");
    assert_eq!(given(&lab, Assignor::Range, 1), "C0: clicks-0 clicks-1 clicks-2 clicks-3 t1-0 t1-1 t1-2 t1-3");
    let error = lab.reduce(Action::RenameTopic("t1".into(), "clicks".into())).unwrap_err();
    assert!(error.to_string().contains("two topics are called \"clicks\""), "{error}");
}

#[test]
fn the_question_that_a_preset_begins_with_has_an_answer() {
    let words = groupscope_view::words::Words::parse("en", include_str!("../../i18n/en.ftl")).unwrap();
    for preset in presets::all().into_iter().filter(|preset| preset.why.is_some()) {
        let id = preset.id.clone();
        let lab = Lab::of_preset(preset);
        let choice = lab.chosen.clone().unwrap();
        let outcome = lab.outcomes().find(|it| it.assignor == choice.assignor).unwrap();
        let Chosen::Partition(partition) = choice.what else { panic!("{id}: no partition") };
        let why = why::why(&words, lab.group(), &matrix(&lab, choice.assignor), outcome, &partition);
        assert!(!why.steps.contains(&words.text("lab-step-nobody")), "{id}: {:?}", why.steps);
    }
}

#[test]
fn a_map_marks_every_partition_once_and_where_who_left_had_it() {
    let lab = preset("two-hundred");
    let matrices = lab.matrices();
    let differ = differences(&matrices);
    let counts = |place: usize, view| -> Vec<(&str, usize)> {
        Map::new(&matrices[place], view, &differ).layers.iter().map(|layer| (layer.kind, layer.count)).collect()
    };
    // sticky: consumer-017 had three, and nothing else moves
    assert_eq!(counts(2, View::Moves), [("kept", 497), ("had", 3), ("moved", 3)]);
    for place in 0..4 {
        let all: usize = counts(place, View::Differences).iter().map(|(_, count)| count).sum();
        assert_eq!(all, 500);
    }
}

#[test]
fn a_text_that_is_no_lab_says_where() {
    let error = Document::parse("{\"topics\": [],\n\"members\": [{\"id\": 1}]}").unwrap_err();
    assert_eq!(error.problems[0].line, Some(2));
    let late = r#"{"topics":[],"members":[{"id":"A","topics":[]}],"then":[{"leave":"B"}]}"#;
    assert_eq!(Document::parse(late).unwrap_err().problems[0].path, "then[0]");
}

#[test]
fn why_tells_the_steps_that_placed_a_partition() {
    let words = groupscope_view::words::Words::parse("en", include_str!("../../i18n/en.ftl")).unwrap();
    let lab = preset("revoke-first");
    let matrix = matrix(&lab, Assignor::CooperativeSticky);
    let outcome = lab.outcomes().last().unwrap();
    let partition = matrix.columns[5].clone();
    let why = why::why(&words, lab.group(), &matrix, outcome, &partition);
    assert_eq!(why.title, "Why this one? Nobody gets refunds-2 in this round");
    assert_eq!(why.source, "AbstractStickyAssignor.generalAssign");
    assert_eq!(why.steps.len(), 4, "kept, moved, withheld, next: {:?}", why.steps);
    assert!(why.steps.iter().all(|step| !step.contains('{') && !step.starts_with("lab-")), "{:?}", why.steps);
}

#[test]
fn the_lines_for_the_command_line_and_the_scenario_can_be_read() {
    let mut lab = preset("one-more");
    let cases = super::cases::cases(&lab);
    assert_eq!(cases.lines().count(), 4);
    assert!(cases.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()));
    lab.reduce(Action::Do(Change::Leave("C0".into()))).unwrap();
    for assignor in Assignor::ALL {
        let scenario = super::cases::scenario(&lab, assignor);
        let parsed = groupscope_core::scenario::Scenario::parse(&scenario).unwrap();
        assert!(parsed.warnings.is_empty(), "{:?}", parsed.warnings);
    }
}

#[test]
fn two_hundred_members_share_five_hundred_partitions() {
    let lab = preset("two-hundred");
    for matrix in lab.matrices() {
        let tallies = matrix.tallies(&[]);
        assert_eq!(tallies.iter().map(|it| it.has + it.withheld).sum::<usize>(), 500);
        assert_eq!(tallies.iter().filter(|it| it.has > 0).count(), if tallies[0].has > 4 { 100 } else { 199 });
    }
}
