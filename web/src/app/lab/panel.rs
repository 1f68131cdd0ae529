//! Why a partition is where it is.

use groupscope_core::protocol::{MemberId, TopicPartition};
use yew::prelude::*;

use super::{
    super::{
        PartProps, Shown,
        icons::{Icon, icon},
        player::ActionButton,
    },
    does, short,
};
use crate::lab::{self, Choice, Chosen, matrix::Matrix, outcome::Outcome, why::why};

/// The steps that put the chosen partition where it is.
#[component]
pub(super) fn WhyPanel(PartProps { session }: &PartProps) -> Html {
    let words = &session.words;
    let Some(lab) = session.lab.clone() else { return Html::default() };
    let content = lab.chosen.as_ref().and_then(|choice| {
        let (outcome, matrix) = lab.outcomes().zip(lab.matrices()).find(|(it, _)| it.assignor == choice.assignor)?;
        Some(match &choice.what {
            Chosen::Partition(partition) => of_partition(session, &outcome.clone(), &matrix, partition),
            Chosen::Member(member) => of_member(session, outcome, &matrix, member),
        })
    });
    html! {
        <section class={classes!("why", content.is_some().then_some("open"))} aria-live="polite">
            if let Some(content) = content {
                { content }
            } else {
                <p class="soft">{ words.text("lab-why-none") }</p>
            }
        </section>
    }
}

fn of_partition(session: &Shown, outcome: &Outcome, matrix: &Matrix, partition: &TopicPartition) -> Html {
    let Some(lab) = session.lab.as_ref() else { return Html::default() };
    let why = why(&session.words, lab.group(), matrix, outcome, partition);
    let source = format!("{} · Kafka {}", why.source, groupscope_core::KAFKA_VERSION);
    html! {
        <>
            { title(session, outcome, why.title, source) }
            <ol class="steps">{ for why.steps.into_iter().map(|step| html! { <li>{ step }</li> }) }</ol>
        </>
    }
}

fn title(session: &Shown, outcome: &Outcome, title: String, source: String) -> Html {
    html! {
        <div class="top">
            <h3><span class="tag mono">{ outcome.assignor.name() }</span>{ " " }{ title }</h3>
            <span class="soft source">{ source }</span>
            <ActionButton
                class="btn square" label={session.words.text("ui-close")} shortcut="Esc" action={does(lab::Action::Choose(None))}
            >
                { icon(Icon::Close) }
            </ActionButton>
        </div>
    }
}

/// So many partitions of a member can be chosen.
const MOST_CHIPS: usize = 60;

fn of_member(session: &Shown, outcome: &Outcome, matrix: &Matrix, member: &MemberId) -> Html {
    let words = &session.words;
    let row = matrix.rows.iter().position(|row| row.id == *member);
    let own: Vec<_> =
        (0..matrix.columns.len()).filter(|&column| matrix.owner(column) == row && row.is_some()).collect();
    let chips = own.iter().take(MOST_CHIPS).map(|&column| {
        let partition = &matrix.columns[column];
        let choice = Choice { assignor: outcome.assignor, what: Chosen::Partition(partition.clone()) };
        let label = partition.to_string();
        html! {
            <ActionButton class="btn mono" label={label.clone()} action={does(lab::Action::Choose(Some(choice)))}>{ label }</ActionButton>
        }
    });
    let args = [("member", short(member).into()), ("count", own.len().into())];
    html! {
        <>
            { title(session, outcome, words.say("lab-why-member", &args), words.text("lab-why-choose")) }
            <div class="chips">
                { for chips }
                if own.len() > MOST_CHIPS {
                    <span class="soft">{ words.say("lab-more", &[("count", (own.len() - MOST_CHIPS).into())]) }</span>
                }
            </div>
        </>
    }
}
