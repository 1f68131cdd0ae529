//! Narration and causes in the words of a language.

use groupscope_core::{
    report::{
        explain::Step,
        narration::{Arg as Told, Args, Line, Moment, Say},
    },
    simulation::Run,
};

use crate::words::{Arg, Words};

/// A sentence, full at first sight, otherwise short.
#[must_use]
pub fn sentence(words: &Words, run: &Run, say: Say, args: &Args, full: bool) -> String {
    let key = format!("say-{}", say.key());
    let short = format!("{key}.short");
    fill(words, run, if full || !words.has(&short) { &key } else { &short }, args)
}

/// What a moment tells.
#[must_use]
pub fn moment(words: &Words, run: &Run, moment: &Moment) -> String {
    sentence(words, run, moment.say, &moment.args, moment.first)
}

/// A line of what is to be read now.
#[must_use]
pub fn line(words: &Words, run: &Run, line: &Line<'_>) -> String {
    sentence(words, run, line.say, &line.args, line.full)
}

/// A step of a chain of causes.
#[must_use]
pub fn step(words: &Words, run: &Run, step: &Step) -> String {
    fill(words, run, &format!("why-{}", step.why.key()), &step.args)
}

/// A text with placeholders as `{member}`, filled with what a moment tells of. Unknown ones stay as they are.
#[must_use]
pub fn filled(words: &Words, run: &Run, text: &str, args: &Args) -> String {
    let mut text = text.to_owned();
    for (name, arg) in args.iter() {
        let written = match written(words, run, arg) {
            Written::Text(text) => text,
            Written::Number(number) => crate::clock::number(number),
        };
        text = text.replace(&format!("{{{name}}}"), &written);
    }
    text
}

fn fill(words: &Words, run: &Run, key: &str, args: &Args) -> String {
    let written: Vec<_> = args.iter().map(|(name, arg)| (name, written(words, run, arg))).collect();
    let args: Vec<_> = written.iter().map(|(name, written)| (*name, written.as_arg())).collect();
    words.say(key, &args)
}

/// What a placeholder is written as.
enum Written {
    Text(String),
    Number(i64),
}

impl Written {
    fn as_arg(&self) -> Arg<'_> {
        match self {
            Self::Text(text) => Arg::Text(text),
            Self::Number(number) => Arg::Number(*number),
        }
    }
}

fn written(words: &Words, run: &Run, arg: &Told) -> Written {
    let cast = &run.cast;
    let partition = |it: &groupscope_core::simulation::PartitionIx| cast.partitions[it.index()].to_string();
    Written::Text(match arg {
        Told::Number(number) => return Written::Number(*number),
        Told::Consumer(it) => cast.consumers[it.index()].name.to_string(),
        Told::Group(it) => cast.groups[it.index()].to_string(),
        Told::Broker(it) => cast.brokers[it.index()].id.to_string(),
        Told::Topic(it) => cast.topics[it.index()].name.to_string(),
        Told::Partition(it) => partition(it),
        Told::Partitions(them) => listed(words, them.iter().map(partition).collect()),
        Told::Seconds(ms) => seconds(*ms),
        Told::Millis(ms) => crate::clock::number(*ms as i64),
        Told::Span(ms) => span(words, *ms),
        Told::Moment(ms) => crate::clock::moment(*ms),
        Told::Text(name) => name.to_string(),
        Told::Action(action) => match run.scenario.actions.get(*action as usize) {
            Some(action) => crate::timeline::deed(words, &action.what),
            None => String::new(),
        },
    })
}

/// More partitions than this are counted.
const LISTED: usize = 4;

fn listed(words: &Words, names: Vec<String>) -> String {
    if names.len() > LISTED { words.say("pic-partitions", &[("count", names.len().into())]) } else { names.join(", ") }
}

/// Seconds with at most one decimal, without a unit.
fn seconds(ms: u64) -> String {
    let tenths = (ms + 50) / 100;
    let whole = crate::clock::number((tenths / 10) as i64);
    if tenths.is_multiple_of(10) { whole } else { format!("{whole}.{}", tenths % 10) }
}

const MINUTE: u64 = 60_000;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// A time with the largest unit of which it is a whole number of at least two.
fn span(words: &Words, ms: u64) -> String {
    let units = [("span-days", DAY), ("span-hours", HOUR), ("span-minutes", MINUTE)];
    match units.into_iter().find(|(_, unit)| ms >= 2 * unit && ms.is_multiple_of(*unit)) {
        Some((key, unit)) => words.say(key, &[("count", ((ms / unit) as i64).into())]),
        None => words.duration(ms),
    }
}

#[cfg(test)]
#[path = "narrate_tests.rs"]
mod tests;
