//! Reads a scenario's text part by part, so that every mistake is found at once and has its place.

use serde::{
    Deserialize,
    de::{DeserializeOwned, Error as _, value::Error as Unread},
};
use serde_json::Value;

use super::{
    Action, Broker, Cluster, Consumer, Do, Latency, Network, Parsed, Problem, Scenario, ScenarioError, Settings,
    Severity, Topic, check, default, limits, locate,
};
use crate::{
    nearest::nearest,
    protocol::{BrokerId, GroupId},
};

impl Scenario {
    /// Reads a scenario's text.
    ///
    /// # Errors
    ///
    /// If it is no JSON, or no scenario that could run: with every mistake in it.
    pub fn parse(text: &str) -> Result<Parsed, ScenarioError> {
        if text.len() > limits::TEXT_BYTES {
            let message = format!("{} bytes are too many; a scenario has at most {}", text.len(), limits::TEXT_BYTES);
            return Err(Problem::error("", message).into());
        }
        let value = serde_json::from_str(text).map_err(|error| Problem::syntax(&error))?;
        let located = |mut problems: Vec<Problem>| {
            locate::locate(text, &mut problems);
            problems
        };
        match Self::from_value(value) {
            Ok(parsed) => Ok(Parsed { warnings: located(parsed.warnings), ..parsed }),
            Err(error) => Err(ScenarioError { problems: located(error.problems) }),
        }
    }

    /// Reads a scenario that is JSON already.
    ///
    /// # Errors
    ///
    /// If it is no scenario that could run: with every mistake in it.
    pub fn from_value(value: Value) -> Result<Parsed, ScenarioError> {
        let mut reader = Reader::default();
        let scenario = reader.scenario(value);
        let mut problems = reader.problems;
        if let Some(scenario) = &scenario {
            check::check(scenario, &mut problems);
        }
        let broken = problems.iter().any(|problem| problem.severity == Severity::Error);
        match scenario {
            Some(scenario) if !broken => Ok(Parsed { scenario, warnings: problems }),
            _ => Err(ScenarioError { problems }),
        }
    }
}

/// Reads what stands at a place.
#[derive(Default)]
pub(crate) struct Reader {
    path: String,
    problems: Vec<Problem>,
}

/// A scenario whose parts are read later, each by itself.
#[derive(Deserialize)]
struct Parts {
    groupscope: Value,
    #[serde(default)]
    title: String,
    #[serde(default = "default::seed")]
    seed: u64,
    cluster: Option<Value>,
    network: Option<Network>,
    #[serde(default)]
    topics: Vec<Value>,
    group: Option<GroupId>,
    #[serde(rename = "coordinator.on")]
    coordinator_on: Option<BrokerId>,
    #[serde(default)]
    consumers: Vec<Value>,
    #[serde(default)]
    actions: Vec<Value>,
    until: u64,
}

#[derive(Deserialize)]
struct ClusterParts {
    brokers: Option<Vec<Value>>,
    #[serde(default)]
    settings: Settings,
}

/// A latency as it may be written.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged, expecting = "a number of ms, or [from, to]")]
pub(super) enum LatencyText {
    /// Always this long.
    Always(u64),
    /// From the first to the last, both included.
    Between([u64; 2]),
}

impl From<LatencyText> for Latency {
    fn from(text: LatencyText) -> Self {
        match text {
            LatencyText::Always(ms) => Self { min: ms, max: ms },
            LatencyText::Between([min, max]) => Self { min, max },
        }
    }
}

impl Reader {
    /// All that was found wrong.
    pub(crate) fn into_problems(self) -> Vec<Problem> {
        self.problems
    }

    /// What was found wrong with a part that was read by itself.
    pub(crate) fn add(&mut self, problems: Vec<Problem>, place: &str) {
        let outside = join(&self.path, place);
        let placed = |it: Problem| Problem { path: join(&outside, &it.path), ..it };
        self.problems.extend(problems.into_iter().map(placed));
    }

    /// Reads one structure; unknown fields are warnings.
    pub(crate) fn read<T: DeserializeOwned>(&mut self, value: Value) -> Option<T> {
        let mut track = serde_path_to_error::Track::new();
        let mut unknown = Vec::new();
        let tracked = serde_path_to_error::Deserializer::new(value, &mut track);
        let read = serde_ignored::deserialize(tracked, |path| unknown.push(path.to_string()));
        for field in unknown {
            self.unknown_field::<T>(&field);
        }
        read.map_err(|error: serde_json::Error| {
            let path = track.path().to_string();
            let path = if path == "." { String::new() } else { path };
            self.error(&path, in_plain_words(&error.to_string()));
        })
        .ok()
    }

    fn scenario(&mut self, value: Value) -> Option<Scenario> {
        let parts: Parts = self.read(value)?;
        if parts.groupscope != 1 {
            self.error(
                "groupscope",
                format!("version {} of the format; this program knows version 1", parts.groupscope),
            );
        }
        let cluster =
            parts.cluster.map_or_else(|| Some(Cluster::default()), |it| self.at("cluster", |r| r.cluster(it)));
        let topics = self.list("topics", parts.topics, limits::TOPICS, Self::read::<Topic>);
        let consumers = self.list("consumers", parts.consumers, limits::CONSUMERS, Self::read::<Consumer>);
        let actions = self.list("actions", parts.actions, limits::ACTIONS, Self::action);
        Some(Scenario {
            groupscope: 1,
            title: parts.title,
            seed: parts.seed,
            cluster: cluster?,
            network: parts.network.unwrap_or_default(),
            topics: topics?,
            group: parts.group.unwrap_or_else(|| "g".into()),
            coordinator_on: parts.coordinator_on,
            consumers: consumers?,
            actions: actions?,
            until: parts.until,
        })
    }

    fn cluster(&mut self, value: Value) -> Option<Cluster> {
        let parts: ClusterParts = self.read(value)?;
        let brokers = match parts.brokers {
            Some(brokers) => self.list("brokers", brokers, limits::BROKERS, Self::read::<Broker>)?,
            None => Cluster::default().brokers,
        };
        Some(Cluster { brokers, settings: parts.settings })
    }

    fn action(&mut self, value: Value) -> Option<Action> {
        let Value::Object(mut fields) = value else {
            self.error("", "an action is an object: {\"at\": ms, \"do\": \"kill\", …}".into());
            return None;
        };
        let at = fields.remove("at").and_then(|at| at.as_u64());
        if at.is_none() {
            self.error("at", "`at` is the time of the action: a whole number of ms, 0 or more".into());
        }
        let what = self.deed(fields)?;
        Some(Action { at: at?, what })
    }

    /// Reads what is done: the word and its fields.
    pub(crate) fn deed(&mut self, mut fields: serde_json::Map<String, Value>) -> Option<Do> {
        let word = fields.remove("do").unwrap_or_default();
        let Some(word) = word.as_str().filter(|word| Do::WORDS.contains(word)) else {
            let hint = nearest(word.as_str().unwrap_or_default(), Do::WORDS.iter().copied());
            let hint = hint.map(|near| format!("did you mean `{near}`? ")).unwrap_or_default();
            self.error("do", format!("{word} is no action. {hint}Known are: {}", Do::WORDS.join(", ")));
            return None;
        };
        Do::read(word, self, Value::Object(fields))
    }

    /// Reads a list; `None` if one of its items is wrong.
    pub(crate) fn list<T>(
        &mut self,
        name: &str,
        items: Vec<Value>,
        most: usize,
        mut read: impl FnMut(&mut Reader, Value) -> Option<T>,
    ) -> Option<Vec<T>> {
        if items.len() > most {
            self.error(name, format!("{} of them; at most {most} are allowed", items.len()));
            return None;
        }
        let all: Vec<_> = items
            .into_iter()
            .enumerate()
            .map(|(index, item)| self.at(&format!("{name}[{index}]"), |reader| read(reader, item)))
            .collect();
        all.into_iter().collect()
    }

    pub(crate) fn at<T>(&mut self, place: &str, read: impl FnOnce(&mut Reader) -> T) -> T {
        let outside = self.path.len();
        self.path = join(&self.path, place);
        let result = read(self);
        self.path.truncate(outside);
        result
    }

    pub(crate) fn error(&mut self, place: &str, message: String) {
        self.problems.push(Problem::error(join(&self.path, place), message));
    }

    fn unknown_field<T: DeserializeOwned>(&mut self, field: &str) {
        let name = field.rsplit('.').next().unwrap_or(field);
        if field == "recorded" || name.starts_with("x-") {
            return;
        }
        let known = fields_of::<T>();
        let message = match nearest(field, known.iter().copied()) {
            Some(near) => format!("no such field is known; did you mean `{near}`?"),
            None => format!("no such field is known; there are: {}", known.join(", ")),
        };
        self.problems.push(Problem { severity: Severity::Warning, ..Problem::error(join(&self.path, field), message) });
    }
}

impl Problem {
    pub(crate) fn error(path: impl Into<String>, message: String) -> Self {
        Self { severity: Severity::Error, path: path.into(), line: None, column: None, message }
    }

    pub(crate) fn syntax(error: &serde_json::Error) -> Self {
        let text = error.to_string();
        let message = text.split(" at line ").next().unwrap_or(&text);
        let message = format!("this is not JSON: {message}");
        Self { line: Some(error.line()), column: Some(error.column()), ..Self::error("", message) }
    }
}

impl From<Problem> for ScenarioError {
    fn from(problem: Problem) -> Self {
        Self { problems: vec![problem] }
    }
}

/// serde speaks of Rust's types.
fn in_plain_words(message: &str) -> String {
    let words = [("u64", "a whole number, 0 or more"), ("u32", "a whole number, 0 or more"), ("i32", "a whole number")];
    let more = [("i64", "a whole number"), ("f64", "a number"), ("a sequence", "a list"), ("a map", "an object")];
    let replaced = words
        .iter()
        .chain(&more)
        .find_map(|(from, to)| Some(format!("{}expected {to}", message.strip_suffix(&format!("expected {from}"))?)));
    replaced.unwrap_or_else(|| message.into())
}

pub(crate) fn join(path: &str, place: &str) -> String {
    match (path, place) {
        ("", _) => place.into(),
        (_, "") => path.into(),
        _ if place.starts_with('[') => format!("{path}{place}"),
        _ => format!("{path}.{place}"),
    }
}

/// The names of a structure's fields, as serde's derive knows them.
fn fields_of<T: DeserializeOwned>() -> &'static [&'static str] {
    let mut fields: &'static [&'static str] = &[];
    // It only looks at what T asks for and then gives up.
    let _: Result<T, Unread> = T::deserialize(FieldsOf(&mut fields));
    fields
}

struct FieldsOf<'a>(&'a mut &'static [&'static str]);

impl<'de> serde::Deserializer<'de> for FieldsOf<'_> {
    type Error = Unread;

    fn deserialize_any<V: serde::de::Visitor<'de>>(self, _: V) -> Result<V::Value, Unread> {
        Err(Unread::custom("not a structure"))
    }

    fn deserialize_struct<V: serde::de::Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Unread> {
        *self.0 = fields;
        Err(Unread::custom("only the names are wanted"))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct
        seq tuple tuple_struct map enum identifier ignored_any
    }
}
