//! What is asked before something is done.

use std::rc::Rc;

use groupscope_core::scenario::Problem;
use groupscope_view::clock;
use serde_json::json;
use wasm_bindgen::JsCast;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use super::{Shown, problems::Problems, use_store};
use crate::session::{
    Action,
    deeds::form::{Field, Form, Input},
};

/// Properties of [`ActForm`].
#[derive(Clone, PartialEq, Properties)]
pub(super) struct ActFormProps {
    pub(super) session: Shown,
    pub(super) form: Rc<Form>,
}

/// The questions, the line that the answers make, and the button that does it.
#[component]
pub(super) fn ActForm(ActFormProps { session, form }: &ActFormProps) -> Html {
    let store = use_store();
    let words = &session.words;
    let answers = use_state(|| form.fields.iter().map(|field| field.value.clone()).collect::<Vec<_>>());
    let problems = use_state(Vec::<Problem>::new);
    let rows = form.fields.iter().enumerate().map(|(place, field)| {
        let on_answer = {
            let answers = answers.clone();
            Callback::from(move |answer: String| {
                let mut next = (*answers).clone();
                next[place] = answer;
                answers.set(next);
            })
        };
        html! { <Row first={place == 0} id={format!("act-{place}")} field={field.clone()} value={answers[place].clone()} {on_answer} /> }
    });
    let onsubmit = {
        let (store, form, answers, problems) = (store.clone(), form.clone(), answers.clone(), problems.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            match store.act_all(form.at, form.actions(&answers)) {
                Ok(()) => store.dispatch(Action::Dialog(None)),
                Err(error) => problems.set(error.problems),
            }
        })
    };
    let cancel = Callback::from(move |_| store.dispatch(Action::Dialog(None)));
    let lines = form.actions(&answers).into_iter().map(|action| {
        let mut line = json!({"at": form.at});
        if let (Some(line), Some(action)) = (line.as_object_mut(), action.as_object()) {
            line.extend(action.clone());
        }
        html! { <code>{ line.to_string() }</code> }
    });
    let at = words.say("ui-act-at", &[("time", (&clock::clock(form.at)).into())]);
    html! {
        <form class="act" {onsubmit}>
            <p class="soft">{ at }</p>
            <div class="fields">{ for rows }</div>
            <div class="lines" aria-hidden="true">{ for lines }</div>
            <div role="alert"><Problems session={session.clone()} problems={(*problems).clone()} /></div>
            <div class="row">
                <button type="submit" class="btn on">{ words.text("ui-act") }</button>
                <button type="button" class="btn" onclick={cancel}>{ words.text("ui-cancel") }</button>
            </div>
        </form>
    }
}

#[derive(Clone, PartialEq, Properties)]
struct RowProps {
    /// Whether it has the focus at first.
    first: bool,
    id: String,
    field: Field,
    value: String,
    on_answer: Callback<String>,
}

/// One question.
#[component]
fn Row(RowProps { first, id, field, value, on_answer }: &RowProps) -> Html {
    let on_input = {
        let tell = on_answer.clone();
        Callback::from(move |event: InputEvent| {
            if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
                tell.emit(input.value());
            }
        })
    };
    let on_change = {
        let tell = on_answer.clone();
        Callback::from(move |event: Event| {
            if let Some(select) = event.target().and_then(|target| target.dyn_into::<HtmlSelectElement>().ok()) {
                tell.emit(select.value());
            }
        })
    };
    let control = match &field.input {
        Input::Number(unit) => html! {
            <span class="number">
                <input class="mono" type="text" inputmode="numeric" autofocus={*first} id={id.clone()} value={value.clone()} oninput={on_input} />
                if !unit.is_empty() { <span class="mono">{ *unit }</span> }
            </span>
        },
        Input::Choice(choices) => {
            let options = choices.iter().map(|(choice, text)| {
                html! { <option value={choice.clone()} selected={choice == value}>{ text }</option> }
            });
            html! { <select autofocus={*first} id={id.clone()} onchange={on_change}>{ for options }</select> }
        }
        Input::Text(proposed) => {
            let list = (!proposed.is_empty()).then(|| format!("{id}-list"));
            let options = proposed.iter().map(|name| html! { <option value={*name} /> });
            html! {
                <>
                    <input
                        class="mono" type="text" spellcheck="false" autocomplete="off" autofocus={*first} id={id.clone()} value={value.clone()}
                        list={list.clone()} oninput={on_input}
                    />
                    if let Some(list) = list { <datalist id={list}>{ for options }</datalist> }
                </>
            }
        }
    };
    html! {
        <>
            <label for={id.clone()}>if field.is_code { <code>{ &field.label }</code> } else { { &field.label } }</label>
            { control }
        </>
    }
}
