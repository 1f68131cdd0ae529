//! What a lab is about, as a small text: a group, and what happens to it one rebalance after the other.

use std::collections::BTreeSet;

use groupscope_core::{
    protocol::{InstanceId, MemberId, Name, TopicName},
    scenario::{Problem, ScenarioError, Severity},
};
use serde::{Deserialize, Serialize};

/// No group of a lab has more members.
pub const MOST_MEMBERS: usize = 200;
/// No group of a lab has more partitions.
pub const MOST_PARTITIONS: u32 = 1000;
/// No lab has more rebalances.
const MOST_CHANGES: usize = 100;
/// No lab has more topics.
const MOST_TOPICS: usize = 100;

/// A lab's text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// The topics at the start.
    pub topics: Vec<Topic>,
    /// The members at the start, in the order in which they join.
    pub members: Vec<Member>,
    /// What happens then; each change is a rebalance.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<Change>,
}

/// A topic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Topic {
    /// Its name.
    pub name: TopicName,
    /// How many partitions it has.
    pub partitions: u32,
    /// For each partition the racks of its replicas; the list begins again where it is shorter. Empty: brokers without racks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub racks: Vec<Vec<Name>>,
}

/// A member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Member {
    /// Its id.
    pub id: MemberId,
    /// Its `group.instance.id`, if it is a static member.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instance: Option<InstanceId>,
    /// Its `client.rack`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rack: Option<Name>,
    /// The topics that it subscribes to.
    pub topics: Vec<TopicName>,
}

/// Something that makes the group rebalance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Change {
    /// A member leaves.
    Leave(MemberId),
    /// A member joins, or comes back.
    Join(Member),
    /// A topic has so many partitions now; one that was not there is created.
    Topic(Topic),
    /// A member has another subscription, instance id or rack now.
    Member(Member),
}

/// The group as it is after some of the changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// Its topics.
    pub topics: Vec<Topic>,
    /// Its members, in the order in which they joined.
    pub members: Vec<Member>,
}

impl Topic {
    /// The racks of each partition's replicas.
    #[must_use]
    pub fn all_racks(&self) -> Vec<Vec<Name>> {
        self.racks
            .iter()
            .cycle()
            .take(if self.racks.is_empty() { 0 } else { self.partitions as usize })
            .cloned()
            .collect()
    }
}

impl Group {
    /// How many partitions the topics have together.
    #[must_use]
    pub fn partitions(&self) -> u32 {
        self.topics.iter().map(|topic| topic.partitions).fold(0, u32::saturating_add)
    }

    /// The member of that id.
    #[must_use]
    pub fn member(&self, id: &MemberId) -> Option<&Member> {
        self.members.iter().find(|member| member.id == *id)
    }

    /// Does a change; whether it could be done.
    pub fn apply(&mut self, change: &Change) -> bool {
        let place = |id: &MemberId| self.members.iter().position(|member| member.id == *id);
        match change {
            Change::Leave(id) => match place(id) {
                Some(place) if self.members.len() > 1 => drop(self.members.remove(place)),
                _ => return false,
            },
            Change::Join(member) => match place(&member.id) {
                None => self.members.push(member.clone()),
                Some(_) => return false,
            },
            Change::Member(member) => match place(&member.id) {
                Some(place) => self.members[place] = member.clone(),
                None => return false,
            },
            Change::Topic(topic) => match self.topics.iter_mut().find(|it| it.name == topic.name) {
                Some(old) => *old = topic.clone(),
                None => self.topics.push(topic.clone()),
            },
        }
        true
    }

    /// All that is wrong with it.
    fn problems(&self, path: &str) -> Vec<Problem> {
        let mut problems = Vec::new();
        let mut say = |message: String| problems.push(problem(path, message));
        let mut names = BTreeSet::new();
        for topic in &self.topics {
            if topic.name.is_empty() || !names.insert(topic.name.as_str()) {
                say(format!(
                    "two topics are called \"{}\", or one has no name: give each a name of its own",
                    topic.name
                ));
            }
        }
        let mut ids = BTreeSet::new();
        for member in &self.members {
            if member.id.is_empty() || !ids.insert(member.id.as_str()) {
                say(format!("two members have the id \"{}\", or one has none: give each an id of its own", member.id));
            }
        }
        let (members, partitions) = (self.members.len(), self.partitions());
        if members == 0 || members > MOST_MEMBERS {
            say(format!("{members} members: 1 to {MOST_MEMBERS} are allowed"));
        }
        if self.topics.len() > MOST_TOPICS {
            say(format!("{} topics: at most {MOST_TOPICS} are allowed", self.topics.len()));
        }
        if partitions > MOST_PARTITIONS {
            say(format!("{partitions} partitions: at most {MOST_PARTITIONS} are allowed"));
        }
        problems
    }
}

impl Document {
    /// Reads a lab's text.
    ///
    /// # Errors
    /// The text is no lab, or its group cannot be.
    pub fn parse(text: &str) -> Result<Self, ScenarioError> {
        let document: Self = serde_json::from_str(text).map_err(|error| ScenarioError {
            problems: vec![Problem {
                line: Some(error.line()),
                column: Some(error.column()),
                ..problem("", error.to_string())
            }],
        })?;
        document.check()?;
        Ok(document)
    }

    /// Whether the group can be, at the start and after each change.
    ///
    /// # Errors
    /// All that is wrong.
    pub fn check(&self) -> Result<(), ScenarioError> {
        let mut group = self.start();
        let mut problems = group.problems("start");
        if self.then.len() > MOST_CHANGES {
            problems.push(problem("then", format!("{} changes: at most {MOST_CHANGES} are allowed", self.then.len())));
        }
        for (place, change) in self.then.iter().enumerate() {
            if !problems.is_empty() {
                break;
            }
            let path = format!("then[{place}]");
            if !group.apply(change) {
                let message = "this cannot happen: the member is not there, is there already, or is the last one";
                problems.push(problem(&path, message.into()));
            }
            problems.extend(group.problems(&path));
        }
        if problems.is_empty() { Ok(()) } else { Err(ScenarioError { problems }) }
    }

    /// The text, in one line.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The group at the start.
    #[must_use]
    pub fn start(&self) -> Group {
        Group { topics: self.topics.clone(), members: self.members.clone() }
    }

    /// The group at the start and after each change.
    #[must_use]
    pub fn groups(&self) -> Vec<Group> {
        let mut groups = vec![self.start()];
        for change in &self.then {
            let mut group = groups[groups.len() - 1].clone();
            group.apply(change);
            groups.push(group);
        }
        groups
    }

    /// The ids of all members that are ever there, in the order in which they first join.
    #[must_use]
    pub fn everybody(&self) -> Vec<MemberId> {
        let mut all: Vec<MemberId> = Vec::new();
        let joining = self.then.iter().filter_map(|change| match change {
            Change::Join(member) => Some(member),
            _ => None,
        });
        for member in self.members.iter().chain(joining) {
            if !all.contains(&member.id) {
                all.push(member.id.clone());
            }
        }
        all
    }

    /// The same with a topic under another name, wherever it stands.
    #[must_use]
    pub fn with_topic_renamed(mut self, old: &TopicName, new: &TopicName) -> Self {
        let rename = |name: &mut TopicName| {
            if name == old {
                *name = new.clone();
            }
        };
        self.topics.iter_mut().for_each(|topic| rename(&mut topic.name));
        let of_member = |member: &mut Member| member.topics.iter_mut().for_each(rename);
        self.members.iter_mut().for_each(of_member);
        for change in &mut self.then {
            match change {
                Change::Leave(_) => {}
                Change::Join(member) | Change::Member(member) => of_member(member),
                Change::Topic(topic) => rename(&mut topic.name),
            }
        }
        self
    }

    /// The same with another start: changes that can no longer happen are left out.
    #[must_use]
    pub fn restarted(&self, mut group: Group) -> Self {
        let (topics, members) = (group.topics.clone(), group.members.clone());
        let then = self.then.iter().filter(|change| group.apply(change)).cloned().collect();
        Self { topics, members, then }
    }
}

fn problem(path: &str, message: String) -> Problem {
    Problem { severity: Severity::Error, path: path.into(), line: None, column: None, message }
}
