//! The reader's way through a story.

use std::{rc::Rc, sync::Arc};

use groupscope_core::story::Found;

use super::{
    Effect, Refusal, Session,
    history::Change,
    progress::{self, Teller, Telling},
};

impl Session {
    /// To the next moment of the story, or the last one.
    pub(super) fn go_to_moment(&mut self, forward: bool) -> Vec<Effect> {
        self.film.finish();
        let to = progress::next(&self.found(), self.moment, forward);
        self.player.playing = false;
        self.why = None;
        self.seek(to.unwrap_or(if forward { self.end() } else { 0 }), false)
    }

    /// Tries what the story offers.
    pub(super) fn attempt(&mut self, place: usize) -> Vec<Effect> {
        let Some(story) = self.story.clone() else { return Vec::new() };
        let Some(attempt) = story.story.tries.get(place) else { return Vec::new() };
        self.film.finish();
        let before = self.found();
        // What is done is done where there is still something to see of it.
        let last = before.iter().flatten().map(|found| found.at).max();
        let now = self.moment.min(last.unwrap_or(u64::MAX));
        let effects = match story.story.attempt(attempt, now) {
            Ok(scenario) => self.change(Arc::new(scenario), Change::Try { id: attempt.id.to_string() }),
            Err(error) => {
                self.refusal = Some(Rc::new(Refusal::of(attempt.id.to_string(), &error)));
                return Vec::new();
            }
        };
        self.film.finish();
        self.player.playing = false;
        let acts = attempt.act.is_some().then(|| attempt.at.unwrap_or(now));
        let to = acts.or_else(|| progress::parting(&before, &self.found())).unwrap_or(self.moment);
        [effects, self.seek(to, false)].concat()
    }

    /// Where the story's moments are, as far as the run is known; empty without a story.
    #[must_use]
    pub fn found(&self) -> Rc<[Option<Found>]> {
        self.story.as_ref().map_or_else(Rc::default, |story| self.film.find(&story.story))
    }

    /// When the player stops by itself, ms: at the first moment of the story that has not been seen.
    #[must_use]
    pub fn pause_at(&self) -> Option<u64> {
        self.progress.pause_after(&self.found(), self.moment)
    }

    /// What is told at the moment shown.
    #[must_use]
    pub fn telling(&self) -> Telling {
        let found = self.found();
        let (run, narration, is_complete) = (self.film.run(), self.film.narration(), self.film.is_complete());
        let teller = Teller { words: &self.words, run: &run, narration: &narration, is_complete };
        match &self.story {
            Some(story) => teller.story(&story.story, &story.texts, &found, self.moment),
            None => teller.now(self.moment),
        }
    }

    /// Notes that the reader is at the moment shown.
    pub(super) fn visit(&mut self) {
        if self.story.is_some() {
            let found = self.found();
            Rc::make_mut(&mut self.progress).visit(&found, self.moment, self.film.is_complete());
        }
    }
}
