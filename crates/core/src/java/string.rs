//! `java.lang.String`: hash codes and order, both over UTF-16.

use std::cmp::Ordering;

use super::Key;

/// `String.hashCode`: the polynomial in 31 over the UTF-16 units, in wrapping 32-bit arithmetic.
#[must_use]
pub fn string_hash(text: &str) -> i32 {
    let add = |hash: i32, unit: i32| hash.wrapping_mul(31).wrapping_add(unit);
    if text.is_ascii() {
        text.bytes().fold(0, |hash, byte| add(hash, byte.into()))
    } else {
        text.encode_utf16().fold(0, |hash, unit| add(hash, unit.into()))
    }
}

/// `String.compareTo`: the order of the UTF-16 units.
///
/// It is the order of the UTF-8 bytes except that characters beyond U+FFFF, being pairs of surrogates, come before U+E000.
#[must_use]
pub fn compare(a: &str, b: &str) -> Ordering {
    match a.bytes().zip(b.bytes()).find(|(a, b)| a != b) {
        Some((a, b)) => rank(a).cmp(&rank(b)),
        None => a.len().cmp(&b.len()),
    }
}

/// Puts the first bytes of U+E000 … U+FFFF behind those of the characters that are four bytes long.
const fn rank(byte: u8) -> u8 {
    if matches!(byte, 0xee | 0xef) { byte + 0x10 } else { byte }
}

/// A number whose order is that of the first eight bytes of texts that begin alike. Equal ones tell nothing.
pub(crate) fn sort_key(rest: &[u8]) -> u64 {
    let mut key = [0; 8];
    for (key, &byte) in key.iter_mut().zip(rest) {
        *key = rank(byte);
    }
    u64::from_be_bytes(key)
}

/// A string that knows its hash code, as Java's do after the first use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JavaStr<'a> {
    hash: i32,
    text: &'a str,
}

impl<'a> JavaStr<'a> {
    /// Hashes the text.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        Self { hash: string_hash(text), text }
    }

    /// A text whose hash code is known.
    pub(crate) const fn with_hash(text: &'a str, hash: i32) -> Self {
        Self { hash, text }
    }

    /// The text.
    #[must_use]
    pub const fn as_str(&self) -> &'a str {
        self.text
    }
}

impl Key for JavaStr<'_> {
    fn hash_code(&self) -> i32 {
        self.hash
    }

    fn compare_to(&self, other: &Self) -> Option<Ordering> {
        Some(compare(self.text, other.text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn hash_codes_are_those_of_a_jvm() {
        // printed by JDK 17
        let recorded =
            [("", 0), ("Aa", 2112), ("BB", 2112), ("orders", -1_008_770_331), ("주문", 1_642_940), ("a😀", 1_866_116)];
        for (text, hash) in recorded {
            assert_eq!(string_hash(text), hash, "{text}");
        }
    }

    #[test]
    fn surrogates_sort_before_the_private_use_area() {
        assert_eq!(compare("a\u{1f600}", "a\u{e000}"), Ordering::Less);
        assert_eq!(compare("a\u{ffff}", "a\u{10000}"), Ordering::Greater);
        assert_eq!(compare("ab", "a"), Ordering::Greater);
    }

    proptest! {
        #[test]
        fn order_and_hash_are_those_of_the_utf_16_units(a in "[a\u{d7ff}\u{e000}\u{ffff}\u{10000}\u{10ffff}é]{0,4}", b in "[a\u{d7ff}\u{e000}\u{ffff}\u{10000}\u{10ffff}é]{0,4}") {
            prop_assert_eq!(compare(&a, &b), a.encode_utf16().cmp(b.encode_utf16()));
            let hash = a.encode_utf16().fold(0_i32, |hash, unit| hash.wrapping_mul(31).wrapping_add(i32::from(unit)));
            prop_assert_eq!(string_hash(&a), hash);
        }
    }
}
