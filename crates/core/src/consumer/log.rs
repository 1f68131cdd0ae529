//! The Java client's own log lines, made of notes when somebody reads them.
//!
//! Wording: logs of recorded 4.1.1 clients; where they have none, the string literals of the 4.1.1 client. Not there: what
//! the metrics and the assignors log by themselves, and what names a fetch session's id.

mod failures;
mod java_text;
#[cfg(test)]
mod tests;

use std::fmt::Display;

use self::{
    failures::truncated,
    java_text::{Entries, List, Optional, Position, node, offsets_of},
};
use super::{
    detail::Detail,
    io::{CallbackKind, Note, PositionFrom},
};
use crate::log::{Level, LogLine};
use crate::protocol::{BrokerId, ErrorCode, GroupId, InstanceId, MemberId, NO_GENERATION, Name, TopicPartition};

const COORDINATOR: &str = "org.apache.kafka.clients.consumer.internals.ConsumerCoordinator";
const LISTENER: &str = "org.apache.kafka.clients.consumer.internals.ConsumerRebalanceListenerInvoker";
const SUBSCRIPTION: &str = "org.apache.kafka.clients.consumer.internals.SubscriptionState";
const CONSUMER: &str = "org.apache.kafka.clients.consumer.internals.ClassicKafkaConsumer";
const UTILS: &str = "org.apache.kafka.clients.consumer.internals.ConsumerUtils";
const COLLECTOR: &str = "org.apache.kafka.clients.consumer.internals.FetchCollector";
const NETWORK: &str = "org.apache.kafka.clients.NetworkClient";
const METADATA: &str = "org.apache.kafka.clients.Metadata";

/// The class of the application's rebalance listener.
const APPLICATION: &str = "groupscope.Listener";

/// The log of one process: takes its notes in their order and gives the lines.
#[derive(Clone, Debug)]
pub struct ClientLog {
    prefix: String,
    instance: Option<InstanceId>,
    member_id: MemberId,
    generation: i32,
    protocol: Option<Name>,
    /// The identity in the last generation, for answers that come after it was reset.
    last_identity: String,
    /// The broker that is or was the coordinator.
    coordinator: Option<BrokerId>,
    /// What was revoked last, and the last error of a join.
    revoked: Vec<TopicPartition>,
    join_error: ErrorCode,
}

impl ClientLog {
    /// The log of a process that has not begun.
    #[must_use]
    pub fn new(client_id: &Name, group: &GroupId, instance: Option<InstanceId>) -> Self {
        let prefix = match &instance {
            Some(instance) => format!("[Consumer instanceId={instance}, clientId={client_id}, groupId={group}] "),
            None => format!("[Consumer clientId={client_id}, groupId={group}] "),
        };
        Self {
            prefix,
            instance,
            member_id: MemberId::default(),
            generation: NO_GENERATION,
            protocol: None,
            last_identity: String::new(),
            coordinator: None,
            revoked: Vec::new(),
            join_error: ErrorCode::None,
        }
    }

    /// The lines that a note becomes; most become none.
    pub fn lines(&mut self, note: &Note) -> Vec<LogLine> {
        match note {
            Note::Member { member_id, generation, .. } => {
                self.member_id = member_id.clone();
                self.generation = *generation;
                if *generation == NO_GENERATION {
                    self.protocol = None;
                }
                Vec::new()
            }
            Note::RejoinNeeded(reason) => {
                vec![self.info(format!("Request joining group due to: {}", self.full(reason)))]
            }
            Note::Callback { kind, partitions, .. } => vec![self.callback(*kind, partitions)],
            Note::Plan { assignments, .. } => vec![self.plan(assignments)],
            Note::Position { partition, offset, from, offset_epoch, leader } => {
                vec![self.position(
                    partition,
                    Position { offset: *offset, epoch: *offset_epoch, leader: *leader },
                    *from,
                )]
            }
            Note::Detail(detail) => self.detail(detail),
            _ => Vec::new(),
        }
    }

    fn line(&self, level: Level, logger: &'static str, text: impl Display) -> LogLine {
        LogLine { level, logger, message: format!("{}{text}", self.prefix) }
    }

    fn info(&self, text: impl Display) -> LogLine {
        self.line(Level::Info, COORDINATOR, text)
    }

    /// The reason with what only the log tells of it.
    fn full(&self, reason: &Name) -> String {
        match reason.strip_prefix("rebalance failed due to ") {
            Some(class) => format!("rebalance failed due to '{}' ({class})", self.join_error.message()),
            None if *reason == "need to revoke partitions and re-join" => {
                let revoked = List(&self.revoked);
                format!("need to revoke partitions {revoked} as indicated by the current assignment and re-join")
            }
            None => reason.to_string(),
        }
    }

    fn callback(&mut self, kind: CallbackKind, partitions: &[TopicPartition]) -> LogLine {
        let what = match kind {
            CallbackKind::Assigned => "Adding newly assigned partitions:",
            CallbackKind::Revoked => {
                self.revoked = partitions.to_vec();
                "Revoke previously assigned partitions"
            }
            CallbackKind::Lost => "Lost previously assigned partitions",
        };
        self.line(Level::Info, LISTENER, format_args!("{what} {}", List(partitions)))
    }

    fn plan(&self, assignments: &[(MemberId, Vec<TopicPartition>)]) -> LogLine {
        let shares = Entries::new(assignments, |f, (member, share)| {
            write!(f, "{member}=Assignment(partitions={})", List(share))
        });
        self.info(format_args!("Finished assignment for group at generation {}: {shares}", self.generation))
    }

    fn position(&self, of: &TopicPartition, position: Position, from: PositionFrom) -> LogLine {
        match from {
            PositionFrom::Committed => {
                let message = format!("Setting offset for partition {of} to the committed offset {position}");
                LogLine { level: Level::Info, logger: UTILS, message }
            }
            PositionFrom::Reset => {
                let text = format_args!("Resetting offset for partition {of} to position {position}.");
                self.line(Level::Info, SUBSCRIPTION, text)
            }
            PositionFrom::Seek => self.line(
                Level::Info,
                CONSUMER,
                format_args!("Seeking to offset {} for partition {of}", position.offset),
            ),
        }
    }

    fn detail(&mut self, detail: &Detail) -> Vec<LogLine> {
        let line = match detail {
            Detail::Subscribed(topics) => {
                let topics: Vec<_> = topics.iter().map(|topic| topic.as_str()).collect();
                self.line(Level::Info, CONSUMER, format_args!("Subscribed to topic(s): {}", topics.join(", ")))
            }
            Detail::SubscribedToPattern(pattern) => {
                self.line(Level::Info, CONSUMER, format_args!("Subscribed to pattern: '{pattern}'"))
            }
            Detail::AssignedTo(partitions) => {
                let partitions: Vec<_> = partitions.iter().map(ToString::to_string).collect();
                let text = format_args!("Assigned to partition(s): {}", partitions.join(", "));
                self.line(Level::Info, CONSUMER, text)
            }
            Detail::Unsubscribed => {
                self.line(Level::Info, CONSUMER, "Unsubscribed all topics or patterns and assigned partitions")
            }
            Detail::ListenerFailed { kind, partitions } => {
                let method = match kind {
                    CallbackKind::Assigned => "onPartitionsAssigned",
                    CallbackKind::Revoked => "onPartitionsRevoked",
                    CallbackKind::Lost => "onPartitionsLost",
                };
                let text = format_args!(
                    "User provided listener {APPLICATION} failed on invocation of {method} for partitions {}",
                    List(partitions)
                );
                self.line(Level::Error, LISTENER, text)
            }
            Detail::PauseForgotten { lost, partitions } => {
                let why = if *lost { "partition lost" } else { "revocation" };
                let text =
                    format_args!("The pause flag in partitions {} will be removed due to {why}.", List(partitions));
                self.line(Level::Info, LISTENER, text)
            }
            Detail::FirstMetadata => self.line(Level::Info, METADATA, "Cluster ID: groupscope"),
            Detail::CoordinatorFound { broker } => {
                self.coordinator = Some(*broker);
                self.info(format_args!("Discovered group coordinator {}", self.node()))
            }
            Detail::CoordinatorLost { cause, is_disconnected, .. } => {
                return self.coordinator_lost(*cause, *is_disconnected);
            }
            Detail::Joining => self.info("(Re-)joining group"),
            Detail::Joined { protocol } => {
                self.protocol = Some(protocol.clone());
                self.last_identity = self.identity();
                self.info(format_args!("Successfully joined group with generation {}", self.identity()))
            }
            Detail::JoinFailed { error } => return self.join_failed(*error),
            Detail::AssignmentSkipped => self.info(format_args!(
                "Skipped assignment for returning static leader at generation {}. The static leader will continue with \
                 its existing assignment.",
                self.generation
            )),
            Detail::Synced => self.info(format_args!("Successfully synced group in generation {}", self.identity())),
            Detail::SyncFailed { error } => self.sync_failed(*error),
            Detail::UpdatingAssignment { owned, assigned } => self.updating(owned, assigned),
            Detail::NotifyingAssignor(share) => {
                self.info(format_args!("Notifying assignor about the new Assignment(partitions={})", List(share)))
            }
            Detail::Reset { reason, member_id } => {
                let what = if *member_id { "generation and member id" } else { "generation" };
                self.info(format_args!("Resetting {what} due to: {reason}"))
            }
            Detail::GivingAway => self.info(
                "Giving away all assigned partitions as lost since generation/memberID has been reset,indicating that \
                 consumer is in old state or no longer part of the group",
            ),
            Detail::HeartbeatFailed { error, stale } => self.heartbeat_failed(*error, *stale),
            Detail::HeartbeatFenced => {
                let instance = Optional(self.instance.as_ref());
                let text = format_args!("Caught fenced group.instance.id {instance} error in heartbeat thread");
                self.line(Level::Error, COORDINATOR, text)
            }
            Detail::PollExpired => self.line(Level::Warn, COORDINATOR, POLL_EXPIRED),
            Detail::Leaving(reason) => self.info(format_args!(
                "Member {} sending LeaveGroup request to coordinator {} due to {reason}",
                self.member_id,
                self.node()
            )),
            Detail::LeaveFailed { error } => {
                let text =
                    format_args!("LeaveGroup request with {} failed with error: {}", self.identity(), error.message());
                self.line(Level::Error, COORDINATOR, text)
            }
            Detail::CommitRefused => {
                self.info("Failing OffsetCommit request since the consumer is not part of an active group")
            }
            Detail::CommitFailed { partition, offset, error } => return self.commit_failed(partition, *offset, *error),
            Detail::AutoCommitFailed { in_close, offsets, error } => {
                let how = if *in_close { "Synchronous" } else { "Asynchronous" };
                let why = if *error == ErrorCode::UnknownMemberId { NOT_A_MEMBER } else { error.message() };
                let text = format_args!("{how} auto-commit of offsets {} failed: {why}", offsets_of(offsets));
                self.line(Level::Warn, COORDINATOR, text)
            }
            Detail::AsyncCommitFailed { offsets } => {
                let text = format_args!("Offset commit with offsets {} failed", offsets_of(offsets));
                self.line(Level::Error, COORDINATOR, text)
            }
            Detail::CloseTimedOut { pending } => {
                let text = format_args!(
                    "Close timed out with {pending} pending requests to coordinator, terminating client connections"
                );
                self.line(Level::Warn, COORDINATOR, text)
            }
            Detail::NoCommittedOffset(of) => self.info(format_args!("Found no committed offset for partition {of}")),
            Detail::Seeking { partition, latest } => {
                let kind = if *latest { "latest" } else { "earliest" };
                let text =
                    format_args!("Seeking to AutoOffsetResetStrategy{{type={kind}}} offset of partition {partition}");
                self.line(Level::Info, SUBSCRIPTION, text)
            }
            Detail::OutOfRange { partition, offset, resets } => {
                let position = Position { offset: *offset, epoch: None, leader: (None, None) };
                let what = if *resets {
                    "resetting offset"
                } else {
                    "raising error to the application since no reset policy is configured"
                };
                let text = format_args!("Fetch position {position} is out of range for partition {partition}, {what}");
                self.line(Level::Info, COLLECTOR, text)
            }
            Detail::Truncated { partition, offset, diverging, resets } => {
                let position = Position { offset: *offset, epoch: None, leader: (None, None) };
                let found = format!("Truncation detected for partition {partition} at offset {position}");
                let level = if *resets { Level::Info } else { Level::Warn };
                self.line(level, SUBSCRIPTION, truncated(&found, *diverging, *resets))
            }
            Detail::NotSubscribed { partition, topics } => {
                let topics: Vec<_> = topics.iter().map(|topic| topic.as_str()).collect();
                let text = format_args!(
                    "Assigned partition {partition} for non-subscribed topic; subscription is [{}]",
                    topics.join(", ")
                );
                self.line(Level::Info, SUBSCRIPTION, text)
            }
            Detail::JoinCommitFailed { error } => {
                let why = match error {
                    Some(ErrorCode::UnknownMemberId) => format!("{NOT_A_MEMBER}. Will continue to join group."),
                    Some(error) => format!("{}. Will continue to join group.", error.message()),
                    None => "joinPrepare timeout. Will continue to join group".into(),
                };
                let text = format_args!("Asynchronous auto-commit of offsets failed: {why}");
                self.line(Level::Error, COORDINATOR, text)
            }
            Detail::GenerationCleared { state } => {
                let state = serde_json::to_value(state).unwrap_or_default();
                self.info(format_args!(
                    "Generation data was cleared by heartbeat thread to {} and state is now {} before receiving SyncGroup \
                     response, marking this rebalance as failed and retry",
                    self.identity(),
                    state.as_str().unwrap_or_default()
                ))
            }
            Detail::CoordinatorOutage { ms } => {
                let text = format_args!("Consumer has been disconnected from the group coordinator for {ms}ms");
                self.line(Level::Warn, COORDINATOR, text)
            }
            Detail::Disconnected { connection, why, cancelled } => {
                return self.disconnected(*connection, *why, cancelled);
            }
            Detail::Rebootstrapping => self.line(Level::Info, METADATA, "Rebootstrapping with the bootstrap servers"),
        };
        vec![line]
    }

    fn updating(&self, owned: &[TopicPartition], assigned: &[TopicPartition]) -> LogLine {
        let without = |first: &[TopicPartition], second: &[TopicPartition]| -> Vec<TopicPartition> {
            first.iter().filter(|of| !second.contains(of)).cloned().collect()
        };
        self.info(format_args!(
            "Updating assignment with\n\tAssigned partitions:                       {}\n\tCurrent owned partitions:                  {}\n\tAdded partitions (assigned - owned):       {}\n\tRevoked partitions (owned - assigned):     {}\n",
            List(assigned),
            List(owned),
            List(&without(assigned, owned)),
            List(&without(owned, assigned)),
        ))
    }

    /// `Generation.toString`
    fn identity(&self) -> String {
        let protocol = self.protocol.as_ref().map_or("null", |protocol| protocol.as_str());
        let Self { generation, member_id, .. } = self;
        format!("Generation{{generationId={generation}, memberId='{member_id}', protocol='{protocol}'}}")
    }

    /// The coordinator as a node of its own.
    fn node(&self) -> String {
        let broker = self.coordinator.unwrap_or(BrokerId(-1));
        node(broker, super::ConnectionId::coordinator(broker).0)
    }
}

const POLL_EXPIRED: &str = "consumer poll timeout has expired. This means the time between subsequent calls to poll() was \
    longer than the configured max.poll.interval.ms, which typically implies that the poll loop is spending too much time \
    processing messages. You can address this either by increasing max.poll.interval.ms or by reducing the maximum size of \
    batches returned in poll() with max.poll.records.";

const NOT_A_MEMBER: &str = "Offset commit cannot be completed since the consumer is not part of an active group for auto \
    partition assignment; it is likely that the consumer was kicked out of the group.";
