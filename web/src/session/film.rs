//! A run as the page holds it: computed as far as somebody has looked, and growing until it is complete.

use std::{
    cell::{Ref, RefCell},
    rc::Rc,
    sync::Arc,
};

use groupscope_core::{
    report::{Logs, Narration, delivery::Delivery, offsets_topic::OffsetsPartition},
    scenario::Scenario,
    simulation::{GroupIx, PartitionIx, Run, Simulation, frame::Frame},
    story::{Found, Story},
};

use super::notable::Notables;

/// A run, shared. What is known of it never changes: it only grows.
#[derive(Clone, Debug)]
pub struct Film(Rc<Reel>);

#[derive(Debug)]
struct Reel {
    simulation: RefCell<Simulation>,
    narration: RefCell<Narration>,
    logs: RefCell<Logs>,
    offsets: RefCell<(u64, GroupIx, Rc<OffsetsPartition>)>,
    deliveries: RefCell<Option<(u64, Rc<Delivery>)>>,
    notables: RefCell<(u64, Rc<Notables>)>,
    found: RefCell<(u64, Rc<[Option<Found>]>)>,
}

/// Two handles of one run.
impl PartialEq for Film {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// Steps of the simulation that take no longer than a reader notices.
const RUSH: u64 = 40_000;
/// Steps of the simulation between two looks at the clock: well below a millisecond.
const SLICE: u64 = 200;

impl Film {
    /// The run of a scenario, of which nothing is computed yet.
    #[must_use]
    pub fn new(scenario: Arc<Scenario>) -> Self {
        Self(Rc::new(Reel {
            simulation: RefCell::new(Simulation::new(scenario)),
            narration: RefCell::default(),
            logs: RefCell::default(),
            offsets: RefCell::new((0, GroupIx(0), Rc::default())),
            deliveries: RefCell::default(),
            notables: RefCell::default(),
            found: RefCell::new((0, Rc::default())),
        }))
    }

    /// Computes all that happens up to `at` (ms, inclusive).
    pub fn reach(&self, at: u64) {
        if at >= self.computed() {
            self.0.simulation.borrow_mut().run_until(at);
        }
    }

    /// Computes all.
    pub fn finish(&self) {
        self.reach(u64::MAX);
    }

    /// Computes a good deal further: a short run is complete then.
    pub fn rush(&self) {
        self.0.simulation.borrow_mut().run_steps(RUSH);
    }

    /// Computes on as long as `has_time`. Whether the run is complete.
    pub fn go_on(&self, mut has_time: impl FnMut() -> bool) -> bool {
        let mut simulation = self.0.simulation.borrow_mut();
        while !simulation.is_finished() && has_time() {
            simulation.run_steps(SLICE);
        }
        simulation.is_finished()
    }

    /// The run as far as it is known.
    #[must_use]
    pub fn run(&self) -> Ref<'_, Run> {
        Ref::map(self.0.simulation.borrow(), Simulation::run)
    }

    /// Whether all is computed.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.0.simulation.borrow().is_finished()
    }

    /// Up to when it is known, ms, exclusive.
    #[must_use]
    pub fn computed(&self) -> u64 {
        self.run().computed
    }

    /// When it ends, ms: at the scenario's end, or where it was given up since it cost too much.
    #[must_use]
    pub fn end(&self) -> u64 {
        let run = self.run();
        if run.given_up { run.computed } else { run.scenario.until }
    }

    /// The moment `at`, computed if need be.
    #[must_use]
    pub fn frame(&self, at: u64) -> Frame {
        self.reach(at);
        self.run().frame(at)
    }

    /// The run in sentences, as far as it is known.
    #[must_use]
    pub fn narration(&self) -> Ref<'_, Narration> {
        self.0.narration.borrow_mut().read_on(&self.run());
        self.0.narration.borrow()
    }

    /// What brokers and clients log, as far as the run is known.
    #[must_use]
    pub fn logs(&self) -> Ref<'_, Logs> {
        self.0.logs.borrow_mut().read_on(&self.run());
        self.0.logs.borrow()
    }

    /// A group's partition of `__consumer_offsets`, as far as the run is known.
    #[must_use]
    pub fn offsets(&self, group: GroupIx) -> Rc<OffsetsPartition> {
        let computed = self.computed();
        let mut known = self.0.offsets.borrow_mut();
        if (known.0, known.1) != (computed, group) {
            *known = (computed, group, Rc::new(OffsetsPartition::of(&self.run(), group)));
        }
        known.2.clone()
    }

    /// What a group does with a partition's records, as far as the run is known.
    #[must_use]
    pub fn delivery(&self, group: GroupIx, partition: PartitionIx) -> Rc<Delivery> {
        let computed = self.computed();
        let mut known = self.0.deliveries.borrow_mut();
        if let Some((at, delivery)) = &*known
            && (*at, delivery.group, delivery.partition) == (computed, group, partition)
        {
            return delivery.clone();
        }
        let delivery = Rc::new(Delivery::of(&self.run(), group, partition));
        *known = Some((computed, delivery.clone()));
        delivery
    }

    /// Where the moments of `story` are in the run, as far as it is known: always ask of the same story.
    #[must_use]
    pub fn find(&self, story: &Story) -> Rc<[Option<Found>]> {
        let computed = self.computed();
        let mut found = self.0.found.borrow_mut();
        if found.0 != computed {
            *found = (computed, story.find(&self.run(), &self.narration()).into());
        }
        found.1.clone()
    }

    /// What in it is worth a look, as far as it is known.
    #[must_use]
    pub fn notables(&self) -> Rc<Notables> {
        let computed = self.computed();
        let mut known = self.0.notables.borrow_mut();
        if known.0 != computed {
            *known = (computed, Rc::new(Notables::of(&self.run())));
        }
        known.1.clone()
    }
}
