//! The lines that Kafka 4.1 writes to a broker's log, made of notes when somebody reads them.
//!
//! Wording: recorded logs of Apache Kafka 4.1.1; what occurs in none of them is that of `GroupMetadataManager`,
//! `ClassicGroup`, `OffsetMetadataManager`, `GroupCoordinatorShard` and `CoordinatorRuntime`.

use std::fmt;

use super::{GroupState, Joining, LeaderChoice, Note, Operation, Removal, reason::Joined};
use crate::{
    log::{Level, LogLine},
    protocol::{BrokerId, InstanceId},
};

/// Where a coordinator runs: what its lines begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The broker.
    pub broker: BrokerId,
    /// The partition of `__consumer_offsets`.
    pub partition: i32,
    /// The epoch of its leadership.
    pub epoch: i32,
}

const MANAGER: &str = "org.apache.kafka.coordinator.group.GroupMetadataManager";
const GROUP: &str = "org.apache.kafka.coordinator.group.classic.ClassicGroup";
const OFFSETS: &str = "org.apache.kafka.coordinator.group.OffsetMetadataManager";
const SHARD: &str = "org.apache.kafka.coordinator.group.GroupCoordinatorShard";
const RUNTIME: &str = "org.apache.kafka.coordinator.common.runtime.CoordinatorRuntime";

/// The lines at INFO and above that Kafka writes for a note; most notes have none.
#[must_use]
pub fn log_lines(note: &Note, place: &Place) -> Vec<LogLine> {
    let mut lines = Lines { place, lines: Vec::new() };
    match note {
        Note::GroupCreated { .. }
        | Note::Transition { .. }
        | Note::LeaderChosen { .. }
        | Note::NobodyRejoined { .. } => {
            lines.of_group(note);
        }
        Note::MemberIdHandedOut { .. }
        | Note::MemberAdded { .. }
        | Note::StaticMemberReplaced { .. }
        | Note::RebalanceSpared { .. }
        | Note::StaticMemberReverted { .. }
        | Note::Fenced { .. } => lines.of_joining(note),
        Note::MembersRemoved { .. } => lines.of_removal(note),
        Note::AssignmentReceived { .. } | Note::AssignmentStored { .. } => lines.of_assignment(note),
        _ => lines.of_partition(note),
    }
    lines.lines
}

struct Lines<'a> {
    place: &'a Place,
    lines: Vec<LogLine>,
}

impl Lines<'_> {
    fn line(&mut self, level: Level, logger: &'static str, message: fmt::Arguments<'_>) {
        let Place { broker, partition, .. } = self.place;
        // The runtime speaks for all partitions.
        let message = if logger == RUNTIME {
            format!("[GroupCoordinator id={broker}] {message}")
        } else {
            format!("[GroupCoordinator id={broker} topic=__consumer_offsets partition={partition}] {message}")
        };
        self.lines.push(LogLine { level, logger, message });
    }

    fn info(&mut self, message: fmt::Arguments<'_>) {
        self.line(Level::Info, MANAGER, message);
    }

    fn of_group(&mut self, note: &Note) {
        match note {
            Note::GroupCreated { group, simple: true } => {
                let message =
                    format_args!("[GroupId {group}] Creating a simple consumer group via manual offset commit.");
                self.line(Level::Info, OFFSETS, message);
            }
            Note::Transition {
                group, to: GroupState::PreparingRebalance, generation, reason: Some(reason), ..
            } => {
                self.info(format_args!(
                    "Preparing to rebalance group {group} in state PreparingRebalance with old generation {generation} \
                     (reason: {reason})."
                ));
            }
            Note::Transition { group, to: GroupState::CompletingRebalance, generation, members, .. } => {
                self.info(format_args!("Stabilized group {group} generation {generation} with {members} members."));
            }
            Note::Transition { group, to: GroupState::Empty, generation, .. } => {
                self.info(format_args!("Group {group} with generation {generation} is now empty."));
            }
            Note::LeaderChosen { why: LeaderChoice::LeaderDidNotRejoin { previous, instance, elected }, .. } => {
                let instance = or_none(instance.as_ref());
                let message = format_args!(
                    "Group leader [memberId: {previous}, groupInstanceId: {instance}] failed to join before the rebalance \
                     timeout. Member {elected} was elected as the new leader."
                );
                self.line(Level::Info, GROUP, message);
            }
            Note::NobodyRejoined { group, leader, instance } => {
                let instance = or_none(instance.as_ref());
                let message = format_args!(
                    "Group leader [memberId: {leader}, groupInstanceId: {instance}] failed to join before the rebalance \
                     timeout and the group couldn't proceed to the next generation because no member joined."
                );
                self.line(Level::Info, GROUP, message);
                let message = format_args!("Group {group} could not complete rebalance because no members rejoined.");
                self.line(Level::Error, MANAGER, message);
            }
            _ => {}
        }
    }

    fn of_joining(&mut self, note: &Note) {
        match note {
            Note::MemberIdHandedOut { group, member, state } => self.info(format_args!(
                "Dynamic member with unknown member id joins group {group} in {state} state. Created a new member id {member} \
                 and requesting the member to rejoin with this id."
            )),
            Note::MemberAdded { group, member, kind: Joining::Pending, state, .. } => self.info(format_args!(
                "Pending dynamic member with id {member} joins group {group} in {state} state. Adding to the group now."
            )),
            // The order of the words is Kafka's.
            Note::MemberAdded { group, member, kind: Joining::Dynamic, state, .. } => self.info(format_args!(
                "Dynamic member with unknown member id joins group {group} in state {state}. Created a new member id {member} \
                 and added the member to the group."
            )),
            Note::MemberAdded { group, member, instance, kind: Joining::Static, state } => self.info(format_args!(
                "Static member with groupInstanceId={} and unknown member id joins group {group} in {state} state. Created a \
                 new member id {member} for this member and added to the group.",
                or_none(instance.as_ref())
            )),
            Note::StaticMemberReplaced { group, instance, old, state, .. } => self.info(format_args!(
                "Static member with groupInstanceId={instance} and unknown member id joins group {group} in {state} state. \
                 Replacing previously mapped member {old} with this groupInstanceId."
            )),
            Note::RebalanceSpared { .. } => self.info(format_args!(
                "Static member which joins during Stable stage and doesn't affect the selected protocol will not trigger a \
                 rebalance."
            )),
            Note::StaticMemberReverted { group, instance, old, new, error } => {
                let error = error.message();
                let message = format_args!(
                    "Failed to persist metadata for group {group} static member {new} with group instance id {instance} due \
                     to {error}. Reverting to old member id {old}."
                );
                self.line(Level::Warn, MANAGER, message);
            }
            Note::Fenced { member, instance, by, operation, .. } => {
                let message = format_args!(
                    "Request memberId={member} for static member with groupInstanceId={instance} is fenced by existing \
                     memberId={by} during operation {}",
                    operation.logged()
                );
                self.line(Level::Info, GROUP, message);
            }
            _ => {}
        }
    }

    fn of_removal(&mut self, note: &Note) {
        let Note::MembersRemoved { group, members, why } = note else { return };
        let who = Joined(members);
        match why {
            Removal::SessionExpired => {
                self.info(format_args!("Member {who} in group {group} has failed, removing it from the group."));
            }
            Removal::PendingExpired => self.info(format_args!(
                "Pending member {who} in group {group} has been removed after session timeout expiration."
            )),
            Removal::Left(reason) => self.info(format_args!(
                "[Group {group}] Member {who} has left group through explicit `LeaveGroup` request; client reason: {}",
                reason.as_deref().unwrap_or("not provided")
            )),
            Removal::PendingLeft(reason) => self.info(format_args!(
                "[Group {group}] Pending member {who} has left group through explicit `LeaveGroup` request; client reason: {}",
                reason.as_deref().unwrap_or("not provided")
            )),
            Removal::NotRejoined => {
                self.info(format_args!("Group {group} removed dynamic members who haven't joined: [{who}]"));
            }
            Removal::NotSynced | Removal::GroupFull => {}
        }
    }

    fn of_assignment(&mut self, note: &Note) {
        match note {
            Note::AssignmentReceived { group, generation, leader, members, static_members, missing } => {
                self.info(format_args!(
                    "Assignment received from leader {leader} for group {group} for generation {generation}. The group has \
                     {members} members, {static_members} of which are static."
                ));
                if !missing.is_empty() {
                    // Kafka prints Java's idea of an empty array's name.
                    let missing: Vec<String> = missing.iter().map(|member| format!("{member}=[B@0")).collect();
                    let message = format_args!(
                        "Setting empty assignments for members {{{}}} of {group} for generation {generation}.",
                        Joined(&missing)
                    );
                    self.line(Level::Warn, MANAGER, message);
                }
            }
            Note::AssignmentStored { group, generation, shares } => {
                for (member, _) in shares.iter().filter(|(_, share)| share.is_empty()) {
                    let message = format_args!(
                        "Sending empty assignment to member {member} of {group} for generation {generation} with no errors"
                    );
                    self.line(Level::Warn, MANAGER, message);
                }
            }
            _ => {}
        }
    }

    fn of_partition(&mut self, note: &Note) {
        let Place { partition, epoch, .. } = *self.place;
        let topic = format_args!("__consumer_offsets-{partition}");
        match note {
            Note::EmptyGroupNotWritten { group, error } => {
                let message = format_args!("Failed to write empty metadata for group {group}: {}", error.message());
                self.line(Level::Warn, MANAGER, message);
            }
            Note::ExpiredOffsets { tombstones: tombstones @ 1.. } => self.line(
                Level::Info,
                SHARD,
                format_args!("Generated {tombstones} tombstone records while cleaning up group metadata in 0 milliseconds."),
            ),
            Note::GroupsDeleted { groups, offsets } => self.line(
                Level::Info,
                SHARD,
                format_args!(
                    "The following groups were deleted: {}. A total of {offsets} offsets were removed.",
                    Joined(groups)
                ),
            ),
            Note::GroupLoaded { group, members } => {
                self.info(format_args!("Loaded classic group {group} with {members} members."));
            }
            Note::GroupUnloaded { group, generation } => {
                self.info(format_args!("[GroupId={group}] Unloading group metadata for generation {generation}."));
            }
            Note::Loading => {
                let message = format_args!("Scheduling loading of metadata from {topic} with epoch {epoch}");
                self.line(Level::Info, RUNTIME, message);
            }
            Note::Loaded { records, bytes, took_ms } => self.line(
                Level::Info,
                RUNTIME,
                format_args!(
                    "Finished loading of metadata from {topic} with epoch {epoch} in {took_ms}ms where 0ms was spent in the \
                     scheduler. Loaded {records} records which total to {bytes} bytes."
                ),
            ),
            Note::Unloading => {
                let epoch = format_args!("OptionalInt[{epoch}]");
                let message = format_args!("Scheduling unloading of metadata for {topic} with epoch {epoch}");
                self.line(Level::Info, RUNTIME, message);
                let message = format_args!("Started unloading metadata for {topic} with epoch {epoch}.");
                self.line(Level::Info, RUNTIME, message);
            }
            Note::Unloaded => {
                let message = format_args!("Finished unloading metadata for {topic} with epoch OptionalInt[{epoch}].");
                self.line(Level::Info, RUNTIME, message);
            }
            _ => {}
        }
    }
}

fn or_none(instance: Option<&InstanceId>) -> &str {
    instance.map_or("None", |instance| instance)
}

impl Operation {
    /// Kafka 4.x prints a plain commit as the transactional one.
    const fn logged(self) -> &'static str {
        match self {
            Self::JoinGroup => "join-group",
            Self::SyncGroup => "sync-group",
            Self::Heartbeat => "heartbeat",
            Self::LeaveGroup => "leave-group",
            Self::OffsetCommit => "txn-offset-commit",
        }
    }
}
