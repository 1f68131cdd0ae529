//! What came of a run: its summary, its figures, and why things happened.

pub mod explain;
mod gaps;
pub mod narration;
mod settings;
mod summary;

pub use explain::explain;
pub use gaps::{Gap, gaps_of};
pub use narration::{Moment, Narration, Say};
pub use summary::{CallbackLine, ErrorLine, GroupPart, Processed, RebalanceLine, Summary};
