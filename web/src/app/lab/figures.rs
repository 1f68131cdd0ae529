//! The figures of results.

use groupscope_core::config::Assignor;
use groupscope_view::words::Words;
use yew::prelude::*;

use super::super::PartProps;
use crate::lab::{
    matrix::{Matrix, Tally},
    outcome::Outcome,
};

/// The figures of one result.
#[derive(Clone, Debug, Default)]
pub(super) struct ResultFigures {
    /// Whether nobody had anything before.
    is_start: bool,
    sizes: String,
    /// Between the most and the least, in the first round and in the end.
    spread: (u32, u32),
    kept: usize,
    moved: usize,
    new: usize,
    withheld: usize,
    rounds: u32,
    racks: Option<(u32, u32)>,
}

/// Sizes of more members than this are given from the most to the least.
const MOST_SIZES: usize = 6;

/// The figures of a result.
pub(super) fn figures_of(outcome: &Outcome, matrix: &Matrix, tallies: &[Tally]) -> ResultFigures {
    let Ok(given) = &outcome.given else { return ResultFigures::default() };
    let present = matrix.rows.iter().zip(tallies).filter(|(row, _)| !row.has_left);
    let tallies: Vec<_> = present.map(|(_, tally)| tally).collect();
    let sum = |of: fn(&Tally) -> usize| tallies.iter().map(|tally| of(tally)).sum::<usize>();
    let (first, last) = (&given.figures, &given.last_figures);
    let sizes = if tallies.len() > MOST_SIZES {
        format!("{}–{}", first.shares.least, first.shares.most)
    } else {
        tallies.iter().map(|tally| tally.has.to_string()).collect::<Vec<_>>().join(" · ")
    };
    ResultFigures {
        is_start: outcome.before.is_empty(),
        sizes,
        spread: (first.shares.width(), last.shares.width()),
        kept: sum(|it| it.kept),
        moved: sum(|it| it.moved),
        new: sum(|it| it.new),
        withheld: sum(|it| it.withheld),
        rounds: given.rounds,
        racks: (first.rack_chances > 0).then_some((first.rack_matches, first.rack_chances)),
    }
}

/// The figures with their names, those that say something.
pub(super) fn figures(words: &Words, of: &ResultFigures) -> Vec<(String, String)> {
    let spread = match of.spread {
        (now, then) if now == then => now.to_string(),
        (now, then) => words.say("lab-then", &[("now", i64::from(now).into()), ("then", i64::from(then).into())]),
    };
    let mut figures = vec![("lab-sizes", of.sizes.clone()), ("lab-spread", spread)];
    if !of.is_start {
        figures.extend([("lab-kept", of.kept.to_string()), ("lab-moved", of.moved.to_string())]);
    }
    if of.new > 0 {
        figures.push(("lab-new", of.new.to_string()));
    }
    if !of.is_start {
        figures.push(("lab-withheld", of.withheld.to_string()));
    }
    figures.push(("lab-rounds", of.rounds.to_string()));
    let racks = of.racks.map(|(has, all)| format!("{has}/{all}"));
    figures.extend(racks.map(|racks| ("lab-in-rack", racks)));
    figures.into_iter().map(|(key, value)| (words.text(key), value)).collect()
}

/// All figures in one table.
#[component]
pub(super) fn FiguresTable(PartProps { session }: &PartProps) -> Html {
    let words = &session.words;
    let Some(lab) = session.lab.clone() else { return Html::default() };
    let results: Vec<_> =
        lab.outcomes().zip(lab.matrices()).map(|(it, matrix)| figures_of(it, &matrix, &matrix.tallies(&[]))).collect();
    let named: Vec<_> = results.iter().map(|it| figures(words, it)).collect();
    let rows = named.first().into_iter().flatten().enumerate().map(|(place, (name, _))| {
        let values = named
            .iter()
            .map(|it| html! { <td class="mono">{ it.get(place).map(|it| it.1.clone()).unwrap_or_default() }</td> });
        html! { <tr><th scope="row">{ name }</th>{ for values }</tr> }
    });
    html! {
        <div class="card scroller">
            <table class="plain-table" aria-label={words.text("lab-figures-table")}>
                <thead>
                    <tr>
                        <th scope="col">{ words.text("lab-assignor") }</th>
                        { for Assignor::ALL.map(|it| html! { <th scope="col" class="mono">{ it.name() }</th> }) }
                    </tr>
                </thead>
                <tbody>{ for rows }</tbody>
            </table>
        </div>
    }
}
