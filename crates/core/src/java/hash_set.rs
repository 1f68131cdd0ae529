//! `java.util.HashSet`

use std::{borrow::Borrow, fmt};

use super::{HashMap, Key};

/// A set that walks its elements in the order of JDK 17's `java.util.HashSet`, which is a [`HashMap`] inside.
#[derive(Clone)]
pub struct HashSet<T> {
    map: HashMap<T, ()>,
}

impl<T> Default for HashSet<T> {
    fn default() -> Self {
        Self { map: HashMap::default() }
    }
}

impl<T> HashSet<T> {
    /// `new HashSet<>()`
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How many elements there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.map.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.map.is_empty()
    }

    /// Removes all elements. The table keeps its capacity.
    pub fn clear(&mut self) {
        self.map.clear();
    }

    /// The elements in Java's order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &T> {
        self.map.keys()
    }
}

impl<T: Key> HashSet<T> {
    /// Adds an element; false = it was there already and keeps its place.
    pub fn insert(&mut self, element: T) -> bool {
        self.map.insert(element, ()).is_none()
    }

    /// Whether the set has the element.
    pub fn contains<Q: Key + ?Sized>(&self, element: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.map.contains_key(element)
    }

    /// Takes an element out; false = it was not there.
    pub fn remove<Q: Key + ?Sized>(&mut self, element: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.map.remove(element).is_some()
    }
}

/// Adds element after element.
impl<T: Key> Extend<T> for HashSet<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, elements: I) {
        self.map.extend(elements.into_iter().map(|element| (element, ())));
    }
}

/// Adds element after element to a new set of the default capacity.
impl<T: Key> FromIterator<T> for HashSet<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        Self { map: elements.into_iter().map(|element| (element, ())).collect() }
    }
}

/// Equal content; the order doesn't matter.
impl<T: Key> PartialEq for HashSet<T> {
    fn eq(&self, other: &Self) -> bool {
        self.map == other.map
    }
}

impl<T: Key> Eq for HashSet<T> {}

impl<T: fmt::Debug> fmt::Debug for HashSet<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
