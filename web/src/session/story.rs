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

    /// A story by its id or its number, with or without its letter.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&Entry> {
        let number = name.parse().ok();
        let is_it = |entry: &&Entry| *entry.id == *name || Some(entry.number) == number || self.number(entry) == name;
        self.0.iter().find(is_it)
    }

    /// What a story is called in short: its number, with a letter where several stories share it.
    #[must_use]
    pub fn number(&self, entry: &Entry) -> String {
        let sharing: Vec<_> = self.0.iter().filter(|other| other.number == entry.number).collect();
        let place = sharing.iter().position(|other| other.id == entry.id).unwrap_or_default();
        let letter = (b'a'..=b'z').nth(place).filter(|_| sharing.len() > 1).map(char::from);
        entry.number.to_string() + &letter.map(String::from).unwrap_or_default()
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
    fn stories_that_share_a_number_have_letters() {
        let catalogue = catalogue();
        let numbers = ["7a", "7b", "8"].map(|number| catalogue.number(catalogue.find(number).unwrap()));
        assert_eq!(numbers, ["7a", "7b", "8"]);
        assert_eq!(catalogue.find("7"), catalogue.find("7a"));
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
