//! The chores of GroupScope. Every command sets up what it needs first.

mod build;
mod chores;
mod flags;
mod project;
mod serve;
mod setup;
mod step;
mod test;

use std::process::ExitCode;

use anyhow::Result;
use build::Purpose;
use flags::{Bench, Build, Serve, Test, Xtask, XtaskCmd};
use project::Project;

fn main() -> ExitCode {
    match run(Xtask::from_env_or_exit().subcommand) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nxtask failed: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: XtaskCmd) -> Result<()> {
    let project = Project::open()?;
    match command {
        XtaskCmd::Serve(Serve { port }) => serve::serve(&project, port.unwrap_or(8080)),
        XtaskCmd::Build(Build { dev }) => build::build(&project, if dev { Purpose::Dev } else { Purpose::Release }),
        XtaskCmd::Test(Test { part }) => test::test(&project, part),
        XtaskCmd::Bench(Bench { args }) => chores::bench(&project, &args),
        XtaskCmd::Pack(_) => chores::pack(&project),
        XtaskCmd::Setup(_) => setup::everything(&project),
    }
}
