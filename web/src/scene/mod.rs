//! Shows a [`Scene`]: what stands still through Yew, at the rate of events; what moves by the clock, at the rate of the
//! display; messages in a layer of their own.

mod group;
mod live;
mod pool;
mod press;
mod shape;

use std::rc::Rc;

use groupscope_view::{
    mark::Mark,
    scene::{Group, Scene},
};
use web_sys::{Element, MouseEvent, PointerEvent};
use yew::prelude::*;

use self::{
    group::{GroupView, key_of, keys},
    live::Live,
    press::Press,
};
use crate::page::store::{Handle, Mover};

/// A scene, shared, with its groups ready to be compared one by one.
#[derive(Clone, Debug)]
pub struct Drawing(Rc<Parts>);

#[derive(Debug)]
struct Parts {
    /// The scene but for its groups.
    scene: Scene,
    /// What Yew shows, the hindmost first.
    fixed: Vec<(u64, Rc<Group>)>,
    /// The messages, which lie above.
    messages: Vec<(u64, Rc<Group>)>,
}

impl PartialEq for Drawing {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Drawing {
    /// Takes a scene apart.
    #[must_use]
    pub fn new(mut scene: Scene) -> Self {
        let groups = std::mem::take(&mut scene.groups);
        let keyed = keys(&groups).into_iter().zip(groups.into_iter().map(Rc::new));
        let (messages, fixed) = keyed.partition(|(_, group)| is_message(&group.mark));
        Self(Rc::new(Parts { scene, fixed, messages }))
    }

    /// The scene, without its groups.
    #[must_use]
    pub fn scene(&self) -> &Scene {
        &self.0.scene
    }

    /// Whether it still shows the moment `at` but for what moves.
    #[must_use]
    pub fn holds_at(&self, at: u64) -> bool {
        (self.0.scene.at..self.0.scene.until).contains(&at)
    }

    fn mark_of(&self, key: u64) -> Option<Mark> {
        let all = self.0.fixed.iter().chain(&self.0.messages);
        all.into_iter().find(|(known, _)| *known == key).map(|(_, group)| group.mark.clone())
    }
}

fn is_message(mark: &Mark) -> bool {
    matches!(mark, Mark::Message(_) | Mark::Messages(_))
}

/// Something in a picture was pointed at.
#[derive(Clone, Debug, PartialEq)]
pub struct Pointed {
    /// What.
    pub mark: Mark,
    /// Where in the window, px.
    pub at: (i32, i32),
}

/// Properties of [`SceneView`].
#[derive(Clone, PartialEq, Properties)]
pub struct SceneViewProps {
    /// What is shown.
    pub drawing: Drawing,
    /// Classes of the `svg` element.
    #[prop_or_default]
    pub class: Classes,
    /// Whether its things can be chosen, with the pointer and with the keyboard.
    #[prop_or_default]
    pub on_pick: Option<Callback<Pointed>>,
    /// Somebody asks what can be done with a thing.
    #[prop_or_default]
    pub on_menu: Option<Callback<Pointed>>,
    /// Whether it is used with a thumb.
    #[prop_or_default]
    pub coarse: bool,
    /// Whether its things can be chosen with the pointer only: elsewhere the keyboard finds the same ones.
    #[prop_or_default]
    pub pointer_only: bool,
    /// Whether it only repeats what is said elsewhere.
    #[prop_or_default]
    pub hidden: bool,
}

/// A picture.
#[component]
pub fn SceneView(props: &SceneViewProps) -> Html {
    let store = use_context::<Handle>();
    let svg = use_node_ref();
    let live = use_memo((), |()| Live::default());
    {
        let (live, store) = (live.clone(), store.clone());
        use_effect_with((), move |()| {
            let mover: Rc<dyn Mover> = live;
            if let Some(store) = &store {
                store.add_mover(&mover);
            }
            move || drop(mover)
        });
    }
    {
        let (svg, live) = (svg.clone(), live.clone());
        let pickable = props.on_pick.is_some();
        use_effect_with((props.drawing.clone(), props.coarse), move |(drawing, coarse)| {
            if let Some(svg) = svg.cast::<Element>() {
                live.attach(&svg, drawing, *coarse, pickable);
                live.move_to(store.map_or(drawing.scene().at as f64, |store| store.clock()));
            }
        });
    }
    let press = use_memo((), |()| Press::default());
    press.show(&props.drawing);
    let on_press = |act: fn(&Rc<Press>, &PointerEvent, &Callback<Pointed>)| {
        let (press, tell) = (press.clone(), props.on_menu.clone().filter(|_| props.on_pick.is_some())?);
        Some(Callback::from(move |event: PointerEvent| act(&press, &event, &tell)))
    };
    let on_click = on_pointed(&props.drawing, props.on_pick.as_ref(), false);
    // Without this the end of a long press would click on the menu that it has opened under the finger.
    let on_touch_end = {
        let press = press.clone();
        Callback::from(move |event: TouchEvent| {
            if press.was_long.take() {
                event.prevent_default();
            }
        })
    };
    let on_context = on_pointed(&props.drawing, props.on_menu.as_ref(), true).map(|ask| {
        let press = press.clone();
        Callback::from(move |event: MouseEvent| {
            press.end();
            if press.was_long.get() { event.prevent_default() } else { ask.emit(event) }
        })
    });
    let scene = props.drawing.scene();
    let (w, h) = (scene.size.w.to_string(), scene.size.h.to_string());
    let pickable = props.on_pick.is_some() && !props.pointer_only;
    let groups = props.drawing.0.fixed.iter().map(|(key, group)| {
        html! { <GroupView key={*key} number={*key} group={group.clone()} {pickable} coarse={props.coarse} /> }
    });
    let (role, label) = match (props.hidden, pickable) {
        (true, _) => (None, None),
        (false, true) => (Some("group"), Some(scene.title.clone())),
        (false, false) => (Some("img"), Some(scene.title.clone())),
    };
    html! {
        <svg
            ref={svg} class={props.class.clone()} viewBox={format!("0 0 {w} {h}")} width={w} height={h} {role}
            aria-label={label} aria-hidden={props.hidden.then_some("true")}
            onclick={on_click} oncontextmenu={on_context}
            onpointerdown={on_press(Press::begin)} onpointermove={on_press(|press, event, _| press.go(event))}
            onpointerup={on_press(|press, _, _| press.end())} onpointercancel={on_press(|press, _, _| press.end())}
            ontouchend={on_touch_end} onkeydown={on_key(&props.drawing, props.on_pick.as_ref(), props.on_menu.as_ref())}
        >
            <g>{ for groups }</g>
            <g />
        </svg>
    }
}

fn on_pointed(drawing: &Drawing, tell: Option<&Callback<Pointed>>, takes: bool) -> Option<Callback<MouseEvent>> {
    let (drawing, tell) = (drawing.clone(), tell?.clone());
    Some(Callback::from(move |event: MouseEvent| {
        let target = event.target_dyn_into::<Element>();
        if let Some(mark) = target.and_then(|target| drawing.mark_of(key_of(&target)?)) {
            if takes {
                event.prevent_default();
            }
            tell.emit(Pointed { mark, at: (event.client_x(), event.client_y()) });
        }
    }))
}

/// Enter and Space choose what has the focus; the menu key and Shift+F10 ask what can be done with it.
fn on_key(
    drawing: &Drawing,
    pick: Option<&Callback<Pointed>>,
    menu: Option<&Callback<Pointed>>,
) -> Option<Callback<KeyboardEvent>> {
    let (drawing, pick, menu) = (drawing.clone(), pick?.clone(), menu.cloned());
    Some(Callback::from(move |event: KeyboardEvent| {
        let asks = event.key() == "ContextMenu" || event.key() == "F10" && event.shift_key();
        let tell = match (&*event.key(), asks) {
            ("Enter" | " ", _) => Some(&pick),
            (_, true) => menu.as_ref(),
            _ => None,
        };
        let (Some(tell), Some(target)) = (tell, event.target_dyn_into::<Element>()) else { return };
        if let Some(mark) = key_of(&target).and_then(|key| drawing.mark_of(key)) {
            event.prevent_default();
            event.stop_propagation();
            let place = target.get_bounding_client_rect();
            tell.emit(Pointed { mark, at: (place.left() as i32, place.bottom() as i32) });
        }
    }))
}
