//! The moment shown.

use std::rc::Rc;

use groupscope_core::simulation::frame::Frame;
use groupscope_view::{
    geometry::Size,
    mark::Mark,
    stage::{self, Options},
    words::Words,
};
use yew::prelude::*;

use super::{Shown, acting::ThingMenu, size::use_size, tables::TablesButton, use_store};
use crate::{
    scene::{Drawing, Pointed, SceneView},
    session::{Action, Layout, deeds, versus::Side},
};

/// What the stage depends on.
#[derive(Clone)]
struct Sight {
    frame: Rc<Frame>,
    words: Rc<Words>,
    size: Size,
    selected: Option<Mark>,
    pinned: Vec<usize>,
    still: bool,
}

impl PartialEq for Sight {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.frame, &other.frame)
            && Rc::ptr_eq(&self.words, &other.words)
            && self.size == other.size
            && self.selected == other.selected
            && self.pinned == other.pinned
            && self.still == other.still
    }
}

impl Sight {
    fn of(session: &Shown, size: Size) -> Self {
        Self {
            frame: session.frame.clone(),
            words: session.words.clone(),
            size,
            selected: session.selected.clone(),
            pinned: session.pinned.clone(),
            still: session.still,
        }
    }

    fn draw(&self) -> Drawing {
        let lit = match &self.selected {
            Some(Mark::Consumer(place) | Mark::Session(place) | Mark::Poll(place)) => Some(*place),
            _ => None,
        };
        let options = Options { still: self.still, selected: self.selected.clone(), lit, pinned: self.pinned.clone() };
        Drawing::new(stage::stage(&self.frame, self.size, &self.words, &options))
    }
}

/// Properties of [`StagePane`].
#[derive(Clone, PartialEq, Properties)]
pub(super) struct StageProps {
    pub(super) session: Shown,
    /// Which of two runs it shows; none = there is only one.
    #[prop_or_default]
    pub(super) side: Option<Side>,
}

/// The stage. What is done is done to run B.
#[component]
pub(super) fn StagePane(StageProps { session, side }: &StageProps) -> Html {
    let store = use_store();
    let node = use_node_ref();
    let size = use_size(&node);
    let menu = use_state(|| None::<Pointed>);
    let drawing = use_memo(size.map(|size| Sight::of(session, size)), |sight| sight.as_ref().map(Sight::draw));
    // Run A is looked at only.
    let is_open = *side != Some(Side::A);
    let on_pick = {
        let store = store.clone();
        Callback::from(move |pointed: Pointed| store.dispatch(Action::Select(Some(chosen(&pointed.mark)))))
    };
    let on_menu = {
        let (menu, store) = (menu.setter(), store);
        Callback::from(move |pointed: Pointed| {
            let pointed = Pointed { mark: deeds::thing_of(&pointed.mark), ..pointed };
            store.dispatch(Action::Select(Some(pointed.mark.clone())));
            menu.set(Some(pointed));
        })
    };
    let close = {
        let menu = menu.setter();
        Callback::from(move |()| menu.set(None))
    };
    let words = &session.words;
    let label = match side {
        Some(side) => words.say("cmp-stage", &[("side", side.letter().into())]),
        None => words.text("ui-stage"),
    };
    html! {
        <section class="stage" aria-label={label} ref={node}>
            if side.is_none() { <TablesButton session={session.clone()} /> }
            if let Some(drawing) = &*drawing {
                <SceneView
                    drawing={drawing.clone()} on_pick={is_open.then_some(on_pick)} on_menu={is_open.then_some(on_menu)}
                    coarse={session.layout == Layout::Phone}
                />
            }
            if let Some(pointed) = &*menu {
                <ThingMenu session={session.clone()} pointed={pointed.clone()} on_close={close} />
            }
        </section>
    }
}

/// What a press on a mark chooses: timers by themselves, of the rest the thing that the mark stands for.
pub(super) fn chosen(mark: &Mark) -> Mark {
    match mark {
        Mark::Timer(..) | Mark::Session(_) | Mark::Poll(_) => mark.clone(),
        other => deeds::thing_of(other),
    }
}
