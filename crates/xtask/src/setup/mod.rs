//! What a machine must have, put there where that can be done without asking.

mod browser;
mod node;
mod rust;
mod tools;

use anyhow::Result;

use crate::project::Project;

pub(crate) use {
    browser::browser,
    node::{has_node, packages},
    rust::{lints, wasm_target},
    tools::{bind, test_runner, wasm_pack},
};

/// Everything that any command needs.
pub(crate) fn everything(project: &Project) -> Result<()> {
    lints(project)?;
    wasm_target(project)?;
    packages(project)?;
    browser(project)?;
    test_runner(project)?;
    wasm_pack(project)
}
