//! The stories that come with the page.

use std::{collections::BTreeMap, sync::Arc};

use groupscope_core::scenario::{Problem, Scenario, ScenarioError};
use serde::Deserialize;

/// A story in the list of all.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Entry {
    /// The product's number of it.
    pub number: u32,
    /// Its id in addresses.
    pub id: String,
    /// Its file beside the list.
    pub file: String,
    /// Its title in each language.
    pub title: BTreeMap<String, String>,
}

impl Entry {
    /// Its title in a language; in English where that has none.
    #[must_use]
    pub fn title(&self, lang: &str) -> &str {
        self.title.get(lang).or_else(|| self.title.get("en")).map_or(&self.id, |title| title)
    }
}

/// All stories, in the order in which they are shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Catalogue(pub Vec<Entry>);

impl Catalogue {
    /// Reads `index.json`.
    ///
    /// # Errors
    /// It is no such list.
    pub fn parse(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text).map(Self)
    }

    /// A story by its id or its number.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&Entry> {
        let number = name.parse().ok();
        self.0.iter().find(|entry| entry.id == name || Some(entry.number) == number)
    }
}

/// A story.
#[derive(Clone, Debug, PartialEq)]
pub struct Story {
    /// Its place in the list of all.
    pub entry: Entry,
    /// What it begins with.
    pub scenario: Arc<Scenario>,
    /// The names of the settings it is about.
    pub knobs: Vec<String>,
}

#[derive(Deserialize)]
struct File {
    scenario: serde_json::Value,
    #[serde(default)]
    knobs: Vec<String>,
}

impl Story {
    /// Reads a story's file.
    ///
    /// # Errors
    /// It is no story, or its scenario could not run.
    pub fn parse(entry: Entry, text: &str) -> Result<Self, ScenarioError> {
        let file: File = serde_json::from_str(text).map_err(|error| {
            let message = format!("{}: {error}", entry.file);
            let (line, column) = (Some(error.line()), Some(error.column()));
            let severity = groupscope_core::scenario::Severity::Error;
            ScenarioError { problems: vec![Problem { severity, path: String::new(), line, column, message }] }
        })?;
        let scenario = Arc::new(Scenario::from_value(file.scenario)?.scenario);
        Ok(Self { entry, scenario, knobs: file.knobs })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::knob::Knob;

    fn stories() -> std::path::PathBuf {
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("stories")
    }

    fn catalogue() -> Catalogue {
        Catalogue::parse(&std::fs::read_to_string(stories().join("index.json")).unwrap()).unwrap()
    }

    #[test]
    fn a_story_is_found_by_its_id_and_by_its_number() {
        let catalogue = catalogue();
        assert_eq!(catalogue.find("8"), catalogue.find("crash-against-close"));
        assert!(catalogue.find("8").is_some() && catalogue.find("800").is_none());
    }

    #[test]
    fn every_story_can_be_read_runs_and_turns_knobs_that_exist() {
        for entry in catalogue().0 {
            for lang in ["en", "ko"] {
                assert!(entry.title.contains_key(lang), "{} has no title in {lang}", entry.id);
            }
            let text = std::fs::read_to_string(stories().join(&entry.file)).unwrap();
            let story = Story::parse(entry, &text).unwrap();
            for knob in &story.knobs {
                Knob::of(knob).unwrap();
            }
        }
    }
}
