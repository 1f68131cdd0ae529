//! A member of the group, to be edited.

use groupscope_core::protocol::TopicName;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::{
    super::{Shown, player::ActionButton, use_store},
    colour, does,
    inputs::Fold,
    short,
};
use crate::{
    lab::{
        self,
        document::{Change, Member},
    },
    session::Action,
};

/// Properties of [`MemberEditor`].
#[derive(Clone, PartialEq, Properties)]
pub(super) struct MemberEditorProps {
    pub(super) session: Shown,
    pub(super) member: Member,
    /// Its place among all that are ever there.
    pub(super) place: usize,
}

/// A member: its subscription, its leave, and the rest folded away.
#[component]
pub(super) fn MemberEditor(props: &MemberEditorProps) -> Html {
    let open = use_state_eq(|| false);
    let MemberEditorProps { session, member, place } = props;
    let words = &session.words;
    let Some(lab) = session.lab.clone() else { return Html::default() };
    let id = || ("member", short(&member.id).into());
    let topics = lab.group().topics.iter().map(|topic| {
        let is_on = member.topics.contains(&topic.name);
        let changed = Member { topics: turned(&member.topics, &topic.name), ..member.clone() };
        html! {
            <ActionButton
                key={topic.name.as_str()} class={classes!("pill", is_on.then_some("on"))} pressed={Some(is_on)}
                label={words.say("lab-subscribes", &[id(), ("topic", topic.name.as_str().into())])}
                action={does(lab::Action::Edit(member.id.clone(), changed))}
            >
                { topic.name.as_str() }
            </ActionButton>
        }
    });
    let mut notes = vec![words.text(if member.instance.is_some() { "lab-static" } else { "lab-dynamic" })];
    notes.extend(member.rack.as_ref().map(|rack| format!("{} {}", words.text("lab-rack"), &**rack)));
    let can_leave = lab.group().members.len() > 1;
    html! {
        <li class={classes!("member", colour(*place))}>
            <div class="line">
                <b class="mono">{ short(&member.id) }</b>
                <span class="pills">{ for topics }</span>
            </div>
            <div class="line">
                <Fold open={open.clone()} about={short(&member.id).to_owned()} text={notes.join(" · ")} />
                <ActionButton
                    class="link plain" label={words.say("lab-leave-label", &[id()])} disabled={!can_leave}
                    action={does(lab::Action::Do(Change::Leave(member.id.clone())))}
                >
                    { words.text("lab-leave") }
                </ActionButton>
            </div>
            if *open {
                <MemberDetails session={session.clone()} member={member.clone()} place={*place} />
            }
        </li>
    }
}

/// A subscription with or without a topic.
fn turned(topics: &[TopicName], topic: &TopicName) -> Vec<TopicName> {
    let others = topics.iter().filter(|it| *it != topic).cloned();
    let added = (!topics.contains(topic)).then(|| topic.clone());
    others.chain(added).collect()
}

/// Its ids and its rack.
#[component]
fn MemberDetails(props: &MemberEditorProps) -> Html {
    let store = use_store();
    let MemberEditorProps { session, member, .. } = props;
    let words = &session.words;
    let at_start = session.lab.as_ref().is_some_and(|lab| lab.at == 0);
    let field = |key: &str, value: &str, disabled: bool, set: fn(Member, &str) -> Member| {
        let (store, member) = (store.clone(), member.clone());
        let onchange = Callback::from(move |event: Event| {
            let text = event.target_dyn_into::<HtmlInputElement>().map(|input| input.value()).unwrap_or_default();
            let changed = set(member.clone(), text.trim());
            store.dispatch(Action::Lab(lab::Action::Edit(member.id.clone(), changed)));
        });
        html! {
            <label>
                <span class="soft">{ words.text(key) }</span>
                <input type="text" class="mono" value={value.to_owned()} {disabled} {onchange} />
            </label>
        }
    };
    let instance = member.instance.as_deref().unwrap_or_default();
    let rack = member.rack.as_deref().unwrap_or_default();
    let name = [("name", short(&member.id).into())];
    html! {
        <div class="more">
            { field("lab-member-id", &member.id, !at_start, |member, text| Member { id: text.into(), ..member }) }
            { field("lab-instance", instance, false, |member, text| Member {
                instance: (!text.is_empty()).then(|| text.into()), ..member
            }) }
            { field("lab-rack", rack, false, |member, text| Member {
                rack: (!text.is_empty()).then(|| text.into()), ..member
            }) }
            if at_start {
                <ActionButton
                    class="link" label={words.say("lab-remove", &name)}
                    action={does(lab::Action::RemoveMember(member.id.clone()))}
                >
                    { words.say("lab-remove", &name) }
                </ActionButton>
            }
        </div>
    }
}
