//! What is being done, and how long it took.

use std::time::Instant;

use anyhow::{Context, Result, bail};
use xshell::Cmd;

/// Does one step of a command: a line before it, its time after it, its name in front of its error.
pub(crate) fn step<T>(what: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    eprintln!("── {what} …");
    let start = Instant::now();
    let result = work().with_context(|| what.to_owned())?;
    eprintln!("── {what}: {:.1} s", start.elapsed().as_secs_f64());
    Ok(result)
}

/// Runs a command whose output is of interest only when it fails, as beside other steps that write to the terminal.
pub(crate) fn run_silently(command: Cmd<'_>) -> Result<()> {
    let name = command.to_string();
    let output = command.quiet().ignore_status().output()?;
    if !output.status.success() {
        let text = [output.stdout, output.stderr].concat();
        bail!("`{name}` failed ({}):\n{}", output.status, String::from_utf8_lossy(&text));
    }
    Ok(())
}

/// Whether a command exists and succeeds.
pub(crate) fn succeeds(command: Cmd<'_>) -> bool {
    command.quiet().ignore_stderr().ignore_status().output().is_ok_and(|output| output.status.success())
}
