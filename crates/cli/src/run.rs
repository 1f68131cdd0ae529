//! `groupscope run`: computes a scenario and prints what came of it.

use std::{
    io::{self, BufWriter, Read, Write},
    path::{Path, PathBuf},
};

use groupscope_core::{
    nearest::nearest,
    report::{Figures, LogSource, Logs, Summary},
    scenario::Scenario,
    simulation::Run,
};

use crate::{Failure, Outcome, jsonl::open};

/// Computes a scenario and prints its trace, its summary or its figures.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The scenario, a JSON file; without one it is read from standard input
    #[arg(default_value = "-")]
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
    /// Prints the log of a broker (`broker-1`) or of a consumer as Kafka 4.1 writes it; without a name all of them together
    #[arg(long, value_name = "SOURCE", num_args = 0..=1, default_missing_value = "")]
    log: Option<String>,
}

/// Reads a scenario and computes it. `None` = it is broken, and standard error says how.
pub(crate) fn load(path: &Path) -> Result<Option<Run>, Failure> {
    let file = path.display().to_string();
    let mut text = String::new();
    open(path)
        .and_then(|mut input| input.read_to_string(&mut text))
        .map_err(|error| Failure::Open { file: file.clone(), error })?;
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
    if args.what.trace {
        run.event_lines().try_for_each(|event| line(&mut out, &event))?;
    } else if args.what.figures {
        line(&mut out, &Figures::new(&run))?;
    } else if let Some(source) = &args.what.log {
        if !print_log(&mut out, &run, source)? {
            return Ok(Outcome::Bad);
        }
    } else {
        line(&mut out, &Summary::new(&run))?;
    }
    out.flush()?;
    if run.given_up {
        eprintln!("{}: given up at {} ms: the run has too many events", args.file.display(), run.computed);
    }
    Ok(Outcome::good_if(!run.given_up))
}

/// Prints a log, or all of them together. Whether there is one of that name.
fn print_log(out: &mut impl Write, run: &Run, name: &str) -> io::Result<bool> {
    let only = LogSource::named(&run.cast, name);
    if only.is_none() && !name.is_empty() {
        let near = nearest(name, LogSource::all(&run.cast).map(|source| &**source.name(&run.cast)));
        let hint = near.map(|near| format!("; did you mean \"{near}\"?")).unwrap_or_default();
        eprintln!("neither a broker nor a consumer is called \"{name}\"{hint}");
        return Ok(false);
    }
    write!(out, "{}", Logs::of(run).text(&run.cast, only))?;
    Ok(true)
}

fn line(out: &mut impl Write, value: &impl serde::Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}
