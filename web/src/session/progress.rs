//! How far the reader is in a story: which of its moments have been seen, where the next one is, what is told now.

use std::collections::BTreeSet;

use groupscope_core::{
    report::narration::{Narration, Weight},
    simulation::{Run, trace::EventId},
    story::{Found, Story, Texts},
};
use groupscope_view::{narrate, words::Words};

/// What the reader has seen of a story since it was opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The moments at which the player has stopped, or that the reader has gone to, by their places in the story.
    seen: BTreeSet<usize>,
    /// Whether the last moment has been reached: what there is to try and to conclude stays in sight from then on.
    pub is_told: bool,
}

/// A moment's own text holds so long if nothing else is told, ms of virtual time.
const LASTS: u64 = 4_000;

impl Progress {
    /// When the player stops next after `at`, ms: at the first moment that has not been seen.
    #[must_use]
    pub fn pause_after(&self, found: &[Option<Found>], at: u64) -> Option<u64> {
        let unseen = places(found).filter(|(place, _)| !self.seen.contains(place));
        unseen.map(|(_, found)| found.at).filter(|pause| *pause > at).min()
    }

    /// Whether a moment has been seen.
    #[must_use]
    pub fn has_seen(&self, place: usize) -> bool {
        self.seen.contains(&place)
    }

    /// The reader is at `at` (ms) of a run that is known to its end, or not.
    pub fn visit(&mut self, found: &[Option<Found>], at: u64, is_complete: bool) {
        self.seen.extend(places(found).filter(|(_, found)| found.at == at).map(|(place, _)| place));
        self.is_told |= is_complete && places(found).map(|(_, found)| found.at).max().is_some_and(|last| at >= last);
    }
}

fn places(found: &[Option<Found>]) -> impl Iterator<Item = (usize, &Found)> {
    found.iter().enumerate().filter_map(|(place, found)| Some((place, found.as_ref()?)))
}

/// The place of the moment that was reached last at `at` (ms).
#[must_use]
pub fn reached(found: &[Option<Found>], at: u64) -> Option<usize> {
    places(found)
        .filter(|(_, found)| found.at <= at)
        .max_by_key(|(place, found)| (found.at, *place))
        .map(|(place, _)| place)
}

/// When the next moment after `at` is, or the one before it, ms.
#[must_use]
pub fn next(found: &[Option<Found>], at: u64, forward: bool) -> Option<u64> {
    let times = places(found).map(|(_, found)| found.at);
    if forward { times.filter(|time| *time > at).min() } else { times.filter(|time| *time < at).max() }
}

/// Where a change of a story's run shows best, in the new run, ms: at the first moment that no longer occurs, or that moves at
/// least half as far as the one that moves farthest. None = all moments stay.
#[must_use]
pub fn parting(old: &[Option<Found>], new: &[Option<Found>]) -> Option<u64> {
    let shifts = old.iter().zip(new).map(|(old, new)| match (old, new) {
        (Some(old), Some(new)) => old.at.abs_diff(new.at),
        (None, None) => 0,
        _ => u64::MAX,
    });
    let shifts: Vec<_> = shifts.collect();
    let farthest = shifts.iter().copied().max().filter(|shift| *shift > 0)?;
    let place = shifts.iter().position(|shift| *shift >= farthest.div_ceil(2))?;
    Some(place_of(new, place))
}

/// When a moment is, ms; of one that does not occur, when it is missed: right after the one before it.
#[must_use]
pub fn place_of(found: &[Option<Found>], place: usize) -> u64 {
    match &found[place] {
        Some(found) => found.at,
        None => found[..place].iter().rev().flatten().next().map_or(0, |before| before.at) + LASTS,
    }
}

/// The moments that do not occur and that would be told at `at` (ms), by their places: between the one before them that does
/// and the one behind them. Of those that follow from one another only the first.
#[must_use]
pub fn missed(story: &Story, found: &[Option<Found>], at: u64) -> Vec<usize> {
    let is_missing = |id: &str| {
        let place = story.moments.iter().position(|moment| *moment.id == *id);
        place.is_some_and(|place| found.get(place).is_some_and(Option::is_none))
    };
    let missing = found.iter().enumerate().filter(|(_, found)| found.is_none()).map(|(place, _)| place);
    let first = missing.filter(|place| !story.moments[*place].when.after.as_deref().is_some_and(is_missing));
    let here = first.filter(|place| {
        let before = found[..*place].iter().rev().flatten().next().map_or(0, |found| found.at);
        let behind = found[*place..].iter().flatten().next().map_or(u64::MAX, |found| found.at);
        (before..behind.max(before + 1)).contains(&at)
    });
    here.collect()
}

/// A paragraph of what is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Passage {
    /// What there is at the start.
    Setup(String),
    /// What happens or holds.
    Told(String),
    /// What does not occur.
    Absent(String),
}

/// What is told at a moment of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Telling {
    /// The paragraphs.
    pub passages: Vec<Passage>,
    /// The event that they tell of, if one.
    pub event: Option<EventId>,
}

/// What to tell a story from.
#[derive(Clone, Copy)]
pub struct Teller<'a> {
    /// The language.
    pub words: &'a Words,
    /// The run.
    pub run: &'a Run,
    /// The run in sentences.
    pub narration: &'a Narration,
    /// Whether the run is known to its end.
    pub is_complete: bool,
}

impl Teller<'_> {
    /// What happens at `at` (ms), without a story.
    #[must_use]
    pub fn now(&self, at: u64) -> Telling {
        let now = self.narration.now(self.run, at);
        let lines: Vec<_> = now.lines.iter().map(|line| narrate::line(self.words, self.run, line)).collect();
        let event = now.lines.iter().rev().find_map(|line| line.event);
        Telling { passages: vec![Passage::Told(lines.join(" "))], event }
    }

    /// What a story tells at `at` (ms).
    #[must_use]
    pub fn story(&self, story: &Story, texts: &Texts, found: &[Option<Found>], at: u64) -> Telling {
        if at == 0 {
            return Telling { passages: vec![Passage::Setup(texts.setup.clone())], event: None };
        }
        if let Some(telling) = self.moment(story, texts, found, at) {
            return telling;
        }
        let mut telling = self.now(at);
        if self.is_complete {
            telling.passages.splice(0..0, self.absent(story, texts, &missed(story, found, at)));
        }
        telling
    }

    /// The moment of the story that is at `at`, or still holds then.
    fn moment(&self, story: &Story, texts: &Texts, found: &[Option<Found>], at: u64) -> Option<Telling> {
        let latest = found.get(reached(found, at)?)?.as_ref()?;
        let later = self.narration.moments().iter().filter(|moment| moment.at > latest.at);
        let next = later
            .filter(|moment| moment.first || moment.say.weight() > Weight::Everyday)
            .map(|moment| moment.at)
            .next();
        if at >= next.unwrap_or(u64::MAX).min(latest.at + LASTS) {
            return None;
        }
        let here = places(found).filter(|(_, found)| found.at == latest.at);
        let passages = here.map(|(place, found)| {
            let text = match (texts.moments.get(&story.moments[place].id), found.say) {
                (Some(text), _) => narrate::filled(self.words, self.run, text, &found.args),
                (None, Some(say)) => narrate::sentence(self.words, self.run, say, &found.args, true),
                (None, None) => return self.now(latest.at).passages.remove(0),
            };
            Passage::Told(text)
        });
        Some(Telling { passages: passages.collect(), event: Some(latest.event) })
    }

    /// Why moments do not occur: the first of them that the story explains speaks for all.
    fn absent(&self, story: &Story, texts: &Texts, missed: &[usize]) -> Option<Passage> {
        missed.first()?;
        let own = missed.iter().find_map(|place| texts.absent.get(&story.moments[*place].id));
        Some(Passage::Absent(own.cloned().unwrap_or_else(|| self.words.text("story-absent"))))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use groupscope_core::{config::Value, scenario::edit::Whose};

    use super::*;
    use crate::session::{
        film::Film,
        story::{Catalogue, Edition},
    };

    fn read(name: &str) -> String {
        std::fs::read_to_string(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
    }

    fn crash() -> Edition {
        let catalogue = Catalogue::parse(&read("stories/index.json")).unwrap();
        let entry = catalogue.find("crash-or-close").unwrap().clone();
        Edition::parse(entry, &read("stories/crash-or-close.json"), &read("stories/crash-or-close.en.json")).unwrap()
    }

    fn words() -> Words {
        Words::parse("en", &read("i18n/en.ftl")).unwrap()
    }

    fn at(time: u64) -> Option<Found> {
        Some(Found {
            at: time,
            event: EventId(0),
            say: None,
            args: groupscope_core::report::narration::Args::default(),
        })
    }

    #[test]
    fn the_player_stops_at_each_moment_once() {
        let found = [at(100), None, at(300), at(300), at(200)];
        let mut progress = Progress::default();
        assert_eq!(progress.pause_after(&found, 0), Some(100));
        progress.visit(&found, 100, true);
        assert_eq!(progress.pause_after(&found, 0), Some(200));
        assert_eq!(progress.pause_after(&found, 200), Some(300), "what was passed over is no reason to stop");
        assert!(!progress.is_told);
        progress.visit(&found, 300, true);
        assert!(progress.is_told && progress.has_seen(2) && progress.has_seen(3));
        assert_eq!(progress.pause_after(&found, 0), Some(200));
        assert_eq!(progress.pause_after(&found, 200), None);
    }

    #[test]
    fn the_next_moment_is_the_next_in_time() {
        let found = [at(100), None, at(300), at(200)];
        assert_eq!((next(&found, 100, true), next(&found, 100, false)), (Some(200), None));
        assert_eq!(next(&found, 250, false), Some(200));
        assert_eq!((reached(&found, 99), reached(&found, 250), reached(&found, 999)), (None, Some(3), Some(2)));
    }

    #[test]
    fn a_change_shows_best_where_most_has_moved() {
        let old = [at(1_000), at(5_000), at(9_000), at(9_500)];
        assert_eq!(parting(&old, &old), None);
        assert_eq!(parting(&old, &[at(1_100), at(5_000), at(12_000), at(12_500)]), Some(12_000));
        assert_eq!(parting(&old, &[at(1_100), at(5_000), None, None]), Some(5_000 + LASTS), "where it is missed");
        assert_eq!(parting(&[at(100), None], &[at(100), at(700)]), Some(700));
    }

    #[test]
    fn a_story_begins_with_what_there_is_and_tells_each_moment_in_its_own_words() {
        let (edition, words) = (crash(), words());
        let film = Film::new(edition.scenario.clone());
        film.finish();
        let found = film.find(&edition.story);
        let (run, narration) = (film.run(), film.narration());
        let teller = Teller { words: &words, run: &run, narration: &narration, is_complete: true };
        let tell = |at| teller.story(&edition.story, &edition.texts, &found, at);
        assert_eq!(tell(0).passages, [Passage::Setup(edition.texts.setup.clone())]);
        let crash = edition.story.moments.iter().position(|moment| moment.id == "crash").unwrap();
        let crash = found[crash].as_ref().unwrap();
        let telling = tell(crash.at);
        assert_eq!(telling.event, Some(crash.event));
        let [Passage::Told(text)] = &telling.passages[..] else { panic!("{telling:?}") };
        assert!(text.starts_with("billing-2 is killed: no commit, no LeaveGroup."), "{text}");
        assert!(!text.contains('{'), "{text}");
        assert_ne!(tell(crash.at + LASTS).passages, telling.passages);
    }

    #[test]
    fn what_a_changed_setting_prevents_is_told_where_it_would_have_been() {
        let (edition, words) = (crash(), words());
        let scenario =
            edition.scenario.with_setting(Whose::Everybody, "session.timeout.ms", &Value::Int(45_000)).unwrap();
        let film = Film::new(Arc::new(scenario));
        film.finish();
        let found = film.find(&edition.story);
        let (run, narration) = (film.run(), film.narration());
        let teller = Teller { words: &words, run: &run, narration: &narration, is_complete: true };
        let tell = |at| teller.story(&edition.story, &edition.texts, &found, at).passages;
        let absent = Passage::Absent(edition.texts.absent["expired"].clone());
        assert_eq!(tell(54_000).first(), Some(&absent));
        assert_eq!(tell(54_000).len(), 2, "what follows from it is not told too");
        assert!(!tell(30_000).contains(&absent), "the crash has not come yet");
    }
}
