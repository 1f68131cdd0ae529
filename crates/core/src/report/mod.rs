//! What came of a run: its summary, its figures, its narration, and why things happened.

mod coverage;
pub mod event;
mod event_of;
pub mod explain;
mod figures;
mod gaps;
pub mod narration;
mod settings;
mod stops;
mod summary;
mod waits;

pub use explain::explain;
pub use figures::{ConsumerFigures, Figures, GroupFigures};
pub use gaps::{Gap, gaps_of};
pub use narration::{Moment, Narration, Say};
pub use summary::{ByPartition, CallbackLine, ErrorLine, GapLine, GroupPart, Processed, RebalanceLine, Summary};
