//! Serves the app and builds it again after every change.

use std::{
    fs,
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, SystemTime},
};

use anyhow::{Context, Result, bail};

use crate::{
    build::{self, Purpose},
    project::Project,
    setup,
    step::step,
};

/// What the site is made from.
const SOURCES: [&str; 5] = ["index.html", "Cargo.toml", "Cargo.lock", "crates", "web"];

/// Builds and serves until interrupted.
pub(crate) fn serve(project: &Project, port: u16) -> Result<()> {
    setup::wasm_target(project)?;
    setup::packages(project)?;
    setup::bind(project)?;
    let mut built = newest(project);
    build::program_and_site(project, Purpose::Dev)?;
    let mut server = start(project, port)?;
    loop {
        thread::sleep(Duration::from_millis(300));
        if let Some(status) = server.try_wait()? {
            bail!("the server has stopped: {status}");
        }
        let now = newest(project);
        if now != built {
            built = now;
            match step("building again", || build::program_and_site(project, Purpose::Dev)) {
                Ok(()) => eprintln!("── reload the page"),
                Err(error) => eprintln!("── the last good build stays: {error:#}"),
            }
        }
    }
}

/// Starts the static server. It ends with this program, which holds the other end of its standard input.
fn start(project: &Project, port: u16) -> Result<Child> {
    Command::new("node")
        .arg("crates/xtask/js/server.mjs")
        .args(["dist", &port.to_string()])
        .current_dir(&project.root)
        .stdin(Stdio::piped())
        .spawn()
        .context("node crates/xtask/js/server.mjs")
}

/// When the sources were last changed, and how many files they are.
fn newest(project: &Project) -> (Option<SystemTime>, usize) {
    let mut state = (None, 0);
    for source in SOURCES {
        look_at(&project.root.join(source), &mut state);
    }
    state
}

fn look_at(path: &Path, state: &mut (Option<SystemTime>, usize)) {
    // A file may vanish while we look: then it has no time, and the count changes.
    state.0 = state.0.max(fs::metadata(path).and_then(|metadata| metadata.modified()).ok());
    state.1 += 1;
    for entry in fs::read_dir(path).into_iter().flatten().flatten() {
        look_at(&entry.path(), state);
    }
}
