//! JSON Schemas of what strangers write and read: scenarios, trace events and stories.

use schemars::{JsonSchema, Schema, generate::SchemaSettings};

use crate::{
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
