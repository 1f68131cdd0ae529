//! The page on a phone: one view at a time, the player under the thumb.

use std::rc::Rc;

use yew::prelude::*;

use super::{
    Depth, PartProps, Shown,
    compare::{BothTold, DifferenceTable, PartingPanel, Stages, Strip, Times},
    header::StoryMenu,
    icons::{Icon, icon},
    inspector::InspectorPanel,
    more::More,
    narration::{Narration, Onward, StoryEnd},
    player::{Clock, PlayerButtons, Speed},
    record::{RecordPane, RecordSwitch},
    records::ViewPane,
    refusal::RefusalPanel,
    scrub::Scrubber,
    timing::TimingPanel,
    use_store,
    why::WhyPanel,
};
use crate::session::{Action, Tab, versus::Side};

/// The page.
#[component]
pub(super) fn PhonePage(PartProps { session }: &PartProps) -> Html {
    let has_sheet = matches!(session.tab, Tab::Stage | Tab::Timeline);
    let is_compared = session.versus.is_some();
    let own = if is_compared { Shown(Rc::new(session.seen_as(session.side))) } else { session.clone() };
    // Run A is looked at only.
    let is_open = !is_compared || session.side == Side::B;
    let view = match session.tab {
        Tab::Stage if is_compared => html! {
            <div class="with-strip"><Strip session={session.clone()} /><Stages session={session.clone()} /></div>
        },
        Tab::Timeline if is_compared => html! {
            <div class="with-strip"><Strip session={session.clone()} /><Times session={session.clone()} /></div>
        },
        Tab::Story if is_compared => html! {
            <div class="scroll">
                <DifferenceTable session={session.clone()} />
                <PartingPanel session={session.clone()} />
                <WhyPanel session={session.clone()} />
                <BothTold session={session.clone()} />
                <StoryEnd session={session.clone()} />
            </div>
        },
        Tab::Stage => html! { <ViewPane session={session.clone()} /> },
        Tab::Timeline => html! {
            <div class="records">
                <RecordSwitch session={session.clone()} />
                <RecordPane session={session.clone()} />
            </div>
        },
        Tab::Story => html! {
            <div class="scroll">
                <Narration session={session.clone()} />
                <Depth session={session.clone()} />
            </div>
        },
        Tab::Timing => html! { <div class="scroll"><TimingPanel session={session.clone()} /></div> },
    };
    html! {
        <div class={classes!("page", "phone", session.player.playing.then_some("playing"))}>
            <Head session={session.clone()} />
            <main>
                <Tabs session={session.clone()} />
                <div class="view" id="view" role="tabpanel" aria-labelledby={tab_id(session.tab)}>
                    <div class="shown">
                        { view }
                        <div class="sheet" data-look-float="">
                            <RefusalPanel session={session.clone()} />
                            if has_sheet && is_open { <InspectorPanel session={session.clone()} /> }
                        </div>
                    </div>
                    if has_sheet { <Narration session={own.clone()} /> }
                </div>
                <div class="player" role="group" aria-label={session.words.text("ui-player")}>
                    <Scrubber session={own} />
                    <div class="line">
                        <Clock />
                        <Speed session={session.clone()} />
                        if has_sheet && is_open { <Onward session={session.clone()} /> }
                    </div>
                    <PlayerButtons session={session.clone()} />
                </div>
            </main>
        </div>
    }
}

/// The story's number and title between two menus.
#[component]
fn Head(PartProps { session }: &PartProps) -> Html {
    let words = &session.words;
    let small = session.story.as_ref().map_or_else(
        || "GroupScope".to_owned(),
        |story| words.say("ui-story-number", &[("number", (&session.catalogue.number(&story.entry)).into())]),
    );
    html! {
        <header>
            <StoryMenu class="square" session={session.clone()}>{ icon(Icon::Menu) }</StoryMenu>
            <div class="title">
                <small>{ small }</small>
                <h1>{ super::header::title(session) }</h1>
            </div>
            <More session={session.clone()} />
        </header>
    }
}

const TABS: [(Tab, &str); 4] =
    [(Tab::Stage, "ui-stage"), (Tab::Timeline, "ui-timeline"), (Tab::Story, "ui-story"), (Tab::Timing, "ui-timing")];

fn tab_id(tab: Tab) -> &'static str {
    match tab {
        Tab::Stage => "tab-stage",
        Tab::Timeline => "tab-timeline",
        Tab::Story => "tab-story",
        Tab::Timing => "tab-timing",
    }
}

/// The views.
#[component]
fn Tabs(PartProps { session }: &PartProps) -> Html {
    let store = use_store();
    let onkeydown = {
        let (store, now) = (store.clone(), session.tab);
        Callback::from(move |event: KeyboardEvent| {
            let place = TABS.iter().position(|(tab, _)| *tab == now).unwrap_or_default();
            let to = match &*event.key() {
                "ArrowRight" => (place + 1) % TABS.len(),
                "ArrowLeft" => (place + TABS.len() - 1) % TABS.len(),
                _ => return,
            };
            event.prevent_default();
            store.dispatch(Action::Turn(TABS[to].0));
        })
    };
    let tabs = TABS.iter().map(|(tab, key)| {
        let (store, tab, is_on) = (store.clone(), *tab, *tab == session.tab);
        let onclick = Callback::from(move |_| store.dispatch(Action::Turn(tab)));
        html! {
            <button
                type="button" role="tab" id={tab_id(tab)} aria-selected={is_on.to_string()} aria-controls="view"
                tabindex={if is_on { "0" } else { "-1" }} {onclick}
            >
                { session.words.text(key) }
            </button>
        }
    });
    html! { <div class="tabs" role="tablist" {onkeydown}>{ for tabs }</div> }
}
