//! What the page fetches: words, the list of stories, stories. All beside the page, wherever that stands.

use std::{rc::Rc, sync::Arc};

use futures_util::future::try_join;
use groupscope_core::{
    scenario::{Problem, Scenario, ScenarioError, Severity, share},
    story::Entry,
};
use groupscope_view::words::Words;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::Response;

use super::{document, memory, window};
use crate::{
    lab::Lab,
    session::{
        Opening,
        address::{Address, OWN},
        story::{Catalogue, Edition},
    },
};

/// The languages there are.
pub const LANGUAGES: [(&str, &str); 2] = [("en", "English"), ("ko", "한국어")];

/// Something that could not be fetched.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{path}: {what}")]
pub struct Missing {
    /// What was asked for.
    pub path: String,
    /// What the browser or the server said.
    pub what: String,
}

/// Fetches a text beside the page.
///
/// # Errors
/// It is not there, or cannot be reached.
pub async fn fetch(path: &str) -> Result<String, Missing> {
    let missing = |what: &JsValue| {
        let text = what.as_string().or_else(|| Some(what.dyn_ref::<js_sys::Error>()?.message().into()));
        Missing { path: path.into(), what: text.unwrap_or_else(|| "cannot be read".into()) }
    };
    let window = window().ok_or_else(|| missing(&"no window".into()))?;
    let base = document().and_then(|document| document.base_uri().ok()?).unwrap_or_default();
    let address = web_sys::Url::new_with_base(path, &base).map_err(|error| missing(&error))?.href();
    let response = JsFuture::from(window.fetch_with_str(&address)).await.map_err(|error| missing(&error))?;
    let response: Response = response.dyn_into().map_err(|error| missing(&error))?;
    if !response.ok() {
        return Err(missing(&format!("status {}", response.status()).into()));
    }
    let text = JsFuture::from(response.text().map_err(|error| missing(&error))?).await;
    Ok(text.map_err(|error| missing(&error))?.as_string().unwrap_or_default())
}

/// The words of a language.
///
/// # Errors
/// They cannot be fetched or read.
pub async fn words(lang: &str) -> Result<Rc<Words>, Missing> {
    let path = format!("i18n/{lang}.ftl");
    let text = fetch(&path).await?;
    Words::parse(lang, &text).map(Rc::new).map_err(|error| Missing { path, what: error.to_string() })
}

/// A language: its words, and the story that is shown.
///
/// # Errors
/// The words cannot be fetched or read; a story without texts in it stays as it is.
pub async fn language_of(lang: &str, story: Option<Rc<Edition>>) -> Result<(Rc<Words>, Option<Rc<Edition>>), Missing> {
    let words = words(lang).await?;
    let translated = match &story {
        Some(story) => edition(&story.entry, lang).await.ok().map(Rc::new),
        None => None,
    };
    Ok((words, translated.or(story)))
}

/// The list of stories.
///
/// # Errors
/// It cannot be fetched or read.
pub async fn catalogue() -> Result<Rc<Catalogue>, Missing> {
    let path = "stories/index.json";
    let text = fetch(path).await?;
    Catalogue::parse(&text).map(Rc::new).map_err(|error| Missing { path: path.into(), what: error.to_string() })
}

/// What a name or a link opens.
#[derive(Debug)]
pub struct Refused {
    /// Where it came from.
    pub source: String,
    /// What is wrong with it.
    pub error: ScenarioError,
}

/// A story by its id or number, in a language.
///
/// # Errors
/// There is no such story, or it cannot be fetched or read.
pub async fn story(catalogue: &Catalogue, name: &str, lang: &str, at: u64) -> Result<Opening, Refused> {
    let Some(entry) = catalogue.find(name) else {
        let known: Vec<_> = catalogue.0.iter().map(|entry| &*entry.id).collect();
        let message = format!("there is no story \"{name}\"; there are {}", known.join(", "));
        return Err(Refused { source: name.into(), error: problem(message) });
    };
    let story = Rc::new(edition(entry, lang).await?);
    Ok(Opening { scenario: story.scenario.clone(), story: Some(story), at })
}

/// A story in a language.
///
/// # Errors
/// It cannot be fetched or read.
pub async fn edition(entry: &Entry, lang: &str) -> Result<Edition, Refused> {
    let source = entry.id.to_string();
    let [story, texts] = [format!("stories/{source}.json"), format!("stories/{source}.{lang}.json")];
    let fetched = try_join(fetch(&story), fetch(&texts)).await;
    let (story, texts) =
        fetched.map_err(|error| Refused { source: source.clone(), error: problem(error.to_string()) })?;
    Edition::parse(entry.clone(), &story, &texts).map_err(|error| Refused { source, error })
}

/// What an address opens.
///
/// # Errors
/// The link is damaged, its scenario is broken, or its story cannot be fetched.
pub async fn open(catalogue: &Catalogue, address: &Address, lang: &str) -> Result<Opening, Refused> {
    let at = address.at.unwrap_or_default();
    let Some(packed) = &address.scenario else {
        return story(catalogue, address.story.as_deref().unwrap_or(FIRST), lang, at).await;
    };
    let scenario = unpacked(packed, "#s=…")?;
    let story = match &address.story {
        Some(name) => story_of(catalogue, name, lang, &scenario).await,
        None => None,
    };
    Ok(Opening { scenario, story, at })
}

/// The scenario that an address asks to compare with.
///
/// # Errors
/// The link is damaged, or its scenario is broken.
pub fn versus(address: &Address, story: Option<&Edition>) -> Option<Result<Arc<Scenario>, Refused>> {
    let packed = address.versus.as_deref()?;
    if packed == OWN {
        return Some(Ok(story?.scenario.clone()));
    }
    Some(unpacked(packed, "#v=…"))
}

fn unpacked(packed: &str, source: &str) -> Result<Arc<Scenario>, Refused> {
    let parsed = share::decode(packed).map_err(|error| {
        let error = match error {
            share::LinkError::Scenario(error) => error,
            other => problem(other.to_string()),
        };
        Refused { source: source.into(), error }
    })?;
    Ok(Arc::new(parsed.scenario))
}

/// The story of which a scenario is a changed version: it still tells what happens.
async fn story_of(catalogue: &Catalogue, name: &str, lang: &str, scenario: &Scenario) -> Option<Rc<Edition>> {
    let story = edition(catalogue.find(name)?, lang).await.ok()?;
    (story.scenario.title == scenario.title).then(|| Rc::new(story))
}

/// The lab of an address, if it is one.
///
/// # Errors
/// The link is damaged, or there is no such example.
pub fn lab(address: &Address) -> Option<Result<Lab, Refused>> {
    let name = address.lab.as_deref().or(address.group.as_deref().map(|_| ""))?;
    let opened = Lab::open(name, address.group.as_deref(), address.at);
    let source = if address.group.is_some() { "#l=…" } else { name };
    Some(opened.map_err(|error| Refused { source: source.into(), error }))
}

/// The story that the page opens with.
pub(super) const FIRST: &str = "1";

/// A text that somebody gave: a scenario.
///
/// # Errors
/// All that is wrong with it.
pub fn text(source: &str, text: &str) -> Result<Opening, Refused> {
    let parsed = Scenario::parse(text).map_err(|error| Refused { source: source.into(), error })?;
    Ok(Opening { scenario: parsed.scenario.into(), story: None, at: 0 })
}

/// A file that is no text.
pub(super) fn unreadable(name: &str) -> Refused {
    Refused { source: name.into(), error: problem("the file cannot be read as text".into()) }
}

fn problem(message: String) -> ScenarioError {
    let severity = Severity::Error;
    ScenarioError { problems: vec![Problem { severity, path: String::new(), line: None, column: None, message }] }
}

/// The language of a visit: that of the address, of an earlier visit, of the browser, or English.
#[must_use]
pub fn language(address: &Address) -> &'static str {
    let browser = window().and_then(|window| window.navigator().language());
    let wishes = [address.lang.clone(), memory::recall().lang, browser];
    let known = |wish: &String| {
        let wish = wish.split('-').next().unwrap_or_default().to_ascii_lowercase();
        LANGUAGES.iter().find(|(lang, _)| **lang == wish).map(|(lang, _)| *lang)
    };
    wishes.iter().flatten().find_map(known).unwrap_or("en")
}
