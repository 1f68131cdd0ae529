//! How large a scenario may be. Within these limits no scenario can hang the program or use up its memory; what a run
//! costs beyond that is bounded by [`crate::simulation::Budget`].

/// Bytes of text, after unpacking a link.
pub const TEXT_BYTES: usize = 4 << 20;
/// The longest run and the latest time in it, ms: a day.
pub const UNTIL_MS: u64 = 24 * 60 * 60 * 1000;
/// The largest seed, and any other whole number that JavaScript still knows exactly.
pub const WHOLE_NUMBER: u64 = (1 << 53) - 1;
/// Brokers.
pub const BROKERS: usize = 50;
/// Topics.
pub const TOPICS: usize = 200;
/// Partitions of all topics together, those that are added included.
pub const PARTITIONS: u64 = 10_000;
/// Consumers, those that are added included.
pub const CONSUMERS: usize = 500;
/// Topics in a consumer's subscription.
pub const SUBSCRIBED: usize = TOPICS;
/// Ids that a scenario hands out to one consumer.
pub const MEMBER_IDS: usize = 1000;
/// Worker threads of one consumer.
pub const WORKERS: u32 = 100;
/// Keys of a topic's records.
pub const KEYS: usize = 1000;
/// The weight of one key.
pub const KEY_WEIGHT: u32 = 1_000_000;
/// Actions.
pub const ACTIONS: usize = 5000;
/// Records a second to one topic.
pub const PRODUCE_PER_SECOND: u32 = 100_000;
/// Records in a topic before the start.
pub const RECORDS: u64 = 1_000_000_000_000;
/// Bytes of one record.
pub const RECORD_BYTES: u32 = 100 << 20;
/// Characters of a name.
pub const NAME_CHARS: usize = 249;
