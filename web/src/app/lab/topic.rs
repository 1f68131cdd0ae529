//! The topics, to be edited.

use groupscope_core::protocol::Name;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::{
    super::{PartProps, Shown, player::ActionButton, use_store},
    does,
    inputs::Fold,
};
use crate::{
    lab::{
        self,
        document::{Change, MOST_PARTITIONS, Topic},
    },
    session::Action,
};

/// The topics.
#[component]
pub(super) fn Topics(PartProps { session }: &PartProps) -> Html {
    let words = &session.words;
    let Some(lab) = session.lab.clone() else { return Html::default() };
    // By their places: a topic that is renamed stays the same.
    let topics = lab.group().topics.iter().enumerate().map(|(place, topic)| {
        html! { <TopicEditor key={place} session={session.clone()} topic={topic.clone()} /> }
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
                <Fold open={open.clone()} about={topic.name.to_string()} text={words.text("lab-edit")} />
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

/// A topic's name and racks.
#[component]
fn TopicDetails(props: &TopicProps) -> Html {
    let store = use_store();
    let TopicProps { session, topic } = props;
    let words = &session.words;
    let name = [("topic", topic.name.as_str().into())];
    let at_start = session.lab.as_ref().is_some_and(|lab| lab.at == 0);
    let written: Vec<String> =
        topic.racks.iter().map(|racks| racks.iter().map(|it| &**it).collect::<Vec<_>>().join(" ")).collect();
    let text_of =
        |event: &Event| event.target_dyn_into::<HtmlInputElement>().map(|input| input.value()).unwrap_or_default();
    let on_rename = {
        let (store, old) = (store.clone(), topic.name.clone());
        Callback::from(move |event: Event| {
            let new = text_of(&event).trim().into();
            store.dispatch(Action::Lab(lab::Action::RenameTopic(old.clone(), new)));
        })
    };
    let onchange = {
        let topic = topic.clone();
        Callback::from(move |event: Event| {
            let text = text_of(&event);
            let racks: Vec<Vec<Name>> = if text.trim().is_empty() {
                Vec::new()
            } else {
                text.split(',').map(|part| part.split_whitespace().map(Name::from).collect()).collect()
            };
            let topic = Topic { racks, ..topic.clone() };
            store.dispatch(Action::Lab(lab::Action::Do(Change::Topic(topic))));
        })
    };
    html! {
        <div class="more">
            <label>
                <span class="soft">{ words.text("lab-topic-name") }</span>
                <input
                    type="text" class="mono" value={topic.name.to_string()} disabled={!at_start} onchange={on_rename}
                />
            </label>
            <label>
                <span class="soft">{ words.text("lab-racks") }</span>
                <input
                    type="text" class="mono" aria-label={words.say("lab-racks-of", &name)} value={written.join(", ")}
                    {onchange}
                />
            </label>
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

/// A number from a field, within limits.
fn number_of(event: &Event, limits: std::ops::RangeInclusive<u32>) -> Option<u32> {
    let input: HtmlInputElement = event.target_dyn_into()?;
    let number = input.value().trim().parse::<u32>().ok()?;
    Some(number.clamp(*limits.start(), *limits.end()))
}

#[derive(Clone, PartialEq, Properties)]
pub(super) struct NumberFieldProps {
    pub(super) label: String,
    pub(super) value: u32,
    pub(super) least: u32,
    pub(super) most: u32,
    /// What a number does.
    pub(super) on_change: Callback<u32, lab::Action>,
}

/// A field for a whole number.
#[component]
pub(super) fn NumberField(props: &NumberFieldProps) -> Html {
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
