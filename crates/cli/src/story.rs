//! `groupscope story`: the stories that come with the program, in words.

use std::io::{self, BufWriter, Write};

use groupscope_core::{
    nearest::nearest,
    report::Narration,
    simulation::Run,
    story::{Entry, Found, Story, StoryMoment, Texts},
};
use groupscope_view::{clock, narrate, words::Words};

use crate::{Failure, Outcome, picture::Language};

/// Lists the stories, or tells one: its question, what happens when, what to try and what to conclude.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The story's name or number; without it all are listed
    name: Option<String>,
    /// The language
    #[arg(long, value_enum, default_value = "en")]
    lang: Language,
    /// Prints its scenario instead
    #[arg(long)]
    scenario: bool,
}

/// The files of all stories.
static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/stories.rs"));

pub(crate) fn run(args: &Args) -> Result<Outcome, Failure> {
    let mut out = BufWriter::new(io::stdout().lock());
    let entries = Entry::parse_all(file("index.json")).expect("the tests read all stories");
    let outcome = match &args.name {
        None => {
            for entry in &entries {
                writeln!(out, "{:2}  {:18}  {}", entry.number, &*entry.id, entry.title(args.lang.code()))?;
            }
            Outcome::Good
        }
        Some(name) => match find(&entries, name) {
            Some(entry) => {
                tell(&mut out, entry, args)?;
                Outcome::Good
            }
            None => {
                let near = nearest(name, entries.iter().map(|entry| &*entry.id));
                let hint = near.map(|near| format!("; did you mean \"{near}\"?")).unwrap_or_default();
                eprintln!("there is no story \"{name}\"{hint}");
                Outcome::Bad
            }
        },
    };
    out.flush()?;
    Ok(outcome)
}

fn file(name: &str) -> &'static str {
    FILES.iter().find(|(known, _)| *known == name).map_or("", |(_, text)| text)
}

fn find<'a>(entries: &'a [Entry], name: &str) -> Option<&'a Entry> {
    let number = name.parse().ok();
    entries.iter().find(|entry| *entry.id == *name || Some(entry.number) == number)
}

fn tell(out: &mut impl Write, entry: &Entry, args: &Args) -> io::Result<()> {
    let story = Story::parse(file(&format!("{}.json", entry.id))).expect("the tests read all stories");
    if args.scenario {
        return writeln!(out, "{}", story.scenario.to_json_pretty());
    }
    let texts = file(&format!("{}.{}.json", entry.id, args.lang.code()));
    let texts = Texts::parse(texts, &story).expect("the tests read all stories");
    let words = args.lang.words();
    let run = Run::new(story.scenario.clone());
    writeln!(out, "{}\n\n{}\n", texts.title, texts.setup)?;
    for (moment, found) in story.moments.iter().zip(story.find(&run, &Narration::of(&run))) {
        if let Some(found) = found {
            writeln!(out, "{:>9}  {}", clock::moment(found.at), text(&words, &run, &texts, (moment, &found)))?;
        }
    }
    for part in [texts.tries.values().collect::<Vec<_>>(), texts.conclude.iter().collect()] {
        writeln!(out)?;
        part.iter().try_for_each(|text| writeln!(out, "· {text}"))?;
    }
    Ok(())
}

/// The story's own text of a moment, or the narration's sentence.
fn text(words: &Words, run: &Run, texts: &Texts, (moment, found): (&StoryMoment, &Found)) -> String {
    match (texts.moments.get(&moment.id), found.say) {
        (Some(text), _) => narrate::filled(words, run, text, &found.args),
        (None, Some(say)) => narrate::sentence(words, run, say, &found.args, true),
        (None, None) => moment.id.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(name: &str, lang: Language) -> String {
        let entries = Entry::parse_all(file("index.json")).unwrap();
        let entry = find(&entries, name).unwrap();
        let mut out = Vec::new();
        tell(&mut out, entry, &Args { name: None, lang, scenario: false }).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn every_story_is_told_in_both_languages_with_every_placeholder_filled() {
        let entries = Entry::parse_all(file("index.json")).unwrap();
        assert_eq!(entries.len() * 3 + 1, FILES.len(), "a story is three files");
        for entry in &entries {
            for lang in [Language::En, Language::Ko] {
                let text = told(&entry.id, lang);
                assert!(!text.contains(['{', '}']) && text.starts_with(entry.title(lang.code())), "{text}");
            }
        }
    }

    #[test]
    fn a_story_is_found_by_its_number_too() {
        assert_eq!(told("9", Language::En), told("static-restart", Language::En));
        assert!(told("9", Language::Ko).contains("billing-2 멤버가 세션 안인 8.5초 만에 돌아왔습니다."));
    }
}
