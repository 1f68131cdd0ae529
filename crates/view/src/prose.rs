//! A text taken apart into what is shown in a way of its own: members, settings, Kafka's terms.

use std::collections::HashSet;

use crate::words::Words;

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Plain text.
    Text(String),
    /// A consumer: its place and its name.
    Member(usize, String),
    /// A name in Kafka's own spelling: a setting, an error, a partition.
    Code(String),
    /// A term of the vocabulary, which has a sentence.
    Term(Term),
}

/// A term as it stands in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// What the text calls it.
    pub text: String,
    /// The key of its word; that of its sentence is `KEY.about`.
    pub key: String,
    /// Whether it is a name in Kafka's own spelling.
    pub is_code: bool,
}

/// The terms of a language, the longest first.
#[derive(Clone, Debug, Default)]
pub struct Glossary(Vec<(String, String)>);

impl Glossary {
    /// The terms among a language's words: all that have a sentence.
    #[must_use]
    pub fn of(words: &Words) -> Self {
        let keys = words.keys().filter(|key| key.starts_with("term-") && !key.contains('.'));
        let mut terms: Vec<_> =
            keys.flat_map(|key| spellings(&words.text(key)).map(|it| (it, key.to_owned()))).collect();
        terms.sort_by(|a, b| (b.0.len(), &a.0).cmp(&(a.0.len(), &b.0)));
        Self(terms)
    }

    /// The term that is written exactly so.
    fn exact(&self, text: &str) -> Option<&str> {
        self.0.iter().find(|(term, _)| term == text).map(|(_, key)| &**key)
    }

    /// The longest term that `rest` begins with, and how many bytes of it.
    fn begins(&self, rest: &str) -> Option<(usize, &str)> {
        self.0.iter().find_map(|(term, key)| Some((length(rest, term)?, &**key)))
    }
}

/// How a term may be written: without what stands in brackets, and one by one where it is two.
fn spellings(term: &str) -> impl Iterator<Item = String> + use<> {
    let both: Vec<_> = term.split(" / ").map(str::to_owned).collect();
    let plain = both.iter().filter_map(|term| {
        let (before, rest) = term.split_once('(')?;
        let (_, after) = rest.split_once(')')?;
        Some(format!("{before}{after}"))
    });
    let plain: Vec<_> = plain.filter(|term| term.chars().count() > 1).collect();
    both.into_iter().chain(plain)
}

/// How many bytes of `rest` are `term`: a capital at the beginning and a plural are the same term.
fn length(rest: &str, term: &str) -> Option<usize> {
    let (first, tail) = (term.chars().next()?, &term[term.chars().next()?.len_utf8()..]);
    let start = rest.chars().next()?;
    let same = start == first || first.is_ascii_lowercase() && start.to_ascii_lowercase() == first;
    let after = rest[start.len_utf8()..].strip_prefix(tail).filter(|_| same)?;
    let ends = |after: &str| !after.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if !term.is_ascii() || ends(after) {
        return Some(rest.len() - after.len());
    }
    let plural = after.strip_prefix('s').filter(|after| ends(after))?;
    Some(rest.len() - plural.len())
}

/// Takes a text apart. `members` are the consumers' names by their places. A term is marked where it stands first.
#[must_use]
pub fn pieces(text: &str, members: &[&str], glossary: &Glossary) -> Vec<Piece> {
    let mut reader = Reader { pieces: Vec::new(), plain: String::new(), told: HashSet::new(), members, glossary };
    let mut at = 0;
    let mut before = ' ';
    while let Some(next) = text[at..].chars().next() {
        let rest = &text[at..];
        let taken = if before.is_alphanumeric() { None } else { reader.take(rest) };
        let length = taken.unwrap_or_else(|| {
            reader.plain.push(next);
            next.len_utf8()
        });
        // What follows a Korean term or a name is a particle.
        before = if taken.is_some() { ' ' } else { next };
        at += length;
    }
    reader.finish()
}

struct Reader<'a> {
    pieces: Vec<Piece>,
    plain: String,
    told: HashSet<&'a str>,
    members: &'a [&'a str],
    glossary: &'a Glossary,
}

impl<'a> Reader<'a> {
    /// Takes what `rest` begins with, if that is more than plain text: how many bytes.
    fn take(&mut self, rest: &str) -> Option<usize> {
        let token = token(rest);
        if let Some(place) = self.members.iter().position(|name| *name == token) {
            self.push(Piece::Member(place, token.to_owned()));
            return Some(token.len());
        }
        if is_code(token) {
            let term = self.glossary.exact(token);
            self.put(token, term, true);
            return Some(token.len());
        }
        let (length, key) = self.glossary.begins(rest)?;
        self.put(&rest[..length], Some(key), false);
        Some(length)
    }

    fn put(&mut self, text: &str, term: Option<&'a str>, is_code: bool) {
        match term.filter(|key| self.told.insert(key)) {
            Some(key) => self.push(Piece::Term(Term { text: text.to_owned(), key: key.to_owned(), is_code })),
            None if is_code => self.push(Piece::Code(text.to_owned())),
            None => self.plain.push_str(text),
        }
    }

    fn push(&mut self, piece: Piece) {
        self.flush();
        self.pieces.push(piece);
    }

    fn flush(&mut self) {
        if !self.plain.is_empty() {
            self.pieces.push(Piece::Text(std::mem::take(&mut self.plain)));
        }
    }

    fn finish(mut self) -> Vec<Piece> {
        self.flush();
        self.pieces
    }
}

/// The name that a text begins with: letters, digits and what may stand between them.
fn token(rest: &str) -> &str {
    let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "._-".contains(c))).unwrap_or(rest.len());
    rest[..end].trim_end_matches(['.', '-'])
}

/// Whether a name is in Kafka's own spelling: `session.timeout.ms`, `REBALANCE_IN_PROGRESS`, `__consumer_offsets`, `orders-0`.
fn is_code(token: &str) -> bool {
    let begins = token.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let dotted = token.contains('.') && token.split('.').all(|part| part.len() > 1);
    let error = token.contains('_') && !token.contains(|c: char| c.is_ascii_lowercase());
    let internal = token.starts_with("__");
    let partition = token.rsplit_once('-').is_some_and(|(topic, number)| {
        !topic.is_empty() && !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit())
    });
    begins && (dotted || error || internal || partition)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENGLISH: &str = include_str!("../../../web/i18n/en.ftl");
    const KOREAN: &str = include_str!("../../../web/i18n/ko.ftl");

    /// The text with what is marked in brackets: `[member]`, `<code>`, `{term|key}`.
    fn marked(lang: &str, text: &str) -> String {
        let words = Words::parse(lang, if lang == "en" { ENGLISH } else { KOREAN }).unwrap();
        let shown = |piece| match piece {
            Piece::Text(text) => text,
            Piece::Member(place, name) => format!("[{place} {name}]"),
            Piece::Code(text) => format!("<{text}>"),
            Piece::Term(term) => format!("{{{}|{}}}", term.text, term.key.trim_start_matches("term-")),
        };
        let pieces = pieces(text, &["billing-1", "billing-10"], &Glossary::of(&words));
        pieces.into_iter().map(shown).collect()
    }

    #[test]
    fn members_settings_errors_and_partitions_are_found_by_their_whole_names() {
        assert_eq!(
            marked(
                "en",
                "No word from billing-10 (session.timeout.ms): billing-1, orders-4 and UNKNOWN_MEMBER_ID. Id billing-1-4f0c…"
            ),
            "No word from [1 billing-10] (<session.timeout.ms>): [0 billing-1], <orders-4> and <UNKNOWN_MEMBER_ID>. Id billing-1-4f0c…"
        );
        assert_eq!(marked("en", "After 6.2 s, e.g. kill −9."), "After 6.2 s, e.g. kill −9.");
    }

    #[test]
    fn a_term_is_marked_once_with_its_longest_name_and_in_the_plural_too() {
        assert_eq!(
            marked("en", "A rebalance: the group leader sees heartbeats. The rebalance ends."),
            "A {rebalance|rebalance}: the {group leader|group-leader} sees heartbeats. The rebalance ends."
        );
        assert_eq!(marked("en", "Heartbeats of partitions"), "{Heartbeats|heartbeat} of {partitions|partition}");
        assert_eq!(marked("en", "The group.id names it"), "The {group.id|group-id} names it");
        assert_eq!(marked("en", "a partitioned topic-map"), "a partitioned topic-map");
    }

    #[test]
    fn korean_terms_are_found_before_their_particles() {
        assert_eq!(
            marked("ko", "리밸런싱이 시작되고 정적 멤버십이 heartbeat.interval.ms마다 billing-1 멤버를"),
            "{리밸런싱|rebalance}이 시작되고 {정적 멤버십|static-membership}이 <heartbeat.interval.ms>마다 [0 billing-1] {멤버|member}를"
        );
    }
}
