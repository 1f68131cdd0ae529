//! A setting's description.

use std::fmt;

use serde::Serialize;

use super::{BROKER_SETTINGS, CONSUMER_SETTINGS, ConfigError, RULES, Rule, TOPIC_SETTINGS, Value};

/// Whose setting it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// A consumer's.
    Consumer,
    /// A broker's.
    Broker,
    /// A topic's.
    Topic,
}

impl Scope {
    /// All settings of this scope, in the order of their table.
    #[must_use]
    pub const fn settings(self) -> &'static [Setting] {
        match self {
            Self::Consumer => CONSUMER_SETTINGS,
            Self::Broker => BROKER_SETTINGS,
            Self::Topic => TOPIC_SETTINGS,
        }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Consumer => "consumer",
            Self::Broker => "broker",
            Self::Topic => "topic",
        })
    }
}

/// A setting's type (`ConfigDef.Type`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "UPPERCASE")]
#[expect(missing_docs, reason = "Kafka's own words")]
pub enum Type {
    Boolean,
    Short,
    Int,
    Long,
    String,
    Class,
    List,
}

/// What a number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the words say it")]
pub enum Unit {
    None,
    Ms,
    Minutes,
    Hours,
    Seconds,
    Bytes,
    Records,
    Members,
    Partitions,
    Replicas,
    Threads,
}

/// Which values are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Limits {
    /// All of the type.
    Any,
    /// Not below.
    AtLeast(i64),
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// Any text but an empty one.
    NotEmpty,
    /// What the sentence says.
    Form(&'static str),
}

/// Whether the simulation acts on a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Acts {
    /// It changes what happens.
    Yes,
    /// It is known, checked and shown, but changes nothing here.
    No,
}

/// What there is to know of a setting.
#[derive(Debug)]
pub struct Setting {
    /// Kafka's name.
    pub name: &'static str,
    /// Whose it is.
    pub scope: Scope,
    /// Its type.
    pub kind: Type,
    /// What its number counts.
    pub unit: Unit,
    /// Which values are allowed. Where Kafka sets no limit to a duration or a size, the limit is zero here.
    pub limits: Limits,
    /// Whether the simulation acts on it.
    pub acts: Acts,
    /// What it does, in one sentence of Markdown.
    pub meaning: &'static str,
    /// Its default in Kafka 4.1.
    pub default: fn() -> Value,
}

impl Setting {
    /// The rules that tie it to other settings.
    pub fn rules(&self) -> impl Iterator<Item = &'static Rule> {
        RULES.iter().filter(|rule| rule.settings.contains(&self.name))
    }

    /// The whole number that a value means, if its type and limits allow it (`ConfigDef.parseType`): a number, or a text
    /// that holds one.
    #[must_use]
    pub fn whole_number(&self, value: &Value) -> Option<i64> {
        let number = match value {
            Value::Int(number) => *number,
            Value::Text(text) => text.trim().parse().ok()?,
            _ => return None,
        };
        let (low, high) = self.range()?;
        (low..=high).contains(&number).then_some(number)
    }

    /// The smallest and the largest number allowed; `None` if it is no number.
    #[must_use]
    pub fn range(&self) -> Option<(i64, i64)> {
        let (low, high) = match self.kind {
            Type::Short => (i64::from(i16::MIN), i64::from(i16::MAX)),
            Type::Int => (i64::from(i32::MIN), i64::from(i32::MAX)),
            Type::Long => (i64::MIN, i64::MAX),
            _ => return None,
        };
        Some(match self.limits {
            Limits::AtLeast(least) => (low.max(least), high),
            _ => (low, high),
        })
    }

    /// The text that a value means; Kafka trims it.
    #[must_use]
    pub fn text<'a>(&self, value: &'a Value) -> Option<&'a str> {
        let Value::Text(text) = value else { return None };
        let text = text.trim();
        let allowed = match self.limits {
            Limits::OneOf(words) => words.iter().any(|word| word.eq_ignore_ascii_case(text)),
            Limits::NotEmpty => !text.is_empty(),
            _ => true,
        };
        allowed.then_some(text)
    }

    /// What is allowed, as the end of "expected …".
    #[must_use]
    pub fn allowed(&self) -> String {
        match (self.kind, self.limits) {
            (_, Limits::Form(form)) => form.into(),
            (_, Limits::OneOf(words)) => format!("one of {}", words.join(", ")),
            (Type::Boolean, _) => "true or false".into(),
            (Type::Short | Type::Int | Type::Long, _) => {
                let (low, high) = self.range().unwrap_or_default();
                let unit = if self.unit == Unit::None { String::new() } else { format!(" of {}", self.unit.name()) };
                format!("a whole number{unit} from {low} to {high}")
            }
            (_, Limits::NotEmpty) => "a text that is not empty".into(),
            (Type::List, _) => "a list of texts, or one text with commas".into(),
            _ => "a text".into(),
        }
    }

    /// The error for a value that can't be read.
    #[must_use]
    pub fn invalid(&self, value: &Value) -> ConfigError {
        ConfigError::Invalid { name: self.name, value: value.clone(), allowed: self.allowed() }
    }
}

impl Unit {
    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Ms => "ms",
            Self::Minutes => "minutes",
            Self::Hours => "hours",
            Self::Seconds => "seconds",
            Self::Bytes => "bytes",
            Self::Records => "records",
            Self::Members => "members",
            Self::Partitions => "partitions",
            Self::Replicas => "replicas",
            Self::Threads => "threads",
        }
    }
}

/// Finds a setting by its name.
///
/// # Errors
/// If it belongs to another scope, or there is none of that name; then the nearest known name is given.
pub fn lookup(scope: Scope, name: &str) -> Result<&'static Setting, ConfigError> {
    if let Some(setting) = scope.settings().iter().find(|setting| setting.name == name) {
        return Ok(setting);
    }
    let elsewhere = [Scope::Consumer, Scope::Broker, Scope::Topic].into_iter().flat_map(|scope| scope.settings());
    if let Some(found) = elsewhere.clone().find(|setting| setting.name == name) {
        return Err(ConfigError::WrongScope { scope, name: found.name, actual: found.scope });
    }
    let likeness = |setting: &Setting| strsim::damerau_levenshtein(setting.name, name);
    let nearest = scope.settings().iter().min_by_key(|setting| likeness(setting)).map_or("", |setting| setting.name);
    Err(ConfigError::Unknown { scope, name: name.into(), nearest })
}
