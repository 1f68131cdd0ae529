//! JSON Lines in and out: one JSON value a line; a line that can't be read says so and the rest goes on.

use std::{
    collections::BTreeSet,
    fs::File,
    io::{self, BufRead, BufReader, Read, Write},
    path::{Path, PathBuf},
};

use flate2::read::MultiGzDecoder;
use serde::Serialize;
use serde_json::Value;

use crate::{Failure, Outcome};

/// A line of a file.
pub(crate) struct Line {
    file: String,
    /// Counted from 1 in its file.
    number: usize,
    /// The JSON value, or why it is none.
    value: Result<Value, String>,
}

/// Answers each line of the files with a line on standard output: `{"id":…, …}` with the fields of what `answer` gives, or
/// `{"id":…,"error":…}` if the line can't be read. Without an id `"line"` has its number.
pub(crate) fn answer_lines<T: Serialize>(
    files: &[PathBuf],
    mut answer: impl FnMut(&Value, &mut Fields) -> Result<T, String>,
) -> Result<Outcome, Failure> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut fields = Fields::default();
    let mut all_read = true;
    for_each_line(files, |line| {
        match line.read(&mut fields, &mut answer) {
            Ok(answer) => line.write(&mut out, &answer)?,
            Err(error) => {
                all_read = false;
                line.write_error(&mut out, &error)?;
            }
        }
        Ok(())
    })?;
    out.flush()?;
    Ok(Outcome::good_if(all_read))
}

/// Reads the files line by line, or standard input if there are none (or `-` is one). Empty lines are passed over.
pub(crate) fn for_each_line(
    files: &[PathBuf],
    mut each: impl FnMut(Line) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let stdin = [PathBuf::from("-")];
    for file in if files.is_empty() { &stdin } else { files } {
        let name = file.display().to_string();
        let failed = |error| Failure::Open { file: name.clone(), error };
        let mut input = open(file).map_err(failed)?;
        let mut bytes = Vec::new();
        for number in 1.. {
            bytes.clear();
            let value = match input.read_until(b'\n', &mut bytes) {
                Ok(0) => break,
                Ok(_) if bytes.iter().all(u8::is_ascii_whitespace) => continue,
                Ok(_) => serde_json::from_slice(&bytes).map_err(|error| format!("not JSON: {error}")),
                Err(error) => Err(format!("can't be read: {error}")),
            };
            // what comes behind broken data is lost, a directory has no lines at all
            let ends = matches!(&value, Err(error) if error.starts_with("can't"));
            each(Line { file: name.clone(), number, value })?;
            if ends {
                break;
            }
        }
    }
    Ok(())
}

/// Opens a file for reading; `-` is standard input, `.gz` is unpacked.
pub(crate) fn open(file: &Path) -> io::Result<Box<dyn BufRead>> {
    if file.as_os_str() == "-" {
        return Ok(Box::new(io::stdin().lock()));
    }
    let input = File::open(file)?;
    let input: Box<dyn Read> = match file.extension() {
        Some(extension) if extension == "gz" => Box::new(MultiGzDecoder::new(BufReader::new(input))),
        _ => Box::new(input),
    };
    Ok(Box::new(BufReader::new(input)))
}

#[derive(Serialize)]
struct Identified<'a, T> {
    #[serde(flatten)]
    id: Id<'a>,
    #[serde(flatten)]
    body: T,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Id<'a> {
    Id(&'a Value),
    Line(usize),
}

#[derive(Serialize)]
struct Unread<'a> {
    error: &'a str,
}

impl Line {
    /// Gives the value to `read`, after which warnings name this line.
    pub(crate) fn read<T>(
        &self,
        fields: &mut Fields,
        read: impl FnOnce(&Value, &mut Fields) -> Result<T, String>,
    ) -> Result<T, String> {
        fields.place = format!("{}:{}", self.file, self.number);
        read(self.value.as_ref().map_err(Clone::clone)?, fields)
    }

    /// Writes a line with this one's id and the fields of `body`.
    pub(crate) fn write(&self, out: &mut impl Write, body: &impl Serialize) -> io::Result<()> {
        let id = self.value.as_ref().ok().and_then(|value| value.get("id"));
        let id = id.map_or(Id::Line(self.number), Id::Id);
        serde_json::to_writer(&mut *out, &Identified { id, body })?;
        out.write_all(b"\n")
    }

    /// Writes why this line can't be read.
    pub(crate) fn write_error(&self, out: &mut impl Write, error: &str) -> io::Result<()> {
        self.write(out, &Unread { error })
    }
}

/// Warns of fields that nobody reads.
#[derive(Default)]
pub(crate) struct Fields {
    place: String,
    /// What was warned of; the same field is not told twice.
    warned: BTreeSet<String>,
}

impl Fields {
    /// Warns on standard error of each field of `object` that is not among `known`, with the nearest known name. `recorded`
    /// and names that begin with `x-` are for others. `what` says what the object is.
    pub(crate) fn check(&mut self, what: &str, object: &Value, known: &[&str]) {
        let Some(object) = object.as_object() else { return };
        for field in object.keys().map(String::as_str) {
            if known.contains(&field) || field == "recorded" || field.starts_with("x-") {
                continue;
            }
            let warning = format!("unknown field \"{field}\" of {what}{}", nearest(field, known));
            if !self.warned.contains(&warning) {
                eprintln!("groupscope: {}: {warning}", self.place);
                self.warned.insert(warning);
            }
        }
    }
}

fn nearest(field: &str, known: &[&str]) -> String {
    let nearest = known.iter().min_by_key(|name| strsim::damerau_levenshtein(field, name));
    nearest.map_or_else(String::new, |name| format!(", the nearest known one is \"{name}\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_known_name_is_the_one_with_the_fewest_typing_errors() {
        assert_eq!(nearest("insatnce", &["id", "instance", "rack"]), ", the nearest known one is \"instance\"");
        assert_eq!(nearest("anything", &[]), "");
    }

    #[test]
    fn a_line_without_an_id_is_named_by_its_number() {
        let line = |value| Line { file: String::new(), number: 7, value };
        let error = |line: &Line| {
            let mut out = Vec::new();
            line.write_error(&mut out, "why").unwrap();
            String::from_utf8(out).unwrap()
        };
        assert_eq!(error(&line(Err("why".into()))), "{\"line\":7,\"error\":\"why\"}\n");
        assert_eq!(error(&line(Ok(serde_json::json!({"id": "a"})))), "{\"id\":\"a\",\"error\":\"why\"}\n");
    }
}
