//! A run in 64 bits: equal runs have equal digests, on every platform.

use std::{
    fmt::{self, Write},
    hash::{Hash, Hasher},
};

use super::Run;

/// FNV-1a. Sizes are widened, so that it does not matter how wide the platform's are.
struct Fnv(u64);

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn write_usize(&mut self, value: usize) {
        self.write(&(value as u64).to_le_bytes());
    }

    fn write_isize(&mut self, value: isize) {
        self.write(&(value as i64).to_le_bytes());
    }
}

/// What has no hash of its own goes in as its debugging text.
impl fmt::Write for Fnv {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.write(text.as_bytes());
        Ok(())
    }
}

impl Run {
    /// A number for all that happened: runs that differ in any event, message or note differ in it, but for one chance in
    /// 2⁶⁴.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let mut hash = Fnv(0xcbf2_9ce4_8422_2325);
        let trace = &self.trace;
        trace.events.hash(&mut hash);
        trace.exchanges.hash(&mut hash);
        trace.records.hash(&mut hash);
        let texts = [
            trace.coordinator_notes.iter().try_for_each(|note| write!(hash, "{note:?}")),
            trace.client_notes.iter().try_for_each(|note| write!(hash, "{note:?}")),
            trace.payloads.iter().try_for_each(|payload| write!(hash, "{payload:?}")),
        ];
        debug_assert!(texts.iter().all(Result::is_ok));
        hash.finish()
    }
}
