//! Messages: what they say and what comes of them.

use groupscope_core::{
    protocol::{ApiKey, ErrorCode, MemberId, Request, Response, TopicPartition, consumer_protocol::Assignment},
    simulation::{
        frame::MessageKind,
        trace::{EventId, EventKind, Exchange, MessageId, Trace},
    },
};

use super::{Inspector, Row, Sheet, Tone, thing::consumer_name};
use crate::{clock, words::Arg};

/// More partitions than this are counted.
const LISTED: usize = 4;

/// A message, on its way or not.
pub(super) fn sheet(inspector: &Inspector<'_>, id: u32) -> Option<Sheet> {
    let run = inspector.run;
    let id = MessageId(id);
    let exchange = run.trace.exchanges.get(id.exchange().index())?;
    let kind = id.kind();
    let payload = run.trace.payload(exchange);
    let mut rows = Vec::new();
    if kind == MessageKind::Reply {
        rows.push(error(inspector, exchange.error));
    }
    rows.extend(times(inspector, exchange, id));
    match (kind, payload) {
        (MessageKind::Request, Some(payload)) => rows.extend(request(inspector, &payload.request)),
        (MessageKind::Reply, Some(payload)) => {
            rows.extend(payload.response.iter().flat_map(|reply| response(inspector, reply)));
        }
        (MessageKind::Reply, None) if exchange.api == ApiKey::Fetch => {
            rows.push(inspector.row("ins-records", exchange.records.to_string()));
        }
        _ => {}
    }
    rows.extend(effect(inspector, exchange, kind, payload.and_then(|payload| payload.response.as_deref())));
    let member = consumer_name(inspector, exchange.consumer);
    let broker = &*run.cast.brokers[exchange.broker.index()].name;
    let (key, to) = match kind {
        MessageKind::Request => ("ins-request", broker),
        MessageKind::Reply => ("ins-reply", member),
    };
    let title = inspector.words.say(key, &[("api", exchange.api.name().into()), ("name", to.into())]);
    Some(Sheet { title, rows, event: leaving(&run.trace, id), settings: Vec::new() })
}

/// The event at which a message leaves; of a fetch its only one.
fn leaving(trace: &Trace, id: MessageId) -> Option<EventId> {
    let exchange = trace.exchange(id.exchange());
    if id.kind() == MessageKind::Request || exchange.api == ApiKey::Fetch {
        return trace.sending_of(id.exchange());
    }
    let at = exchange.answered()?;
    let first = trace.first_from(at);
    let moment = trace.events[first.index()..].iter().take_while(|event| event.at == at).zip(first.0..);
    let is = |kind: EventKind| matches!(kind, EventKind::ReplySent { exchange } if exchange == id.exchange());
    moment.filter(|(event, _)| is(event.kind)).map(|(_, number)| EventId(number)).next()
}

fn error(inspector: &Inspector<'_>, error: ErrorCode) -> Row {
    let tone = match error {
        ErrorCode::None => Tone::Data,
        ErrorCode::RebalanceInProgress | ErrorCode::MemberIdRequired => Tone::Notice,
        _ => Tone::Bad,
    };
    inspector.toned("ins-error", format!("{} {}", error.code(), error.name()), tone)
}

fn times(inspector: &Inspector<'_>, exchange: &Exchange, id: MessageId) -> Option<Row> {
    let flying = inspector.frame.in_flight.iter().find(|message| message.id == id.0);
    let (sent, arrives) = match id.kind() {
        MessageKind::Request => (exchange.sent(), exchange.arrived()),
        MessageKind::Reply => (exchange.answered()?, exchange.received()),
    };
    let lost = exchange.lost().filter(|_| arrives.is_none());
    let arrives = arrives.or_else(|| flying.map(|message| message.arrives).filter(|_| lost.is_none()));
    let (key, tone, end) =
        if lost.is_some() { ("ins-sent-lost", Tone::Bad, lost) } else { ("ins-sent", Tone::Data, arrives) };
    let times = [Some(sent), end].into_iter().flatten().map(clock::moment).collect::<Vec<_>>().join(" · ");
    Some(inspector.toned(key, times, tone))
}

fn request(inspector: &Inspector<'_>, request: &Request) -> Vec<Row> {
    let generation = |it: i32| inspector.row("ins-generation", it.to_string());
    let reason = |it: Option<&str>| it.map(|it| inspector.row("ins-reason", it));
    match request {
        Request::FindCoordinator(it) => vec![inspector.row("pic-column-group", &*it.key)],
        Request::JoinGroup(it) => {
            let mut rows = vec![member_id(inspector, &it.member_id)];
            rows.extend(it.group_instance_id.as_ref().map(|it| inspector.row("ins-instance", &**it)));
            let timeouts = [it.session_timeout_ms, it.rebalance_timeout_ms].map(|ms| clock::number(ms.into()));
            rows.push(inspector.row("ins-timeouts", format!("{} · {} ms", timeouts[0], timeouts[1])));
            let offered = it.protocols.iter().map(|protocol| &*protocol.name).collect::<Vec<_>>().join(", ");
            rows.push(inspector.row("ins-offers", offered));
            rows.extend(reason(it.reason.as_deref()));
            rows
        }
        Request::SyncGroup(it) => {
            let mut rows = vec![generation(it.generation_id), member_id(inspector, &it.member_id)];
            if !it.assignments.is_empty() {
                rows.push(inspector.row("ins-plan", plan(inspector, it.assignments.len())));
            }
            rows
        }
        Request::Heartbeat(it) => vec![generation(it.generation_id), member_id(inspector, &it.member_id)],
        Request::LeaveGroup(it) => {
            let mut rows: Vec<_> = it.members.iter().map(|member| member_id(inspector, &member.member_id)).collect();
            rows.extend(reason(it.members.first().and_then(|member| member.reason.as_deref())));
            rows
        }
        Request::OffsetCommit(it) => {
            let offsets = it.partitions.iter().map(|one| (&one.partition, one.committed_offset)).collect();
            vec![
                generation(it.generation_id),
                member_id(inspector, &it.member_id),
                listed(inspector, "ins-offsets", offsets),
            ]
        }
        _ => Vec::new(),
    }
}

fn response(inspector: &Inspector<'_>, response: &Response) -> Vec<Row> {
    if !response.error().is_none() {
        return match response {
            Response::JoinGroup(it) if it.error == ErrorCode::MemberIdRequired => {
                vec![member_id(inspector, &it.member_id)]
            }
            _ => Vec::new(),
        };
    }
    match response {
        Response::FindCoordinator(it) => {
            vec![inspector.row("pic-column-coordinator", format!("broker-{}", it.node_id))]
        }
        Response::JoinGroup(it) => {
            let mut rows = vec![inspector.row("ins-generation", it.generation_id.to_string())];
            rows.extend(it.protocol_name.as_ref().map(|name| inspector.row("pic-column-protocol", &**name)));
            rows.push(inspector.row("pic-column-leader", short(&it.leader)));
            if !it.members.is_empty() {
                rows.push(inspector.row("ins-members", it.members.len().to_string()));
            }
            rows
        }
        Response::SyncGroup(it) => {
            let partitions = Assignment::decode(&it.assignment).map(|it| it.partitions).unwrap_or_default();
            vec![inspector.row("ins-assignment", names(inspector, &partitions))]
        }
        Response::OffsetFetch(it) => {
            let offsets = it.partitions.iter().map(|one| (&one.partition, one.committed_offset)).collect();
            vec![listed(inspector, "ins-offsets", offsets)]
        }
        _ => Vec::new(),
    }
}

fn member_id(inspector: &Inspector<'_>, id: &MemberId) -> Row {
    let text = if id.is_empty() { inspector.words.text("pic-no-id") } else { short(id) };
    inspector.row("ins-member-id", text)
}

/// A member id with the first digits of its UUID.
fn short(id: &MemberId) -> String {
    const UUID: usize = 36;
    let id = id.as_str();
    let digits = id.len().checked_sub(UUID).and_then(|digits| id.get(..digits + 4));
    digits.map_or_else(|| id.to_owned(), |beginning| format!("{beginning}…"))
}

fn plan(inspector: &Inspector<'_>, members: usize) -> String {
    inspector.words.say("ins-plan-for", &[("count", members.into())])
}

fn names(inspector: &Inspector<'_>, partitions: &[TopicPartition]) -> String {
    match partitions.len() {
        0 => inspector.words.text("pic-no-partition"),
        1..=LISTED => partitions.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        count => inspector.words.say("pic-partitions", &[("count", count.into())]),
    }
}

/// Partitions with their offsets: `orders-0 120`.
fn listed(inspector: &Inspector<'_>, key: &str, offsets: Vec<(&TopicPartition, i64)>) -> Row {
    let rest = offsets.len().saturating_sub(LISTED);
    let shown = offsets.into_iter().take(LISTED).map(|(partition, offset)| {
        let offset = if offset < 0 { "–".to_owned() } else { clock::number(offset) };
        format!("{partition} {offset}")
    });
    let mut shown: Vec<_> = shown.collect();
    if rest > 0 {
        shown.push(format!("+ {rest}"));
    }
    inspector.row(key, shown.join(", "))
}

/// What comes of it.
fn effect(inspector: &Inspector<'_>, exchange: &Exchange, kind: MessageKind, reply: Option<&Response>) -> Option<Row> {
    let words = inspector.words;
    let kebab = kebab(exchange.api.name());
    let leads = matches!(reply, Some(Response::JoinGroup(it)) if !it.members.is_empty());
    let key = match (kind, exchange.error) {
        (MessageKind::Request, _) => format!("effect-{kebab}"),
        (MessageKind::Reply, ErrorCode::None) if leads => "effect-join-group-reply-leader".to_owned(),
        (MessageKind::Reply, ErrorCode::None) => format!("effect-{kebab}-reply"),
        (MessageKind::Reply, error) if words.has(&format!("effect-{}", error.name())) => {
            format!("effect-{}", error.name())
        }
        (MessageKind::Reply, error) if error.is_retriable() => "effect-retriable".to_owned(),
        (MessageKind::Reply, _) => "effect-fatal".to_owned(),
    };
    let args: [(&str, Arg<'_>); 2] = [
        ("member", consumer_name(inspector, exchange.consumer).into()),
        ("exception", exchange.error.exception().into()),
    ];
    words.has(&key).then(|| inspector.toned("ins-effect", words.say(&key, &args), Tone::Prose))
}

/// `JoinGroup` as `join-group`.
fn kebab(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !text.is_empty() {
            text.push('-');
        }
        text.push(letter.to_ascii_lowercase());
    }
    text
}
