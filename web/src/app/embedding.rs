//! How the run is put into another page.

use groupscope_core::scenario::share;
use wasm_bindgen::JsCast;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use super::{PartProps, copy::CopyButton, share::base};
use crate::{
    page::loader,
    session::{
        Session,
        address::{Address, Theme},
    },
};

/// The size that the layout is made for, px.
const SIZE: [u32; 2] = [760, 420];
/// What a frame may measure, px.
const LIMITS: std::ops::RangeInclusive<u32> = 280..=2000;

/// What the frame says.
#[derive(Clone, PartialEq)]
struct Choice {
    size: [u32; 2],
    theme: Option<Theme>,
    lang: Option<&'static str>,
    with_moment: bool,
}

impl Choice {
    fn address(&self, session: &Session) -> Address {
        let address = session.address(|scenario| share::encode(scenario));
        Address {
            embed: true,
            theme: self.theme,
            lang: self.lang.map(str::to_owned),
            at: address.at.filter(|_| self.with_moment),
            ..address
        }
    }

    /// The element for the other page.
    fn snippet(&self, source: &str, title: &str) -> String {
        let [w, h] = self.size;
        let (source, title) = (escaped(source), escaped(title));
        format!(
            "<iframe src=\"{source}\" title=\"{title}\" width=\"{w}\" height=\"{h}\" loading=\"lazy\" frameborder=\"0\"></iframe>"
        )
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}

/// Size, theme and language to choose; the element to copy; the frame as it will be.
#[component]
pub(super) fn Embedding(PartProps { session }: &PartProps) -> Html {
    let words = &session.words;
    let choice = use_state(|| Choice { size: SIZE, theme: None, lang: None, with_moment: session.moment > 0 });
    let field = use_node_ref();
    let source = base() + &choice.address(session).write();
    let snippet = choice.snippet(&source, &super::header::title(session));
    let side = |place: usize, key: &'static str| {
        let now = choice.clone();
        let onchange = Callback::from(move |event: Event| {
            if let Some(input) = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok()) {
                let mut next = (*now).clone();
                next.size[place] = (input.value_as_number() as u32).clamp(*LIMITS.start(), *LIMITS.end());
                now.set(next);
            }
        });
        html! {
            <label>
                { words.text(key) }
                <input type="number" class="mono" min={LIMITS.start().to_string()} max={LIMITS.end().to_string()} step="10" value={choice.size[place].to_string()} {onchange} />
            </label>
        }
    };
    let themes =
        [(None, "ui-embed-system"), (Some(Theme::Light), "ui-theme-light"), (Some(Theme::Dark), "ui-theme-dark")];
    let theme = {
        let now = choice.clone();
        let options = themes.map(|(theme, key)| (words.text(key), choice.theme == theme));
        let on_choose =
            Callback::from(move |place: usize| now.set(Choice { theme: themes[place].0, ..(*now).clone() }));
        html! { <Select label={words.text("ui-embed-theme")} options={options.to_vec()} {on_choose} /> }
    };
    let language = {
        let now = choice.clone();
        let mut options = vec![(words.text("ui-embed-system"), choice.lang.is_none())];
        options.extend(loader::LANGUAGES.map(|(lang, name)| (name.to_owned(), choice.lang == Some(lang))));
        let on_choose = Callback::from(move |place: usize| {
            let lang = place.checked_sub(1).and_then(|place| loader::LANGUAGES.get(place)).map(|(lang, _)| *lang);
            now.set(Choice { lang, ..(*now).clone() });
        });
        html! { <Select label={words.text("ui-embed-language")} {options} {on_choose} /> }
    };
    let moment = {
        let now = choice.clone();
        let onchange =
            Callback::from(move |_: Event| now.set(Choice { with_moment: !now.with_moment, ..(*now).clone() }));
        html! {
            <label class="check">
                <input type="checkbox" checked={choice.with_moment} {onchange} />
                { words.say("ui-link-moment", &[("time", (&groupscope_view::clock::clock(session.moment)).into())]) }
            </label>
        }
    };
    let [w, h] = choice.size;
    html! {
        <div class="embedding">
            <div class="row">{ side(0, "ui-embed-width") }{ side(1, "ui-embed-height") }{ theme }{ language }</div>
            { moment }
            <label for="embed-snippet">{ words.text("ui-embed-snippet") }</label>
            <textarea class="mono" id="embed-snippet" rows="4" readonly=true ref={field.clone()} value={snippet.clone()} />
            <div class="row"><CopyButton session={session.clone()} text={snippet} field={field} /></div>
            <p class="soft">{ words.text("ui-embed-note") }</p>
            <h3>{ words.text("ui-embed-preview") }</h3>
            <iframe key={source.clone()} src={source} title={words.text("ui-embed-preview")} width={w.to_string()} height={h.to_string()} />
        </div>
    }
}

#[derive(Clone, PartialEq, Properties)]
struct SelectProps {
    label: String,
    options: Vec<(String, bool)>,
    on_choose: Callback<usize>,
}

#[component]
fn Select(SelectProps { label, options, on_choose }: &SelectProps) -> Html {
    let tell = on_choose.clone();
    let onchange = Callback::from(move |event: Event| {
        if let Some(select) = event.target().and_then(|target| target.dyn_into::<HtmlSelectElement>().ok()) {
            tell.emit(select.selected_index().max(0) as usize);
        }
    });
    let options = options.iter().map(|(text, is_on)| html! { <option selected={*is_on}>{ text }</option> });
    html! { <label>{ label }<select {onchange}>{ for options }</select></label> }
}
