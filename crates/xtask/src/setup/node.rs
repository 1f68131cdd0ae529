//! Node.js and the packages that package-lock.json pins: wasm-opt, the static server, the driver of the browser.

use std::{fs, path::Path, time::SystemTime};

use anyhow::{Result, bail};
use xshell::cmd;

use crate::{
    project::Project,
    step::{run_silently, step, succeeds},
};

const OLDEST: u32 = 20;

/// Whether there is a Node.js that is new enough, with npm.
pub(crate) fn has_node(Project { sh, .. }: &Project) -> bool {
    let version = cmd!(sh, "node --version").quiet().ignore_stderr().read().unwrap_or_default();
    let major = version.trim_start_matches('v').split('.').next().and_then(|major| major.parse().ok());
    major.is_some_and(|major: u32| major >= OLDEST) && succeeds(cmd!(sh, "npm --version"))
}

/// Installs the packages into node_modules/ unless they are those of the lock file.
pub(crate) fn packages(project: &Project) -> Result<()> {
    if !has_node(project) {
        bail!("Node.js {OLDEST} or newer with npm is needed; install it and try again");
    }
    // npm writes its own copy of the lock file last.
    let installed = modified(&project.root.join("node_modules/.package-lock.json"));
    if installed.is_some() && installed >= modified(&project.root.join("package-lock.json")) {
        return Ok(());
    }
    let sh = &project.sh;
    step("npm ci", || run_silently(cmd!(sh, "npm ci --ignore-scripts --no-audit --no-fund")))
}

fn modified(file: &Path) -> Option<SystemTime> {
    fs::metadata(file).and_then(|metadata| metadata.modified()).ok()
}
