//! The app: Apache Kafka's consumer groups, simulated and drawn in the browser.

mod app;
pub mod lab;
pub mod page;
mod panic;
pub mod scene;
pub mod session;
mod start;

pub use app::{App, AppProps};
pub use panic::{show_panic, show_panics};
pub use start::start;
