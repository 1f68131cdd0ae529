//! The stories that come with the page.

use std::{rc::Rc, sync::Arc};

use groupscope_core::{
    scenario::{Scenario, ScenarioError},
    story::{Entry, Story, StoryError, Texts},
};

/// All stories, in the order in which they are shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Catalogue(pub Vec<Entry>);

impl Catalogue {
    /// Reads `index.json`.
    ///
    /// # Errors
    /// It is no such list.
    pub fn parse(text: &str) -> Result<Self, serde_json::Error> {
        Entry::parse_all(text).map(Self)
    }

    /// A story by its id or its number.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&Entry> {
        let number = name.parse().ok();
        self.0.iter().find(|entry| *entry.id == *name || Some(entry.number) == number)
    }
}

/// A story in a language.
#[derive(Clone, Debug)]
pub struct Edition {
    /// Its place in the list of all.
    pub entry: Entry,
    /// The story.
    pub story: Rc<Story>,
    /// What it begins with.
    pub scenario: Arc<Scenario>,
    /// What is said in it.
    pub texts: Rc<Texts>,
}

impl Edition {
    /// Reads a story's file and the file of its texts.
    ///
    /// # Errors
    /// All that is wrong with them.
    pub fn parse(entry: Entry, story: &str, texts: &str) -> Result<Self, ScenarioError> {
        let broken = |StoryError { problems }| ScenarioError { problems };
        let story = Story::parse(story).map_err(broken)?;
        let texts = Texts::parse(texts, &story).map_err(broken)?;
        Ok(Self { entry, scenario: Arc::new(story.scenario.clone()), story: Rc::new(story), texts: Rc::new(texts) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::knob::Knob;

    fn read(name: &str) -> String {
        std::fs::read_to_string(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("stories").join(name)).unwrap()
    }

    fn catalogue() -> Catalogue {
        Catalogue::parse(&read("index.json")).unwrap()
    }

    #[test]
    fn a_story_is_found_by_its_id_and_by_its_number() {
        let catalogue = catalogue();
        assert_eq!(catalogue.find("8"), catalogue.find("crash-or-close"));
        assert!(catalogue.find("8").is_some() && catalogue.find("800").is_none());
    }

    #[test]
    fn every_story_turns_knobs_that_the_page_has() {
        for entry in catalogue().0 {
            let [story, texts] =
                [format!("{}.json", entry.id), format!("{}.ko.json", entry.id)].map(|file| read(&file));
            let edition = Edition::parse(entry, &story, &texts).unwrap();
            for knob in &edition.story.knobs {
                Knob::of(knob).unwrap();
            }
        }
    }
}
