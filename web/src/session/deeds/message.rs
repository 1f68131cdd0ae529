//! What can be done with a message on its way.

use groupscope_core::{
    scenario::Do,
    simulation::{
        Run,
        frame::{MessageFrame, MessageKind},
        trace::Exchange,
    },
};

use super::{Deed, Does, asking, deed, form::Ask};
use crate::session::Session;

/// `Heartbeat billing-1 → broker-2`
pub(super) fn name(message: &MessageFrame) -> String {
    format!("{} {} → {}", message.api.name(), message.from, message.to)
}

/// All of it. The fault strikes the message where it leaves, and no other one.
pub(super) fn of(session: &Session, message: &MessageFrame) -> Vec<Deed> {
    if message.lost.is_some() {
        return Vec::new();
    }
    let Some(nth) = nth(&session.film.run(), message) else { return Vec::new() };
    let MessageFrame { from, to, api, kind, .. } = message.clone();
    let args: &[(&str, &str)] = &[("api", api.name())];
    let lost = Do::Drop { from: from.clone(), to: to.clone(), api, kind, nth };
    let late = Do::Delay { from, to, api, kind, nth, ms: 0 };
    let mut deeds = [
        deed(session, "ui-do-drop", args, Does::Now(vec![lost])),
        asking(session, "ui-do-delay", args, Ask::Delay(late)),
    ];
    for deed in &mut deeds {
        deed.at = message.sent;
        if let Does::Ask(form) = &mut deed.does {
            std::rc::Rc::make_mut(form).at = message.sent;
        }
    }
    deeds.into()
}

/// The message's place among those of its kind and its link that leave in the same ms, from 1.
fn nth(run: &Run, message: &MessageFrame) -> Option<u32> {
    let left = |exchange: &Exchange| match message.kind {
        MessageKind::Request => Some(exchange.sent()),
        MessageKind::Reply => exchange.answered(),
    };
    let own = groupscope_core::simulation::trace::MessageId(message.id).exchange();
    let this = run.trace.exchanges.get(own.index())?;
    let same = |other: &Exchange| {
        (other.api, other.consumer, other.broker) == (this.api, this.consumer, this.broker) && left(other) == left(this)
    };
    let before = run.trace.exchanges[..own.index()].iter().filter(|other| same(other)).count();
    u32::try_from(before + 1).ok()
}
