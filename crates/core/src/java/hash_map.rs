//! `java.util.HashMap`

use std::{borrow::Borrow, fmt};

use super::{
    Key,
    table::{NIL, Table},
};

/// A map that walks its entries in the order of JDK 17's `java.util.HashMap` after the same calls.
///
/// The order depends on hash codes, on the table's size and on the history of the map: copy a map only in the way Kafka
/// copies it. Cloning gives the very same table, which no Java program gets.
#[derive(Clone)]
pub struct HashMap<K, V> {
    table: Table,
    /// Keys and values, by the number of their node.
    entries: Vec<Option<(K, V)>>,
}

impl<K, V> Default for HashMap<K, V> {
    fn default() -> Self {
        Self { table: Table::default(), entries: Vec::new() }
    }
}

impl<K, V> HashMap<K, V> {
    /// `new HashMap<>()`
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// `new HashMap<>(capacity)`
    #[must_use]
    pub fn with_capacity(capacity: usize) -> Self {
        Self { table: Table::with_capacity(capacity), entries: Vec::new() }
    }

    /// The empty beginning of `new HashMap<>(map)`: big enough for that many entries.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_sign_loss,
        clippy::cast_possible_truncation,
        reason = "as Java does"
    )]
    pub fn with_capacity_for(entries: usize) -> Self {
        if entries == 0 { Self::new() } else { Self::with_capacity((entries as f32 / 0.75 + 1.0) as usize) }
    }

    /// How many entries there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Removes all entries. The table keeps its capacity.
    pub fn clear(&mut self) {
        self.table.clear();
        self.entries.clear();
    }

    /// The entries in Java's order.
    #[must_use]
    pub fn iter(&self) -> Iter<'_, K, V> {
        Iter { map: self, bins: self.table.bins.iter(), node: NIL, left: self.len() }
    }

    /// The keys in Java's order.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &K> {
        self.iter().map(|(key, _)| key)
    }

    /// The values in Java's order.
    pub fn values(&self) -> impl ExactSizeIterator<Item = &V> {
        self.iter().map(|(_, value)| value)
    }

    /// Calls `visit` on all entries in Java's order.
    pub fn for_each_mut(&mut self, mut visit: impl FnMut(&K, &mut V)) {
        for &first in &self.table.bins {
            for node in self.table.chain(first) {
                if let Some((key, value)) = &mut self.entries[node as usize] {
                    visit(key, value);
                }
            }
        }
    }

    fn entry(&self, node: u32) -> Option<(&K, &V)> {
        self.entries[node as usize].as_ref().map(|(key, value)| (key, value))
    }
}

impl<K: Key, V> HashMap<K, V> {
    /// The value of a key.
    pub fn get<Q: Key + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.find(key).and_then(|node| self.entry(node)).map(|(_, value)| value)
    }

    /// The value of a key, to be changed.
    pub fn get_mut<Q: Key + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        let node = self.find(key)?;
        self.entries[node as usize].as_mut().map(|(_, value)| value)
    }

    /// Whether the map has the key.
    pub fn contains_key<Q: Key + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.find(key).is_some()
    }

    /// `put`: sets the value of a key and gives the old one. A key that is there keeps its place.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        if let Some(old) = self.get_mut(&key) {
            return Some(std::mem::replace(old, value));
        }
        let node = self.new_node(key, value);
        let entries = &self.entries;
        self.table.put(node, &|a, b| compare_keys(entries, a, b));
        None
    }

    /// `computeIfAbsent`: the value of a key, made first if there is none. A new entry goes to the head of its bin, and the
    /// table grows a call later than with [`insert`](Self::insert).
    pub fn compute_if_absent(&mut self, key: K, make: impl FnOnce() -> V) -> &mut V {
        let entries = &self.entries;
        self.table.before_compute(&|a, b| compare_keys(entries, a, b));
        let node = self.find(&key).unwrap_or_else(|| {
            let node = self.new_node(key, make());
            let entries = &self.entries;
            self.table.compute(node, &|a, b| compare_keys(entries, a, b));
            node
        });
        let (_, value) = self.entries[node as usize].as_mut().expect("a node in the table has an entry");
        value
    }

    /// `remove(key)`: takes an entry out and gives its value.
    pub fn remove<Q: Key + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let node = self.find(key)?;
        self.table.remove(node);
        self.entries[node as usize].take().map(|(_, value)| value)
    }

    fn find<Q: Key + ?Sized>(&self, key: &Q) -> Option<u32>
    where
        K: Borrow<Q>,
    {
        self.table.find(Table::spread(key.hash_code()), |node| self.entry(node).is_some_and(|(k, _)| k.borrow() == key))
    }

    fn new_node(&mut self, key: K, value: V) -> u32 {
        let node = self.table.new_node(Table::spread(key.hash_code()));
        let entry = Some((key, value));
        match self.entries.get_mut(node as usize) {
            Some(free) => *free = entry,
            None => self.entries.push(entry),
        }
        node
    }
}

fn compare_keys<K: Key, V>(entries: &[Option<(K, V)>], a: u32, b: u32) -> Option<std::cmp::Ordering> {
    let (a, _) = entries[a as usize].as_ref()?;
    let (b, _) = entries[b as usize].as_ref()?;
    a.compare_to(b)
}

/// Puts entry after entry.
impl<K: Key, V> Extend<(K, V)> for HashMap<K, V> {
    fn extend<T: IntoIterator<Item = (K, V)>>(&mut self, entries: T) {
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

/// Puts entry after entry into a new map of the default capacity.
impl<K: Key, V> FromIterator<(K, V)> for HashMap<K, V> {
    fn from_iter<T: IntoIterator<Item = (K, V)>>(entries: T) -> Self {
        let mut map = Self::new();
        map.extend(entries);
        map
    }
}

/// Equal content; the order doesn't matter.
impl<K: Key, V: PartialEq> PartialEq for HashMap<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().all(|(key, value)| other.get(key) == Some(value))
    }
}

impl<K: Key, V: Eq> Eq for HashMap<K, V> {}

impl<K: fmt::Debug, V: fmt::Debug> fmt::Debug for HashMap<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<'a, K, V> IntoIterator for &'a HashMap<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = Iter<'a, K, V>;

    fn into_iter(self) -> Iter<'a, K, V> {
        self.iter()
    }
}

/// The entries of a [`HashMap`] in Java's order.
pub struct Iter<'a, K, V> {
    map: &'a HashMap<K, V>,
    bins: std::slice::Iter<'a, u32>,
    node: u32,
    left: usize,
}

impl<'a, K, V> Iterator for Iter<'a, K, V> {
    type Item = (&'a K, &'a V);

    fn next(&mut self) -> Option<Self::Item> {
        while self.node == NIL {
            self.node = *self.bins.next()?;
        }
        let entry = self.map.entry(self.node);
        self.node = self.map.table.next(self.node);
        self.left -= 1;
        entry
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<K, V> ExactSizeIterator for Iter<'_, K, V> {}

impl<K, V> Clone for Iter<'_, K, V> {
    fn clone(&self) -> Self {
        Self { map: self.map, bins: self.bins.clone(), node: self.node, left: self.left }
    }
}
