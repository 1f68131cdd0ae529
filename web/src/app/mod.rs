//! The page as a whole.

mod acting;
mod affairs;
mod compare;
mod conformance;
mod copy;
mod dialog;
mod dots;
mod embed;
mod embedding;
mod figures;
mod form;
mod header;
mod icons;
mod inspector;
mod keys;
mod lab;
mod layout;
mod log;
mod menu;
mod more;
mod narration;
mod offsets;
mod phone;
mod player;
mod problems;
mod prose;
mod record;
mod records;
mod refusal;
mod scrub;
mod sequence;
mod share;
mod size;
mod stage;
mod tables;
mod timeline;
mod timing;
mod why;

use std::rc::Rc;

use yew::prelude::*;

use self::{
    affairs::CoordinatorPanel,
    compare::{BothTold, DifferenceTable, PartingPanel, Stages, Strip, Times},
    conformance::{ConformancePage, Version},
    dialog::Dialogs,
    embed::EmbedPage,
    figures::FiguresPanel,
    header::Header,
    inspector::InspectorPanel,
    keys::use_keys,
    lab::LabPage,
    layout::use_layout,
    narration::{Narration, StoryEnd},
    phone::PhonePage,
    player::{ActionButton, Does, PlayerBar},
    record::RecordPane,
    records::{DeliveryPanel, ViewPane},
    refusal::RefusalPanel,
    timing::TimingPanel,
    why::WhyPanel,
};
use crate::{
    page::store::{Handle, Store},
    session::{Action, Layout, Place, Record, Session, Tab},
};

/// Properties of [`App`].
#[derive(Clone, PartialEq, Properties)]
pub struct AppProps {
    /// What it shows.
    pub store: Handle,
}

/// The session as components get it: equal only to itself.
#[derive(Clone)]
pub(crate) struct Shown(pub(crate) Rc<Session>);

impl PartialEq for Shown {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl std::ops::Deref for Shown {
    type Target = Session;

    fn deref(&self) -> &Session {
        &self.0
    }
}

/// Properties of every part that shows the session.
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct PartProps {
    pub(crate) session: Shown,
}

/// The store that every component finds around it.
#[hook]
pub(crate) fn use_store() -> Rc<Store> {
    let Handle(store) = use_context().expect("every part stands in the app");
    store
}

/// The page as a whole.
#[component]
pub fn App(props: &AppProps) -> Html {
    let store = props.store.0.clone();
    let session = use_state_eq(|| Shown(store.session()));
    {
        let set = session.setter();
        let store = store.clone();
        use_effect_with((), move |()| {
            store.on_change(Callback::from(move |session| set.set(Shown(session))));
        });
    }
    use_keys(&store);
    use_layout(&store);
    let session = (*session).clone();
    html! {
        <ContextProvider<Handle> context={props.store.clone()}>
            <svg class="defs" width="0" height="0" aria-hidden="true">
                <defs>
                    <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                        <rect width="6" height="6" fill="var(--panel)" />
                        <path d="M0 0V6" stroke="var(--hatch)" stroke-width="3" />
                    </pattern>
                </defs>
            </svg>
            if session.embed {
                <EmbedPage session={session.clone()} />
            } else if session.place == Place::Conformance {
                <ConformancePage session={session.clone()} />
            } else if session.place == Place::Lab {
                <LabPage session={session.clone()} />
            } else if session.layout == Layout::Phone {
                <PhonePage session={session.clone()} />
            } else {
                <WidePage session={session.clone()} />
            }
            <Dialogs {session} />
        </ContextProvider<Handle>>
    }
}

/// The page with everything beside everything.
#[component]
fn WidePage(PartProps { session }: &PartProps) -> Html {
    let is_sequence = session.record == Record::Sequence && session.records.is_none();
    let is_compared = session.versus.is_some();
    let kind = if is_compared { Some("compare") } else { is_sequence.then_some("by-message") };
    html! {
        <div class={classes!("page", "wide", kind, session.player.playing.then_some("playing"))}>
            <Header session={session.clone()} />
            <main>
                if is_compared {
                    <Strip session={session.clone()} />
                    <Stages session={session.clone()} />
                    <PlayerBar session={session.clone()} />
                    <Times session={session.clone()} />
                } else {
                    <ViewPane session={session.clone()} />
                    <PlayerBar session={session.clone()} />
                    <RecordPane session={session.clone()} />
                }
            </main>
            if session.layout == Layout::Small {
                <LowSide session={session.clone()} />
            } else {
                // It scrolls where it holds more than there is room for.
                <aside aria-label={session.words.text("ui-side")} data-look-ignore="cut covered">
                    <RefusalPanel session={session.clone()} />
                    <Told session={session.clone()} />
                    <Depth session={session.clone()} />
                    <TimingPanel session={session.clone()} />
                    <Version session={session.clone()} />
                </aside>
            }
        </div>
    }
}

/// What happens, in one run or in two.
#[component]
fn Told(PartProps { session }: &PartProps) -> Html {
    if session.versus.is_some() {
        html! { <BothTold session={session.clone()} /> }
    } else {
        html! { <Narration session={session.clone()} /> }
    }
}

/// What lies behind the narration: the coordinator's affairs, the story's end, what is chosen, causes, figures; of two runs what
/// differs.
#[component]
fn Depth(PartProps { session }: &PartProps) -> Html {
    if session.versus.is_some() {
        return html! {
            <>
                <PartingPanel session={session.clone()} />
                <DifferenceTable session={session.clone()} />
                <InspectorPanel session={session.clone()} />
                <WhyPanel session={session.clone()} />
                <StoryEnd session={session.clone()} />
            </>
        };
    }
    html! {
        <>
            <CoordinatorPanel session={session.clone()} />
            <DeliveryPanel session={session.clone()} />
            <InspectorPanel session={session.clone()} />
            <WhyPanel session={session.clone()} />
            <FiguresPanel session={session.clone()} />
            <StoryEnd session={session.clone()} />
        </>
    }
}

/// The side of a page without room for it: the narration as a line below, the rest in drawers.
#[component]
fn LowSide(PartProps { session }: &PartProps) -> Html {
    let words = &session.words;
    let drawer = |tab: Tab, key: &str| {
        let is_open = session.tab == tab;
        let to = if is_open { Tab::Stage } else { tab };
        html! {
            <ActionButton
                class={classes!("btn", is_open.then_some("on"))} label={words.text(key)} pressed={Some(is_open)}
                action={Does(Action::Turn(to))}
            >
                { words.text(key) }
            </ActionButton>
        }
    };
    let open = match session.tab {
        Tab::Story => html! { <Depth session={session.clone()} /> },
        Tab::Timing => html! { <TimingPanel session={session.clone()} /> },
        Tab::Stage | Tab::Timeline => Html::default(),
    };
    html! {
        <aside class="low" aria-label={words.text("ui-side")}>
            <RefusalPanel session={session.clone()} />
            <Told session={session.clone()} />
            <div class="drawers">
                { drawer(Tab::Story, "ui-details") }
                { drawer(Tab::Timing, "ui-timing") }
            </div>
            if matches!(session.tab, Tab::Story | Tab::Timing) { <div class="drawer">{ open }</div> }
        </aside>
    }
}
