//! The run over time: scrub, zoom, pan.

use std::{cell::RefCell, rc::Rc};

use groupscope_view::{
    geometry::Size,
    mark::Mark,
    timeline::{self, Axis, History, Options},
    words::Words,
};
use web_sys::{Element, PointerEvent, WheelEvent};
use yew::prelude::*;

use super::{acting::ThingMenu, dots::Dots, size::use_size, stage::chosen, use_store};
use crate::{
    page::store::Store,
    scene::{Drawing, Pointed, SceneView},
    session::{Action, Session, film::Film, versus::Side, window::Window},
};

/// What a picture of the stretch that is in sight depends on.
#[derive(Clone)]
pub(super) struct Sight {
    pub(super) film: Film,
    computed: u64,
    pub(super) window: Window,
    pub(super) words: Rc<Words>,
    /// Where the run parts from the one it is compared with, ms.
    parting: Option<u64>,
}

impl PartialEq for Sight {
    fn eq(&self, other: &Self) -> bool {
        self.film == other.film
            && self.computed == other.computed
            && self.window == other.window
            && self.parting == other.parting
            && Rc::ptr_eq(&self.words, &other.words)
    }
}

impl Sight {
    pub(super) fn of(session: &Session, film: &Film) -> Self {
        let (window, words) = (session.window, session.words.clone());
        Self { film: film.clone(), computed: film.computed(), window, words, parting: None }
    }

    fn history(&self) -> History {
        let history = History::of(&self.film.run(), self.window.from..self.window.to, &self.words);
        match self.parting {
            Some(at) => history.parting_at(at, &self.words),
            None => history,
        }
    }
}

/// What a picture shows.
type Shown = Rc<Option<History>>;

/// The picture that was made last, and of what: a run, its ghost, the run beside it, a size.
#[derive(Default)]
struct Last(Option<([Shown; 3], Size, Drawing)>);

/// Properties of [`TimelinePane`].
#[derive(Clone, PartialEq, Properties)]
pub(super) struct TimelineProps {
    pub(super) session: super::Shown,
    /// The run that it is compared with, whose timeline has the same axis.
    #[prop_or_default]
    pub(super) beside: Option<Film>,
    /// Where the two part, ms.
    #[prop_or_default]
    pub(super) parting: Option<u64>,
    /// Which of two runs it shows; none = there is only one. Run A is looked at only.
    #[prop_or_default]
    pub(super) side: Option<Side>,
}

/// The timeline.
#[component]
pub(super) fn TimelinePane(TimelineProps { session, beside, parting, side }: &TimelineProps) -> Html {
    let store = use_store();
    let node = use_node_ref();
    let size = use_size(&node);
    let sight = |film: &Film| Sight::of(session, film);
    let own = Sight { parting: *parting, ..sight(&session.film) };
    let history = use_memo(Some(own), |sight| sight.as_ref().map(Sight::history));
    let ghost = use_memo(session.ghost.as_ref().map(sight), |sight| sight.as_ref().map(Sight::history));
    let other = use_memo(beside.as_ref().map(sight), |sight| sight.as_ref().map(Sight::history));
    let last = use_mut_ref(Last::default);
    let shown = [history.clone(), ghost, other.clone()];
    let drawing = size.map(|size| draw(&last, &shown, size, session.moment, &session.words));
    let axis = size.and_then(|size| {
        let history = history.as_ref().as_ref()?;
        Some(timeline::axis_beside(history, (*other).as_ref(), size.w, &session.words))
    });
    let Handling { gestures, on, onwheel, place } = use_gestures(axis, &node);
    let menu = use_state(|| None::<Pointed>);
    let on_menu = {
        let (menu, gestures, store) = (menu.setter(), gestures.clone(), store.clone());
        Callback::from(move |pointed: Pointed| {
            if matches!(pointed.mark, Mark::Decor | Mark::Playhead) {
                return;
            }
            if let Some(at) = gestures.borrow().time_at(pointed.at.0) {
                store.dispatch(Action::Pause);
                seek(&store, at);
            }
            menu.set(Some(pointed));
        })
    };
    let on_pick = {
        let (gestures, store) = (gestures.clone(), store.clone());
        Callback::from(move |pointed: Pointed| {
            let mark = chosen(&pointed.mark);
            let is_thing = matches!(mark, Mark::Consumer(_) | Mark::Partition(_) | Mark::Desk(_));
            if is_thing && !gestures.borrow().has_moved {
                store.dispatch(Action::Select(Some(mark)));
            }
        })
    };
    let close = {
        let menu = menu.setter();
        Callback::from(move |()| menu.set(None))
    };
    let [on_press, on_drag, on_release] = on;
    let words = &session.words;
    let label = match side {
        Some(side) => words.say("cmp-timeline", &[("side", side.letter().into())]),
        None => words.text("ui-timeline"),
    };
    let is_open = *side != Some(Side::A);
    let (on_pick, on_menu) = (is_open.then_some(on_pick), is_open.then_some(on_menu));
    html! {
        <>
        <section
            class="timeline" aria-label={label} ref={node} {onwheel}
            onpointerdown={on_press} onpointermove={on_drag} onpointerup={on_release.clone()} onpointercancel={on_release}
        >
            if let Some(drawing) = drawing { <SceneView {drawing} {on_pick} pointer_only=true {on_menu} /> }
            <Dots session={session.clone()} {place} y=24.5 />
        </section>
        if let Some(pointed) = &*menu {
            <ThingMenu session={session.clone()} pointed={pointed.clone()} on_close={close} />
        }
        </>
    }
}

/// The picture of the moment: the last one as long as only its playhead moves.
fn draw(last: &RefCell<Last>, shown: &[Shown; 3], size: Size, at: u64, words: &Words) -> Drawing {
    let mut last = last.borrow_mut();
    if let Some((old, old_size, drawing)) = &last.0
        && old.iter().zip(shown).all(|(old, shown)| Rc::ptr_eq(old, shown))
        && *old_size == size
        && drawing.holds_at(at)
    {
        return drawing.clone();
    }
    let [history, ghost, beside] = shown.each_ref().map(|shown| (**shown).as_ref());
    let options = Options { at: Some(at), playhead: true, ghost, beside };
    let empty = History::default();
    let drawing = Drawing::new(timeline::timeline(history.unwrap_or(&empty), size, words, &options));
    last.0 = Some((shown.clone(), size, drawing.clone()));
    drawing
}

/// What a picture over time does with fingers and wheel, and where in it a moment lies.
pub(super) struct Handling {
    pub(super) gestures: Rc<RefCell<Gestures>>,
    /// What happens on a press, a drag, and a release.
    pub(super) on: [Callback<PointerEvent>; 3],
    pub(super) onwheel: Callback<WheelEvent>,
    pub(super) place: Callback<u64, Option<f32>>,
}

/// Lets fingers and wheel scrub, zoom and pan the picture at `node`, which has this axis.
#[hook]
pub(super) fn use_gestures(axis: Option<Axis>, node: &NodeRef) -> Handling {
    let store = use_store();
    let gestures = use_mut_ref(Gestures::default);
    gestures.borrow_mut().show(axis, node);
    let acts: [fn(&mut Gestures, &Store, &PointerEvent); 3] = [Gestures::press, Gestures::drag, Gestures::release];
    let on = acts.map(|act| {
        let (gestures, store) = (gestures.clone(), store.clone());
        Callback::from(move |event: PointerEvent| act(&mut gestures.borrow_mut(), &store, &event))
    });
    let onwheel = {
        let (gestures, store) = (gestures.clone(), store);
        Callback::from(move |event: WheelEvent| gestures.borrow().wheel(&store, &event))
    };
    let place = {
        let gestures = gestures.clone();
        Callback::from(move |at: u64| gestures.borrow().place(at))
    };
    Handling { gestures, on, onwheel, place }
}

/// What fingers and wheel do.
#[derive(Default)]
pub(super) struct Gestures {
    axis: Option<Axis>,
    node: NodeRef,
    /// The pointers that are down: number, place.
    down: Vec<(i32, f64)>,
    is_panning: bool,
    /// Whether the press has become a drag.
    has_moved: bool,
}

impl Gestures {
    /// What is under the pointer now.
    pub(super) fn show(&mut self, axis: Option<Axis>, node: &NodeRef) {
        self.axis = axis;
        self.node = node.clone();
    }

    /// Where a moment (ms) is, px; none = not in sight.
    pub(super) fn place(&self, at: u64) -> Option<f32> {
        let axis = self.axis?;
        (axis.from..=axis.to).contains(&at).then(|| axis.place(at as f64))
    }

    /// Where in the timeline a place of the window is, px.
    fn offset(&self, client_x: i32) -> f32 {
        let left = self.node.cast::<Element>().map_or(0.0, |element| element.get_bounding_client_rect().left());
        (f64::from(client_x) - left) as f32
    }

    fn time(&self, event: &PointerEvent) -> Option<f64> {
        self.time_at(event.client_x())
    }

    fn time_at(&self, client_x: i32) -> Option<f64> {
        Some(self.axis?.time(self.offset(client_x)))
    }

    pub(super) fn press(&mut self, store: &Store, event: &PointerEvent) {
        if event.button() > 1 {
            return;
        }
        self.has_moved = false;
        self.down.push((event.pointer_id(), event.client_x().into()));
        self.is_panning = event.button() == 1 || event.shift_key() || self.down.len() > 1;
        if !self.is_panning
            && let Some(at) = self.time(event)
        {
            store.dispatch(Action::Pause);
            seek(store, at);
        }
    }

    pub(super) fn drag(&mut self, store: &Store, event: &PointerEvent) {
        let Some(place) = self.down.iter().position(|(id, _)| *id == event.pointer_id()) else { return };
        let (old, x) = (self.down[place].1, f64::from(event.client_x()));
        if old != x
            && !std::mem::replace(&mut self.has_moved, true)
            && let Some(element) = self.node.cast::<Element>()
        {
            // Only now: what is pressed without a drag is to get the click.
            let _ = element.set_pointer_capture(event.pointer_id());
        }
        if let [(_, a), (_, b)] = self.down[..] {
            self.down[place].1 = x;
            return self.pinch(store, (a, b));
        }
        self.down[place].1 = x;
        let Some(axis) = self.axis else { return };
        let session = store.session();
        if self.is_panning {
            let ms = (old - x) * session.window.length() as f64 / f64::from(axis.w);
            store.dispatch(Action::Look(session.window.panned(ms, session.end())));
        } else if let Some(at) = self.time(event) {
            seek(store, at.clamp(session.window.from as f64, session.window.to as f64));
        }
    }

    /// Two fingers: their distance zooms, their way pans.
    fn pinch(&self, store: &Store, (a, b): (f64, f64)) {
        let [(_, c), (_, d)] = self.down[..] else { return };
        let (Some(axis), session) = (self.axis, store.session()) else { return };
        let middle = axis.time(self.offset(((a + b) / 2.0) as i32));
        let factor = ((a - b).abs().max(10.0) / (c - d).abs().max(10.0)).clamp(0.2, 5.0);
        let window = session.window.zoomed(middle, factor, session.end());
        let ms = ((a + b) - (c + d)) / 2.0 * window.length() as f64 / f64::from(axis.w);
        store.dispatch(Action::Look(window.panned(ms, session.end())));
    }

    pub(super) fn release(&mut self, _: &Store, event: &PointerEvent) {
        self.down.retain(|(id, _)| *id != event.pointer_id());
    }

    /// The wheel zooms; sideways, or with Shift, it pans.
    pub(super) fn wheel(&self, store: &Store, event: &WheelEvent) {
        let (Some(axis), session) = (self.axis, store.session()) else { return };
        if session.embed && !event.ctrl_key() {
            return;
        }
        event.prevent_default();
        let sideways = if event.shift_key() { event.delta_y() } else { event.delta_x() };
        let (window, end) = (session.window, session.end());
        let next = if sideways.abs() > event.delta_y().abs() || event.shift_key() {
            window.panned(sideways * window.length() as f64 / f64::from(axis.w), end)
        } else {
            let at = axis.time(self.offset(event.client_x()));
            window.zoomed(at, (event.delta_y() * 0.0015).exp(), end)
        };
        store.dispatch(Action::Look(next));
    }
}

fn seek(store: &Store, at: f64) {
    store.dispatch(Action::Seek(at.max(0.0).round() as u64));
}
