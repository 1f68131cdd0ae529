//! `groupscope verify`: replays recorded vectors and compares.

use std::{
    io::{self, Write},
    path::PathBuf,
};

use clap::ValueEnum;
use serde_json::Value;

use crate::{
    Failure, Outcome, assign, coordinator,
    jsonl::{Fields, for_each_line},
};

/// How many differences of a line are printed.
const SHOWN: usize = 5;

/// Replays assignor cases and coordinator scripts and compares with what they expect.
///
/// Prints the first differences of each line that failed, then, alone on the last line, how many passed and failed.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// What must be equal. Cases of an assignor: `set` or `exact` (the default). Scripts of the coordinator: `replies` or
    /// `full` (the default). A level of the other kind leaves the default.
    #[arg(long)]
    level: Option<Level>,
    /// JSON Lines, .gz as gzip; standard input if there are none.
    files: Vec<PathBuf>,
}

/// What must be equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Level {
    /// The partitions of each member.
    Set,
    /// Their order too.
    Exact,
    /// The coordinator's replies and the main fields of the group.
    Replies,
    /// Everything.
    Full,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<Outcome, Failure> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut fields = Fields::default();
    let (mut passed, mut failed) = (0_u64, 0_u64);
    for_each_line(&args.files, |line| {
        match line.read(&mut fields, |value, fields| check(value, args.level, fields)) {
            Ok(differences) if differences.is_empty() => {
                passed += 1;
                return Ok(());
            }
            Ok(differences) => line.write(&mut out, &Differences { differences })?,
            Err(error) => line.write_error(&mut out, &error)?,
        }
        failed += 1;
        Ok(())
    })?;
    writeln!(out, "{passed} passed, {failed} failed")?;
    out.flush()?;
    Ok(Outcome::good_if(failed == 0))
}

#[derive(serde::Serialize)]
struct Differences {
    differences: Vec<String>,
}

/// The first differences of a line, told apart by its fields; an error if it can't be read.
fn check(value: &Value, level: Option<Level>, fields: &mut Fields) -> Result<Vec<String>, String> {
    let mut differences = if value.get("assignor").is_some() {
        assign::check(value, level, fields)?
    } else if value.get("steps").is_some() {
        coordinator::check(value, level, fields)?
    } else {
        return Err(
            "neither an assignor case nor a coordinator script: there is no field \"assignor\" or \"steps\"".into()
        );
    };
    differences.truncate(SHOWN);
    Ok(differences)
}
