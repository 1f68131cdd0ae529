//! The settings that the story uses, each to be turned: the run is computed anew under the finger.

use std::{rc::Rc, sync::Arc};

use groupscope_core::{
    config::{Finding, Setup, Severity, Value, findings},
    protocol::Name,
    scenario::{Scenario, Settings},
};
use wasm_bindgen::JsCast;
use web_sys::{HtmlInputElement, HtmlSelectElement, InputEvent, KeyboardEvent};
use yew::prelude::*;

use super::{
    PartProps, Shown,
    icons::{Icon, icon},
    prose::Prose,
    use_store,
};
use crate::session::knob::{self, Knob, POSITIONS, Scale};

/// The panel.
#[component]
pub(super) fn TimingPanel(PartProps { session }: &PartProps) -> Html {
    let words = &session.words;
    let mut names = session.story.as_ref().map_or_else(usual, |story| story.story.knobs.clone());
    let broken = use_broken(session);
    for name in broken.iter().map(Found::blamed) {
        if names.iter().all(|known| *known != name) {
            names.push(name.into());
        }
    }
    for name in set_in_vain(session.scenario()) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let knobs = names.iter().filter_map(|name| Knob::of(name).ok());
    let knobs = knobs.map(|knob| html! { <KnobRow key={knob.name()} session={session.clone()} {knob} /> });
    html! {
        <section class="timing">
            <h2>{ words.text("ui-timing") }<em>{ words.text("ui-timing-note") }</em></h2>
            { for knobs }
            <p class="legend soft"><i />{ words.text("ui-default-mark") }</p>
        </section>
    }
}

/// The settings that a scenario gives and on which the simulation does not act.
fn set_in_vain(scenario: &Scenario) -> Vec<Name> {
    let consumers = scenario.all_consumers().flat_map(|(consumer, _)| consumer.settings.keys());
    let topics = scenario.topics.iter().flat_map(|topic| topic.settings.keys());
    let all = consumers.chain(topics).chain(scenario.cluster.settings.keys());
    let inert = all.filter(|name| Knob::of(name).is_ok_and(|knob| knob.is_inert()));
    let mut inert: Vec<_> = inert.map(|name| Name::from(&**name)).collect();
    inert.sort_unstable();
    inert.dedup();
    inert
}

/// What can be turned where no story says what it is about.
fn usual() -> Vec<Name> {
    let names = [
        "session.timeout.ms",
        "heartbeat.interval.ms",
        "max.poll.interval.ms",
        "group.initial.rebalance.delay.ms",
        "partition.assignment.strategy",
        "latency.ms",
        "process.ms",
    ];
    names.map(Name::from).to_vec()
}

#[derive(Clone, PartialEq, Properties)]
pub(super) struct KnobRowProps {
    pub(super) session: Shown,
    pub(super) knob: Knob,
    /// Where it stands: one setting may be turned in several places.
    #[prop_or("knob")]
    pub(super) place: &'static str,
}

/// One setting: its name, its value, its slider, and what is wrong with it.
#[component]
pub(super) fn KnobRow(KnobRowProps { session, knob, place }: &KnobRowProps) -> Html {
    let store = use_store();
    let value = knob.value(session.scenario(), None);
    let broken = use_broken(session);
    let findings: Vec<_> = broken.iter().filter(|found| found.blamed() == knob.name()).cloned().collect();
    let is_bad = findings.iter().any(|found| found.0.rule.severity != Severity::Note);
    let warnings = findings.into_iter().map(|finding| {
        html! { <Warning session={session.clone()} {finding} /> }
    });
    let id = format!("{place}-{}", knob.name());
    let name = match knob {
        Knob::Setting(setting) => {
            html! { <code>{ for setting.name.split_inclusive('.').map(|part| html! { <>{ part }<wbr /></> }) }</code> }
        }
        other => {
            html! { <span>{ knob::title(&session.words, other).0 }</span> }
        }
    };
    let meaning = match knob {
        Knob::Setting(setting) => setting.meaning.replace('`', ""),
        _ => String::new(),
    };
    let control = match (knob.scale(), knob.choices(), &value) {
        _ if knob.is_name() => html! { <NameOf session={session.clone()} knob={*knob} id={id.clone()} /> },
        (_, Some(choices), _) => choice(&store, knob, &id, &choices, &value),
        (Some(scale), _, Value::Int(number)) => {
            html! { <Slider session={session.clone()} knob={*knob} {scale} number={*number} id={id.clone()} /> }
        }
        _ => Html::default(),
    };
    html! {
        <div class={classes!("knob", is_bad.then_some("bad"))} title={meaning}>
            <label for={id}>
                if is_bad { { icon(Icon::Warning) } }
                { name }
            </label>
            { control }
            if knob.is_inert() { <p class="remark">{ session.words.text("ui-inert") }</p> }
            { for warnings }
        </div>
    }
}

#[derive(Clone, PartialEq, Properties)]
struct NameProps {
    session: Shown,
    knob: Knob,
    id: String,
}

/// A text that is each consumer's own: whose, and what.
#[component]
fn NameOf(NameProps { session, knob, id }: &NameProps) -> Html {
    let chosen = use_state_eq(|| None::<Name>);
    let scenario = session.scenario();
    let names: Vec<_> = scenario.all_consumers().map(|(consumer, _)| consumer.name.clone()).collect();
    let whose = chosen.as_ref().filter(|name| names.contains(name)).or(names.first()).cloned();
    let onchange = {
        let chosen = chosen.setter();
        Callback::from(move |event: Event| {
            if let Some(select) = event.target().and_then(|target| target.dyn_into::<HtmlSelectElement>().ok()) {
                chosen.set(Some(select.value().into()));
            }
        })
    };
    let text = match knob.value(scenario, whose.as_deref()) {
        Value::Null => String::new(),
        value => knob::text(&value),
    };
    let options = names.iter().map(|name| {
        html! { <option value={name.to_string()} selected={Some(name) == whose.as_ref()}>{ &**name }</option> }
    });
    let of = session.words.text("ui-consumer-of");
    html! {
        <>
            <span class="value">
                <Field knob={*knob} {text} label={knob.name()} id={id.clone()} consumer={whose.clone()} />
            </span>
            <select class="mono" aria-label={of} {onchange}>{ for options }</select>
        </>
    }
}

#[derive(Clone, PartialEq, Properties)]
struct SliderProps {
    session: Shown,
    knob: Knob,
    scale: Scale,
    number: i64,
    id: String,
}

/// The value as a field, and its slider with a mark at Kafka's default.
#[component]
fn Slider(props: &SliderProps) -> Html {
    let store = use_store();
    let SliderProps { session, knob, scale, number, id } = props;
    let track = use_node_ref();
    let share = scale.share(*number);
    let default = match knob.default() {
        Some(Value::Int(default)) => Some(scale.share(default)),
        _ => None,
    };
    {
        let track = track.clone();
        use_effect_with((share.to_bits(), default.map(f64::to_bits)), move |_| {
            if let Some(track) = track.cast::<web_sys::HtmlElement>() {
                let set = |name, share: f64| track.style().set_property(name, &format!("{share:.4}"));
                let _ = set("--value", share);
                let _ = set("--default", default.unwrap_or(-1.0));
            }
        });
    }
    let oninput = {
        let (store, knob, scale) = (store.clone(), *knob, *scale);
        Callback::from(move |event: InputEvent| {
            if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
                let number = scale.value(input.value_as_number() as u32);
                store.drag(&knob, None, &Value::Int(number));
            }
        })
    };
    let onchange = {
        let store = store.clone();
        Callback::from(move |_: Event| store.settle())
    };
    let onkeydown = {
        let (store, knob, scale, number) = (store.clone(), *knob, *scale, *number);
        Callback::from(move |event: KeyboardEvent| {
            let to = match &*event.key() {
                "ArrowRight" | "ArrowUp" => scale.next(number, true),
                "ArrowLeft" | "ArrowDown" => scale.next(number, false),
                _ => return,
            };
            event.prevent_default();
            let _ = store.turn(&knob, None, &Value::Int(to));
        })
    };
    // Kafka's names say their unit.
    let has_unit = matches!(knob, Knob::Setting(_));
    let unit = session
        .words
        .say("ui-unit", &[("value", (&knob::text(&Value::Int(*number))).into()), ("unit", knob.unit().name().into())]);
    html! {
        <>
            <span class="value">
                <Field knob={*knob} text={knob::text(&Value::Int(*number))} label={format!("{} ({})", knob.name(), knob.unit().name())} />
                if !has_unit { <span class="mono">{ knob.unit().name() }</span> }
            </span>
            <div class={classes!("track", default.is_some().then_some("marked"))} ref={track}>
                <input
                    type="range" id={id.clone()} min="0" max={POSITIONS.to_string()} step="1" value={scale.position(*number).to_string()}
                    aria-valuetext={unit} {oninput} {onchange} {onkeydown}
                />
            </div>
        </>
    }
}

#[derive(Clone, PartialEq, Properties)]
struct FieldProps {
    knob: Knob,
    text: String,
    label: String,
    #[prop_or_default]
    id: Option<String>,
    /// Whose; none = everybody's.
    #[prop_or_default]
    consumer: Option<Name>,
}

/// The value as it is typed.
#[component]
fn Field(FieldProps { knob, text, label, id, consumer }: &FieldProps) -> Html {
    let store = use_store();
    let onchange = {
        let (knob, text, consumer) = (*knob, text.clone(), consumer.clone());
        Callback::from(move |event: Event| {
            let Some(input) = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok()) else {
                return;
            };
            let value = match knob::typed(&knob, &input.value()) {
                // A text of digits is a text, and none is Kafka's default.
                _ if knob.is_name() && input.value().trim().is_empty() => Value::Null,
                _ if knob.is_name() => Value::Text(input.value().trim().into()),
                value => value,
            };
            let turned = store.turn(&knob, consumer.as_deref(), &value);
            input.set_custom_validity(&turned.as_ref().err().map(ToString::to_string).unwrap_or_default());
            if turned.is_err() {
                input.report_validity();
                input.set_value(&text);
            }
        })
    };
    let size = text.chars().count().max(4).to_string();
    let inputmode = if knob.is_name() { "text" } else { "numeric" };
    html! {
        <input
            class="mono" type="text" {inputmode} id={id.clone()} value={text.clone()} {size} aria-label={label.clone()} {onchange}
        />
    }
}

fn choice(
    store: &Rc<crate::page::store::Store>,
    knob: &Knob,
    id: &str,
    choices: &[&'static str],
    value: &Value,
) -> Html {
    let now = knob::text(value);
    let onchange = {
        let (store, knob) = (store.clone(), *knob);
        Callback::from(move |event: Event| {
            if let Some(select) = event.target().and_then(|target| target.dyn_into::<HtmlSelectElement>().ok()) {
                let _ = store.turn(&knob, None, &knob::typed(&knob, &select.value()));
            }
        })
    };
    let is_known = choices.iter().any(|choice| *choice == now);
    let other = (!is_known).then(|| html! { <option value={now.clone()} selected=true>{ &now }</option> });
    let options = choices.iter().map(|choice| {
        html! { <option value={*choice} selected={*choice == now}>{ *choice }</option> }
    });
    html! { <select id={id.to_owned()} class="mono" {onchange}>{ for other }{ for options }</select> }
}

/// The rules that the settings break, found anew for each scenario.
#[hook]
fn use_broken(session: &Shown) -> Rc<Vec<Found>> {
    use_memo(Same(session.scenario().clone()), |Same(scenario)| broken(scenario))
}

/// A scenario as a property: equal only to itself.
struct Same(Arc<Scenario>);

impl PartialEq for Same {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// The rules that the settings break, each by the first consumer that does.
fn broken(scenario: &Scenario) -> Vec<Found> {
    let Ok(broker) = scenario.cluster.config() else { return Vec::new() };
    let mut broken: Vec<Found> = Vec::new();
    for (place, (consumer, _)) in scenario.all_consumers().enumerate() {
        let Ok(own) = scenario.config_of(consumer, &Settings::new()) else { continue };
        for finding in findings(&Setup { consumer: &own, broker: &broker, process_ms: consumer.process_ms }) {
            if broken.iter().all(|Found(known, _)| known.rule.key != finding.rule.key) {
                broken.push(Found(finding, (place > 0).then(|| consumer.name.clone())));
            }
        }
    }
    broken
}

/// A rule that is broken, and by whom, if not by all.
#[derive(Clone)]
struct Found(Finding, Option<Name>);

impl Found {
    /// The setting to blame.
    fn blamed(&self) -> &'static str {
        self.0.rule.settings.first().copied().unwrap_or_default()
    }
}

impl PartialEq for Found {
    fn eq(&self, other: &Self) -> bool {
        let parts = |found: &Self| (found.0.rule.key, found.0.values.clone(), found.0.mend.clone(), found.1.clone());
        parts(self) == parts(other)
    }
}

#[derive(Clone, PartialEq, Properties)]
struct WarningProps {
    session: Shown,
    finding: Found,
}

/// A rule that is broken, and the value that mends it.
#[component]
fn Warning(WarningProps { session, finding: Found(finding, whose) }: &WarningProps) -> Html {
    let store = use_store();
    let words = &session.words;
    let mut values: Vec<_> =
        finding.values.iter().map(|(name, value)| (name.replace('.', "-"), knob::text(value))).collect();
    values.extend(finding.mend.iter().map(|(_, value)| ("mend".to_owned(), knob::text(value))));
    let args: Vec<_> = values.iter().map(|(name, value)| (&**name, value.into())).collect();
    let key = format!("rule-{}", finding.rule.key);
    let about = words.say(&format!("{key}.about"), &args);
    let mend = finding.mend.clone().and_then(|(name, value)| {
        let knob = Knob::of(name).ok()?;
        let text = words.say("ui-mend", &[("name", name.into()), ("value", (&knob::text(&value)).into())]);
        let whose = whose.clone();
        let onclick = Callback::from(move |_| drop(store.turn(&knob, whose.as_deref(), &value)));
        Some(html! { <button type="button" class="link" {onclick}>{ text }</button> })
    });
    let class = if finding.rule.severity == Severity::Note { "remark" } else { "warn" };
    let whose = whose.as_ref().map(|name| format!("{name}: "));
    html! {
        <p {class} role="status">
            { whose }<b>{ words.text(&key) }</b>{ " " }
            <Prose session={session.clone()} text={about} plain=true />{ " " }{ mend }
        </p>
    }
}
