//! What came of a run: its summary, its figures, and why things happened.

mod gaps;
mod summary;

pub use gaps::{Gap, gaps_of};
pub use summary::{CallbackLine, ErrorLine, GroupPart, Processed, RebalanceLine, Summary};
