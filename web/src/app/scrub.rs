//! The whole run as a bar with a thumb.

use std::rc::Rc;

use groupscope_view::{
    clock,
    geometry::Size,
    timeline::{History, strip},
    words::Words,
};
use web_sys::{HtmlInputElement, InputEvent};
use yew::prelude::*;

use super::{PartProps, dots::Dots, size::use_size, use_store};
use crate::{
    page::store::Mover,
    scene::{Drawing, SceneView},
    session::{Action, film::Film},
};

/// What the bar depends on.
#[derive(Clone)]
struct Sight {
    film: Film,
    computed: u64,
    size: Option<Size>,
    words: Rc<Words>,
}

impl PartialEq for Sight {
    fn eq(&self, other: &Self) -> bool {
        self.film == other.film
            && self.computed == other.computed
            && self.size == other.size
            && Rc::ptr_eq(&self.words, &other.words)
    }
}

impl Sight {
    fn draw(&self) -> Option<Drawing> {
        let history = History::of(&self.film.run(), 0..self.film.end(), &self.words);
        Some(Drawing::new(strip(&history, self.size?, &self.words)))
    }
}

/// The slider follows the clock.
struct Thumb(NodeRef);

impl Mover for Thumb {
    fn move_to(&self, at: f64) {
        if let Some(input) = self.0.cast::<HtmlInputElement>() {
            input.set_value_as_number(at.round());
        }
    }
}

/// The bar.
#[component]
pub(super) fn Scrubber(PartProps { session }: &PartProps) -> Html {
    let store = use_store();
    let node = use_node_ref();
    let size = use_size(&node);
    let sight =
        Sight { film: session.film.clone(), computed: session.film.computed(), size, words: session.words.clone() };
    let drawing = use_memo(sight, Sight::draw);
    let input = use_node_ref();
    {
        let (input, store) = (input.clone(), store.clone());
        use_effect_with(session.end(), move |_| {
            let mover: Rc<dyn Mover> = Rc::new(Thumb(input));
            store.add_mover(&mover);
            move || drop(mover)
        });
    }
    let place = {
        let (end, size) = (session.end(), size);
        Callback::from(move |at: u64| Some(at as f32 / end.max(1) as f32 * size?.w))
    };
    let oninput = Callback::from(move |event: InputEvent| {
        if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
            store.dispatch(Action::Pause);
            store.dispatch(Action::Seek(input.value_as_number().max(0.0) as u64));
        }
    });
    html! {
        <div class="scrub" ref={node}>
            if let Some(drawing) = &*drawing { <SceneView drawing={drawing.clone()} hidden=true /> }
            <Dots session={session.clone()} {place} y=4.0 />
            <input
                type="range" min="0" max={session.end().to_string()} step="1" ref={input} {oninput}
                aria-label={session.words.text("ui-moment")} aria-valuetext={clock::clock(session.moment)}
            />
        </div>
    }
}
