//! Tools written in Rust, built from the registry's crates.

use anyhow::Result;
use xshell::cmd;

use crate::{
    project::Project,
    step::{run_silently, step, succeeds},
};

/// The release of wasm-pack that is installed where there is none.
const WASM_PACK: &str = "0.15.1";

/// The program that makes a compiled wasm loadable by JavaScript.
pub(crate) fn bind(project: &Project) -> Result<()> {
    if is_current(project, "wasm-bind")? {
        return Ok(());
    }
    let sh = &project.sh;
    step("building wasm-bindgen", || {
        Ok(cmd!(sh, "cargo build --locked -p groupscope-tools --features bind").quiet().run()?)
    })
}

/// All of wasm-bindgen's tools: what wasm-pack needs to run tests in the browser and to make packages.
pub(crate) fn test_runner(project: &Project) -> Result<()> {
    if is_current(project, "wasm-bindgen")? && is_current(project, "wasm-bindgen-test-runner")? {
        return Ok(());
    }
    let sh = &project.sh;
    step("building wasm-bindgen and its test runner", || {
        Ok(cmd!(sh, "cargo build --locked -p groupscope-tools --features cli").quiet().run()?)
    })
}

/// Whether a tool is there in the version of the library that it must fit.
fn is_current(project: &Project, tool: &str) -> Result<bool> {
    let sh = &project.sh;
    let version = cmd!(sh, "{tool} --version").quiet().ignore_stderr().read().unwrap_or_default();
    Ok(version.split_whitespace().nth(1) == Some(&project.locked_version("wasm-bindgen")?))
}

/// wasm-pack, for as long as there is none among cargo's programs or elsewhere.
pub(crate) fn wasm_pack(project: &Project) -> Result<()> {
    let sh = &project.sh;
    if succeeds(cmd!(sh, "wasm-pack --version")) {
        return Ok(());
    }
    // It is run a few times, not shipped: without its release profile it builds in half the time.
    let _lto = sh.push_env("CARGO_PROFILE_RELEASE_LTO", "off");
    let _units = sh.push_env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16");
    let _level = sh.push_env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0");
    step("cargo install wasm-pack", || {
        run_silently(cmd!(sh, "cargo install --locked --quiet wasm-pack --version {WASM_PACK}"))
    })
}
