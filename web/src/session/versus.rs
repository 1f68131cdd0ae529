//! Two runs beside each other: A, which stays, and B, which the reader changes.

use std::{rc::Rc, sync::Arc};

use groupscope_core::{
    config::{Scope, Value},
    protocol::Name,
    report::narration::{Moment, Narration},
    scenario::{Action as Deed, Scenario},
    simulation::frame::Frame,
};

use super::{Effect, Place, Session, film::Film, knob::Knob};

/// Run A.
#[derive(Clone, Debug)]
pub struct Versus {
    /// Its scenario.
    pub scenario: Arc<Scenario>,
    /// The run.
    pub film: Film,
    /// What holds in it at the moment shown.
    pub frame: Rc<Frame>,
}

/// One of two runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Side {
    /// The one that stays.
    A,
    /// The one that is changed.
    #[default]
    B,
}

impl Side {
    /// Its name.
    #[must_use]
    pub const fn letter(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
        }
    }
}

impl Versus {
    fn new(scenario: Arc<Scenario>, at: u64) -> Self {
        let film = Film::new(scenario.clone());
        film.rush();
        let mut versus = Self { scenario, film, frame: Rc::default() };
        versus.look(at);
        versus
    }

    /// Looks the moment up.
    pub(super) fn look(&mut self, at: u64) {
        let at = at.min(self.film.end());
        self.frame = Rc::new(self.film.frame(at));
    }
}

impl Session {
    /// Puts a scenario beside the present one, as A, or none.
    pub(super) fn compare(&mut self, scenario: Option<Arc<Scenario>>) -> Vec<Effect> {
        self.place = Place::Run;
        self.side = Side::B;
        self.versus = scenario.map(|scenario| Versus::new(scenario, self.moment));
        vec![Effect::Address { new: true }]
    }

    /// A becomes B, and B becomes A.
    pub(super) fn swap(&mut self) -> Vec<Effect> {
        let Some(versus) = self.versus.take() else { return Vec::new() };
        let own = self.scenario().clone();
        let known = self.history.versions().iter().position(|version| version.scenario == versus.scenario);
        let effects = match known {
            Some(number) => self.show(number),
            None => self.change(versus.scenario, super::history::Change::Edited),
        };
        self.versus = Some(Versus::new(own, self.moment));
        effects
    }

    /// What a comparison begins with, as A: the story's own scenario, or the one that was opened.
    #[must_use]
    pub fn found_as(&self) -> Arc<Scenario> {
        let opened = &self.history.versions()[0].scenario;
        self.story.as_ref().map_or(opened, |story| &story.scenario).clone()
    }

    /// The session as it would be if it showed run A; itself where nothing is compared.
    #[must_use]
    pub fn seen_as(&self, side: Side) -> Self {
        let mut seen = self.clone();
        if let (Side::A, Some(versus)) = (side, &self.versus) {
            seen.film = versus.film.clone();
            seen.frame = versus.frame.clone();
            seen.ghost = None;
        }
        seen
    }

    /// The run that is being computed: the present one, then A.
    #[must_use]
    pub fn growing(&self) -> Option<&Film> {
        let films = [Some(&self.film), self.versus.as_ref().map(|versus| &versus.film)];
        films.into_iter().flatten().find(|film| !film.is_complete())
    }

    /// Where the two runs part, as far as they are told.
    #[must_use]
    pub fn parting(&self) -> Option<Parting> {
        let versus = self.versus.as_ref()?;
        Parting::of(&versus.film.narration(), &self.film.narration())
    }
}

/// The first thing told of either run that is not told of the other just so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parting {
    /// When, ms.
    pub at: u64,
    /// What comes next in A from then on.
    pub a: Option<Moment>,
    /// What comes next in B from then on.
    pub b: Option<Moment>,
}

impl Parting {
    fn of(a: &Narration, b: &Narration) -> Option<Self> {
        let (a, b) = (a.moments(), b.moments());
        let is_same = |(a, b): &(&Moment, &Moment)| (a.at, a.say, &a.args) == (b.at, b.say, &b.args);
        let same = a.iter().zip(b).take_while(is_same).count();
        let [a, b] = [a, b].map(|moments| moments.get(same).cloned());
        let at = [&a, &b].into_iter().flatten().map(|moment| moment.at).min()?;
        Some(Self { at, a, b })
    }
}

/// Something in which two scenarios differ.
#[derive(Clone, Debug, PartialEq)]
pub enum Difference {
    /// A quantity: whose, if not everybody's, and its value in A and in B.
    Knob {
        /// Which.
        knob: Knob,
        /// Whose; none = everybody's.
        whose: Option<Name>,
        /// Its value in A.
        a: Value,
        /// Its value in B.
        b: Value,
    },
    /// Something is done in one of them only.
    Deed(Side, Deed),
    /// Something else in the text.
    Text,
}

/// All in which `a` and `b` differ.
#[must_use]
pub fn differences(a: &Scenario, b: &Scenario) -> Vec<Difference> {
    if a == b {
        return Vec::new();
    }
    let settings = [Scope::Consumer, Scope::Topic, Scope::Broker].into_iter().flat_map(|scope| scope.settings());
    let knobs = [Knob::Latency, Knob::Process, Knob::Poll, Knob::Produce].into_iter();
    let mut found: Vec<_> = settings.map(Knob::Setting).chain(knobs).flat_map(|knob| of_knob(knob, a, b)).collect();
    let only = |these: &Scenario, those: &Scenario, side| {
        let own = these.actions.iter().filter(|deed| !those.actions.contains(deed)).cloned();
        own.map(|deed| Difference::Deed(side, deed)).collect::<Vec<_>>()
    };
    found.extend(only(a, b, Side::A));
    found.extend(only(b, a, Side::B));
    if found.is_empty() {
        found.push(Difference::Text);
    }
    found
}

/// A quantity's differences: one if it is everybody's, else one for each consumer.
fn of_knob(knob: Knob, a: &Scenario, b: &Scenario) -> Vec<Difference> {
    let is_each = match knob {
        Knob::Setting(setting) => setting.scope == Scope::Consumer,
        Knob::Process | Knob::Poll => true,
        Knob::Latency | Knob::Produce => false,
    };
    let difference = |whose: Option<Name>| {
        let [a, b] = [a, b].map(|scenario| knob.value(scenario, whose.as_deref()));
        (a != b).then_some(Difference::Knob { knob, whose, a, b })
    };
    if !is_each {
        return difference(None).into_iter().collect();
    }
    let both = a.all_consumers().map(|(consumer, _)| &consumer.name).filter(|name| b.consumer(name).is_some());
    let each: Vec<_> = both.map(|name| difference(Some(name.clone()))).collect();
    let values = |it: &Option<Difference>| match it {
        Some(Difference::Knob { a, b, .. }) => Some((a.clone(), b.clone())),
        _ => None,
    };
    match each.first() {
        Some(first) if each.iter().all(|it| values(it) == values(first)) => difference(None).into_iter().collect(),
        _ => each.into_iter().flatten().collect(),
    }
}

#[cfg(test)]
mod tests {
    use groupscope_view::words::Words;

    use super::*;
    use crate::session::{Action, Opening, history::Change};

    const TEXT: &str = r#"{"groupscope":1,"seed":1,"topics":[{"name":"t","partitions":4}],"group":"g",
        "consumers":[{"name":"c1","subscribe":["t"],"at":0},{"name":"c2","subscribe":["t"],"at":1000}],
        "actions":[{"at":20000,"do":"kill","consumer":"c2"}],"until":90000}"#;

    fn scenario() -> Arc<Scenario> {
        Arc::new(Scenario::parse(TEXT).unwrap().scenario)
    }

    fn turned(scenario: &Scenario, whose: Option<&str>, value: i64) -> Scenario {
        Knob::of("session.timeout.ms").unwrap().turn(scenario, whose, &Value::Int(value)).unwrap()
    }

    fn comparing() -> Session {
        let words = Rc::new(Words::parse("en", "").unwrap());
        let mut session = Session::new(Rc::default(), words, Opening { scenario: scenario(), story: None, at: 30_000 });
        session.reduce(Action::Compare(Some(session.found_as())));
        session
    }

    fn change(session: &mut Session) {
        let other = turned(session.scenario(), None, 10_000);
        session.reduce(Action::Change(Arc::new(other), Change::Edited));
        session.film.finish();
    }

    #[test]
    fn a_setting_of_everybody_is_one_difference_and_that_of_one_is_his() {
        let a = scenario();
        let whose = |b: &Scenario| match &differences(&a, b)[..] {
            [Difference::Knob { knob, whose, a: Value::Int(45_000), b: Value::Int(10_000) }] => {
                assert_eq!(knob.name(), "session.timeout.ms");
                whose.clone()
            }
            other => panic!("{other:?}"),
        };
        assert_eq!(whose(&turned(&a, None, 10_000)), None);
        assert_eq!(whose(&turned(&a, Some("c2"), 10_000)), Some("c2".into()));
        assert_eq!(differences(&a, &a), []);
    }

    #[test]
    fn what_is_done_in_one_run_only_is_a_difference() {
        let a = scenario();
        let mut b = (*a).clone();
        b.actions.clear();
        assert_eq!(differences(&a, &b), [Difference::Deed(Side::A, a.actions[0].clone())]);
        assert_eq!(differences(&b, &a), [Difference::Deed(Side::B, a.actions[0].clone())]);
    }

    #[test]
    fn a_change_is_made_in_b_while_a_stays() {
        let mut session = comparing();
        assert_eq!(session.parting(), None, "two runs of one scenario are the same");
        change(&mut session);
        let versus = session.versus.clone().unwrap();
        assert_eq!(versus.scenario, scenario());
        assert_ne!(*session.scenario(), versus.scenario);
        let parting = session.parting().unwrap();
        assert!(parting.at >= 20_000, "nothing differs before the crash: {parting:?}");
    }

    #[test]
    fn both_runs_show_the_same_moment() {
        let mut session = comparing();
        change(&mut session);
        session.reduce(Action::Seek(44_000));
        assert_eq!((session.frame.at, session.versus.as_ref().unwrap().frame.at), (44_000, 44_000));
        let [a, b] = [Side::A, Side::B].map(|side| session.seen_as(side).frame.groups[0].members.len());
        assert_eq!((a, b), (2, 1), "with 45 s the dead member is still one");
    }

    #[test]
    fn swapping_twice_is_nothing() {
        let mut session = comparing();
        change(&mut session);
        let (a, b) = (session.versus.clone().unwrap().scenario, session.scenario().clone());
        session.reduce(Action::Swap);
        assert_eq!((&session.versus.clone().unwrap().scenario, session.scenario()), (&b, &a));
        session.reduce(Action::Swap);
        assert_eq!((&session.versus.clone().unwrap().scenario, session.scenario()), (&a, &b));
    }

    #[test]
    fn another_scenario_is_not_compared_with_the_old_one() {
        let mut session = comparing();
        session.reduce(Action::Open(Box::new(Opening { scenario: scenario(), story: None, at: 0 })));
        assert!(session.versus.is_none());
    }
}
