//! Whatever a broker answers and whenever connections end: the consumer neither panics nor spins, and goes on.

use proptest::prelude::*;

use super::bench::{Bench, Reply, heartbeat, join_response, partition};
use crate::{
    consumer::{CommitMode, ConnectionId, Input, Task},
    protocol::{
        ApiKey, BrokerId, Bytes, ErrorCode, FindCoordinatorResponse, MetadataResponse, OffsetCommitResponse,
        OffsetFetchResponse, Response, SyncGroupResponse,
    },
};

#[derive(Clone, Debug)]
enum Happening {
    Answer(ApiKey, ErrorCode),
    Hold(ApiKey),
    Disconnect(i32),
    Cut(bool),
    Task(Task),
    Produce(i64),
}

fn error() -> impl Strategy<Value = ErrorCode> {
    (0..ErrorCode::ALL.len()).prop_map(|index| ErrorCode::ALL[index])
}

fn api() -> impl Strategy<Value = ApiKey> {
    prop_oneof![
        Just(ApiKey::JoinGroup),
        Just(ApiKey::SyncGroup),
        Just(ApiKey::Heartbeat),
        Just(ApiKey::OffsetCommit),
        Just(ApiKey::OffsetFetch),
        Just(ApiKey::FindCoordinator),
        Just(ApiKey::Metadata),
        Just(ApiKey::Fetch),
        Just(ApiKey::ApiVersions),
    ]
}

fn happening() -> impl Strategy<Value = Happening> {
    let connection = prop_oneof![Just(-1), Just(1), Just(i32::MAX - 1)];
    let task = prop_oneof![
        Just(Task::Slow(50)),
        Just(Task::Pause(vec![partition(0)])),
        Just(Task::Resume(vec![partition(0)])),
        Just(Task::Seek(partition(1), 0)),
        Just(Task::SeekToTime(partition(2), 10)),
        Just(Task::Plan(Vec::new())),
    ];
    prop_oneof![
        6 => (api(), error()).prop_map(|(api, error)| Happening::Answer(api, error)),
        2 => api().prop_map(Happening::Hold),
        2 => connection.prop_map(Happening::Disconnect),
        1 => any::<bool>().prop_map(Happening::Cut),
        2 => task.prop_map(Happening::Task),
        2 => (0..5_i64).prop_map(Happening::Produce),
    ]
}

fn refusal(api: ApiKey, error: ErrorCode) -> Reply {
    Reply::With(match api {
        ApiKey::Heartbeat => return heartbeat(error),
        ApiKey::JoinGroup => Response::JoinGroup(join_response(error, 3, "m-1", "m-1", Vec::new())),
        ApiKey::SyncGroup => {
            let assignment = Bytes::from([0, 1]);
            Response::SyncGroup(SyncGroupResponse { error, protocol_type: None, protocol_name: None, assignment })
        }
        ApiKey::OffsetCommit => {
            Response::OffsetCommit(OffsetCommitResponse { partitions: vec![(partition(0), error)] })
        }
        ApiKey::OffsetFetch => Response::OffsetFetch(OffsetFetchResponse { error, partitions: Vec::new() }),
        ApiKey::FindCoordinator => Response::FindCoordinator(FindCoordinatorResponse { error, node_id: BrokerId(1) }),
        ApiKey::Metadata => Response::Metadata(MetadataResponse { brokers: Vec::new(), topics: Vec::new() }),
        _ => return Reply::Usual,
    })
}

fn happens(bench: &mut Bench, happening: Happening) {
    match happening {
        Happening::Answer(api, error) => bench.script(api, refusal(api, error)),
        Happening::Hold(api) => bench.script(api, Reply::Hold),
        Happening::Disconnect(id) => bench.input(Input::Disconnected(ConnectionId(id))),
        Happening::Cut(reachable) => bench.reachable = reachable,
        Happening::Task(task) => bench.task(task),
        Happening::Produce(count) => bench.log_end += count,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn a_consumer_survives_any_broker(
        happenings in prop::collection::vec((0..2_000_u64, happening()), 0..30),
        (commit, process_ms, poll_ms) in (0..5_usize, 0..40_u64, 20..300_u64),
        (strategy, is_static, leads) in (0..3_usize, any::<bool>(), any::<bool>()),
    ) {
        let modes = [CommitMode::Auto, CommitMode::Sync, CommitMode::SyncEach, CommitMode::Async, CommitMode::None];
        let strategies = ["range", "cooperative-sticky", "sticky,roundrobin"];
        let mut settings = vec![
            ("partition.assignment.strategy", strategies[strategy].into()),
            ("session.timeout.ms", 6_000.into()),
            ("max.poll.interval.ms", 9_000.into()),
            ("request.timeout.ms", 4_000.into()),
        ];
        if is_static {
            settings.push(("group.instance.id", "i".into()));
        }
        let mut bench = Bench::with_application(&settings, |it| {
            (it.commit, it.process_ms, it.poll_ms) = (modes[commit], process_ms, poll_ms);
        });
        bench.leads = leads;
        bench.start();
        for (after, happening) in happenings {
            bench.run_until(bench.now + after);
            happens(&mut bench, happening);
        }
        bench.run_until(bench.now + 10_000);
        bench.task(Task::Close);
        bench.run_until(bench.now + 80_000);
        prop_assert!(bench.ended.is_some(), "it closes in the end");
    }
}
