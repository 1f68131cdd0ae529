//! Rules between settings: what Kafka refuses, what is unwise, and the value that mends it.

use serde::Serialize;

use super::{Assignor, BrokerConfig, ConsumerConfig, Value};

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Good to know.
    Note,
    /// It works, until something goes wrong.
    Warning,
    /// The consumer cannot be constructed, or cannot join its group.
    Fatal,
}

/// What the rules look at.
#[derive(Clone, Copy, Debug)]
pub struct Setup<'a> {
    /// A consumer's settings.
    pub consumer: &'a ConsumerConfig,
    /// Its cluster's settings.
    pub broker: &'a BrokerConfig,
    /// How long its application works on a record, ms.
    pub process_ms: u64,
}

/// A rule between settings.
#[derive(Debug)]
pub struct Rule {
    /// Its name, the key of its text in every language.
    pub key: &'static str,
    /// How bad it is to break it.
    pub severity: Severity,
    /// The settings it ties together, the one to blame first.
    pub settings: &'static [&'static str],
    /// What happens if it is broken, in one sentence.
    pub meaning: &'static str,
    check: fn(&Setup<'_>) -> Verdict,
}

/// A rule that is broken.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The rule.
    pub rule: &'static Rule,
    /// The rule's settings with their values.
    pub values: Vec<(&'static str, Value)>,
    /// The setting and the value that would mend it, if there is an obvious one.
    pub mend: Option<(&'static str, Value)>,
}

enum Verdict {
    Kept,
    Broken,
    Mend(&'static str, Value),
}

/// The rules that a consumer's settings break, the worst first.
#[must_use]
pub fn findings(setup: &Setup<'_>) -> Vec<Finding> {
    let mut found: Vec<_> = RULES.iter().filter_map(|rule| rule.finding(setup)).collect();
    found.sort_by_key(|finding| std::cmp::Reverse(finding.rule.severity));
    found
}

impl Rule {
    fn finding(&'static self, setup: &Setup<'_>) -> Option<Finding> {
        let mend = match (self.check)(setup) {
            Verdict::Kept => return None,
            Verdict::Broken => None,
            Verdict::Mend(name, value) => Some((name, value)),
        };
        let value =
            |name: &'static str| setup.consumer.get(name).or_else(|| setup.broker.get(name)).map(|value| (name, value));
        Some(Finding { rule: self, values: self.settings.iter().copied().filter_map(value).collect(), mend })
    }
}

/// All rules.
pub const RULES: &[Rule] = &[
    Rule {
        key: "heartbeat-not-below-session",
        severity: Severity::Fatal,
        settings: &["heartbeat.interval.ms", "session.timeout.ms"],
        meaning: "The consumer can't be constructed: heartbeats must be more frequent than the session timeout.",
        check: |setup| {
            let (heartbeat, session) = (setup.consumer.heartbeat_interval_ms, setup.consumer.session_timeout_ms);
            mend_if(heartbeat >= session, "heartbeat.interval.ms", session / 3)
        },
    },
    Rule {
        key: "auto-commit-without-group",
        severity: Severity::Fatal,
        settings: &["enable.auto.commit", "group.id"],
        meaning: "The consumer can't be constructed: without a group there is nowhere to commit to.",
        check: |setup| {
            if setup.consumer.group_id.is_none() && setup.consumer.enable_auto_commit {
                Verdict::Mend("enable.auto.commit", false.into())
            } else {
                Verdict::Kept
            }
        },
    },
    Rule {
        key: "session-below-broker-minimum",
        severity: Severity::Fatal,
        settings: &["session.timeout.ms", "group.min.session.timeout.ms"],
        meaning: "The coordinator refuses the JoinGroup with INVALID_SESSION_TIMEOUT: the session is too short.",
        check: |setup| {
            let least = setup.broker.group_min_session_timeout_ms;
            mend_if(setup.consumer.session_timeout_ms < least, "session.timeout.ms", least)
        },
    },
    Rule {
        key: "session-above-broker-maximum",
        severity: Severity::Fatal,
        settings: &["session.timeout.ms", "group.max.session.timeout.ms"],
        meaning: "The coordinator refuses the JoinGroup with INVALID_SESSION_TIMEOUT: the session is too long.",
        check: |setup| {
            let most = setup.broker.group_max_session_timeout_ms;
            mend_if(setup.consumer.session_timeout_ms > most, "session.timeout.ms", most)
        },
    },
    Rule {
        key: "heartbeat-above-third-of-session",
        severity: Severity::Warning,
        settings: &["heartbeat.interval.ms", "session.timeout.ms"],
        meaning: "One or two heartbeats that come late are enough to end the session.",
        check: |setup| {
            let (heartbeat, session) = (setup.consumer.heartbeat_interval_ms, setup.consumer.session_timeout_ms);
            mend_if(heartbeat < session && heartbeat > session / 3, "heartbeat.interval.ms", session / 3)
        },
    },
    Rule {
        key: "poll-interval-below-processing",
        severity: Severity::Warning,
        settings: &["max.poll.interval.ms", "max.poll.records"],
        meaning: "A full poll() takes longer to process than the application may stay away: the consumer leaves its group.",
        check: |setup| {
            let (interval, records) = (setup.consumer.max_poll_interval_ms, setup.consumer.max_poll_records);
            let batch = setup.process_ms.saturating_mul(records.into());
            if batch <= interval {
                Verdict::Kept
            } else if setup.process_ms > interval {
                mend("max.poll.interval.ms", batch)
            } else {
                mend("max.poll.records", interval / setup.process_ms)
            }
        },
    },
    Rule {
        key: "request-timeout-below-fetch-wait",
        severity: Severity::Warning,
        settings: &["request.timeout.ms", "fetch.max.wait.ms"],
        meaning: "A fetch without news times out before the broker answers it, and the connection is closed each time.",
        check: |setup| {
            let (timeout, wait) = (setup.consumer.request_timeout_ms, setup.consumer.fetch_max_wait_ms);
            mend_if(timeout <= wait, "fetch.max.wait.ms", timeout / 2)
        },
    },
    Rule {
        key: "api-timeout-below-request-timeout",
        severity: Severity::Note,
        settings: &["default.api.timeout.ms", "request.timeout.ms"],
        meaning: "A call gives up before a lost request is noticed, let alone sent again.",
        check: |setup| {
            let (api, request) = (setup.consumer.default_api_timeout_ms, setup.consumer.request_timeout_ms);
            mend_if(api < request, "default.api.timeout.ms", request.saturating_mul(2))
        },
    },
    Rule {
        key: "retry-backoff-above-maximum",
        severity: Severity::Note,
        settings: &["retry.backoff.ms", "retry.backoff.max.ms"],
        meaning: "Pauses between retries don't grow: they are always the maximum.",
        check: |setup| {
            let (backoff, most) = (setup.consumer.retry_backoff_ms, setup.consumer.retry_backoff_max_ms);
            mend_if(backoff > most, "retry.backoff.max.ms", backoff)
        },
    },
    Rule {
        key: "mixed-assignors-are-eager",
        severity: Severity::Note,
        settings: &["partition.assignment.strategy"],
        meaning: "One assignor of the list knows eager rebalances only, so this member is eager for life.",
        check: |setup| {
            let strategies = &setup.consumer.partition_assignment_strategy;
            let mixed = strategies.len() > 1 && strategies.contains(&Assignor::CooperativeSticky);
            if mixed { Verdict::Broken } else { Verdict::Kept }
        },
    },
    Rule {
        key: "broker-session-limits-crossed",
        severity: Severity::Fatal,
        settings: &["group.min.session.timeout.ms", "group.max.session.timeout.ms"],
        meaning: "No session timeout lies within the broker's limits: nobody can join.",
        check: |setup| {
            let (least, most) = (setup.broker.group_min_session_timeout_ms, setup.broker.group_max_session_timeout_ms);
            mend_if(least > most, "group.max.session.timeout.ms", least)
        },
    },
];

fn mend(name: &'static str, value: u64) -> Verdict {
    Verdict::Mend(name, Value::Int(value.try_into().unwrap_or(i64::MAX)))
}

fn mend_if(broken: bool, name: &'static str, value: u64) -> Verdict {
    if broken { mend(name, value) } else { Verdict::Kept }
}
