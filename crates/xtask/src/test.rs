//! The checks, each part able to run alone.

use std::{str::FromStr, thread};

use anyhow::{Context, Result, bail};
use xshell::cmd;

use crate::{
    build::{self, Purpose},
    chores,
    project::{Project, WASM},
    setup,
    step::{run_silently, step},
};

/// A part of the checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Format, clippy and docs.
    Lint,
    /// Tests on this machine.
    Host,
    /// Tests in the browser, by wasm-pack.
    Wasm,
    /// The built site and the npm package in the browser.
    E2e,
}

impl FromStr for Part {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "lint" => Ok(Self::Lint),
            "host" => Ok(Self::Host),
            "wasm" => Ok(Self::Wasm),
            "e2e" => Ok(Self::E2e),
            _ => Err("the parts are lint, host, wasm and e2e".to_owned()),
        }
    }
}

/// Crates that a browser runs: checked for wasm, tested there, too.
const IN_BROWSER: [(&str, &str); 2] = [("groupscope-wasm", "crates/wasm"), ("groupscope-web", "web")];

/// Runs one part of the checks, or all.
pub(crate) fn test(project: &Project, part: Option<Part>) -> Result<()> {
    match part {
        Some(Part::Lint) => lint(project),
        Some(Part::Host) => host(project),
        Some(Part::Wasm) => prepare(project).and_then(|()| wasm(project)),
        Some(Part::E2e) => prepare(project).and_then(|()| end_to_end(project)),
        None => all(project),
    }
}

fn all(project: &Project) -> Result<()> {
    setup::wasm_target(project)?;
    thread::scope(|scope| {
        // Beside the other checks, which leave a core idle now and then, goes what needs neither their results nor their
        // part of the target folder.
        let prepared = scope.spawn(|| {
            let project = Project::open()?;
            prepare(&project)?;
            build::compile(&project, Purpose::Release, run_silently)
        });
        lint(project)?;
        setup::test_runner(project)?;
        host(project)?;
        prepared.join().ok().context("the set-up panicked")??;
        wasm(project)?;
        end_to_end(project)
    })
}

/// Sets up what the tests in the browser need.
fn prepare(project: &Project) -> Result<()> {
    setup::packages(project)?;
    setup::browser(project)?;
    setup::wasm_pack(project)
}

fn lint(project: &Project) -> Result<()> {
    setup::lints(project)?;
    setup::wasm_target(project)?;
    let sh = &project.sh;
    step("cargo fmt", || Ok(cmd!(sh, "cargo fmt --all --check").quiet().run()?))?;
    let _warnings = sh.push_env("RUSTDOCFLAGS", "-D warnings");
    for (what, selection) in [("host", &host_packages()), ("wasm", &browser_packages())] {
        step(&format!("cargo clippy, {what}"), || {
            Ok(cmd!(sh, "cargo clippy --locked {selection...} --all-targets -- -D warnings").quiet().run()?)
        })?;
        step(&format!("cargo doc, {what}"), || {
            Ok(cmd!(sh, "cargo doc --locked --no-deps {selection...}").quiet().run()?)
        })?;
    }
    Ok(())
}

fn host(Project { sh, .. }: &Project) -> Result<()> {
    // A check of the same text ends the same way each time; `cargo test` alone draws other cases.
    let _seed = sh.push_env("PROPTEST_RNG_SEED", "20261130");
    step("cargo test", || Ok(cmd!(sh, "cargo test --locked --workspace").quiet().run()?))
}

fn wasm(project: &Project) -> Result<()> {
    setup::wasm_target(project)?;
    setup::test_runner(project)?;
    let sh = &project.sh;
    for (_, folder) in IN_BROWSER {
        step(&format!("wasm-pack test {folder}"), || {
            Ok(cmd!(sh, "wasm-pack test --headless --chrome --mode no-install {folder}").quiet().run()?)
        })?;
    }
    Ok(())
}

fn end_to_end(project: &Project) -> Result<()> {
    build::build(project, build::Purpose::Release)?;
    chores::pack(project)?;
    let tests = project.sh.read_dir("tests/e2e")?.into_iter();
    let tests: Vec<_> = tests.filter(|file| file.to_string_lossy().ends_with(".test.mjs")).collect();
    if tests.is_empty() {
        bail!("no tests in tests/e2e");
    }
    let sh = &project.sh;
    step("cargo build groupscope", || Ok(cmd!(sh, "cargo build --locked -p groupscope-cli").quiet().run()?))?;
    step("end-to-end tests", || Ok(cmd!(sh, "node --test --test-reporter spec {tests...}").quiet().run()?))
}

/// Cargo's options for what runs on this machine.
fn host_packages() -> Vec<&'static str> {
    let mut options = vec!["--workspace"];
    options.extend(IN_BROWSER.iter().flat_map(|(package, _)| ["--exclude", package]));
    options
}

/// Cargo's options for what runs in the browser.
fn browser_packages() -> Vec<&'static str> {
    let mut options = vec!["--target", WASM];
    options.extend(IN_BROWSER.iter().flat_map(|(package, _)| ["--package", package]));
    options
}
