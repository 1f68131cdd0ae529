//! The assignment lab: one group, four assignors, side by side. A value and how it changes; nothing here knows of browsers.

pub mod cases;
pub mod document;
pub mod map;
pub mod matrix;
pub mod outcome;
pub mod presets;
#[cfg(test)]
mod tests;
pub mod why;

use std::rc::Rc;

use groupscope_core::{
    config::Assignor,
    protocol::{MemberId, TopicName, TopicPartition},
    scenario::{Problem, ScenarioError, Severity, share},
};

use self::{
    document::{Change, Document, Group, Member},
    matrix::Matrix,
    outcome::{Outcome, outcomes},
    presets::Preset,
};

/// The lab as the reader sees it. Cloning it costs a few counters.
#[derive(Clone, Debug)]
pub struct Lab {
    versions: Rc<Vec<Version>>,
    number: usize,
    results: Rc<Results>,
    /// Which generation is shown, from 0.
    pub at: usize,
    /// What the matrices show.
    pub view: View,
    /// What is to be explained.
    pub chosen: Option<Choice>,
}

/// A lab's text, and where it came from.
#[derive(Clone, Debug)]
struct Version {
    document: Document,
    preset: Option<String>,
    at: usize,
}

/// All that the assignors make of a text.
#[derive(Debug)]
struct Results {
    groups: Vec<Group>,
    /// For each assignor its outcomes, generation by generation.
    outcomes: [Vec<Outcome>; 4],
}

/// What the matrices show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// What is kept and what moves.
    #[default]
    Moves,
    /// Where the assignors differ.
    Differences,
    /// The figures in one table.
    Figures,
}

/// What is to be explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// In whose result.
    pub assignor: Assignor,
    /// Of which partition, or of which member's all.
    pub what: Chosen,
}

/// A partition or a member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// A partition.
    Partition(TopicPartition),
    /// A member, whose partitions can be chosen then.
    Member(MemberId),
}

/// Something happens to the lab.
#[derive(Clone, Debug)]
pub enum Action {
    /// Another text.
    Open(Rc<Lab>),
    /// Another generation is shown.
    At(usize),
    /// Another view.
    View(View),
    /// Something is to be explained, or nothing.
    Choose(Option<Choice>),
    /// A change: at the start it changes the start, later it is a rebalance of its own, as a leave always is.
    Do(Change),
    /// A member, by its id, is another one. At the start its id may be another too.
    Edit(MemberId, Member),
    /// A member is not there at the start.
    RemoveMember(MemberId),
    /// A topic of the start is called otherwise.
    RenameTopic(TopicName, TopicName),
    /// A topic is not there at the start.
    RemoveTopic(TopicName),
    /// So many members at the start.
    Members(usize),
    /// To the text before, or the one after.
    Undo(bool),
}

impl Action {
    /// Whether it makes another text, which the address is to hold.
    #[must_use]
    pub const fn is_lasting(&self) -> bool {
        !matches!(self, Self::At(_) | Self::View(_) | Self::Choose(_))
    }
}

impl Lab {
    /// A lab with this text.
    #[must_use]
    pub fn new(document: Document) -> Self {
        Self::with(Version { document, preset: None, at: 0 })
    }

    /// A lab that is ready.
    #[must_use]
    pub fn of_preset(preset: Preset) -> Self {
        let chosen = preset.choice();
        Self { chosen, ..Self::with(Version { document: preset.lab, preset: Some(preset.id), at: preset.at }) }
    }

    fn with(version: Version) -> Self {
        let results = Rc::new(Results::new(&version.document));
        let at = version.at.min(results.groups.len() - 1);
        Self { versions: Rc::new(vec![version]), number: 0, results, at, view: View::default(), chosen: None }
    }

    /// What an address opens: `name` is a preset's id, `packed` a whole text, which beats it, `at` the generation.
    ///
    /// # Errors
    /// The link is damaged, or there is no such preset.
    pub fn open(name: &str, packed: Option<&str>, at: Option<u64>) -> Result<Self, ScenarioError> {
        let mut lab = Self::read(name, packed)?;
        if let Some(at) = at {
            lab.show(usize::try_from(at).unwrap_or(usize::MAX));
        }
        Ok(lab)
    }

    fn read(name: &str, packed: Option<&str>) -> Result<Self, ScenarioError> {
        if let Some(packed) = packed {
            let text = share::decode_text(packed).map_err(|error| wrong(error.to_string()))?;
            return Ok(Self::new(Document::parse(&text)?));
        }
        let mut presets = presets::all();
        if name.is_empty() || name == "1" {
            return Ok(Self::of_preset(presets.swap_remove(0)));
        }
        match presets.iter().position(|preset| preset.id == name) {
            Some(place) => Ok(Self::of_preset(presets.swap_remove(place))),
            None => {
                let known: Vec<_> = presets.iter().map(|preset| preset.id.as_str()).collect();
                Err(wrong(format!("there is no lab \"{name}\"; there are {}", known.join(", "))))
            }
        }
    }

    /// How an address says it: a preset's id or `1`, and the packed text if it is no preset.
    #[must_use]
    pub fn address(&self) -> (String, Option<String>) {
        match self.preset() {
            Some(id) => (id.to_owned(), None),
            None => ("1".into(), Some(share::encode_text(&self.document().to_json()))),
        }
    }

    /// The text.
    #[must_use]
    pub fn document(&self) -> &Document {
        &self.versions[self.number].document
    }

    /// The preset that it still is.
    #[must_use]
    pub fn preset(&self) -> Option<&str> {
        self.versions[self.number].preset.as_deref()
    }

    /// The group as it is in the generation shown.
    #[must_use]
    pub fn group(&self) -> &Group {
        &self.results.groups[self.at]
    }

    /// How many generations there are.
    #[must_use]
    pub fn generations(&self) -> usize {
        self.results.groups.len()
    }

    /// What has happened in each generation after the first.
    #[must_use]
    pub fn changes(&self) -> &[Change] {
        &self.document().then
    }

    /// What the assignors give in the generation shown.
    pub fn outcomes(&self) -> impl Iterator<Item = &Outcome> {
        self.results.outcomes.iter().map(|outcomes| &outcomes[self.at])
    }

    /// The results of the generation shown as matrices, in the order of [`Assignor::ALL`].
    #[must_use]
    pub fn matrices(&self) -> Vec<Matrix> {
        let was = self.at.checked_sub(1).map(|at| &self.results.groups[at]);
        self.outcomes().map(|outcome| Matrix::new(self.document(), was, self.group(), outcome)).collect()
    }

    /// Who left with the change that the generation shown began with.
    #[must_use]
    pub fn leaver(&self) -> Option<&MemberId> {
        match &self.changes()[self.at.checked_sub(1)?] {
            Change::Leave(id) => Some(id),
            _ => None,
        }
    }

    /// Members that were there once and are not now.
    #[must_use]
    pub fn away(&self) -> Vec<Member> {
        let everybody = self.document().everybody();
        let gone = everybody.iter().filter(|id| self.group().member(id).is_none());
        let last =
            |id: &MemberId| self.results.groups[..self.at].iter().rev().find_map(|group| group.member(id).cloned());
        gone.filter_map(last).collect()
    }

    /// A member that could join next: like the last one, with the next number.
    #[must_use]
    pub fn newcomer(&self) -> Member {
        newcomer(self.group(), &self.document().everybody())
    }

    /// Whether there is a text before this one, or after it.
    #[must_use]
    pub fn can_undo(&self, back: bool) -> bool {
        if back { self.number > 0 } else { self.number + 1 < self.versions.len() }
    }

    /// What happens next.
    ///
    /// # Errors
    /// The change cannot be: all stays as it is.
    pub fn reduce(&mut self, action: Action) -> Result<(), ScenarioError> {
        match action {
            Action::Open(lab) => *self = Self::clone(&lab),
            Action::At(at) => self.show(at),
            Action::View(view) => self.view = view,
            Action::Choose(chosen) => self.chosen = chosen,
            Action::Undo(back) if self.can_undo(back) => {
                self.number = if back { self.number - 1 } else { self.number + 1 };
                self.recompute(self.versions[self.number].at);
            }
            Action::Undo(_) => {}
            Action::Do(change @ Change::Leave(_)) => self.happen(change)?,
            Action::Do(change) if self.at > 0 => self.happen(change)?,
            Action::Do(change) => self.restart(|group| {
                group.apply(&change);
            })?,
            Action::Edit(id, member) if self.at > 0 => {
                self.happen(Change::Member(Member { id, ..member }))?;
            }
            Action::Edit(id, member) => self.rename(&id, member)?,
            Action::RemoveMember(id) => self.restart(|group| group.members.retain(|member| member.id != id))?,
            Action::RenameTopic(old, new) => self.put(self.document().clone().with_topic_renamed(&old, &new), 0)?,
            Action::RemoveTopic(name) => self.restart(|group| {
                group.topics.retain(|topic| topic.name != name);
                group.members.iter_mut().for_each(|member| member.topics.retain(|topic| *topic != name));
            })?,
            Action::Members(count) => self.restart(|group| {
                group.members.truncate(count.max(1));
                while group.members.len() < count.min(document::MOST_MEMBERS) {
                    group.members.push(newcomer(group, &[]));
                }
            })?,
        }
        Ok(())
    }

    /// Shows another generation; what was to be explained is that of the old one.
    fn show(&mut self, at: usize) {
        let at = at.min(self.generations() - 1);
        if at != self.at {
            self.at = at;
            self.chosen = None;
        }
    }

    /// A change after the generation shown; what came after that is no longer so.
    fn happen(&mut self, change: Change) -> Result<(), ScenarioError> {
        let mut document = self.document().clone();
        document.then.truncate(self.at);
        document.then.push(change);
        self.put(document, self.at + 1)
    }

    fn restart(&mut self, change: impl FnOnce(&mut Group)) -> Result<(), ScenarioError> {
        let mut group = self.document().start();
        change(&mut group);
        self.put(self.document().restarted(group), 0)
    }

    /// A member of the start is another one, wherever its id stands.
    fn rename(&mut self, id: &MemberId, member: Member) -> Result<(), ScenarioError> {
        let mut document = self.document().clone();
        for change in &mut document.then {
            match change {
                Change::Leave(it) if it == id => *it = member.id.clone(),
                Change::Join(it) | Change::Member(it) if it.id == *id => it.id = member.id.clone(),
                _ => {}
            }
        }
        if let Some(it) = document.members.iter_mut().find(|it| it.id == *id) {
            *it = member;
        }
        self.put(document, 0)
    }

    fn put(&mut self, document: Document, at: usize) -> Result<(), ScenarioError> {
        document.check()?;
        let versions = Rc::make_mut(&mut self.versions);
        // Going back leads to where the change was made.
        versions[self.number].at = self.at;
        versions.truncate(self.number + 1);
        versions.push(Version { document, preset: None, at });
        self.number += 1;
        self.recompute(at);
        Ok(())
    }

    fn recompute(&mut self, at: usize) {
        self.results = Rc::new(Results::new(self.document()));
        self.at = at.min(self.generations() - 1);
        self.chosen = None;
    }
}

impl Results {
    fn new(document: &Document) -> Self {
        let groups = document.groups();
        let outcomes = Assignor::ALL.map(|assignor| outcomes(assignor, &groups));
        Self { groups, outcomes }
    }
}

/// Whether a matrix has too many cells to show each.
#[must_use]
pub fn is_dense(matrix: &Matrix) -> bool {
    let (rows, columns) = (matrix.rows.len(), matrix.columns.len());
    rows > 24 || columns > 40 || rows * columns > 480
}

/// A member like the last one, with the next number that nobody has or had.
fn newcomer(group: &Group, known: &[MemberId]) -> Member {
    let last = group.members.last();
    let name = last.map_or("C0", |member| member.id.as_str());
    let stem = name.trim_end_matches(|it: char| it.is_ascii_digit());
    let digits = &name[stem.len()..];
    let width = if digits.starts_with('0') { digits.len() } else { 0 };
    let is_free = |id: &MemberId| group.member(id).is_none() && !known.contains(id);
    let ids = (digits.parse::<u64>().unwrap_or(0)..).map(|number| MemberId::from(&*format!("{stem}{number:0width$}")));
    let id = ids.into_iter().find(is_free).unwrap_or_default();
    let topics = match last {
        Some(member) => member.topics.clone(),
        None => group.topics.iter().map(|topic| topic.name.clone()).collect(),
    };
    Member { id, instance: None, rack: last.and_then(|member| member.rack.clone()), topics }
}

fn wrong(message: String) -> ScenarioError {
    let severity = Severity::Error;
    ScenarioError { problems: vec![Problem { severity, path: String::new(), line: None, column: None, message }] }
}
