//! What is going to happen, in the order of time; at one time, in the order in which it was scheduled.

use std::{cmp::Reverse, collections::BinaryHeap};

/// Times and orders in one number: the time in the upper half.
type When = u64;

#[derive(Clone, Debug)]
struct Scheduled<T> {
    when: When,
    what: T,
}

impl<T> PartialEq for Scheduled<T> {
    fn eq(&self, other: &Self) -> bool {
        self.when == other.when
    }
}

impl<T> Eq for Scheduled<T> {}

impl<T> PartialOrd for Scheduled<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for Scheduled<T> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.when.cmp(&other.when)
    }
}

/// The queue of a simulation.
#[derive(Clone, Debug)]
pub(super) struct Queue<T> {
    heap: BinaryHeap<Reverse<Scheduled<T>>>,
    next: u32,
}

/// The order of something among all that was scheduled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Order(u32);

impl<T> Queue<T> {
    pub(super) fn new() -> Self {
        Self { heap: BinaryHeap::new(), next: 0 }
    }

    /// Takes the next place in the order.
    pub(super) fn order(&mut self) -> Order {
        let order = Order(self.next);
        self.next = self.next.wrapping_add(1);
        order
    }

    /// Schedules something.
    pub(super) fn push(&mut self, at: u64, what: T) {
        let order = self.order();
        self.push_in_order(at, order, what);
    }

    /// Schedules something at a place in the order that was taken before.
    pub(super) fn push_in_order(&mut self, at: u64, order: Order, what: T) {
        let when = at.min(u64::from(u32::MAX)) << 32 | u64::from(order.0);
        self.heap.push(Reverse(Scheduled { when, what }));
    }

    /// When the next thing happens.
    pub(super) fn next_at(&self) -> Option<u64> {
        self.heap.peek().map(|Reverse(next)| next.when >> 32)
    }

    pub(super) fn pop(&mut self) -> Option<(u64, T)> {
        self.heap.pop().map(|Reverse(next)| (next.when >> 32, next.what))
    }
}

/// When a state machine wants to be woken, and the queue's entry for it. An entry that has become too early stays and is
/// put off when it comes up, so that a deadline which moves on with every message costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Alarm {
    deadline: Option<(u64, Order)>,
    queued: Option<u64>,
}

impl Alarm {
    /// Sets the deadline. `wake` is scheduled unless an entry is there that comes no later.
    pub(super) fn set<T>(&mut self, deadline: Option<u64>, queue: &mut Queue<T>, wake: T) {
        if self.deadline.map(|(at, _)| at) == deadline {
            return;
        }
        self.deadline = deadline.map(|at| (at, queue.order()));
        self.enqueue(queue, wake);
    }

    /// An entry came up at `now`: whether the deadline is reached. If it is not yet, a new entry is made.
    pub(super) fn rings<T>(&mut self, now: u64, queue: &mut Queue<T>, wake: T) -> bool {
        if self.queued != Some(now) {
            return false;
        }
        self.queued = None;
        if self.deadline.is_some_and(|(at, _)| at <= now) {
            self.deadline = None;
            return true;
        }
        self.enqueue(queue, wake);
        false
    }

    fn enqueue<T>(&mut self, queue: &mut Queue<T>, wake: T) {
        if let Some((at, order)) = self.deadline
            && self.queued.is_none_or(|queued| at < queued)
        {
            queue.push_in_order(at, order, wake);
            self.queued = Some(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_of_one_time_happen_in_the_order_in_which_they_were_scheduled() {
        let mut queue = Queue::new();
        for (at, what) in [(5, 'b'), (3, 'a'), (5, 'c'), (5, 'd')] {
            queue.push(at, what);
        }
        let order: String = std::iter::from_fn(|| queue.pop()).map(|(_, what)| what).collect();
        assert_eq!(order, "abcd");
    }

    #[test]
    fn an_alarm_that_is_put_off_rings_once_and_in_its_own_order() {
        let mut queue = Queue::new();
        let mut alarm = Alarm::default();
        alarm.set(Some(10), &mut queue, 'w');
        alarm.set(Some(20), &mut queue, 'w');
        queue.push(20, 'x');
        alarm.set(Some(15), &mut queue, 'w');
        alarm.set(Some(20), &mut queue, 'w');
        let mut log = String::new();
        while let Some((at, what)) = queue.pop() {
            match what {
                'w' if alarm.rings(at, &mut queue, 'w') => log.push_str(&format!("w{at} ")),
                'w' => {}
                _ => log.push_str(&format!("x{at} ")),
            }
        }
        assert_eq!(log, "x20 w20 ");
        assert!(queue.next_at().is_none());
    }

    #[test]
    fn an_alarm_that_is_brought_forward_rings_at_its_new_time_only() {
        let mut queue = Queue::new();
        let mut alarm = Alarm::default();
        alarm.set(Some(30), &mut queue, ());
        alarm.set(Some(10), &mut queue, ());
        let mut rings = Vec::new();
        while let Some((at, ())) = queue.pop() {
            if alarm.rings(at, &mut queue, ()) {
                rings.push(at);
                alarm.set((at < 20).then_some(25), &mut queue, ());
            }
        }
        assert_eq!(rings, [10, 25]);
    }
}
