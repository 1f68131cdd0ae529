//! The group as an editable list: topics, consumers, what happens to them.

use groupscope_core::{
    config::Assignor,
    protocol::{MemberId, Name},
};
use wasm_bindgen_futures::JsFuture;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::{
    super::{
        PartProps, Shown,
        icons::{Icon, icon},
        menu::{Choice, Dropdown},
        player::ActionButton,
        use_store,
    },
    does, happened,
    legend::Legend,
    member::MemberEditor,
    short,
};
use crate::{
    lab::{
        self, cases,
        document::{Change, MOST_MEMBERS, MOST_PARTITIONS, Topic},
    },
    page::{intake, loader, window},
    session::{Action, Layout},
};

/// All that the lab starts from. On a phone its parts can be folded away.
#[component]
pub(super) fn Inputs(PartProps { session }: &PartProps) -> Html {
    let words = &session.words;
    let Some(lab) = session.lab.clone() else { return Html::default() };
    let is_open = session.layout != Layout::Phone;
    let section = |key: &'static str, open: bool, note: String, content: Html| {
        html! {
            <details class="section" {open}>
                <summary><h2>{ words.text(key) }</h2><span class="soft">{ note }</span></summary>
                { content }
            </details>
        }
    };
    let shown = || session.clone();
    let topics = words.say("lab-partition-count", &[("count", i64::from(lab.group().partitions()).into())]);
    let members = lab.group().members.len().to_string();
    html! {
        <aside class="inputs" aria-label={words.text("lab-inputs")}>
            { section("lab-topics", is_open, topics, html! { <Topics session={shown()} /> }) }
            { section("lab-consumers", is_open, members, html! { <Consumers session={shown()} /> }) }
            { section("lab-happened", true, String::new(), html! { <Happened session={shown()} /> }) }
            { section("lab-read", false, String::new(), html! { <Legend session={shown()} /> }) }
            { section("lab-as-text", is_open, String::new(), html! { <AsText session={shown()} /> }) }
        </aside>
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

/// A number from a field, within limits.
pub(super) fn number_of(event: &Event, limits: std::ops::RangeInclusive<u32>) -> Option<u32> {
    let input: HtmlInputElement = event.target_dyn_into()?;
    let number = input.value().trim().parse::<u32>().ok()?;
    Some(number.clamp(*limits.start(), *limits.end()))
}

/// The topics.
#[component]
fn Topics(PartProps { session }: &PartProps) -> Html {
    let words = &session.words;
    let Some(lab) = session.lab.clone() else { return Html::default() };
    let topics = lab.group().topics.iter().map(|topic| {
        html! { <TopicEditor key={topic.name.to_string()} session={session.clone()} topic={topic.clone()} /> }
    });
    let names: Vec<_> = lab.group().topics.iter().map(|topic| topic.name.as_str()).collect();
    let name = (1..).map(|number| format!("topic-{number}")).find(|name| !names.contains(&name.as_str()));
    let added = Topic { name: name.unwrap_or_default().as_str().into(), partitions: 3, racks: Vec::new() };
    html! {
        <>
            <ul class="topics">{ for topics }</ul>
            <ActionButton
                class="link plain" label={words.text("lab-add-topic")} action={does(lab::Action::Do(Change::Topic(added)))}
            >
                { words.text("lab-add-topic") }
            </ActionButton>
        </>
    }
}

#[derive(Clone, PartialEq, Properties)]
struct TopicProps {
    session: Shown,
    topic: Topic,
}

/// A topic: its partitions, and its racks folded away.
#[component]
fn TopicEditor(props: &TopicProps) -> Html {
    let open = use_state_eq(|| false);
    let TopicProps { session, topic } = props;
    let words = &session.words;
    let Some(lab) = session.lab.clone() else { return Html::default() };
    let name = || ("topic", topic.name.as_str().into());
    let with = |partitions: u32| Topic { partitions, ..topic.clone() };
    // Partitions of a topic never become fewer, but at the start it may begin with fewer.
    let fewer = topic.partitions.checked_sub(1).filter(|_| lab.at == 0);
    let room = MOST_PARTITIONS - lab.group().partitions().min(MOST_PARTITIONS);
    let (least, most) = (if lab.at == 0 { 0 } else { topic.partitions }, topic.partitions + room);
    html! {
        <li>
            <div class="line">
                <code class="name">{ topic.name.as_str() }</code>
                <span class="stepper">
                    <ActionButton
                        label={words.say("lab-fewer", &[name()])} disabled={fewer.is_none()}
                        action={does(lab::Action::Do(Change::Topic(with(fewer.unwrap_or(topic.partitions)))))}
                    >
                        { "−" }
                    </ActionButton>
                    <NumberField
                        label={words.say("lab-partitions-of", &[name()])} value={topic.partitions} {least} {most}
                        on_change={with_topic(topic.clone())}
                    />
                    <ActionButton
                        label={words.say("lab-more-partitions", &[name()])} disabled={room == 0}
                        action={does(lab::Action::Do(Change::Topic(with(topic.partitions + 1))))}
                    >
                        { "+" }
                    </ActionButton>
                </span>
                <Fold open={open.clone()} about={topic.name.to_string()} text={words.text("lab-rack-fold")} />
            </div>
            if *open {
                <TopicDetails session={session.clone()} topic={topic.clone()} />
            }
        </li>
    }
}

fn with_topic(topic: Topic) -> Callback<u32, lab::Action> {
    Callback::from(move |partitions| lab::Action::Do(Change::Topic(Topic { partitions, ..topic.clone() })))
}

/// A topic's racks.
#[component]
fn TopicDetails(props: &TopicProps) -> Html {
    let store = use_store();
    let TopicProps { session, topic } = props;
    let words = &session.words;
    let name = [("topic", topic.name.as_str().into())];
    let written: Vec<String> =
        topic.racks.iter().map(|racks| racks.iter().map(|it| &**it).collect::<Vec<_>>().join(" ")).collect();
    let onchange = {
        let topic = topic.clone();
        Callback::from(move |event: Event| {
            let text = event.target_dyn_into::<HtmlInputElement>().map(|input| input.value()).unwrap_or_default();
            let racks: Vec<Vec<Name>> = if text.trim().is_empty() {
                Vec::new()
            } else {
                text.split(',').map(|part| part.split_whitespace().map(Name::from).collect()).collect()
            };
            let topic = Topic { racks, ..topic.clone() };
            store.dispatch(Action::Lab(lab::Action::Do(Change::Topic(topic))));
        })
    };
    let at_start = session.lab.as_ref().is_some_and(|lab| lab.at == 0);
    html! {
        <div class="more">
            <input
                type="text" class="mono" aria-label={words.say("lab-racks-of", &name)} value={written.join(", ")} {onchange}
            />
            <p class="soft">{ words.text("lab-racks-note") }</p>
            if at_start {
                <ActionButton
                    class="link" label={words.say("lab-remove", &[("name", topic.name.as_str().into())])}
                    action={does(lab::Action::RemoveTopic(topic.name.clone()))}
                >
                    { words.say("lab-remove", &[("name", topic.name.as_str().into())]) }
                </ActionButton>
            }
        </div>
    }
}

#[derive(Clone, PartialEq, Properties)]
struct NumberFieldProps {
    label: String,
    value: u32,
    least: u32,
    most: u32,
    /// What a number does.
    on_change: Callback<u32, lab::Action>,
}

/// A field for a whole number.
#[component]
fn NumberField(props: &NumberFieldProps) -> Html {
    let store = use_store();
    let NumberFieldProps { value, least, most, .. } = *props;
    let make = props.on_change.clone();
    let onchange = Callback::from(move |event: Event| {
        if let Some(number) = number_of(&event, least..=most) {
            store.dispatch(Action::Lab(make.emit(number)));
        }
    });
    html! {
        <input
            type="number" class="mono" aria-label={props.label.clone()} min={least.to_string()} max={most.to_string()}
            value={value.to_string()} {onchange}
        />
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
        html! { <MemberEditor key={member.id.to_string()} session={session.clone()} member={member.clone()} {place} /> }
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
            <ul class="members">{ list }</ul>
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
