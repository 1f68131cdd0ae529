//! Writes down what happens inside clients.

use super::{
    cast::ConsumerIx,
    lanes::Membership,
    recorder::Recorder,
    trace::{ClientNoteId, EventId, EventKind},
};
use crate::consumer::Note;

impl Recorder {
    /// A note of a client. The event that it became, or that stands for it.
    pub(super) fn client_note(&mut self, consumer: ConsumerIx, note: Note, cause: Option<EventId>) -> EventId {
        let now = self.now;
        let present = cause.unwrap_or(self.latest());
        match &note {
            Note::Doing(doing) => {
                self.run.lanes.consumers[consumer.index()].doing.push(now, present.0, *doing);
                return present;
            }
            Note::Polled { deadline } => {
                self.run.lanes.consumers[consumer.index()].polled.push(now, present.0, *deadline);
                return present;
            }
            Note::HeartbeatDue(due) => {
                self.run.lanes.consumers[consumer.index()].heartbeat.push(now, present.0, *due);
                return present;
            }
            Note::Fetched { partition, end } => {
                if let Some(partition) = self.place(partition) {
                    self.fetched(consumer, partition, present, Some(*end));
                }
                return present;
            }
            Note::Returned { partition, first, count } => {
                let Some(partition) = self.place(partition) else { return present };
                let (records, end) = (self.records(*first, *count), *first + i64::from(*count));
                let event = self.event(cause, EventKind::RecordsReturned { consumer, partition, records });
                self.position(consumer, partition, event, Some(end));
                return event;
            }
            Note::Processed { partition, first, count } => {
                let Some(partition) = self.place(partition) else { return present };
                let records = self.records(*first, *count);
                return self.event(cause, EventKind::RecordsProcessed { consumer, partition, records });
            }
            _ => {}
        }
        let id = ClientNoteId(self.run.trace.client_notes.len() as u32);
        let event = self.event(cause, EventKind::Client { consumer, note: id });
        self.client_lanes(consumer, &note, event);
        self.run.trace.client_notes.push(note);
        event
    }

    fn client_lanes(&mut self, consumer: ConsumerIx, note: &Note, event: EventId) {
        let now = self.now;
        let lanes = &mut self.run.lanes.consumers[consumer.index()];
        match note {
            Note::Member { state, member_id, generation } => {
                let member = Membership { state: *state, member_id: member_id.clone(), generation: *generation };
                lanes.member.push(now, event.0, member);
            }
            Note::Callback { owned, .. } => {
                let owned = self.places(owned);
                self.owned(consumer, event, &owned);
            }
            Note::Assigned(owned) => {
                let owned = self.places(owned);
                self.owned(consumer, event, &owned);
            }
            Note::Position { partition, offset, .. } => {
                if let Some(partition) = self.place(partition) {
                    if self.position_of(consumer, partition) != Some(*offset) {
                        self.fetched(consumer, partition, event, None);
                    }
                    self.position(consumer, partition, event, Some(*offset));
                }
            }
            Note::Thrown(exception) if *exception == "FencedInstanceIdException" => {
                lanes.fenced.push(now, event.0, true);
            }
            Note::Paused(partitions) => {
                let paused = self.places(partitions);
                self.run.lanes.consumers[consumer.index()].paused.push(now, event.0, paused);
            }
            _ => {}
        }
    }
}
