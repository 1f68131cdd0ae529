//! Why something happened: the chain of its causes, asked once and kept while the reader turns the setting that decided.

use groupscope_core::{
    report::{
        Moment, Say,
        explain::{Step, explain},
    },
    simulation::{ConsumerIx, GroupIx, trace::EventId},
};

use super::film::Film;

/// A question, and its answer in the run that was asked.
#[derive(Clone, Debug)]
pub struct Inquiry {
    film: Film,
    told: Option<Told>,
    /// The causes, the nearest first.
    pub steps: Vec<Step>,
    /// Whether the run has changed since, and the event does not occur in it, or not yet.
    pub is_past: bool,
}

/// What the narration says of the event, and how often it has said so of the same before: this names the event in every
/// run of the scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Told {
    say: Say,
    who: Option<ConsumerIx>,
    group: Option<GroupIx>,
    nth: usize,
}

impl Told {
    fn is_of(&self, moment: &Moment) -> bool {
        (moment.say, moment.who, moment.group) == (self.say, self.who, self.group)
    }

    fn of(film: &Film, event: EventId) -> Option<Self> {
        let narration = film.narration();
        let moments = narration.moments();
        let place = moments.iter().position(|moment| moment.event == event)?;
        let Moment { say, who, group, .. } = moments[place];
        let mut told = Self { say, who, group, nth: 0 };
        told.nth = moments[..place].iter().filter(|moment| told.is_of(moment)).count();
        Some(told)
    }

    fn find(&self, film: &Film) -> Option<EventId> {
        let narration = film.narration();
        narration.moments().iter().filter(|moment| self.is_of(moment)).nth(self.nth).map(|moment| moment.event)
    }
}

impl Inquiry {
    /// Asks why `event` happened.
    #[must_use]
    pub fn of(film: &Film, event: EventId) -> Self {
        let steps = explain(&film.run(), event);
        Self { film: film.clone(), told: Told::of(film, event), steps, is_past: false }
    }

    /// The same question in another run.
    #[must_use]
    pub fn renewed(&self, film: &Film) -> Self {
        if self.film == *film {
            return self.clone();
        }
        match self.told.and_then(|told| told.find(film)) {
            Some(event) => Self { told: self.told, ..Self::of(film, event) },
            None => Self { is_past: true, ..self.clone() },
        }
    }

    /// The run that was asked.
    #[must_use]
    pub const fn film(&self) -> &Film {
        &self.film
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use groupscope_core::{
        config::Value,
        report::explain::Why,
        scenario::{Scenario, edit::Whose},
        story::Story,
    };

    use super::*;

    fn scenario() -> Scenario {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("stories/crash-or-close.json");
        Story::parse(&std::fs::read_to_string(path).unwrap()).unwrap().scenario
    }

    fn film(session_ms: i64) -> Film {
        let turned = scenario().with_setting(Whose::Everybody, "session.timeout.ms", &Value::Int(session_ms));
        let film = Film::new(Arc::new(turned.unwrap()));
        film.finish();
        film
    }

    fn expiry(film: &Film) -> EventId {
        film.narration().moments().iter().find(|moment| moment.say == Say::SessionExpired).unwrap().event
    }

    #[test]
    fn the_chain_of_an_expired_session_ends_at_the_kill_and_names_the_setting() {
        let film = film(10_000);
        let inquiry = Inquiry::of(&film, expiry(&film));
        let whys: Vec<_> = inquiry.steps.iter().map(|step| step.why).collect();
        assert_eq!(whys, [Why::Removed, Why::Session, Why::Killed, Why::Action]);
        assert_eq!(inquiry.steps[1].settings[0].name, "session.timeout.ms");
    }

    #[test]
    fn the_question_is_asked_again_where_a_setting_has_changed() {
        let old = film(10_000);
        let asked = Inquiry::of(&old, expiry(&old));
        let sooner = asked.renewed(&film(6_000));
        assert!(!sooner.is_past && sooner.steps[0].at < asked.steps[0].at);
        assert_eq!(sooner.steps[1].why, Why::Session);
        let never = sooner.renewed(&film(45_000));
        assert!(never.is_past, "with 45 s the session outlives the run");
        assert_eq!(never.steps, sooner.steps, "the old answer stays to be read");
        assert!(!never.renewed(&old).is_past);
    }
}
