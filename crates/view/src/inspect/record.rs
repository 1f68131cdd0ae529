//! A record: what happened to it up to the moment, each with its time; marked is what came since the last stop.

use groupscope_core::{
    report::delivery::{Deed, DeedKind, Delivery},
    simulation::{GroupIx, frame::Process},
};

use super::{Inspector, Row, Sheet, Tone};
use crate::{clock, mark::Mark, words::Arg};

/// The record of a mark.
pub(super) fn sheet(inspector: &Inspector<'_>, mark: &Mark, before: Option<u64>) -> Option<Sheet> {
    let Mark::Record { group, partition, offset, .. } = mark else { return None };
    let run = inspector.run;
    let place = run.cast.partition(&partition.topic, partition.partition)?;
    let delivery = Delivery::of(run, GroupIx(u16::try_from(*group).ok()?), place);
    let deeds = delivery.history(run, *offset);
    let now = inspector.frame.at;
    let past: Vec<&Deed> = deeds.iter().filter(|deed| deed.at <= now).collect();
    let name = [("name", Arg::Text(&format!("{offset} · {partition}")))];
    let title = inspector.words.say("rec-sheet", &name);
    let mut rows: Vec<Row> = past.iter().map(|deed| row(inspector, deed, &partition.to_string(), before)).collect();
    if rows.is_empty() {
        rows.push(inspector.toned("rec-nothing-yet", "–", Tone::Data));
    }
    let event = past.iter().rev().find_map(|deed| deed.event);
    Some(Sheet { title, rows, event, settings: Vec::new() })
}

fn row(inspector: &Inspector<'_>, deed: &Deed, partition: &str, before: Option<u64>) -> Row {
    let member = deed.consumer.map(|consumer| inspector.run.cast.consumers[consumer.index()].name.to_string());
    let member = member.unwrap_or_default();
    let (key, offset, tone) = said(deed.what, member.is_empty());
    let mut args = vec![("member", Arg::Text(&member)), ("partition", Arg::Text(partition))];
    args.extend(offset.map(|offset| ("offset", Arg::Number(offset))));
    Row {
        label: clock::moment(deed.at),
        value: inspector.words.say(key, &args),
        tone,
        changed: before.is_some_and(|before| deed.at > before),
        at: Some(deed.at),
    }
}

/// The word for a deed, the offset in it, and how it is to be read.
const fn said(what: DeedKind, nobody: bool) -> (&'static str, Option<i64>, Tone) {
    match what {
        DeedKind::Written => ("rec-did-written", None, Tone::Data),
        DeedKind::Fetched => ("rec-did-fetched", None, Tone::Data),
        DeedKind::Returned(1) => ("rec-did-returned", None, Tone::Data),
        DeedKind::Returned(_) => ("rec-did-returned-again", None, Tone::Data),
        DeedKind::Processed(1) => ("rec-did-processed", None, Tone::Data),
        DeedKind::Processed(_) => ("rec-did-processed-again", None, Tone::Notice),
        DeedKind::Interrupted => ("rec-did-interrupted", None, Tone::Bad),
        DeedKind::Dropped => ("rec-did-dropped", None, Tone::Bad),
        DeedKind::Ended(Process::Killed) => ("rec-did-killed", None, Tone::Bad),
        DeedKind::Ended(Process::Failed) => ("rec-did-failed", None, Tone::Bad),
        DeedKind::Ended(_) => ("rec-did-closed", None, Tone::Bad),
        DeedKind::GivenUp => ("rec-did-given-up", None, Tone::Notice),
        DeedKind::Committed(offset, _) if nobody => ("rec-did-committed-unknown", Some(offset), Tone::Data),
        DeedKind::Committed(offset, true) => ("rec-did-committed", Some(offset), Tone::Data),
        DeedKind::Committed(offset, false) => ("rec-did-committed-early", Some(offset), Tone::Notice),
        DeedKind::CommittedBack(offset) => ("rec-did-committed-back", Some(offset), Tone::Notice),
        DeedKind::OffsetDeleted => ("rec-did-offset-deleted", None, Tone::Notice),
        DeedKind::Skipped => ("rec-did-skipped", None, Tone::Bad),
        DeedKind::Deleted => ("rec-did-deleted", None, Tone::Notice),
    }
}
