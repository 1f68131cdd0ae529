//! `groupscope coordinator`: plays scripts to the group coordinator, and compares for `verify`.

mod compare;
#[cfg(test)]
mod fuzz;
mod player;
mod render;
mod request;
mod script;

use std::path::PathBuf;

use serde_json::Value;

use self::{compare::compare, player::play, script::Script};
use crate::{
    Failure, Outcome,
    jsonl::{Fields, answer_lines},
    verify::Level,
};

/// Plays each script to a group coordinator on a virtual clock.
///
/// Prints a line for each script: its id and, for each step, what came of it and the group as it is afterwards.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Coordinator scripts: JSON Lines, .gz as gzip; standard input if there are none.
    files: Vec<PathBuf>,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<Outcome, Failure> {
    answer_lines(&args.files, |value, fields| play(Script::read(value, fields)?))
}

/// What differs from what the script expects.
pub(crate) fn check(value: &Value, level: Option<Level>, fields: &mut Fields) -> Result<Vec<String>, String> {
    let script = Script::read(value, fields)?;
    let expected = script.expected.clone();
    if expected.iter().all(|step| step.out.is_none() && step.group.is_none()) {
        return Err("the script expects nothing: no step has \"out\" or \"group\"".into());
    }
    Ok(compare(&expected, &play(script)?, level != Some(Level::Replies)))
}
