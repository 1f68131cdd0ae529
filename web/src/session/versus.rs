//! Two runs beside each other: A, which stays, and B, which the reader changes.

use std::{rc::Rc, sync::Arc};

use groupscope_core::{
    config::{Scope, Value},
    protocol::Name,
    report::narration::{Moment, Narration},
    scenario::{Action as Deed, Scenario},
    simulation::frame::Frame,
};

use groupscope_view::{mark::Mark, narrate};

use super::{Effect, Place, Session, film::Film, history::Change, knob::Knob};

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
        let now = self.versus.as_ref().map(|versus| &versus.scenario);
        if self.place == Place::Run && now == scenario.as_ref() {
            return Vec::new();
        }
        self.place = Place::Run;
        self.side = Side::B;
        self.records = None;
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
            None => self.change(versus.scenario, Change::Edited),
        };
        self.versus = Some(Versus::new(own, self.moment));
        // The other run may be shorter.
        [effects, vec![Effect::Jump]].concat()
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
            seen.why = None;
            // Messages are counted within a run.
            seen.selected = seen.selected.filter(|mark| !matches!(mark, Mark::Message(_) | Mark::Messages(_)));
        }
        seen
    }

    /// The present run, then A, if there is one.
    pub(super) fn films(&self) -> impl Iterator<Item = &Film> {
        std::iter::once(&self.film).chain(self.versus.as_ref().map(|versus| &versus.film))
    }

    /// The run that is being computed.
    #[must_use]
    pub fn growing(&self) -> Option<&Film> {
        self.films().find(|film| !film.is_complete())
    }

    /// Where the two runs part, as far as they are told.
    #[must_use]
    pub fn parting(&self) -> Option<Parting> {
        let versus = self.versus.as_ref()?;
        let films = [&versus.film, &self.film];
        let [a, b] = films.map(Film::narration);
        let said = |side: usize, moment: &Moment| {
            narrate::sentence(&self.words, &films[side].run(), moment.say, &moment.args, false)
        };
        Parting::of([&a, &b], |a, b| (a.at, a.say) == (b.at, b.say) && (a.args == b.args || said(0, a) == said(1, b)))
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
    fn of([a, b]: [&Narration; 2], is_same: impl Fn(&Moment, &Moment) -> bool) -> Option<Self> {
        let [mut a, mut b] = [a, b].map(|told| told.moments().chunk_by(|one, next| one.at == next.at).peekable());
        loop {
            let at = [a.peek(), b.peek()].into_iter().flatten().map(|now| now[0].at).min()?;
            let [now_a, now_b] = [&mut a, &mut b].map(|told| told.next_if(|now| now[0].at == at).unwrap_or_default());
            // In which order things are told that happen at once is no difference.
            let mut only_b: Vec<&Moment> = now_b.iter().collect();
            let only_a = now_a.iter().find(|one| match only_b.iter().position(|other| is_same(one, other)) {
                Some(place) => {
                    only_b.remove(place);
                    false
                }
                None => true,
            });
            if only_a.is_some() || !only_b.is_empty() {
                let next = |rest: Option<&&[Moment]>| rest.and_then(|now| now.first()).cloned();
                let a = only_a.cloned().or_else(|| next(a.peek()));
                let b = only_b.first().copied().cloned().or_else(|| next(b.peek()));
                return Some(Self { at, a, b });
            }
        }
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
        whose: Vec<Name>,
        /// Its value in A.
        a: Value,
        /// Its value in B.
        b: Value,
    },
    /// Something is done in one of them only.
    Deed(Side, Deed),
    /// Another number of the text: its name, and its value in A and in B.
    Number(&'static str, u64, u64),
    /// Another part of the text, by its name.
    Part(&'static str),
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
    found.extend(of_parts(a, b, &found));
    let only = |these: &Scenario, those: &Scenario, side| {
        let own = these.actions.iter().filter(|deed| !those.actions.contains(deed)).cloned();
        own.map(|deed| Difference::Deed(side, deed)).collect::<Vec<_>>()
    };
    found.extend(only(a, b, Side::A));
    found.extend(only(b, a, Side::B));
    found
}

/// Seed, length, and the parts of the text in which something differs that no quantity says.
fn of_parts(a: &Scenario, b: &Scenario, known: &[Difference]) -> Vec<Difference> {
    let numbers = [("seed", a.seed, b.seed), ("until", a.until, b.until)].into_iter();
    let numbers = numbers.filter(|(_, a, b)| a != b).map(|(name, a, b)| Difference::Number(name, a, b));
    let scopes: Vec<_> = known
        .iter()
        .filter_map(|it| match it {
            Difference::Knob { knob, .. } => Some(part_of(knob)),
            _ => None,
        })
        .collect();
    let parts = [
        ("cluster", a.cluster != b.cluster),
        ("network", a.network != b.network),
        ("topics", a.topics != b.topics),
        ("group", a.group != b.group || a.coordinator_on != b.coordinator_on),
        ("consumers", a.consumers != b.consumers),
    ];
    let parts = parts.into_iter().filter(|(name, differs)| *differs && !scopes.contains(name));
    numbers.chain(parts.map(|(name, _)| Difference::Part(name))).collect()
}

/// The part of the text in which a quantity stands.
const fn part_of(knob: &Knob) -> &'static str {
    match knob {
        Knob::Setting(setting) => match setting.scope {
            Scope::Consumer => "consumers",
            Scope::Topic => "topics",
            Scope::Broker => "cluster",
        },
        Knob::Process | Knob::Poll => "consumers",
        Knob::Latency => "network",
        Knob::Produce => "topics",
    }
}

/// A quantity's differences: one if it is everybody's, else one for all consumers who have the same two values.
fn of_knob(knob: Knob, a: &Scenario, b: &Scenario) -> Vec<Difference> {
    let is_each = match knob {
        Knob::Setting(setting) => setting.scope == Scope::Consumer,
        Knob::Process | Knob::Poll => true,
        Knob::Latency | Knob::Produce => false,
    };
    let values = |whose: Option<&str>| [a, b].map(|scenario| knob.value(scenario, whose));
    if !is_each {
        let [a, b] = values(None);
        return (a != b).then_some(Difference::Knob { knob, whose: Vec::new(), a, b }).into_iter().collect();
    }
    let both = a.all_consumers().map(|(consumer, _)| &consumer.name).filter(|name| b.consumer(name).is_some());
    let mut each: Vec<([Value; 2], Vec<Name>)> = Vec::new();
    for name in both {
        let values = values(Some(name));
        match each.iter_mut().find(|(known, _)| *known == values) {
            Some((_, whose)) => whose.push(name.clone()),
            None => each.push((values, vec![name.clone()])),
        }
    }
    let is_everybodys = each.len() == 1;
    let differing = each.into_iter().filter(|([a, b], _)| a != b);
    differing
        .map(|([a, b], whose)| Difference::Knob { knob, whose: if is_everybodys { Vec::new() } else { whose }, a, b })
        .collect()
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
        assert!(whose(&turned(&a, None, 10_000)).is_empty());
        assert_eq!(whose(&turned(&a, Some("c2"), 10_000)), ["c2"]);
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
    fn what_no_setting_says_is_a_difference_too() {
        let a = scenario();
        let mut b = turned(&a, None, 10_000);
        (b.seed, b.until) = (7, 120_000);
        b.topics[0].partitions = 6;
        let names = |it: &Difference| match it {
            Difference::Knob { knob, .. } => knob.name(),
            Difference::Number(name, ..) | Difference::Part(name) => *name,
            Difference::Deed(..) => "deed",
        };
        let found: Vec<_> = differences(&a, &b).iter().map(names).collect();
        assert_eq!(found, ["session.timeout.ms", "seed", "until", "topics"]);
    }

    #[test]
    fn a_shorter_run_that_becomes_b_takes_the_clock_with_it() {
        let mut session = comparing();
        let mut longer = (*scenario()).clone();
        longer.until = 120_000;
        session.reduce(Action::Change(Arc::new(longer), Change::Edited));
        session.reduce(Action::Edge(true));
        assert_eq!(session.moment, 120_000);
        let effects = session.reduce(Action::Swap);
        assert_eq!(session.moment, 90_000);
        assert!(effects.contains(&Effect::Jump));
    }

    #[test]
    fn a_step_stops_at_what_happens_in_either_run() {
        let mut session = comparing();
        change(&mut session);
        session.reduce(Action::Seek(40_000));
        let mut stops = Vec::new();
        while session.moment < session.end() {
            session.reduce(Action::Rebalance(true));
            stops.push(session.moment);
        }
        let ends = |film: &Film| film.notables().rebalance(40_000, true);
        let a = ends(&session.versus.as_ref().unwrap().film).expect("with 45 s the session ends after 60 s");
        assert!(stops.contains(&a), "{a} is none of {stops:?}");
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
