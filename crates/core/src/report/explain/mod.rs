//! Why something happened: the chain of its causes back to what the scenario does, and the settings that decided on the way.
//!
//! Each event of a trace knows its cause; most of these links are technical (sent, arrived, handled). Here they become a
//! few steps. Where a wait has decided, the link leads to what should have come and did not: a session that ends leads to
//! the death of its process, not to its last heartbeat.

mod back;
mod step;
#[cfg(test)]
mod tests;

use crate::{
    config::Value,
    report::narration::Args,
    simulation::{
        ConsumerIx, Run,
        trace::{EventId, EventKind},
    },
};

macro_rules! reasons {
    ($($(#[$doc:meta])* $name:ident $key:literal [$($arg:literal)*];)*) => {
        /// A reason. Its text is the message `why-KEY` of a language.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Why {
            $($(#[$doc])* $name,)*
        }

        impl Why {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// Its key, as `session`.
            #[must_use]
            pub const fn key(self) -> &'static str {
                match self { $(Self::$name => $key,)* }
            }

            /// Its placeholders.
            #[must_use]
            pub const fn placeholders(self) -> &'static [&'static str] {
                match self { $(Self::$name => &[$($arg),*],)* }
            }
        }
    };
}

reasons! {
    /// An action of the scenario.
    Action "action" ["what"];
    /// The scenario starts a consumer.
    Starts "starts" ["client"];
    /// A process was killed.
    Killed "killed" ["member"];
    /// A process ended by close().
    Closed "closed" ["member"];
    /// A process ended by an exception.
    Failed "failed" ["member"];
    /// A process stands still.
    Frozen "frozen" ["member"];
    /// A session ended.
    Session "session" ["member" "timeout"];
    /// The initial delay was over.
    InitialDelay "initial-delay" ["delay"];
    /// The rebalance timeout was over.
    RebalanceTimeout "rebalance-timeout" ["timeout"];
    /// The wait for SyncGroup was over.
    SyncTimeout "sync-timeout" ["timeout"];
    /// A rebalance began since somebody came.
    NewMember "new-member" ["member"];
    /// A rebalance began since somebody left.
    Left "left" ["member"];
    /// A rebalance began since a session ended.
    SessionRebalance "session-rebalance" ["member"];
    /// A rebalance began since the leader rejoined.
    LeaderRejoined "leader-rejoined" ["member"];
    /// A rebalance began since a member has other metadata.
    Changed "changed" ["member"];
    /// A rebalance began since a member gave partitions up.
    GaveUp "gave-up" ["member"];
    /// A rebalance began since a static member came back.
    StaticBack "static-back" ["instance"];
    /// A rebalance began since members never sent SyncGroup.
    SyncMissing "sync-missing" [];
    /// A rebalance began since the plan could not be written.
    WriteFailed "write-failed" ["error"];
    /// The last member that was awaited has joined.
    AllJoined "all-joined" ["member"];
    /// The leader's plan is written.
    Planned "planned" ["member"];
    /// A member learns of a rebalance by its heartbeat.
    Told "told" ["member" "late"];
    /// A member joins again at its next poll.
    JoinsLate "joins-late" ["member" "late"];
    /// A member is to give partitions up.
    MustRevoke "must-revoke" ["member"];
    /// The leader's metadata show a change.
    SeesMetadata "sees-metadata" ["member" "topic" "late"];
    /// An application stayed away from poll() too long.
    PollExpired "poll-expired" ["member" "timeout"];
    /// It works on what poll() returned.
    Busy "busy" ["member" "count" "process"];
    /// A process took an instance id over.
    TakenOver "taken-over" ["client" "instance"];
    /// A static member came back to a membership that was kept for it.
    Kept "kept" ["instance" "timeout"];
    /// A static member came back too late: its membership was gone.
    NotKept "not-kept" ["instance"];
    /// LeaveGroup was sent.
    Leaves "leaves" ["member"];
    /// The coordinator had removed the member.
    Removed "removed" ["member"];
    /// An automatic commit was due.
    AutoCommit "auto-commit" ["member"];
    /// An offset was committed.
    Committed "committed" ["member" "partition" "offset"];
    /// There was no committed offset.
    NoCommit "no-commit" ["partition" "policy"];
    /// Offsets were kept long enough.
    OffsetsKept "offsets-kept" ["retention"];
    /// The group became empty.
    BecameEmpty "became-empty" ["group"];
    /// Records were kept long enough.
    RecordsKept "records-kept" ["partition"];
    /// A broker is gone.
    BrokerDown "broker-down" ["broker"];
    /// A message was lost.
    Lost "lost" ["client" "api"];
}

/// A step from an event back to what brought it about.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The event that it tells of.
    pub event: EventId,
    /// When that was, ms.
    pub at: u64,
    /// What it says.
    pub why: Why,
    /// What stands in its placeholders.
    pub args: Args,
    /// The settings without which it would not have happened, or not then.
    pub settings: Vec<Decided>,
}

/// A setting that decided.
#[derive(Clone, Debug, PartialEq)]
pub struct Decided {
    /// Kafka's name.
    pub name: &'static str,
    /// Its value then.
    pub value: Value,
    /// Whose it is; none = the brokers' or the topic's.
    pub whose: Option<ConsumerIx>,
}

/// A chain has at most so many steps: behind them it is history.
const STEPS: usize = 10;

/// Why an event happened, the nearest reason first. The event's own reason is the first step where it has one of its own.
#[must_use]
pub fn explain(run: &Run, event: EventId) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut at = Some(event);
    while let Some(id) = at.filter(|id| id.index() < run.trace.events.len() && steps.len() < STEPS) {
        if let Some(step) = step::of(run, id)
            && steps.last().is_none_or(|last| (last.why, &last.args) != (step.why, &step.args))
        {
            steps.push(step);
        }
        // Causes lie before what they cause.
        at = back::from(run, id).filter(|earlier| *earlier < id);
    }
    steps
}

/// The events before `id`, the latest first, each with its number.
fn before(run: &Run, id: EventId) -> impl Iterator<Item = (EventId, EventKind)> {
    let events = run.trace.events[..id.index()].iter().enumerate().rev();
    events.map(|(index, event)| (EventId(index as u32), event.kind))
}
