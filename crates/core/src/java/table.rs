//! The table inside a [`HashMap`](super::HashMap): bins of nodes, without the keys and values.
//!
//! A node is a number; the map keeps key and value under the same number. So none of this is compiled once for each type of
//! key, and only the comparison of two keys of one hash code has to be handed in.
//!
//! Source: JDK 17, `java.util.HashMap`.

use std::cmp::Ordering;

/// No node.
pub(super) const NIL: u32 = u32::MAX;

/// A bin that has this many nodes before another is put behind them becomes a tree (`TREEIFY_THRESHOLD`).
const TREEIFY_THRESHOLD: usize = 8;
/// A smaller table grows instead (`MIN_TREEIFY_CAPACITY`).
const MIN_TREEIFY_CAPACITY: usize = 64;
/// The size of the first table, unless one is asked for (`DEFAULT_INITIAL_CAPACITY`).
const DEFAULT_INITIAL_CAPACITY: usize = 16;
/// The largest table (`MAXIMUM_CAPACITY`).
const MAXIMUM_CAPACITY: usize = 1 << 30;

/// Compares the keys of two nodes of one hash code.
pub(super) type CompareKeys<'a> = &'a dyn Fn(u32, u32) -> Option<Ordering>;

/// How a node hangs in its bin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Links {
    /// The hash code, spread (`HashMap.hash`).
    pub(super) hash: i32,
    /// The next node of the bin.
    pub(super) next: u32,
    /// The node before it; trees only, like all below.
    pub(super) prev: u32,
    pub(super) parent: u32,
    pub(super) left: u32,
    pub(super) right: u32,
    pub(super) red: bool,
    /// Whether it is a `TreeNode`.
    pub(super) is_tree: bool,
}

impl Links {
    const fn new(hash: i32) -> Self {
        Self { hash, next: NIL, prev: NIL, parent: NIL, left: NIL, right: NIL, red: false, is_tree: false }
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    /// The first node of each bin.
    pub(super) bins: Vec<u32>,
    pub(super) nodes: Vec<Links>,
    /// Numbers of nodes that were removed.
    free: Vec<u32>,
    /// The size above which the table grows; before there is a table, its initial capacity (0 = the default).
    threshold: usize,
    size: usize,
}

impl Table {
    /// `HashMap(int)`
    pub(super) fn with_capacity(capacity: usize) -> Self {
        Self { threshold: capacity.next_power_of_two().min(MAXIMUM_CAPACITY), ..Self::default() }
    }

    pub(super) const fn len(&self) -> usize {
        self.size
    }

    /// The spread of `HashMap.hash`: the upper half takes part in small tables too.
    pub(super) const fn spread(hash_code: i32) -> i32 {
        hash_code ^ (hash_code.cast_unsigned() >> 16).cast_signed()
    }

    #[expect(clippy::cast_sign_loss, reason = "Java masks the bits of a signed hash")]
    pub(super) const fn index(&self, hash: i32) -> usize {
        hash as u32 as usize & (self.bins.len() - 1)
    }

    pub(super) fn node(&mut self, node: u32) -> &mut Links {
        &mut self.nodes[node as usize]
    }

    /// The first node of the hash's bin.
    pub(super) fn first(&self, hash: i32) -> u32 {
        if self.bins.is_empty() { NIL } else { self.bins[self.index(hash)] }
    }

    pub(super) fn next(&self, node: u32) -> u32 {
        self.nodes[node as usize].next
    }

    /// The first node with this hash that `is_key` accepts.
    pub(super) fn find(&self, hash: i32, is_key: impl Fn(u32) -> bool) -> Option<u32> {
        let mut node = self.first(hash);
        while node != NIL {
            let links = &self.nodes[node as usize];
            if links.hash == hash && is_key(node) {
                return Some(node);
            }
            node = links.next;
        }
        None
    }

    /// A number for a new node, which is in no bin yet.
    pub(super) fn new_node(&mut self, hash: i32) -> u32 {
        if let Some(node) = self.free.pop() {
            *self.node(node) = Links::new(hash);
            return node;
        }
        self.nodes.push(Links::new(hash));
        u32::try_from(self.nodes.len() - 1).expect("a map of fewer than 2³² entries")
    }

    /// Puts a new node where `putVal` puts it: at the end of its bin. The table grows afterwards if it must.
    pub(super) fn put(&mut self, node: u32, compare: CompareKeys<'_>) {
        if self.bins.is_empty() {
            self.resize(compare);
        }
        let hash = self.nodes[node as usize].hash;
        let bin = self.index(hash);
        let first = self.bins[bin];
        if first == NIL {
            self.bins[bin] = node;
        } else if self.nodes[first as usize].is_tree {
            self.put_tree_node(bin, node, compare);
        } else {
            let (mut last, mut before) = (first, 1);
            while self.next(last) != NIL {
                last = self.next(last);
                before += 1;
            }
            self.node(last).next = node;
            if before >= TREEIFY_THRESHOLD {
                self.treeify_bin(bin, compare);
            }
        }
        self.size += 1;
        if self.size > self.threshold {
            self.resize(compare);
        }
    }

    /// What `computeIfAbsent` does before it looks: a table that is due to grow grows only now.
    pub(super) fn before_compute(&mut self, compare: CompareKeys<'_>) {
        if self.bins.is_empty() || self.size > self.threshold {
            self.resize(compare);
        }
    }

    /// Puts a new node where `computeIfAbsent` puts it: at the head of its bin, after [`Self::before_compute`].
    pub(super) fn compute(&mut self, node: u32, compare: CompareKeys<'_>) {
        let hash = self.nodes[node as usize].hash;
        let bin = self.index(hash);
        let first = self.bins[bin];
        if first != NIL && self.nodes[first as usize].is_tree {
            self.put_tree_node(bin, node, compare);
        } else {
            self.node(node).next = first;
            self.bins[bin] = node;
            if self.chain(node).count() >= TREEIFY_THRESHOLD {
                self.treeify_bin(bin, compare);
            }
        }
        self.size += 1;
    }

    /// `removeNode`
    pub(super) fn remove(&mut self, node: u32) {
        let hash = self.nodes[node as usize].hash;
        let bin = self.index(hash);
        if self.nodes[node as usize].is_tree {
            self.remove_tree_node(bin, node);
        } else if self.bins[bin] == node {
            self.bins[bin] = self.next(node);
        } else {
            let before = self.chain(self.bins[bin]).find(|&before| self.next(before) == node);
            if let Some(before) = before {
                self.node(before).next = self.next(node);
            }
        }
        self.free.push(node);
        self.size -= 1;
    }

    /// `clear`: the table keeps its capacity.
    pub(super) fn clear(&mut self) {
        self.bins.fill(NIL);
        self.nodes.clear();
        self.free.clear();
        self.size = 0;
    }

    /// A node and those behind it in its bin.
    pub(super) fn chain(&self, first: u32) -> impl Iterator<Item = u32> + '_ {
        std::iter::successors((first != NIL).then_some(first), |&node| {
            Some(self.next(node)).filter(|&next| next != NIL)
        })
    }

    /// `treeifyBin`, whose place a small table's growth takes.
    fn treeify_bin(&mut self, bin: usize, compare: CompareKeys<'_>) {
        if self.bins.len() < MIN_TREEIFY_CAPACITY {
            self.resize(compare);
            return;
        }
        let (mut before, mut node) = (NIL, self.bins[bin]);
        while node != NIL {
            let links = self.node(node);
            links.is_tree = true;
            links.prev = before;
            before = node;
            node = links.next;
        }
        self.treeify(bin, compare);
    }

    /// `resize`: the first table, or one of twice the capacity.
    fn resize(&mut self, compare: CompareKeys<'_>) {
        let old = self.bins.len();
        let capacity = match (old, self.threshold) {
            (0, 0) => DEFAULT_INITIAL_CAPACITY,
            (0, initial) => initial,
            (MAXIMUM_CAPACITY, _) => {
                self.threshold = usize::MAX;
                return;
            }
            _ => old * 2,
        };
        self.threshold = if capacity == MAXIMUM_CAPACITY { usize::MAX } else { capacity * 3 / 4 };
        self.bins.resize(capacity, NIL);
        for bin in 0..old {
            self.split(bin, old, compare);
        }
    }

    /// Shares a bin of the old table out between the bin of the same index and the one `capacity` above it. Both keep the
    /// order of their nodes.
    fn split(&mut self, bin: usize, capacity: usize, compare: CompareKeys<'_>) {
        let first = self.bins[bin];
        if first == NIL {
            return;
        }
        let is_tree = self.nodes[first as usize].is_tree;
        let mut halves = [(NIL, NIL, 0); 2];
        let mut node = first;
        while node != NIL {
            let links = &mut self.nodes[node as usize];
            let next = std::mem::replace(&mut links.next, NIL);
            #[expect(clippy::cast_sign_loss, reason = "Java masks the bits of a signed hash")]
            let (head, tail, count) = &mut halves[usize::from(links.hash as u32 as usize & capacity != 0)];
            links.prev = *tail;
            if *tail == NIL {
                *head = node;
            } else {
                self.nodes[*tail as usize].next = node;
            }
            (*tail, *count) = (node, *count + 1);
            node = next;
        }
        let divided = halves.iter().all(|&(head, ..)| head != NIL);
        for (bin, (head, _, count)) in [bin, bin + capacity].into_iter().zip(halves) {
            self.bins[bin] = head;
            if is_tree {
                self.after_split(bin, count, divided, compare);
            }
        }
    }
}
