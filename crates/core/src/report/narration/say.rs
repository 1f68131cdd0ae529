//! The sentences there are, by the keys under which the languages have them.

/// How much a sentence matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Weight {
    /// Everyday life: told at first sight only.
    Everyday,
    /// A step of the protocol.
    Step,
    /// Something that changes who reads what.
    News,
}

macro_rules! sentences {
    ($($(#[$doc:meta])* $name:ident $key:literal $weight:ident [$($arg:literal)*];)*) => {
        /// A sentence of the narration. Its text is the message `say-KEY` of a language, the short form its attribute
        /// `short`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Say {
            $($(#[$doc])* $name,)*
        }

        impl Say {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// Its key, as `first-parked`.
            #[must_use]
            pub const fn key(self) -> &'static str {
                match self { $(Self::$name => $key,)* }
            }

            /// How much it matters.
            #[must_use]
            pub const fn weight(self) -> Weight {
                match self { $(Self::$name => Weight::$weight,)* }
            }

            /// Its placeholders.
            #[must_use]
            pub const fn placeholders(self) -> &'static [&'static str] {
                match self { $(Self::$name => &[$($arg),*],)* }
            }

            /// The sentence with this key.
            #[must_use]
            pub fn from_key(key: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|say| say.key() == key)
            }
        }
    };
}

sentences! {
    /// A process starts.
    Start "start" Step ["client"];
    /// FindCoordinator is sent.
    Find "find" Step ["client" "group" "hash" "total" "partition" "broker"];
    /// JoinGroup meets a coordinator that loads.
    FindLoading "find-loading" Step ["client" "broker"];
    /// MEMBER_ID_REQUIRED
    IdRequired "id-required" Step ["client" "member"];
    /// The first member of an empty group.
    FirstParked "first-parked" News ["member" "delay"];
    /// A newcomer prolongs the initial delay.
    DelayExtended "delay-extended" Step ["member" "delay" "max"];
    /// The initial delay ends.
    DelayClosed "delay-closed" News ["delay" "generation" "count"];
    /// The initial delay ends since it may not be prolonged further.
    DelayCapped "delay-capped" News ["max" "generation" "count"];
    /// A newcomer starts a rebalance.
    Newcomer "newcomer" News ["member" "generation"];
    /// A join phase ends that was no initial one.
    Joined "joined" News ["generation" "count"];
    /// The leader is told that it leads.
    Leader "leader" Step ["member" "count"];
    /// Another leader, since the old one is gone.
    LeaderNew "leader-new" Step ["member" "old"];
    /// Another leader, since the old one has not rejoined.
    LeaderAbsent "leader-absent" Step ["member" "old"];
    /// The vote for an assignor.
    Vote "vote" Step ["protocol" "votes" "count"];
    /// INCONSISTENT_GROUP_PROTOCOL
    NoProtocol "no-protocol" News ["client" "offered"];
    /// JoinGroup is refused for good.
    Refused "refused" News ["client" "error"];
    /// The leader's assignor runs.
    Compute "compute" Step ["member" "protocol" "total" "count"];
    /// The leader's SyncGroup arrives.
    SyncPlan "sync-plan" Step [];
    /// A follower's SyncGroup waits for the plan.
    SyncWait "sync-wait" Everyday ["member"];
    /// The plan is in force.
    Stable "stable" News ["generation"];
    /// A member without a share, since there are more members than partitions.
    Idle "idle" Step ["member" "count" "total"];

    /// A heartbeat's answer tells of a rebalance.
    Told "told" Step ["member"];
    /// The join phase waits for a member that is still processing.
    WaitingSlow "waiting-slow" News ["member" "left"];
    /// A member did not rejoin in time.
    TimeoutDrop "timeout-drop" News ["member" "timeout"];
    /// An eager member gives everything up.
    EagerRevoke "eager-revoke" Step ["member" "count"];
    /// A cooperative member gives up what moves.
    CoopGive "coop-1" Step ["member" "partitions"];
    /// It joins again for the second round.
    CoopRejoin "coop-rejoin" Step ["member"];
    /// A cooperative member receives what others gave up.
    CoopTake "coop-2" Step ["member" "partitions"];
    /// A JoinGroup that changes nothing.
    SameGen "same-gen" Step ["member" "generation"];
    /// A join interrupts the wait for the plan.
    SyncAborted "sync-aborted" News [];
    /// A member never sent SyncGroup.
    SyncMissing "sync-missing" News ["member" "timeout"];
    /// The plan could not be written.
    WriteFailed "write-failed" News ["error"];
    /// The leader joins again and so starts a rebalance.
    LeaderRejoins "leader-rejoins" News ["member"];
    /// A member joins again with other metadata.
    MemberChanged "member-changed" News ["member"];
    /// A topic has more partitions, and nobody in the group knows.
    PartitionsGrown "partitions-grown" News ["topic" "old" "new"];
    /// The leader has seen it.
    PartitionsAdded "partitions-added" News ["topic" "old" "new"];

    /// A member leaves.
    Leave "leave" News ["member"];
    /// A static member closes and stays a member.
    StaticAway "static-away" News ["member" "instance" "left" "partitions"];
    /// A process is killed.
    Crash "crash" News ["member" "left" "partitions"];
    /// A process is killed that held no partition.
    CrashIdle "crash-idle" News ["member" "left"];
    /// A process stops as a whole.
    Frozen "frozen" News ["member"];
    /// It runs on.
    Thawed "thawed" Step ["member"];
    /// A session ends.
    SessionExpired "session-expired" News ["member" "timeout"];
    /// An id that was handed out is not used.
    PendingExpired "pending-expired" Step ["client" "timeout"];
    /// max.poll.interval.ms is over.
    PollExpired "poll-expired" News ["member" "timeout"];
    /// max.poll.interval.ms of a static member is over.
    StaticPollExpired "static-poll-expired" News ["member"];
    /// A static member is back in time.
    StaticBack "static-back" News ["member" "instance" "away"];
    /// A static member is back, and a rebalance is needed all the same.
    StaticBackRebalance "static-back-rebalance" News ["instance"];
    /// A static member is back too late.
    StaticLate "static-late" News ["member" "instance" "timeout"];
    /// A second process takes an instance id over.
    TakenOver "taken-over" News ["client" "instance" "member"];
    /// FENCED_INSTANCE_ID
    Fenced "fenced" News ["member" "instance"];
    /// UNKNOWN_MEMBER_ID
    Unknown "unknown" News ["member"];
    /// The last member is gone.
    Emptied "emptied" News ["retention"];
    /// A broker is gone.
    BrokerDown "broker-down" News ["broker"];
    /// A broker runs again.
    BrokerUp "broker-up" Step ["broker"];
    /// The group is loaded by another broker, since the old one is down.
    CoordinatorMoved "coordinator-moved" News ["old" "broker" "generation"];
    /// The group is loaded by another broker, and the old one runs on.
    CoordinatorHanded "coordinator-handed" News ["old" "broker" "generation"];
    /// An application needs longer for a record.
    Slowed "slowed" News ["member" "process"];
    /// Nothing gets through a link.
    Cut "cut" News ["client" "broker"];
    /// A link works again.
    Healed "healed" Step ["client" "broker"];
    /// A message is lost on its way.
    Dropped "dropped" News ["client" "api"];
    /// An exception reaches the application.
    Thrown "thrown" News ["client" "error"];

    /// A member starts at committed offsets.
    StartCommitted "start-committed" Everyday ["member" "partition" "offset" "count"];
    /// A member starts where auto.offset.reset says.
    Reset "reset" Step ["partition" "policy" "offset" "count"];
    /// A position is outside the log.
    OutOfRange "out-of-range" News ["partition" "offset"];
    /// seek()
    Seek "seek" News ["member" "partition" "offset"];
    /// An automatic commit is sent.
    AutoCommit "auto-commit" Everyday ["member" "partition" "offset" "count"];
    /// A commit is answered.
    CommitOk "commit-ok" Everyday ["member" "partition" "offset" "count"];
    /// ILLEGAL_GENERATION for a commit.
    CommitRefused "commit-refused" News ["member" "old" "generation"];
    /// REBALANCE_IN_PROGRESS for a commit.
    CommitRebalancing "commit-rebalancing" Step ["member"];
    /// The client itself refuses a commit.
    CommitLocal "commit-local" News ["member"];
    /// An older commit overwrites a newer one.
    AsyncOvertaken "async-overtaken" News ["member" "old" "new"];
    /// A committed offset goes back for another reason.
    CommitBack "commit-back" News ["partition" "old" "new"];
    /// Records are processed again.
    ReadTwice "read-twice" News ["partition" "count" "from" "to"];
    /// A member finishes records that another one has processed meanwhile.
    ProcessedTwice "processed-twice" News ["member" "partition" "count" "from" "to"];
    /// Records are processed again since no committed offset is left.
    Replayed "replayed" News ["partition" "count" "from" "to"];
    /// Records are never processed since the commit went past them.
    Skipped "skipped" News ["partition" "count" "offset" "from" "to"];
    /// Records are never processed since reading starts behind them.
    SkippedReset "skipped-reset" News ["partition" "count" "offset"];
    /// Committed offsets are deleted.
    Expired "expired" News ["retention"];
    /// Records are deleted that the group has not read.
    Deleted "deleted" News ["partition" "offset"];
    /// A broker holds a fetch.
    FetchWait "fetch-wait" Step ["client" "bytes" "min" "wait"];

    /// Nobody has started.
    CalmBefore "calm-before" Everyday [];
    /// The group has no members.
    CalmEmpty "calm-empty" Everyday ["group"];
    /// No broker coordinates the group now.
    CalmNobody "calm-nobody" Everyday ["group"];
    /// The broker that coordinates the group is down, and no other one leads yet.
    CalmDown "calm-down" Everyday ["group" "broker"];
    /// The initial delay runs.
    CalmDelay "calm-delay" Everyday ["count" "end"];
    /// The join phase waits for members.
    CalmJoining "calm-joining" Everyday ["joined" "count" "end"];
    /// All members have joined, but an id that was handed out is awaited.
    CalmPending "calm-pending" Everyday ["client" "end"];
    /// The plan is awaited.
    CalmSyncing "calm-syncing" Everyday ["generation"];
    /// A member gives no sign, and its session runs out.
    CalmSilent "calm-silent" Everyday ["member" "end" "partitions"];
    /// All is well.
    CalmStable "calm-stable" Everyday ["count" "total" "generation"];
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_sentence_is_found_by_its_key() {
        let keys: BTreeSet<_> = Say::ALL.iter().map(|say| say.key()).collect();
        assert_eq!(keys.len(), Say::ALL.len());
        assert!(Say::ALL.iter().all(|say| Say::from_key(say.key()) == Some(*say)));
        assert_eq!(Say::from_key("first-parkd"), None);
    }
}
