//! The command line.
// The macro writes items whose documentation is the help text.
#![allow(missing_docs)]

use crate::test::Part;

xflags::xflags! {
    /// The chores of GroupScope. Every command sets up what it needs first.
    cmd xtask {
        /// Builds the app, serves it and builds it again after every change.
        cmd serve {
            /// The port on loopback; another one if it is taken. Default: 8080.
            optional --port port: u16
        }
        /// Builds the app into dist/, ready for any static host, and prints its size.
        cmd build {
            /// As `serve` compiles it: larger, but again in seconds after a change.
            optional --dev
        }
        /// Checks everything, or one part: lint, host, wasm, e2e.
        cmd test {
            optional part: Part
        }
        /// Runs the benchmarks of the engine.
        cmd bench {
            /// A part of the names of those to run; after `--`, options of the bench harness.
            repeated args: String
        }
        /// Builds the npm package into target/npm.
        cmd pack {}
        /// Sets up what every other command needs, and nothing else.
        cmd setup {}
    }
}
