//! Bins of many nodes: red-black trees whose nodes are a list as well. The list is what is walked, and its order depends on
//! the tree: a new node stands behind its parent, and the root is moved to the front.
//!
//! Source: JDK 17, `java.util.HashMap.TreeNode`.

use std::cmp::Ordering;

use super::table::{CompareKeys, NIL, Table};

/// A half of a tree that was split is a list again if it has no more nodes than this (`UNTREEIFY_THRESHOLD`).
const UNTREEIFY_THRESHOLD: usize = 6;

/// One of a node's two sides.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

impl Side {
    const fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

impl Table {
    /// `treeify`: makes a tree of the tree nodes of a bin, which are a list so far.
    pub(super) fn treeify(&mut self, bin: usize, compare: CompareKeys<'_>) {
        let mut root = NIL;
        let mut node = self.bins[bin];
        while node != NIL {
            let links = self.node(node);
            (links.left, links.right, links.parent) = (NIL, NIL, NIL);
            let next = links.next;
            if root == NIL {
                links.red = false;
                root = node;
            } else {
                let (parent, side) = self.place_for(node, root, compare);
                self.adopt(parent, side, node);
                root = self.balance_insertion(root, node);
            }
            node = next;
        }
        self.move_root_to_front(bin, root);
    }

    /// `putTreeVal` for a key that the bin doesn't hold.
    pub(super) fn put_tree_node(&mut self, bin: usize, node: u32, compare: CompareKeys<'_>) {
        let root = self.root_of(self.bins[bin]);
        let (parent, side) = self.place_for(node, root, compare);
        let next = self.next(parent);
        self.node(parent).next = node;
        let links = self.node(node);
        (links.is_tree, links.prev, links.next) = (true, parent, next);
        if next != NIL {
            self.node(next).prev = node;
        }
        self.adopt(parent, side, node);
        let root = self.balance_insertion(root, node);
        self.move_root_to_front(bin, root);
    }

    /// `split`, its last part: a half of a tree stays a tree, becomes one anew, or a plain list.
    pub(super) fn after_split(&mut self, bin: usize, count: usize, divided: bool, compare: CompareKeys<'_>) {
        if count <= UNTREEIFY_THRESHOLD {
            self.untreeify(bin);
        } else if divided {
            self.treeify(bin, compare);
        }
    }

    /// `removeTreeNode`, as called by `remove` (not by an iterator).
    pub(super) fn remove_tree_node(&mut self, bin: usize, node: u32) {
        let root = self.root_of(self.bins[bin]);
        self.unlink(bin, node);
        if self.bins[bin] == NIL {
            return;
        }
        // Java looks at the shape before the node leaves the tree.
        let left = self.child(root, Side::Left);
        if left == NIL || self.child(root, Side::Right) == NIL || self.child(left, Side::Left) == NIL {
            self.untreeify(bin);
            return;
        }
        let root = self.remove_from_tree(root, node);
        self.move_root_to_front(bin, root);
    }

    /// Takes a node out of the list.
    fn unlink(&mut self, bin: usize, node: u32) {
        let (before, next) = (self.node(node).prev, self.node(node).next);
        if before == NIL {
            self.bins[bin] = next;
        } else {
            self.node(before).next = next;
        }
        if next != NIL {
            self.node(next).prev = before;
        }
    }

    /// Takes a node out of the tree and gives the new root.
    fn remove_from_tree(&mut self, root: u32, node: u32) -> u32 {
        let mut root = root;
        if self.child(node, Side::Left) != NIL && self.child(node, Side::Right) != NIL {
            root = self.swap_with_successor(root, node);
        }
        let left = self.child(node, Side::Left);
        let replacement = if left == NIL { self.child(node, Side::Right) } else { left };
        let (parent, red) = (self.parent(node), self.is_red(node));
        if replacement == NIL {
            let root = if red { root } else { self.balance_deletion(root, node) };
            let parent = self.parent(node);
            if parent != NIL {
                let side = self.side_of(node, parent);
                self.set_child(parent, side, NIL);
            }
            return root;
        }
        self.node(replacement).parent = parent;
        if parent == NIL {
            self.node(replacement).red = false;
            root = replacement;
        } else {
            let side = self.side_of(node, parent);
            self.set_child(parent, side, replacement);
        }
        if red { root } else { self.balance_deletion(root, replacement) }
    }

    /// Lets a node with two children and the next one in order change places (and colours); gives the root.
    fn swap_with_successor(&mut self, root: u32, node: u32) -> u32 {
        let (parent, left, right) = (self.parent(node), self.child(node, Side::Left), self.child(node, Side::Right));
        let mut successor = right;
        while self.child(successor, Side::Left) != NIL {
            successor = self.child(successor, Side::Left);
        }
        let (red, successor_red) = (self.is_red(node), self.is_red(successor));
        self.node(node).red = successor_red;
        self.node(successor).red = red;
        let (below, above) = (self.child(successor, Side::Right), self.parent(successor));
        if successor == right {
            self.adopt(successor, Side::Right, node);
        } else {
            self.adopt(above, Side::Left, node);
            self.adopt(successor, Side::Right, right);
        }
        self.adopt(successor, Side::Left, left);
        self.set_child(node, Side::Left, NIL);
        self.set_child(node, Side::Right, below);
        if below != NIL {
            self.node(below).parent = node;
        }
        self.node(successor).parent = parent;
        if parent == NIL {
            return successor;
        }
        let side = self.side_of(node, parent);
        self.set_child(parent, side, successor);
        root
    }

    /// `untreeify`: the bin is a plain list again, in the order it has.
    fn untreeify(&mut self, bin: usize) {
        let mut node = self.bins[bin];
        while node != NIL {
            self.node(node).is_tree = false;
            node = self.next(node);
        }
    }

    /// `moveRootToFront`
    fn move_root_to_front(&mut self, bin: usize, root: u32) {
        let first = self.bins[bin];
        if root == NIL || root == first {
            return;
        }
        self.unlink(bin, root);
        self.bins[bin] = root;
        self.node(first).prev = root;
        let links = self.node(root);
        (links.next, links.prev) = (first, NIL);
    }

    /// The parent and the side at which a new node goes into the tree.
    fn place_for(&self, node: u32, root: u32, compare: CompareKeys<'_>) -> (u32, Side) {
        let hash = self.nodes[node as usize].hash;
        let mut parent = root;
        loop {
            let order = hash.cmp(&self.nodes[parent as usize].hash);
            let order = order.then_with(|| compare(node, parent).unwrap_or(Ordering::Less));
            let side = if order == Ordering::Greater { Side::Right } else { Side::Left };
            match self.child(parent, side) {
                NIL => return (parent, side),
                child => parent = child,
            }
        }
    }

    fn root_of(&self, mut node: u32) -> u32 {
        while self.parent(node) != NIL {
            node = self.parent(node);
        }
        node
    }

    fn parent(&self, node: u32) -> u32 {
        self.nodes[node as usize].parent
    }

    fn child(&self, node: u32, side: Side) -> u32 {
        let links = &self.nodes[node as usize];
        match side {
            Side::Left => links.left,
            Side::Right => links.right,
        }
    }

    fn set_child(&mut self, node: u32, side: Side, child: u32) {
        match side {
            Side::Left => self.node(node).left = child,
            Side::Right => self.node(node).right = child,
        }
    }

    /// Makes a node the child of another.
    fn adopt(&mut self, parent: u32, side: Side, child: u32) {
        self.set_child(parent, side, child);
        self.node(child).parent = parent;
    }

    fn side_of(&self, node: u32, parent: u32) -> Side {
        if self.child(parent, Side::Left) == node { Side::Left } else { Side::Right }
    }

    /// No node is black.
    fn is_red(&self, node: u32) -> bool {
        node != NIL && self.nodes[node as usize].red
    }

    /// `rotateLeft`, `rotateRight`: the child at the other side takes the node's place. Gives the root.
    fn rotate(&mut self, root: u32, node: u32, side: Side) -> u32 {
        let rising = self.child(node, side.other());
        let inner = self.child(rising, side);
        self.set_child(node, side.other(), inner);
        if inner != NIL {
            self.node(inner).parent = node;
        }
        let parent = self.parent(node);
        self.node(rising).parent = parent;
        if parent != NIL {
            let place = self.side_of(node, parent);
            self.set_child(parent, place, rising);
        }
        self.adopt(rising, side, node);
        if parent == NIL {
            self.node(rising).red = false;
            return rising;
        }
        root
    }

    /// `balanceInsertion`
    fn balance_insertion(&mut self, mut root: u32, mut node: u32) -> u32 {
        self.node(node).red = true;
        loop {
            let mut parent = self.parent(node);
            if parent == NIL {
                self.node(node).red = false;
                return node;
            }
            let mut above = self.parent(parent);
            if !self.is_red(parent) || above == NIL {
                return root;
            }
            let side = self.side_of(parent, above);
            let uncle = self.child(above, side.other());
            if self.is_red(uncle) {
                self.node(uncle).red = false;
                self.node(parent).red = false;
                self.node(above).red = true;
                node = above;
                continue;
            }
            if node == self.child(parent, side.other()) {
                node = parent;
                root = self.rotate(root, node, side);
                parent = self.parent(node);
                above = self.parent(parent);
            }
            self.node(parent).red = false;
            if above != NIL {
                self.node(above).red = true;
                root = self.rotate(root, above, side.other());
            }
        }
    }

    /// `balanceDeletion`
    fn balance_deletion(&mut self, mut root: u32, mut node: u32) -> u32 {
        loop {
            if node == root {
                return root;
            }
            let parent = self.parent(node);
            if parent == NIL {
                self.node(node).red = false;
                return node;
            }
            if self.is_red(node) {
                self.node(node).red = false;
                return root;
            }
            let side = self.side_of(node, parent);
            let mut sibling = self.child(parent, side.other());
            if self.is_red(sibling) {
                self.node(sibling).red = false;
                self.node(parent).red = true;
                root = self.rotate(root, parent, side);
                sibling = self.child(parent, side.other());
            }
            if sibling == NIL {
                node = parent;
                continue;
            }
            let far = self.child(sibling, side.other());
            let near = self.child(sibling, side);
            if !self.is_red(near) && !self.is_red(far) {
                self.node(sibling).red = true;
                node = parent;
                continue;
            }
            if !self.is_red(far) {
                self.node(near).red = false;
                self.node(sibling).red = true;
                root = self.rotate(root, sibling, side.other());
                sibling = self.child(parent, side.other());
            }
            self.node(sibling).red = self.is_red(parent);
            let far = self.child(sibling, side.other());
            if far != NIL {
                self.node(far).red = false;
            }
            self.node(parent).red = false;
            root = self.rotate(root, parent, side);
            node = root;
        }
    }
}
