//! A coordinator script as it is written down.

use base64::{Engine, engine::general_purpose::STANDARD};
use groupscope_core::{
    config::{Scope, lookup},
    coordinator::Config,
    protocol::{Bytes, ErrorCode, GroupId, InstanceId, MemberId, Name, TopicName},
};
use serde::{Deserialize, Deserializer, de::Error};
use serde_json::{Map, Value};

use crate::jsonl::Fields;

/// One script, ready to be played: one coordinator, one partition of `__consumer_offsets`.
pub(super) struct Script {
    pub(super) config: Config,
    pub(super) steps: Vec<Step>,
    /// What Kafka did in each step.
    pub(super) expected: Vec<Expected>,
}

/// One step.
#[derive(Debug, Deserialize)]
pub(super) struct Step {
    /// When, ms.
    pub(super) at: u64,
    /// What.
    #[serde(flatten)]
    pub(super) action: Action,
}

/// What Kafka did in a step; `None` = the script doesn't say.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct Expected {
    pub(super) out: Option<Vec<Value>>,
    /// The outer `None` = the script doesn't say, the inner one = there is no such group.
    #[serde(default, deserialize_with = "present")]
    pub(super) group: Option<Value>,
}

/// What is done in a step.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "camelCase")]
pub(super) enum Action {
    Join(Join),
    Sync(Sync),
    Heartbeat(Heartbeat),
    Leave(Leave),
    Commit(Commit),
    FetchOffsets(FetchOffsets),
    DeleteGroup(DeleteGroup),
    DeleteOffsets(DeleteOffsets),
    ExpireOffsets,
    Append(Append),
    Failover,
    Tick,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Join {
    pub(super) group_id: GroupId,
    pub(super) version: i16,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) member: MemberId,
    pub(super) instance: Option<InstanceId>,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) client_id: Name,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) host: Name,
    pub(super) session: i32,
    pub(super) rebalance: i32,
    pub(super) protocol_type: Name,
    pub(super) protocols: Vec<Protocol>,
    pub(super) reason: Option<Name>,
    /// The id that the coordinator made in this step, if it made one.
    pub(super) new_member_id: Option<MemberId>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Sync {
    pub(super) group_id: GroupId,
    pub(super) version: i16,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) member: MemberId,
    pub(super) generation: i32,
    pub(super) instance: Option<InstanceId>,
    pub(super) protocol_type: Option<Name>,
    pub(super) protocol_name: Option<Name>,
    #[serde(default, deserialize_with = "shares")]
    pub(super) assignments: Vec<(MemberId, Bytes)>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Heartbeat {
    pub(super) group_id: GroupId,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) member: MemberId,
    pub(super) generation: i32,
    pub(super) instance: Option<InstanceId>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Leave {
    pub(super) group_id: GroupId,
    pub(super) members: Vec<Leaving>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Commit {
    pub(super) group_id: GroupId,
    pub(super) version: i16,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) member: MemberId,
    pub(super) generation: i32,
    pub(super) instance: Option<InstanceId>,
    pub(super) retention: Option<i64>,
    pub(super) offsets: Vec<Offset>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FetchOffsets {
    pub(super) group_id: GroupId,
    #[serde(default)]
    pub(super) topics: Vec<Topic>,
    #[serde(default)]
    pub(super) all: bool,
    #[serde(default)]
    pub(super) require_stable: bool,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DeleteGroup {
    pub(super) group_id: GroupId,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DeleteOffsets {
    pub(super) group_id: GroupId,
    pub(super) topics: Vec<Topic>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Append {
    /// The step that began the write.
    pub(super) of: usize,
    #[serde(default, deserialize_with = "error_name")]
    pub(super) error: Option<ErrorCode>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Protocol {
    pub(super) name: Name,
    #[serde(default, deserialize_with = "bytes")]
    pub(super) metadata: Bytes,
}

#[derive(Debug, Deserialize)]
pub(super) struct Leaving {
    #[serde(default, deserialize_with = "or_default")]
    pub(super) member: MemberId,
    pub(super) instance: Option<InstanceId>,
    pub(super) reason: Option<Name>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Offset {
    pub(super) topic: TopicName,
    pub(super) partition: i32,
    pub(super) offset: i64,
    #[serde(default = "no_leader_epoch")]
    pub(super) leader_epoch: i32,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) metadata: Name,
}

#[derive(Debug, Deserialize)]
pub(super) struct Topic {
    pub(super) topic: TopicName,
    pub(super) partitions: Vec<i32>,
}

const fn no_leader_epoch() -> i32 {
    groupscope_core::protocol::NO_LEADER_EPOCH
}

fn bytes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Bytes, D::Error> {
    decode(&String::deserialize(deserializer)?)
}

fn decode<E: Error>(text: &str) -> Result<Bytes, E> {
    let bytes = STANDARD.decode(text).map_err(|error| E::custom(format!("\"{text}\" is no base64: {error}")))?;
    Ok(bytes.into())
}

fn shares<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<(MemberId, Bytes)>, D::Error> {
    let shares = Option::<Map<String, Value>>::deserialize(deserializer)?.unwrap_or_default();
    let share = |(member, bytes): (String, Value)| {
        let text = bytes.as_str().ok_or_else(|| D::Error::custom("an assignment is base64 in a string"))?;
        Ok((MemberId::from(member), decode(text)?))
    };
    shares.into_iter().map(share).collect()
}

fn error_name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<ErrorCode>, D::Error> {
    let name = Option::<String>::deserialize(deserializer)?;
    name.map(|name| name.parse().map_err(D::Error::custom)).transpose()
}

/// `null` stands for the empty text.
fn or_default<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(deserializer: D) -> Result<T, D::Error> {
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}

/// `null` is a value as well.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

impl Script {
    /// Reads a script and warns of unknown fields.
    pub(super) fn read(value: &Value, fields: &mut Fields) -> Result<Self, String> {
        fields.check("a coordinator script", value, SCRIPT_FIELDS);
        let config = read_settings(value.get("settings"))?;
        let written = value.get("steps").and_then(Value::as_array).ok_or("there is no list \"steps\"")?;
        let mut steps: Vec<Step> = Vec::with_capacity(written.len());
        let mut expected = Vec::with_capacity(written.len());
        for (number, step) in written.iter().enumerate() {
            let failed = |error: serde_json::Error| format!("step {number}: {error}");
            let read = Step::deserialize(step).map_err(failed)?;
            if steps.last().is_some_and(|before| before.at > read.at) {
                return Err(format!("step {number}: \"at\" goes back to {}", read.at));
            }
            check_step(step, fields);
            steps.push(read);
            expected.push(Expected::deserialize(step).map_err(failed)?);
        }
        Ok(Self { config, steps, expected })
    }
}

fn check_step(step: &Value, fields: &mut Fields) {
    let name = step.get("do").and_then(Value::as_str).unwrap_or_default();
    let Some((_, own)) = ACTION_FIELDS.iter().find(|(action, _)| *action == name) else { return };
    fields.check(&format!("a step \"{name}\""), step, &[STEP_FIELDS, own].concat());
    for (list, known) in LIST_FIELDS {
        let items = step.get(list).and_then(Value::as_array).into_iter().flatten();
        items.for_each(|item| fields.check(&format!("\"{list}\""), item, known));
    }
}

/// Reads the settings by Kafka's names. Those that have nothing to do with the coordinator are passed over; without
/// `offsets.commit.timeout.ms` writes wait for ever.
fn read_settings(settings: Option<&Value>) -> Result<Config, String> {
    let mut config = Config { offsets_commit_timeout_ms: None, ..Config::default() };
    let Some(settings) = settings.filter(|settings| !settings.is_null()) else { return Ok(config) };
    for (name, value) in settings.as_object().ok_or("\"settings\" is no object")? {
        lookup(Scope::Broker, name).map_err(|error| error.to_string())?;
        let number = || whole_number(value).ok_or_else(|| format!("{name}: {value} is no whole number of 32 bits"));
        match name.as_str() {
            "group.initial.rebalance.delay.ms" => config.initial_rebalance_delay_ms = number()?,
            "group.min.session.timeout.ms" => config.min_session_timeout_ms = number()?,
            "group.max.session.timeout.ms" => config.max_session_timeout_ms = number()?,
            "group.max.size" => config.max_size = number()?,
            "offset.metadata.max.bytes" => config.offset_metadata_max_bytes = number()?,
            "offsets.retention.minutes" => config.offsets_retention_minutes = number()?,
            "offsets.commit.timeout.ms" => {
                config.offsets_commit_timeout_ms = Some(number()?.max(0).unsigned_abs().into())
            }
            _ => {}
        }
    }
    Ok(config)
}

/// A number, also as Kafka's property files have it.
fn whole_number(value: &Value) -> Option<i32> {
    match value {
        Value::String(text) => text.trim().parse().ok(),
        number => i32::try_from(number.as_i64()?).ok(),
    }
}

/// The fields of a script and of each kind of step.
const SCRIPT_FIELDS: &[&str] = &["id", "kafka", "settings", "topics", "steps", "note"];
const STEP_FIELDS: &[&str] = &["at", "do", "out", "group"];
const ACTION_FIELDS: &[(&str, &[&str])] = &[
    (
        "join",
        &[
            "groupId",
            "version",
            "member",
            "instance",
            "clientId",
            "host",
            "session",
            "rebalance",
            "protocolType",
            "protocols",
            "reason",
            "newMemberId",
        ],
    ),
    (
        "sync",
        &["groupId", "version", "member", "generation", "instance", "protocolType", "protocolName", "assignments"],
    ),
    ("heartbeat", &["groupId", "member", "generation", "instance"]),
    ("leave", &["groupId", "members"]),
    ("commit", &["groupId", "version", "member", "generation", "instance", "retention", "offsets"]),
    ("fetchOffsets", &["groupId", "topics", "all", "requireStable"]),
    ("deleteGroup", &["groupId"]),
    ("deleteOffsets", &["groupId", "topics"]),
    ("expireOffsets", &[]),
    ("append", &["of", "error"]),
    ("failover", &[]),
    ("tick", &[]),
];

/// The fields of what stands in lists.
const LIST_FIELDS: &[(&str, &[&str])] = &[
    ("protocols", &["name", "metadata"]),
    ("members", &["member", "instance", "reason"]),
    ("offsets", &["topic", "partition", "offset", "leaderEpoch", "metadata"]),
    ("topics", &["topic", "partitions"]),
];
