//! Parts of the Rust toolchain. rust-toolchain.toml names them, but rustup may have been told not to install by itself.

use std::path::Path;

use anyhow::{Context, Result};
use xshell::cmd;

use crate::{
    project::{Project, WASM},
    step::{run_silently, step, succeeds},
};

/// Rust's standard library for wasm.
pub(crate) fn wasm_target(Project { sh, .. }: &Project) -> Result<()> {
    let library = cmd!(sh, "rustc --print target-libdir --target {WASM}").quiet().read()?;
    if Path::new(&library).is_dir() {
        return Ok(());
    }
    step("rustup target add", || run_silently(cmd!(sh, "rustup target add {WASM}")))
        .with_context(|| format!("Rust's target {WASM} is needed; install it with: rustup target add {WASM}"))
}

/// rustfmt and clippy.
pub(crate) fn lints(Project { sh, .. }: &Project) -> Result<()> {
    for (subcommand, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        if !succeeds(cmd!(sh, "cargo {subcommand} --version")) {
            step("rustup component add", || run_silently(cmd!(sh, "rustup component add {component}")))
                .with_context(|| format!("{component} is needed; install it with: rustup component add {component}"))?;
        }
    }
    Ok(())
}
