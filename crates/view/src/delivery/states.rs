//! What a record is to a reader, and the words for it.

use groupscope_core::report::delivery::{Reader, RecordState};

/// What a record is to a reader.
pub(super) fn state_of(reader: &Reader, offset: i64) -> Option<RecordState> {
    let stretch = reader.stretches.iter().find(|stretch| (stretch.from..stretch.to).contains(&offset))?;
    Some(stretch.state)
}

/// The word for it.
pub(super) const fn state_key(state: RecordState) -> &'static str {
    match state {
        RecordState::Fetched => "rec-is-fetched",
        RecordState::Returned => "rec-is-returned",
        RecordState::Interrupted => "rec-is-interrupted",
        RecordState::Dropped => "rec-is-dropped",
        RecordState::Processed(1) => "rec-is-processed",
        RecordState::Processed(_) => "rec-is-processed-again",
    }
}
