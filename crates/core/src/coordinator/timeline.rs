//! A map that remembers what it held after each write that is not durable yet, so that failed writes can be taken back and
//! committed state can be read meanwhile.
//!
//! Source: `org.apache.kafka.timeline` (`TimelineHashMap`, `SnapshottableHashTable`, `SnapshotRegistry`).

use std::collections::{BTreeMap, VecDeque};

use super::WriteId;

/// A value and the epoch in which it was put: an epoch begins behind each write.
#[derive(Clone, Debug)]
struct Entry<V> {
    value: V,
    since: u64,
}

/// What changed after a write: the entries that were there and are there no more.
#[derive(Clone, Debug)]
struct Snapshot<K, V> {
    after: WriteId,
    replaced: BTreeMap<K, Entry<V>>,
}

/// A map with snapshots. There is always one at least, that of the last write that is durable.
#[derive(Clone, Debug)]
pub(super) struct TimelineMap<K, V> {
    entries: BTreeMap<K, Entry<V>>,
    snapshots: VecDeque<Snapshot<K, V>>,
}

impl<K: Ord + Clone, V: Clone> Default for TimelineMap<K, V> {
    fn default() -> Self {
        let first = Snapshot { after: WriteId(0), replaced: BTreeMap::new() };
        Self { entries: BTreeMap::new(), snapshots: VecDeque::from([first]) }
    }
}

impl<K: Ord + Clone, V: Clone> TimelineMap<K, V> {
    /// What it holds now.
    pub(super) fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: std::borrow::Borrow<Q>,
    {
        self.entries.get(key).map(|entry| &entry.value)
    }

    /// What it holds now, in the order of keys, from a key on.
    pub(super) fn range_from(&self, first: K) -> impl Iterator<Item = (&K, &V)> {
        self.entries.range(first..).map(|(key, entry)| (key, &entry.value))
    }

    /// How many entries it holds now.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// What it held after a write.
    pub(super) fn get_at(&self, key: &K, after: WriteId) -> Option<&V> {
        let now = self.entries.get(key).filter(|entry| entry.since <= after.0);
        let then = || self.snapshots_from(after).find_map(|snapshot| snapshot.replaced.get(key));
        now.or_else(then).filter(|entry| entry.since <= after.0).map(|entry| &entry.value)
    }

    /// All that it held after a write, sorted, from a key on. What a failed write had replaced stands there twice until another write is
    /// durable: taking it back does not clear the snapshot (`SnapshottableHashTable.executeRevert`), and clients of Kafka see
    /// that in OffsetFetch.
    pub(super) fn range_at(&self, first: &K, after: WriteId) -> Vec<(&K, &V)> {
        let now = self.entries.range(first..);
        let then = self.snapshots_from(after).flat_map(|snapshot| snapshot.replaced.range(first..));
        let held = now.chain(then).filter(|(_, entry)| entry.since <= after.0);
        let mut held: Vec<_> = held.map(|(key, entry)| (key, &entry.value)).collect();
        held.sort_by_key(|(key, _)| *key);
        held
    }

    fn snapshots_from(&self, after: WriteId) -> impl Iterator<Item = &Snapshot<K, V>> {
        self.snapshots.iter().filter(move |snapshot| snapshot.after >= after)
    }

    /// Puts a value; returns the one before.
    pub(super) fn insert(&mut self, key: K, value: V) -> Option<V> {
        let since = self.latest().0 + 1;
        let before = self.entries.insert(key.clone(), Entry { value, since });
        self.replaced(key, before)
    }

    /// Removes a value and returns it.
    pub(super) fn remove(&mut self, key: &K) -> Option<V> {
        let before = self.entries.remove(key);
        self.replaced(key.clone(), before)
    }

    fn replaced(&mut self, key: K, before: Option<Entry<V>>) -> Option<V> {
        let before = before?;
        let value = before.value.clone();
        if let Some(latest) = self.snapshots.back_mut().filter(|latest| before.since <= latest.after.0) {
            latest.replaced.insert(key, before);
        }
        Some(value)
    }

    fn latest(&self) -> WriteId {
        self.snapshots.back().map_or(WriteId(0), |latest| latest.after)
    }

    /// A write was begun: what it holds now is what it holds after that write.
    pub(super) fn snapshot(&mut self, after: WriteId) {
        self.snapshots.push_back(Snapshot { after, replaced: BTreeMap::new() });
    }

    /// A write is durable: what was before it is of no interest any more.
    pub(super) fn forget_before(&mut self, after: WriteId) {
        while self.snapshots.len() > 1 && self.snapshots.front().is_some_and(|first| first.after < after) {
            self.snapshots.pop_front();
        }
    }

    /// Takes back all that happened after a write.
    pub(super) fn revert_to(&mut self, after: WriteId) {
        while let Some(last) = self.snapshots.pop_back_if(|last| last.after > after) {
            let Some(target) = self.snapshots.back_mut() else { continue };
            let older = last.replaced.into_iter().filter(|(_, entry)| entry.since <= target.after.0);
            target.replaced.extend(older);
        }
        self.entries.retain(|_, entry| entry.since <= after.0);
        if let Some(target) = self.snapshots.back() {
            self.entries.extend(target.replaced.iter().map(|(key, entry)| (key.clone(), entry.clone())));
        }
    }

    /// Every value that it holds or may hold again.
    pub(super) fn all_values(&self) -> impl Iterator<Item = &V> {
        let replaced = self.snapshots.iter().flat_map(|snapshot| snapshot.replaced.values());
        self.entries.values().chain(replaced).map(|entry| &entry.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map() -> TimelineMap<char, u8> {
        let mut map = TimelineMap::default();
        map.insert('a', 1);
        map.snapshot(WriteId(1));
        map.forget_before(WriteId(1));
        map.insert('a', 2);
        map.insert('b', 2);
        map.snapshot(WriteId(2));
        map.remove(&'a');
        map.snapshot(WriteId(3));
        map
    }

    fn held_at(map: &TimelineMap<char, u8>, after: u64) -> Vec<(char, u8)> {
        map.range_at(&'a', WriteId(after)).into_iter().map(|(key, value)| (*key, *value)).collect()
    }

    #[test]
    fn each_write_that_is_not_durable_can_be_read_from() {
        let map = map();
        assert_eq!(held_at(&map, 1), [('a', 1)]);
        assert_eq!(held_at(&map, 2), [('a', 2), ('b', 2)]);
        assert_eq!(held_at(&map, 3), [('b', 2)]);
        assert_eq!(map.get_at(&'a', WriteId(1)), Some(&1));
        assert_eq!(map.get_at(&'b', WriteId(1)), None);
        assert_eq!(map.get(&'a'), None);
    }

    #[test]
    fn what_a_failed_write_replaced_is_back_and_stands_twice_until_the_next_write_is_durable() {
        let mut map = map();
        map.revert_to(WriteId(1));
        assert_eq!((map.get(&'a'), map.get(&'b'), map.len()), (Some(&1), None, 1));
        assert_eq!(held_at(&map, 1), [('a', 1), ('a', 1)]);
        map.snapshot(WriteId(4));
        map.forget_before(WriteId(4));
        assert_eq!(held_at(&map, 4), [('a', 1)]);
    }

    #[test]
    fn a_failed_write_leaves_the_one_before_it_as_it_was() {
        let mut map = map();
        map.revert_to(WriteId(2));
        assert_eq!((map.get(&'a'), map.get(&'b')), (Some(&2), Some(&2)));
        assert_eq!(held_at(&map, 1), [('a', 1)]);
    }
}
