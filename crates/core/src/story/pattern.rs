//! To what a moment of a story is bound.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    consumer::CallbackKind,
    coordinator::GroupState,
    protocol::{ApiKey, ErrorCode, Name},
};

/// What happens at a moment: exactly one of `say` and `event`, narrowed down by the rest.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct When {
    /// A sentence of the narration, by its key: `first-parked`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub say: Option<Name>,
    /// A kind of event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<EventName>,
    /// The consumer it is about, by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub who: Option<Name>,
    /// The group it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<Name>,
    /// A partition it is about, as `orders-3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partition: Option<Name>,
    /// Of a message: the request's kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub api: Option<ApiKey>,
    /// Of a reply: its error; `NONE` = none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorCode>,
    /// Of a group's change: its state then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<GroupState>,
    /// Of a callback: which one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub callback: Option<CallbackKind>,
    /// Numbers that the sentence must speak of, by its placeholders: `{"count": 3}`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub with: BTreeMap<Name, i64>,
    /// Which of all that fit, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nth: Option<u32>,
    /// Only what happens after another moment of the story, by its name, counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Name>,
}

/// The kinds of events that a moment can be bound to, called as in the trace's lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum EventName {
    /// An action of the scenario is done; `who` is the consumer it is done to.
    Action,
    /// A process starts.
    ProcessStarted,
    /// A process has ended.
    ProcessEnded,
    /// A request leaves.
    RequestSent,
    /// A request reaches its broker.
    RequestArrived,
    /// A reply leaves.
    ReplySent,
    /// A reply reaches its client.
    ReplyArrived,
    /// A whole fetch, when its reply reaches the client with records.
    Fetched,
    /// A message is lost.
    MessageLost,
    /// A group changed its state.
    GroupState,
    /// The rebalance listener was called, with partitions.
    Callback,
    /// A committed offset is stored.
    OffsetCommitted,
    /// poll() returned records.
    RecordsReturned,
    /// The application has finished records.
    RecordsProcessed,
}
