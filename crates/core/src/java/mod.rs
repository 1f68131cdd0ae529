//! How Java hashes and orders: the only place that knows.
//!
//! Kafka keeps members, topics and partitions in `java.util.HashMap`s, and what it answers depends on the order in which it
//! walks them: which over-loaded member keeps one partition more, in which order a leader sees its members. So strings are
//! hashed and compared here as Java does it, and [`HashMap`] and [`HashSet`] walk their keys in the order of JDK 17's,
//! including early growth and tree bins.

mod hash_map;
mod hash_set;
mod string;
mod table;
mod tree_bin;

use std::cmp::Ordering;

pub use hash_map::{HashMap, Iter};
pub use hash_set::HashSet;
pub(crate) use string::sort_key;
pub use string::{JavaStr, compare, string_hash};

/// `Utils.abs` of Kafka: the absolute value, but 0 for the smallest number, which has none.
///
/// `abs(string_hash(group_id)) % 50` is the partition of `__consumer_offsets` that holds a group.
#[must_use]
pub const fn abs(number: i32) -> i32 {
    if number == i32::MIN { 0 } else { number.abs() }
}

/// A key as `java.util.HashMap` sees it.
///
/// A borrowed form of a key (`str` of `MemberId`) must give the same answers as the key itself.
pub trait Key: Eq {
    /// `Object.hashCode`
    fn hash_code(&self) -> i32;

    /// `Comparable.compareTo`, `None` for a class that is not comparable.
    ///
    /// It is asked only for unequal keys of one hash code that share a tree bin. Java orders keys that are not comparable by
    /// their address there, so no program can rely on it; here the later one goes to the left.
    fn compare_to(&self, other: &Self) -> Option<Ordering>;
}

impl Key for str {
    fn hash_code(&self) -> i32 {
        string_hash(self)
    }

    fn compare_to(&self, other: &Self) -> Option<Ordering> {
        Some(compare(self, other))
    }
}

impl Key for String {
    fn hash_code(&self) -> i32 {
        self.as_str().hash_code()
    }

    fn compare_to(&self, other: &Self) -> Option<Ordering> {
        self.as_str().compare_to(other)
    }
}
