//! The two steps in which a dynamic consumer becomes a member (KIP-394): it is handed an id, and joins again with it.

use crate::{
    protocol::MemberId,
    simulation::{ConsumerIx, GroupIx, Run, lanes::Standing},
};

/// An id that a coordinator handed out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handshake {
    /// The consumer that asked.
    pub consumer: Option<ConsumerIx>,
    /// The id.
    pub member: MemberId,
    /// When it was handed out, ms.
    pub handed: u64,
    /// When it is forgotten if it is not used, ms.
    pub deadline: Option<u64>,
    /// When its waiting ended, ms, and how; `None` = it is still pending.
    pub end: Option<(u64, HandshakeEnd)>,
}

/// How the waiting for the second JoinGroup ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandshakeEnd {
    /// It came.
    Joined,
    /// The id is forgotten: its time was over, its owner left, or the coordinator is another.
    Forgotten,
}

impl Handshake {
    /// All that a group's coordinator has begun by `at` (ms), in the order of time.
    #[must_use]
    pub fn all(run: &Run, group: GroupIx, at: u64) -> Vec<Self> {
        let mut all = Vec::new();
        for member in &run.lanes.groups[group.index()].members {
            let changes = member.standing.changes();
            for (place, change) in changes.iter().enumerate() {
                if change.value != Standing::Pending || change.at > at {
                    continue;
                }
                let end = changes.get(place + 1).filter(|end| end.at <= at).map(|end| match end.value {
                    Standing::Member { .. } => (end.at, HandshakeEnd::Joined),
                    Standing::Gone | Standing::Pending => (end.at, HandshakeEnd::Forgotten),
                });
                let timer = member.session.at(change.at).and_then(|timer| timer.value);
                all.push(Self {
                    consumer: member.consumer,
                    member: member.id.clone(),
                    handed: change.at,
                    deadline: timer.map(|timer| timer.deadline),
                    end,
                });
            }
        }
        all.sort_by_key(|handshake| handshake.handed);
        all
    }
}
