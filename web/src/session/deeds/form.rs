//! What is asked before something is done: numbers and choices, each with a value that makes sense.

use groupscope_core::{
    config::Scope,
    protocol::{Name, TopicName, TopicPartition},
    scenario::Do,
    simulation::frame::ConsumerFrame,
};
use serde_json::{Map, Value, json};

use crate::session::{
    Session,
    knob::{self, Knob},
};

/// What is asked about.
#[derive(Clone, Debug, PartialEq)]
pub enum Ask {
    /// How long a consumer stays away.
    Restart(Name),
    /// How long an application works on a record.
    Slow(Name),
    /// Which link of a consumer is cut, and which way.
    Cut(Name),
    /// Which link of a consumer becomes slow, which way, and how slow.
    SlowLink(Name),
    /// Where a consumer goes on to read; this partition is proposed.
    Seek(Name, TopicPartition),
    /// How much later a message arrives: a `delay` whose `ms` is asked.
    Delay(Do),
    /// How many partitions a topic is to have.
    AddPartitions(TopicName),
    /// Name and partitions of another topic.
    AddTopic,
    /// The topics that a consumer subscribes to instead.
    Subscribe(Name),
    /// The partitions that an application takes instead.
    Assign(Name),
    /// How consumers are restarted in turn.
    RollingRestart,
    /// Another value of a setting: of one consumer, or of everybody and the brokers.
    Set(Option<Name>),
    /// Who gets which partitions when this leader sends the next plan.
    Plan(Name),
}

/// A question about one number, word or list.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// What it is called: one of Kafka's or of the scenario's own words, or in the reader's language.
    pub label: String,
    /// Whether the label is such a word.
    pub is_code: bool,
    /// How it is answered.
    pub input: Input,
    /// The answer that is proposed.
    pub value: String,
}

/// How a question is answered.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// With a whole number from 0, of this unit.
    Number(&'static str),
    /// With one of these: the value and what it is called.
    Choice(Vec<(String, String)>),
    /// With a text; these are proposed.
    Text(Vec<&'static str>),
}

/// A form.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    /// What is to be done.
    pub title: String,
    /// When, ms.
    pub at: u64,
    /// The questions.
    pub fields: Vec<Field>,
    ask: Ask,
}

const RESTART_MS: &str = "5000";
const SLOW_MS: &str = "2000";
const SLOW_LINK_MS: &str = "500";
const DELAY_MS: &str = "1000";
const EVERY_MS: &str = "15000";
const PARTITION: &str = "partition";
const BOTH: &str = "both";
const UP: &str = "up";
const DOWN: &str = "down";

impl Form {
    pub(super) fn new(session: &Session, title: String, at: u64, ask: Ask) -> Self {
        let fields = fields(session, &ask);
        Self { title, at, fields, ask }
    }

    /// The actions that these answers make, as JSON: one for each field, in their order. What cannot be read stays as it is,
    /// so that the scenario's reader says what is wrong with it.
    #[must_use]
    pub fn actions(&self, answers: &[String]) -> Vec<Value> {
        let text = |place: usize| answers.get(place).map_or("", |answer| answer.trim());
        let number = |place| number(text(place));
        match &self.ask {
            Ask::Restart(consumer) => vec![json!({"do": "restart", "consumer": consumer, "after": number(0)})],
            Ask::Slow(consumer) => vec![json!({"do": "slow", "consumer": consumer, "process.ms": number(0)})],
            Ask::Cut(consumer) => ways(consumer, text(0), text(1), &json!({"do": "cut"})),
            Ask::SlowLink(consumer) => {
                let latency = number(2);
                ways(consumer, text(0), text(1), &json!({"do": "slowLink", "latency.ms": [latency, latency]}))
            }
            Ask::Seek(consumer, _) => {
                let mut action = json!({"do": "seek", "consumer": consumer});
                let partition = partition(text(0));
                action["topic"] = json!(partition.topic);
                action[PARTITION] = json!(partition.partition);
                action[text(1)] = number(2);
                vec![action]
            }
            Ask::Delay(delay) => {
                let mut action = json!(delay);
                action["ms"] = number(0);
                vec![action]
            }
            Ask::AddPartitions(topic) => {
                vec![json!({"do": "addPartitions", "topic": topic, "partitions": number(0)})]
            }
            Ask::AddTopic => {
                let topic = json!({"name": text(0), "partitions": number(1), "produce.per.second": number(2)});
                vec![json!({"do": "addTopic", "topic": topic})]
            }
            Ask::Subscribe(consumer) => {
                let topics: Vec<_> = words(text(0)).collect();
                vec![json!({"do": "subscribe", "consumer": consumer, "topics": topics})]
            }
            Ask::Assign(consumer) => {
                let mut taken = std::collections::BTreeMap::<_, Vec<i32>>::new();
                for partition in partitions(text(0)) {
                    taken.entry(partition.topic).or_default().push(partition.partition);
                }
                vec![json!({"do": "assign", "consumer": consumer, "partitions": taken})]
            }
            Ask::RollingRestart => vec![json!({"do": "rollingRestart", "after": number(0), "every": number(1)})],
            Ask::Set(consumer) => vec![set(consumer.as_ref(), text(0), text(1))],
            Ask::Plan(consumer) => {
                let shares = self.fields.iter().enumerate();
                let shares = shares.map(|(place, field)| (field.label.clone(), json!(partitions(text(place)))));
                let assignment: Map<_, _> = shares.collect();
                vec![json!({"do": "plan", "consumer": consumer, "assignment": assignment})]
            }
        }
    }
}

/// A number as JSON; a text that is none stays a text.
fn number(text: &str) -> Value {
    let digits: String = text.chars().filter(|c| !c.is_whitespace() && *c != '\u{2009}').collect();
    digits.parse::<u64>().map_or_else(|_| json!(text), |number| json!(number))
}

/// `orders-0` as a partition.
fn partition(text: &str) -> TopicPartition {
    let (topic, number) = text.rsplit_once('-').unwrap_or((text, ""));
    number.parse().map_or_else(|_| TopicPartition::new(text, -1), |number| TopicPartition::new(topic, number))
}

/// The words of a list.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split([',', ' ']).filter(|word| !word.is_empty())
}

/// `orders-0, orders-1` as partitions.
fn partitions(text: &str) -> Vec<TopicPartition> {
    words(text).map(partition).collect()
}

/// An action on a consumer's link to a broker: up, down or both ways.
fn ways(consumer: &Name, broker: &str, way: &str, action: &Value) -> Vec<Value> {
    let on = |from: &str, to: &str| {
        let mut action = action.clone();
        action["from"] = json!(from);
        action["to"] = json!(to);
        action
    };
    let (up, down) = (on(consumer, broker), on(broker, consumer));
    match way {
        UP => vec![up],
        DOWN => vec![down],
        _ => vec![up, down],
    }
}

fn set(consumer: Option<&Name>, name: &str, value: &str) -> Value {
    let value = match Knob::of(name) {
        Ok(knob) => json!(knob::typed(&knob, value)),
        Err(_) => json!(value),
    };
    let mut action = json!({"do": "set", "settings": {name: value}});
    if let Some(consumer) = consumer {
        action["consumer"] = json!(consumer);
    }
    action
}

fn fields(session: &Session, ask: &Ask) -> Vec<Field> {
    let number = |label: &str, value: &str| Field::number(label, "ms", value);
    match ask {
        Ask::Restart(_) => vec![number("after", RESTART_MS)],
        Ask::Slow(_) => vec![number("process.ms", SLOW_MS)],
        Ask::Cut(consumer) => link(session, consumer),
        Ask::SlowLink(consumer) => {
            let mut fields = link(session, consumer);
            fields.push(number("latency.ms", SLOW_LINK_MS));
            fields
        }
        Ask::Seek(consumer, proposed) => seek(session, consumer, proposed),
        Ask::Delay(_) => vec![number("ms", DELAY_MS)],
        Ask::AddPartitions(topic) => {
            let now = session.frame.partitions.iter().filter(|partition| partition.topic == *topic).count();
            vec![Field::number("partitions", "", &(now + 1).to_string())]
        }
        Ask::AddTopic => vec![
            Field::text("name", free_topic(session)),
            Field::number("partitions", "", "3"),
            Field::number("produce.per.second", "", "10"),
        ],
        Ask::Subscribe(consumer) => {
            let now = session.scenario().consumer(consumer).map(|consumer| consumer.subscribe.join(", "));
            vec![Field::text("topics", now.unwrap_or_default())]
        }
        Ask::Assign(consumer) => {
            let now = session.frame.consumers.iter().find(|it| it.name == *consumer);
            vec![Field::text("partitions", now.map(|now| listed(&now.owned)).unwrap_or_default())]
        }
        Ask::RollingRestart => vec![number("after", RESTART_MS), number("every", EVERY_MS)],
        Ask::Set(consumer) => settings(session, consumer.as_ref()),
        Ask::Plan(leader) => plan(session, leader),
    }
}

impl Field {
    fn number(label: &str, unit: &'static str, value: &str) -> Self {
        Self { label: label.into(), is_code: true, input: Input::Number(unit), value: value.into() }
    }

    fn text(label: &str, value: String) -> Self {
        Self { label: label.into(), is_code: true, input: Input::Text(Vec::new()), value }
    }

    fn choice(label: String, choices: Vec<(String, String)>, value: String) -> Self {
        Self { label, is_code: false, input: Input::Choice(choices), value }
    }
}

/// `orders-0, orders-1`
fn listed(partitions: &[TopicPartition]) -> String {
    partitions.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// The first name of a topic that there is not yet.
fn free_topic(session: &Session) -> String {
    let is_free = |name: &String| session.frame.partitions.iter().all(|partition| partition.topic != **name);
    (1..).map(|number| format!("topic-{number}")).find(is_free).unwrap_or_default()
}

/// The broker at a link's other end, that of the coordinator first, and the way.
fn link(session: &Session, consumer: &Name) -> Vec<Field> {
    let words = &session.words;
    let group = session.frame.consumers.iter().find(|it| it.name == *consumer).and_then(|it| it.group.as_ref());
    let group = session.frame.groups.iter().find(|it| Some(&it.id) == group);
    let brokers: Vec<_> = session.frame.brokers.iter().map(|broker| format!("broker-{}", broker.id)).collect();
    let first = group.map(|group| group.coordinator.clone()).filter(|name| brokers.contains(name));
    let first = first.or_else(|| brokers.first().cloned()).unwrap_or_default();
    let brokers = brokers.into_iter().map(|broker| (broker.clone(), broker)).collect();
    let ways = [(BOTH, "ui-way-both"), (UP, "ui-way-up"), (DOWN, "ui-way-down")];
    let ways = ways.map(|(way, key)| (way.to_owned(), words.text(key)));
    vec![
        Field::choice(words.text("ui-field-broker"), brokers, first),
        Field::choice(words.text("ui-field-way"), ways.into(), BOTH.into()),
    ]
}

fn seek(session: &Session, consumer: &Name, proposed: &TopicPartition) -> Vec<Field> {
    let words = &session.words;
    let consumer = session.frame.consumers.iter().find(|it| it.name == *consumer);
    let owned = consumer.map(|consumer| consumer.owned.iter().map(ToString::to_string)).into_iter().flatten();
    let owned = owned.map(|partition| (partition.clone(), partition)).collect();
    let to = [("offset", "ui-seek-offset"), ("time", "ui-seek-time")];
    let to = to.map(|(to, key)| (to.to_owned(), words.text(key)));
    let start = session.frame.partitions.iter();
    let start =
        start.filter(|it| it.topic == proposed.topic && it.partition == proposed.partition).map(|it| it.log_start);
    vec![
        Field::choice(words.text("ui-field-partition"), owned, proposed.to_string()),
        Field::choice(words.text("ui-field-to"), to.into(), "offset".into()),
        Field {
            label: words.text("ui-field-value"),
            is_code: false,
            input: Input::Number(""),
            value: start.max().unwrap_or_default().to_string(),
        },
    ]
}

fn settings(session: &Session, consumer: Option<&Name>) -> Vec<Field> {
    let scopes: &[Scope] = if consumer.is_some() { &[Scope::Consumer] } else { &[Scope::Consumer, Scope::Broker] };
    let names = scopes.iter().flat_map(|scope| scope.settings()).map(|setting| setting.name).collect();
    let first = "session.timeout.ms";
    let value = Knob::of(first).map(|knob| knob::text(&knob.value(session.scenario(), consumer.map(|it| &**it))));
    let value: String = value.unwrap_or_default().chars().filter(|c| *c != '\u{2009}').collect();
    let words = &session.words;
    vec![
        Field { label: words.text("ui-field-setting"), is_code: false, input: Input::Text(names), value: first.into() },
        Field { label: words.text("ui-field-value"), is_code: false, input: Input::Text(Vec::new()), value },
    ]
}

/// The members of the leader's group, each with what it has now.
fn plan(session: &Session, leader: &Name) -> Vec<Field> {
    let frame = &session.frame;
    let Some(group) = frame.groups.iter().find(|group| group.leader.as_ref() == Some(leader)) else {
        return Vec::new();
    };
    let is_member = |consumer: &&ConsumerFrame| group.members.iter().any(|member| member.consumer == consumer.name);
    let share = |consumer: &ConsumerFrame| Field::text(&consumer.name, listed(&consumer.assigned));
    frame.consumers.iter().filter(is_member).map(share).collect()
}
