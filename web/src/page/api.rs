//! `window.groupscope`: the page driven from the console, from tests and by a page around it.
//!
//! `await groupscope.ready` first. Then all calls but `load` are synchronous; one with a bad argument throws an `Error` that
//! says what is allowed. Times are ms of virtual time.
//!
//! | | |
//! |---|---|
//! | `version`, `kafka` | of the program, and of the Kafka that it simulates |
//! | `stories()` | `[{id, title}]`, in the reader's language |
//! | `await load(story)` | opens a story by its id or number, or a scenario, an object |
//! | `scenario()` | what is shown, as `load` takes it |
//! | `play()`, `pause()` | |
//! | `seek(ms)`, `moment()` | |
//! | `step(1)`, `step(-1)` | to the next event worth a stop, or back to the last one |
//! | `stops()` | those events, one for each moment that has any. Worth a stop are: actions; the begin and end of processes and brokers; messages that are lost; requests to find a coordinator, to join, to sync and to leave; replies with an error; what a coordinator does with members, leaders, plans, timers and states; callbacks, exceptions, failed commits and the causes of rejoining; other leaders, coordinators and partitions |
//! | `set(setting, value, consumer?)` | changes a setting from the start of the run and stays at the moment |
//! | `act({do, …})` | does something at the moment shown: an action as in a scenario, without its `at` |
//! | `summary()`, `trace()` | of the whole run: as `groupscope run --summary` and `--trace` |
//! | `frame()` | the moment as an object |

use std::{fmt::Display, rc::Rc};

use groupscope_core::{KAFKA_VERSION, config, report::Summary, scenario::Scenario};
use js_sys::{Error, JSON, Object, Reflect};
use serde::Serialize;
use wasm_bindgen::{JsValue, prelude::Closure};
use wasm_bindgen_futures::future_to_promise;
use web_sys::Event;

use super::{loader, store::Store, window};
use crate::session::{Action, Opening, knob::Knob};

/// What a call gives back, or throws.
type Answer = Result<JsValue, JsValue>;
/// The arguments of a call; those that are missing are `undefined`.
type Args<'a> = [&'a JsValue; 3];

/// Puts the functions of the page into `window.groupscope`, an object that is there from the page's first script on.
///
/// # Errors
/// What the browser refused.
pub fn install(store: &Rc<Store>) -> Result<(), JsValue> {
    let Some(window) = window() else { return Ok(()) };
    let found = Reflect::get(&window, &"groupscope".into())?;
    let object = if found.is_object() { Object::from(found) } else { Object::new() };
    Reflect::set(&object, &"version".into(), &env!("CARGO_PKG_VERSION").into())?;
    Reflect::set(&object, &"kafka".into(), &KAFKA_VERSION.into())?;
    for (name, call) in CALLS {
        let store = store.clone();
        let function =
            Closure::<dyn Fn(JsValue, JsValue, JsValue) -> Answer>::new(move |a, b, c| call(&store, [&a, &b, &c]));
        Reflect::set(&object, &(*name).into(), &function.into_js_value())?;
    }
    Reflect::set(&window, &"groupscope".into(), &object)?;
    window.dispatch_event(&Event::new("groupscope:ready")?)?;
    Ok(())
}

/// A function of the page by its name.
type Call = (&'static str, fn(&Rc<Store>, Args<'_>) -> Answer);

const CALLS: &[Call] = &[
    ("stories", |store, _| stories(store)),
    ("load", |store, [what, ..]| load(store, what)),
    ("scenario", |store, _| plain(&**store.session().scenario())),
    ("play", |store, _| done(store, Action::Play)),
    ("pause", |store, _| done(store, Action::Pause)),
    ("seek", |store, [at, ..]| seek(store, at)),
    ("moment", |store, _| Ok(JsValue::from_f64(store.clock().floor()))),
    ("step", |store, [way, ..]| step(store, way)),
    ("set", |store, args| set(store, args)),
    ("act", |store, [action, ..]| act(store, action)),
    ("summary", |store, _| {
        let film = store.session().film.clone();
        film.finish();
        let summary = Summary::new(&film.run());
        plain(&summary)
    }),
    ("trace", |store, _| {
        let film = store.session().film.clone();
        film.finish();
        let run = film.run();
        plain(&run.event_lines().collect::<Vec<_>>())
    }),
    ("stops", |store, _| {
        let film = store.session().film.clone();
        film.finish();
        let run = film.run();
        let stops: std::collections::BTreeSet<u32> = run.stops().into_iter().map(|stop| stop.0).collect();
        plain(&run.event_lines().filter(|line| stops.contains(&line.id)).collect::<Vec<_>>())
    }),
    ("frame", |store, _| frame(store)),
];

fn done(store: &Rc<Store>, action: Action) -> Answer {
    store.dispatch(action);
    Ok(JsValue::UNDEFINED)
}

fn error(message: impl Display) -> JsValue {
    Error::new(&message.to_string()).into()
}

/// A value as plain objects and arrays: as its JSON.
fn plain(value: &impl Serialize) -> Answer {
    JSON::parse(&serde_json::to_string(value).map_err(error)?)
}

/// How somebody's argument is shown in an error.
fn shown(value: &JsValue) -> String {
    let text = JSON::stringify(value).ok().and_then(|text| text.as_string());
    text.unwrap_or_else(|| value.as_string().unwrap_or_else(|| format!("{value:?}")))
}

fn stories(store: &Rc<Store>) -> Answer {
    #[derive(Serialize)]
    struct Line<'a> {
        id: &'a str,
        title: &'a str,
    }
    let session = store.session();
    let lang = session.words.lang();
    let lines = session.catalogue.0.iter().map(|entry| Line { id: &entry.id, title: entry.title(lang) });
    plain(&lines.collect::<Vec<_>>())
}

fn load(store: &Rc<Store>, what: &JsValue) -> Answer {
    let (store, what) = (store.clone(), what.clone());
    let promise = future_to_promise(async move {
        let name = what.as_string().or_else(|| what.as_f64().map(|number| number.to_string()));
        let opening = if let Some(name) = name {
            let session = store.session();
            let story = loader::story(&session.catalogue, &name, session.words.lang(), 0).await;
            story.map_err(|refused| error(refused.error))?
        } else if what.is_object() {
            let parsed = Scenario::parse(&shown(&what)).map_err(error)?;
            Opening { scenario: parsed.scenario.into(), story: None, at: 0 }
        } else {
            let what = shown(&what);
            return Err(error(format!("load({what}): allowed are a story's id or number, or a scenario as object")));
        };
        store.dispatch(Action::Open(Box::new(opening)));
        Ok(JsValue::UNDEFINED)
    });
    Ok(promise.into())
}

fn seek(store: &Rc<Store>, at: &JsValue) -> Answer {
    let end = store.session().end();
    match at.as_f64() {
        Some(ms) if ms >= 0.0 && ms <= end as f64 => done(store, Action::Seek(ms.round() as u64)),
        _ => Err(error(format!("seek({}): allowed is a number of ms from 0 to {end}", shown(at)))),
    }
}

fn step(store: &Rc<Store>, way: &JsValue) -> Answer {
    match way.as_f64() {
        Some(1.0) => done(store, Action::Step(true)),
        Some(-1.0) => done(store, Action::Step(false)),
        _ => Err(error(format!("step({}): allowed are 1 and -1", shown(way)))),
    }
}

fn set(store: &Rc<Store>, [name, value, consumer]: Args<'_>) -> Answer {
    let Some(name) = name.as_string() else {
        return Err(error(format!("set({}, …): allowed is a setting's name as text", shown(name))));
    };
    let consumer = match consumer.as_string() {
        None if !consumer.is_undefined() && !consumer.is_null() => {
            return Err(error(format!("set(…, {}): allowed is a consumer's name as text", shown(consumer))));
        }
        consumer => consumer,
    };
    let knob = Knob::of(&name).map_err(error)?;
    let value: config::Value =
        serde_json::from_str(&shown(value)).map_err(|_| error(format!("{name}: {} is no value", shown(value))))?;
    store.turn(&knob, consumer.as_deref(), &value).map_err(error)?;
    Ok(JsValue::UNDEFINED)
}

fn act(store: &Rc<Store>, action: &JsValue) -> Answer {
    let value = serde_json::from_str(&shown(action)).map_err(error)?;
    store.catch_up();
    store.act_all(store.session().moment, vec![value]).map_err(error)?;
    Ok(JsValue::UNDEFINED)
}

fn frame(store: &Rc<Store>) -> Answer {
    let session = store.session();
    let at = store.clock().floor() as u64;
    let frame = plain(&session.film.frame(at))?;
    let groups = Reflect::get(&frame, &"groups".into())?;
    Reflect::set(&frame, &"group".into(), &Reflect::get_u32(&groups, 0)?)?;
    Ok(frame)
}
