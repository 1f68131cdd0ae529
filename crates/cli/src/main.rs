//! The engine of GroupScope from a shell.
//!
//! Each command has a file of its own; [`jsonl`] is what they share. A command ends with status 0 if all went well, 1 if
//! something could not be read or failed, 2 if the command line was wrong.

mod assign;
mod coordinator;
mod jsonl;
mod picture;
mod run;
mod schema;
mod story;
mod verify;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Apache Kafka's consumer groups from a shell: assign, play to the coordinator, verify recorded vectors.
#[derive(Parser)]
#[command(name = "groupscope", version)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Assign(assign::Args),
    Coordinator(coordinator::Args),
    Picture(picture::Args),
    Run(run::Args),
    Schema(schema::Args),
    Story(story::Args),
    Verify(verify::Args),
}

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Good,
    /// Something could not be read, or failed.
    Bad,
}

impl Outcome {
    const fn good_if(good: bool) -> Self {
        if good { Self::Good } else { Self::Bad }
    }
}

/// What stops a command.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error("{file}: {error}")]
    Open { file: String, error: std::io::Error },
    #[error("can't write the output: {0}")]
    Write(#[from] std::io::Error),
}

impl Failure {
    fn status(&self) -> u8 {
        match self {
            Self::Open { .. } => 2,
            Self::Write(_) => 1,
        }
    }

    /// Whoever read the output has had enough.
    fn is_silent(&self) -> bool {
        matches!(self, Self::Write(error) if error.kind() == std::io::ErrorKind::BrokenPipe)
    }
}

fn main() -> ExitCode {
    let outcome = match CommandLine::parse().command {
        Command::Assign(args) => assign::run(&args),
        Command::Coordinator(args) => coordinator::run(&args),
        Command::Picture(args) => picture::run(&args),
        Command::Run(args) => run::run(&args),
        Command::Schema(args) => schema::run(&args),
        Command::Story(args) => story::run(&args),
        Command::Verify(args) => verify::run(&args),
    };
    match outcome {
        Ok(Outcome::Good) => ExitCode::SUCCESS,
        Ok(Outcome::Bad) => ExitCode::FAILURE,
        Err(failure) => {
            if !failure.is_silent() {
                eprintln!("groupscope: {failure}");
            }
            failure.status().into()
        }
    }
}
