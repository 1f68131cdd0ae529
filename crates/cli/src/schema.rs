//! `groupscope schema`: prints the JSON Schema of what is written and read.

use std::io::{self, Write};

use groupscope_core::schema;

use crate::{Failure, Outcome};

/// Prints the JSON Schema of scenarios, or of the events that `run --trace` prints.
#[derive(clap::Args)]
pub(crate) struct Args {
    what: What,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum What {
    Scenario,
    Event,
}

pub(crate) fn run(args: &Args) -> Result<Outcome, Failure> {
    let schema = match args.what {
        What::Scenario => schema::scenario(),
        What::Event => schema::event(),
    };
    let mut out = io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, &schema).map_err(io::Error::from)?;
    writeln!(out)?;
    Ok(Outcome::Good)
}
