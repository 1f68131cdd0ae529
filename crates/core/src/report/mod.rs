//! What came of a run: its summary, its figures, its narration, and why things happened.

mod coverage;
pub mod delivery;
pub mod event;
mod event_of;
pub mod explain;
mod figures;
mod gaps;
mod handshake;
mod logs;
pub mod narration;
pub mod offsets_topic;
mod settings;
mod stops;
mod summary;
mod takeover;
mod voting;
mod waits;

pub use explain::explain;
pub use figures::{ConsumerFigures, Figures, GroupFigures};
pub use gaps::{Gap, gaps_of};
pub use handshake::{Handshake, HandshakeEnd};
pub use logs::{LogEntry, LogSource, Logs};
pub use narration::{Moment, Narration, Say};
pub use summary::{ByPartition, CallbackLine, ErrorLine, GapLine, GroupPart, Processed, RebalanceLine, Summary};
pub use takeover::{Loaded, Takeover};
pub use voting::{Voter, Voting};
