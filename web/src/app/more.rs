//! What a narrow head has no room for, in a menu.

use std::rc::Rc;

use yew::prelude::*;

use super::{
    PartProps, Shown,
    acting::DeedMenu,
    header::{add_consumer, other_theme, speak},
    icons::{Icon, icon},
    menu::{Choice, MenuList},
    use_store,
};
use crate::{
    page::{loader, store::Store},
    session::{Action, Dialog, Layout, Place},
};

/// The button and its menu; on a phone the deeds are in it, too.
#[component]
pub(super) fn More(PartProps { session }: &PartProps) -> Html {
    let store = use_store();
    let open = use_state_eq(|| Open::Nothing);
    let onclick = {
        let open = open.clone();
        Callback::from(move |_| open.set(if *open == Open::Nothing { Open::More } else { Open::Nothing }))
    };
    let on_close = {
        let open = open.setter();
        Callback::from(move |()| open.set(Open::Nothing))
    };
    let label = session.words.text("ui-more");
    let menu = match *open {
        Open::Nothing => Html::default(),
        Open::Deeds => html! { <DeedMenu session={session.clone()} {on_close} /> },
        Open::More => {
            let entries = entries(session);
            let choices: Vec<_> = entries.iter().map(Entry::choice).collect();
            let open = open.setter();
            let on_choose = Callback::from(move |place: usize| match entries.get(place).map(|entry| &entry.does) {
                Some(Does::Deeds) => open.set(Open::Deeds),
                Some(Does::Act(action)) => store.dispatch(action.clone()),
                Some(Does::Call(call)) => call.emit(store.clone()),
                None => {}
            });
            html! { <MenuList label={label.clone()} {choices} {on_choose} {on_close} /> }
        }
    };
    html! {
        <div class="dropdown">
            <button
                type="button" class="btn square" aria-haspopup="menu" aria-label={label.clone()}
                aria-expanded={(*open != Open::Nothing).to_string()} {onclick}
            >
                { icon(Icon::More) }
            </button>
            { menu }
        </div>
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Nothing,
    More,
    Deeds,
}

struct Entry {
    text: String,
    does: Does,
}

enum Does {
    Deeds,
    Act(Action),
    Call(Callback<Rc<Store>>),
}

impl Entry {
    fn choice(&self) -> Choice {
        Choice { leads: matches!(self.does, Does::Deeds), ..Choice::new(self.text.clone()) }
    }
}

fn entries(session: &Shown) -> Vec<Entry> {
    let words = &session.words;
    let entry = |key: &str, does: Does| Entry { text: words.text(key), does };
    let open = |key, dialog| entry(key, Does::Act(Action::Dialog(Some(dialog))));
    let mut entries = Vec::new();
    if session.layout == Layout::Phone {
        entries.push(entry("ui-add-consumer", Does::Call(Callback::from(|store: Rc<Store>| add_consumer(&store)))));
        entries.push(entry("ui-fault", Does::Deeds));
        entries.extend(session.history.undo().map(|to| entry("ui-undo", Does::Act(Action::Show(to)))));
        entries.extend(session.history.redo().map(|to| entry("ui-redo", Does::Act(Action::Show(to)))));
    }
    if session.layout == Layout::Phone {
        let key = if session.records.is_some() { "ui-stage" } else { "ui-records-open" };
        if session.versus.is_none() {
            entries.push(entry(key, Does::Act(session.other_view())));
        }
        let (key, other) = match &session.versus {
            Some(_) => ("cmp-end", None),
            None => ("cmp-compare", Some(session.found_as())),
        };
        entries.push(entry(key, Does::Act(Action::Compare(other))));
        entries.push(entry("lab-lab", Does::Act(Action::Go(Place::Lab))));
    }
    entries.push(open("ui-share", Dialog::Share));
    entries.push(open("ui-embed", Dialog::Embed));
    entries.push(open("ui-tables", Dialog::Tables));
    entries.push(open("ui-keys", Dialog::Help));
    entries.push(entry("conf-title", Does::Act(Action::Go(Place::Conformance))));
    let (key, theme) = other_theme(session);
    entries.push(entry(key, Does::Act(Action::Dress(Some(theme)))));
    for (lang, name) in loader::LANGUAGES.iter().filter(|(lang, _)| *lang != words.lang()) {
        let call = Callback::from(move |store: Rc<Store>| speak(&store, lang));
        entries.push(Entry { text: (*name).to_owned(), does: Does::Call(call) });
    }
    entries
}
