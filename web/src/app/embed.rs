//! The page inside another one: the stage, the story in a line, the player.

use yew::prelude::*;

use super::{
    PartProps, Shown,
    icons::{Icon, icon},
    inspector::InspectorPanel,
    narration::{Narration, Onward},
    player::{ActionButton, Clock, Does, PlayerButtons},
    records::ViewPane,
    refusal::RefusalPanel,
    scrub::Scrubber,
    share, use_store,
    why::WhyPanel,
};
use crate::{
    page::embed::wish_height,
    session::{Action, Layout},
};

/// The page. Until the reader starts it, it is a pale picture with one button.
#[component]
pub(super) fn EmbedPage(PartProps { session }: &PartProps) -> Html {
    let words = &session.words;
    let first = use_state(|| session.moment);
    let begun = use_state_eq(|| false);
    if !*begun && (session.player.playing || session.moment != *first) {
        begun.set(true);
    }
    let height = height(session);
    use_effect_with(height, |height| wish_height(*height));
    let poster = !*begun && session.refusal.is_none();
    // Behind the button lies a picture to be read later: pale, and partly covered.
    let ignored = poster.then_some("contrast covered");
    html! {
        <div class={classes!("page", "embed", poster.then_some("poster"), session.player.playing.then_some("playing"))}>
            if poster {
                <header>
                    <h1>{ super::header::title(session) }</h1>
                    <span class="soft">{ format!("GroupScope · Kafka {}", groupscope_core::KAFKA_VERSION) }</span>
                </header>
            }
            <main>
                if !poster { <h1 class="unseen">{ super::header::title(session) }</h1> }
                <div class="view" data-look-ignore={ignored}>
                    <ViewPane session={session.clone()} />
                    if poster { <Start session={session.clone()} /> }
                    <div class="sheet" data-look-float="">
                        <RefusalPanel session={session.clone()} />
                        <InspectorPanel session={session.clone()} />
                        <WhyPanel session={session.clone()} />
                    </div>
                </div>
                if !poster { <Narration session={session.clone()} /> }
                <div class="player" role="group" aria-label={words.text("ui-player")}>
                    <PlayerButtons session={session.clone()} />
                    <Clock />
                    <Scrubber session={session.clone()} />
                    if !poster { <Onward session={session.clone()} /> }
                    <OpenFull session={session.clone()} />
                </div>
            </main>
        </div>
    }
}

/// How high the page would like to be, px: so that nothing has to be folded that a reader would look for.
fn height(session: &Shown) -> u32 {
    let consumers = u32::try_from(session.frame.consumers.len()).unwrap_or(u32::MAX);
    match (session.layout, consumers) {
        (Layout::Phone, count) => 300 + 84 * count.clamp(2, 6),
        (_, ..=4) => 420,
        (_, 5..) => 540,
    }
}

/// The button of the poster.
#[component]
fn Start(PartProps { session }: &PartProps) -> Html {
    let label = session.words.text("ui-play");
    html! {
        <ActionButton class="btn on start" label={label.clone()} action={Does(Action::Play)}>
            { icon(Icon::Play) }{ label }
        </ActionButton>
    }
}

/// The same moment in the whole program.
#[component]
fn OpenFull(PartProps { session }: &PartProps) -> Html {
    let store = use_store();
    let node = use_node_ref();
    let label = session.words.text("ui-open-full");
    let href = share::base() + &share::address(session, true).write();
    // While it plays, the link leads to the moment that is seen.
    let onclick = {
        let node = node.clone();
        Callback::from(move |_: MouseEvent| {
            store.dispatch(Action::Pause);
            if let Some(link) = node.cast::<web_sys::HtmlAnchorElement>() {
                link.set_href(&(share::base() + &share::address(&Shown(store.session()), true).write()));
            }
        })
    };
    html! {
        <a class="full" ref={node} {href} {onclick} target="_blank" rel="noopener" aria-label={label.clone()}>
            <span>{ label }</span>{ icon(Icon::Outside) }
        </a>
    }
}
