//! All that the page shows, as one value, and how it changes: [`Session::reduce`]. Nothing here knows of browsers.

mod action;
pub mod address;
pub mod deeds;
pub mod edit;
pub mod film;
pub mod history;
pub mod inquiry;
pub mod knob;
pub mod notable;
pub mod pace;
pub mod progress;
pub mod records;
mod screen;
pub mod story;
mod tale;
pub mod versus;
pub mod window;

use std::{rc::Rc, sync::Arc};

use groupscope_core::{scenario::Scenario, simulation::frame::Frame};
use groupscope_view::{mark::Mark, prose::Glossary, stage, words::Words};

use crate::lab::{self, Lab};

pub use self::{
    action::{Action, Effect},
    screen::{Dialog, Layout, Place, Player, Record, Refusal, Tab},
};
use self::{
    address::{Address, Theme},
    film::Film,
    history::{Change, History},
    inquiry::Inquiry,
    notable::Notables,
    pace::{Pace, Tempo},
    progress::Progress,
    records::Reading,
    story::{Catalogue, Edition},
    versus::{Side, Versus},
    window::Window,
};

/// What the page shows. Cloning it costs a few counters.
#[derive(Clone, Debug)]
pub struct Session {
    /// All stories there are.
    pub catalogue: Rc<Catalogue>,
    /// The words of the reader's language.
    pub words: Rc<Words>,
    /// The terms among them.
    pub glossary: Rc<Glossary>,
    /// The story that the scenario began as; `None` = it came from elsewhere.
    pub story: Option<Rc<Edition>>,
    /// How far the reader is in it.
    pub progress: Rc<Progress>,
    /// The scenario and all before it.
    pub history: Rc<History>,
    /// Its run.
    pub film: Film,
    /// While a slider is dragged: the run as it was before.
    pub ghost: Option<Film>,
    /// The run before the last change.
    pub before: Option<Film>,
    /// The run that the present one is compared with.
    pub versus: Option<Versus>,
    /// Where there is room for one of two runs: which.
    pub side: Side,
    /// How fast it is played by itself.
    pub pace: Rc<Pace>,
    /// The moment shown, ms. While the run plays, the player is less than [`Frame::until`] ahead of it.
    pub moment: u64,
    /// What holds at that moment.
    pub frame: Rc<Frame>,
    /// The player.
    pub player: Player,
    /// What the timeline shows.
    pub window: Window,
    /// What the reader has chosen.
    pub selected: Option<Mark>,
    /// The consumers that keep a card where there are too many for cards, by their places; at most [`stage::PINS`].
    pub pinned: Vec<usize>,
    /// What the reader has asked why it happened.
    pub why: Option<Rc<Inquiry>>,
    /// How much room the page has.
    pub layout: Layout,
    /// On a narrow screen: what is shown.
    pub tab: Tab,
    /// What of the run is shown below the stage.
    pub record: Record,
    /// The partition that is shown record by record, in place of the stage.
    pub records: Option<Reading>,
    /// What stands over the page.
    pub dialog: Option<Dialog>,
    /// Why something could not be opened or done.
    pub refusal: Option<Rc<Refusal>>,
    /// The theme the reader chose.
    pub theme: Option<Theme>,
    /// The assignment lab, as it was left.
    pub lab: Option<Rc<Lab>>,
    /// Which page is shown.
    pub place: Place,
    /// Whether the page stands inside another one.
    pub embed: bool,
    /// Whether nothing may move (`prefers-reduced-motion`).
    pub still: bool,
}

/// What a session begins with.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The scenario.
    pub scenario: Arc<Scenario>,
    /// The story it belongs to.
    pub story: Option<Rc<Edition>>,
    /// The moment to show, ms.
    pub at: u64,
}

impl Session {
    /// Opens a scenario.
    #[must_use]
    pub fn new(catalogue: Rc<Catalogue>, words: Rc<Words>, opening: Opening) -> Self {
        let film = Film::new(opening.scenario.clone());
        let mut session = Self {
            catalogue,
            glossary: Rc::new(Glossary::of(&words)),
            words,
            story: None,
            progress: Rc::default(),
            history: Rc::new(History::new(opening.scenario.clone())),
            film,
            ghost: None,
            before: None,
            versus: None,
            side: Side::B,
            pace: Rc::default(),
            moment: 0,
            frame: Rc::default(),
            player: Player::default(),
            window: Window::first(1),
            selected: None,
            pinned: Vec::new(),
            why: None,
            layout: Layout::default(),
            tab: Tab::default(),
            record: Record::default(),
            records: None,
            dialog: None,
            refusal: None,
            theme: None,
            lab: None,
            place: Place::Run,
            embed: false,
            still: false,
        };
        session.open(opening);
        session
    }

    /// The scenario.
    #[must_use]
    pub fn scenario(&self) -> &Arc<Scenario> {
        &self.history.current().scenario
    }

    /// When the run ends, ms.
    #[must_use]
    pub fn end(&self) -> u64 {
        self.film.end()
    }

    /// The address of what is shown; `scenario` packs one.
    #[must_use]
    pub fn address(&self, scenario: impl Fn(&Arc<Scenario>) -> String) -> Address {
        if self.place == Place::Conformance {
            return Address { conformance: true, ..Address::default() };
        }
        if let Some(lab) = self.lab.as_ref().filter(|_| self.place == Place::Lab) {
            let (name, group) = lab.address();
            let at = Some(lab.at as u64);
            return Address { lab: Some(name), group, at, embed: self.embed, ..Address::default() };
        }
        let is_own = self.story.as_ref().is_some_and(|story| story.scenario == *self.scenario());
        Address {
            story: self.story.as_ref().map(|story| story.entry.id.to_string()),
            lang: None,
            theme: None,
            embed: self.embed,
            at: Some(self.moment),
            versus: self.versus.as_ref().map(|versus| match &self.story {
                Some(story) if story.scenario == versus.scenario => address::OWN.to_owned(),
                _ => scenario(&versus.scenario),
            }),
            scenario: (!is_own).then(|| scenario(self.scenario())),
            ..self.records_address()
        }
    }

    /// What happens next, and what is to be done for it outside.
    pub fn reduce(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::Play => return self.play(),
            Action::Pause => {
                self.player.playing = false;
                self.player.held = false;
                return vec![Effect::Address { new: false }];
            }
            Action::Hold(on) => return self.hold(on),
            Action::Seek(at) => return self.seek(at, false),
            Action::Reach(at) => return self.reach(at),
            Action::Step(forward) => return self.step(Notables::step, forward),
            Action::Rebalance(forward) => return self.step(Notables::rebalance, forward),
            Action::Moment(forward) => return self.go_to_moment(forward),
            Action::Try(place) => return self.attempt(place),
            Action::Edge(last) => return self.seek(if last { self.end() } else { 0 }, true),
            Action::Tempo(tempo) => {
                self.player.tempo = tempo;
                if let Tempo::Plain(speed) = tempo {
                    self.player.plain = speed;
                }
            }
            Action::Looping(on) => self.player.looping = on,
            Action::Skipping(on) => self.player.skipping = on,
            Action::Change(scenario, change) => return self.change(scenario, change),
            Action::Drag(scenario, change) => self.drag(scenario, change),
            Action::Settle => return self.settle(),
            Action::Show(number) => return self.show(number),
            Action::Compare(scenario) => return self.compare(scenario),
            Action::Swap => return self.swap(),
            Action::Turned(side) => self.side = side,
            Action::Open(opening) => return self.open(*opening),
            Action::Refuse(refusal) => self.refusal = Some(refusal),
            Action::Forgive => self.refusal = None,
            Action::Grow => self.grow(),
            Action::Look(window) => self.window = window,
            Action::Select(mark) => {
                self.selected = mark;
                self.reveal(self.layout == Layout::Small && self.selected.is_some());
            }
            Action::Pin(place) => self.pin(place),
            Action::Ask(event) => {
                self.why = event.map(|event| Rc::new(Inquiry::of(&self.film, event)));
                self.reveal(self.layout <= Layout::Small && self.why.is_some());
            }
            Action::Turn(tab) => self.tab = tab,
            Action::Read(record) => self.record = record,
            Action::Records(reading) => return self.show_records(reading),
            Action::Dialog(dialog) => {
                self.dialog = dialog;
                return self.hold(self.dialog.is_some());
            }
            Action::Speak(words, story) => {
                self.glossary = Rc::new(Glossary::of(&words));
                self.words = words;
                self.story = story;
                return vec![Effect::Remember, Effect::Address { new: false }];
            }
            Action::Dress(theme) => {
                self.theme = theme;
                return vec![Effect::Remember, Effect::Address { new: false }];
            }
            Action::Still(on) => self.still = on,
            Action::Fit(layout) => self.layout = layout,
            Action::Go(place) => return self.go(place),
            Action::Lab(action) => return self.experiment(action),
        }
        Vec::new()
    }

    /// A pinned consumer is let go; another is pinned, and the first pinned makes room where there are too many.
    fn pin(&mut self, place: usize) {
        let before = self.pinned.len();
        self.pinned.retain(|pinned| *pinned != place);
        if self.pinned.len() == before {
            self.pinned.push(place);
            let surplus = self.pinned.len().saturating_sub(stage::PINS);
            self.pinned.drain(..surplus);
        }
    }

    fn go(&mut self, place: Place) -> Vec<Effect> {
        self.place = place;
        self.player.playing = false;
        self.refusal = None;
        if place == Place::Lab && self.lab.is_none() {
            self.lab = Lab::open("", None, None).ok().map(Rc::new);
        }
        vec![Effect::Address { new: true }]
    }

    /// Something happens to the lab; what cannot be is refused.
    fn experiment(&mut self, action: lab::Action) -> Vec<Effect> {
        let is_new = action.is_lasting();
        if let lab::Action::Open(lab) = &action {
            self.place = Place::Lab;
            self.lab = Some(lab.clone());
        } else if let Some(lab) = &mut self.lab
            && let Err(error) = Rc::make_mut(lab).reduce(action)
        {
            self.refusal = Some(Rc::new(Refusal { source: self.words.text("lab-lab"), problems: error.problems }));
            return Vec::new();
        }
        self.refusal = None;
        vec![Effect::Address { new: is_new }]
    }

    fn play(&mut self) -> Vec<Effect> {
        self.player.playing = true;
        self.player.held = false;
        self.set_pace();
        self.refusal = None;
        if self.moment >= self.end() { self.seek(0, false) } else { Vec::new() }
    }

    fn hold(&mut self, on: bool) -> Vec<Effect> {
        if on && self.player.playing {
            self.player.playing = false;
            self.player.held = true;
            return vec![Effect::Address { new: false }];
        }
        if !on && std::mem::take(&mut self.player.held) { self.play() } else { Vec::new() }
    }

    fn seek(&mut self, at: u64, new: bool) -> Vec<Effect> {
        self.moment = at.min(self.end());
        self.window = self.window.showing(self.moment, self.end());
        self.look();
        self.visit();
        vec![Effect::Jump, Effect::Address { new }]
    }

    fn step(&mut self, find: fn(&Notables, u64, bool) -> Option<u64>, forward: bool) -> Vec<Effect> {
        let stops = self.films().filter_map(|film| {
            film.finish();
            find(&film.notables(), self.moment, forward)
        });
        let to = if forward { stops.min() } else { stops.max() };
        self.player.playing = false;
        self.seek(to.unwrap_or(if forward { self.end() } else { 0 }), false)
    }

    fn reach(&mut self, at: u64) -> Vec<Effect> {
        let end = self.end();
        self.film.reach(at.min(end));
        let pause = self.pause_at().filter(|pause| *pause <= at);
        self.moment = pause.unwrap_or(at).min(end);
        self.window = self.window.paged(self.moment, end);
        self.look();
        if pause.is_some() {
            self.visit();
            self.player.playing = false;
            return vec![Effect::Jump, Effect::Address { new: false }];
        }
        if at < end {
            return Vec::new();
        }
        if self.player.looping {
            return self.seek(0, false);
        }
        self.player.playing = false;
        vec![Effect::Jump, Effect::Address { new: false }]
    }

    fn change(&mut self, scenario: Arc<Scenario>, change: Change) -> Vec<Effect> {
        let at = self.moment;
        Rc::make_mut(&mut self.history).change(scenario, change, at);
        self.refusal = None;
        self.before = Some(self.film.clone());
        self.rerun();
        vec![Effect::Address { new: true }]
    }

    fn drag(&mut self, scenario: Arc<Scenario>, change: Change) {
        let history = Rc::make_mut(&mut self.history);
        if self.ghost.is_none() {
            self.ghost = Some(self.film.clone());
            self.before = self.ghost.clone();
            self.player.playing = false;
            history.change(scenario, change, self.moment);
        } else {
            history.amend(scenario, change);
        }
        self.film = Film::new(self.scenario().clone());
        self.look();
        self.ask_again();
    }

    fn settle(&mut self) -> Vec<Effect> {
        if self.ghost.take().is_none() {
            return Vec::new();
        }
        self.grow();
        vec![Effect::Address { new: true }]
    }

    fn show(&mut self, number: usize) -> Vec<Effect> {
        if !Rc::make_mut(&mut self.history).show(number) {
            return Vec::new();
        }
        self.before = Some(self.film.clone());
        self.rerun();
        vec![Effect::Address { new: true }]
    }

    fn open(&mut self, opening: Opening) -> Vec<Effect> {
        self.place = Place::Run;
        self.history = Rc::new(History::new(opening.scenario));
        self.story = opening.story;
        self.progress = Rc::default();
        self.player.playing = false;
        self.refusal = None;
        self.selected = None;
        self.pinned = Vec::new();
        self.why = None;
        self.dialog = None;
        self.ghost = None;
        self.before = None;
        self.versus = None;
        self.moment = opening.at;
        self.window = Window::first(self.scenario().until);
        self.rerun();
        self.show_records(self.first_reading());
        self.moment = self.moment.min(self.end());
        self.window = self.window.showing(self.moment, self.end());
        self.look();
        self.visit();
        vec![Effect::Jump, Effect::Address { new: true }]
    }

    /// Computes the present scenario anew and shows the same moment in it.
    fn rerun(&mut self) {
        self.film = Film::new(self.scenario().clone());
        if matches!(self.selected, Some(Mark::Message(_) | Mark::Messages(_))) {
            self.selected = None;
        }
        self.film.rush();
        self.grow();
    }

    /// More of the run is known, or all of it.
    fn grow(&mut self) {
        self.window = self.window.within(self.end());
        self.look();
        self.ask_again();
        if self.film.is_complete() {
            if self.ghost.is_none() {
                self.visit();
            }
            self.set_pace();
        }
    }

    /// Where there is no room for the answer beside everything: shows it, if there is one.
    fn reveal(&mut self, is_hidden: bool) {
        if is_hidden {
            self.tab = Tab::Story;
        }
    }

    /// The question that stands is asked of the present run.
    fn ask_again(&mut self) {
        self.why =
            self.why.take().map(|why| if *why.film() == self.film { why } else { Rc::new(why.renewed(&self.film)) });
    }

    fn set_pace(&mut self) {
        let latency = self.scenario().network.latency;
        let middle = (latency.min + latency.max).div_ceil(2);
        self.pace = Rc::new(Pace::new(&self.film.notables(), middle, self.film.computed().min(self.end())));
    }

    /// Looks the moment up.
    fn look(&mut self) {
        self.film.reach(self.moment);
        self.moment = self.moment.min(self.end());
        self.frame = Rc::new(self.film.frame(self.moment));
        if let Some(versus) = &mut self.versus {
            versus.look(self.moment);
        }
    }
}
