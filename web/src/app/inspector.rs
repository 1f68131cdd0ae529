//! The fields of the thing that is chosen, and what can be done with it.

use groupscope_view::{
    inspect::{Inspector, Row, Tone},
    mark::Mark,
    stage,
};
use yew::prelude::*;

use super::{
    PartProps, Shown,
    icons::{Icon, icon},
    player::{ActionButton, Does},
    prose::Prose,
    record::use_seek,
    records::ReadButton,
    timing::KnobRow,
    use_store,
    why::WhyButton,
};
use crate::session::{
    Action,
    deeds::{self, Deed, Line},
    knob::Knob,
    records::Reading,
};

/// The inspector, if something is chosen that has fields.
#[component]
pub(super) fn InspectorPanel(PartProps { session }: &PartProps) -> Html {
    let Some(mark) = &session.selected else { return Html::default() };
    let words = &session.words;
    let before = session.film.notables().step(session.moment, false).map(|at| session.film.frame(at));
    let run = session.film.run();
    let inspector = Inspector { words, run: &run, frame: &session.frame };
    let Some(sheet) = inspector.sheet(mark, before.as_ref()) else { return Html::default() };
    let knobs = sheet.settings.iter().filter_map(|name| Knob::of(name).ok()).map(|knob| {
        html! { <KnobRow key={knob.name()} session={session.clone()} {knob} place="inspector" /> }
    });
    html! {
        <section class="inspector" aria-label={sheet.title.clone()}>
            <h2>
                <span>{ &sheet.title }</span>
                <ActionButton class="btn square" label={words.text("ui-close")} shortcut="Esc" action={Does(Action::Select(None))}>
                    { icon(Icon::Close) }
                </ActionButton>
            </h2>
            <dl>{ for sheet.rows.iter().map(|row| field(session, row)) }</dl>
            { for knobs }
            <div class="deeds">
                <ReadButton session={session.clone()} reading={thing_reading(session, mark)} />
                <WhyButton session={session.clone()} event={sheet.event} />
                <PinButton session={session.clone()} mark={Chosen(mark.clone())} />
                { for message_deeds(session, mark).into_iter().map(|deed| html! { <DeedButton deed={Doable(deed)} /> }) }
            </div>
        </section>
    }
}

/// The records that a partition or a consumer leads to.
fn thing_reading(session: &Shown, mark: &Mark) -> Option<Reading> {
    let leads = match mark {
        Mark::Partition(_) => true,
        Mark::Consumer(place) => session.frame.consumers.get(*place).is_some_and(|it| !it.owned.is_empty()),
        _ => false,
    };
    leads.then(|| session.reading_of(Some(mark))).flatten()
}

fn field(session: &Shown, row: &Row) -> Html {
    let tone = match row.tone {
        Tone::Data => "mono",
        Tone::Notice => "mono notice",
        Tone::Bad => "mono bad",
        Tone::Prose => "",
    };
    let changed = row.changed.then(|| html! { <span class="unseen">{ session.words.text("ui-changed") }</span> });
    let value = match row.tone {
        Tone::Prose => html! { <Prose session={session.clone()} text={row.value.clone()} plain=true /> },
        _ => html! { { &row.value } },
    };
    html! {
        <>
            <dt>{ for row.at.map(|at| html! { <MomentButton {at} text={row.label.clone()} /> }) }{ row.at.is_none().then_some(&row.label) }</dt>
            <dd class={classes!(tone, row.changed.then_some("changed"))}>{ value }{ changed }</dd>
        </>
    }
}

/// What can be done with a message on its way; of other things the menus tell.
fn message_deeds(session: &Shown, mark: &Mark) -> Vec<Deed> {
    if !matches!(mark, Mark::Message(_)) {
        return Vec::new();
    }
    let lines = deeds::menu(session, Some(mark)).lines.into_iter();
    lines.filter_map(|line| if let Line::Deed(deed) = line { Some(deed) } else { None }).collect()
}

#[derive(Clone, PartialEq, Properties)]
struct MomentProps {
    at: u64,
    text: String,
}

/// A time that leads to its moment.
#[component]
fn MomentButton(MomentProps { at, text }: &MomentProps) -> Html {
    let seek = use_seek();
    let at = *at;
    html! { <button type="button" class="time mono" onclick={move |_| seek.emit(at)}>{ text }</button> }
}

#[derive(Clone, PartialEq)]
struct Chosen(Mark);

#[derive(Clone, PartialEq, Properties)]
struct PinProps {
    session: Shown,
    mark: Chosen,
}

/// Where there are too many consumers for cards: lets this one keep its card.
#[component]
fn PinButton(PinProps { session, mark: Chosen(mark) }: &PinProps) -> Html {
    let Mark::Consumer(place) = mark else { return Html::default() };
    if session.frame.consumers.len() <= stage::CARDS {
        return Html::default();
    }
    let is_pinned = session.pinned.contains(place);
    let label = session.words.text("ui-pin");
    html! {
        <ActionButton
            class={classes!("btn", is_pinned.then_some("on"))} label={label.clone()} title={session.words.text("ui-pin-title")}
            pressed={Some(is_pinned)} action={Does(Action::Pin(*place))}
        >
            { label }
        </ActionButton>
    }
}

#[derive(Clone, PartialEq)]
struct Doable(Deed);

#[derive(Clone, PartialEq, Properties)]
struct DeedProps {
    deed: Doable,
}

#[component]
fn DeedButton(DeedProps { deed: Doable(deed) }: &DeedProps) -> Html {
    let store = use_store();
    let onclick = {
        let deed = deed.clone();
        Callback::from(move |_| store.perform(&deed))
    };
    html! { <button type="button" class="btn" {onclick}>{ &deed.text }</button> }
}
