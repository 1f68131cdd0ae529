//! What the client says when something fails.

use std::fmt::Display;

use super::{
    super::{
        detail::{Cancelled, DisconnectedBy, LostCause},
        io::ConnectionId,
    },
    COORDINATOR, ClientLog, Level, LogLine, NETWORK,
    java_text::{Optional, constant, host},
};
use crate::protocol::{ErrorCode, TopicPartition};

impl ClientLog {
    pub(super) fn disconnected(
        &self,
        connection: ConnectionId,
        why: DisconnectedBy,
        cancelled: &[Cancelled],
    ) -> Vec<LogLine> {
        let ConnectionId(node) = connection;
        let line = |level, text: &dyn Display| self.line(level, NETWORK, text);
        let mut lines = match why {
            DisconnectedBy::Client => Vec::new(),
            DisconnectedBy::Peer | DisconnectedBy::Idle | DisconnectedBy::Refused => {
                vec![line(Level::Info, &format_args!("Node {node} disconnected."))]
            }
            DisconnectedBy::RequestTimeout => {
                vec![line(Level::Info, &format_args!("Disconnecting from node {node} due to request timeout."))]
            }
            DisconnectedBy::SetupTimeout => {
                let text = format_args!("Disconnecting from node {node} due to socket connection setup timeout.");
                vec![line(Level::Info, &text)]
            }
        };
        lines.extend(cancelled.iter().map(|it| {
            let Cancelled { api, correlation_id, elapsed, timeout } = it;
            let text = format_args!(
                "Cancelled in-flight {} request with correlation id {correlation_id} due to node {node} being disconnected \
                 (elapsed time since creation: {elapsed}ms, elapsed time since send: {elapsed}ms, throttle time: 0ms, \
                 request timeout: {timeout}ms)",
                constant(api.name())
            );
            line(Level::Info, &text)
        }));
        if why == DisconnectedBy::Refused {
            let text = format_args!(
                "Connection to node {node} ({}:9092) could not be established. Node may not be available.",
                host(node)
            );
            lines.push(line(Level::Warn, &text));
        }
        lines
    }

    pub(super) fn coordinator_lost(&self, cause: LostCause, is_disconnected: bool) -> Vec<LogLine> {
        let cause = match cause {
            LostCause::Error(error) => format!("error response {error}"),
            LostCause::Unavailable => "coordinator unavailable".into(),
            LostCause::Session => "session timed out without receiving a heartbeat response".into(),
            LostCause::Disconnect => "null".into(),
        };
        let node = self.node();
        let mut lines = vec![self.info(format_args!(
            "Group coordinator {node} is unavailable or invalid due to cause: {cause}. isDisconnected: {is_disconnected}. \
             Rediscovery will be attempted."
        ))];
        if !is_disconnected {
            lines.push(self.info(format_args!("Requesting disconnect from last known coordinator {node}")));
        }
        lines
    }

    pub(super) fn join_failed(&mut self, error: ErrorCode) -> Vec<LogLine> {
        self.join_error = error;
        let (message, sent, node) = (error.message(), self.identity(), self.node());
        let instance = Optional(self.instance.as_ref());
        vec![match error {
            ErrorCode::MemberIdRequired => return Vec::new(),
            ErrorCode::CoordinatorLoadInProgress => {
                self.info(format_args!("JoinGroup failed: Coordinator {node} is loading the group."))
            }
            ErrorCode::UnknownMemberId => self.info(format_args!(
                "JoinGroup failed: {message} Need to re-join the group. Sent generation was {sent}"
            )),
            ErrorCode::CoordinatorNotAvailable | ErrorCode::NotCoordinator => self.info(format_args!(
                "JoinGroup failed: {message} Marking coordinator unknown. Sent generation was {sent}"
            )),
            ErrorCode::RebalanceInProgress => self.info(
                "JoinGroup failed due to non-fatal error: REBALANCE_IN_PROGRESS, which could indicate a replication \
                 timeout on the broker. Will retry.",
            ),
            ErrorCode::FencedInstanceId => self.line(
                Level::Error,
                COORDINATOR,
                format_args!("JoinGroup failed: The group instance id {instance} has been fenced by another instance. Sent generation was {sent}"),
            ),
            _ => self.line(Level::Error, COORDINATOR, format_args!("JoinGroup failed due to fatal error: {message}")),
        }]
    }

    pub(super) fn sync_failed(&mut self, error: ErrorCode) -> LogLine {
        self.join_error = error;
        let (message, sent) = (error.message(), self.identity());
        match error {
            ErrorCode::RebalanceInProgress => self.info(format_args!(
                "SyncGroup failed: The group began another rebalance. Need to re-join the group. Sent generation was {sent}"
            )),
            ErrorCode::CoordinatorNotAvailable | ErrorCode::NotCoordinator => self.info(format_args!(
                "SyncGroup failed: {message} Marking coordinator unknown. Sent generation was {sent}"
            )),
            ErrorCode::FencedInstanceId => {
                let instance = Optional(self.instance.as_ref());
                let text = format_args!(
                    "SyncGroup failed: The group instance id {instance} has been fenced by another instance. Sent generation was {sent}"
                );
                self.line(Level::Error, COORDINATOR, text)
            }
            _ => self.info(format_args!("SyncGroup failed: {message} Need to re-join the group. Sent generation was {sent}")),
        }
    }

    pub(super) fn heartbeat_failed(&self, error: ErrorCode, stale: bool) -> LogLine {
        let (identity, instance) = (self.identity(), Optional(self.instance.as_ref()));
        match error {
            ErrorCode::CoordinatorNotAvailable | ErrorCode::NotCoordinator => self.info(format_args!(
                "Attempt to heartbeat failed since coordinator {} is either not started or not valid",
                self.node()
            )),
            _ if stale => self.info(format_args!(
                "Attempt to heartbeat with stale {identity} and group instance id {instance} failed due to {error}, ignoring the error"
            )),
            _ => self.info(format_args!(
                "Attempt to heartbeat with {identity} and group instance id {instance} failed due to {error}, resetting generation"
            )),
        }
    }

    pub(super) fn commit_failed(&self, of: &TopicPartition, offset: i64, error: ErrorCode) -> Vec<LogLine> {
        let (message, identity) = (error.message(), &self.last_identity);
        let level = if error.is_retriable() { Level::Warn } else { Level::Error };
        let text = format_args!("Offset commit failed on partition {of} at offset {offset}: {message}");
        let mut lines = vec![self.line(level, COORDINATOR, text)];
        match error {
            ErrorCode::UnknownMemberId | ErrorCode::IllegalGeneration => {
                lines.push(self.info(format_args!("OffsetCommit failed with {identity}: {message}")));
            }
            ErrorCode::FencedInstanceId => {
                let instance = Optional(self.instance.as_ref());
                let text =
                    format_args!("OffsetCommit failed with {identity} due to group instance id {instance} fenced");
                lines.push(self.info(text));
            }
            _ => {}
        }
        lines
    }
}

/// What `SubscriptionState.maybeCompleteValidation` says of a log that has lost what was read.
pub(super) fn truncated(found: &str, diverging: Option<i64>, resets: bool) -> String {
    match diverging {
        Some(offset) if resets => {
            format!("{found}, resetting offset to the first offset known to diverge {offset}")
        }
        Some(offset) => format!("{found}, the end offset from the broker is {offset} (policy is NONE)"),
        None => format!("{found}, resetting offset"),
    }
}
