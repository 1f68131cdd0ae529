//! One test for each rule and trap of the client, by its name.

mod bench;
mod closing;
mod commits;
mod heartbeats;
mod joining;
mod partitions;
mod positions;
mod robustness;
