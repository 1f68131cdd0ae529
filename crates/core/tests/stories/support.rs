//! Stories as their files have them, played.

use std::{
    collections::BTreeMap,
    fs,
    path::PathBuf,
    sync::{Arc, Mutex},
};

use groupscope_core::{
    coordinator::Note,
    protocol::{ApiKey, Name, Request, Response, TopicPartition, consumer_protocol::Assignment},
    report::Narration,
    scenario::Scenario,
    simulation::{
        ConsumerIx, GroupIx, Run,
        trace::{Event, EventKind, Exchange},
    },
    story::{Found, Story, Texts},
};

pub(crate) const LANGUAGES: [&str; 2] = ["en", "ko"];

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../web/stories")
}

pub(crate) fn file(name: &str) -> String {
    fs::read_to_string(folder().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

pub(crate) fn source(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/stories").join(name);
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The ids of all stories that have a file.
pub(crate) fn ids() -> Vec<String> {
    let names = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let ids = names.filter_map(|name| name.strip_suffix(".json").map(ToString::to_string));
    let mut ids: Vec<_> = ids.filter(|id| *id != "index" && !id.contains('.')).collect();
    ids.sort();
    ids
}

pub(crate) fn story(id: &str) -> Story {
    Story::parse(&file(&format!("{id}.json"))).unwrap_or_else(|error| panic!("{id}.json:\n{error}"))
}

pub(crate) fn texts(story: &Story, lang: &str) -> Texts {
    let name = format!("{}.{lang}.json", story.id);
    Texts::parse(&file(&name), story).unwrap_or_else(|error| panic!("{name}:\n{error}"))
}

/// A story and its run.
pub(crate) struct Played {
    pub(crate) story: Story,
    pub(crate) run: Run,
    pub(crate) narration: Narration,
    pub(crate) found: Vec<Option<Found>>,
}

impl Played {
    /// Each story is played once for all tests.
    pub(crate) fn of(id: &str) -> Arc<Self> {
        static PLAYED: Mutex<BTreeMap<String, Arc<Played>>> = Mutex::new(BTreeMap::new());
        if let Some(played) = PLAYED.lock().unwrap().get(id) {
            return played.clone();
        }
        let story = story(id);
        let scenario = story.scenario.clone();
        let played = Arc::new(Self::with(story, scenario));
        PLAYED.lock().unwrap().entry(id.into()).or_insert(played).clone()
    }

    /// A story with another scenario than its own.
    pub(crate) fn with(story: Story, scenario: Scenario) -> Self {
        let run = Run::new(scenario);
        let narration = Narration::of(&run);
        let found = story.find(&run, &narration);
        Self { story, run, narration, found }
    }

    /// A story with one of its tries.
    pub(crate) fn trying(id: &str, attempt: &str) -> Self {
        let story = story(id);
        let attempt = story.tries.iter().find(|it| *it.id == *attempt).unwrap();
        let scenario = story.attempt(attempt, story.scenario.until / 2).unwrap();
        Self::with(story, scenario)
    }

    pub(crate) fn found(&self, moment: &str) -> Option<&Found> {
        let place = self.story.moments.iter().position(|it| *it.id == *moment).unwrap();
        self.found[place].as_ref()
    }

    /// When a moment is, ms.
    pub(crate) fn at(&self, moment: &str) -> u64 {
        self.found(moment).unwrap_or_else(|| panic!("\"{moment}\" does not occur")).at
    }

    pub(crate) fn consumer(&self, name: &str) -> ConsumerIx {
        self.run.cast.consumer(name).unwrap()
    }

    pub(crate) fn name(&self, consumer: ConsumerIx) -> &str {
        &self.run.cast.consumers[consumer.index()].name
    }

    pub(crate) fn events(&self) -> std::slice::Iter<'_, Event> {
        self.run.trace.events.iter()
    }

    /// The requests of a kind, with what they and their replies said.
    pub(crate) fn exchanges(&self, api: ApiKey) -> impl Iterator<Item = (&Exchange, &Request, Option<&Response>)> {
        self.run.trace.exchanges.iter().filter(move |exchange| exchange.api == api).map(|exchange| {
            let payload = self.run.trace.payload(exchange).unwrap();
            (exchange, &*payload.request, payload.response.as_deref())
        })
    }

    /// The notes of the coordinators with their times.
    pub(crate) fn notes(&self) -> impl Iterator<Item = (u64, GroupIx, &Note)> {
        self.events().filter_map(|event| match event.kind {
            EventKind::Coordinator { group, note, .. } => {
                Some((event.at, group, &self.run.trace.coordinator_notes[note.index()]))
            }
            _ => None,
        })
    }

    /// The plan of each generation of the first group: its members by name, each with the names of its partitions.
    pub(crate) fn plans(&self) -> Vec<Vec<(Name, Vec<String>)>> {
        self.plans_of(GroupIx(0))
    }

    pub(crate) fn plans_of(&self, group: GroupIx) -> Vec<Vec<(Name, Vec<String>)>> {
        let members = &self.run.lanes.groups[group.index()].members;
        let stored = self.notes().filter_map(|(_, of, note)| match note {
            Note::AssignmentStored { shares, .. } if of == group => Some(shares),
            _ => None,
        });
        stored
            .map(|shares| {
                let mut plan: Vec<_> = shares
                    .iter()
                    .map(|(id, share)| {
                        let consumer = members.iter().find(|it| it.id == *id).unwrap().consumer.unwrap();
                        let share = Assignment::decode(share).unwrap_or_default();
                        (self.name(consumer).into(), share.partitions.iter().map(TopicPartition::to_string).collect())
                    })
                    .collect();
                plan.sort();
                plan
            })
            .collect()
    }

    /// What each member has in the last plan.
    pub(crate) fn last_plan(&self) -> Vec<(Name, Vec<String>)> {
        self.plans().pop().unwrap()
    }
}

/// `billing-1: orders-0 orders-1 | billing-2: …`, as plans are written in tests.
pub(crate) fn written(plan: &[(Name, Vec<String>)]) -> String {
    let members = plan.iter().map(|(name, share)| format!("{name}: {}", share.join(" ")).trim_end().to_string());
    members.collect::<Vec<_>>().join(" | ")
}

/// How many partitions each member has.
pub(crate) fn sizes(plan: &[(Name, Vec<String>)]) -> Vec<usize> {
    plan.iter().map(|(_, share)| share.len()).collect()
}
