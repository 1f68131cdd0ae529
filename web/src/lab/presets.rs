//! Labs that are ready: the examples of the textbooks, and a few more.

use groupscope_core::{
    config::Assignor,
    protocol::{TopicName, TopicPartition},
};
use serde::Deserialize;

use super::{Choice, Chosen, document::Document};

/// A lab that is ready.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Preset {
    /// What it is called in an address, and by its title's key `lab-preset-ID`.
    pub id: String,
    /// The statements of the textbooks that it shows.
    #[serde(default)]
    pub claims: Vec<String>,
    /// Which generation is shown first, from 0.
    #[serde(default)]
    pub at: usize,
    /// Where the question "why this one?" stands at first: an assignor's name, a topic and a partition of it.
    #[serde(default)]
    pub why: Option<(String, TopicName, i32)>,
    /// Its text.
    pub lab: Document,
}

impl Preset {
    /// What is explained at first.
    #[must_use]
    pub fn choice(&self) -> Option<Choice> {
        let (assignor, topic, partition) = self.why.as_ref()?;
        let what = Chosen::Partition(TopicPartition::new(topic.clone(), *partition));
        Some(Choice { assignor: Assignor::from_name(assignor)?, what })
    }
}

/// All of them, in the order of the list.
#[must_use]
pub fn all() -> Vec<Preset> {
    let mut presets: Vec<Preset> = serde_json::from_str(include_str!("presets.json")).unwrap_or_default();
    presets.push(many());
    presets
}

/// A group that nobody would write down: 200 members share 500 partitions, and one leaves.
fn many() -> Preset {
    use super::document::{Change, Member, Topic};
    let topics = ["orders", "payments", "shipments", "refunds", "audit"];
    let topic = |name: &&str| Topic { name: (**name).into(), partitions: 100, racks: Vec::new() };
    let member = |number: usize| Member {
        id: format!("consumer-{number:03}").as_str().into(),
        instance: None,
        rack: None,
        topics: topics.iter().map(|name| (*name).into()).collect(),
    };
    let members: Vec<Member> = (1..=200).map(member).collect();
    let then = vec![Change::Leave(members[16].id.clone())];
    let lab = Document { topics: topics.iter().map(topic).collect(), members, then };
    Preset { id: "two-hundred".into(), claims: Vec::new(), at: 1, why: None, lab }
}
