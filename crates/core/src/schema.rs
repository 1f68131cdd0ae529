//! JSON Schemas of what strangers write and read: scenarios and trace events.

use schemars::{JsonSchema, Schema, generate::SchemaSettings};

use crate::{report::event::EventLine, scenario::Scenario};

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

fn schema<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>()
}
