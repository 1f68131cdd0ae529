use super::*;
use crate::{report::Narration, simulation::Run};

const SCENARIO: &str = r#"{"groupscope":1,"topics":[{"name":"orders","partitions":2,"produce.per.second":4},{"name":"bills","partitions":1}],
    "group":"g","until":40000,
    "consumers":[{"name":"c1","at":0,"subscribe":["orders"]},{"name":"c2","at":100,"subscribe":["orders"]}],
    "actions":[{"at":15000,"do":"subscribe","consumer":"c1","topics":["orders","bills"]},
               {"at":25000,"do":"close","consumer":"c2"}]}"#;

fn story(moments: &str) -> Result<Story, StoryError> {
    Story::parse(&format!(
        r#"{{"id":"s","number":1,"scenario":{SCENARIO},"knobs":["session.timeout.ms"],"moments":{moments}}}"#
    ))
}

fn times(moments: &str) -> Vec<Option<u64>> {
    let story = story(moments).unwrap();
    let run = Run::new(story.scenario.clone());
    story.find(&run, &Narration::of(&run)).into_iter().map(|found| found.map(|found| found.at)).collect()
}

fn mistake(moments: &str) -> String {
    story(moments).unwrap_err().to_string()
}

#[test]
fn a_moment_bound_to_an_action_is_where_it_is_done_to_that_consumer() {
    let found = times(
        r#"[{"id":"subscribes","when":{"event":"action","who":"c1"}},{"id":"closes","when":{"event":"action","who":"c2"}}]"#,
    );
    assert_eq!(found, [Some(15_000), Some(25_000)]);
}

#[test]
fn a_moment_behind_another_one_is_the_first_that_comes_later() {
    let found = times(
        r#"[{"id":"acts","when":{"event":"action"}},{"id":"next","when":{"event":"action","after":"acts"}},
            {"id":"second","when":{"event":"action","nth":2}},{"id":"third","when":{"event":"action","nth":3}}]"#,
    );
    assert_eq!(found, [Some(15_000), Some(25_000), Some(25_000), None]);
}

#[test]
fn what_does_not_occur_is_not_found_and_nothing_behind_it() {
    let found = times(
        r#"[{"id":"crash","when":{"say":"crash","who":"c2"}},{"id":"later","when":{"event":"action","after":"crash"}}]"#,
    );
    assert_eq!(found, [None, None]);
}

#[test]
fn a_broken_moment_is_refused_with_its_place_and_the_nearest_name() {
    let neither = mistake(r#"[{"id":"a","when":{}}]"#);
    assert!(neither.contains("moments[0].when") && neither.contains("exactly one"), "{neither}");
    let sentence = mistake(r#"[{"id":"a","when":{"say":"crahs"}}]"#);
    assert!(sentence.contains("moments[0].when.say") && sentence.contains("\"crash\""), "{sentence}");
    let who = mistake(r#"[{"id":"a","when":{"event":"action","who":"c3"}}]"#);
    assert!(who.contains("moments[0].when.who") && who.contains("\"c3\""), "{who}");
    let twice = mistake(r#"[{"id":"a","when":{"event":"action"}},{"id":"a","when":{"event":"action"}}]"#);
    assert!(twice.contains("moments[1].id"), "{twice}");
    let later = mistake(r#"[{"id":"a","when":{"event":"action","after":"b"}},{"id":"b","when":{"event":"action"}}]"#);
    assert!(later.contains("moments[0].when.after"), "{later}");
}

#[test]
fn texts_without_a_moment_of_the_story_are_refused() {
    let story = story(r#"[{"id":"closes","when":{"event":"action","who":"c2"}}]"#).unwrap();
    let texts = |moment: &str| {
        let text =
            format!(r#"{{"title":"t","setup":"s","moments":{{"{moment}":"{{member}} goes"}},"conclude":["c"]}}"#);
        Texts::parse(&text, &story)
    };
    assert!(texts("closes").is_ok());
    let error = texts("opens").unwrap_err().to_string();
    assert!(error.contains("moments.opens"), "{error}");
}
