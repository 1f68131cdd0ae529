//! Which assignor a group uses, and which topics it reads.

use std::collections::BTreeSet;

use super::{Ballot, Group, Member};
use crate::java::HashMap;
use crate::protocol::{
    ErrorCode, MemberId, Name, TopicName,
    consumer_protocol::{Subscription, Unreadable},
};

impl Group {
    /// Every member votes for the first assignor of its own list that all members offer; most votes win, of equals the first
    /// in the order of Java's HashMap (`ClassicGroup.selectProtocol`). Static members that are away vote too. An error inside
    /// Kafka if there is no such assignor.
    pub(super) fn select_protocol(&self) -> Result<Ballot, ErrorCode> {
        let votes: Option<Vec<(MemberId, Name)>> =
            self.members.iter().map(|(id, member)| Some((id.clone(), self.vote_of(member)?))).collect();
        let votes = votes.ok_or(ErrorCode::UnknownServerError)?;
        let mut counts: HashMap<Name, u32> = HashMap::new();
        for (_, protocol) in &votes {
            match counts.get_mut(protocol) {
                Some(count) => *count += 1,
                None => {
                    counts.insert(protocol.clone(), 1);
                }
            }
        }
        let first_of_most = |best: (Name, u32), (protocol, count): (&Name, &u32)| {
            if *count > best.1 { (protocol.clone(), *count) } else { best }
        };
        let (winner, count) = counts.iter().fold((Name::default(), 0), first_of_most);
        if count == 0 {
            return Err(ErrorCode::UnknownServerError);
        }
        let candidates = self.supported.keys().filter(|name| self.is_supported_by_all(name)).cloned().collect();
        Ok(Ballot { candidates, votes, winner })
    }

    fn vote_of(&self, member: &Member) -> Option<Name> {
        member.protocols.iter().map(|protocol| &protocol.name).find(|name| self.is_supported_by_all(name)).cloned()
    }

    /// The topics that the members subscribe to, by their own offers for the chosen assignor; `None` if one of them ends early,
    /// or if the group is none of consumers (`ClassicGroup.computeSubscribedTopics`). Bytes that Kafka does not expect are an
    /// error inside Kafka: what needs the topics then ends there.
    pub(super) fn compute_subscribed_topics(&self) -> Result<Option<BTreeSet<TopicName>>, ErrorCode> {
        if !self.uses_consumer_protocol() {
            return Ok(None);
        }
        let mut topics = BTreeSet::new();
        let Some(protocol) = &self.protocol_name else {
            return Ok(self.members.is_empty().then_some(topics));
        };
        for member in self.members.values() {
            let metadata = member.metadata(protocol).ok_or(ErrorCode::UnknownServerError)?;
            match Subscription::decode_topics(metadata) {
                Ok(own) => topics.extend(own),
                Err(Unreadable::EndsEarly) => return Ok(None),
                Err(Unreadable::WrongLength) => return Err(ErrorCode::UnknownServerError),
            }
        }
        Ok(Some(topics))
    }

    /// Whether a member subscribes to the topic. A group of consumers whose subscriptions are unknown counts as subscribed to
    /// everything (`ClassicGroup.isSubscribedToTopic`).
    pub(super) fn is_subscribed_to(&self, topic: &TopicName) -> bool {
        match &self.subscribed_topics {
            Some(topics) => topics.contains(topic),
            None => self.uses_consumer_protocol(),
        }
    }
}
