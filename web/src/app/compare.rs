//! Two runs beside each other on one clock: in what they differ, where they part, what that costs.

use std::rc::Rc;

use groupscope_core::{
    protocol::GroupId,
    report::{Figures, GroupFigures},
    simulation::GroupIx,
};
use groupscope_view::{clock, narrate, timeline, words::Words};
use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::{
    PartProps, Shown,
    icons::{Icon, icon},
    narration::{Way, story_place},
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
            let whose = match &whose[..] {
                [] => String::new(),
                few if few.len() < 4 => format!("{}: ", few.join(", ")),
                many => format!("{}: ", words.say("pic-consumers", &[("count", many.len().into())])),
            };
            html! { <li>{ whose }{ name }{ " " }{ value(Side::A, knob::text(a)) }{ value(Side::B, knob::text(b)) }</li> }
        }
        Difference::Deed(side, deed) => {
            let text = format!("{} {}", clock::moment(deed.at), timeline::deed(words, &deed.what));
            html! { <li>{ badge(*side) }{ words.say("cmp-only", &[("what", (&text).into())]) }</li> }
        }
        Difference::Number(name, a, b) => {
            let [a, b] = [a, b].map(|number| clock::number(i64::try_from(*number).unwrap_or(i64::MAX)));
            html! { <li><code>{ *name }</code>{ " " }{ value(Side::A, a) }{ value(Side::B, b) }</li> }
        }
        Difference::Part(name) => html! { <li><code>{ *name }</code></li> },
    }
}

/// A run's value, which stays beside its badge.
fn value(side: Side, text: String) -> Html {
    html! { <span class="value-of">{ badge(side) }<span class="mono">{ text }</span></span> }
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
            <h2>{ words.text("ui-now") }<em>{ story_place(session) }</em></h2>
            <div class="t"><span class="mono">{ clock::clock(session.moment) }</span></div>
            <div class="now" aria-live="polite">{ for shown }</div>
            <Way session={session.clone()} event={session.telling().event} />
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
    let go = words.say("ui-action-go", &[("time", (&clock::moment(parting.at)).into())]);
    html! {
        <section class="parting">
            <h2>{ words.text("cmp-parting") }</h2>
            { for next }
            <ActionButton class="btn" label={go.clone()} action={Does(Action::Seek(parting.at))}>{ go }</ActionButton>
        </section>
    }
}

/// The figures of one run of two; none as long as it is not known to its end.
#[hook]
fn use_figures(film: &Film) -> Rc<Option<Figures>> {
    let film = film.is_complete().then(|| film.clone());
    use_memo(film, |film| film.as_ref().map(|film| Figures::new(&film.run())))
}

/// What a run costs a group.
struct Cost<'a> {
    figures: &'a GroupFigures,
    /// The partitions that nobody reads when the run ends, though somebody did before: what they cost is not known yet.
    open: u64,
}

/// A figure: its word, what it is, and how it is written.
type Row = (&'static str, fn(&Cost<'_>) -> u64, Kind);

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Count,
    Time,
    /// A time that goes on as long as partitions lie unread.
    Unread,
}

fn open_at_end(film: &Film, group: &GroupId) -> u64 {
    let run = film.run();
    let Some(place) = run.cast.groups.iter().position(|id| id == group) else { return 0 };
    let last = run.lanes.partitions.iter().filter_map(|it| it.ownership.get(&GroupIx(place as u16))?.last());
    last.filter(|last| last.value.reader.is_none() && last.value.last_reader.is_some()).count() as u64
}

/// The figures that are compared. Of each the lower one is the better one.
const ROWS: [Row; 10] = [
    ("cmp-open", |it| it.open, Kind::Count),
    ("cmp-unread", |it| it.figures.unread_ms, Kind::Unread),
    ("cmp-stopped", |it| stopped(it.figures).count() as u64, Kind::Count),
    ("cmp-longest", |it| stopped(it.figures).max().unwrap_or_default(), Kind::Unread),
    ("cmp-rebalances", |it| it.figures.rebalances.into(), Kind::Count),
    ("cmp-rebalancing", |it| it.figures.rebalancing_ms, Kind::Time),
    ("cmp-moved", |it| it.figures.moved.into(), Kind::Count),
    ("cmp-twice", |it| it.figures.twice, Kind::Count),
    ("cmp-skipped", |it| it.figures.skipped, Kind::Count),
    ("cmp-lag", |it| it.figures.max_lag.unsigned_abs(), Kind::Count),
];

fn stopped(figures: &GroupFigures) -> impl Iterator<Item = u64> {
    figures.unread_by_partition.values().flat_map(|topic| topic.values().copied())
}

/// The group whose figures are shown: the chosen one, else the first in which the runs differ, else the scenario's first.
fn group_of(session: &Shown, both: [&Option<Figures>; 2], chosen: Option<&GroupId>) -> GroupId {
    let own = &session.scenario().group;
    let [Some(a), Some(b)] = both else { return own.clone() };
    let differing = || b.groups.keys().find(|id| a.groups.get(*id) != b.groups.get(*id));
    let is_same = a.groups.get(own) == b.groups.get(own);
    let chosen = chosen.filter(|id| b.groups.contains_key(*id));
    chosen.or_else(|| differing().filter(|_| is_same)).unwrap_or(own).clone()
}

/// What either run costs over its whole length, figure by figure; the better one is marked.
#[component]
pub(super) fn DifferenceTable(PartProps { session }: &PartProps) -> Html {
    let words = &session.words;
    let films = [session.versus.as_ref().map_or(&session.film, |versus| &versus.film), &session.film];
    let a = use_figures(films[0]);
    let b = use_figures(films[1]);
    let chosen = use_state_eq(|| None::<GroupId>);
    let group = group_of(session, [&a, &b], (*chosen).as_ref());
    let open = films.map(|film| open_at_end(film, &group));
    let both = [(&a, open[0]), (&b, open[1])].map(|(figures, open)| {
        let figures = figures.as_ref().as_ref()?.groups.get(&group)?;
        Some(Cost { figures, open })
    });
    let mut wins = [0, 0];
    let rows = ROWS.map(|(key, of, kind)| {
        let values = both.each_ref().map(|cost| cost.as_ref().map(of));
        let better = better(values, open);
        if let Some(place) = better {
            wins[place] += 1;
        }
        let cells = [0, 1].map(|place| {
            let class = (better == Some(place)).then_some("better");
            let mark = class.map(|_| html! { <span class="unseen">{ words.text("cmp-better") }</span> });
            let text = match (values[place], films[place].is_complete()) {
                (Some(value), _) if kind == Kind::Count => clock::number(value as i64),
                (Some(value), _) if kind == Kind::Unread && open[place] > 0 => format!("≥ {}", words.duration(value)),
                (Some(value), _) => words.duration(value),
                (None, true) => "–".to_owned(),
                (None, false) => "…".to_owned(),
            };
            html! { <td class={classes!("mono", class)}>{ text }{ mark }</td> }
        });
        html! { <tr><th scope="row">{ words.text(key) }</th>{ for cells }</tr> }
    });
    let lengths = films.map(Film::end);
    let verdict = match (&both, wins) {
        ([None, _] | [_, None], _) => None,
        _ if open != [0, 0] => Some("cmp-open-end"),
        _ if lengths[0] != lengths[1] => Some("cmp-lengths"),
        (_, [0, 0]) => Some("cmp-equal"),
        (_, [_, 0]) => Some("cmp-a-wins"),
        (_, [0, _]) => Some("cmp-b-wins"),
        _ => Some("cmp-neither"),
    };
    let ids: Vec<GroupId> = session.film.run().cast.groups.to_vec();
    let onchange = {
        let chosen = chosen.setter();
        Callback::from(move |event: Event| {
            let select: Option<HtmlSelectElement> = event.target_dyn_into();
            chosen.set(select.map(|select| select.value().into()));
        })
    };
    let options =
        ids.iter().map(|id| html! { <option value={id.to_string()} selected={*id == group}>{ &**id }</option> });
    let name = if ids.len() > 1 {
        html! { <select class="mono" aria-label={words.text("ui-figures-group")} {onchange}>{ for options }</select> }
    } else {
        html! { { &*group } }
    };
    html! {
        <section class="differences">
            <h2 id="cmp-table">{ words.text("cmp-over-all") }</h2>
            <table aria-labelledby="cmp-table">
                <thead><tr><td>{ name }</td>{ for SIDES.map(|side| html! { <th scope="col">{ badge(side) }</th> }) }</tr></thead>
                <tbody>{ for rows }</tbody>
            </table>
            <p class="verdict"><span class="better key">{ words.text("cmp-better") }</span>{ for verdict.map(|key| words.text(key)) }</p>
        </section>
    }
}

/// The place of the lower value. A run whose costs are not over is not better, whatever it says.
fn better(values: [Option<u64>; 2], open: [u64; 2]) -> Option<usize> {
    let [Some(a), Some(b)] = values else { return None };
    let place = usize::from(b < a);
    (a != b && open[place] == 0).then_some(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lower_figure_is_the_better_one_unless_its_run_leaves_partitions_unread() {
        assert_eq!(better([Some(5), Some(4)], [0, 0]), Some(1));
        assert_eq!(better([Some(4), Some(5)], [0, 0]), Some(0));
        assert_eq!(better([Some(5), Some(5)], [0, 0]), None);
        assert_eq!(better([Some(12), Some(0)], [0, 3]), None, "what was never taken over was never read twice");
        assert_eq!(better([Some(5), Some(9)], [0, 3]), Some(0), "it costs less than what is not over yet");
        assert_eq!(better([None, Some(4)], [0, 0]), None);
    }
}
