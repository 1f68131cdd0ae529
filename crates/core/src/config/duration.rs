//! ISO-8601 durations, as `auto.offset.reset=by_duration:…` holds one.

/// The milliseconds of a duration in the form `PnDTnHnMn.nS` (`java.time.Duration.parse`); `None` if it has another form,
/// is negative or does not fit. Parts below a millisecond are dropped.
pub(super) fn parse_iso8601(text: &str) -> Option<u64> {
    let text = text.to_ascii_uppercase();
    let (days, time) = match text.strip_prefix('P')?.split_once('T') {
        Some((_, "")) => return None,
        Some((days, time)) => (days, time),
        None => (text.strip_prefix('P')?, ""),
    };
    if days.is_empty() && time.is_empty() {
        return None;
    }
    let mut total = 0_i64;
    if !days.is_empty() {
        total = whole(days.strip_suffix('D')?)?.checked_mul(86_400_000)?;
    }
    let mut rest = time;
    for (unit, ms) in [('H', 3_600_000), ('M', 60_000)] {
        if let Some((number, after)) = rest.split_once(unit) {
            total = total.checked_add(whole(number)?.checked_mul(ms)?)?;
            rest = after;
        }
    }
    if !rest.is_empty() {
        total = total.checked_add(seconds(rest.strip_suffix('S')?)?)?;
    }
    u64::try_from(total).ok()
}

fn whole(number: &str) -> Option<i64> {
    number.parse().ok()
}

fn seconds(number: &str) -> Option<i64> {
    let (whole_part, fraction) = number.split_once(['.', ',']).unwrap_or((number, ""));
    if fraction.len() > 9 || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let ms = whole(&format!("{fraction:0<3}")[..3])?;
    let ms = if whole_part.starts_with('-') { -ms } else { ms };
    whole(whole_part)?.checked_mul(1000)?.checked_add(ms)
}

#[cfg(test)]
mod tests {
    use super::parse_iso8601;

    #[test]
    fn durations_are_read_as_java_reads_them() {
        let read = [
            ("PT1H", Some(3_600_000)),
            ("P2DT3H4M5.678S", Some(2 * 86_400_000 + 3 * 3_600_000 + 4 * 60_000 + 5_678)),
            ("pt15m", Some(900_000)),
            ("PT0.5S", Some(500)),
            ("PT-6H3M", None),
            ("P1D", Some(86_400_000)),
            ("PT0S", Some(0)),
            ("P", None),
            ("PT", None),
            ("P1DT", None),
            ("1H", None),
            ("PT1M1H", None),
            ("PT1", None),
            ("P99999999999999D", None),
        ];
        for (text, expected) in read {
            assert_eq!(parse_iso8601(text), expected, "{text}");
        }
    }
}
