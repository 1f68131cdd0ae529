//! The words of one language, from a Fluent file (`web/i18n/*.ftl`).
//!
//! The files are ordinary Fluent, parsed by Project Fluent's own parser. Of its resolver only what they use is here: text,
//! variables, and the choice of a plural form; the full `fluent-bundle` would add 130 kB (51 kB packed) to the download,
//! the parser adds 14 kB (6 kB).

use std::{collections::HashMap, fmt::Write};

use fluent_syntax::{
    ast::{Attribute, Entry, Expression, InlineExpression, Message, Pattern, PatternElement, Variant, VariantKey},
    parser,
};

use crate::{
    clock,
    scene::{Content, Count},
};

/// A language's words.
#[derive(Clone, Debug)]
pub struct Words {
    lang: String,
    messages: HashMap<String, Pattern<String>>,
}

/// A file of words that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the words of \"{lang}\" are not valid Fluent at byte {at}: {what}")]
pub struct WordsError {
    lang: String,
    at: usize,
    what: String,
}

/// What stands in for a placeholder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arg<'a> {
    /// A name or a ready text.
    Text(&'a str),
    /// A number: it chooses the plural form.
    Number(i64),
}

impl<'a> From<&'a str> for Arg<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a String> for Arg<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(text)
    }
}

impl From<usize> for Arg<'_> {
    fn from(number: usize) -> Self {
        Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<i32> for Arg<'_> {
    fn from(number: i32) -> Self {
        Self::Number(number.into())
    }
}

impl From<i64> for Arg<'_> {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

/// Marks the place of a running figure in a text.
const FIGURE: &str = "\u{1}";

impl Words {
    /// Reads the words of `lang` (`en`, `ko`).
    ///
    /// # Errors
    /// The text is not valid Fluent.
    pub fn parse(lang: &str, file: &str) -> Result<Self, WordsError> {
        let resource = parser::parse_runtime(file.to_owned()).map_err(|(_, errors)| {
            let (at, what) = errors.first().map_or((0, String::new()), |e| (e.pos.start, e.kind.to_string()));
            WordsError { lang: lang.into(), at, what }
        })?;
        let mut messages = HashMap::new();
        for entry in resource.body {
            if let Entry::Message(Message { id, value, attributes, .. }) = entry {
                for Attribute { id: attribute, value } in attributes {
                    messages.insert(format!("{}.{}", id.name, attribute.name), value);
                }
                messages.extend(value.map(|value| (id.name, value)));
            }
        }
        Ok(Self { lang: lang.into(), messages })
    }

    /// The language, as in `lang="ko"`.
    #[must_use]
    pub fn lang(&self) -> &str {
        &self.lang
    }

    /// Whether there is a message of this key.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        self.messages.contains_key(key)
    }

    /// All keys, in no order.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.messages.keys().map(String::as_str)
    }

    /// The message `key`; the key itself where there is none.
    #[must_use]
    pub fn text(&self, key: &str) -> String {
        self.say(key, &[])
    }

    /// The message `key` with its placeholders filled.
    #[must_use]
    pub fn say(&self, key: &str, args: &[(&str, Arg<'_>)]) -> String {
        let mut text = String::new();
        match self.messages.get(key) {
            Some(pattern) => self.write(&mut text, pattern, args),
            None => text.push_str(key),
        }
        text
    }

    /// The message `key` around a running time, its placeholder `time`.
    #[must_use]
    pub fn running(&self, key: &str, args: &[(&str, Arg<'_>)], count: Count, style: clock::Style) -> Content {
        let text = self.say(key, &[args, &[("time", Arg::Text(FIGURE))]].concat());
        let (before, after) = text.split_once(FIGURE).unwrap_or((&text, ""));
        Content::Running { before: before.into(), after: after.into(), count, style }
    }

    /// A stretch of `ms` with its unit: `40 ms`, `6.2 s`.
    #[must_use]
    pub fn duration(&self, ms: u64) -> String {
        let style = clock::Style::of(ms);
        let key = if style == clock::Style::Millis { "pic-millis" } else { "pic-seconds" };
        self.say(key, &[("time", Arg::Text(&style.write(ms).to_string()))])
    }

    fn write(&self, text: &mut String, pattern: &Pattern<String>, args: &[(&str, Arg<'_>)]) {
        for element in &pattern.elements {
            match element {
                PatternElement::TextElement { value } => text.push_str(value),
                PatternElement::Placeable { expression: Expression::Inline(inline) } => put(text, inline, args),
                PatternElement::Placeable { expression: Expression::Select { selector, variants } } => {
                    let variant = variants.iter().find(|variant| self.is_chosen(variant, selector, args));
                    if let Some(variant) = variant.or_else(|| variants.iter().find(|variant| variant.default)) {
                        self.write(text, &variant.value, args);
                    }
                }
            }
        }
    }

    fn is_chosen(&self, variant: &Variant<String>, by: &InlineExpression<String>, args: &[(&str, Arg<'_>)]) -> bool {
        match (&variant.key, value(by, args)) {
            (VariantKey::Identifier { name }, Some(Arg::Number(number))) => name == self.plural(number),
            (VariantKey::Identifier { name }, Some(Arg::Text(text))) => name == text,
            (VariantKey::NumberLiteral { value }, Some(Arg::Number(number))) => value.parse() == Ok(number),
            _ => false,
        }
    }

    /// CLDR's plural category of a whole number.
    fn plural(&self, number: i64) -> &'static str {
        if self.lang == "en" && number == 1 { "one" } else { "other" }
    }
}

fn value<'a>(expression: &InlineExpression<String>, args: &[(&str, Arg<'a>)]) -> Option<Arg<'a>> {
    let InlineExpression::VariableReference { id } = expression else { return None };
    args.iter().find(|(name, _)| *name == id.name).map(|(_, value)| *value)
}

fn put(text: &mut String, expression: &InlineExpression<String>, args: &[(&str, Arg<'_>)]) {
    match (value(expression, args), expression) {
        (Some(Arg::Text(value)), _) => text.push_str(value),
        (Some(Arg::Number(number)), _) => text.push_str(&clock::number(number)),
        (None, InlineExpression::VariableReference { id }) => {
            let _ = write!(text, "{{{}}}", id.name);
        }
        (None, InlineExpression::StringLiteral { value }) => text.push_str(value),
        (None, _) => {}
    }
}

#[cfg(test)]
#[path = "words_tests.rs"]
mod tests;
