//! Chance: each value is a function of the process's seed, what it is for, and how often that was asked before.

/// What a random value is for.
#[derive(Clone, Copy, Debug)]
pub(super) enum What {
    /// The jitter of a pause between retries.
    RetryBackoff,
    /// The jitter of a pause between connection attempts.
    ReconnectBackoff,
    /// The jitter of a connection's set-up time-out.
    ConnectionSetup,
    /// The jitter of a pause between metadata requests.
    MetadataBackoff,
    /// Where the search for the least loaded node begins.
    LeastLoadedNode,
}

/// The values of one process.
#[derive(Clone, Debug)]
pub(super) struct Random {
    seed: u64,
    counts: [u64; 5],
}

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self { seed, counts: [0; 5] }
    }

    /// The next 64 random bits for this (SplitMix64's finalizer over the three inputs).
    fn bits(&mut self, what: What) -> u64 {
        let count = &mut self.counts[what as usize];
        *count += 1;
        let mut bits = self.seed ^ (what as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        bits = bits.wrapping_add(count.wrapping_mul(0xD1B5_4A32_D192_ED03));
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    /// A whole number below `bound`; 0 if the bound is 0.
    pub(super) fn below(&mut self, what: What, bound: usize) -> usize {
        let bound = bound as u64;
        ((u128::from(self.bits(what)) * u128::from(bound)) >> 64) as usize
    }

    /// A pause that doubles at each attempt, with a jitter of ±20 % (`ExponentialBackoff`). A maximum that is not above
    /// the first pause is the pause, without jitter.
    pub(super) fn backoff(&mut self, what: What, initial: u64, max: u64, attempts: u32) -> u64 {
        if max <= initial {
            return max;
        }
        let term = if attempts < initial.leading_zeros() { (initial << attempts).min(max) } else { max };
        let unit = (self.bits(what) >> 11) as f64 / (1_u64 << 53) as f64;
        ((0.8 + 0.4 * unit) * term as f64).min(max as f64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_backoff_doubles_up_to_its_maximum_and_jitters_by_a_fifth() {
        let mut random = Random::new(7);
        for (attempts, low, high) in [(0, 80, 120), (1, 160, 240), (3, 640, 960), (4, 800, 1000), (200, 800, 1000)] {
            for _ in 0..100 {
                let pause = random.backoff(What::RetryBackoff, 100, 1_000, attempts);
                assert!((low..=high).contains(&pause), "{attempts}: {pause}");
            }
        }
    }

    #[test]
    fn a_maximum_below_the_first_pause_is_the_pause() {
        assert_eq!(Random::new(7).backoff(What::RetryBackoff, 100, 60, 3), 60);
    }

    #[test]
    fn a_value_depends_on_its_use_and_count_alone() {
        let (mut one, mut other) = (Random::new(3), Random::new(3));
        let _ = other.below(What::LeastLoadedNode, 1_000_000);
        let draw = |random: &mut Random| random.below(What::RetryBackoff, 1_000_000);
        assert_eq!(draw(&mut one), draw(&mut other));
        assert_ne!(draw(&mut one), draw(&mut Random::new(4)));
    }
}
