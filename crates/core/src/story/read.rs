//! Reads the files of a story, and says all that is wrong with them.

use serde::Deserialize;
use serde_json::Value;

use super::{Story, StoryError, StoryMoment, Texts, Try, When};
use crate::{
    config::{Scope, lookup},
    nearest::nearest,
    protocol::Name,
    report::Say,
    scenario::{Problem, Reader, Scenario, Settings, Severity, edit::OWN_KNOBS, join, locate},
};

#[derive(Deserialize)]
struct Parts {
    id: Name,
    number: u32,
    scenario: Value,
    #[serde(default)]
    knobs: Vec<Name>,
    #[serde(default)]
    moments: Vec<Value>,
    #[serde(default)]
    records: bool,
    #[serde(default, rename = "try")]
    tries: Vec<Value>,
    #[serde(default)]
    claims: Vec<Name>,
}

#[derive(Deserialize)]
struct MomentParts {
    id: Name,
    when: When,
}

#[derive(Deserialize)]
struct TryParts {
    id: Name,
    #[serde(default)]
    set: Settings,
    consumer: Option<Name>,
    act: Option<serde_json::Map<String, Value>>,
    at: Option<u64>,
}

impl Story {
    /// Reads a story's file.
    ///
    /// # Errors
    /// It is no story, or its scenario could not run: with every mistake in it.
    pub fn parse(text: &str) -> Result<Self, StoryError> {
        let value: Value = serde_json::from_str(text).map_err(|error| StoryError::from(Problem::syntax(&error)))?;
        let mut reader = Reader::default();
        let parts: Option<Parts> = reader.read(value);
        let story = parts.and_then(|parts| story(&mut reader, parts));
        let mut problems = reader.into_problems();
        if let Some(story) = &story {
            problems.extend(story.mistakes());
        }
        match story {
            // In the product's own files what is unknown is a mistake too.
            Some(story) if problems.is_empty() => Ok(story),
            _ => {
                locate(text, &mut problems);
                Err(StoryError { problems })
            }
        }
    }

    fn mistakes(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        let mut wrong = |path: String, message: String| problems.push(Problem::error(path, message));
        for (index, knob) in self.knobs.iter().enumerate() {
            let known = [Scope::Consumer, Scope::Broker, Scope::Topic].iter().any(|scope| lookup(*scope, knob).is_ok());
            if !known && !OWN_KNOBS.contains(&&**knob) {
                wrong(format!("knobs[{index}]"), format!("there is no setting \"{knob}\""));
            }
        }
        for (index, moment) in self.moments.iter().enumerate() {
            let before = &self.moments[..index];
            if before.iter().any(|other| other.id == moment.id) {
                wrong(format!("moments[{index}].id"), format!("\"{}\" is the name of another moment", moment.id));
            }
            for (field, message) in moment.when.mistakes(&self.scenario, before) {
                wrong(format!("moments[{index}].when{field}"), message);
            }
        }
        for (index, attempt) in self.tries.iter().enumerate() {
            let tried = self.attempt(attempt, 0).map_err(|error| error.to_string());
            let checked = tried
                .and_then(|scenario| Scenario::parse(&scenario.to_json()).map_err(|error| error.to_string()).map(drop));
            if let Err(message) = checked {
                wrong(format!("try[{index}]"), message);
            }
        }
        problems
    }
}

fn story(reader: &mut Reader, parts: Parts) -> Option<Story> {
    let scenario = match Scenario::from_value(parts.scenario) {
        Ok(parsed) => {
            reader.add(parsed.warnings, "scenario");
            Some(parsed.scenario)
        }
        Err(error) => {
            reader.add(error.problems, "scenario");
            None
        }
    };
    let moments = reader.list("moments", parts.moments, usize::MAX, |reader, value| {
        let MomentParts { id, when } = reader.read(value)?;
        Some(StoryMoment { id, when })
    });
    let tries = reader.list("try", parts.tries, usize::MAX, |reader, value| {
        let TryParts { id, set, consumer, act, at } = reader.read(value)?;
        let act = match act {
            Some(act) => Some(reader.at("act", |reader| reader.deed(act))?),
            None => None,
        };
        Some(Try { id, set, consumer, act, at })
    });
    Some(Story {
        id: parts.id,
        number: parts.number,
        scenario: scenario?,
        knobs: parts.knobs,
        moments: moments?,
        records: parts.records,
        tries: tries?,
        claims: parts.claims,
    })
}

impl When {
    /// What is wrong with it: the field and why.
    fn mistakes(&self, scenario: &Scenario, before: &[StoryMoment]) -> Vec<(&'static str, String)> {
        let mut mistakes = Vec::new();
        if self.say.is_some() == self.event.is_some() {
            mistakes.push(("", "a moment is bound to a `say` or to an `event`: exactly one of them is needed".into()));
        }
        if let Some(say) = self.say.as_deref().filter(|say| Say::from_key(say).is_none()) {
            let near = nearest(say, Say::ALL.iter().map(|say| say.key()));
            let hint = near.map(|near| format!("; did you mean \"{near}\"?")).unwrap_or_default();
            mistakes.push((".say", format!("the narration has no sentence \"{say}\"{hint}")));
        }
        let placeholders = self.say.as_deref().and_then(Say::from_key).map_or(&[][..], Say::placeholders);
        for name in self.with.keys().filter(|name| !placeholders.contains(&&***name)) {
            mistakes.push((".with", format!("the sentence has no placeholder \"{name}\"")));
        }
        if let Some(who) = self.who.as_ref().filter(|who| scenario.consumer(who).is_none()) {
            mistakes.push((".who", format!("there is no consumer \"{who}\"")));
        }
        if let Some(after) = self.after.as_ref().filter(|after| before.iter().all(|other| other.id != **after)) {
            mistakes.push((".after", format!("no moment before this one is called \"{after}\"")));
        }
        mistakes
    }
}

impl Texts {
    /// Reads a story's texts in one language.
    ///
    /// # Errors
    /// They are no such texts, or speak of moments or tries that the story does not have, or leave out a try.
    pub fn parse(text: &str, story: &Story) -> Result<Self, StoryError> {
        let texts: Self = serde_json::from_str(text).map_err(|error| StoryError::from(Problem::syntax(&error)))?;
        let mut problems = Vec::new();
        let moments = || story.moments.iter().map(|moment| &moment.id);
        let tries = || story.tries.iter().map(|attempt| &attempt.id);
        for (field, names) in [("moments", texts.moments.keys()), ("absent", texts.absent.keys())] {
            for name in names.filter(|name| moments().all(|known| known != *name)) {
                problems.push(Problem::error(join(field, name), "the story has no such moment".into()));
            }
        }
        for name in texts.tries.keys().filter(|name| tries().all(|known| known != *name)) {
            problems.push(Problem::error(join("try", name), "the story has no such try".into()));
        }
        for name in tries().filter(|name| !texts.tries.contains_key(*name)) {
            problems.push(Problem::error("try", format!("the text for \"{name}\" is missing")));
        }
        if problems.is_empty() {
            return Ok(texts);
        }
        locate(text, &mut problems);
        Err(StoryError { problems })
    }
}

impl From<Problem> for StoryError {
    fn from(problem: Problem) -> Self {
        debug_assert_eq!(problem.severity, Severity::Error);
        Self { problems: vec![problem] }
    }
}
