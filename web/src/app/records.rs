//! One partition, record by record: the records in place of the stage, their offsets over time in place of the timeline, and
//! what it comes to.

use std::rc::Rc;

use groupscope_core::report::delivery::{Delivery, Tally};
use groupscope_view::{clock, delivery::Records, geometry::Size, mark::Mark, scene::Scene, table::Table, words::Words};
use web_sys::{Event, HtmlSelectElement};
use yew::prelude::*;

use super::{
    PartProps, Shown,
    dots::Dots,
    player::{ActionButton, Does},
    size::use_size,
    stage::StagePane,
    tables::TablesButton,
    timeline::{Handling, use_gestures},
    use_store,
};
use crate::{
    scene::{Drawing, Pointed, SceneView},
    session::{Action, Layout, Session, film::Film, records::Reading, window::Window},
};

/// The records of the partition shown, as far as the run is known.
fn delivery(session: &Session) -> Option<Rc<Delivery>> {
    let (group, partition) = session.records.as_ref()?.places(&session.film.run())?;
    Some(session.film.delivery(group, partition))
}

/// The stage, or the records of a partition in its place.
#[component]
pub(super) fn ViewPane(PartProps { session }: &PartProps) -> Html {
    let session = session.clone();
    if session.records.is_some() {
        html! { <RecordsPane {session} /> }
    } else {
        html! { <StagePane {session} /> }
    }
}

/// The records as a table, while they are shown.
pub(super) fn table(session: &Session) -> Option<Table> {
    let (delivery, run) = (delivery(session)?, session.film.run());
    Some(Records { run: &run, delivery: &delivery, words: &session.words }.table(session.moment))
}

/// What a picture of records depends on.
#[derive(Clone)]
struct Sight {
    film: Film,
    delivery: Rc<Delivery>,
    words: Rc<Words>,
    size: Size,
}

impl PartialEq for Sight {
    fn eq(&self, other: &Self) -> bool {
        self.film == other.film
            && Rc::ptr_eq(&self.delivery, &other.delivery)
            && Rc::ptr_eq(&self.words, &other.words)
            && self.size == other.size
    }
}

impl Sight {
    fn of(session: &Session, size: Size) -> Option<Self> {
        Some(Self { film: session.film.clone(), delivery: delivery(session)?, words: session.words.clone(), size })
    }

    fn draw(&self, draw: impl FnOnce(&Records<'_>) -> Scene) -> Drawing {
        let run = self.film.run();
        Drawing::new(draw(&Records { run: &run, delivery: &self.delivery, words: &self.words }))
    }
}

/// The records, in place of the stage.
#[component]
pub(super) fn RecordsPane(PartProps { session }: &PartProps) -> Html {
    let store = use_store();
    let node = use_node_ref();
    let size = use_size(&node);
    let selected = match &session.selected {
        Some(Mark::Record { offset, .. }) => Some(*offset),
        _ => None,
    };
    let last = use_mut_ref(|| None::<(Sight, Option<i64>, Drawing)>);
    let drawing = size.and_then(|size| Sight::of(session, size)).map(|sight| {
        let at = session.moment;
        let mut last = last.borrow_mut();
        match &*last {
            Some((old, chosen, drawing)) if *old == sight && *chosen == selected && drawing.holds_at(at) => {
                drawing.clone()
            }
            _ => {
                let drawing = sight.draw(|records| records.strip(at, sight.size, selected));
                *last = Some((sight, selected, drawing.clone()));
                drawing
            }
        }
    });
    let on_pick = Callback::from(move |pointed: Pointed| match pointed.mark {
        Mark::Record { group, partition, offset, .. } => {
            store.dispatch(Action::Select(Some(Mark::Record { group, partition, offset, reader: None })));
        }
        Mark::Consumer(place) => store.dispatch(Action::Select(Some(Mark::Consumer(place)))),
        _ => {}
    });
    html! {
        <section class="stage by-record" aria-label={session.words.text("ui-records-title")}>
            <TablesButton session={session.clone()} />
            <Choices session={session.clone()} />
            <div class="picture" ref={node}>
                if let Some(drawing) = drawing {
                    <SceneView {drawing} {on_pick} coarse={session.layout == Layout::Phone} />
                }
            </div>
        </section>
    }
}

/// Which partition, and as whose; back to the stage.
#[component]
fn Choices(PartProps { session }: &PartProps) -> Html {
    let words = &session.words;
    let Some(reading) = &session.records else { return Html::default() };
    let partitions: Vec<Reading> = {
        let run = session.film.run();
        let all = run.cast.partitions.iter();
        all.map(|partition| Reading { partition: partition.clone(), group: reading.group.clone() }).collect()
    };
    let groups = session.readings(reading);
    let name = |it: &Reading| it.partition.to_string();
    let group = |it: &Reading| it.group.as_ref().map_or_else(|| "–".to_owned(), ToString::to_string);
    html! {
        <div class="choices">
            if session.embed || session.layout == Layout::Phone { <ViewSwitch session={session.clone()} /> }
            if partitions.len() > 1 {
                { choice(&words.text("ui-records-of"), &partitions, reading, name) }
            }
            if groups.len() > 1 {
                { choice(&words.text("ui-records-by"), &groups, reading, group) }
            }
        </div>
    }
}

fn choice(label: &str, all: &[Reading], now: &Reading, name: impl Fn(&Reading) -> String) -> Html {
    html! { <Choice label={label.to_owned()} names={all.iter().map(name).collect::<Vec<_>>()} all={all.to_vec()} now={now.clone()} /> }
}

#[derive(Clone, PartialEq, Properties)]
struct ChoiceProps {
    label: String,
    names: Vec<String>,
    all: Vec<Reading>,
    now: Reading,
}

#[component]
fn Choice(ChoiceProps { label, names, all, now }: &ChoiceProps) -> Html {
    let store = use_store();
    let onchange = {
        let all = all.clone();
        Callback::from(move |event: Event| {
            let list: Option<HtmlSelectElement> = event.target_dyn_into();
            let place = list.and_then(|list| usize::try_from(list.selected_index()).ok());
            if let Some(reading) = place.and_then(|place| all.get(place)) {
                store.dispatch(Action::Records(Some(reading.clone())));
            }
        })
    };
    let options = names.iter().zip(all).map(|(name, it)| html! { <option selected={it == now}>{ name }</option> });
    html! { <select class="btn mono" aria-label={label.clone()} {onchange}>{ for options }</select> }
}

/// Stage or records; one button where there is little room.
#[component]
pub(super) fn ViewSwitch(PartProps { session }: &PartProps) -> Html {
    let words = &session.words;
    let is_on = session.records.is_some();
    // In a pair of buttons the one that is on stays on.
    let is_pair = session.embed || matches!(session.layout, Layout::Wide | Layout::Phone);
    let button = |on: bool, key: &str, title: &str| {
        let class = classes!("btn", on.then_some("on"));
        let (label, title) = (words.text(key), words.text(title));
        let action = if on && is_pair { Action::Records(session.records.clone()) } else { session.other_view() };
        html! {
            <ActionButton {class} label={label.clone()} {title} shortcut="R" pressed={Some(on)} action={Does(action)}>
                { label }
            </ActionButton>
        }
    };
    let records = button(is_on, "ui-records", "ui-records-title");
    if !is_pair {
        return records;
    }
    html! {
        <div class="switch" role="group" aria-label={words.text("ui-view")}>
            { button(!is_on, "ui-stage", "ui-stage") }
            { records }
        </div>
    }
}

/// Properties of [`ReadButton`].
#[derive(Clone, PartialEq, Properties)]
pub(super) struct ReadProps {
    pub(super) session: Shown,
    /// What it leads to; none = no button.
    pub(super) reading: Option<Reading>,
}

/// "Record by record": what a thing or a sentence leads to, unless it is shown already.
#[component]
pub(super) fn ReadButton(ReadProps { session, reading }: &ReadProps) -> Html {
    let Some(reading) = reading.as_ref().filter(|_| session.records != *reading) else { return Html::default() };
    let text = session.words.text("ui-records-open");
    html! {
        <ActionButton class="btn read" label={text.clone()} action={Does(Action::Records(Some(reading.clone())))}>{ text }</ActionButton>
    }
}

/// The offsets over time, in place of the timeline.
#[component]
pub(super) fn ChartPane(PartProps { session }: &PartProps) -> Html {
    let node = use_node_ref();
    let size = use_size(&node);
    let window = session.window;
    let sight = size.and_then(|size| Sight::of(session, size));
    let last = use_mut_ref(|| None::<(Sight, Window, Drawing)>);
    let axis = sight.as_ref().map(|sight| {
        let run = sight.film.run();
        let records = Records { run: &run, delivery: &sight.delivery, words: &sight.words };
        records.axis((window.from, window.to), sight.size)
    });
    let drawing = sight.map(|sight| {
        let mut last = last.borrow_mut();
        match &*last {
            Some((old, shown, drawing)) if *old == sight && *shown == window => drawing.clone(),
            _ => {
                let drawing = sight.draw(|records| records.chart((window.from, window.to), session.moment, sight.size));
                *last = Some((sight, window, drawing.clone()));
                drawing
            }
        }
    });
    let Handling { on: [on_press, on_drag, on_release], onwheel, place, .. } = use_gestures(axis, &node);
    html! {
        <section
            class="timeline chart" aria-label={session.words.text("ui-chart")} ref={node} {onwheel}
            onpointerdown={on_press} onpointermove={on_drag} onpointerup={on_release.clone()} onpointercancel={on_release}
        >
            if let Some(drawing) = drawing { <SceneView {drawing} pointer_only=true /> }
            <Dots session={session.clone()} {place} y=24.5 />
        </section>
    }
}

/// What reading the partition comes to: how many records came twice, how many were passed over.
#[component]
pub(super) fn DeliveryPanel(PartProps { session }: &PartProps) -> Html {
    let Some(delivery) = delivery(session) else { return Html::default() };
    let words = &session.words;
    let run = session.film.run();
    let (now, end) = (delivery.tally(&run, session.moment), delivery.tally(&run, run.computed));
    let row = |key: &str, of: fn(&Tally) -> &Vec<(i64, i64)>, bad: bool| {
        let (now, end) = (of(&now), of(&end));
        let count = Tally::count(now);
        let numbers = [("now", count.into()), ("end", Tally::count(end).into())];
        let class = (bad && count > 0).then_some("bad");
        html! {
            <>
                <dt>{ words.text(key) }</dt>
                <dd class={classes!("mono", class)}>{ words.say("rec-now-end", &numbers) }{ offsets(now) }</dd>
            </>
        }
    };
    let promise = match (end.processed_twice.is_empty(), end.skipped.is_empty()) {
        (true, true) => "rec-promise-fine",
        (false, true) => "rec-promise-again",
        (true, false) => "rec-promise-lost",
        (false, false) => "rec-promise-both",
    };
    let title = session.records.as_ref().map(|reading| reading.partition.to_string());
    html! {
        <section class="delivery">
            <h2>{ words.text("rec-promise") }<em class="mono">{ title }</em></h2>
            <dl>
                { row("rec-delivered-twice", |tally| &tally.delivered_twice, false) }
                { row("rec-processed-twice", |tally| &tally.processed_twice, true) }
                { row("rec-lost", |tally| &tally.skipped, true) }
            </dl>
            <p>{ words.text(promise) }</p>
            <p class="soft">{ words.text("rec-exactly-once") }</p>
        </section>
    }
}

/// " · 95–104"
fn offsets(stretches: &[(i64, i64)]) -> String {
    let [(from, to), rest @ ..] = stretches else { return String::new() };
    let last = to - 1;
    let more = if rest.is_empty() { "" } else { " …" };
    if last == *from {
        format!(" · {from}{more}")
    } else {
        format!(" · {}–{}{more}", clock::number(*from), clock::number(last))
    }
}
