//! The producer's partitioner: a record's key decides its partition (`BuiltInPartitioner.partitionForKey`).

/// The partition of a record with this key.
#[must_use]
pub fn partition_for_key(key: &str, partitions: usize) -> usize {
    // `Utils.toPositive`: not the absolute value, whose smallest number is negative.
    let hash = murmur2(key.as_bytes()) & 0x7fff_ffff;
    hash as usize % partitions.max(1)
}

/// How many of a topic's records go to each partition, as weights.
pub(super) fn shares<'a>(keys: impl IntoIterator<Item = (&'a str, u32)>, partitions: usize) -> Vec<u64> {
    let mut shares = vec![0; partitions];
    for (key, weight) in keys {
        if let Some(share) = shares.get_mut(partition_for_key(key, partitions)) {
            *share += u64::from(weight);
        }
    }
    shares
}

/// `Utils.murmur2`
fn murmur2(data: &[u8]) -> u32 {
    const M: u32 = 0x5bd1_e995;
    let mut hash = 0x9747_b28c_u32 ^ u32::try_from(data.len()).unwrap_or(u32::MAX);
    let (words, rest) = data.as_chunks::<4>();
    for word in words {
        let mut k = u32::from_le_bytes(*word).wrapping_mul(M);
        k ^= k >> 24;
        hash = hash.wrapping_mul(M) ^ k.wrapping_mul(M);
    }
    if !rest.is_empty() {
        for (index, byte) in rest.iter().enumerate() {
            hash ^= u32::from(*byte) << (8 * index);
        }
        hash = hash.wrapping_mul(M);
    }
    hash ^= hash >> 13;
    hash = hash.wrapping_mul(M);
    hash ^ (hash >> 15)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of Kafka's own `UtilsTest.testMurmur2`.
    #[test]
    fn keys_are_hashed_as_by_kafka() {
        for (key, hash) in [
            ("21", -973_932_308),
            ("foobar", -790_332_482),
            ("a-little-bit-long-string", -985_981_536),
            ("a-little-bit-longer-string", -1_486_304_829),
            ("lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8", -58_897_971),
            ("abc", 479_470_107),
        ] {
            assert_eq!(murmur2(key.as_bytes()).cast_signed(), hash, "{key}");
        }
    }

    #[test]
    fn a_key_has_one_partition_and_another_one_when_there_are_more() {
        // 479470107 mod 3 and mod 4.
        assert_eq!((partition_for_key("abc", 3), partition_for_key("abc", 4)), (0, 3));
        assert_eq!(shares([("abc", 5), ("abc", 2)], 3), [7, 0, 0]);
    }
}
