//! What the rules of a group act upon beside the group: time, timers, replies, notes.

use std::collections::BTreeMap;

use super::{
    Config, Note, Output, TimerKey, Token, Which,
    timers::{Action, Timers},
};
use crate::protocol::{GroupId, JoinGroupResponse, MemberId, Response, SyncGroupResponse};

/// JoinGroup and SyncGroup requests that were not answered yet, with their versions. Several things may complete such a
/// request; only the first one does (Kafka: a `CompletableFuture` for each).
pub(super) type OpenRequests = BTreeMap<Token, i16>;

/// The surroundings of one step.
pub(super) struct Effects<'a> {
    /// The time, ms.
    pub(super) now: u64,
    pub(super) config: &'a Config,
    pub(super) timers: &'a mut Timers,
    pub(super) open: &'a mut OpenRequests,
    pub(super) out: &'a mut Vec<Output>,
}

impl Effects<'_> {
    pub(super) fn note(&mut self, note: Note) {
        self.out.push(Output::Note(note));
    }

    pub(super) fn reply(&mut self, token: Token, response: Response) {
        self.out.push(Output::Reply { token, response });
    }

    /// Answers a JoinGroup, if nothing else did. Before version 7 a null protocol name is sent as "" (`JoinGroupResponse`).
    pub(super) fn answer_join(&mut self, token: Token, mut response: JoinGroupResponse) {
        let Some(version) = self.open.remove(&token) else { return };
        if version < 7 {
            response.protocol_name.get_or_insert_default();
        }
        self.reply(token, Response::JoinGroup(response));
    }

    /// Answers a SyncGroup, if nothing else did.
    pub(super) fn answer_sync(&mut self, token: Token, response: SyncGroupResponse) {
        if self.open.remove(&token).is_some() {
            self.reply(token, Response::SyncGroup(response));
        }
    }

    /// A parked request whose place is taken or whose member is gone: nobody will answer it from there.
    pub(super) fn forget(&mut self, token: Option<Token>) {
        if let Some(token) = token.filter(|token| self.open.contains_key(token)) {
            self.note(Note::Forgotten { token });
        }
    }

    pub(super) fn arm_session(&mut self, group: &GroupId, member: &MemberId, timeout_ms: i32) {
        self.arm(group, Which::Session(member.clone()), timeout_ms, Action::Session);
    }

    pub(super) fn cancel_session(&mut self, group: &GroupId, member: &MemberId) {
        self.cancel(group, Which::Session(member.clone()));
    }

    pub(super) fn arm(&mut self, group: &GroupId, which: Which, delay_ms: i32, action: Action) {
        let timer = TimerKey { group: group.clone(), which };
        let (kind, deadline) = self.timers.arm(self.now, &timer, delay_ms, action);
        self.note(Note::TimerArmed { timer, kind, deadline });
    }

    pub(super) fn cancel(&mut self, group: &GroupId, which: Which) {
        let timer = TimerKey { group: group.clone(), which };
        if self.timers.cancel(&timer) {
            self.note(Note::TimerCancelled { timer });
        }
    }
}
