//! The drawings: no font has them, or not in the same form everywhere. Paths in px, filled unless said otherwise.

/// The group leader, 13 × 10.
pub const CROWN: &str = "M0 10V2.2l3.6 3L6.5 0l2.9 5.2 3.6-3V10z";
/// A static member, 10 × 13.
pub const PIN: &str = "M2 0h6v1.5L7 2.5v3l2 2V9H5.7v4h-1.4V9H1V7.5l2-2v-3L2 1.5z";
/// A stroke through a pin, 10 × 13: fenced. Stroked.
pub const STRUCK: &str = "M-1.5 12L11 0.5";
/// An error, a loss, a dead process, 8 × 8 about its middle. Stroked.
pub const CROSS: &str = "M-4 -4L4 4M4 -4L-4 4";
/// A request's direction, 5 × 8 about its middle: to the right.
pub const AHEAD: &str = "M-2.2 -4L3 0L-2.2 4z";
/// A reply's direction, 5 × 8 about its middle: to the left.
pub const BACK: &str = "M2.2 -4L-3 0L2.2 4z";
/// The playhead's head, 12 × 8, its point at the origin.
pub const HEAD: &str = "M-6 -8h12l-6 8z";
/// Where two runs part, 14 × 8 about its middle. Stroked.
pub const FORK: &str = "M-7 0h5l4 -4h5M-2 0l4 4h5";
/// A fold of the sequence, 12 × 6 about its middle. Stroked.
pub const FOLD: &str = "M-6 -3l4 6 4 -6 4 6";
