//! The settings of a scenario against Kafka's table of them.
