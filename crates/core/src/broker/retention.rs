//! The end of old records: whole segments go, and never a record that is younger than it may be.

use super::Partition;
use crate::config::TopicConfig;

impl Partition {
    /// Deletes the oldest segments that are too old or too many. Whether any was
    /// (`UnifiedLog.deleteRetentionMsBreachedSegments`, `deleteRetentionSizeBreachedSegments`).
    pub(super) fn delete_old(&mut self, config: &TopicConfig, now: u64) -> bool {
        self.roll(config, now);
        let before = self.log_start;
        while self.log_start < self.end(now) && (self.is_too_old(config, now) || self.is_too_large(config, now)) {
            self.log_start = if self.segments.is_empty() { self.end(now) } else { self.segments.remove(0) };
        }
        self.log_start > before
    }

    /// Begins new segments where the log has outgrown the latest one (`LogSegment.shouldRoll`).
    fn roll(&mut self, config: &TopicConfig, now: u64) {
        let records = i64::from(config.segment_bytes) / i64::from(self.record_bytes);
        let lasts = u64::try_from(config.segment_ms).unwrap_or(u64::MAX);
        loop {
            let base = self.segments.last().copied().unwrap_or(self.log_start);
            let full = base.saturating_add(records.max(1));
            let late = self.first_since(self.timestamp(base).saturating_add(lasts), now);
            let next = late.map_or(full, |(offset, _)| full.min(offset.max(base + 1)));
            if next >= self.end(now) {
                return;
            }
            self.segments.push(next);
        }
    }

    /// The end of the oldest segment.
    fn first_end(&self, now: u64) -> i64 {
        self.segments.first().copied().unwrap_or_else(|| self.end(now))
    }

    fn is_too_old(&self, config: &TopicConfig, now: u64) -> bool {
        let youngest = self.timestamp(self.first_end(now) - 1);
        u64::try_from(config.retention_ms).is_ok_and(|keep| now.saturating_sub(youngest) > keep)
    }

    /// Whether enough is left without the oldest segment. The latest one stays whatever its size.
    fn is_too_large(&self, config: &TopicConfig, now: u64) -> bool {
        let left = (self.end(now) - self.first_end(now)).saturating_mul(self.record_bytes.into());
        config.retention_bytes >= 0 && !self.segments.is_empty() && left >= config.retention_bytes
    }
}
