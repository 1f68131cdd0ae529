//! The app: Apache Kafka's consumer groups, simulated and drawn in the browser.

mod app;
mod panic;
pub mod session;

pub use app::App;
pub use panic::{show_panic, show_panics};
