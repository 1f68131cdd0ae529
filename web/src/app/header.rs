//! The head of the page: which story, what can be done, language and theme.

use std::rc::Rc;

use groupscope_core::scenario::Do;
use yew::prelude::*;

use super::{
    PartProps, Shown,
    acting::FaultMenu,
    icons::{Icon, icon},
    lab::ViewSwitch,
    menu::{Choice, Dropdown},
    more::More,
    player::{ActionButton, Does},
    use_store,
};
use crate::{
    page::{loader, prefers, store::Store},
    session::{Action, Dialog, Layout, address::Theme, edit},
};

/// The head of the page.
#[component]
pub(super) fn Header(PartProps { session }: &PartProps) -> Html {
    let store = use_store();
    let words = &session.words;
    let add = {
        let store = store.clone();
        Callback::from(move |_: MouseEvent| add_consumer(&store))
    };
    let history = &session.history;
    let undo = history.undo().map(Action::Show);
    let redo = history.redo().map(Action::Show);
    html! {
        <header>
            <div class="logo"><h1>{ "GroupScope" }</h1><small>{ words.text("ui-tagline") }</small></div>
            <StoryPicker session={session.clone()} />
            <ViewSwitch session={session.clone()} />
            <span class="grow" />
            <div class="group" role="group" aria-label={words.text("ui-history")}>
                <ActionButton
                    class="btn square" label={words.text("ui-undo")} shortcut="Ctrl Z" disabled={undo.is_none()}
                    action={Does(undo.unwrap_or(Action::Forgive))}
                >
                    { icon(Icon::Undo) }
                </ActionButton>
                <ActionButton
                    class="btn square" label={words.text("ui-redo")} shortcut="Ctrl Y" disabled={redo.is_none()}
                    action={Does(redo.unwrap_or(Action::Forgive))}
                >
                    { icon(Icon::Redo) }
                </ActionButton>
            </div>
            <button type="button" class="btn" onclick={add}>{ words.text("ui-add-consumer") }</button>
            <FaultMenu session={session.clone()} />
            if session.layout == Layout::Wide {
                <DialogButton session={session.clone()} name="ui-share" dialog={Dialog::Share} />
                <DialogButton session={session.clone()} name="ui-embed" dialog={Dialog::Embed} />
                <Language session={session.clone()} />
                <ThemeButton session={session.clone()} />
            } else {
                <More session={session.clone()} />
            }
        </header>
    }
}

#[derive(Clone, PartialEq, Properties)]
struct DialogButtonProps {
    session: Shown,
    /// The key of its name.
    name: &'static str,
    dialog: Dialog,
}

/// A button that opens a dialog.
#[component]
fn DialogButton(DialogButtonProps { session, name, dialog }: &DialogButtonProps) -> Html {
    let store = use_store();
    let dialog = dialog.clone();
    let onclick = Callback::from(move |_| store.dispatch(Action::Dialog(Some(dialog.clone()))));
    html! { <button type="button" class="btn" aria-haspopup="dialog" {onclick}>{ session.words.text(name) }</button> }
}

/// Adds a consumer like the last one, at the moment shown.
pub(super) fn add_consumer(store: &Rc<Store>) {
    if let Some(consumer) = edit::another_consumer(store.session().scenario()) {
        store.act(&Do::AddConsumer { consumer });
    }
}

/// The story, and the choice of another.
#[component]
fn StoryPicker(PartProps { session }: &PartProps) -> Html {
    html! {
        <StoryMenu class="pick" session={session.clone()}>
            <small>{ session.words.text("ui-story") }</small>
            <b>{ title(session) }</b>
            { icon(Icon::Down) }
        </StoryMenu>
    }
}

/// The title of what is shown.
pub(super) fn title(session: &Shown) -> String {
    let own = session.story.as_ref().map(|story| story.entry.title(session.words.lang()).to_owned());
    own.unwrap_or_else(|| match session.scenario().title.as_str() {
        "" => session.words.text("ui-untitled"),
        title => title.to_owned(),
    })
}

/// Properties of [`StoryMenu`].
#[derive(Clone, PartialEq, Properties)]
pub(super) struct StoryMenuProps {
    pub(super) session: Shown,
    #[prop_or_default]
    pub(super) class: Classes,
    pub(super) children: Html,
}

/// A button that opens the list of stories.
#[component]
pub(super) fn StoryMenu(props: &StoryMenuProps) -> Html {
    let store = use_store();
    let session = &props.session;
    let lang = session.words.lang();
    let choices = session.catalogue.0.iter().map(|entry| Choice {
        text: format!("{} · {}", session.catalogue.number(entry), entry.title(lang)),
        is_on: session.story.as_ref().is_some_and(|story| story.entry == *entry),
        ..Choice::default()
    });
    let on_choose = {
        let catalogue = session.catalogue.clone();
        Callback::from(move |place: usize| {
            let (store, catalogue) = (store.clone(), catalogue.clone());
            yew::platform::spawn_local(async move {
                let Some(entry) = catalogue.0.get(place) else { return };
                match loader::story(&catalogue, &entry.id, store.session().words.lang(), 0).await {
                    Ok(opening) => store.dispatch(Action::Open(Box::new(opening))),
                    Err(refused) => store.refuse(refused.source, refused.error),
                }
            });
        })
    };
    let label = session.words.text("ui-stories");
    html! {
        <Dropdown class={props.class.clone()} {label} choices={choices.collect::<Vec<_>>()} {on_choose}>
            { props.children.clone() }
        </Dropdown>
    }
}

/// The other language.
#[component]
pub(super) fn Language(PartProps { session }: &PartProps) -> Html {
    let store = use_store();
    let other = loader::LANGUAGES.iter().find(|(lang, _)| *lang != session.words.lang());
    let Some((lang, name)) = other.copied() else { return Html::default() };
    let onclick = Callback::from(move |_| speak(&store, lang));
    html! { <button type="button" class="btn" {lang} {onclick}>{ name }</button> }
}

/// Goes over to another language, once its words are there.
pub(super) fn speak(store: &Rc<Store>, lang: &'static str) {
    let store = store.clone();
    yew::platform::spawn_local(async move {
        let story = store.session().story.clone();
        if let Ok((words, story)) = loader::language_of(lang, story).await {
            store.dispatch(Action::Speak(words, story));
        }
    });
}

/// The other theme.
#[component]
pub(super) fn ThemeButton(PartProps { session }: &PartProps) -> Html {
    let (key, other) = other_theme(session);
    html! {
        <ActionButton class="btn square" label={session.words.text(key)} action={Does(Action::Dress(Some(other)))}>
            { icon(Icon::Theme) }
        </ActionButton>
    }
}

/// The theme that is not shown now, and the key of its name.
pub(super) fn other_theme(session: &Shown) -> (&'static str, Theme) {
    let is_dark = match session.theme {
        Some(theme) => theme == Theme::Dark,
        None => prefers("(prefers-color-scheme: dark)"),
    };
    if is_dark { ("ui-theme-light", Theme::Light) } else { ("ui-theme-dark", Theme::Dark) }
}
