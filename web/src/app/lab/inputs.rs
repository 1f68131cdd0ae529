//! The group as an editable list: topics, consumers, what happens to them.

use groupscope_core::{config::Assignor, protocol::MemberId};
use wasm_bindgen_futures::JsFuture;
use yew::prelude::*;

use super::{
    super::{
        PartProps, Shown,
        icons::{Icon, icon},
        menu::{Choice, Dropdown},
        player::ActionButton,
        use_store,
    },
    colour, does, happened,
    legend::Legend,
    member::MemberEditor,
    short,
    topic::{NumberField, Topics},
};
use crate::{
    lab::{
        self, cases,
        document::{Change, MOST_MEMBERS},
    },
    page::{intake, loader, window},
    session::Layout,
};

/// All that the lab starts from, and how to read it. On a phone its parts are folded away, and the reading comes last.
#[component]
pub(super) fn Inputs(PartProps { session }: &PartProps) -> Html {
    html! {
        <aside class="inputs" aria-label={session.words.text("lab-inputs")}>
            { group(session) }
            if session.layout != Layout::Phone { { reading(session) } }
        </aside>
    }
}

/// On a phone: what stands below the results.
#[component]
pub(super) fn Reading(PartProps { session }: &PartProps) -> Html {
    html! { <aside class="inputs reading" aria-label={session.words.text("lab-read")}>{ reading(session) }</aside> }
}

fn section(session: &Shown, key: &str, is_open: bool, note: String, content: Html) -> Html {
    html! {
        <details class="section" open={is_open}>
            <summary><h2>{ session.words.text(key) }</h2><span class="soft">{ note }</span></summary>
            { content }
        </details>
    }
}

fn group(session: &Shown) -> Html {
    let Some(lab) = session.lab.clone() else { return Html::default() };
    let is_open = session.layout != Layout::Phone;
    let partitions = [("count", i64::from(lab.group().partitions()).into())];
    let topics = session.words.say("lab-partition-count", &partitions);
    let members = session.words.say("lab-members", &[("count", lab.group().members.len().into())]);
    let shown = || session.clone();
    html! {
        <>
            { section(session, "lab-topics", is_open, topics, html! { <Topics session={shown()} /> }) }
            { section(session, "lab-consumers", is_open, members, html! { <Consumers session={shown()} /> }) }
            { section(session, "lab-happened", true, String::new(), html! { <Happened session={shown()} /> }) }
        </>
    }
}

fn reading(session: &Shown) -> Html {
    let is_open = session.layout != Layout::Phone;
    let shown = || session.clone();
    html! {
        <>
            { section(session, "lab-read", is_open, String::new(), html! { <Legend session={shown()} /> }) }
            { section(session, "lab-as-text", is_open, String::new(), html! { <AsText session={shown()} /> }) }
        </>
    }
}

/// Properties of [`Fold`].
#[derive(Clone, PartialEq, Properties)]
pub(super) struct FoldProps {
    pub(super) open: UseStateHandle<bool>,
    /// What it is about.
    pub(super) about: String,
    pub(super) text: String,
}

/// A button that shows or hides more.
#[component]
pub(super) fn Fold(props: &FoldProps) -> Html {
    let FoldProps { open, about, text } = props;
    let onclick = {
        let open = open.clone();
        Callback::from(move |_: MouseEvent| open.set(!*open))
    };
    html! {
        <button type="button" class="fold" aria-expanded={open.to_string()} {onclick}>
            { text }<span class="sr">{ format!(" ({about})") }</span>
        </button>
    }
}

/// So many members are listed; of more, one at a time is shown.
const LISTED: usize = 12;

/// The consumers.
#[component]
fn Consumers(PartProps { session }: &PartProps) -> Html {
    let words = &session.words;
    let picked = use_state_eq(|| 0_usize);
    let Some(lab) = session.lab.clone() else { return Html::default() };
    let members = &lab.group().members;
    let places: Vec<MemberId> = lab.document().everybody();
    let editor = |place: usize| {
        let member = &members[place];
        let place = places.iter().position(|id| *id == member.id).unwrap_or(usize::MAX);
        // By its place among all: a member that is renamed stays the same.
        html! { <MemberEditor key={place} session={session.clone()} member={member.clone()} {place} /> }
    };
    let list = if members.len() <= LISTED {
        (0..members.len()).map(editor).collect::<Html>()
    } else {
        editor((*picked).min(members.len() - 1))
    };
    let on_pick = {
        let picked = picked.clone();
        Callback::from(move |event: Event| {
            let select: Option<web_sys::HtmlSelectElement> = event.target_dyn_into();
            picked.set(select.and_then(|select| usize::try_from(select.selected_index()).ok()).unwrap_or_default());
        })
    };
    let options = members.iter().enumerate().map(|(place, member)| {
        html! { <option selected={place == *picked}>{ short(&member.id) }</option> }
    });
    let leaver = lab.leaver().map(|id| {
        let place = places.iter().position(|it| it == id).unwrap_or(usize::MAX);
        html! {
            <li key="left" class={classes!("member", "gone", colour(place))}>
                <s class="mono">{ short(id) }</s><span class="bad">{ words.text("lab-left") }</span>
            </li>
        }
    });
    let newcomer = lab.newcomer();
    let count = u32::try_from(members.len()).unwrap_or(u32::MAX);
    let most = MOST_MEMBERS as u32;
    html! {
        <>
            if lab.at == 0 {
                <label class="line">
                    <span class="soft">{ words.text("lab-count") }</span>
                    <NumberField
                        label={words.text("lab-count-label")} value={count} least={1} {most}
                        on_change={Callback::from(|count: u32| lab::Action::Members(count as usize))}
                    />
                </label>
            }
            if members.len() > LISTED {
                <select aria-label={words.text("lab-member")} onchange={on_pick}>{ for options }</select>
            }
            <ul class="members">{ list }{ leaver }</ul>
            <ActionButton
                class="link plain" label={words.text("lab-add-consumer")} disabled={members.len() >= MOST_MEMBERS}
                action={does(lab::Action::Do(Change::Join(newcomer)))}
            >
                { words.text("lab-add-consumer") }
            </ActionButton>
        </>
    }
}

/// The generations, and who could come back.
#[component]
fn Happened(PartProps { session }: &PartProps) -> Html {
    let words = &session.words;
    let Some(lab) = session.lab.clone() else { return Html::default() };
    let generations = (0..lab.generations()).map(|at| {
        let is_on = at == lab.at;
        let what = happened(session, &lab, at);
        let generation = words.say("ui-generation", &[("generation", (at + 1).into())]);
        html! {
            <li key={at}>
                <ActionButton
                    class={classes!(is_on.then_some("on"))} label={format!("{what} {generation}")} pressed={Some(is_on)}
                    action={does(lab::Action::At(at))}
                >
                    <span>{ what }</span>{ " " }<span>{ generation }</span>
                </ActionButton>
            </li>
        }
    });
    let returns = lab.away().into_iter().take(6).map(|member| {
        let label = words.say("lab-returns", &[("member", short(&member.id).into())]);
        html! {
            <ActionButton class="btn" label={label.clone()} action={does(lab::Action::Do(Change::Join(member)))}>{ label }</ActionButton>
        }
    });
    html! {
        <>
            <ol class="happened">{ for generations }</ol>
            <div class="buttons">
                { for returns }
                <ActionButton
                    class="btn" label={words.text("ui-undo")} disabled={!lab.can_undo(true)} action={does(lab::Action::Undo(true))}
                >
                    { words.text("ui-undo") }
                </ActionButton>
            </div>
        </>
    }
}

/// The lab as other texts.
#[component]
fn AsText(PartProps { session }: &PartProps) -> Html {
    let store = use_store();
    let words = &session.words;
    let copied = use_state_eq(|| None);
    let Some(lab) = session.lab.clone() else { return Html::default() };
    let copier = |key: &'static str, text: Callback<(), String>| {
        let setter = copied.setter();
        let onclick = Callback::from(move |_: MouseEvent| {
            let (text, copied) = (text.emit(()), setter.clone());
            yew::platform::spawn_local(async move {
                let Some(window) = window() else { return };
                let written = JsFuture::from(window.navigator().clipboard().write_text(&text)).await;
                copied.set(written.is_ok().then_some(key));
            });
        });
        let key = if *copied == Some(key) { "lab-copied" } else { key };
        html! { <button type="button" class="btn" {onclick}>{ words.text(key) }</button> }
    };
    let lines = {
        let lab = lab.clone();
        Callback::from(move |()| cases::cases(&lab))
    };
    let link = Callback::from(|()| window().and_then(|window| window.location().href().ok()).unwrap_or_default());
    let choices = Assignor::ALL.map(|it| Choice::new(it.name().into())).to_vec();
    let on_choose = Callback::from(move |place: usize| {
        if let Some(&assignor) = Assignor::ALL.get(place) {
            let text = cases::scenario(&lab, assignor);
            intake::take(&store, loader::text(&store.session().words.text("lab-lab"), &text));
        }
    });
    html! {
        <>
            <p class="soft">{ words.text("lab-as-text-note") }</p>
            <div class="buttons">
                { copier("lab-copy-link", link) }
                { copier("lab-copy", lines) }
                <Dropdown label={words.text("lab-run")} {choices} {on_choose}>
                    { words.text("lab-run") }{ icon(Icon::Down) }
                </Dropdown>
            </div>
        </>
    }
}
