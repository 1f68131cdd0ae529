use std::collections::BTreeSet;

use super::*;
use crate::testing;

fn keys(words: &Words) -> BTreeSet<&str> {
    words.keys().collect()
}

/// The placeholders of a message, those of all its plural forms together.
fn placeholders(pattern: &Pattern<String>, found: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { .. } => {}
            PatternElement::Placeable {
                expression: Expression::Inline(InlineExpression::VariableReference { id }),
            } => {
                found.insert(id.name.clone());
            }
            PatternElement::Placeable { expression: Expression::Select { variants, .. } } => {
                variants.iter().for_each(|variant| placeholders(&variant.value, found));
            }
            PatternElement::Placeable { expression } => assert!(
                matches!(expression, Expression::Inline(InlineExpression::StringLiteral { .. })),
                "only text, variables and plurals are understood: {expression:?}"
            ),
        }
    }
}

#[test]
fn both_languages_say_the_same_things_with_the_same_placeholders() {
    let (en, ko) = (testing::english(), testing::korean());
    assert_eq!(keys(&en), keys(&ko));
    for key in en.keys() {
        let of = |words: &Words| {
            let mut found = BTreeSet::new();
            placeholders(&words.messages[key], &mut found);
            found
        };
        assert_eq!(of(&en), of(&ko), "{key}");
    }
}

#[test]
fn korean_puts_no_particle_directly_behind_a_name_or_a_number() {
    let ko = testing::korean();
    let particles = ["은 ", "는 ", "이 ", "가 ", "을 ", "를 ", "와 ", "과 ", "로 ", "으로 "];
    for (key, pattern) in &ko.messages {
        for pair in pattern.elements.windows(2) {
            if let [PatternElement::Placeable { .. }, PatternElement::TextElement { value }] = pair {
                assert!(!particles.iter().any(|particle| value.starts_with(particle)), "{key}: …{value}");
            }
        }
    }
}

#[test]
fn every_key_that_the_pictures_use_is_there() {
    let en = testing::english();
    let mut used = 0;
    for (file, text) in testing::sources() {
        for part in text.split("\"pic-").skip(1) {
            let key = format!("pic-{}", part.split('"').next().unwrap_or_default());
            assert!(key.contains('{') || en.has(&key), "{file}: {key}");
            used += 1;
        }
    }
    assert!(used > 20, "the search found {used} keys: is it still the way they are written?");
}

#[test]
fn english_counts_with_one_and_other() {
    let en = testing::english();
    let of = |count: usize| {
        en.say(
            "say-read-twice",
            &[("count", count.into()), ("partition", "orders-2".into()), ("from", 95.into()), ("to", 97.into())],
        )
    };
    assert_eq!(of(1), "1 record of orders-2 is read twice: 95 was processed, but not committed, before it moved.");
    assert_eq!(
        of(3),
        "3 records of orders-2 are read twice: 95 to 97 were processed, but not committed, before it moved."
    );
}

#[test]
fn a_missing_placeholder_or_message_shows_its_name() {
    let en = testing::english();
    assert!(en.text("say-leave").starts_with("{member} closes cleanly"));
    assert_eq!(en.text("no-such-key"), "no-such-key");
}

#[test]
fn times_carry_the_unit_of_the_language() {
    assert_eq!((testing::english().duration(40), testing::english().duration(6_249)), ("40 ms".into(), "6.2 s".into()));
    assert_eq!((testing::korean().duration(40), testing::korean().duration(6_249)), ("40 ms".into(), "6.2초".into()));
}

#[test]
fn a_broken_file_is_refused_with_its_place() {
    let error = Words::parse("en", "fine = yes\nbroken = { $x").unwrap_err();
    assert!(error.to_string().contains("\"en\""), "{error}");
}
