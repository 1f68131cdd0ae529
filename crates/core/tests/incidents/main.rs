//! Public incidents of Kafka users as whole runs: real clients against brokers. The letters are those of the project's list of
//! cases; each name says what is to be seen. What the coordinator alone shows stands beside it, in `coordinator/tests`.

mod assignors;
mod callbacks;
mod coordinators;
mod offsets;
mod static_members;
mod storms;
mod support;
mod timeouts;
