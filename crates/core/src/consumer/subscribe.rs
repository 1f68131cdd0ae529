//! Choosing what to read: subscribe(), assign(), unsubscribe().
//!
//! Source: `ClassicKafkaConsumer`, `SubscriptionState`.

use super::{
    Consumer,
    detail::Detail,
    exception::Exception,
    io::{Note, Subscribe},
    subscription::{SubscriptionType, TopicPattern},
};
use crate::protocol::{ErrorCode, Name, TopicName, TopicPartition};

impl Consumer {
    /// Reads this from now on. The three ways exclude each other until unsubscribe() is called.
    pub(super) fn subscribe(&mut self, wanted: Subscribe) -> Result<(), Exception> {
        match (&self.subscription.kind, &wanted) {
            (SubscriptionType::None, _)
            | (SubscriptionType::AutoTopics, Subscribe::Topics(_))
            | (SubscriptionType::AutoPattern(_), Subscribe::Pattern(_))
            | (SubscriptionType::UserAssigned, Subscribe::Partitions(_)) => {}
            _ => return Err(Exception::IllegalState),
        }
        match wanted {
            Subscribe::Topics(topics) if topics.is_empty() => self.unsubscribe(),
            Subscribe::Topics(topics) => self.subscribe_to_topics(topics),
            Subscribe::Pattern(pattern) => self.subscribe_to_pattern(pattern),
            Subscribe::Partitions(partitions) if partitions.is_empty() => self.unsubscribe(),
            Subscribe::Partitions(partitions) => {
                self.assign_by_user(partitions);
                Ok(())
            }
        }
    }

    /// The member joins again at its next poll(); until it gives them up, partitions of topics that it has dropped are its
    /// own, but not read any more.
    fn subscribe_to_topics(&mut self, topics: Vec<TopicName>) -> Result<(), Exception> {
        self.check_subscribing()?;
        self.detail(Detail::Subscribed(topics.clone()));
        self.subscription.kind = SubscriptionType::AutoTopics;
        if self.subscription.set_topics(topics) {
            self.metadata.request_new_topics();
        }
        Ok(())
    }

    fn subscribe_to_pattern(&mut self, pattern: Name) -> Result<(), Exception> {
        self.check_subscribing()?;
        // A scenario's pattern was checked.
        let matcher = TopicPattern::new(&pattern).map_err(|_| Exception::IllegalState)?;
        self.detail(Detail::SubscribedToPattern(pattern));
        self.subscription.kind = SubscriptionType::AutoPattern(matcher);
        self.update_pattern_subscription();
        self.metadata.request_new_topics();
        Ok(())
    }

    /// Whoever subscribes needs a group, and an assignor.
    fn check_subscribing(&self) -> Result<(), Exception> {
        if self.config.group_id.is_none() {
            Err(Exception::Response(ErrorCode::InvalidGroupId))
        } else if self.config.partition_assignment_strategy.is_empty() {
            Err(Exception::IllegalState)
        } else {
            Ok(())
        }
    }

    /// assign(): no group decides, no listener is called; partitions that stay keep their positions.
    fn assign_by_user(&mut self, mut partitions: Vec<TopicPartition>) {
        if self.config.group_id.is_some() {
            self.maybe_auto_commit();
        }
        partitions.sort_unstable();
        partitions.dedup();
        self.detail(Detail::AssignedTo(partitions.clone()));
        self.subscription.kind = SubscriptionType::UserAssigned;
        let topics = partitions.iter().map(|of| of.topic.clone()).collect();
        self.subscription.assign(&partitions);
        self.note(Note::Assigned(partitions));
        if self.subscription.set_topics(topics) {
            self.metadata.request_new_topics();
        }
    }

    /// unsubscribe(): gives all up and leaves the group. No offset is committed.
    pub(super) fn unsubscribe(&mut self) -> Result<(), Exception> {
        if self.config.group_id.is_some() {
            self.on_leave_prepare()?;
            self.leave_group("the consumer unsubscribed from all topics");
        }
        self.subscription.kind = SubscriptionType::None;
        self.subscription.set_topics(Vec::new());
        self.subscription.group_topics = None;
        if !self.subscription.partitions.is_empty() {
            self.subscription.assign(&[]);
            self.note(Note::Assigned(Vec::new()));
        }
        self.detail(Detail::Unsubscribed);
        Ok(())
    }
}
