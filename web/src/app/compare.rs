//! Two runs beside each other on one clock: in what they differ, where they part, what that costs.

use std::rc::Rc;

use groupscope_core::report::{Figures, GroupFigures};
use groupscope_view::{clock, narrate, timeline, words::Words};
use yew::prelude::*;

use super::{
    PartProps, Shown,
    icons::{Icon, icon},
    player::{ActionButton, Does},
    prose::Prose,
    stage::StagePane,
    timeline::TimelinePane,
};
use crate::session::{
    Action, Layout,
    film::Film,
    knob,
    progress::Passage,
    versus::{Difference, Parting, Side, differences},
};

const SIDES: [Side; 2] = [Side::A, Side::B];

/// The session as run A or B would have it.
#[hook]
fn use_sides(session: &Shown) -> Rc<[Shown; 2]> {
    use_memo(session.clone(), |session| SIDES.map(|side| Shown(Rc::new(session.seen_as(side)))))
}

/// Where the two part; asked anew only when one of them has changed or grown.
#[hook]
fn use_parting(session: &Shown) -> Rc<Option<Parting>> {
    let known = |film: &Film| (film.clone(), film.computed());
    let of = session.versus.as_ref().map(|versus| (known(&versus.film), known(&session.film)));
    let session = session.clone();
    use_memo(of, move |_| session.parting())
}

/// The badge of a run.
fn badge(side: Side) -> Html {
    html! { <b class={classes!("side-badge", side.letter())}>{ side.letter() }</b> }
}

/// In what the runs differ, and their changing of places.
#[component]
pub(super) fn Strip(PartProps { session }: &PartProps) -> Html {
    let words = &session.words;
    let Some(versus) = &session.versus else { return Html::default() };
    let all = differences(&versus.scenario, session.scenario());
    let said = match &all[..] {
        [] => html! { <span>{ words.text("cmp-same") }</span> },
        all => html! {
            <>
                <span class="soft">{ words.text("cmp-differs") }</span>
                <ul>{ for all.iter().map(|it| difference(words, it)) }</ul>
            </>
        },
    };
    html! {
        <div class="versus" role="region" aria-label={words.text("cmp-differences")} tabindex="0" data-look-ignore="cut">
            { said }
            <span class="grow" />
            if session.layout <= Layout::Small { <SideSwitch session={session.clone()} /> }
            if !all.is_empty() {
                <ActionButton class="btn" label={words.text("cmp-swap")} action={Does(Action::Swap)}>
                    { icon(Icon::Swap) }{ words.text("cmp-swap") }
                </ActionButton>
            }
        </div>
    }
}

fn difference(words: &Words, difference: &Difference) -> Html {
    match difference {
        Difference::Knob { knob, whose, a, b } => {
            let (name, is_code) = knob::title(words, knob);
            let name = if is_code {
                html! { <code>{ name }</code> }
            } else {
                html! { { name } }
            };
            let whose = whose.as_ref().map(|whose| format!("{whose}: "));
            let value = |value| html! { <span class="mono">{ knob::text(value) }</span> };
            html! { <li>{ whose }{ name }{ " " }{ badge(Side::A) }{ value(a) }{ badge(Side::B) }{ value(b) }</li> }
        }
        Difference::Deed(side, deed) => {
            let text = format!("{} {}", clock::moment(deed.at), timeline::deed(words, &deed.what));
            html! { <li>{ badge(*side) }{ words.say("cmp-only", &[("what", (&text).into())]) }</li> }
        }
        Difference::Text => html! { <li>{ words.text("cmp-text") }</li> },
    }
}

/// Where there is room for one run: which.
#[component]
fn SideSwitch(PartProps { session }: &PartProps) -> Html {
    let buttons = SIDES.map(|side| {
        let is_on = session.side == side;
        let label = session.words.say("cmp-run", &[("side", side.letter().into())]);
        html! {
            <ActionButton
                class={classes!("btn", is_on.then_some("on"))} {label} pressed={Some(is_on)}
                action={Does(Action::Turned(side))}
            >
                { side.letter() }
            </ActionButton>
        }
    });
    html! { <div class="segments" role="group" aria-label={session.words.text("cmp-sides")}>{ for buttons }</div> }
}

/// Both stages, or the one there is room for.
#[component]
pub(super) fn Stages(PartProps { session }: &PartProps) -> Html {
    let seen = use_sides(session);
    let stages = SIDES.iter().zip(seen.iter()).filter(|(side, _)| is_shown(session, **side)).map(|(side, seen)| {
        html! {
            <div class="run" key={side.letter()}>
                { badge(*side) }
                <StagePane session={seen.clone()} side={Some(*side)} />
            </div>
        }
    });
    html! { <div class="runs">{ for stages }</div> }
}

fn is_shown(session: &Shown, side: Side) -> bool {
    session.layout > Layout::Small || session.side == side
}

/// Both timelines on one axis, or the one there is room for.
#[component]
pub(super) fn Times(PartProps { session }: &PartProps) -> Html {
    let seen = use_sides(session);
    let parting = use_parting(session);
    let Some(versus) = &session.versus else { return Html::default() };
    let parting = parting.as_ref().as_ref().map(|parting| parting.at);
    let beside = [session.film.clone(), versus.film.clone()];
    let times = SIDES.iter().zip(seen.iter()).zip(beside).filter(|((side, _), _)| is_shown(session, **side));
    let times = times.map(|((side, seen), beside)| {
        html! {
            <div class="run" key={side.letter()}>
                { badge(*side) }
                <TimelinePane session={seen.clone()} beside={Some(beside)} {parting} side={Some(*side)} />
            </div>
        }
    });
    html! { <div class="times">{ for times }</div> }
}

/// What happens in either; once, where it is the same.
#[component]
pub(super) fn BothTold(PartProps { session }: &PartProps) -> Html {
    let seen = use_sides(session);
    let words = &session.words;
    let told = |seen: &Shown| {
        let passages = seen.telling().passages.into_iter().map(|passage| match passage {
            Passage::Setup(text) | Passage::Told(text) => (None, text),
            Passage::Absent(text) => (Some("absent"), text),
        });
        passages.collect::<Vec<_>>()
    };
    let [a, b] = [told(&seen[0]), told(&seen[1])];
    let shown = if a == b { vec![(None, a)] } else { vec![(Some(Side::A), a), (Some(Side::B), b)] };
    let shown = shown.into_iter().map(|(side, texts)| {
        let texts = texts.into_iter().map(|(class, text)| {
            html! { <p {class}><Prose session={session.clone()} {text} /></p> }
        });
        html! { <div class="told-of">{ for side.map(badge) }<div>{ for texts }</div></div> }
    });
    html! {
        <section class="narration both">
            <h2>{ words.text("ui-now") }</h2>
            <div class="t"><span class="mono">{ clock::clock(session.moment) }</span></div>
            <div class="now" aria-live="polite">{ for shown }</div>
        </section>
    }
}

/// Where the runs part, with the way there.
#[component]
pub(super) fn PartingPanel(PartProps { session }: &PartProps) -> Html {
    let words = &session.words;
    let parting = use_parting(session);
    let Some(versus) = &session.versus else { return Html::default() };
    let Some(parting) = parting.as_ref() else {
        let key = if versus.scenario == *session.scenario() { "cmp-turn" } else { "cmp-never" };
        return html! {
            <section><h2>{ words.text("cmp-parting") }</h2><p class="soft">{ words.text(key) }</p></section>
        };
    };
    let next = [(Side::A, &parting.a, &versus.film), (Side::B, &parting.b, &session.film)].map(|(side, moment, film)| {
        let text = match moment {
            Some(moment) => {
                let time = clock::moment(moment.at);
                format!("{time} · {}", narrate::sentence(words, &film.run(), moment.say, &moment.args, false))
            }
            None => words.text("cmp-nothing"),
        };
        html! { <div class="told-of">{ badge(side) }<p><Prose session={session.clone()} {text} plain=true /></p></div> }
    });
    let at = clock::moment(parting.at);
    html! {
        <section class="parting">
            <h2>{ words.text("cmp-parting") }</h2>
            { for next }
            <ActionButton
                class="btn" label={words.say("ui-action-go", &[("time", (&at).into())])}
                action={Does(Action::Seek(parting.at))}
            >
                { words.say("ui-action-go", &[("time", (&at).into())]) }
            </ActionButton>
        </section>
    }
}

/// The figures of one run of two; none as long as it is not known to its end.
#[hook]
fn use_figures(film: &Film) -> Rc<Option<Figures>> {
    let film = film.is_complete().then(|| film.clone());
    use_memo(film, |film| film.as_ref().map(|film| Figures::new(&film.run())))
}

/// A figure: its word, what it is, and whether it is a time.
type Row = (&'static str, fn(&GroupFigures) -> u64, bool);

/// The figures that are compared. Of each the lower one is the better one.
const ROWS: [Row; 9] = [
    ("cmp-unread", |it| it.unread_ms, true),
    ("cmp-stopped", |it| stopped(it).count() as u64, false),
    ("cmp-longest", |it| stopped(it).max().unwrap_or_default(), true),
    ("cmp-rebalances", |it| it.rebalances.into(), false),
    ("cmp-rebalancing", |it| it.rebalancing_ms, true),
    ("cmp-moved", |it| it.moved.into(), false),
    ("cmp-twice", |it| it.twice, false),
    ("cmp-skipped", |it| it.skipped, false),
    ("cmp-lag", |it| it.max_lag.unsigned_abs(), false),
];

fn stopped(figures: &GroupFigures) -> impl Iterator<Item = u64> {
    figures.unread_by_partition.values().flat_map(|topic| topic.values().copied())
}

/// What either run costs over its whole length, figure by figure; the better one is marked.
#[component]
pub(super) fn DifferenceTable(PartProps { session }: &PartProps) -> Html {
    let words = &session.words;
    let a = use_figures(session.versus.as_ref().map_or(&session.film, |versus| &versus.film));
    let b = use_figures(&session.film);
    let group = &session.scenario().group;
    let of = |figures: &Option<Figures>| figures.as_ref().map(|it| it.groups.get(group).cloned().unwrap_or_default());
    let both = [of(&a), of(&b)];
    let show = |value: u64, is_time: bool| if is_time { words.duration(value) } else { clock::number(value as i64) };
    let mut wins = [0, 0];
    let rows = ROWS.map(|(key, of, is_time)| {
        let values = both.each_ref().map(|figures| figures.as_ref().map(of));
        let better = match values {
            [Some(a), Some(b)] if a != b => Some(usize::from(b < a)),
            _ => None,
        };
        if let Some(place) = better {
            wins[place] += 1;
        }
        let cells = [0, 1].map(|place| {
            let class = (better == Some(place)).then_some("better");
            let mark = class.map(|_| html! { <span class="unseen">{ words.text("cmp-better") }</span> });
            html! { <td class={classes!("mono", class)}>{ values[place].map_or_else(|| "…".into(), |it| show(it, is_time)) }{ mark }</td> }
        });
        html! { <tr><th scope="row">{ words.text(key) }</th>{ for cells }</tr> }
    });
    let verdict = match (both.iter().all(Option::is_some), wins) {
        (false, _) => None,
        (true, [0, 0]) => Some("cmp-equal"),
        (true, [_, 0]) => Some("cmp-a-wins"),
        (true, [0, _]) => Some("cmp-b-wins"),
        (true, _) => Some("cmp-neither"),
    };
    html! {
        <section class="differences">
            <h2 id="cmp-table">{ words.text("cmp-over-all") }</h2>
            <table aria-labelledby="cmp-table">
                <thead><tr><td>{ &**group }</td>{ for SIDES.map(|side| html! { <th scope="col">{ badge(side) }</th> }) }</tr></thead>
                <tbody>{ for rows }</tbody>
            </table>
            <p class="verdict"><span class="better key">{ words.text("cmp-better") }</span>{ for verdict.map(|key| words.text(key)) }</p>
        </section>
    }
}
