//! The engine of GroupScope from a shell.
fn main() {}
