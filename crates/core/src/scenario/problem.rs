//! What is wrong with a scenario, said so that it can be put right.

use std::fmt;

use serde::Serialize;

use super::Scenario;

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The scenario cannot run.
    Error,
    /// It runs, but something in it means nothing.
    Warning,
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// How bad it is.
    pub severity: Severity,
    /// Where, as `consumers[2].settings`; empty = the text as a whole.
    pub path: String,
    /// The line, from 1; none if the scenario did not come as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The column in characters, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// What is wrong and what is allowed.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(line), Some(column)) = (self.line, self.column) {
            write!(f, "{line}:{column}: ")?;
        }
        if self.severity == Severity::Warning {
            f.write_str("warning: ")?;
        }
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.message)
    }
}

/// A scenario that was read, and what in it means nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Parsed {
    /// The scenario.
    pub scenario: Scenario,
    /// Fields that nobody knows, and the like.
    pub warnings: Vec<Problem>,
}

/// A text that is no scenario: all that is wrong with it, warnings too, in the order of the text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub struct ScenarioError {
    /// The problems; at least one is an error.
    pub problems: Vec<Problem>,
}
