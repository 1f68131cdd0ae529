//! One assignor's result.

use std::rc::Rc;

use groupscope_core::config::{Assignor, RebalanceProtocol};
use yew::prelude::*;

use super::{
    super::Shown,
    colour,
    figures::{figures, figures_of},
    matrix::MatrixTable,
    tallies::TallyTable,
};
use crate::lab::{
    self,
    matrix::{Matrix, Tally},
    outcome::Outcome,
};

/// A result: no two are the same.
#[derive(Clone)]
pub(super) struct Result {
    pub(super) outcome: Rc<Outcome>,
    pub(super) matrix: Rc<Matrix>,
    /// What each row holds.
    pub(super) tallies: Rc<[Tally]>,
}

impl PartialEq for Result {
    fn eq(&self, _: &Self) -> bool {
        false
    }
}

/// Properties of the parts of a result.
#[derive(Clone, PartialEq, Properties)]
pub(super) struct ResultProps {
    pub(super) session: Shown,
    pub(super) outcome: Result,
    /// For each partition whether the assignors disagree.
    pub(super) differ: Rc<[bool]>,
}

/// The result with its figures.
#[component]
pub(super) fn ResultCard(props: &ResultProps) -> Html {
    let ResultProps { session, outcome: Result { outcome, matrix, tallies }, .. } = props;
    let words = &session.words;
    let name = outcome.assignor.name();
    let cooperative = outcome.assignor.supports(RebalanceProtocol::Cooperative);
    let props = props.clone();
    html! {
        <section class="card" aria-labelledby={format!("lab-{name}")}>
            <div class="top">
                <h3 class="mono" id={format!("lab-{name}")}>{ name }</h3>
                <span class="tag">{ words.text(if cooperative { "lab-cooperative" } else { "lab-eager" }) }</span>
            </div>
            <p class="soft">{ words.text(&format!("lab-about-{name}")) }</p>
            if let Err(error) = &outcome.given {
                <p class="warn">
                    { words.say("lab-throws", &[("assignor", name.into()), ("error", (&error.to_string()).into())]) }
                </p>
            }
            if lab::is_dense(matrix) {
                <TallyTable ..props />
            } else {
                <MatrixTable ..props />
            }
            <dl class="figures">
                { for figures(words, &figures_of(outcome, matrix, tallies)).into_iter().map(|(name, value)| html! {
                    <div><dt>{ name }</dt><dd class="mono">{ value }</dd></div>
                }) }
            </dl>
            { shares(session, matrix, tallies, outcome.assignor) }
        </section>
    }
}

/// Bars for shares of more members say nothing.
const MOST_BARS: usize = 12;

/// The shares as one bar; what nobody has is hatched.
fn shares(session: &Shown, matrix: &Matrix, tallies: &[Tally], assignor: Assignor) -> Html {
    let all = matrix.columns.len();
    if matrix.rows.len() > MOST_BARS || all == 0 {
        return Html::default();
    }
    let mut x = 0;
    let mut text = Vec::new();
    let bars = matrix.rows.iter().zip(tallies).filter_map(|(line, tally)| {
        let has = tally.has;
        if has == 0 {
            return None;
        }
        text.push(format!("{} {has}", super::short(&line.id)));
        let at = x;
        x += has * UNIT;
        let width = (has * UNIT).saturating_sub(2).to_string();
        Some(html! { <rect class={colour(line.place)} x={at.to_string()} y="0" {width} height="10" fill="var(--m)" /> })
    });
    let bars: Vec<Html> = bars.collect();
    let rest = (all * UNIT).saturating_sub(x);
    let label = session.words.say("lab-shares", &[("text", (&text.join(", ")).into())]);
    html! {
        <svg
            key={assignor.name()} class="bars" viewBox={format!("0 0 {} 10", all * UNIT)} preserveAspectRatio="none" role="img"
            aria-label={label}
        >
            { for bars }
            if rest > 0 {
                <rect x={x.to_string()} y="0" width={rest.to_string()} height="10" fill="url(#hatch)" />
            }
        </svg>
    }
}

/// A partition's width in a bar.
const UNIT: usize = 60;
