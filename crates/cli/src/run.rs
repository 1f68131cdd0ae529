//! `groupscope run`: computes a scenario and prints what came of it.

use std::{
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use groupscope_core::{report::Summary, scenario::Scenario, simulation::Run};

use crate::{Failure, Outcome};

/// Computes a scenario and prints its trace, its summary or its figures.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The scenario, a JSON file
    file: PathBuf,
    #[command(flatten)]
    what: What,
}

#[derive(clap::Args)]
#[group(multiple = false)]
struct What {
    /// Prints each event as a line of JSON
    #[arg(long)]
    trace: bool,
    /// Prints rebalances, callbacks, requests, offsets and gaps as JSON (the default)
    #[arg(long)]
    summary: bool,
    /// Prints the figures as JSON
    #[arg(long)]
    figures: bool,
}

/// Reads a scenario and computes it. `None` = it is broken, and standard error says how.
pub(crate) fn load(path: &Path) -> Result<Option<Run>, Failure> {
    let file = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|error| Failure::Open { file: file.clone(), error })?;
    let parsed = match Scenario::parse(&text) {
        Ok(parsed) => parsed,
        Err(error) => {
            for problem in &error.problems {
                eprintln!("{file}:{problem}");
            }
            return Ok(None);
        }
    };
    for warning in &parsed.warnings {
        eprintln!("{file}:{warning}");
    }
    Ok(Some(Run::new(parsed.scenario)))
}

pub(crate) fn run(args: &Args) -> Result<Outcome, Failure> {
    let Some(run) = load(&args.file)? else { return Ok(Outcome::Bad) };
    let mut out = BufWriter::new(io::stdout().lock());
    serde_json::to_writer(&mut out, &Summary::new(&run)).map_err(io::Error::from)?;
    writeln!(out)?;
    out.flush()?;
    Ok(Outcome::good_if(!run.given_up))
}
