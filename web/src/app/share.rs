//! The scenario for others: as a link, as a list of what is done in it, and as a text that can be edited.

use std::sync::Arc;

use groupscope_core::scenario::{Problem, Scenario, share};
use groupscope_view::{clock, timeline, words::Words};
use wasm_bindgen::JsCast;
use web_sys::{HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

use super::{
    PartProps, Shown,
    copy::{CopyButton, download},
    icons::{Icon, icon},
    problems::Problems,
    use_store,
};
use crate::{
    page::{intake, window},
    session::{Action, address::Address, history::Change},
};

/// The whole of it.
#[component]
pub(super) fn Share(PartProps { session }: &PartProps) -> Html {
    html! {
        <div class="share">
            <Link session={session.clone()} />
            <Actions session={session.clone()} />
            <Futures session={session.clone()} />
            <Text session={session.clone()} />
        </div>
    }
}

/// The page's own address, without what it shows.
pub(super) fn base() -> String {
    let href = window().and_then(|window| window.location().href().ok()).unwrap_or_default();
    href.split(['?', '#']).next().unwrap_or_default().to_owned()
}

/// What is shown, as an address.
pub(super) fn address(session: &Shown, with_moment: bool) -> Address {
    let address = session.address(|scenario| share::encode(scenario)).without_embed();
    Address { at: address.at.filter(|_| with_moment), ..address }
}

/// Links that are longer are cut off by some programs, characters.
const LONG: usize = 2000;

#[component]
fn Link(PartProps { session }: &PartProps) -> Html {
    let words = &session.words;
    let with_moment = use_state_eq(|| true);
    let field = use_node_ref();
    let link = base() + &address(session, *with_moment).write();
    let onchange = {
        let with_moment = with_moment.clone();
        Callback::from(move |_: Event| with_moment.set(!*with_moment))
    };
    html! {
        <section>
            <h3><label for="share-link">{ words.text("ui-link") }</label></h3>
            <div class="row">
                <input class="mono wide" id="share-link" type="text" readonly=true value={link.clone()} ref={field.clone()} />
                <CopyButton session={session.clone()} text={link.clone()} field={field} />
            </div>
            <label class="check">
                <input type="checkbox" checked={*with_moment} {onchange} />
                { words.say("ui-link-moment", &[("time", (&clock::clock(session.moment)).into())]) }
            </label>
            if link.len() > LONG { <p class="soft">{ words.say("ui-link-long", &[("count", link.len().into())]) }</p> }
        </section>
    }
}

/// What is done in the run, line by line.
#[component]
fn Actions(PartProps { session }: &PartProps) -> Html {
    let store = use_store();
    let words = &session.words;
    let problems = use_state(Vec::<Problem>::new);
    let rows = session.scenario().actions.iter().enumerate().map(|(place, action)| {
        let at = clock::clock(action.at);
        let text = timeline::deed(words, &action.what);
        let go = {
            let (store, at) = (store.clone(), action.at);
            Callback::from(move |_| store.dispatch(Action::Seek(at)))
        };
        let take = {
            let (store, problems) = (store.clone(), problems.clone());
            Callback::from(move |_| problems.set(store.take(place).err().map(|error| error.problems).unwrap_or_default()))
        };
        html! {
            <li>
                <button type="button" class="btn mono" aria-label={words.say("ui-action-go", &[("time", (&at).into())])} onclick={go}>
                    { &at }
                </button>
                <span>{ &text }</span>
                <button
                    type="button" class="btn square" aria-label={words.say("ui-action-take", &[("action", (&text).into())])}
                    title={words.text("ui-do-take")} onclick={take}
                >
                    { icon(Icon::Close) }
                </button>
            </li>
        }
    });
    let rows: Vec<_> = rows.collect();
    html! {
        <section>
            <h3>{ words.text("ui-actions") }</h3>
            if rows.is_empty() {
                <p class="soft">{ words.text("ui-actions-none") }</p>
            } else {
                <ol class="actions">{ for rows }</ol>
            }
            <div role="alert"><Problems session={session.clone()} problems={(*problems).clone()} /></div>
        </section>
    }
}

/// What was left when something else was done at an earlier moment, or after an undo: each can be gone back to.
#[component]
fn Futures(PartProps { session }: &PartProps) -> Html {
    let store = use_store();
    let words = &session.words;
    let others = session.history.other_futures();
    if others.is_empty() {
        return Html::default();
    }
    let rows = others.into_iter().map(|number| {
        let version = &session.history.versions()[number];
        let go = {
            let store = store.clone();
            Callback::from(move |_| store.dispatch(Action::Show(number)))
        };
        html! {
            <li>
                <span class="mono">{ clock::clock(version.at) }</span>
                <span>{ named(&version.change, words) }</span>
                <button type="button" class="btn" onclick={go}>{ words.text("ui-future-go") }</button>
            </li>
        }
    });
    html! {
        <section>
            <h3>{ words.text("ui-futures") }</h3>
            <ol class="actions">{ for rows }</ol>
        </section>
    }
}

/// A change in a few words; those of the scenario stand as they are written there.
fn named(change: &Change, words: &Words) -> Html {
    let code = |text: String| html! { <code>{ text.trim_end() }</code> };
    match change {
        Change::Opened => html! { { words.text("ui-change-opened") } },
        Change::Edited => html! { { words.text("ui-change-edited") } },
        Change::Setting { name, value } => code(format!("{name} = {value}")),
        Change::Action { word, whom } => code(format!("{word} {whom}")),
        Change::Taken { word, whom } => code(format!("− {word} {whom}")),
        Change::Try { id } => code(id.clone()),
    }
}

/// The text. What is typed stays until it is applied or given up.
#[component]
fn Text(PartProps { session }: &PartProps) -> Html {
    let store = use_store();
    let words = &session.words;
    let typed = use_state(|| None::<String>);
    let problems = use_state(Vec::<Problem>::new);
    let area = use_node_ref();
    let file = use_node_ref();
    let text = (*typed).clone().unwrap_or_else(|| session.scenario().to_json_pretty());
    let oninput = {
        let typed = typed.clone();
        Callback::from(move |event: InputEvent| {
            if let Some(area) = event.target_dyn_into::<HtmlTextAreaElement>() {
                typed.set(Some(area.value()));
            }
        })
    };
    let apply = {
        let (store, typed, problems, text) = (store.clone(), typed.clone(), problems.clone(), text.clone());
        Callback::from(move |_| match Scenario::parse(&text) {
            Ok(parsed) => {
                store.dispatch(Action::Change(Arc::new(parsed.scenario), Change::Edited));
                problems.set(parsed.warnings);
                typed.set(None);
            }
            Err(error) => problems.set(error.problems),
        })
    };
    let give_up = {
        let (typed, problems) = (typed.clone(), problems.clone());
        Callback::from(move |_| {
            typed.set(None);
            problems.set(Vec::new());
        })
    };
    let save = {
        let (name, text) = (file_name(session), text.clone());
        Callback::from(move |_| download(&name, &text))
    };
    let choose = {
        let file = file.clone();
        Callback::from(move |_| {
            if let Some(input) = file.cast::<HtmlInputElement>() {
                input.click();
            }
        })
    };
    let open = Callback::from(move |event: Event| {
        let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        if let Some(file) = input.and_then(|input| input.files()?.item(0)) {
            intake::open_file(store.clone(), file);
        }
    });
    let is_typed = typed.is_some();
    html! {
        <section>
            <h3><label for="share-text">{ words.text("ui-text") }</label></h3>
            <textarea
                class="mono" id="share-text" spellcheck="false" rows="14" ref={area.clone()} value={text.clone()} {oninput}
                aria-describedby="share-problems"
            />
            <div id="share-problems" role="alert">
                <Problems session={session.clone()} problems={(*problems).clone()} />
            </div>
            <div class="row">
                <button type="button" class={classes!("btn", is_typed.then_some("on"))} onclick={apply} disabled={!is_typed}>
                    { words.text("ui-apply") }
                </button>
                <button type="button" class="btn" onclick={give_up} disabled={!is_typed}>{ words.text("ui-give-up") }</button>
                <span class="grow" />
                <CopyButton session={session.clone()} text={text.clone()} field={area} />
                <button type="button" class="btn" onclick={save}>{ words.text("ui-download") }</button>
                <button type="button" class="btn" onclick={choose}>{ words.text("ui-open-file") }</button>
                <input type="file" accept=".json,application/json" hidden=true ref={file} onchange={open} />
            </div>
            <p class="soft">{ words.text("ui-text-note") }</p>
        </section>
    }
}

fn file_name(session: &Shown) -> String {
    let id = session.story.as_ref().map_or("scenario", |story| &*story.entry.id);
    format!("{id}.groupscope.json")
}
