use super::*;

fn consumer(values: &[(&str, Value)]) -> Result<ConsumerConfig, ConfigError> {
    ConsumerConfig::from_values(values.iter().map(|(name, value)| (*name, value)))
}

#[test]
fn the_defaults_are_those_of_kafka_4_1() {
    let config = ConsumerConfig::default();
    assert_eq!((config.session_timeout_ms, config.heartbeat_interval_ms), (45_000, 3_000));
    assert_eq!(config.partition_assignment_strategy, [Assignor::Range, Assignor::CooperativeSticky]);
    assert_eq!(BrokerConfig::default().group_max_session_timeout_ms, 1_800_000);
    assert_eq!(TopicConfig::default().retention_ms, 7 * 24 * 3_600_000);
}

#[test]
fn every_default_is_within_its_own_limits_and_reads_back_as_itself() {
    for (scope, get) in [
        (Scope::Consumer, (|name| ConsumerConfig::default().get(name)) as fn(&str) -> Option<Value>),
        (Scope::Broker, |name| BrokerConfig::default().get(name)),
        (Scope::Topic, |name| TopicConfig::default().get(name)),
    ] {
        for setting in scope.settings() {
            let default = (setting.default)();
            assert_eq!(get(setting.name), Some(default.clone()), "{}", setting.name);
            let values = [(setting.name, &default)];
            let read = match scope {
                Scope::Consumer => ConsumerConfig::from_values(values).map(drop),
                Scope::Broker => BrokerConfig::from_values(values).map(drop),
                Scope::Topic => TopicConfig::from_values(values).map(drop),
            };
            assert_eq!(read, Ok(()), "{}", setting.name);
            assert!(setting.meaning.ends_with('.'), "{}", setting.name);
        }
    }
}

#[test]
fn numbers_come_as_numbers_or_as_texts() {
    let config = consumer(&[("session.timeout.ms", 10_000.into()), ("max.poll.records", " 20 ".into())]).unwrap();
    assert_eq!((config.session_timeout_ms, config.max_poll_records), (10_000, 20));
    for wrong in [Value::Float(0.5), "ten".into(), (-1).into(), Value::Bool(true), (1_i64 << 31).into(), Value::Null] {
        assert!(matches!(consumer(&[("session.timeout.ms", wrong)]), Err(ConfigError::Invalid { .. })));
    }
}

#[test]
fn an_assignor_is_known_by_its_name_its_class_and_its_full_class_name() {
    let full = "org.apache.kafka.clients.consumer.CooperativeStickyAssignor, RangeAssignor";
    let lists = [Value::from(full), vec!["cooperative-sticky", "range"].into()];
    for list in lists {
        let config = consumer(&[("partition.assignment.strategy", list)]).unwrap();
        assert_eq!(config.partition_assignment_strategy, [Assignor::CooperativeSticky, Assignor::Range]);
    }
    assert!(consumer(&[("partition.assignment.strategy", "uniform".into())]).is_err());
}

#[test]
fn a_list_with_one_eager_assignor_is_eager() {
    let protocol =
        |list: &str| consumer(&[("partition.assignment.strategy", list.into())]).unwrap().rebalance_protocol();
    assert_eq!(protocol("range,cooperative-sticky"), Some(RebalanceProtocol::Eager));
    assert_eq!(protocol("cooperative-sticky"), Some(RebalanceProtocol::Cooperative));
    assert_eq!(protocol(""), None);
}

#[test]
fn an_error_names_the_setting_and_what_is_allowed() {
    let error = consumer(&[("max.poll.records", 0.into())]).unwrap_err().to_string();
    assert_eq!(error, "max.poll.records = 0: expected a whole number of records from 1 to 2147483647");
    let error = consumer(&[("heartbeat.intervall.ms", 1.into())]).unwrap_err().to_string();
    assert!(error.contains("\"heartbeat.intervall.ms\"") && error.contains("\"heartbeat.interval.ms\""), "{error}");
    let error = consumer(&[("group.max.size", 1.into())]).unwrap_err();
    assert_eq!(error.to_string(), "\"group.max.size\" is a broker setting and does nothing at a consumer");
}

#[test]
fn a_reset_by_duration_is_read_and_a_bare_one_is_not() {
    let reset = |text: &str| consumer(&[("auto.offset.reset", text.into())]).map(|config| config.auto_offset_reset);
    assert_eq!(reset("by_duration:PT1H"), Ok(AutoOffsetReset::ByDuration(3_600_000)));
    for wrong in ["by_duration", "by_duration:", "by_duration:-PT1H", "by_duration:PT-1H", "Latest"] {
        assert!(reset(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn without_a_group_auto_commit_is_off_unless_it_is_asked_for() {
    assert!(!consumer(&[]).unwrap().enable_auto_commit);
    assert!(consumer(&[("group.id", "g".into())]).unwrap().enable_auto_commit);
    let asked = consumer(&[("enable.auto.commit", true.into())]).unwrap();
    assert_eq!(asked.check_construction(), Err(ConstructionError::AutoCommitWithoutGroup));
}

#[test]
fn a_lone_reconnect_backoff_is_its_own_maximum() {
    assert_eq!(consumer(&[("reconnect.backoff.ms", 7.into())]).unwrap().reconnect_backoff_max_ms, 7);
    assert_eq!(consumer(&[]).unwrap().reconnect_backoff_max_ms, 1_000);
}

#[test]
fn a_heartbeat_interval_that_is_not_below_the_session_timeout_is_fatal() {
    let values = [("group.id", "g".into()), ("session.timeout.ms", 6_000.into())];
    let with = |heartbeat: i64| {
        let mut config = consumer(&values).unwrap();
        config.set("heartbeat.interval.ms", &heartbeat.into()).unwrap();
        config.check_construction()
    };
    assert_eq!(with(6_000), Err(ConstructionError::HeartbeatNotBelowSession));
    assert_eq!(with(5_999), Ok(()));
}

#[test]
fn a_finding_names_the_values_and_the_one_that_mends_it() {
    let config = consumer(&[
        ("group.id", "g".into()),
        ("session.timeout.ms", 5_000.into()),
        ("heartbeat.interval.ms", 2_000.into()),
        ("partition.assignment.strategy", "range".into()),
    ])
    .unwrap();
    let setup = Setup { consumer: &config, broker: &BrokerConfig::default(), process_ms: 1_000 };
    let found: Vec<_> = findings(&setup).into_iter().map(|it| (it.rule.key, it.mend)).collect();
    assert_eq!(
        found,
        [
            ("session-below-broker-minimum", Some(("session.timeout.ms", Value::Int(6_000)))),
            ("heartbeat-above-third-of-session", Some(("heartbeat.interval.ms", Value::Int(1_666)))),
            ("poll-interval-below-processing", Some(("max.poll.records", Value::Int(300)))),
        ]
    );
    let session = lookup(Scope::Consumer, "session.timeout.ms").unwrap();
    assert!(session.rules().any(|rule| rule.key == "heartbeat-above-third-of-session"));
}

/// Each setting that is said to act is read somewhere in the engine, and none that is said not to.
#[test]
fn a_setting_acts_if_and_only_if_the_engine_reads_it() {
    fn sources(folder: &std::path::Path, text: &mut String) {
        for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let path = entry.path();
            if path.is_dir() && !["config", "tests", "report"].iter().any(|it| path.ends_with(it)) {
                sources(&path, text);
            } else if path.extension().is_some_and(|it| it == "rs") {
                text.push_str(&std::fs::read_to_string(&path).unwrap());
            }
        }
    }
    let mut engine = String::new();
    sources(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut engine);
    // Read through a rule of its own, by the scenario, or for requests that scripts send and no consumer here.
    let read_elsewhere =
        ["group.protocol", "group.remote.assignor", "share.acknowledgement.mode", "offset.metadata.max.bytes"];
    // The brokers' setting of this name does not act, the consumers' does.
    let of_consumers = "connections.max.idle.ms";
    for scope in [Scope::Consumer, Scope::Broker, Scope::Topic] {
        for setting in scope.settings() {
            let field = setting.name.replace('.', "_");
            let read = engine.contains(&format!(".{field}")) || engine.contains(&format!("\"{}\"", setting.name));
            let acts = setting.acts == Acts::Yes || (scope, setting.name) == (Scope::Broker, of_consumers);
            assert!(
                read == acts || read_elsewhere.contains(&setting.name),
                "{}: read {read}, acts {acts}",
                setting.name
            );
        }
    }
}
