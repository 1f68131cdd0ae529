//! Random values that depend on nothing but who draws them, what for, and how often so far.
//!
//! No stream is shared: another consumer, or another setting, leaves every other value as it was.

/// A value for a draw, in all 64 bits.
pub(super) fn draw(seed: u64, what_for: &[u64]) -> u64 {
    what_for.iter().fold(mix(seed), |state, part| mix(state ^ part.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
}

/// A whole number from `low` to `high`, both included, made of a drawn value.
pub(super) const fn between(value: u64, low: u64, high: u64) -> u64 {
    let count = (high - low) as u128 + 1;
    low + ((value as u128 * count) >> 64) as u64
}

/// A name as a number (FNV-1a).
pub(super) fn number_of(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// A member id as Kafka makes them: the prefix, a hyphen and a version-4 UUID.
pub(super) fn member_id(prefix: &str, seed: u64, what_for: &[u64]) -> String {
    let high = draw(seed, what_for);
    let low = mix(high ^ 0x5851_f42d_4c95_7f2d);
    let bits = (u128::from(high) << 64) | u128::from(low);
    let bits = bits & !(0xf000 << 64) & !(0xc000 << 48) | (0x4000 << 64) | (0x8000 << 48);
    let hex = format!("{bits:032x}");
    let [a, b, c, d, e] = [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]];
    format!("{prefix}-{a}-{b}-{c}-{d}-{e}")
}

/// The finalizer of SplitMix64.
const fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_uniform_over_both_ends() {
        let mut counts = [0; 4];
        for count in 0..4000 {
            counts[between(draw(1, &[7, count]), 10, 13) as usize - 10] += 1;
        }
        assert!(counts.iter().all(|count| (900..1100).contains(count)), "{counts:?}");
        assert_eq!(between(draw(1, &[]), 5, 5), 5);
        assert_eq!(between(u64::MAX, 0, u64::MAX), u64::MAX);
    }

    #[test]
    fn a_member_id_looks_like_kafkas() {
        let id = member_id("c1", 1, &[2, 3]);
        assert_eq!(id.len(), "c1-".len() + 36);
        let groups: Vec<_> = id.split('-').map(str::len).collect();
        assert_eq!(groups, [2, 8, 4, 4, 4, 12]);
        assert_eq!(&id[17..18], "4");
        assert!(matches!(&id[22..23], "8" | "9" | "a" | "b"));
        assert_ne!(id, member_id("c1", 1, &[2, 4]));
    }
}
