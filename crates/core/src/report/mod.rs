//! What came of a run: its summary, its figures, and why things happened.

mod coverage;
pub mod event;
mod event_of;
mod explain;
mod figures;
mod gaps;
mod stops;
mod summary;

pub use explain::Step;
pub use figures::{ConsumerFigures, Figures, GroupFigures};
pub use gaps::{Gap, gaps_of};
pub use summary::{ByPartition, CallbackLine, ErrorLine, GapLine, GroupPart, Processed, RebalanceLine, Summary};
