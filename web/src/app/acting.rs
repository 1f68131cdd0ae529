//! Doing something to the run: the menu of everything there is, and that of a thing of a picture.

use groupscope_view::mark::Mark;
use yew::prelude::*;

use super::{
    PartProps, Shown,
    icons::{Icon, icon},
    menu::{Choice, MenuList, use_open},
    use_store,
};
use crate::{
    scene::Pointed,
    session::{
        Action,
        deeds::{self, Line},
    },
};

/// Properties of [`DeedMenu`].
#[derive(Clone, PartialEq, Properties)]
pub(super) struct DeedMenuProps {
    pub(super) session: Shown,
    /// The thing; absent = everything there is.
    #[prop_or_default]
    pub(super) thing: Option<Mark>,
    /// Where in the window it hangs; absent = below its button.
    #[prop_or_default]
    pub(super) at: Option<(i32, i32)>,
    pub(super) on_close: Callback<()>,
}

/// What can be done. A line that stands for a thing leads to that thing's own menu. The run stands while it is open.
#[component]
pub(super) fn DeedMenu(props: &DeedMenuProps) -> Html {
    let store = use_store();
    let DeedMenuProps { session, thing, at, on_close } = props;
    let way = use_state(Vec::<Mark>::new);
    {
        let store = store.clone();
        use_effect_with((), move |()| {
            store.dispatch(Action::Hold(true));
            move || {
                if store.session().dialog.is_none() {
                    store.dispatch(Action::Hold(false));
                }
            }
        });
    }
    let menu = deeds::menu(session, way.last().or(thing.as_ref()));
    let back = (!way.is_empty()).then(|| session.words.text("ui-menu-back"));
    let offset = usize::from(back.is_some());
    let choices = menu.lines.iter().map(|line| match line {
        Line::Deed(deed) => Choice::new(deed.text.clone()),
        Line::Into(text, _) => Choice { leads: true, ..Choice::new(text.clone()) },
    });
    let back = back.map(|text| Choice { leads: true, is_back: true, ..Choice::new(text) });
    let choices: Vec<_> = back.into_iter().chain(choices).collect();
    let on_choose = {
        let (store, lines, way) = (store, menu.lines, way.clone());
        Callback::from(move |place: usize| {
            let mut next = (*way).clone();
            match place.checked_sub(offset).and_then(|place| lines.get(place)) {
                Some(Line::Deed(deed)) => return store.perform(deed),
                Some(Line::Into(_, mark)) => next.push(mark.clone()),
                None => drop(next.pop()),
            }
            way.set(next);
        })
    };
    html! {
        <MenuList
            level={way.len()} label={menu.title} headed={thing.is_some() || !way.is_empty()} {choices} {on_choose}
            on_close={on_close.clone()} at={*at}
        />
    }
}

/// The button with everything that can be done.
#[component]
pub(super) fn FaultMenu(PartProps { session }: &PartProps) -> Html {
    let (is_open, onclick, on_close) = use_open();
    html! {
        <div class="dropdown">
            <button type="button" class="btn" id="fault" aria-haspopup="menu" aria-expanded={is_open.to_string()} {onclick}>
                { session.words.text("ui-fault") }{ icon(Icon::Down) }
            </button>
            if is_open { <DeedMenu session={session.clone()} {on_close} /> }
        </div>
    }
}

/// Properties of [`ThingMenu`].
#[derive(Clone, PartialEq, Properties)]
pub(super) struct ThingMenuProps {
    pub(super) session: Shown,
    pub(super) pointed: Pointed,
    pub(super) on_close: Callback<()>,
}

/// What can be done with a thing of a picture, where it was pointed at.
#[component]
pub(super) fn ThingMenu(ThingMenuProps { session, pointed, on_close }: &ThingMenuProps) -> Html {
    if deeds::menu(session, Some(&pointed.mark)).lines.is_empty() {
        return Html::default();
    }
    html! {
        <div class="float">
            <DeedMenu
                session={session.clone()} thing={pointed.mark.clone()} at={pointed.at} on_close={on_close.clone()}
            />
        </div>
    }
}
