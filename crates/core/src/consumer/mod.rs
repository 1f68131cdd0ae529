//! The client's side of a group: one `KafkaConsumer` with its application, as a state machine without I/O.
//!
//! Source: the Java client 4.1 (`ClassicKafkaConsumer`, `ConsumerCoordinator`, `AbstractCoordinator`, `Heartbeat`).

mod io;

pub use io::{Application, CallbackKind, CommitMode, ConnectionId, Input, Note, Output, PositionFrom, Task};
