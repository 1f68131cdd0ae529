//! JSON Schemas of what strangers write and read: scenarios, trace events and stories.

use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings, json_schema};
use serde_json::{Map, Value, json};

use crate::{
    config::{Scope, Setting, Type},
    report::event::EventLine,
    scenario::Scenario,
    story::{Story, Texts},
};

/// The schema of a scenario.
#[must_use]
pub fn scenario() -> Schema {
    schema::<Scenario>()
}

/// The schema of a line of `groupscope run --trace`, and of an item of `groupscope.trace()`.
#[must_use]
pub fn event() -> Schema {
    schema::<EventLine<'_>>()
}

/// The schema of a story.
#[must_use]
pub fn story() -> Schema {
    schema::<Story>()
}

/// The schema of a story's texts in one language.
#[must_use]
pub fn story_texts() -> Schema {
    schema::<Texts>()
}

fn schema<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>()
}

pub(crate) fn broker_settings(_: &mut SchemaGenerator) -> Schema {
    settings(&[Scope::Broker])
}

pub(crate) fn topic_settings(_: &mut SchemaGenerator) -> Schema {
    settings(&[Scope::Topic])
}

pub(crate) fn consumer_settings(_: &mut SchemaGenerator) -> Schema {
    settings(&[Scope::Consumer])
}

/// What `set` may change: a consumer's settings, or the brokers'.
pub(crate) fn changed_settings(_: &mut SchemaGenerator) -> Schema {
    settings(&[Scope::Broker, Scope::Consumer])
}

/// All settings of some scopes, by Kafka's names.
fn settings(scopes: &[Scope]) -> Schema {
    let all = scopes.iter().flat_map(|scope| scope.settings());
    let properties: Map<String, Value> = all.map(|setting| (setting.name.into(), one(setting))).collect();
    json_schema!({"type": "object", "properties": properties, "additionalProperties": false})
}

fn one(setting: &Setting) -> Value {
    // Kafka reads a number or a flag from a text, too.
    let kinds = match setting.kind {
        Type::Boolean => json!(["boolean", "string"]),
        Type::Short | Type::Int | Type::Long => json!(["integer", "string"]),
        Type::List => json!(["array", "string"]),
        _ => json!("string"),
    };
    let default = serde_json::to_value((setting.default)()).unwrap_or_default();
    json!({"type": kinds, "description": setting.meaning, "default": default})
}
