//! A lab as other texts: the cases that `groupscope assign` reads, and a scenario that runs.

use groupscope_core::config::Assignor;
use serde_json::{Value, json};

use super::{
    Lab,
    document::{Change, Member},
    outcome::Outcome,
};

/// The generation shown as assignor cases, one line for each assignor.
#[must_use]
pub fn cases(lab: &Lab) -> String {
    lab.outcomes().map(|outcome| format!("{}\n", case(lab, outcome))).collect()
}

fn case(lab: &Lab, outcome: &Outcome) -> Value {
    let group = lab.group();
    let topics = group.topics.iter().map(|topic| {
        let mut written = json!({ "name": topic.name, "partitions": topic.partitions });
        if !topic.racks.is_empty() {
            written["racks"] = json!(topic.all_racks());
        }
        written
    });
    let members = group.members.iter().map(|member| {
        let mut written = json!(member);
        if let Some(share) = outcome.before.iter().find(|(id, _)| *id == member.id).map(|(_, share)| share) {
            let mut owned = serde_json::Map::new();
            for partition in share {
                let list = owned.entry(partition.topic.to_string()).or_insert_with(|| json!([]));
                list.as_array_mut().into_iter().for_each(|list| list.push(json!(partition.partition)));
            }
            written["owned"] = Value::Object(owned);
            written["generation"] = json!(outcome.generation);
        }
        written
    });
    json!({
        "id": format!("lab/{}", outcome.assignor.name()),
        "assignor": outcome.assignor.name(),
        "topics": topics.collect::<Vec<_>>(),
        "members": members.collect::<Vec<_>>(),
    })
}

/// Time between two changes of the scenario, ms.
const APART: usize = 15_000;

/// A scenario in which a group with this assignor goes through the lab's changes.
#[must_use]
pub fn scenario(lab: &Lab, assignor: Assignor) -> String {
    let document = lab.document();
    let consumer = |member: &Member, at: usize| {
        let mut settings = json!({ "partition.assignment.strategy": [assignor.name()] });
        if let Some(instance) = &member.instance {
            settings["group.instance.id"] = json!(instance);
        }
        if let Some(rack) = &member.rack {
            settings["client.rack"] = json!(rack);
        }
        json!({ "name": member.id, "at": at, "memberIds": [member.id], "subscribe": member.topics, "settings": settings })
    };
    let starts = (0..).map(|place| 200 + 20 * place);
    let mut consumers: Vec<Value> = document.members.iter().zip(starts).map(|(it, at)| consumer(it, at)).collect();
    let mut known: Vec<_> = document.members.iter().map(|member| &member.id).collect();
    let mut actions = Vec::new();
    for (place, change) in document.then.iter().enumerate() {
        let at = APART * (place + 1);
        match change {
            Change::Leave(id) => actions.push(json!({ "at": at, "do": "close", "consumer": id })),
            Change::Join(member) if known.contains(&&member.id) => {
                actions.push(json!({ "at": at, "do": "start", "consumer": member.id }));
            }
            Change::Join(member) => {
                known.push(&member.id);
                consumers.push(consumer(member, at));
            }
            Change::Topic(topic) if document.topics.iter().any(|it| it.name == topic.name) => {
                let partitions = topic.partitions;
                actions.push(json!({ "at": at, "do": "addPartitions", "topic": topic.name, "partitions": partitions }));
            }
            // A running consumer keeps its subscription, and a cluster its topics.
            Change::Topic(_) | Change::Member(_) => {}
        }
    }
    let topics = document.topics.iter().map(|it| json!({ "name": it.name, "partitions": it.partitions.max(1) }));
    let scenario = json!({
        "groupscope": 1,
        "seed": 1,
        "cluster": { "brokers": [{ "id": 1 }] },
        "network": { "latency.ms": [40, 40] },
        "topics": topics.collect::<Vec<_>>(),
        "group": assignor.name(),
        "consumers": consumers,
        "actions": actions,
        "until": APART * (document.then.len() + 1) + 5_000,
    });
    scenario.to_string()
}
