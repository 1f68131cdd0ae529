//! The quantities that a reader can turn: Kafka's settings and what surrounds them.

use groupscope_core::{
    config::{Acts, ConfigError, Limits, Scope, Setting, Type, Unit, Value, lookup},
    protocol::Name,
    scenario::{
        Scenario, Settings,
        edit::{EditError, LATENCY, POLL, PROCESS, PRODUCE, Whose},
    },
};
use groupscope_view::words::Words;

/// Something that can be turned.
#[derive(Clone, Copy, Debug)]
pub enum Knob {
    /// A setting of consumers, topics or brokers.
    Setting(&'static Setting),
    /// The network's latency, one way.
    Latency,
    /// How long the applications work on a record.
    Process,
    /// The argument of the applications' poll().
    Poll,
    /// How many records a second are produced to each topic.
    Produce,
}

/// By their names.
impl PartialEq for Knob {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Knob {
    /// The knob of that name: Kafka's name of a setting, or a scenario's word.
    ///
    /// # Errors
    /// There is none; the error names the nearest.
    pub fn of(name: &str) -> Result<Self, ConfigError> {
        match name {
            LATENCY => Ok(Self::Latency),
            PROCESS => Ok(Self::Process),
            POLL => Ok(Self::Poll),
            PRODUCE => Ok(Self::Produce),
            _ => match lookup(Scope::Consumer, name) {
                Err(ConfigError::WrongScope { actual, .. }) => lookup(actual, name),
                found => found,
            }
            .map(Self::Setting),
        }
    }

    /// Its name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Setting(setting) => setting.name,
            Self::Latency => LATENCY,
            Self::Process => PROCESS,
            Self::Poll => POLL,
            Self::Produce => PRODUCE,
        }
    }

    /// What its numbers count.
    #[must_use]
    pub const fn unit(&self) -> Unit {
        match self {
            Self::Setting(setting) => setting.unit,
            Self::Produce => Unit::Records,
            _ => Unit::Ms,
        }
    }

    /// What holds where nobody says otherwise, if that means something.
    #[must_use]
    pub fn default(&self) -> Option<Value> {
        match self {
            Self::Setting(setting) => Some((setting.default)()),
            _ => None,
        }
    }

    /// What holds in a scenario: for `consumer`, or for the first one. [`Value::Null`] where nothing does.
    #[must_use]
    pub fn value(&self, scenario: &Scenario, consumer: Option<&str>) -> Value {
        let whole = |number: u64| Value::Int(number.try_into().unwrap_or(i64::MAX));
        let one = match consumer {
            Some(name) => scenario.consumer(name),
            None => scenario.all_consumers().map(|(consumer, _)| consumer).next(),
        };
        match self {
            Self::Latency => whole(scenario.network.latency.max),
            Self::Process => one.map_or(Value::Null, |one| whole(one.process_ms)),
            Self::Poll => one.map_or(Value::Null, |one| whole(one.poll_ms)),
            Self::Produce => {
                scenario.topics.first().map_or(Value::Null, |topic| whole(topic.produce_per_second.0 / 1000))
            }
            Self::Setting(setting) => {
                let name = setting.name;
                let found = match setting.scope {
                    Scope::Broker => scenario.cluster.config().ok().and_then(|config| config.get(name)),
                    Scope::Topic => scenario.topics.first().and_then(|topic| topic.config().ok()?.get(name)),
                    Scope::Consumer => one.and_then(|one| scenario.config_of(one, &Settings::new()).ok()?.get(name)),
                };
                found.unwrap_or(Value::Null)
            }
        }
    }

    /// The scenario with another value, for one consumer or for all.
    ///
    /// # Errors
    /// The value is not allowed, or nobody is called so.
    pub fn turn(&self, scenario: &Scenario, consumer: Option<&str>, value: &Value) -> Result<Scenario, EditError> {
        scenario.with_knob(consumer.map_or(Whose::Everybody, Whose::Consumer), self.name(), value)
    }

    /// The words it chooses between; none if it is not such a setting.
    #[must_use]
    pub fn choices(&self) -> Option<Vec<&'static str>> {
        let Self::Setting(setting) = self else { return None };
        match (setting.kind, setting.limits) {
            (Type::Boolean, _) => Some(vec!["true", "false"]),
            (_, Limits::OneOf(words)) => Some(words.to_vec()),
            _ if setting.name == "partition.assignment.strategy" => {
                Some(vec!["range", "roundrobin", "sticky", "cooperative-sticky"])
            }
            _ if setting.name == "replica.selector.class" => Some(vec!["LeaderSelector", "RackAwareReplicaSelector"]),
            _ if setting.name == "auto.offset.reset" => Some(vec!["latest", "earliest", "none", "by_duration:PT1M"]),
            _ => None,
        }
    }

    /// Whether it is a consumer's name for something, and so each one's own.
    #[must_use]
    pub fn is_name(&self) -> bool {
        matches!(self, Self::Setting(Setting { scope: Scope::Consumer, kind: Type::String, .. }))
            && self.choices().is_none()
    }

    /// Whether it turns without effect: the simulation knows the setting, and does not act on it.
    #[must_use]
    pub const fn is_inert(&self) -> bool {
        matches!(self, Self::Setting(Setting { acts: Acts::No, .. }))
    }

    /// How its slider maps; `None` if it is no number.
    #[must_use]
    pub fn scale(&self) -> Option<Scale> {
        if let Some((_, low, high)) = RANGES.iter().find(|(name, ..)| *name == self.name()) {
            return Some(Scale { low: *low, high: *high });
        }
        let Self::Setting(setting) = self else { return None };
        let (least, most) = setting.range()?;
        let Value::Int(default) = (setting.default)() else { return None };
        let low = (default / 50).max(least.max(0));
        let high = default.saturating_mul(20).max(low + 100).min(most);
        Some(Scale { low, high })
    }
}

/// From where to where the sliders go of what is turned most.
const RANGES: [(&str, i64, i64); 13] = [
    ("session.timeout.ms", 1_000, 300_000),
    ("heartbeat.interval.ms", 100, 60_000),
    ("max.poll.interval.ms", 1_000, 1_000_000),
    ("max.poll.records", 1, 5_000),
    ("auto.commit.interval.ms", 100, 60_000),
    ("group.initial.rebalance.delay.ms", 0, 30_000),
    ("fetch.max.wait.ms", 0, 30_000),
    ("request.timeout.ms", 100, 300_000),
    ("retry.backoff.ms", 10, 10_000),
    (LATENCY, 0, 1_000),
    (PROCESS, 0, 60_000),
    (POLL, 0, 10_000),
    (PRODUCE, 0, 1_000),
];

/// A slider's scale: logarithmic, since all these quantities span decades; from zero where they begin there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// The value at the left end.
    pub low: i64,
    /// The value at the right end.
    pub high: i64,
}

/// How many positions a slider has.
pub const POSITIONS: u32 = 1000;

impl Scale {
    /// What the logarithm counts from.
    fn base(self) -> f64 {
        if self.low > 0 { self.low as f64 } else { (self.high as f64 / 200.0).max(1.0) }
    }

    /// How far to the right a value stands, 0 to 1.
    #[must_use]
    pub fn share(self, value: i64) -> f64 {
        let (base, low) = (self.base(), self.low as f64);
        let log = |value: f64| ((value - low) / base).max(0.0).ln_1p();
        (log(value as f64) / log(self.high as f64)).clamp(0.0, 1.0)
    }

    /// The slider's position of a value.
    #[must_use]
    pub fn position(self, value: i64) -> u32 {
        (self.share(value) * f64::from(POSITIONS)).round() as u32
    }

    /// The value at a position, rounded to two figures as people would choose it.
    #[must_use]
    pub fn value(self, position: u32) -> i64 {
        match position {
            0 => self.low,
            POSITIONS.. => self.high,
            _ => {
                let (base, low) = (self.base(), self.low as f64);
                let whole = ((self.high as f64 - low) / base).ln_1p();
                let value = low + base * (whole * f64::from(position) / f64::from(POSITIONS)).exp_m1();
                two_figures(value).clamp(self.low, self.high)
            }
        }
    }

    /// The next value that differs, up or down: what an arrow key chooses.
    #[must_use]
    pub fn next(self, value: i64, up: bool) -> i64 {
        let mut position = self.position(value);
        loop {
            let end = if up { POSITIONS } else { 0 };
            if position == end {
                return self.value(end);
            }
            position = if up { position + 1 } else { position - 1 };
            let found = self.value(position);
            if found != value && (found > value) == up {
                return found;
            }
        }
    }
}

fn two_figures(value: f64) -> i64 {
    let unit = 10_f64.powf((value.max(1.0).log10().floor() - 1.0).max(0.0));
    ((value / unit).round() * unit) as i64
}

/// A value as the reader sees it: numbers with thin spaces, words without quotes.
#[must_use]
pub fn text(value: &Value) -> String {
    match value {
        Value::Int(number) => groupscope_view::clock::number(*number),
        Value::Text(text) => text.to_string(),
        Value::List(values) => values.iter().map(text).collect::<Vec<_>>().join(", "),
        Value::Null => "–".into(),
        other => other.to_string(),
    }
}

/// What a knob is called, and whether that is Kafka's own name.
#[must_use]
pub fn title(words: &Words, knob: &Knob) -> (String, bool) {
    match knob {
        Knob::Setting(setting) => (setting.name.to_owned(), true),
        other => (words.text(&format!("ui-knob-{}", other.name().trim_end_matches(".ms").replace('.', "-"))), false),
    }
}

/// The value that somebody has typed: a number with or without gaps, a word, or several with commas.
#[must_use]
pub fn typed(knob: &Knob, text: &str) -> Value {
    let text = text.trim();
    let digits: String = text.chars().filter(|c| !c.is_whitespace() && *c != '\u{2009}' && *c != ',').collect();
    match digits.parse() {
        Ok(number) => Value::Int(number),
        Err(_) if text == "true" => Value::Bool(true),
        Err(_) if text == "false" => Value::Bool(false),
        Err(_) if matches!(knob, Knob::Setting(setting) if setting.kind == Type::List) => {
            text.split(',').map(|word| Name::from(word.trim())).map(Value::Text).collect::<Vec<_>>().into()
        }
        Err(_) => Value::Text(text.into()),
    }
}

#[cfg(test)]
mod tests {
    use groupscope_core::scenario::Latency;

    use super::*;

    fn scenario() -> Scenario {
        let text = r#"{"groupscope":1,"group":"g","topics":[{"name":"t","partitions":1}],"until":1000,
            "consumers":[{"name":"a","at":0,"subscribe":["t"],"settings":{"session.timeout.ms":10000}},
                         {"name":"b","at":0,"subscribe":["t"]}]}"#;
        Scenario::parse(text).unwrap().scenario
    }

    #[test]
    fn a_knob_shows_what_holds_and_turns_it_for_one_or_for_all() {
        let (knob, scenario) = (Knob::of("session.timeout.ms").unwrap(), scenario());
        assert_eq!(knob.value(&scenario, None), Value::Int(10_000));
        assert_eq!(knob.value(&scenario, Some("b")), Value::Int(45_000));
        let turned = knob.turn(&scenario, Some("b"), &Value::Int(20_000)).unwrap();
        assert_eq!(
            (knob.value(&turned, Some("a")), knob.value(&turned, Some("b"))),
            (Value::Int(10_000), Value::Int(20_000))
        );
        let turned = knob.turn(&scenario, None, &Value::Int(20_000)).unwrap();
        assert_eq!(knob.value(&turned, Some("a")), Value::Int(20_000));
    }

    #[test]
    fn what_is_no_setting_turns_too() {
        let latency = Knob::of("latency.ms").unwrap().turn(&scenario(), None, &Value::Int(40)).unwrap();
        assert_eq!(latency.network.latency, Latency { min: 40, max: 40 });
        let slow = Knob::of("process.ms").unwrap().turn(&scenario(), Some("b"), &Value::Int(7)).unwrap();
        assert_eq!(slow.consumers.iter().map(|one| one.process_ms).collect::<Vec<_>>(), [1, 7]);
    }

    #[test]
    fn what_is_not_allowed_says_what_is() {
        let error = Knob::of("session.timeout.ms").unwrap().turn(&scenario(), None, &Value::Int(-1)).unwrap_err();
        assert!(error.to_string().contains("session.timeout.ms"), "{error}");
        let error = Knob::Latency.turn(&scenario(), None, &Value::Bool(true)).unwrap_err();
        assert!(error.to_string().contains("whole number of ms"), "{error}");
        assert!(Knob::of("session.timout.ms").unwrap_err().to_string().contains("session.timeout.ms"));
        assert_eq!(
            Knob::Process.turn(&scenario(), Some("z"), &Value::Int(1)).unwrap_err(),
            EditError::Nobody("z".into())
        );
    }

    #[test]
    fn a_slider_reaches_its_ends_and_gives_round_values() {
        for knob in ["session.timeout.ms", "group.initial.rebalance.delay.ms", "fetch.min.bytes", "max.poll.records"] {
            let scale = Knob::of(knob).unwrap().scale().unwrap();
            assert_eq!((scale.value(0), scale.value(POSITIONS)), (scale.low, scale.high), "{knob}");
            let values: Vec<_> = (0..=POSITIONS).map(|position| scale.value(position)).collect();
            assert!(values.is_sorted(), "{knob}");
            for value in [scale.value(500), scale.value(123)] {
                assert_eq!(scale.value(scale.position(value)), value, "{knob}");
            }
        }
    }

    #[test]
    fn an_arrow_key_always_moves() {
        let scale = Scale { low: 0, high: 1_000 };
        assert_eq!((scale.next(0, true), scale.next(1, false), scale.next(1_000, true)), (1, 0, 1_000));
        assert!(scale.next(45, true) > 45 && scale.next(45, false) < 45);
    }

    #[test]
    fn typed_values_are_read_as_they_are_shown() {
        let session = Knob::of("session.timeout.ms").unwrap();
        assert_eq!(typed(&session, &text(&Value::Int(300_000))), Value::Int(300_000));
        let strategy = Knob::of("partition.assignment.strategy").unwrap();
        assert_eq!(typed(&strategy, "range, sticky"), vec!["range", "sticky"].into());
    }
}
