//! What a reader can do at the moment shown, as lines of the scenario.

use groupscope_core::{
    protocol::Name,
    scenario::{Action, Consumer, Do, Problem, Scenario, ScenarioError},
};
use serde_json::{Value, json};

use super::history::Change;

/// The scenario with something done at `at`, if it could run so: an action as JSON, as `{"do": "kill", "consumer": "c1"}`.
///
/// # Errors
/// All that is wrong with it, placed in the action itself.
pub fn act_json(scenario: &Scenario, at: u64, mut action: Value) -> Result<Scenario, ScenarioError> {
    let Some(fields) = action.as_object_mut() else {
        let problem = Problem {
            severity: groupscope_core::scenario::Severity::Error,
            path: String::new(),
            line: None,
            column: None,
            message: format!("{action} is no action; one looks like {{\"do\": \"kill\", \"consumer\": \"c1\"}}"),
        };
        return Err(ScenarioError { problems: vec![problem] });
    };
    fields.insert("at".into(), json!(at));
    let mut whole = serde_json::to_value(scenario).unwrap_or_default();
    let place = scenario.actions.iter().rposition(|action| action.at <= at).map_or(0, |last| last + 1);
    if let Some(actions) = whole.get_mut("actions").and_then(Value::as_array_mut) {
        actions.insert(place.min(actions.len()), action);
    }
    read(whole, |path| within_action(path, place))
}

/// Several actions as JSON, one after the other.
///
/// # Errors
/// All that is wrong with the first one that cannot be done.
pub fn act_all(scenario: &Scenario, at: u64, actions: Vec<Value>) -> Result<Scenario, ScenarioError> {
    actions.into_iter().try_fold(scenario.clone(), |scenario, action| act_json(&scenario, at, action))
}

/// The scenario without the action at that place, if it could run so.
///
/// # Errors
/// What other actions miss then.
pub fn take(scenario: &Scenario, place: usize) -> Result<Scenario, ScenarioError> {
    let mut changed = scenario.clone();
    if place < changed.actions.len() {
        changed.actions.remove(place);
    }
    checked(&changed, str::to_owned)
}

fn checked(scenario: &Scenario, path: impl Fn(&str) -> String) -> Result<Scenario, ScenarioError> {
    read(serde_json::to_value(scenario).unwrap_or_default(), path)
}

fn read(value: Value, path: impl Fn(&str) -> String) -> Result<Scenario, ScenarioError> {
    let parsed = Scenario::from_value(value).map_err(|mut error| {
        for problem in &mut error.problems {
            problem.path = path(&problem.path);
        }
        error
    })?;
    Ok(parsed.scenario)
}

/// A path as the author of the action sees it: `actions[3].consumer` is its `consumer`.
fn within_action(path: &str, place: usize) -> String {
    let own = path.strip_prefix(&format!("actions[{place}]"));
    own.map_or_else(|| path.to_owned(), |rest| rest.trim_start_matches('.').to_owned())
}

/// What an action changes, for the list of changes.
#[must_use]
pub fn change_of(what: &Do) -> Change {
    Change::Action { word: what.word(), whom: whom(what) }
}

/// What it changes that an action is taken out.
#[must_use]
pub fn taken(what: &Do) -> Change {
    Change::Taken { word: what.word(), whom: whom(what) }
}

fn whom(what: &Do) -> String {
    if let Some(consumer) = what.consumer() {
        return consumer.to_string();
    }
    match what {
        Do::Cut { from, to }
        | Do::Heal { from, to }
        | Do::SlowLink { from, to, .. }
        | Do::Drop { from, to, .. }
        | Do::Delay { from, to, .. } => format!("{from} → {to}"),
        Do::AddPartitions { topic, .. } => topic.to_string(),
        Do::AddTopic { topic } => topic.name.to_string(),
        Do::MoveCoordinator { to: broker } | Do::StopBroker { broker, .. } | Do::StartBroker { broker } => {
            format!("broker-{broker}")
        }
        _ => String::new(),
    }
}

/// The action that a changed scenario has and the old one has not.
#[must_use]
pub fn new_action<'a>(old: &Scenario, new: &'a Scenario) -> Option<&'a Action> {
    let differs = |(index, action): &(usize, &Action)| old.actions.get(*index) != Some(action);
    new.actions.iter().enumerate().find(differs).map(|(_, action)| action)
}

/// Another consumer like the last one that was added: the same but for its name, its ids and its instance id.
#[must_use]
pub fn another_consumer(scenario: &Scenario) -> Option<Consumer> {
    let (model, _) = scenario.all_consumers().last()?;
    let mut consumer = model.clone();
    consumer.name = free_name(scenario, &model.name);
    consumer.at = None;
    consumer.member_ids.clear();
    if consumer.settings.contains_key("group.instance.id") {
        let instance = groupscope_core::config::Value::Text(consumer.name.clone());
        consumer.settings.insert("group.instance.id".into(), instance);
    }
    consumer.settings.shift_remove("client.id");
    Some(consumer)
}

/// The first name that counts on from `model` and that nobody has: `billing-4` after `billing-3`.
fn free_name(scenario: &Scenario, model: &str) -> Name {
    let stem = model.trim_end_matches(|c: char| c.is_ascii_digit());
    let number: u64 = model[stem.len()..].parse().unwrap_or(1);
    let free = |name: &String| scenario.all_consumers().all(|(consumer, _)| consumer.name != name.as_str());
    (number + 1..).map(|number| format!("{stem}{number}")).find(free).unwrap_or_default().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scenario() -> Scenario {
        let text = r#"{"groupscope":1,"group":"g","topics":[{"name":"t","partitions":1}],"until":9000,"consumers":[
            {"name":"billing-1","at":0,"subscribe":["t"],"settings":{"group.instance.id":"one"}},
            {"name":"billing-2","at":0,"subscribe":["t"],"memberIds":["x"],"settings":{"group.instance.id":"two"}}],
            "actions":[{"at":5000,"do":"kill","consumer":"billing-1"}]}"#;
        Scenario::parse(text).unwrap().scenario
    }

    #[test]
    fn what_is_done_stands_where_its_moment_is() {
        let changed = act_json(&scenario(), 4000, json!({"do": "close", "consumer": "billing-2"})).unwrap();
        assert_eq!(
            changed.actions.iter().map(|action| (action.at, action.what.word())).collect::<Vec<_>>(),
            [(4000, "close"), (5000, "kill")]
        );
        assert_eq!(new_action(&scenario(), &changed).unwrap().at, 4000);
        assert_eq!(take(&changed, 0).unwrap(), scenario());
    }

    #[test]
    fn what_cannot_be_done_says_what_can() {
        let error = act_json(&scenario(), 6000, json!({"do": "kill", "consumer": "nobody"})).unwrap_err();
        assert_eq!(error.problems[0].path, "consumer");
        let error = act_json(&scenario(), 0, json!({"do": "explode"})).unwrap_err();
        assert!(error.to_string().contains("explode"), "{error}");
        assert!(act_json(&scenario(), 0, json!(7)).is_err());
    }

    #[test]
    fn another_consumer_is_like_the_last_one_but_for_what_is_its_own() {
        let another = another_consumer(&scenario()).unwrap();
        assert_eq!(another.name, "billing-3");
        assert_eq!(another.settings["group.instance.id"], "billing-3".into());
        assert!(another.member_ids.is_empty() && another.at.is_none());
    }
}
