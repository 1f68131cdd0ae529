//! Holds the session, changes it, and tells those who show it.

use std::{
    cell::{Cell, RefCell},
    rc::{Rc, Weak},
    sync::Arc,
};

use groupscope_core::{
    config::Value,
    scenario::{Do, Scenario, ScenarioError, edit::EditError, share},
};
use yew::Callback;

use super::{address_bar::AddressBar, loader, memory, motor::Motor};
use crate::session::{
    Action, Dialog, Effect, Refusal, Session,
    address::Address,
    deeds::{Deed, Does},
    edit,
    history::Change,
    knob::{self, Knob},
};

/// Something that moves with the clock, outside of any render.
pub trait Mover {
    /// Writes what it shows at `at`, ms with fractions.
    fn move_to(&self, at: f64);

    /// Until when (ms) moving is enough; from then on the page has to be rendered anew.
    fn until(&self) -> u64 {
        u64::MAX
    }
}

/// The session and everybody who follows it.
pub struct Store {
    session: RefCell<Rc<Session>>,
    clock: Cell<f64>,
    movers: RefCell<Vec<Weak<dyn Mover>>>,
    render: RefCell<Callback<Rc<Session>>>,
    address: AddressBar,
    motor: Motor,
    dragged: RefCell<Option<(Arc<Scenario>, Change)>>,
}

impl Store {
    /// A store of `session`. `address` follows what it shows.
    #[must_use]
    pub fn new(session: Session, address: AddressBar) -> Rc<Self> {
        let clock = Cell::new(session.moment as f64);
        memory::dress(&session);
        Rc::new_cyclic(|store| Self {
            session: RefCell::new(Rc::new(session)),
            clock,
            movers: RefCell::default(),
            render: RefCell::new(Callback::noop()),
            address,
            motor: Motor::new(store.clone()),
            dragged: RefCell::default(),
        })
    }

    /// What is shown.
    #[must_use]
    pub fn session(&self) -> Rc<Session> {
        self.session.borrow().clone()
    }

    /// The exact moment, ms.
    #[must_use]
    pub fn clock(&self) -> f64 {
        self.clock.get()
    }

    pub(super) fn set_clock(&self, at: f64) {
        self.clock.set(at);
    }

    /// From now on `render` is told of every change.
    pub fn on_change(&self, render: Callback<Rc<Session>>) {
        *self.render.borrow_mut() = render;
        self.motor.wake();
    }

    /// From now on `mover` moves with the clock, as long as somebody holds it.
    pub fn add_mover(&self, mover: &Rc<dyn Mover>) {
        let mut movers = self.movers.borrow_mut();
        movers.retain(|mover| mover.strong_count() > 0);
        movers.push(Rc::downgrade(mover));
        mover.move_to(self.clock());
    }

    /// Moves all that moves.
    pub(super) fn move_all(&self) {
        let at = self.clock();
        self.movers.borrow().iter().filter_map(Weak::upgrade).for_each(|mover| mover.move_to(at));
    }

    /// Until when (ms) moving is enough.
    pub(super) fn until(&self) -> u64 {
        let until = self.movers.borrow().iter().filter_map(Weak::upgrade).map(|mover| mover.until()).min();
        let session = self.session.borrow();
        let versus = session.versus.as_ref().map_or(u64::MAX, |versus| versus.frame.until);
        until.unwrap_or(u64::MAX).min(versus).min(session.frame.until).min(session.pause_at().unwrap_or(u64::MAX))
    }

    /// Changes the session.
    pub fn dispatch(&self, action: Action) {
        self.dragged.take();
        self.catch_up();
        self.apply(action);
    }

    /// While the run plays, the clock is ahead of the session: lets the session come to the moment that is seen.
    pub(super) fn catch_up(&self) {
        let (at, session) = (self.clock() as u64, self.session());
        if session.player.playing && at > session.moment {
            self.apply(Action::Reach(at));
        }
    }

    /// Changes the session as the address asks for, which stays as it is.
    pub(super) fn return_to(&self, action: Action) {
        self.address.hush(|| self.dispatch(action));
    }

    /// The version of the present scenario that an address means, if it means one.
    pub(super) fn version_of(&self, address: &Address) -> Option<usize> {
        let session = self.session();
        let versions = session.history.versions().iter().enumerate();
        if let Some(packed) = &address.scenario {
            return versions
                .rev()
                .find(|(_, version)| share::encode(&version.scenario) == *packed)
                .map(|(number, _)| number);
        }
        let wanted = session.catalogue.find(address.story.as_deref().unwrap_or(loader::FIRST))?;
        let own = &session.story.as_ref().filter(|story| story.entry == *wanted)?.scenario;
        versions.rev().find(|(_, version)| version.scenario == *own).map(|(number, _)| number)
    }

    fn apply(&self, action: Action) {
        let mut next = Session::clone(&self.session.borrow());
        let was_playing = next.player.playing;
        let effects = next.reduce(action);
        let next = Rc::new(next);
        *self.session.borrow_mut() = next.clone();
        if was_playing && !next.player.playing {
            self.clock.set(next.moment as f64);
        }
        for effect in effects {
            match effect {
                Effect::Jump => self.clock.set(next.moment as f64),
                Effect::Address { new } => self.address.follow(&next, new),
                Effect::Remember => memory::remember(&next),
            }
        }
        self.render.borrow().emit(next);
        self.motor.wake();
    }

    /// Turns a knob while it is dragged: what comes before the next frame replaces it.
    pub fn drag(&self, knob: &Knob, consumer: Option<&str>, value: &Value) {
        if let Ok(turned) = knob.turn(self.session().scenario(), consumer, value) {
            *self.dragged.borrow_mut() = Some((Arc::new(turned), setting_change(knob, value)));
            self.motor.wake();
        }
    }

    /// Applies what was dragged since the last frame.
    pub(super) fn apply_drag(&self) {
        let dragged = self.dragged.take();
        if let Some((scenario, change)) = dragged {
            self.apply(Action::Drag(scenario, change));
        }
    }

    /// The player has come so far, ms.
    pub(super) fn reach(&self, at: u64) {
        self.apply(Action::Reach(at));
    }

    /// More of the run is known.
    pub(super) fn grown(&self) {
        self.apply(Action::Grow);
    }

    pub(super) fn motor(&self) -> &Motor {
        &self.motor
    }

    /// Lets a dragged knob go.
    pub fn settle(&self) {
        self.apply_drag();
        self.apply(Action::Settle);
    }

    /// Turns a knob for one consumer or for all.
    ///
    /// # Errors
    /// The value is not allowed, or nobody is called so.
    pub fn turn(&self, knob: &Knob, consumer: Option<&str>, value: &Value) -> Result<(), EditError> {
        let turned = knob.turn(self.session().scenario(), consumer, value)?;
        self.dispatch(Action::Change(Arc::new(turned), setting_change(knob, value)));
        Ok(())
    }

    /// Does something at the moment shown; what cannot be done says why on the page.
    pub fn act(&self, what: &Do) {
        self.catch_up();
        let at = self.session().moment;
        if let Err(error) = self.act_all(at, vec![serde_json::to_value(what).unwrap_or_default()]) {
            self.refuse(what.word().to_owned(), error);
        }
    }

    /// Does what a line of a menu says, or asks first; what cannot be done says why on the page.
    pub fn perform(&self, deed: &Deed) {
        let refused = match &deed.does {
            Does::Now(all) => {
                let all = all.iter().map(|what| serde_json::to_value(what).unwrap_or_default());
                self.act_all(deed.at, all.collect())
            }
            Does::Ask(form) => {
                self.dispatch(Action::Dialog(Some(Dialog::Act(form.clone()))));
                Ok(())
            }
            Does::Take(place) => self.take(*place),
            Does::Read(reading) => {
                self.dispatch(Action::Records(Some(reading.clone())));
                Ok(())
            }
        };
        if let Err(error) = refused {
            self.refuse(deed.text.clone(), error);
        }
    }

    /// Does several things at `at` (ms), as one change.
    ///
    /// # Errors
    /// What is wrong with them; nothing is changed then.
    pub fn act_all(&self, at: u64, actions: Vec<serde_json::Value>) -> Result<(), ScenarioError> {
        let session = self.session();
        let changed = edit::act_all(session.scenario(), at, actions)?;
        if let Some(change) = edit::new_action(session.scenario(), &changed).map(|it| edit::change_of(&it.what)) {
            self.dispatch(Action::Change(Arc::new(changed), change));
        }
        Ok(())
    }

    /// Takes the action at that place out of the scenario.
    ///
    /// # Errors
    /// What other actions miss then; nothing is changed.
    pub fn take(&self, place: usize) -> Result<(), ScenarioError> {
        let session = self.session();
        let Some(action) = session.scenario().actions.get(place) else { return Ok(()) };
        let changed = edit::take(session.scenario(), place)?;
        self.dispatch(Action::Change(Arc::new(changed), edit::taken(&action.what)));
        Ok(())
    }

    /// Shows why something from `source` could not be opened or done; what is on the screen stays.
    pub fn refuse(&self, source: String, error: ScenarioError) {
        self.dispatch(Action::Refuse(Rc::new(Refusal { source, problems: error.problems })));
    }
}

fn setting_change(knob: &Knob, value: &Value) -> Change {
    Change::Setting { name: knob.name().to_owned(), value: knob::text(value) }
}

/// The store as components get it.
#[derive(Clone)]
pub struct Handle(pub Rc<Store>);

impl PartialEq for Handle {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl std::ops::Deref for Handle {
    type Target = Store;

    fn deref(&self) -> &Store {
        &self.0
    }
}
