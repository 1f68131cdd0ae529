//! What the sequence shows, one happening below the other.

use std::ops::Range;

use groupscope_core::{
    consumer::{CallbackKind, Note},
    protocol::{ApiKey, ErrorCode, Response},
    simulation::{
        ConsumerIx, Run,
        frame::MessageKind,
        trace::{EventKind, Exchange, ExchangeId, MessageId},
    },
};

use super::Options;

/// How a message ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Arrived,
    Lost,
}

/// One message.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Message {
    pub(super) id: MessageId,
    pub(super) api: ApiKey,
    pub(super) consumer: ConsumerIx,
    pub(super) kind: MessageKind,
    pub(super) error: ErrorCode,
    pub(super) fate: Fate,
    /// The generation that a JoinGroup reply brings, and how many members it lists.
    pub(super) joined: Option<(i32, usize)>,
}

/// What a row shows.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum What {
    Message(Message),
    /// A callback of the rebalance listener with its partitions.
    Callback(ConsumerIx, CallbackKind, Vec<String>),
    /// Nothing worth a row for that long; so many heartbeats were answered NONE.
    Quiet {
        until: u64,
        heartbeats: usize,
    },
    /// From here on so many heartbeats have rows that would be folded otherwise.
    Unfolded {
        heartbeats: usize,
    },
}

/// A row.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    /// When it begins, ms.
    pub(super) at: u64,
    pub(super) what: What,
}

/// Quiet stretches from this length on are folded, ms.
const QUIET: u64 = 1000;

/// The rows of a group in a window (ms).
pub(super) fn rows(run: &Run, options: &Options, window: &Range<u64>) -> Vec<Row> {
    let is_of_it = |consumer: ConsumerIx| run.cast.consumers[consumer.index()].group.index() == options.group;
    let mut rows = Vec::new();
    let mut beats = Vec::new();
    for (index, exchange) in run.trace.exchanges.iter().enumerate() {
        if exchange.sent() >= window.end {
            break;
        }
        if !exchange.to_coordinator || !is_of_it(exchange.consumer) {
            continue;
        }
        if !options.heartbeats
            && exchange.api == ApiKey::Heartbeat
            && exchange.error.is_none()
            && exchange.received().is_some()
        {
            beats.push((index, exchange.sent()));
            continue;
        }
        add_exchange(&mut rows, run, ExchangeId(index as u32), exchange, window);
    }
    add_callbacks(&mut rows, run, is_of_it, window);
    rows.sort_by_key(|row| row.at);
    let all = folded(rows.clone(), &beats, window);
    if options.unfolded.is_empty() {
        return all;
    }
    let is_open = |row: &&Row| options.unfolded.contains(&row.at);
    let open = all.iter().filter(is_open).filter_map(|row| match row.what {
        What::Quiet { until, heartbeats } if heartbeats > 0 => Some((row.at, until, heartbeats)),
        _ => None,
    });
    for (from, until, heartbeats) in open {
        let inside = |beat: &(usize, u64)| (from..until).contains(&beat.1);
        rows.push(Row { at: from, what: What::Unfolded { heartbeats } });
        for (index, _) in beats.extract_if(.., |beat| inside(beat)) {
            add_exchange(&mut rows, run, ExchangeId(index as u32), &run.trace.exchanges[index], window);
        }
    }
    rows.sort_by_key(|row| (row.at, !matches!(row.what, What::Unfolded { .. })));
    folded(rows, &beats, window)
}

fn add_exchange(rows: &mut Vec<Row>, run: &Run, id: ExchangeId, exchange: &Exchange, window: &Range<u64>) {
    let message = |kind: MessageKind, arrived: bool, joined| Message {
        id: if kind == MessageKind::Request { MessageId::request(id) } else { MessageId::reply(id) },
        api: exchange.api,
        consumer: exchange.consumer,
        kind,
        error: exchange.error,
        fate: if !arrived && exchange.lost().is_some() { Fate::Lost } else { Fate::Arrived },
        joined,
    };
    if window.contains(&exchange.sent()) {
        let request = message(MessageKind::Request, exchange.arrived().is_some(), None);
        rows.push(Row { at: exchange.sent(), what: What::Message(request) });
    }
    if let Some(answered) = exchange.answered().filter(|at| window.contains(at)) {
        let response = run.trace.payload(exchange).and_then(|payload| payload.response.clone());
        let joined = match response.as_deref() {
            Some(Response::JoinGroup(join)) if join.error.is_none() => Some((join.generation_id, join.members.len())),
            _ => None,
        };
        let reply = message(MessageKind::Reply, exchange.received().is_some(), joined);
        rows.push(Row { at: answered, what: What::Message(reply) });
    }
}

fn add_callbacks(rows: &mut Vec<Row>, run: &Run, is_of_it: impl Fn(ConsumerIx) -> bool, window: &Range<u64>) {
    let first = run.trace.first_from(window.start).index();
    for event in run.trace.events[first..].iter().take_while(|event| event.at < window.end) {
        let EventKind::Client { consumer, note } = event.kind else { continue };
        let Note::Callback { kind, partitions, .. } = &run.trace.client_notes[note.index()] else { continue };
        if !partitions.is_empty() && is_of_it(consumer) {
            let names = partitions.iter().map(ToString::to_string).collect();
            rows.push(Row { at: event.at, what: What::Callback(consumer, *kind, names) });
        }
    }
}

/// Puts a fold into every stretch without a row.
fn folded(rows: Vec<Row>, beats: &[(usize, u64)], window: &Range<u64>) -> Vec<Row> {
    let mut all = Vec::with_capacity(rows.len());
    let mut last = window.start;
    let fold = |all: &mut Vec<Row>, from: u64, until: u64| {
        if until.saturating_sub(from) >= QUIET {
            let heartbeats = beats.iter().filter(|(_, at)| (from..until).contains(at)).count();
            all.push(Row { at: from, what: What::Quiet { until, heartbeats } });
        }
    };
    for row in rows {
        fold(&mut all, last, row.at);
        last = row.at;
        all.push(row);
    }
    fold(&mut all, last, window.end);
    all
}
