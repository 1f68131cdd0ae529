use groupscope_core::{
    coordinator::{LeaderChoice, Note},
    java::HashMap,
    protocol::MemberId,
};

use crate::support::Played;

#[test]
fn s19_the_next_leader_is_the_first_of_the_coordinators_table() {
    let played = Played::of("leader-leaves");
    let mut table: HashMap<MemberId, ()> = HashMap::default();
    let mut joined = Vec::new();
    let mut successors = Vec::new();
    for (_, _, note) in played.notes() {
        match note {
            Note::MemberAdded { member, .. } => {
                table.insert(member.clone(), ());
                joined.push(member.clone());
            }
            Note::MembersRemoved { members, .. } => {
                for member in members {
                    table.remove(member.as_str());
                    joined.retain(|it| it != member);
                }
            }
            Note::LeaderChosen { leader: Some(leader), why: LeaderChoice::LeaderRemoved, .. } => {
                successors.push(leader.clone());
            }
            Note::AssignmentStored { .. } if !successors.is_empty() => {
                let first = table.keys().next().unwrap().clone();
                assert_eq!(successors.pop(), Some(first.clone()), "the first key of Java's HashMap");
                assert_ne!(first, joined[0], "and not the oldest member");
            }
            _ => {}
        }
    }
    let leaders = played.run.lanes.groups[0].leader.changes().iter().filter_map(|change| change.value);
    let leaders: Vec<_> = leaders.map(|leader| played.name(leader).to_string()).collect();
    assert_eq!(leaders.len(), 3, "{leaders:?}");
}
