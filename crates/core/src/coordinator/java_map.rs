//! Placeholder until `crate::java` is there.
use std::ops::Deref;

#[derive(Clone, Debug)]
pub(super) struct JavaMap<K, V> {
    entries: Vec<(u32, u64, K, V)>,
    capacity: u32,
    sequence: u64,
}

impl<K, V> Default for JavaMap<K, V> {
    fn default() -> Self {
        Self { entries: Vec::new(), capacity: 16, sequence: 0 }
    }
}

pub(super) fn java_hash(text: &str) -> i32 {
    text.encode_utf16().fold(0_i32, |hash, unit| hash.wrapping_mul(31).wrapping_add(i32::from(unit)))
}

fn spread(text: &str) -> u32 {
    let hash = java_hash(text) as u32;
    hash ^ (hash >> 16)
}

impl<K: Deref<Target = str> + Eq, V> JavaMap<K, V> {
    pub(super) fn get(&self, key: &str) -> Option<&V> {
        self.entries.iter().find(|e| &*e.2 == key).map(|e| &e.3)
    }
    pub(super) fn get_mut(&mut self, key: &str) -> Option<&mut V> {
        self.entries.iter_mut().find(|e| &*e.2 == key).map(|e| &mut e.3)
    }
    pub(super) fn contains_key(&self, key: &str) -> bool {
        self.get(key).is_some()
    }
    pub(super) fn insert(&mut self, key: K, value: V) -> Option<V> {
        if let Some(slot) = self.get_mut(&key) {
            return Some(std::mem::replace(slot, value));
        }
        self.sequence += 1;
        self.entries.push((spread(&key), self.sequence, key, value));
        if self.entries.len() as u32 > self.capacity / 4 * 3 {
            self.capacity *= 2;
        }
        let mask = self.capacity - 1;
        self.entries.sort_by_key(|e| (e.0 & mask, e.1));
        None
    }
    pub(super) fn remove(&mut self, key: &str) -> Option<V> {
        let at = self.entries.iter().position(|e| &*e.2 == key)?;
        Some(self.entries.remove(at).3)
    }
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }
    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
    pub(super) fn clear(&mut self) {
        self.entries.clear();
    }
    pub(super) fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.entries.iter().map(|e| (&e.2, &e.3))
    }
    pub(super) fn keys(&self) -> impl Iterator<Item = &K> {
        self.entries.iter().map(|e| &e.2)
    }
    pub(super) fn values(&self) -> impl Iterator<Item = &V> {
        self.entries.iter().map(|e| &e.3)
    }
    pub(super) fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.entries.iter_mut().map(|e| &mut e.3)
    }
}
