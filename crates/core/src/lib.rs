//! Apache Kafka's consumer groups, without I/O.
//!
//! Everything here is a plain value or a plain state machine: inputs and the time go in, outputs come out. There is no
//! socket, no clock, no source of randomness and no browser in this crate, so the same code runs in the animation, under a
//! recorded vector, under a fuzzer, and natively as well as in WebAssembly.
//!
//! Dependencies point one way: `simulation` → `coordinator`, `consumer`, `broker` → `assignor`, `protocol`, `config` → `java`.
//! `scenario` and `report` sit on `simulation`, `story` on both.

pub mod assignor;
pub mod broker;
pub mod config;
pub mod consumer;
pub mod coordinator;
pub mod java;
pub mod log;
pub mod nearest;
pub mod protocol;
pub mod report;
pub mod scenario;
#[cfg(feature = "schema")]
pub mod schema;
pub mod simulation;
pub mod story;

/// The release of Apache Kafka whose answers this crate gives.
pub const KAFKA_VERSION: &str = "4.1.1";
