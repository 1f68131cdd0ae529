//! The known name that a misspelt one was probably meant to be.

/// The one of `known` that is fewest slips of the finger from `name`, if it is near enough to be meant.
#[must_use]
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = name.to_lowercase();
    known
        .into_iter()
        .map(|candidate| (strsim::osa_distance(&lower, &candidate.to_lowercase()), candidate))
        .min_by_key(|(distance, _)| *distance)
        .filter(|(distance, candidate)| *distance <= candidate.chars().count() / 3 + 1)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_understood_and_another_word_is_not() {
        let known = ["session.timeout.ms", "heartbeat.interval.ms"];
        assert_eq!(nearest("sesion.timeout.ms", known), Some("session.timeout.ms"));
        assert_eq!(nearest("Heartbeat.intervall.ms", known), Some("heartbeat.interval.ms"));
        assert_eq!(nearest("colour", known), None);
        assert_eq!(nearest("", known), None);
    }
}
