//! Stories: a scenario with a question, and the moments of its run that answer it.
//!
//! A moment is bound to what happens (a sentence of the narration or a kind of event, who, the how-manieth), never to a
//! time: when a setting is changed it is found where it happens then, or not at all, and the story says so.

mod find;
mod pattern;
mod read;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use self::{
    find::Found,
    pattern::{EventName, When},
};
use crate::{
    protocol::Name,
    scenario::{Do, Problem, Scenario, Settings, edit::EditError, edit::Whose},
};

/// A story.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Story {
    /// Its name in addresses: words with hyphens.
    pub id: Name,
    /// Its place in the product's list.
    pub number: u32,
    /// What it begins with.
    pub scenario: Scenario,
    /// The settings that it is about, by Kafka's names, or `latency.ms`, `process.ms`, `poll.ms`, `produce.per.second`.
    pub knobs: Vec<Name>,
    /// The moments of its run that are worth a stop, in the order in which they are told.
    pub moments: Vec<StoryMoment>,
    /// Whether it is told record by record: it begins with the records of a partition in place of the stage.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub records: bool,
    /// What the reader may try.
    #[serde(rename = "try", default, skip_serializing_if = "Vec::is_empty")]
    pub tries: Vec<Try>,
    /// The statements that it shows, by their numbers in the list of what the product shows: `S34`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Name>,
}

/// A moment of a story.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StoryMoment {
    /// Its name within the story, under which the texts have it.
    pub id: Name,
    /// What happens then.
    pub when: When,
}

/// Something to try: other settings from the start, or something done on top.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Try {
    /// Its name within the story, under which the texts have it.
    pub id: Name,
    /// Other values of settings, by Kafka's names, or `latency.ms` and `process.ms`.
    #[serde(default, skip_serializing_if = "Settings::is_empty")]
    pub set: Settings,
    /// Whose settings; absent = everybody's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consumer: Option<Name>,
    /// What is done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub act: Option<Do>,
    /// When it is done, ms; absent = at the moment shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<u64>,
}

/// A story's texts in one language. Texts of moments may use the placeholders of their sentence: `{member}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Texts {
    /// Its title: the question that it asks.
    pub title: String,
    /// What there is at the start, in one paragraph.
    pub setup: String,
    /// What is said at a moment, where the narration's own sentence does not say enough; by the moment's name.
    #[serde(default)]
    pub moments: BTreeMap<Name, String>,
    /// What is said of a moment that does not occur, where more is to be said than that; by the moment's name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub absent: BTreeMap<Name, String>,
    /// What to try, by its name.
    #[serde(rename = "try", default)]
    pub tries: BTreeMap<Name, String>,
    /// What to conclude, a sentence or two each.
    pub conclude: Vec<String>,
}

/// A story in the list of all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its name; its file is `NAME.json`, its texts are `NAME.LANGUAGE.json`.
    pub id: Name,
    /// Its place in the product's list.
    pub number: u32,
    /// Its title in each language.
    pub title: BTreeMap<Name, String>,
}

/// A file of a story that cannot be read: all that is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub struct StoryError {
    /// The problems; at least one is an error.
    pub problems: Vec<Problem>,
}

impl Story {
    /// The scenario as a try changes it; what is done at the moment shown is done at `now` (ms).
    ///
    /// # Errors
    /// It sets something that does not exist, or that does not take the value.
    pub fn attempt(&self, attempt: &Try, now: u64) -> Result<Scenario, EditError> {
        let mut scenario = self.scenario.clone();
        for (name, value) in &attempt.set {
            let whose = attempt.consumer.as_deref().map_or(Whose::Everybody, Whose::Consumer);
            scenario = scenario.with_knob(whose, name, value)?;
        }
        Ok(match &attempt.act {
            Some(act) => scenario.with_action(attempt.at.unwrap_or(now), act.clone()),
            None => scenario,
        })
    }
}

impl Entry {
    /// Its title in a language; in English where that has none.
    #[must_use]
    pub fn title(&self, lang: &str) -> &str {
        self.title.get(lang).or_else(|| self.title.get("en")).map_or(&self.id, |title| title)
    }

    /// Reads the list of all stories.
    ///
    /// # Errors
    /// It is no such list.
    pub fn parse_all(text: &str) -> Result<Vec<Self>, serde_json::Error> {
        serde_json::from_str(text)
    }
}
