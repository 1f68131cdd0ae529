//! Commands of a few lines.

use anyhow::Result;
use xshell::cmd;

use crate::{project::Project, setup, step::step};

/// Runs the benchmarks of the engine.
pub(crate) fn bench(Project { sh, .. }: &Project, args: &[String]) -> Result<()> {
    Ok(cmd!(sh, "cargo bench --locked -p groupscope-core --bench * {args...}").quiet().run()?)
}

/// Builds the npm package, types included, into target/npm.
pub(crate) fn pack(project: &Project) -> Result<()> {
    setup::wasm_target(project)?;
    setup::packages(project)?;
    setup::test_runner(project)?;
    setup::wasm_pack(project)?;
    let Project { sh, target, .. } = project;
    let out = target.join("npm");
    let _flags = project.release_flags();
    step("wasm-pack build", || {
        let options = ["--target", "web", "--mode", "no-install", "--profile", "wasm", "--out-name", "groupscope"];
        Ok(cmd!(sh, "wasm-pack build {options...} --out-dir {out} crates/wasm").quiet().run()?)
    })
}
